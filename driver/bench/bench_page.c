/* bench_page.c - a folder with the table, plots and a page: the speedups by plan and the
 * ratios of lengths, as D. J. N. J. Soemers et al. show theirs (arXiv:2111.02839, Table 1,
 * Figures 2 and 3), and the speeds of all games. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "driver/bench/bench.h"
#include "driver/folder.h"

static int save_table(const Bench *b, const char *folder)
{
    Out out = {0};
    bench_whole(b, NULL, &out);
    bench_tail(b, &out);
    int code = folder_save(folder, "bench.tsv", &out);
    out_free(&out);
    return code;
}

/* ---- the page ----------------------------------------------------------------- */

/* Playouts a second, with half the interval. */
static void html_pace(const Pace *p, Out *out)
{
    out_printf(out, "<td>%.0f", p->playouts_per_s);
    if (!isnan(p->within))
        out_printf(out, " ± %.0f", p->within);
}

static void html_game(const Bench *b, size_t i, Out *out)
{
    const Row *row = &b->row[i];
    out_puts(out, "<tr><td>");
    out_markup(out, row->name[0] ? row->name : b->path[i]);
    out_puts(out, "<td>");
    out_markup(out, row->reason[0] && b->backend[i] ? b->backend[i] : row->backend);
    if (row->reason[0]) {
        out_puts(out, "<td colspan=\"7\">");
        out_markup(out, row->reason);
        out_puts(out, "</tr>\n");
        return;
    }
    out_printf(out, "<td>%s", row->plan);
    html_pace(&row->standard, out);
    if (row_has_plan(row)) {
        html_pace(&row->planned, out);
        out_printf(out, "<td>%.2f<td>%.2f<td>%.2f<td>%.4f", row->ratio, row->standard.mean, row->planned.mean, row->length_ratio);
    } else {
        out_printf(out, "<td><td><td>%.2f<td><td>", row->standard.mean);
    }
    out_puts(out, "</tr>\n");
}

/* The names of those far from the others of their plan. */
static void html_outliers(const Bench *b, const Summary *s, Out *out)
{
    bool any = false;
    for (size_t i = 0; i < b->n; i++)
        if (row_in_plan(&b->row[i], s->plan) && bench_is_outlier(&b->row[i], s)) {
            out_puts(out, any ? ", " : "<td>");
            out_markup(out, b->row[i].name);
            out_printf(out, " %.2f", b->row[i].ratio);
            any = true;
        }
    if (!any)
        out_puts(out, "<td>");
}

static int save_page(const Bench *b, const Summary *s, size_t n, bool drawn, const Options *o, const char *folder)
{
    Out out = {0};
    folder_page_head(&out, "ludc bench");
    out_puts(&out, "<h1>Playouts a second, with and without a plan</h1>\n");
    folder_page_about(&out, o->has_seed ? o->seed : 1, o->word, o->words);
    out_puts(&out, "<p>Rates are per second of processor time of one thread, with 95 % intervals by parts of the time. The whole table: "
                   "<a href=\"bench.tsv\">bench.tsv</a>.</p>\n");
    if (drawn)
        out_puts(&out, "<p><img src=\"speeds.svg\" alt=\"playouts a second of each game\"></p>\n");
    if (n)
        out_puts(&out, "<h2>Speedups by plan</h2>\n"
                       "<table><tr><th>plan<th>games<th>min<th>median<th>mean<th>max<th>far from the others</tr>\n");
    for (size_t k = 0; k < n; k++) {
        out_printf(&out, "<tr><td>%s<td>%zu<td>%.2f<td>%.2f<td>%.2f<td>%.2f", s[k].plan, s[k].n, s[k].min,
                   s[k].median, s[k].mean, s[k].max);
        html_outliers(b, &s[k], &out);
        out_puts(&out, "</tr>\n");
    }
    out_puts(&out, n ? "</table>\n" : "");
    if (drawn && n)
        out_puts(&out, "<p><img src=\"speedups.svg\" alt=\"box plots of the speedups\"></p>\n"
                       "<h2>Mean lengths</h2>\n<p><img src=\"lengths.svg\" alt=\"ratios of the mean lengths\"></p>\n");
    out_puts(&out, "<h2>Games</h2>\n<table><tr><th>game<th>by<th>plan<th>standard/s<th>plan/s<th>ratio<th>moves, standard"
                   "<th>moves, plan<th>ratio</tr>\n");
    for (size_t i = 0; i < b->n; i++)
        html_game(b, i, &out);
    out_puts(&out, "</table>\n</html>\n");
    int code = folder_save(folder, "index.html", &out);
    out_free(&out);
    return code;
}

int bench_page(const Bench *b, const Options *o, const char *folder)
{
    size_t n;
    Summary *s = bench_summary(b, &n);
    int code = save_table(b, folder);
    if (!code)
        code = bench_plots_save(b, s, n, folder);
    bool drawn = !code && bench_plots_draw(n, folder);
    if (!code && !drawn)
        folder_say_undrawn(folder);
    if (!code)
        code = save_page(b, s, n, drawn, o, folder);
    free(s);
    return code;
}
