/* stmt.c - statements, and the functions they call. */
#include "backends/llvm/gen.h"
#include "ir/core/tree.h"

/* --- rows of sites: a row is named by its number in its table --- */

/* Where row number `row` of a table begins (or, with 1 added, ends). */
static Value row_begin(Gen *g, int table, Value row64)
{
    return ll_load(g, g->i32, ll_gep(g, g->i32, g->table_at[table], row64), 4);
}

/* Site i of the sites of all rows. */
static Value row_site(Gen *g, int table, Value i)
{
    Value index = LLVMBuildZExt(g->b, i, g->i64, "");
    return ll_table_int(g, table, ll_gep(g, ll_table_elem(g, table), g->table[table], index));
}

static void row_places(Fun *f, const Ir *vec, Value *from, Value *to)
{
    Gen *g = f->g;
    int table = (int)vec->k;
    ll_need_table(g, table);
    Value index = ll_index_of(f, vec);
    if (g->game->table.at[table].rows) {
        *from = row_begin(g, table, index);
        *to = row_begin(g, table, LLVMBuildAdd(g->b, index, ll_word(g, 1), ""));
        return;
    }
    *from = LLVMBuildTrunc(g->b, index, g->i32, "");
    *to = LLVMBuildAdd(g->b, *from, ll_int(g, ll_slice_size(g, vec)), "");
}

/* --- statements --- */

static void let(Fun *f, const Ir *s)
{
    if (s->op == IR_OP_LET && ((f->plays && f->plays->let(f, s)) || ll_let_gate(f, (int)s->k, s->a[0])))
        return;
    if (!ll_let_words(f, (int)s->k, s->a[0]))
        ll_write_local(f, (int)s->k, ll_expr(f, s->a[0]));
}

static void branch(Fun *f, const Ir *s)
{
    Value test = ll_cond(f, s->a[0]);
    bool other = s->n > 2 && (s->a[2]->op != IR_OP_BLOCK || s->a[2]->n > 0);
    Block yes = ll_block(f, "if"), end = ll_block(f, "fi"), no = other ? ll_block(f, "else") : end;
    ll_branch(f, test, yes, no);
    ll_at(f, yes);
    ll_stmt(f, s->a[1]);
    LLVMBuildBr(f->g->b, end);
    if (other) {
        ll_at(f, no);
        ll_stmt(f, s->a[2]);
        LLVMBuildBr(f->g->b, end);
    }
    ll_at(f, end);
}

static void each(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    Local before = f->local[s->k];
    if (s->a[0]->type.kind == IR_MASK) {
        Value set = ll_expr(f, s->a[0]);
        Loop loop = ll_each(f, set, ll_words(g, s->a[0]->type.space));
        f->local[s->k] = (Local){.value = loop.member};
        ll_stmt(f, s->a[1]);
        ll_end_each(f, &loop);
    } else if (s->a[0]->op == IR_OP_TAB) {
        Value from, to;
        row_places(f, s->a[0], &from, &to);
        Loop loop = ll_range(f, from, to);
        f->local[s->k] = (Local){.value = row_site(f->g, (int)s->a[0]->k, loop.member)};
        ll_stmt(f, s->a[1]);
        ll_end_range(f, &loop);
    } else {
        ll_unsupported(f, s, "this list");
    }
    f->local[s->k] = before;
}

/* A short one in what lowering made is written out. */
static bool unrolled(Fun *f, const Ir *s)
{
    if (!f->fn || f->fn->hint != IR_HINT_APART || !shape_is_short(s))
        return false;
    Local before = f->local[s->k];
    for (int64_t i = s->a[0]->k; i < s->a[1]->k; i++) {
        f->local[s->k] = (Local){.value = ll_int(f->g, i)};
        ll_stmt(f, s->a[2]);
    }
    f->local[s->k] = before;
    return true;
}

static void range(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    if (unrolled(f, s))
        return;
    Value from = ll_fit(g, ll_expr(f, s->a[0]), g->i32), to = ll_fit(g, ll_expr(f, s->a[1]), g->i32);
    Local before = f->local[s->k];
    Loop loop = ll_range(f, from, to);
    f->local[s->k] = (Local){.value = loop.member};
    ll_stmt(f, s->a[2]);
    ll_end_range(f, &loop);
    f->local[s->k] = before;
}

static void loop_while(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    if (ll_take(f, s))
        return;
    if (f->plays || f->fn->hint == IR_HINT_APART) { /* lowering made it so that it ends by itself */
        Block head = ll_block(f, "next"), body = ll_block(f, "while"), end = ll_block(f, "done");
        ll_go(f, head);
        ll_branch(f, ll_cond(f, s->a[0]), body, end);
        ll_at(f, body);
        ll_stmt(f, s->a[1]);
        LLVMBuildBr(g->b, head);
        ll_at(f, end);
        return;
    }
    int64_t most = s->k < INT32_MAX ? s->k : INT32_MAX;
    Loop loop = ll_range(f, ll_int(g, 0), ll_int(g, most));
    Block go = ll_block(f, "while");
    ll_branch(f, ll_cond(f, s->a[0]), go, loop.end);
    ll_at(f, go);
    ll_stmt(f, s->a[1]);
    ll_end_range(f, &loop);
}

/* What the first block writes is put back where the other one is not reached. */
static void attempt(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    bool *written = ARENA_ARRAY(g->arena, bool, g->game->field.n + 1);
    ir_note_writes(g->arena, g->game, s->a[0], written);
    Value *old = ll_keep_fields(f, written);
    Block stands = ll_block(f, "stands"), back = ll_block(f, "back"), end = ll_block(f, "end");
    ll_stmt(f, s->a[0]);
    ll_state_written(f, -1); /* what waits to be evaluated is, for both ways on */
    ll_branch(f, ll_cond(f, s->a[1]), stands, back);
    ll_at(f, back);
    ll_take_back(f, written, old);
    LLVMBuildBr(g->b, end);
    ll_at(f, stands);
    ll_stmt(f, s->a[2]);
    ll_go(f, end);
}

static void leave(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    if (s->n && f->result) {
        Type type = ll_type(g, f->fn->ret);
        Value v = ll_fit(g, ll_expr(f, s->a[0]), type);
        ll_store(g, v, f->result, LLVMABIAlignmentOfType(g->layout, type));
    }
    ll_jump(f, f->exit);
}

void ll_stmt(Fun *f, const Ir *s)
{
    ll_debug_at(f, s->at);
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            ll_stmt(f, s->a[i]);
        break;
    case IR_OP_LET:
    case IR_OP_VAR: let(f, s); break;
    case IR_OP_SET:
        if (!ll_insert_member(f, s))
            let(f, s);
        break;
    case IR_OP_PUT:
        if (!ll_put_member(f, s))
            ll_put_field(f, (int)s->k, s->n > 1 ? s->a[1] : NULL, ll_expr(f, s->a[0]));
        break;
    case IR_OP_IF: branch(f, s); break;
    case IR_OP_FOR: each(f, s); break;
    case IR_OP_RANGE: range(f, s); break;
    case IR_OP_WHILE: loop_while(f, s); break;
    case IR_OP_RET: (f->plays ? f->plays->leave : leave)(f, s); break;
    case IR_OP_DO: ll_call_fn(f, s); break;
    case IR_OP_PLAY: ll_play(f, f->g->game->fn.at[s->k], ll_args(f, s)); break;
    case IR_OP_ATTEMPT: attempt(f, s); break;
    case IR_OP_CHOOSE: f->plays->choose(f, s); break;
    default: ll_list_stmt(f, s); break;
    }
}

/* --- functions --- */

/* The body of f->fn, with RET going to a block behind it; its value. */
static Value body_value(Fun *f)
{
    Gen *g = f->g;
    const IrFn *fn = f->fn;
    if (fn->body && !ir_op_info(fn->body->op)->statement)
        return ll_fit(g, ll_expr(f, fn->body), ll_type(g, fn->ret));
    if (shape_value(fn))
        return ll_fit(g, ll_expr(f, shape_value(fn)), ll_type(g, fn->ret));
    bool returns = fn->ret.kind != IR_VOID;
    Type type = ll_type(g, fn->ret);
    unsigned align = returns ? LLVMABIAlignmentOfType(g->layout, type) : 0;
    f->result = NULL;
    if (returns) {
        f->result = ll_alloca(f, type, "result");
        ll_store(g, ll_zero(type), f->result, align);
    }
    f->exit = ll_block(f, "exit");
    ll_ask_net(f, fn->body);
    if (fn->body)
        ll_stmt(f, fn->body);
    ll_go(f, f->exit);
    return returns ? ll_load(g, type, f->result, align) : NULL;
}

/* Does the function take a random number? */
static bool takes_rng(const Gen *g, const IrFn *d)
{
    return g->chance && (d->kind == IR_PROC || d->kind == IR_TURN);
}

static Value need_fn(Gen *g, int fn, const Signature *s)
{
    const IrFn *d = s->fn;
    const char *name = arena_printf(g->arena, "fn%d.%s", fn, d->name);
    Value made = LLVMGetNamedFunction(g->module, name);
    if (made)
        return made;
    Fun f = ll_begin_of(g, name, d->ret.kind == IR_VOID ? g->none : ll_type(g, d->ret), s);
    Value v = body_value(&f);
    if (ll_is_net(&f))
        ll_mark(g, f.function, "noinline");
    if (v)
        LLVMBuildRet(g->b, v);
    else
        LLVMBuildRetVoid(g->b);
    ll_end(&f);
    return f.function;
}

/* The sets that it asks for members are asked where they lie. */
static Value in_place(Fun *f, const IrFn *fn, const Ir *call)
{
    Fun inner = ll_frame(f, fn, ll_args(f, call), fn->nparam);
    for (int i = 0; i < fn->nparam; i++) {
        Value place = ll_asked_place(f, call->a[i], fn->body, i);
        if (place)
            inner.local[i] = (Local){.slot = place, .memory = true};
    }
    return body_value(&inner);
}

Value ll_call_fn(Fun *f, const Ir *call)
{
    const IrFn *fn = f->g->game->fn.at[call->k];
    if (shape_is_straight(fn))
        return in_place(f, fn, call);
    return ll_call_args(f, (int)call->k, ll_args(f, call));
}

Value ll_call_args(Fun *f, int fn, Value *arg)
{
    Gen *g = f->g;
    const IrFn *d = g->game->fn.at[fn];
    const bool apart = d->hint == IR_HINT_APART;
    if (!apart && d->hint != IR_HINT_RECURSIVE && (f->inplace || d->hint == IR_HINT_INLINE)) {
        Fun inner = ll_frame(f, d, arg, d->nparam);
        return body_value(&inner);
    }
    const Signature s = {d, (unsigned)d->nparam, !apart, {g->ptr}, takes_rng(g, d)};
    Value state = apart ? NULL : ll_state_pointer(f);
    return ll_call_of(f, need_fn(g, fn, &s), &s, &state, arg);
}
