/* features_draw.c - ludc draw --feature: one feature on the board; --set: a page of the heaviest of a set with their weights. */
#include "driver/features/features_draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "driver/features/features.h"
#include "driver/folder.h"
#include "runtime/board/scene_feature.h"

enum { HEAVIEST = 24 };

/* ---- one ------------------------------------------------------------------------- */

static ludc_status draw_one(const Job *job, const ludc_features *set, size_t index, const ludc_draw_options *options, Out *out, ludc_error *error)
{
    Text text = {0};
    const ludc_status status = scene_feature_svg(job->player.reasoner, set, index, options, &text, error);
    if (!status)
        out_write(out, text.at, text.n);
    text_free(&text);
    return status;
}

static int draw_alone(Job *job, const ludc_features *set, const ludc_draw_options *options, Out *out)
{
    ludc_error error = {0};
    return draw_one(job, set, 0, options, out, &error) ? features_refused(job, &error) : EXIT_DONE;
}

/* The feature of --feature is a set of one line. */
static int read_feature(Job *job, ludc_features **set)
{
    ludc_error error = {0};
    const char *text = job->options->feature;
    *set = ludc_features_read("--feature", text, strlen(text), &error);
    if (*set && ludc_features_count(*set) == 1)
        return EXIT_DONE;
    if (*set)
        return usage_error(job->options, "--feature is one feature, not %zu", ludc_features_count(*set));
    say("ludc: --feature: column %u: %s", error.column, error.message);
    return (int)error.status;
}

/* ---- a page ------------------------------------------------------------------------ */

typedef struct {
    size_t index;
    double weight;
} Heavy;

static int by_weight(const void *a, const void *b)
{
    const Heavy *x = a, *y = b;
    if (fabs(x->weight) != fabs(y->weight))
        return fabs(x->weight) > fabs(y->weight) ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static int draw_heaviest(const Job *job, const ludc_features *set, const ludc_draw_options *options, Out *out)
{
    const size_t n = ludc_features_count(set);
    Heavy *heavy = calloc(n + 1, sizeof *heavy);
    if (!heavy)
        memory_out();
    for (size_t i = 0; i < n; i++)
        heavy[i] = (Heavy){i, ludc_feature_weight(set, i)};
    qsort(heavy, n, sizeof *heavy, by_weight);
    folder_page_head(out, "features");
    out_puts(out, "<h1>");
    out_markup(out, job->player.reasoner->name);
    out_printf(out, "</h1>\n<p>%zu features; those of the greatest weights.</p>\n", n);
    size_t drawn = 0;
    for (size_t i = 0; i < n && drawn < HEAVIEST; i++) {
        Out one = {0};
        ludc_error error = {0}; /* those without sites, or without an instance here, are left out */
        if (!draw_one(job, set, heavy[i].index, options, &one, &error)) {
            out_printf(out, "<figure style=\"display:inline-block;width:20em;margin:1em\"><figcaption>%+.4g, feature %zu, player %u</figcaption>\n",
                       heavy[i].weight, heavy[i].index, ludc_feature_player(set, heavy[i].index));
            out_write(out, one.text, one.n);
            out_puts(out, "</figure>\n");
            drawn++;
        }
        out_free(&one);
    }
    out_puts(out, "</html>\n");
    free(heavy);
    return EXIT_DONE;
}

int features_draw(Job *job, const ludc_draw_options *options, Out *out)
{
    const Options *o = job->options;
    ludc_features *set = NULL;
    ludc_error error = {0};
    int code = job_play(job);
    if (!code)
        code = o->feature ? read_feature(job, &set) : features_load(job, o->set, &set);
    if (!code && !o->feature && ludc_features_check(set, job->player.reasoner, &error))
        code = features_refused(job, &error);
    if (!code)
        code = o->feature ? draw_alone(job, set, options, out) : draw_heaviest(job, set, options, out);
    ludc_features_free(set);
    return code;
}
