/* amaf.h - statistics over moves wherever they are made in a game ("all moves as first"; B. Bruegmann,
 * 1993): what grave and progressive history select by.
 *
 * A *table* is a block of the arena of mover TABLE_MOVER: a hash with open addressing of
 * { key of a move and its role, games, mean payoff of that role }, one slot more than a power of 2; the
 * last one counts all games.  A node's table is named by the first of the agent's columns, the one of
 * all games (progressive history and bias) by the second word of the root. */
#ifndef LUDC_SEARCH_AMAF_H
#define LUDC_SEARCH_AMAF_H

#include "runtime/search/search.h"
#include "runtime/search/trail.h"

struct Amaf {
    Trail trail;
    uint32_t reference; /* the table by which the node at hand selects */
    uint32_t pick;      /* the slot never visited that is best */
};

bool amaf_wanted(const ludc_search_options *o);
/* Of all games in one table? */
static inline bool amaf_of_all(const ludc_search_options *o) { return o->history > 0 || o->progressive > 0; }
uint64_t amaf_bytes(const ludc_search *s);
/* NULL: memory is out. */
Amaf *amaf_new(const ludc_search *s);
void amaf_free(Amaf *a);

/* search_play for s->state, and the moves of the game. */
bool amaf_playout(ludc_search *s, uint64_t *rng);
/* After the result was counted: the game's moves into the tables of the nodes on the path. */
void amaf_learn(ludc_search *s, const int32_t *value);
/* The table for choices below `node`: its own, or that of the nearest node above with more than `ref`
 * games. */
uint32_t amaf_reference(const ludc_search *s, Place node);
/* Games and mean of a move of a role in a table; 0: none. */
uint32_t amaf_find(const ludc_search *s, uint32_t table, uint32_t move, uint32_t player, float *mean);
/* The table of all games, 0: none yet. */
uint32_t amaf_history(const ludc_search *s);

/* search_grave.c: the score of a move of a role that was made so often here, by the table of amaf_reference;
 * never made and unknown: INFINITY. */
float search_grave_score(const ludc_search *s, uint32_t move, uint32_t player, uint32_t visits, float mean, float log);
/* Visits that each of `count` moves has to have where there were so many in all. */
uint32_t search_grave_least(const ludc_search *s, uint32_t visits, uint32_t count);
/* What progressive history and bias add. */
float search_history_bonus(const ludc_search *s, uint32_t move, uint32_t player, uint32_t visits, float mean);
extern const Select search_grave, search_history;

#endif
