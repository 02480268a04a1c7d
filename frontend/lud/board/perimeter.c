/* perimeter.c - the outline of each connected part of a board.
 *
 * Followed along vertices, so that a board without faces has one too. */
#include "frontend/lud/board/measure.h"

/* Of the vertex's edges the first to follow clockwise from the left end. */
static int first_edge(const Graph *graph, int from)
{
    const GraphVertex *vertex = &graph->vertex.at[from];
    int best = -1;
    double best_angle = 1000000;
    for (size_t i = 0; i < vertex->edge.n; i++) {
        int to = edge_other_end(&graph->edge.at[vertex->edge.at[i]], from);
        Point there = graph->vertex.at[to].at;
        double angle = exact_atan2(there.x - vertex->at.x, -(there.y - vertex->at.y));
        if (angle < best_angle) {
            best = vertex->edge.at[i];
            best_angle = angle;
        }
    }
    return best;
}

static size_t position_of(const GraphVertex *vertex, int edge)
{
    for (size_t i = 0; i < vertex->edge.n; i++)
        if (vertex->edge.at[i] == edge)
            return i;
    return 0;
}

/* Follows the outline from its leftmost vertex. */
static Ints follow(Measure *m, int from)
{
    const Graph *graph = m->graph;
    Ints outline = {0};
    int at = from;
    int edge = first_edge(graph, from);
    size_t limit = 4 * graph->edge.n + 4; /* each edge twice, and no more */
    do {
        vec_push(m->arena, &outline, at);
        if (edge < 0)
            break;
        int before = at;
        at = edge_other_end(&graph->edge.at[edge], at);
        const GraphVertex *vertex = &graph->vertex.at[at];
        size_t position = position_of(vertex, edge);
        for (size_t n = 1; n < vertex->edge.n; n++) {
            edge = vertex->edge.at[(position + n) % vertex->edge.n];
            if (edge_other_end(&graph->edge.at[edge], at) != before)
                break; /* a doubled edge would lead straight back */
        }
    } while (at != from && outline.n < limit);
    return outline;
}

static Points places(Measure *m, const Ints *outline)
{
    Points at = {0};
    for (size_t i = 0; i < outline->n; i++)
        vec_push(m->arena, &at, m->graph->vertex.at[outline->at[i]].at);
    return at;
}

static int leftmost(const Graph *graph, const bool *covered)
{
    int best = -1;
    double x = 1000000;
    for (size_t i = 0; i < graph->vertex.n; i++)
        if (!covered[i] && graph->vertex.at[i].at.x < x) {
            best = (int)i;
            x = graph->vertex.at[i].at.x;
        }
    return best;
}

static void cover(Measure *m, const Ints *outline, bool *covered)
{
    Points polygon = places(m, outline);
    for (size_t i = 0; i < outline->n; i++)
        covered[outline->at[i]] = true;
    for (size_t i = 0; i < m->graph->vertex.n; i++)
        if (!covered[i] && polygon_contains(&polygon, m->graph->vertex.at[i].at))
            covered[i] = true;
}

/* Drops outlines that start inside another one. */
static void drop_inner(Measure *m)
{
    for (size_t a = m->perimeter.n; a-- > 0;) {
        Point start = m->graph->vertex.at[m->perimeter.at[a].at[0]].at;
        bool inside = false;
        for (size_t b = 0; b < m->perimeter.n && !inside; b++) {
            Points polygon = places(m, &m->perimeter.at[b]);
            inside = a != b && polygon_contains(&polygon, start);
        }
        if (!inside)
            continue;
        for (size_t i = a; i + 1 < m->perimeter.n; i++)
            m->perimeter.at[i] = m->perimeter.at[i + 1];
        m->perimeter.n--;
    }
}

static void mark(Measure *m, const Ints *outline)
{
    const Graph *graph = m->graph;
    const uint64_t bit = PROPERTY_SET(SET_PERIMETER);
    for (size_t i = 0; i < outline->n; i++) {
        int a = outline->at[i];
        int b = outline->at[(i + 1) % outline->n];
        m->property[SITE_VERTEX][a] |= bit;
        const Ints *around = &graph->vertex.at[a].edge;
        for (size_t k = 0; k < around->n; k++) {
            const GraphEdge *edge = &graph->edge.at[around->at[k]];
            if (edge_other_end(edge, a) != b)
                continue;
            m->property[SITE_EDGE][around->at[k]] |= bit;
            if (edge->left >= 0)
                m->property[SITE_CELL][edge->left] |= bit;
            else if (edge->right >= 0)
                m->property[SITE_CELL][edge->right] |= bit;
            break;
        }
    }
}

void measure_perimeter(Measure *m)
{
    bool *covered = ARENA_ARRAY(m->arena, bool, m->graph->vertex.n);
    for (;;) {
        int start = leftmost(m->graph, covered);
        if (start < 0)
            break;
        Ints outline = follow(m, start);
        cover(m, &outline, covered);
        vec_push(m->arena, &m->perimeter, outline);
    }
    drop_inner(m);
    for (size_t i = 0; i < m->perimeter.n; i++)
        mark(m, &m->perimeter.at[i]);
}
