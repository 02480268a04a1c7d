/* agent_features.c - features=FILE in the SPEC of a search: taken out of it, and read. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/agent/agents.h"
#include "ir/offer/offer.h"
#include "runtime/include/ludc_features.h"

static const char key[] = "features=";

char *agent_split(const char *text, char **file)
{
    char *spec = strdup(text), *at = spec ? strchr(spec, ':') : NULL;
    *file = NULL;
    while (at && strncmp(at + 1, key, sizeof key - 1) != 0)
        at = strchr(at + 1, ',');
    if (!at)
        return spec;
    char *value = at + sizeof key; /* behind the colon or comma and the key */
    const size_t length = strcspn(value, ",");
    *file = strndup(value, length);
    if (value[length]) /* what follows takes its place */
        memmove(at + 1, value + length + 1, strlen(value + length + 1) + 1);
    else
        *at = '\0';
    return spec;
}

static ludc_features *refuse(ludc_error *error, ludc_status status, const char *file, const char *why)
{
    error->status = status;
    snprintf(error->message, sizeof error->message, "%.200s: %.700s", file, why);
    return NULL;
}

/* The whole file; NULL with errno set. */
static char *read_all(const char *file, size_t *n)
{
    FILE *in = fopen(file, "rb");
    Out out = {0};
    char part[4096];
    if (!in)
        return NULL;
    for (size_t got; (got = fread(part, 1, sizeof part, in)) > 0;)
        out_write(&out, part, got);
    const bool broken = ferror(in);
    fclose(in);
    if (broken) {
        out_free(&out);
        errno = EIO;
        return NULL;
    }
    *n = out.n;
    return out.text ? out.text : strdup("");
}

ludc_features *agent_features(const char *file, ludc_error *error)
{
    size_t n = 0;
    char *text = read_all(file, &n), why[256];
    ludc_error mine = {0};
    if (!text)
        return refuse(error, LUDC_IO, file, strerror(errno));
    ludc_features *set = ludc_features_read(file, text, n, &mine);
    free(text);
    if (set)
        return set;
    snprintf(why, sizeof why, "%u:%u: %.200s", mine.line, mine.column, mine.message);
    return refuse(error, mine.status, file, why);
}

bool agent_features_fit(const char *spec, const char *file, ludc_error *error)
{
    ludc_search_options o;
    if (ludc_search_parse(spec, &o, error))
        return false;
    const char *why = file && o.agent != LUDC_AGENT_PUCT           ? "features=FILE is for puct"
                      : !file && o.playout == LUDC_PLAYOUT_FEATURES ? "playout=features needs features=FILE (puct)"
                                                                    : NULL;
    if (why)
        *error = (ludc_error){.status = LUDC_USAGE};
    if (why)
        snprintf(error->message, sizeof error->message, "%s", why);
    return !why;
}

void agent_wants(Job *job, const char *text)
{
    char *file, *spec = agent_kind(text) ? NULL : agent_split(text, &file);
    job->compile.offers |= agent_offers_of(spec ? spec : text);
    if (spec && file) {
        job->compile.offers |= IR_OFFER_GEOMETRY;
        job->compile.passes.keep_all = true;
        free(file);
    }
    free(spec);
}
