/* features_file.c - sets of features from files, and what is wrong with them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "driver/features/features.h"
#include "driver/features/features_code.h"
#include "runtime/features/feature.h"

/* The place of an error of the reader, up to the end of the word there. */
static Span span_of(const Source *source, const ludc_error *error)
{
    uint32_t at = 0;
    for (unsigned line = 1; line < error->line && at < source->length; at++)
        line += source->text[at] == '\n';
    at += error->column ? error->column - 1 : 0;
    at = at < source->length ? at : source->length;
    uint32_t end = at;
    while (end < source->length && !strchr(" \t\r\n,:{}[]<>", source->text[end]))
        end++;
    return (Span){source->base + at, source->base + (end > at ? end : at + (at < source->length))};
}

int features_refused(Job *job, const ludc_error *error)
{
    if (job->features && error->line && error->status == LUDC_WRONG) {
        session_error(job->session, span_of(job->features, error), "%s", error->message);
        return job_report(job);
    }
    say("ludc: %s", error->message);
    return (int)error->status;
}

const SweepMaker *features_maker(Job *job)
{
    if (!job->coder)
        job->coder = coder_new(job->options);
    return coder_maker(job->coder);
}

void features_compile(Job *job, ludc_features *set) { set->maker = features_maker(job); }

int features_load(Job *job, const char *path, ludc_features **set)
{
    ludc_error error = {0};
    const Source *source = source_read(job->session->sources, path);
    *set = NULL;
    if (!source) {
        say("ludc: cannot read %s: %s", path, strerror(errno));
        return EXIT_IO;
    }
    job->features = source;
    *set = ludc_features_read(source->name, source->text, source->length, &error);
    if (*set)
        features_compile(job, *set);
    if (*set)
        return EXIT_DONE;
    return features_refused(job, &error);
}

int features_options(const Options *o, ludc_feature_options *out)
{
    *out = (ludc_feature_options){.size = sizeof *out, .evaluator = o->evaluator};
    bool known = !o->evaluator;
    Out names = {0};
    for (size_t i = 0; i < ludc_feature_evaluators(); i++) {
        known = known || !strcmp(ludc_feature_evaluator(i), o->evaluator);
        out_printf(&names, "%s%s", i ? ", " : "", ludc_feature_evaluator(i));
    }
    int code = known ? EXIT_DONE : usage_error(o, "there is no evaluator `%s`; there are %s", o->evaluator, names.text);
    out_free(&names);
    if (code || !o->ties || !strcmp(o->ties, "split"))
        return code;
    out->ties = LUDC_TIES_FLOOR;
    return strcmp(o->ties, "floor") ? usage_error(o, "--ties is split or floor") : EXIT_DONE;
}
