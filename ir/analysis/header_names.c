/* header_names.c - which values of a rule's header somebody needs who does not run it: those whose names are read, and
 * what those depend on. */
#include "ir/analysis/shape.h"

static void need(const IrFn *rule, const Ir *tree, bool *needed)
{
    if (tree->op == IR_OP_LOCAL && !needed[tree->k]) {
        needed[tree->k] = true;
        for (int i = 0; rule->header && i < rule->header->n; i++) {
            const Ir *s = rule->header->a[i];
            if (s->op == IR_OP_LET && s->k == tree->k)
                need(rule, s->a[0], needed);
        }
    }
    for (int i = 0; i < tree->n; i++)
        need(rule, tree->a[i], needed);
}

const Ir *const *shape_header_lets(Arena *arena, const IrFn *rule, const Ir *const *tree, size_t n)
{
    bool *needed = ARENA_ARRAY(arena, bool, rule->local.n + 1);
    for (size_t i = 0; i < n; i++)
        if (tree[i])
            need(rule, tree[i], needed);
    const int lines = rule->header ? rule->header->n : 0;
    const Ir **let = ARENA_ARRAY(arena, const Ir *, lines + 1), **end = let;
    for (int i = 0; i < lines; i++) {
        const Ir *s = rule->header->a[i];
        if (s->op == IR_OP_LET && needed[s->k])
            *end++ = s;
    }
    return let;
}

const Ir *const *shape_shown(Arena *arena, const IrFn *rule)
{
    const Ir **value = ARENA_ARRAY(arena, const Ir *, rule->view.n + 1);
    for (size_t i = 0; i < rule->view.n; i++)
        value[i] = rule->view.at[i].value;
    return value;
}
