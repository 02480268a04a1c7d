/* admit.h - checked reasoners: may a move that came from outside be played? */
#ifndef LUDC_RUNTIME_ADMIT_H
#define LUDC_RUNTIME_ADMIT_H

#include "runtime/abi.h"
#include "runtime/include/ludc.h"

/* LUDC_OK: the move is legal, in joint games for that player (in others player is 0).  LUDC_USAGE: it is not.  LUDC_IO:
 * memory is out. */
ludc_status ludc_look_up(const ludc_reasoner *r, const void *state, uint32_t player, ludc_move move);

/* The same of a reasoner that is checked; any other takes every number that can be a move's. */
static inline ludc_status ludc_admit(const ludc_reasoner *r, const void *state, uint32_t player, ludc_move move)
{
    if (move >= r->codes)
        return LUDC_USAGE;
    return r->checked ? ludc_look_up(r, state, player, move) : LUDC_OK;
}

/* A move of each player. */
static inline ludc_status ludc_admit_all(const ludc_reasoner *r, const void *state, const ludc_move *moves)
{
    ludc_status status = LUDC_OK;
    for (uint32_t p = 1; p <= r->players && status == LUDC_OK; p++)
        status = ludc_admit(r, state, p, moves[p - 1]);
    return status;
}

#endif
