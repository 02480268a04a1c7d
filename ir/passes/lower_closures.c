/* lower_closures.c - pass lower_closures: floods and groups become functions (ir/lower/closures.c). */
#include "ir/lower/lower.h"
#include "ir/passes/pass.h"

bool ir_pass_lower_closures(IrPass *pass) { return ir_lower_closures(pass->game); }
