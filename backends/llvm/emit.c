/* emit.c - generators and emissions.  A gen becomes a function for each
 * use of it: to list its moves, to count them, to know whether there is one, to pick
 * one.  Where the state lies in pieces it is written in place. */
#include "backends/llvm/gen.h"

/* --- codes --- */

/* The parameters in mixed radix, all but the last `less`; NULL for none. */
static Value mixed(Gen *g, const IrFn *rule, Value *arg, int less)
{
    Value sum = NULL;
    for (int i = 0; i < rule->nparam - less; i++) {
        IrType type = rule->local.at[i].type;
        Value digit = ll_fit(g, arg[i], g->i32);
        digit = LLVMBuildSub(g->b, digit, ll_int(g, ir_code_low(type)), "");
        if (sum) {
            sum = LLVMBuildMul(g->b, sum, ll_int(g, (int64_t)ir_code_size(type)), "");
            digit = LLVMBuildAdd(g->b, sum, digit, "");
        }
        sum = digit;
    }
    return sum;
}

Value ll_encode(Gen *g, const IrFn *rule, Value *arg)
{
    Value base = ll_int(g, (int64_t)ir_code_of(g->code, g->ncode, ir_fn_index(g->game, rule)).base), sum = mixed(g, rule, arg, 0);
    return sum ? LLVMBuildAdd(g->b, base, sum, "") : base;
}

/* The code of the member 0 of the last parameter. */
static Value encode_first(Gen *g, const IrFn *rule, Value *arg)
{
    IrType last = rule->local.at[rule->nparam - 1].type;
    Value base = ll_int(g, (int64_t)ir_code_of(g->code, g->ncode, ir_fn_index(g->game, rule)).base - ir_code_low(last));
    Value sum = mixed(g, rule, arg, 1);
    if (!sum)
        return base;
    sum = LLVMBuildMul(g->b, sum, ll_int(g, (int64_t)ir_code_size(last)), "");
    return LLVMBuildAdd(g->b, base, sum, "");
}

/* --- sinks --- */

static Value add_to(Fun *f, Value slot, Value by)
{
    Gen *g = f->g;
    Value n = ll_load(g, g->i32, slot, 4);
    ll_store(g, LLVMBuildAdd(g->b, n, by, ""), slot, 4);
    return n;
}

/* A plane is {set, first, end}: 16 bytes.  One is added unless it is empty. */
static void add_plane(Fun *f, Value set, Value first, Value count)
{
    Gen *g = f->g;
    Type part[] = {g->i64, g->i32, g->i32};
    Type plane = LLVMStructTypeInContext(g->cx, part, 3, false);
    Value n = ll_load(g, g->i32, f->sink.n, 4), n64 = LLVMBuildZExt(g->b, n, g->i64, "");
    Value here = ll_gep(g, plane, f->sink.out, n64);
    Value last = ll_gep(g, plane, f->sink.out, LLVMBuildSub(g->b, n64, ll_word(g, 1), ""));
    Value end = ll_load(g, g->i32, LLVMBuildStructGEP2(g->b, plane, last, 2, ""), 4);
    ll_store(g, set, here, 8);
    ll_store(g, first, LLVMBuildStructGEP2(g->b, plane, here, 1, ""), 4);
    ll_store(g, LLVMBuildAdd(g->b, end, count, ""), LLVMBuildStructGEP2(g->b, plane, here, 2, ""), 4);
    Value some = LLVMBuildICmp(g->b, LLVMIntNE, set, ll_word(g, 0), "");
    ll_store(g, LLVMBuildAdd(g->b, n, LLVMBuildZExt(g->b, some, g->i32, ""), ""), f->sink.n, 4);
}

static void put_code(Fun *f, Value code)
{
    Gen *g = f->g;
    Value n = add_to(f, f->sink.n, ll_int(g, 1));
    if (f->sink.room) {
        Value last = ll_int(g, MAX_ROOM);
        n = LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, LLVMIntULT, n, last, ""), n, last, "");
    }
    ll_store(g, code, ll_gep(g, g->i32, f->sink.out, LLVMBuildZExt(g->b, n, g->i64, "")), 4);
}

static void sink(Fun *f, Value code)
{
    Gen *g = f->g;
    switch (f->sink.mode) {
    case SINK_LIST: put_code(f, code); break;
    case SINK_PLANES: add_plane(f, ll_word(g, 1), code, ll_int(g, 1)); break;
    case SINK_COUNT: add_to(f, f->sink.n, ll_int(g, 1)); break;
    case SINK_ANY: ll_jump(f, f->sink.found); break;
    case SINK_PICK: {
        Value k = add_to(f, f->sink.k, ll_int(g, -1));
        Block this = ll_block(f, "picked"), next = ll_block(f, "next");
        ll_branch(f, LLVMBuildICmp(g->b, LLVMIntEQ, k, ll_int(g, 0), ""), this, next);
        ll_at(f, this);
        ll_store(g, code, f->sink.code, 4);
        LLVMBuildBr(g->b, f->sink.found);
        ll_at(f, next);
        break;
    }
    }
}

/* --- moves --- */

static void one_move(Fun *f, const IrFn *rule, Value *arg)
{
    const bool tested = rule->post && !f->sink.raw;
    Block no = tested ? ll_block(f, "out") : NULL;
    if (tested) {
        Block yes = ll_block(f, "post");
        ll_branch(f, ll_post(f, rule, arg), yes, no);
        ll_at(f, yes);
    }
    sink(f, ll_encode(f->g, rule, arg));
    if (tested)
        ll_go(f, no);
}

static void each_move(Fun *f, const IrFn *rule, Value *arg, Value set, int words)
{
    Value *all = ARENA_ARRAY(f->g->arena, Value, rule->nparam);
    for (int i = 0; i + 1 < rule->nparam; i++)
        all[i] = arg[i];
    Loop loop = ll_each(f, set, words);
    all[rule->nparam - 1] = loop.member;
    one_move(f, rule, all);
    ll_end_each(f, &loop);
}

static void list_moves(Fun *f, Value first, Value set, int words)
{
    Loop loop = ll_each(f, set, words);
    put_code(f, LLVMBuildAdd(f->g->b, first, loop.member, ""));
    ll_end_each(f, &loop);
}

static void plane_moves(Fun *f, Value first, Value set, int words)
{
    Gen *g = f->g;
    for (int i = 0; i < words; i++) {
        Value word = ll_element(g, set, i);
        add_plane(f, word, LLVMBuildAdd(g->b, first, ll_int(g, 64 * i), ""), ll_count(g, word, 1));
    }
}

static void pick_moves(Fun *f, Value first, Value set, int words)
{
    Gen *g = f->g;
    Value n = ll_count(g, set, words), k = ll_load(g, g->i32, f->sink.k, 4);
    Block here = ll_block(f, "picked"), next = ll_block(f, "next");
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntULT, k, n, ""), here, next);
    ll_at(f, here);
    ll_store(g, LLVMBuildAdd(g->b, first, ll_nth(g, set, k, words), ""), f->sink.code, 4);
    LLVMBuildBr(g->b, f->sink.found);
    ll_at(f, next);
    ll_store(g, LLVMBuildSub(g->b, k, n, ""), f->sink.k, 4);
}

/* One move for each member of `set` as last parameter. */
static void moves(Fun *f, const IrFn *rule, Value *arg, Value set, int words)
{
    Gen *g = f->g;
    const bool tested = rule->post && !f->sink.raw;
    if (tested && f->sink.mode == SINK_ANY) {
        each_move(f, rule, arg, set, words);
        return;
    }
    if (tested)
        set = ll_legal(f, rule, arg, set, words);
    Value first = encode_first(g, rule, arg);
    switch (f->sink.mode) {
    case SINK_LIST: list_moves(f, first, set, words); break;
    case SINK_PLANES: plane_moves(f, first, set, words); break;
    case SINK_COUNT: add_to(f, f->sink.n, ll_count(g, set, words)); break;
    case SINK_ANY: {
        Block next = ll_block(f, "none");
        ll_branch(f, ll_any(g, set, words), f->sink.found, next);
        ll_at(f, next);
        break;
    }
    case SINK_PICK: pick_moves(f, first, set, words); break;
    }
}

/* --- functions --- */

static Signature variant_signature(const Gen *g, const IrFn *d, int bound, SinkMode mode)
{
    const bool lists = mode == SINK_LIST || mode == SINK_PLANES; /* out, n */
    return (Signature){d, (unsigned)bound, lists ? 3 : mode == SINK_PICK ? 2 : 1, {g->ptr, g->ptr, g->i32}, false};
}

static void end_variant(Fun *f, SinkMode mode)
{
    Gen *g = f->g;
    Value none = mode == SINK_ANY ? LLVMConstInt(g->i1, 0, false) : ll_int(g, -1);
    bool counts = mode == SINK_LIST || mode == SINK_COUNT || mode == SINK_PLANES;
    LLVMBuildRet(g->b, counts ? ll_load(g, g->i32, f->sink.n, 4) : none);
    ll_at(f, f->sink.found);
    if (mode == SINK_PICK)
        LLVMBuildRet(g->b, ll_load(g, g->i32, f->sink.code, 4));
    else if (mode == SINK_ANY)
        LLVMBuildRet(g->b, LLVMConstInt(g->i1, 1, false));
    else
        LLVMBuildUnreachable(g->b);
}

static Value need_variant(Gen *g, int fn, int bound, SinkMode mode, bool raw, bool room);

Value ll_variant(Gen *g, int fn, int bound, SinkMode mode)
{
    return need_variant(g, fn, bound, mode, false, false);
}

static Value need_variant(Gen *g, int fn, int bound, SinkMode mode, bool raw, bool room)
{
    static const char *const mode_name[] = {"list", "count", "any", "pick", "planes"};
    const IrFn *d = g->game->fn.at[fn];
    const char *name = arena_printf(g->arena, "%s%s%s%d.%d.%s", raw ? "raw." : "", room ? "room." : "", mode_name[mode], fn, bound, d->name);
    Value made = LLVMGetNamedFunction(g->module, name);
    if (made)
        return made;
    const Signature s = variant_signature(g, d, bound, mode);
    Fun f = ll_begin_of(g, name, mode == SINK_ANY ? g->i1 : g->i32, &s);
    f.sink = (Sink){.mode = mode, .raw = raw, .room = room, .found = ll_block(&f, "found"), .n = ll_alloca(&f, g->i32, "n"),
                    .code = ll_alloca(&f, g->i32, "code")};
    ll_store(g, ll_int(g, 0), f.sink.n, 4);
    if (mode == SINK_PICK) {
        f.sink.k = LLVMGetParam(f.function, 1);
    } else if (mode == SINK_LIST || mode == SINK_PLANES) {
        f.sink.out = LLVMGetParam(f.function, 1);
        ll_store(g, LLVMGetParam(f.function, 2), f.sink.n, 4);
    }
    ll_stmt(&f, d->body);
    end_variant(&f, mode);
    ll_end(&f);
    return f.function;
}

/* The moves of gen s->k, with the operands of s, into the sink. */
static void in_place(Fun *f, const Ir *s)
{
    Fun inner = ll_frame(f, f->g->game->fn.at[s->k], ll_args(f, s), s->n);
    ll_stmt(&inner, inner.fn->body);
}

static void call_variant(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    SinkMode mode = f->sink.mode;
    const Signature form = variant_signature(g, g->game->fn.at[s->k], s->n, mode);
    Value fn = need_variant(g, (int)s->k, s->n, mode, f->sink.raw, f->sink.room);
    Value first[] = {f->state.base, mode == SINK_PICK ? f->sink.k : f->sink.out,
                     form.nfirst > 2 ? ll_load(g, g->i32, f->sink.n, 4) : NULL};
    Value v = ll_call_of(f, fn, &form, first, ll_args(f, s));
    if (mode == SINK_LIST || mode == SINK_PLANES) {
        ll_store(g, v, f->sink.n, 4);
    } else if (mode == SINK_COUNT) {
        add_to(f, f->sink.n, v);
    } else {
        Block hit = ll_block(f, "hit"), next = ll_block(f, "next");
        Value found = mode == SINK_ANY ? v : LLVMBuildICmp(g->b, LLVMIntNE, v, ll_int(g, -1), "");
        ll_branch(f, found, hit, next);
        ll_at(f, hit);
        if (mode == SINK_PICK)
            ll_store(g, v, f->sink.code, 4);
        LLVMBuildBr(g->b, f->sink.found);
        ll_at(f, next);
    }
}

Value ll_exists(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    if (!f->inplace) {
        const Signature s = variant_signature(g, g->game->fn.at[e->k], e->n, SINK_ANY);
        Value *arg = ll_args(f, e);
        return ll_call_of(f, ll_variant(g, (int)e->k, e->n, SINK_ANY), &s, &f->state.base, arg);
    }
    Sink before = f->sink;
    Block found = ll_block(f, "exists"), end = ll_block(f, "known");
    f->sink = (Sink){.mode = SINK_ANY, .found = found};
    in_place(f, e);
    f->sink = before;
    Block none = LLVMGetInsertBlock(g->b);
    LLVMBuildBr(g->b, end);
    ll_at(f, found);
    ll_go(f, end);
    Value phi = LLVMBuildPhi(g->b, g->i1, "");
    Value yes = LLVMConstInt(g->i1, 1, false), no = LLVMConstInt(g->i1, 0, false);
    LLVMAddIncoming(phi, &no, &none, 1);
    LLVMAddIncoming(phi, &yes, &found, 1);
    return phi;
}

/* --- statements of gens --- */

static void prefer(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    if (f->sink.mode == SINK_ANY) {
        ll_stmt(f, s->a[0]);
        ll_stmt(f, s->a[1]);
        return;
    }
    Value counter = f->sink.mode == SINK_PICK ? f->sink.k : f->sink.n;
    Value before = ll_load(g, g->i32, counter, 4);
    ll_stmt(f, s->a[0]);
    Block none = ll_block(f, "or"), end = ll_block(f, "end");
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntEQ, before, ll_load(g, g->i32, counter, 4), ""), none, end);
    ll_at(f, none);
    ll_stmt(f, s->a[1]);
    ll_go(f, end);
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

/* A list of its own. */
static void collect(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    Fun inner = *f;
    const uint64_t most = ir_max_emitted(g->game, s);
    inner.sink = (Sink){.mode = SINK_LIST, .raw = f->sink.raw, .out = ll_alloca(f, LLVMArrayType2(g->i32, most ? most : 1), "collected"),
                        .n = ll_alloca(f, g->i32, "n")};
    ll_store(g, ll_int(g, 0), inner.sink.n, 4);
    ll_stmt(&inner, s->a[0]);
    Loop loop = ll_range(f, ll_int(g, 0), ll_load(g, g->i32, inner.sink.n, 4));
    sink(f, ll_load(g, g->i32, ll_gep(g, g->i32, inner.sink.out, LLVMBuildZExt(g->b, loop.member, g->i64, "")), 4));
    ll_end_range(f, &loop);
}

static void emit(Fun *f, const Ir *s)
{
    const IrFn *rule = f->g->game->fn.at[s->k];
    Value *arg = ll_args(f, s);
    if (s->op == IR_OP_EMITSET)
        moves(f, rule, arg, arg[s->n - 1], ll_words(f->g, s->a[s->n - 1]->type.space));
    else
        one_move(f, rule, arg);
}

static void untested(Fun *f, const Ir *s)
{
    Fun raw = *f;
    raw.sink.raw = true;
    ll_stmt(&raw, s->a[0]);
}

void ll_gen_stmt(Fun *f, const Ir *s)
{
    switch (s->op) {
    case IR_OP_TRY:
        if (f->inplace)
            in_place(f, s);
        else
            call_variant(f, s);
        break;
    case IR_OP_PREFER: prefer(f, s); break;
    case IR_OP_EMIT:
    case IR_OP_EMITSET: emit(f, s); break;
    case IR_OP_UNTESTED: untested(f, s); break;
    case IR_OP_ASIDE: aside(f, s); break;
    case IR_OP_COLLECT: collect(f, s); break;
    case IR_OP_DISCARD: ll_store(f->g, ll_int(f->g, 0), f->sink.n, 4); break;
    default: ll_unsupported(f, s, ir_op_info(s->op)->name); break;
    }
}
