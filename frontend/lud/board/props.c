/* props.c - outer and inner, extreme, major, central sites; phases. */
#include "frontend/lud/board/measure.h"

#include <math.h>

#define PERIMETER PROPERTY_SET(SET_PERIMETER)
#define OUTER PROPERTY_SET(SET_OUTER)
#define INNER PROPERTY_SET(SET_INNER)

void measure_outer(Measure *m)
{
    const Graph *graph = m->graph;
    const uint64_t *vertex = m->property[SITE_VERTEX];
    for (int type = 0; type < SITE_TYPES; type++)
        for (int i = 0; i < graph_size(graph, (SiteType)type); i++)
            if (m->property[type][i] & PERIMETER)
                m->property[type][i] |= OUTER;
    for (size_t f = 0; f < graph->face.n; f++) {
        const Ints *corner = &graph->face.at[f].vertex;
        for (size_t i = 0; i < corner->n; i++)
            if (vertex[corner->at[i]] & PERIMETER)
                m->property[SITE_CELL][f] |= OUTER | PERIMETER;
    }
    for (size_t e = 0; e < graph->edge.n; e++) {
        const GraphEdge *edge = &graph->edge.at[e];
        if ((vertex[edge->a] & PERIMETER) && (vertex[edge->b] & PERIMETER) &&
            (edge->left < 0 || edge->right < 0))
            m->property[SITE_EDGE][e] |= OUTER | PERIMETER;
    }
    for (int type = 0; type < SITE_TYPES; type++)
        for (int i = 0; i < graph_size(graph, (SiteType)type); i++)
            if (!(m->property[type][i] & OUTER))
                m->property[type][i] |= INNER;
}

static void extremes_of(Measure *m, SiteType type)
{
    const double tolerance = 0.01;
    double x0 = 1000000, y0 = 1000000, x1 = -1000000, y1 = -1000000;
    int n = graph_size(m->graph, type);
    for (int i = 0; i < n; i++) {
        Point p = graph_point(m->graph, type, i);
        x0 = p.x < x0 ? p.x : x0;
        y0 = p.y < y0 ? p.y : y0;
        x1 = p.x > x1 ? p.x : x1;
        y1 = p.y > y1 ? p.y : y1;
    }
    for (int i = 0; i < n; i++) {
        Point p = graph_point(m->graph, type, i);
        uint64_t bits = 0;
        bits |= p.x - x0 < tolerance ? PROPERTY_SET(SET_LEFT) : 0;
        bits |= p.y - y0 < tolerance ? PROPERTY_SET(SET_BOTTOM) : 0;
        bits |= x1 - p.x < tolerance ? PROPERTY_SET(SET_RIGHT) : 0;
        bits |= y1 - p.y < tolerance ? PROPERTY_SET(SET_TOP) : 0;
        m->property[type][i] |= bits;
    }
}

void measure_extremes(Measure *m)
{
    for (int type = 0; type < SITE_TYPES; type++)
        extremes_of(m, (SiteType)type);
}

/* Cells with the most sides are major, the others minor. */
void measure_major(Measure *m)
{
    size_t most = 0;
    for (size_t f = 0; f < m->graph->face.n; f++)
        if (m->graph->face.at[f].vertex.n > most)
            most = m->graph->face.at[f].vertex.n;
    for (size_t f = 0; f < m->graph->face.n; f++)
        m->property[SITE_CELL][f] |= m->graph->face.at[f].vertex.n == most
                                         ? PROPERTY_SET(SET_MAJOR)
                                         : PROPERTY_SET(SET_MINOR);
}

/* ---- centre ---------------------------------------------------------------- */

/* Those with the least sum of squared distances to the corner elements and, on
 * small boards, to the perimeter elements too. */
static void centre_of(Measure *m, SiteType type)
{
    const Graph *graph = m->graph;
    int n = graph_size(graph, type);
    double *sum = ARENA_ARRAY(m->arena, double, n);
    double least = 1000000;
    for (int a = 0; a < n; a++) {
        Point at = graph_point(graph, type, a);
        for (int b = 0; n < 100 && b < n; b++)
            if (m->property[type][b] & PERIMETER)
                sum[a] += distance_squared(at, graph_point(graph, type, b));
        for (int b = 0; b < n; b++)
            if (m->property[type][b] & PROPERTY_SET(SET_CORNERS))
                sum[a] += distance_squared(at, graph_point(graph, type, b));
        least = sum[a] < least ? sum[a] : least;
    }
    for (int a = 0; a < n; a++)
        if (fabs(sum[a] - least) < 0.0001)
            m->property[type][a] |= PROPERTY_SET(SET_CENTRE);
}

void measure_centre(Measure *m)
{
    for (int type = 0; type < SITE_TYPES; type++)
        centre_of(m, (SiteType)type);
}

/* ---- phases ---------------------------------------------------------------- */

static void edge_neighbours(const Graph *graph, int e, Arena *arena, Ints *list)
{
    const int end[2] = {graph->edge.at[e].a, graph->edge.at[e].b};
    for (int k = 0; k < 2; k++) {
        const Ints *around = &graph->vertex.at[end[k]].edge;
        for (size_t i = 0; i < around->n; i++)
            if (around->at[i] != e)
                vec_push(arena, list, around->at[i]);
    }
}

/* Neighbours in the order of the element's own lists. */
static Ints neighbours_of(const Graph *graph, SiteType type, int id, Arena *arena)
{
    Ints list = {0};
    if (type == SITE_EDGE) {
        edge_neighbours(graph, id, arena, &list);
    } else if (type == SITE_VERTEX) {
        const Ints *around = &graph->vertex.at[id].edge;
        for (size_t i = 0; i < around->n; i++)
            vec_push(arena, &list, edge_other_end(&graph->edge.at[around->at[i]], id));
    } else {
        const Ints *side = &graph->face.at[id].edge;
        for (size_t i = 0; i < side->n; i++) {
            int other = edge_other_face(&graph->edge.at[side->at[i]], id);
            if (other >= 0)
                vec_push(arena, &list, other);
        }
    }
    return list;
}

static unsigned phases_among(const Ints *list, const int *phase)
{
    unsigned set = 0;
    for (size_t i = 0; i < list->n; i++)
        if (phase[list->at[i]] >= 0)
            set |= 1u << phase[list->at[i]];
    return set;
}

/* A queue that takes at both ends; it never holds more than `room` each way. */
typedef struct {
    int *at;
    size_t head, tail;
} Deque;

/* Colours one connected part: breadth first, but those that see two colours
 * already go to the front. */
static void colour_from(const Ints *nbor, int start, int *phase, bool *visited, Deque *q)
{
    q->at[q->tail++] = start;
    while (q->head < q->tail) {
        int here = q->at[q->head++];
        if (visited[here])
            continue;
        unsigned taken = phases_among(&nbor[here], phase);
        int free = 0;
        while (free < 4 && (taken & 1u << free))
            free++;
        phase[here] = free;
        visited[here] = true;
        for (size_t i = 0; i < nbor[here].n; i++) {
            int next = nbor[here].at[i];
            if (visited[next])
                continue;
            unsigned seen = phases_among(&nbor[next], phase);
            if (seen & (seen - 1))
                q->at[--q->head] = next;
            else
                q->at[q->tail++] = next;
        }
    }
}

void measure_phase(Measure *m)
{
    for (int type = 0; type < SITE_TYPES; type++) {
        int n = graph_size(m->graph, (SiteType)type);
        size_t room = 1;
        Ints *nbor = ARENA_ARRAY(m->arena, Ints, n);
        bool *visited = ARENA_ARRAY(m->arena, bool, n);
        for (int i = 0; i < n; i++) {
            nbor[i] = neighbours_of(m->graph, (SiteType)type, i, m->arena);
            room += nbor[i].n;
            m->phase[type][i] = -1;
        }
        Deque q = {ARENA_ARRAY(m->arena, int, 2 * room + (size_t)n), 0, 0};
        for (int i = 0; i < n; i++)
            if (m->phase[type][i] < 0) {
                q.head = q.tail = room;
                colour_from(nbor, i, m->phase[type], visited, &q);
            }
    }
}
