/* windows.c - lines of a known length on boards of one word: for each site the
 * sets of other sites that make a line with it. */
#include "backends/c/cgen.h"
#include "ir/analysis/shape.h"

static void put_sets(Out *o, const Windows *w, size_t group, size_t n)
{
    size_t first = w->first.at[group], last = w->first.at[group + 1] - 1;
    for (size_t i = first; i < first + n; i++) { /* filled up with its last */
        out_printf(o, "%sUINT64_C(0x%llx)", i == first ? "" : (i - first) % 4 ? ", " : ",\n     ",
                   (unsigned long long)w->set.at[i < last ? i : last]);
    }
}

/* As many sets as are compared at once; a few are compared one by one. */
static size_t filled(size_t size)
{
    return size > 4 ? (size + 7) / 8 * 8 : size;
}

/* Groups of one size: no branch depends on the site. */
static void put_fixed(CGen *c, const Windows *w, const char *name, size_t size)
{
    Out *o = &c->data;
    size_t full = filled(size);
    out_printf(o, "static const %suint64_t %s_set[%zu][%zu] = {", full % 8 ? "" : "_Alignas(64) ",
               name, w->first.n - 1, full);
    for (size_t group = 0; group + 1 < w->first.n; group++) {
        out_puts(o, group ? ",\n    {" : "\n    {");
        put_sets(o, w, group, full);
        out_puts(o, "}");
    }
    out_puts(o, "};\n\n");
    if (full % 8 == 0) {
        out_printf(&c->text, "    return ludc_covers(%s_set[group], %zu, %zu, m);\n}\n\n", name, size, full);
        return;
    }
    out_printf(&c->text, "    int32_t found = 0;\n"
                         "    for (int32_t i = 0; i < %zu; i++) {\n"
                         "        found |= (m & %s_set[group][i]) == %s_set[group][i];\n    }\n"
                         "    return found;\n}\n\n",
               size, name, name);
}

static void put_ragged(CGen *c, const Windows *w, const char *name)
{
    Out *o = &c->data;
    out_printf(o, "static const uint64_t %s_set[%zu] = {", name, w->set.n + 1);
    for (size_t group = 0; group + 1 < w->first.n; group++) {
        out_puts(o, "\n    ");
        put_sets(o, w, group, w->first.at[group + 1] - w->first.at[group]);
        out_puts(o, w->first.at[group + 1] > w->first.at[group] ? "," : "");
    }
    out_printf(o, "\n    0};\nstatic const uint16_t %s_at[%zu] = {", name, w->first.n);
    for (size_t group = 0; group < w->first.n; group++) {
        out_printf(o, "%s%zu", group % 16 ? ", " : group ? ",\n    " : "\n    ", w->first.at[group]);
    }
    out_puts(o, "};\n\n");
    out_printf(&c->text, "    int32_t found = 0;\n"
                         "    for (int32_t i = %s_at[group]; i < %s_at[group + 1]; i++) {\n"
                         "        found |= (m & %s_set[i]) == %s_set[i];\n    }\n"
                         "    return found;\n}\n\n",
               name, name, name, name);
}

static const char *need_windows(CGen *c, int table, int length, int rows)
{
    const IrTable *t = &c->game->table.at[table];
    const char *name = c_format(c, "%s_in%d_%d", c->table[table], length, rows);
    if (!c_once(c, name)) {
        return name;
    }
    Windows w = windows_of(c->arena, t, length, rows);
    out_printf(&c->text, "/* Does m hold %d in line with the site that the rows start from? */\n"
                         "LUDC_FN int32_t %s(int32_t group, uint64_t m)\n{\n",
               length, name);
    size_t size = windows_fixed(&w);
    if (size) {
        put_fixed(c, &w, name, size);
    } else {
        put_ragged(c, &w, name);
    }
    return name;
}

const char *c_windows(Body *b, const Ir *e, int64_t longest)
{
    CGen *c = b->c;
    const IrTable *t = &c->game->table.at[e->a[0]->k];
    const Ir *lo = e->a[2];
    int rows = windows_rows(c->game, e, longest);
    if (rows == 0) {
        return NULL;
    }
    const char *name = need_windows(c, (int)e->a[0]->k, (int)lo->k, rows);
    const char *group = "0";
    for (int i = 0; i < e->a[0]->n; i++) {
        const char *index = c_expr(b, e->a[0]->a[i]);
        group = i ? c_format(c, "(%s * %d + %s)", group, t->dim[i].size, index) : index;
    }
    const char *m = c_expr(b, e->a[1]);
    return c_format(c, "%s(%s, %s)", name, c_bare(c, group), c_bare(c, m));
}
