/* alphabeta_result.c - what the agent alphabeta found. */
#include <stdlib.h>
#include <string.h>

#include "runtime/search/alphabeta_impl.h"

void alphabeta_figures(const Deep *d, ludc_search_stats *out)
{
    const ludc_search *s = d->s;
    out->iterations = s->iterations;
    out->playouts = s->playouts;
    out->nodes = d->rows;
    out->bytes = d->rows * d->stack->table.size;
    out->seconds = s->seconds;
    out->depth_mean = d->leaves ? (double)d->depth_sum / (double)d->leaves : 0;
    out->depth_max = d->depth_max;
    out->proved = s->proved;
}

/* Guesses of the kept roles as those of all. */
static void tell(const Deep *d, const Guess *g, double *value, double *low, double *high)
{
    const ludc_solver *stack = d->stack;
    for (uint32_t p = 0; p < d->s->players; p++) {
        bool other = stack->kept == 1 && p == 1;
        const Guess *own = &g[stack->kept == 1 ? 0 : p];
        if (value)
            value[p] = other ? 1 - own->v : own->v;
        if (low)
            low[p] = other ? 1 - own->high : own->low;
        if (high)
            high[p] = other ? 1 - own->low : own->high;
    }
}

unsigned alphabeta_chooser(const Deep *d) { return d->stack->level[0].chooser; }

/* What the role that chooses is sure of: the best of its moves' lower bounds, or for the second of two
 * roles of which the first is kept the least of the upper ones. */
static double sure_of(const Deep *d, uint32_t own, bool least)
{
    double best = least ? 1 : 0;
    for (uint32_t i = 0; i < d->n; i++) {
        const Guess *g = &d->move[i].g[own];
        best = least ? (g->high < best ? g->high : best) : g->low > best ? g->low : best;
    }
    return best;
}

/* The best move's value, between what the moves that may be best are proved to be. */
void alphabeta_value(const Deep *d, double *value, double *low, double *high)
{
    uint32_t kept = d->stack->kept, chooser = alphabeta_chooser(d), own = kept == 1 ? 0 : chooser - 1;
    bool least = kept == 1 && chooser != 1;
    double sure = sure_of(d, own, least);
    Guess sum[16];
    for (uint32_t k = 0; k < kept; k++)
        sum[k] = (Guess){d->n ? d->move[d->best].g[k].v : 0.5, d->n ? 1 : 0, d->n ? 0 : 1};
    for (uint32_t i = 0; i < d->n; i++) {
        const Guess *g = d->move[i].g;
        if (least ? g[own].low > sure : g[own].high < sure)
            continue;
        for (uint32_t k = 0; k < kept; k++) {
            sum[k].low = g[k].low < sum[k].low ? g[k].low : sum[k].low;
            sum[k].high = g[k].high > sum[k].high ? g[k].high : sum[k].high;
        }
    }
    if (d->n)
        *(least ? &sum[own].high : &sum[own].low) = sure;
    tell(d, sum, value, low, high);
}

/* By value for the role that chooses; of moves that are no better than others a bound is known only. */
static int before(const Deep *d, const DeepMove *a, const DeepMove *b)
{
    uint32_t kept = d->stack->kept, chooser = alphabeta_chooser(d), own = kept == 1 ? 0 : chooser - 1;
    double x = a->g[own].v, y = b->g[own].v;
    if (kept == 1 && chooser != 1) {
        x = 1 - x;
        y = 1 - y;
    }
    if (a->tried != b->tried)
        return a->tried ? -1 : 1;
    if (x > y || x < y)
        return x > y ? -1 : 1;
    return 0;
}

static ludc_search_move row_of(const Deep *d, const DeepMove *m, uint64_t visits)
{
    ludc_search_move row = {.move = m->move, .visits = m->visits};
    tell(d, m->g, row.value, row.low, row.high);
    row.share = visits ? (double)m->visits / (double)visits : 1.0 / d->n;
    return row;
}

/* Best first. */
static size_t rank_moves(const Deep *d, ludc_search_move *out, size_t room)
{
    uint32_t *order = malloc((d->n + 1) * sizeof *order);
    uint64_t visits = 0;
    for (uint32_t i = 0; i < d->n && order; i++) {
        uint32_t k = i;
        for (; k > 0 && (i == d->best || (order[k - 1] != d->best && before(d, &d->move[i], &d->move[order[k - 1]]) < 0)); k--)
            order[k] = order[k - 1];
        order[k] = i;
        visits += d->move[i].visits;
    }
    for (uint32_t i = 0; order && out && i < d->n && i < room; i++)
        out[i] = row_of(d, &d->move[order[i]], visits);
    free(order);
    return d->n;
}

size_t alphabeta_moves(const Deep *d, unsigned player, ludc_search_move *out, size_t room)
{
    const ludc_search *s = d->s;
    if (player == alphabeta_chooser(d))
        return rank_moves(d, out, room);
    if (!s->r->joint || !d->n)
        return 0;
    if (out && room) { /* its only move */
        *out = (ludc_search_move){.move = d->stack->level[0].step[player - 1], .visits = s->iterations, .share = 1};
        alphabeta_value(d, out->value, out->low, out->high);
    }
    return 1;
}

/* Plays a move of the chooser at level 0 of a stack; true: it draws no lots. */
static bool play_at(ludc_solver *stack, uint32_t i, ludc_move *step)
{
    Level *l = &stack->level[0];
    memset(step, 0, stack->players * sizeof *step);
    if (stack->r->joint)
        memcpy(step, l->step, stack->players * sizeof *step);
    step[l->chooser - 1] = l->move[i];
    size_t first;
    bool sure = stack->outcome ? solve_lots_take(stack, 0, i, &first) && stack->lots == first : solve_play(stack, 0, i);
    stack->lots = 0;
    memcpy(l->state, stack->level[1].state, stack->r->state_size);
    return sure;
}

/* The root's best move, then those that the table calls best. */
size_t alphabeta_line(const Deep *d, ludc_move *moves, size_t room)
{
    ludc_solver *stack = d->stack;
    Level *l = &stack->level[0];
    size_t n = 0, most = room < d->depth + 64 ? room : d->depth + 64;
    bool sure = d->found;
    ludc_move best = d->n ? d->move[d->best].move : 0;
    while (sure && n < most && !stack->r->over(stack->r, l->state) && solve_open(stack, 0)) {
        uint32_t i = 0;
        while (i < l->n && l->move[i] != best)
            i++;
        if (i == l->n)
            break;
        sure = play_at(stack, i, moves + n++ * stack->players);
        ludc_key128(stack->r, l->state, l->key);
        const Row *row = solve_table_find(&stack->table, l->key);
        sure = sure && row && row->best;
        best = sure ? row->best - 1 : 0;
    }
    memcpy(l->state, d->s->root, stack->r->state_size); /* as it was */
    ludc_key128(stack->r, l->state, l->key);
    if (d->n)
        solve_open(stack, 0);
    return n;
}
