/* joint.c - games in which all players move at the same time.
 *
 * The moves of a player are the variants of gen moves(%player) for it.  A step of
 * a playout takes one move for each, a random word for each player that has a
 * choice, and then plays them together. */
#include "backends/llvm/gen.h"

static const IrFn *gen_moves(const Gen *g)
{
    return g->game->fn.at[ir_fn_find(g->game, "moves")];
}

/* --- functions of the reasoner --- */

static Fun begin(Gen *g, const char *name, Type ret, Type last[], unsigned n)
{
    Type param[4] = {g->ptr, g->ptr};
    for (unsigned i = 0; i < n; i++)
        param[i + 2] = last[i];
    Fun f = ll_begin(g, name, LLVMFunctionType(ret, param, n + 2, false), NULL);
    f.state.base = LLVMGetParam(f.function, 1);
    return f;
}

Value ll_joint_moves(Gen *g, Value moves_of)
{
    Fun f = begin(g, "moves", g->i32, &g->ptr, 1);
    Value n = ll_alloca(&f, g->i32, "n"), out = LLVMGetParam(f.function, 2);
    Value counting = LLVMBuildIsNull(g->b, out, "");
    ll_store(g, ll_int(g, 0), n, 4);
    Loop loop = ll_range(&f, ll_int(g, 1), ll_int(g, g->game->players + 1));
    Value now = ll_load(g, g->i32, n, 4);
    Value at = ll_gep(g, g->i32, out, LLVMBuildZExt(g->b, now, g->i64, ""));
    Value to = LLVMBuildSelect(g->b, counting, LLVMConstNull(g->ptr), at, "");
    Value arg[] = {LLVMGetParam(f.function, 0), f.state.base, loop.member, to};
    ll_store(g, LLVMBuildAdd(g->b, now, ll_call(&f, moves_of, arg, 4), ""), n, 4);
    ll_end_range(&f, &loop);
    LLVMBuildRet(g->b, ll_load(g, g->i32, n, 4));
    ll_end(&f);
    return f.function;
}

static void play_rule(Fun *f, const IrFn *rule, Value *arg, void *data)
{
    (void)data;
    ll_play(f, rule, arg);
}

/* The move of each player, and the turn. */
static void play_codes(Fun *f, Value codes)
{
    Gen *g = f->g;
    Loop loop = ll_range(f, ll_int(g, 0), ll_int(g, g->game->players));
    Value at = ll_gep(g, g->i32, codes, LLVMBuildZExt(g->b, loop.member, g->i64, ""));
    ll_by_code(f, ll_load(g, g->i32, at, 4), play_rule, NULL);
    ll_end_range(f, &loop);
    ll_turn(f);
}

Value ll_joint_apply(Gen *g)
{
    Fun f = begin(g, "apply_joint", g->none, &g->ptr, 1);
    play_codes(&f, LLVMGetParam(f.function, 2));
    LLVMBuildRetVoid(g->b);
    ll_end(&f);
    return f.function;
}

/* --- a step of a playout --- */

/* A number below n; 0 where there is no choice, so that nothing is drawn; to `stuck`
 * if n is 0. */
static Value draw(Fun *f, Value rng, Value n, Block stuck)
{
    Gen *g = f->g;
    Value slot = ll_alloca(f, g->i32, "k");
    Block some = ll_block(f, "some"), choice = ll_block(f, "choice"), end = ll_block(f, "drawn");
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntEQ, n, ll_int(g, 0), ""), stuck, some);
    ll_at(f, some);
    ll_store(g, ll_int(g, 0), slot, 4);
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntUGT, n, ll_int(g, 1), ""), choice, end);
    ll_at(f, choice);
    ll_store(g, ll_below(f, rng, n), slot, 4);
    ll_go(f, end);
    return ll_load(g, g->i32, slot, 4);
}

static void choose_sets(Fun *f, Value rng, Block stuck)
{
    Gen *g = f->g;
    int players = g->game->players;
    Value *member = ARENA_ARRAY(g->arena, Value, players + 1);
    for (int p = 1; p <= players; p++) {
        Value who = ll_int(g, p);
        Fun gen = ll_frame(f, gen_moves(g), &who, 1);
        const Ir *set = shape_player_set(gen_moves(g)->body, p)->a[0];
        int words = ll_words(g, set->type.space);
        Value m = ll_expr(&gen, set);
        member[p] = ll_nth(g, m, draw(f, rng, ll_count(g, m, words), stuck), words);
    }
    for (int p = 1; p <= players; p++) {
        const Ir *emission = shape_player_set(gen_moves(g)->body, p);
        ll_play(f, g->game->fn.at[emission->k], &member[p]);
    }
    ll_turn(f);
}

static void choose_lists(Fun *f, Value rng, Block stuck)
{
    Gen *g = f->g;
    uint64_t most = ir_max_moves(g->game);
    Value codes = ll_alloca(f, LLVMArrayType2(g->i32, (uint64_t)g->game->players), "codes");
    Value list = ll_alloca(f, LLVMArrayType2(g->i32, most ? most : 1), "list");
    for (int p = 1; p <= g->game->players; p++) {
        Value who = ll_int(g, p), k = draw(f, rng, ll_list(f, ir_fn_find(g->game, g->game->list), false, list, 0, &who), stuck);
        Value at = ll_gep(g, g->i32, list, LLVMBuildZExt(g->b, k, g->i64, ""));
        ll_store(g, ll_load(g, g->i32, at, 4), ll_gep(g, g->i32, codes, ll_word(g, (uint64_t)p - 1)), 4);
    }
    play_codes(f, codes);
}

void ll_joint_choose(Fun *f, Value rng, Block played)
{
    bool sets = true;
    for (int p = 1; p <= f->g->game->players; p++)
        sets = shape_player_set(gen_moves(f->g)->body, p) && sets;
    Block stuck = ll_block(f, "stuck");
    if (sets)
        choose_sets(f, rng, stuck);
    else
        choose_lists(f, rng, stuck);
    LLVMBuildBr(f->g->b, played);
    ll_at(f, stuck);
}
