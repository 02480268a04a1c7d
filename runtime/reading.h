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
    for (uint32_t i = 0; i < r->nspace; i++) {
        if (strcmp(r->space[i].name, name) == 0) {
            return &r->space[i];
        }
    }
    return NULL;
}

/* The goal of a joint game, as a share of 100. */
static inline double ludc_goal(const ludc_reasoner *r, const void *state, uint32_t player)
{
    int32_t value = r->goal(r, state, player);
    return value > 0 ? value / 100.0 : 0;
}

/* Payoff of a rank among n players: 1 - (rank - 1) / (n - 1), and 0 without one (below 1). */
static inline double ludc_rank_payoff(double rank, uint32_t players)
{
    if (players == 1) {
        return rank == 1;
    }
    return rank < 1 ? 0 : 1 - (rank - 1) / (players - 1.0);
}

/* That of the player's rank, or in joint games the goal; 0.5 before the end. */
static inline double ludc_payoff_at(const ludc_reasoner *r, const void *state, uint32_t player)
{
    if (!r->over(r, state)) {
        return 0.5;
    }
    if (r->joint) {
        return ludc_goal(r, state, player);
    }
    return ludc_rank_payoff(r->rank2(r, state, player) / 2.0, r->players);
}

/* In joint games a move reads as its rule sheet has it: the moves of player p are the
 * members of space "move p".  NULL where they have no words. */
static inline const char *ludc_joint_text(const ludc_reasoner *r, uint32_t move)
{
    for (uint32_t p = 1; p <= r->players; p++) {
        char name[24];
        snprintf(name, sizeof name, "move %u", (unsigned)p);
        const ludc_space *space = ludc_space_of(r, name);
        if (!space) {
            return NULL;
        }
        if (move < space->size) {
            return space->label ? space->label[move] : NULL;
        }
        move -= space->size;
    }
    return NULL;
}

#endif
