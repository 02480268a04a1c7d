/* counter_bounds.c - counters that only go up, of which only small values are told apart.
 *
 * Where a field is only ever made larger by a constant, or set to one, and only asked
 * whether it has come to some number, or for the smaller of it and one, values from the largest of these
 * on need not be told apart: it may stay there.  So a counter of moves of which is asked
 * whether there were two needs two bits. */
#include "ir/logic/make.h"

typedef struct {
    int field;
    int64_t cap;
    bool other; /* used otherwise */
} Saturate;

static bool reads(const Saturate *s, const Ir *node) { return node->op == IR_OP_GET && node->k == s->field && !node->n; }

static void at_least(Saturate *s, int64_t cap) { s->cap = cap > s->cap ? cap : s->cap; }

/* The constant that the field is taken together with here, or NULL. */
static const Ir *constant_beside(const Saturate *s, const Ir *node)
{
    if (node->n != 2)
        return NULL;
    const Ir *a = node->a[0], *b = node->a[1];
    return reads(s, a) && b->op == IR_OP_INT ? b : reads(s, b) && a->op == IR_OP_INT ? a : NULL;
}

/* A use that does not tell large values apart. */
static bool harmless(Saturate *s, const Ir *node)
{
    const Ir *constant = constant_beside(s, node);
    if (constant && node->op == IR_OP_MIN)
        at_least(s, constant->k);
    else if (constant && ir_is_comparison(node->op))
        at_least(s, constant->k + 1);
    else
        return false;
    return true;
}

static void look(Saturate *s, const Ir *node)
{
    if (!node || s->other || harmless(s, node))
        return;
    if (node->op == IR_OP_PUT && node->k == s->field) {
        const Ir *value = node->a[0], *by = constant_beside(s, value);
        if (node->n == 1 && value->op == IR_OP_INT)
            at_least(s, value->k);
        else
            s->other |= node->n != 1 || value->op != IR_OP_ADD || !by || by->k < 0;
        return;
    }
    s->other |= node->op == IR_OP_GET && node->k == s->field;
    for (int i = 0; i < node->n; i++)
        look(s, node->a[i]);
}

int64_t bits_saturation(const IrGame *game, int field)
{
    const IrField *f = &game->field.at[field];
    Saturate s = {.field = field, .cap = f->elem.lo + 1};
    if (f->elem.kind != IR_INT || f->elem.space != IR_NOSPACE || f->array)
        return INT64_MAX;
    at_least(&s, f->init[0]);
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        const Ir *part[] = {fn->body, fn->header, fn->effect, fn->then, fn->post};
        for (size_t k = 0; k < sizeof part / sizeof *part; k++)
            look(&s, part[k]);
    }
    return s.other || s.cap >= f->elem.hi ? INT64_MAX : s.cap;
}
