/* playout_lanes.c - ludc playout --backend lanes: hundreds of random games at once. */
#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "backends/tcc/tcc.h"
#include "base/memory.h"
#include "base/rng.h"
#include "driver/json_text.h"
#include "driver/playout/playout_lanes.h"

enum { MAX_THREADS = 1024 };

#ifdef HAVE_LIBTCC
static void *compile_in_memory(const char *text, const char *symbol, Out *errors)
{
    return tcc_compile_symbol(text, symbol, errors);
}
static const void *symbol_in_memory(const void *program) { return tcc_symbol(program); }
static void release_memory(void *program) { tcc_program_free(program); }
static const LaneMemoryCompiler memory_compiler = {compile_in_memory, symbol_in_memory, release_memory};
static const LaneMemoryCompiler *const with_tcc = &memory_compiler;
#else
static const LaneMemoryCompiler *const with_tcc = NULL;
#endif

/* What one thread plays. */
typedef struct {
    const ludc_lanes *lanes;
    void *memory;
    uint64_t seed, want; /* games; UINT64_MAX: until `until` */
    double until, cpu_ms, first_at;
    bool stuck;
} Worker;

/* `games` more games, shared out to the lanes. */
static void play_games(Worker *w, uint64_t games)
{
    uint32_t n = w->lanes->code.lanes;
    for (uint32_t i = 0; i < n; i++)
        lanes_quota(w->lanes, w->memory, i, games / n + (i < games % n));
    w->stuck = !lanes_play(w->lanes, w->memory, 0);
    if (w->first_at <= 0)
        w->first_at = clock_ms();
}

static void *work(void *data)
{
    Worker *w = data;
    double began = thread_ms(), start = clock_ms();
    lanes_begin(w->lanes, w->memory, w->seed);
    if (w->want != UINT64_MAX) {
        play_games(w, w->want);
    } else {
        uint64_t games = w->lanes->code.lanes, played = 0;
        for (double now = start; !played || (now < w->until && !w->stuck); now = clock_ms()) {
            play_games(w, games);
            played += games;
            double rate = (double)played / (clock_ms() - start + 1e-3), left = w->until - clock_ms();
            double next = left > 0 ? rate * left : 0; /* about what fits, at most twice as many as so far */
            games = next > (double)played ? 2 * played : next > (double)w->lanes->code.lanes ? (uint64_t)next : w->lanes->code.lanes;
        }
    }
    w->cpu_ms = thread_ms() - began;
    return NULL;
}

static void work_all(Worker *worker, size_t n)
{
    pthread_t thread[MAX_THREADS];
    bool started[MAX_THREADS] = {false};
    for (size_t i = 1; i < n; i++)
        started[i] = pthread_create(&thread[i], NULL, work, &worker[i]) == 0;
    work(&worker[0]);
    for (size_t i = 1; i < n; i++)
        if (started[i])
            pthread_join(thread[i], NULL);
        else
            work(&worker[i]);
}

/* All threads' games added up. */
typedef struct {
    ludc_lanes_count count;
    uint64_t *row;
    double seconds, first_at;
    bool stuck;
} Sum;

static Sum add_up(const Worker *w, size_t n)
{
    const ludc_lanes *l = w[0].lanes;
    Sum s = {.row = calloc(l->nrow + 1, sizeof *s.row), .first_at = w[0].first_at};
    if (!s.row)
        memory_out();
    for (size_t i = 0; i < n; i++) {
        ludc_lanes_count c;
        lanes_count(l, w[i].memory, &c);
        s.count.games += c.games;
        s.count.moves += c.moves;
        s.count.squares += c.squares;
        s.count.cut += c.cut;
        s.count.steps += c.steps;
        s.seconds += w[i].cpu_ms / 1e3;
        s.stuck |= w[i].stuck;
        for (uint32_t k = 0; k < l->nrow; k++)
            for (uint32_t lane = 0; lane < l->code.lanes; lane++)
                s.row[k] += lanes_row(l, w[i].memory, lane, k);
    }
    return s;
}

static double mean_payoff(const ludc_lanes *l, const Sum *s, uint32_t player)
{
    double sum = 0;
    for (uint32_t k = 0; k < l->nrow; k++)
        sum += lanes_payoff(l, l->value[k * l->players + player]) * (double)s->row[k];
    return s->count.games ? sum / (double)s->count.games : 0;
}

static double deviation(const ludc_lanes_count *c)
{
    double n = (double)c->games, mean = (double)c->moves / n;
    return c->games > 1 ? sqrt(((double)c->squares - n * mean * mean) / (n - 1)) : 0;
}

static json_t *rows(const ludc_lanes *l, const Sum *s)
{
    json_t *all = json_array();
    for (uint32_t k = 0; k < l->nrow; k++) {
        json_t *value = json_array();
        for (uint32_t p = 0; p < l->players; p++) {
            int32_t v = l->value[k * l->players + p];
            json_array_append_new(value, v == -2 ? json_null() : json_real(lanes_payoff(l, v)));
        }
        if (s->row[k])
            json_array_append_new(all, json_pack("{s:o, s:I}", "scores", value, "playouts", (json_int_t)s->row[k]));
        else
            json_decref(value);
    }
    return all;
}

static void print_json(const Job *job, const LanePlayer *player, const Sum *s, double compile_ms, Out *out)
{
    const ludc_lanes *l = player->lanes;
    double games = s->count.games ? (double)s->count.games : 1, seconds = s->seconds > 0 ? s->seconds : 1e-9;
    json_t *scores = json_array();
    for (uint32_t p = 0; p < l->players; p++)
        json_array_append_new(scores, json_real(mean_payoff(l, s, p)));
    json_t *all = json_pack(
        "{s:o, s:s, s:I, s:s, s:s, s:I, s:I, s:f, s:f, s:f, s:f, s:f, s:o, s:o, s:f, s:f, s:f, s:I}", "game",
        json_text(player->bits->name), "backend", "lanes", "lanes", (json_int_t)l->code.lanes, "compiler", player->code.compiler, "plan",
        "lanes", "playouts", (json_int_t)s->count.games, "moves", (json_int_t)s->count.moves, "seconds", s->seconds,
        "playouts_per_s", (double)s->count.games / seconds, "moves_per_s", (double)s->count.moves / seconds,
        "mean_moves", (double)s->count.moves / games, "stddev_moves", deviation(&s->count), "scores", scores, "ends",
        rows(l, s), "moving", s->count.steps ? (double)s->count.moves / (double)s->count.steps : 0, "compile_ms",
        compile_ms, "first_playout_ms", s->first_at - job->began, "seed",
        (json_int_t)(job->options->has_seed ? job->options->seed : 1));
    json_line(all, JSON_COMPACT | JSON_REAL_PRECISION(9), out);
}

static void print_text(const LanePlayer *player, const Sum *s, double compile_ms, Out *out)
{
    const ludc_lanes *l = player->lanes;
    double games = s->count.games ? (double)s->count.games : 1, seconds = s->seconds > 0 ? s->seconds : 1e-9;
    out_printf(out, "%s, back end lanes: %u at once, by %s\n", player->bits->name, l->code.lanes, player->code.compiler);
    out_printf(out, "%llu playouts, %llu moves in %.3f s: %.0f playouts/s, %.0f moves/s\n",
               (unsigned long long)s->count.games, (unsigned long long)s->count.moves, s->seconds,
               (double)s->count.games / seconds, (double)s->count.moves / seconds);
    out_printf(out, "moves a playout: mean %.3f, standard deviation %.3f\nscores:", (double)s->count.moves / games,
               deviation(&s->count));
    for (uint32_t p = 0; p < l->players; p++)
        out_printf(out, " %.5f", mean_payoff(l, s, p));
    out_printf(out, "\ncompiled in %.2f ms\n", compile_ms);
}

static void remark(Job *job, const LanePlayer *player)
{
    Out text = {0};
    lane_plan_say(player->plan, &text);
    diag(job->session->diags, DIAG_REMARK, (Span){0, 0}, "lanes: %s", text.text);
    out_free(&text);
}

/* Plays; true with *again set if rounds must be counted with more bits. */
static int play(Job *job, const LanePlayer *player, double compile_ms, bool *again)
{
    const Options *o = job->options;
    size_t threads = o->has_threads && o->threads > 0 ? (size_t)o->threads : 1;
    if (threads > MAX_THREADS)
        return usage_error(o, "at most %d threads", MAX_THREADS);
    Worker *worker = calloc(threads, sizeof *worker);
    uint64_t seed = o->has_seed ? o->seed : 1, other = seed;
    bool timed = o->has_seconds || !o->has_number;
    for (size_t i = 0; worker && i < threads; i++) {
        worker[i] = (Worker){.lanes = player->lanes, .memory = aligned_alloc(64, player->lanes->code.memory),
                             .seed = i ? seed ^ rng_next(&other) : seed,
                             .want = timed ? UINT64_MAX : o->number / threads + (i < o->number % threads),
                             .until = clock_ms() + (o->has_seconds ? o->seconds : 1.0) * 1e3};
        if (!worker[i].memory)
            memory_out();
    }
    if (!worker)
        memory_out();
    work_all(worker, threads);
    Sum s = add_up(worker, threads);
    for (size_t i = 0; i < threads; i++)
        free(worker[i].memory);
    free(worker);
    *again = s.count.cut > 0;
    int code = EXIT_DONE;
    Out out = {0};
    if (s.stuck) {
        session_unsupported(job->session, (Span){0, 0}, "the back end lanes for this game: it does not come to an end");
        code = job_report(job);
    } else if (!*again) {
        if (o->json)
            print_json(job, player, &s, compile_ms, &out);
        else
            print_text(player, &s, compile_ms, &out);
        code = write_out(&out, NULL, 0);
    }
    out_free(&out);
    free(s.row);
    return code;
}

double lanes_speed(Job *job, double seconds, uint32_t *nlane)
{
    LaneMakeOptions make = {.memory = with_tcc, .from_start = true};
    LanePlayer player = {0};
    double rate = 0;
    *nlane = 0;
    if (!lanes_plan(job->session, job->game, &make, &(const char *){NULL}) || !lanes_make(job->session, job->game, &make, &player))
        return 0;
    Worker w = {.lanes = player.lanes, .memory = aligned_alloc(64, player.lanes->code.memory), .seed = 1, .want = UINT64_MAX,
                .until = clock_ms() + seconds * 1e3};
    if (!w.memory)
        memory_out();
    work(&w);
    Sum s = add_up(&w, 1);
    if (!s.stuck && s.seconds > 0)
        rate = (double)s.count.moves / s.seconds;
    *nlane = player.lanes->code.lanes;
    free(s.row);
    free(w.memory);
    lanes_release(&player);
    return rate;
}

LaneMakeOptions lanes_options(Job *job)
{
    const Options *o = job->options;
    bool chosen = o->passes.n || o->disable_pass.n || o->layout;
    LaneMakeOptions make = {.memory = with_tcc, .from_start = true};
    make.lanes = o->lanes && strcmp(o->lanes, "auto") != 0 ? (uint32_t)strtoul(o->lanes, NULL, 10) : 0;
    make.by = !o->lanes_by ? with_tcc && make.lanes == 64 ? LANES_BY_TCC : LANES_BY_ANY
              : !strcmp(o->lanes_by, "c") ? LANES_BY_CC
              : !strcmp(o->lanes_by, "tcc") ? LANES_BY_TCC : LANES_BY_LLVM;
    make.unswept = o->no_sweep;
    make.other = chosen ? NULL : lanes_other_form(job->session, job->source, &job->compile);
    return make;
}

int play_in_lanes(Job *job, LaneMakeOptions *make, LanePlayer *player)
{
    for (bool again = true; again;) {
        remark(job, player);
        job_report(job);
        int code = play(job, player, clock_ms() - job->began, &again);
        uint32_t bits = player->plan->frame.nroundbit;
        lanes_release(player);
        if (code || !again)
            return code;
        if (bits >= LANE_ROUND_BITS) {
            session_unsupported(job->session, (Span){0, 0}, "the back end lanes for this game: it is too long");
            return job_report(job);
        }
        make->round_bits = bits + 4;
        if (!lanes_make(job->session, job->game, make, player))
            return job_report(job);
    }
    return EXIT_DONE;
}

static int make_and_play(Job *job)
{
    LaneMakeOptions make = lanes_options(job);
    LanePlayer player = {0};
    if (lanes_make(job->session, job->game, &make, &player))
        return play_in_lanes(job, &make, &player);
    return job_refused(job, "the back end lanes");
}

int playout_lanes(const Options *o)
{
    if (o->has_record || o->trace || o->has_max_moves)
        return usage_error(o, "the back end lanes plays to the end, without record or trace");
    if (o->lanes && strcmp(o->lanes, "64") != 0 && strcmp(o->lanes, "256") != 0 && strcmp(o->lanes, "512") != 0)
        return usage_error(o, "--lanes is one of 64, 256, 512, auto");
    if (o->lanes_by && strcmp(o->lanes_by, "llvm") != 0 && strcmp(o->lanes_by, "c") != 0 && strcmp(o->lanes_by, "tcc") != 0)
        return usage_error(o, "--lanes-by is one of llvm, c, tcc");
    Job job;
    int code = job_begin(&job, o, o->arg.at[0], KEEP_PLAY);
    if (!code)
        code = job_compile(&job, NULL);
    if (!code)
        code = make_and_play(&job);
    job_end(&job);
    return code;
}
