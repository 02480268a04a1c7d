/* near.c - lines of a known length on regular boards: where every ray keeps one
 * difference d between its sites, what lies on the rays near a site is gathered by
 * pext from the 64 members below it and the 64 above.  Each axis becomes a lane of
 * 16 bits (the far end of one ray .. the site .. the far end of the other), and
 * all lanes are tested for a run at once.  Without BMI2 the rows are walked. */
#include "backends/c/cgen.h"

enum { MAX_AXES = 4, LANE = 16 };

typedef struct {
    const IrTable *t;
    int rays, reach;         /* sites looked at on each ray */
    int delta[2 * MAX_AXES]; /* of each ray */
    uint64_t mask[2 * MAX_AXES]; /* its sites among the 64 below or above */
} Near;

/* Bit of the site at distance j on a ray: above, bit 0 is the next site; below,
 * bit 63 is. */
static int window_bit(int delta, int j)
{
    return delta > 0 ? delta * j - 1 : 64 + delta * j;
}

static bool ray_delta(Near *n, int ray)
{
    const IrTable *t = n->t;
    int d = 0;
    for (size_t site = 0; site < t->n / (size_t)n->rays; site++) {
        size_t row = site * (size_t)n->rays + (size_t)ray;
        int before = (int)site;
        for (uint32_t i = t->off[row]; i < t->off[row + 1]; i++) {
            int step = t->value[i] - before;
            if (t->value[i] < 0 || step == 0 || (d && step != d)) {
                return false;
            }
            d = step;
            before = t->value[i];
        }
    }
    n->delta[ray] = d;
    return d != 0;
}

/* Fills n; false when the rows are not regular enough. */
static bool regular(Near *n)
{
    uint64_t above = 0, below = 0;
    for (int ray = 0; ray < n->rays; ray++) {
        if (!ray_delta(n, ray)) {
            return false;
        }
        int d = n->delta[ray];
        if ((d > 0 ? d : -d) * n->reach > 64) {
            return false;
        }
        for (int j = 1; j <= n->reach; j++) {
            n->mask[ray] |= UINT64_C(1) << window_bit(d, j);
        }
        uint64_t *side = d > 0 ? &above : &below;
        if (*side & n->mask[ray]) {
            return false; /* two rays would share a bit */
        }
        *side |= n->mask[ray];
        if (ray % 2 && n->delta[ray - 1] != -d) {
            return false;
        }
    }
    return true;
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
            int length = (int)(t->off[row + 1] - t->off[row]);
            for (int j = 1; j <= length && j <= n->reach; j++) {
                side[n->delta[ray] > 0] |= UINT64_C(1) << window_bit(n->delta[ray], j);
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
    out_printf(o, "    const uint64_t w[%d] = {0, ", words + 2);
    for (int i = 0; i < words; i++) {
        out_printf(o, "m.w[%d], ", i);
    }
    out_printf(o, "0};\n    const uint64_t *const p = w + 1 + (at >> 6);\n"
                  "    const int32_t r = at & 63;\n"
                  "    const uint64_t below = (p[0] << (63 - r) << 1 | p[-1] >> r) & %s_valid[at][0];\n"
                  "    const uint64_t above = (p[0] >> r >> 1 | p[1] << (63 - r)) & %s_valid[at][1];\n",
               name, name);
}

static void put_lanes(CGen *c, const Near *n)
{
    Out *o = &c->text;
    out_puts(o, "    uint64_t line = ");
    for (int ray = 0; ray < n->rays; ray += 2) {
        int up = n->delta[ray] > 0 ? ray : ray + 1, down = ray + (up == ray);
        int lane = ray / 2 * LANE;
        out_printf(o, "%sUINT64_C(1) << %d |\n        ludc_gather(below, UINT64_C(0x%llx)) << %d |\n"
                      "        ludc_gather(above, UINT64_C(0x%llx)) << %d", ray ? " |\n        " : "",
                   lane + n->reach, (unsigned long long)n->mask[down], lane,
                   (unsigned long long)n->mask[up], lane + n->reach + 1);
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
        lo->k < 2 || lo->k > LANE / 2 || hi->op != IR_OP_INT || hi->k < longest) {
        return NULL;
    }
    Near n = {.t = t, .rays = t->dim[1].size, .reach = (int)lo->k - 1};
    int words = c_words(c, e->a[1]->type.space);
    if (!regular(&n)) {
        return NULL;
    }
    const char *name = c_format(c, "%s_near%d", c->table[e->a[0]->k], (int)lo->k);
    if (c_once(c, name)) {
        put_valid(c, &n, name);
        out_printf(&c->text, "/* Do some %d in line, one of them the site, lie in m but for it? */\n"
                             "LUDC_FN int32_t %s(int32_t at, %s m)\n{\n#ifdef LUDC_GATHERS\n", (int)lo->k,
                   name, c_set(c, words));
        put_windows(c, words, name);
        put_lanes(c, &n);
        out_printf(&c->text, "#else\n    return %s(at * %d, %d, m, %d, INT32_MAX, %d);\n#endif\n}\n\n",
                   walk, n.rays, n.rays, (int)lo->k, n.reach);
    }
    const char *at = c_expr(b, e->a[0]->a[0]);
    const char *m = c_expr(b, e->a[1]);
    return c_format(c, "%s(%s, %s)", name, c_bare(c, at), c_bare(c, m));
}
