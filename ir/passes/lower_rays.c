/* lower_rays.c - pass lower_rays: what rays reach and what sees along them become functions (ir/lower/rays.c). */
#include "ir/lower/lower.h"
#include "ir/passes/pass.h"

bool ir_pass_lower_rays(IrPass *pass) { return ir_lower_rays(pass->game); }
