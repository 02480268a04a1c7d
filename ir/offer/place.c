/* place.c - where planes lie in what a reasoner's `observe` writes. */
#include "ir/offer/offer.h"

size_t ir_plane_places(const IrGame *game, Arena *arena, IrPlanePlace **place, uint32_t words[IR_PLANE_SETS])
{
    size_t n = 0;
    *place = ARENA_ARRAY(arena, IrPlanePlace, game->fn.n + 1);
    for (unsigned set = 0; set < IR_PLANE_SETS; set++) {
        words[set] = 0;
        for (size_t i = 0; i < game->fn.n; i++) {
            const IrFn *fn = game->fn.at[i];
            if (fn->kind != IR_PLANE || fn->plane.set != set)
                continue;
            int size = ir_words(game, fn->ret.space);
            (*place)[n++] = (IrPlanePlace){(int)i, (int)words[set], size};
            words[set] += (uint32_t)size;
        }
    }
    return n;
}
