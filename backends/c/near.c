/* near.c - lines of a known length on regular boards: where every ray keeps one
 * difference between its sites, and few differences occur, what lies on the rays
 * near a site is gathered by pext from the 64 members below it and the 64 above.
 * Each axis becomes a lane of 16 bits (the far end of one ray .. the site .. the
 * far end of the other), and all lanes are tested for a run at once; or, with vectors
 * and no more than 32 such sites, each possible line is compared with them.  Without BMI2
 * the rows are walked, as they are where a run may be too long. */
#include "backends/c/cgen.h"
#include "ir/analysis/shape.h"

/* For each site the bits that are sites of its rays. */
static void put_valid(CGen *c, const Near *n, const char *name)
{
    const IrTable *t = n->t;
    size_t sites = t->n / (size_t)n->rays;
    out_printf(&c->data, "#ifdef LUDC_GATHERS\n"
                         "/* Sites of the rays among the 64 below a site, and the 64 above it. */\n"
                         "static const uint64_t %s_valid[%zu][2] = {", name, sites);
    for (size_t site = 0; site < sites; site++) {
        uint64_t side[2];
        near_valid(n, site, side);
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

/* Place of member `bit` of `mask` among its members. */
static int place(uint64_t mask, int bit)
{
    int n = 0;
    for (int i = 0; i < bit; i++) {
        n += (int)(mask >> i & 1);
    }
    return n;
}

/* The sites of all axes, gathered: those below first. */
typedef struct {
    uint64_t below, above;
    int each; /* on one side */
} Around;

static Around around_of(const Near *n)
{
    Around a = {.each = n->naxis * n->reach};
    for (int axis = 0; axis < n->naxis; axis++) {
        a.below |= n->below[axis];
        a.above |= n->above[axis];
    }
    return a;
}

/* What the line on an axis needs that has `before` of its sites below the site. */
static uint32_t line_set(const Near *n, const Around *a, int axis, int before)
{
    uint32_t set = 0;
    int d = n->delta[axis];
    for (int j = 1; j <= before; j++) {
        set |= UINT32_C(1) << place(a->below, 64 - d * j);
    }
    for (int j = 1; j <= n->reach - before; j++) {
        set |= UINT32_C(1) << (a->each + place(a->above, d * j - 1));
    }
    return set;
}

/* All lines with the site, filled up with the last; how many. */
static int put_spans(CGen *c, const Near *n, const char *name)
{
    Around a = around_of(n);
    int lines = n->naxis * (n->reach + 1), full = (lines + 15) / 16 * 16;
    out_printf(&c->data, "#ifdef LUDC_SPANS\n/* Lines with a site, in the sites around it. */\n"
                         "static const _Alignas(64) uint32_t %s_span[%d] = {", name, full);
    for (int i = 0; i < full; i++) {
        int at = i < lines ? i : lines - 1;
        out_printf(&c->data, "%s0x%lxu", i % 8 ? ", " : i ? ",\n    " : "\n    ",
                   (unsigned long)line_set(n, &a, at / (n->reach + 1), at % (n->reach + 1)));
    }
    out_puts(&c->data, "};\n#endif\n\n");
    return full;
}

/* Compares the lines one by one where the compiler has the vectors for it. */
static void put_compare(CGen *c, const Near *n, const char *name)
{
    Around a = around_of(n);
    if (2 * a.each > 32) {
        put_lanes(c, n);
        return;
    }
    int full = put_spans(c, n, name);
    out_printf(&c->text, "#ifdef LUDC_SPANS\n"
                         "    return ludc_spans(%s_span, %d, (uint32_t)(ludc_gather(below, UINT64_C(0x%llx)) |\n"
                         "        ludc_gather(above, UINT64_C(0x%llx)) << %d));\n#else\n",
               name, full, (unsigned long long)a.below, (unsigned long long)a.above, a.each);
    put_lanes(c, n);
    out_puts(&c->text, "#endif\n");
}

const char *c_near(Body *b, const Ir *e, int64_t longest, const char *walk)
{
    CGen *c = b->c;
    const IrTable *t = &c->game->table.at[e->a[0]->k];
    const Ir *lo = e->a[2], *hi = e->a[3];
    bool open = hi->op == IR_OP_INT && hi->k >= longest;
    int words = c_words(c, e->a[1]->type.space);
    Near n;
    if (!near_of(t, e, &n)) {
        return NULL;
    }
    const char *name = c_format(c, "%s_near%d", c->table[e->a[0]->k], (int)lo->k);
    if (c_once(c, name)) {
        put_valid(c, &n, name);
        out_printf(&c->text, "/* Do some %d in line, one of them the site, lie in m but for it? */\n"
                             "%s int32_t %s(int32_t at, %s%sm)\n{\n#ifdef LUDC_GATHERS\n", (int)lo->k,
                   words > 1 ? "LUDC_APART" : "LUDC_FN", name, words > 1 ? "const " : "", c_format(c, words > 1 ? "%s *" : "%s ", c_set(c, words)));
        put_windows(c, words, name);
        put_compare(c, &n, name);
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
