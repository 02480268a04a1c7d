/* solve_dfpn.c - a question with two answers: is the first role's value so much or more?  df-pn (A. Nagai, PhD
 * thesis, Tokyo 2002): depth first by proof numbers, with thresholds; those of children grow by a quarter at least
 * (1 + epsilon: J. Pawlewicz, L. Lew, CG 2006); a sum of numbers is the greatest of them and one for each other
 * (weak proof numbers: T. Ueda et al., CG 2008), as ways that meet again would be counted twice.
 *
 * A position met again on the way down fails for whoever proves, and so does what lies too deep: a proof holds
 * on any path; a refutation that needs such a failure holds on this one alone, counts in this round alone,
 * and is no answer (ours; on the history of graphs A. Kishimoto, M. Mueller, AAAI 2004).  Then the question is
 * asked from the other side.  What holds anywhere goes into the rows of alpha-beta, which begins with it
 * where neither side proves anything. */
#include <stdlib.h>
#include <string.h>

#include "runtime/search/solve.h"

enum { NEVER = 1000000000 };

/* What it takes to prove and to refute, behind a row. */
typedef struct {
    uint32_t pn, dn;
} Numbers;

/* A move: its position's keys and counters, as a level has them. */
struct ProofChild {
    uint64_t key[2], whole[2];
    uint32_t count[SOLVE_COUNTERS], left_out;
    uint32_t rise, ahead; /* of counters: to this position, and below it */
    Numbers n;
    bool fixed; /* over, or met before on this path */
    bool clean; /* a failure that holds on every path */
};

static const Numbers proved = {0, NEVER}, failed = {NEVER, 0};

size_t solve_dfpn_row(void) { return sizeof(Numbers); }

static Numbers *numbers(Row *row) { return (Numbers *)(void *)(row + 1); }

/* ---- the table ---------------------------------------------------------------------------- */

/* Rows of numbers are apart from those of values, and those of one question from another's. */
static void key_of(const ludc_solver *s, const uint64_t key[2], uint64_t out[2])
{
    uint64_t question = (2 * (uint64_t)s->beta + s->prover) * UINT64_C(0x9e3779b97f4a7c15);
    out[0] = key[0] ^ question >> 7;
    out[1] = key[1] ^ question;
}

/* Is the question answered by such a value?  As numbers; true: it is. */
static bool decided(const ludc_solver *s, Interval v, Numbers *n)
{
    bool yes = v.low >= s->beta, no = v.high < s->beta;
    if (yes || no)
        *n = yes == (s->prover == 1) ? proved : failed;
    return yes || no;
}

/* The level below has the child's keys. */
static void take_keys(Level *next, const struct ProofChild *c)
{
    memcpy(next->key, c->key, sizeof c->key);
    memcpy(next->whole, c->whole, sizeof c->whole);
    memcpy(next->count, c->count, sizeof c->count);
    next->left_out = c->left_out;
    next->ahead = 0;
}

/* Answers are taken from values alone, whose rows know for which counters they hold; what failed on another path
 * of this round is taken to fail here, which may cost an answer. */
static void look_up(ludc_solver *s, uint32_t depth, struct ProofChild *c)
{
    Level *next = &s->level[depth + 1];
    uint64_t key[2];
    if (c->fixed)
        return;
    take_keys(next, c);
    if (decided(s, solve_known_interval(s, depth + 1), &c->n)) {
        c->fixed = c->clean = true;
        c->ahead = next->ahead;
        return;
    }
    key_of(s, c->key, key);
    Row *row = solve_table_find(&s->table, key);
    if (row && row->work && numbers(row)->pn && (numbers(row)->dn || row->round == s->round))
        c->n = *numbers(row);
}

static void store(ludc_solver *s, const Level *l, Numbers n, uint64_t work)
{
    uint64_t key[2];
    key_of(s, l->key, key);
    Row *row = solve_table_take(&s->table, key);
    *numbers(row) = n;
    row->round = s->round;
    row->work = solved_work(work + 1) & SOLVE_WORK;
}

/* ---- children ------------------------------------------------------------------------------- */

static bool room_for(ludc_solver *s, Level *l)
{
    if (l->n <= l->children)
        return true;
    struct ProofChild *more = realloc(l->child, l->n * sizeof *more);
    s->stopped |= !more;
    if (more) {
        l->child = more;
        l->children = l->n;
    }
    return more != NULL;
}

/* Before anything was searched there: whoever has many moves is not soon refuted. */
static Numbers first_numbers(const ludc_solver *s, const void *state)
{
    const ludc_reasoner *r = s->r;
    if (r->joint || r->over(r, state))
        return (Numbers){1, 1};
    uint32_t n = r->moves(r, state, NULL);
    n = n ? n : 1;
    return r->mover(r, state) == s->prover ? (Numbers){1, n} : (Numbers){n, 1};
}

static void make_child(ludc_solver *s, uint32_t depth, struct ProofChild *c)
{
    Level *l = &s->level[depth], *next = l + 1;
    *c = (struct ProofChild){.n = first_numbers(s, next->state)};
    Interval v = solve_look(s, depth + 1);
    memcpy(c->key, next->key, sizeof c->key);
    memcpy(c->whole, next->whole, sizeof c->whole);
    memcpy(c->count, next->count, sizeof c->count);
    c->left_out = next->left_out;
    c->ahead = next->ahead;
    for (uint32_t i = 0; i < s->counters; i++)
        if (c->count[i] > l->count[i] && c->count[i] - l->count[i] > c->rise)
            c->rise = c->count[i] - l->count[i];
    c->clean = c->fixed = decided(s, v, &c->n);
    if (!c->fixed && (depth + 1 >= SOLVE_DEPTH || solve_on_path(s, depth + 1))) {
        c->n = failed;
        c->fixed = true;
    }
}

static bool make_children(ludc_solver *s, uint32_t depth)
{
    Level *l = &s->level[depth];
    if (!solve_open(s, depth) || !room_for(s, l))
        return false;
    solve_order(s, l, solve_best(s, depth));
    for (uint32_t i = 0; i < l->n && !s->stopped; i++)
        if (solve_play(s, depth, i))
            make_child(s, depth, &l->child[i]);
    return !s->stopped;
}

/* The children taken together, and which of them to look at next. */
typedef struct {
    Numbers n;
    uint32_t best, second; /* the child; the least number of the others */
    uint32_t open;         /* children that count in the sum */
    bool clean;
} Whole;

/* With `or` the prover chooses: one child is enough to prove, all are needed to refute. */
static Whole take_together(ludc_solver *s, uint32_t depth, bool or)
{
    Level *l = &s->level[depth];
    uint32_t least = NEVER, second = NEVER, most = 0;
    Whole w = {.clean = or};
    for (uint32_t i = 0; i < l->n; i++) {
        struct ProofChild *c = &l->child[i];
        look_up(s, depth, c);
        uint32_t mine = or ? c->n.pn : c->n.dn, other = or ? c->n.dn : c->n.pn;
        if (c->n.dn == 0)
            w.clean = or ? w.clean && c->clean : w.clean || c->clean;
        most = other > most ? other : most;
        w.open += other > 0;
        if (i == 0 || mine < least) {
            second = i ? least : NEVER;
            least = mine;
            w.best = i;
        } else if (mine < second) {
            second = mine;
        }
    }
    uint32_t sum = !w.open ? 0 : most >= NEVER - w.open ? NEVER : most + w.open - 1;
    w.n = or ? (Numbers){least, sum} : (Numbers){sum, least};
    w.second = second;
    return w;
}

/* ---- the search -------------------------------------------------------------------------------- */

/* How far counters grow below, as far as the answer may depend on it. */
static uint32_t ahead_of(const Level *l)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < l->n; i++)
        if (l->child[i].fixed && l->child[i].rise + l->child[i].ahead > most)
            most = l->child[i].rise + l->child[i].ahead;
    return most < SOLVE_AHEAD ? most : SOLVE_AHEAD;
}

/* An answer that holds on every path becomes part of what is known of the position. */
static void conclude(ludc_solver *s, uint32_t depth, const Whole *w, uint64_t work)
{
    Level *l = &s->level[depth];
    bool yes = (w->n.pn == 0) == (s->prover == 1);
    Interval v = {0, (uint16_t)s->unit};
    s->clean = w->n.pn == 0 || w->clean;
    if (!s->clean)
        return;
    if (yes)
        v.low = (uint16_t)s->beta;
    else
        v.high = (uint16_t)(s->beta - 1);
    l->ahead = ahead_of(l);
    solve_keep_interval(s, depth, v, l->n ? l->move[w->best] + 1 : 0, work);
}

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* The threshold of one of several numbers whose sum has that one. */
static uint32_t share(uint32_t threshold, const Whole *w)
{
    return threshold == NEVER ? NEVER : threshold - (w->open ? w->open - 1 : 0);
}

/* The position at level `depth`, until one of its numbers reaches its threshold. */
static Numbers prove(ludc_solver *s, uint32_t depth, uint32_t pt, uint32_t dt)
{
    const Numbers fresh = {1, 1};
    Level *l = &s->level[depth];
    uint64_t before = s->positions;
    if (solve_late(s) || !make_children(s, depth))
        return fresh;
    bool or = l->chooser == s->prover;
    for (;;) {
        Whole w = take_together(s, depth, or);
        if (or ? w.n.pn == 0 : w.n.dn == 0)
            s->merit[l->move[w.best]]++;
        if (w.n.pn == 0 || w.n.dn == 0)
            conclude(s, depth, &w, s->positions - before + 1);
        if (w.n.pn == 0 || w.n.dn == 0 || w.n.pn >= pt || w.n.dn >= dt) {
            store(s, l, w.n, s->positions - before);
            return w.n;
        }
        struct ProofChild *c = &l->child[w.best];
        uint32_t more = smaller(NEVER, w.second + w.second / 4 + 1);
        uint32_t cpt = or ? smaller(pt, more) : share(pt, &w), cdt = or ? share(dt, &w) : smaller(dt, more);
        if (!solve_play(s, depth, w.best))
            return fresh;
        take_keys(l + 1, c);
        c->n = prove(s, depth + 1, cpt, cdt); /* which the table may lose */
        if (s->stopped)
            return fresh;
        c->fixed = c->n.pn == 0 || c->n.dn == 0;
        c->clean = c->fixed && s->clean;
        c->ahead = l[1].ahead;
    }
}

Interval solve_dfpn(ludc_solver *s, uint32_t beta)
{
    s->beta = beta;
    for (uint32_t side = 1; side <= 2; side++) {
        Numbers n = {1, 1};
        Interval v = solve_look(s, 0);
        s->prover = side;
        if (decided(s, v, &n) || s->stopped)
            return v;
        s->round++;
        prove(s, 0, NEVER, NEVER);
    }
    return s->stopped ? (Interval){0, (uint16_t)s->unit} : solve_look(s, 0);
}
