/* first_steps.h - what is played before a position is looked at: --replay FILE up to --ply, then --moves. */
#ifndef LUDC_DRIVER_FIRST_STEPS_H
#define LUDC_DRIVER_FIRST_STEPS_H

#include "driver/command.h"
#include "runtime/agent/play.h"

/* Adds all of them; the caller frees.  Else an exit code, and what is wrong has been said. */
int first_steps(const Job *job, PlaySteps *steps);
/* Makes step i in the state. */
int first_steps_make(const Job *job, const PlaySteps *steps, size_t i, void *state);

#endif
