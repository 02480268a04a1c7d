/* solve.c - ludc solve: the exact value of a position, and a line. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/json_text.h"
#include "base/memory.h"
#include "driver/command.h"
#include "ir/offer/offer.h"
#include "runtime/include/ludc.h"
#include "runtime/include/ludc_solve.h"

enum { LINE = 4000 };

/* What is printed. */
typedef struct {
    const Job *job;
    const ludc_reasoner *r;
    ludc_solver *solver;
    const void *state;
    ludc_solved value;
    ludc_move *line; /* [steps][players] */
    size_t steps;
    double seconds;
    Out best;
    json_t *pv, *moves; /* moves: with --all, else NULL */
} Answer;

/* A step as --moves takes it. */
static void step_text(const Answer *a, const void *state, const ludc_move *step, Out *out)
{
    const ludc_reasoner *r = a->r;
    char text[256];
    unsigned first = ludc_joint(r) ? 1 : ludc_mover(r, state), last = ludc_joint(r) ? ludc_players(r) : first;
    for (unsigned p = first; p <= last; p++) {
        ludc_move_text(r, state, step[p - 1], text, sizeof text);
        out_printf(out, "%s%s", p > first ? " " : "", text);
    }
}

static void *copy(const Answer *a, const void *state)
{
    void *other = malloc(ludc_state_size(a->r));
    if (!other)
        memory_out();
    ludc_copy(a->r, other, state);
    return other;
}

static void write_line(Answer *a)
{
    void *state = copy(a, a->state);
    a->pv = json_array();
    for (size_t i = 0; i < a->steps; i++) {
        Out text = {0};
        const ludc_move *step = a->line + i * ludc_players(a->r);
        step_text(a, state, step, &text);
        json_array_append_new(a->pv, json_text(text.text));
        if (!i) {
            unsigned chooser = 1;
            char best[256];
            ludc_solver_chooser(a->solver, state, &chooser);
            ludc_move_text(a->r, state, step[chooser - 1], best, sizeof best);
            out_puts(&a->best, best);
        }
        ludc_apply_joint(a->r, state, step, NULL);
        out_free(&text);
    }
    free(state);
}

static json_t *numbers(const double *value, unsigned n)
{
    json_t *all = json_array();
    for (unsigned i = 0; i < n; i++)
        json_array_append_new(all, json_real(value[i]));
    return all;
}

/* --all: the value of each move of the role that chooses. */
static ludc_status solve_moves(Answer *a)
{
    const ludc_reasoner *r = a->r;
    unsigned chooser = 1, n = ludc_players(r);
    ludc_status status = ludc_solver_chooser(a->solver, a->state, &chooser);
    a->moves = json_array();
    if (status || ludc_over(r, a->state))
        return status;
    size_t count = ludc_moves_of(r, a->state, chooser, NULL), widest = count;
    for (unsigned p = 1; p <= n; p++)
        widest = ludc_moves_of(r, a->state, p, NULL) > widest ? ludc_moves_of(r, a->state, p, NULL) : widest;
    ludc_move *list = calloc(widest + 1, sizeof *list), step[16];
    if (!list)
        memory_out();
    for (unsigned p = 1; p <= n; p++)
        step[p - 1] = ludc_moves_of(r, a->state, p, list) ? list[0] : 0;
    ludc_moves_of(r, a->state, chooser, list);
    for (size_t i = 0; i < count && !status; i++) {
        ludc_solved value;
        char text[256];
        ludc_move_text(r, a->state, list[i], text, sizeof text);
        step[chooser - 1] = list[i];
        status = ludc_solver_step(a->solver, a->state, step, &value);
        a->value.positions += value.positions;
        json_t *row = json_pack("{s:o, s:o}", "move", json_text(text), "value", numbers(value.value, n));
        if (!value.solved) {
            json_object_set_new(row, "low", numbers(value.low, n));
            json_object_set_new(row, "high", numbers(value.high, n));
        }
        json_array_append_new(a->moves, row);
    }
    free(list);
    return status;
}

static void print_json(const Answer *a, Out *out)
{
    unsigned n = ludc_players(a->r);
    json_t *all = json_pack("{s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:O, s:I, s:f}", "game", json_text(ludc_name(a->r)), "solved",
                            a->value.solved, "value", numbers(a->value.value, n), "low", numbers(a->value.low, n), "high",
                            numbers(a->value.high, n), "plies",
                            a->value.solved && !ludc_chance(a->r) ? json_integer((json_int_t)a->steps) : json_null(), "best",
                            a->best.n ? json_text(a->best.text) : json_null(), "pv", a->pv, "positions",
                            (json_int_t)a->value.positions, "seconds", a->seconds);
    if (a->moves)
        json_object_set(all, "moves", a->moves);
    json_line(all, JSON_COMPACT | JSON_REAL_PRECISION(9), out);
}

static void print_text(const Answer *a, Out *out)
{
    out_printf(out, "%s: %s", ludc_name(a->r), a->value.solved ? "solved, value" : "not solved, values between");
    for (unsigned p = 0; p < ludc_players(a->r); p++)
        if (a->value.solved)
            out_printf(out, " %g", a->value.value[p]);
        else
            out_printf(out, " %g and %g;", a->value.low[p], a->value.high[p]);
    out_printf(out, "\n%llu positions in %.2f s\n", (unsigned long long)a->value.positions, a->seconds);
    if (a->value.solved) {
        out_printf(out, "line of %zu:", a->steps);
        for (size_t i = 0; i < json_array_size(a->pv); i++)
            out_printf(out, "%s%s", i && ludc_joint(a->r) ? " | " : " ", json_string_value(json_array_get(a->pv, i)));
        out_char(out, '\n');
    }
    for (size_t i = 0; i < json_array_size(a->moves); i++) {
        json_t *row = json_array_get(a->moves, i), *value = json_object_get(row, "value");
        out_printf(out, "  %-16s", json_string_value(json_object_get(row, "move")));
        for (size_t p = 0; p < json_array_size(value); p++)
            out_printf(out, " %g", json_real_value(json_array_get(value, p)));
        out_puts(out, json_object_get(row, "low") ? "  not solved\n" : "\n");
    }
}

static int answer(Job *job, ludc_solver *solver, const void *state)
{
    Answer a = {.job = job, .r = job->player.reasoner, .solver = solver, .state = state};
    double began = thread_ms();
    if (job->options->has_seconds)
        ludc_solver_time(solver, job->options->seconds);
    ludc_status status = ludc_solver_value(solver, state, &a.value);
    if (!status && job->options->all)
        status = solve_moves(&a);
    a.line = malloc((size_t)LINE * ludc_players(a.r) * sizeof *a.line);
    if (!a.line)
        memory_out();
    if (!status)
        a.steps = ludc_solver_line(solver, state, a.line, LINE);
    a.seconds = (thread_ms() - began) / 1e3;
    int code = (int)status;
    if (status) {
        fputs(status == LUDC_UNSUPPORTED ? "ludc: several roles choose at once: that is not solved\n"
                                         : "ludc: memory is out\n", stderr);
    } else {
        Out out = {0};
        write_line(&a);
        if (job->options->json)
            print_json(&a, &out);
        else
            print_text(&a, &out);
        code = job_fault(job);
        if (!code)
            code = write_out(&out, NULL, 0);
        out_free(&out);
    }
    json_decref(a.pv);
    json_decref(a.moves);
    out_free(&a.best);
    free(a.line);
    return code;
}

/* --memory: a number of bytes, with K, M or G behind it. */
static int memory_of(const Options *o, uint64_t *bytes)
{
    char *end = NULL;
    double n = o->memory ? strtod(o->memory, &end) : 0;
    static const char units[] = "KMG";
    for (int i = 0; end && *end && i < 3; i++)
        if (*end == units[i] || *end == units[i] + 'a' - 'A') {
            for (int k = 0; k <= i; k++)
                n *= 1024;
            end++;
            break;
        }
    *bytes = (uint64_t)(n >= 0 && n < 1e18 ? n : 0);
    if (o->memory && (*end || end == o->memory || *bytes < 65536))
        return usage_error(o, "--memory takes a number of bytes from 65536 on, such as 64M, not `%s`", o->memory);
    return EXIT_DONE;
}

static int solve_game(Job *job)
{
    const Options *o = job->options;
    ludc_solve_options options = {0};
    ludc_error error = {0};
    int code = memory_of(o, &options.memory);
    if (!code)
        code = job_begin(job, o, o->arg.at[0], KEEP_NAMES);
    job->compile.offers = IR_OFFER_KEY | IR_OFFER_PAYOFFS;
    if (!code)
        code = job_play(job);
    if (code)
        return code;
    ludc_solver *solver = ludc_solver_new(job->player.reasoner, &options, &error);
    if (!solver) {
        say("ludc: %s", error.message);
        return (int)error.status;
    }
    void *state = aligned_alloc(64, (ludc_state_size(job->player.reasoner) + 63) / 64 * 64);
    if (!state)
        memory_out();
    ludc_init(job->player.reasoner, state);
    code = play_moves(job, state);
    if (!code)
        code = answer(job, solver, state);
    free(state);
    ludc_solver_free(solver);
    return code;
}

int cmd_solve(const Options *options)
{
    if (options->arg.n != 1)
        return usage_error(options, "one GAME, please");
    if (options->backend && !strcmp(options->backend, "lanes"))
        return usage_error(options, "positions are not solved in lanes");
    Job job = {.options = options};
    int code = solve_game(&job);
    if (job.session)
        job_end(&job);
    return code;
}
