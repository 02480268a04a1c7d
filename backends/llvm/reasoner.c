/* reasoner.c - the functions behind ludc_reasoner, and the struct itself. */
#include <stddef.h>
#include <string.h>

#include "backends/llvm/gen.h"
#include "ir/passes/lazy_end_tests.h"
#include "ir/plan/fill.h"
#include "ir/plan/plan.h"
#include "runtime/abi.h"

/* The function written last: `state` is parameter 1. */
static Fun api(Gen *g, const char *name, Type ret, Type *param, unsigned n)
{
    Fun f = ll_begin(g, name, LLVMFunctionType(ret, param, n, false), NULL);
    f.state.base = LLVMGetParam(f.function, 1);
    return f;
}

static Value return_value(Fun *f, Value v)
{
    if (v)
        LLVMBuildRet(f->g->b, v);
    else
        LLVMBuildRetVoid(f->g->b);
    ll_end(f);
    return f->function;
}

static Value call_view(Fun *f, const char *name, Value arg)
{
    int index = ir_view_find(f->g->game, name);
    return index < 0 ? ll_int(f->g, 0) : ll_call_args(f, index, &arg);
}

static Value is_over(Fun *f)
{
    Value v = call_view(f, "over", NULL);
    return LLVMBuildICmp(f->g->b, LLVMIntNE, v, ll_zero(LLVMTypeOf(v)), "");
}

/* Nothing where the game is over; else goes on. */
static void none_if_over(Fun *f)
{
    Block none = ll_block(f, "none"), some = ll_block(f, "some");
    ll_branch(f, is_over(f), none, some);
    ll_at(f, none);
    LLVMBuildRet(f->g->b, ll_int(f->g, 0));
    ll_at(f, some);
}

static Value write_init(Gen *g)
{
    Type param[] = {g->ptr, g->ptr};
    Fun f = api(g, "init", g->none, param, 2);
    ll_copy_bytes(g, f.state.base, ll_initial(g), ll_state_size(g));
    return return_value(&f, NULL);
}

/* moves, candidates, or, of one player, moves_of: what a generator lists, or their number. */
static Value write_list(Gen *g, const char *name, const char *list, const char *count)
{
    const unsigned joint = g->game->joint;
    Type param[] = {g->ptr, g->ptr, joint ? g->i32 : g->ptr, g->ptr};
    Fun f = api(g, name, g->i32, param, 3 + joint);
    Value out = LLVMGetParam(f.function, 2 + joint), player = LLVMGetParam(f.function, 2);
    none_if_over(&f);
    Block listed = ll_block(&f, "list"), counted = ll_block(&f, "count");
    ll_branch(&f, LLVMBuildIsNull(g->b, out, ""), counted, listed);
    ll_at(&f, counted);
    LLVMBuildRet(g->b, ll_fit(g, ll_call_args(&f, ir_fn_find(g->game, count), &player), g->i32));
    ll_at(&f, listed);
    return return_value(&f, ll_list(&f, ir_fn_find(g->game, list), false, out, 0, &player));
}

static Value write_moves(Gen *g) { return write_list(g, g->game->joint ? "moves_of" : "moves", g->game->list, g->game->count); }

/* Of all players, one after the other. */
static Value write_moves_of_all(Gen *g, Value moves_of)
{
    Type param[] = {g->ptr, g->ptr, g->ptr};
    Fun f = api(g, "moves", g->i32, param, 3);
    Value n = ll_alloca(&f, g->i32, "n"), out = LLVMGetParam(f.function, 2), counting = LLVMBuildIsNull(g->b, out, "");
    ll_store(g, ll_int(g, 0), n, 4);
    Loop loop = ll_range(&f, ll_int(g, 1), ll_int(g, g->game->players + 1));
    Value now = ll_load(g, g->i32, n, 4), at = ll_gep(g, g->i32, out, LLVMBuildZExt(g->b, now, g->i64, ""));
    Value arg[] = {LLVMGetParam(f.function, 0), f.state.base, loop.member, LLVMBuildSelect(g->b, counting, LLVMConstNull(g->ptr), at, "")};
    ll_store(g, LLVMBuildAdd(g->b, now, ll_call(&f, moves_of, arg, 4), ""), n, 4);
    ll_end_range(&f, &loop);
    return return_value(&f, ll_load(g, g->i32, n, 4));
}

/* A code, which has no sign, as parameter number i of the procedure. */
static Value code_as(Gen *g, Value code, int fn, int i)
{
    const IrType type = g->game->fn.at[fn]->local.at[i].type;
    return ll_fit(g, ll_index(g, code, type), ll_type(g, type));
}

static Value write_apply_joint(Gen *g)
{
    Type param[] = {g->ptr, g->ptr, g->ptr};
    Fun f = api(g, "apply_joint", g->none, param, 3);
    const int fn = ir_fn_find(g->game, g->game->apply), players = g->game->players;
    Value *code = ARENA_ARRAY(g->arena, Value, players + 1);
    for (int i = 0; i < players; i++)
        code[i] = code_as(g, ll_load(g, g->i32, ll_gep(g, g->i32, LLVMGetParam(f.function, 2), ll_word(g, (uint64_t)i)), 4), fn, i);
    ll_call_args(&f, fn, code);
    return return_value(&f, NULL);
}

/* Calls a procedure with the move. */
static Value call_move(Fun *f, const char *name)
{
    const int index = ir_fn_find(f->g->game, name);
    return ll_call_args(f, index, (Value[]){code_as(f->g, LLVMGetParam(f->function, 2), index, 0)});
}

/* apply, or, with draws, apply_random. */
static Value write_apply(Gen *g, bool draws)
{
    Type param[] = {g->ptr, g->ptr, g->i32, g->ptr};
    Fun f = api(g, draws ? "apply_random" : "apply", g->none, param, draws ? 4 : 3);
    f.rng = draws ? LLVMGetParam(f.function, 3) : NULL;
    call_move(&f, g->game->apply);
    return return_value(&f, NULL);
}

/* Draws as a script says; their number. */
static Value write_apply_lots(Gen *g)
{
    Type param[] = {g->ptr, g->ptr, g->i32, g->ptr, g->i32, g->ptr, g->i32};
    Fun f = ll_begin(g, "apply_lots", LLVMFunctionType(g->i32, param, 7, false), NULL);
    f.state.base = LLVMGetParam(f.function, 1);
    f.rng = LLVMConstNull(g->ptr);
    ll_script_begin(&f, LLVMGetParam(f.function, 3), LLVMGetParam(f.function, 4), LLVMGetParam(f.function, 5),
                    LLVMGetParam(f.function, 6));
    call_move(&f, g->game->apply);
    return return_value(&f, ll_script_draws(&f));
}

static Value write_allowed(Gen *g)
{
    Type param[] = {g->ptr, g->ptr, g->i32};
    Fun f = api(g, "allowed", g->i32, param, 3);
    f.state = ll_copy_state(&f);
    return return_value(&f, ll_fit(g, call_move(&f, g->game->allowed), g->i32));
}

/* over, mover, rank2, goal */
static Value write_number(Gen *g, const char *name, const char *view, bool player)
{
    Type param[] = {g->ptr, g->ptr, g->i32};
    Fun f = api(g, name, g->i32, param, player ? 3 : 2);
    Value v = call_view(&f, view, player ? LLVMGetParam(f.function, 2) : NULL);
    return return_value(&f, ll_fit(g, v, g->i32));
}

/* NULL: only the list of all moves tells. */
static Value write_legal(Gen *g)
{
    if (!g->game->legal)
        return NULL;
    Type param[] = {g->ptr, g->ptr, g->i32, g->i32};
    Fun f = api(g, "legal", g->i32, param, 4);
    none_if_over(&f);
    const int index = ir_fn_find(g->game, g->game->legal);
    const IrFn *fn = g->game->fn.at[index];
    Value move = LLVMGetParam(f.function, 3);
    move = ll_type(g, fn->local.at[fn->nparam - 1].type) == g->i32 ? move : LLVMBuildZExt(g->b, move, LLVMInt64TypeInContext(g->cx), "");
    Value arg[] = {g->game->joint ? LLVMGetParam(f.function, 2) : move, move};
    return return_value(&f, ll_fit(g, ll_call_args(&f, index, arg), g->i32));
}

static void describe_rule(Fun *f, const IrFn *rule, Value *arg, void *data)
{
    (void)data;
    ll_describe(f, rule, arg, LLVMGetParam(f->function, 3));
}

static Value write_describe(Gen *g)
{
    Type param[] = {g->ptr, g->ptr, g->i32, g->ptr};
    Fun f = api(g, "describe", g->none, param, 4);
    if (g->options->text.describe) {
        LLVMBuildMemSet(g->b, LLVMGetParam(f.function, 3), LLVMConstInt(g->i8, 255, false),
                        ll_word(g, 4 * g->offered.ncolumn), 4);
        ll_by_code(&f, LLVMGetParam(f.function, 2), describe_rule, NULL);
    }
    return return_value(&f, NULL);
}

static Value write_view(Gen *g)
{
    Type param[] = {g->ptr, g->ptr, g->i32, g->i32};
    Fun f = api(g, "view", g->i32, param, 4);
    Block none = ll_block(&f, "none");
    Value which = LLVMBuildSwitch(g->b, LLVMGetParam(f.function, 2), none, 16);
    for (size_t i = 0; i < g->offered.views.n; i++) {
        Block this = ll_block(&f, "item");
        LLVMAddCase(which, ll_int(g, (int64_t)i), this);
        ll_at(&f, this);
        Value index = LLVMGetParam(f.function, 3);
        LLVMBuildRet(g->b, ll_fit(g, ll_call_args(&f, g->offered.view[i], &index), g->i32));
    }
    ll_at(&f, none);
    return return_value(&f, ll_int(g, 0));
}

/* --- playout --- */

typedef struct {
    Fun *f;
    Value rng, n;
    Block end;
    int mover; /* the field of it, if the moves of the two movers are written apart; else -1 */
} Playing;

static Value number(const Playing *p) { return ll_load(p->f->g, p->f->g->i32, p->n, 4); }

static Value moves_first(Playing *p)
{
    Gen *g = p->f->g;
    return LLVMBuildICmp(g->b, LLVMIntEQ, ll_field_value(p->f, p->mover, NULL), ll_int(g, g->game->field.at[p->mover].elem.lo), "");
}

/* One move if n < most, and to `next` if the game goes on. */
static void play_move(Playing *p, Value most, Block left, Block none, Block next)
{
    Fun *f = p->f;
    Gen *g = f->g;
    Block on = ll_block(f, "on"), made = ll_block(f, "made");
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntULT, number(p), most, ""), on, left);
    ll_at(f, on);
    ll_choose(f, p->rng, made);
    LLVMBuildBr(g->b, none);
    ll_at(f, made);
    ll_store(g, LLVMBuildAdd(g->b, number(p), ll_int(g, 1), ""), p->n, 4);
    ll_branch(f, is_over(f), left, next);
}

/* Moves one by one as long as n < most and the game goes on, then to `left`, where there is none
 * to `none`.  Whether it is over is asked behind each move, where its ways that say so are still apart. */
static void play_moves(Playing *p, Value most, Block left, Block none)
{
    Fun *f = p->f;
    Gen *g = f->g;
    Block head = ll_block(f, "next");
    ll_branch(f, is_over(f), left, head);
    ll_at(f, head);
    if (p->mover < 0) {
        play_move(p, most, left, none, head);
        return;
    }
    const int lo = (int)g->game->field.at[p->mover].elem.lo;
    Block first = ll_block(f, "first"), asked = ll_block(f, "asked"), second = ll_block(f, "second");
    ll_branch(f, moves_first(p), first, second);
    ll_at(f, first);
    ll_put_field(f, p->mover, NULL, ll_int(g, lo));
    play_move(p, most, left, none, asked);
    ll_at(f, asked);
    ll_branch(f, moves_first(p), head, second);
    ll_at(f, second);
    ll_put_field(f, p->mover, NULL, ll_int(g, lo + 1));
    play_move(p, most, left, none, head);
}

static uint64_t list_bytes(const Gen *g, const Listing *list)
{
    return LLVMABISizeOfType(g->layout, LLVMGetAllocatedType(list->site));
}

/* What a stretch of moves began with. */
typedef struct {
    bool *all; /* fields */
    Value *field, word, n, left, sites;
    const Listing *list;
} Back;

static Back keep_back(Playing *p)
{
    Fun *f = p->f;
    Gen *g = f->g;
    Back back = {.all = ARENA_ARRAY(g->arena, bool, g->game->field.n + 1)};
    for (size_t i = 0; i < g->game->field.n; i++)
        back.all[i] = true;
    back.field = ll_keep_fields(f, back.all);
    back.word = ll_load(g, g->i64, p->rng, 8);
    back.n = number(p);
    back.list = f->listing;
    if (back.list)
        back.left = ll_load(g, g->i32, back.list->left, 4);
    if (back.list && back.list->entry) {
        back.sites = ll_alloca(f, LLVMGetAllocatedType(back.list->site), "sites");
        LLVMSetAlignment(back.sites, 16);
        ll_copy_bytes(g, back.sites, back.list->site, list_bytes(g, back.list));
    }
    return back;
}

static void go_back(Playing *p, const Back *back)
{
    Fun *f = p->f;
    Gen *g = f->g;
    ll_take_back(f, back->all, back->field);
    ll_store(g, back->word, p->rng, 8);
    ll_store(g, back->n, p->n, 4);
    if (back->list)
        ll_store(g, back->left, back->list->left, 4);
    if (back->list && back->list->entry)
        ll_copy_bytes(g, back->list->site, back->sites, list_bytes(g, back->list));
}

/* Some end tests wait (ir/passes/lazy_end_tests.h): a stretch of moves is played without them. If the game may
 * have ended meanwhile it is played again in shorter ones, at last one by one. */
static void play_stretches(Playing *p, Value limit)
{
    enum { FIRST = 16, SHORTER = 4 };
    Fun *f = p->f;
    Gen *g = f->g;
    int wait = ir_field_find(g->game, IR_ENDS_WAIT), may_end = ir_fn_find(g->game, IR_MAY_END);
    Value length = ll_alloca(f, g->i32, "stretch"), some = ll_alloca(f, g->i1, "some");
    Block begin = ll_block(f, "stretch"), none = ll_block(f, "none"), left = ll_block(f, "left");
    Block ask = ll_block(f, "ask"), again = ll_block(f, "again"), fine = ll_block(f, "fine");
    Block more = ll_block(f, "more"), head = ll_block(f, "head");
    ll_store(g, ll_int(g, FIRST), length, 4);
    ll_go(f, head);
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntULT, number(p), limit, ""), more, p->end);
    ll_at(f, more);
    ll_branch(f, is_over(f), p->end, begin);
    ll_at(f, begin);
    Back back = keep_back(p);
    Value moves = ll_load(g, g->i32, length, 4), rest = LLVMBuildSub(g->b, limit, back.n, "");
    Value fewer = LLVMBuildICmp(g->b, LLVMIntULT, rest, moves, "");
    Value most = LLVMBuildSelect(g->b, fewer, limit, LLVMBuildAdd(g->b, back.n, moves, ""), "");
    Value many = LLVMBuildICmp(g->b, LLVMIntUGT, moves, ll_int(g, 1), "");
    ll_store(g, LLVMConstInt(g->i1, 1, false), some, 1);
    ll_put_field(f, wait, NULL, LLVMBuildZExt(g->b, many, g->i32, ""));
    play_moves(p, most, left, none);
    ll_at(f, none);
    ll_store(g, LLVMConstInt(g->i1, 0, false), some, 1);
    ll_go(f, left);
    ll_put_field(f, wait, NULL, ll_int(g, 0));
    ll_branch(f, many, ask, fine);
    ll_at(f, ask);
    Value ended = ll_call_args(f, may_end, NULL);
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntNE, ended, ll_zero(LLVMTypeOf(ended)), ""), again, fine);
    ll_at(f, again);
    go_back(p, &back);
    ll_store(g, LLVMBuildUDiv(g->b, moves, ll_int(g, SHORTER), ""), length, 4);
    LLVMBuildBr(g->b, head);
    ll_at(f, fine);
    ll_branch(f, ll_load(g, g->i1, some, 1), head, p->end);
}

/* On from f's state by the words behind the one at `rng`, up to p's end; the last one is at p's rng. */
static Playing play_on(Fun *f, Value rng, Value limit, int mover)
{
    Gen *g = f->g;
    Playing p = {.f = f, .rng = ll_alloca(f, g->i64, "rng"), .n = ll_alloca(f, g->i32, "n"), .end = ll_block(f, "end"),
                 .mover = mover};
    ll_store(g, ll_load(g, g->i64, rng, 8), p.rng, 8);
    ll_store(g, ll_int(g, 0), p.n, 4);
    f->rng = g->chance ? p.rng : NULL;
    f->listing = ll_listing(f);
    if (ir_fn_find(g->game, IR_MAY_END) >= 0)
        play_stretches(&p, limit);
    else
        play_moves(&p, limit, p.end, p.end);
    ll_at(f, p.end);
    return p;
}

/* A full board instead, where there are moves enough for it (ir/play/full_board.c): returns; else goes on. */
static void fill_board(Fun *f, Value rng, Value limit)
{
    Gen *g = f->g;
    Value size = ll_fit(g, ll_call_args(f, ir_fn_find(g->game, IR_FILL_SIZE), NULL), g->i32);
    Value some = LLVMBuildICmp(g->b, LLVMIntNE, size, ll_int(g, 0), ""), in = LLVMBuildICmp(g->b, LLVMIntULE, size, limit, "");
    Value fills = LLVMBuildAnd(g->b, LLVMBuildAnd(g->b, some, in, ""), LLVMBuildNot(g->b, is_over(f), ""), "");
    Block fill = ll_block(f, "fill"), play = ll_block(f, "play"), filled = ll_block(f, "filled");
    ll_branch(f, fills, fill, play);
    ll_at(f, fill);
    ll_run(f, IR_FILL_BOARD, rng, filled);
    LLVMBuildBr(g->b, play);
    ll_at(f, filled);
    LLVMBuildRet(g->b, size);
    ll_at(f, play);
}

static Value write_playout(Gen *g)
{
    Type param[] = {g->ptr, g->ptr, g->ptr, g->i32};
    Fun f = api(g, "playout", g->i32, param, 4);
    Value state = f.state.base, rng = LLVMGetParam(f.function, 2);
    if (g->game->plan & IR_PLAN_FILL)
        fill_board(&f, rng, LLVMGetParam(f.function, 3));
    f.inplace = !ll_choice_is_large(g);
    if (f.inplace)
        f.state = ll_split_state(&f, state, state);
    Playing p = play_on(&f, rng, LLVMGetParam(f.function, 3), -1);
    ll_store(g, ll_load(g, g->i64, p.rng, 8), rng, 8);
    if (f.inplace)
        ll_join_state(&f, f.state, state);
    return return_value(&f, number(&p));
}

/* --- many of them --- */

static void add_to_tally(Gen *g, Value tally, size_t offset, Value more)
{
    Value at = ll_gep(g, g->i8, tally, ll_word(g, offset));
    ll_store(g, LLVMBuildAdd(g->b, ll_load(g, g->i64, at, 8), more, ""), at, 8);
}

static void count_playout(Fun *f, Value tally, Value moves)
{
    Gen *g = f->g;
    Value n = ll_fit(g, moves, g->i64);
    add_to_tally(g, tally, offsetof(ludc_tally, moves), n);
    add_to_tally(g, tally, offsetof(ludc_tally, squares), LLVMBuildMul(g->b, n, n, ""));
    for (int p = 1; p <= g->game->players; p++) {
        Value row = ll_gep(g, g->i8, tally, ll_word(g, offsetof(ludc_tally, ranks) + sizeof(uint64_t) * LUDC_RANKS2 * (size_t)(p - 1)));
        Value value = ll_fit(g, call_view(f, g->game->joint ? "goal" : "rank", ll_int(g, p)), g->i64);
        if (g->game->joint)
            add_to_tally(g, row, 0, LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, LLVMIntSGT, value, ll_word(g, 0), ""), value, ll_word(g, 0), ""));
        else
            add_to_tally(g, ll_gep(g, g->i64, row, value), 0, ll_word(g, 1));
    }
}

/* NULL: its games are long, or too much code. */
static Value write_playouts(Gen *g)
{
    enum { START = 1, STATE, RNG, LIMIT, COUNT, TALLY };
    if (!ir_plays_many(g->game) || ll_choice_is_large(g))
        return NULL;
    Type param[] = {g->ptr, g->ptr, g->ptr, g->ptr, g->i32, g->i32, g->ptr};
    Fun f = api(g, "playouts", g->i32, param, 7);
    Value rng = LLVMGetParam(f.function, RNG), ended = ll_alloca(&f, g->i32, "ended");
    Block head = ll_block(&f, "head"), more = ll_block(&f, "more"), count = ll_block(&f, "count"), done = ll_block(&f, "done");
    f.inplace = true;
    ll_store(g, ll_int(g, 0), ended, 4);
    ll_go(&f, head);
    ll_branch(&f, LLVMBuildICmp(g->b, LLVMIntULT, ll_load(g, g->i32, ended, 4), LLVMGetParam(f.function, COUNT), ""), more, done);
    ll_at(&f, more);
    f.state = ll_split_state(&f, LLVMGetParam(f.function, START), LLVMGetParam(f.function, STATE));
    Value before = ll_load(g, g->i64, rng, 8);
    Playing p = play_on(&f, rng, LLVMGetParam(f.function, LIMIT), ir_mover_apart(g->game));
    Value over = is_over(&f);
    ll_store(g, LLVMBuildSelect(g->b, over, ll_load(g, g->i64, p.rng, 8), before, ""), rng, 8);
    ll_branch(&f, over, count, done);
    ll_at(&f, count);
    count_playout(&f, LLVMGetParam(f.function, TALLY), number(&p));
    ll_store(g, LLVMBuildAdd(g->b, ll_load(g, g->i32, ended, 4), ll_int(g, 1), ""), ended, 4);
    ll_go(&f, head);
    ll_at(&f, done);
    return return_value(&f, ll_load(g, g->i32, ended, 4));
}

/* --- the struct --- */

Value ll_text(Gen *g, const char *text)
{
    Value data = LLVMConstStringInContext2(g->cx, text, strlen(text), false);
    Value global = LLVMAddGlobal(g->module, LLVMTypeOf(data), "text");
    LLVMSetInitializer(global, data);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    return global;
}

Value ll_array(Gen *g, Type type, Value *element, size_t n, const char *name)
{
    Value data = LLVMConstArray2(type, element, n);
    Value global = LLVMAddGlobal(g->module, LLVMTypeOf(data), name);
    LLVMSetInitializer(global, data);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    return global;
}

static Value columns(Gen *g)
{
    const size_t n = g->offered.ncolumn;
    Value *name = ARENA_ARRAY(g->arena, Value, n + 1);
    for (size_t i = 0; i < n; i++)
        name[i] = ll_text(g, g->offered.column[i]);
    name[n] = LLVMConstNull(g->ptr);
    return ll_array(g, g->ptr, name, n + 1, "columns");
}

static void export(Gen *g, Value reasoner)
{
    LLVMSetLinkage(reasoner, LLVMExternalLinkage);
    if (!g->options->text.shared)
        return;
    /* The one name that a loader asks for. */
    LLVMSetVisibility(reasoner, LLVMHiddenVisibility);
    Value alias = LLVMAddAlias2(g->module, LLVMGlobalGetValueType(reasoner), 0, reasoner, "ludc_reasoner");
    LLVMSetVisibility(alias, LLVMDefaultVisibility);
}

/* In the place of functions that are in other code, so that they are known to be there. */
static Value elsewhere(Gen *g)
{
    Value made = LLVMGetNamedFunction(g->module, "elsewhere");
    if (made)
        return made;
    Fun f = ll_begin(g, "elsewhere", LLVMFunctionType(g->none, NULL, 0, false), NULL);
    LLVMBuildUnreachable(g->b);
    ll_end(&f);
    return f.function;
}

static Value wanted(Gen *g, Value fn, unsigned which)
{
    unsigned all = g->options->functions;
    return !fn ? LLVMConstNull(g->ptr) : !all || (all & which) ? fn : elsewhere(g);
}

static void put_struct(Gen *g, Value *fn, size_t nfn)
{
    const IrOffered *offered = &g->offered;
    Value item = ll_records(g, &offered->views);
    Value member[48] = {
        ll_int(g, LUDC_ABI_VERSION), ll_int(g, sizeof(ludc_reasoner)), ll_int(g, g->game->players), ll_text(g, g->game->name),
        ll_word(g, g->options->text.hash ? g->options->text.hash : ir_hash(g->game)), ll_int(g, (int64_t)ll_state_size(g)),
        ll_int(g, (int64_t)ir_max_moves(g->game)), ll_int(g, (int64_t)g->total),
        ll_int(g, (int64_t)offered->views.n), ll_int(g, (int64_t)offered->ncolumn), ll_int(g, (int64_t)offered->spaces.n),
        ll_int(g, g->game->joint), item, columns(g), ll_records(g, &offered->spaces), LLVMConstNull(g->ptr),
    };
    size_t n = 16;
    for (size_t i = 0; i < nfn; i++)
        member[n++] = wanted(g, fn[i], 1u << i);
    const char *listed = g->game->candidates;
    member[n++] = ll_text(g, ir_plan_name(g->game->plan));
    member[n++] = wanted(g, listed ? write_list(g, "candidates", g->game->list_candidates, g->game->count_candidates) : NULL, FN_CANDIDATES);
    member[n++] = wanted(g, listed ? write_allowed(g) : NULL, FN_ALLOWED);
    member[n++] = wanted(g, g->game->joint ? write_number(g, "goal", "goal", true) : NULL, FN_GOAL);
    Value index = LLVMConstNull(g->ptr);
    n += ll_offer_members(g, member + n, &index);
    member[n++] = wanted(g, ll_observe(g), FN_OBSERVE);
    member[n++] = wanted(g, g->chance ? write_apply_lots(g) : NULL, FN_APPLY_LOTS);
    member[n++] = index;
    member[n++] = wanted(g, write_legal(g), FN_LEGAL);
    member[n++] = wanted(g, write_playouts(g), FN_PLAYOUTS);
    Value data = LLVMConstStructInContext(g->cx, member, (unsigned)n, false);
    Value reasoner = LLVMAddGlobal(g->module, LLVMTypeOf(data),
                                   arena_printf(g->arena, "ludc_reasoner_%s", g->ident));
    LLVMSetInitializer(reasoner, data);
    LLVMSetGlobalConstant(reasoner, true);
    export(g, reasoner);
}

void ll_reasoner(Gen *g)
{
    g->failed = !backend_bounds(g->game, "llvm");
    if (g->failed)
        return;
    bool joint = g->game->joint;
    Value moves_of = joint ? write_moves(g) : NULL;
    Value fn[] = {
        write_init(g), joint ? write_moves_of_all(g, moves_of) : write_moves(g), joint ? NULL : write_apply(g, false),
        moves_of, joint ? write_apply_joint(g) : NULL, write_number(g, "over", "over", false),
        write_number(g, "mover", "mover", false), write_number(g, "rank2", "rank", true),
        write_describe(g), write_view(g), write_playout(g),
        g->chance ? write_apply(g, true) : NULL,
    };
    put_struct(g, fn, sizeof fn / sizeof *fn);
    if (g->wasm)
        ll_wasm(g, fn);
}
