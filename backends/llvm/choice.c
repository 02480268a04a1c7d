/* choice.c - the next move of a playout.
 *
 * Where gen moves consists of sets under conditions, the sets are counted, one number
 * is drawn below the sum, and that member is played: exactly the move that the same
 * number would pick from the list.  Where loops stand around sets, their words are
 * noted with running counts (planes); else there is a list.
 *
 * A Plane is one EMIT or EMITSET, or a loop around one EMIT.  Planes in one straight run of statements are
 * counted together; a condition or `first .. or ..` at the end of a run branches
 * into runs of its own, so that each knows which condition holds. */
#include "backends/llvm/gen.h"
#include "ir/plan/plan.h"

typedef struct {
    const IrFn *rule;
    Value *arg; /* slots of all but the member */
    const Ir *loop; /* whose k-th member says what the k-th move is */
    Value set, count; /* slots; set is NULL for a single move, and for sites in a list */
    int words;
    bool listed;
} Plane;

typedef struct {
    Fun *f;
    VEC(Plane) plane;
    Block start; /* where slots are cleared */
    Value rng;
    Block played, again; /* again: of trials */
    const Plan *plan; /* NULL: what must hold after a move is asked before one is drawn */
} Run;

/* --- how much would be expanded in place? --- */

bool ll_choice_is_large(const Gen *g)
{
    enum { LARGE = 6000, LARGE_IN_A_HURRY = 1000 };
    const IrGame *game = g->game;
    const size_t limit = g->options->quick ? LARGE_IN_A_HURRY : LARGE, turn = shape_turn_size(game, limit, true);
    const Ir *moves = game->fn.at[ir_fn_find(game, "moves")]->body;
    const bool planned = ir_plan_chooses(game);
    if (!game->joint && !planned && shape_in_a_row(game, moves, false, false))
        return shape_drawn_size(game, moves, turn, limit, true) >= limit;
    size_t n = turn + shape_size(game, moves, limit, true) + (planned ? shape_drawn_size(game, moves, turn, limit, true) : 0);
    for (size_t i = 0; i < game->fn.n && n < limit; i++)
        n += game->fn.at[i]->kind == IR_RULE ? shape_rule_size(game, game->fn.at[i], limit, true) : 0;
    return n >= limit;
}

/* --- planes --- */

/* A variable that is 0 where the run begins. */
static Value cleared(Run *r, Type type)
{
    Gen *g = r->f->g;
    Value slot = ll_alloca(r->f, type, "plane");
    Block here = LLVMGetInsertBlock(g->b);
    LLVMPositionBuilderBefore(g->b, LLVMGetBasicBlockTerminator(r->start));
    ll_store(g, ll_zero(type), slot, LLVMABIAlignmentOfType(g->layout, type));
    LLVMPositionBuilderAtEnd(g->b, here);
    return slot;
}

static void set_slot(Gen *g, Value slot, Value v)
{
    ll_store(g, v, slot, LLVMABIAlignmentOfType(g->layout, LLVMTypeOf(v)));
}

/* `arg`: those of a rule whose `post` is asked now. */
static void set_of_plane(Run *r, Plane *p, const Ir *e, Value *arg)
{
    Gen *g = r->f->g;
    p->words = ll_words(g, e->type.space);
    Value set = ll_expr(r->f, e);
    if (arg)
        set = ll_legal(r->f, p->rule, arg, set, p->words);
    p->set = cleared(r, LLVMTypeOf(set));
    set_slot(g, p->set, set);
    set_slot(g, p->count, ll_count(g, set, p->words));
}

static void loop_plane(Run *r, const Ir *s)
{
    Gen *g = r->f->g;
    Plane p = {.rule = g->game->fn.at[shape_loop_emit(g->game, s)->k], .loop = s};
    p.count = cleared(r, g->i32);
    set_of_plane(r, &p, s->a[0], NULL);
    vec_push(g->arena, &r->plane, p);
}

static void plane(Run *r, const Ir *s)
{
    Fun *f = r->f;
    Gen *g = f->g;
    Plane p = {.rule = g->game->fn.at[s->k]};
    int scalars = s->op == IR_OP_EMITSET ? s->n - 1 : s->n;
    p.arg = ARENA_ARRAY(g->arena, Value, s->n + 1);
    Value *now = ARENA_ARRAY(g->arena, Value, s->n + 1);
    for (int i = 0; i < scalars; i++) {
        Value v = ll_fit(g, ll_expr(f, s->a[i]), g->i32);
        now[i] = v;
        p.arg[i] = cleared(r, g->i32);
        set_slot(g, p.arg[i], v);
    }
    p.count = cleared(r, g->i32);
    p.listed = s->op == IR_OP_EMITSET && f->listing && f->listing->rule == s->k;
    if (p.listed) {
        Value set = ll_list_sites(f, s->a[0]);
        if (set) {
            p.words = 1;
            p.set = cleared(r, LLVMTypeOf(set));
            set_slot(g, p.set, set);
        }
        set_slot(g, p.count, ll_load(g, g->i32, f->listing->left, 4));
    } else if (s->op == IR_OP_EMITSET) {
        set_of_plane(r, &p, s->a[s->n - 1], p.rule->post && !r->plan ? now : NULL);
    } else {
        set_slot(g, p.count, ll_int(g, 1));
    }
    vec_push(g->arena, &r->plane, p);
}

static Value sum(Run *r, size_t from)
{
    Gen *g = r->f->g;
    Value n = ll_int(g, 0);
    for (size_t i = from; i < r->plane.n; i++)
        n = LLVMBuildAdd(g->b, n, ll_load(g, g->i32, r->plane.at[i].count, 4), "");
    return n;
}

/* Statements in the middle of a run: planes under conditions. */
static void inner(Run *r, const Ir *s)
{
    Fun *f = r->f;
    Gen *g = f->g;
    Block yes, no, end;
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            inner(r, s->a[i]);
        break;
    case IR_OP_IF: {
        Value test = ll_cond(f, s->a[0]);
        yes = ll_block(f, "if");
        no = ll_block(f, "else");
        end = ll_block(f, "fi");
        ll_branch(f, test, yes, no);
        ll_at(f, yes);
        inner(r, s->a[1]);
        LLVMBuildBr(g->b, end);
        ll_at(f, no);
        if (s->n > 2)
            inner(r, s->a[2]);
        ll_go(f, end);
        break;
    }
    case IR_OP_PREFER: {
        size_t from = r->plane.n;
        inner(r, s->a[0]);
        Value some = LLVMBuildICmp(g->b, LLVMIntNE, sum(r, from), ll_int(g, 0), "");
        no = ll_block(f, "or");
        end = ll_block(f, "end");
        ll_branch(f, some, end, no);
        ll_at(f, no);
        inner(r, s->a[1]);
        ll_go(f, end);
        break;
    }
    case IR_OP_KEEP: inner(r, s->a[1]); break; /* by trials only */
    case IR_OP_EMIT:
    case IR_OP_EMITSET: plane(r, s); break;
    case IR_OP_FOR: loop_plane(r, s); break;
    default: ll_stmt(f, s); break;
    }
}

/* The arguments of the move of a member of the loop. */
static Value *of_loop(Fun *f, const Ir *loop, Value at)
{
    Local before = f->local[loop->k];
    f->local[loop->k] = (Local){.value = at};
    const Ir *s = loop->a[1];
    for (; s->op == IR_OP_BLOCK; s = s->a[s->n - 1])
        for (int i = 0; i + 1 < s->n; i++)
            ll_stmt(f, s->a[i]);
    Value *arg = ll_args(f, s);
    f->local[loop->k] = before;
    return arg;
}

/* The arguments of member number k of plane p. */
static Value *member(Run *r, const Plane *p, Value k)
{
    Fun *f = r->f;
    Gen *g = f->g;
    if (p->loop) {
        Type type = ll_set(g, p->words);
        Value set = ll_load(g, type, p->set, LLVMABIAlignmentOfType(g->layout, type));
        return of_loop(f, p->loop, ll_nth(g, set, k, p->words));
    }
    int n = p->rule->nparam, scalars = n - (p->set || p->listed);
    Value *arg = ARENA_ARRAY(g->arena, Value, n + 1);
    for (int i = 0; i < scalars; i++)
        arg[i] = ll_load(g, g->i32, p->arg[i], 4);
    if (p->set) {
        Type type = ll_set(g, p->words);
        Value set = ll_load(g, type, p->set, LLVMABIAlignmentOfType(g->layout, type));
        arg[scalars] = ll_nth(g, set, k, p->words);
    } else if (p->listed) {
        arg[0] = ll_take_site(f, k);
    }
    return arg;
}

/* Plays it. */
static void play(Run *r, const Plane *p, Value k)
{
    if (!p->listed)
        ll_unlist(r->f);
    else if (p->set)
        ll_take_one(r->f);
    ll_play(r->f, p->rule, member(r, p, k));
    ll_turn(r->f);
    LLVMBuildBr(r->f->g->b, r->played);
}

/* Tries it; goes on where it is refused, with that member taken out. */
static void try_member(Run *r, const Plane *p, Value k)
{
    Fun *f = r->f;
    Gen *g = f->g;
    Value *arg = member(r, p, k);
    Block no = ll_block(f, "refused");
    ll_trial(f, r->plan, p->rule, arg, no);
    ll_unlist(f);
    ll_turn(f);
    LLVMBuildBr(g->b, r->played);
    ll_at(f, no);
    if (p->set) {
        Type type = ll_set(g, p->words);
        Value set = ll_load(g, type, p->set, LLVMABIAlignmentOfType(g->layout, type));
        set_slot(g, p->set, ll_diff(g, set, ll_bit(g, arg[p->rule->nparam - 1], true, p->words)));
    }
    Value count = ll_load(g, g->i32, p->count, 4);
    ll_store(g, LLVMBuildSub(g->b, count, ll_int(g, 1), ""), p->count, 4);
    LLVMBuildBr(g->b, r->again);
}

/* Draws among the planes of the run and plays or, with a plan, tries until one is allowed or none is left; goes on behind if
 * there is no move in them. */
static void draw(Run *r)
{
    Fun *f = r->f;
    Gen *g = f->g;
    if (r->plane.n == 0)
        return;
    Value any = NULL;
    if (r->plan) {
        r->again = ll_block(f, "again");
        any = LLVMBuildICmp(g->b, LLVMIntNE, sum(r, 0), ll_int(g, 0), "");
        ll_go(f, r->again);
    }
    Value total = sum(r, 0);
    Block some = ll_block(f, "some"), none = ll_block(f, "none");
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntNE, total, ll_int(g, 0), ""), some, none);
    ll_at(f, some);
    Value k = ll_below(f, r->rng, total);
    for (size_t i = 0; i < r->plane.n; i++) {
        const Plane *p = &r->plane.at[i];
        const bool last = i + 1 == r->plane.n;
        Value count = last ? NULL : ll_load(g, g->i32, p->count, 4);
        Block here = last ? NULL : ll_block(f, "plane"), next = last ? NULL : ll_block(f, "next");
        if (!last) {
            ll_branch(f, LLVMBuildICmp(g->b, LLVMIntULT, k, count, ""), here, next);
            ll_at(f, here);
        }
        (r->plan ? try_member : play)(r, p, k);
        if (!last) {
            ll_at(f, next);
            k = LLVMBuildSub(g->b, k, count, "");
        }
    }
    ll_at(f, none);
    if (r->plan)
        ll_all_refused(f, r->plan, any);
}

/* --- runs --- */

static void run(Fun *f, const Ir *tree, Value rng, Block end, const Plan *plan);

static void branch(Fun *f, const Ir *s, Value rng, Block end)
{
    if (s->op == IR_OP_PREFER) {
        run(f, s->a[0], rng, end, NULL);
        run(f, s->a[1], rng, end, NULL);
        return;
    }
    Value test = ll_cond(f, s->a[0]);
    Block yes = ll_block(f, "if"), no = ll_block(f, "else"), fi = ll_block(f, "fi");
    ll_branch(f, test, yes, no);
    ll_at(f, yes);
    run(f, s->a[1], rng, end, NULL);
    LLVMBuildBr(f->g->b, fi);
    ll_at(f, no);
    if (s->n > 2)
        run(f, s->a[2], rng, end, NULL);
    ll_go(f, fi);
}

static void run(Fun *f, const Ir *tree, Value rng, Block end, const Plan *plan)
{
    Gen *g = f->g;
    const DrawRun list = shape_draw_run(g->arena, tree, plan != NULL);
    Run r = {.f = f, .start = LLVMGetInsertBlock(g->b), .rng = rng, .played = end, .plan = plan};
    ll_go(f, ll_block(f, "run"));
    for (size_t i = 0; i < list.n; i++)
        inner(&r, list.at[i]);
    if (list.branches)
        branch(f, list.branches, rng, end);
    draw(&r);
}

void ll_draw_in_a_row(Fun *f, const Ir *s, Value rng, Block played, const Plan *plan)
{
    run(f, s, rng, played, plan);
}

/* --- by planes with running counts, or by a list --- */

void ll_play_code(Fun *f, Value code, Block end)
{
    ll_unlist(f);
    ll_play_any(f, code);
    LLVMBuildBr(f->g->b, end);
}

Value ll_collect(Fun *f, SinkMode mode, Value out, uint32_t first, int player)
{
    Gen *g = f->g;
    int moves = ir_fn_find(g->game, "moves"), bound = player ? 1 : 0;
    Value who = ll_int(g, player);
    if (!f->inplace) {
        Value arg[4] = {f->state.base};
        unsigned n = 1;
        if (mode != SINK_COUNT) {
            arg[n++] = out;
            arg[n++] = ll_int(g, first);
        }
        arg[n] = who;
        return ll_call(f, ll_variant(g, moves, bound, mode), arg, n + (unsigned)bound);
    }
    Fun gen = ll_frame(f, g->game->fn.at[moves], &who, bound);
    gen.sink = (Sink){.mode = mode, .out = out, .n = ll_alloca(f, g->i32, "n")};
    ll_store(g, ll_int(g, first), gen.sink.n, 4);
    ll_stmt(&gen, gen.fn->body);
    return ll_load(g, g->i32, gen.sink.n, 4);
}

static void choose_by_planes(Fun *f, uint64_t most, Value rng, Block end)
{
    Gen *g = f->g;
    Type part[] = {g->i64, g->i32, g->i32};
    Type plane_type = LLVMStructTypeInContext(g->cx, part, 3, false);
    Value out = ll_alloca(f, LLVMArrayType2(plane_type, most + 2), "planes");
    LLVMSetAlignment(out, 16);
    ll_store(g, ll_int(g, 0), LLVMBuildStructGEP2(g->b, plane_type, out, 2, ""), 4);
    Value n = ll_collect(f, SINK_PLANES, out, 1, 0);
    Block some = ll_block(f, "some"), none = ll_block(f, "none");
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntEQ, n, ll_int(g, 1), ""), none, some);
    ll_at(f, some);
    Value last = LLVMBuildZExt(g->b, LLVMBuildSub(g->b, n, ll_int(g, 1), ""), g->i64, "");
    Value last_end = LLVMBuildStructGEP2(g->b, plane_type, ll_gep(g, plane_type, out, last), 2, "");
    Value k = ll_below(f, rng, ll_load(g, g->i32, last_end, 4));
    Value at = ll_alloca(f, g->i64, "at");
    ll_store(g, ll_word(g, 0), at, 8);
    Block head = ll_block(f, "next"), found = ll_block(f, "found");
    ll_go(f, head);
    Value i = LLVMBuildAdd(g->b, ll_load(g, g->i64, at, 8), ll_word(g, 1), "");
    ll_store(g, i, at, 8);
    Value p = ll_gep(g, plane_type, out, i);
    Value stop = ll_load(g, g->i32, LLVMBuildStructGEP2(g->b, plane_type, p, 2, ""), 4);
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntULE, stop, k, ""), head, found);
    ll_at(f, found);
    Value before = ll_gep(g, plane_type, p, ll_word(g, (uint64_t)-1));
    Value skipped = ll_load(g, g->i32, LLVMBuildStructGEP2(g->b, plane_type, before, 2, ""), 4);
    Value member = ll_nth(g, ll_load(g, g->i64, p, 8), LLVMBuildSub(g->b, k, skipped, ""), 1);
    Value first = ll_load(g, g->i32, LLVMBuildStructGEP2(g->b, plane_type, p, 1, ""), 4);
    ll_play_code(f, LLVMBuildAdd(g->b, first, member, ""), end);
    ll_at(f, none);
}

/* The k-th move of those that `moves` would list. */
static Value pick(Fun *f, Value k)
{
    Gen *g = f->g;
    int moves = ir_fn_find(g->game, "moves");
    Value slot = ll_alloca(f, g->i32, "k");
    ll_store(g, k, slot, 4);
    if (!f->inplace) {
        Value arg[] = {f->state.base, slot};
        return ll_call(f, ll_variant(g, moves, 0, SINK_PICK), arg, 2);
    }
    Fun gen = ll_frame(f, g->game->fn.at[moves], NULL, 0);
    gen.sink = (Sink){.mode = SINK_PICK, .k = slot, .code = ll_alloca(f, g->i32, "code"),
                      .found = ll_block(f, "picked")};
    ll_stmt(&gen, gen.fn->body);
    ll_go(f, gen.sink.found);
    return ll_load(g, g->i32, gen.sink.code, 4);
}

static void choose_by_list(Fun *f, const Choice *how, Value rng, Block end)
{
    Gen *g = f->g;
    bool fits = how->by == CHOICE_LIST;
    Value out = NULL;
    if (fits) {
        out = ll_alloca(f, LLVMArrayType2(g->i32, how->most), "list");
        LLVMSetAlignment(out, 16);
    }
    Value n = ll_collect(f, fits ? SINK_LIST : SINK_COUNT, out, 0, 0);
    Block some = ll_block(f, "some"), none = ll_block(f, "none");
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntEQ, n, ll_int(g, 0), ""), none, some);
    ll_at(f, some);
    Value k = ll_below(f, rng, n);
    Value code = fits ? ll_load(g, g->i32, ll_gep(g, g->i32, out, LLVMBuildZExt(g->b, k, g->i64, "")), 4)
                      : pick(f, k);
    ll_play_code(f, code, end);
    ll_at(f, none);
}

void ll_choose(Fun *f, Value rng, Block end)
{
    if (f->listing || ir_plan_tries(f->g->game))
        ll_plan_choose(f, rng, end);
    else
        ll_choose_tested(f, rng, end);
}

void ll_choose_tested(Fun *f, Value rng, Block end)
{
    Gen *g = f->g;
    const IrFn *moves = g->game->fn.at[ir_fn_find(g->game, "moves")];
    if (g->game->joint) {
        ll_joint_choose(f, rng, end);
        return;
    }
    const Choice how = shape_choice(g->game, false);
    if (how.by == CHOICE_ROW) {
        Fun gen = ll_frame(f, moves, NULL, 0);
        run(&gen, moves->body, rng, end, NULL);
    } else if (how.by == CHOICE_PLANES) {
        choose_by_planes(f, how.most, rng, end);
    } else {
        choose_by_list(f, &how, rng, end);
    }
}
