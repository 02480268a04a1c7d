/* colour.h - diagnostics on a terminal, in colours. */
#ifndef LUDC_DRIVER_COLOUR_H
#define LUDC_DRIVER_COLOUR_H

#include "base/out.h"
#include "driver/options.h"

/* May standard error have colours?  By --color: auto (a terminal that is not `dumb`, while NO_COLOR is unset or empty), always,
 * never. */
bool colour_wanted(const Options *options);
/* 0, or the exit code after saying that --color has no such word. */
int colour_check(const Options *options);
/* What diags_print wrote, to standard error: kinds, places and carets in colours where they are wanted. */
void colour_print(const Options *options, const Out *text);

#endif
