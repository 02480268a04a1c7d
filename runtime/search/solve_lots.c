/* solve_lots.c - games with lots of one role, or of two whose payoffs add up to 1: expectimax with
 * bounds.  At a move that draws lots each outcome is searched in the window that the others leave it
 * (Star1: B. Ballard, The *-minimax search procedure for trees containing chance nodes, Artificial
 * Intelligence 21, 1983), where the bounds of the others are what the table has of them, so that
 * outcomes that are known already narrow the window from the start (as the probing of Star2 does).
 *
 * Values are means of payoffs, in doubles; intervals as in solve_alphabeta.c. */
#include "runtime/search/solve.h"

#include <stdlib.h>
#include <string.h>

static const Range open_range = {0, 1};

/* ---- outcomes ------------------------------------------------------------------------ */

static bool push_lots(ludc_solver *s, size_t n)
{
    if (s->lots + n > s->lots_room) {
        size_t room = 2 * (s->lots + n);
        Lot *more = realloc(s->lot, room * sizeof *more);
        if (!more) {
            s->stopped = true;
            return false;
        }
        s->lot = more;
        s->lots_room = room;
    }
    for (size_t j = 0; j < n; j++)
        s->lot[s->lots++] = (Lot){s->outcome[j], s->chance[j], open_range};
    return true;
}

bool solve_lots_take(ludc_solver *s, uint32_t depth, uint32_t i, size_t *first)
{
    const ludc_reasoner *r = s->r;
    Level *l = &s->level[depth];
    uint32_t bound = 0;
    *first = s->lots;
    if (!solve_play(s, depth, i))
        return false;
    memcpy(s->level[depth + 1].state, l->state, r->state_size);
    if (!r->apply_lots(r, s->level[depth + 1].state, l->move[i], NULL, 0, &bound, 1))
        return true;
    size_t n = ludc_outcomes_distinct(r, l->state, l->move[i], LUDC_OUTCOMES, s->outcome, s->chance);
    return n && push_lots(s, n);
}

bool solve_lots_play(ludc_solver *s, uint32_t depth, uint32_t i, ludc_outcome outcome)
{
    Level *l = &s->level[depth];
    unsigned char *next = s->level[depth + 1].state;
    memcpy(next, l->state, s->r->state_size);
    bool played = ludc_apply_outcome(s->r, next, l->move[i], outcome, NULL) == LUDC_OK;
    s->stopped |= !played;
    return played;
}

/* ---- values ------------------------------------------------------------------------------ */

/* What is known of the state at level `depth` without search. */
static Range known(ludc_solver *s, uint32_t depth)
{
    Level *l = &s->level[depth];
    if (s->r->over(s->r, l->state)) {
        double payoff[SOLVE_ROLES];
        solve_payoffs(s, l->state, payoff);
        solve_no_key(s, depth);
        return (Range){payoff[0], payoff[0]};
    }
    solve_key(s, depth);
    Range v = open_range;
    for (int whole = 0; whole < 2 && !solve_closed(v); whole++) {
        Row *row = solve_known(s, depth, whole);
        if (row) {
            v.low = row_ranges(row)->low > v.low ? row_ranges(row)->low : v.low;
            v.high = row_ranges(row)->high < v.high ? row_ranges(row)->high : v.high;
        }
    }
    return v.low > v.high ? (Range){v.high, v.high} : v; /* by rounding */
}

static bool enough(Range v, double alpha, double beta) { return v.low >= beta || v.high <= alpha || solve_closed(v); }

/* The mean over the lots of move i. */
static Range of_move(ludc_solver *s, uint32_t depth, uint32_t i, double alpha, double beta)
{
    size_t first;
    if (!solve_lots_take(s, depth, i, &first))
        return open_range;
    size_t end = s->lots;
    if (first == end) {
        Range v = solve_lots(s, depth + 1, alpha, beta);
        solve_ahead(s, depth);
        return v;
    }
    Range sum = {0, 0};
    for (size_t j = first; j < end && !s->stopped; j++) {
        if (!solve_lots_play(s, depth, i, s->lot[j].outcome))
            break;
        Range v = s->lot[j].v = known(s, depth + 1);
        solve_ahead(s, depth);
        sum.low += s->lot[j].chance * v.low;
        sum.high += s->lot[j].chance * v.high;
    }
    for (size_t j = first; j < end && !s->stopped && !enough(sum, alpha, beta); j++) {
        const Lot lot = s->lot[j];
        if (solve_closed(lot.v) || !solve_lots_play(s, depth, i, lot.outcome))
            continue;
        Range others = {sum.low - lot.chance * lot.v.low, sum.high - lot.chance * lot.v.high};
        Range v = solve_lots(s, depth + 1, (alpha - others.high) / lot.chance, (beta - others.low) / lot.chance);
        solve_ahead(s, depth);
        sum = (Range){others.low + lot.chance * v.low, others.high + lot.chance * v.high};
    }
    s->lots = first;
    return s->stopped ? open_range : sum;
}

static Range keep(ludc_solver *s, uint32_t depth, Range v, uint32_t best, uint64_t work)
{
    bool holds;
    Row *row = solve_take(s, depth, best, &holds);
    uint32_t ahead = s->level[depth].ahead;
    Range *old = row_ranges(row);
    if (!holds)
        *old = open_range;
    else if (row->ahead > ahead)
        ahead = row->ahead;
    old->low = v.low > old->low ? v.low : old->low;
    old->high = v.high < old->high ? v.high : old->high;
    if (old->low > old->high) /* by rounding */
        *old = v;
    row->best = best;
    row->ahead = ahead & SOLVE_AHEAD;
    row->work = solved_work(work) & SOLVE_WORK;
    s->level[depth].ahead = ahead;
    return *old;
}

/* All moves but those that a better one cuts off. */
static Range best_move(ludc_solver *s, uint32_t depth, double alpha, double beta, uint32_t *best)
{
    Level *l = &s->level[depth];
    bool first = l->chooser == 1;
    Range sum = first ? (Range){0, 0} : (Range){1, 1};
    for (uint32_t i = 0; i < l->n && !s->stopped; i++) {
        Range v = first ? of_move(s, depth, i, alpha > sum.low ? alpha : sum.low, beta)
                        : of_move(s, depth, i, alpha, beta < sum.high ? beta : sum.high);
        bool more = first ? v.low > sum.low : v.high < sum.high;
        *best = more || !*best ? l->move[i] + 1 : *best;
        sum.low = (first ? v.low > sum.low : v.low < sum.low) ? v.low : sum.low;
        sum.high = (first ? v.high > sum.high : v.high < sum.high) ? v.high : sum.high;
        bool last = i + 1 == l->n, cut = first ? sum.low >= beta : sum.high <= alpha;
        if (cut && !last) {
            *(first ? &sum.high : &sum.low) = first ? 1 : 0;
            break;
        }
    }
    return sum;
}

Range solve_lots(ludc_solver *s, uint32_t depth, double alpha, double beta)
{
    Level *l = &s->level[depth];
    Range v = known(s, depth);
    uint64_t before = s->positions;
    if (enough(v, alpha, beta))
        return v;
    if (solve_on_path(s, depth)) {
        s->stopped |= s->left_out != 0; /* begins again, so that circles do not close */
        return v;
    }
    if (solve_late(s) || depth >= SOLVE_DEPTH || !solve_open(s, depth))
        return open_range;
    uint32_t best = 0;
    solve_first(l, solve_best(s, depth));
    l->ahead = 0;
    v = best_move(s, depth, alpha, beta, &best);
    return s->stopped ? open_range : keep(s, depth, v, best, s->positions - before + 1);
}
