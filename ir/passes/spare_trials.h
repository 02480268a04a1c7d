/* spare_trials.h - generators whose moves are listed without a trial where that is enough. */
#ifndef LUDC_IR_SPARE_TRIALS_H
#define LUDC_IR_SPARE_TRIALS_H

#include "ir/core/ir.h"

/* Gives generators back the bodies that they had without; by function, those they have had until now, or NULL. */
Ir **spare_trials_undo(IrGame *game);

#endif
