/* measure.h - private to the files that turn a Graph into a Board. */
#ifndef LUDC_BOARD_MEASURE_H
#define LUDC_BOARD_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "frontend/lud/graph/graph.h"

/* ---- properties of elements ---------------------------------------------- */

/* Bit numbers: first the sets, then the compass sides. */
#define PROPERTY_SET(set) (UINT64_C(1) << (set))
#define PROPERTY_SIDE(wind) (UINT64_C(1) << (BOARD_SETS + (wind)))

typedef struct {
    Arena *arena; /* for the work; the board is in another */
    const Graph *graph;
    uint64_t *property[SITE_TYPES];
    int *phase[SITE_TYPES];
    int *row[SITE_TYPES], *column[SITE_TYPES], *layer[SITE_TYPES];
    char **label[SITE_TYPES];
    bool same_label[SITE_TYPES]; /* two elements got one label */
    struct {
        Ints *at; /* outlines of the connected parts: vertices, clockwise */
        size_t n, cap;
    } perimeter;
} Measure;

void measure_perimeter(Measure *m);   /* board/perimeter.c */
void measure_corners(Measure *m);     /* board/corners.c */
void measure_sides(Measure *m);       /* board/corners.c */
void measure_outer(Measure *m);       /* board/props.c ... */
void measure_extremes(Measure *m);
void measure_major(Measure *m);
void measure_phase(Measure *m);
void measure_centre(Measure *m);
void measure_situation(Measure *m, Arena *arena); /* board/situation.c */
/* Rows, columns and labels once more by distinct coordinates, where labels
 * were not distinct. */
void measure_situation_again(Arena *arena, BoardLayer *layer);

/* ---- steps --------------------------------------------------------------- */

/* Directions of steps as bits, in the order in which rays are made. */
enum {
    WAY_ALL,
    WAY_ADJACENT,
    WAY_ORTHOGONAL,
    WAY_DIAGONAL,
    WAY_OFF_DIAGONAL,
    WAY_SAME_LAYER,
    WAY_UPWARD,
    WAY_DOWNWARD,
    WAY_ROTATIONAL,
    WAY_CLASSES,
    WAYS = WAY_CLASSES + WINDS
};
#define WAY_BIT(way) (UINT64_C(1) << (way))

typedef struct {
    SiteType to_type;
    int to;
    /* Bits of ways.  `ways`: all that the step agrees with.  `listed`: those in
     * whose list it stands; a second reason for a step only adds to `ways`. */
    uint64_t ways, listed;
} RawStep;

typedef VEC(RawStep) RawSteps;

/* All steps of all elements, sorted by bearing clockwise from north. */
typedef struct {
    RawSteps *of[SITE_TYPES];
} Moves;

extern const int way_of_wind[WINDS]; /* and back: */
extern const int wind_of_way[WAYS];  /* -1 for classes */

void find_steps(Arena *arena, const Graph *graph, Moves *moves);

/* Radials of one element type into the board's layer. */
void find_radials(Arena *arena, Arena *work, const Graph *graph, SiteType type,
                  const Moves *moves, BoardLayer *layer);

#endif
