/* line_pext.c - lines of a known length on regular boards: every ray keeps one difference
 * between its sites, and few differences occur, so that what lies on the rays near a site
 * can be gathered from the 64 members below it and the 64 above. */
#include "ir/analysis/shape.h"

/* Bit of the site at distance j on a ray: above, bit 0 is the next site; below,
 * bit 63 is. */
static int window_bit(int delta, int j)
{
    return delta > 0 ? delta * j - 1 : 64 + delta * j;
}

static int axis_of(Near *n, int delta)
{
    int axis = 0;
    while (axis < n->naxis && n->delta[axis] != delta)
        axis++;
    if (axis == n->naxis && axis < MAX_AXES)
        n->delta[n->naxis++] = delta;
    return axis;
}

/* The sites of row `row` that are looked at. */
static int row_length(const Near *n, size_t row)
{
    int length = (int)(n->t->off[row + 1] - n->t->off[row]);
    return length < n->reach ? length : n->reach;
}

/* The difference that the row keeps, 0 if it is empty; false if it keeps none. */
static bool row_delta(const Near *n, size_t row, int *delta)
{
    const int32_t *at = n->t->value + n->t->off[row];
    int before = (int)(row / (size_t)n->rays);
    *delta = 0;
    for (int i = 0; i < row_length(n, row); i++) {
        int step = at[i] - before;
        if (at[i] < 0 || step == 0 || (i && step != *delta))
            return false;
        *delta = step;
        before = at[i];
    }
    return true;
}

/* The pairs of rows of one site lie on axes, each on one of its own. */
static bool regular_site(Near *n, size_t site)
{
    unsigned seen = 0;
    for (int ray = 0; ray + 1 < n->rays; ray += 2) {
        size_t row = site * (size_t)n->rays + (size_t)ray;
        int d, e;
        if (!row_delta(n, row, &d) || !row_delta(n, row + 1, &e) || (d && e && d != -e))
            return false;
        if (d == 0 && e == 0)
            continue;
        d = d ? d : e;
        int axis = axis_of(n, d > 0 ? d : -d);
        if (axis == MAX_AXES || seen >> axis & 1)
            return false;
        seen |= 1u << axis;
    }
    return true;
}

static bool regular(Near *n)
{
    uint64_t above = 0, below = 0;
    for (size_t site = 0; site < n->t->n / (size_t)n->rays; site++)
        if (!regular_site(n, site))
            return false;
    for (int axis = 0; axis < n->naxis; axis++) {
        int d = n->delta[axis];
        if (d * n->reach > 64)
            return false;
        for (int j = 1; j <= n->reach; j++) {
            n->above[axis] |= UINT64_C(1) << window_bit(d, j);
            n->below[axis] |= UINT64_C(1) << window_bit(-d, j);
        }
        if ((above & n->above[axis]) || (below & n->below[axis]))
            return false; /* two axes would share a bit */
        above |= n->above[axis];
        below |= n->below[axis];
    }
    return n->naxis > 0;
}

bool near_of(const IrTable *t, const Ir *line, Near *n)
{
    const Ir *lo = line->a[2];
    if (!t->rows || t->ndim != 2 || line->a[0]->n != 1 || t->dim[1].size < 2 ||
        t->dim[1].size > 2 * MAX_AXES || t->dim[1].size % 2 || lo->op != IR_OP_INT ||
        lo->k < 2 || lo->k > LANE / 2)
        return false;
    *n = (Near){.t = t, .rays = t->dim[1].size, .reach = (int)lo->k - 1};
    return regular(n);
}

void near_valid(const Near *n, size_t site, uint64_t side[2])
{
    side[0] = side[1] = 0;
    for (int ray = 0; ray < n->rays; ray++) {
        size_t row = site * (size_t)n->rays + (size_t)ray;
        int d;
        row_delta(n, row, &d);
        for (int j = 1; j <= row_length(n, row); j++)
            side[d > 0] |= UINT64_C(1) << window_bit(d, j);
    }
}
