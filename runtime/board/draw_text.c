/* draw_text.c - see ludc_draw.h. */
#include "runtime/board/board.h"
#include "runtime/abi.h"

void ludc_draw_mark(ludc_draw_options *options, const ludc_reasoner *r, const void *before, ludc_move move)
{
    enum { COLUMNS = 32 };
    static const char *const name[2][2] = {{"from", "fromType"}, {"to", "toType"}};
    int32_t row[COLUMNS];
    if (!options)
        return;
    options->marks = 0;
    if (!r || !before || ludc_columns(r) > COLUMNS || ludc_describe(r, before, move, row) != LUDC_OK)
        return;
    for (int end = 0; end < 2; end++) {
        int site = ludc_column(r, name[end][0]), type = ludc_column(r, name[end][1]);
        int32_t *to = end ? options->last_to : options->last_from;
        to[0] = site < 0 ? -1 : row[site];
        to[1] = type >= 0 && row[type] >= 0 ? row[type] : ludc_board_type(r);
        options->marks |= site >= 0;
    }
}

bool board_options(const ludc_reasoner *r, const void *state, const ludc_draw_options *given, ludc_draw_options *o)
{
    *o = (ludc_draw_options){0};
    if (!r || !state)
        return false;
    if (given)
        memcpy(o, given, given->size && given->size < sizeof *o ? given->size : sizeof *o);
    return o->eyes <= r->players;
}

size_t ludc_draw_text(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, char *out, size_t size)
{
    ludc_draw_options o;
    BoardPosition p;
    Text text = {0};
    if (size && out)
        *out = '\0';
    if ((size && !out) || !board_options(r, state, options, &o))
        return 0;
    if (ludc_board_type(r) < 0) {
        board_sheet(r, state, &o, &text);
    } else if (board_position(&p, r, state, o.eyes)) {
        if (o.utf8)
            board_position_utf8(&p);
        board_sites(&p, &o, &text);
        if (!o.plain)
            board_below(&p, state, &o, &text);
        board_position_free(&p);
    }
    return text_give(&text, out, size);
}
