/* corners.c - corners of the outlines, and the sides between them. */
#include "frontend/lud/board/measure.h"

#include <math.h>

#define CORNER PROPERTY_SET(SET_CORNERS)
#define CONVEX PROPERTY_SET(SET_CORNERS_CONVEX)
#define CONCAVE PROPERTY_SET(SET_CORNERS_CONCAVE)

/* ---- corners of an outline ------------------------------------------------ */

/* How sharply the outline turns at each of its n vertices: distances from the
 * chords over 1, 2 and 3 neighbours, negative where it turns inwards, smoothed. */
static double *sharpness(Measure *m, const Ints *outline)
{
    int n = (int)outline->n;
    double *raw = ARENA_ARRAY(m->arena, double, n);
    double *smooth = ARENA_ARRAY(m->arena, double, n);
    for (int i = 0; i < n; i++) {
        Point at = m->graph->vertex.at[outline->at[i]].at;
        double score = 0;
        for (int k = 1; k < 4; k++) {
            Point a = m->graph->vertex.at[outline->at[(i - k + n) % n]].at;
            Point b = m->graph->vertex.at[outline->at[(i + k) % n]].at;
            double distance = distance_to_line(at, a, b);
            score += (clockwise3(a, at, b) ? -distance : distance) / k;
        }
        raw[i] = score;
    }
    for (int i = 0; i < n; i++)
        smooth[i] = (4 * raw[i] + raw[(i + 1) % n] + raw[(i - 1 + n) % n]) / 6;
    return smooth;
}

static void mark_vertices(Measure *m, const Ints *outline, const bool *keep, uint64_t bits)
{
    for (size_t i = 0; i < outline->n; i++)
        if (keep[i])
            m->property[SITE_VERTEX][outline->at[i]] |= bits;
}

static void find_corners(Measure *m, const Ints *outline)
{
    const double tolerance = 0.001;
    int n = (int)outline->n;
    bool *keep = ARENA_ARRAY(m->arena, bool, n);
    if (n < 6) {
        for (int i = 0; i < n; i++)
            keep[i] = true;
        mark_vertices(m, outline, keep, CORNER | CONVEX);
        return;
    }
    const double *score = sharpness(m, outline);
    for (int i = 0; i < n; i++)
        keep[i] = score[i] >= 0.320 &&
                  score[i] >= score[(i - 1 + n) % n] - tolerance &&
                  score[i] >= score[(i + 1) % n] - tolerance;
    for (int i = 0; i < n; i++) {
        if (!keep[i])
            continue; /* those added ahead spread on, those behind do not */
        if (score[(i - 1 + n) % n] >= 0.95 * score[i])
            keep[(i - 1 + n) % n] = true;
        if (score[(i + 1) % n] >= 0.95 * score[i])
            keep[(i + 1) % n] = true;
    }
    mark_vertices(m, outline, keep, CORNER | CONVEX);
    for (int i = 0; i < n; i++)
        keep[i] = score[i] <= -0.25 &&
                  score[i] <= score[(i - 1 + n) % n] + tolerance &&
                  score[i] <= score[(i + 1) % n] + tolerance;
    mark_vertices(m, outline, keep, CORNER | CONCAVE);
}

/* ---- corners that are edges and cells -------------------------------------- */

static void mark_beside(Measure *m, const GraphEdge *edge, uint64_t bits)
{
    if (edge->left >= 0)
        m->property[SITE_CELL][edge->left] |= bits;
    else if (edge->right >= 0)
        m->property[SITE_CELL][edge->right] |= bits;
}

static bool has_one_perimeter_vertex(const Measure *m, const GraphFace *face)
{
    int n = 0;
    for (size_t i = 0; i < face->vertex.n; i++)
        n += (m->property[SITE_VERTEX][face->vertex.at[i]] &
              PROPERTY_SET(SET_PERIMETER)) != 0;
    return n == 1;
}

/* Edges from this corner vertex to another one; false when there is none. */
static bool mark_corner_edges(Measure *m, int v, uint64_t bits)
{
    const Ints *around = &m->graph->vertex.at[v].edge;
    bool found = false;
    for (size_t i = 0; i < around->n; i++) {
        const GraphEdge *edge = &m->graph->edge.at[around->at[i]];
        if (!(m->property[SITE_VERTEX][edge_other_end(edge, v)] & CORNER))
            continue;
        m->property[SITE_EDGE][around->at[i]] |= bits;
        mark_beside(m, edge, bits);
        found = true;
    }
    return found;
}

static void mark_lone_corner(Measure *m, int v, bool concave, uint64_t bits)
{
    const GraphVertex *vertex = &m->graph->vertex.at[v];
    for (size_t i = 0; i < vertex->edge.n; i++) {
        int e = vertex->edge.at[i];
        if (!(m->property[SITE_EDGE][e] & PROPERTY_SET(SET_PERIMETER)))
            continue;
        m->property[SITE_EDGE][e] |= bits;
        if (!concave) {
            mark_beside(m, &m->graph->edge.at[e], bits);
            continue;
        }
        for (size_t f = 0; f < vertex->face.n; f++)
            if (has_one_perimeter_vertex(m, &m->graph->face.at[vertex->face.at[f]]))
                m->property[SITE_CELL][vertex->face.at[f]] |= bits;
    }
}

void measure_corners(Measure *m)
{
    for (size_t i = 0; i < m->perimeter.n; i++)
        find_corners(m, &m->perimeter.at[i]);
    for (size_t v = 0; v < m->graph->vertex.n; v++) {
        uint64_t own = m->property[SITE_VERTEX][v];
        if (!(own & CORNER))
            continue;
        bool concave = (own & CONCAVE) != 0;
        uint64_t bits = CORNER | (concave ? CONCAVE : CONVEX);
        if (!mark_corner_edges(m, (int)v, bits))
            mark_lone_corner(m, (int)v, concave, bits);
    }
}

/* ---- sides ----------------------------------------------------------------- */

/* Of 16 sectors counter-clockwise from east, the one that the angle is in. */
static int sector(Point from, Point to)
{
    const int n = 16;
    double arc = 2 * GEOM_PI / n;
    double angle = angle_of(from, to);
    while (angle < 0)
        angle += 2 * GEOM_PI;
    while (angle > 2 * GEOM_PI)
        angle -= 2 * GEOM_PI;
    return ((int)((angle + arc / 2) / arc) + n) % n;
}

/* Exactly along an axis: that side; else the quadrant's. */
static Wind side_of_sector(int sector)
{
    static const Wind axis[4] = {WIND_E, WIND_N, WIND_W, WIND_S};
    static const Wind between[4] = {WIND_NE, WIND_NW, WIND_SW, WIND_SE};
    return sector % 4 ? between[sector / 4] : axis[sector / 4];
}

/* The run of `length` edges from position `from` of the outline. */
static void mark_side(Measure *m, const Ints *outline, Point middle, int from, int length)
{
    int n = (int)outline->n;
    double x = 0, y = 0;
    for (int i = 0; i <= length; i++) {
        Point at = m->graph->vertex.at[outline->at[(from + i) % n]].at;
        x = i ? x + at.x : at.x;
        y = i ? y + at.y : at.y;
    }
    Point mean = {x / (length + 1), y / (length + 1), 0};
    uint64_t bit = PROPERTY_SIDE(side_of_sector(sector(middle, mean)));
    for (int i = 0; i <= length; i++)
        m->property[SITE_VERTEX][outline->at[(from + i) % n]] |= bit;
}

static void find_sides(Measure *m, const Ints *outline, Point middle)
{
    int n = (int)outline->n;
    for (int from = 0; from < n; from++) {
        if (!(m->property[SITE_VERTEX][outline->at[from]] & CORNER))
            continue;
        int to = from + 1;
        while (!(m->property[SITE_VERTEX][outline->at[to % n]] & CORNER))
            to++;
        mark_side(m, outline, middle, from, to - from);
    }
}

void measure_sides(Measure *m)
{
    uint64_t all = 0;
    Point middle = graph_centroid(m->graph);
    for (size_t i = 0; i < m->perimeter.n; i++)
        find_sides(m, &m->perimeter.at[i], middle);
    for (int wind = 0; wind < 16; wind++)
        all |= PROPERTY_SIDE(wind);
    for (size_t v = 0; v < m->graph->vertex.n; v++) {
        const GraphVertex *vertex = &m->graph->vertex.at[v];
        uint64_t bits = m->property[SITE_VERTEX][v] & all;
        for (size_t i = 0; i < vertex->edge.n; i++)
            m->property[SITE_EDGE][vertex->edge.at[i]] |= bits;
        for (size_t i = 0; i < vertex->face.n; i++)
            m->property[SITE_CELL][vertex->face.at[i]] |= bits;
    }
}
