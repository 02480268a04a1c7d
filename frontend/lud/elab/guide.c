/* guide.c - reads the pages that `ludc explain` and doc/ludemes.md are made from. */
#include "frontend/lud/elab/guide.h"

#include <string.h>

static const char *page_named(const char *name)
{
    for (size_t i = 0; i < guide_pages; i++)
        if (!strcmp(guide_page[i].name, name))
            return guide_page[i].text;
    return "";
}

static const char *line_end(const char *s) { return s + strcspn(s, "\n"); }

static const char *next_line(const char *s)
{
    s = line_end(s);
    return s + (*s == '\n');
}

static bool starts(const char *s, const char *word, size_t n) { return !strncmp(s, word, n); }

static GuideText until_end(const char *s) { return (GuideText){s, (size_t)(line_end(s) - s)}; }

/* ---- rows ------------------------------------------------------------------------------------------ */

/* The line of a row on a page: `ID FRAME: EXAMPLE`. */
static bool row_on_page(const char *page, const char *id, GuideRow *found)
{
    const size_t n = strlen(id);
    for (const char *s = page; *s; s = next_line(s)) {
        if (!starts(s, id, n) || s[n] != ' ')
            continue;
        const char *colon = strstr(s, ": ");
        found->frame = (GuideText){s + n + 1, (size_t)(colon - s) - n - 1};
        found->example = until_end(colon + 2);
        const char *below = next_line(s), *end = below;
        while (starts(end, "  ", 2))
            end = next_line(end);
        found->lines = (GuideText){below, (size_t)(end - below)};
        return true;
    }
    return false;
}

bool guide_row(const LudRow *row, GuideRow *found)
{
    static const char *const page[] = {"guide/game.txt",   "guide/graph.txt", "guide/bool.txt",
                                       "guide/int.txt",    "guide/region.txt", "guide/moves.txt"};
    for (size_t i = 0; i < sizeof page / sizeof *page; i++)
        if (row_on_page(page_named(page[i]), row->id, found))
            return true;
    *found = (GuideRow){0};
    return false;
}

GuideText guide_more(const GuideRow *found, unsigned k)
{
    const char *end = found->lines.text + found->lines.n;
    for (const char *s = found->lines.text; s && s < end; s = next_line(s))
        if (starts(s, "  + ", 4) && k-- == 0)
            return until_end(s + 4);
    return (GuideText){0};
}

bool guide_game(const GuideRow *found, Out *out)
{
    for (const char *s = page_named("guide/frames.txt"); *s; s = next_line(s)) {
        if (!starts(s, "frame ", 6) || !starts(s + 6, found->frame.text, found->frame.n) || s[6 + found->frame.n] != '\n')
            continue;
        for (s = next_line(s); *s && !starts(s, "frame ", 6); s = next_line(s))
            for (const char *c = s; c < next_line(s); c++)
                if (*c == '@')
                    out_write(out, found->example.text, found->example.n);
                else
                    out_char(out, *c);
        return true;
    }
    return false;
}

/* ---- parameters -------------------------------------------------------------------------------------- */

static void copy_word(char *to, const char *from, size_t n)
{
    n = n < GUIDE_WORD ? n : GUIDE_WORD - 1;
    memcpy(to, from, n);
    to[n] = '\0';
}

bool guide_next_slot(const char **signature, GuideSlot *slot)
{
    const char *s = *signature;
    if (*s == '(')
        s += strcspn(s, " )"); /* a head may be `<` */
    const char *open = strchr(s, '<');
    if (!open)
        return false;
    const char *close = strchr(open, '>'), *slash = memchr(open, '/', (size_t)(close - open));
    const char *label = open;
    while (label > s && label[-1] == '{')
        label--;
    const char *type = slash ? slash + 1 : open + 1;
    copy_word(slot->type, type, (size_t)(close - type));
    if (slash) {
        copy_word(slot->name, open + 1, (size_t)(slash - open) - 1);
    } else if (label > s && label[-1] == ':') {
        const char *from = label - 1;
        while (from > s && !strchr(" [(", from[-1]))
            from--;
        copy_word(slot->name, from, (size_t)(label - 1 - from));
    } else {
        copy_word(slot->name, slot->type, strlen(slot->type));
    }
    int depth = 0;
    for (const char *c = s; c < open; c++)
        depth += (*c == '[') - (*c == ']');
    slot->optional = depth > 0;
    *signature = close + 1;
    return true;
}

/* The rest of the line of a page that begins with the words and a colon. */
static GuideText line_of(const char *page, const char *end, const char *words)
{
    const size_t n = strlen(words);
    for (const char *s = page; s && *s && (!end || s < end); s = next_line(s))
        if (starts(s, words, n) && starts(s + n, ": ", 2))
            return until_end(s + n + 2);
    return (GuideText){0};
}

GuideText guide_slot(const GuideRow *found, const GuideSlot *slot)
{
    char words[2 * GUIDE_WORD + 4] = "  ";
    strcat(words, slot->name);
    GuideText text = line_of(found->lines.text, found->lines.text + found->lines.n, words);
    if (text.text)
        return text;
    const char *page = page_named("guide/params.txt");
    strcat(strcat(words, "/"), slot->type);
    text = line_of(page, NULL, words + 2);
    return text.text ? text : line_of(page, NULL, slot->name);
}

/* ---- constants ----------------------------------------------------------------------------------------- */

/* Has a line `TYPE NAME..: TEXT` that name? */
static bool line_names(const char *s, const char *name, size_t n)
{
    const char *colon = strstr(s, ": ");
    for (s += strcspn(s, " "); *s == ' ' && s < colon; s += strcspn(s, " :"), s += *s == ':') {
        s++;
        if (starts(s, name, n) && (s[n] == ' ' || s[n] == ':'))
            return true;
    }
    return false;
}

GuideText guide_constant(const char *type, const char *constant, size_t n)
{
    GuideText any = {0};
    const size_t of_type = strlen(type);
    for (const char *s = page_named("guide/constants.txt"); *s; s = next_line(s)) {
        const bool own = starts(s, type, of_type) && s[of_type] == ' ';
        if (*s == '#' || !(own || starts(s, "* ", 2)) || !line_names(s, constant, n))
            continue;
        const GuideText text = until_end(strstr(s, ": ") + 2);
        if (own)
            return text;
        any = text;
    }
    return any;
}

/* ---- for people ------------------------------------------------------------------------------------------ */

void guide_name(const LudRow *row, Out *out)
{
    const char *s = row->signature + 1;
    size_t n = strcspn(s, " )");
    while (s[n] == ' ' && s[n + 1] >= 'A' && s[n + 1] <= 'Z')
        n += 1 + strcspn(s + n + 1, " )");
    out_write(out, s, n);
}

void guide_write(const LudRow *row, const char *indent, Out *out)
{
    GuideRow found;
    if (!guide_row(row, &found))
        return;
    GuideText text;
    for (unsigned k = 0; (text = guide_more(&found, k)).text; k++)
        out_printf(out, "%s%.*s\n", indent, (int)text.n, text.text);
    GuideSlot slot;
    char before[GUIDE_WORD] = "";
    for (const char *s = row->signature; guide_next_slot(&s, &slot);) {
        text = guide_slot(&found, &slot);
        if (text.text && strcmp(before, slot.name) != 0)
            out_printf(out, "%s%-12s %.*s\n", indent, slot.name, (int)text.n, text.text);
        memcpy(before, slot.name, sizeof before);
    }
    out_printf(out, "%sexample:     %.*s\n", indent, (int)found.example.n, found.example.text);
}
