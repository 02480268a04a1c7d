/* celtic.c - knotwork: tilted squares with loops along the outline. */
#include <math.h>

#include "frontend/lud/board/measure.h"

/* Half a diagonal of the tilted unit square. */
static double half(void)
{
    return 1.0 / sqrt(2);
}

static void add_square(Graph *graph, Point centre)
{
    double h = half();
    const Point corner[4] = {{h, 0, 0}, {0, h, 0}, {-h, 0, 0}, {0, -h, 0}};
    for (int i = 0; i < 4; i++)
        graph_find_or_add_vertex(graph, centre.x + corner[i].x, centre.y + corner[i].y, 0);
}

/* Edges between all vertices a unit apart, and the faces of them. */
static void join(Graph *graph)
{
    for (size_t a = 0; a < graph->vertex.n; a++)
        for (size_t b = 0; b < graph->vertex.n; b++) {
            double length = distance3d(graph->vertex.at[a].at, graph->vertex.at[b].at);
            if (a != b && fabs(length - 1.0) < 0.05)
                graph_find_or_add_edge(graph, (int)a, (int)b);
        }
    graph_make_faces(graph, true);
}

/* The outline of the first part, clockwise. */
static Ints outline_of(const Graph *graph)
{
    Measure m = {.arena = graph->arena, .graph = graph};
    for (int type = 0; type < SITE_TYPES; type++)
        m.property[type] =
            ARENA_ARRAY(graph->arena, uint64_t, graph_size(graph, (SiteType)type));
    measure_perimeter(&m);
    return m.perimeter.at[0];
}

/* ---- loops ---------------------------------------------------------------------- */

typedef struct {
    Graph *graph;
    Ints outline;
} Knot;

static int corner_at(const Knot *knot, int n)
{
    int size = (int)knot->outline.n;
    return knot->outline.at[(n + size) % size];
}

static Point place(const Knot *knot, int n)
{
    return knot->graph->vertex.at[corner_at(knot, n)].at;
}

/* The turn at position n of the outline, left being positive. */
static double turn(const Knot *knot, int n)
{
    Point a = place(knot, n - 1), b = place(knot, n), c = place(knot, n + 1);
    double vx = b.x - a.x, vy = b.y - a.y, ux = c.x - b.x, uy = c.y - b.y;
    return exact_atan2(ux * -vy + uy * vx, ux * vx + uy * vy);
}

static Point stretched(double x, double y, double length)
{
    double size = sqrt(x * x + y * y);
    double scale = size < GEOM_EPSILON ? 1 : size;
    return (Point){x / scale * length, y / scale * length, 0};
}

static void add_curve(Graph *graph, int a, int b, Point tangent_a, Point tangent_b)
{
    int id = graph_add_edge(graph, a, b);
    GraphEdge *edge = &graph->edge.at[id];
    edge->curved = true;
    edge->tangent_a = tangent_a;
    edge->tangent_b = tangent_b;
}

/* A loop across the dent after position n. */
static void bridge(const Knot *knot, int n)
{
    Point c = place(knot, n), d = place(knot, n + 1), e = place(knot, n + 2);
    const int face[3] = {corner_at(knot, n + 1), corner_at(knot, n), corner_at(knot, n + 2)};
    add_curve(knot->graph, face[1], face[2], stretched(e.x - d.x, e.y - d.y, 1.25),
              stretched(c.x - d.x, c.y - d.y, 1.25));
    graph_find_or_add_face(knot->graph, face, 3);
}

/* A loop with a tip of its own over the edge after position n. */
static void loop(const Knot *knot, int n)
{
    Graph *graph = knot->graph;
    Point b = place(knot, n - 1), c = place(knot, n), d = place(knot, n + 1);
    Point out = {c.x - b.x, c.y - b.y, 0}; /* from the edge outwards */
    if (fabs(turn(knot, n)) < 0.1 * GEOM_PI)
        out = (Point){d.y - c.y, -(d.x - c.x), 0};
    Point middle = {(c.x + d.x) / 2, (c.y + d.y) / 2, 0};
    Point inner = {middle.x + 0.5 * out.x, middle.y + 0.5 * out.y, 0};
    int tip = graph_add_vertex(graph, middle.x + 0.9 * out.x, middle.y + 0.9 * out.y, 0);
    const int face[3] = {corner_at(knot, n), tip, corner_at(knot, n + 1)};
    Point side = stretched(out.x, out.y, 1.333);
    add_curve(graph, face[0], tip, side, stretched(c.x - inner.x, c.y - inner.y, 1));
    add_curve(graph, tip, face[2], stretched(d.x - inner.x, d.y - inner.y, 1), side);
    graph_find_or_add_face(graph, face, 3);
}

/* Where loops begin: at left turns, and at every second place without a turn. */
static bool *loop_starts(const Knot *knot)
{
    int n = (int)knot->outline.n, flat = 0;
    bool *starts = ARENA_ARRAY(knot->graph->arena, bool, n);
    for (int i = 0; i < n; i++) {
        double angle = turn(knot, i);
        if (angle > 0.25 * GEOM_PI) {
            starts[i] = true;
            flat = 0;
        } else if (fabs(angle) < 0.1 * GEOM_PI) {
            starts[i] = ++flat % 2 == 0;
        }
    }
    return starts;
}

static Graph *tied(Graph *graph)
{
    join(graph);
    if (!graph->vertex.n)
        return graph;
    Knot knot = {graph, outline_of(graph)};
    const bool *starts = loop_starts(&knot);
    for (int n = 0; n < (int)knot.outline.n; n++) {
        if (!starts[n])
            continue;
        if (turn(&knot, n + 1) < -0.25 * GEOM_PI)
            bridge(&knot, n);
        else
            loop(&knot, n);
    }
    graph_reorder(graph);
    return graph;
}

/* ---- boards ------------------------------------------------------------------------ */

Graph *graph_celtic(Arena *arena, int rows, int columns)
{
    Graph *graph = graph_new(arena);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            add_square(graph, (Point){column * (2 * half()), row * (2 * half()), 0});
    return tied(graph);
}

Graph *graph_celtic_outline(Arena *arena, Outline outline)
{
    double step = 2 * half();
    const double way[4][2] = {{step, 0}, {0, step}, {-step, 0}, {0, -step}};
    Graph *graph = graph_new(arena);
    Points polygon = {0};
    if (outline.polygon)
        for (size_t i = 0; i < outline.polygon->n; i++)
            vec_push(arena, &polygon, outline.polygon->at[i]);
    else
        outline_on_grid(arena, outline.sides, way, &polygon);
    polygon_inflate(arena, &polygon, 0.1);
    Box box = polygon_box(&polygon);
    for (int row = (int)box.y - 1; row <= (int)(box.y + box.height) + 1; row++)
        for (int column = (int)box.x - 1; column <= (int)(box.x + box.width) + 1; column++) {
            Point centre = {column * (2 * half()), row * (2 * half()), 0};
            if (polygon_contains(&polygon, centre))
                add_square(graph, centre);
        }
    return tied(graph);
}
