/* near.c - lines of a known length on regular boards: where every ray keeps one
 * difference between its sites, and few differences occur, what lies on the rays
 * near a site is gathered by pext from the 64 members below it and the 64 above.
 * Each axis becomes a lane of 16 bits (the far end of one ray .. the site .. the
 * far end of the other), and all lanes are tested for a run at once.  Without BMI2
 * the rows are walked, as they are where a run may be too long. */
#include "backends/c/cgen.h"

enum { MAX_AXES = 4, LANE = 16 };

typedef struct {
    const IrTable *t;
    int rays, reach;      /* rays of a site; sites looked at on each */
    int naxis;
    int delta[MAX_AXES];  /* of each axis, positive */
    uint64_t above[MAX_AXES], below[MAX_AXES]; /* its sites among the 64 above and below */
} Near;

/* Bit of the site at distance j on a ray: above, bit 0 is the next site; below,
 * bit 63 is. */
static int window_bit(int delta, int j)
{
    return delta > 0 ? delta * j - 1 : 64 + delta * j;
}

static int axis_of(Near *n, int delta)
{
    int axis = 0;
    while (axis < n->naxis && n->delta[axis] != delta) {
        axis++;
    }
    if (axis == n->naxis && axis < MAX_AXES) {
        n->delta[n->naxis++] = delta;
    }
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
        if (at[i] < 0 || step == 0 || (i && step != *delta)) {
            return false;
        }
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
        if (!row_delta(n, row, &d) || !row_delta(n, row + 1, &e) || (d && e && d != -e)) {
            return false;
        }
        if (d == 0 && e == 0) {
            continue;
        }
        d = d ? d : e;
        int axis = axis_of(n, d > 0 ? d : -d);
        if (axis == MAX_AXES || seen >> axis & 1) {
            return false;
        }
        seen |= 1u << axis;
    }
    return true;
}

/* Fills n; false when the rows are not regular enough. */
static bool regular(Near *n)
{
    uint64_t above = 0, below = 0;
    for (size_t site = 0; site < n->t->n / (size_t)n->rays; site++) {
        if (!regular_site(n, site)) {
            return false;
        }
    }
    for (int axis = 0; axis < n->naxis; axis++) {
        int d = n->delta[axis];
        if (d * n->reach > 64) {
            return false;
        }
        for (int j = 1; j <= n->reach; j++) {
            n->above[axis] |= UINT64_C(1) << window_bit(d, j);
            n->below[axis] |= UINT64_C(1) << window_bit(-d, j);
        }
        if ((above & n->above[axis]) || (below & n->below[axis])) {
            return false; /* two axes would share a bit */
        }
        above |= n->above[axis];
        below |= n->below[axis];
    }
    return n->naxis > 0;
}

/* For each site the bits that are sites of its rays. */
static void put_valid(CGen *c, const Near *n, const char *name)
{
    const IrTable *t = n->t;
    size_t sites = t->n / (size_t)n->rays;
    out_printf(&c->data, "#ifdef LUDC_GATHERS\n"
                         "/* Sites of the rays among the 64 below a site, and the 64 above it. */\n"
                         "static const uint64_t %s_valid[%zu][2] = {", name, sites);
    for (size_t site = 0; site < sites; site++) {
        uint64_t side[2] = {0, 0};
        for (int ray = 0; ray < n->rays; ray++) {
            size_t row = site * (size_t)n->rays + (size_t)ray;
            int d;
            row_delta(n, row, &d);
            for (int j = 1; j <= row_length(n, row); j++) {
                side[d > 0] |= UINT64_C(1) << window_bit(d, j);
            }
        }
        out_printf(&c->data, "%s{UINT64_C(0x%llx), UINT64_C(0x%llx)}", site % 2 ? ", " : site ? ",\n    " : "\n    ",
                   (unsigned long long)side[0], (unsigned long long)side[1]);
    }
    out_puts(&c->data, "};\n#endif\n\n");
}

static void put_windows(CGen *c, int words, const char *name)
{
    Out *o = &c->text;
    if (words == 1) {
        out_printf(o, "    const uint64_t below = (m << (63 - at) << 1) & %s_valid[at][0];\n"
                      "    const uint64_t above = (m >> at >> 1) & %s_valid[at][1];\n", name, name);
        return;
    }
    /* A neighbouring word that is not there may be any other: no valid bit is in it. */
    out_printf(o, "    const int32_t w = at >> 6, r = at & 63;\n"
                  "    const uint64_t here = m->w[w];\n"
                  "    const uint64_t below =\n"
                  "        (here << (63 - r) << 1 | m->w[w - (w > 0)] >> r) & %s_valid[at][0];\n"
                  "    const uint64_t above =\n"
                  "        (here >> r >> 1 | m->w[w + (w < %d)] << (63 - r)) & %s_valid[at][1];\n",
               name, words - 1, name);
}

static void put_lanes(CGen *c, const Near *n)
{
    Out *o = &c->text;
    out_puts(o, "    uint64_t line = ");
    for (int axis = 0; axis < n->naxis; axis++) {
        int lane = axis * LANE;
        out_printf(o, "%sUINT64_C(1) << %d |\n        ludc_gather(below, UINT64_C(0x%llx)) << %d |\n"
                      "        ludc_gather(above, UINT64_C(0x%llx)) << %d", axis ? " |\n        " : "",
                   lane + n->reach, (unsigned long long)n->below[axis], lane,
                   (unsigned long long)n->above[axis], lane + n->reach + 1);
    }
    out_puts(o, ";\n");
    /* Bit i survives if it starts a run of `have` ones. */
    for (int have = 1, want = n->reach + 1; have < want;) {
        int step = have < want - have ? have : want - have;
        out_printf(o, "    line &= line >> %d;\n", step);
        have += step;
    }
    out_puts(o, "    return line != 0;\n");
}

const char *c_near(Body *b, const Ir *e, int64_t longest, const char *walk)
{
    CGen *c = b->c;
    const IrTable *t = &c->game->table.at[e->a[0]->k];
    const Ir *lo = e->a[2], *hi = e->a[3];
    if (!t->rows || t->ndim != 2 || e->a[0]->n != 1 || t->dim[1].size < 2 ||
        t->dim[1].size > 2 * MAX_AXES || t->dim[1].size % 2 || lo->op != IR_OP_INT ||
        lo->k < 2 || lo->k > LANE / 2) {
        return NULL;
    }
    bool open = hi->op == IR_OP_INT && hi->k >= longest;
    Near n = {.t = t, .rays = t->dim[1].size, .reach = (int)lo->k - 1};
    int words = c_words(c, e->a[1]->type.space);
    if (!regular(&n)) {
        return NULL;
    }
    const char *name = c_format(c, "%s_near%d", c->table[e->a[0]->k], (int)lo->k);
    if (c_once(c, name)) {
        put_valid(c, &n, name);
        out_printf(&c->text, "/* Do some %d in line, one of them the site, lie in m but for it? */\n"
                             "%s int32_t %s(int32_t at, %s%sm)\n{\n#ifdef LUDC_GATHERS\n", (int)lo->k,
                   words > 1 ? "LUDC_APART" : "LUDC_FN", name, words > 1 ? "const " : "", c_format(c, words > 1 ? "%s *" : "%s ", c_set(c, words)));
        put_windows(c, words, name);
        put_lanes(c, &n);
        out_printf(&c->text, "#else\n    return %s(at * %d, %d, %sm, %d, INT32_MAX, %d);\n#endif\n}\n\n",
                   walk, n.rays, n.rays, words > 1 ? "*" : "", (int)lo->k, n.reach);
    }
    const char *at = open ? c_expr(b, e->a[0]->a[0]) : c_atom(b, e->a[0]->a[0]);
    /* Read where it lies: a copy would wait for the write that came just before. */
    bool lies = e->a[1]->op == IR_OP_GET || e->a[1]->op == IR_OP_LOCAL;
    const char *m = lies ? c_expr(b, e->a[1]) : c_temp(b, c_set(c, words), c_expr(b, e->a[1]));
    const char *found = c_format(c, "%s(%s, %s%s)", name, c_bare(c, at), words > 1 ? "&" : "", m);
    if (open) {
        return found;
    }
    /* Longer runs may not count: the rows are walked where there is a run at all. */
    return c_format(c, "(%s && %s(%s * %d, %d, %s, %d, %s, INT32_MAX))", found, walk, at, n.rays,
                    n.rays, m, (int)lo->k, c_bare(c, c_expr(b, hi)));
}
