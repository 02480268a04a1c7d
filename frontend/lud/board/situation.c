/* situation.c - rows, columns, layers and the labels made of them. */
#include "frontend/lud/board/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum { BY_ROW, BY_COLUMN, BY_LAYER } Dimension;

/* Distance of each element from the reference line of the dimension. */
static double *distances(Measure *m, SiteType type, Dimension dimension, double theta)
{
    int n = graph_size(m->graph, type);
    Box box = graph_box(m->graph, type);
    double *distance = ARENA_ARRAY(m->arena, double, n);
    Point a = dimension == BY_ROW
                  ? (Point){box.x + box.width / 2, box.y - box.height, 0}
                  : (Point){box.x - box.width, box.y + box.height / 2, 0};
    Point b = {a.x + box.width * cos(theta), a.y + box.width * sin(theta), 0};
    for (int i = 0; i < n; i++) {
        Point at = graph_point(m->graph, type, i);
        distance[i] = dimension == BY_LAYER ? at.z : distance_to_line(at, a, b);
    }
    return distance;
}

/* Numbers the elements by clusters of their distances.  A cluster ends where the
 * next distance is more than `margin` from its mean so far.  The result says how
 * badly the clusters fit: for each the square of its last element's deviation
 * over its size, and a little for its being there. */
static double cluster(Measure *m, SiteType type, Dimension dimension, double unit,
                      double theta)
{
    int n = graph_size(m->graph, type);
    const double margin = 0.6 * unit;
    const double *distance = distances(m, type, dimension, theta);
    const int *order = rank_by_score(m->arena, distance, n);
    int *number = dimension == BY_ROW      ? m->row[type]
                  : dimension == BY_COLUMN ? m->column[type]
                                           : m->layer[type];
    double error = 0, sum = 0, mean = 0;
    int clusters = 0, size = 0;
    for (int i = 0; i <= n; i++) {
        double at = i < n ? distance[order[i]] : 0;
        if (i == n || !size || fabs(at - mean) > margin) {
            if (size) {
                double off = mean - distance[order[i - 1]];
                error += off * off / size;
            }
            if (i == n)
                break;
            clusters++;
            size = 0;
            sum = 0;
        }
        size++;
        sum += at;
        mean = sum / size;
        number[order[i]] = clusters - 1;
    }
    return error + 0.01 * clusters;
}

/* The angle from..to degrees (steps of 15) under which the elements fall best into
 * clusters; the elements are numbered by it. */
static double best_angle(Measure *m, SiteType type, Dimension dimension, double unit,
                         int from, int to, double base)
{
    double best = 0, least = 1000;
    for (int degrees = from; degrees <= to; degrees += 15) {
        double theta = base + degrees / 180.0 * GEOM_PI;
        double error = cluster(m, type, dimension, unit, theta);
        if (error >= least)
            continue;
        least = error;
        best = theta;
        if (error < 0.01)
            break;
    }
    cluster(m, type, dimension, unit, best);
    return best;
}

static char *letters(Arena *arena, int column)
{
    char text[16];
    size_t at = sizeof text - 1;
    text[at] = '\0';
    text[--at] = (char)('A' + column % 26);
    while (column >= 26) {
        column /= 26;
        text[--at] = (char)('A' + column % 26 - 1);
    }
    return arena_strdup(arena, text + at);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool labels_repeat(Measure *m, SiteType type)
{
    size_t n = (size_t)graph_size(m->graph, type);
    char **sorted = arena_copy(m->arena, m->label[type], n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_text);
    for (size_t i = 0; i + 1 < n; i++)
        if (!strcmp(sorted[i], sorted[i + 1]))
            return true;
    return false;
}

static void set_labels(Measure *m, SiteType type, Arena *arena)
{
    int n = graph_size(m->graph, type);
    bool layered = false;
    for (int i = 0; i + 1 < n; i++)
        layered |= m->layer[type][i] != m->layer[type][i + 1];
    for (int i = 0; i < n; i++) {
        const char *column = letters(m->arena, m->column[type][i]);
        int row = m->row[type][i] + 1;
        m->label[type][i] =
            layered ? arena_printf(arena, "%s%d/%d", column, row, m->layer[type][i])
                    : arena_printf(arena, "%s%d", column, row);
    }
    m->same_label[type] = labels_repeat(m, type);
}

void measure_situation(Measure *m, Arena *arena)
{
    double row_angle = 0, column_angle = 0.5; /* edges take those of the vertices */
    for (int t = 0; t < SITE_TYPES; t++) {
        SiteType type = (SiteType)t;
        int n = graph_size(m->graph, type);
        if (!n)
            continue;
        Box box = graph_box(m->graph, type);
        double unit = (box.width + box.height) / 2 / sqrt(n);
        if (type == SITE_EDGE) {
            cluster(m, type, BY_ROW, unit, row_angle);
            cluster(m, type, BY_COLUMN, unit, column_angle);
        } else {
            row_angle = best_angle(m, type, BY_ROW, unit, 0, 60, 0);
            column_angle = best_angle(m, type, BY_COLUMN, unit, 90, 120, row_angle);
        }
        cluster(m, type, BY_LAYER, unit, 0);
        set_labels(m, type, arena);
    }
}

/* ---- by distinct coordinates ------------------------------------------------ */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The distinct values, ascending, of the sites on the ground (or of all). */
static double *distinct_values(Arena *work, const BoardLayer *layer, const double *value,
                               bool on_ground, double tolerance, int *distinct)
{
    double *seen = ARENA_ARRAY(work, double, layer->n);
    *distinct = 0;
    for (int i = 0; i < layer->n; i++) {
        int k = 0;
        if (on_ground && layer->site[i].z != 0)
            continue;
        while (k < *distinct && fabs(value[i] - seen[k]) >= tolerance)
            k++;
        if (k == *distinct)
            seen[(*distinct)++] = value[i];
    }
    if (*distinct > 1)
        qsort(seen, (size_t)*distinct, sizeof *seen, ascending);
    return seen;
}

/* Lists of the sites by distinct value; `number` of those that are in one. */
static Sites *list_by_value(Arena *arena, const BoardLayer *layer, const double *value,
                            bool on_ground, double tolerance, int *number, int *lists)
{
    Arena *work = arena_beside(arena);
    const double *seen = distinct_values(work, layer, value, on_ground, tolerance, lists);
    Sites *list = ARENA_ARRAY(arena, Sites, *lists);
    for (int k = 0; k < *lists; k++) {
        list[k].at = ARENA_ARRAY(arena, int, layer->n);
        for (int i = 0; i < layer->n; i++)
            if (fabs(value[i] - seen[k]) < tolerance) {
                list[k].at[list[k].n++] = i;
                number[i] = k;
            }
    }
    arena_free(work);
    return list;
}

void board_rows_by_place(Arena *arena, BoardLayer *layer)
{
    Arena *work = arena_beside(arena);
    double *x = ARENA_ARRAY(work, double, layer->n);
    double *y = ARENA_ARRAY(work, double, layer->n);
    int *row = ARENA_ARRAY(work, int, layer->n);
    int *column = ARENA_ARRAY(work, int, layer->n);
    for (int i = 0; i < layer->n; i++) {
        x[i] = layer->site[i].x;
        y[i] = layer->site[i].y;
        row[i] = layer->site[i].row;
        column[i] = layer->site[i].column;
    }
    layer->row = list_by_value(arena, layer, y, true, 0.001, row, &layer->nrow);
    layer->column = list_by_value(arena, layer, x, true, 0.001, column, &layer->ncolumn);
    for (int i = 0; i < layer->n; i++) {
        layer->site[i].row = row[i];
        layer->site[i].column = column[i];
    }
    arena_free(work);
}

/* Layers and labels follow where labels were not distinct. */
void measure_situation_again(Arena *arena, BoardLayer *layer)
{
    Arena *work = arena_beside(arena);
    double *z = ARENA_ARRAY(work, double, layer->n);
    int *number = ARENA_ARRAY(work, int, layer->n);
    board_rows_by_place(arena, layer);
    for (int i = 0; i < layer->n; i++)
        z[i] = layer->site[i].z;
    layer->layer = list_by_value(arena, layer, z, false, 1e-12, number, &layer->nlayer);
    for (int i = 0; i < layer->n; i++) {
        BoardSite *site = &layer->site[i];
        char last = (char)('A' + site->column % 26);
        site->layer = number[i];
        site->label = site->column >= 26
                          ? arena_printf(arena, "%c%c%d",
                                         (char)('A' + site->column / 26 - 1), last,
                                         site->row + 1)
                          : arena_printf(arena, "%c%d", last, site->row + 1);
    }
    arena_free(work);
}
