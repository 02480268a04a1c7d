/* solve_circles.c - the game as a graph of all states, known by their bytes; bounds begin at 0 and 1, and each
 * state's become those of its best move until nothing changes. */
#include "tests/solve_circles.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t first, n; /* edges */
    unsigned chooser; /* 0: over */
    double bound[2];
} Node;

typedef struct {
    const ludc_reasoner *r;
    size_t size, n, most, nedge, edges;
    unsigned char *state;
    Node *node;
    uint32_t *edge, *slot; /* slot: [2 * most + 1] number + 1 */
} Graph;

static void *need(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

/* The number of a state; it is new if that is the number of states there were. */
static size_t number_of(Graph *g, const void *state)
{
    const size_t slots = 2 * g->most + 1;
    size_t i = (size_t)(ludc_hash(g->r, state) % slots);
    while (g->slot[i] && memcmp(g->state + (g->slot[i] - 1) * g->size, state, ludc_state_size(g->r)) != 0)
        i = i + 1 == slots ? 0 : i + 1;
    if (!g->slot[i] && g->n < g->most) {
        ludc_copy(g->r, g->state + g->n * g->size, state);
        g->slot[i] = (uint32_t)++g->n;
    }
    return g->slot[i] ? g->slot[i] - 1 : g->most;
}

static void add_edge(Graph *g, size_t to)
{
    if (g->nedge == g->edges) {
        g->edges = 2 * g->edges + 64;
        g->edge = need(realloc(g->edge, g->edges * sizeof *g->edge));
    }
    g->edge[g->nedge++] = (uint32_t)to;
}

static bool expand(Graph *g, size_t at, ludc_move *list, void *next)
{
    const ludc_reasoner *r = g->r;
    const unsigned char *state = g->state + at * g->size;
    Node *node = &g->node[at];
    *node = (Node){.first = g->nedge, .bound = {0, 1}};
    if (ludc_over(r, state)) {
        double payoff[2];
        ludc_payoffs(r, state, payoff);
        node->bound[0] = node->bound[1] = payoff[0];
        return fabs(payoff[0] + payoff[1] - 1) < 1e-9;
    }
    node->chooser = ludc_mover(r, state);
    node->n = ludc_moves_of(r, state, node->chooser, list);
    for (size_t i = 0; i < node->n; i++) {
        ludc_move step[2] = {0, 0};
        step[node->chooser - 1] = list[i];
        ludc_copy(r, next, state);
        ludc_apply_joint(r, next, step, NULL);
        size_t to = number_of(g, next);
        if (to == g->most)
            return false;
        add_edge(g, to);
    }
    return true;
}

static bool settle(Graph *g, size_t at, int side)
{
    Node *node = &g->node[at];
    double best = node->chooser == 1 ? 0 : 1;
    if (!node->chooser)
        return false;
    for (size_t i = 0; i < node->n; i++) {
        double v = g->node[g->edge[node->first + i]].bound[side];
        best = node->chooser == 1 ? fmax(best, v) : fmin(best, v);
    }
    bool changed = fabs(best - node->bound[side]) > 1e-12;
    node->bound[side] = best;
    return changed;
}

bool bounds_with_circles(const ludc_reasoner *r, const void *state, size_t most, double bound[2])
{
    Graph g = {.r = r, .size = (ludc_state_size(r) + 63) / 64 * 64, .most = most};
    enum { MOST_MOVES = 65536 };
    ludc_move *list = need(malloc(MOST_MOVES * sizeof *list));
    g.state = need(aligned_alloc(64, most * g.size));
    memset(g.state, 0, most * g.size);
    g.node = need(calloc(most, sizeof *g.node));
    g.slot = need(calloc(2 * most + 1, sizeof *g.slot));
    void *next = need(aligned_alloc(64, g.size));
    memset(next, 0, g.size);
    bool all = ludc_players(r) == 2 && !ludc_joint(r) && !ludc_chance(r) && number_of(&g, state) == 0;
    for (size_t i = 0; i < g.n && all; i++)
        all = expand(&g, i, list, next);
    for (int side = 0; side < 2 && all; side++)
        for (bool changed = true; changed;) {
            changed = false;
            for (size_t i = g.n; i-- > 0;)
                changed |= settle(&g, i, side);
        }
    if (all)
        memcpy(bound, g.node[0].bound, sizeof g.node[0].bound);
    free(next);
    free(list);
    free(g.state);
    free(g.node);
    free(g.slot);
    free(g.edge);
    return all;
}
