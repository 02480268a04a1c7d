/* rounds.c - see rounds.h:
 *
 *     while c max k { .. }   ->   var %rounds = 0
 *                                 while %rounds < k && c max k { set %rounds = %rounds + 1 .. } */
#include "ir/guard/rounds.h"

#include "ir/core/tree.h"

static int writers(const Ir *node, int64_t local)
{
    int n = (node->op == IR_OP_SET || node->op == IR_OP_VAR) && node->k == local;
    for (int i = 0; i < node->n; i++)
        n += writers(node->a[i], local);
    return n;
}

static bool is(const Ir *node, IrOp op, int64_t k)
{
    return node->op == op && node->k == k;
}

bool rounds_counted(const IrFn *fn, const Ir *loop)
{
    const Ir *test = loop->a[0], *body = loop->a[1], *set = body->n ? body->a[0] : NULL;
    if (test->op == IR_OP_AND)
        test = test->a[0];
    if (test->op != IR_OP_LT || test->a[0]->op != IR_OP_LOCAL || test->a[1]->op != IR_OP_INT || test->a[1]->k > loop->k)
        return false;
    int64_t rounds = test->a[0]->k;
    return set && is(set, IR_OP_SET, rounds) && set->a[0]->op == IR_OP_ADD && is(set->a[0]->a[0], IR_OP_LOCAL, rounds) &&
           is(set->a[0]->a[1], IR_OP_INT, 1) && writers(body, rounds) == 1 && fn->local.at[rounds].type.lo >= 0;
}

Ir *rounds_count(IrGame *game, IrFn *fn, Ir *loop)
{
    int rounds = ir_local_add(game, fn, "rounds", ir_int(0, loop->k > 0 ? loop->k : 1));
    Ir *block = ir_block(game), *body = ir_block(game);
    ir_append(game, &block, ir_k1(game, IR_OP_VAR, rounds, ir_const(game, 0)));
    ir_append(game, &body, ir_k1(game, IR_OP_SET, rounds, ir_op2(game, IR_OP_ADD, ir_local(game, fn, rounds), ir_const(game, 1))));
    for (int i = 0; i < loop->a[1]->n; i++)
        ir_append(game, &body, loop->a[1]->a[i]);
    loop->a[0] = ir_op2(game, IR_OP_AND, ir_op2(game, IR_OP_LT, ir_local(game, fn, rounds), ir_const(game, loop->k)), loop->a[0]);
    loop->a[1] = body;
    ir_append(game, &block, loop);
    return block;
}

/* ---- loops within loops ------------------------------------------------------------------ */

enum { MOST_ROUNDS = 1 << 26 };

typedef struct {
    IrGame *game;
    double *most; /* by function: of its loops and those of what it calls; 0: not known yet */
    bool good;
} Rounds;

static double of_function(Rounds *r, const IrFn *fn);

static double own_rounds(const Ir *loop)
{
    if (loop->op == IR_OP_WHILE)
        return (double)loop->k;
    double n = loop->op == IR_OP_RANGE || (loop->op == IR_OP_PARAM && loop->n == 2)
                   ? (double)loop->a[1]->type.hi - (double)loop->a[0]->type.lo
                   : 1;
    return n > 1 ? n : 1;
}

/* Rounds of the loops that the node holds, those of one path: 1 where there are none. */
static double of_node(Rounds *r, const Ir *node)
{
    double most = 1;
    if (!node)
        return most;
    if (node->op == IR_OP_DO || node->op == IR_OP_CALL || node->op == IR_OP_TRY || node->op == IR_OP_EXISTS)
        most = of_function(r, r->game->fn.at[node->k]);
    for (int i = 0; i < node->n; i++) {
        double inner = of_node(r, node->a[i]);
        most = inner > most ? inner : most;
    }
    double own = own_rounds(node);
    if (own > 1 && own * most > MOST_ROUNDS && r->good) {
        session_error(r->game->session, node->at, "loops within loops that go round more than %d times", (int)MOST_ROUNDS);
        r->good = false;
    }
    return own * most;
}

/* A header's parameters are loops within each other. */
static double of_header(Rounds *r, const Ir *header)
{
    double all = 1;
    for (int i = 0; header && i < header->n; i++) {
        double one = of_node(r, header->a[i]);
        all = header->a[i]->op == IR_OP_PARAM ? all * one : all > one ? all : one;
        if (all > MOST_ROUNDS && r->good) {
            session_error(r->game->session, header->a[i]->at, "parameters with more than %d values in all", (int)MOST_ROUNDS);
            r->good = false;
        }
    }
    return all;
}

static double of_function(Rounds *r, const IrFn *fn)
{
    double *most = &r->most[ir_fn_index(r->game, fn)];
    if (*most > 0)
        return *most;
    *most = 1;
    const double part[] = {of_header(r, fn->header), of_node(r, fn->body), of_node(r, fn->effect), of_node(r, fn->then),
                           of_node(r, fn->post)};
    double all = 1;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        all = part[i] > all ? part[i] : all;
    return *most = all;
}

bool rounds_bounded(IrGame *game)
{
    Arena *scratch = arena_beside(game->arena);
    Rounds r = {.game = game, .most = ARENA_ARRAY(scratch, double, game->fn.n + 1), .good = true};
    const IrFn *lowered = tree_lowered(game);
    if (lowered)
        r.good = session_error(game->session, lowered->at, "`recursive`, `aside` and `collect` are what lowering writes: no game is read with them");
    for (size_t i = 0; i < game->fn.n && r.good; i++)
        of_function(&r, game->fn.at[i]);
    arena_free(scratch);
    return r.good;
}
