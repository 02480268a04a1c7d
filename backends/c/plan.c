/* plan.c - the sites that a playout keeps from ply to ply, in a list or counted. */
#include "backends/c/cgen.h"
#include "ir/plan/plan.h"

/* The type of what is known of the sites where they are only counted.  The count stands apart: in its place it would
 * be made at every ply and then be chosen or not, and each ply would wait for the one before. */
static void put_count(CGen *c)
{
    out_puts(&c->text, "/* The number of sites that can still be played on. */\n"
                       "#define UNLISTED UINT32_MAX\n"
                       "typedef struct {\n    uint32_t left;\n} Sites;\n\n"
                       "LUDC_APART uint32_t count_sites(uint64_t set)\n{\n");
    out_printf(&c->text, "    return (uint32_t)%s(set);\n}\n\n", c_count(c, 1));
}

/* The type of the list, and how it begins. */
static void put_sites(CGen *c)
{
    IrType site = c->game->fn.at[c->listed]->local.at[0].type;
    int size = c->game->space.at[site.space].size, words = c_words(c, site.space);
    const char *type = size <= 256 ? "uint8_t" : "uint16_t";
    out_printf(&c->text, "/* The sites that can still be played on, in no order. */\n"
                         "#define UNLISTED UINT32_MAX\n"
                         "typedef struct {\n    uint32_t left;\n    %s site[%d];\n} Sites;\n\n", type, size);
    out_printf(&c->text, "static const Sites all_sites = {%d, {", size);
    for (int i = 0; i < size; i++)
        out_printf(&c->text, i ? i % 16 ? ", %d" : ",\n    %d" : "\n    %d", i);
    out_puts(&c->text, "}};\n\n");
    Body b = c_body(c, NULL, "st");
    b.out = &b.text;
    c_open(&b, "if (%s(set) == %d)", c_set_op(c, words, "count"), size);
    c_line(&b, "*list = all_sites;");
    c_line(&b, "return;");
    c_close(&b);
    c_line(&b, "uint32_t n = 0;");
    c_each(&b, "set", words, "member");
    c_line(&b, "list->site[n++] = (%s)member;", type);
    c_end_each(&b, words);
    c_line(&b, "list->left = n;");
    c_finish(&b, c_format(c, "LUDC_FN void list_sites(Sites *list, %s set)", c_set(c, words)));
}

void c_plan_sites(CGen *c)
{
    c->listed = ir_plan_kept(c->game, &c->counted);
    if (c->listed >= 0 && c->counted)
        put_count(c);
    else if (c->listed >= 0)
        put_sites(c);
}
