/* solve_maxn.c - each role maximises its own payoff, with lots or without.  Where a role has several
 * moves that may be its best, the others' values lie between the least and the greatest that these
 * give (ours). */
#include "runtime/search/solve.h"

#include <string.h>

static void unknown(const ludc_solver *s, Range *out)
{
    for (uint32_t k = 0; k < s->kept; k++)
        out[k] = (Range){0, 1};
}

static bool exact(const ludc_solver *s, const Range *v)
{
    for (uint32_t k = 0; k < s->kept; k++)
        if (!solve_closed(v[k]))
            return false;
    return true;
}

/* Takes a move into the hull of those that may be the chooser's best (the first `n` of which are in). */
static void take(const ludc_solver *s, Range *sum, const Range *v, uint32_t own, bool first)
{
    const double more = s->outcome ? 1e-12 : 0; /* means are rounded */
    if (!first && v[own].high < sum[own].low - more)
        return;
    bool alone = first || v[own].low > sum[own].high + more; /* better than all before */
    for (uint32_t k = 0; k < s->kept; k++) {
        if (alone) {
            sum[k] = v[k];
        } else if (k == own) {
            sum[k].low = v[k].low > sum[k].low ? v[k].low : sum[k].low;
            sum[k].high = v[k].high > sum[k].high ? v[k].high : sum[k].high;
        } else {
            sum[k].low = v[k].low < sum[k].low ? v[k].low : sum[k].low;
            sum[k].high = v[k].high > sum[k].high ? v[k].high : sum[k].high;
        }
    }
}

/* The values of move i, over its lots. */
static bool of_move(ludc_solver *s, uint32_t depth, uint32_t i, Range *out)
{
    size_t first = s->lots;
    if (!s->outcome) {
        if (!solve_play(s, depth, i))
            return false;
        solve_maxn(s, depth + 1, out);
        solve_ahead(s, depth);
        return true;
    }
    unknown(s, out);
    if (!solve_lots_take(s, depth, i, &first))
        return !s->stopped;
    size_t end = s->lots;
    if (first == end) {
        solve_maxn(s, depth + 1, out);
        solve_ahead(s, depth);
        return true;
    }
    Range v[SOLVE_ROLES], sum[SOLVE_ROLES] = {{0, 0}};
    for (size_t j = first; j < end && !s->stopped; j++) {
        if (!solve_lots_play(s, depth, i, s->lot[j].outcome))
            break;
        solve_maxn(s, depth + 1, v);
        solve_ahead(s, depth);
        for (uint32_t k = 0; k < s->kept; k++) {
            sum[k].low += s->lot[j].chance * v[k].low;
            sum[k].high += s->lot[j].chance * v[k].high;
        }
    }
    s->lots = first;
    if (!s->stopped)
        memcpy(out, sum, s->kept * sizeof *out);
    return !s->stopped;
}

/* What is known of the state at level `depth` without search; true: all of it. */
static bool known(ludc_solver *s, uint32_t depth, Range *out)
{
    Level *l = &s->level[depth];
    if (s->r->over(s->r, l->state)) {
        double payoff[SOLVE_ROLES];
        solve_payoffs(s, l->state, payoff);
        solve_no_key(s, depth);
        for (uint32_t k = 0; k < s->kept; k++)
            out[k] = (Range){payoff[k], payoff[k]};
        return true;
    }
    unknown(s, out);
    solve_key(s, depth);
    for (int whole = 0; whole < 2 && !exact(s, out); whole++) {
        Row *row = solve_known(s, depth, whole);
        for (uint32_t k = 0; k < s->kept && row; k++) {
            const Range v = row_ranges(row)[k];
            out[k].low = v.low > out[k].low ? v.low : out[k].low;
            out[k].high = v.high < out[k].high ? v.high : out[k].high;
            if (out[k].low > out[k].high) /* by rounding */
                out[k].low = out[k].high;
        }
    }
    return exact(s, out);
}

/* Into the table: both what was known and what was found holds. */
static void keep(ludc_solver *s, uint32_t depth, Range *v, uint64_t work)
{
    bool holds;
    Row *row = solve_take(s, depth, 0, &holds);
    uint32_t ahead = s->level[depth].ahead;
    Range *old = row_ranges(row);
    for (uint32_t k = 0; k < s->kept; k++) {
        const Range was = holds ? old[k] : (Range){0, 1};
        s->improved |= v[k].low > was.low + 1e-9 || v[k].high < was.high - 1e-9;
        if (was.low > v[k].low || was.high < v[k].high)
            ahead = row->ahead > ahead ? row->ahead : ahead;
        v[k].low = was.low > v[k].low ? was.low : v[k].low;
        v[k].high = was.high < v[k].high ? was.high : v[k].high;
        if (v[k].low > v[k].high) /* by rounding */
            v[k].low = v[k].high;
        old[k] = v[k];
    }
    row->ahead = ahead & SOLVE_AHEAD;
    row->work = solved_work(work) & SOLVE_WORK;
    s->level[depth].ahead = ahead;
}

void solve_maxn(ludc_solver *s, uint32_t depth, Range *out)
{
    Level *l = &s->level[depth];
    uint64_t before = s->positions;
    if (known(s, depth, out) || solve_on_path(s, depth) || !solve_enter(s, depth))
        return;
    if (solve_late(s) || depth >= SOLVE_DEPTH || !solve_open(s, depth)) {
        unknown(s, out);
        return;
    }
    l->ahead = 0;
    Range sum[SOLVE_ROLES], v[SOLVE_ROLES];
    for (uint32_t i = 0; i < l->n && !s->stopped; i++) {
        if (!of_move(s, depth, i, v))
            return;
        take(s, sum, v, l->chooser - 1, i == 0);
    }
    if (s->stopped || !l->n)
        return;
    memcpy(out, sum, s->kept * sizeof *out);
    keep(s, depth, out, s->positions - before + 1);
}
