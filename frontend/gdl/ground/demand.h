/* demand.h - a program that asks only for what is needed; private to grounding. */
#ifndef LUDC_GDL_DEMAND_H
#define LUDC_GDL_DEMAND_H

#include "frontend/gdl/program/program.h"

/* A copy of a split program in which the relations marked in `large` hold only
 * where they are asked for; NULL when none of them is asked with known arguments. */
const GdlProgram *gdl_demand(const GdlProgram *program, const bool *large, Arena *arena);

#endif
