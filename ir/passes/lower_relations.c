/* lower_relations.c - pass lower_relations: where maps of sites lead, and who is beside, become shifts, bits moved in bulk or loops (ir/lower/relations.c). */
#include "ir/lower/lower.h"
#include "ir/passes/pass.h"

bool ir_pass_lower_relations(IrPass *pass) { return ir_lower_relations(pass->game); }
