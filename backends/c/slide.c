/* slide.c - what rays reach, without walking them.  On a ray whose sites ascend,
 * the first blocker is the lowest bit b of ray & stop, and b ^ (b - 1) is all up to
 * and with it; on a descending one it is the highest.  Rays of a table that are
 * neither are walked. */
#include "backends/c/cgen.h"
#include "ir/analysis/shape.h"

enum { MAX_SET = 4 };

/* The rows of one order as sets, each group filled up with empty ones. */
static void put_rays(CGen *c, const Rays *r, const char *name, int words, int order, int most)
{
    Out *o = &c->data;
    size_t groups = r->t->n / (size_t)r->size;
    if (most == 0) {
        return;
    }
    out_printf(o, "static const %s %s_%s[%zu][%d] = {", c_set(c, words), name,
               order > 0 ? "up" : "down", groups, most);
    for (size_t group = 0; group < groups; group++) {
        int n = 0;
        out_puts(o, group ? ",\n    {" : "\n    {");
        for (int i = 0; i < r->size || n < most; i++) {
            size_t row = group * (size_t)r->size + (size_t)i;
            uint64_t word[MAX_SET] = {0};
            if (i < r->size && rays_order(r->t, row) != order) {
                continue;
            }
            for (uint32_t j = i < r->size ? r->t->off[row] : 0; i < r->size && j < r->t->off[row + 1]; j++) {
                ir_mask_set(word, r->t->value[j]);
            }
            out_printf(o, "%s%s", n++ ? ", " : "", c_words_text(c, word, words));
        }
        out_puts(o, "}");
    }
    out_puts(o, "};\n\n");
}

static void put_word_loop(Out *o, const char *name, const char *side, int most, const char *reach)
{
    if (most) {
        out_printf(o, "    for (int32_t i = 0; i < %d; i++) {\n"
                      "        const uint64_t ray = %s_%s[group][i], b = ray & stop;\n"
                      "        m |= ray & %s;\n    }\n", most, name, side, reach);
    }
}

/* Several words: `open` is all ones until a word with a blocker was met. */
static void put_set_loop(Out *o, const char *name, const char *side, int most, int words,
                         const char *reach)
{
    if (most == 0) {
        return;
    }
    bool up = side[0] == 'u';
    out_printf(o, "    for (int32_t i = 0; i < %d; i++) {\n"
                  "        const Set%d *const ray = &%s_%s[group][i];\n"
                  "        uint64_t open = UINT64_MAX, b;\n", most, words, name, side);
    for (int i = 0; i < words; i++) {
        int w = up ? i : words - 1 - i;
        out_printf(o, "        b = ray->w[%d] & stop.w[%d];\n"
                      "        m.w[%d] |= ray->w[%d] & open & %s;\n", w, w, w, w, reach);
        if (i + 1 < words) {
            out_puts(o, "        open &= b ? 0 : UINT64_MAX;\n");
        }
    }
    out_puts(o, "    }\n");
}

/* The rays as sets; NULL if some are neither ascending nor descending. */
static const char *need_rays(CGen *c, Rays *r, int table, int words)
{
    const char *name = c_format(c, "%s_reach%d_%d", c->table[table], r->size, words);
    r->t = &c->game->table.at[table];
    if (words > MAX_SET || r->size == 0 || !rays_measure(r)) {
        return NULL;
    }
    if (c_once(c, c_format(c, "%s/rays", name))) {
        put_rays(c, r, name, words, 1, r->up);
        put_rays(c, r, name, words, -1, r->down);
    }
    return name;
}

static const char *need_slide(CGen *c, int table, int size, int words)
{
    Rays r = {.size = size};
    const char *name = need_rays(c, &r, table, words);
    if (!name || !c_once(c, name)) {
        return name;
    }
    const char *set = c_set(c, words);
    Out *o = &c->text;
    out_printf(o, "/* What the rays of a group reach, up to and with the first site in `stop`. */\n"
                  "LUDC_FN %s %s(int32_t group, %s stop)\n{\n    %s m = %s;\n", set, name, set, set,
               words == 1 ? "0" : "{{0}}");
    const char *lowest = "(b ^ (b - 1))", *highest = "ludc_from_top(b)";
    if (words == 1) {
        put_word_loop(o, name, "up", r.up, lowest);
        put_word_loop(o, name, "down", r.down, highest);
    } else {
        put_set_loop(o, name, "up", r.up, words, lowest);
        put_set_loop(o, name, "down", r.down, words, highest);
    }
    if (r.up + r.down == 0) {
        out_puts(o, "    (void)group;\n    (void)stop;\n");
    }
    out_puts(o, "    return m;\n}\n\n");
    return name;
}

/* The number of the group of rays that the slice is. */
static const char *group_of(Body *b, const Ir *rays)
{
    const IrTable *t = &b->c->game->table.at[rays->k];
    const char *group = "0";
    for (int i = 0; i < rays->n; i++) {
        const char *index = c_expr(b, rays->a[i]);
        group = i ? c_format(b->c, "(%s * %d + %s)", group, t->dim[i].size, index) : index;
    }
    return group;
}

const char *c_reach(Body *b, const Ir *e, int size)
{
    CGen *c = b->c;
    const char *name = need_slide(c, (int)e->a[0]->k, size, c_words(c, e->type.space));
    if (!name) {
        return NULL;
    }
    const char *group = group_of(b, e->a[0]);
    const char *stop = c_expr(b, e->a[1]);
    return c_format(c, "%s(%s, %s)", name, c_bare(c, group), c_bare(c, stop));
}

/* ---- one site ---- */

/* The rays of one order: what is met before `at` are the bits on the side of the ray's start. */
static void put_leads(Out *o, const char *rays, bool up, int most, int words)
{
    if (most == 0) {
        return;
    }
    const char last[] = {(char)('0' + words), 0};
    const char *before = up ? "(bit - 1)" : "~(bit | (bit - 1))";
    out_printf(o, "    for (int32_t i = 0; i < %d; i++) {\n", most);
    if (words == 1) {
        out_printf(o, "        const uint64_t ray = %s_%s[group][i];\n"
                      "        if (ray & bit && !(ray & stop & %s)) {\n            return 1;\n        }\n    }\n",
                   rays, up ? "up" : "down", before);
        return;
    }
    out_printf(o, "        const Set%d *const ray = &%s_%s[group][i];\n"
                  "        if (ray->w[w] & bit) {\n"
                  "            uint64_t met = ray->w[w] & stop.w[w] & %s;\n"
                  "            for (int32_t j = %s; j < %s; j++) {\n"
                  "                met |= ray->w[j] & stop.w[j];\n            }\n"
                  "            if (!met) {\n                return 1;\n            }\n        }\n    }\n",
               words, rays, up ? "up" : "down", before, up ? "0" : "w + 1", up ? "w" : last);
}

static const char *need_leads(CGen *c, int table, int size, int words)
{
    Rays r = {.size = size};
    const char *rays = need_rays(c, &r, table, words);
    const char *name = rays ? c_format(c, "%s_leads%d_%d", c->table[table], size, words) : NULL;
    if (!rays || r.up + r.down == 0) {
        return NULL;
    }
    if (c_once(c, name)) {
        Out *o = &c->text;
        out_printf(o, "/* Does a ray of a group come to `at` before it has passed one of `stop`? */\n"
                      "LUDC_FN int32_t %s(int32_t group, %s stop, int32_t at)\n{\n%s"
                      "    const uint64_t bit = UINT64_C(1) << %s;\n", name, c_set(c, words),
                   words > 1 ? "    const int32_t w = at >> 6;\n" : "", words > 1 ? "(at & 63)" : "at");
        put_leads(o, rays, true, r.up, words);
        put_leads(o, rays, false, r.down, words);
        out_puts(o, "    return 0;\n}\n\n");
    }
    return name;
}

const char *c_leads(Body *b, const Ir *e, int size)
{
    CGen *c = b->c;
    const Ir *slide = e->a[0], *site = e->a[1]->a[0];
    int words = c_words(c, e->type.space);
    const char *name = need_leads(c, (int)slide->a[0]->k, size, words);
    if (!name) {
        return NULL;
    }
    const char *group = group_of(b, slide->a[0]);
    const char *stop = c_expr(b, slide->a[1]);
    const char *at = c_atom(b, site);
    const char *leads = c_format(c, "%s(%s, %s, %s)", name, c_bare(c, group), c_bare(c, stop), at);
    return words == 1 ? c_format(c, "((uint64_t)%s << %s)", leads, at)
                      : c_format(c, "%s(%s ? %s : -1)", c_set_op(c, words, "bit_if"), leads, at);
}
