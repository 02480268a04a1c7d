/* bench_table.c - what `ludc bench` measured, as a table and as JSON. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/json_text.h"
#include "base/escape.h"
#include "base/memory.h"
#include "driver/bench/bench.h"

#define ALL_PLANS "all"

/* ---- summary ------------------------------------------------------------------ */

bool row_in_plan(const Row *row, const char *plan)
{
    return row_has_plan(row) && (!strcmp(plan, ALL_PLANS) || !strcmp(row->plan, plan));
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_sort(double *value, size_t n) { qsort(value, n, sizeof *value, by_value); }

static int by_plan(const void *a, const void *b)
{
    return strcmp(((const Summary *)a)->plan, ((const Summary *)b)->plan);
}

double bench_quantile(const double *value, size_t n, double q)
{
    double at = q * (double)(n - 1);
    size_t low = (size_t)at;
    double part = at - (double)low;
    return low + 1 < n ? value[low] * (1 - part) + value[low + 1] * part : value[n - 1];
}

static Summary sum_up(const Bench *b, const char *plan, double *value)
{
    Summary s = {.plan = plan};
    for (size_t i = 0; i < b->n; i++)
        if (row_in_plan(&b->row[i], plan)) {
            value[s.n] = b->row[i].ratio;
            s.mean += value[s.n++];
        }
    bench_sort(value, s.n);
    s.mean /= (double)s.n;
    s.min = value[0];
    s.max = value[s.n - 1];
    s.low = bench_quantile(value, s.n, 0.25);
    s.median = bench_quantile(value, s.n, 0.5);
    s.high = bench_quantile(value, s.n, 0.75);
    return s;
}

Summary *bench_summary(const Bench *b, size_t *n)
{
    Summary *all = calloc(b->n + 2, sizeof *all);
    double *value = calloc(b->n + 1, sizeof *value);
    if (!all || !value)
        memory_out();
    *n = 0;
    for (size_t i = 0; i < b->n; i++) {
        size_t k = 0;
        if (!row_has_plan(&b->row[i]))
            continue;
        while (k < *n && strcmp(all[k].plan, b->row[i].plan) != 0)
            k++;
        if (k == *n)
            all[(*n)++] = sum_up(b, b->row[i].plan, value);
    }
    qsort(all, *n, sizeof *all, by_plan);
    if (*n > 1)
        all[(*n)++] = sum_up(b, ALL_PLANS, value);
    free(value);
    return all;
}

/* ---- table -------------------------------------------------------------------- */

void bench_head(Out *out)
{
    out_puts(out, "path\tgame\tbackend\tplan\tstandard_playouts_per_s\tplan_playouts_per_s\tratio\t"
                  "standard_mean_moves\tplan_mean_moves\tlength_ratio\tstandard_errors\tstandard_moves_per_s\t"
                  "plan_moves_per_s\tstandard_playouts\tplan_playouts\tstandard_within\tplan_within\tcompile_ms\tnote\n");
}

/* A number that may be unknown, behind a tab. */
static void known(double x, Out *out)
{
    out_char(out, '\t');
    if (!isnan(x))
        out_printf(out, "%.1f", x);
}

void bench_row(const Bench *b, size_t i, Out *out)
{
    const Row *row = &b->row[i];
    const Pace *a = &row->standard, *p = &row->planned;
    out_tsv_field(out, b->path[i]);
    out_char(out, '\t');
    out_tsv_field(out, row->name);
    out_char(out, '\t');
    if (row->reason[0]) {
        out_puts(out, b->backend[i] ? b->backend[i] : "");
        out_puts(out, "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t");
        out_tsv_field(out, row->reason);
        out_char(out, '\n');
        return;
    }
    out_printf(out, "%s\t%s\t%.1f\t", row->backend, row->plan, a->playouts_per_s);
    if (row_has_plan(row))
        out_printf(out, "%.1f\t%.3f\t%.3f\t%.3f\t%.4f\t%.2f\t%.0f\t%.0f\t%llu\t%llu", p->playouts_per_s, row->ratio,
                   a->mean, p->mean, row->length_ratio, row->apart, a->moves_per_s, p->moves_per_s,
                   (unsigned long long)a->playouts, (unsigned long long)p->playouts);
    else
        out_printf(out, "\t\t%.3f\t\t\t\t%.0f\t\t%llu\t", a->mean, a->moves_per_s, (unsigned long long)a->playouts);
    known(a->within, out);
    known(row_has_plan(row) ? p->within : NAN, out);
    out_printf(out, "\t%.1f\t", a->compile_ms);
    if (a->cut + p->cut)
        out_printf(out, "%llu playouts were cut short", (unsigned long long)(a->cut + p->cut));
    out_char(out, '\n');
}

/* ---- for people --------------------------------------------------------------- */

void bench_lines_head(Out *out)
{
    out_printf(out, "%-32s %-7s %12s %6s %12s %6s %6s %8s  %s\n", "game", "by", "playouts/s", "", "by the plan", "", "ratio", "moves", "plan");
}

/* Playouts a second and the interval in percent. */
static void speed(const Pace *p, Out *out)
{
    out_printf(out, " %12.0f", p->playouts_per_s);
    if (isnan(p->within) || p->playouts_per_s <= 0)
        out_printf(out, " %6s", "");
    else
        out_printf(out, " ±%4.1f%%", 100 * p->within / p->playouts_per_s);
}

void bench_line(const Bench *b, size_t i, Out *out)
{
    const Row *row = &b->row[i];
    Out name = {0};
    out_tsv_field(&name, row->name[0] ? row->name : b->path[i]);
    out_printf(out, "%-32s", name.text);
    out_free(&name);
    if (row->reason[0]) {
        out_printf(out, " %-7s %s\n", b->backend[i] ? b->backend[i] : "", row->reason);
        return;
    }
    out_printf(out, " %-7s", row->backend);
    speed(&row->standard, out);
    if (row_has_plan(row)) {
        speed(&row->planned, out);
        out_printf(out, " %6.2f", row->ratio);
    } else {
        out_printf(out, "%27s", "");
    }
    out_printf(out, " %8.1f  %s\n", row->standard.mean, row->plan);
}

static size_t measured(const Bench *b)
{
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++)
        n += !b->row[i].reason[0];
    return n;
}

void bench_tail(const Bench *b, Out *out)
{
    size_t n, played = measured(b);
    Summary *s = bench_summary(b, &n);
    out_printf(out, "# %zu games, %zu measured, %zu not\n", b->n, played, b->n - played);
    if (n)
        out_puts(out, "# speedups\tgames\tmin\tlow\tmedian\tmean\thigh\tmax\n");
    for (size_t i = 0; i < n; i++)
        out_printf(out, "# %s\t%zu\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\n", s[i].plan, s[i].n, s[i].min, s[i].low,
                   s[i].median, s[i].mean, s[i].high, s[i].max);
    free(s);
}

/* ---- JSON --------------------------------------------------------------------- */

static json_t *json_pace(const Pace *p)
{
    json_t *interval = isnan(p->within) ? json_null() : json_pack("[f, f]", p->playouts_per_s - p->within, p->playouts_per_s + p->within);
    return json_pack("{s:f, s:o, s:f, s:f, s:o, s:I, s:I, s:f}", "playouts_per_s", p->playouts_per_s, "playouts_per_s95", interval,
                     "moves_per_s", p->moves_per_s, "mean_moves", p->mean, "stddev_moves",
                     isnan(p->deviation) ? json_null() : json_real(p->deviation), "playouts",
                     (json_int_t)p->playouts, "cut", (json_int_t)p->cut, "compile_ms", p->compile_ms);
}

static json_t *json_row(const char *path, const char *backend, const Row *row)
{
    json_t *all = json_pack("{s:o, s:o}", "path", json_text(path), "game", json_text(row->name));
    if (row->reason[0]) {
        if (backend)
            json_object_set_new(all, "backend", json_string(backend));
        json_object_set_new(all, "exit", json_integer(row->code));
        json_object_set_new(all, "reason", json_text(row->reason));
        return all;
    }
    json_object_set_new(all, "backend", json_string(row->backend));
    json_object_set_new(all, "plan", json_string(row->plan));
    json_object_set_new(all, "standard", json_pace(&row->standard));
    if (row_has_plan(row)) {
        json_object_set_new(all, "planned", json_pace(&row->planned));
        json_object_set_new(all, "ratio", json_real(row->ratio));
        json_object_set_new(all, "length_ratio", json_real(row->length_ratio));
        json_object_set_new(all, "standard_errors", json_real(row->apart));
    }
    return all;
}

void bench_json(const Bench *b, Out *out)
{
    size_t n;
    Summary *s = bench_summary(b, &n);
    json_t *games = json_array(), *plans = json_array();
    for (size_t i = 0; i < b->n; i++)
        json_array_append_new(games, json_row(b->path[i], b->backend[i], &b->row[i]));
    for (size_t i = 0; i < n; i++)
        json_array_append_new(plans, json_pack("{s:s, s:I, s:f, s:f, s:f, s:f, s:f, s:f}", "plan", s[i].plan, "games",
                                               (json_int_t)s[i].n, "min", s[i].min, "low", s[i].low, "median",
                                               s[i].median, "mean", s[i].mean, "high", s[i].high, "max", s[i].max));
    json_t *all = json_pack("{s:o, s:o}", "games", games, "speedups", plans);
    json_line(all, JSON_COMPACT | JSON_REAL_PRECISION(9), out);
    free(s);
}
