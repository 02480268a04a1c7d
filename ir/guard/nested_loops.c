/* nested_loops.c - see nested_loops.h: the rounds of a nest are the product of its loops, of statements and calls that
 * follow each other the greatest counts. */
#include "ir/guard/nested_loops.h"

#include "ir/core/tree.h"

enum { MOST_ROUNDS = 1 << 26 };

typedef struct {
    IrGame *game;
    Arena *arena;
    double *most;    /* by function: of its loops and those of what it calls; 0: not known yet */
    double *members; /* by local of the function that is looked at: of a set, at most; */
    double *largest; /* by table: of its sets; -1: not known yet */
    bool sets;       /* loops over sets count too, */
    bool good;       /* else: no error yet */
} Nest;

static double of_function(Nest *n, const IrFn *fn);

/* ---- how many members a set has ------------------------------------------------------------ */

/* The set with the most, looked for once for each table. */
static double largest_set(const Nest *n, int64_t table)
{
    const IrTable *t = &n->game->table.at[table];
    const size_t words = (size_t)ir_words(n->game, t->elem.space);
    double *largest = &n->largest[table];
    if (*largest >= 0)
        return *largest;
    *largest = 0;
    for (size_t i = 0; i < t->n; i++) {
        double members = 0;
        for (size_t j = 0; j < words; j++)
            members += __builtin_popcountll(t->word[i * words + j]);
        *largest = members > *largest ? members : *largest;
    }
    return *largest;
}

static double members(const Nest *n, const Ir *set)
{
    const double all = (double)ir_max_values(n->game, set);
    double a, b;
    switch (set->op) {
    case IR_OP_NONE:
        return 0;
    case IR_OP_BITOF:
        return 1;
    case IR_OP_TAB:
        return set->type.kind == IR_MASK ? largest_set(n, set->k) : all;
    case IR_OP_LOCAL:
        return n->members[set->k] < all ? n->members[set->k] : all;
    case IR_OP_MAND:
        a = members(n, set->a[0]), b = members(n, set->a[1]);
        return a < b ? a : b;
    case IR_OP_MOR: case IR_OP_MXOR:
        a = members(n, set->a[0]) + members(n, set->a[1]);
        return a < all ? a : all;
    case IR_OP_MDIFF: case IR_OP_FILTER: case IR_OP_UP_TO: case IR_OP_DOWN_TO:
        return members(n, set->a[0]);
    case IR_OP_SELECT:
        a = members(n, set->a[1]), b = members(n, set->a[2]);
        return a > b ? a : b;
    default:
        return all;
    }
}

/* ---- loops ----------------------------------------------------------------------------------- */

static double between(const Ir *from, const Ir *to) { return (double)to->type.hi - (double)from->type.lo; }

static double own_rounds(const Nest *n, const Ir *loop)
{
    double rounds = 1;
    switch (loop->op) {
    case IR_OP_WHILE:
        rounds = (double)loop->k;
        break;
    case IR_OP_RANGE:
        rounds = between(loop->a[0], loop->a[1]);
        break;
    case IR_OP_PARAM:
        if (loop->n == 2)
            rounds = between(loop->a[0], loop->a[1]);
        else if (loop->n == 1 && n->sets)
            rounds = members(n, loop->a[0]);
        break;
    case IR_OP_FOR: case IR_OP_FILTER: case IR_OP_SUM: case IR_OP_LEAST: case IR_OP_MOST: case IR_OP_UNION:
        rounds = n->sets ? members(n, loop->a[0]) : 1;
        break;
    default:
        break;
    }
    return rounds > 1 ? rounds : 1;
}

static bool calls(const Ir *node)
{
    return node->op == IR_OP_DO || node->op == IR_OP_CALL || node->op == IR_OP_TRY || node->op == IR_OP_EXISTS;
}

/* Rounds of the loops that the node holds, those of one path: 1 where there are none. */
static double of_node(Nest *n, const Ir *node)
{
    double most = 1;
    if (!node)
        return most;
    if (calls(node))
        most = of_function(n, n->game->fn.at[node->k]);
    if ((node->op == IR_OP_LET || node->op == IR_OP_LETX) && node->a[0]->type.kind == IR_MASK)
        n->members[node->k] = members(n, node->a[0]);
    for (int i = 0; i < node->n; i++) {
        double inner = of_node(n, node->a[i]);
        most = inner > most ? inner : most;
    }
    double own = own_rounds(n, node);
    if (own > 1 && own * most > MOST_ROUNDS && n->good && !n->sets) {
        session_error(n->game->session, node->at, "loops within loops that go round more than %d times", (int)MOST_ROUNDS);
        n->good = false;
    }
    return own * most;
}

/* A header's parameters are loops within each other. */
static double of_header(Nest *n, const Ir *header)
{
    double all = 1;
    for (int i = 0; header && i < header->n; i++) {
        double one = of_node(n, header->a[i]);
        all = header->a[i]->op == IR_OP_PARAM ? all * one : all > one ? all : one;
        if (all > MOST_ROUNDS && n->good && !n->sets) {
            session_error(n->game->session, header->a[i]->at, "parameters with more than %d values in all", (int)MOST_ROUNDS);
            n->good = false;
        }
    }
    return all;
}

static double of_function(Nest *n, const IrFn *fn)
{
    double *most = &n->most[ir_fn_index(n->game, fn)], *outer = n->members;
    if (*most > 0)
        return *most;
    *most = 1;
    n->members = ARENA_ARRAY(n->arena, double, fn->local.n + 1);
    for (size_t i = 0; i < fn->local.n; i++)
        n->members[i] = 1e18;
    const double part[] = {of_header(n, fn->header), of_node(n, fn->body), of_node(n, fn->effect), of_node(n, fn->then),
                           of_node(n, fn->post)};
    n->members = outer;
    double all = 1;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        all = part[i] > all ? part[i] : all;
    return *most = all;
}

/* The most of all functions. */
static double of_game(Nest *n)
{
    IrGame *game = n->game;
    double most = 1;
    n->arena = arena_beside(game->arena);
    n->most = ARENA_ARRAY(n->arena, double, game->fn.n + 1);
    n->largest = ARENA_ARRAY(n->arena, double, game->table.n + 1);
    for (size_t i = 0; i < game->table.n; i++)
        n->largest[i] = -1;
    for (size_t i = 0; i < game->fn.n && n->good; i++) {
        double one = of_function(n, game->fn.at[i]);
        most = one > most ? one : most;
    }
    arena_free(n->arena);
    return most;
}

bool guard_loops_bounded(IrGame *game)
{
    const IrFn *lowered = tree_lowered(game);
    if (lowered)
        return session_error(game->session, lowered->at, "`recursive`, `aside`, `collect` and `note` are what lowering writes: no game is read with them");
    Nest n = {.game = game, .good = true};
    of_game(&n);
    return n.good;
}

double guard_most_rounds(IrGame *game)
{
    Nest n = {.game = game, .sets = true, .good = true};
    return of_game(&n);
}
