/* with_to_let.c - pass with_to_let: a field that is only assumed becomes a local.
 *
 *     with(@mover = e : .. @mover ..)      ->      let(%mover = e : .. %mover ..)
 *
 * where nothing within calls a function, which might read the field.  So no copy of the state is made
 * for it.  Late, as what is known of fields (`load_forward`, `specialise`) is not known of locals.
 * Needs nothing, breaks nothing. */
#include "ir/core/tree.h"
#include "ir/passes/pass.h"

typedef struct {
    IrGame *game;
    IrFn *fn;
    bool changed;
} Assumed;

/* Every reading of the field, which is scalar, as one of the local. */
static void read_local(Assumed *p, Ir **at, int64_t field, int local)
{
    Ir *node = *at;
    if (node->op == IR_OP_GET && node->k == field) {
        *at = ir_local(p->game, p->fn, local);
        return;
    }
    const int within = node->op == IR_OP_WITH && node->k == field ? 1 : node->n; /* another value holds there */
    for (int i = 0; i < within; i++)
        read_local(p, &node->a[i], field, local);
}

static bool fits(IrType value, IrType field)
{
    return value.kind == IR_INT && field.kind == IR_INT && value.lo >= field.lo && value.hi <= field.hi;
}

static void replace(Assumed *p, Ir **at)
{
    Ir *node = *at;
    for (int i = 0; i < node->n; i++)
        replace(p, &node->a[i]);
    if (node->op != IR_OP_WITH)
        return;
    const IrField *field = &p->game->field.at[node->k];
    if (!fits(node->a[0]->type, field->elem) || tree_does(node->a[1], IR_CALLS))
        return;
    const int local = ir_local_add(p->game, p->fn, field->name, node->a[0]->type);
    read_local(p, &node->a[1], node->k, local);
    tree_retype(p->game, p->fn, node->a[1]);
    p->changed = true;
    *at = node->a[1];
    if (!ir_uses_local(node->a[1], local))
        return;
    *at = ir_k2(p->game, IR_OP_LETX, local, node->a[0], node->a[1]);
    (*at)->at = node->at;
}

bool ir_pass_with_to_let(IrPass *pass)
{
    Assumed p = {.game = pass->game};
    for (size_t i = 0; i < pass->game->fn.n; i++) {
        TreeSlot *slot;
        p.fn = pass->game->fn.at[i];
        const size_t n = tree_slots(pass->game, p.fn, &slot);
        for (size_t k = 0; k < n; k++)
            replace(&p, slot[k].slot);
    }
    return p.changed;
}
