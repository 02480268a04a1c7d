/* draw_runs.c - how the next move of a playout is drawn: from sets in a row, which are counted together and drawn from by
 * one number; else from planes, or from a list. */
#include "ir/analysis/shape.h"

bool shape_in_a_row(const IrGame *game, const Ir *s, bool raw)
{
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            if (!shape_in_a_row(game, s->a[i], raw))
                return false;
        return true;
    case IR_OP_LET: return true;
    case IR_OP_IF:
        return shape_in_a_row(game, s->a[1], raw) && (s->n < 3 || shape_in_a_row(game, s->a[2], raw));
    case IR_OP_PREFER: return shape_in_a_row(game, s->a[0], raw) && shape_in_a_row(game, s->a[1], raw);
    case IR_OP_KEEP: return raw && shape_in_a_row(game, s->a[1], raw);
    case IR_OP_EMIT: return raw || !game->fn.at[s->k]->post;
    case IR_OP_EMITSET: return true;
    case IR_OP_FOR: return !raw && shape_loop_emit(game, s);
    default: return false;
    }
}

typedef struct {
    Arena *arena;
    VEC(const Ir *) statement;
} Flat;

static void flatten(Flat *flat, const Ir *s)
{
    if (s->op != IR_OP_BLOCK)
        vec_push(flat->arena, &flat->statement, s);
    for (int i = 0; s->op == IR_OP_BLOCK && i < s->n; i++)
        flatten(flat, s->a[i]);
}

DrawRun shape_draw_run(Arena *arena, const Ir *tree, bool trials)
{
    Flat flat = {.arena = arena};
    flatten(&flat, tree);
    const size_t n = flat.statement.n;
    const Ir **at = flat.statement.at;
    bool tail = n > 0 && !trials && (at[n - 1]->op == IR_OP_IF || at[n - 1]->op == IR_OP_PREFER);
    for (size_t i = 0; tail && i + 1 < n; i++)
        tail = at[i]->op == IR_OP_LET;
    return (DrawRun){at, tail ? n - 1 : n, tail ? at[n - 1] : NULL};
}

Choice shape_choice(IrGame *game)
{
    const uint64_t most = ir_max_moves(game), all = shape_planes(game), planes = all && most < all ? most : all;
    if (shape_in_a_row(game, game->fn.at[ir_fn_find(game, "moves")]->body, false))
        return (Choice){CHOICE_ROW, most};
    if (planes && planes <= MAX_PLANES)
        return (Choice){CHOICE_PLANES, planes};
    return most <= MAX_LIST ? (Choice){CHOICE_LIST, most ? most : 1} : (Choice){CHOICE_LONG_LIST, most};
}

uint64_t shape_chooses_planes(IrGame *game, const Ir *choose)
{
    const Ir *moves = choose->a[0];
    const Choice how = shape_choice(game);
    const bool all = !game->joint && moves->n == 1 && moves->a[0]->op == IR_OP_TRY && game->list && moves->a[0]->k == ir_fn_find(game, game->list);
    return all && how.by == CHOICE_PLANES ? how.most : 0;
}
