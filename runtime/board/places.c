/* places.c - which column and row each site of a board is drawn in. */
#include <math.h>

#include "runtime/board/board.h"

enum { CLOSE = 2, OPEN = 4, APART = 3 }; /* characters from site to site; rows that a gap is drawn as at most */

static int by_height(const void *a, const void *b)
{
    const Place *p = *(Place *const *)a, *q = *(Place *const *)b;
    return p->y > q->y ? -1 : p->y < q->y ? 1 : p->x < q->x ? -1 : p->x > q->x;
}

/* The least distance of any two sites. */
static double least_distance(const Place *place, size_t n)
{
    double least = INFINITY;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            double d = hypot(place[i].x - place[j].x, place[i].y - place[j].y);
            if (d > 1e-6 && d < least)
                least = d;
        }
    return isfinite(least) ? least : 1;
}

/* Sites of about one height get one row, from the top; the rows' distances are those of the heights. */
static void set_rows(Place **order, size_t n, double step, bool open)
{
    double same = step * 0.2, least = INFINITY, level = n ? order[0]->y : 0;
    for (size_t i = 1; i < n; i++)
        if (level - order[i]->y > same) {
            least = fmin(least, level - order[i]->y);
            level = order[i]->y;
        }
    int row = 0;
    level = n ? order[0]->y : 0;
    for (size_t i = 0; i < n; i++) {
        double gap = level - order[i]->y;
        if (gap > same) {
            double rows = open ? 2 * gap / step : gap / least;
            row += (int)fmax(open ? 2 : 1, fmin(round(rows), open ? 100 : APART));
            level = order[i]->y;
        }
        order[i]->row = row;
    }
}

/* The least distance of two sites of one row. */
static double least_pitch(Place *const *order, size_t n, double otherwise)
{
    double least = INFINITY;
    for (size_t i = 1; i < n; i++) {
        double d = fabs(order[i]->x - order[i - 1]->x);
        if (order[i]->row == order[i - 1]->row && d > 1e-6)
            least = fmin(least, d);
    }
    return isfinite(least) ? least : otherwise;
}

/* Do sites lie between the columns that the pitch gives? */
static bool between(Place *const *order, size_t n, double left, double pitch)
{
    for (size_t i = 0; i < n; i++) {
        double at = (order[i]->x - left) / pitch;
        if (fabs(at - round(at)) > 0.1)
            return true;
    }
    return false;
}

static int by_row(const void *a, const void *b)
{
    const Place *p = *(Place *const *)a, *q = *(Place *const *)b;
    return p->row != q->row ? (p->row > q->row) - (p->row < q->row) : (p->x > q->x) - (p->x < q->x);
}

/* Do two sites of a row touch? */
static bool crowded(Place *const *order, size_t n, int widest)
{
    for (size_t i = 1; i < n; i++)
        if (order[i]->row == order[i - 1]->row && order[i]->column - order[i - 1]->column <= widest)
            return true;
    return false;
}

void places_arrange(Place *place, size_t n, int widest, bool open)
{
    Place **order = malloc((n + 1) * sizeof *order);
    if (!order)
        return;
    double step = n > 4000 ? 1 : least_distance(place, n), left = INFINITY;
    for (size_t i = 0; i < n; i++) {
        order[i] = &place[i];
        left = fmin(left, place[i].x);
    }
    qsort(order, n, sizeof *order, by_height);
    set_rows(order, n, step, open);
    qsort(order, n, sizeof *order, by_row);
    double pitch = open ? step : least_pitch(order, n, step);
    int columns = open ? OPEN : CLOSE;
    if (columns <= widest)
        columns = widest + 1;
    if (!open && columns % 4 && between(order, n, left, pitch))
        columns = columns <= 4 ? 4 : (columns + 1) / 2 * 2;
    for (int more = 0; more < 12; more++) {
        for (size_t i = 0; i < n; i++)
            place[i].column = (int)lround((place[i].x - left) / pitch * (columns + more));
        if (!crowded(order, n, widest))
            break;
    }
    free(order);
}
