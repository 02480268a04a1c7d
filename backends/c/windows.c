/* windows.c - lines of a known length on boards of one word: for each site the
 * sets of other sites that make a line with it. */
#include "backends/c/cgen.h"

/* Adds the windows of `length` sites through the middle of two opposite rows;
 * `put` counts them or prints them. */
typedef struct {
    const IrTable *t;
    int length;
    Out *out;
    size_t n;
} Windows;

static uint64_t site_bit(const IrTable *t, uint32_t at)
{
    return UINT64_C(1) << t->value[at];
}

static void pair_windows(Windows *w, size_t row)
{
    const IrTable *t = w->t;
    int up = (int)(t->off[row + 1] - t->off[row]);
    int down = (int)(t->off[row + 2] - t->off[row + 1]);
    for (int in_up = 0; in_up < w->length; in_up++) {
        int in_down = w->length - 1 - in_up;
        if (in_up > up || in_down > down) {
            continue;
        }
        uint64_t set = 0;
        for (int i = 0; i < in_up; i++) {
            set |= site_bit(t, t->off[row] + (uint32_t)i);
        }
        for (int i = 0; i < in_down; i++) {
            set |= site_bit(t, t->off[row + 1] + (uint32_t)i);
        }
        out_printf(w->out, "%sUINT64_C(0x%llx)", w->n % 4 ? ", " : w->n ? ",\n    " : "\n    ",
                   (unsigned long long)set);
        w->n++;
    }
}

static const char *need_windows(CGen *c, int table, int length, int rows)
{
    const IrTable *t = &c->game->table.at[table];
    const char *name = c_format(c, "%s_in%d_%d", c->table[table], length, rows);
    if (!c_once(c, name)) {
        return name;
    }
    Out set = {0}, at = {0};
    Windows w = {.t = t, .length = length, .out = &set};
    for (size_t first = 0; first < t->n; first += (size_t)rows) {
        out_printf(&at, "%zu, ", w.n);
        for (int r = 0; r + 1 < rows; r += 2) {
            pair_windows(&w, first + (size_t)r);
        }
    }
    out_printf(&c->data, "static const uint64_t %s_set[%zu] = {%s};\n", name, w.n + 1,
               set.text ? set.text : "0");
    out_printf(&c->data, "static const uint16_t %s_at[%zu] = {%s%zu};\n\n", name,
               t->n / (size_t)rows + 1, at.text ? at.text : "", w.n);
    out_free(&set);
    out_free(&at);
    out_printf(&c->text,
               "/* Does m hold %d in line with the site that the rows start from? */\n"
               "LUDC_FN int32_t %s(int32_t group, uint64_t m)\n{\n"
               "    int32_t found = 0;\n"
               "    for (int32_t i = %s_at[group]; i < %s_at[group + 1]; i++) {\n"
               "        found |= (m & %s_set[i]) == %s_set[i];\n    }\n"
               "    return found;\n}\n\n", length, name, name, name, name, name);
    return name;
}

const char *c_windows(Body *b, const Ir *e, int64_t longest)
{
    CGen *c = b->c;
    const IrTable *t = &c->game->table.at[e->a[0]->k];
    const Ir *lo = e->a[2], *hi = e->a[3];
    bool fits = c_words(c, e->a[1]->type.space) == 1 && lo->op == IR_OP_INT && lo->k >= 1 &&
                lo->k <= 8 && hi->op == IR_OP_INT && hi->k >= longest && t->rows && t->ndim >= 1 &&
                e->a[0]->n == t->ndim - 1;
    int rows = t->ndim ? t->dim[t->ndim - 1].size : 0;
    if (!fits || rows < 2) {
        return NULL;
    }
    for (uint32_t i = 0; i < t->off[t->n]; i++) {
        if (t->value[i] < 0) {
            return NULL;
        }
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
