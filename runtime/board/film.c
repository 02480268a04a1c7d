/* film.c - a game as an animated SVG: one frame after the other, what is the same in all of them drawn once.
 *
 * Frames are shown by animations of their visibility (SMIL); where nothing moves, the last one is seen. */
#include "runtime/abi.h"
#include "runtime/board/svg.h"

struct ludc_film {
    const ludc_reasoner *r;
    ludc_draw_options options;
    double seconds; /* of a frame */
    SvgNeeds needs;
    Scene first;          /* and its position: the heads of all frames */
    BoardPosition position;
    Text still;           /* of the first frame */
    Text *frame;
    size_t n, room;
    bool failed;
};

ludc_film *ludc_film_new(const ludc_reasoner *r, const ludc_draw_options *options, double seconds)
{
    ludc_film *f = r && seconds > 0 ? calloc(1, sizeof *f) : NULL;
    if (!f)
        return NULL;
    f->r = r;
    f->seconds = seconds;
    if (options)
        memcpy(&f->options, options, options->size && options->size < sizeof f->options ? options->size : sizeof f->options);
    if (!theme_at(f->options.theme) || f->options.eyes > r->players) {
        free(f);
        return NULL;
    }
    return f;
}

void ludc_film_free(ludc_film *f)
{
    for (size_t i = 0; f && i < f->n; i++)
        text_free(&f->frame[i]);
    if (!f)
        return;
    scene_free(&f->first);
    board_position_free(&f->position);
    text_free(&f->still);
    free(f->frame);
    free(f);
}

static Text *next_frame(ludc_film *f)
{
    if (f->n == f->room) {
        size_t room = 2 * f->room + 16;
        Text *more = realloc(f->frame, room * sizeof *more);
        if (!more)
            return NULL;
        f->frame = more;
        f->room = room;
    }
    f->frame[f->n] = (Text){0};
    return &f->frame[f->n++];
}

static bool same(const Text *a, const Text *b) { return a->n == b->n && (!a->n || !memcmp(a->at, b->at, a->n)); }

/* The board is in the first frame alone, unless it looks otherwise (a table of which only what is used is drawn). */
static bool draw_frame(ludc_film *f, const Scene *s, const ludc_draw_options *o)
{
    Text still = {0}, *frame = next_frame(f);
    if (!frame)
        return false;
    svg_need(&f->needs, s);
    svg_shapes(s, o, 0, s->still, &still);
    if (f->n == 1) {
        f->still = still;
        still = (Text){0};
    } else if (!same(&still, &f->still)) {
        text_add(frame, "<rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n");
        text_add(frame, still.at ? still.at : "");
    }
    svg_shapes(s, o, s->still, s->n, frame);
    bool good = !frame->failed && !still.failed;
    text_free(&still);
    return good;
}

ludc_status ludc_film_add(ludc_film *f, const void *state, const ludc_draw_options *marks)
{
    BoardPosition p = {0};
    Scene scene = {0};
    if (!f || !state)
        return LUDC_USAGE;
    ludc_draw_options o = f->options;
    if (marks && marks->size >= offsetof(ludc_draw_options, theme)) {
        o.marks = marks->marks;
        memcpy(o.last_from, marks->last_from, sizeof o.last_from);
        memcpy(o.last_to, marks->last_to, sizeof o.last_to);
    }
    bool made = ludc_board_type(f->r) < 0 ? scene_of_sheet(&scene, f->r, state, &o)
                                          : board_position(&p, f->r, state, o.eyes) && scene_of_position(&scene, &p, state, &o);
    bool good = made && draw_frame(f, &scene, &o);
    if (good && f->n == 1) {
        f->first = scene;
        f->position = p;
        f->first.p = scene.p ? &f->position : NULL;
    } else {
        scene_free(&scene);
        board_position_free(&p);
    }
    return good ? LUDC_OK : made ? LUDC_IO : LUDC_UNSUPPORTED;
}

/* Visible in the part of the time that is the frame's. */
static void animate(const ludc_film *f, size_t i, Text *out)
{
    double all = (double)f->n + 1, from = (double)i / all, to = i + 1 == f->n ? 1 : (double)(i + 1) / all;
    text_form(out, "<g class=\"frame\" visibility=\"%s\">", i + 1 == f->n ? "visible" : "hidden");
    text_form(out, "<animate attributeName=\"visibility\" calcMode=\"discrete\" repeatCount=\"indefinite\" dur=\"%.3gs\" ", f->seconds * all);
    if (i == 0)
        text_form(out, "values=\"visible;hidden\" keyTimes=\"0;%.5f\"/>\n", to);
    else if (i + 1 == f->n)
        text_form(out, "values=\"hidden;visible\" keyTimes=\"0;%.5f\"/>\n", from);
    else
        text_form(out, "values=\"hidden;visible;hidden\" keyTimes=\"0;%.5f;%.5f\"/>\n", from, to);
}

size_t ludc_film_svg(const ludc_film *f, char *out, size_t size)
{
    Text text = {0};
    if (size && out)
        *out = '\0';
    if (!f || !f->n || (size && !out))
        return 0;
    svg_head(&f->first, &f->needs, &f->options, &text);
    text_form(&text, "<style>.paper{fill:#%06lx}</style>\n", (unsigned long)theme_at(f->options.theme)->paper);
    text_add(&text, f->still.at ? f->still.at : "");
    for (size_t i = 0; i < f->n; i++) {
        if (f->n > 1)
            animate(f, i, &text);
        text_add(&text, f->frame[i].at ? f->frame[i].at : "");
        text_add(&text, f->n > 1 ? "</g>\n" : "");
    }
    svg_tail(&text);
    return text_give(&text, out, size);
}
