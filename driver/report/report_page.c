/* report_page.c - a folder with a report: a page, pictures of positions, plots of lengths and choices. */
#include "driver/report/report.h"

#include <stdlib.h>

#include "base/escape.h"
#include "base/memory.h"
#include "base/rng.h"
#include "driver/folder.h"
#include "runtime/include/ludc.h"
#include "runtime/include/ludc_draw.h"

enum { LATER = 20 }; /* moves before the second picture */

/* ---- pictures ------------------------------------------------------------------------------- */

/* Saves the picture of a state; *drawn: there is one. */
static int save_picture(const Report *report, const void *state, const char *folder, const char *name, bool *drawn)
{
    const size_t n = ludc_draw_svg(report->r, state, NULL, NULL, 0);
    *drawn = n > 0;
    if (!n)
        return EXIT_DONE;
    char *text = malloc(n + 1);
    if (!text)
        memory_out();
    Out out = {0};
    ludc_draw_svg(report->r, state, NULL, text, n + 1);
    out_puts(&out, text);
    free(text);
    int code = folder_save(folder, name, &out);
    out_free(&out);
    return code;
}

static void play_some(const Report *report, void *state)
{
    const ludc_reasoner *r = report->r;
    uint64_t rng = report->seed;
    r->playout(r, state, &rng, LATER);
}

static int save_pictures(const Report *report, const char *folder, bool *drawn)
{
    void *state = calloc(1, ludc_state_size(report->r));
    if (!state)
        memory_out();
    ludc_init(report->r, state);
    int code = save_picture(report, state, folder, "start.svg", drawn);
    play_some(report, state);
    if (!code)
        code = save_picture(report, state, folder, "later.svg", drawn);
    free(state);
    return code;
}

/* ---- plots ------------------------------------------------------------------------------------ */

static int save_counts(const Counts *c, const char *folder, const char *name)
{
    Out out = {0}, file = {0};
    out_puts(&out, "# number, how often\n");
    for (size_t i = 0; i < c->n; i++)
        if (c->count[i])
            out_printf(&out, "%zu %llu\n", i, (unsigned long long)c->count[i]);
    out_printf(&file, "%s.dat", name);
    int code = folder_save(folder, file.text, &out);
    out_free(&out);
    out_free(&file);
    return code;
}

static int save_plot(const char *folder, const char *name, const char *what, const char *of)
{
    Out out = {0}, data = {0}, file = {0};
    out_printf(&data, "%s.dat", name);
    out_printf(&file, "%s.gp", name);
    folder_plot_head(&out, name, data.text);
    out_printf(&out, "set xlabel '%s'\nset ylabel '%s'\nunset key\nset style fill solid 0.4\nset yrange [0:*]\n"
                     "plot '%s' using 1:2 with impulses linewidth 2\n", what, of, data.text);
    int code = folder_save(folder, file.text, &out);
    out_free(&out);
    out_free(&data);
    out_free(&file);
    return code;
}

/* ---- the page ----------------------------------------------------------------------------------- */

static int save_page(const Report *report, bool drawn, bool plotted, const char *folder)
{
    Out out = {0}, text = {0};
    folder_page_head(&out, "ludc report");
    out_puts(&out, "<h1>");
    out_markup(&out, report->r->name);
    out_puts(&out, "</h1>\n");
    if (drawn)
        out_printf(&out, "<p><img src=\"start.svg\" alt=\"the position at the start\" width=\"360\"> "
                         "<img src=\"later.svg\" alt=\"a position of a random game\" width=\"360\"></p>\n"
                         "<p>At the start, and after %d random moves.</p>\n", LATER);
    if (plotted)
        out_puts(&out, "<h2>Lengths and choices</h2>\n<p><img src=\"lengths.svg\" alt=\"how long games last\"> "
                       "<img src=\"choices.svg\" alt=\"how many legal moves there are\"></p>\n");
    report_text(report, &text);
    int code = folder_page_save(folder, &out, text.text);
    out_free(&out);
    out_free(&text);
    return code;
}

static int save_json(const Report *report, const char *folder)
{
    Out out = {0};
    report_json(report, &out);
    int code = folder_save(folder, "report.json", &out);
    out_free(&out);
    return code;
}

int report_page(const Report *report, const char *folder)
{
    bool drawn = false;
    int code = save_pictures(report, folder, &drawn);
    if (!code)
        code = save_json(report, folder);
    if (!code)
        code = save_counts(&report->s.lengths, folder, "lengths");
    if (!code)
        code = save_counts(&report->s.choices, folder, "choices");
    if (!code)
        code = save_plot(folder, "lengths", "moves of a game", "games");
    if (!code)
        code = save_plot(folder, "choices", "legal moves", "turns");
    if (code)
        return code;
    const bool plotted = folder_plot(folder, "lengths.gp") && folder_plot(folder, "choices.gp");
    if (!plotted)
        folder_say_undrawn(folder);
    return save_page(report, drawn, plotted, folder);
}
