/* move.c - moving, stretching, turning and leaning a graph. */
#include "frontend/lud/graph/graph.h"

#include <math.h>

void graph_shift(Graph *graph, double dx, double dy, double dz)
{
    for (size_t v = 0; v < graph->vertex.n; v++) {
        Point p = graph->vertex.at[v].at;
        graph->vertex.at[v].at = (Point){p.x + dx, p.y + dy, p.z + dz};
    }
    graph_update_points(graph);
}

void graph_scale(Graph *graph, double sx, double sy, double sz)
{
    for (size_t v = 0; v < graph->vertex.n; v++) {
        Point p = graph->vertex.at[v].at;
        graph->vertex.at[v].at = (Point){p.x * sx, p.y * sy, p.z * sz};
    }
    graph_update_points(graph);
}

static Point turned(Point p, double theta)
{
    double c = cos(theta), s = sin(theta);
    return (Point){p.x * c - p.y * s, p.y * c + p.x * s, p.z};
}

/* Counter-clockwise about the middle of the bounding box. */
void graph_rotate(Graph *graph, double degrees)
{
    double theta = degrees * 0.017453292519943295;
    Box box = graph_box(graph, SITE_VERTEX);
    double x = box.x + box.width / 2.0, y = box.y + box.height / 2.0;
    double c = cos(theta), s = sin(theta);
    for (size_t v = 0; v < graph->vertex.n; v++) {
        Point p = graph->vertex.at[v].at;
        double dx = p.x - x, dy = p.y - y;
        graph->vertex.at[v].at = (Point){x + dx * c - dy * s, y + dy * c + dx * s, p.z};
    }
    for (size_t e = 0; e < graph->edge.n; e++) {
        GraphEdge *edge = &graph->edge.at[e];
        edge->tangent_a = turned(edge->tangent_a, theta);
        edge->tangent_b = turned(edge->tangent_b, theta);
    }
    graph_update_points(graph);
}

/* Sideways by `amount` for each unit of height. */
void graph_skew(Graph *graph, double amount)
{
    Box box = graph_box(graph, SITE_VERTEX);
    for (size_t v = 0; v < graph->vertex.n; v++)
        graph->vertex.at[v].at.x += (graph->vertex.at[v].at.y - box.y) * amount;
    for (size_t e = 0; e < graph->edge.n; e++) {
        GraphEdge *edge = &graph->edge.at[e];
        edge->tangent_a.x += (edge->tangent_a.y - box.y) * amount;
        edge->tangent_b.x += (edge->tangent_b.y - box.y) * amount;
    }
    graph_update_points(graph);
}
