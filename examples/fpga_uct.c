/* fpga_uct.c - tree search over a circuit that plays: UCT (L. Kocsis, C. Szepesvari, 2006) with up to 16 batches of random games under
 * way; a batch that has not come back counts as lost for whoever chose it (virtual loss, G. Chaslot et al., 2008).
 *
 *     ludc build GAME --emit=verilog -o DIR && make -C DIR link
 *     cc fpga_uct.c $(pkg-config --cflags --libs ludc) -lm -o fpga_uct
 *     ./fpga_uct sim:DIR DIR BATCHES GAMES
 *
 * plays one move from the first position, of games in which one player at a time has a choice: BATCHES batches of GAMES games each. With `flat` as a
 * fifth word the tree is not grown beyond the first moves (flat Monte Carlo). With `match N TURNS SEED` it plays N games against a player that
 * moves at random, and searches in its first TURNS turns of each; a line of JSON says how they ended and what the search did: nodes that were given
 * children, random games and their moves, batches, seconds of processor time in the tree. */
#include <ludc_fpga.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    unsigned long nodes, batches;
    double playouts, moves, seconds, away; /* of this thread; away: speaking with the circuit */
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

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void grow(Search *s, Node *node)
{
    Growing g = {s, node};
    ludc_error error;
    double began = now();
    check(ludc_fpga_next(s->f, node->position, add_child, &g, &error), &error);
    s->away += now() - began;
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
    double began = now();
    check(ludc_fpga_collect(s->f, &batch, &error), &error);
    s->away += now() - began;
    s->playouts += (double)batch.games;
    s->moves += (double)batch.moves;
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
        if (!s->flat && !node->expanded && node->games > 0 && !ludc_fpga_over(s->f, node->position)) {
            grow(s, node);
            s->nodes++;
        }
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
    double began = now();
    check(ludc_fpga_submit(s->f, node->position, s->games, &batch, &error), &error);
    s->away += now() - began;
    s->batches++;
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

/* The tree begins anew at a position. */
static void plant(Search *s, const uint32_t *position)
{
    size_t bytes = ludc_fpga_words(s->f) * sizeof *position;
    forget(&s->root);
    s->root = (Node){.position = need(malloc(bytes))};
    memcpy(s->root.position, position, bytes);
    grow(s, &s->root);
}

/* Looks at the position of the root with so many batches. */
static void search(Search *s, unsigned long batches)
{
    double began = now(), before = s->away;
    s->nodes++;
    for (; batches; batches--)
        iterate(s);
    while (s->flying)
        collect(s);
    s->seconds += now() - began - (s->away - before);
}

static const Node *most_visited(const Search *s)
{
    const Node *best = NULL;
    for (uint32_t i = 0; i < s->root.nchild; i++)
        if (!best || s->root.child[i].games > best->games)
            best = &s->root.child[i];
    return best;
}

static void tell(const Search *s)
{
    const Node *best = most_visited(s);
    if (best && s->root.chooser)
        printf("player %u plays %u: %.0f of %.0f games, %.3f\n", s->root.chooser, (unsigned)best->move[s->root.chooser - 1], best->games, s->root.games,
               best->value[s->root.chooser - 1] / best->games);
}

/* ---- against a player that moves at random ------------------------------------------------------------- */

static const Node *any(const Search *s, uint64_t *random)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return &s->root.child[(*random >> 33) % s->root.nchild];
}

/* What it is worth to the searcher. */
static double play(Search *s, unsigned searcher, unsigned long batches, unsigned turns, uint64_t *random)
{
    size_t bytes = ludc_fpga_words(s->f) * sizeof(uint32_t);
    uint32_t *position = need(malloc(bytes));
    ludc_fpga_root(s->f, position);
    while (!ludc_fpga_over(s->f, position)) {
        plant(s, position);
        int mine = s->root.chooser == searcher && s->root.nchild > 1 && turns > 0;
        if (mine) {
            search(s, batches);
            turns--;
        }
        if (!s->root.nchild)
            break;
        memcpy(position, (mine ? most_visited(s) : any(s, random))->position, bytes);
    }
    double worth = ludc_fpga_payoff(s->f, position, searcher);
    free(position);
    return worth;
}

static void match(Search *s, unsigned long batches, unsigned games, unsigned turns, uint64_t random)
{
    unsigned wins = 0;
    double worth = 0;
    for (unsigned g = 0; g < games; g++) {
        double one = play(s, 1 + g % s->players, batches, turns, &random);
        worth += one;
        wins += one > 0.999;
    }
    printf("{\"games\":%u,\"wins\":%u,\"worth\":%.4f,\"nodes\":%lu,\"batches\":%lu,\"playouts\":%.0f,\"moves\":%.0f,\"tree_s\":%.6f}\n", games, wins,
           worth / games, s->nodes, s->batches, s->playouts, s->moves, s->seconds);
}

static unsigned long number(const char *text) { return strtoul(text, NULL, 10); }

int main(int argc, char **argv)
{
    Search *s;
    ludc_error error;
    int plays = argc > 5 && !strcmp(argv[5], "match");
    if (argc < 5 || (plays && argc < 9)) {
        fprintf(stderr, "usage: fpga_uct PLACE DIR BATCHES GAMES [flat | match N TURNS SEED]\n");
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
    s->games = (uint32_t)number(argv[4]);
    s->flat = argc > 5 && !plays;
    if (plays) {
        match(s, number(argv[3]), (unsigned)number(argv[6]), (unsigned)number(argv[7]), number(argv[8]));
    } else {
        uint32_t *position = need(malloc(ludc_fpga_words(s->f) * sizeof *position));
        ludc_fpga_root(s->f, position);
        plant(s, position);
        search(s, number(argv[3]));
        tell(s);
        free(position);
    }
    forget(&s->root);
    ludc_fpga_close(s->f);
    free(s);
    return 0;
}
