/* rules.h - that a network plays as the front end's own net of a rule sheet: the question, for a model checker. */
#ifndef LUDC_DRIVER_BUILD_RULES_H
#define LUDC_DRIVER_BUILD_RULES_H

#include "driver/command.h"
#include "ir/logic/bits.h"

/* A machine of both in BLIF, whose output `bad` can hold exactly if in some position of legal play they differ in whether
 * it is over, in what is legal, or, where it is over, in what the roles' goals are.  False: this is no rule sheet with a net. */
bool rules_machine(const Job *job, const BitsGame *game, Out *out);

#endif
