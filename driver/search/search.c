/* search.c - ludc search: what a tree search thinks of a position. */
#include "driver/search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "driver/agent/agents.h"
#include "driver/features/features.h"
#include "driver/search/search_lanes.h"
#include "ir/offer/offer.h"
#include "ir/plan/plan.h"
#include "runtime/include/ludc.h"

/* Where nothing is said. */
static const double standard_seconds = 1;

static int fail(const ludc_error *error)
{
    say("ludc: %s", error->message);
    return (int)error->status;
}

/* --agent, -n, -t and --threads in one. */
static int agent_of(const Options *o, ludc_search_options *out)
{
    ludc_error error = {0};
    char *file, *spec = agent_split(o->agent ? o->agent : "uct", &file);
    bool fits = ludc_search_parse(spec, out, &error) == LUDC_OK && agent_features_fit(spec, file, &error);
    free(spec);
    free(file);
    if (!fits)
        return usage_error(o, "%s; `ludc explain agents` lists what there is", error.message);
    if (o->has_number && !o->number)
        return usage_error(o, "-n begins at 1");
    if (o->has_number)
        out->n = o->number;
    if (o->has_seconds)
        out->t = o->seconds;
    if (o->has_threads && (o->threads < 1 || o->threads > 256))
        return usage_error(o, "--threads is a number from 1 to 256");
    if (o->has_threads)
        out->threads = (uint32_t)o->threads;
    if (!out->n && !(out->t > 0))
        out->t = standard_seconds;
    return EXIT_DONE;
}

void found_step(const Found *f, const void *state, const ludc_move *moves, Out *out)
{
    const ludc_reasoner *r = f->r;
    char text[256];
    unsigned first = ludc_joint(r) ? 1 : ludc_mover(r, state), last = ludc_joint(r) ? r->players : first;
    for (unsigned p = first; p <= last; p++) {
        ludc_move_text(r, state, moves[p - 1], text, sizeof text);
        out_printf(out, "%s%s", p > first ? " " : "", text);
    }
}

static int report(Job *job, const Found *found)
{
    Out out = {0};
    if (job->options->json)
        found_json(found, &out);
    else
        found_text(found, &out);
    int code = job_fault(job);
    if (!code)
        code = write_out(&out, NULL, 0);
    out_free(&out);
    return code;
}

/* `last`: what features see of the move before. */
static int search_from(Job *job, const ludc_search_options *options, const ludc_lane_game *lanes, const void *state,
                       const ludc_features *features, const ludc_feature_move *last)
{
    const Options *o = job->options;
    ludc_error error = {0};
    uint64_t seed = o->has_seed ? o->seed : 1;
    ludc_search *search = ludc_search_new(job->player.reasoner, options, seed, &error);
    if (!search)
        return fail(&error);
    int code = EXIT_DONE;
    ludc_status status = lanes ? ludc_search_use_lanes(search, lanes) : LUDC_OK;
    if (!status && features && ludc_search_set_features(search, features, &error)) {
        ludc_search_free(search);
        return fail(&error);
    }
    if (!status)
        status = ludc_search_begin(search, state);
    if (!status && features)
        status = ludc_search_features_from(search, last);
    if (!status)
        status = ludc_search_run(search, options->n, options->t);
    if (status == LUDC_UNSUPPORTED) {
        fputs(options->agent == LUDC_AGENT_ALPHABETA
                  ? "ludc: several roles choose at once: alphabeta does not search that\n"
                  : "ludc: a random game does not end in lanes; lanes=off plays them one at a time\n", stderr);
        code = EXIT_UNSUPPORTED;
    } else if (status) {
        fputs("ludc: there is too little memory for the search\n", stderr);
        code = EXIT_IO;
    } else {
        const Found found = {job, job->player.reasoner, state, search, options, seed};
        code = report(job, &found);
    }
    ludc_search_free(search);
    return code;
}

/* features=FILE of the agent, for this game. */
static int read_features(Job *job, const ludc_search_options *options, ludc_features **set)
{
    ludc_error error = {0};
    char *file, *spec = agent_split(job->options->agent ? job->options->agent : "uct", &file);
    int code = file ? features_load(job, file, set) : EXIT_DONE;
    if (*set && !options->transfer && ludc_features_check(*set, job->player.reasoner, &error))
        code = fail(&error);
    free(file);
    free(spec);
    return code;
}

static int search_game(Job *job, const ludc_search_options *options)
{
    int code = job_begin(job, job->options, job->options->arg.at[0], KEEP_NAMES);
    agent_wants(job, job->options->agent ? job->options->agent : "uct");
    if (job->options->phi && options->agent != LUDC_AGENT_MMCTS)
        job->compile.offers |= IR_OFFER_PLANES;
    if (!job->options->json)
        job->compile.offers |= IR_OFFER_GEOMETRY | IR_OFFER_PLANES; /* the board is drawn */
    if (!code)
        code = job_want_plan(job, IR_PLAN_ALL);
    if (!code)
        code = job_play(job);
    if (!code)
        code = job_has_plan(job);
    if (code)
        return code;
    const ludc_reasoner *r = job->player.reasoner;
    void *state = aligned_alloc(64, (ludc_state_size(r) + 63) / 64 * 64);
    if (!state)
        memory_out();
    ludc_init(r, state);
    ludc_search_options resolved = *options;
    SearchLanes lanes = {0};
    ludc_features *features = NULL;
    ludc_feature_move last;
    code = read_features(job, options, &features);
    if (!code)
        code = features ? features_play_moves(job, state, &last) : play_moves(job, state);
    if (!code)
        code = search_lanes(job, &resolved, &lanes);
    if (!code)
        code = search_from(job, &resolved, lanes.game, state, features, &last);
    ludc_features_free(features);
    ludc_lanes_free(lanes.game);
    free(state);
    return code;
}

int cmd_search(const Options *options)
{
    if (options->arg.n != 1)
        return usage_error(options, "one GAME, please");
    if (options->backend && !strcmp(options->backend, "lanes"))
        return usage_error(options, "a search does not play in lanes");
    ludc_search_options agent;
    int code = agent_of(options, &agent);
    if (code)
        return code;
    Job job = {.options = options};
    code = search_game(&job, &agent);
    job_end(&job);
    return code;
}
