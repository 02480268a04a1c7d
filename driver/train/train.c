/* train.c - ludc train: a policy of features, learnt by expert iteration. */
#include "driver/train/train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/memory.h"
#include "driver/agent/agents.h"
#include "driver/features/features.h"
#include "driver/folder.h"
#include "driver/interrupts.h"
#include "ir/offer/offer.h"
#include "ir/plan/plan.h"

enum { STANDARD_GAMES = 200, MOST_THREADS = 256, BAR = 30 };

double train_seconds(const Train *t) { return t->before + (clock_ms() - t->began) / 1000; }

/* ---- options -------------------------------------------------------------------------- */

static int read_agent(Train *t)
{
    const Options *o = t->options;
    ludc_search_options search;
    ludc_error error = {0};
    if (ludc_search_parse(o->agent ? o->agent : LUDC_TRAIN_AGENT, &search, &error))
        return usage_error(o, "--agent: %s", error.message);
    if (search.agent != LUDC_AGENT_PUCT)
        return usage_error(o, "--agent: features guide puct alone");
    if (o->has_threads && (o->threads < 1 || o->threads > MOST_THREADS))
        return usage_error(o, "--threads is a number from 1 to %d", MOST_THREADS);
    if (o->has_threads)
        search.threads = (uint32_t)o->threads;
    const size_t n = ludc_search_spec(&search, NULL, 0);
    char *spec = malloc(n + 1);
    if (!spec)
        memory_out();
    ludc_search_spec(&search, spec, n + 1);
    out_puts(&t->agent, spec);
    free(spec);
    return EXIT_DONE;
}

static int read_options(Train *t)
{
    const Options *o = t->options;
    ludc_error error = {0};
    if (o->arg.n != 1)
        return usage_error(o, "one GAME, please");
    if (!o->out)
        return usage_error(o, "--out DIR, please: where the training is kept");
    if (o->has_games && !o->games)
        return usage_error(o, "--games begins at 1");
    if ((o->has_seconds && !(o->seconds > 0)) || (o->has_move_time && !(o->move_time > 0)))
        return usage_error(o, "-t and --move-time are above 0");
    if (o->has_iterations && (!o->iterations || o->has_move_time))
        return usage_error(o, o->iterations ? "--iterations and --move-time exclude each other" : "--iterations begins at 1");
    if (o->init && o->atomic)
        return usage_error(o, "either --init FILE or --atomic M-N");
    if (o->transfer && !o->init)
        return usage_error(o, "--transfer is about the set of --init FILE");
    ludc_learn_defaults(&t->constants);
    if (o->learn && ludc_learn_parse(o->learn, &t->constants, &error))
        return usage_error(o, "--learn: %s", error.message);
    t->games = o->has_games ? o->games : STANDARD_GAMES;
    t->seconds = o->has_seconds ? o->seconds : INFINITY;
    t->budget.iterations = o->iterations;
    t->budget.seconds = o->has_move_time ? o->move_time : 1;
    t->folder = o->out;
    return read_agent(t);
}

/* ---- the set that is begun with --------------------------------------------------------- */

static int first_set(Train *t, ludc_features **set)
{
    const Options *o = t->options;
    unsigned m = 2, n = 4;
    int end = 0;
    ludc_error error = {0};
    if (o->init) {
        int code = features_load(t->job, o->init, set);
        if (!code && !o->transfer && ludc_features_check(*set, t->job->player.reasoner, &error))
            code = features_refused(t->job, &error);
        return code;
    }
    if (o->atomic && (sscanf(o->atomic, "%2u-%2u%n", &m, &n, &end) != 2 || o->atomic[end]))
        return usage_error(o, "--atomic takes M-N, the longest walks, such as 2-4; not `%s`", o->atomic);
    *set = ludc_features_atomic(t->job->player.reasoner, m, n, &error);
    return *set ? EXIT_DONE : features_refused(t->job, &error);
}

static uint64_t hash_of_set(const ludc_features *set)
{
    const size_t n = ludc_features_text(set, NULL, 0);
    char *text = malloc(n + 1);
    if (!text)
        memory_out();
    ludc_features_text(set, text, n + 1);
    const uint64_t hash = hash_bytes(HASH_START, text, n);
    free(text);
    return hash;
}

/* A line a setting. */
static void write_settings(Train *t, const ludc_features *set)
{
    const Options *o = t->options;
    char constants[1024];
    Out *out = &t->settings;
    ludc_learn_text(&t->constants, constants, sizeof constants);
    out_puts(out, "game ");
    for (const char *c = ludc_name(t->job->player.reasoner); *c; c++)
        out_char(out, (unsigned char)*c < ' ' ? ' ' : *c);
    out_printf(out, "\nrules %016llx\n", (unsigned long long)ludc_game_hash(t->job->player.reasoner));
    for (size_t i = 0; i < o->option.n; i++)
        out_printf(out, "option %s\n", o->option.at[i]);
    if (o->ruleset)
        out_printf(out, "ruleset %s\n", o->ruleset);
    out_printf(out, "seed %llu\nagent %s\nlearn %s\n", (unsigned long long)(o->has_seed ? o->seed : 1), t->agent.text, constants);
    if (t->budget.iterations)
        out_printf(out, "iterations %llu\n", (unsigned long long)t->budget.iterations);
    else
        out_printf(out, "move-time %g\n", t->budget.seconds);
    if (o->init)
        out_printf(out, "init %016llx%s\n", (unsigned long long)hash_of_set(set), o->transfer ? " transfer" : "");
    else
        out_printf(out, "atomic %s\n", o->atomic ? o->atomic : "2-4");
}

/* ---- progress --------------------------------------------------------------------------------- */

static void put_time(Out *out, double seconds)
{
    const unsigned long s = seconds > 0 ? (unsigned long)seconds : 0;
    if (s >= 3600)
        out_printf(out, "%lu h %02lu min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        out_printf(out, "%lu min %02lu s", s / 60, s % 60);
    else
        out_printf(out, "%lu s", s);
}

static void show_progress(Train *t, bool last)
{
    Out out = {0};
    if (!t->terminal || (!last && clock_ms() - t->shown < 500))
        return;
    t->shown = clock_ms();
    const double used = train_seconds(t), done = (double)ludc_train_episodes(t->train);
    const double by_games = done / (double)t->games, by_time = isinf(t->seconds) ? 0 : used / t->seconds;
    const double part = fmin(fmax(by_games, by_time), 1);
    out_puts(&out, "\r\033[K");
    if (!last) {
        out_char(&out, '[');
        for (int i = 0; i < BAR; i++)
            out_char(&out, i < part * BAR ? '#' : '.');
        out_printf(&out, "] %.0f of %llu episodes, ", done, (unsigned long long)t->games);
        put_time(&out, used);
        if (part > 0) {
            out_puts(&out, ", ETA ");
            put_time(&out, used * (1 - part) / part);
        }
    }
    fputs(out.text, stderr);
    fflush(stderr);
    out_free(&out);
}

/* ---- episodes ------------------------------------------------------------------------------------ */

static int stopped(void *data)
{
    Train *t = data;
    show_progress(t, false);
    t->time_over = t->time_over || train_seconds(t) >= t->seconds;
    return t->time_over || interrupts_came();
}

static int refused(ludc_status status)
{
    if (status == LUDC_UNSUPPORTED)
        say("ludc: a search with features does not play this game this way");
    else
        say("ludc: there is too little memory for the search, or it found no move");
    return (int)status;
}

static int run_episodes(Train *t)
{
    int code = EXIT_DONE;
    while (!code && !stopped(t) && ludc_train_episodes(t->train) < t->games) {
        ludc_learn_episode episode;
        const ludc_status status = ludc_train_episode(t->train, &t->budget, &episode);
        if (!status)
            code = job_fault(t->job);
        if (status)
            code = refused(status);
        else if (episode.stopped)
            train_back(t);
        else if (!code)
            code = train_keep(t, &episode);
    }
    show_progress(t, true);
    return code;
}

static void report(const Train *t)
{
    Out out = {0};
    const unsigned players = ludc_players(t->job->player.reasoner);
    const unsigned long long episodes = ludc_train_episodes(t->train);
    if (t->options->json)
        out_printf(&out, "{\"episodes\":%llu,\"seconds\":%.3f,\"features\":[", episodes, train_seconds(t));
    else
        out_printf(&out, "%llu episodes in %.1f s; %s/policy.features, features: ", episodes, train_seconds(t), t->folder);
    for (unsigned p = 1; p <= players; p++)
        out_printf(&out, "%s%llu", p > 1 ? "," : "", (unsigned long long)t->learner->parts(t->learner, p));
    out_puts(&out, t->options->json ? "]}\n" : "\n");
    fputs(out.text, stdout);
    out_free(&out);
}

static int train(Train *t)
{
    int code = folder_make(t->folder);
    if (!code)
        code = train_resume(t);
    if (code)
        return code;
    t->terminal = isatty(STDERR_FILENO) != 0;
    t->budget.stopped = stopped;
    t->budget.data = t;
    interrupts_catch();
    code = run_episodes(t);
    if (!code)
        code = train_policy(t);
    if (!code)
        code = train_page(t);
    if (!code)
        report(t);
    return !code && interrupts_came() ? interrupts_code(interrupts_came()) : code;
}

/* ---- the command ------------------------------------------------------------------------------------- */

static int make(Train *t, const ludc_features *set)
{
    const Options *o = t->options;
    ludc_error error = {0};
    t->learner = ludc_learner_features(t->job->player.reasoner, set, &t->constants, &error);
    if (t->learner)
        t->train = ludc_train_new(t->job->player.reasoner, t->learner, &t->constants, t->agent.text, o->has_seed ? o->seed : 1, &error);
    return t->train ? EXIT_DONE : features_refused(t->job, &error);
}

static int run(Train *t)
{
    const Options *o = t->options;
    ludc_features *set = NULL;
    int code = job_begin(t->job, o, o->arg.at[0], KEEP_ALL);
    t->job->compile.offers = IR_OFFER_GEOMETRY | IR_OFFER_ACTIONS | agent_offers_of(t->agent.text);
    if (!code)
        code = job_want_plan(t->job, IR_PLAN_ALL);
    if (!code)
        code = job_play(t->job);
    if (code)
        return code;
    t->began = clock_ms();
    code = first_set(t, &set);
    if (!code)
        code = make(t, set);
    if (!code) {
        write_settings(t, set);
        code = train(t);
    }
    ludc_features_free(set);
    ludc_train_free(t->train);
    ludc_learner_free(t->learner);
    return code;
}

int cmd_train(const Options *options)
{
    Job job = {.options = options};
    Train t = {.job = &job, .options = options};
    int code = read_options(&t);
    if (!code) {
        code = run(&t);
        job_end(&job);
    }
    out_free(&t.agent);
    out_free(&t.settings);
    out_free(&t.log);
    out_free(&t.saved);
    return code;
}
