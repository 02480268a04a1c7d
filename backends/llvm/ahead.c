/* ahead.c - what stands between an emission and its sink: `keep`, `first` inside
 * of it, `best`; and `reach`, which is a function that calls itself. */
#include "backends/llvm/gen.h"

/* ---- gates ---- */

Gate *ll_gate(Fun *f, const Ir *s, GateKind kind, const Ir *value)
{
    if (f->sink.ngate == MAX_GATE) {
        ll_unsupported(f, s, "`keep` and `best` nested this deep");
        return NULL;
    }
    Gate *gate = &f->sink.gate[f->sink.ngate++];
    *gate = (Gate){.kind = kind, .value = value, .fn = f->fn, .local = f->local};
    return gate;
}

/* The place of the gate, with another state. */
static Fun at_gate(Fun *f, const Gate *gate, StateRef state)
{
    Fun there = *f;
    there.fn = gate->fn;
    there.local = gate->local;
    there.chosen = false;
    there.rng = NULL;
    there.state = state;
    there.sink = (Sink){0};
    return there;
}

static bool needs_successor(const Gate *gate, const IrFn *rule)
{
    return gate_needs_successor(gate->kind, gate->list != NULL, rule);
}

bool ll_gated_after(const Fun *f, const IrFn *rule)
{
    for (int i = 0; i < f->sink.ngate; i++) {
        const Gate *gate = &f->sink.gate[i];
        if (gate->kind != GATE_KEEP || needs_successor(gate, rule))
            return true;
    }
    return false;
}

bool ll_gated(const Fun *f, const IrFn *rule)
{
    return ll_gated_after(f, rule) || (rule->post && !f->sink.raw);
}

/* The measure of the position that the turn makes of the state `after`. */
static Value measure(Fun *f, const Gate *gate, StateRef after)
{
    Gen *g = f->g;
    Fun there = at_gate(f, gate, after);
    there.state = ll_copy_state(&there);
    ll_turn(&there);
    Value m;
    if (gate->value) {
        m = ll_expr(&there, gate->value);
    } else {
        Value arg[] = {ll_state_pointer(&there), LLVMBuildSub(g->b, gate->left, ll_int(g, 1), "")};
        m = ll_call(f, gate->reach, arg, 2);
    }
    ll_spare_state(f, there.state);
    return ll_fit(g, m, gate->type);
}

static unsigned align_of(const Gen *g, Type type)
{
    return LLVMABIAlignmentOfType(g->layout, type);
}

/* The number in the slot, which then is one more. */
static Value next_number(Gen *g, Value slot)
{
    Value n = ll_load(g, g->i32, slot, 4);
    ll_store(g, LLVMBuildAdd(g->b, n, ll_int(g, 1), ""), slot, 4);
    return n;
}

static Value noted(Gen *g, const Gate *gate, Value n)
{
    return ll_gep(g, gate->type, gate->list, LLVMBuildZExt(g->b, n, g->i64, ""));
}

static void note(Fun *f, const Gate *gate, Value m)
{
    Gen *g = f->g;
    Value n = next_number(g, gate->count), best = ll_load(g, gate->type, gate->best, align_of(g, gate->type));
    Value none = LLVMBuildICmp(g->b, LLVMIntEQ, n, ll_int(g, 0), "");
    Value better = LLVMBuildOr(g->b, none, LLVMBuildICmp(g->b, LLVMIntSGT, m, best, ""), "");
    ll_store(g, LLVMBuildSelect(g->b, better, m, best, ""), gate->best, align_of(g, gate->type));
    if (gate->list)
        ll_store(g, m, noted(g, gate, n), align_of(g, gate->type));
}

static void pass(Fun *f, Value test, Block no)
{
    Block yes = ll_block(f, "passed");
    ll_branch(f, test, yes, no);
    ll_at(f, yes);
}

bool ll_gates(Fun *f, const IrFn *rule, Value *arg, Block no)
{
    Gen *g = f->g;
    StateRef after = {0};
    bool have = false, on = true;
    for (int i = f->sink.ngate; on && i-- > 0;) {
        const Gate *gate = &f->sink.gate[i];
        if (!have && needs_successor(gate, rule)) {
            Fun there = *f;
            there.rng = NULL;
            after = there.state = ll_try_state(f);
            ll_play(&there, rule, arg);
            have = true;
        }
        switch (gate->kind) {
        case GATE_KEEP:
            if (needs_successor(gate, rule)) {
                Fun there = at_gate(f, gate, after);
                pass(f, ll_cond(&there, gate->value), no);
            }
            break;
        case GATE_COUNT: next_number(g, gate->count); break;
        case GATE_MEASURE:
            note(f, gate, measure(f, gate, after));
            on = false;
            break;
        case GATE_BEST: {
            unsigned align = align_of(g, gate->type);
            Value m = gate->list ? ll_load(g, gate->type, noted(g, gate, next_number(g, gate->count)), align)
                                 : measure(f, gate, after);
            Value best = ll_load(g, gate->type, gate->best, align);
            pass(f, LLVMBuildICmp(g->b, LLVMIntEQ, m, best, ""), no);
            break;
        }
        }
    }
    if (have)
        ll_spare_state(f, after);
    return on;
}

/* ---- best ---- */

void ll_best(Fun *f, const Ir *s)
{
    Gen *g = f->g;
    if (f->sink.mode == SINK_ANY && f->sink.ngate == 0) {
        ll_stmt(f, s->a[1]);
        return;
    }
    uint64_t most = ir_max_emitted(g->game, s->a[1]);
    Type type = ll_type(g, s->a[0]->type);
    Value best = ll_alloca(f, type, "best"), list = NULL;
    if (most <= MAX_LIST)
        list = ll_alloca(f, LLVMArrayType2(type, most ? most : 1), "measures");
    ll_store(g, ll_zero(type), best, align_of(g, type));
    for (int run = 0; run < 2; run++) {
        Value count = ll_alloca(f, g->i32, "seen");
        ll_store(g, ll_int(g, 0), count, 4);
        Gate *gate = ll_gate(f, s, run ? GATE_BEST : GATE_MEASURE, s->a[0]);
        if (!gate)
            break;
        gate->type = type;
        gate->best = best;
        gate->count = count;
        gate->list = list;
        ll_stmt(f, s->a[1]);
        f->sink.ngate--;
    }
}

/* ---- reach ---- */

static void write_reach(Fun *f, const Ir *e, Type type)
{
    Gen *g = f->g;
    unsigned align = align_of(g, type);
    Value left = LLVMGetParam(f->function, 1);
    Value best = ll_alloca(f, type, "best"), n = ll_alloca(f, g->i32, "n");
    Block more = ll_block(f, "more"), end = ll_block(f, "end"), some = ll_block(f, "some");
    Value may = LLVMBuildICmp(g->b, LLVMIntNE, left, ll_int(g, 0), "");
    ll_branch(f, LLVMBuildAnd(g->b, may, ll_cond(f, e->a[1]), ""), more, end);
    ll_at(f, more);
    ll_store(g, ll_zero(type), best, align);
    ll_store(g, ll_int(g, 0), n, 4);
    Gate *gate = ll_gate(f, e, GATE_MEASURE, NULL);
    gate->type = type;
    gate->best = best;
    gate->count = n;
    gate->reach = f->function;
    gate->left = left;
    ll_gen_stmt(f, ir_call(g->game, IR_OP_TRY, (int)e->k, 0, NULL));
    f->sink.ngate--;
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntNE, ll_load(g, g->i32, n, 4), ll_int(g, 0), ""), some, end);
    ll_at(f, some);
    LLVMBuildRet(g->b, ll_load(g, type, best, align));
    ll_at(f, end);
    LLVMBuildRet(g->b, ll_fit(g, ll_expr(f, e->a[0]), type));
}

/* The function for this `reach`; two that are alike share one. */
static Value need_reach(Gen *g, const Ir *e)
{
    size_t i = 0;
    while (i < g->reach.n && !ir_equal(g->reach.at[i], e))
        i++;
    const char *name = arena_printf(g->arena, "reach.%zu", i);
    if (i < g->reach.n)
        return LLVMGetNamedFunction(g->module, name);
    vec_push(g->arena, &g->reach, e);
    Type type = ll_type(g, e->type), param[] = {g->ptr, g->i32};
    Fun f = ll_begin(g, name, LLVMFunctionType(type, param, 2, false), g->game->fn.at[e->k]);
    f.state.base = LLVMGetParam(f.function, 0);
    write_reach(&f, e, type);
    ll_end(&f);
    return f.function;
}

Value ll_reach(Fun *f, const Ir *e)
{
    Value arg[] = {ll_state_pointer(f), ll_int(f->g, e->a[2]->k)};
    return ll_call(f, need_reach(f->g, e), arg, 2);
}
