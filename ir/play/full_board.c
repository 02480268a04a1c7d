/* full_board.c - a full board instead of a playout (ir/plan/fill.h): fn `fill size`, how many sites are empty, and proc `fill board`, which gives all of them to
 * the two players.
 *
 * The share of the first one: of each word of the set the members that a random word has, too; then members are taken out or put in, each draw
 * uniform, until there are as many as there must be.  All parts of that size are equally likely. */
#include "ir/play/choose.h"

#include "ir/plan/fill.h"

/* As long as the number of the part is above (below) `want` one of its members leaves it (one of the rest joins). */
static void correct(LowWriter *w, int from, int to, int n, int want, Ir *among, bool less)
{
    IrGame *game = w->game;
    const int space = w->fn->local.at[from].type.space;
    Ir *outer = low_open(w);
    Ir *k = ir_op1(game, IR_OP_DRAW, among);
    const int at = low_let(w, "at", ir_op2(game, IR_OP_PICK, low_get(w, from), k));
    low_set(w, from, low_diff(w, low_get(w, from), low_bit(w, space, at)));
    low_set(w, to, low_or(w, low_get(w, to), low_bit(w, space, at)));
    low_set(w, n, ir_op2(game, less ? IR_OP_SUB : IR_OP_ADD, low_get(w, n), ir_const(game, 1)));
    low_while(w, outer, ir_op2(game, less ? IR_OP_GT : IR_OP_LT, low_get(w, n), low_get(w, want)), game->space.at[space].size);
}

static void board(LowWriter *w)
{
    IrGame *game = w->game;
    const int left = ir_fn_find(game, IR_FILL_LEFT);
    const IrType set = game->fn.at[left]->ret, number = ir_int(0, game->space.at[set.space].size);
    const int all = low_let(w, "all", ir_call(game, IR_OP_CALL, left, 0, NULL));
    const int size = low_let(w, "size", ir_op1(game, IR_OP_COUNT, low_get(w, all)));
    const int want = low_let(w, "want", ir_call(game, IR_OP_CALL, ir_fn_find(game, IR_FILL_SHARE), 0, NULL));
    const int part = low_var(w, "part", set, ir_op1(game, IR_OP_TOSS, low_get(w, all)));
    const int rest = low_var(w, "rest", set, low_diff(w, low_get(w, all), low_get(w, part)));
    const int n = low_var(w, "n", number, ir_op1(game, IR_OP_COUNT, low_get(w, part)));
    correct(w, part, rest, n, want, low_get(w, n), true);
    correct(w, rest, part, n, want, ir_op2(game, IR_OP_SUB, low_get(w, size), low_get(w, n)), false);
    Ir *mine = low_get(w, part);
    low_add(w, ir_call(game, IR_OP_DO, ir_fn_find(game, IR_FILL), 1, &mine));
    low_ret(w, ir_const(game, 1));
}

void choose_fill(Low *l)
{
    IrGame *game = l->game;
    const int left = ir_fn_find(game, IR_FILL_LEFT), space = game->fn.at[left]->ret.space;
    LowWriter w = low_begin(l, IR_FILL_SIZE, ir_int(0, game->space.at[space].size), IR_HINT_NONE);
    low_end_value(&w, ir_op1(game, IR_OP_COUNT, ir_call(game, IR_OP_CALL, left, 0, NULL)));
    w = low_begin(l, IR_FILL_BOARD, ir_bit(), IR_HINT_NONE);
    w.fn->kind = IR_PROC;
    board(&w);
    low_end(&w);
}
