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

float search_grave_score(const ludc_search *s, uint32_t move, uint32_t player, uint32_t visits, float mean, float log)
{
    float amaf = 0, n = (float)visits;
    uint32_t games = amaf_find(s, s->amaf->reference, move, player, &amaf);
    if (!visits)
        return games ? amaf + (float)s->o.c * sqrtf(log) : INFINITY;
    float g = (float)games, share = games ? g / (g + n + (float)s->o.bias * g * n) : 0;
    return (1 - share) * mean + share * amaf + (float)s->o.c * sqrtf(log / n);
}

/* The paper's rule explores nothing: a move that looks bad wherever else it is made may never be made here, where it refutes.  So each
 * is made as often as the logarithm of the visits, which takes one in `tries` of these at most (ours). */
uint32_t search_grave_least(const ludc_search *s, uint32_t visits, uint32_t count)
{
    uint32_t least = 0;
    for (uint64_t n = (uint64_t)s->o.tries * count; n && n <= visits; n *= 2)
        least++;
    return least;
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
    uint32_t least = search_grave_least(s, c->parent_visits, c->live);
    float log = search_log(s, c->parent_visits);
    amaf_reference(s, c->parent);
    *score = -INFINITY;
    for (uint32_t i = 0; i < c->tried; i++) {
        float now = c->visits[i] < least ? INFINITY : search_grave_score(s, move_at(s, c, i), c->mover, c->visits[i], mean_of(c, i), log);
        if (now > *score) {
            *score = now;
            best = i;
        }
    }
    return best;
}

/* Of the moves never made here the best elsewhere, explored as if made once (ours); those made nowhere count as fpu says. */
static float grave_fresh(const ludc_search *s, const Choice *c)
{
    float top = -INFINITY, unknown = search_urgency(s, c), log = search_log(s, c->parent_visits);
    amaf_reference(s, c->parent);
    for (uint32_t i = c->tried; i < c->live; i++) {
        float now = search_grave_score(s, move_at(s, c, i), c->mover, 0, 0, log);
        now = now < INFINITY ? now : unknown;
        if (now > top) {
            top = now;
            s->amaf->pick = i;
        }
    }
    return search_grave_least(s, c->parent_visits, c->live) ? INFINITY : top;
}

static uint32_t grave_which(const ludc_search *s, const Choice *c)
{
    (void)c;
    return s->amaf->pick;
}

const Select search_grave = {"grave", grave_best, grave_fresh, grave_which, 1, false};

/* ---- progressive history, progressive bias ---------------------------------------------------------- */

/* Of a move's mean in all games: W times it over the losses here and 1 (progressive history), and over the visits here and 1
 * (progressive bias: G. Chaslot, M. Winands, J. van den Herik, J. Uiterwijk, B. Bouzy, "Progressive strategies for Monte-Carlo tree
 * search", 2008; that the mean is the heuristic is ours). */
float search_history_bonus(const ludc_search *s, uint32_t move, uint32_t player, uint32_t visits, float mean)
{
    float all = 0;
    if (!amaf_find(s, amaf_history(s), move, player, &all))
        return 0;
    return (float)s->o.history * all / ((1 - mean) * (float)visits + 1) + (float)s->o.progressive * all / ((float)visits + 1);
}

static uint32_t history_best(const ludc_search *s, const Choice *c, float *score)
{
    uint32_t best = 0;
    float explore = (float)(s->o.c * s->o.c) * search_log(s, c->parent_visits);
    *score = -INFINITY;
    for (uint32_t i = 0; i < c->tried; i++) {
        float mean = mean_of(c, i), now = mean + sqrtf(explore / (float)c->visits[i]);
        now += search_history_bonus(s, move_at(s, c, i), c->mover, c->visits[i], mean);
        if (now > *score) {
            *score = now;
            best = i;
        }
    }
    return best;
}

const Select search_history = {"history", history_best, search_ucb1_fresh, NULL, 0, false};
