/* solve_maxn.c - each role maximises its own payoff.  Where a role has several moves that may be its
 * best, the others' values lie between the least and the greatest that these give (ours). */
#include "runtime/search/solve.h"

#include <string.h>

static bool met_before(const ludc_solver *s, uint32_t depth)
{
    for (uint32_t i = depth; i-- > 0;)
        if (!memcmp(s->level[i].key, s->level[depth].key, sizeof s->level[i].key))
            return true;
    return false;
}

static void unknown(const ludc_solver *s, Interval *out)
{
    for (uint32_t k = 0; k < s->kept; k++)
        out[k] = (Interval){0, (uint16_t)s->unit};
}

static bool exact(const ludc_solver *s, const Interval *v)
{
    for (uint32_t k = 0; k < s->kept; k++)
        if (v[k].low != v[k].high)
            return false;
    return true;
}

/* Takes a move into the hull of those that may be the chooser's best (the first `n` of which are in). */
static void take(const ludc_solver *s, Interval *sum, const Interval *v, uint32_t own, bool first)
{
    if (!first && v[own].high < sum[own].low)
        return;
    bool alone = first || v[own].low > sum[own].high; /* better than all before */
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

void solve_maxn(ludc_solver *s, uint32_t depth, Interval *out)
{
    Level *l = &s->level[depth];
    if (s->r->over(s->r, l->state)) {
        solve_result(s, l->state, out);
        return;
    }
    unknown(s, out);
    ludc_key128(s->r, l->state, l->key);
    Row *row = solved_find(&s->table, l->key);
    if (row) {
        memcpy(out, row_intervals(row), s->kept * sizeof *out);
        if (exact(s, out))
            return;
    }
    if (solve_late(s) || depth >= SOLVE_DEPTH || met_before(s, depth) || !solve_open(s, depth))
        return;
    uint64_t before = s->positions;
    Interval sum[SOLVE_ROLES], v[SOLVE_ROLES];
    for (uint32_t i = 0; i < l->n && !s->stopped; i++) {
        if (!solve_play(s, depth, i))
            return;
        solve_maxn(s, depth + 1, v);
        take(s, sum, v, l->chooser - 1, i == 0);
    }
    if (s->stopped || !l->n)
        return;
    memcpy(out, sum, s->kept * sizeof *out);
    row = solved_take(&s->table, l->key, s->kept, s->unit);
    memcpy(row_intervals(row), out, s->kept * sizeof *out);
    for (row->work = 1; (s->positions - before) >> row->work; row->work++)
        ;
}
