/* columns.h - facts of one build of which at most one holds are kept by their arguments. */
#ifndef LUDC_GDL_COLUMNS_H
#define LUDC_GDL_COLUMNS_H

#include "frontend/gdl/net/net.h"
#include "frontend/gdl/program/program.h"

struct GdlGround;

/* Facts (name ..) with `n` arguments; the fact of argument i is (column[i] ARG). */
typedef struct {
    const char *name;
    uint32_t n;
    const char **column;
} GdlColumns;

typedef VEC(GdlColumns) GdlColumnsList;

/* The same game with such facts by their columns, where the ground program has many of them; NULL: there are none.
 * `list` says which. */
const GdlProgram *gdl_columns(const GdlProgram *program, const struct GdlGround *ground, GdlColumnsList *list);

/* Tells the net of the program by columns which facts the ground program has: they keep their names. */
void gdl_show_columns(GdlNet *net, const struct GdlGround *ground, const GdlColumnsList *list);

#endif
