/* beginning.c - what play asks about the start: whether it is still being made, and what stood where then. */
#include "frontend/lud/lower/setup/random_start.h"
#include "frontend/lud/lower/state/dice.h"

Ir *lower_begin_sites(Lower *l, Ir *piece)
{
    return l->sym->begin && l->sym->begin->at_start >= 0 ? ir_k1(l->game, IR_OP_WHERE, l->sym->begin->at_start, piece) : NULL;
}

Ir *lower_beginning(Lower *l)
{
    Ir *throw = l->sym->dice ? lw_get(l, l->sym->dice->starting) : lw_int(l, 0);
    if (!l->sym->begin)
        return throw;
    Ir *stage = ir_op2(l->game, IR_OP_NE, lw_get(l, l->sym->begin->stage), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, stage, lw_int(l, 2), throw);
}
