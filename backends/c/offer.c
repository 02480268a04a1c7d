/* offer.c - what a reasoner offers beside play: planes, and numbers that go with the game. */
#include "base/escape.h"
#include "backends/c/cgen.h"

/* One set of planes, each to its words. */
static void put_set(Body *b, IrPlaneSet set)
{
    CGen *c = b->c;
    for (size_t i = 0; i < c->offered.planes.n; i++) {
        const IrPlanePlace *at = &c->offered.place[i];
        const IrFn *fn = c->game->fn.at[at->fn];
        if (fn->plane.set != set)
            continue;
        c_need_fn(c, at->fn);
        const char *value = c_temp(b, c_type(c, fn->ret), c_format(c, "%s(st, (int32_t)eyes)", c->fn[at->fn]));
        c_line(b, "ludc_copy(out + %d, &%s, %d);", at->word, value, 8 * at->words);
    }
}

const char *c_observe(Body *b)
{
    c_line(b, "const State *st = state;");
    for (unsigned set = 0; set < IR_PLANE_SETS; set++) {
        if (b->c->offered.words[set] == 0)
            continue;
        c_open(b, "if (set == %u)", set);
        put_set(b, (IrPlaneSet)set);
        c_line(b, "return;");
        c_close(b);
    }
    return NULL;
}

static void put_labels(CGen *c, const char *name, const IrCell *of, const IrCell *list)
{
    enum { A_LINE = 12 };
    Out *o = &c->text;
    c_explain_list(c, o, of);
    out_printf(o, "static const char *const %s[%d] = {", name, (int)list->n);
    for (int64_t i = 0; i < list->n; i++) {
        out_puts(o, i % A_LINE ? ", " : i ? ",\n    " : "\n    ");
        out_c_text(o, list->texts[i]);
    }
    out_puts(o, "};\n");
}

static void put_numbers(CGen *c, const char *name, const IrCell *of, const IrCell *list)
{
    enum { A_LINE = 24 };
    const char *dims = c_format(c, "[%lld]", list->n ? (long long)list->n : 1);
    if (list->n && c_image_numbers(c, "int32_t", name, dims, list->numbers, (size_t)list->n))
        return;
    Out *o = &c->data;
    c_explain_list(c, o, of);
    out_printf(o, "static const int32_t %s%s = {", name, dims);
    for (int64_t i = 0; i < list->n; i++)
        out_printf(o, "%s%ld,", i % A_LINE ? " " : "\n    ", (long)list->numbers[i]);
    out_puts(o, list->n ? "\n};\n" : "0};\n");
}

static const char *list_name(CGen *c, const IrRecords *r, size_t row)
{
    return c_format(c, "%s_%zu", r->list, row);
}

/* The lists that cells point to, each before the table. */
static void put_lists(CGen *c, const IrRecords *r)
{
    for (size_t i = 0; i < r->n * r->width; i++) {
        const IrCell *cell = &r->cell[i], *of = &r->cell[i - i % r->width];
        if (cell->kind == IR_CELL_TEXTS && cell->texts)
            put_labels(c, list_name(c, r, i / r->width), of, cell);
        else if (cell->kind == IR_CELL_NUMBERS)
            put_numbers(c, list_name(c, r, i / r->width), of, cell);
    }
}

static void put_cell(CGen *c, const IrRecords *r, size_t row, const IrCell *cell)
{
    Out *o = &c->text;
    switch (cell->kind) {
    case IR_CELL_TEXT: out_c_text(o, cell->text); break;
    case IR_CELL_NUMBER: out_printf(o, "%lld", (long long)cell->n); break;
    case IR_CELL_TEXTS: out_puts(o, cell->texts ? list_name(c, r, row) : "NULL"); break;
    case IR_CELL_NUMBERS: out_puts(o, list_name(c, r, row)); break;
    }
}

void c_records(CGen *c, const IrRecords *r)
{
    put_lists(c, r);
    Out *o = &c->text;
    out_printf(o, "static const %s %s[] = {\n", r->type, r->name);
    for (size_t row = 0; row < r->n; row++) {
        for (size_t i = 0; i < r->width; i++) {
            out_puts(o, i ? ", " : "    {");
            put_cell(c, r, row, &r->cell[row * r->width + i]);
        }
        out_puts(o, "},\n");
    }
    out_puts(o, r->n ? "};\n" : "    {0},\n};\n");
}

void c_offer_members(CGen *c)
{
    Out *o = &c->text;
    const uint32_t *words = c->offered.words;
    if (c->offered.planes.n)
        out_printf(o, "    .nplane = %zu,\n    .plane = planes,\n    .words = {%u, %u, %u},\n    .observe = observe,\n",
                   c->offered.planes.n, words[0], words[1], words[2]);
    if (c->game->checked)
        out_printf(o, "    .checked = 1,\n%s", c->game->legal ? "    .legal = legal,\n" : "");
    out_printf(o, "    .ndata = %zu,\n    .data = data,\n", c->offered.data.n);
    if (c->offered.action_index >= 0)
        out_printf(o, "    .action_index = data_%d,\n", c->offered.action_index);
}
