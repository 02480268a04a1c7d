/* lower_choose.c - pass lower_choose: how a playout plays one random move becomes a procedure (ir/play/choose.c). */
#include "ir/passes/pass.h"
#include "ir/play/play.h"

bool ir_pass_lower_choose(IrPass *pass) { return ir_play_choose(pass->game); }
