/* group_reps.c - the lowest member of every group, which rules write as a filter that floods from
 * each member anew. */
#include "ir/analysis/shape.h"
#include "ir/analysis/facts.h"

static bool is_local(const Ir *x, int64_t local) { return x->op == IR_OP_LOCAL && x->k == local; }

const Ir *shape_firsts(const IrGame *game, const Ir *e)
{
    const Ir *test = e->op == IR_OP_FILTER ? e->a[1] : e;
    if (test->op != IR_OP_EQ || test->a[0]->op != IR_OP_FIRST || !is_local(test->a[1], e->k))
        return NULL;
    const Ir *group = test->a[0]->a[0];
    bool from_member = group->op == IR_OP_FLOOD && group->a[0]->op == IR_OP_BITOF &&
                       is_local(group->a[0]->a[0], e->k);
    return from_member && ir_equal(group->a[1], e->a[0]) && ir_is_symmetric(game, group->a[2]) ? group : NULL;
}
