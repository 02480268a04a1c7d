/* single_emit_loop.c - loops around one move: for %x in S { emit r(.. of %x ..) } has as many moves as
 * S has members, in their order, so that the k-th move is that of the k-th member. */
#include "ir/analysis/shape.h"

/* Are all locals of e among those that are known there? */
static bool own(const Ir *e, const bool *known)
{
    if (e->op == IR_OP_LOCAL && !known[e->k])
        return false;
    for (int i = 0; i < e->n; i++)
        if (!own(e->a[i], known))
            return false;
    return true;
}

const Ir *shape_loop_emit(const IrGame *game, const Ir *loop)
{
    enum { MOST = 256 };
    bool known[MOST] = {false};
    if (loop->op != IR_OP_FOR || loop->a[0]->type.kind != IR_MASK || loop->k >= MOST)
        return NULL;
    known[loop->k] = true;
    const Ir *s = loop->a[1];
    for (; s->op == IR_OP_BLOCK && s->n > 0; s = s->a[s->n - 1]) {
        for (int i = 0; i + 1 < s->n; i++) {
            const Ir *let = s->a[i];
            if (let->op != IR_OP_LET || let->k >= MOST || !own(let->a[0], known))
                return NULL;
            known[let->k] = true;
        }
    }
    return s->op == IR_OP_EMIT && !game->fn.at[s->k]->post && own(s, known) ? s : NULL;
}
