/* builds.h - programs whose relations know plain words only; for playing by relations. */
#ifndef LUDC_GDL_BUILDS_H
#define LUDC_GDL_BUILDS_H

#include "frontend/gdl/program/program.h"

/* A program for the same game in which no relation but the language's own has
 * arguments that are functions; NULL: there are too many builds of terms. */
const GdlProgram *gdl_by_builds(const GdlProgram *program);

/* Puts the bodies of the relations from number `first` on that have one rule each
 * where they are asked (inline.c). */
void gdl_inline(GdlProgram *program, uint32_t first, Arena *arena);

#endif
