/* board.h - the geometry of a board: what `(board ...)` becomes at compile time.
 *
 * Two layers.  A Graph is vertices, edges and faces, made by generators
 * (square, hex, tri, ...) and operators (merge, rotate, ...).  A Board is a
 * Graph measured: numbering, relations, directions, radials, site sets, rows,
 * columns, labels, for each of the three site types.  Numbering and orders are
 * exactly those of semantics 02 (doc/board.md); arithmetic is IEEE double. */
#ifndef LUDC_BOARD_H
#define LUDC_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/session.h"

typedef enum { SITE_VERTEX, SITE_EDGE, SITE_CELL, SITE_TYPES } SiteType;
extern const char *const site_type_name[SITE_TYPES]; /* "Vertex", .. */

/* ---- graphs ------------------------------------------------------------ */

typedef struct Graph Graph; /* graph.h, private to the board files */

/* ---- measured boards --------------------------------------------------- */

typedef enum {
    REL_ALL,
    REL_ADJACENT,
    REL_ORTHOGONAL,
    REL_DIAGONAL,
    REL_OFF_DIAGONAL,
    REL_SAME_LAYER, /* classes of directions that are no neighbourhoods */
    REL_UPWARD,
    REL_DOWNWARD,
    REL_ROTATIONAL,
    RELATIONS
} Relation;

/* Compass winds clockwise from north in steps of 22.5 degrees (N=0, NNE, NE,
 * ENE, E=4, ... NNW=15), then rotational and vertical ones. */
typedef enum {
    WIND_N, WIND_NNE, WIND_NE, WIND_ENE, WIND_E, WIND_ESE, WIND_SE, WIND_SSE,
    WIND_S, WIND_SSW, WIND_SW, WIND_WSW, WIND_W, WIND_WNW, WIND_NW, WIND_NNW,
    WIND_CW, WIND_CCW, WIND_IN, WIND_OUT,
    WIND_U, WIND_UN, WIND_UNE, WIND_UE, WIND_USE, WIND_US, WIND_USW, WIND_UW, WIND_UNW,
    WIND_D, WIND_DN, WIND_DNE, WIND_DE, WIND_DSE, WIND_DS, WIND_DSW, WIND_DW, WIND_DNW,
    WINDS
} Wind;

extern const char *const wind_name[WINDS];
int wind_find(const char *name); /* -1 */

/* A list of sites (ascending unless said otherwise). */
typedef struct {
    int n;
    int *at;
} Sites;

/* One step to a neighbour of the same type.  `relations`: bits 1 << Relation.
 * `winds`: bits 1 << Wind (a step has one wind, rotational ones may add). */
typedef struct {
    int to;
    unsigned relations;
    uint64_t winds;
} Step;

/* A ray: site[0] is the origin.  wind: its concrete wind, or -1 for a ray that
 * exists only in a relation class. */
typedef struct {
    int wind;
    unsigned relations; /* classes in which exactly this ray exists */
    int n;
    int *site;
    int nopposite;
    int *opposite; /* indices into the origin's radial list */
} Radial;

typedef struct {
    double x, y, z;
    char *label;         /* "A1" */
    int row, column, layer;
    int phase;
    int nstep;           /* same-type steps, bearing clockwise from north */
    Step *step;
    int nradial;         /* same order */
    Radial *radial;
    Sites corners;       /* vertices around a cell, ends of an edge */
} BoardSite;

/* Named site sets (the `sets` of the oracle's topology). */
typedef enum {
    SET_CORNERS, SET_CORNERS_CONVEX, SET_CORNERS_CONCAVE, SET_OUTER,
    SET_PERIMETER, SET_INNER, SET_MAJOR, SET_MINOR, SET_TOP, SET_BOTTOM,
    SET_LEFT, SET_RIGHT, SET_CENTRE, BOARD_SETS
} BoardSet;

extern const char *const board_set_name[BOARD_SETS]; /* "corners", "cornersConvex", ... as in the oracle */

typedef struct {
    int n;
    BoardSite *site;
    Sites set[BOARD_SETS];
    Sites side[16];              /* by compass Wind */
    int nrow, ncolumn, nlayer, nphase;
    Sites *row, *column, *layer, *in_phase;
    uint64_t supported[RELATIONS]; /* winds seen on steps of that relation */
} BoardLayer;

typedef struct Board {
    SiteType use; /* the default site type */
    BoardLayer layer[SITE_TYPES];
    int numsites; /* what Ludii counts as the board's sites: its cells */
} Board;

/* Neighbours of `site` in a relation, in bearing order; result in the arena. */
Sites board_neighbours(Arena *arena, const BoardLayer *layer, int site,
                       Relation relation);
/* Radials of `site` in a concrete wind or in a class: indices in list order. */
Sites board_radials_wind(Arena *arena, const BoardLayer *layer, int site, int wind);
Sites board_radials_class(Arena *arena, const BoardLayer *layer, int site, Relation relation);
/* The same without those that are the opposite of one already kept. */
Sites board_radials_distinct(Arena *arena, const BoardLayer *layer, int site, Relation relation);
/* The orthogonal neighbours clockwise from the north, -1 where the board ends: the ring that
 * spatial features walk on (ring.c). */
Sites board_ring(Arena *arena, const BoardLayer *layer, int site);
/* Steps of the relation from a to b (breadth first); -1 when unreachable. */
int board_distance(const BoardLayer *layer, Relation relation, int a, int b);
int board_find_label(const BoardLayer *layer, const char *label); /* -1 */

/* Rows and columns anew, by distinct coordinates of the sites on the ground:
 * what they are in a game that speaks of layers, `(layer ..)`. */
void board_rows_by_place(Arena *arena, BoardLayer *layer);

Graph *graph_new(Arena *arena);
/* Measures a graph (semantics 02, sections 2 and 5 to 11). */
Board *board_measure(Arena *arena, Graph *graph, SiteType use);

struct Term;
/* The type that a term names; SITE_TYPES: none. */
SiteType site_type_named(const struct Term *type_or_null);
/* `(board ...)` of a description; NULL with a diagnostic when unsupported. */
Board *board_of_term(Session *session, const struct Term *board);

/* Everything a layer holds as one JSON object (for tests and for tools). */
void board_json(const BoardLayer *layer, Out *out);

/* SVG with site numbers (ludc draw --board): a complete document. */
void board_draw(const Board *board, Out *out);

#endif
