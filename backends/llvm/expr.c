/* expr.c - numbers and truth values. */
#include "backends/llvm/gen.h"

enum { PLAIN = 12 };

/* --- tables --- */

Value ll_index_of(Fun *f, const Ir *tab)
{
    Gen *g = f->g;
    const IrTable *t = &g->game->table.at[tab->k];
    Value index = NULL;
    for (int i = 0; i < t->ndim; i++) {
        Value at = i < tab->n ? ll_index(g, ll_expr(f, tab->a[i]), tab->a[i]->type) : ll_word(g, 0);
        if (index) {
            Value scaled = LLVMBuildNSWMul(g->b, index, ll_word(g, (uint64_t)t->dim[i].size), "");
            at = LLVMBuildNSWAdd(g->b, scaled, at, "");
        }
        index = at;
    }
    return index ? index : ll_word(g, 0);
}

int ll_slice_size(const Gen *g, const Ir *tab)
{
    const IrTable *t = &g->game->table.at[tab->k];
    int n = 1;
    for (int i = tab->n; i < t->ndim; i++)
        n *= t->dim[i].size;
    return n;
}

Value ll_slice(Fun *f, const Ir *tab)
{
    Gen *g = f->g;
    const IrTable *t = &g->game->table.at[tab->k];
    ll_need_table(g, (int)tab->k);
    Value index = ll_index_of(f, tab);
    if (t->elem.kind == IR_MASK)
        index = LLVMBuildNSWMul(g->b, index, ll_word(g, (uint64_t)ll_words(g, t->elem.space)), "");
    return ll_gep(g, ll_table_elem(g, (int)tab->k), g->table[tab->k], index);
}

static Value table_value(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    const IrTable *t = &g->game->table.at[e->k];
    const bool set = t->elem.kind == IR_MASK;
    if (t->ndim == 0 && set && ir_words(g->game, t->elem.space) > 0)
        return ll_set_const(g, t->word, ll_words(g, t->elem.space));
    Value place = ll_slice(f, e);
    if (set)
        return ll_load(g, ll_type(g, t->elem), place, 8);
    return ll_fit(g, ll_table_int(g, (int)e->k, place), ll_type(g, e->type));
}

/* --- arithmetic --- */

static Value divide(Fun *f, const Ir *e, Value x, Value y)
{
    Gen *g = f->g;
    bool mod = e->op == IR_OP_MOD;
    if (e->a[1]->type.lo > 0 && e->a[0]->type.lo >= 0)
        return mod ? LLVMBuildURem(g->b, x, y, "") : LLVMBuildUDiv(g->b, x, y, "");
    if (e->a[1]->type.lo > 0)
        return mod ? LLVMBuildSRem(g->b, x, y, "") : LLVMBuildSDiv(g->b, x, y, "");
    Type type = LLVMTypeOf(y);
    Value zero = LLVMBuildICmp(g->b, LLVMIntEQ, y, ll_zero(type), "");
    Value safe = LLVMBuildSelect(g->b, zero, LLVMConstInt(type, 1, false), y, "");
    Value q = mod ? LLVMBuildSRem(g->b, x, safe, "") : LLVMBuildSDiv(g->b, x, safe, "");
    return LLVMBuildSelect(g->b, zero, ll_zero(type), q, "");
}

/* a to the power b by a loop, in a function of its own. */
static Value power(Fun *f, Value x, Value y)
{
    Gen *g = f->g;
    Value fn = LLVMGetNamedFunction(g->module, "pow.i64");
    if (!fn) {
        Type param[] = {g->i64, g->i64};
        Fun h = ll_begin(g, "pow.i64", LLVMFunctionType(g->i64, param, 2, false), NULL);
        Value slot = ll_alloca(&h, g->i64, "p");
        ll_store(g, ll_word(g, 1), slot, 8);
        Value times = LLVMBuildTrunc(g->b, LLVMGetParam(h.function, 1), g->i32, "");
        Loop loop = ll_range(&h, ll_int(g, 0), times);
        Value p = LLVMBuildMul(g->b, ll_load(g, g->i64, slot, 8), LLVMGetParam(h.function, 0), "");
        ll_store(g, p, slot, 8);
        ll_end_range(&h, &loop);
        LLVMBuildRet(g->b, ll_load(g, g->i64, slot, 8));
        ll_end(&h);
        fn = h.function;
    }
    Value arg[] = {ll_fit(g, x, g->i64), ll_fit(g, y, g->i64)};
    return ll_call(f, fn, arg, 2);
}

static Value smaller(Gen *g, LLVMIntPredicate is, Value x, Value y)
{
    return LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, is, x, y, ""), x, y, "");
}

static bool is_arithmetic(IrOp op)
{
    switch (op) {
    case IR_OP_ADD: case IR_OP_SUB: case IR_OP_MUL: case IR_OP_DIV: case IR_OP_MOD: case IR_OP_NEG:
    case IR_OP_ABS: case IR_OP_MIN: case IR_OP_MAX: case IR_OP_POW: return true;
    default: return false;
    }
}

static Value arithmetic(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    Value x = ll_expr(f, e->a[0]), y = e->n > 1 ? ll_expr(f, e->a[1]) : NULL;
    Type type = ll_type(g, e->type);
    bool wide = LLVMTypeOf(x) == g->i64 || (y && LLVMTypeOf(y) == g->i64) || type == g->i64;
    Type work = wide ? g->i64 : g->i32;
    x = ll_fit(g, x, work);
    y = y ? ll_fit(g, y, work) : NULL;
    Value v = NULL;
    switch (e->op) {
    case IR_OP_ADD: v = LLVMBuildAdd(g->b, x, y, ""); break;
    case IR_OP_SUB: v = LLVMBuildSub(g->b, x, y, ""); break;
    case IR_OP_MUL: v = LLVMBuildMul(g->b, x, y, ""); break;
    case IR_OP_DIV:
    case IR_OP_MOD: v = divide(f, e, x, y); break;
    case IR_OP_NEG: v = LLVMBuildNeg(g->b, x, ""); break;
    case IR_OP_ABS: v = smaller(g, LLVMIntSGT, x, LLVMBuildNeg(g->b, x, "")); break;
    case IR_OP_MIN: v = smaller(g, LLVMIntSLT, x, y); break;
    case IR_OP_MAX: v = smaller(g, LLVMIntSGT, x, y); break;
    default: v = power(f, x, y); break;
    }
    return ll_fit(g, v, type);
}

/* --- truth --- */

static Value compare(Fun *f, const Ir *e, LLVMIntPredicate is)
{
    Gen *g = f->g;
    Value x = ll_expr(f, e->a[0]), y = ll_expr(f, e->a[1]);
    if (LLVMTypeOf(x) != LLVMTypeOf(y)) {
        x = ll_fit(g, x, g->i64);
        y = ll_fit(g, y, g->i64);
    }
    return LLVMBuildICmp(g->b, is, x, y, "");
}

static Value logic(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    bool either = e->op == IR_OP_OR;
    Value x = ll_cond(f, e->a[0]), one = LLVMConstInt(g->i1, either, false);
    if (shape_all_bits(e->a[1])) { /* no operand is poison: no need for a select */
        Value y = ll_cond(f, e->a[1]);
        return either ? LLVMBuildOr(g->b, x, y, "") : LLVMBuildAnd(g->b, x, y, "");
    }
    if (shape_speculates(e->a[1], PLAIN)) {
        Value y = ll_cond(f, e->a[1]);
        return either ? LLVMBuildSelect(g->b, x, one, y, "") : LLVMBuildSelect(g->b, x, y, one, "");
    }
    Block more = ll_block(f, "then"), end = ll_block(f, "both"), from = LLVMGetInsertBlock(g->b);
    ll_branch(f, x, either ? end : more, either ? more : end);
    ll_at(f, more);
    Value y = ll_cond(f, e->a[1]);
    Block last = LLVMGetInsertBlock(g->b);
    ll_go(f, end);
    Value phi = LLVMBuildPhi(g->b, g->i1, "");
    LLVMAddIncoming(phi, &one, &from, 1);
    LLVMAddIncoming(phi, &y, &last, 1);
    return phi;
}

static Value truth(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    Value v = ll_set_cond(f, e);
    if (v)
        return v;
    switch (e->op) {
    case IR_OP_EQ: return compare(f, e, LLVMIntEQ);
    case IR_OP_NE: return compare(f, e, LLVMIntNE);
    case IR_OP_LT: return compare(f, e, LLVMIntSLT);
    case IR_OP_LE: return compare(f, e, LLVMIntSLE);
    case IR_OP_GT: return compare(f, e, LLVMIntSGT);
    case IR_OP_GE: return compare(f, e, LLVMIntSGE);
    case IR_OP_AND:
    case IR_OP_OR: return logic(f, e);
    case IR_OP_NOT: return LLVMBuildNot(g->b, ll_cond(f, e->a[0]), "");
    default: return NULL;
    }
}

static bool is_truth(IrOp op)
{
    switch (op) {
    case IR_OP_EQ: case IR_OP_NE: case IR_OP_LT: case IR_OP_LE: case IR_OP_GT: case IR_OP_GE:
    case IR_OP_AND: case IR_OP_OR: case IR_OP_NOT: case IR_OP_HAS: case IR_OP_ANY:
    case IR_OP_COVERS: case IR_OP_GATHERS:
        return true;
    default: return false;
    }
}

Value ll_cond(Fun *f, const Ir *e)
{
    if ((e->op == IR_OP_AND || e->op == IR_OP_OR || e->op == IR_OP_NOT || e->op == IR_OP_LOCAL) && ll_is_gate(f, e))
        return ll_gate_cond(f->g, ll_gate_value(f, e));
    if (is_truth(e->op))
        return truth(f, e);
    if (e->op == IR_OP_INT)
        return LLVMConstInt(f->g->i1, e->k != 0, false);
    Value v = ll_expr(f, e);
    return LLVMBuildICmp(f->g->b, LLVMIntNE, v, ll_zero(LLVMTypeOf(v)), "");
}

/* --- the rest --- */

/* A value of e's type. */
static Value typed(Fun *f, const Ir *e, const Ir *part)
{
    Value v = ll_expr(f, part);
    return ll_fit(f->g, v, ll_type(f->g, e->type));
}

static Value choose(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    Value x = ll_cond(f, e->a[0]);
    if (shape_speculates(e->a[1], PLAIN) && shape_speculates(e->a[2], PLAIN)) {
        Value y = typed(f, e, e->a[1]), z = typed(f, e, e->a[2]);
        return LLVMBuildSelect(g->b, x, y, z, "");
    }
    Block yes = ll_block(f, "yes"), no = ll_block(f, "no"), end = ll_block(f, "chosen");
    ll_branch(f, x, yes, no);
    ll_at(f, yes);
    Value y = typed(f, e, e->a[1]);
    yes = LLVMGetInsertBlock(g->b);
    LLVMBuildBr(g->b, end);
    ll_at(f, no);
    Value z = typed(f, e, e->a[2]);
    no = LLVMGetInsertBlock(g->b);
    ll_go(f, end);
    Value phi = LLVMBuildPhi(g->b, ll_type(g, e->type), "");
    LLVMAddIncoming(phi, &y, &yes, 1);
    LLVMAddIncoming(phi, &z, &no, 1);
    return phi;
}

static Value let(Fun *f, const Ir *e)
{
    Local before = f->local[e->k];
    Value place = ll_asked_place(f, e->a[0], e->a[1], (int)e->k), v = place ? NULL : ll_expr(f, e->a[0]);
    f->local[e->k] = place ? (Local){.slot = place, .memory = true}
                           : (Local){.value = ll_fit(f->g, v, ll_type(f->g, f->fn->local.at[e->k].type))};
    v = ll_expr(f, e->a[1]);
    f->local[e->k] = before;
    return v;
}

/* with(@f = a : b): b on a copy of the state. */
static Value with(Fun *f, const Ir *e)
{
    Value value = ll_expr(f, e->a[0]);
    StateRef before = f->state, copy = ll_try_state(f);
    f->state = copy;
    ll_put_field(f, (int)e->k, NULL, value);
    Value v = ll_expr(f, e->a[1]);
    ll_spare_state(f, copy);
    f->state = before;
    return v;
}

Value ll_expr(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    switch (e->op) {
    case IR_OP_INT: return LLVMConstInt(ll_type(g, e->type), (unsigned long long)e->k, true);
    case IR_OP_LOCAL: return ll_read_local(f, (int)e->k);
    case IR_OP_GET: return ll_field_value(f, (int)e->k, e->n ? e->a[0] : NULL);
    case IR_OP_TAB: return table_value(f, e);
    case IR_OP_SELECT: return choose(f, e);
    case IR_OP_LETX: return let(f, e);
    case IR_OP_CALL: return ll_call_fn(f, e);
    case IR_OP_WITH: return with(f, e);
    case IR_OP_TOSS:
    case IR_OP_PICK:
    case IR_OP_KEPT_PICK:
    case IR_OP_KEPT_COUNT: return f->plays->value(f, e);
    case IR_OP_LISTED: return ll_load(f->g, f->g->i32, f->list.n, 4);
    case IR_OP_DRAW:
        if (!g->chance && !f->plays) {
            ll_unsupported(f, e, "`draw` in a game of joint moves");
            return ll_int(g, 0);
        }
        return ll_draw(f, ll_fit(g, ll_expr(f, e->a[0]), g->i32));
    default: break;
    }
    if (is_arithmetic(e->op))
        return arithmetic(f, e);
    if (is_truth(e->op))
        return LLVMBuildZExt(g->b, truth(f, e), g->i32, "");
    Value v = ll_set_expr(f, e);
    v = v || e->op != IR_OP_UNION ? v : ll_ways(f, e);
    if (!v) {
        ll_unsupported(f, e, ir_op_info(e->op)->name);
        v = ll_zero(ll_type(g, e->type));
    }
    return v;
}
