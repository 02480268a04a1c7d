/* place.c - where planes lie in what a reasoner's `observe` writes, and their families. */
#include <stdlib.h>
#include <string.h>

#include "ir/offer/offer.h"

typedef struct {
    const IrFn *fn;
    size_t place;
} Member;

static int by_family(const IrFn *x, const IrFn *y)
{
    int by_name = strcmp(x->plane.name, y->plane.name);
    return by_name ? by_name : x->ret.space - y->ret.space;
}

static int by_family_and_owner(const void *a, const void *b)
{
    const Member *x = a, *y = b;
    int d = by_family(x->fn, y->fn);
    return d ? d : x->fn->plane.owner - y->fn->plane.owner;
}

/* A ring of the n planes of a family, in order of their owners, if there is exactly one for each player. */
static void join_ring(IrPlanePlace *place, const Member *member, size_t n, int players)
{
    while (n && member->fn->plane.owner == 0) {
        member++;
        n--;
    }
    if (n != (size_t)players)
        return;
    for (size_t i = 0; i < n; i++)
        if (member[i].fn->plane.owner != (int)i + 1)
            return;
    for (size_t i = 0; i < n; i++)
        place[member[i].place].next = (int)member[(i + 1) % n].place;
}

/* Of the planes of one set, which stand at first .. end - 1. */
static void join_rings(const IrGame *game, Arena *arena, IrPlanePlace *place, size_t first, size_t end)
{
    size_t n = end - first;
    Member *member = ARENA_ARRAY(arena, Member, n + 1);
    for (size_t i = 0; i < n; i++)
        member[i] = (Member){game->fn.at[place[first + i].fn], first + i};
    qsort(member, n, sizeof *member, by_family_and_owner);
    for (size_t i = 0, k; i < n; i = k) {
        for (k = i + 1; k < n && by_family(member[i].fn, member[k].fn) == 0; k++)
            continue;
        join_ring(place, member + i, k - i, game->players);
    }
}

size_t ir_plane_places(const IrGame *game, Arena *arena, IrPlanePlace **place, uint32_t words[IR_PLANE_SETS])
{
    size_t n = 0;
    *place = ARENA_ARRAY(arena, IrPlanePlace, game->fn.n + 1);
    for (unsigned set = 0; set < IR_PLANE_SETS; set++) {
        size_t first = n;
        words[set] = 0;
        for (size_t i = 0; i < game->fn.n; i++) {
            const IrFn *fn = game->fn.at[i];
            if (fn->kind != IR_PLANE || fn->plane.set != set)
                continue;
            int size = ir_words(game, fn->ret.space);
            (*place)[n] = (IrPlanePlace){(int)i, (int)words[set], size, (int)n};
            words[set] += (uint32_t)size;
            n++;
        }
        join_rings(game, arena, *place, first, n);
    }
    return n;
}
