/* sheet.c - a position of a rule sheet in characters: grids, and rows of facts. */
#include "runtime/abi.h"
#include "runtime/board/sheet.h"

enum { CELL = 48, LINE = 100 };

/* ---- drawing --------------------------------------------------------------------------------- */

/* Adds the mark of what holds in a cell; dots give way. */
static void add_mark(char cell[CELL], const char *mark)
{
    bool first = !strcmp(cell, ".") || !strcmp(cell, " ");
    size_t n = first ? 0 : strlen(cell);
    if ((first || strcmp(mark, ".") != 0) && n + strlen(mark) + 2 < CELL)
        snprintf(cell + n, CELL - n, "%s%s", n ? "+" : "", mark);
}

/* Where no fact can be there is a space. */
static void fill_grid(const Sheet *s, int grid, char (*cell)[CELL], size_t *width)
{
    const Axis *across = &s->relation[grid].axis[0], *up = &s->relation[grid].axis[1];
    for (size_t i = 0; i < s->nfact; i++) {
        const Fact *f = &s->fact[i];
        const Relation *r = sheet_relation(s, f);
        char what[WORD];
        size_t x, y;
        if (!r->x || r->same != grid || !sheet_in_axis(across, f->word[r->x], &x) || !sheet_in_axis(up, f->word[r->y], &y))
            continue;
        char *text = cell[y * across->n + x];
        if (!*text)
            snprintf(text, CELL, s->relation[grid].dotted ? " " : ".");
        sheet_content(r, f, what);
        if (sheet_holds(s, f))
            add_mark(text, sheet_mark(s, what));
        *width = strlen(text) > *width ? strlen(text) : *width;
    }
}

static void put_grid(const Sheet *s, int grid, char (*cell)[CELL], size_t width, bool colour, Text *out)
{
    const Axis *across = &s->relation[grid].axis[0], *up = &s->relation[grid].axis[1];
    const char *faint = colour ? "\033[2m" : "", *plain = colour ? "\033[0m" : "";
    for (size_t y = up->n; y-- > 0;) {
        text_form(out, "%s%5.20s%s", faint, up->at[y], plain);
        for (size_t x = 0; x < across->n; x++)
            text_form(out, " %-*s", x + 1 < across->n ? (int)width : 0, cell[y * across->n + x]);
        while (out->n && out->at[out->n - 1] == ' ')
            out->at[--out->n] = '\0';
        text_add(out, "\n");
    }
    text_form(out, "%s     ", faint);
    for (size_t x = 0; x < across->n; x++)
        text_form(out, " %-*.*s", x + 1 < across->n ? (int)width : 0, (int)(width > 1 ? width : 2), across->at[x]);
    text_form(out, "%s\n", plain);
}

/* Names of the relations of a grid, where there are several grids. */
static void grid(const Sheet *s, int g, bool several, bool colour, Text *out)
{
    size_t n = s->relation[g].axis[0].n * s->relation[g].axis[1].n, width = 1;
    char(*cell)[CELL] = calloc(n, sizeof *cell);
    if (!cell)
        return;
    if (several)
        for (size_t i = 0, first = 1; i < s->nrelation; i++)
            if (s->relation[i].x && s->relation[i].same == g) {
                text_form(out, "%s%s", first ? "" : ", ", s->relation[i].name);
                first = 0;
            }
    text_add(out, several ? ":\n" : "");
    fill_grid(s, g, cell, &width);
    for (size_t x = 0; x < s->relation[g].axis[0].n; x++) {
        size_t length = strlen(s->relation[g].axis[0].at[x]);
        width = length > width && length <= 3 ? length : width;
    }
    put_grid(s, g, cell, width, colour, out);
    free(cell);
}

/* "control: xplayer", a line that is broken where it is long. */
static void row(const Sheet *s, const Relation *r, Text *out)
{
    size_t from = out->n, most = 60, shown = 0;
    for (size_t i = 0; i < s->nfact; i++) {
        const Fact *f = &s->fact[i];
        if (sheet_relation(s, f) != r || !sheet_holds(s, f))
            continue;
        if (shown++ >= most)
            continue;
        if (shown == 1)
            text_form(out, "%s%s", r->name, r->n > 1 ? ":" : "");
        else
            text_add(out, ",");
        if (out->n - from > LINE) {
            text_add(out, "\n   ");
            from = out->n;
        }
        for (int k = 1; k < f->n; k++)
            text_form(out, " %s", f->word[k]);
    }
    if (shown > most)
        text_form(out, " and %zu more", shown - most);
    text_add(out, shown ? "\n" : "");
}

/* Words whose marks are not they themselves, of those that are there. */
static void legend(const Sheet *s, Text *out)
{
    bool any = false;
    for (size_t i = 0; i < s->nmark; i++) {
        if (!strcmp(s->mark[i][0], s->mark[i][1]))
            continue;
        bool there = false;
        for (size_t k = 0; k < s->nfact && !there; k++) {
            const Relation *r = sheet_relation(s, &s->fact[k]);
            char what[WORD] = "";
            if (r->x && sheet_holds(s, &s->fact[k]))
                sheet_content(r, &s->fact[k], what);
            there = !strcmp(what, s->mark[i][0]);
        }
        if (there)
            text_form(out, "%s%s %s", any ? ", " : "", s->mark[i][1], s->mark[i][0]);
        any |= there;
    }
    text_add(out, any ? "\n" : "");
}

static void draw(const Sheet *s, const ludc_draw_options *options, Text *out)
{
    int grids = 0;
    for (size_t i = 0; i < s->nrelation; i++)
        grids += s->relation[i].x && s->relation[i].same == (int)i;
    for (size_t i = 0; i < s->nrelation; i++)
        if (s->relation[i].x && s->relation[i].same == (int)i)
            grid(s, (int)i, grids > 1, options->colour, out);
    if (!options->plain)
        legend(s, out);
    for (size_t i = 0; i < s->nrelation; i++)
        if (!s->relation[i].x)
            row(s, &s->relation[i], out);
}

void board_sheet(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, Text *out)
{
    Sheet s;
    if (sheet_read(&s, r, state, options->eyes))
        draw(&s, options, out);
    sheet_free(&s);
}
