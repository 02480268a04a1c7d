/* search_implicit_test.c - implicit minimax beside a plain rendering of the paper: on a game of paths whose positions have
 * a value before they end, after every iteration means and minimax values of all nodes agree, and the child that was
 * taken has the greatest score by these. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/search/search.h"

enum { AT_RANDOM = 1, DEPTH = 5, NODES = 1 << (DEPTH + 1), ROUNDS = 400 };

/* ---- the game ------------------------------------------------------------------------ */

#include "tests/paths.h"

static uint32_t bit_of(uint32_t path, uint32_t move) { return path ? move : 0; }
static uint32_t mover_of(uint32_t path) { return path & 4 ? 2 : path & 1 ? 1 : 2; } /* some move again */
static double payoff(uint32_t path) { return (double)(path * 37 % 11 % 3) / 2; }

static uint32_t moves_at(uint32_t path, uint32_t *out)
{
    for (uint32_t i = 0; i < 2 && path; i++)
        out[i] = i;
    return 2;
}

/* What is left for players without a rank, shared. */
static double heuristic(uint32_t path) { return path >> DEPTH ? payoff(path) : 0.5; }

/* ---- the paper --------------------------------------------------------------------------- */

typedef struct {
    uint32_t n;
    double v, minimax;
} Node;

static Node node[NODES];

static double mixed(const Node *x, double alpha) { return (1 - alpha) * x->v + alpha * x->minimax; }

static void learn(uint32_t leaf, double result)
{
    for (uint32_t p = leaf; p; p >>= 1) {
        Node *x = &node[p], *a = 2 * p + 1 < NODES ? &node[2 * p] : NULL, *b = a ? a + 1 : NULL;
        x->v += (result - x->v) / ++x->n;
        bool second = mover_of(p) == 2;
        if (!a || (!a->n && !b->n))
            x->minimax = heuristic(p);
        else if (!a->n || !b->n)
            x->minimax = a->n ? a->minimax : b->minimax;
        else
            x->minimax = second ? fmin(a->minimax, b->minimax) : fmax(a->minimax, b->minimax);
    }
}

static bool selected(uint32_t parent, uint32_t child, double alpha, double c)
{
    const Node *mine = &node[child], *other = &node[child ^ 1];
    if (!mine->n || !other->n)
        return !mine->n;
    double sign = mover_of(parent) == 2 ? -1 : 1, log_n = log(node[parent].n);
    double gain = sign * (mixed(mine, alpha) - mixed(other, alpha)) + c * (sqrt(log_n / mine->n) - sqrt(log_n / other->n));
    return gain > -2e-3; /* logarithms are rounded to 1/1024 */
}

/* ---- beside each other -------------------------------------------------------------------- */

static bool near(double a, double b) { return fabs(a - b) < 1e-6; }

static bool tree_agrees(const ludc_search *s, Place at, uint32_t path)
{
    const Tree *t = &s->tree;
    uint32_t link = *tree_link(t, at);
    const Node *x = &node[path];
    bool good = *tree_visits(t, at) == x->n && near(payoff_of(*tree_value(t, at, 0)), x->v) &&
                near(payoff_of((int32_t)*tree_cell(t, at, t->extra + t->nextra - 1)), x->minimax);
    for (uint32_t i = 0; link && link != TREE_OVER && i < 2; i++)
        good &= tree_agrees(s, (Place){link, i}, path << 1 | tree_move(t, (Place){link, i}));
    return good;
}

static bool round_agrees(ludc_search *s, double alpha)
{
    uint32_t leaf = 1;
    bool good = true;
    search_iterate(s);
    for (uint32_t i = 1; i <= s->depth; i++) {
        uint32_t child = leaf << 1 | tree_move(&s->tree, s->path[i]);
        good &= selected(leaf, child, alpha, 1);
        leaf = child;
    }
    learn(leaf, payoff(path_of(s->state)));
    return good && tree_agrees(s, (Place){0, 0}, 1);
}

static bool agrees(const ludc_reasoner *r, const char *spec, double alpha)
{
    _Alignas(16) unsigned char start[16] = {0};
    ludc_search_options o;
    init(r, start);
    memset(node, 0, sizeof node);
    ludc_search *s = ludc_search_parse(spec, &o, NULL) ? NULL : ludc_search_new(r, &o, 1, NULL);
    if (!s || ludc_search_begin(s, start))
        return false;
    bool good = true;
    for (int i = 0; i < ROUNDS && good; i++)
        good = round_agrees(s, alpha);
    ludc_search_free(s);
    return good;
}

int main(void)
{
    const ludc_reasoner r = path_game(2);
    printf("1..3\n");
    printf("%s 1 - V and minimax values as in the paper\n", agrees(&r, "uct:c=1,solver=0,backup=implicit", 0.4) ? "ok" : "not ok");
    printf("%s 2 - another share\n", agrees(&r, "uct:c=1,solver=0,backup=implicit,alpha=0.9", 0.9) ? "ok" : "not ok");
    printf("%s 3 - no share is plain UCB1\n", agrees(&r, "uct:c=1,solver=0,backup=implicit,alpha=0", 0) ? "ok" : "not ok");
    return 0;
}
