/* monotone_rays.c - rays whose sites ascend or descend. */
#include "ir/analysis/shape.h"

enum { MAX_RAYS = 16 };

enum { EITHER = 3, NEITHER = 2 };

/* 1 ascending, -1 descending, 0 empty. */
static int order_of(const IrTable *t, size_t row)
{
    int order = 0;
    for (uint32_t i = t->off[row]; i < t->off[row + 1]; i++) {
        if (t->value[i] < 0)
            return NEITHER;
        if (i == t->off[row]) {
            order = EITHER;
            continue;
        }
        int step = t->value[i] > t->value[i - 1] ? 1 : -1;
        if (order != EITHER && step != order)
            return NEITHER;
        order = step;
    }
    return order;
}

/* Rows of that order among rows from .. to - 1. */
static int rows_of(const IrTable *t, size_t from, size_t to, int order)
{
    int n = 0;
    for (size_t row = from; row < to; row++)
        n += order_of(t, row) == order;
    return n;
}

/* Rays of one site go up as long as there is room. */
int rays_order(const Rays *r, size_t row)
{
    const int order = order_of(r->t, row);
    if (order != EITHER)
        return order;
    const size_t first = row - row % (size_t)r->size;
    const int before = rows_of(r->t, first, row, EITHER), up = rows_of(r->t, first, first + (size_t)r->size, 1);
    return up + before < r->up ? 1 : -1;
}

bool rays_measure(Rays *r)
{
    const size_t size = (size_t)r->size;
    int most = 0;
    for (size_t at = 0; at < r->t->n; at += size) {
        const int up = rows_of(r->t, at, at + size, 1), down = rows_of(r->t, at, at + size, -1);
        const int either = rows_of(r->t, at, at + size, EITHER);
        if (rows_of(r->t, at, at + size, NEITHER))
            return false;
        r->up = up > r->up ? up : r->up;
        r->down = down > r->down ? down : r->down;
        most = up + down + either > most ? up + down + either : most;
    }
    r->up += most > r->up + r->down ? most - r->up - r->down : 0;
    return r->up + r->down <= MAX_RAYS;
}
