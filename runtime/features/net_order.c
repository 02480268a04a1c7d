/* net_order.c - the order of propositions of a SPatterNet, Algorithm 4 of the paper (feature.h).
 *
 * In rounds: features (disjunctions) that another one generalises are put aside; of the rest those with the fewest
 * instances assumed to hold are covered, each by one proposition at least: first those that are one proposition, then
 * by the number of their instances.  What was picked is assumed to hold in the next round.
 *
 * Which proposition covers is decided by equation 2, a score like that of Jeroslow and Wang: with
 *     S(c) = sum of 2^-|C| over the uncovered conjunctions C of a list that contain c
 * the score of c is S(c) + 1/2 sum of S(c') over all c' that c being true proves or disproves + 1/2 the same for c being
 * false.  A conjunction is covered when one of its propositions was picked.  The list is the feature and those behind
 * it in its bin; ties are broken by the later bins, the later classes, the generalised classes, each in turn, and then by number
 * (ours; the paper draws). */
#include "runtime/features/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

typedef struct {
    const NetProblem *p;
    bool *picked;      /* [nprop] */
    bool *assumed;     /* [nprop] picked in an earlier round */
    uint32_t *left;    /* [conjunctions] propositions not assumed */
    uint32_t *live;    /* [disjunctions] conjunctions with some left */
    uint32_t *proved;  /* [disjunctions] conjunctions with none left; NONE: it is equal to another one */
    bool *general;     /* [disjunctions] another one generalises it */
    uint32_t *list;    /* [disjunctions] those that matter, in the order of their class, then bin */
    uint32_t nlist;
    uint32_t *first;   /* [nprop] conjunctions by their least proposition not assumed: a chain .. */
    uint32_t *next;    /* [conjunctions] .. */
    uint32_t *owner;   /* [conjunctions] the disjunction */
    double *sum;       /* [nprop] S */
    uint32_t *candidate; /* [nprop] */
    uint32_t ncandidate;
    uint32_t *order;
    uint32_t norder;
} Orderer;

/* ---- what generalises what ------------------------------------------------------------------- */

static uint32_t least(const Orderer *o, uint32_t conjunction)
{
    for (uint32_t i = o->p->prop_at[conjunction]; i < o->p->prop_at[conjunction + 1]; i++)
        if (!o->assumed[o->p->prop[i]])
            return o->p->prop[i];
    return NONE;
}

/* Are the propositions of a, those not assumed, among those of b? */
static bool within(const Orderer *o, uint32_t a, uint32_t b)
{
    const NetProblem *p = o->p;
    uint32_t k = p->prop_at[b], end = p->prop_at[b + 1];
    for (uint32_t i = p->prop_at[a]; i < p->prop_at[a + 1]; i++) {
        if (o->assumed[p->prop[i]])
            continue;
        while (k < end && p->prop[k] < p->prop[i])
            k++;
        if (k == end || p->prop[k] != p->prop[i])
            return false;
    }
    return true;
}

static bool is_live(const Orderer *o, uint32_t d) { return o->proved[d] != NONE && o->live[d]; }

/* Does every conjunction of e that is left need all of one of d? */
static bool generalises(const Orderer *o, uint32_t d, uint32_t e)
{
    const uint32_t *at = o->p->conjunction_at;
    for (uint32_t c = at[e]; c < at[e + 1]; c++) {
        bool found = !o->left[c];
        for (uint32_t k = at[d]; k < at[d + 1] && !found; k++)
            found = o->left[k] && within(o, k, c);
        if (!found)
            return false;
    }
    return true;
}

static void chain_conjunctions(Orderer *o)
{
    const NetProblem *p = o->p;
    for (uint32_t i = 0; i < p->nprop; i++)
        o->first[i] = NONE;
    for (uint32_t d = p->ndisjunction; d-- > 0;)
        for (uint32_t c = p->conjunction_at[d]; is_live(o, d) && c < p->conjunction_at[d + 1]; c++) {
            uint32_t prop = o->left[c] ? least(o, c) : NONE;
            if (prop == NONE)
                continue;
            o->next[c] = o->first[prop];
            o->first[prop] = c;
        }
}

static uint32_t first_left(const Orderer *o, uint32_t d)
{
    uint32_t c = o->p->conjunction_at[d];
    while (!o->left[c])
        c++;
    return c;
}

/* Of two that generalise each other one goes: the other keeps the lesser number of what was proved. */
static bool merge(Orderer *o, uint32_t d, uint32_t other)
{
    if (!generalises(o, d, other))
        return false;
    o->proved[d] = o->proved[d] < o->proved[other] ? o->proved[d] : o->proved[other];
    o->proved[other] = NONE;
    return true;
}

/* Another one that generalises d has a conjunction within the first of d. */
static bool has_generaliser(Orderer *o, uint32_t d)
{
    const NetProblem *p = o->p;
    const uint32_t mine = first_left(o, d);
    for (uint32_t i = p->prop_at[mine]; i < p->prop_at[mine + 1]; i++) {
        if (o->assumed[p->prop[i]])
            continue;
        for (uint32_t c = o->first[p->prop[i]]; c != NONE; c = o->next[c]) {
            const uint32_t other = o->owner[c];
            if (other == d || !is_live(o, other) || !within(o, c, mine) || !generalises(o, other, d))
                continue;
            if (!merge(o, d, other))
                return true;
        }
    }
    return false;
}

/* ---- classes and bins -------------------------------------------------------------------------- */

/* Those not generalised by the number proved, then the generalised ones likewise; within a class by bins. */
static int compare(const void *data, uint32_t a, uint32_t b)
{
    const Orderer *o = data;
    if (o->general[a] != o->general[b])
        return o->general[a] ? 1 : -1;
    if (o->proved[a] != o->proved[b])
        return o->proved[a] < o->proved[b] ? -1 : 1;
    if (o->live[a] != o->live[b])
        return o->live[a] < o->live[b] ? -1 : 1;
    return a < b ? -1 : 1;
}

void net_sort(uint32_t *list, uint32_t n, uint32_t *spare, NetCompare *before, const void *data)
{
    if (n < 2)
        return;
    const uint32_t half = n / 2;
    net_sort(list, half, spare, before, data);
    net_sort(list + half, n - half, spare, before, data);
    for (uint32_t a = 0, b = half, k = 0; k < n; k++)
        spare[k] = b == n || (a < half && before(data, list[a], list[b]) < 0) ? list[a++] : list[b++];
    memcpy(list, spare, n * sizeof *list);
}

static void split(Orderer *o)
{
    const NetProblem *p = o->p;
    o->nlist = 0;
    chain_conjunctions(o);
    for (uint32_t d = 0; d < p->ndisjunction; d++)
        if (is_live(o, d))
            o->general[d] = has_generaliser(o, d);
    for (uint32_t d = 0; d < p->ndisjunction; d++)
        if (is_live(o, d))
            o->list[o->nlist++] = d;
    net_sort(o->list, o->nlist, o->candidate + p->nprop, compare, o);
}

/* ---- equation 2 ------------------------------------------------------------------------------------ */

static bool is_covered(const Orderer *o, uint32_t conjunction)
{
    for (uint32_t i = o->p->prop_at[conjunction]; i < o->p->prop_at[conjunction + 1]; i++)
        if (o->picked[o->p->prop[i]] && !o->assumed[o->p->prop[i]])
            return true;
    return false;
}

static void add_conjunction(Orderer *o, uint32_t c)
{
    const NetProblem *p = o->p;
    if (!o->left[c] || is_covered(o, c))
        return;
    for (uint32_t i = p->prop_at[c]; i < p->prop_at[c + 1]; i++)
        if (!o->assumed[p->prop[i]])
            o->sum[p->prop[i]] += ldexp(1, -(int)o->left[c]);
}

/* S over list[first .. end - 1]. */
static void sum_up(Orderer *o, uint32_t first, uint32_t end)
{
    const NetProblem *p = o->p;
    memset(o->sum, 0, p->nprop * sizeof *o->sum);
    for (uint32_t k = first; k < end; k++)
        for (uint32_t c = p->conjunction_at[o->list[k]]; c < p->conjunction_at[o->list[k] + 1]; c++)
            add_conjunction(o, c);
}

static double score(const Orderer *o, uint32_t prop)
{
    const NetProblem *p = o->p;
    double score = o->sum[prop];
    for (uint32_t i = p->true_at[prop]; i < p->true_at[prop + 1]; i++)
        score += o->sum[p->if_true[i]] / 2;
    for (uint32_t i = p->false_at[prop]; i < p->false_at[prop + 1]; i++)
        score += o->sum[p->if_false[i]] / 2;
    return score;
}

/* Leaves the candidates of the highest score. */
static void keep_best(Orderer *o)
{
    double best = -1;
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->ncandidate; i++) {
        double mine = score(o, o->candidate[i]);
        if (mine > best) {
            best = mine;
            n = 0;
        }
        if (mine == best)
            o->candidate[n++] = o->candidate[i];
    }
    o->ncandidate = n;
}

static bool same_bin(const Orderer *o, uint32_t a, uint32_t b, uint32_t round)
{
    if (o->general[a] != o->general[b] || o->proved[a] != o->proved[b])
        return false;
    return o->general[a] || o->proved[a] != round || o->live[a] == o->live[b];
}

/* Where the list that begins at k ends: bins in the class of the round, whole classes behind it. */
static uint32_t list_end(const Orderer *o, uint32_t k, uint32_t round)
{
    uint32_t end = k + 1;
    while (end < o->nlist && same_bin(o, o->list[k], o->list[end], round))
        end++;
    return end;
}

/* ---- picking ------------------------------------------------------------------------------------------- */

static void pick(Orderer *o, uint32_t prop)
{
    o->picked[prop] = true;
    o->order[o->norder++] = prop;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The propositions of a feature, each once; false: one of them was picked in this round. */
static bool find_candidates(Orderer *o, uint32_t d)
{
    const NetProblem *p = o->p;
    uint32_t n = 0;
    o->ncandidate = 0;
    for (uint32_t c = p->conjunction_at[d]; c < p->conjunction_at[d + 1]; c++)
        for (uint32_t i = p->prop_at[c]; i < p->prop_at[c + 1]; i++) {
            const uint32_t prop = p->prop[i];
            if (o->assumed[prop])
                continue;
            if (o->picked[prop])
                return false;
            if (o->sum[prop] >= 0)
                o->candidate[n++] = prop;
            o->sum[prop] = -1; /* it is among them */
        }
    qsort(o->candidate, n, sizeof *o->candidate, by_number);
    o->ncandidate = n;
    return n != 0;
}

/* Covers list[k], which is in the class `round`. */
static void cover(Orderer *o, uint32_t k, uint32_t round)
{
    memset(o->sum, 0, o->p->nprop * sizeof *o->sum);
    if (!find_candidates(o, o->list[k]))
        return;
    for (uint32_t at = k; o->ncandidate > 1 && at < o->nlist;) {
        const uint32_t end = list_end(o, at, round);
        sum_up(o, at, end);
        keep_best(o);
        at = end;
    }
    pick(o, o->candidate[0]);
}

/* The one proposition of a feature; NONE: it has several. */
static uint32_t single(const Orderer *o, uint32_t d)
{
    const uint32_t c = first_left(o, d);
    return o->live[d] == 1 && o->left[c] == 1 ? least(o, c) : NONE;
}

static void cover_singles(Orderer *o, uint32_t end)
{
    for (int preferred = 1; preferred >= 0; preferred--)
        for (uint32_t k = 0; k < end; k++) {
            const uint32_t prop = single(o, o->list[k]);
            if (prop != NONE && !o->picked[prop] && o->p->prefer[prop] == (preferred == 1))
                pick(o, prop);
        }
}

static void assume(Orderer *o)
{
    const NetProblem *p = o->p;
    memcpy(o->assumed, o->picked, p->nprop * sizeof *o->assumed);
    for (uint32_t d = 0; d < p->ndisjunction; d++)
        for (uint32_t c = p->conjunction_at[d]; is_live(o, d) && c < p->conjunction_at[d + 1]; c++) {
            uint32_t left = 0;
            for (uint32_t i = p->prop_at[c]; i < p->prop_at[c + 1]; i++)
                left += !o->assumed[p->prop[i]];
            if (o->left[c] && !left) {
                o->live[d]--;
                o->proved[d]++;
            }
            o->left[c] = left;
        }
}

/* One round; false: nothing is left. */
static bool go_round(Orderer *o)
{
    split(o);
    if (!o->nlist)
        return false;
    const uint32_t round = o->proved[o->list[0]], before = o->norder;
    uint32_t end = 1;
    while (end < o->nlist && o->proved[o->list[end]] == round && o->general[o->list[end]] == o->general[o->list[0]])
        end++;
    cover_singles(o, end);
    for (uint32_t k = 0; k < end; k++)
        if (single(o, o->list[k]) == NONE)
            cover(o, k, round);
    assume(o);
    return o->norder > before;
}

/* What no round asked for comes last. */
static void pick_rest(Orderer *o)
{
    for (uint32_t i = 0; i < o->p->nprop; i++)
        if (!o->picked[i])
            pick(o, i);
}

static bool begin(Orderer *o, const NetProblem *p, uint32_t *order)
{
    const size_t conjunctions = p->conjunction_at[p->ndisjunction];
    *o = (Orderer){.p = p, .order = order};
    o->picked = calloc(p->nprop + 1, sizeof *o->picked);
    o->assumed = calloc(p->nprop + 1, sizeof *o->assumed);
    o->left = malloc((conjunctions + 1) * sizeof *o->left);
    o->live = malloc((p->ndisjunction + 1) * sizeof *o->live);
    o->proved = calloc(p->ndisjunction + 1, sizeof *o->proved);
    o->general = calloc(p->ndisjunction + 1, sizeof *o->general);
    o->list = malloc((p->ndisjunction + 1) * sizeof *o->list);
    o->first = malloc((p->nprop + 1) * sizeof *o->first);
    o->next = malloc((conjunctions + 1) * sizeof *o->next);
    o->owner = malloc((conjunctions + 1) * sizeof *o->owner);
    o->sum = malloc((p->nprop + 1) * sizeof *o->sum);
    o->candidate = malloc((p->nprop + p->ndisjunction + 1) * sizeof *o->candidate);
    return o->picked && o->assumed && o->left && o->live && o->proved && o->general && o->list && o->first && o->next &&
           o->owner && o->sum && o->candidate;
}

static void end(Orderer *o)
{
    free(o->picked);
    free(o->assumed);
    free(o->left);
    free(o->live);
    free(o->proved);
    free(o->general);
    free(o->list);
    free(o->first);
    free(o->next);
    free(o->owner);
    free(o->sum);
    free(o->candidate);
}

bool net_order(const NetProblem *p, uint32_t *order)
{
    Orderer o;
    bool ok = begin(&o, p, order);
    for (uint32_t d = 0; ok && d < p->ndisjunction; d++) {
        o.live[d] = p->conjunction_at[d + 1] - p->conjunction_at[d];
        for (uint32_t c = p->conjunction_at[d]; c < p->conjunction_at[d + 1]; c++) {
            o.left[c] = p->prop_at[c + 1] - p->prop_at[c];
            o.owner[c] = d;
        }
    }
    while (ok && go_round(&o))
        ;
    if (ok)
        pick_rest(&o);
    end(&o);
    return ok;
}
