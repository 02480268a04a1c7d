/* future.c - which fields matter: liveness between positions.
 *
 * Statements are walked from the end to the beginning with the set of fields that matter
 * after them.  Locals are needed or not, wherever they are set; a walk is repeated until no
 * more are. */
#include "ir/offer/future_impl.h"

#include <string.h>

enum { SUPPOSITION = 8 }; /* statements of a header that is short */

/* What a local or, inside of `with`, a field is known to be. */
typedef struct Known {
    bool field;
    int64_t k;
    const Ir *value;
    const struct Known *outer;
} Known;

/* A walk through one function. */
typedef struct {
    Future *f;
    FutureFn *fn;
    const uint64_t *at_end; /* what matters where the function is left */
    const Known *known;
    const Ir **argument; /* of the one who asks, in its terms, by parameter; or NULL */
} Walk;

static bool walk(Walk *w, const Ir *s, Fields live);
static void read_expr(Walk *w, const Ir *e, Fields live);

/* ---- sets of fields ------------------------------------------------------ */

Fields future_none(const Future *f) { return ARENA_ARRAY(f->arena, uint64_t, f->words); }
static Fields copied(const Future *f, const uint64_t *set)
{
    return arena_copy(f->arena, set, f->words * sizeof *set);
}
static void assign(const Future *f, Fields to, const uint64_t *from) { memcpy(to, from, f->words * sizeof *to); }
static void add(Fields set, int64_t field) { set[field / 64] |= UINT64_C(1) << (field % 64); }
static void take(Fields set, int64_t field) { set[field / 64] &= ~(UINT64_C(1) << (field % 64)); }

static bool unite(const Future *f, Fields into, const uint64_t *from)
{
    uint64_t more = 0;
    for (size_t i = 0; i < f->words; i++) {
        more |= from[i] & ~into[i];
        into[i] |= from[i];
    }
    return more != 0;
}

/* ---- constants ----------------------------------------------------------- */

static bool compare(IrOp op, int64_t a, int64_t b)
{
    switch (op) {
    case IR_OP_EQ: return a == b;
    case IR_OP_NE: return a != b;
    case IR_OP_LT: return a < b;
    case IR_OP_LE: return a <= b;
    case IR_OP_GT: return a > b;
    default: return a >= b;
    }
}

bool future_known(const Ir *e, int64_t *value)
{
    int64_t a = 0, b = 0;
    if (e->op == IR_OP_INT) {
        *value = e->k;
        return true;
    }
    if (e->op == IR_OP_NOT && future_known(e->a[0], &a)) {
        *value = !a;
        return true;
    }
    if (e->op == IR_OP_SELECT && future_known(e->a[0], &a))
        return future_known(e->a[a ? 1 : 2], value);
    bool logic = e->op == IR_OP_AND || e->op == IR_OP_OR;
    if (!logic && !ir_is_comparison(e->op))
        return false;
    bool left = future_known(e->a[0], &a), right = future_known(e->a[1], &b);
    if (logic && ((left && !a == (e->op == IR_OP_AND)) || (right && !b == (e->op == IR_OP_AND)))) {
        *value = e->op == IR_OP_OR;
        return true;
    }
    *value = e->op == IR_OP_AND ? a && b : e->op == IR_OP_OR ? a || b : compare(e->op, a, b);
    return left && right;
}

/* ---- what functions read -------------------------------------------------- */

static Walk entered(Future *f, int64_t fn, const uint64_t *at_end)
{
    FutureFn *known = &f->fn[fn];
    known->used = true;
    if (!known->needed)
        known->needed = ARENA_ARRAY(f->arena, bool, f->game->fn.at[fn]->local.n + 1);
    return (Walk){f, known, at_end, NULL, NULL};
}

void future_collect(const Future *f, const Ir *s, bool *rules)
{
    if (!s)
        return;
    if (ir_does(s->op, IR_EMITS)) {
        const IrFn *fn = f->game->fn.at[s->k];
        bool seen = rules[s->k];
        rules[s->k] = true;
        if (fn->kind == IR_GEN && !seen)
            future_collect(f, fn->body, rules);
        return;
    }
    for (int i = 0; i < s->n; i++)
        future_collect(f, s->a[i], rules);
}

/* What matters before a rule's effect where `live` does after its `then`. */
static void before_rule(Future *f, int64_t rule, Fields live)
{
    const IrFn *fn = f->game->fn.at[rule];
    Fields after = copied(f, live);
    Walk w = entered(f, rule, after);
    size_t before;
    do {
        before = w.fn->nneeded;
        assign(f, live, after);
        if (fn->then)
            walk(&w, fn->then, live);
        walk(&w, fn->effect, live);
        for (int i = fn->header->n; i-- > 0;)
            if (fn->header->a[i]->op == IR_OP_LET)
                walk(&w, fn->header->a[i], live);
    } while (w.fn->nneeded > before);
}

void future_before_turn(Future *f, Fields live)
{
    for (size_t i = 0; i < f->game->fn.n; i++) {
        if (f->game->fn.at[i]->kind != IR_TURN)
            continue;
        Fields after = copied(f, live);
        Walk w = entered(f, (int64_t)i, after);
        size_t before;
        do {
            before = w.fn->nneeded;
            assign(f, live, after);
            walk(&w, f->game->fn.at[i]->body, live);
        } while (w.fn->nneeded > before);
    }
}

/* Adds what matters before any of the rules where `after` does behind it. */
bool future_before_rules(Future *f, const bool *rules, const uint64_t *after, Fields into)
{
    bool more = false;
    for (size_t i = 0; i < f->game->fn.n; i++) {
        if (!rules[i] || f->game->fn.at[i]->kind != IR_RULE)
            continue;
        Fields live = copied(f, after);
        before_rule(f, (int64_t)i, live);
        more = unite(f, into, live) || more;
    }
    return more;
}

/* What is asked of the successor, where the effect is nothing but writes: what they wrote is
 * known. */
static void read_post(Walk *w, const IrFn *fn, int from, Fields asked)
{
    const Known *outer = w->known;
    const Ir *s = from < fn->effect->n && !fn->then ? fn->effect->a[from] : NULL;
    if (!s) {
        read_expr(w, fn->post, asked);
        return;
    }
    Known known = {true, s->k, s->a[0], outer};
    if (s->op == IR_OP_PUT && s->n == 1)
        w->known = &known;
    else if (s->op != IR_OP_PUT)
        w->known = NULL;
    read_post(w, fn, s->op == IR_OP_PUT ? from + 1 : fn->effect->n, asked);
    w->known = outer;
}

/* The header of a rule and what its `post` asks of the successor. */
static void read_rule(Walk *w, int64_t rule, Fields live)
{
    Future *f = w->f;
    const IrFn *fn = f->game->fn.at[rule];
    size_t before;
    do {
        before = w->fn->nneeded;
        for (int i = fn->header->n; i-- > 0;)
            walk(w, fn->header->a[i], live);
        if (fn->post) {
            Fields asked = future_none(f);
            read_post(w, fn, 0, asked);
            before_rule(f, rule, asked);
            unite(f, live, asked);
        }
    } while (w->fn->nneeded > before);
}

/* What a function, a generator or the listing of a rule's moves reads. */
const uint64_t *future_fn_reads(Future *f, int64_t index)
{
    FutureFn *known = &f->fn[index];
    if (known->reads)
        return known->reads;
    const IrFn *fn = f->game->fn.at[index];
    Fields live = future_none(f), end = future_none(f);
    if (fn->kind == IR_RULE) {
        Walk w = entered(f, index, end);
        read_rule(&w, index, live);
    } else {
        Walk w = entered(f, index, end);
        size_t before;
        do {
            before = w.fn->nneeded;
            walk(&w, fn->body, live);
        } while (w.fn->nneeded > before);
    }
    known->reads = live;
    return live;
}

/* ---- expressions ----------------------------------------------------------- */

static void need(Walk *w, int64_t local)
{
    if (!w->fn->needed[local]) {
        w->fn->needed[local] = true;
        w->fn->nneeded++;
    }
}

static void read_all(Walk *w, const Ir *e, Fields live)
{
    for (int i = 0; i < e->n; i++)
        read_expr(w, e->a[i], live);
}

/* Arguments count where the parameter is needed. */
static void read_arguments(Walk *w, const Ir *call, Fields live)
{
    const FutureFn *callee = &w->f->fn[call->k];
    int nparam = w->f->game->fn.at[call->k]->nparam;
    for (int i = 0; i < call->n; i++)
        if (i >= nparam || !callee->needed || callee->needed[i] || w->f->game->fn.at[call->k]->kind == IR_RULE)
            read_expr(w, call->a[i], live);
}

static void read_within(Walk *w, const Known *known, const Ir *e, Fields live)
{
    w->known = known;
    read_expr(w, e, live);
    w->known = known->outer;
}

static void read_with(Walk *w, const Ir *e, Fields live)
{
    Fields inner = future_none(w->f);
    read_within(w, &(Known){true, e->k, e->a[0], w->known}, e->a[1], inner);
    if (fields_has(inner, e->k)) {
        take(inner, e->k);
        read_expr(w, e->a[0], live);
    }
    unite(w->f, live, inner);
}

/* Does it read no state, so that it is the same wherever it stands? */
static bool is_fixed(const Ir *e)
{
    bool fixed = e->op == IR_OP_INT || e->op == IR_OP_LOCAL || e->op == IR_OP_TAB || e->op == IR_OP_SUB;
    for (int i = 0; i < e->n && fixed; i++)
        fixed = is_fixed(e->a[i]);
    return fixed;
}

/* The expression with arguments in place of parameters; NULL: it is not made of them. */
static Ir *in_place(const Walk *w, const Ir *e)
{
    if (e->op == IR_OP_LOCAL)
        return w->argument[e->k] ? ir_copy(w->f->game, w->argument[e->k]) : NULL;
    Ir *copy = ir_copy(w->f->game, e);
    for (int i = 0; i < e->n; i++)
        if (!(copy->a[i] = in_place(w, e->a[i])))
            return NULL;
    return copy;
}

/* What the expression is known to be; NULL: nothing that can be compared. */
static const Ir *resolved(const Walk *w, const Ir *e)
{
    const Ir *at = e;
    for (const Known *k = w->known; k && at->op == IR_OP_LOCAL; k = k->outer)
        if (!k->field && k->k == at->k)
            at = k->value;
    if (!is_fixed(at))
        at = e;
    if (!is_fixed(at))
        return NULL;
    return w->argument ? in_place(w, at) : at;
}

/* c - x, with c odd, is never x: who plays against x. */
static bool differ(const Ir *a, const Ir *b)
{
    if (!a || !b)
        return false;
    if (a->op == IR_OP_INT && b->op == IR_OP_INT)
        return a->k != b->k;
    return a->op == IR_OP_SUB && a->a[0]->op == IR_OP_INT && a->a[0]->k % 2 != 0 && ir_equal(a->a[1], b);
}

/* Is it the innermost one for its field? */
static bool holds_here(const Walk *w, const Known *known)
{
    const Known *first = w->known;
    while (!first->field || first->k != known->k)
        first = first->outer;
    return first == known;
}

/* Two fields that a `with` around makes different. */
static bool are_apart(const Walk *w, int64_t apart[2])
{
    for (const Known *a = w->known; a; a = a->outer)
        for (const Known *b = w->known; b && a->field && holds_here(w, a); b = b->outer) {
            if (!b->field || a->k == b->k || !holds_here(w, b) || !differ(resolved(w, a->value), resolved(w, b->value)))
                continue;
            apart[0] = a->k;
            apart[1] = b->k;
            return true;
        }
    return false;
}

/* The same for a rule that supposes something: its `post` with what is known of the arguments. */
static void read_supposed(Walk *w, const Ir *e, Fields live)
{
    Future *f = w->f;
    Walk rule = entered(f, e->k, live);
    rule.argument = ARENA_ARRAY(f->arena, const Ir *, f->game->fn.at[e->k]->local.n + 1);
    for (int i = 0; i < e->n; i++)
        rule.argument[i] = resolved(w, e->a[i]);
    read_rule(&rule, e->k, live);
}

static void read_exists(Walk *w, const Ir *e, Fields live)
{
    int64_t apart[2];
    const IrFn *fn = w->f->game->fn.at[e->k];
    if (fn->kind == IR_RULE && fn->probe && fn->post && fn->header->n <= SUPPOSITION && !w->argument)
        read_supposed(w, e, live);
    else if (fn->kind == IR_GEN && are_apart(w, apart))
        unite(w->f, live, future_reads_apart(w->f, e->k, apart));
    else
        unite(w->f, live, future_fn_reads(w->f, e->k));
    read_arguments(w, e, live);
}

static void read_reach(Walk *w, const Ir *e, Fields live)
{
    Future *f = w->f;
    Fields asked = future_none(f);
    bool *rules = ARENA_ARRAY(f->arena, bool, f->game->fn.n + 1), more;
    read_all(w, e, asked);
    unite(f, asked, future_fn_reads(f, e->k));
    future_collect(f, f->game->fn.at[e->k]->body, rules);
    do {
        Fields after = copied(f, asked);
        future_before_turn(f, after);
        more = future_before_rules(f, rules, after, asked);
    } while (more);
    unite(f, live, asked);
}

static void read_expr(Walk *w, const Ir *e, Fields live)
{
    int64_t value = 0;
    if (future_known(e, &value))
        return;
    switch (e->op) {
    case IR_OP_LOCAL: need(w, e->k); return;
    case IR_OP_WITH: read_with(w, e, live); return;
    case IR_OP_LONGEST: read_reach(w, e, live); return;
    case IR_OP_EXISTS: read_exists(w, e, live); return;
    case IR_OP_LETX:
        read_expr(w, e->a[0], live);
        read_within(w, &(Known){false, e->k, e->a[0], w->known}, e->a[1], live);
        return;
    case IR_OP_CALL:
        unite(w->f, live, future_fn_reads(w->f, e->k));
        read_arguments(w, e, live);
        return;
    case IR_OP_SELECT:
        if (future_known(e->a[0], &value)) {
            read_expr(w, e->a[value ? 1 : 2], live);
            return;
        }
        break;
    default:
        if (ir_reads_field(e))
            add(live, e->k);
        break;
    }
    read_all(w, e, live);
}

static bool draws(const Ir *e)
{
    bool found = e->op == IR_OP_DRAW;
    for (int i = 0; i < e->n && !found; i++)
        found = draws(e->a[i]);
    return found;
}

/* ---- statements: true if something that matters happens there ---------------- */

static bool walk_if(Walk *w, const Ir *s, Fields live)
{
    int64_t value = 0;
    if (future_known(s->a[0], &value))
        return value ? walk(w, s->a[1], live) : s->n > 2 && walk(w, s->a[2], live);
    Fields other = copied(w->f, live);
    bool happens = walk(w, s->a[1], live);
    if (s->n > 2)
        happens = walk(w, s->a[2], other) || happens;
    happens = happens || draws(s->a[0]);
    unite(w->f, live, other);
    if (happens)
        read_expr(w, s->a[0], live);
    return happens;
}

/* A round may be the last one, or another comes after it. */
static bool walk_loop(Walk *w, const Ir *s, Fields live)
{
    int inner = s->n - 1;
    bool happens = false, more;
    for (int i = 0; i < inner; i++)
        happens = happens || draws(s->a[i]);
    do {
        Fields round = copied(w->f, live);
        happens = walk(w, s->a[inner], round) || happens;
        for (int i = 0; happens && i < inner; i++)
            read_expr(w, s->a[i], round);
        more = unite(w->f, live, round);
    } while (more);
    return happens;
}

static bool walk_put(Walk *w, const Ir *s, Fields live)
{
    if (!fields_has(live, s->k) && !draws(s))
        return false;
    if (s->n == 1)
        take(live, s->k);
    read_all(w, s, live);
    return true;
}

static bool walk_call(Walk *w, const Ir *s, Fields live)
{
    Fields after = copied(w->f, live);
    Walk inner = entered(w->f, s->k, after);
    size_t before;
    bool happens;
    do {
        before = inner.fn->nneeded;
        assign(w->f, live, after);
        happens = walk(&inner, w->f->game->fn.at[s->k]->body, live);
    } while (inner.fn->nneeded > before);
    happens = happens || draws(s);
    if (happens)
        read_arguments(w, s, live);
    return happens;
}

static void walk_kept(Walk *w, const Ir *s, Fields live)
{
    Future *f = w->f;
    Fields after = future_none(f);
    bool *rules = ARENA_ARRAY(f->arena, bool, f->game->fn.n + 1);
    read_expr(w, s->a[0], after);
    if (s->op == IR_OP_BEST)
        future_before_turn(f, after);
    future_collect(f, s->a[1], rules);
    future_before_rules(f, rules, after, live);
    walk(w, s->a[1], live);
}

static bool walk(Walk *w, const Ir *s, Fields live)
{
    bool happens = false;
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = s->n; i-- > 0;)
            happens = walk(w, s->a[i], live) || happens;
        return happens;
    case IR_OP_IF: return walk_if(w, s, live);
    case IR_OP_FOR:
    case IR_OP_RANGE:
    case IR_OP_WHILE: return walk_loop(w, s, live);
    case IR_OP_LET:
    case IR_OP_VAR:
    case IR_OP_SET:
        happens = w->fn->needed[s->k] || draws(s);
        break;
    case IR_OP_PUT: return walk_put(w, s, live);
    case IR_OP_DO: return walk_call(w, s, live);
    case IR_OP_KEEP:
    case IR_OP_BEST: walk_kept(w, s, live); return true;
    case IR_OP_PREFER:
        walk(w, s->a[0], live);
        walk(w, s->a[1], live);
        return true;
    case IR_OP_TRY:
    case IR_OP_EMIT:
    case IR_OP_EMITSET:
        unite(w->f, live, future_fn_reads(w->f, s->k));
        read_arguments(w, s, live);
        return true;
    case IR_OP_RET:
        assign(w->f, live, w->at_end);
        happens = true;
        break;
    default: /* PARAM, WHEN */
        happens = true;
        break;
    }
    if (happens)
        read_all(w, s, live);
    return happens;
}

void future_read(Future *f, int64_t fn, const Ir *s, Fields live)
{
    Walk w = entered(f, fn, live);
    if (ir_op_info(s->op)->statement)
        walk(&w, s, live);
    else
        read_expr(&w, s, live);
}

/* ---- the fixpoint -------------------------------------------------------------- */

bool future_is_asked(const IrFn *fn)
{
    static const char *const view[] = {"over", "mover", "rank", "goal"};
    bool found = fn->kind == IR_GEN && !strcmp(fn->name, "moves");
    for (size_t i = 0; fn->kind == IR_VIEW && i < sizeof view / sizeof *view; i++)
        found = found || !strcmp(fn->name, view[i]);
    return found;
}

/* What matters before a step where `after` does behind the turn.  Joint games: each player
 * in turn plays one of the rules, or one that does not write what it does. */
static bool before_step(Future *f, const bool *rules, const uint64_t *after, Fields into)
{
    if (!f->game->joint)
        return future_before_rules(f, rules, after, into);
    Fields live = copied(f, after);
    while (future_before_rules(f, rules, live, live))
        ;
    return unite(f, into, live);
}

static Fields find_live(Future *f)
{
    Fields live = future_none(f);
    bool *rules = ARENA_ARRAY(f->arena, bool, f->game->fn.n + 1), more;
    for (size_t i = 0; i < f->game->fn.n; i++) {
        if (!future_is_asked(f->game->fn.at[i]))
            continue;
        unite(f, live, future_fn_reads(f, (int64_t)i));
        if (f->game->fn.at[i]->kind == IR_GEN)
            future_collect(f, f->game->fn.at[i]->body, rules);
    }
    do {
        Fields after = copied(f, live);
        future_before_turn(f, after);
        more = before_step(f, rules, after, live);
    } while (more);
    return live;
}

IrFuture *ir_future(IrGame *game, Arena *arena)
{
    Future f = {.game = game, .arena = arena_beside(game->arena), .words = game->field.n / 64 + 1};
    IrFuture *future = ARENA_ARRAY(arena, IrFuture, game->field.n + 1);
    f.fn = ARENA_ARRAY(f.arena, FutureFn, game->fn.n + 1);
    Fields live = find_live(&f);
    for (size_t i = 0; i < game->field.n; i++)
        future[i] = (IrFuture){.matters = fields_has(live, (int64_t)i), .number = -1};
    future_uses(&f, future);
    future_bags(&f, future);
    future_guards(&f, live, future);
    arena_free(f.arena);
    return future;
}
