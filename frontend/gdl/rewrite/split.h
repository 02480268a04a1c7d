/* split.h - a program whose rules are small; private to grounding. */
#ifndef LUDC_GDL_SPLIT_H
#define LUDC_GDL_SPLIT_H

#include "frontend/gdl/program/program.h"

/* The same program for what the game asks, with big bodies split into parts.
 * Terms of the original are shared. */
const GdlProgram *gdl_split(const GdlProgram *program, Arena *arena);

#endif
