/* explain.c - the ludeme table for people: `ludc explain NAME` and
 * doc/ludemes.md. */
#include <ctype.h>
#include <string.h>

#include "frontend/lud/text/near.h"
#include "frontend/lud/elab/guide.h"

static bool row_has_head(const LudRow *row, const char *name)
{
    size_t n = strlen(name);
    return strncmp(row->signature + 1, name, n) == 0 &&
           strchr(" )", row->signature[1 + n]);
}

/* Copies the word at *s, up to a blank or a bracket; NULL: it is none, or longer than `size`. */
static const char *word_at(const char *s, char *word, size_t size)
{
    const size_t n = strcspn(s, " )(<[");
    if (n == 0 || n >= size)
        return NULL;
    memcpy(word, s, n);
    word[n] = '\0';
    return word;
}

/* The k-th word behind the head that is written as it stands: Hop of `(move Hop ..)`; NULL behind the last. */
static const char *fixed_word(const LudRow *row, unsigned k, char *word, size_t size)
{
    const char *s = row->signature + strcspn(row->signature, " )");
    for (; *s == ' ' && s[1] >= 'A' && s[1] <= 'Z'; s += 1 + strcspn(s + 1, " )"))
        if (k-- == 0)
            return word_at(s + 1, word, size);
    return NULL;
}

enum { WORD = 48 };

static bool row_has_word(const LudRow *row, const char *name)
{
    char word[WORD];
    const char *found;
    for (unsigned k = 0; (found = fixed_word(row, k, word, sizeof word)); k++)
        if (!strcmp(found, name))
            return true;
    return false;
}

/* Types among whose constants the name is, each with all of them. */
static bool write_constant(const char *name, Out *out)
{
    bool found = false;
    char word[WORD];
    for (TypeId i = 0; i < TYPE_COUNT; i++) {
        const TypeInfo *info = type_info(i);
        for (const char *s = info->constants; s && *s; s += strcspn(s, " "), s += strspn(s, " "))
            if (word_at(s, word, sizeof word) && constant_is(word, name)) {
                const GuideText text = guide_constant(info->name, word, strlen(word));
                out_printf(out, "%s\n    %.*s\n    a constant of <%s>: %s\n    one of %s\n", word, (int)text.n, text.text, info->name,
                           info->doc, info->constants);
                found = true;
                break;
            }
    }
    return found;
}

/* Heads, words behind them and constants near a name that is none of them. */
static void offer_nearest(const char *name, Out *out)
{
    char word[3 * LUD_COUNT][WORD];
    size_t n = 0;
    Near near = near_new(name);
    for (int i = 0; i < LUD_COUNT; i++) {
        if (word_at(lud_row((LudId)i)->signature + 1, word[n], WORD))
            near_offer(&near, word[n++]);
        for (unsigned k = 0; k < 2; k++)
            if (fixed_word(lud_row((LudId)i), k, word[n], WORD))
                near_offer(&near, word[n++]);
    }
    if (near.best)
        out_printf(out, "did you mean `%s`?\n", near.best);
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
    guide_write(row, "    ", out);
}

/* A type by its name: what it means, its constants, the ludemes that make it. */
static void write_type(TypeId type, Out *out)
{
    const TypeInfo *info = type_info(type);
    out_printf(out, "<%s>\n    %s\n", info->name, info->doc);
    for (const char *s = info->constants; s && *s; s += strcspn(s, " "), s += strspn(s, " ")) {
        const size_t n = strcspn(s, " ");
        const GuideText text = guide_constant(info->name, s, n);
        out_printf(out, "    %-12.*s %.*s\n", (int)n, s, (int)text.n, text.text);
    }
    for (int i = 0; i < LUD_COUNT; i++) {
        const LudRow *row = lud_row((LudId)i);
        if (strcmp(row->type, info->name) == 0)
            out_printf(out, "    %s\n", row->signature);
    }
}

bool lud_explain(const char *name, Out *out)
{
    bool found = false;
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
    for (int i = 0; i < LUD_COUNT; i++)
        if (row_has_word(lud_row((LudId)i), name)) {
            write_row(lud_row((LudId)i), out);
            found = true;
        }
    found = write_constant(name, out) || found;
    if (found)
        return true;
    out_printf(out, "no ludeme, type or constant `%s`\n", name);
    offer_nearest(name, out);
    return false;
}

/* ---- lists ------------------------------------------------------------------------------- */

/* Is the word anywhere in the text, in whatever case? */
static bool mentions(const char *text, size_t n, const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; i + length <= n; i++) {
        size_t k = 0;
        while (k < length && tolower((unsigned char)text[i + k]) == tolower((unsigned char)word[k]))
            k++;
        if (k == length)
            return true;
    }
    return false;
}

bool lud_row_named(LudId id, const char *word)
{
    const LudRow *row = lud_row(id);
    return row_has_head(row, word) || row_has_word(row, word);
}

bool lud_row_found(LudId id, const char *word)
{
    const LudRow *row = lud_row(id);
    GuideRow guide;
    if (mentions(row->signature, strlen(row->signature), word) || mentions(row->doc, strlen(row->doc), word))
        return true;
    return guide_row(row, &guide) && (mentions(guide.example.text, guide.example.n, word) || mentions(guide.lines.text, guide.lines.n, word));
}

/* A line: what it is called, its type, its meaning. */
static void list_line(const char *name, const char *type, const char *text, size_t n, Out *out)
{
    out_printf(out, "%-22s %-10s %.*s\n", name, type, (int)n, text);
}

static size_t list_rows(const char *word, Out *out)
{
    size_t listed = 0;
    for (int i = 0; i < LUD_COUNT; i++) {
        const LudRow *row = lud_row((LudId)i);
        if (word && !lud_row_found((LudId)i, word))
            continue;
        Out name = {0};
        guide_name(row, &name);
        list_line(name.text, row->type, row->doc, strlen(row->doc), out);
        out_free(&name);
        listed++;
    }
    return listed;
}

bool lud_constant_found(TypeId type, const char *constant, size_t n, const char *word)
{
    const GuideText text = guide_constant(type_info(type)->name, constant, n);
    return mentions(constant, n, word) || mentions(text.text, text.n, word);
}

static size_t list_constants(const char *word, Out *out)
{
    size_t listed = 0;
    char name[WORD];
    for (TypeId i = 0; i < TYPE_COUNT; i++) {
        const TypeInfo *info = type_info(i);
        for (const char *s = info->constants; s && *s; s += strcspn(s, " "), s += strspn(s, " ")) {
            if (!word_at(s, name, sizeof name))
                continue;
            const GuideText text = guide_constant(info->name, name, strlen(name));
            if (word && !lud_constant_found(i, name, strlen(name), word))
                continue;
            list_line(name, info->name, text.text, text.n, out);
            listed++;
        }
    }
    return listed;
}

size_t lud_list(const char *word, Out *out) { return list_rows(word, out) + list_constants(word, out); }

/* ---- doc/ludemes.md ---------------------------------------------------------- */

/* The constants of a type with their meanings; those in a row that mean the same together. */
static void markdown_constants(const TypeInfo *info, Out *out)
{
    const char *before = NULL;
    GuideText text = {0};
    for (const char *s = info->constants; s && *s; s += strcspn(s, " "), s += strspn(s, " ")) {
        const size_t n = strcspn(s, " ");
        const GuideText next = guide_constant(info->name, s, n);
        if (before && next.text != text.text)
            out_printf(out, " %.*s", (int)text.n, text.text);
        out_printf(out, "%s`%.*s`", !before ? "  \n  " : next.text == text.text ? " " : "; ", (int)n, s);
        before = s;
        text = next;
    }
    if (before)
        out_printf(out, " %.*s", (int)text.n, text.text);
}

static void markdown_type(TypeId type, Out *out)
{
    const TypeInfo *info = type_info(type);
    TypeId outer, inner;
    out_printf(out, "* `<%s>`", info->name);
    if (info->phrase)
        out_printf(out, " %s:", info->phrase);
    out_printf(out, " %s", info->doc);
    bool first = true;
    for (unsigned k = 0; type_inclusion(k, &outer, &inner); k++)
        if (outer == type) {
            out_printf(out, "%s`<%s>`", first ? "; also " : ", ",
                       type_info(inner)->name);
            first = false;
        }
    markdown_constants(info, out);
    out_char(out, '\n');
}

static void markdown_row(const LudRow *row, Out *out)
{
    GuideRow guide;
    guide_row(row, &guide);
    out_printf(out, "* `%s`  \n  %s%s", row->signature, row->doc, row->supported ? "" : " *(not supported yet)*");
    GuideText text;
    for (unsigned k = 0; (text = guide_more(&guide, k)).text; k++)
        out_printf(out, "%s%.*s", k ? " " : ". ", (int)text.n, text.text);
    GuideSlot slot;
    char before[GUIDE_WORD] = "";
    for (const char *s = row->signature; guide_next_slot(&s, &slot);) {
        text = guide_slot(&guide, &slot);
        if (text.text && strcmp(before, slot.name) != 0)
            out_printf(out, "%s`%s` %.*s", *before ? "; " : "  \n  ", slot.name, (int)text.n, text.text);
        memcpy(before, slot.name, sizeof before);
    }
    out_printf(out, "  \n  Example: `%.*s`\n", (int)guide.example.n, guide.example.text);
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
        markdown_row(row, out);
    }
}

void lud_table_markdown(Out *out)
{
    out_puts(out,
             "# Ludemes\n\n"
             "Written from `frontend/lud/elab/ludemes*.def`, `types.def` and the pages of\n"
             "`frontend/lud/guide` by `lud_table_markdown`; edit those.  The tests compile\n"
             "and play every example (those of ludemes that are not supported yet are\n"
             "refused); `ludc explain --json LUDEME` gives the whole game around it.\n\n"
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
