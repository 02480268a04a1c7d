/* conditions.c - conditions that are made of names, seen through the names. */
#include "ir/passes/conditions.h"

#include <string.h>

#include "ir/core/tree.h"

Condition condition_literal(const Conditions *c, const Ir *e, bool opposite)
{
    for (;;) {
        if (e->op == IR_OP_NOT) {
            e = e->a[0];
            opposite = !opposite;
        } else if (e->op == IR_OP_LOCAL && (size_t)e->k < c->nlocal && c->let[e->k]) {
            e = c->let[e->k];
        } else {
            return (Condition){e, opposite};
        }
    }
}

bool condition_is_sum(Condition l) { return l.e->op == (l.opposite ? IR_OP_AND : IR_OP_OR); }
bool condition_is_product(Condition l) { return l.e->op == (l.opposite ? IR_OP_OR : IR_OP_AND); }

/* ---- cost ------------------------------------------------------------------------------- */

void conditions_count(Conditions *c)
{
    memset(c->counted, 0, c->nlocal * sizeof *c->counted);
}

size_t conditions_cost(Conditions *c, const Ir *e)
{
    if (e->op == IR_OP_LOCAL && (size_t)e->k < c->nlocal && c->let[e->k])
        return ++c->counted[e->k] == c->reads[e->k] ? conditions_cost(c, c->let[e->k]) : 0;
    if (e->op == IR_OP_HAS)
        return 2;
    size_t cost = e->op == IR_OP_AND || e->op == IR_OP_OR;
    for (int i = 0; i < e->n; i++)
        cost += conditions_cost(c, e->a[i]);
    return cost;
}

bool conditions_too_dear(const Conditions *c, int space)
{
    return c->pass->options->sets_by_calls && ir_words(c->game, space) > 1;
}

/* ---- statements ------------------------------------------------------------------------ */

/* Names whose value is another one behind the statement.  What a name is made of is seen through names in turn, so only the
 * fields that it reads itself count. */
static void forget(Conditions *c, const Ir *statement)
{
    if (statement->op == IR_OP_PUT) {
        for (size_t i = 0; i < c->nlocal; i++)
            if (c->let[i] && ir_uses_field(c->game, c->let[i], (int)statement->k))
                c->let[i] = NULL;
    } else if (ir_ops[statement->op].statement && ir_does(statement->op, IR_CALLS | IR_PLAYS | IR_LOOPS | IR_AHEAD)) {
        memset(c->let, 0, c->nlocal * sizeof *c->let);
    }
    for (int i = 0; i < statement->n; i++)
        forget(c, statement->a[i]);
}

static Ir *in_statement(Conditions *c, Ir *s)
{
    const bool block = s->op == IR_OP_BLOCK;
    if (!block && s->op != IR_OP_IF && s->op != IR_OP_LET && s->op != IR_OP_PUT && s->op != IR_OP_RET) {
        forget(c, s);
        return s;
    }
    Ir *fresh = s->n ? tree_like(c->game, s) : s;
    for (int i = 0; i < s->n; i++)
        fresh->a[i] = ir_ops[s->a[i]->op].statement ? in_statement(c, s->a[i]) : c->rewrite(c, s->a[i]);
    if (s->op == IR_OP_LET && s->a[0]->type.kind == IR_INT && !tree_does(s->a[0], IR_CALLS | IR_DRAWS))
        c->let[s->k] = s->a[0];
    if (s->op == IR_OP_PUT)
        forget(c, s);
    return fresh;
}

/* ---- names that nobody reads any more ---------------------------------------------------- */

static void count_reads(const Ir *e, size_t *reads, bool there)
{
    if (e->op == IR_OP_LOCAL)
        reads[e->k] += there ? 1 : SIZE_MAX;
    for (int i = 0; i < e->n; i++)
        count_reads(e->a[i], reads, there);
}

static Ir *without_unread(Conditions *c, Ir *s, size_t *reads)
{
    if (s->op != IR_OP_BLOCK && s->op != IR_OP_IF)
        return s;
    const int values = s->op == IR_OP_IF;
    Ir **kept = ARENA_ARRAY(c->scratch, Ir *, s->n + 1);
    int first = s->n;
    for (int i = s->n; i-- > values;) {
        Ir *part = without_unread(c, s->a[i], reads);
        if (part->op == IR_OP_LET && !reads[part->k] && tree_is_total(c->game, part->a[0]))
            count_reads(part->a[0], reads, false);
        else
            kept[--first] = part;
    }
    if (!values)
        return tree_block(c->game, kept + first, (size_t)(s->n - first));
    Ir *fresh = tree_like(c->game, s);
    memcpy(fresh->a + values, kept + values, (size_t)(s->n - values) * sizeof *kept);
    return fresh;
}

/* ---- functions ------------------------------------------------------------------------------ */

bool conditions_begin(Conditions *c, IrFn *fn)
{
    c->nlocal = fn->local.n;
    c->let = ARENA_ARRAY(c->scratch, const Ir *, c->nlocal + 1);
    c->reads = ARENA_ARRAY(c->scratch, size_t, c->nlocal + 1);
    c->counted = ARENA_ARRAY(c->scratch, size_t, c->nlocal + 1);
    if (fn->body)
        count_reads(fn->body, c->reads, true);
    return fn->body != NULL;
}

void conditions_rewrite(Conditions *c, IrFn *fn)
{
    const bool before = c->changed;
    c->changed = false;
    Ir *body = in_statement(c, fn->body);
    if (c->changed) {
        size_t *reads = ARENA_ARRAY(c->scratch, size_t, fn->local.n + 1);
        count_reads(body, reads, true);
        fn->body = without_unread(c, body, reads);
    }
    c->changed = c->changed || before;
}
