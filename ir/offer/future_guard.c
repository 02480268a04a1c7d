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

enum { MOST_GUARDS = 8, MOST_IN_USE = 4, MOST_FUNCTIONS = 400 };

/* A condition that is taken to hold or not. */
typedef struct {
    const Ir *guard;
    bool holds;
} Assumption;

typedef struct {
    Future *f;
    const Assumption *assumed;
    int n;
    bool *rules; /* what can be played then */
    bool *seen;  /* generators */
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

static const Assumption *assumption(const Round *r, const Ir *condition)
{
    for (int i = 0; i < r->n; i++)
        if (ir_equal(condition, r->assumed[i].guard))
            return &r->assumed[i];
    return NULL;
}

/* As if the statement were all there is of the generator; nothing is written on the way. */
static void ask(Round *r, int64_t fn, const Ir *s)
{
    const Assumption *known = s->op == IR_OP_IF ? assumption(r, s->a[0]) : NULL;
    switch (s->op) {
    case IR_OP_BLOCK:
    case IR_OP_PREFER:
        for (int i = 0; i < s->n; i++)
            ask(r, fn, s->a[i]);
        return;
    case IR_OP_IF:
        if (known) {
            if (known->holds || s->n > 2)
                ask(r, fn, s->a[known->holds ? 1 : 2]);
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
    /* two ways to write it */
    const Assumption assumed[] = {{ir_op2(f->game, IR_OP_EQ, a, b), false}, {ir_op2(f->game, IR_OP_EQ, b, a), false}};
    Round r = {f, assumed, 2, NULL, NULL, future_none(f)};
    r.rules = ARENA_ARRAY(f->arena, bool, f->game->fn.n + 1);
    r.seen = ARENA_ARRAY(f->arena, bool, f->game->fn.n + 1);
    ask_generator(&r, gen);
    fn->apart[0] = apart[0];
    fn->apart[1] = apart[1];
    fn->apart_reads = r.live;
    return r.live;
}

/* NULL: then there are no moves at all, and it is not worth a condition. */
static Fields asked_if(Future *f, const Assumption *assumed, int n, const uint64_t *after)
{
    bool moves = false;
    Round r = {f, assumed, n, NULL, NULL, future_none(f)};
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

/* A question about fields, the same wherever it is asked. */
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
    return plain;
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

/* Where the assumptions hold, the field does not matter. */
static Ir *holding(Future *f, const Assumption *assumed, int n)
{
    Ir *all = NULL;
    for (int i = 0; i < n; i++) {
        Ir *one = ir_copy(f->game, assumed[i].guard);
        if (!assumed[i].holds)
            one = ir_op1(f->game, IR_OP_NOT, one);
        all = all ? ir_op2(f->game, IR_OP_AND, all, one) : one;
    }
    return all;
}

/* While conditions are tried. */
typedef struct {
    Future *f;
    IrFuture *future;
    Guards guards;
    const uint64_t *after;
    Fields taken;     /* what conditions in use read */
    unsigned *alone;  /* by field: conditions that do without another: bit i for guard i not
                       * holding, i + MOST_GUARDS for holding */
    unsigned *number; /* by field: of what it has */
} Trial;

static bool can_have(const Trial *t, size_t field, unsigned bits)
{
    return t->future[field].matters && !fields_has(t->taken, (int64_t)field) && !(t->alone[field] & bits) &&
           t->number[field] < MOST_IN_USE && is_small(t->f, &t->f->game->field.at[field]);
}

/* Where the assumptions hold, what nothing asks for does not matter; beside where it did not already. */
static void use(Trial *t, const Assumption *assumed, int n, unsigned bits)
{
    IrGame *game = t->f->game;
    bool *read = ARENA_ARRAY(t->f->arena, bool, game->field.n + 1), wanted = false, used = false;
    for (int i = 0; i < n; i++)
        ir_note_reads(game, assumed[i].guard, read);
    for (size_t i = 0; i < game->field.n; i++) {
        if (read[i] && t->future[i].unless)
            return;
        wanted = wanted || can_have(t, i, bits);
    }
    Fields asked = wanted ? asked_if(t->f, assumed, n, t->after) : NULL;
    for (size_t i = 0; asked && i < game->field.n; i++) {
        if (fields_has(asked, (int64_t)i) || read[i] || !can_have(t, i, bits))
            continue;
        Ir *here = holding(t->f, assumed, n);
        const Ir *before = t->future[i].unless;
        t->future[i].unless = before ? ir_op2(game, IR_OP_OR, ir_copy(game, before), here) : here;
        t->number[i]++;
        t->alone[i] |= n == 1 ? bits : 0;
        used = true;
    }
    for (size_t i = 0; used && i < game->field.n; i++)
        if (read[i])
            t->taken[i / 64] |= UINT64_C(1) << (i % 64);
}

/* Neither of two: a round for each pair, not for games of very many rules. */
static void use_pairs(Trial *t)
{
    if (t->f->game->fn.n > MOST_FUNCTIONS)
        return;
    for (int i = 0; i < t->guards.n; i++)
        for (int j = i + 1; j < t->guards.n; j++) {
            const Assumption both[] = {{t->guards.at[i], false}, {t->guards.at[j], false}};
            use(t, both, 2, 1u << i | 1u << j);
        }
}

void future_guards(Future *f, const uint64_t *live, IrFuture *future)
{
    bool *seen = ARENA_ARRAY(f->arena, bool, f->game->fn.n + 1);
    Fields after = future_none(f);
    int moves = ir_fn_find(f->game, "moves");
    if (f->game->joint || moves < 0 || f->game->fn.at[moves]->kind != IR_GEN)
        return;
    Trial t = {.f = f, .future = future, .after = after, .taken = future_none(f)};
    t.alone = ARENA_ARRAY(f->arena, unsigned, f->game->field.n + 1);
    t.number = ARENA_ARRAY(f->arena, unsigned, f->game->field.n + 1);
    find_guards(f, f->game->fn.at[moves]->body, seen, &t.guards);
    memcpy(after, live, f->words * sizeof *after);
    future_before_turn(f, after);
    for (int i = 0; i < t.guards.n; i++)
        for (int holds = 0; holds < 2; holds++) {
            const Assumption one = {t.guards.at[i], holds};
            use(&t, &one, 1, 1u << (i + holds * MOST_GUARDS));
        }
    use_pairs(&t);
}
