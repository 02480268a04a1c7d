/* lower_ahead.c - pass lower_ahead: what is asked of positions behind moves (ir/lower/ahead.c). */
#include "ir/lower/lower.h"
#include "ir/passes/pass.h"

bool ir_pass_lower_ahead(IrPass *pass) { return ir_lower_ahead(pass->game, pass->options->high ? pass->options->high : pass->game); }
