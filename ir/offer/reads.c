/* reads.c - what of a state the rules read: what is left of a copy that passes have cleared. */
#include "ir/offer/reads.h"

#include <string.h>

#include "ir/passes/pass.h"

static const char *const clearing[] = {"fold", "inline", "ranges", "values", "fold", "live", "ranges", "live"};

static void without_planes(IrGame *game, Arena *scratch)
{
    bool *field = ARENA_ARRAY(scratch, bool, game->field.n + 1), *fn = ARENA_ARRAY(scratch, bool, game->fn.n + 1);
    for (size_t i = 0; i < game->field.n; i++)
        field[i] = true;
    for (size_t i = 0; i < game->fn.n; i++)
        fn[i] = game->fn.at[i]->kind != IR_PLANE;
    ir_compact(game, field, fn);
}

IrRead *ir_offer_reads(const IrGame *game, Arena *arena)
{
    IrRead *read = ARENA_ARRAY(arena, IrRead, game->field.n + 1);
    Arena *scratch = arena_new();
    IrGame *copy = ir_game_copy(game, scratch);
    const IrPassOptions options = {.run = clearing, .nrun = sizeof clearing / sizeof *clearing};
    without_planes(copy, scratch);
    bool sound = ir_passes_run(copy, &options);
    for (size_t i = 0; i < game->field.n; i++) {
        read[i] = (IrRead){!sound, game->field.at[i].elem};
        int left = sound ? ir_field_find(copy, game->field.at[i].name) : -1;
        if (left >= 0)
            read[i] = (IrRead){true, copy->field.at[left].elem};
    }
    arena_free(scratch);
    return read;
}
