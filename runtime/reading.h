/* reading.h - what a reasoner's answers mean: payoffs, and joint moves in words.  Shared by
 * the runtime and by the programs that `ludc build -o NAME` makes, which carry it as text. */
#ifndef LUDC_READING_H
#define LUDC_READING_H

#include <stdio.h>
#include <string.h>

#include "runtime/abi.h"

/* The space of that name, or NULL. */
static inline const ludc_space *ludc_space_of(const ludc_reasoner *r, const char *name)
{
    for (uint32_t i = 0; i < r->nspace; i++)
        if (strcmp(r->space[i].name, name) == 0)
            return &r->space[i];
    return NULL;
}

/* The numbers of that name, or NULL. */
static inline const ludc_data *ludc_data_named(const ludc_reasoner *r, const char *name)
{
    for (uint32_t i = 0; i < r->ndata; i++)
        if (strcmp(r->data[i].name, name) == 0)
            return &r->data[i];
    return NULL;
}

/* One of them; where there is none, `otherwise`. */
static inline int32_t ludc_data_at(const ludc_data *d, size_t i, int32_t otherwise)
{
    return d && i < d->n ? d->value[i] : otherwise;
}

/* Payoff of a rank among n players: 1 - (rank - 1) / (n - 1), and 0 without one (below 1). */
static inline double ludc_rank_payoff(double rank, uint32_t players)
{
    if (players == 1)
        return rank == 1;
    return rank < 1 ? 0 : 1 - (rank - 1) / (players - 1.0);
}

/* What a goal of a joint game, or twice a rank, is worth. */
static inline double ludc_value_payoff(uint32_t joint, uint32_t players, int32_t value)
{
    if (joint)
        return value > 0 ? value / 100.0 : 0;
    return ludc_rank_payoff(value / 2.0, players);
}

/* That of the player's rank, or in joint games the goal; 0.5 before the end. */
static inline double ludc_payoff_at(const ludc_reasoner *r, const void *state, uint32_t player)
{
    if (!r->over(r, state))
        return 0.5;
    const int32_t value = r->joint ? r->goal(r, state, player) : (int32_t)r->rank2(r, state, player);
    return ludc_value_payoff(r->joint, r->players, value);
}

/* In joint games a move reads as its rule sheet has it: the moves of player p are the
 * members of space "move p".  NULL where they have no words. */
static inline const char *ludc_joint_text(const ludc_reasoner *r, uint32_t move)
{
    for (uint32_t p = 1; p <= r->players; p++) {
        char name[24];
        snprintf(name, sizeof name, "move %u", (unsigned)p);
        const ludc_space *space = ludc_space_of(r, name);
        if (!space)
            return NULL;
        if (move < space->size)
            return space->label ? space->label[move] : NULL;
        move -= space->size;
    }
    return NULL;
}

#endif
