/* rule.c - what a rule does once it is chosen. */
#include "backends/llvm/gen.h"

IrCode ll_code_of(const Gen *g, const IrFn *rule)
{
    int index = ir_fn_index(g->game, rule);
    for (size_t i = 0; i < g->ncode; i++) {
        if (g->code[i].fn == index) {
            return g->code[i];
        }
    }
    return (IrCode){0};
}

static void header_needs(const IrFn *rule, const Ir *tree, bool *need)
{
    if (tree->op == IR_OP_LOCAL && !need[tree->k]) {
        need[tree->k] = true;
        for (int i = 0; rule->header && i < rule->header->n; i++) {
            const Ir *s = rule->header->a[i];
            if (s->op == IR_OP_LET && s->k == tree->k) {
                header_needs(rule, s->a[0], need);
            }
        }
    }
    for (int i = 0; i < tree->n; i++) {
        header_needs(rule, tree->a[i], need);
    }
}

static void header_lets(Fun *f, const IrFn *rule, const bool *need)
{
    for (int i = 0; rule->header && i < rule->header->n; i++) {
        const Ir *s = rule->header->a[i];
        if (s->op == IR_OP_LET && need[s->k]) {
            Value v = ll_fit(f->g, ll_expr(f, s->a[0]), ll_type(f->g, rule->local.at[s->k].type));
            f->local[s->k] = (Local){.value = v};
        }
    }
}

static Value call_rule(Fun *f, const IrFn *rule, Value *arg, const Ir *post);

/* Is what the rule does so long that all who do it and then ask something call one function? */
static bool is_long(const Fun *f, const IrFn *rule)
{
    enum { LONG = 100 };
    const IrGame *game = f->g->game;
    size_t n = rule->effect ? ll_size(game, rule->effect, LONG) : 0;
    n += rule->then ? ll_size(game, rule->then, LONG) : 0;
    return !f->inplace && n >= LONG;
}

/* Header values of the old state that are needed, `do`, then `then`, then f's state is what
 * `post` is asked of: f's own, or, with `on_copy`, a copy that has what the answer hangs on. */
static void body_of(Fun *f, const IrFn *rule, const Ir *post, bool on_copy)
{
    Slice part = {.effect = rule->effect, .then = rule->then};
    if (post && on_copy) {
        part = ir_slice(f->g->arena, f->g->game, rule, post, NULL);
    }
    const Ir *tree[] = {part.effect, part.then, post};
    bool called = post && !part.less && is_long(f, rule);
    bool *need = ARENA_ARRAY(f->g->arena, bool, rule->local.n + 1);
    for (int i = called ? 2 : 0; i < 3; i++) {
        if (tree[i]) {
            header_needs(rule, tree[i], need);
        }
    }
    header_lets(f, rule, need);
    if (on_copy) {
        f->state = ll_try_state(f);
    }
    if (called) {
        Value *arg = ARENA_ARRAY(f->g->arena, Value, rule->nparam + 1);
        for (int i = 0; i < rule->nparam; i++) {
            arg[i] = ll_read_local(f, i);
        }
        call_rule(f, rule, arg, NULL);
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (tree[i]) {
            ll_stmt(f, tree[i]);
        }
    }
}

void ll_effects(Fun *f, const IrFn *rule, const Ir *post, const Early *early)
{
    if (!early) {
        body_of(f, rule, post, false);
        return;
    }
    const Ir *tree[] = {early->before, early->after, post};
    bool *need = ARENA_ARRAY(f->g->arena, bool, rule->local.n + 1);
    for (int i = 0; i < 3; i++) {
        if (tree[i]) {
            header_needs(rule, tree[i], need);
        }
    }
    header_lets(f, rule, need);
    ll_stmt(f, early->before);
}

/* play.RULE(State *, ..) or post.RULE(const State *, ..); late.RULE asks the second part of the post. */
static Value need_rule(Gen *g, const IrFn *rule, const Ir *post)
{
    int index = ir_fn_index(g->game, rule);
    const char *what = !post ? "play" : post == rule->post ? "post" : "late";
    const char *name = ll_format(g, "%s%d.%s", what, index, rule->name);
    Value made = LLVMGetNamedFunction(g->module, name);
    if (made) {
        return made;
    }
    Type *param = ARENA_ARRAY(g->arena, Type, rule->nparam + 1 + LL_LOTS);
    unsigned n = (unsigned)rule->nparam + 1;
    bool draws = g->chance && !post;
    param[0] = g->ptr;
    if (draws) {
        ll_lots_types(g, param + n);
        n += LL_LOTS;
    }
    for (int i = 0; i < rule->nparam; i++) {
        param[i + 1] = ll_type(g, rule->local.at[i].type);
    }
    Block before = LLVMGetInsertBlock(g->b);
    Type type = LLVMFunctionType(post ? g->i1 : g->none, param, n, false);
    Fun f = ll_begin(g, name, type, rule);
    f.chosen = true;
    f.state.base = LLVMGetParam(f.function, 0);
    if (draws) {
        ll_lots_params(&f, n - LL_LOTS);
    }
    for (int i = 0; i < rule->nparam; i++) {
        f.local[i].value = LLVMGetParam(f.function, (unsigned)i + 1);
    }
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
    ll_end(&f, before);
    return f.function;
}

static Value call_rule(Fun *f, const IrFn *rule, Value *arg, const Ir *post)
{
    Gen *g = f->g;
    Value *all = ARENA_ARRAY(g->arena, Value, rule->nparam + 1 + LL_LOTS);
    unsigned n = (unsigned)rule->nparam + 1;
    all[0] = f->state.base;
    if (g->chance && !post) {
        ll_lots_args(f, all + n);
        n += LL_LOTS;
    }
    for (int i = 0; i < rule->nparam; i++) {
        all[i + 1] = ll_fit(g, arg[i], ll_type(g, rule->local.at[i].type));
    }
    return ll_call(f, need_rule(g, rule, post), all, n);
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

const Ir *ll_asked(Gen *g, const IrFn *rule)
{
    return shape_known(rule) && !shape_known_pays(g->arena, rule) ? rule->post->a[1] : rule->post;
}

static Value holds_after(Fun *f, const IrFn *rule, Value *arg, const Ir *post)
{
    if (!f->inplace) {
        return call_rule(f, rule, arg, post);
    }
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
    return holds_after(f, rule, arg, ll_asked(f->g, rule));
}

Value ll_legal(Fun *f, const IrFn *rule, Value *arg, Value set, int words)
{
    Gen *g = f->g;
    const Ir *vouched = shape_vouched(rule);
    bool *need = ARENA_ARRAY(g->arena, bool, rule->local.n + 1);
    int last = rule->nparam - 1;
    Value *all = ARENA_ARRAY(g->arena, Value, rule->nparam);
    for (int i = 0; i < last; i++) {
        all[i] = arg[i];
    }
    Fun old = ll_frame(f, rule, arg, last);
    header_needs(rule, vouched, need);
    header_lets(&old, rule, need);
    Value known = ll_expr(&old, vouched);
    unsigned align = LLVMABIAlignmentOfType(g->layout, ll_set(g, words));
    Value legal = ll_alloca(f, ll_set(g, words), "legal");
    ll_store(g, LLVMBuildAnd(g->b, set, known, ""), legal, align);
    Loop loop = ll_each(f, ll_diff(g, set, known), words);
    Block yes = ll_block(f, "late"), no = ll_block(f, "not");
    all[last] = loop.member;
    ll_branch(f, holds_after(f, rule, all, rule->post->a[1]), yes, no);
    ll_at(f, yes);
    Value one = ll_bit(f, loop.member, true, words);
    ll_store(g, LLVMBuildOr(g->b, ll_load(g, ll_set(g, words), legal, align), one, ""), legal, align);
    ll_go(f, no);
    ll_end_each(f, &loop);
    return ll_load(g, ll_set(g, words), legal, align);
}

void ll_turn(Fun *f)
{
    for (size_t i = 0; i < f->g->game->fn.n; i++) {
        if (f->g->game->fn.at[i]->kind == IR_TURN) {
            ll_call_args(f, (int)i, NULL);
        }
    }
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
        if (i > 0) {
            digit = LLVMBuildURem(g->b, digit, ll_int(g, (int64_t)size), "");
        }
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
    if (g->ncode == 0) {
        ll_go(f, end);
    }
}

static size_t column(Gen *g, const char *name)
{
    for (size_t i = 0; i < g->column.n; i++) {
        const char *a = g->column.at[i], *z = name;
        while (*a && *a == *z) {
            a++;
            z++;
        }
        if (*a == *z) {
            return i;
        }
    }
    vec_push(g->arena, &g->column, name);
    return g->column.n - 1;
}

void ll_describe(Fun *f, const IrFn *rule, Value *arg, Value out)
{
    Gen *g = f->g;
    Fun inner = ll_frame(f, rule, arg, rule->nparam);
    inner.chosen = true;
    bool *need = ARENA_ARRAY(g->arena, bool, rule->local.n + 1);
    for (size_t i = 0; i < rule->view.n; i++) {
        header_needs(rule, rule->view.at[i].value, need);
    }
    header_lets(&inner, rule, need);
    for (size_t i = 0; i < rule->view.n; i++) {
        Value v = ll_fit(g, ll_expr(&inner, rule->view.at[i].value), g->i32);
        Value at = ll_word(g, column(g, rule->view.at[i].name));
        ll_store(g, v, ll_gep(g, g->i32, out, at), 4);
    }
}
