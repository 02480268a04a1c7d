/* explain.c - the ludeme table for people: `ludc explain NAME` and
 * doc/ludemes.md. */
#include <string.h>

#include "frontend/lud/text/near.h"
#include "frontend/lud/elab/sig.h"

static bool row_has_head(const LudRow *row, const char *name)
{
    size_t n = strlen(name);
    return strncmp(row->signature + 1, name, n) == 0 &&
           strchr(" )", row->signature[1 + n]);
}

static bool type_named(const char *name, TypeId *type)
{
    for (TypeId i = 0; i < TYPE_COUNT; i++)
        if (strcmp(type_info(i)->name, name) == 0) {
            *type = i;
            return true;
        }
    return false;
}

static void write_row(const LudRow *row, Out *out)
{
    TypeId type;
    const char *phrase = NULL;
    if (type_named(row->type, &type))
        phrase = type_info(type)->phrase;
    out_printf(out, "%s\n    %s", row->signature, phrase ? phrase : row->type);
    out_printf(out, "%s%s\n", *row->doc ? ": " : "", row->doc);
    if (!row->supported)
        out_puts(out, "    (not supported yet)\n");
}

/* A type by its name: what it means, its constants, the ludemes that make it. */
static void write_type(TypeId type, Out *out)
{
    const TypeInfo *info = type_info(type);
    out_printf(out, "<%s>\n    %s\n", info->name, info->doc);
    if (info->constants)
        out_printf(out, "    one of %s\n", info->constants);
    for (int i = 0; i < LUD_COUNT; i++) {
        const LudRow *row = lud_row((LudId)i);
        if (strcmp(row->type, info->name) == 0)
            out_printf(out, "    %s\n", row->signature);
    }
}

bool lud_explain(const char *name, Out *out)
{
    bool found = false;
    Near near = near_new(name);
    for (int i = 0; i < LUD_COUNT; i++) {
        const LudRow *row = lud_row((LudId)i);
        if (row_has_head(row, name)) {
            write_row(row, out);
            found = true;
        }
    }
    TypeId type;
    if (type_named(name, &type)) {
        write_type(type, out);
        found = true;
    }
    if (found)
        return true;
    char head[LUD_COUNT][32];
    for (int i = 0; i < LUD_COUNT; i++) {
        const char *s = lud_row((LudId)i)->signature + 1;
        size_t n = strcspn(s, " )");
        if (n >= sizeof head[i])
            continue;
        memcpy(head[i], s, n);
        head[i][n] = 0;
        near_offer(&near, head[i]);
    }
    out_printf(out, "no ludeme `%s`\n", name);
    if (near.best)
        out_printf(out, "did you mean `%s`?\n", near.best);
    return false;
}

/* ---- doc/ludemes.md ---------------------------------------------------------- */

static void markdown_type(TypeId type, Out *out)
{
    const TypeInfo *info = type_info(type);
    TypeId outer, inner;
    out_printf(out, "* `<%s>`", info->name);
    if (info->phrase)
        out_printf(out, " %s:", info->phrase);
    out_printf(out, " %s", info->doc);
    if (info->constants)
        out_printf(out, ": `%s`", info->constants);
    bool first = true;
    for (unsigned k = 0; type_inclusion(k, &outer, &inner); k++)
        if (outer == type) {
            out_printf(out, "%s`<%s>`", first ? "; also " : ", ",
                       type_info(inner)->name);
            first = false;
        }
    out_char(out, '\n');
}

static void markdown_rows(TypeId type, Out *out)
{
    const TypeInfo *info = type_info(type);
    bool any = false;
    for (int i = 0; i < LUD_COUNT; i++) {
        const LudRow *row = lud_row((LudId)i);
        if (strcmp(row->type, info->name) != 0)
            continue;
        if (!any)
            out_printf(out, "\n## `<%s>`: %s\n\n%s.\n\n", info->name, info->phrase,
                       info->doc);
        any = true;
        out_printf(out, "* `%s`  \n  %s%s\n", row->signature, row->doc,
                   row->supported ? "" : " *(not supported yet)*");
    }
}

void lud_table_markdown(Out *out)
{
    out_puts(out,
             "# Ludemes\n\n"
             "Written from `frontend/lud/elab/ludemes*.def` and `types.def` by\n"
             "`lud_table_markdown`; edit those.\n\n"
             "In a signature `<type>` is an argument that must stand there,\n"
             "`<name/type>` the same with a name of its own, `label:<type>` one that\n"
             "must carry that label, `{<type>}` a list, `[..]` may be left out, of\n"
             "`(a | b)` one stands there, and a word that begins with a capital is\n"
             "written as it is.\n\n"
             "Arguments keep their order; each takes the earliest place that lets\n"
             "those behind it find theirs.  Where a ludeme has several forms, the\n"
             "first that fits and gives what is wanted there is meant.  Constants\n"
             "may begin with a small letter.\n\n"
             "## Types\n\n");
    for (TypeId i = 0; i < TYPE_COUNT; i++)
        markdown_type(i, out);
    for (TypeId i = 0; i < TYPE_COUNT; i++)
        markdown_rows(i, out);
}
