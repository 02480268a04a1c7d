/* lines.c - rows of sites: runs, slides, lines.  Each row table gets the
 * functions it needs; a row is named by its number in the table. */
#include "backends/c/cgen.h"

static const char *has_site(CGen *c, int words, const char *set, const char *at)
{
    return words == 1 ? c_format(c, "(%s >> %s & 1) != 0", set, at)
                      : c_format(c, "(%s.w[%s >> 6] >> (%s & 63) & 1) != 0", set, at, at);
}

static const char *need_run(CGen *c, int table, int words)
{
    const char *t = c->table[table];
    const char *name = c_format(c, "%s_run%d", t, words);
    c_need_table(c, table);
    if (c_once(c, name)) {
        out_printf(&c->text, "/* How many leading sites of the row lie in m; no more than `most` "
                             "are looked at. */\n"
                             "LUDC_FN int32_t %s(int32_t row, %s m, int32_t most)\n{\n"
                             "    const int32_t first = %s_at[row];\n"
                             "    int32_t n = %s_at[row + 1] - first, run = 0;\n"
                             "    n = n < most ? n : most;\n"
                             "    while (run < n) {\n"
                             "        const int32_t at = %s_row[first + run];\n"
                             "        if (!(%s)) {\n            break;\n        }\n"
                             "        run++;\n    }\n    return run;\n}\n\n",
                   name, c_set(c, words), t, t, t, has_site(c, words, "m", "at"));
    }
    return name;
}

/* The number of a whole row: all indices given. */
static const char *run(Body *b, const Ir *e)
{
    int words = c_words(b->c, e->a[1]->type.space);
    const char *name = need_run(b->c, (int)e->a[0]->k, words);
    const char *row = c_row_index(b, e->a[0]);
    const char *m = c_expr(b, e->a[1]);
    return c_format(b->c, "%s(%s, %s, INT32_MAX)", name, c_bare(b->c, row), c_bare(b->c, m));
}

/* Rows in a slice of a row table. */
static int rows_in(const CGen *c, const Ir *vec)
{
    const IrTable *t = &c->game->table.at[vec->k];
    int n = 1;
    for (int i = vec->n; i < t->ndim; i++) {
        n *= t->dim[i].size;
    }
    return n;
}

static const char *members(Body *b, const Ir *e)
{
    const char *masks = c_row_masks(b->c, (int)e->a[0]->k, (int)e->k);
    const char *row = c_row_index(b, e->a[0]);
    return c_format(b->c, "%s[%s]", masks, c_bare(b->c, row));
}

const char *c_slide_to(Body *b, const Ir *e)
{
    const Ir *slide = e->a[0], *bit = e->a[1];
    if (slide->op != IR_OP_SLIDE || bit->op != IR_OP_BITOF || !c_sure(b, bit->a[0])) {
        return NULL;
    }
    return c_leads(b, e, rows_in(b->c, slide->a[0]));
}

static const char *slide(Body *b, const Ir *e)
{
    CGen *c = b->c;
    const char *reach = c_reach(b, e, rows_in(c, e->a[0]));
    if (reach) {
        return reach;
    }
    int words = c_words(c, e->type.space);
    const char *t = c->table[e->a[0]->k];
    const char *name = c_format(c, "%s_slide%d", t, words);
    c_need_table(c, (int)e->a[0]->k);
    if (c_once(c, name)) {
        const char *set = c_set(c, words);
        out_printf(&c->text, "/* What n rows reach, up to and with the first site in `stop`. */\n"
                             "LUDC_FN %s %s(int32_t row, int32_t n, %s stop)\n{\n"
                             "    %s m = %s;\n"
                             "    for (int32_t r = row; r < row + n; r++) {\n"
                             "        for (int32_t i = %s_at[r]; i < %s_at[r + 1]; i++) {\n"
                             "            const int32_t at = %s_row[i];\n"
                             "            %s;\n"
                             "            if (%s) {\n                break;\n            }\n"
                             "        }\n    }\n    return m;\n}\n\n",
                   set, name, set, set, words == 1 ? "0" : "{{0}}", t, t, t,
                   c_insert(b, words, "m", "at"), has_site(c, words, "stop", "at"));
    }
    const char *row = c_row_index(b, e->a[0]);
    const char *m = c_expr(b, e->a[1]);
    return c_format(c, "%s(%s, %d, %s)", name, c_bare(c, row), rows_in(c, e->a[0]), c_bare(c, m));
}

/* The longest row of the table. */
static int64_t longest(const CGen *c, int table)
{
    const IrTable *t = &c->game->table.at[table];
    int64_t most = 0;
    for (size_t i = 0; i < t->n; i++) {
        int64_t n = (int64_t)t->off[i + 1] - t->off[i];
        most = n > most ? n : most;
    }
    return most;
}

static const char *need_line(CGen *c, int table, int words)
{
    const char *t = c->table[table];
    const char *name = c_format(c, "%s_line%d", t, words);
    const char *run_name = need_run(c, table, words);
    if (c_once(c, name)) {
        out_printf(&c->text,
                   "/* Has some pair of opposite rows, with the site between them, lo..hi in line "
                   "in m? */\n"
                   "LUDC_APART int32_t %s(int32_t row, int32_t n, %s m, int32_t lo, int32_t hi, "
                   "int32_t most)\n{\n"
                   "    for (int32_t r = row; r < row + n; r += 2) {\n"
                   "        const int32_t run = 1 + %s(r, m, most) + (r + 1 < row + n ? %s(r + 1, m, most) : 0);\n"
                   "        if (run >= lo && run <= hi) {\n            return 1;\n        }\n"
                   "    }\n    return 0;\n}\n\n",
                   name, c_set(c, words), run_name, run_name);
    }
    return name;
}

/* A longest length that cannot be exceeded needs no look beyond `lo`. */
static const char *line(Body *b, const Ir *e)
{
    CGen *c = b->c;
    int table = (int)e->a[0]->k;
    int words = c_words(c, e->a[1]->type.space);
    const char *windows = c_windows(b, e, 2 * longest(c, table) + 1);
    if (windows) {
        return windows;
    }
    const char *name = need_line(c, table, words);
    const char *near = c_near(b, e, 2 * longest(c, table) + 1, name);
    if (near) {
        return near;
    }
    const char *row = c_row_index(b, e->a[0]);
    const char *m = c_expr(b, e->a[1]);
    const char *lo = c_atom(b, e->a[2]);
    const char *hi = c_expr(b, e->a[3]);
    bool open = e->a[3]->type.lo >= 2 * longest(c, table) + 1;
    const char *most = open ? c_format(c, "%s - 1", lo) : "INT32_MAX";
    return c_format(c, "%s(%s, %d, %s, %s, %s, %s)", name, c_bare(c, row), rows_in(c, e->a[0]),
                    c_bare(c, m), lo, c_bare(c, hi), most);
}

const char *c_lines(Body *b, const Ir *e)
{
    switch (e->op) {
    case IR_OP_RUN_LENGTH: return run(b, e);
    case IR_OP_ROWMASK: return members(b, e);
    case IR_OP_SLIDE: return slide(b, e);
    case IR_OP_RAY_SEES: return c_sees(b, e);
    case IR_OP_LINE: return line(b, e);
    default: return NULL;
    }
}
