/* lower_ahead.c - pass lower_ahead: what is asked of positions behind moves (ir/play/ahead.c). */
#include "ir/passes/pass.h"
#include "ir/play/play.h"

bool ir_pass_lower_ahead(IrPass *pass) { return ir_play_ahead(pass->game, pass->options->high ? pass->options->high : pass->game); }
