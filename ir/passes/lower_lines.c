/* lower_lines.c - pass lower_lines: runs, rows as sets and lines become functions and tables (ir/lower/lines.c). */
#include "ir/lower/lower.h"
#include "ir/passes/pass.h"

bool ir_pass_lower_lines(IrPass *pass) { return ir_lower_lines(pass->game); }
