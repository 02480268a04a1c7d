/* data.c - the constant tables of a game. */
#include "backends/c/cgen.h"

/* Smallest storage that holds all the values. */
static IrType value_range(const int32_t *value, size_t n)
{
    IrType type = ir_int(0, 0);
    for (size_t i = 0; i < n; i++) {
        if (value[i] < type.lo) {
            type.lo = value[i];
        }
        if (value[i] > type.hi) {
            type.hi = value[i];
        }
    }
    return type;
}

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

static void put_list(Out *o, const char *type, const char *name, const int64_t *value, size_t n)
{
    out_printf(o, "static const %s %s[%zu] = {", type, name, n ? n : 1);
    for (size_t i = 0; i < n; i++) {
        out_printf(o, "%s%lld", i % 16 ? ", " : i ? ",\n    " : "\n    ", (long long)value[i]);
    }
    out_puts(o, n ? "};\n" : "0};\n");
}

/* Row i is NAME_row[NAME_at[i]] .. NAME_row[NAME_at[i + 1] - 1]. */
static void put_rows(CGen *c, const IrTable *t, const char *name, Out *o)
{
    size_t n = t->off ? t->off[t->n] : 0;
    int64_t *value = ARENA_ARRAY(c->arena, int64_t, n + t->n + 2);
    for (size_t i = 0; i < n; i++) {
        value[i] = t->value[i];
    }
    put_list(o, c_store(value_range(t->value, n)), c_format(c, "%s_row", name), value, n);
    for (size_t i = 0; i <= t->n; i++) {
        value[i] = t->off ? t->off[i] : 0;
    }
    const char *type = n <= UINT16_MAX ? "uint16_t" : "uint32_t";
    put_list(o, type, c_format(c, "%s_at", name), value, t->n + 1);
    out_puts(o, "\n");
}

void c_need_table(CGen *c, int table)
{
    const IrTable *t = &c->game->table.at[table];
    const char *name = c->table[table];
    if (!c_once(c, name)) {
        return;
    }
    if (t->elem.kind == IR_MASK) {
        c_set(c, c_words(c, t->elem.space));
    }
    Out *o = &c->data;
    if (t->rows) {
        put_rows(c, t, name, o);
        return;
    }
    const char *type = t->elem.kind == IR_MASK ? c_type(c, t->elem)
                                               : c_store(value_range(t->value, t->n));
    out_printf(o, "static const %s %s", type, name);
    for (int i = 0; i < t->ndim; i++) {
        out_printf(o, "[%d]", t->dim[i].size > 0 ? t->dim[i].size : 1);
    }
    out_puts(o, " = ");
    size_t at = 0;
    if (t->n == 0) {
        out_puts(o, "{0}");
    } else {
        put_dim(c, t, 0, &at, o);
    }
    out_puts(o, ";\n\n");
}

const char *c_row_masks(CGen *c, int table, int space)
{
    const IrTable *t = &c->game->table.at[table];
    const char *name = c_format(c, "%s_set_%d", c->table[table], space);
    if (!c_once(c, name)) {
        return name;
    }
    int words = c_words(c, space);
    Out *o = &c->data;
    out_printf(o, "static const %s %s[%zu] = {", c_set(c, words), name, t->n ? t->n : 1);
    for (size_t i = 0; i < t->n; i++) {
        uint64_t *word = ARENA_ARRAY(c->arena, uint64_t, words);
        for (uint32_t j = t->off[i]; j < t->off[i + 1]; j++) {
            if (t->value[j] >= 0) {
                ir_mask_set(word, t->value[j]);
            }
        }
        out_printf(o, "%s%s", i % 4 ? ", " : i ? ",\n    " : "\n    ", c_words_text(c, word, words));
    }
    out_puts(o, "};\n\n");
    return name;
}
