/* playout.c - ludc playout: random games, counted. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/memory.h"
#include "driver/json_text.h"
#include "driver/build/build_llvm.h"
#include "driver/command.h"
#include "driver/interrupts.h"
#include "driver/playout/playout_policy.h"
#include "driver/playout/playout_lanes.h"
#include "driver/record/record.h"
#include "driver/playout/playout_stats.h"
#include "driver/features/features.h"
#include "ir/offer/offer.h"
#include "ir/plan/plan.h"
#include "runtime/include/ludc.h"

enum { MAX_THREADS = 1024 };

/* Working threads, and how they play. */
typedef struct {
    Tally *tally; /* [n] */
    Play *play;   /* [n] */
    size_t n;
    Out trace;
} Crew;

static void crew_free(Crew *crew)
{
    for (size_t i = 0; i < crew->n; i++) {
        ludc_chooser_free(crew->play[i].chooser);
        ludc_feature_policy_free(crew->play[i].features);
        free(crew->play[i].listed.code);
        tally_free(&crew->tally[i]);
    }
    free(crew->play);
    free(crew->tally);
    out_free(&crew->trace);
}

/* 1 + the view that tells games which the limit of turns or moves ended; 0: there are none. */
static int turn_limit_view(const Job *job)
{
    return ir_view_field(job->game, TURN_LIMIT_VIEW) < 0 ? 0 : 1 + ludc_view_find(job->player.reasoner, TURN_LIMIT_VIEW);
}

/* No game of fewer moves has come to that limit. */
static uint32_t plies_before_limit(const Job *job)
{
    const int64_t turns = (int64_t)LUD_TURNS_PER_PLAYER * job->game->players, most = turns < LUD_MOVES / 2 ? turns : LUD_MOVES / 2;
    return source_language(job->source) == LANG_LUD ? (uint32_t)most - 1 : 0;
}

/* Each thread has its own random numbers, and its own chooser where moves are not simply
 * drawn by the reasoner. */
static void crew_begin(Crew *crew, Job *job, const PolicyChoice *policy, const void *start)
{
    const Options *o = job->options;
    const Player *player = &job->player;
    uint64_t seed = o->has_seed ? o->seed : 1, other = seed;
    double until = clock_ms() + (o->has_seconds ? o->seconds : 1.0) * 1e3;
    bool timed = o->has_seconds || !(o->has_number || o->has_cpu_time);
    size_t n = crew->n = o->trace ? 1 : o->has_threads && o->threads > 0 ? (size_t)o->threads : 1;
    crew->tally = calloc(n, sizeof *crew->tally);
    crew->play = calloc(n, sizeof *crew->play);
    if (!crew->tally || !crew->play)
        memory_out();
    for (size_t i = 0; i < n; i++) {
        const bool uniform = policy->policy.epsilon >= 1, choose = o->trace || o->checked || !uniform;
        crew->play[i].trace = &crew->trace;
        crew->play[i].listed = !uniform ? (Listed){0} : listed_of(job->game);
        crew->play[i].chooser = choose ? policy_chooser(policy, player->reasoner, &crew->play[i].features) : NULL;
        if (choose && !crew->play[i].chooser)
            memory_out(); /* the policy was checked: memory is out */
        crew->tally[i] = (Tally){
            .player = player,
            .r = player->reasoner,
            .start = start,
            .rng = i ? seed ^ rng_next(&other) : seed,
            .want = o->has_number ? o->number / n + (i < o->number % n) : UINT64_MAX,
            .until = timed ? until : INFINITY,
            .cpu_for = o->has_cpu_time ? o->cpu_time * 1e3 : INFINITY,
            .limit = o->has_max_moves && o->max_moves < NO_LIMIT ? (uint32_t)o->max_moves : NO_LIMIT,
            .histogram = o->histogram,
            .turn_view = turn_limit_view(job),
            .turn_least = start ? 0 : plies_before_limit(job),
            .play = o->trace ? play_traced : o->checked && uniform ? play_checked : choose ? play_by_policy : NULL,
            .data = &crew->play[i],
        };
    }
}

/* Scores that were refused are the scorer's fault. */
static int crew_fault(const Crew *crew)
{
    for (size_t i = 0; i < crew->n; i++)
        if (crew->play[i].chooser && ludc_chooser_status(crew->play[i].chooser) != LUDC_OK) {
            fputs("ludc: the scores of a move were refused, or were not finite\n", stderr);
            return EXIT_WRONG;
        }
    return EXIT_DONE;
}

/* ---- figures -------------------------------------------------------------------- */

typedef struct {
    double seconds, playouts_per_s, moves_per_s, compile_ms, first_ms;
    double swap_ms, steady; /* when faster code took over, and its playouts/s; 0: not */
    const LlvmTimes *later; /* what that code took; NULL: there is none */
    const char *policy;
} Figures;

static Figures figures(const Tally *t, const Job *job, double compile_ms, const char *policy)
{
    double seconds = t->cpu_ms / 1e3, rate = seconds > 0 ? 1 / seconds : 0;
    const Swap *swap = job->player.swapped ? job->player.swapped(job->player.owned) : NULL;
    return (Figures){.seconds = seconds,
                     .playouts_per_s = (double)t->playouts * rate,
                     .moves_per_s = (double)t->moves * rate,
                     .compile_ms = compile_ms,
                     .first_ms = t->first_at > 0 ? t->first_at - job->began : 0,
                     .swap_ms = swap ? swap->at - job->began : 0,
                     .later = swap ? swap->llvm : NULL,
                     .steady = t->steady_ms > 0 ? (double)t->steady / t->steady_ms * 1e3 : 0,
                     .policy = policy};
}

static double mean_score(const Tally *t, unsigned player)
{
    return t->playouts ? t->score[player] / (double)t->playouts : 0;
}

/* Boards were filled: how long games last was not asked. */
static bool fills_boards(const ludc_reasoner *r) { return !strcmp(r->plan, ir_plan_name(IR_PLAN_FILL)); }

/* Pairs: a length and how many playouts had it. */
static json_t *json_lengths(const Histogram *h)
{
    json_t *all = json_array();
    for (size_t i = 0; i < h->nlength; i++)
        if (h->length[i])
            json_array_append_new(all, json_pack("[I, I]", (json_int_t)i, (json_int_t)h->length[i]));
    return all;
}

/* Pairs: the payoffs of all players and how many playouts had them. */
static json_t *json_outcomes(const Histogram *h, unsigned players)
{
    json_t *all = json_array();
    for (size_t i = 0; i < h->noutcome; i++) {
        json_t *payoffs = json_array();
        for (unsigned p = 0; p < players; p++)
            json_array_append_new(payoffs, json_real(h->outcome[i].payoff[p]));
        json_array_append_new(all, json_pack("[o, I]", payoffs, (json_int_t)h->outcome[i].count));
    }
    return all;
}

static void print_json(const Job *job, const Tally *t, const Figures *f, Out *out)
{
    const ludc_reasoner *r = t->r;
    json_t *scores = json_array();
    for (unsigned p = 0; p < r->players; p++)
        json_array_append_new(scores, json_real(mean_score(t, p)));
    json_t *all = json_pack(
        "{s:o, s:s, s:s, s:o, s:I, s:I, s:f, s:f, s:f, s:f, s:f, s:I, s:I, s:o, s:f, s:f, s:I}", "game", json_text(r->name), "backend",
        job->player.backend, "plan", r->plan, "policy", json_text(f->policy), "playouts", (json_int_t)t->playouts, "moves",
        (json_int_t)t->moves, "seconds", f->seconds, "playouts_per_s", f->playouts_per_s, "moves_per_s", f->moves_per_s,
        "mean_moves", tally_mean(t), "stddev_moves", tally_deviation(t), "cut", (json_int_t)t->cut, "by_turn_limit", (json_int_t)t->by_turns, "scores", scores,
        "compile_ms", f->compile_ms, "first_playout_ms", f->first_ms, "seed",
        (json_int_t)(job->options->has_seed ? job->options->seed : 1));
    json_object_set_new(all, "interrupted", json_boolean(interrupts_came() != 0));
    if (fills_boards(r))
        json_object_set_new(all, "lengths_hold", json_false());
    if (f->swap_ms > 0) {
        json_object_set_new(all, "swap_ms", json_real(f->swap_ms));
        json_object_set_new(all, "steady_playouts_per_s", json_real(f->steady));
    }
    if (job->player.llvm)
        json_object_set_new(all, "llvm", llvm_times(job->player.llvm));
    if (f->later)
        json_object_set_new(all, "llvm_later", llvm_times(f->later));
    if (t->histogram) {
        json_object_set_new(all, "lengths", json_lengths(&t->seen));
        json_object_set_new(all, "outcomes", json_outcomes(&t->seen, r->players));
    }
    json_line(all, JSON_COMPACT | JSON_REAL_PRECISION(9), out);
}

static void print_histogram(const Histogram *h, unsigned players, Out *out)
{
    for (size_t i = 0; i < h->nlength; i++)
        if (h->length[i])
            out_printf(out, "length %zu: %llu\n", i, (unsigned long long)h->length[i]);
    for (size_t i = 0; i < h->noutcome; i++) {
        out_puts(out, "outcome");
        for (unsigned p = 0; p < players; p++)
            out_printf(out, " %g", h->outcome[i].payoff[p]);
        out_printf(out, ": %llu\n", (unsigned long long)h->outcome[i].count);
    }
}

static void print_text(const Job *job, const Tally *t, const Figures *f, Out *out)
{
    out_printf(out, "%s, back end %s, plan %s", t->r->name, job->player.backend, t->r->plan);
    if (strcmp(f->policy, "uniform") != 0)
        out_printf(out, ", policy %s", f->policy);
    out_printf(out, "\n%llu playouts, %llu moves in %.3f s: %.0f playouts/s, %.0f moves/s\n",
               (unsigned long long)t->playouts, (unsigned long long)t->moves, f->seconds, f->playouts_per_s,
               f->moves_per_s);
    out_printf(out, "moves a playout: mean %.3f, standard deviation %.3f\n", tally_mean(t), tally_deviation(t));
    if (fills_boards(t->r))
        out_puts(out, "boards were filled: outcomes are right, how long games last was not asked\n");
    if (interrupts_came())
        out_puts(out, "interrupted\n");
    if (t->cut)
        out_printf(out, "cut short after %u moves: %llu playouts\n", t->limit, (unsigned long long)t->cut);
    if (t->by_turns)
        out_printf(out, "ended by the limit of turns or moves: %llu of %llu playouts\n", (unsigned long long)t->by_turns,
                   (unsigned long long)t->playouts);
    out_puts(out, "scores:");
    for (unsigned p = 0; p < t->r->players; p++)
        out_printf(out, " %.5f", mean_score(t, p));
    if (f->swap_ms > 0)
        out_printf(out, "\nllvm took over after %.1f ms, then %.0f playouts/s", f->swap_ms, f->steady);
    out_printf(out, "\ncompiled in %.2f ms, first playout done after %.2f ms\n", f->compile_ms, f->first_ms);
    if (t->histogram)
        print_histogram(&t->seen, t->r->players, out);
}

static int play_from(Job *job, const PolicyChoice *policy, const void *start)
{
    const Options *o = job->options;
    double compile_ms = clock_ms() - job->began;
    if (o->has_threads && o->threads > MAX_THREADS)
        return usage_error(o, "at most %d threads", MAX_THREADS);
    Crew crew = {0};
    crew_begin(&crew, job, policy, start);
    interrupts_catch();
    tally_run_all(crew.tally, crew.n);
    Figures f = figures(crew.tally, job, compile_ms, policy->name);
    Out out = crew.trace;
    crew.trace = (Out){0};
    if (o->json)
        print_json(job, crew.tally, &f, &out);
    else if (!o->trace)
        print_text(job, crew.tally, &f, &out);
    int code = job_fault(job);
    if (!code)
        code = crew_fault(&crew);
    for (size_t i = 0; i < crew.n && !code; i++)
        code = crew.play[i].code;
    if (!code)
        code = write_out(&out, NULL, 0);
    out_free(&out);
    crew_free(&crew);
    return !code && interrupts_came() ? interrupts_code(interrupts_came()) : code;
}

/* From the start, or from what --moves lead to. */
static int play(Job *job, PolicyChoice *policy)
{
    const ludc_reasoner *r = job->player.reasoner;
    if (!job->options->moves.n)
        return play_from(job, policy, NULL);
    void *start = calloc(1, ludc_state_size(r));
    if (!start)
        memory_out();
    ludc_init(r, start);
    int code = policy->features ? features_play_moves(job, start, &policy->last) : play_moves(job, start);
    if (!code)
        code = play_from(job, policy, start);
    free(start);
    return code;
}

static int play_by(Job *job)
{
    PolicyChoice policy;
    int code = policy_begin(&policy, job);
    if (!code)
        code = play(job, &policy);
    policy_end(&policy);
    return code;
}

int playout_begin(Job *job, const Options *options)
{
    Keep keep = options->has_record || policy_wants_views(options) ? KEEP_ALL
                : options->trace                                              ? KEEP_ALL /* dice are printed */
                : options->moves.n                                            ? KEEP_NAMES
                                                                            : KEEP_PLAY;
    int code = job_begin(job, options, options->arg.at[0], keep);
    if (policy_wants_board(options))
        job->compile.offers |= IR_OFFER_GEOMETRY;
    if (!code)
        code = job_want_plan(job, IR_PLAN_ALL);
    job->functions = keep == KEEP_PLAY && !options->policy && !options->checked ? FN_PLAYS : 0;
    job->soon = keep == KEEP_PLAY && !options->steady;
    if (!code)
        code = job_play(job);
    if (!code)
        code = job_has_plan(job);
    if (!code && job->player.reasoner->players > MAX_PLAYERS)
        code = usage_error(options, "more than %d players", MAX_PLAYERS);
    return code;
}

int playout_play(Job *job) { return job->options->has_record ? record_games(job) : play_by(job); }

int cmd_playout(const Options *options)
{
    if (options->arg.n != 1)
        return usage_error(options, "one GAME, please");
    const bool lanes = options->lanes || (options->backend && !strcmp(options->backend, "lanes"));
    if (options->moves.n && (lanes || options->has_record))
        return usage_error(options, "--moves is for playouts one at a time that are not recorded");
    if (options->lanes && !strcmp(options->lanes, "auto"))
        return playout_choice(options);
    if (options->backend && !strcmp(options->backend, "lanes"))
        return playout_lanes(options);
    Job job;
    int code = playout_begin(&job, options);
    if (!code)
        code = playout_play(&job);
    job_end(&job);
    return code;
}
