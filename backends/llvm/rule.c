/* rule.c - what a rule does once it is chosen. */
#include "backends/llvm/gen.h"

/* Those values of the header that the n trees (NULLs allowed) need. */
static void header_lets(Fun *f, const IrFn *rule, const Ir *const *tree, size_t n)
{
    for (const Ir *const *let = shape_header_lets(f->g->arena, rule, tree, n); *let; let++) {
        Value v = ll_fit(f->g, ll_expr(f, (*let)->a[0]), ll_type(f->g, rule->local.at[(*let)->k].type));
        f->local[(*let)->k] = (Local){.value = v};
    }
}

/* Header values of the old state that are needed, `do`, then `then`. */
static void body_of(Fun *f, const IrFn *rule)
{
    const Ir *tree[] = {rule->effect, rule->then};
    header_lets(f, rule, tree, 2);
    for (int i = 0; i < 2; i++)
        if (tree[i])
            ll_stmt(f, tree[i]);
}

/* play.RULE(State *, ..) */
static Value need_play(Gen *g, const Signature *s)
{
    const IrFn *rule = s->fn;
    const char *name = arena_printf(g->arena, "play%d.%s", ir_fn_index(g->game, rule), rule->name);
    Value made = LLVMGetNamedFunction(g->module, name);
    if (made)
        return made;
    Fun f = ll_begin_of(g, name, g->none, s);
    f.chosen = true;
    f.exit = ll_block(&f, "exit");
    body_of(&f, rule);
    ll_go(&f, f.exit);
    LLVMBuildRetVoid(g->b);
    ll_end(&f);
    return f.function;
}

void ll_play(Fun *f, const IrFn *rule, Value *arg)
{
    if (!f->inplace) {
        const Signature s = {rule, (unsigned)rule->nparam, 1, {f->g->ptr}, f->g->chance};
        ll_call_of(f, need_play(f->g, &s), &s, &f->state.base, arg);
        return;
    }
    Fun inner = ll_frame(f, rule, arg, rule->nparam);
    inner.chosen = true;
    inner.exit = ll_block(f, "played");
    body_of(&inner, rule);
    ll_go(f, inner.exit);
}

/* --- codes to rules --- */

static Value *decoded(Fun *f, const IrFn *rule, Value code)
{
    Gen *g = f->g;
    Value *arg = ARENA_ARRAY(g->arena, Value, rule->nparam + 1);
    uint64_t below = 1;
    for (int i = rule->nparam; i-- > 0;) {
        IrType type = rule->local.at[i].type;
        uint64_t size = ir_code_size(type);
        Value digit = LLVMBuildUDiv(g->b, code, ll_int(g, (int64_t)below), "");
        if (i > 0)
            digit = LLVMBuildURem(g->b, digit, ll_int(g, (int64_t)size), "");
        arg[i] = LLVMBuildAdd(g->b, digit, ll_int(g, ir_code_low(type)), "");
        below *= size;
    }
    return arg;
}

void ll_by_code(Fun *f, Value move, RuleAction *act, void *data)
{
    Gen *g = f->g;
    Block end = ll_block(f, "done");
    for (size_t i = 0; i < g->ncode; i++) {
        const IrFn *rule = g->game->fn.at[g->code[i].fn];
        uint64_t base = g->code[i].base, last = base + g->code[i].size;
        Block next = NULL;
        if (i + 1 < g->ncode) {
            Block this = ll_block(f, "rule");
            next = ll_block(f, "other");
            Value mine = LLVMBuildICmp(g->b, LLVMIntULT, move, ll_int(g, (int64_t)last), "");
            ll_branch(f, mine, this, next);
            ll_at(f, this);
        }
        Value code = LLVMBuildSub(g->b, move, ll_int(g, (int64_t)base), "");
        act(f, rule, decoded(f, rule, code), data);
        LLVMBuildBr(g->b, end);
        ll_at(f, next ? next : end);
    }
    if (g->ncode == 0)
        ll_go(f, end);
}

void ll_describe(Fun *f, const IrFn *rule, Value *arg, Value out)
{
    Gen *g = f->g;
    Fun inner = ll_frame(f, rule, arg, rule->nparam);
    inner.chosen = true;
    header_lets(&inner, rule, shape_shown(g->arena, rule), rule->view.n);
    for (size_t i = 0; i < rule->view.n; i++) {
        Value v = ll_fit(g, ll_expr(&inner, rule->view.at[i].value), g->i32);
        Value at = ll_word(g, ir_column(&g->offered, rule->view.at[i].name));
        ll_store(g, v, ll_gep(g, g->i32, out, at), 4);
    }
}
