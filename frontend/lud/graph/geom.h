/* geom.h - plane geometry in IEEE double, each formula evaluated in one
 * fixed order: whether two sites are neighbours in some direction may depend on
 * the last bit, so these are part of the language. */
#ifndef LUDC_GRAPH_GEOM_H
#define LUDC_GRAPH_GEOM_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"

#define GEOM_PI 3.14159265358979323846
#define GEOM_EPSILON 0.0000001

typedef struct {
    double x, y, z;
} Point;

typedef VEC(Point) Points;

typedef struct {
    double x, y, width, height;
} Box;

double distance2d(Point a, Point b);
double distance3d(Point a, Point b);
double distance_squared(Point a, Point b);
double exact_atan2(double y, double x); /* the same on every machine */
double angle_of(Point from, Point to);  /* -pi .. pi */
/* Of a point from the infinite line through a and b. */
double distance_to_line(Point point, Point a, Point b);
/* |tan| of the bend a-b-c; infinite when c is not ahead. */
double bend(Point a, Point b, Point c);
bool clockwise3(Point a, Point b, Point c); /* collinear counts as clockwise */
int which_side(Point point, Point a, Point b);
/* The lines through a0, a1 and b0, b1 cross at a0 + s (a1 - a0) = b0 + t (b1 - b0); false if
 * they are parallel. */
bool line_crossing(Point a0, Point a1, Point b0, Point b1, double *s, double *t);
bool segments_intersect(Point a0, Point a1, Point b0, Point b1);

double polygon_area(const Points *polygon); /* negative: clockwise */
bool polygon_contains(const Points *polygon, Point point);
void polygon_inflate(Arena *arena, Points *polygon, double amount);
Box polygon_box(const Points *polygon);

/* Indices 0 .. n-1 sorted by score, equal ones in their order. */
int *rank_by_score(Arena *arena, const double *score, int n);

#endif
