/* agent_fits.c - do the features of an agent fit the game?  Asked before the first move, not when an agent sits down. */
#include <stdlib.h>

#include "driver/agent/agents.h"
#include "driver/features/features.h"

/* The set is for this game, or may be another's, and the board has what it names. */
static int fits(Job *job, const ludc_features *set, bool transfer)
{
    const ludc_reasoner *r = job->player.reasoner;
    ludc_error error = {0};
    if (!transfer && ludc_features_check(set, r, &error))
        return features_refused(job, &error);
    const ludc_feature_options options = {.evaluator = "jit"}; /* makes nothing yet */
    ludc_feature_eval *e = ludc_feature_eval_new(r, set, &options, &error);
    ludc_feature_eval_free(e);
    return e ? EXIT_DONE : features_refused(job, &error);
}

int agent_fits(Job *job, const char *text)
{
    ludc_search_options o;
    ludc_features *set = NULL;
    char *file, *spec = agent_kind(text) ? NULL : agent_split(text, &file);
    if (!spec)
        return EXIT_DONE;
    int code = file ? features_load(job, file, &set) : EXIT_DONE;
    if (set && ludc_search_parse(spec, &o, NULL) == LUDC_OK)
        code = fits(job, set, o.transfer != 0);
    ludc_features_free(set);
    free(file);
    free(spec);
    return code;
}
