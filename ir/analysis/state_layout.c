/* state_layout.c - where the fields of a state lie in the memory of a reasoner that is generated:
 * the same by every back end.  By falling alignment, so that there is no padding but at the
 * end; those apart (turn_only_fields.c) before all others. */
#include <string.h>

#include "ir/analysis/analyses.h"
#include "ir/core/state_ranges.h"

size_t shape_width(IrType t)
{
    if (t.lo >= 0)
        return t.hi <= UINT8_MAX ? 1 : t.hi <= UINT16_MAX ? 2 : t.hi <= INT32_MAX ? 4 : 8;
    return t.lo >= INT8_MIN && t.hi <= INT8_MAX     ? 1
           : t.lo >= INT16_MIN && t.hi <= INT16_MAX ? 2
           : t.lo >= INT32_MIN && t.hi <= INT32_MAX ? 4
                                                    : 8;
}

const void *ir_find_state_layout(Arena *arena, IrGame *game, int whole)
{
    (void)whole;
    ShapeState *s = ARENA_NEW(arena, ShapeState);
    s->order = ARENA_ARRAY(arena, int, game->field.n + 1);
    s->field = ARENA_ARRAY(arena, ShapeField, game->field.n + 1);
    const bool *apart = ir_fact_turn_only_fields(game)->field;
    int n = 0;
    for (size_t align = 16; align; align /= 2)
        for (size_t i = 0; i < game->field.n; i++) {
            const IrField *f = &game->field.at[i];
            bool set = f->elem.kind == IR_MASK;
            size_t width = set ? 8 * (size_t)ir_words(game, f->elem.space) : shape_width(f->elem);
            if ((apart[i] ? 16 : set ? 8 : width) != align)
                continue;
            s->order[n++] = (int)i;
            s->field[i] = (ShapeField){s->bytes, width, !set && f->elem.lo < 0};
            s->bytes += f->n * width;
        }
    s->size = s->bytes ? (s->bytes + 7) / 8 * 8 : 8;
    return s;
}

const IrData *shape_data(Arena *arena, IrGame *game, size_t *n)
{
    const ShapeState *s = ir_fact_state_layout(game);
    IrFieldPlace *place = ARENA_ARRAY(arena, IrFieldPlace, game->field.n + 1);
    IrData *data = ARENA_ARRAY(arena, IrData, game->data.n + 1);
    for (size_t i = 0; i < game->field.n; i++)
        place[i] = (IrFieldPlace){s->field[i].at, s->field[i].width, s->field[i].is_signed};
    if (game->data.n)
        memcpy(data, game->data.at, game->data.n * sizeof *data);
    data[game->data.n] = ir_state_ranges(arena, game, s->order, place);
    *n = game->data.n + 1;
    return data;
}
