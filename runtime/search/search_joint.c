/* search_joint.c - steps in which several roles choose at once.
 *
 * Decoupled UCT, Exp3 and regret matching, each role over its own actions (M. Lanctot, V. Lisy,
 * M. Winands, "Monte Carlo tree search in simultaneous move games with applications to
 * Goofspiel", 2014). */
#include <math.h>
#include <string.h>

#include "runtime/search/amaf.h"
#include "runtime/search/prior.h"

/* ---- one role's choice ---------------------------------------------------------------------- */

uint32_t search_joint_extra(ludc_joint_rule rule) { return rule == LUDC_JOINT_DUCT ? 0 : 2; }

/* The actions of a role. */
typedef struct {
    uint32_t n, player, block, first;
    const uint32_t *visits;
    const int32_t *value;
    float *sum;     /* exp3: of gains divided by their chances; rm: of regrets */
    float *average; /* of the chances with which it was played */
    const uint32_t *asked;     /* mmcts: N_M */
    const int32_t *remembered; /* and V_M of the role */
    const float *prior;        /* NULL: all alike */
} Actions;

static Actions actions_of(const ludc_search *s, uint32_t block, uint32_t p)
{
    const Tree *t = &s->tree;
    uint32_t first = search_joint_first(s, block, p);
    Actions a = {.n = search_joint_first(s, block, p + 1) - first, .player = p, .block = block, .first = first};
    a.visits = tree_column(t, block, 0) + first;
    a.value = (const int32_t *)tree_column(t, block, 1) + first;
    a.prior = s->priors ? prior_column(s, block) + first : NULL;
    if (s->memory) {
        a.asked = tree_column(t, block, t->extra) + first;
        a.remembered = (const int32_t *)tree_column(t, block, t->extra + 1) + first;
    } else if (s->o.joint != LUDC_JOINT_DUCT) {
        a.sum = (float *)(void *)tree_column(t, block, t->extra) + first;
        a.average = (float *)(void *)tree_column(t, block, t->extra + 1) + first;
    }
    return a;
}

/* The mean, with mmcts mixed with the memory's. */
static float action_value(const ludc_search *s, const Actions *a, uint32_t i)
{
    float mean = (float)a->value[i] / (float)TREE_ONE;
    if (s->memory && s->o.lambda > 0 && a->asked[i])
        mean += (float)s->o.lambda * ((float)a->remembered[i] / (float)TREE_ONE - mean);
    return mean;
}

/* GRAVE over the actions of a role, as over the children of a node. */
static uint32_t by_grave(ludc_search *s, const Actions *a, uint32_t visits)
{
    uint32_t best = 0, ties = 0;
    uint32_t least = search_grave_least(s, visits, a->n);
    float top = -1, log = search_log(s, visits);
    for (uint32_t i = 0; i < a->n; i++) {
        uint32_t move = tree_move(&s->tree, (Place){a->block, a->first + i});
        float score = a->visits[i] < least ? INFINITY : search_grave_score(s, move, a->player, a->visits[i], (float)a->value[i] / (float)TREE_ONE, log);
        bool tie = score >= top && score <= top; /* moves made nowhere are alike */
        ties = tie ? ties + 1 : 1;
        if (score > top || (tie && search_below(s, ties) == 0))
            best = i;
        top = score > top ? score : top;
    }
    return best;
}

/* UCB1; what was never visited comes first, at random. */
static uint32_t by_ucb(ludc_search *s, const Actions *a, uint32_t visits)
{
    uint32_t fresh = 0, best = 0;
    float top = -INFINITY, explore = (float)(s->o.c * s->o.c) * search_log(s, visits);
    for (uint32_t i = 0; i < a->n; i++)
        fresh += a->visits[i] == 0;
    uint32_t pick = fresh ? search_below(s, fresh) : 0;
    for (uint32_t i = 0; i < a->n; i++) {
        if (fresh && !a->visits[i] && !pick--)
            return i;
        float mean = action_value(s, a, i), score = fresh ? 0 : mean + sqrtf(explore / (float)a->visits[i]);
        if (s->amaf && !fresh)
            score += search_history_bonus(s, tree_move(&s->tree, (Place){a->block, a->first + i}), a->player, a->visits[i], mean);
        if (!fresh && score > top) {
            top = score;
            best = i;
        }
    }
    return best;
}

/* PUCT over the actions of a role; where those never visited come first, by their priors. */
static uint32_t by_puct(ludc_search *s, const Actions *a, Place parent)
{
    const Choice c = {.parent_value = (float)search_value_at(s, parent, a->player)};
    uint32_t best = 0, ties = 0;
    float top = -INFINITY, fresh = search_urgency(s, &c), weight = (float)s->o.c * sqrtf((float)*tree_visits(&s->tree, parent));
    bool first = false; /* the best is to come first */
    for (uint32_t i = 0; i < a->n; i++) {
        bool now = !a->visits[i] && isinf(fresh);
        float prior = a->prior ? a->prior[i] : 1.0f / (float)a->n;
        float score = now ? prior : (a->visits[i] ? action_value(s, a, i) : fresh) + weight * prior / (float)(a->visits[i] + 1);
        bool better = now > first || (now == first && score > top);
        bool tie = now == first && score >= top && score <= top;
        if (!better && !tie)
            continue;
        ties = better ? 1 : ties + 1;
        if (better || search_below(s, ties) == 0)
            best = i;
        top = score;
        first = now;
    }
    return best;
}

/* Exp3 in the form that does not overflow (P. Auer et al., SIAM J. Computing 32, 2002). */
static void exp3_chances(const Actions *a, double gamma, double *chance)
{
    double eta = gamma / a->n, top = a->sum[0], total = 0;
    for (uint32_t i = 1; i < a->n; i++)
        top = a->sum[i] > top ? a->sum[i] : top;
    for (uint32_t i = 0; i < a->n; i++)
        total += chance[i] = exp(eta * (a->sum[i] - top));
    for (uint32_t i = 0; i < a->n; i++)
        chance[i] /= total;
}

/* In proportion to positive regrets (S. Hart, A. Mas-Colell, Econometrica 68, 2000). */
static void regret_chances(const Actions *a, double *chance)
{
    double total = 0;
    for (uint32_t i = 0; i < a->n; i++)
        total += chance[i] = a->sum[i] > 0 ? a->sum[i] : 0;
    for (uint32_t i = 0; i < a->n; i++)
        chance[i] = total > 0 ? chance[i] / total : 1.0 / a->n;
}

/* Draws by the rule's chances mixed with equal ones, and counts the average strategy. */
static uint32_t by_chance(ludc_search *s, const Actions *a, float *taken)
{
    double gamma = s->o.gamma, unit = (double)(ludc_next_word(&s->rng) >> 11) * 0x1p-53, sum = 0;
    if (s->o.joint == LUDC_JOINT_EXP3)
        exp3_chances(a, gamma, s->chance);
    else
        regret_chances(a, s->chance);
    uint32_t pick = a->n - 1;
    for (uint32_t i = 0; i < a->n; i++)
        a->average[i] += (float)s->chance[i];
    for (uint32_t i = 0; i < a->n; i++) {
        s->chance[i] = (1 - gamma) * s->chance[i] + gamma / a->n;
        sum += s->chance[i];
        if (unit < sum) {
            pick = i;
            break;
        }
    }
    *taken = (float)s->chance[pick];
    return pick;
}

uint32_t search_joint_choose(ludc_search *s, uint32_t block, Place parent)
{
    const Tree *t = &s->tree;
    uint32_t moves[TREE_ROLES], level = s->depth + 1, *slot = s->joint_slot + (size_t)level * s->players;
    for (uint32_t p = 1; p <= s->players; p++) {
        Actions a = actions_of(s, block, p);
        uint32_t first = search_joint_first(s, block, p);
        float *taken = &s->joint_chance[(size_t)level * s->players + p - 1];
        if (s->o.agent == LUDC_AGENT_GRAVE)
            amaf_reference(s, parent);
        bool duct = s->o.joint == LUDC_JOINT_DUCT, puct = s->o.agent == LUDC_AGENT_PUCT || s->priors;
        uint32_t i = !duct                               ? by_chance(s, &a, taken)
                     : s->o.agent == LUDC_AGENT_GRAVE ? by_grave(s, &a, *tree_visits(t, parent))
                     : puct                           ? by_puct(s, &a, parent)
                                                      : by_ucb(s, &a, *tree_visits(t, parent));
        slot[p - 1] = first + i;
        moves[p - 1] = tree_move(t, (Place){block, first + i});
    }
    uint32_t edge = search_edge_find(s, block, moves);
    if (!edge)
        edge = search_edge_make(s, block, moves);
    s->joint_block[level] = block;
    if (edge && search_game(s)->apply_joint)
        search_game(s)->apply_joint(search_game(s), s->state, moves);
    return edge;
}

/* ---- what it led to -------------------------------------------------------------------------------- */

/* What a role would have got from another action, all else alike: the mean of what that step led
 * to; nothing is regretted that was never tried. */
static double instead(const ludc_search *s, uint32_t level, uint32_t p, uint32_t slot, double gain)
{
    const Tree *t = &s->tree;
    uint32_t moves[TREE_ROLES], block = s->joint_block[level];
    search_step_of(s, s->path[level], moves);
    moves[p - 1] = tree_move(t, (Place){block, slot});
    uint32_t edge = search_edge_find(s, block, moves);
    return edge ? search_value_at(s, (Place){edge, 0}, p) : gain;
}

static void learn(ludc_search *s, uint32_t level, uint32_t p, double gain)
{
    uint32_t block = s->joint_block[level], first = search_joint_first(s, block, p);
    Actions a = actions_of(s, block, p);
    size_t step = (size_t)level * s->players + p - 1;
    uint32_t i = s->joint_slot[step] - first;
    if (s->o.joint == LUDC_JOINT_EXP3)
        a.sum[i] += (float)(gain / s->joint_chance[step]);
    for (uint32_t j = 0; j < a.n && s->o.joint == LUDC_JOINT_RM; j++)
        if (j != i)
            a.sum[j] += (float)(instead(s, level, p, first + j, gain) - gain);
}

void search_joint_backup(ludc_search *s, uint32_t level, const int32_t *value)
{
    for (uint32_t p = 1; p <= s->players; p++) {
        Place place = {s->joint_block[level], s->joint_slot[(size_t)level * s->players + p - 1]};
        int32_t v = s->constant && p == 2 ? TREE_ONE - value[0] : value[s->constant ? 0 : p - 1];
        uint32_t n = ++*tree_visits(&s->tree, place);
        int32_t *mean = tree_value(&s->tree, place, 0);
        *mean += (int32_t)lrint((double)(v - *mean) / n);
        if (s->o.joint != LUDC_JOINT_DUCT)
            learn(s, level, p, payoff_of(v));
    }
}

double search_joint_share(const ludc_search *s, uint32_t block, uint32_t p, uint32_t slot)
{
    Actions a = actions_of(s, block, p);
    double total = 0;
    for (uint32_t i = 0; i < a.n; i++)
        total += a.average ? (double)a.average[i] : (double)a.visits[i];
    uint32_t i = slot - search_joint_first(s, block, p);
    return total > 0 ? (a.average ? (double)a.average[i] : (double)a.visits[i]) / total : 0;
}
