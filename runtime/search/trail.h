/* trail.h - the moves of a playout: which role made which, each once, for statistics over moves.
 *
 * A playout by the reasoner lists no moves; here it is played move by move, from the same words of
 * the random sequence, so that it is the same game (but for the plan `fill`, whose games are for payoffs alone). */
#ifndef LUDC_SEARCH_TRAIL_H
#define LUDC_SEARCH_TRAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/abi.h"

/* A move and whose it is, in a number from 1: see trail_key. */
typedef struct {
    uint32_t n, room;
    uint32_t *key;  /* [room] */
    uint64_t *seen; /* a bit a key */
    uint32_t keys, players;
} Trail;

/* false: memory is out. */
bool trail_init(Trail *t, const ludc_reasoner *r);
void trail_free(Trail *t);
uint64_t trail_bytes(const ludc_reasoner *r);
/* Can moves and roles be numbered with 32 bits? */
bool trail_possible(const ludc_reasoner *r);
static inline uint32_t trail_key(const Trail *t, uint32_t move, uint32_t player)
{
    return t->players > 1 ? move * t->players + player : move + 1;
}
/* Whose a key is. */
static inline uint32_t trail_player(const Trail *t, uint32_t key) { return t->players > 1 ? (key - 1) % t->players + 1 : 1; }
void trail_clear(Trail *t);
/* Unless it is there already. */
void trail_add(Trail *t, uint32_t key);
/* Plays until the game is over or `limit` moves were made, and adds what was played; `list` has room for
 * the moves of a state.  How many. */
uint32_t trail_playout(Trail *t, const ludc_reasoner *r, void *state, uint64_t *rng, uint32_t limit, uint32_t *list);

#endif
