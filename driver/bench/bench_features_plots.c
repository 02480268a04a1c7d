/* bench_features_plots.c - plots of `ludc bench --features` by gnuplot, from scripts that stay in the folder, as the paper has them (Soemers et al.,
 * "Spatial State-Action Features for General Games", 2022): slowdowns by set and evaluator (Figures 18 and 19), performance profiles and how likely
 * each evaluator is the better one (Figures 20 and 21). */
#include <stdlib.h>
#include <string.h>

#include "driver/bench/bench_features.h"
#include "driver/folder.h"
#include "runtime/include/ludc_features.h"

static int plot(const char *folder, const char *name, const Out *data, const Out *script, bool *drawn)
{
    Out data_name = {0}, script_name = {0};
    out_printf(&data_name, "%s.dat", name);
    out_printf(&script_name, "%s.gp", name);
    int code = folder_save(folder, data_name.text, data);
    if (!code)
        code = folder_save(folder, script_name.text, script);
    *drawn = !code && folder_plot(folder, script_name.text);
    out_free(&data_name);
    out_free(&script_name);
    return code;
}

/* gnuplot's colours without its yellow. */
static size_t colour(size_t k) { return k < 4 ? k + 1 : k + 2; }

/* ---- slowdowns ----------------------------------------------------------------------------- */

/* A block of slowdowns of an evaluator on a set; how many there are. */
static size_t slowdown_block(const FeatureRow *row, size_t n, const char *set, const char *evaluator, Out *data)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        if (!row[i].reason[0] && !strcmp(row[i].set, set) && !strcmp(row[i].evaluator, evaluator))
            out_printf(data, "%s%.6g\n", found++ ? "" : "\n\n", row[i].slowdown);
    return found;
}

/* The first row of a set? */
static bool begins_set(const FeatureRow *row, size_t i)
{
    bool first = !row[i].reason[0];
    for (size_t k = 0; k < i && first; k++)
        first = row[k].reason[0] || strcmp(row[k].set, row[i].set) != 0;
    return first;
}

int bench_feature_plot_times(const FeatureTable *t, const char *folder)
{
    const FeatureRow *row = t->row;
    const size_t each = ludc_feature_evaluators();
    Out data = {0}, script = {0}, boxes = {0};
    size_t sets = 0, block = 0;
    folder_plot_head(&script, "slowdowns", "slowdowns.dat");
    out_puts(&script, "set ylabel 'slowdown against naive on Atomic-1-1'\nset logscale y\nset key outside above\nset style fill solid 0.25 border -1\n"
                      "set style boxplot outliers pointtype 7\nset pointsize 0.3\nset xtics (");
    out_puts(&data, "# slowdowns, a block for each set and evaluator\n1\n");
    for (size_t i = 0; i < t->n; i++) {
        if (!begins_set(row, i))
            continue;
        out_puts(&script, sets ? ", " : "");
        folder_plot_text(&script, row[i].set);
        out_printf(&script, " %zu", sets * (each + 1) + each / 2);
        for (size_t k = 0; k < each; k++)
            if (slowdown_block(row, t->n, row[i].set, ludc_feature_evaluator(k), &data)) {
                out_printf(&boxes, ", \\\n    'slowdowns.dat' index %zu using (%zu):1:(0.8) with boxplot linecolor %zu ", ++block, sets * (each + 1) + k, colour(k));
                out_printf(&boxes, sets ? "notitle" : "title '%s'", ludc_feature_evaluator(k));
            }
        sets++;
    }
    out_printf(&script, ")\nset xrange [-1:%zu]\nplot 1 with lines linecolor 'gray' notitle%s\n", sets * (each + 1), boxes.text ? boxes.text : "");
    bool drawn = true;
    const int code = sets ? plot(folder, "slowdowns", &data, &script, &drawn) : EXIT_DONE;
    if (!code && !drawn)
        folder_say_undrawn(folder);
    out_free(&data);
    out_free(&script);
    out_free(&boxes);
    return code;
}

/* ---- matches ------------------------------------------------------------------------------------ */

static int plot_profiles(const FeatureScore *s, size_t n, const char *folder, bool *drawn)
{
    Out data = {0}, script = {0}, lines = {0};
    folder_plot_head(&script, "profiles", "profiles.dat");
    out_puts(&script, "set xlabel 'score'\nset ylabel 'share of games with a greater one, 95 %'\nset yrange [0:1]\nset key outside above\nset style fill transparent solid 0.15 noborder\nplot ");
    for (size_t a = 0; a < n; a++) {
        out_printf(&data, "%s# %s: score, share of games, its interval\n", a ? "\n\n" : "", s[a].name);
        for (size_t k = 0; k < PROFILE; k++)
            out_printf(&data, "%.3f %.4f %.4f %.4f\n", (double)k / (PROFILE - 1), s[a].profile[k].value, s[a].profile[k].low, s[a].profile[k].high);
        out_printf(&script, "'profiles.dat' index %zu using 1:3:4 with filledcurves linecolor %zu notitle, \\\n    ", a, colour(a));
        out_printf(&lines, "%s'' index %zu using 1:2 with lines linewidth 2 linecolor %zu title '%s'", a ? ", \\\n    " : "", a, colour(a), s[a].name);
    }
    out_printf(&script, "%s\n", lines.text);
    const int code = plot(folder, "profiles", &data, &script, drawn);
    out_free(&lines);
    out_free(&data);
    out_free(&script);
    return code;
}

static int plot_probabilities(const FeatureScore *s, size_t n, const char *folder, bool *drawn)
{
    Out data = {0}, script = {0}, names = {0};
    size_t at = 0;
    folder_plot_head(&script, "probabilities", "probabilities.dat");
    out_puts(&data, "# place, how likely the first is better than the second, its interval\n");
    for (size_t a = 0; a < n; a++)
        for (size_t b = a + 1; b < n; b++, at++) {
            const Estimate *e = &s[a].over[b];
            out_printf(&data, "%zu %.4f %.4f %.4f\n", at, e->value, e->low, e->high);
            out_printf(&names, "%s'%s over %s' %zu", at ? ", " : "", s[a].name, s[b].name, at);
        }
    out_printf(&script, "set xlabel 'better with probability, 95 %%'\nset xrange [0:1]\nset yrange [%zu.5:-0.5]\nunset key\nset ytics (%s)\n"
                        "set arrow from 0.5,-0.5 to 0.5,%zu.5 nohead linecolor 'gray'\nplot 'probabilities.dat' using 2:1:3:4 with xerrorbars pointtype 7\n",
               at - 1, names.text, at - 1);
    const int code = plot(folder, "probabilities", &data, &script, drawn);
    out_free(&data);
    out_free(&script);
    out_free(&names);
    return code;
}

int bench_feature_plot_matches(const FeatureTable *t, const char *folder)
{
    size_t n, games;
    FeatureScore *s = bench_feature_scores_make(t->row, t->n, t->seed, &n, &games);
    bool profiles = true, probabilities = true;
    int code = n > 1 ? plot_profiles(s, n, folder, &profiles) : EXIT_DONE;
    if (!code && n > 1)
        code = plot_probabilities(s, n, folder, &probabilities);
    if (!code && !(profiles && probabilities))
        folder_say_undrawn(folder);
    bench_feature_scores_free(s);
    return code;
}
