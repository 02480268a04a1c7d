/* draw_svg.c - pictures: see ludc_draw.h. */
#include "runtime/board/scene.h"
#include "runtime/board/theme.h"

const char *ludc_draw_theme(unsigned theme)
{
    const Theme *t = theme_at(theme);
    return t ? t->name : NULL;
}

size_t ludc_draw_svg(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, char *out, size_t size)
{
    ludc_draw_options o;
    BoardPosition p;
    Scene scene;
    Text text = {0};
    if (size && out)
        *out = '\0';
    if ((size && !out) || !board_options(r, state, options, &o) || !theme_at(o.theme))
        return 0;
    if (ludc_board_type(r) < 0) {
        if (scene_of_sheet(&scene, r, state, &o))
            scene_svg(&scene, &o, &text);
        scene_free(&scene);
    } else if (board_position(&p, r, state, o.eyes)) {
        if (scene_of_position(&scene, &p, state, &o))
            scene_svg(&scene, &o, &text);
        scene_free(&scene);
        board_position_free(&p);
    }
    return text_give(&text, out, size);
}
