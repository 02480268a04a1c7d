/* choose_run.c - one move out of sets in a row.
 *
 * Sets and single moves in one straight run of statements are counted together; one number below the sum is drawn, and that member is
 * played: the move that the same number would pick from the list of all.  A condition or `prefer` at the end of a run branches into
 * runs of its own, so that each knows which condition holds.
 *
 *     let %set = @empty                       let %count = count(%set)
 *     if %count != 0 {
 *       let %k = draw(%count)                 let %at = pick(%set, %k)
 *       play add(%at)   turn()   ret 1
 *     }
 *
 * By trials the drawn move leaves its set where it is refused, and another one is drawn as long as one is left. */
#include "ir/play/choose.h"

#include "ir/analysis/shape.h"
#include "ir/fold/alike.h"
#include "ir/fold/fold.h"

/* One EMIT or EMITSET, or a loop around one EMIT. */
typedef struct {
    IrFn *rule;
    Ir **arg;       /* of all parameters but the member: constants and locals */
    int narg;
    const Ir *emit; /* of a set; or NULL */
    const Ir *loop; /* whose k-th member says what the k-th move is; or NULL */
    int set, count; /* locals; -1: a single move; one move that is always there */
    bool kept;      /* its sites are kept from ply to ply; */
    Ir *sites;      /* in a list, where they need not be found; or NULL */
} Plane;

typedef struct {
    Chooser *c;
    VEC(Plane) plane;
    Ir *above;           /* variables of planes that stand under a condition */
    const Ir *statement; /* what is drawn from */
    bool trials;
} Run;

static Ir *number(const Run *r, int64_t k) { return ir_const(r->c->w.game, k); }
static Ir *get(const Run *r, int local) { return low_get(&r->c->w, local); }
static Ir *two(const Run *r, IrOp op, Ir *a, Ir *b) { return ir_op2(r->c->w.game, op, a, b); }

/* A local with the value.  conditional: it is 0, or empty, where this place is not reached; changes: it is set again. */
static int keep_value(Run *r, const char *name, Ir *value, bool conditional, bool changes)
{
    LowWriter *w = &r->c->w;
    IrType type = value->type;
    if (!conditional)
        return changes ? low_var(w, name, type, value) : low_let(w, name, value);
    Ir *none = type.kind == IR_MASK ? ir_k0(w->game, IR_OP_NONE, type.space) : number(r, 0);
    type.lo = type.lo < 0 ? type.lo : 0;
    type.hi = type.hi > 0 ? type.hi : 0;
    const int local = ir_local_add(w->game, w->fn, name, type);
    ir_append(w->game, &r->above, ir_k1(w->game, IR_OP_VAR, local, none));
    low_set(w, local, value);
    return local;
}

/* ---- planes --------------------------------------------------------------------------- */

static void count_set(Run *r, Plane *p, Ir *set, bool conditional)
{
    if (p->kept && !r->c->counted && !conditional) {
        p->sites = set;
        p->count = keep_value(r, "count", ir_op1(r->c->w.game, IR_OP_KEPT_COUNT, ir_copy(r->c->w.game, set)), false, false);
        return;
    }
    p->set = keep_value(r, "set", set, conditional, r->trials);
    Ir *count = ir_op1(r->c->w.game, p->kept ? IR_OP_KEPT_COUNT : IR_OP_COUNT, get(r, p->set));
    p->count = keep_value(r, "count", count, conditional, r->trials);
}

static void loop_plane(Run *r, const Ir *loop, bool conditional)
{
    IrGame *game = r->c->w.game;
    Plane p = {.rule = game->fn.at[shape_loop_emit(game, loop)->k], .loop = loop};
    count_set(r, &p, choose_copy(r->c, loop->a[0]), conditional);
    vec_push(game->arena, &r->plane, p);
}

/* A value of this moment. */
static Ir *argument(Run *r, const Ir *e, bool conditional)
{
    Ir *value = choose_copy(r->c, e);
    return value->op == IR_OP_INT ? value : get(r, keep_value(r, "with", value, conditional, false));
}

/* Those of `set` after which what its rule asks holds. */
static Ir *passing(const Run *r, const Plane *p, Ir *set)
{
    IrGame *game = r->c->w.game;
    Ir **a = ARENA_ARRAY(game->arena, Ir *, p->narg + 1);
    for (int i = 0; i < p->narg; i++)
        a[i] = ir_copy(game, p->arg[i]);
    a[p->narg] = set;
    return ir_call(game, IR_OP_PASSING, ir_fn_index(game, p->rule), p->narg + 1, a);
}

static void plane(Run *r, const Ir *s, bool conditional)
{
    IrGame *game = r->c->w.game;
    const bool set = s->op == IR_OP_EMITSET;
    Plane p = {.rule = game->fn.at[s->k], .set = -1, .count = -1, .narg = set ? s->n - 1 : s->n};
    p.arg = ARENA_ARRAY(game->arena, Ir *, p.narg + 1);
    for (int i = 0; i < p.narg; i++)
        p.arg[i] = argument(r, s->a[i], conditional);
    if (set) {
        Ir *all = choose_copy(r->c, s->a[s->n - 1]);
        p.emit = s;
        p.kept = s->k == r->c->kept && !r->trials;
        count_set(r, &p, p.rule->post && !r->trials ? passing(r, &p, all) : all, conditional);
    } else if (conditional || r->trials) {
        p.count = keep_value(r, "count", number(r, 1), conditional, true);
        r->c->w.fn->local.at[p.count].type = ir_bit();
    }
    vec_push(game->arena, &r->plane, p);
}

static Ir *count_of(const Run *r, const Plane *p) { return p->count < 0 ? number(r, 1) : get(r, p->count); }

/* The number of moves of n planes. */
static Ir *sum(const Run *r, size_t from, size_t n)
{
    Ir *all = n ? count_of(r, &r->plane.at[from]) : number(r, 0);
    for (size_t i = 1; i < n; i++)
        all = two(r, IR_OP_ADD, all, count_of(r, &r->plane.at[from + i]));
    return all;
}

/* Statements in the middle of a run: planes under conditions. */
static void inner(Run *r, const Ir *s, bool conditional)
{
    LowWriter *w = &r->c->w;
    Ir *outer, *yes, *test;
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            inner(r, s->a[i], conditional);
        break;
    case IR_OP_IF:
        test = choose_copy(r->c, s->a[0]);
        outer = low_open(w);
        inner(r, s->a[1], true);
        yes = low_close(w, outer);
        outer = low_open(w);
        if (s->n > 2)
            inner(r, s->a[2], true);
        low_if_else(w, outer, test, yes);
        break;
    case IR_OP_PREFER: {
        const size_t from = r->plane.n;
        inner(r, s->a[0], conditional);
        test = two(r, IR_OP_EQ, sum(r, from, r->plane.n - from), number(r, 0));
        outer = low_open(w);
        inner(r, s->a[1], true);
        low_if(w, outer, test);
        break;
    }
    case IR_OP_KEEP: inner(r, s->a[1], conditional); break; /* by trials only */
    case IR_OP_EMIT:
    case IR_OP_EMITSET: plane(r, s, conditional); break;
    case IR_OP_FOR: loop_plane(r, s, conditional); break;
    default: choose_statement(r->c, s); break;
    }
}

/* ---- moves ---------------------------------------------------------------------------- */

static void turn_and_return(LowWriter *w)
{
    low_turn(w);
    low_ret(w, ir_const(w->game, 1));
}

static void play_it(Run *r, const IrFn *rule, int n, Ir **arg)
{
    LowWriter *w = &r->c->w;
    low_add(w, ir_call(w->game, IR_OP_PLAY, ir_fn_index(w->game, rule), n, arg));
    turn_and_return(w);
}

/* What the plane's members are in; NULL: it is a single move. */
static Ir *set_of(const Run *r, const Plane *p) { return p->sites ? ir_copy(r->c->w.game, p->sites) : p->set < 0 ? NULL : get(r, p->set); }

/* The arguments of member number k of the plane, which is in `set`; *at: the local that is the member. */
static Ir **member(Run *r, const Plane *p, Ir *set, int k, int *at)
{
    LowWriter *w = &r->c->w;
    Ir **arg = ARENA_ARRAY(w->game->arena, Ir *, p->rule->nparam + 1);
    for (int i = 0; i < p->narg; i++)
        arg[i] = ir_copy(w->game, p->arg[i]);
    if (set) {
        *at = low_let(w, "at", two(r, p->kept ? IR_OP_KEPT_PICK : IR_OP_PICK, set, get(r, k)));
        arg[p->narg] = get(r, *at);
    }
    return arg;
}

static void play_of_loop(Run *r, const Plane *p, int k)
{
    LowWriter *w = &r->c->w;
    Ir *at = two(r, IR_OP_PICK, get(r, p->set), get(r, k));
    low_add(w, ir_k1(w->game, IR_OP_LET, choose_local(r->c, p->loop->k), at));
    const Ir *s = p->loop->a[1];
    for (; s->op == IR_OP_BLOCK; s = s->a[s->n - 1])
        for (int i = 0; i + 1 < s->n; i++)
            choose_statement(r->c, s->a[i]);
    Ir *emit = choose_copy(r->c, s);
    play_it(r, p->rule, emit->n, emit->a);
}

/* ---- planes that are alike --------------------------------------------------------------- */

/* Can the set have one member only?  It is rarely drawn from, which processors learn. */
static bool single(const Ir *set)
{
    return set->op == IR_OP_BITOF || (set->op == IR_OP_MAND && (single(set->a[0]) || single(set->a[1])));
}

/* A set of a word, of a rule with constants for its other parameters? */
static bool joins(const Run *r, const Plane *p)
{
    const Ir *set = p->emit ? p->emit->a[p->narg] : NULL;
    if (!set || p->kept || ir_words(r->c->w.game, set->type.space) != 1 || single(set))
        return false;
    for (int i = 0; i < p->narg; i++)
        if (p->arg[i]->op != IR_OP_INT)
            return false;
    return true;
}

/* Are n planes of one rule? */
static bool of_one_rule(const Plane *p, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (p[i].rule != p->rule)
            return false;
    return true;
}

static void rules_of(const Plane *p, size_t n, AlikeRule *to)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (AlikeRule){p[i].rule, p[i].arg};
}

/* How many planes from number i on are drawn from without a branch for each. */
static size_t group_of(const Run *r, size_t i)
{
    const Plane *p = &r->plane.at[i];
    AlikeRule rule[ALIKE_MOST];
    size_t n = 1;
    for (; n < ALIKE_MOST && i + n < r->plane.n && joins(r, p) && joins(r, &p[n]); n++) {
        rules_of(p, n + 1, rule);
        if (!of_one_rule(p, n + 1) && (r->c->kept >= 0 || !alike_rules(r->c->w.game, rule, n + 1)))
            break;
    }
    return n;
}

/* The move number k of n planes that are alike: which of them k falls into is random, so no processor could guess a branch.
 * `past[i]`: it is not one of the first i. */
static void play_alike(Run *r, size_t from, size_t n, int k)
{
    LowWriter *w = &r->c->w;
    const Plane *p = &r->plane.at[from];
    const int space = p->emit->a[p->narg]->type.space;
    int past[ALIKE_MOST];
    Ir *set = get(r, p->set), *less = NULL;
    for (size_t i = 1; i < n; i++)
        past[i] = low_let(w, "past", two(r, IR_OP_GE, get(r, k), sum(r, from, i)));
    for (size_t i = 1; i < n; i++) {
        Ir *other = two(r, IR_OP_MXOR, get(r, p[i - 1].set), get(r, p[i].set));
        Ir *fewer = ir_op3(w->game, IR_OP_SELECT, get(r, past[i]), count_of(r, &p[i - 1]), number(r, 0));
        set = two(r, IR_OP_MXOR, set, ir_op3(w->game, IR_OP_SELECT, get(r, past[i]), other, ir_k0(w->game, IR_OP_NONE, space)));
        less = less ? two(r, IR_OP_ADD, less, fewer) : fewer;
    }
    const int one = low_let(w, "set", set);
    low_set(w, k, two(r, IR_OP_SUB, get(r, k), less));
    int at;
    Ir **arg = member(r, p, get(r, one), k, &at);
    if (!of_one_rule(p, n)) {
        AlikeRule rule[ALIKE_MOST];
        rules_of(p, n, rule);
        alike_write(&(AlikePlace){w->game, w->fn, &w->block}, rule, n, past, at);
        turn_and_return(w);
        return;
    }
    for (int a = 0; a < p->narg; a++)
        for (size_t i = 1; i < n; i++) {
            const int64_t step = p[i].arg[a]->k - p[i - 1].arg[a]->k;
            Ir *further = fold_node(w->game, two(r, IR_OP_MUL, get(r, past[i]), number(r, step)));
            arg[a] = fold_node(w->game, two(r, IR_OP_ADD, arg[a], further));
        }
    play_it(r, p->rule, p->rule->nparam, arg);
}

/* ---- one number, one move ------------------------------------------------------------------ */

/* Planes i to i + n - 1, when k is below their count. */
static void draw_planes(Run *r, size_t i, size_t n, int k)
{
    LowWriter *w = &r->c->w;
    const Plane *p = &r->plane.at[i];
    const bool last = i + n == r->plane.n;
    Ir *outer = last ? NULL : low_open(w);
    int at;
    if (p->loop)
        play_of_loop(r, p, k);
    else if (n > 1)
        play_alike(r, i, n, k);
    else
        play_it(r, p->rule, p->rule->nparam, member(r, p, set_of(r, p), k, &at));
    if (last)
        return;
    low_if(w, outer, two(r, IR_OP_LT, get(r, k), sum(r, i, n)));
    if (i + n + 1 < r->plane.n || set_of(r, &r->plane.at[i + n]))
        low_set(w, k, two(r, IR_OP_SUB, get(r, k), sum(r, i, n)));
}

/* A number below `all`; it changes while its plane is looked for. */
static int draw_number(Run *r, Ir *all)
{
    LowWriter *w = &r->c->w;
    Ir *drawn = ir_op1(w->game, IR_OP_DRAW, all);
    return r->plane.n > 1 ? low_var(w, "k", drawn->type, drawn) : low_let(w, "k", drawn);
}

/* Draws among the planes of the run and plays; goes on behind if there is no move in them. */
static void draw(Run *r)
{
    LowWriter *w = &r->c->w;
    if (r->plane.n == 0)
        return;
    const bool always = r->plane.n == 1 && r->plane.at[0].count < 0;
    Ir *all = sum(r, 0, r->plane.n);
    if (r->plane.n > 1)
        all = get(r, low_let(w, "total", all));
    Ir *outer = always ? NULL : low_open(w);
    const int k = draw_number(r, ir_copy(w->game, all));
    for (size_t i = 0, n; i < r->plane.n; i += n) {
        n = group_of(r, i);
        draw_planes(r, i, n, k);
    }
    if (!always)
        low_if(w, outer, two(r, IR_OP_NE, all, number(r, 0)));
}

/* ---- trials ---------------------------------------------------------------------------------- */

/* Tries the member number k of the plane; takes it out where it is refused. */
static void try_plane(Run *r, const Plane *p, int k)
{
    LowWriter *w = &r->c->w;
    int at = -1;
    const int trial = choose_trial(r->c, r->statement, ir_fn_index(w->game, p->rule));
    Ir **arg = member(r, p, set_of(r, p), k, &at);
    if (trial < 0) {
        play_it(r, p->rule, p->rule->nparam, arg);
        return;
    }
    Ir *outer = low_open(w);
    turn_and_return(w);
    low_if(w, outer, ir_call(w->game, IR_OP_CALL, trial, p->rule->nparam, arg));
    if (at >= 0)
        low_set(w, p->set, low_diff(w, get(r, p->set), low_bit(w, w->fn->local.at[p->set].type.space, at)));
    low_set(w, p->count, two(r, IR_OP_SUB, get(r, p->count), number(r, 1)));
}

/* Among the planes from number i on. */
static void try_planes(Run *r, size_t i, int k)
{
    LowWriter *w = &r->c->w;
    const Plane *p = &r->plane.at[i];
    if (i + 1 == r->plane.n) {
        try_plane(r, p, k);
        return;
    }
    Ir *outer = low_open(w);
    try_plane(r, p, k);
    Ir *here = low_close(w, outer);
    outer = low_open(w);
    low_set(w, k, two(r, IR_OP_SUB, get(r, k), get(r, p->count)));
    try_planes(r, i + 1, k);
    low_if_else(w, outer, two(r, IR_OP_LT, get(r, k), get(r, p->count)), here);
}

/* Draws and tries until a move stands or none is left. */
static void draw_trials(Run *r)
{
    enum { MOST_ROUNDS = 1 << 20 };
    LowWriter *w = &r->c->w;
    if (r->plane.n == 0)
        return;
    Ir *all = sum(r, 0, r->plane.n);
    const uint64_t most = ir_max_emitted(w->game, r->statement);
    const int left = low_var(w, "left", all->type, all);
    const int any = r->c->fall ? -1 : low_let(w, "any", two(r, IR_OP_NE, get(r, left), number(r, 0)));
    Ir *outer = low_open(w);
    const int k = draw_number(r, get(r, left));
    low_set(w, left, two(r, IR_OP_SUB, get(r, left), number(r, 1)));
    try_planes(r, 0, k);
    low_while(w, outer, two(r, IR_OP_NE, get(r, left), number(r, 0)), most < MOST_ROUNDS ? (int64_t)most : MOST_ROUNDS);
    choose_tested_if(r->c, any);
}

/* ---- runs -------------------------------------------------------------------------------------- */

static void branch(Chooser *c, const Ir *s)
{
    LowWriter *w = &c->w;
    if (s->op == IR_OP_PREFER) {
        choose_run(c, s->a[0], false);
        choose_run(c, s->a[1], false);
        return;
    }
    Ir *test = choose_copy(c, s->a[0]), *outer = low_open(w);
    choose_run(c, s->a[1], false);
    Ir *yes = low_close(w, outer);
    outer = low_open(w);
    if (s->n > 2)
        choose_run(c, s->a[2], false);
    low_if_else(w, outer, test, yes);
}

void choose_run(Chooser *c, const Ir *statement, bool trials)
{
    LowWriter *w = &c->w;
    const DrawRun list = shape_draw_run(w->game->arena, statement, trials);
    Run r = {.c = c, .above = ir_block(w->game), .statement = statement, .trials = trials};
    Ir *outer = low_open(w);
    for (size_t i = 0; i < list.n; i++)
        inner(&r, list.at[i], false);
    if (list.branches)
        branch(c, list.branches);
    (trials ? draw_trials : draw)(&r);
    Ir *run = low_close(w, outer);
    for (int i = 0; i < r.above->n; i++)
        low_add(w, r.above->a[i]);
    for (int i = 0; i < run->n; i++)
        low_add(w, run->a[i]);
}
