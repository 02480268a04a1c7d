/* term.h - from resolved ludemes to graphs: what the board_term*.c files
 * share.  Everything here files a diagnostic and returns NULL or false when the
 * description is wrong or not supported. */
#ifndef LUDC_BOARD_TERM_H
#define LUDC_BOARD_TERM_H

#include "frontend/lud/graph/graph.h"
#include "frontend/lud/elab/term.h"

typedef struct {
    Session *session;
    Arena *arena; /* of the work; the Board goes to the session's */
    SiteType use;
} Maker;

/* More vertices than this are refused, as nobody would wait for the result. */
enum { MAX_BOARD_SITES = 6000 };

/* The graph of any ludeme of type graph. */
Graph *graph_of_term(Maker *maker, const Term *term);

/* One family each: the graph, or NULL without a diagnostic when the ludeme is
 * not of the family (*mine false). */
typedef Graph *GraphFamily(Maker *maker, const Term *term, bool *mine);
GraphFamily graph_of_basis;    /* board/term_basis.c */
GraphFamily graph_of_shape;    /* board/term_shape.c */
GraphFamily graph_of_operator; /* board/term_ops.c */
GraphFamily graph_of_edit;     /* board/term_edit.c: add, remove */

/* ---- arguments (board/term_value.c) --------------------------------------- */

/* A number of type dim; false when it cannot be computed. */
bool dim_value(Maker *maker, const Term *term, int *value);
/* The same of a slot; `absent` when it is not there. */
bool dim_arg(Maker *maker, const Term *term, SlotName slot, int absent, int *value);
/* A size: 1 or more. */
bool size_arg(Maker *maker, const Term *term, SlotName slot, int absent, int *value);
/* Is a board of about rows x columns sites small enough? */
bool size_is_fair(Maker *maker, const Term *term, int64_t rows, int64_t columns);
/* A written number, with the precision of a float. */
double real_value(const Term *term);
/* A number of type float, computed with the precision of a float. */
bool float_value(Maker *maker, const Term *term, double *value);
bool float_arg(Maker *maker, const Term *term, SlotName slot, double absent,
               double *value);
/* {x y [z]}; false with a diagnostic when it is not a point. */
bool point_value(Maker *maker, const Term *pair, Point *point);
/* Something is odd, but the board is built without it. */
void board_warning(Maker *maker, const Term *term, const char *text);
bool flag_arg(const Term *term, SlotName slot, bool absent);
/* {sizes} and (poly {{x y} ..} [rotns:n]). */
bool dims_value(Maker *maker, const Term *array, Ints *list);
bool poly_value(Maker *maker, const Term *poly, Points *points);
/* The poly or the sides of a ludeme that has one of them. */
bool outline_arg(Maker *maker, const Term *term, Outline *outline);

#endif
