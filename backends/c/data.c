/* data.c - the constant tables of a game. */
#include "backends/c/cgen.h"

static void put_element(CGen *c, const IrTable *t, size_t i, Out *o)
{
    if (t->elem.kind == IR_MASK) {
        int words = c_words(c, t->elem.space);
        out_puts(o, c_words_text(c, &t->word[i * (size_t)words], words));
    } else {
        out_printf(o, "%d", (int)t->value[i]);
    }
}

/* One dimension of a table, from element *at on. */
static void put_dim(CGen *c, const IrTable *t, int dim, size_t *at, Out *o)
{
    if (dim == t->ndim) {
        put_element(c, t, (*at)++, o);
        return;
    }
    bool last = dim + 1 == t->ndim;
    int per_line = t->elem.kind == IR_MASK ? 4 : 16;
    out_puts(o, "{");
    for (int i = 0; i < t->dim[dim].size; i++) {
        out_puts(o, i ? "," : "");
        bool wrap = last ? t->dim[dim].size > per_line && i % per_line == 0 : true;
        out_puts(o, wrap ? "\n    " : i ? " " : "");
        put_dim(c, t, dim + 1, at, o);
    }
    out_puts(o, "}");
}

static void put_list(CGen *c, const char *type, const char *name, const int32_t *value, size_t n)
{
    Out *o = &c->data;
    const char *dims = c_format(c, "[%zu]", n ? n : 1);
    if (c_image_numbers(c, type, name, dims, value, n))
        return;
    out_printf(o, "static const %s %s%s = {", type, name, dims);
    for (size_t i = 0; i < n; i++)
        out_printf(o, "%s%d", i % 16 ? ", " : i ? ",\n    " : "\n    ", (int)value[i]);
    out_puts(o, n ? "};\n" : "0};\n");
}

/* Row i is NAME_row[NAME_at[i]] .. NAME_row[NAME_at[i + 1] - 1]. */
static void put_rows(CGen *c, const IrTable *t, const char *name)
{
    size_t n;
    const char *type = c_store(shape_table_range(t, &n));
    put_list(c, type, c_format(c, "%s_row", name), t->value, n);
    int32_t *at = ARENA_ARRAY(c->arena, int32_t, t->n + 1);
    for (size_t i = 0; t->off && i <= t->n; i++)
        at[i] = (int32_t)t->off[i];
    type = n <= UINT16_MAX ? "uint16_t" : "uint32_t";
    put_list(c, type, c_format(c, "%s_at", name), at, t->n + 1);
    out_puts(&c->data, "\n");
}

static bool by_address(CGen *c, const IrTable *t, const char *type, const char *name, const char *dims)
{
    if (t->elem.kind != IR_MASK)
        return c_image_numbers(c, type, name, dims, t->value, t->n);
    return c_image_sets(c, type, name, dims, t->word, t->n * (size_t)c_words(c, t->elem.space));
}

void c_need_table(CGen *c, int table)
{
    const IrTable *t = &c->game->table.at[table];
    const char *name = c->table[table];
    if (!c_once(c, name))
        return;
    if (t->elem.kind == IR_MASK)
        c_set(c, c_words(c, t->elem.space));
    Out *o = &c->data;
    c_explain_table(c, t);
    if (t->rows) {
        put_rows(c, t, name);
        return;
    }
    size_t n;
    const char *type = t->elem.kind == IR_MASK ? c_type(c, t->elem) : c_store(shape_table_range(t, &n));
    const char *dims = "";
    for (int i = 0; i < t->ndim; i++)
        dims = c_format(c, "%s[%d]", dims, t->dim[i].size > 0 ? t->dim[i].size : 1);
    if (by_address(c, t, type, name, dims))
        return;
    const bool lanes = t->ndim && t->dim[t->ndim - 1].size % 8 == 0 && c_words(c, t->elem.space) == 1; /* for vectors: ludc_covers */
    out_printf(o, "static const %s%s %s%s = ", t->elem.kind == IR_MASK && lanes ? "_Alignas(64) " : "", type, name, dims);
    size_t at = 0;
    if (t->n == 0)
        out_puts(o, "{0}");
    else
        put_dim(c, t, 0, &at, o);
    out_puts(o, ";\n\n");
}
