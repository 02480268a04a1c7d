/* future_uses.c - what the numbers that matter are asked for: most counters are only compared
 * with something smaller, and from there on all their values are alike.
 *
 *     @passes := select(@passing, @passes + 1, 0)      2 and 3 have the same future
 *     if @passes >= 2 { .. }
 *
 * Two values from `most` on are alike if every read gives the same for both, or goes into the
 * field again without becoming smaller: then both are from `most` on again, or both are set
 * to the same. */
#include "ir/offer/future_impl.h"

typedef enum { EXACT, BELOW, AGAIN } Mode;

/* How the value of an expression is used. */
typedef struct {
    Mode mode;
    int64_t k; /* BELOW: values from k on are alike.  AGAIN: it goes into this field */
    int64_t least; /* BELOW: values below this are alike, too */
} Use;

typedef struct {
    Future *f;
    IrFuture *future;
    const FutureFn *fn;
    bool *exact, *grows; /* by field */
} Uses;

static const Use exact = {EXACT, 0, INT64_MIN};
static const Use condition = {BELOW, 1, 1};

static void note(Uses *u, const Ir *e, Use use);

static void note_all(Uses *u, const Ir *e)
{
    for (int i = 0; i < e->n; i++)
        note(u, e->a[i], exact);
}

/* As `use`, if the other operand cannot make the value smaller. */
static Use if_grows(const Ir *other, Use use)
{
    bool known = use.mode == BELOW && use.least > INT64_MIN / 2;
    if (other->type.lo < 0)
        return exact;
    return (Use){use.mode, use.k, known ? use.least - other->type.hi : use.least};
}

static void note_get(Uses *u, const Ir *e, Use use)
{
    IrFuture *future = &u->future[e->k];
    if (e->n || e->type.kind != IR_INT || use.mode == EXACT || (use.mode == AGAIN && use.k != e->k))
        u->exact[e->k] = true;
    if (use.mode == BELOW && use.k > future->most)
        future->most = use.k;
    if (use.mode == BELOW && use.least < future->least)
        future->least = use.least;
    note_all(u, e);
}

/* From the greatest value of the other side on, >= holds and < does not; the others need one
 * more. */
static void note_comparison(Uses *u, const Ir *e)
{
    for (int i = 0; i < 2; i++) {
        const IrType other = e->a[1 - i]->type;
        bool numbers = other.kind == IR_INT && other.hi < INT32_MAX;
        bool reached = i == 0 ? e->op == IR_OP_GE || e->op == IR_OP_LT : e->op == IR_OP_LE || e->op == IR_OP_GT;
        note(u, e->a[i], numbers ? (Use){BELOW, other.hi + !reached, other.lo} : exact);
    }
}

static void note_least(Uses *u, const Ir *e, Use use)
{
    for (int i = 0; i < 2; i++) {
        int64_t other = e->a[1 - i]->type.hi;
        bool below = use.mode == BELOW && use.k < other, again = use.mode == AGAIN && e->a[1 - i]->op == IR_OP_INT;
        const Use up_to = {BELOW, other, use.mode == BELOW ? use.least : INT64_MIN};
        note(u, e->a[i], use.mode == AGAIN && !again ? exact : below || again ? use : up_to);
    }
}

static bool reads_field(const Ir *e, int64_t field)
{
    bool found = e->op == IR_OP_GET && e->k == field;
    for (int i = 0; i < e->n && !found; i++)
        found = reads_field(e->a[i], field);
    return found;
}

static void note_sum(Uses *u, const Ir *e, Use use)
{
    for (int i = 0; i < 2; i++) {
        if (use.mode == AGAIN && reads_field(e->a[i], use.k))
            u->grows[use.k] = true;
        note(u, e->a[i], if_grows(e->a[1 - i], use));
    }
}

static void note(Uses *u, const Ir *e, Use use)
{
    int64_t known = 0;
    if (future_known(e, &known))
        return;
    switch (e->op) {
    case IR_OP_GET: note_get(u, e, use); return;
    case IR_OP_EQ: case IR_OP_NE: case IR_OP_LT: case IR_OP_LE: case IR_OP_GT: case IR_OP_GE:
        note_comparison(u, e);
        return;
    case IR_OP_AND: case IR_OP_OR: case IR_OP_NOT:
        for (int i = 0; i < e->n; i++)
            note(u, e->a[i], condition);
        return;
    case IR_OP_SELECT:
        if (!future_known(e->a[0], &known))
            note(u, e->a[0], condition);
        note(u, e->a[1], use);
        note(u, e->a[2], use);
        return;
    case IR_OP_ADD: note_sum(u, e, use); return;
    case IR_OP_MIN: note_least(u, e, use); return;
    case IR_OP_MAX:
        note(u, e->a[0], use);
        note(u, e->a[1], use);
        return;
    case IR_OP_WITH:
        note(u, e->a[0], (Use){AGAIN, e->k, 0});
        note(u, e->a[1], use);
        return;
    default: note_all(u, e); return;
    }
}

static void note_statement(Uses *u, const Ir *s)
{
    int64_t known = 0;
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            note_statement(u, s->a[i]);
        return;
    case IR_OP_IF: {
        bool is = future_known(s->a[0], &known);
        if (!is)
            note(u, s->a[0], condition);
        if (!is || known)
            note_statement(u, s->a[1]);
        if (s->n > 2 && (!is || !known))
            note_statement(u, s->a[2]);
        return;
    }
    case IR_OP_WHEN: note(u, s->a[0], condition); return;
    case IR_OP_LET: case IR_OP_VAR: case IR_OP_SET:
        if (u->fn->needed[s->k])
            note_all(u, s);
        return;
    case IR_OP_PUT:
        if (!u->future[s->k].matters)
            return;
        note(u, s->a[0], s->n == 1 ? (Use){AGAIN, s->k, 0} : exact);
        if (s->n == 2)
            note(u, s->a[1], exact);
        return;
    default: break;
    }
    for (int i = 0; i < s->n; i++)
        if (ir_op_info(s->a[i]->op)->statement)
            note_statement(u, s->a[i]);
        else
            note(u, s->a[i], s->op == IR_OP_WHILE || s->op == IR_OP_KEEP ? condition : exact);
}

static void note_fn(Uses *u, const IrFn *fn)
{
    const Ir *const part[] = {fn->body, fn->header, fn->effect, fn->then};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (part[i])
            note_statement(u, part[i]);
    if (fn->post)
        note(u, fn->post, condition);
}

void future_uses(Future *f, IrFuture *future)
{
    size_t n = f->game->field.n;
    Uses u = {.f = f, .future = future};
    u.exact = ARENA_ARRAY(f->arena, bool, n + 1);
    u.grows = ARENA_ARRAY(f->arena, bool, n + 1);
    for (size_t i = 0; i < n; i++)
        future[i].least = INT64_MAX;
    for (size_t i = 0; i < f->game->fn.n; i++) {
        u.fn = &f->fn[i];
        if (u.fn->used)
            note_fn(&u, f->game->fn.at[i]);
    }
    for (size_t i = 0; i < n; i++) {
        const IrField *field = &f->game->field.at[i];
        bool can = future[i].matters && !field->array && field->elem.kind == IR_INT && !u.exact[i];
        future[i].levels = can && future[i].most >= field->elem.lo && future[i].most < field->elem.hi;
        future[i].counts = can && u.grows[i];
        future[i].alike = future[i].counts ? future_alike(f, i, future[i].least) : field->elem.lo - 1;
    }
}
