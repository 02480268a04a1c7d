/* joint.c - a step of a playout of a joint game: one move of each player, a number for each player that has a choice, then all are played together.
 *
 *     let %set = @free   let %count = count(%set)   if %count == 0 { ret 0 }
 *     var %k = 0         if %count > 1 { set %k = draw(%count) }
 *     let %at = pick(%set, %k)  ..  play mark_1(%at)  play mark_2(%at_2)  turn()  ret 1
 *
 * Where the moves of somebody are no set, all draw from lists: `choose`, one within the other. */
#include "ir/play/choose.h"

#include "ir/analysis/shape.h"

/* The member of a player's set, as a local. */
static int draw_member(LowWriter *w, const IrFn *gen, const Ir *emission, int player)
{
    IrGame *game = w->game;
    const int set = low_let(w, "set", tree_subst(game, gen, emission->a[0], 0, ir_const(game, player)));
    const int count = low_let(w, "count", ir_op1(game, IR_OP_COUNT, low_get(w, set)));
    Ir *outer = low_open(w);
    low_ret(w, ir_const(game, 0));
    low_if(w, outer, ir_op2(game, IR_OP_EQ, low_get(w, count), ir_const(game, 0)));
    const int k = low_var(w, "k", w->fn->local.at[count].type, ir_const(game, 0));
    outer = low_open(w);
    low_set(w, k, ir_op1(game, IR_OP_DRAW, low_get(w, count)));
    low_if(w, outer, ir_op2(game, IR_OP_GT, low_get(w, count), ir_const(game, 1)));
    return low_let(w, "at", ir_op2(game, IR_OP_PICK, low_get(w, set), low_get(w, k)));
}

static void draw_from_sets(LowWriter *w, const IrFn *gen)
{
    IrGame *game = w->game;
    int *at = ARENA_ARRAY(game->arena, int, game->players + 1);
    for (int p = 1; p <= game->players; p++)
        at[p] = draw_member(w, gen, shape_player_set(gen->body, p), p);
    for (int p = 1; p <= game->players; p++) {
        Ir *member = low_get(w, at[p]);
        low_add(w, ir_call(game, IR_OP_PLAY, (int)shape_player_set(gen->body, p)->k, 1, &member));
    }
    low_turn(w);
    low_ret(w, ir_const(game, 1));
}

/* From the lists of player p and of those behind, once those before have their moves. */
static void draw_from_lists(LowWriter *w, const IrFn *gen, int p, Ir **move)
{
    IrGame *game = w->game;
    IrCode *code;
    size_t n;
    if (p > game->players) {
        low_ret(w, ir_call(game, IR_OP_CALL, ir_fn_find(game, game->apply), game->players, move));
        return;
    }
    const int local = ir_local_add(game, w->fn, "move", low_code_type(game, &code, &n));
    Ir *moves = ir_block(game), *player = ir_const(game, p), *outer = low_open(w);
    ir_append(game, &moves, ir_call(game, IR_OP_TRY, ir_fn_index(game, gen), 1, &player));
    move[p - 1] = low_get(w, local);
    draw_from_lists(w, gen, p + 1, move);
    Ir *done = low_close(w, outer);
    low_add(w, ir_node(game, w->fn, IR_OP_CHOOSE, local, 2, (Ir *[]){moves, done}));
}

void choose_joint(Low *l)
{
    IrGame *game = l->game;
    const IrFn *gen = l->fn;
    bool sets = true;
    for (int p = 1; p <= game->players; p++)
        sets = shape_player_set(gen->body, p) && sets;
    choose_apply(l);
    LowWriter w = low_begin(l, "choose", ir_bit(), IR_HINT_NONE);
    w.fn->kind = IR_PROC;
    if (sets) {
        draw_from_sets(&w, gen);
    } else {
        draw_from_lists(&w, gen, 1, ARENA_ARRAY(game->arena, Ir *, game->players + 1));
        low_ret(&w, ir_const(game, 0));
    }
    game->choose = game->fn.at[low_end(&w)]->name;
}
