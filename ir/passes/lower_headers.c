/* lower_headers.c - pass lower_headers: the search of a rule that is tried becomes a generator (ir/lower/headers.c). */
#include "ir/lower/lower.h"
#include "ir/passes/pass.h"

bool ir_pass_lower_headers(IrPass *pass) { return ir_lower_headers(pass->game); }
