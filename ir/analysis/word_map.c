/* word_map.c - maps between sites that keep their order: bits that are moved in bulk.
 *
 * On boards whose rows differ in length a direction has too many differences for shifts, but sites are
 * numbered row by row.  Of each pair of words the bits of the sources, close together, are spread over the
 * targets (PEXT and PDEP). */
#include "ir/analysis/shape.h"

bool word_map_of(Arena *arena, const IrGame *game, const Ir *image, WordMap *map)
{
    const Ir *vec = image->a[1];
    const IrTable *t = &game->table.at[vec->k];
    const int sources = ir_words(game, t->dim[t->ndim - 1].space), targets = ir_words(game, t->elem.space);
    size_t first = 0, n = t->n;
    for (int i = 0; i < vec->n; i++) {
        if (vec->a[i]->op != IR_OP_INT || vec->a[i]->k < 0 || vec->a[i]->k >= t->dim[i].size)
            return false;
        n /= (size_t)t->dim[i].size;
        first += (size_t)vec->a[i]->k * n;
    }
    const int pairs = sources * targets;
    *map = (WordMap){sources, targets, ARENA_ARRAY(arena, uint64_t, pairs), ARENA_ARRAY(arena, uint64_t, pairs)};
    int *above = ARENA_ARRAY(arena, int, pairs); /* all targets so far */
    for (size_t x = 0; x < n; x++) {
        const int y = t->value[first + x];
        if (y < 0)
            continue;
        const int pair = (int)(x / 64) * targets + y / 64;
        if (y < above[pair])
            return false;
        above[pair] = y + 1;
        map->from[pair] |= UINT64_C(1) << (x % 64);
        map->to[pair] |= UINT64_C(1) << (y % 64);
    }
    return true;
}
