/* admit.c - is a move legal?  By the reasoner's own answer where it has one, else by the list of all moves. */
#include "runtime/admit.h"

#include <stdlib.h>

static uint32_t list_of(const ludc_reasoner *r, const void *state, uint32_t player, uint32_t *out)
{
    return r->joint ? r->moves_of(r, state, player, out) : r->moves(r, state, out);
}

static ludc_status look_through(const ludc_reasoner *r, const void *state, uint32_t player, ludc_move move)
{
    enum { FEW = 1024 };
    uint32_t near[FEW], *list = near;
    if (r->max_moves > FEW && !(list = malloc(((size_t)list_of(r, state, player, NULL) + 1) * sizeof *list)))
        return LUDC_IO;
    const size_t n = list_of(r, state, player, list);
    size_t i = 0;
    while (i < n && list[i] != move)
        i++;
    if (list != near)
        free(list);
    return i < n ? LUDC_OK : LUDC_USAGE;
}

ludc_status ludc_look_up(const ludc_reasoner *r, const void *state, uint32_t player, ludc_move move)
{
    if (move >= r->codes)
        return LUDC_USAGE;
    if (r->legal)
        return r->legal(r, state, player, move) ? LUDC_OK : LUDC_USAGE;
    return look_through(r, state, player, move);
}

int ludc_is_legal(const ludc_reasoner *r, const void *state, ludc_move move)
{
    if (!r || !state)
        return 0;
    if (!r->joint)
        return ludc_look_up(r, state, 0, move) == LUDC_OK;
    uint32_t p = 1;
    while (p <= r->players && ludc_look_up(r, state, p, move) != LUDC_OK)
        p++;
    return p <= r->players;
}
