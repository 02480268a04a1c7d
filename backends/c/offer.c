/* offer.c - what a reasoner offers beside play: planes, and numbers that go with the game. */
#include "base/escape.h"
#include "backends/c/cgen.h"
#include "ir/analysis/shape.h"
#include "ir/offer/offer.h"

/* One set of planes, each to its words. */
static void put_set(Body *b, const IrPlanePlace *place, size_t n, IrPlaneSet set)
{
    CGen *c = b->c;
    for (size_t i = 0; i < n; i++) {
        const IrFn *fn = c->game->fn.at[place[i].fn];
        if (fn->plane.set != set) {
            continue;
        }
        c_need_fn(c, place[i].fn);
        const char *value = c_temp(b, c_type(c, fn->ret), c_format(c, "%s(st, (int32_t)eyes)", c->fn[place[i].fn]));
        c_line(b, "ludc_copy(out + %d, &%s, %d);", place[i].word, value, 8 * place[i].words);
    }
}

const char *c_observe(Body *b)
{
    CGen *c = b->c;
    IrPlanePlace *place;
    uint32_t words[IR_PLANE_SETS];
    size_t n = ir_plane_places(c->game, c->arena, &place, words);
    c_line(b, "const State *st = state;");
    for (unsigned set = 0; set < IR_PLANE_SETS; set++) {
        if (words[set] == 0) {
            continue;
        }
        c_open(b, "if (set == %u)", set);
        put_set(b, place, n, (IrPlaneSet)set);
        c_line(b, "return;");
        c_close(b);
    }
    return NULL;
}

static void put_planes(CGen *c, const IrPlanePlace *place, size_t n)
{
    Out *o = &c->text;
    out_puts(o, "static const ludc_plane_item planes[] = {\n");
    for (size_t i = 0; i < n; i++) {
        const IrFn *fn = c->game->fn.at[place[i].fn];
        out_puts(o, "    {");
        out_c_text(o, fn->plane.name);
        out_printf(o, ", %u, %d, %d, %d, %d, %d},\n", (unsigned)fn->plane.set, fn->plane.owner, fn->ret.space,
                   c->game->space.at[fn->ret.space].size, place[i].word, place[i].next);
    }
    out_puts(o, "};\n");
}

static void put_numbers(CGen *c, size_t index, const IrData *data)
{
    enum { A_LINE = 24 };
    const char *name = c_format(c, "data_%zu", index), *dims = c_format(c, "[%zu]", data->n ? data->n : 1);
    if (data->n && c_image_numbers(c, "int32_t", name, dims, data->value, data->n)) {
        return;
    }
    Out *o = &c->data;
    out_printf(o, "static const int32_t %s%s = {", name, dims);
    for (size_t i = 0; i < data->n; i++) {
        out_printf(o, "%s%ld,", i % A_LINE ? " " : "\n    ", (long)data->value[i]);
    }
    out_puts(o, data->n ? "\n};\n" : "0};\n");
}

static void put_data(CGen *c)
{
    size_t n;
    const IrData *data = shape_data(c->arena, c->game, &n);
    for (size_t i = 0; i < n; i++) {
        put_numbers(c, i, &data[i]);
    }
    Out *o = &c->text;
    out_puts(o, "static const ludc_data data[] = {\n");
    for (size_t i = 0; i < n; i++) {
        out_puts(o, "    {");
        out_c_text(o, data[i].name);
        out_printf(o, ", %zu, data_%zu},\n", data[i].n, i);
    }
    out_puts(o, "};\n");
}

bool c_has_planes(const CGen *c)
{
    IrPlanePlace *place;
    uint32_t words[IR_PLANE_SETS];
    return ir_plane_places(c->game, c->arena, &place, words) > 0;
}

void c_offer_tables(CGen *c)
{
    IrPlanePlace *place;
    uint32_t words[IR_PLANE_SETS];
    size_t n = ir_plane_places(c->game, c->arena, &place, words);
    if (n) {
        put_planes(c, place, n);
    }
    put_data(c);
}

void c_offer_members(CGen *c)
{
    Out *o = &c->text;
    IrPlanePlace *place;
    uint32_t words[IR_PLANE_SETS];
    size_t n = ir_plane_places(c->game, c->arena, &place, words);
    if (n) {
        out_printf(o, "    .nplane = %zu,\n    .plane = planes,\n    .words = {%u, %u, %u},\n    .observe = observe,\n",
                   n, words[0], words[1], words[2]);
    }
    if (c->game->checked) {
        out_printf(o, "    .checked = 1,\n%s", c->game->legal ? "    .legal = legal,\n" : "");
    }
    out_printf(o, "    .ndata = %zu,\n    .data = data,\n", c->game->data.n + 1); /* and what states can be */
    const IrData *index = ir_data_find(c->game, IR_ACTION_INDEX);
    if (index) {
        out_printf(o, "    .action_index = data_%zu,\n", (size_t)(index - c->game->data.at));
    }
}
