/* features_ir.h - a net of shifted sets (runtime/features/sweep.h) as IR. */
#ifndef LUDC_DRIVER_FEATURES_IR_H
#define LUDC_DRIVER_FEATURES_IR_H

#include "ir/core/ir.h"
#include "runtime/features/sweep.h"

/* A game of one move, number 0, that reads the sets of field `in` and writes those of field `out`, sweep_code_sets of
 * them (runtime/features/sweep_code.h).  Lives with the session. */
IrGame *features_ir(Session *session, const SweepNet *net);

#endif
