/* search_memory_test.c - M-MCTS beside a plain rendering of the paper, on a game of three moves of two
 * kinds: after every iteration N, V, N_M, V_M of all nodes and the entries of the memory agree. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/search/memory.h"
#include "runtime/search/search.h"

enum { AT_RANDOM = 0, DEPTH = 3, NODES = 16, SIZE = 3, TOP = 2, ROUNDS = 60 };
static const double lambda = 0.5, c = 2, tau = 0.1;

/* ---- the game ------------------------------------------------------------------------ */

#include "tests/paths.h"

static uint32_t mover_of(uint32_t path) { return path < 2 || path >= 4 ? 1 : 2; }
static uint32_t bit_of(uint32_t path, uint32_t move) { return path ? move : 0; }

static uint32_t moves_at(uint32_t path, uint32_t *out)
{
    for (uint32_t i = 0; i < 2 && path; i++)
        out[i] = i;
    return 2;
}

/* Win, draw, loss. */
static double payoff(uint32_t path)
{
    static const double all[8] = {1, 0, 0.5, 1, 0, 0, 1, 0.5};
    return all[path & 7];
}

static uint64_t bits_of(uint32_t path) { return (uint64_t)path * 0x9d % 251; }

static void observe(const ludc_reasoner *r, const void *state, uint32_t set, uint32_t eyes, uint64_t *out)
{
    (void)r;
    (void)set;
    (void)eyes;
    *out = bits_of(path_of(state));
}

/* ---- the paper ---------------------------------------------------------------------------- */

typedef struct {
    uint32_t n, asked;
    double v, remembered;
} Node;

typedef struct {
    uint32_t path; /* 0: free */
    unsigned used;
    double v;
} Kept;

static Node node[NODES];
static Kept kept[SIZE];
static unsigned now;

static unsigned apart(uint32_t a, uint32_t b)
{
    unsigned n = 0;
    for (uint64_t x = bits_of(a) ^ bits_of(b); x; x >>= 1)
        n += x & 1;
    return n;
}

/* The value by memory of a leaf, or -1. */
static double ask(uint32_t leaf)
{
    bool taken[SIZE] = {0};
    double sum = 0, total = 0;
    now++;
    for (int k = 0; k < TOP; k++) {
        int best = -1;
        for (int i = 0; i < SIZE; i++)
            if (kept[i].path && !taken[i] && (best < 0 || apart(kept[i].path, leaf) < apart(kept[best].path, leaf)))
                best = i;
        if (best < 0)
            break;
        double sim = 2 * -(apart(kept[best].path, leaf) / 8.0) + 1, w = exp(sim / tau);
        taken[best] = true;
        kept[best].used = now;
        sum += w * kept[best].v;
        total += w;
    }
    return total > 0 ? sum / total : -1;
}

static void learn(uint32_t leaf, double result, double value)
{
    int at = -1;
    for (int i = 0; i < SIZE; i++)
        at = kept[i].path == leaf ? i : at;
    if (at < 0) {
        for (int i = SIZE - 1; i >= 0; i--) /* a free one, or the one not used for longest */
            if (at < 0 || (!kept[i].path ? true : kept[at].path && kept[i].used < kept[at].used))
                at = i;
        kept[at] = (Kept){leaf, ++now, 0};
    }
    for (uint32_t p = leaf; p; p >>= 1) {
        Node *n = &node[p];
        n->v += (result - n->v) / ++n->n;
        if (value >= 0)
            n->remembered += (value - n->remembered) / ++n->asked;
        for (int i = 0; i < SIZE; i++)
            if (kept[i].path == p)
                kept[i] = (Kept){p, ++now, n->v};
    }
}

/* Is that what UCB1 with the memory's share selects? */
static bool selected(uint32_t parent, uint32_t child)
{
    double best = -1, score[2];
    for (uint32_t i = 0; i < 2; i++) {
        const Node *n = &node[parent << 1 | i];
        if (!n->n)
            return !node[child].n; /* what was never visited comes first */
        double v = n->asked ? (1 - lambda) * n->v + lambda * n->remembered : n->v;
        score[i] = (parent < 2 || parent >= 4 ? v : 1 - v) + c * sqrt(log(node[parent].n) / n->n);
        best = fmax(best, score[i]);
    }
    return score[child & 1] > best - 2e-3; /* logarithms are rounded to 1/1024 */
}

/* ---- beside each other ---------------------------------------------------------------------- */

static bool near(double a, double b) { return fabs(a - b) < 1e-6; }

/* Columns of a place against the plain node. */
static bool agrees(const ludc_search *s, Place at, uint32_t path)
{
    const Tree *t = &s->tree;
    const Node *n = &node[path];
    return *tree_visits(t, at) == n->n && near(payoff_of(*tree_value(t, at, 0)), n->v) &&
           *tree_cell(t, at, t->extra) == n->asked &&
           near(payoff_of((int32_t)*tree_cell(t, at, t->extra + 1)), n->remembered);
}

static bool tree_agrees(const ludc_search *s, Place at, uint32_t path)
{
    const Tree *t = &s->tree;
    uint32_t link = *tree_link(t, at);
    bool good = agrees(s, at, path);
    for (uint32_t i = 0; link && link != TREE_OVER && i < 2; i++)
        good &= tree_agrees(s, (Place){link, i}, path << 1 | tree_move(t, (Place){link, i}));
    return good;
}

static bool round_agrees(ludc_search *s)
{
    search_iterate(s);
    uint32_t leaf = 1;
    bool good = true;
    for (uint32_t i = 1; i <= s->depth; i++) {
        uint32_t child = leaf << 1 | tree_move(&s->tree, s->path[i]);
        good &= selected(leaf, child);
        leaf = child;
    }
    uint32_t end = leaf;
    while (!(end >> DEPTH))
        end <<= 1;
    double value = ask(leaf);
    learn(leaf, payoff(end), value);
    return good && tree_agrees(s, (Place){0, 0}, 1);
}

int main(void)
{
    static const ludc_plane_item plane = {.name = "path", .set = LUDC_PLANES_STATE, .space = -1, .size = 8};
    ludc_reasoner r = path_game(2);
    r.nplane = 1;
    r.plane = &plane;
    r.words[LUDC_PLANES_STATE] = 1;
    r.observe = observe;
    _Alignas(16) unsigned char start[16] = {0};
    ludc_search_options o;
    int wrong = 0;
    printf("1..2\n");
    init(&r, start);
    bool read = !ludc_search_parse("mmcts:size=3,top=2,lambda=0.5,c=2,tau=0.1", &o, NULL);
    ludc_search *s = read ? ludc_search_new(&r, &o, 1, NULL) : NULL;
    if (!s || ludc_search_begin(s, start))
        return 1;
    for (int i = 0; i < ROUNDS; i++)
        wrong += !round_agrees(s);
    printf("%s 1 - N, V, N_M, V_M as in the paper\n", wrong ? "not ok" : "ok");
    int full = 0;
    for (int i = 0; i < SIZE; i++)
        full += kept[i].path != 0;
    printf("%s 2 - the memory was full, and entries went\n", full == SIZE && now > 2 * ROUNDS ? "ok" : "not ok");
    ludc_search_free(s);
    return 0;
}
