/* eval.h - values and priors that somebody else gives (ludc_search_set_evaluator). */
#ifndef LUDC_SEARCH_EVAL_H
#define LUDC_SEARCH_EVAL_H

#include "runtime/search/search.h"

struct Eval {
    ludc_search_evaluator by;
    ludc_search_leaf *leaf; /* [leaves] */
    uint32_t *count;        /* [leaves][players] */
    /* Moves of the leaves that are asked for, and their priors; `moved` of `room` are in use. */
    ludc_move *move;
    float *prior;
    uint32_t moved, room;
    unsigned char *cut;         /* [leaves] states that playouts were cut at, `stride` bytes apart; */
    ludc_search_leaf *cut_leaf; /* [leaves] */
    uint32_t *cut_of;           /* [leaves] numbers of the leaves that these playouts began at */
    double *value;              /* [leaves][players] of them */
    size_t stride;
    ludc_status fault; /* what the evaluator said last */
};

uint64_t eval_bytes(const ludc_search *s);
void eval_free(Eval *e);
/* ludc_search_set_evaluator of this search alone. */
ludc_status eval_set_one(ludc_search *s, const ludc_search_evaluator *by);

/* The leaf of the round whose state is s->state, number `i` of its open ones. */
void eval_add(ludc_search *s, uint32_t i);
/* Is there room for the moves of another leaf? */
bool eval_room(const ludc_search *s);
/* Asks for values and priors of the leaves that are open; payoff[leaf][player]. */
ludc_status eval_leaves(ludc_search *s);
/* Gives the leaf at the end of the path its children, with the priors of leaf `i`, if it was asked for them; s->state is its state. */
void eval_open(ludc_search *s, uint32_t i);

/* Of n states in e->cut: e->value. */
ludc_status eval_at_cut(ludc_search *s, uint32_t n);
/* Of s->state, where a playout was cut. */
void eval_one(const ludc_search *s, double *payoff);

#endif
