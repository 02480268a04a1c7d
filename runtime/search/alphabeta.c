/* alphabeta.c - the agent alphabeta: iterative deepening with a table of positions (D. Slate, L. Atkin,
 * 1977) over alpha-beta (D. Knuth, R. Moore, 1975), over expectimax with the windows of Star1 (B.
 * Ballard, 1983) where the rules draw lots, and max^n (C. Luckhardt, K. Irani, 1986), unpruned, where
 * the payoffs of the roles do not add up to 1.
 *
 * At the horizon a position counts as the mean of a few uniformly random playouts, whose random words
 * follow from its key, so that it is the same wherever it is met (ours).  Beside what is thought of a value
 * goes an interval that it is proved to lie in, as in solve_alphabeta.c; a position met again on the way
 * counts as a draw, and proves nothing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/game.h"
#include "runtime/search/alphabeta_impl.h"

static const Guess draw = {0.5, 0, 1};

/* ---- making one ------------------------------------------------------------------------- */

/* The table holds Memos in place of the solver's values; with `all` one for each role. */
static bool take_table(Deep *d, bool all)
{
    ludc_solver *stack = d->stack;
    stack->kept = all ? stack->players : stack->kept;
    stack->way = SOLVE_MAXN;
    stack->stopped = stack->broken = false;
    solve_table_free(&stack->table);
    d->rows = 0;
    return solve_table_new(&stack->table, stack->o.memory - stack->o.memory / 8, sizeof(Memo) + stack->kept * sizeof(Guess));
}

Deep *alphabeta_new(ludc_search *s)
{
    const ludc_solve_options options = {.memory = s->o.memory};
    Deep *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->s = s;
    d->stack = ludc_solver_new(s->r, &options, NULL);
    d->leaf = aligned_alloc(64, ((size_t)s->r->state_size + 63) / 64 * 64);
    if (d->stack && d->leaf && take_table(d, false))
        return d;
    alphabeta_free(d);
    return NULL;
}

void alphabeta_free(Deep *d)
{
    if (!d)
        return;
    ludc_solver_free(d->stack);
    free(d->move);
    free(d->order);
    free(d->leaf);
    free(d);
}

/* The root's moves, each once. */
static ludc_status open_root(Deep *d)
{
    ludc_solver *stack = d->stack;
    Level *l = &stack->level[0];
    d->n = d->best = 0;
    if (d->s->over)
        return LUDC_OK;
    if (!solve_open(stack, 0))
        return stack->together ? LUDC_UNSUPPORTED : LUDC_IO;
    free(d->move);
    free(d->order);
    d->move = calloc(l->n + 1, sizeof *d->move);
    d->order = calloc(l->n + 1, sizeof *d->order);
    if (!d->move || !d->order)
        return LUDC_IO;
    for (uint32_t i = 0; i < l->n; i++) {
        uint64_t bit = UINT64_C(1) << l->move[i] % 64, *seen = &d->s->seen[l->move[i] / 64];
        if (!(*seen & bit))
            d->move[d->n++].move = l->move[i];
        *seen |= bit;
    }
    for (uint32_t i = 0; i < d->n; i++) {
        d->s->seen[d->move[i].move / 64] = 0;
        d->order[i] = i;
        for (uint32_t k = 0; k < stack->kept; k++)
            d->move[i].g[k] = draw;
    }
    return LUDC_OK;
}

ludc_status alphabeta_begin(Deep *d, bool keep)
{
    ludc_solver *stack = d->stack;
    Level *l = &stack->level[0];
    d->found = d->done = false;
    d->depth = 1;
    d->leaves = d->depth_sum = 0;
    d->depth_max = 0;
    stack->together = stack->stopped = false;
    stack->lots = 0;
    if (!keep) {
        memset(stack->merit, 0, d->s->r->codes * sizeof *stack->merit);
        if (!take_table(d, false))
            return LUDC_IO;
    }
    if (!l->state)
        l->state = aligned_alloc(64, ((size_t)d->s->r->state_size + 63) / 64 * 64);
    if (!l->state)
        return LUDC_IO;
    memcpy(l->state, d->s->root, d->s->r->state_size);
    ludc_key128(d->s->r, l->state, l->key);
    return open_root(d);
}

/* ---- leaves ------------------------------------------------------------------------------- */

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* One more position is looked at; true: no more may be. */
static bool late(Deep *d, bool look_up)
{
    ludc_search *s = d->s;
    s->iterations++;
    if (s->iterations >= d->limit)
        d->stack->stopped = true;
    if ((look_up || s->iterations % 256 == 0) && !isinf(d->end) && clock_now() >= d->end)
        d->stack->stopped = true;
    if (s->iterations % 1024 == 0 && search_stopped(s))
        d->stack->stopped = true;
    return d->stack->stopped;
}

/* The payoffs of a playout from d->leaf. */
static void playout(Deep *d, uint64_t *rng, double *sum)
{
    ludc_search *s = d->s;
    const ludc_reasoner *r = s->r;
    double payoff[SOLVE_ROLES];
    if (!search_play(s, d->leaf, rng)) {
        d->stack->stopped = true;
        return;
    }
    ludc_payoffs_cut(r, d->leaf, payoff);
    for (uint32_t k = 0; k < d->stack->kept; k++)
        sum[k] += payoff[k];
    s->playouts++;
}

static void at_horizon(Deep *d, uint32_t depth, Guess *out)
{
    ludc_search *s = d->s;
    const Level *l = &d->stack->level[depth];
    uint64_t rng = s->seed ^ l->key[0];
    double sum[SOLVE_ROLES] = {0};
    for (uint32_t i = 0; i < s->o.playouts && !d->stack->stopped; i++) {
        memcpy(d->leaf, l->state, s->r->state_size);
        playout(d, &rng, sum);
    }
    for (uint32_t k = 0; k < d->stack->kept; k++)
        out[k] = (Guess){sum[k] / s->o.playouts, 0, 1};
    d->horizon++;
    d->leaves++;
    d->depth_sum += depth;
    d->depth_max = depth > d->depth_max ? depth : d->depth_max;
}

/* ---- the table ------------------------------------------------------------------------------ */

static bool closed(const Deep *d, const Guess *g)
{
    for (uint32_t k = 0; k < d->stack->kept; k++)
        if (g[k].high - g[k].low >= 1e-12)
            return false;
    return true;
}

/* What is proved is the value. */
static void settle(const Deep *d, Guess *g)
{
    for (uint32_t k = 0; k < d->stack->kept; k++)
        g[k].v = fmin(fmax(g[k].v, g[k].low), g[k].high);
}

/* Is the table's answer deep enough for this window? */
static bool serves(Deep *d, const Row *row, const Memo *m, uint32_t left, double alpha, double beta)
{
    if (closed(d, m->g))
        return true;
    if (d->stack->kept == 1 && (m->g[0].low >= beta || m->g[0].high <= alpha))
        return true;
    bool fits = m->kind == MEMO_EXACT || (m->kind == MEMO_LEAST ? m->g[0].v >= beta : m->g[0].v <= alpha);
    if (row->work <= left || !fits)
        return false;
    d->horizon++; /* there was one */
    return true;
}

static void remember(Deep *d, const Level *l, uint32_t left, MemoKind kind, uint32_t best, Guess *g)
{
    Row *row = solve_table_take(&d->stack->table, l->key);
    Memo *m = deep_memo(row);
    d->rows += !row->work;
    for (uint32_t k = 0; k < d->stack->kept && row->work; k++) { /* nothing that was proved is lost */
        g[k].low = fmax(g[k].low, fmin(m->g[k].low, g[k].high));
        g[k].high = fmin(g[k].high, fmax(m->g[k].high, g[k].low));
    }
    settle(d, g);
    memcpy(m->g, g, d->stack->kept * sizeof *g);
    m->kind = kind;
    row->work = (left + 1) & SOLVE_WORK;
    row->best = best ? best : row->best;
}

/* ---- the search ------------------------------------------------------------------------------ */

static void look(Deep *d, uint32_t depth, uint32_t left, double alpha, double beta, Guess *out);

/* A move with more outcomes than are listed: one of them, which proves nothing. */
static void sample(Deep *d, uint32_t depth, uint32_t i, uint32_t left, Guess *out)
{
    const ludc_reasoner *r = d->s->r;
    Level *l = &d->stack->level[depth];
    uint64_t rng = d->s->seed ^ l->key[1];
    memcpy(d->stack->level[depth + 1].state, l->state, r->state_size);
    r->apply_random(r, d->stack->level[depth + 1].state, l->move[i], &rng);
    look(d, depth + 1, left, -1, 2, out);
    for (uint32_t k = 0; k < d->stack->kept; k++)
        out[k] = (Guess){out[k].v, 0, 1};
}

/* The mean over the outcomes of move i that are on the stack from `first` on. */
static void mean(Deep *d, uint32_t depth, uint32_t i, uint32_t left, double alpha, double beta, size_t first, Guess *out)
{
    ludc_solver *stack = d->stack;
    size_t end = stack->lots;
    double before = 0, chance = 0; /* of the outcomes that were looked at */
    Guess g[SOLVE_ROLES], sum[SOLVE_ROLES] = {{0, 0, 0}};
    for (size_t j = first; j < end && !stack->stopped; j++) {
        double c = stack->lot[j].chance, rest = 1 - chance - c;
        if (!solve_lots_play(stack, depth, i, stack->lot[j].outcome))
            break;
        /* the others lie between 0 and 1 */
        look(d, depth + 1, left, (alpha - before - fmax(rest, 0)) / c, (beta - before) / c, g);
        chance += c;
        for (uint32_t k = 0; k < stack->kept; k++) {
            sum[k].v += c * g[k].v;
            sum[k].low += c * g[k].low;
            sum[k].high += c * g[k].high;
        }
        before = sum[0].v;
        rest = fmax(1 - chance, 0);
        if (stack->kept == 1 && j + 1 < end && (before >= beta || before + rest <= alpha)) {
            sum[0].v += before >= beta ? 0 : rest;
            sum[0].high += rest;
            break;
        }
    }
    stack->lots = first;
    memcpy(out, sum, stack->kept * sizeof *out);
}

static void of_move(Deep *d, uint32_t depth, uint32_t i, uint32_t left, double alpha, double beta, Guess *out)
{
    ludc_solver *stack = d->stack;
    size_t first = stack->lots;
    for (uint32_t k = 0; k < stack->kept; k++)
        out[k] = draw;
    if (!stack->outcome) {
        if (solve_play(stack, depth, i))
            look(d, depth + 1, left, alpha, beta, out);
    } else if (!solve_lots_take(stack, depth, i, &first)) {
        if (!stack->stopped)
            sample(d, depth, i, left, out);
    } else if (stack->lots == first) {
        look(d, depth + 1, left, alpha, beta, out);
    } else {
        mean(d, depth, i, left, alpha, beta, first, out);
    }
}

/* What one role's moves come to, taken together. */
typedef struct {
    Guess g[SOLVE_ROLES];
    uint32_t best; /* the move, plus 1 */
    double alpha, beta;
} Sum;

/* The interval of the roles that do not choose is the hull over the moves that may be best. */
static void add_bounds(const Deep *d, Sum *sum, const Guess *g, uint32_t own, bool first)
{
    const Guess *best = &sum->g[own];
    if (!first && g[own].high < best->low)
        return;
    bool alone = first || g[own].low > best->high;
    for (uint32_t k = 0; k < d->stack->kept; k++) {
        Guess *a = &sum->g[k];
        a->low = alone ? g[k].low : k == own ? fmax(a->low, g[k].low) : fmin(a->low, g[k].low);
        a->high = alone ? g[k].high : fmax(a->high, g[k].high);
    }
}

/* Takes a move in; true: it is the best so far. */
static bool add(const Deep *d, Sum *sum, const Guess *g, uint32_t chooser)
{
    uint32_t kept = d->stack->kept, own = kept == 1 ? 0 : chooser - 1;
    bool least = kept == 1 && chooser != 1, first = !sum->best;
    bool better = first || (least ? g[own].v < sum->g[own].v : g[own].v > sum->g[own].v);
    Guess *one = &sum->g[0];
    for (uint32_t k = 0; k < kept && better; k++)
        sum->g[k].v = g[k].v;
    if (!least) {
        add_bounds(d, sum, g, own, first);
    } else {
        one->low = first ? g[0].low : fmin(one->low, g[0].low);
        one->high = first ? g[0].high : fmin(one->high, g[0].high);
    }
    if (kept == 1 && least)
        sum->beta = fmin(sum->beta, one->v);
    else if (kept == 1)
        sum->alpha = fmax(sum->alpha, one->v);
    return better;
}

/* Moves are left over: that side is open. */
static void leave_open(const Deep *d, Sum *sum, uint32_t chooser)
{
    if (d->stack->kept == 1)
        *(chooser == 1 ? &sum->g[0].high : &sum->g[0].low) = chooser == 1 ? 1 : 0;
}

static void through_moves(Deep *d, uint32_t depth, uint32_t left, double alpha, double beta, Guess *out)
{
    ludc_solver *stack = d->stack;
    Level *l = &stack->level[depth];
    Sum sum = {.alpha = alpha, .beta = beta};
    Guess g[SOLVE_ROLES];
    for (uint32_t i = 0; i < l->n; i++) {
        of_move(d, depth, i, left - 1, sum.alpha, sum.beta, g);
        if (stack->stopped)
            return;
        if (add(d, &sum, g, l->chooser))
            sum.best = l->move[i] + 1;
        if (stack->kept == 1 && sum.alpha >= sum.beta && i + 1 < l->n) {
            leave_open(d, &sum, l->chooser);
            stack->merit[l->move[i]] += left;
            break;
        }
    }
    MemoKind kind = stack->kept > 1 ? MEMO_EXACT : sum.g[0].v >= beta ? MEMO_LEAST : sum.g[0].v <= alpha ? MEMO_MOST : MEMO_EXACT;
    memcpy(out, sum.g, stack->kept * sizeof *out);
    remember(d, l, left, kind, sum.best, out);
}

/* The position at level `depth`, `left` moves deep. */
static void look(Deep *d, uint32_t depth, uint32_t left, double alpha, double beta, Guess *out)
{
    ludc_solver *stack = d->stack;
    Level *l = &stack->level[depth];
    for (uint32_t k = 0; k < stack->kept; k++)
        out[k] = draw;
    if (stack->r->over(stack->r, l->state)) {
        double payoff[SOLVE_ROLES];
        solve_payoffs(stack, l->state, payoff);
        for (uint32_t k = 0; k < stack->kept; k++)
            out[k] = (Guess){payoff[k], payoff[k], payoff[k]};
        return;
    }
    ludc_key128(stack->r, l->state, l->key);
    Row *row = solve_table_find(&stack->table, l->key);
    uint32_t best = row ? row->best : 0;
    if (row && row->work && serves(d, row, deep_memo(row), left, alpha, beta)) {
        memcpy(out, deep_memo(row)->g, stack->kept * sizeof *out);
        return;
    }
    if (late(d, left == 0) || solve_on_path(stack, depth))
        return;
    if (left == 0 || depth + 1 >= SOLVE_DEPTH) {
        at_horizon(d, depth, out);
        if (stack->stopped)
            return;
        remember(d, l, 0, MEMO_EXACT, 0, out);
        return;
    }
    if (!solve_open(stack, depth))
        return;
    solve_order(stack, l, best);
    through_moves(d, depth, left, alpha, beta, out);
}

/* ---- iterations -------------------------------------------------------------------------------- */

/* All of the root's moves, `depth` deep; what was looked at when time is up counts. */
static void iterate(Deep *d)
{
    ludc_solver *stack = d->stack;
    Level *l = &stack->level[0];
    Sum sum = {.alpha = -1, .beta = 2};
    bool one = stack->kept == 1;
    d->horizon = 0;
    for (uint32_t i = 0; i < d->n; i++) {
        DeepMove *m = &d->move[d->order[i]];
        Guess g[SOLVE_ROLES];
        uint64_t before = d->s->iterations;
        l->move[0] = m->move;
        of_move(d, 0, 0, d->depth - 1, sum.alpha, sum.beta, g);
        m->visits += d->s->iterations - before;
        if (stack->stopped)
            return;
        for (uint32_t k = 0; k < stack->kept; k++) { /* proofs of earlier depths hold */
            g[k].low = m->tried ? fmax(g[k].low, m->g[k].low) : g[k].low;
            g[k].high = m->tried ? fmin(g[k].high, m->g[k].high) : g[k].high;
        }
        settle(d, g);
        memcpy(m->g, g, stack->kept * sizeof *g);
        m->tried = d->found = true;
        if (add(d, &sum, g, l->chooser)) {
            sum.best = m->move + 1;
            d->best = d->order[i];
        }
        double most = l->chooser == 1 ? sum.g[0].low : 1 - sum.g[0].high;
        if (one && most >= 1) /* nothing is better */
            break;
    }
    d->done |= !d->horizon;
}

/* The best move of the last iteration comes first. */
static void order_root(Deep *d)
{
    uint32_t at = 0;
    while (d->order[at] != d->best)
        at++;
    memmove(d->order + 1, d->order, at * sizeof *d->order);
    d->order[0] = d->best;
}

static bool proved(const Deep *d)
{
    double low[SOLVE_ROLES], high[SOLVE_ROLES];
    alphabeta_value(d, NULL, low, high);
    for (uint32_t p = 0; p < d->s->players; p++)
        if (high[p] - low[p] >= 1e-9)
            return false;
    return true;
}

ludc_status alphabeta_run(Deep *d, uint64_t iterations, double end)
{
    ludc_search *s = d->s;
    ludc_solver *stack = d->stack;
    d->limit = iterations > UINT64_MAX - s->iterations ? UINT64_MAX : s->iterations + iterations;
    d->end = end;
    stack->stopped = false;
    while (!stack->stopped && !d->done && (!s->o.depth || d->depth <= s->o.depth) && d->depth < SOLVE_DEPTH) {
        iterate(d);
        if (stack->broken) { /* payoffs that do not add up to 1 */
            bool all = take_table(d, true);
            if (!all || open_root(d))
                return LUDC_IO;
            d->depth = 1;
            d->found = d->done = false;
            continue;
        }
        if (stack->stopped)
            break;
        order_root(d);
        s->proved = proved(d);
        d->done |= s->proved;
        d->depth++;
    }
    return stack->together ? LUDC_UNSUPPORTED : LUDC_OK;
}
