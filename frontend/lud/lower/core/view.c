/* view.c - views of a state, begun and ended. */
#include "frontend/lud/lower/core/lower.h"

void lw_view_begin(Lower *l, const char *name)
{
    l->fn = ir_fn_add(l->game, IR_VIEW, name, ir_bit());
    l->fn->body = ir_block(l->game);
}

void lw_view_end(Lower *l, Ir *value)
{
    l->fn->ret = value->type;
    ir_append(l->game, &l->fn->body, ir_op1(l->game, IR_OP_RET, value));
    l->fn = NULL;
}
