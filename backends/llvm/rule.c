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

static Value call_rule(Fun *f, const IrFn *rule, Value *arg, const Ir *post);

/* Is what the rule does so long that all who do it and then ask something call one function? */
static bool is_long(const Fun *f, const IrFn *rule)
{
    enum { LONG = 100 };
    const IrGame *game = f->g->game;
    size_t n = rule->effect ? shape_size(game, rule->effect, LONG, true) : 0;
    n += rule->then ? shape_size(game, rule->then, LONG, true) : 0;
    return !f->inplace && n >= LONG;
}

/* Header values of the old state that are needed, `do`, then `then`, then f's state is what
 * `post` is asked of: f's own, or, with `on_copy`, a copy that has what the answer depends on. */
static void body_of(Fun *f, const IrFn *rule, const Ir *post, bool on_copy)
{
    Slice part = {.effect = rule->effect, .then = rule->then};
    if (post && on_copy)
        part = ir_slice(f->g->arena, f->g->game, rule, post, NULL);
    const Ir *tree[] = {part.effect, part.then, post};
    bool called = post && !part.less && is_long(f, rule);
    header_lets(f, rule, called ? &post : tree, called ? 1 : 3);
    if (on_copy)
        f->state = ll_try_state(f);
    if (called) {
        Value *arg = ARENA_ARRAY(f->g->arena, Value, rule->nparam + 1);
        for (int i = 0; i < rule->nparam; i++)
            arg[i] = ll_read_local(f, i);
        call_rule(f, rule, arg, NULL);
        return;
    }
    for (int i = 0; i < 2; i++)
        if (tree[i])
            ll_stmt(f, tree[i]);
}

/* play.RULE(State *, ..) or post.RULE(const State *, ..); late.RULE asks the second part of the post. */
static Value need_rule(Gen *g, const Signature *s, const Ir *post)
{
    const IrFn *rule = s->fn;
    const char *what = !post ? "play" : post == rule->post ? "post" : "late";
    const char *name = arena_printf(g->arena, "%s%d.%s", what, ir_fn_index(g->game, rule), rule->name);
    Value made = LLVMGetNamedFunction(g->module, name);
    if (made)
        return made;
    Fun f = ll_begin_of(g, name, post ? g->i1 : g->none, s);
    f.chosen = true;
    f.exit = ll_block(&f, "exit");
    body_of(&f, rule, post, post != NULL);
    if (post) {
        LLVMBuildRet(g->b, ll_cond(&f, post));
        ll_at(&f, f.exit);
        LLVMBuildUnreachable(g->b);
    } else {
        ll_go(&f, f.exit);
        LLVMBuildRetVoid(g->b);
    }
    ll_end(&f);
    return f.function;
}

static Value call_rule(Fun *f, const IrFn *rule, Value *arg, const Ir *post)
{
    const Signature s = {rule, (unsigned)rule->nparam, 1, {f->g->ptr}, f->g->chance && !post};
    return ll_call_of(f, need_rule(f->g, &s, post), &s, &f->state.base, arg);
}

void ll_play(Fun *f, const IrFn *rule, Value *arg)
{
    if (!f->inplace) {
        call_rule(f, rule, arg, NULL);
        return;
    }
    Fun inner = ll_frame(f, rule, arg, rule->nparam);
    inner.chosen = true;
    inner.exit = ll_block(f, "played");
    body_of(&inner, rule, NULL, false);
    ll_go(f, inner.exit);
}

static Value holds_after(Fun *f, const IrFn *rule, Value *arg, const Ir *post)
{
    if (!f->inplace)
        return call_rule(f, rule, arg, post);
    Fun inner = ll_frame(f, rule, arg, rule->nparam);
    inner.chosen = true;
    inner.exit = ll_block(f, "unused");
    inner.rng = NULL;
    body_of(&inner, rule, post, true);
    Value holds = ll_cond(&inner, post);
    ll_spare_state(f, inner.state);
    return holds;
}

Value ll_post(Fun *f, const IrFn *rule, Value *arg)
{
    return holds_after(f, rule, arg, shape_asked(f->g->arena, rule));
}

Value ll_legal(Fun *f, const IrFn *rule, Value *arg, Value set, int words)
{
    Gen *g = f->g;
    const Ir *vouched = shape_vouched(rule);
    int last = rule->nparam - 1;
    Value *all = ARENA_ARRAY(g->arena, Value, rule->nparam);
    for (int i = 0; i < last; i++)
        all[i] = arg[i];
    Fun old = ll_frame(f, rule, arg, last);
    header_lets(&old, rule, &vouched, 1);
    Value known = vouched ? ll_expr(&old, vouched) : ll_empty(g, words);
    unsigned align = LLVMABIAlignmentOfType(g->layout, ll_set(g, words));
    Value legal = ll_alloca(f, ll_set(g, words), "legal");
    ll_store(g, LLVMBuildAnd(g->b, set, known, ""), legal, align);
    Loop loop = ll_each(f, ll_diff(g, set, known), words);
    Block yes = ll_block(f, "late"), no = ll_block(f, "not");
    all[last] = loop.member;
    ll_branch(f, holds_after(f, rule, all, vouched ? rule->post->a[1] : shape_asked(g->arena, rule)), yes, no);
    ll_at(f, yes);
    Value one = ll_bit(g, loop.member, true, words);
    ll_store(g, LLVMBuildOr(g->b, ll_load(g, ll_set(g, words), legal, align), one, ""), legal, align);
    ll_go(f, no);
    ll_end_each(f, &loop);
    return ll_load(g, ll_set(g, words), legal, align);
}

void ll_turn(Fun *f)
{
    for (size_t i = 0; i < f->g->game->fn.n; i++)
        if (f->g->game->fn.at[i]->kind == IR_TURN)
            ll_call_args(f, (int)i, NULL);
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
