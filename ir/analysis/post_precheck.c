/* post_precheck.c - what a rule's `post` asks of the old state first (pass sure): `known || late`. */
#include "ir/analysis/shape.h"
#include "ir/analysis/facts.h"

const Ir *shape_known(const IrFn *rule)
{
    const Ir *post = rule->post;
    return post && post->op == IR_OP_OR && post->a[0]->op == IR_OP_LOCAL ? post->a[0] : NULL;
}

/* What is behind a local of the header. */
static const Ir *header_value(const IrFn *rule, const Ir *e)
{
    for (int i = 0; e->op == IR_OP_LOCAL && rule->header && i < rule->header->n; i++) {
        const Ir *let = rule->header->a[i];
        if (let->op == IR_OP_LET && let->k == e->k)
            return let->a[0];
    }
    return e;
}

const Ir *shape_vouched(const IrFn *rule)
{
    const Ir *known = shape_known(rule);
    int last = rule->nparam - 1;
    known = known ? header_value(rule, known) : NULL;
    return known && known->op == IR_OP_HAS && known->a[0]->op == IR_OP_LOCAL && known->a[0]->k == last &&
                   !ir_uses_local(known->a[1], last)
               ? known->a[1]
               : NULL;
}

/* Long operations of the expression and of what it needs of the header, each once. */
static size_t cost_of(const IrFn *rule, const Ir *e, bool *seen)
{
    size_t n = 0;
    if (e->op == IR_OP_LOCAL && !seen[e->k]) {
        const Ir *value = header_value(rule, e);
        seen[e->k] = true;
        n = value == e ? 0 : ir_cost(value);
        e = value;
    }
    for (int i = 0; i < e->n; i++)
        n += cost_of(rule, e->a[i], seen);
    return n;
}

bool shape_known_pays(Arena *arena, const IrFn *rule)
{
    enum { LITTLE = 8 };
    const Ir *known = shape_known(rule);
    return known && cost_of(rule, known, ARENA_ARRAY(arena, bool, rule->local.n + 1)) <=
                        ir_cost(rule->post->a[1]) + LITTLE;
}

Ir *shape_asked(Arena *arena, const IrFn *rule)
{
    return shape_known(rule) && !shape_known_pays(arena, rule) ? rule->post->a[1] : rule->post;
}
