/* future_guard.c - what matters in some positions only.
 *
 *     gen moves { if @mover == @prev { try promote } else { .. } }
 *     rule promote() { let %site = @last_to  .. }
 *
 * Where the mover is not who moved last, nothing asks for the last move before it is another
 * one.  For a condition c of a generator, what a position asks for if c does not hold there,
 * and if it holds, is found by one more round, with what matters afterwards being known.  What
 * the conditions that are used read matters without any, so that all of them hold or not in
 * all positions that agree in the rest. */
#include "ir/offer/future_impl.h"

#include <string.h>

enum { MOST_GUARDS = 8 };

typedef struct {
    Future *f;
    const Ir *guard, *same; /* assumed, in two ways of writing it .. */
    bool holds;             /* .. to be this */
    bool *rules;     /* what can be played then */
    bool *seen;      /* generators */
    Fields live;
} Round;

static void ask(Round *r, int64_t fn, const Ir *s);

static void ask_generator(Round *r, int64_t gen)
{
    if (r->seen[gen])
        return;
    r->seen[gen] = true;
    ask(r, gen, r->f->game->fn.at[gen]->body);
}

/* As if the statement were all there is of the generator; nothing is written on the way. */
static void ask(Round *r, int64_t fn, const Ir *s)
{
    switch (s->op) {
    case IR_OP_BLOCK:
    case IR_OP_PREFER:
        for (int i = 0; i < s->n; i++)
            ask(r, fn, s->a[i]);
        return;
    case IR_OP_IF:
        if (ir_equal(s->a[0], r->guard) || (r->same && ir_equal(s->a[0], r->same))) {
            if (r->holds || s->n > 2)
                ask(r, fn, s->a[r->holds ? 1 : 2]);
            return;
        }
        future_read(r->f, fn, s->a[0], r->live);
        for (int i = 1; i < s->n; i++)
            ask(r, fn, s->a[i]);
        return;
    case IR_OP_TRY:
        if (r->f->game->fn.at[s->k]->kind == IR_GEN) {
            for (int i = 0; i < s->n; i++)
                future_read(r->f, fn, s->a[i], r->live);
            ask_generator(r, s->k);
            return;
        }
        break;
    default: break;
    }
    future_read(r->f, fn, s, r->live);
    future_collect(r->f, s, r->rules);
}

const uint64_t *future_reads_apart(Future *f, int64_t gen, const int64_t apart[2])
{
    FutureFn *fn = &f->fn[gen];
    future_fn_reads(f, gen); /* so that all locals that are needed are known */
    if (fn->apart_reads && fn->apart[0] == apart[0] && fn->apart[1] == apart[1])
        return fn->apart_reads;
    Ir *a = ir_get(f->game, (int)apart[0], NULL), *b = ir_get(f->game, (int)apart[1], NULL);
    Round r = {f, ir_op2(f->game, IR_OP_EQ, a, b), ir_op2(f->game, IR_OP_EQ, b, a), false, NULL, NULL, future_none(f)};
    r.rules = ARENA_ARRAY(f->arena, bool, f->game->fn.n + 1);
    r.seen = ARENA_ARRAY(f->arena, bool, f->game->fn.n + 1);
    ask_generator(&r, gen);
    fn->apart[0] = apart[0];
    fn->apart[1] = apart[1];
    fn->apart_reads = r.live;
    return r.live;
}

/* NULL: then there are no moves at all, and it is not worth a condition. */
static Fields asked_if(Future *f, const Ir *guard, bool holds, const uint64_t *after)
{
    bool moves = false;
    Round r = {f, guard, NULL, holds, NULL, NULL, future_none(f)};
    r.rules = ARENA_ARRAY(f->arena, bool, f->game->fn.n + 1);
    r.seen = ARENA_ARRAY(f->arena, bool, f->game->fn.n + 1);
    for (size_t i = 0; i < f->game->fn.n; i++) {
        const IrFn *fn = f->game->fn.at[i];
        if (!future_is_asked(fn))
            continue;
        if (fn->kind == IR_GEN)
            ask_generator(&r, (int64_t)i);
        else
            future_read(f, (int64_t)i, fn->body, r.live);
    }
    for (size_t i = 0; i < f->game->fn.n; i++)
        moves = moves || r.rules[i];
    future_before_rules(f, r.rules, after, r.live);
    return moves ? r.live : NULL;
}

/* ---- which conditions ------------------------------------------------------- */

typedef struct {
    const Ir *at[MOST_GUARDS];
    int n;
} Guards;

/* A question about single fields. */
static bool is_plain(const Ir *e)
{
    static const IrOp op[] = {IR_OP_GET, IR_OP_INT, IR_OP_NOT, IR_OP_AND, IR_OP_OR,  IR_OP_ADD,
                              IR_OP_SUB, IR_OP_ABS, IR_OP_MOD, IR_OP_MIN, IR_OP_MAX, IR_OP_SELECT,
                              IR_OP_ANY, IR_OP_HAS, IR_OP_TAB};
    bool plain = ir_is_comparison(e->op);
    for (size_t i = 0; i < sizeof op / sizeof *op; i++)
        plain = plain || e->op == op[i];
    for (int i = 0; i < e->n && plain; i++)
        plain = is_plain(e->a[i]);
    return plain && !(e->op == IR_OP_GET && e->n);
}

static void find_guards(const Future *f, const Ir *s, bool *seen, Guards *g)
{
    int64_t known;
    if (s->op == IR_OP_IF && is_plain(s->a[0]) && !future_known(s->a[0], &known) && g->n < MOST_GUARDS) {
        bool is_new = true;
        for (int i = 0; i < g->n; i++)
            is_new = is_new && !ir_equal(g->at[i], s->a[0]);
        if (is_new)
            g->at[g->n++] = s->a[0];
    }
    if (s->op == IR_OP_TRY && f->game->fn.at[s->k]->kind == IR_GEN && !seen[s->k]) {
        seen[s->k] = true;
        find_guards(f, f->game->fn.at[s->k]->body, seen, g);
    }
    bool within = s->op == IR_OP_BLOCK || s->op == IR_OP_PREFER || s->op == IR_OP_IF;
    for (int i = s->op == IR_OP_IF ? 1 : 0; within && i < s->n; i++)
        find_guards(f, s->a[i], seen, g);
}

/* ---- using them ---------------------------------------------------------------- */

/* Small enough to be worth a condition. */
static bool is_small(const Future *f, const IrField *field)
{
    return !field->array && (field->elem.kind == IR_INT || ir_words(f->game, field->elem.space) == 1);
}

static Ir *negated(Future *f, const Ir *guard)
{
    return ir_op1(f->game, IR_OP_NOT, ir_copy(f->game, guard));
}

static void use(Future *f, const Ir *guard, const uint64_t *after, Fields taken, IrFuture *future)
{
    bool *in_guard = ARENA_ARRAY(f->arena, bool, f->game->field.n + 1), used = false;
    ir_note_reads(f->game, guard, in_guard);
    for (size_t i = 0; i < f->game->field.n; i++)
        if (in_guard[i] && future[i].unless)
            return;
    for (int holds = 0; holds < 2; holds++) {
        Fields asked = asked_if(f, guard, holds, after);
        for (size_t i = 0; asked && i < f->game->field.n; i++) {
            if (!future[i].matters || future[i].unless || fields_has(asked, (int64_t)i) || in_guard[i] ||
                fields_has(taken, (int64_t)i) || !is_small(f, &f->game->field.at[i]))
                continue;
            future[i].unless = holds ? guard : negated(f, guard);
            used = true;
        }
    }
    for (size_t i = 0; used && i < f->game->field.n; i++)
        if (in_guard[i])
            taken[i / 64] |= UINT64_C(1) << (i % 64);
}

void future_guards(Future *f, const uint64_t *live, IrFuture *future)
{
    Guards g = {.n = 0};
    bool *seen = ARENA_ARRAY(f->arena, bool, f->game->fn.n + 1);
    Fields after = future_none(f), taken = future_none(f);
    if (f->game->joint)
        return;
    int moves = ir_fn_find(f->game, "moves");
    if (moves < 0 || f->game->fn.at[moves]->kind != IR_GEN)
        return;
    find_guards(f, f->game->fn.at[moves]->body, seen, &g);
    memcpy(after, live, f->words * sizeof *after);
    future_before_turn(f, after);
    for (int i = 0; i < g.n; i++)
        use(f, g.at[i], after, taken, future);
}
