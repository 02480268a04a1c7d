/* bench_plots.c - plots by gnuplot, from scripts that stay in the folder: the speeds of all games on a logarithmic axis, the
 * speedups by plan, the ratios of the mean lengths. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "driver/bench/bench.h"
#include "driver/folder.h"

enum { MOST_NAMES = 48 }; /* games whose names stand below the axis */

bool bench_is_outlier(const Row *row, const Summary *s)
{
    double far = 1.5 * (s->high - s->low);
    return row->ratio < s->low - far || row->ratio > s->high + far;
}

/* ---- speeds ------------------------------------------------------------------- */

/* A game of the axis, and how fast it is plainly by the back end that comes first. */
typedef struct {
    const char *path, *name;
    double per_s;
} AxisGame;

static int by_speed(const void *a, const void *b)
{
    const AxisGame *x = a, *y = b;
    return x->per_s != y->per_s ? (x->per_s < y->per_s ? 1 : -1) : strcmp(x->path, y->path);
}

/* The games that were measured, the fastest first; the caller frees. */
static AxisGame *places(const Bench *b, size_t *n)
{
    AxisGame *all = calloc(b->n + 1, sizeof *all);
    if (!all)
        memory_out();
    *n = 0;
    for (size_t i = 0; i < b->n; i++) {
        size_t k = 0;
        while (k < *n && strcmp(all[k].path, b->path[i]) != 0)
            k++;
        if (!b->row[i].reason[0] && k == *n)
            all[(*n)++] = (AxisGame){b->path[i], b->row[i].name, b->row[i].standard.playouts_per_s};
    }
    qsort(all, *n, sizeof *all, by_speed);
    return all;
}

static void put_pace(const Pace *p, Out *out)
{
    double within = isnan(p->within) ? 0 : p->within;
    if (p->playouts)
        out_printf(out, " %.6g %.6g %.6g", p->playouts_per_s, fmax(p->playouts_per_s - within, p->playouts_per_s / 10), p->playouts_per_s + within);
    else
        out_puts(out, " NaN NaN NaN");
}

/* A block for each back end: place, plain speed with its interval, speed by the plan with its interval. */
static void speed_block(const Bench *b, const char *backend, const AxisGame *place, size_t n, Out *out)
{
    for (size_t i = 0; i < b->n; i++)
        for (size_t k = 0; k < n && !b->row[i].reason[0] && !strcmp(b->row[i].backend, backend); k++)
            if (!strcmp(place[k].path, b->path[i])) {
                out_printf(out, "%zu", k + 1);
                put_pace(&b->row[i].standard, out);
                put_pace(&b->row[i].planned, out);
                out_char(out, '\n');
            }
}

static void speed_axis(const AxisGame *place, size_t n, Out *out)
{
    folder_plot_head(out, "speeds", "speeds.dat");
    out_puts(out, "set ylabel 'playouts/s (processor time), 95 %'\nset logscale y\nset format y '10^{%L}'\nset key outside above\nset bars small\n");
    out_printf(out, "set xrange [0.4:%zu.6]\n", n);
    if (n > MOST_NAMES) {
        out_puts(out, "set xlabel 'games, the fastest first'\n");
        return;
    }
    out_puts(out, "set xtics rotate by 40 right noenhanced (");
    for (size_t k = 0; k < n; k++) {
        out_puts(out, k ? ", " : "");
        folder_plot_text(out, place[k].name);
        out_printf(out, " %zu", k + 1);
    }
    out_puts(out, ")\n");
}

/* The places in a row, so that intervals of one game stand side by side. */
static void speed_series(const char *backend, size_t k, bool plan, double aside, Out *out)
{
    out_printf(out, "%s \\\n    'speeds.dat' index %zu using ($1%+.2f):%s with yerrorbars linecolor %zu pointtype %d pointsize 0.9 title ",
               k || plan ? "," : "plot", k, aside, plan ? "5:6:7" : "2:3:4", k + 1, plan ? 7 : 6);
    Out title = {0};
    out_printf(&title, "%s%s", backend, plan ? ", plan" : "");
    folder_plot_text(out, title.text);
    out_free(&title);
}

static bool is_new(const char **name, size_t n, const char *backend)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(name[i], backend))
            return false;
    return true;
}

static int save_speeds(const Bench *b, const char *folder)
{
    Out data = {0}, script = {0};
    size_t n, m = 0;
    AxisGame *place = places(b, &n);
    const char **name = calloc(b->n + 1, sizeof *name);
    if (!name)
        memory_out();
    for (size_t i = 0; i < b->n; i++)
        if (!b->row[i].reason[0] && is_new(name, m, b->row[i].backend))
            name[m++] = b->row[i].backend;
    speed_axis(place, n, &script);
    for (size_t k = 0; k < m; k++) {
        out_printf(&data, "%s# %s: place, playouts/s and its interval, plainly and by the plan\n", k ? "\n\n" : "", name[k]);
        speed_block(b, name[k], place, n, &data);
        for (int plan = 0; plan < 2; plan++)
            speed_series(name[k], k, plan, 0.7 * ((double)(2 * k + (size_t)plan) + 0.5) / (double)(2 * m) - 0.35, &script);
    }
    out_char(&script, '\n');
    int code = folder_save(folder, "speeds.dat", &data);
    if (!code)
        code = folder_save(folder, "speeds.gp", &script);
    free(place);
    free(name);
    out_free(&data);
    out_free(&script);
    return code;
}

/* ---- plans -------------------------------------------------------------------- */

/* The standard error of the ratio of the lengths, from how many of them lie between the two; 0: it is not known. */
static double length_error(const Row *row)
{
    double apart = row->planned.mean - row->standard.mean;
    return row->apart != 0 && row->standard.mean > 0 ? fabs(apart / row->apart / row->standard.mean) : 0;
}

/* A block of lines for each plan, two empty lines between: speedup, mean length of standard playouts, ratio of the mean
 * lengths, two standard errors of that, and the name of what lies apart. */
static int save_data(const Bench *b, const Summary *s, size_t n, const char *folder)
{
    Out out = {0};
    for (size_t k = 0; k < n; k++) {
        out_printf(&out, "%s# %s\n", k ? "\n\n" : "", s[k].plan);
        for (size_t i = 0; i < b->n; i++)
            if (row_in_plan(&b->row[i], s[k].plan))
                out_printf(&out, "%.6g %.6g %.6g %.6g\n", b->row[i].ratio, b->row[i].standard.mean, b->row[i].length_ratio,
                           2 * length_error(&b->row[i]));
    }
    int code = folder_save(folder, "plans.dat", &out);
    out_free(&out);
    return code;
}

static void label(Out *out, const char *name, double x, double y)
{
    out_puts(out, "set label ");
    folder_plot_text(out, name);
    out_printf(out, " at %.6g,%.6g left offset 0.6,0 font ',8' noenhanced\n", x, y);
}

static int save_speedups(const Bench *b, const Summary *s, size_t n, const char *folder)
{
    Out out = {0};
    folder_plot_head(&out, "speedups", "plans.dat");
    out_puts(&out, "set ylabel 'playouts/s, plan over standard'\nset logscale y\nunset key\n"
                   "set style fill solid 0.25 border -1\nset boxwidth 0.5\nset style boxplot outliers pointtype 7\n"
                   "set pointsize 0.4\n");
    double least = 1, most = 1;
    for (size_t k = 0; k < n; k++) {
        least = fmin(least, s[k].min);
        most = fmax(most, s[k].max);
        for (size_t i = 0; i < b->n; i++)
            if (row_in_plan(&b->row[i], s[k].plan) && bench_is_outlier(&b->row[i], &s[k]))
                label(&out, b->row[i].name, (double)k + 1, b->row[i].ratio);
    }
    out_printf(&out, "set ytics (0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 20, 30, 50, 100, 200, 500, 1000)\nset yrange [%.6g:%.6g]\nset xtics (", least * 0.9, most * 1.1);
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

enum { FAR = 3 }; /* standard errors, from which on a game is named */

static int save_lengths(const Bench *b, const Summary *s, size_t n, const char *folder)
{
    Out out = {0};
    folder_plot_head(&out, "lengths", "plans.dat");
    out_puts(&out, "set xlabel 'mean moves of a standard playout'\nset ylabel 'mean moves, plan over standard; two standard errors'\n"
                   "set logscale x\nset offsets graph 0.05, graph 0.05, graph 0.05, graph 0.05\nset key outside below\nset bars small\n");
    for (size_t i = 0; i < b->n; i++)
        if (row_has_plan(&b->row[i]) && fabs(b->row[i].apart) > FAR)
            label(&out, b->row[i].name, b->row[i].standard.mean, b->row[i].length_ratio);
    out_puts(&out, "plot 1 with lines linecolor 'gray' notitle");
    for (size_t k = 0; k < n - (n > 1); k++) /* the last one of several is all of them */
        out_printf(&out, ", \\\n    'plans.dat' index %zu using 2:3:4 with yerrorbars pointtype 7 pointsize 0.5 title '%s'", k,
                   s[k].plan);
    out_char(&out, '\n');
    int code = folder_save(folder, "lengths.gp", &out);
    out_free(&out);
    return code;
}

int bench_plots_save(const Bench *b, const Summary *s, size_t n, const char *folder)
{
    int code = save_speeds(b, folder);
    if (!code)
        code = save_data(b, s, n, folder);
    if (!code)
        code = save_speedups(b, s, n, folder);
    if (!code)
        code = save_lengths(b, s, n, folder);
    return code;
}

bool bench_plots_draw(size_t n, const char *folder)
{
    return folder_plot(folder, "speeds.gp") && (!n || (folder_plot(folder, "speedups.gp") && folder_plot(folder, "lengths.gp")));
}
