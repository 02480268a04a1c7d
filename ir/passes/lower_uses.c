/* lower_uses.c - pass lower_uses: generators become functions that list, count, ask or look for moves (ir/play/uses.c). */
#include "ir/passes/pass.h"
#include "ir/play/play.h"

bool ir_pass_lower_uses(IrPass *pass) { return ir_play_uses(pass->game); }
