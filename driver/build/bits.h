/* bits.h - games as networks of gates, for build. */
#ifndef LUDC_DRIVER_BITS_H
#define LUDC_DRIVER_BITS_H

#include "driver/command.h"

/* --emit=STAGE: bits, dot, blif.  An exit code, after reporting. */
bool bits_is_stage(const char *stage);
int bits_stage(Job *job, const char *stage, Out *out);

#endif
