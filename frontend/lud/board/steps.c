/* steps.c - from each element the steps to others: in which relation, and
 * in which compass direction. */
#include "frontend/lud/board/measure.h"

#include <math.h>

#define PLAIN (WAY_BIT(WAY_ALL) | WAY_BIT(WAY_ADJACENT) | WAY_BIT(WAY_ORTHOGONAL))

/* The order in which rays are made: axes, diagonals, then the winds between. */
const int way_of_wind[WINDS] = {
    [WIND_N] = WAY_CLASSES,         [WIND_E] = WAY_CLASSES + 1,
    [WIND_S] = WAY_CLASSES + 2,     [WIND_W] = WAY_CLASSES + 3,
    [WIND_NE] = WAY_CLASSES + 4,    [WIND_SE] = WAY_CLASSES + 5,
    [WIND_NW] = WAY_CLASSES + 6,    [WIND_SW] = WAY_CLASSES + 7,
    [WIND_NNW] = WAY_CLASSES + 8,   [WIND_WNW] = WAY_CLASSES + 9,
    [WIND_WSW] = WAY_CLASSES + 10,  [WIND_SSW] = WAY_CLASSES + 11,
    [WIND_SSE] = WAY_CLASSES + 12,  [WIND_ESE] = WAY_CLASSES + 13,
    [WIND_ENE] = WAY_CLASSES + 14,  [WIND_NNE] = WAY_CLASSES + 15,
    [WIND_CW] = WAY_CLASSES + 16,   [WIND_CCW] = WAY_CLASSES + 17,
    [WIND_IN] = WAY_CLASSES + 18,   [WIND_OUT] = WAY_CLASSES + 19,
    [WIND_U] = WAY_CLASSES + 20,    [WIND_UN] = WAY_CLASSES + 21,
    [WIND_UNE] = WAY_CLASSES + 22,  [WIND_UE] = WAY_CLASSES + 23,
    [WIND_USE] = WAY_CLASSES + 24,  [WIND_US] = WAY_CLASSES + 25,
    [WIND_USW] = WAY_CLASSES + 26,  [WIND_UW] = WAY_CLASSES + 27,
    [WIND_UNW] = WAY_CLASSES + 28,  [WIND_D] = WAY_CLASSES + 29,
    [WIND_DN] = WAY_CLASSES + 30,   [WIND_DNE] = WAY_CLASSES + 31,
    [WIND_DE] = WAY_CLASSES + 32,   [WIND_DSE] = WAY_CLASSES + 33,
    [WIND_DS] = WAY_CLASSES + 34,   [WIND_DSW] = WAY_CLASSES + 35,
    [WIND_DW] = WAY_CLASSES + 36,   [WIND_DNW] = WAY_CLASSES + 37,
};

const int wind_of_way[WAYS] = {
    -1,       -1,       -1,       -1,       -1,       -1,       -1,       -1,
    -1,       WIND_N,   WIND_E,   WIND_S,   WIND_W,   WIND_NE,  WIND_SE,  WIND_NW,
    WIND_SW,  WIND_NNW, WIND_WNW, WIND_WSW, WIND_SSW, WIND_SSE, WIND_ESE, WIND_ENE,
    WIND_NNE, WIND_CW,  WIND_CCW, WIND_IN,  WIND_OUT, WIND_U,   WIND_UN,  WIND_UNE,
    WIND_UE,  WIND_USE, WIND_US,  WIND_USW, WIND_UW,  WIND_UNW, WIND_D,   WIND_DN,
    WIND_DNE, WIND_DE,  WIND_DSE, WIND_DS,  WIND_DSW, WIND_DW,  WIND_DNW,
};

/* ---- relations ------------------------------------------------------------- */

static void add_step(Arena *arena, RawSteps *steps, SiteType type, int to, uint64_t ways)
{
    for (size_t i = 0; i < steps->n; i++)
        if (steps->at[i].to_type == type && steps->at[i].to == to) {
            steps->at[i].ways |= ways;
            return;
        }
    RawStep step = {type, to, ways, ways};
    vec_push(arena, steps, step);
}

/* The corner opposite to vertex v: that for which the line from v passes nearest
 * to the middle of the face. */
static int opposite_corner(const Graph *graph, const GraphFace *face, int v)
{
    int best = -1;
    double least = 1000000;
    for (size_t i = 0; i < face->vertex.n; i++) {
        int to = face->vertex.at[i];
        if (to == v)
            continue;
        double distance =
            distance_to_line(face->at, graph->vertex.at[v].at, graph->vertex.at[to].at);
        if (distance < least) {
            least = distance;
            best = to;
        }
    }
    return best;
}

static void steps_from_vertex(Arena *arena, const Graph *graph, int v, RawSteps *steps)
{
    const GraphVertex *vertex = &graph->vertex.at[v];
    for (size_t i = 0; i < vertex->edge.n; i++)
        add_step(arena, steps, SITE_VERTEX,
                 edge_other_end(&graph->edge.at[vertex->edge.at[i]], v), PLAIN);
    for (size_t i = 0; i < vertex->face.n; i++) {
        const GraphFace *face = &graph->face.at[vertex->face.at[i]];
        if (face->vertex.n >= 4)
            add_step(arena, steps, SITE_VERTEX, opposite_corner(graph, face, v),
                     WAY_BIT(WAY_ALL) | WAY_BIT(WAY_DIAGONAL));
    }
    for (size_t i = 0; i < vertex->edge.n; i++)
        add_step(arena, steps, SITE_EDGE, vertex->edge.at[i], PLAIN);
    for (size_t i = 0; i < vertex->face.n; i++)
        add_step(arena, steps, SITE_CELL, vertex->face.at[i], PLAIN);
}

static void steps_from_edge(Arena *arena, const Graph *graph, int e, RawSteps *steps)
{
    const GraphEdge *edge = &graph->edge.at[e];
    const int end[2] = {edge->a, edge->b};
    for (int k = 0; k < 2; k++) {
        const Ints *around = &graph->vertex.at[end[k]].edge;
        for (size_t i = 0; i < around->n; i++)
            if (around->at[i] != e)
                add_step(arena, steps, SITE_EDGE, around->at[i], PLAIN);
    }
    for (int k = 0; k < 2; k++)
        add_step(arena, steps, SITE_VERTEX, end[k], PLAIN);
    if (edge->left >= 0)
        add_step(arena, steps, SITE_CELL, edge->left, PLAIN);
    if (edge->right >= 0)
        add_step(arena, steps, SITE_CELL, edge->right, PLAIN);
    for (int k = 0; k < 2; k++) {
        const Ints *around = &graph->vertex.at[end[k]].face;
        for (size_t i = 0; i < around->n; i++)
            add_step(arena, steps, SITE_CELL, around->at[i], PLAIN);
    }
}

/* Cells reached from cell f so far, itself included. */
static bool used(const RawSteps *steps, int f, int other)
{
    if (other == f)
        return true;
    for (size_t i = 0; i < steps->n; i++)
        if (steps->at[i].to == other)
            return true;
    return false;
}

/* At each corner the cell beyond it, if it is no neighbour yet. */
static void steps_across_corners(Arena *arena, const Graph *graph, int f, RawSteps *steps)
{
    const GraphFace *face = &graph->face.at[f];
    for (size_t i = 0; i < face->vertex.n; i++) {
        const GraphVertex *vertex = &graph->vertex.at[face->vertex.at[i]];
        double least = 1000000;
        int best = -1;
        for (size_t k = 0; k < vertex->face.n; k++) {
            int other = vertex->face.at[k];
            if (used(steps, f, other))
                continue;
            double distance =
                distance_to_line(vertex->at, face->at, graph->face.at[other].at);
            if (distance < least) {
                least = distance;
                best = other;
            }
        }
        if (best >= 0)
            add_step(arena, steps, SITE_CELL, best,
                     WAY_BIT(WAY_ALL) | WAY_BIT(WAY_ADJACENT) | WAY_BIT(WAY_DIAGONAL));
    }
    for (size_t i = 0; i < face->vertex.n; i++) {
        const Ints *around = &graph->vertex.at[face->vertex.at[i]].face;
        for (size_t k = 0; k < around->n; k++)
            if (!used(steps, f, around->at[k]))
                add_step(arena, steps, SITE_CELL, around->at[k],
                         WAY_BIT(WAY_ALL) | WAY_BIT(WAY_ADJACENT) |
                             WAY_BIT(WAY_OFF_DIAGONAL));
    }
}

/* The far end of the first edge at vertex v that does not bound the face. */
static int end_of_edge_away(const Graph *graph, const GraphFace *face, int v)
{
    const Ints *around = &graph->vertex.at[v].edge;
    for (size_t i = 0; i < around->n; i++) {
        bool bounds = false;
        for (size_t k = 0; k < face->edge.n; k++)
            bounds |= face->edge.at[k] == around->at[i];
        if (!bounds)
            return edge_other_end(&graph->edge.at[around->at[i]], v);
    }
    return -1;
}

/* Where three edges meet, the cell at the other end of the edge that leads away,
 * if it lies straight behind: the diagonals of hexagons. */
static void steps_along_edges(Arena *arena, const Graph *graph, int f, RawSteps *steps)
{
    const GraphFace *face = &graph->face.at[f];
    for (size_t i = 0; i < face->vertex.n; i++) {
        const GraphVertex *near = &graph->vertex.at[face->vertex.at[i]];
        if (near->edge.n != 3)
            continue;
        int end = end_of_edge_away(graph, face, face->vertex.at[i]);
        if (end < 0)
            continue;
        const GraphVertex *far = &graph->vertex.at[end];
        for (size_t k = 0; k < far->face.n; k++) {
            int other = far->face.at[k];
            if (used(steps, f, other))
                continue;
            Point there = graph->face.at[other].at;
            double off = distance_to_line(near->at, face->at, there);
            off += distance_to_line(far->at, face->at, there);
            if (off / distance2d(face->at, there) <= 0.1)
                add_step(arena, steps, SITE_CELL, other,
                         WAY_BIT(WAY_ALL) | WAY_BIT(WAY_DIAGONAL));
        }
    }
}

static void steps_from_face(Arena *arena, const Graph *graph, int f, RawSteps *steps)
{
    const GraphFace *face = &graph->face.at[f];
    for (size_t i = 0; i < face->edge.n; i++) {
        int other = edge_other_face(&graph->edge.at[face->edge.at[i]], f);
        if (other >= 0)
            add_step(arena, steps, SITE_CELL, other, PLAIN);
    }
    steps_across_corners(arena, graph, f, steps);
    steps_along_edges(arena, graph, f, steps);
    for (size_t i = 0; i < face->vertex.n; i++)
        add_step(arena, steps, SITE_VERTEX, face->vertex.at[i], PLAIN);
    for (size_t i = 0; i < face->edge.n; i++)
        add_step(arena, steps, SITE_EDGE, face->edge.at[i], PLAIN);
}

/* ---- compass --------------------------------------------------------------- */

/* Winds of the sky and of the ground below, by the compass wind (16ths fold into
 * the 8 there are). */
static Wind raised(int wind16, bool up)
{
    static const Wind above[8] = {WIND_UN, WIND_UNE, WIND_UE, WIND_USE,
                                  WIND_US, WIND_USW, WIND_UW, WIND_UNW};
    static const Wind below[8] = {WIND_DN, WIND_DNE, WIND_DE, WIND_DSE,
                                  WIND_DS, WIND_DSW, WIND_DW, WIND_DNW};
    int wind8 = wind16 % 4 == 0 ? wind16 / 2 : wind16 / 4 * 2 + 1;
    return up ? above[wind8] : below[wind8];
}

/* The wind from a to b, to one of `sectors` (8 or 16) compass winds; `unit` is
 * the mean length of the edges. */
static Wind wind_between(Point a, Point b, double unit, int sectors)
{
    int rise = b.z - a.z < -0.1 * unit ? -1 : b.z - a.z > 0.1 * unit;
    if (rise && distance2d(a, b) < 0.1 * unit)
        return rise < 0 ? WIND_D : WIND_U;
    double angle = angle_of(a, b);
    while (angle < 0)
        angle += 2 * GEOM_PI;
    while (angle > 2 * GEOM_PI)
        angle -= 2 * GEOM_PI;
    double half = 2 * GEOM_PI / (2 * sectors);
    int k = 0; /* sectors counter-clockwise from east */
    while (k < sectors && angle >= (k ? half + 2 * k * GEOM_PI / sectors : half))
        k++;
    int step = 16 / sectors;
    int wind16 = (16 + WIND_E - k % sectors * step) % 16;
    return rise ? raised(wind16, rise > 0) : (Wind)wind16;
}

static uint64_t layer_class(Wind wind)
{
    if (wind <= WIND_NNW)
        return WAY_BIT(WAY_SAME_LAYER);
    if (wind >= WIND_D)
        return WAY_BIT(WAY_DOWNWARD);
    return wind >= WIND_U ? WAY_BIT(WAY_UPWARD) : 0;
}

/* 8 winds if no two steps of the element fall into one of them, else 16. */
static void set_winds(const Graph *graph, Point from, double unit, RawSteps *steps)
{
    uint64_t taken = 0;
    int sectors = 8;
    for (size_t i = 0; i < steps->n; i++) {
        Point to = graph_point(graph, steps->at[i].to_type, steps->at[i].to);
        uint64_t bit = UINT64_C(1) << wind_between(from, to, unit, 8);
        if (taken & bit)
            sectors = 16;
        taken |= bit;
    }
    for (size_t i = 0; i < steps->n; i++) {
        Point to = graph_point(graph, steps->at[i].to_type, steps->at[i].to);
        Wind wind = wind_between(from, to, unit, sectors);
        uint64_t bits = WAY_BIT(way_of_wind[wind]) | layer_class(wind);
        steps->at[i].ways |= bits;
        steps->at[i].listed |= bits;
    }
}

/* ---- rotation -------------------------------------------------------------- */

static int pivot_of(const Graph *graph, SiteType type, int id)
{
    if (type == SITE_VERTEX)
        return graph->vertex.at[id].pivot;
    if (type == SITE_EDGE) {
        const GraphEdge *edge = &graph->edge.at[id];
        int pivot = graph->vertex.at[edge->a].pivot;
        return pivot != -1 ? pivot : graph->vertex.at[edge->b].pivot;
    }
    const Ints *corner = &graph->face.at[id].vertex;
    for (size_t i = 0; i < corner->n; i++)
        if (graph->vertex.at[corner->at[i]].pivot != -1)
            return graph->vertex.at[corner->at[i]].pivot;
    return -1;
}

static Point unit_vector(Point from, Point to)
{
    Point v = {to.x - from.x, to.y - from.y, to.z - from.z};
    double length = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    if (length >= GEOM_EPSILON)
        v = (Point){v.x / length, v.y / length, v.z / length};
    return v;
}

static bool curved_edge(const Graph *graph, int a, int b)
{
    int n = (int)graph->vertex.n;
    if (a >= n || b >= n)
        return false;
    const Ints *around = &graph->vertex.at[a].edge;
    for (size_t i = 0; i < around->n; i++) {
        const GraphEdge *edge = &graph->edge.at[around->at[i]];
        if (edge->curved && edge_other_end(edge, a) == b)
            return true;
    }
    return false;
}

/* Which way a step turns about the pivot; -1: none.  Whether the step is along a
 * curve is asked of the vertices that have the numbers of the two elements, of
 * whatever type these are: so the rules say. */
static int turning(const Graph *graph, Point from, int id, Point pivot, const RawStep *step)
{
    Point to = graph_point(graph, step->to_type, step->to);
    Point ahead = unit_vector(from, to), inward = unit_vector(from, pivot);
    double dot = ahead.x * inward.x + ahead.y * inward.y + ahead.z * inward.z;
    if (dot > 0.9)
        return WIND_IN;
    if (dot < -0.9)
        return WIND_OUT;
    if (!curved_edge(graph, id, step->to))
        return -1;
    return which_side(from, pivot, to) > 0 ? WIND_CW : WIND_CCW;
}

static void set_turns(const Graph *graph, SiteType type, int id, bool is_pivot,
                      RawSteps *steps)
{
    int pivot = pivot_of(graph, type, id);
    if (!is_pivot && pivot == -1)
        return;
    for (size_t i = 0; i < steps->n; i++) {
        RawStep *step = &steps->at[i];
        int wind = WIND_OUT;
        if (!is_pivot) {
            if (step->ways & WAY_BIT(WAY_DIAGONAL))
                continue;
            wind = turning(graph, graph_point(graph, type, id), id,
                           graph_pivot_place(graph, pivot), step);
        }
        if (wind < 0)
            continue;
        uint64_t bits = WAY_BIT(way_of_wind[wind]) | WAY_BIT(WAY_ROTATIONAL);
        step->ways |= bits;
        step->listed |= bits;
    }
}

/* ---- all of it ------------------------------------------------------------- */

/* Ascending: clockwise from north. */
static double bearing_score(Point from, Point to)
{
    double score = GEOM_PI / 2 - angle_of(from, to) + 0.0001;
    while (score < 0)
        score += 2 * GEOM_PI;
    return score;
}

static void sort_steps(Arena *arena, const Graph *graph, Point from, RawSteps *steps)
{
    if (!steps->n)
        return;
    double *score = ARENA_ARRAY(arena, double, steps->n);
    for (size_t i = 0; i < steps->n; i++)
        score[i] =
            bearing_score(from, graph_point(graph, steps->at[i].to_type, steps->at[i].to));
    const int *order = rank_by_score(arena, score, (int)steps->n);
    RawStep *old = arena_copy(arena, steps->at, steps->n * sizeof *old);
    for (size_t i = 0; i < steps->n; i++)
        steps->at[i] = old[order[i]];
}

void find_steps(Arena *arena, const Graph *graph, Moves *moves)
{
    double unit = graph_mean_edge(graph);
    bool *is_pivot = ARENA_ARRAY(arena, bool, graph->vertex.n);
    for (size_t v = 0; v < graph->vertex.n; v++) {
        int pivot = graph_pivot_id(graph, graph->vertex.at[v].pivot);
        if (pivot >= 0 && pivot < (int)graph->vertex.n)
            is_pivot[pivot] = true;
    }
    for (int t = 0; t < SITE_TYPES; t++) {
        SiteType type = (SiteType)t;
        int n = graph_size(graph, type);
        moves->of[t] = ARENA_ARRAY(arena, RawSteps, n);
        for (int id = 0; id < n; id++) {
            RawSteps *steps = &moves->of[t][id];
            Point at = graph_point(graph, type, id);
            if (type == SITE_VERTEX)
                steps_from_vertex(arena, graph, id, steps);
            else if (type == SITE_EDGE)
                steps_from_edge(arena, graph, id, steps);
            else
                steps_from_face(arena, graph, id, steps);
            set_winds(graph, at, unit, steps);
            set_turns(graph, type, id, type == SITE_VERTEX && is_pivot[id], steps);
            sort_steps(arena, graph, at, steps);
        }
    }
}
