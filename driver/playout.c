/* playout.c - ludc playout: uniformly random games, counted. */
#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "driver/command.h"
#include "driver/record.h"
#include "ir/plan.h"
#include "runtime/include/ludc.h"

enum { MAX_PLAYERS = 16, MAX_THREADS = 1024, NO_LIMIT = 1 << 30 };

/* What one thread does and finds. */
typedef struct {
    const ludc_reasoner *r;
    uint64_t rng;
    uint64_t want;   /* playouts; UINT64_MAX: until `until` */
    double until;    /* clock_ms */
    uint32_t limit;  /* moves a playout */
    uint64_t playouts, moves;
    double squares;  /* sum of squared lengths */
    double score[MAX_PLAYERS];
    double cpu_ms;
    double first_at; /* clock_ms when the first playout was over */
    const Player *player;
    double steady_ms; /* since faster code took over: processor time, */
    uint64_t steady;  /* and playouts; 0 while it has not */
    Out *trace;      /* every move is printed here, or NULL */
} Worker;

static void print_result(Worker *w, const void *state)
{
    out_puts(w->trace, "result");
    for (unsigned p = 1; p <= w->r->players; p++)
        out_printf(w->trace, " %g", ludc_payoff(w->r, state, p));
    out_char(w->trace, '\n');
}

/* A random move of each player, printed; false if one has none. */
static bool traced_step(Worker *w, void *state)
{
    const ludc_reasoner *r = w->r;
    ludc_move chosen[MAX_PLAYERS];
    ludc_move *list = malloc(((size_t)r->max_moves + 1) * sizeof *list);
    if (!list)
        abort();
    unsigned p = 1;
    for (; p <= r->players; p++) {
        size_t n = ludc_moves_of(r, state, p, list);
        if (!n)
            break;
        chosen[p - 1] = list[n > 1 ? rng_below(&w->rng, (uint32_t)n) : 0];
    }
    free(list);
    if (p <= r->players)
        return false;
    for (p = 1; p <= r->players; p++) {
        char text[256];
        ludc_move_text(r, state, chosen[p - 1], text, sizeof text);
        out_printf(w->trace, p < r->players ? "%s " : "%s\n", text);
    }
    ludc_apply_joint(r, state, chosen, NULL);
    return true;
}

static uint32_t traced_joint(Worker *w, void *state)
{
    uint32_t made = 0;
    out_printf(w->trace, "playout %llu\n", (unsigned long long)w->playouts + 1);
    while (made < w->limit && traced_step(w, state))
        made++;
    print_result(w, state);
    return made;
}

/* The moves, or the candidates, of a state; the caller's to free. */
static ludc_move *list_of(const ludc_reasoner *r, const void *state,
                          uint32_t (*list)(const ludc_reasoner *, const void *, uint32_t *), uint32_t *n)
{
    *n = list ? list(r, state, NULL) : 0;
    ludc_move *all = malloc(((size_t)*n + 1) * sizeof *all);
    if (!all)
        abort();
    if (*n)
        list(r, state, all);
    return all;
}

/* The next move, as r->playout draws it; false if there is none. */
static bool traced_choice(Worker *w, const void *state, ludc_move *move)
{
    const ludc_reasoner *r = w->r;
    uint32_t n;
    ludc_move *list = list_of(r, state, r->candidates, &n);
    bool found = false;
    while (n && !found) {
        uint32_t k = rng_below(&w->rng, n--);
        *move = list[k];
        found = r->allowed(r, state, *move);
        memmove(list + k, list + k + 1, (n - k) * sizeof *list);
    }
    free(list);
    if (found)
        return true;
    list = list_of(r, state, r->moves, &n);
    if (n)
        *move = list[rng_below(&w->rng, n)];
    free(list);
    return n != 0;
}

/* The same moves as r->playout makes, printed. */
static uint32_t traced_playout(Worker *w, void *state)
{
    const ludc_reasoner *r = w->r;
    uint32_t made = 0;
    if (r->joint)
        return traced_joint(w, state);
    out_printf(w->trace, "playout %llu\n", (unsigned long long)w->playouts + 1);
    ludc_move move;
    while (made < w->limit && traced_choice(w, state, &move)) {
        char text[256];
        ludc_move_text(r, state, move, text, sizeof text);
        out_printf(w->trace, "%u %s\n", ludc_mover(r, state), text);
        ludc_apply_random(r, state, move, &w->rng, NULL);
        made++;
    }
    print_result(w, state);
    return made;
}

static void count_playout(Worker *w, const void *state, uint32_t moves)
{
    w->playouts++;
    w->moves += moves;
    w->squares += (double)moves * moves;
    double score[MAX_PLAYERS];
    ludc_payoffs(w->r, state, score);
    for (unsigned p = 0; p < w->r->players; p++)
        w->score[p] += score[p];
}

static void *work(void *data)
{
    Worker *w = data;
    const ludc_reasoner *r = w->r;
    size_t size = ludc_state_size(r);
    void *start = calloc(1, size), *state = calloc(1, size);
    if (!start || !state)
        abort();
    double began = thread_ms();
    ludc_init(r, start);
    uint64_t batch = 1, before = 0; /* playouts between two looks at the clock; until the swap */
    double swapped_at = -1;
    while (w->playouts < w->want) {
        double look = clock_ms();
        if (look >= w->until)
            break;
        for (uint64_t i = 0; i < batch && w->playouts < w->want; i++) {
            ludc_copy(r, state, start);
            uint32_t moves = w->trace ? traced_playout(w, state) : ludc_playout(r, state, &w->rng, w->limit);
            count_playout(w, state, moves);
        }
        double now = clock_ms();
        if (w->first_at <= 0)
            w->first_at = now;
        if (swapped_at < 0 && w->player->swapped && w->player->swapped(w->player->owned) > 0) {
            swapped_at = thread_ms();
            before = w->playouts;
        }
        if (now - look < 5 && batch < UINT64_C(1) << 40)
            batch *= 2;
    }
    w->cpu_ms = thread_ms() - began;
    if (swapped_at >= 0) {
        w->steady_ms = thread_ms() - swapped_at;
        w->steady = w->playouts - before;
    }
    free(start);
    free(state);
    return NULL;
}

/* Runs the workers and adds them up in the first. */
static void work_all(Worker *worker, size_t n)
{
    pthread_t thread[MAX_THREADS];
    bool started[MAX_THREADS] = {false};
    for (size_t i = 1; i < n; i++)
        started[i] = pthread_create(&thread[i], NULL, work, &worker[i]) == 0;
    work(&worker[0]);
    for (size_t i = 1; i < n; i++) {
        if (started[i])
            pthread_join(thread[i], NULL);
        else
            work(&worker[i]); /* no thread to be had: one after the other */
        worker[0].playouts += worker[i].playouts;
        worker[0].moves += worker[i].moves;
        worker[0].squares += worker[i].squares;
        worker[0].cpu_ms += worker[i].cpu_ms;
        worker[0].steady_ms += worker[i].steady_ms;
        worker[0].steady += worker[i].steady;
        for (unsigned p = 0; p < MAX_PLAYERS; p++)
            worker[0].score[p] += worker[i].score[p];
    }
}

static void prepare(Worker *worker, size_t n, const Options *o, const Player *player, Out *trace)
{
    uint64_t seed = o->has_seed ? o->seed : 1, other = seed;
    double until = clock_ms() + (o->has_seconds ? o->seconds : 1.0) * 1e3;
    bool timed = o->has_seconds || !o->has_number;
    for (size_t i = 0; i < n; i++)
        worker[i] = (Worker){
            .r = player->reasoner,
            .player = player,
            .rng = i ? seed ^ rng_next(&other) : seed,
            .want = o->has_number ? o->number / n + (i < o->number % n) : UINT64_MAX,
            .until = timed ? until : INFINITY,
            .limit = o->has_max_moves && o->max_moves < NO_LIMIT ? (uint32_t)o->max_moves : NO_LIMIT,
            .trace = trace,
        };
}

typedef struct {
    double mean, deviation, seconds, playouts_per_s, moves_per_s, compile_ms, first_ms;
    double swap_ms, steady; /* when faster code took over, and its playouts/s; 0: not */
} Figures;

static Figures figures(const Worker *w, const Job *job, double compile_ms)
{
    double n = w->playouts ? (double)w->playouts : 1, mean = (double)w->moves / n;
    double variance = w->playouts > 1 ? (w->squares - n * mean * mean) / (n - 1) : 0;
    double seconds = w->cpu_ms / 1e3, rate = seconds > 0 ? 1 / seconds : 0;
    double swapped = job->player.swapped ? job->player.swapped(job->player.owned) : 0;
    return (Figures){mean, variance > 0 ? sqrt(variance) : 0, seconds, (double)w->playouts * rate,
                     (double)w->moves * rate, compile_ms, w->first_at > 0 ? w->first_at - job->began : 0,
                     swapped > 0 ? swapped - job->began : 0,
                     w->steady_ms > 0 ? (double)w->steady / w->steady_ms * 1e3 : 0};
}

static void print_json(const Job *job, const Worker *w, const Figures *f, Out *out)
{
    const ludc_reasoner *r = w->r;
    json_t *scores = json_array();
    for (unsigned p = 0; p < r->players; p++)
        json_array_append_new(scores, json_real(w->playouts ? w->score[p] / (double)w->playouts : 0));
    json_t *all = json_pack(
        "{s:s, s:s, s:s, s:I, s:I, s:f, s:f, s:f, s:f, s:f, s:o, s:f, s:f, s:I}", "game", r->name, "backend",
        job->player.backend, "plan", r->plan, "playouts", (json_int_t)w->playouts, "moves", (json_int_t)w->moves,
        "seconds", f->seconds, "playouts_per_s", f->playouts_per_s, "moves_per_s", f->moves_per_s, "mean_moves",
        f->mean, "stddev_moves", f->deviation, "scores", scores, "compile_ms", f->compile_ms, "first_playout_ms",
        f->first_ms, "seed", (json_int_t)(job->options->has_seed ? job->options->seed : 1));
    if (f->swap_ms > 0) {
        json_object_set_new(all, "swap_ms", json_real(f->swap_ms));
        json_object_set_new(all, "steady_playouts_per_s", json_real(f->steady));
    }
    char *text = all ? json_dumps(all, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    out_printf(out, "%s\n", text ? text : "{}");
    free(text);
    json_decref(all);
}

static void print_text(const Job *job, const Worker *w, const Figures *f, Out *out)
{
    out_printf(out, "%s, back end %s, plan %s\n", w->r->name, job->player.backend, w->r->plan);
    out_printf(out, "%llu playouts, %llu moves in %.3f s: %.0f playouts/s, %.0f moves/s\n",
               (unsigned long long)w->playouts, (unsigned long long)w->moves, f->seconds, f->playouts_per_s,
               f->moves_per_s);
    out_printf(out, "moves a playout: mean %.3f, standard deviation %.3f\nscores:", f->mean, f->deviation);
    for (unsigned p = 0; p < w->r->players; p++)
        out_printf(out, " %.5f", w->playouts ? w->score[p] / (double)w->playouts : 0);
    if (f->swap_ms > 0)
        out_printf(out, "\nllvm took over after %.1f ms, then %.0f playouts/s", f->swap_ms, f->steady);
    out_printf(out, "\ncompiled in %.2f ms, first playout done after %.2f ms\n", f->compile_ms, f->first_ms);
}

static int play(Job *job)
{
    const Options *o = job->options;
    double compile_ms = clock_ms() - job->began;
    size_t threads = o->has_threads && o->threads > 0 ? (size_t)o->threads : 1;
    if (threads > MAX_THREADS)
        return usage_error(o, "at most %d threads", MAX_THREADS);
    Out out = {0};
    if (o->trace)
        threads = 1;
    Worker *worker = calloc(threads, sizeof *worker);
    if (!worker)
        abort();
    prepare(worker, threads, o, &job->player, o->trace ? &out : NULL);
    work_all(worker, threads);
    Figures f = figures(worker, job, compile_ms);
    if (o->json)
        print_json(job, worker, &f, &out);
    else if (!o->trace)
        print_text(job, worker, &f, &out);
    free(worker);
    int code = job_fault(job);
    if (!code)
        code = write_out(&out, NULL, 0);
    out_free(&out);
    return code;
}

int cmd_playout(const Options *options)
{
    if (options->arg.n != 1)
        return usage_error(options, "one GAME, please");
    unsigned plan = IR_PLAN_ALL;
    if (options->plan && !ir_plan_read(options->plan, &plan))
        return usage_error(options, "there is no plan `%s`; there are standard, add-to-empty, filter, no-repetition, auto",
                           options->plan);
    Job job;
    Keep keep = options->has_record ? KEEP_ALL : options->trace ? KEEP_NAMES : KEEP_PLAY;
    int code = job_begin(&job, options, options->arg.at[0], keep);
    job.compile.plan = plan;
    if (!code)
        code = job_play(&job);
    if (!code && options->plan && strcmp(options->plan, "auto") != 0 && job.game->plan != plan)
        code = usage_error(options, "the plan %s does not hold in this game (--remarks says why)", options->plan);
    if (!code && job.player.reasoner->players > MAX_PLAYERS)
        code = usage_error(options, "more than %d players", MAX_PLAYERS);
    if (!code)
        code = options->has_record ? record_games(&job) : play(&job);
    job_end(&job);
    return code;
}
