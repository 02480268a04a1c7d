/* state_ranges.c - what the bytes of a state can be: data `state ranges` (doc/abi.md). */
#include "ir/core/state_ranges.h"

enum { COLUMNS = 8 };

static const int32_t counter_bits[] = {[IR_NO_COUNTER] = 0, [IR_COUNTER] = 4, [IR_MOVE_COUNTER] = 4 + 8, [IR_OWN_MOVE_COUNTER] = 4 + 8 + 16};

static void put_long(int32_t *out, int64_t value)
{
    out[0] = (int32_t)(uint32_t)((uint64_t)value & UINT32_MAX);
    out[1] = (int32_t)(value >> 32);
}

IrData ir_state_ranges(Arena *arena, const IrGame *game, const int *order, const IrFieldPlace *place)
{
    int32_t *out = ARENA_ARRAY(arena, int32_t, COLUMNS * game->field.n + 1);
    for (size_t k = 0; k < game->field.n; k++) {
        size_t i = order ? (size_t)order[k] : k;
        const IrField *f = &game->field.at[i];
        bool set = f->elem.kind == IR_MASK;
        int32_t *row = out + COLUMNS * k;
        row[0] = (int32_t)place[i].at;
        row[1] = (int32_t)f->n;
        row[2] = (int32_t)place[i].width;
        row[3] = set ? 2 : place[i].is_signed + counter_bits[f->counter];
        put_long(row + 4, set ? game->space.at[f->elem.space].size : f->elem.lo);
        put_long(row + 6, set ? 0 : f->elem.hi);
    }
    return (IrData){IR_STATE_RANGES, COLUMNS * game->field.n, out};
}
