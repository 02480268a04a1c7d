/* fpga_uct.c - tree search over a circuit that plays: UCT (L. Kocsis, C. Szepesvari, 2006) with up to 16 batches of random games under
 * way; a batch that has not come back counts as lost for whoever chose it (virtual loss, G. Chaslot et al., 2008).
 *
 *     ludc build GAME --emit=verilog -o DIR && make -C DIR link
 *     cc fpga_uct.c $(pkg-config --cflags --libs ludc) -lm -o fpga_uct
 *     ./fpga_uct sim:DIR DIR BATCHES GAMES
 *
 * plays one move from the first position, of games in which one player at a time has a choice: BATCHES batches of GAMES games each. With `flat` as a
 * fifth word the tree is not grown beyond the first moves (flat Monte Carlo). */
#include <ludc_fpga.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 16, DEEPEST = 512 };

typedef struct Node {
    struct Node *child;
    uint32_t nchild, room, *position;
    uint32_t move[PLAYERS];
    unsigned chooser; /* whose choice leads on from here; 0: it is not known yet */
    int expanded;
    double games, flying, value[PLAYERS]; /* flying: games that are under way */
} Node;

typedef struct {
    ludc_fpga *f;
    Node root, *path[LUDC_FPGA_BATCHES][DEEPEST]; /* of batches under way, by number modulo their number */
    unsigned depth[LUDC_FPGA_BATCHES], players, flying;
    uint32_t games;
    int flat;
} Search;

static void *need(void *memory)
{
    if (!memory) {
        fprintf(stderr, "memory is out\n");
        exit(3);
    }
    return memory;
}

static void check(ludc_status status, const ludc_error *error)
{
    if (status == LUDC_OK)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

/* ---- growing ----------------------------------------------------------------------------------- */

typedef struct {
    const Search *s;
    Node *node;
} Growing;

static void add_child(void *data, const uint32_t *move, const uint32_t *position)
{
    const Growing *g = data;
    Node *node = g->node;
    size_t words = ludc_fpga_words(g->s->f);
    if (node->nchild == node->room) {
        node->room = node->room ? 2 * node->room : 8;
        node->child = need(realloc(node->child, node->room * sizeof *node->child));
    }
    Node *child = &node->child[node->nchild++];
    *child = (Node){.position = need(malloc(words * sizeof *position))};
    memcpy(child->position, position, words * sizeof *position);
    memcpy(child->move, move, g->s->players * sizeof *move);
    for (unsigned p = 0; p < g->s->players; p++)
        if (move[p] != LUDC_FPGA_NONE && (!node->chooser || move[p] != node->child[0].move[p]))
            node->chooser = p + 1;
}

static void grow(Search *s, Node *node)
{
    Growing g = {s, node};
    ludc_error error;
    check(ludc_fpga_next(s->f, node->position, add_child, &g, &error), &error);
    node->expanded = 1;
}

/* ---- descending, and back ------------------------------------------------------------------------- */

/* The child of the highest upper bound, games under way being lost. */
static Node *best_child(const Node *node)
{
    Node *best = NULL;
    double most = -1, all = log(node->games + node->flying + 1);
    for (uint32_t i = 0; i < node->nchild; i++) {
        Node *child = &node->child[i];
        double n = child->games + child->flying;
        double bound = n > 0 ? child->value[node->chooser - 1] / n + sqrt(2 * all / n) : INFINITY;
        if (bound > most) {
            most = bound;
            best = child;
        }
    }
    return best;
}

static void back_up(Node *const *path, unsigned depth, unsigned players, double games, const double *value, double flying)
{
    for (unsigned i = 0; i < depth; i++) {
        path[i]->games += games;
        path[i]->flying -= flying;
        for (unsigned p = 0; p < players; p++)
            path[i]->value[p] += value[p];
    }
}

static void collect(Search *s)
{
    ludc_fpga_batch batch;
    ludc_error error;
    check(ludc_fpga_collect(s->f, &batch, &error), &error);
    unsigned at = (unsigned)(batch.batch % LUDC_FPGA_BATCHES);
    back_up(s->path[at], s->depth[at], s->players, (double)batch.games, batch.payoff, s->games);
    s->flying--;
}

/* A leaf's games go on their way; where it is over they are known. */
static void iterate(Search *s)
{
    Node *path[DEEPEST], *node = &s->root;
    unsigned depth = 0;
    path[depth++] = node;
    while (depth < DEEPEST && node->nchild) {
        node = best_child(node);
        path[depth++] = node;
        if (!s->flat && !node->expanded && node->games > 0 && !ludc_fpga_over(s->f, node->position))
            grow(s, node);
    }
    if (ludc_fpga_over(s->f, node->position)) {
        double value[PLAYERS] = {0};
        for (unsigned p = 1; p <= s->players; p++)
            value[p - 1] = fmax(0, ludc_fpga_payoff(s->f, node->position, p)) * s->games;
        back_up(path, depth, s->players, s->games, value, 0);
        return;
    }
    if (s->flying == LUDC_FPGA_BATCHES)
        collect(s);
    uint64_t batch;
    ludc_error error;
    check(ludc_fpga_submit(s->f, node->position, s->games, &batch, &error), &error);
    unsigned at = (unsigned)(batch % LUDC_FPGA_BATCHES);
    memcpy(s->path[at], path, depth * sizeof *path);
    s->depth[at] = depth;
    back_up(path, depth, s->players, 0, (double[PLAYERS]){0}, -(double)s->games);
    s->flying++;
}

/* ---- all ---------------------------------------------------------------------------------------------- */

static void forget(Node *node)
{
    for (uint32_t i = 0; i < node->nchild; i++)
        forget(&node->child[i]);
    free(node->child);
    free(node->position);
}

static void tell(const Search *s)
{
    const Node *best = NULL;
    for (uint32_t i = 0; i < s->root.nchild; i++)
        if (!best || s->root.child[i].games > best->games)
            best = &s->root.child[i];
    if (!best || !s->root.chooser)
        return;
    printf("player %u plays %u: %.0f of %.0f games, %.3f\n", s->root.chooser, (unsigned)best->move[s->root.chooser - 1], best->games, s->root.games,
           best->value[s->root.chooser - 1] / best->games);
}

int main(int argc, char **argv)
{
    Search *s;
    ludc_error error;
    if (argc < 5) {
        fprintf(stderr, "usage: fpga_uct PLACE DIR BATCHES GAMES [flat]\n");
        return 2;
    }
    s = need(calloc(1, sizeof *s));
    s->f = ludc_fpga_open(argv[1], argv[2], &error);
    if (!s->f) {
        fprintf(stderr, "%s\n", error.message);
        free(s);
        return 3;
    }
    s->players = ludc_fpga_players(s->f);
    s->games = (uint32_t)strtoul(argv[4], NULL, 10);
    s->flat = argc > 5;
    s->root.position = need(malloc(ludc_fpga_words(s->f) * sizeof *s->root.position));
    ludc_fpga_root(s->f, s->root.position);
    grow(s, &s->root);
    for (unsigned long left = strtoul(argv[3], NULL, 10); left; left--)
        iterate(s);
    while (s->flying)
        collect(s);
    tell(s);
    forget(&s->root);
    ludc_fpga_close(s->f);
    free(s);
    return 0;
}
