/* play_files.c - see play_files.h. */
#include "driver/play/play_files.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "driver/json_text.h"
#include "driver/record/printed.h"
#include "driver/record/record.h"
#include "driver/record/trace.h"
#include "runtime/game.h"

static bool fail(ludc_error *error, ludc_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool fail(ludc_error *error, ludc_status status, const char *format, ...)
{
    char message[900];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    ludc_error_set(error, status, "", message);
    return false;
}

/* ---- writing ---------------------------------------------------------------------------------- */

/* What the end line says beside what a game is: all that goes on with it. */
static json_t *about(const PlayGame *g, const ludc_reasoner *r)
{
    json_t *all = json_object(), *words = json_array(), *seats = json_array();
    for (size_t i = 0; i < g->n; i++)
        json_array_append_new(words, json_text(g->steps->step[i]));
    for (unsigned p = 0; p < r->players; p++)
        json_array_append_new(seats, json_integer(g->seat[p] + 1));
    json_object_set_new(all, "game", json_integer(1));
    json_object_set_new(all, "seed", json_sprintf("%llu", (unsigned long long)g->seed));
    json_object_set_new(all, "seats", seats);
    json_object_set_new(all, "end", json_string(g->result ? referee_end_name(g->result->end) : "open"));
    if (g->result) {
        json_t *payoff = json_array();
        for (unsigned p = 0; p < r->players; p++)
            json_array_append_new(payoff, json_real(g->result->payoff[p]));
        json_object_set_new(all, "payoff", payoff);
    }
    if (g->result && g->result->role)
        json_object_set_new(all, "role", json_integer(g->result->role));
    json_object_set_new(all, "words", words);
    return all;
}

static json_t *header(const Recorder *recorder, const PlayGame *g, const ludc_reasoner *r, const char *const *names)
{
    json_t *head = recorder_header(recorder), *agents = json_array();
    unsigned most = 0;
    for (unsigned p = 0; p < r->players; p++)
        most = g->seat[p] + 1u > most ? g->seat[p] + 1u : most;
    for (unsigned a = 0; a < most; a++)
        json_array_append_new(agents, json_text(names[a]));
    json_object_set_new(head, "agents", agents);
    json_object_set_new(head, "seed", json_sprintf("%llu", (unsigned long long)g->seed));
    return head;
}

static bool write_record(const Recorder *recorder, const char *path, const PlayGame *g, const ludc_reasoner *r,
                         const char *const *names, ludc_error *error)
{
    Out out = {0}, why = {0};
    json_t *more = about(g, r);
    const RecordedGame game = {.number = 1, .step = (const char *const *)g->steps->step, .n = g->n, .match = more};
    record_line(&out, header(recorder, g, r, names));
    bool good = record_game(recorder, &game, &out, &why);
    if (!good)
        fail(error, LUDC_WRONG, "the game cannot be written down: %s", why.text);
    else if (!(good = out_save(&out, path, 0644)))
        fail(error, LUDC_IO, "cannot write %s: %s", path, strerror(errno));
    json_decref(more);
    out_free(&out);
    out_free(&why);
    return good;
}

bool play_save(const Options *options, const char *path, const PlayGame *game, const ludc_reasoner *r, const char *const *names,
               ludc_error *error)
{
    Options o = *options;
    Job job;
    Out why = {0};
    o.command = CMD_replay; /* ready soon */
    int code = job_begin(&job, &o, o.arg.at[0], KEEP_ALL);
    if (!code)
        code = job_play(&job);
    Recorder *recorder = code ? NULL : recorder_new(job.player.reasoner, &why);
    bool good = recorder && write_record(recorder, path, game, r, names, error);
    if (!recorder)
        fail(error, LUDC_UNSUPPORTED, "this game has no records: %s", why.n ? why.text : "it does not compile again");
    recorder_free(recorder);
    out_free(&why);
    job_end(&job);
    return good;
}

/* ---- reading ------------------------------------------------------------------------------------- */

typedef struct {
    const ludc_reasoner *r;
    PlaySteps *steps;
    uint64_t *seed;
    bool head, whole; /* there was a header; the first game is complete */
    TraceForm form;   /* of moves that are numbers */
    bool has_form;
    void *state, *next; /* what the steps have led to, where moves are numbers */
} Reading;

static bool add(PlaySteps *steps, const char *text, ludc_error *error)
{
    return play_steps_add(steps, text) || fail(error, LUDC_IO, "there is too little memory");
}

/* What chance placed before the game, a list of steps in the start line. */
static bool read_placed(const Reading *g, const json_t *line, void *state, ludc_error *error)
{
    const json_t *placed = json_object_get(line, "placed");
    for (size_t i = 0; i < json_array_size(placed); i++) {
        const char *step = json_string_value(json_array_get(placed, i));
        if (!step)
            return fail(error, LUDC_WRONG, "step %zu of `placed` is no text", i + 1);
        if (!add(g->steps, step, error) || ludc_step_play(g->r, state, step, NULL, error) != LUDC_OK)
            return false;
    }
    return true;
}

/* The throw before the first move: records have its lots in their start line. */
static bool read_start(const Reading *g, const json_t *line, ludc_error *error)
{
    const char *lots = json_string_value(json_object_get(line, "lots"));
    Out text = {0};
    TypedMoves moves = {0};
    void *state = calloc(1, ludc_state_size(g->r));
    if (!state)
        memory_out();
    ludc_init(g->r, state);
    bool good = read_placed(g, line, state, error);
    bool throws = good && lots && typed_moves(&moves, g->r, state, ludc_mover(g->r, state)) && moves.n == 1;
    if (throws) {
        out_printf(&text, "%s~%s", moves.at[0].text, lots);
        good = add(g->steps, text.text, error);
    }
    if (throws && good)
        good = ludc_step_play(g->r, state, text.text, NULL, error) == LUDC_OK;
    ludc_copy(g->r, g->state, state);
    typed_free(&moves);
    out_free(&text);
    free(state);
    return good;
}

/* Is that row of the moves what the line says? */
static bool is_row(const TraceMoves *moves, size_t row, const json_t *tuple)
{
    if (json_array_size(tuple) != moves->width)
        return false;
    for (size_t i = 0; i < moves->width; i++)
        if (json_integer_value(json_array_get(tuple, i)) != moves->tuple[row * moves->width + i])
            return false;
    return true;
}

/* The move of a line that has numbers alone: of several with the same ones that which leads where the record says. */
static bool find_move(const Reading *g, const json_t *line, ludc_move *move)
{
    const json_t *tuple = json_object_get(line, "mv"), *after = json_object_get(line, "s");
    TraceMoves moves = {0};
    size_t found = 0;
    trace_moves(&moves, &g->form, g->state);
    for (size_t i = 0; i < moves.n && found < 2; i++) {
        if (!is_row(&moves, i, tuple))
            continue;
        bool leads = trace_play(g->r, g->state, moves.code[i], line, NULL, g->next) != TRACE_NO_OUTCOME && after &&
                     trace_state_agrees(&g->form, g->next, after, NULL);
        if (!found || leads)
            *move = moves.code[i];
        found = leads ? 2 : 1;
    }
    trace_moves_free(&moves);
    return found != 0;
}

/* Names a move that is given by numbers, and plays the steps up to it. */
static bool name_move(const Reading *g, const json_t *line, const char *lots, Out *text, ludc_error *error)
{
    ludc_move move = 0;
    char name[256];
    if (!g->has_form || !json_is_array(json_object_get(line, "mv")))
        return fail(error, LUDC_WRONG, "its moves have neither words nor numbers");
    if (!find_move(g, line, &move) || ludc_move_text(g->r, g->state, move, name, sizeof name) >= sizeof name)
        return fail(error, LUDC_WRONG, "the move is not legal there");
    out_printf(text, "%s%s%s", name, lots ? "~" : "", lots ? lots : "");
    return ludc_step_play(g->r, g->state, text->text, NULL, error) == LUDC_OK;
}

static bool read_ply(const Reading *g, const json_t *line, ludc_error *error)
{
    const char *words = json_string_value(json_object_get(line, "words")), *lots = json_string_value(json_object_get(line, "lots"));
    const json_t *move = json_object_get(line, "move");
    Out text = {0};
    if (g->r->joint && !move)
        return true; /* the last position */
    for (size_t p = 0; g->r->joint && p < json_array_size(move); p++)
        out_printf(&text, "%s%s", p ? " " : "", json_string_value(json_array_get(move, p)));
    if (!g->r->joint && words)
        out_printf(&text, "%s%s%s", words, lots ? "~" : "", lots ? lots : "");
    if (text.n && g->state) /* the next may have numbers alone */
        ludc_step_play(g->r, g->state, text.text, NULL, NULL);
    bool good = (text.n || (!g->r->joint && name_move(g, line, lots, &text, error))) && add(g->steps, text.text, error);
    out_free(&text);
    return good;
}

static bool read_end(Reading *g, const json_t *line, ludc_error *error)
{
    const json_t *match = json_object_get(line, "match"), *words = json_object_get(match, "words");
    const char *seed = json_string_value(json_object_get(match, "seed"));
    if (seed)
        *g->seed = strtoull(seed, NULL, 10);
    g->whole = true;
    if (!json_is_array(words))
        return true;
    play_steps_free(g->steps);
    for (size_t i = 0; i < json_array_size(words); i++) {
        const char *text = json_string_value(json_array_get(words, i));
        if (!text || !add(g->steps, text, error))
            return text || fail(error, LUDC_WRONG, "step %zu is no text", i + 1);
    }
    return true;
}

static bool read_json(Reading *g, const json_t *line, ludc_error *error)
{
    const char *type = json_string_value(json_object_get(line, "type")), *game = json_string_value(json_object_get(line, "game"));
    if (!g->head && (!type || strcmp(type, "header") != 0))
        return fail(error, LUDC_WRONG, "it does not begin with a header");
    if (type && !strcmp(type, "header")) {
        Out why = {0};
        g->head = true;
        g->has_form = !g->r->joint && trace_form(&g->form, g->r, line, &why);
        out_free(&why);
        return (game && !strcmp(game, g->r->name)) || fail(error, LUDC_WRONG, "it is of another game: %.200s", game ? game : "no name");
    }
    if (type && !strcmp(type, "end"))
        return read_end(g, line, error);
    if (type && !strcmp(type, "start"))
        return read_start(g, line, error);
    return read_ply(g, line, error);
}

static bool read_record(const char *path, Reading *g, ludc_error *error)
{
    TraceReader *reader = trace_open(path);
    bool good = true;
    if (!reader)
        return fail(error, LUDC_IO, "cannot read %s: %s", path, strerror(errno));
    while (good && !g->whole && trace_next(reader)) {
        const json_t *line = trace_current(reader);
        ludc_error why = {0};
        good = line ? read_json(g, line, &why) : fail(&why, LUDC_WRONG, "that is not JSON");
        if (!good)
            fail(error, why.status, "%s:%zu: %.500s", path, trace_line(reader), why.message);
    }
    if (good && !g->whole)
        good = fail(error, LUDC_WRONG, "%s: there is no whole game in it", path);
    trace_close(reader);
    return good;
}

/* The first game of a trace as it was printed. */
static bool read_printed(FILE *file, const char *path, const Reading *g, ludc_error *error)
{
    char *line = NULL;
    size_t room = 0, games = 0;
    Printed printed;
    bool good = true, more = true;
    while (good && more && getline(&line, &room, file) >= 0) {
        if (!printed_line(line, g->r->joint != 0, &printed))
            continue;
        games += printed.kind == PRINTED_GAME;
        more = games == 1 && printed.kind != PRINTED_RESULT;
        if (more && printed.kind == PRINTED_STEP)
            good = add(g->steps, printed.text, error);
    }
    good = good && (!ferror(file) || fail(error, LUDC_IO, "cannot read %s", path));
    free(line);
    fclose(file);
    return good;
}

bool play_load(const char *path, const ludc_reasoner *r, PlaySteps *steps, uint64_t *seed, ludc_error *error)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return fail(error, LUDC_IO, "cannot read %s: %s", path, strerror(errno));
    int first = getc(file);
    while (first == ' ' || first == '\n' || first == '\t' || first == '\r')
        first = getc(file);
    if (first != '{' && first != 0x1f) { /* neither a record nor one by gzip */
        rewind(file);
        const Reading printed = {.r = r, .steps = steps, .seed = seed};
        if (printed_begins(file))
            return read_printed(file, path, &printed, error);
        return play_steps_read(steps, file, path, error);
    }
    fclose(file);
    Reading g = {.r = r, .steps = steps, .seed = seed};
    g.state = calloc(1, ludc_state_size(r));
    g.next = calloc(1, ludc_state_size(r));
    if (!g.state || !g.next)
        memory_out();
    ludc_init(r, g.state);
    bool good = read_record(path, &g, error);
    free(g.state);
    free(g.next);
    return good;
}
