/* bits.h - games as networks of gates: `build --emit=bits|dot|blif`. */
#ifndef LUDC_DRIVER_BUILD_BITS_H
#define LUDC_DRIVER_BUILD_BITS_H

#include "driver/command.h"
#include "ir/logic/bits.h"

bool bits_is_stage(const char *stage);
/* Compiles the game and makes its network, swept unless --no-sweep says not to; NULL: *code is the exit code, after
 * reporting.  Its passes are the usual ones but `layout`, unless passes were asked for. */
BitsGame *bits_make(Job *job, const BitsOptions *options, int *code);
/* The two halves of that; the first one's exit code. */
int bits_compile(Job *job);
BitsGame *bits_network(Job *job, const BitsOptions *options, int *code);
/* The exit code, after reporting. */
int bits_stage(Job *job, const char *stage, Out *out);

#endif
