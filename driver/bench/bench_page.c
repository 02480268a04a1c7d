/* bench_page.c - a folder with the table, plots and a page: the speedups by plan and the
 * ratios of lengths, as D. J. N. J. Soemers et al. show theirs (arXiv:2111.02839, Table 1,
 * Figures 2 and 3).  The plots are drawn by gnuplot from scripts that stay there. */
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

/* ---- plots -------------------------------------------------------------------- */

/* A block of lines for each plan, two empty lines between: speedup, mean length of standard
 * playouts, ratio of the mean lengths. */
static int save_data(const Bench *b, const Summary *s, size_t n, const char *folder)
{
    Out out = {0};
    for (size_t k = 0; k < n; k++) {
        out_printf(&out, "%s# %s\n", k ? "\n\n" : "", s[k].plan);
        for (size_t i = 0; i < b->n; i++)
            if (row_in_plan(&b->row[i], s[k].plan))
                out_printf(&out, "%.6g %.6g %.6g\n", b->row[i].ratio, b->row[i].standard.mean,
                           b->row[i].length_ratio);
    }
    int code = folder_save(folder, "plans.dat", &out);
    out_free(&out);
    return code;
}

static int save_speedups(const Summary *s, size_t n, const char *folder)
{
    Out out = {0};
    folder_plot_head(&out, "speedups", "plans.dat");
    out_puts(&out, "set ylabel 'playouts/s, plan over standard'\nset logscale y\nunset key\n"
                   "set style fill solid 0.25 border -1\nset boxwidth 0.5\nset style boxplot outliers pointtype 7\n"
                   "set pointsize 0.4\nset xtics (");
    for (size_t k = 0; k < n; k++)
        out_printf(&out, "%s'%s (%zu)' %zu", k ? ", " : "", s[k].plan, s[k].n, k + 1);
    out_printf(&out, ")\nset xrange [0.4:%zu.6]\nplot 1 with lines linecolor 'gray'", n);
    for (size_t k = 0; k < n; k++)
        out_printf(&out, ", \\\n    'plans.dat' index %zu using (%zu):1 with boxplot", k, k + 1);
    out_char(&out, '\n');
    int code = folder_save(folder, "speedups.gp", &out);
    out_free(&out);
    return code;
}

static int save_lengths(const Summary *s, size_t n, const char *folder)
{
    Out out = {0};
    folder_plot_head(&out, "lengths", "plans.dat");
    out_puts(&out, "set xlabel 'mean moves of a standard playout'\nset ylabel 'mean moves, plan over standard'\n"
                   "set logscale x\nset key outside below\nplot 1 with lines linecolor 'gray' notitle");
    for (size_t k = 0; k < n; k++)
        out_printf(&out, ", \\\n    'plans.dat' index %zu using 2:3 with points pointtype 7 pointsize 0.5 title '%s'", k,
                   s[k].plan);
    out_char(&out, '\n');
    int code = folder_save(folder, "lengths.gp", &out);
    out_free(&out);
    return code;
}

/* ---- the page ----------------------------------------------------------------- */

static void html_game(const Bench *b, size_t i, Out *out)
{
    const Row *row = &b->row[i];
    out_puts(out, "<tr><td>");
    out_markup(out, row->name[0] ? row->name : b->path[i]);
    if (row->reason[0]) {
        out_puts(out, "<td colspan=\"7\">");
        out_markup(out, row->reason);
    } else if (row_has_plan(row)) {
        out_printf(out, "<td>%s<td>%.0f<td>%.0f<td>%.2f<td>%.2f<td>%.2f<td>%.4f", row->plan,
                   row->standard.playouts_per_s, row->planned.playouts_per_s, row->ratio, row->standard.mean,
                   row->planned.mean, row->length_ratio);
    } else {
        out_printf(out, "<td>%s<td>%.0f<td><td><td>%.2f<td><td>", row->plan, row->standard.playouts_per_s,
                   row->standard.mean);
    }
    out_puts(out, "</tr>\n");
}

static int save_page(const Bench *b, const Summary *s, size_t n, bool drawn, const char *folder)
{
    Out out = {0};
    folder_page_head(&out, "ludc bench");
    out_puts(&out, "<h1>Playouts a second, with and without a plan</h1>\n"
                   "<p>Rates are per second of processor time of one thread. The whole table: "
                   "<a href=\"bench.tsv\">bench.tsv</a>.</p>\n<h2>Speedups by plan</h2>\n"
                   "<table><tr><th>plan<th>games<th>min<th>median<th>mean<th>max</tr>\n");
    for (size_t k = 0; k < n; k++)
        out_printf(&out, "<tr><td>%s<td>%zu<td>%.2f<td>%.2f<td>%.2f<td>%.2f</tr>\n", s[k].plan, s[k].n, s[k].min,
                   s[k].median, s[k].mean, s[k].max);
    out_puts(&out, "</table>\n");
    if (drawn)
        out_puts(&out, "<p><img src=\"speedups.svg\" alt=\"box plots of the speedups\"></p>\n"
                       "<h2>Mean lengths</h2>\n<p><img src=\"lengths.svg\" alt=\"ratios of the mean lengths\"></p>\n");
    out_puts(&out, "<h2>Games</h2>\n<table><tr><th>game<th>plan<th>standard/s<th>plan/s<th>ratio<th>moves, standard"
                   "<th>moves, plan<th>ratio</tr>\n");
    for (size_t i = 0; i < b->n; i++)
        html_game(b, i, &out);
    out_puts(&out, "</table>\n</html>\n");
    int code = folder_save(folder, "index.html", &out);
    out_free(&out);
    return code;
}

int bench_page(const Bench *b, const char *folder)
{
    size_t n;
    Summary *s = bench_summary(b, &n);
    int code = save_table(b, folder);
    if (!code)
        code = save_data(b, s, n, folder);
    if (!code)
        code = save_speedups(s, n, folder);
    if (!code)
        code = save_lengths(s, n, folder);
    bool drawn = !code && n && folder_plot(folder, "speedups.gp") && folder_plot(folder, "lengths.gp");
    if (!code && n && !drawn)
        say("ludc: gnuplot is missing or failed: no plots; its scripts are %s/*.gp", folder);
    if (!code)
        code = save_page(b, s, n, drawn, folder);
    free(s);
    return code;
}
