/* monotone_rays.c - rays whose sites ascend or descend. */
#include "ir/analysis/shape.h"

enum { MAX_RAYS = 16 };

int rays_order(const IrTable *t, size_t row)
{
    int order = 0;
    for (uint32_t i = t->off[row]; i < t->off[row + 1]; i++) {
        if (t->value[i] < 0) {
            return 2;
        }
        if (i == t->off[row]) {
            order = 1;
            continue;
        }
        int step = t->value[i] > t->value[i - 1] ? 1 : -1;
        if (i > t->off[row] + 1 && step != order) {
            return 2;
        }
        order = step;
    }
    return order;
}

bool rays_measure(Rays *r)
{
    for (size_t first = 0; first < r->t->n; first += (size_t)r->size) {
        int up = 0, down = 0;
        for (int i = 0; i < r->size; i++) {
            int order = rays_order(r->t, first + (size_t)i);
            if (order == 2) {
                return false;
            }
            up += order == 1;
            down += order == -1;
        }
        r->up = up > r->up ? up : r->up;
        r->down = down > r->down ? down : r->down;
    }
    return r->up + r->down <= MAX_RAYS;
}
