/* agent_cmd.c - `cmd:PROGRAM ARGS`: an agent in a process of its own, which speaks the Universal Game Interface.
 *
 * The process lives as long as the agent; one that crashed, stalled or spoke without end is started anew for the next game. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/agent/agent_kinds.h"
#include "base/memory.h"
#include "driver/agent/process.h"
#include "runtime/agent/turns.h"
#include "runtime/game.h"

enum { WORD = 512 };

/* Seconds: until a program must have said hello, and be ready; what a late answer may take before it counts as none;
 * how long one without any limit may be silent; what a thought needs beside its time; how long a program may take to leave. */
static const double hello = 30, patience = 2, silence = 600, margin = 0.01, leaving = 0.5;

typedef struct {
    ludc_agent agent; /* first, as it is what callers have */
    const AgentHost *host;
    char *command;
    Process process;
    bool seeded; /* it has the option `seed` */
    bool greeted;
    ludc_seat seat;
    LudcTurns turns;
    void *now;   /* the position */
    void *later; /* scratch */
    Out line;    /* "position .. moves .." of the game so far */
    bool moves;  /* it has moves */
} Cmd;

static ludc_agent_status fail(Cmd *a, ludc_agent_status status, const char *why)
{
    snprintf(a->agent.why, sizeof a->agent.why, "%.250s", why);
    return status;
}

/* ---- lines -------------------------------------------------------------------------------- */

static void tell_host(const Cmd *a, bool to, const char *line)
{
    if (a->host->line)
        a->host->line(a->host->data, &a->agent, to, line);
}

/* What became of the program, as a reason to forfeit; it is ended. */
static ludc_agent_status gone(Cmd *a, ProcessResult result)
{
    process_end(&a->process, 0);
    a->greeted = false;
    if (result == PROCESS_LATE)
        return fail(a, LUDC_AGENT_STALLED, "the program does not answer");
    if (result == PROCESS_LONG)
        return fail(a, LUDC_AGENT_CRASHED, "the program wrote a line that is too long");
    return fail(a, LUDC_AGENT_CRASHED, "the program ended, or closed its pipe");
}

/* One line and its end. */
static ProcessResult send(Cmd *a, const char *line, double deadline)
{
    tell_host(a, true, line);
    ProcessResult result = process_write(&a->process, line, strlen(line), deadline);
    return result ? result : process_write(&a->process, "\n", 1, deadline);
}

static ProcessResult receive(Cmd *a, double deadline, int (*stopped)(void *), void *data, char **line)
{
    ProcessResult result = process_line(&a->process, deadline, stopped, data, line);
    if (!result)
        tell_host(a, false, *line);
    return result;
}

static bool begins(const char *line, const char *word)
{
    size_t n = strlen(word);
    return !strncmp(line, word, n) && (!line[n] || line[n] == ' ');
}

/* Sends a line, and reads until the answer, noting whether there is an option `seed`. */
static ProcessResult ask(Cmd *a, const char *line, const char *reply)
{
    const double deadline = process_clock() + hello;
    char *said;
    ProcessResult result = send(a, line, deadline);
    while (!result && !(result = receive(a, deadline, NULL, NULL, &said)) && !begins(said, reply))
        a->seeded |= begins(said, "option name seed");
    return result;
}

/* ---- a game ------------------------------------------------------------------------------------ */

static ludc_agent_status greet(Cmd *a)
{
    if (!a->process.pid && !process_start(&a->process, a->command, a->agent.why, sizeof a->agent.why))
        return LUDC_AGENT_CRASHED;
    ProcessResult result = a->greeted ? PROCESS_OK : ask(a, "ugi", "ugiok");
    if (result)
        return gone(a, result);
    a->greeted = true;
    return LUDC_AGENT_OK;
}

static void begin_line(Cmd *a, const ludc_seat *seat)
{
    const ludc_reasoner *r = seat->r;
    a->line.n = 0;
    a->moves = false;
    ludc_init(r, a->now);
    if (ludc_equal(r, a->now, seat->state)) {
        out_puts(&a->line, "position startpos");
    } else {
        size_t n = ludc_state_text(r, seat->state, NULL, 0) + 1;
        char *text = malloc(n);
        if (!text)
            memory_out();
        ludc_state_text(r, seat->state, text, n);
        out_printf(&a->line, "position fen %s", text);
        free(text);
    }
    ludc_copy(r, a->now, seat->state);
}

static bool make_room(Cmd *a, const ludc_reasoner *r)
{
    size_t size = (ludc_state_size(r) + 63) / 64 * 64;
    free(a->now);
    free(a->later);
    a->now = aligned_alloc(64, size);
    a->later = aligned_alloc(64, size);
    return a->now && a->later;
}

static ludc_agent_status begin(ludc_agent *agent, const ludc_seat *seat)
{
    Cmd *a = (Cmd *)agent;
    char line[64];
    a->seat = *seat;
    if (!ludc_turns_begin(&a->turns, seat->r))
        return fail(a, LUDC_AGENT_CRASHED, "programs of this kind play games of two roles in turn only");
    if (!make_room(a, seat->r))
        return fail(a, LUDC_AGENT_CRASHED, "there is too little memory");
    begin_line(a, seat);
    ludc_agent_status status = greet(a);
    if (status)
        return status;
    double deadline = process_clock() + hello;
    snprintf(line, sizeof line, "setoption name seed value %llu", (unsigned long long)seat->seed);
    ProcessResult result = a->seeded ? send(a, line, deadline) : PROCESS_OK;
    if (!result)
        result = send(a, "uginewgame", deadline);
    if (!result)
        result = ask(a, "isready", "readyok");
    return result ? gone(a, result) : LUDC_AGENT_OK;
}

/* The outcome of the lots that led from `now` to a state; "" where there were none or it cannot be told. */
static void outcome_text(const Cmd *a, ludc_move move, const void *state, char *out, size_t size)
{
    const ludc_reasoner *r = a->seat.r;
    ludc_outcome *list = malloc(LUDC_OUTCOMES * sizeof *list);
    size_t n = list ? ludc_outcomes(r, a->now, move, LUDC_OUTCOMES, list, NULL) : 0;
    out[0] = '\0';
    for (size_t i = 0; i < n && n > 1; i++) {
        ludc_copy(r, a->later, a->now);
        if (ludc_apply_outcome(r, a->later, move, list[i], NULL) || !ludc_equal(r, a->later, state))
            continue;
        ludc_outcome_text(r, a->now, move, list[i], out, size);
        break;
    }
    free(list);
}

static ludc_agent_status played(ludc_agent *agent, const ludc_move *moves, const void *state)
{
    Cmd *a = (Cmd *)agent;
    const ludc_reasoner *r = a->seat.r;
    char word[WORD], lots[WORD] = "";
    size_t n = ludc_turns_text(&a->turns, a->now, moves, word, sizeof word);
    if (!n || n >= sizeof word)
        return fail(a, LUDC_AGENT_CRASHED, "a move of this game has no word");
    if (!ludc_joint(r) && ludc_chance(r))
        outcome_text(a, moves[ludc_mover(r, a->now) - 1], state, lots, sizeof lots);
    out_printf(&a->line, "%s %s%s%s", a->moves ? "" : " moves", word, *lots ? "~" : "", lots);
    a->moves = true;
    ludc_copy(r, a->now, state);
    return LUDC_AGENT_OK;
}

/* ---- a move -------------------------------------------------------------------------------------- */

static void put_ms(Out *out, const char *name, double seconds)
{
    out_printf(out, " %s %.0f", name, fmax(1, floor(seconds * 1000)));
}

static void go_line(const Cmd *a, const ludc_question *q, Out *out)
{
    const ludc_clock *c = a->seat.clock;
    double move = fmin(c && c->move > 0 ? c->move : INFINITY, q->seconds);
    out_puts(out, "go");
    if (c && c->iterations)
        out_printf(out, " nodes %llu", (unsigned long long)c->iterations);
    if (c && c->base > 0 && q->left) {
        for (int p = 0; p < 2; p++)
            if (isfinite(q->left[p]))
                put_ms(out, p ? "p2time" : "p1time", q->left[p]);
        for (int p = 0; p < 2 && c->increment > 0; p++)
            put_ms(out, p ? "p2inc" : "p1inc", c->increment);
    } else if (isfinite(move))
        put_ms(out, "movetime", move - margin);
}

/* What "info" says, as far as it is known here. */
static void pass_on(const Cmd *a, const ludc_question *q, char *line)
{
    double value[2] = {0.5, 0.5};
    ludc_thought thought = {0};
    char *rest = NULL;
    for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (!strcmp(word, "pv") || !strcmp(word, "string"))
            break;
        char *number = rest;
        if (!strcmp(word, "depth"))
            thought.depth = (unsigned)strtoul(number, NULL, 10);
        else if (!strcmp(word, "nodes"))
            thought.nodes = thought.iterations = strtoull(number, NULL, 10);
        else if (!strcmp(word, "time"))
            thought.seconds = strtod(number, NULL) / 1000;
        else if (!strcmp(word, "cp")) {
            double v = fmax(-1, fmin(1, strtod(number, NULL) / 1000));
            value[a->seat.role - 1] = (1 + v) / 2;
            value[2 - a->seat.role] = (1 - v) / 2;
            thought.value = value;
        }
    }
    if (q->tell && (thought.nodes || thought.value))
        q->tell(q->data, &thought);
}

static ludc_agent_status read_move(Cmd *a, const char *word, ludc_move *move)
{
    char text[128];
    ludc_move step[2];
    if (!strcmp(word, "resign") || !strcmp(word, "(none)"))
        return fail(a, LUDC_AGENT_RESIGNED, "it has no move, or resigns");
    if (ludc_turns_parse(&a->turns, a->now, word, step)) {
        *move = step[a->seat.role - 1];
        return LUDC_AGENT_OK;
    }
    snprintf(text, sizeof text, "%.100s is no legal move", word);
    return fail(a, LUDC_AGENT_ILLEGAL, text);
}

/* Waits for the answer, and passes on what comes before it. */
static ludc_agent_status await_move(Cmd *a, const ludc_question *q, ludc_move *move)
{
    const double began = process_clock(), limit = isfinite(q->seconds) ? q->seconds : silence;
    double deadline = began + limit + patience;
    int (*stopped)(void *) = q->stopped;
    for (;;) {
        char *line, *rest = NULL;
        ProcessResult result = receive(a, deadline, stopped, q->data, &line);
        if (result == PROCESS_STOPPED) {
            stopped = NULL; /* once is enough */
            deadline = fmin(deadline, process_clock() + patience);
            result = send(a, "stop", deadline);
            if (!result)
                continue;
        }
        if (result)
            return gone(a, result);
        if (begins(line, "info"))
            pass_on(a, q, line);
        if (isinf(q->seconds) && stopped)
            deadline = process_clock() + silence;
        if (!begins(line, "bestmove"))
            continue;
        strtok_r(line, " ", &rest);
        const char *word = strtok_r(NULL, " ", &rest);
        if (process_clock() - began > q->seconds)
            return fail(a, LUDC_AGENT_LATE, "the answer came too late");
        return read_move(a, word ? word : "", move);
    }
}

/* A role without a choice: its only move, without asking. */
static ludc_agent_status only_move(Cmd *a, const void *state, ludc_move *move)
{
    ludc_move list[2];
    if (ludc_moves_of(a->seat.r, state, a->seat.role, NULL) != 1)
        return fail(a, LUDC_AGENT_CRASHED, "programs of this kind play games of two roles in turn only");
    ludc_moves_of(a->seat.r, state, a->seat.role, list);
    *move = list[0];
    return LUDC_AGENT_OK;
}

static ludc_agent_status choose(ludc_agent *agent, const ludc_question *q, ludc_move *move)
{
    Cmd *a = (Cmd *)agent;
    if (ludc_turns_mover(&a->turns, q->state) != a->seat.role)
        return only_move(a, q->state, move);
    Out go = {0};
    go_line(a, q, &go);
    double deadline = process_clock() + fmin(q->seconds, silence) + patience;
    ProcessResult result = send(a, a->line.text, deadline);
    if (!result)
        result = send(a, go.text, deadline);
    out_free(&go);
    return result ? gone(a, result) : await_move(a, q, move);
}

/* ---- an agent ---------------------------------------------------------------------------------------- */

static void free_agent(ludc_agent *agent)
{
    Cmd *a = (Cmd *)agent;
    if (a->process.pid)
        send(a, "quit", process_clock());
    process_end(&a->process, leaving);
    out_free(&a->line);
    free(a->now);
    free(a->later);
    free(a->command);
    free(a);
}

ludc_agent *agent_cmd_open(const char *command, const AgentHost *host, ludc_error *error)
{
    if (!command[strspn(command, " ")]) {
        ludc_error_set(error, LUDC_USAGE, "", "after cmd: comes a program");
        return NULL;
    }
    Cmd *a = calloc(1, sizeof *a);
    char *copy = strdup(command), why[256];
    if (a && copy && process_start(&a->process, command, why, sizeof why)) {
        a->host = host;
        a->command = copy;
        a->agent = (ludc_agent){.size = sizeof a->agent, .name = copy, .begin = begin, .choose = choose, .played = played,
                                .free = free_agent};
        return &a->agent;
    }
    ludc_error_set(error, LUDC_IO, "", a && copy ? why : "there is too little memory");
    free(copy);
    free(a);
    return NULL;
}
