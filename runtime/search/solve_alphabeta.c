/* solve_alphabeta.c - two roles whose payoffs add up to 1: the first role's value, which it makes as
 * great and the other as small as it can.
 *
 * Every position has an interval that its value lies in.  A position met again on the way down counts as no
 * more than is known of it, so whatever is written into the table holds on any path: what is called the
 * graph history interaction problem (A. Kishimoto, M. Mueller, AAAI 2004) never makes a wrong value.
 * A position is searched once in a round; rounds are repeated as long as something is learnt, so that in
 * the end what circles leave open is open on every path (ours). */
#include "runtime/search/solve.h"

#include <stdlib.h>
#include <string.h>

Interval solve_look(ludc_solver *s, uint32_t depth)
{
    Level *l = &s->level[depth];
    if (s->r->over(s->r, l->state)) {
        solve_no_key(s, depth);
        return solve_result(s, l->state);
    }
    solve_key(s, depth);
    return solve_known_interval(s, depth);
}

Interval solve_known_interval(ludc_solver *s, uint32_t depth)
{
    Interval v = {0, (uint16_t)s->unit};
    for (int whole = 0; whole < 2; whole++) {
        const Row *row = solve_known(s, depth, whole);
        v.low = row && row->v.low > v.low ? row->v.low : v.low;
        v.high = row && row->v.high < v.high ? row->v.high : v.high;
    }
    return v;
}

/* Intervals of the moves that were looked at, taken together: the chooser's best. */
typedef struct {
    Interval v;
    bool first; /* role 1 chooses */
    uint32_t best;
} Sum;

static void add(Sum *a, Interval v, ludc_move move)
{
    bool more = a->first ? v.low > a->v.low : v.high < a->v.high;
    a->best = more || !a->best ? move + 1 : a->best;
    a->v.low = (a->first ? v.low > a->v.low : v.low < a->v.low) ? v.low : a->v.low;
    a->v.high = (a->first ? v.high > a->v.high : v.high < a->v.high) ? v.high : a->v.high;
}

static Sum empty_sum(const ludc_solver *s, bool first)
{
    uint16_t none = first ? 0 : (uint16_t)s->unit;
    return (Sum){.v = {none, none}, .first = first};
}

static bool enough(const Sum *a, uint32_t alpha, uint32_t beta) { return a->first ? a->v.low >= beta : a->v.high <= alpha; }

/* Moves that lead to what is known go first out of the list, those of merit before others; true: one of
 * them is enough. */
static bool look_ahead(ludc_solver *s, uint32_t depth, uint32_t alpha, uint32_t beta, Sum *sum)
{
    Level *l = &s->level[depth];
    uint32_t open = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        if (!solve_play(s, depth, i))
            return true;
        Interval v = solve_look(s, depth + 1);
        if (v.low == v.high || v.low >= beta || v.high <= alpha) {
            solve_ahead(s, depth);
            add(sum, v, l->move[i]);
            if (enough(sum, alpha, beta))
                return true;
        } else {
            l->move[open++] = l->move[i];
        }
    }
    l->n = open;
    return false;
}

/* Few moves: by insertion, so that most of them stay where they are. */
static void order_few(const ludc_solver *s, Level *l)
{
    for (uint32_t i = 1; i < l->n; i++) {
        ludc_move m = l->move[i];
        uint32_t k = i;
        for (; k > 0 && s->merit[l->move[k - 1]] < s->merit[m]; k--)
            l->move[k] = l->move[k - 1];
        l->move[k] = m;
    }
}

typedef struct {
    uint32_t merit, place;
    ludc_move move;
} Ordered;

static int by_merit(const void *a, const void *b)
{
    const Ordered *x = a, *y = b;
    if (x->merit != y->merit)
        return x->merit > y->merit ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static void order_many(const ludc_solver *s, Level *l)
{
    Ordered *all = malloc(l->n * sizeof *all);
    if (!all)
        return; /* any order will do */
    for (uint32_t i = 0; i < l->n; i++)
        all[i] = (Ordered){s->merit[l->move[i]], i, l->move[i]};
    qsort(all, l->n, sizeof *all, by_merit);
    for (uint32_t i = 0; i < l->n; i++)
        l->move[i] = all[i].move;
    free(all);
}

void solve_first(Level *l, uint32_t best)
{
    for (uint32_t i = 1; i < l->n; i++)
        if (l->move[i] + 1 == best) {
            memmove(l->move + 1, l->move, i * sizeof *l->move);
            l->move[0] = best - 1;
        }
}

/* By how often moves cut off; that which was best here before comes first. */
void solve_order(const ludc_solver *s, Level *l, uint32_t best)
{
    enum { FEW = 64 };
    (l->n <= FEW ? order_few : order_many)(s, l);
    solve_first(l, best);
}

Interval solve_keep_interval(ludc_solver *s, uint32_t depth, Interval v, uint32_t best, uint64_t work)
{
    bool holds;
    Row *row = solve_take(s, depth, best, &holds);
    uint32_t ahead = s->level[depth].ahead;
    Interval old = holds ? row->v : (Interval){0, (uint16_t)s->unit};
    s->improved |= v.low > old.low || v.high < old.high;
    if (old.low > v.low || old.high < v.high)
        ahead = row->ahead > ahead ? row->ahead : ahead;
    row->v.low = v.low > old.low ? v.low : old.low;
    row->v.high = v.high < old.high ? v.high : old.high;
    row->best = best;
    row->ahead = ahead & SOLVE_AHEAD;
    row->work = solved_work(work) & SOLVE_WORK;
    s->level[depth].ahead = ahead;
    return row->v;
}

/* The moves of level `depth`, until one is enough; false: time is up. */
static bool search_moves(ludc_solver *s, uint32_t depth, uint32_t alpha, uint32_t beta, Sum *sum)
{
    Level *l = &s->level[depth];
    uint32_t best = solve_best(s, depth);
    bool cut = look_ahead(s, depth, alpha, beta, sum);
    if (!cut)
        solve_order(s, l, best);
    for (uint32_t i = 0; i < l->n && !cut; i++) {
        if (!solve_play(s, depth, i))
            return false;
        add(sum, solve_alphabeta(s, depth + 1, alpha, beta), l->move[i]);
        solve_ahead(s, depth);
        cut = enough(sum, alpha, beta);
        s->merit[l->move[i]] += cut;
    }
    if (cut) /* moves are left over: that side is open */
        *(sum->first ? &sum->v.high : &sum->v.low) = sum->first ? (uint16_t)s->unit : 0;
    return !s->stopped;
}

Interval solve_alphabeta(ludc_solver *s, uint32_t depth, uint32_t alpha, uint32_t beta)
{
    const Interval unknown = {0, (uint16_t)s->unit};
    Level *l = &s->level[depth];
    Interval v = solve_look(s, depth);
    uint64_t before = s->positions;
    if (v.low == v.high || v.low >= beta || v.high <= alpha)
        return v;
    if (solve_on_path(s, depth) || !solve_enter(s, depth))
        return v;
    if (solve_late(s) || depth >= SOLVE_DEPTH || !solve_open(s, depth))
        return unknown;
    l->ahead = 0;
    Sum sum = empty_sum(s, l->chooser == 1);
    if (!search_moves(s, depth, alpha, beta, &sum))
        return unknown;
    return solve_keep_interval(s, depth, sum.v, sum.best, s->positions - before + 1);
}
