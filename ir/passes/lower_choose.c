/* lower_choose.c - pass lower_choose: how a playout plays one random move becomes a procedure (ir/lower/choose.c). */
#include "ir/lower/lower.h"
#include "ir/passes/pass.h"

bool ir_pass_lower_choose(IrPass *pass) { return ir_lower_choose(pass->game); }
