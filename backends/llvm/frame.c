/* frame.c - functions of the game as functions of LLVM's, or in place: parameters, arguments, locals. */
#include "backends/llvm/gen.h"

/* --- calls --- */

Value ll_call(Fun *f, Value function, Value *arg, unsigned n)
{
    ll_state_written(f, -1);
    return ll_call_apart(f->g, function, arg, n);
}

/* Is it asked whether a member that nobody knows is in the local? */
static bool is_looked_up(const Ir *e, int local)
{
    bool found = e->op == IR_OP_HAS && e->a[0]->op != IR_OP_INT && e->a[1]->op == IR_OP_LOCAL && e->a[1]->k == local;
    for (int i = 0; i < e->n && !found; i++)
        found = is_looked_up(e->a[i], local);
    return found;
}

static void take_parameter(Fun *f, int i, Value value)
{
    Local *l = &f->local[i];
    const IrType type = f->fn->local.at[i].type;
    l->value = value;
    if (type.kind != IR_MASK || ll_words(f->g, type.space) <= LL_REGISTER_WORDS || !is_looked_up(f->fn->body, i))
        return;
    l->slot = ll_alloca(f, ll_type(f->g, type), f->fn->local.at[i].name);
    l->memory = true;
    ll_write_local(f, i, value);
}

Fun ll_begin_of(Gen *g, const char *name, Type ret, const Signature *s)
{
    Type *param = ARENA_ARRAY(g->arena, Type, s->nfirst + s->nparam + LL_LOTS);
    unsigned n = 0;
    for (; n < s->nfirst; n++)
        param[n] = s->first[n];
    for (unsigned i = 0; i < s->nparam; i++)
        param[n++] = ll_type(g, s->fn->local.at[i].type);
    if (s->draws)
        ll_lots_types(g, param + n);
    Fun f = ll_begin(g, name, LLVMFunctionType(ret, param, n + (s->draws ? LL_LOTS : 0), false), s->fn);
    f.state.base = s->nfirst ? LLVMGetParam(f.function, 0) : NULL;
    for (unsigned i = 0; i < s->nparam; i++)
        take_parameter(&f, (int)i, LLVMGetParam(f.function, s->nfirst + i));
    if (s->draws)
        ll_lots_params(&f, n);
    return f;
}

Value ll_call_of(Fun *f, Value function, const Signature *s, const Value *first, Value *arg)
{
    Gen *g = f->g;
    Value *all = ARENA_ARRAY(g->arena, Value, s->nfirst + s->nparam + LL_LOTS);
    unsigned n = 0;
    for (; n < s->nfirst; n++)
        all[n] = first[n];
    for (unsigned i = 0; i < s->nparam; i++)
        all[n++] = ll_fit(g, arg[i], ll_type(g, s->fn->local.at[i].type));
    if (s->draws) {
        ll_lots_args(f, all + n);
        n += LL_LOTS;
    }
    return ll_call(f, function, all, n);
}

Value *ll_args(Fun *f, const Ir *call)
{
    Value *arg = ARENA_ARRAY(f->g->arena, Value, call->n + 1);
    for (int i = 0; i < call->n; i++)
        arg[i] = ll_expr(f, call->a[i]);
    return arg;
}

Fun ll_frame(Fun *f, const IrFn *fn, Value *arg, int n)
{
    Fun inner = *f;
    inner.fn = fn;
    inner.local = ll_locals(f->g, fn);
    inner.chosen = false;
    inner.plays = NULL;
    for (int i = 0; i < n; i++)
        inner.local[i].value = ll_fit(f->g, arg[i], ll_type(f->g, fn->local.at[i].type));
    return inner;
}
/* --- locals --- */

Value ll_read_local(Fun *f, int local)
{
    Local *l = &f->local[local];
    Value gate = ll_gate_local(f, local);
    if (gate) {
        Value bit = ll_gate_bit(f->g, gate);
        return LLVMBuildTrunc(f->g->b, bit, ll_type(f->g, f->fn->local.at[local].type), "");
    }
    if (l->word)
        return ll_read_words(f, local);
    if (l->slot) {
        Type type = ll_type(f->g, f->fn->local.at[local].type);
        return ll_load(f->g, type, l->slot, LLVMABIAlignmentOfType(f->g->layout, type));
    }
    if (!l->value) /* never set on this path */
        return ll_zero(ll_type(f->g, f->fn->local.at[local].type));
    return l->value;
}

void ll_write_local(Fun *f, int local, Value value)
{
    Local *l = &f->local[local];
    Type type = ll_type(f->g, f->fn->local.at[local].type);
    if (!l->slot)
        l->slot = ll_alloca(f, type, f->fn->local.at[local].name);
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        value = ll_fit(f->g, value, type);
    ll_store(f->g, value, l->slot, LLVMABIAlignmentOfType(f->g->layout, type));
}
