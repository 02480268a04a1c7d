/* search_grave.c - selection by statistics over moves.
 *
 * RAVE: S. Gelly, D. Silver, "Combining online and offline knowledge in UCT", ICML 2007; GRAVE, where
 * nodes with few games ask the nearest one above that has enough: T. Cazenave, "Generalized rapid action
 * value estimation", IJCAI 2015.  Progressive history: J. Nijssen, M. Winands, "Enhancements for
 * multi-player Monte-Carlo tree search", CG 2011. */
#include <math.h>

#include "runtime/search/amaf.h"

static const float scale = 1.0f / (float)TREE_ONE;

/* ---- one move -------------------------------------------------------------------------- */

float grave_score(const ludc_search *s, uint32_t move, uint32_t player, uint32_t visits, float mean, float log)
{
    float amaf = 0, n = (float)visits;
    uint32_t games = amaf_find(s, s->amaf->reference, move, player, &amaf);
    if (!visits)
        return games ? amaf : INFINITY;
    float g = (float)games, share = games ? g / (g + n + (float)s->o.bias * g * n) : 0;
    return (1 - share) * mean + share * amaf + (float)s->o.c * sqrtf(log / n);
}

static float mean_of(const Choice *c, uint32_t i) { return c->sign * scale * (float)c->value[i] + c->offset; }

static uint32_t move_at(const ludc_search *s, const Choice *c, uint32_t i)
{
    return tree_move(&s->tree, (Place){c->block, i});
}

/* ---- children of a node ---------------------------------------------------------------------- */

static uint32_t grave_best(const ludc_search *s, const Choice *c, float *score)
{
    uint32_t best = 0;
    float log = search_log(s, c->parent_visits);
    amaf_reference(s, c->parent);
    *score = -INFINITY;
    for (uint32_t i = 0; i < c->tried; i++) {
        float now = grave_score(s, move_at(s, c, i), c->mover, c->visits[i], mean_of(c, i), log);
        if (now > *score) {
            *score = now;
            best = i;
        }
    }
    return best;
}

/* Of the moves never made here the best elsewhere; those made nowhere count as fpu says. */
static float grave_fresh(const ludc_search *s, const Choice *c)
{
    float top = -INFINITY, unknown = search_urgency(s, c);
    amaf_reference(s, c->parent);
    for (uint32_t i = c->tried; i < c->live; i++) {
        float now = grave_score(s, move_at(s, c, i), c->mover, 0, 0, 0);
        now = now < INFINITY ? now : unknown;
        if (now > top) {
            top = now;
            s->amaf->pick = i;
        }
    }
    return top;
}

static uint32_t grave_which(const ludc_search *s, const Choice *c)
{
    (void)c;
    return s->amaf->pick;
}

const Select search_grave = {"grave", grave_best, grave_fresh, grave_which, 1};

/* ---- progressive history ------------------------------------------------------------------------ */

/* W times the move's mean in all games, over the losses here and 1. */
float history_bonus(const ludc_search *s, uint32_t move, uint32_t player, uint32_t visits, float mean)
{
    float all = 0;
    if (!amaf_find(s, amaf_history(s), move, player, &all))
        return 0;
    return (float)s->o.history * all / ((1 - mean) * (float)visits + 1);
}

static uint32_t history_best(const ludc_search *s, const Choice *c, float *score)
{
    uint32_t best = 0;
    float explore = (float)(s->o.c * s->o.c) * search_log(s, c->parent_visits);
    *score = -INFINITY;
    for (uint32_t i = 0; i < c->tried; i++) {
        float mean = mean_of(c, i), now = mean + sqrtf(explore / (float)c->visits[i]);
        now += history_bonus(s, move_at(s, c, i), c->mover, c->visits[i], mean);
        if (now > *score) {
            *score = now;
            best = i;
        }
    }
    return best;
}

const Select search_history = {"history", history_best, search_urgency, NULL, 0};
