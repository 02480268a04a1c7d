/* chance.h - lots as nodes (chance=nodes): below a move that draws lots stands a block of their outcomes, and below each
 * outcome the position that it leads to.
 *
 * Outcomes are enumerated with their exact chances when the move is made for the first time; those whose positions have
 * one key are one slot.  An outcome is drawn by its chance.  One whose value is proved is not drawn again: it comes into
 * every result of the move by its chance (ours).  Bounds of a move are means of those of its outcomes, rounded outward, so
 * that what is sure whatever is drawn is proved.
 *
 * A move with more than LUDC_OUTCOMES outcomes, or whose draws do not fit 64 bits, has CHANCE_SAMPLES outcomes that
 * are drawn once and count alike: sparse UCT (R. Bjarnason, A. Fern, P. Tadepalli, "Lower bounding Klondike solitaire with
 * Monte-Carlo planning", ICAPS 2009).  Nothing is proved from these. */
#ifndef LUDC_SEARCH_CHANCE_H
#define LUDC_SEARCH_CHANCE_H

#include "runtime/lots.h"
#include "runtime/search/search.h"

enum { CHANCE_SAMPLES = 64 };

/* Are the outcomes of a block samples, their numbers seeds? */
static inline bool chance_sampled(const Tree *t, uint32_t block) { return (tree_others(t, block) & DRAWS_SAMPLED) != 0; }

/* NULL: memory is out. */
ChanceNodes *chance_new(const ludc_reasoner *r);
void chance_free(ChanceNodes *c);
uint64_t chance_bytes(const ludc_reasoner *r);

/* Plays the move of slot *at of *here.  Where it draws lots the slot goes on the path, and *at becomes the outcome that
 * was drawn, *here its block; s->ending says where the path cannot go on. */
void chance_step(ludc_search *s, Place *at, Block *here);
/* Plays an outcome of a move of `state`. */
void chance_play(const ludc_search *s, void *state, uint32_t move, Place outcome);
/* The draws of an outcome that is no sample, played in lots of its move; false: memory is out. */
bool chance_given(const ludc_search *s, Place outcome, LudcLots *lots);
/* What a result through an outcome is worth for the move; a result through anything else stays. */
void chance_mean(const ludc_search *s, Place at, int32_t *value);
/* END_KNOWN: the payoffs of the move that the path ends with. */
void chance_known(const ludc_search *s, double *payoff);
/* Places on the path that are outcomes. */
uint32_t chance_levels(const ludc_search *s);
/* *child is the move that was made at the root, `state` what came of it: *child becomes the outcome; false: it is not
 * there. */
bool chance_follow(ludc_search *s, Place *child, const void *state);
#endif
