/* plan.c - playouts that draw a candidate first and ask afterwards whether it is legal.
 *
 * The body of gen moves is followed down to the statements whose emissions are drawn from
 * together (ir/plan/plan.h).  A trial plays a candidate on the state itself, asks what must
 * hold, and where it does not gives the fields that were written their old values. */
#include "backends/llvm/gen.h"
#include "ir/plan/plan.h"

/* ---- trials ---------------------------------------------------------------------- */

static void test(Fun *f, Value holds, Block no)
{
    Block yes = ll_block(f, "holds");
    ll_branch(f, holds, yes, no);
    ll_at(f, yes);
}

/* A condition of another place, asked of the successor. */
static Value keep_holds(Fun *f, const IrFn *place, const Ir *keep)
{
    Fun there = *f;
    there.fn = place;
    there.local = ll_locals(f->g, place);
    there.chosen = false;
    there.rng = NULL;
    return ll_cond(&there, keep);
}

/* What the rule of f does as far as the answer depends on it, what must hold, and the rest; to
 * `no` where it does not hold. */
static void trial_body(Fun *f, const IrFn *place, const Ir *const *keep, size_t nkeep, Block no)
{
    Gen *g = f->g;
    const IrFn *rule = f->fn;
    Early early = ir_early(g->arena, g->game, rule, keep, nkeep);
    Value *old = ll_keep_fields(f, early.written);
    Block back = ll_block(f, "back"), allowed = ll_block(f, "allowed");
    f->rng = NULL;
    f->chosen = true;
    f->exit = ll_block(f, "done");
    const Ir *post = ll_asked(g, rule);
    ll_effects(f, rule, post, early.after ? &early : NULL);
    ll_go(f, f->exit);
    ll_state_written(f, -1); /* what waits to be evaluated is, for both ways on */
    if (post)
        test(f, ll_cond(f, post), back);
    for (size_t i = 0; i < nkeep; i++)
        test(f, keep_holds(f, place, keep[i]), back);
    LLVMBuildBr(g->b, allowed);
    ll_at(f, back);
    ll_take_back(f, early.written, old);
    LLVMBuildBr(g->b, no);
    ll_at(f, allowed);
    if (early.after)
        ll_stmt(f, early.after);
}

/* The number of these conditions among those that trials of the rule ask, from 1 on. */
static size_t number_of(Gen *g, const IrFn *rule, const Ir *const *keep, size_t n)
{
    size_t number = 1;
    for (size_t i = 0; i < g->trial.n; i++) {
        bool same = g->trial.at[i].rule == rule && g->trial.at[i].n == n;
        for (size_t k = 0; same && k < n; k++)
            same = ir_equal(g->trial.at[i].keep[k], keep[k]);
        if (same)
            return number;
        number += g->trial.at[i].rule == rule;
    }
    const Ir **own = arena_copy(g->arena, keep, n * sizeof *keep);
    vec_push(g->arena, &g->trial, ((LlTrial){rule, own, n}));
    return number;
}

/* trial.RULE(State *, ..): played, or not and the state is as it was. */
static Value need_trial(Gen *g, const IrFn *place, const Signature *s, const Ir *const *keep, size_t nkeep)
{
    const IrFn *rule = s->fn;
    const size_t number = nkeep ? number_of(g, rule, keep, nkeep) : 0;
    const char *name = arena_printf(g->arena, "trial%d.%zu.%s", ir_fn_index(g->game, rule), number, rule->name);
    Value made = LLVMGetNamedFunction(g->module, name);
    if (made)
        return made;
    Fun f = ll_begin_of(g, name, g->i1, s);
    Block no = ll_block(&f, "no");
    trial_body(&f, place, keep, nkeep, no);
    LLVMBuildRet(g->b, LLVMConstInt(g->i1, 1, false));
    ll_at(&f, no);
    LLVMBuildRet(g->b, LLVMConstInt(g->i1, 0, false));
    ll_end(&f);
    return f.function;
}

void ll_trial(Fun *f, const IrFn *place, const IrFn *rule, Value *arg, const Ir *const *keep, size_t nkeep, Block no)
{
    Gen *g = f->g;
    if (!rule->post && !nkeep) {
        ll_play(f, rule, arg);
        return;
    }
    if (f->inplace) {
        Fun inner = ll_frame(f, rule, arg, rule->nparam);
        trial_body(&inner, place, keep, nkeep, no);
        return;
    }
    const Signature s = {rule, (unsigned)rule->nparam, 1, {g->ptr}, false};
    test(f, ll_call_of(f, need_trial(g, place, &s, keep, nkeep), &s, &f->state.base, arg), no);
}

typedef struct {
    const IrFn *place;
    const Ir *statement;
    Block no;
} Trial;

static void try_rule(Fun *f, const IrFn *rule, Value *arg, void *data)
{
    const Trial *t = data;
    const IrGame *game = f->g->game;
    const int k = ir_fn_index(game, rule);
    const Ir *keep[IR_MOST_KEEPS];
    if (!ir_can_emit(game, t->statement, k)) {
        ll_jump(f, t->no);
        return;
    }
    const size_t n = ir_keeps_of(game, t->statement, k, keep);
    for (size_t i = 0; i < n; i++)
        keep[i] = keep[i]->a[0];
    ll_trial(f, t->place, rule, arg, keep, n, t->no);
}

void ll_try_code(Fun *f, const IrFn *place, const Ir *statement, Value code, Block no)
{
    Trial trial = {place, statement, no};
    ll_by_code(f, code, try_rule, &trial);
}

/* ---- sites in a list ------------------------------------------------------------------ */

const Listing *ll_listing(Fun *f)
{
    Gen *g = f->g;
    bool counted;
    int rule = ir_plan_kept(g->game, &counted);
    if (rule < 0)
        return NULL;
    int size = g->game->space.at[g->game->fn.at[rule]->local.at[0].type.space].size;
    Listing *list = ARENA_NEW(g->arena, Listing);
    list->rule = rule;
    list->left = ll_alloca(f, g->i32, "left");
    ll_store(g, ll_int(g, LL_UNLISTED), list->left, 4);
    if (counted)
        return list;
    list->entry = size <= 256 ? g->i8 : g->i16;
    list->site = ll_alloca(f, LLVMArrayType2(list->entry, (uint64_t)size), "sites");
    LLVMSetAlignment(list->site, 16);
    return list;
}

void ll_unlist(Fun *f)
{
    if (f->listing)
        ll_store(f->g, ll_int(f->g, LL_UNLISTED), f->listing->left, 4);
}

/* count.sites(set): in its place the count would be made at every ply, and each would wait for the one before. */
static Value need_count_sites(Gen *g)
{
    Type param[] = {g->i64};
    Fun f = ll_begin(g, "count.sites", LLVMFunctionType(g->i32, param, 1, false), NULL);
    LLVMBuildRet(g->b, ll_count(g, LLVMGetParam(f.function, 0), 1));
    ll_mark(g, f.function, "noinline");
    ll_mark(g, f.function, "cold");
    ll_end(&f);
    return f.function;
}

/* list.sites(list, set): its members, ascending; their number. */
static Value need_list_sites(Gen *g, const Listing *list, Type set, int words)
{
    Type param[] = {g->ptr, set};
    Fun f = ll_begin(g, "list.sites", LLVMFunctionType(g->i32, param, 2, false), NULL);
    Value n = ll_alloca(&f, g->i64, "n");
    ll_store(g, ll_word(g, 0), n, 8);
    Loop loop = ll_each(&f, LLVMGetParam(f.function, 1), words);
    Value at = ll_load(g, g->i64, n, 8), to = ll_gep(g, list->entry, LLVMGetParam(f.function, 0), at);
    ll_store(g, LLVMBuildTrunc(g->b, loop.member, list->entry, ""), to, 1);
    ll_store(g, LLVMBuildAdd(g->b, at, ll_word(g, 1), ""), n, 8);
    ll_end_each(&f, &loop);
    LLVMBuildRet(g->b, LLVMBuildTrunc(g->b, ll_load(g, g->i64, n, 8), g->i32, ""));
    ll_mark(g, f.function, "noinline");
    ll_mark(g, f.function, "cold");
    ll_end(&f);
    return f.function;
}

/* The number of its members, where it is not known from the ply before. */
static void count_sites(Fun *f, const Ir *set)
{
    Gen *g = f->g;
    Value left = f->listing->left, members = ll_expr(f, set);
    Block make = ll_block(f, "count"), on = ll_block(f, "counted");
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntEQ, ll_load(g, g->i32, left, 4), ll_int(g, LL_UNLISTED), ""), make, on);
    ll_at(f, make);
    Value fn = LLVMGetNamedFunction(g->module, "count.sites");
    ll_store(g, ll_call(f, fn ? fn : need_count_sites(g), &members, 1), left, 4);
    ll_go(f, on);
}

void ll_take_one(Fun *f)
{
    Gen *g = f->g;
    Value left = ll_load(g, g->i32, f->listing->left, 4);
    ll_store(g, LLVMBuildSub(g->b, left, ll_int(g, 1), ""), f->listing->left, 4);
}

void ll_list_sites(Fun *f, const Ir *set)
{
    if (!f->listing->entry) {
        count_sites(f, set);
        return;
    }
    Gen *g = f->g;
    const Listing *list = f->listing;
    Block make = ll_block(f, "list"), on = ll_block(f, "listed");
    Value left = ll_load(g, g->i32, list->left, 4);
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntEQ, left, ll_int(g, LL_UNLISTED), ""), make, on);
    ll_at(f, make);
    Value members = ll_expr(f, set), fn = LLVMGetNamedFunction(g->module, "list.sites");
    fn = fn ? fn : need_list_sites(g, list, LLVMTypeOf(members), ll_words(g, set->type.space));
    Value arg[] = {list->site, members};
    ll_store(g, ll_call(f, fn, arg, 2), list->left, 4);
    ll_go(f, on);
}

Value ll_take_site(Fun *f, Value k)
{
    Gen *g = f->g;
    const Listing *list = f->listing;
    unsigned align = list->entry == g->i8 ? 1 : 2;
    Value left = LLVMBuildSub(g->b, ll_load(g, g->i32, list->left, 4), ll_int(g, 1), "");
    ll_store(g, left, list->left, 4);
    Value at = ll_gep(g, list->entry, list->site, LLVMBuildZExt(g->b, k, g->i64, ""));
    Value last = ll_gep(g, list->entry, list->site, LLVMBuildZExt(g->b, left, g->i64, ""));
    Value site = ll_load(g, list->entry, at, align);
    ll_store(g, ll_load(g, list->entry, last, align), at, align);
    return LLVMBuildZExt(g->b, site, g->i32, "");
}

/* ---- the way down to what is drawn from ------------------------------------------------ */

typedef enum { COUNT, LIST, ALLOWED } Use;

typedef struct {
    Use use;
    Value out, n; /* LIST; COUNT: n */
    Value move;
    Block yes, no; /* ALLOWED */
} Way;

static void leaf(Fun *f, const Ir *s, Way *way)
{
    const bool trials = ir_draw(f->g->game, s) == IR_DRAW_TRIALS;
    if (way->use != ALLOWED) {
        Fun gen = *f;
        gen.sink = (Sink){.mode = way->use == LIST ? SINK_LIST : SINK_COUNT, .raw = trials, .out = way->out, .n = way->n};
        ll_stmt(&gen, s);
        return;
    }
    if (trials)
        ll_try_code(f, f->fn, s, way->move, way->no);
    ll_jump(f, way->yes);
}

static void follow(Fun *f, const Ir *s, Way *way);

static Value is_zero(Gen *g, Value slot)
{
    return LLVMBuildICmp(g->b, LLVMIntEQ, ll_load(g, g->i32, slot, 4), ll_int(g, 0), "");
}

/* first {..} or {..}: where the first block has candidates they alone count. */
static void prefer(Fun *f, const Ir *s, Way *way)
{
    Gen *g = f->g;
    Block second = ll_block(f, "or"), end = ll_block(f, "end");
    if (way->use == ALLOWED) {
        Way aside = *way;
        aside.use = COUNT;
        aside.n = ll_alloca(f, g->i32, "n");
        ll_store(g, ll_int(g, 0), aside.n, 4);
        follow(f, s->a[0], &aside);
        Block first = ll_block(f, "first");
        ll_branch(f, is_zero(g, aside.n), second, first);
        ll_at(f, first);
    }
    follow(f, s->a[0], way);
    if (way->use != ALLOWED)
        ll_branch(f, is_zero(g, way->n), second, end);
    else
        LLVMBuildBr(g->b, second);
    ll_at(f, second);
    follow(f, s->a[1], way);
    ll_go(f, end);
}

static void condition(Fun *f, const Ir *s, Way *way)
{
    Value holds = ll_cond(f, s->a[0]);
    Block yes = ll_block(f, "if"), no = ll_block(f, "else"), end = ll_block(f, "fi");
    ll_branch(f, holds, yes, no);
    ll_at(f, yes);
    follow(f, s->a[1], way);
    LLVMBuildBr(f->g->b, end);
    ll_at(f, no);
    if (s->n > 2)
        follow(f, s->a[2], way);
    ll_go(f, end);
}

static void follow(Fun *f, const Ir *s, Way *way)
{
    Gen *g = f->g;
    IrDraw how = ir_draw(g->game, s);
    if (how == IR_DRAW_NOTHING)
        return;
    bool asked = way->use == ALLOWED && s->op == IR_OP_IF; /* another part may be the one that is drawn from */
    if (how != IR_DRAW_STEPS && !asked) {
        leaf(f, s, way);
    } else if (s->op == IR_OP_IF) {
        condition(f, s, way);
    } else if (s->op == IR_OP_PREFER) {
        prefer(f, s, way);
    } else if (s->op == IR_OP_TRY) {
        Fun inner = ll_frame(f, g->game->fn.at[s->k], ll_args(f, s), s->n);
        follow(&inner, inner.fn->body, way);
    } else {
        for (int i = 0; i < s->n; i++)
            if (ir_draw(g->game, s->a[i]) == IR_DRAW_NOTHING)
                ll_stmt(f, s->a[i]);
            else
                follow(f, s->a[i], way);
    }
}

static void begin_way(Fun *f, Way *way)
{
    const IrFn *moves = f->g->game->fn.at[ir_fn_find(f->g->game, "moves")];
    Fun gen = ll_frame(f, moves, NULL, 0);
    follow(&gen, moves->body, way);
}

/* ---- uses ------------------------------------------------------------------------------- */

Value ll_plan_candidates(Fun *f, Value out)
{
    Gen *g = f->g;
    Block list = ll_block(f, "list"), count = ll_block(f, "count"), end = ll_block(f, "end");
    Way way = {.out = out, .n = ll_alloca(f, g->i32, "n")};
    ll_store(g, ll_int(g, 0), way.n, 4);
    ll_branch(f, LLVMBuildIsNull(g->b, out, ""), count, list);
    for (Use use = COUNT; use <= LIST; use++) {
        ll_at(f, use == COUNT ? count : list);
        way.use = use;
        begin_way(f, &way);
        LLVMBuildBr(g->b, end);
    }
    ll_at(f, end);
    return ll_load(g, g->i32, way.n, 4);
}

void ll_plan_allowed(Fun *f, Value move, Block yes, Block no)
{
    Way way = {.use = ALLOWED, .move = move, .yes = yes, .no = no};
    begin_way(f, &way);
    LLVMBuildBr(f->g->b, no);
}
