/* prior.c - priors of moves. */
#include "runtime/search/prior.h"

#include "runtime/search/eval.h"

bool prior_wanted(const ludc_search *s)
{
    bool selects = s->o.agent == LUDC_AGENT_PUCT || s->o.agent == LUDC_AGENT_MMCTS;
    return selects && s->way != WAY_LOTS && ((s->eval && s->eval->by.evaluate) || s->o.noise > 0);
}

/* The slots of a block whose priors add up to 1: part `i`; false: there is none. */
static bool part(const ludc_search *s, uint32_t block, uint32_t i, uint32_t *first, uint32_t *end)
{
    bool one = tree_mover(&s->tree, block) != 0;
    if (i >= (one ? 1 : s->players))
        return false;
    *first = one ? 0 : search_joint_first(s, block, i + 1);
    *end = one ? tree_count(&s->tree, block) : search_joint_first(s, block, i + 2);
    return true;
}

static void add_up_to_one(float *p, uint32_t n)
{
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        p[i] = p[i] > 0 ? p[i] : 0;
        sum += (double)p[i];
    }
    bool sane = sum > 0 && sum < 1e30;
    for (uint32_t i = 0; i < n; i++)
        p[i] = sane ? (float)((double)p[i] / sum) : 1.0f / (float)n;
}

void prior_begin(ludc_search *s, uint32_t block)
{
    float *column = prior_column(s, block);
    for (uint32_t i = 0, first, end; part(s, block, i, &first, &end); i++)
        for (uint32_t k = first; k < end; k++)
            column[k] = 1.0f / (float)(end - first);
}

void prior_set(ludc_search *s, uint32_t block, const float *prior)
{
    float *column = prior_column(s, block);
    for (uint32_t i = 0, first, end; part(s, block, i, &first, &end); i++) {
        for (uint32_t k = first; k < end; k++)
            column[k] = prior[k];
        add_up_to_one(column + first, end - first);
    }
}

void prior_noise(ludc_search *s)
{
    uint32_t block = s->priors && s->o.noise > 0 ? *tree_link(&s->tree, (Place){0, 0}) : 0;
    if (!block || block == TREE_OVER)
        return;
    for (uint32_t i = 0, first, end; part(s, block, i, &first, &end); i++)
        noise_mix(&s->rng, s->o.noise, 0.25, prior_column(s, block) + first, end - first);
}

uint32_t prior_pick(ludc_search *s, const Choice *c)
{
    uint32_t best = c->tried, ties = 0;
    float top = -1;
    for (uint32_t i = c->tried; i < c->live; i++) {
        bool tie = c->prior[i] >= top && c->prior[i] <= top;
        ties = tie ? ties + 1 : 1;
        if (c->prior[i] > top || (tie && search_below(s, ties) == 0))
            best = i;
        top = c->prior[i] > top ? c->prior[i] : top;
    }
    return best;
}
