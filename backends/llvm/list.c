/* list.c - lists of moves: generators whose moves are codes (ir/play/uses.c), a function each or in place, and what they put into the list. */
#include "backends/llvm/gen.h"

/* --- functions --- */

static Signature signature(const Gen *g, const IrFn *gen) /* state, out, n */
{
    return (Signature){gen, (unsigned)gen->nparam, 3, {g->ptr, g->ptr, g->i32}, false};
}

static Value need_list(Gen *g, int fn, bool planes)
{
    const IrFn *gen = g->game->fn.at[fn];
    const char *name = arena_printf(g->arena, "%s%d.%s", planes ? "planes" : "list", fn, gen->name);
    Value made = LLVMGetNamedFunction(g->module, name);
    if (made)
        return made;
    const Signature s = signature(g, gen);
    Fun f = ll_begin_of(g, name, g->i32, &s);
    f.list = (List){planes, LLVMGetParam(f.function, 1), ll_alloca(&f, g->i32, "n")};
    ll_store(g, LLVMGetParam(f.function, 2), f.list.n, 4);
    ll_stmt(&f, gen->body);
    LLVMBuildRet(g->b, ll_load(g, g->i32, f.list.n, 4));
    ll_end(&f);
    return f.function;
}

static void call(Fun *f, const IrFn *gen, Value *arg)
{
    Gen *g = f->g;
    if (f->inplace) {
        Fun inner = ll_frame(f, gen, arg, gen->nparam);
        ll_stmt(&inner, gen->body);
        return;
    }
    const Signature s = signature(g, gen);
    Value first[] = {f->state.base, f->list.out, ll_load(g, g->i32, f->list.n, 4)};
    ll_store(g, ll_call_of(f, need_list(g, ir_fn_index(g->game, gen), f->list.planes), &s, first, arg), f->list.n, 4);
}

Value ll_list(Fun *f, int gen, bool planes, Value out, uint32_t from, Value *arg)
{
    Gen *g = f->g;
    Fun lister = *f;
    lister.list = (List){planes, out, ll_alloca(f, g->i32, "n")};
    ll_store(g, ll_int(g, from), lister.list.n, 4);
    call(&lister, g->game->fn.at[gen], arg);
    return ll_load(g, g->i32, lister.list.n, 4);
}

/* --- statements --- */

/* A plane is {set, first, end}: 16 bytes.  One is added unless it is empty. */
static void add_plane(Fun *f, Value set, Value first, Value count)
{
    Gen *g = f->g;
    Type part[] = {g->i64, g->i32, g->i32};
    Type plane = LLVMStructTypeInContext(g->cx, part, 3, false);
    Value n = ll_load(g, g->i32, f->list.n, 4), n64 = LLVMBuildZExt(g->b, n, g->i64, "");
    Value here = ll_gep(g, plane, f->list.out, n64);
    Value last = ll_gep(g, plane, f->list.out, LLVMBuildSub(g->b, n64, ll_word(g, 1), ""));
    Value end = ll_load(g, g->i32, LLVMBuildStructGEP2(g->b, plane, last, 2, ""), 4);
    ll_store(g, set, here, 8);
    ll_store(g, first, LLVMBuildStructGEP2(g->b, plane, here, 1, ""), 4);
    ll_store(g, LLVMBuildAdd(g->b, end, count, ""), LLVMBuildStructGEP2(g->b, plane, here, 2, ""), 4);
    Value some = LLVMBuildICmp(g->b, LLVMIntNE, set, ll_word(g, 0), "");
    ll_store(g, LLVMBuildAdd(g->b, n, LLVMBuildZExt(g->b, some, g->i32, ""), ""), f->list.n, 4);
}

/* room: what comes behind so many is counted only, and lies one place behind them; 0: all has room. */
static void put_code(Fun *f, Value code, int64_t room)
{
    Gen *g = f->g;
    Value n = ll_load(g, g->i32, f->list.n, 4), last = ll_int(g, room);
    ll_store(g, LLVMBuildAdd(g->b, n, ll_int(g, 1), ""), f->list.n, 4);
    n = room ? LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, LLVMIntULT, n, last, ""), n, last, "") : n;
    ll_store(g, code, ll_gep(g, g->i32, f->list.out, LLVMBuildZExt(g->b, n, g->i64, "")), 4);
}

static Value code_of(Fun *f, const Ir *e) { return ll_fit(f->g, ll_expr(f, e), f->g->i32); }

static void note(Fun *f, const Ir *s)
{
    Value code = code_of(f, s->a[0]);
    if (f->list.planes)
        add_plane(f, ll_word(f->g, 1), code, ll_int(f->g, 1));
    else
        put_code(f, code, s->k);
}

/* Of planes each word of the set is one. */
static void notes(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    const int words = ll_words(g, s->a[0]->type.space);
    Value set = ll_expr(f, s->a[0]), first = code_of(f, s->a[1]);
    for (int i = 0; f->list.planes && i < words; i++) {
        Value word = ll_element(g, set, i);
        add_plane(f, word, LLVMBuildAdd(g->b, first, ll_int(g, 64 * i), ""), ll_count(g, word, 1));
    }
    if (f->list.planes)
        return;
    Loop loop = ll_each(f, set, words);
    put_code(f, LLVMBuildAdd(g->b, first, loop.member, ""), s->k);
    ll_end_each(f, &loop);
}

/* Fields that the turn alone writes are not copied where it is not played. */
static void aside(Fun *f, const Ir *s)
{
    Fun there = *f;
    there.rng = NULL;
    there.state = apart_turns(f->g->game, s->a[0]) ? ll_copy_state(f) : ll_try_state(f);
    ll_stmt(&there, s->a[0]);
    ll_spare_state(f, there.state);
}

/* A list of its own, with room for all, then into the one around it. */
static void collect(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    Fun inner = *f;
    const uint64_t most = ir_max_emitted(g->game, s);
    inner.list = (List){false, ll_alloca(f, LLVMArrayType2(g->i32, most ? most : 1), "collected"), ll_alloca(f, g->i32, "n")};
    ll_store(g, ll_int(g, 0), inner.list.n, 4);
    ll_stmt(&inner, s->a[0]);
    Loop loop = ll_range(f, ll_int(g, 0), ll_load(g, g->i32, inner.list.n, 4));
    put_code(f, ll_load(g, g->i32, ll_gep(g, g->i32, inner.list.out, LLVMBuildZExt(g->b, loop.member, g->i64, "")), 4), s->k);
    ll_end_range(f, &loop);
}

void ll_list_stmt(Fun *f, const Ir *s)
{
    switch (s->op) {
    case IR_OP_TRY: call(f, f->g->game->fn.at[s->k], ll_args(f, s)); break;
    case IR_OP_NOTE: note(f, s); break;
    case IR_OP_NOTES: notes(f, s); break;
    case IR_OP_COLLECT: collect(f, s); break;
    case IR_OP_DISCARD: ll_store(f->g, ll_int(f->g, 0), f->list.n, 4); break;
    case IR_OP_ASIDE: aside(f, s); break;
    default: ll_unsupported(f, s, ir_op_info(s->op)->name); break;
    }
}
