/* board_text.h - a position in characters, from what the reasoner offers alone. */
#ifndef LUDC_DRIVER_BOARD_TEXT_H
#define LUDC_DRIVER_BOARD_TEXT_H

#include "base/out.h"
#include "runtime/include/ludc.h"

/* The sites of the board's own type, at their places: `.` is empty, else the piece that the planes of
 * the state show on top.  Nothing where the reasoner has no geometry or no planes. */
void board_text(const ludc_reasoner *r, const void *state, Out *out);

#endif
