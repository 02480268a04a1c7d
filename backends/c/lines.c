/* lines.c - rows of sites: runs, slides, lines.  Each row table gets the
 * functions it needs; a row is named by its number in the table. */
#include "backends/c/cgen.h"

static const char *has_site(CGen *c, int words, const char *set, const char *at)
{
    return words == 1 ? c_format(c, "(%s >> %s & 1) != 0", set, at)
                      : c_format(c, "(%s.w[%s >> 6] >> (%s & 63) & 1) != 0", set, at, at);
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

const char *c_lines(Body *b, const Ir *e)
{
    switch (e->op) {
    case IR_OP_SLIDE: return slide(b, e);
    case IR_OP_RAY_SEES: return c_sees(b, e);
    default: return NULL;
    }
}
