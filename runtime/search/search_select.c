/* search_select.c - how a child is selected: each rule is a small struct of functions. */
#include <math.h>

#include "runtime/search/amaf.h"
#include "runtime/search/prior.h"

static const float scale = 1.0f / (float)TREE_ONE;

static float chooser(const Choice *c, uint32_t i) { return c->sign * scale * (float)c->value[i] + c->offset; }

/* ---- never visited --------------------------------------------------------------- */

/* First-play urgency: S. Gelly, Y. Wang, "Exploration exploitation in Go", 2006. */
float search_urgency(const ludc_search *s, const Choice *c)
{
    switch ((ludc_fpu)s->o.fpu) {
    case LUDC_FPU_INFINITE:
        return INFINITY;
    case LUDC_FPU_PARENT:
        return c->parent_value;
    case LUDC_FPU_WIN:
        return 1;
    case LUDC_FPU_DRAW:
        return 0.5f;
    case LUDC_FPU_LOSS:
        return 0;
    }
    return INFINITY;
}

/* ---- UCB1 -------------------------------------------------------------------------- */

/* P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002. */
static uint32_t ucb1_best(const ludc_search *s, const Choice *c, float *score)
{
    uint32_t i = search_ucb1(s, c, score);
    *score += c->offset;
    return i;
}

/* What was never visited is explored as if it had been once. */
float search_ucb1_fresh(const ludc_search *s, const Choice *c)
{
    return search_urgency(s, c) + (float)s->o.c * sqrtf(search_log(s, c->parent_visits));
}

/* UCB1-Tuned, section 4 of the same.  Its column: the mean of squares of the chooser's payoff. */
static uint32_t tuned_best(const ludc_search *s, const Choice *c, float *score)
{
    uint32_t best = 0;
    float log = search_log(s, c->parent_visits), weight = (float)s->o.c;
    *score = -INFINITY;
    for (uint32_t i = 0; i < c->tried; i++) {
        float share = log / (float)c->visits[i], mean = chooser(c, i);
        float variance = scale * (float)c->extra[i] - mean * mean + sqrtf(2 * share);
        float now = mean + weight * sqrtf(share * fminf(0.25f, fmaxf(variance, 0)));
        if (now > *score) {
            *score = now;
            best = i;
        }
    }
    return best;
}

/* As if it had been visited once, with the largest variance. */
static float tuned_fresh(const ludc_search *s, const Choice *c)
{
    return search_urgency(s, c) + (float)s->o.c * sqrtf(0.25f * search_log(s, c->parent_visits));
}

/* ---- PUCT ------------------------------------------------------------------ */

/* C. Rosin, "Multi-armed bandits with episode context", 2011, as D. Silver et al., Nature 529, 2016 have it:
 * + c p sqrt(N) / (n + 1). */
static float puct_weight(const ludc_search *s, const Choice *c) { return (float)s->o.c * sqrtf((float)c->parent_visits); }

static float puct_bonus(const ludc_search *s, const Choice *c) { return puct_weight(s, c) / (float)c->count; }

/* Priors that are not alike. */
static uint32_t prior_best(const ludc_search *s, const Choice *c, float *score)
{
    uint32_t best = 0;
    float weight = puct_weight(s, c);
    *score = -INFINITY;
    for (uint32_t i = 0; i < c->tried; i++) {
        float now = chooser(c, i) + weight * c->prior[i] / (float)(c->visits[i] + 1);
        if (now > *score) {
            *score = now;
            best = i;
        }
    }
    return best;
}

static uint32_t puct_best(const ludc_search *s, const Choice *c, float *score)
{
    uint32_t best = 0;
    if (c->prior)
        return prior_best(s, c, score);
    float bonus = puct_bonus(s, c);
    *score = -INFINITY;
    for (uint32_t i = 0; i < c->tried; i++) {
        float now = chooser(c, i) + bonus / (float)(c->visits[i] + 1);
        if (now > *score) {
            *score = now;
            best = i;
        }
    }
    return best;
}

static float puct_fresh(const ludc_search *s, const Choice *c)
{
    return search_urgency(s, c) + (c->prior ? puct_weight(s, c) * prior_top(c) : puct_bonus(s, c));
}

/* ---- all alike ------------------------------------------------------------------------------ */

static uint32_t flat_best(const ludc_search *s, const Choice *c, float *score)
{
    (void)s;
    uint32_t best = 0;
    for (uint32_t i = 1; i < c->tried; i++)
        if (c->visits[i] < c->visits[best])
            best = i;
    *score = 0;
    return best;
}

static float flat_fresh(const ludc_search *s, const Choice *c)
{
    (void)s;
    (void)c;
    return INFINITY;
}

/* ---- M-MCTS ---------------------------------------------------------------------------- */

/* UCB1 with V replaced by (1 - lambda) V + lambda V_M, by V where N_M is 0; where there are priors, + c p sqrt(N) / (n + 1) in
 * place of UCB1's bonus.  Columns: N_M, then V_M of each kept role, as values stand behind visits. */
static uint32_t memory_best(const ludc_search *s, const Choice *c, float *score)
{
    uint32_t best = 0;
    float share = (float)s->o.lambda;
    if (!(share > 0) && !c->prior)
        return ucb1_best(s, c, score); /* to the last bit */
    float explore = (float)(s->o.c * s->o.c) * search_log(s, c->parent_visits), weight = puct_weight(s, c);
    size_t column = 1 + (size_t)c->kept;
    const int32_t *remembered = (const int32_t *)(const void *)(c->extra + column * c->count);
    *score = -INFINITY;
    for (uint32_t i = 0; i < c->tried; i++) {
        float mean = chooser(c, i), n = (float)c->visits[i];
        float bonus = c->prior ? weight * c->prior[i] / (n + 1) : sqrtf(explore / n);
        if (c->extra[i])
            mean += share * (c->sign * scale * (float)remembered[i] + c->offset - mean);
        if (mean + bonus > *score) {
            *score = mean + bonus;
            best = i;
        }
    }
    return best;
}

static float memory_fresh(const ludc_search *s, const Choice *c)
{
    return c->prior ? search_urgency(s, c) + puct_weight(s, c) * prior_top(c) : search_ucb1_fresh(s, c);
}

const Select *search_select_of(const ludc_search_options *o)
{
    static const Select ucb1 = {"ucb1", ucb1_best, search_ucb1_fresh, NULL, 0, true};
    static const Select tuned = {"ucb1tuned", tuned_best, tuned_fresh, NULL, 1, false};
    static const Select puct = {"puct", puct_best, puct_fresh, NULL, 0, false};
    static const Select flat = {"flat", flat_best, flat_fresh, NULL, 0, false};
    static const Select memory = {"memory", memory_best, memory_fresh, NULL, 0, false};
    switch ((ludc_search_agent)o->agent) {
    case LUDC_AGENT_MMCTS:
        return &memory;
    case LUDC_AGENT_UCT:
        return amaf_of_all(o) ? &search_history : &ucb1;
    case LUDC_AGENT_GRAVE:
        return &search_grave;
    case LUDC_AGENT_UCB1TUNED:
        return &tuned;
    case LUDC_AGENT_PUCT:
        return &puct;
    case LUDC_AGENT_FLAT:
        return &flat;
    default:
        return NULL;
    }
}
