/* lower_folds.c - pass lower_folds: what is gathered over the members of a set becomes a loop (ir/lower/folds.c). */
#include "ir/lower/lower.h"
#include "ir/passes/pass.h"

bool ir_pass_lower_folds(IrPass *pass) { return ir_lower_folds(pass->game); }
