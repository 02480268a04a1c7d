/* board_text.h - a position in characters, in an Out. */
#ifndef LUDC_DRIVER_BOARD_TEXT_H
#define LUDC_DRIVER_BOARD_TEXT_H

#include "base/out.h"
#include "runtime/include/ludc_draw.h"

/* Adds what ludc_draw_text gives, `indent` before each line; false: the reasoner offers nothing to draw from. */
bool board_text(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, const char *indent, Out *out);

#endif
