/* prior.h - priors of moves: a column of the blocks that one role chooses from, and of those where each role has its own
 * actions, whose priors add up to 1 a role.  They are an evaluator's, or all alike, and have noise at the root. */
#ifndef LUDC_SEARCH_PRIOR_H
#define LUDC_SEARCH_PRIOR_H

#include "runtime/search/search.h"

/* Does such a search keep them? */
bool prior_wanted(const ludc_search *s);
/* Of a new block: all alike. */
void prior_begin(ludc_search *s, uint32_t block);
/* prior[slot]: what is negative or no number counts as 0; where nothing is left they are alike. */
void prior_set(ludc_search *s, uint32_t block, const float *prior);
/* Priors p of the root's moves become 0.75 p + 0.25 Dirichlet(noise) (D. Silver et al., Science 362, 2018). */
void prior_noise(ludc_search *s);

/* noise.c: mixes Dirichlet(alpha) into p[n], a share of it. */
void noise_mix(uint64_t *rng, double alpha, double share, float *p, uint32_t n);

static inline float *prior_column(const ludc_search *s, uint32_t block)
{
    return (float *)(void *)tree_column(&s->tree, block, s->priors);
}

/* Of moves never visited: the greatest prior. */
static inline float prior_top(const Choice *c)
{
    float top = 0;
    for (uint32_t i = c->tried; i < c->live; i++)
        top = c->prior[i] > top ? c->prior[i] : top;
    return top;
}
/* And the slot that has it, at random among its like. */
uint32_t prior_pick(ludc_search *s, const Choice *c);

#endif
