/* record.c - played games in the form that replay reads: random ones, for ludc playout --record N, and those that others
 * played.
 *
 * All sites are shown as one container, since a reasoner knows no others. */
#include "driver/json_text.h"
#include "driver/record/record.h"

#include "driver/interrupts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "runtime/include/ludc.h"

/* Lists of moves and states are written up to here, as the format has it. */
enum { LONG_LIST = 80, LONG_GAME = 120, LAST_PLY = 600 };

void record_line(Out *out, json_t *line)
{
    json_line(line, JSON_COMPACT, out);
}

static json_t *header(const ludc_reasoner *r)
{
    int what = trace_view(r, "what");
    json_t *columns = json_array(), *containers = json_array();
    for (uint32_t i = 0; i < r->ncolumn; i++)
        json_array_append_new(columns, json_text(r->column[i]));
    json_array_append_new(containers,
                          json_pack("{s:i, s:i, s:i, s:s}", "i", 0, "from", 0, "n",
                                    what < 0 ? 0 : (int)r->view_item[what].size, "default", "C"));
    return json_pack("{s:s, s:o, s:i, s:o, s:o}", "type", "header", "game", json_text(r->name), "players", (int)r->players,
                     "cols", columns, "containers", containers);
}

static int32_t number(const ludc_reasoner *r, const void *state, const char *name)
{
    int view = trace_view(r, name);
    return view < 0 ? 0 : r->view(r, state, (uint32_t)view, 0);
}

static void add_players(json_t *line, const ludc_reasoner *r, const void *state)
{
    json_object_set_new(line, "m", json_integer(ludc_mover(r, state)));
    json_object_set_new(line, "x", json_integer(number(r, state, "next")));
    json_object_set_new(line, "p", json_integer(number(r, state, "prev")));
}

static json_t *row(const int32_t *tuple, size_t width)
{
    json_t *list = json_array();
    for (size_t j = 0; j < width; j++)
        json_array_append_new(list, json_integer(tuple[j]));
    return list;
}

static void add_moves(json_t *line, const TraceMoves *moves, int ply)
{
    char digits[17];
    trace_hash(moves, digits);
    json_object_set_new(line, "n", json_integer((json_int_t)moves->n));
    json_object_set_new(line, "H", json_string(digits));
    if (moves->n >= LONG_LIST || ply >= LONG_GAME)
        return;
    json_t *list = json_array();
    for (size_t i = 0; i < moves->n; i++)
        json_array_append_new(list, row(moves->tuple + moves->sorted[i] * moves->width, moves->width));
    json_object_set_new(line, "L", list);
}

/* What a line says before its move is made. */
static json_t *ply_line(const TraceForm *form, const void *state, int ply, TraceMoves *moves)
{
    json_t *line = json_pack("{s:i}", "k", ply);
    trace_moves(moves, form, state);
    add_players(line, form->r, state);
    add_moves(line, moves, ply);
    return line;
}

static void add_choice(json_t *line, const ludc_reasoner *r, const void *state, const TraceMoves *moves, size_t chosen)
{
    json_object_set_new(line, "mv", row(moves->tuple + chosen * moves->width, moves->width));
    trace_write_throw(line, r, state);
}

/* And after. */
static void close_ply(json_t *line, const TraceForm *form, const void *state, int ply, Out *out)
{
    if (ply < LONG_GAME)
        json_object_set_new(line, "s", trace_state(form, state));
    json_object_set_new(line, "over", json_boolean(ludc_over(form->r, state)));
    record_line(out, line);
}

static void record_ply(const TraceForm *form, void *state, uint64_t *rng, int ply, Out *out)
{
    TraceMoves moves;
    json_t *line = ply_line(form, state, ply, &moves);
    size_t chosen = rng_below(rng, (uint32_t)moves.n);
    add_choice(line, form->r, state, &moves, chosen);
    trace_draw(line, form->r, state, moves.code[chosen], rng);
    trace_moves_free(&moves);
    close_ply(line, form, state, ply, out);
}

/* Who won, or lost; nothing for a reasoner that has no such list. */
static void add_list(json_t *line, const char *name, const ludc_reasoner *r, const void *state)
{
    const int view = trace_view(r, name);
    if (view < 0)
        return;
    json_t *list = json_array();
    for (uint32_t p = 1; p <= r->players; p++)
        for (int32_t times = r->view(r, state, (uint32_t)view, p); times > 0; times--)
            json_array_append_new(list, json_integer(p));
    json_object_set_new(line, name, list);
}

static json_t *end(const TraceForm *form, const void *state, int plies)
{
    static const char *const types[] = {"NaturalEnd", "TurnLimit", "MoveLimit"};
    const ludc_reasoner *r = form->r;
    bool over = ludc_over(r, state) != 0;
    json_t *line = json_pack("{s:s, s:i, s:b}", "type", "end", "plies", plies, "over", (int)over);
    add_players(line, r, state);
    json_object_set_new(line, "s", trace_state(form, state));
    if (!over)
        return line;
    json_t *ranking = json_array();
    for (uint32_t p = 1; p <= r->players; p++)
        json_array_append_new(ranking, json_real(r->rank2(r, state, p) / 2.0));
    json_object_set_new(line, "ranking", ranking);
    if (trace_view(r, "winner") >= 0)
        json_object_set_new(line, "winner", json_integer(number(r, state, "winner")));
    add_list(line, "winners", r, state);
    add_list(line, "losers", r, state);
    int32_t type = number(r, state, "endType");
    json_object_set_new(line, "endType", json_string(types[type > 0 && type < 3 ? type : 0]));
    return line;
}

static json_t *start(const TraceForm *form, const void *state, uint64_t game)
{
    json_t *line = json_pack("{s:s, s:I}", "type", "start", "playout", (json_int_t)game);
    add_players(line, form->r, state);
    json_object_set_new(line, "over", json_boolean(ludc_over(form->r, state)));
    json_object_set_new(line, "s", trace_state(form, state));
    return line;
}

/* ---- recorders ------------------------------------------------------------------------------------- */

struct Recorder {
    const ludc_reasoner *r;
    TraceForm form;    /* of games of turns */
    RecordViews views; /* of joint games */
};

Recorder *recorder_new(const ludc_reasoner *r, Out *why)
{
    Recorder *rec = calloc(1, sizeof *rec);
    if (!rec)
        memory_out();
    rec->r = r;
    json_t *head = recorder_header(rec);
    bool good = r->joint ? record_views(r, &rec->views) : trace_form(&rec->form, r, head, why);
    if (!good && r->joint)
        out_puts(why, "the game has no facts to write down");
    json_decref(head);
    if (good)
        return rec;
    free(rec);
    return NULL;
}

void recorder_free(Recorder *rec) { free(rec); }

json_t *recorder_header(const Recorder *rec) { return rec->r->joint ? record_joint_header(rec->r) : header(rec->r); }

/* Plays a step and adds its lots to the line. */
static bool play_step(const Recorder *rec, void *state, const char *text, json_t *line, Out *why)
{
    ludc_error error = {0};
    const char *lots = strrchr(text, '~');
    if (ludc_step_play(rec->r, state, text, NULL, &error) != LUDC_OK) {
        out_printf(why, "%s: %s", text, error.message);
        return false;
    }
    if (line && lots)
        json_object_set_new(line, "lots", json_text(lots + 1));
    return true;
}

/* The number of the move that a step names; moves->n: it names none. */
static size_t chosen_by(const Recorder *rec, const void *state, const TraceMoves *moves, const char *words)
{
    ludc_move step[16] = {0};
    ludc_error error;
    size_t i = 0;
    if (ludc_step_parse(rec->r, state, words, step, &error) != LUDC_OK)
        return moves->n;
    while (i < moves->n && moves->code[i] != step[ludc_mover(rec->r, state) - 1])
        i++;
    return i;
}

static bool record_step(const Recorder *rec, void *state, const char *text, int ply, Out *out, Out *why)
{
    TraceMoves moves;
    json_t *line = ply_line(&rec->form, state, ply, &moves);
    size_t length = strcspn(text, "~");
    char *words = malloc(length + 1);
    if (!words)
        memory_out();
    memcpy(words, text, length);
    words[length] = '\0';
    size_t chosen = chosen_by(rec, state, &moves, words);
    bool good = chosen < moves.n;
    if (good) {
        add_choice(line, rec->r, state, &moves, chosen);
        json_object_set_new(line, "words", json_text(words));
        good = play_step(rec, state, text, line, why);
    } else {
        out_printf(why, "%s is no legal move", words);
    }
    trace_moves_free(&moves);
    free(words);
    if (good)
        close_ply(line, &rec->form, state, ply, out);
    else
        json_decref(line);
    return good;
}

/* The steps of chance before the position that a record begins with: for who plays the game again. */
static void add_placed(const RecordedGame *g, size_t n, json_t *line)
{
    if (n == 0)
        return;
    json_t *placed = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(placed, json_text(g->step[i]));
    json_object_set_new(line, "placed", placed);
}

static bool record_turns(const Recorder *rec, const RecordedGame *g, void *state, Out *out, Out *why)
{
    ludc_move first;
    size_t i = 0;
    int ply = 0;
    while (i < g->n && trace_stage(rec->r, state))
        if (!play_step(rec, state, g->step[i++], NULL, why))
            return false;
    json_t *line = start(&rec->form, state, g->number);
    add_placed(g, i, line);
    if (i < g->n && trace_begins(rec->r, state, &first) && !play_step(rec, state, g->step[i++], line, why)) {
        json_decref(line);
        return false;
    }
    record_line(out, line);
    for (; i < g->n; i++)
        if (!record_step(rec, state, g->step[i], ply++, out, why))
            return false;
    line = end(&rec->form, state, ply);
    if (g->match)
        json_object_set(line, "match", g->match);
    record_line(out, line);
    return true;
}

bool record_game(const Recorder *rec, const RecordedGame *g, Out *out, Out *why)
{
    void *state = calloc(1, ludc_state_size(rec->r));
    if (!state)
        memory_out();
    ludc_init(rec->r, state);
    bool good = rec->r->joint ? record_joint(rec->r, &rec->views, g, state, out, why) : record_turns(rec, g, state, out, why);
    free(state);
    return good;
}

/* ---- random games ----------------------------------------------------------------------------------- */

static void record_random(const TraceForm *form, uint64_t game, uint64_t *rng, void *state, Out *out)
{
    const ludc_reasoner *r = form->r;
    ludc_init(r, state);
    trace_set_up(r, state, rng);
    json_t *line = start(form, state, game);
    ludc_move first;
    if (trace_begins(r, state, &first))
        trace_draw(line, r, state, first, rng);
    record_line(out, line);
    int ply = 0;
    while (ply < LAST_PLY && ludc_moves(r, state, NULL))
        record_ply(form, state, rng, ply++, out);
    record_line(out, end(form, state, ply));
}

static int record_all(Job *job, const Recorder *rec, void *state, Out *out)
{
    const ludc_reasoner *r = rec->r;
    uint64_t rng = job->options->has_seed ? job->options->seed : 1;
    int code = EXIT_DONE;
    record_line(out, recorder_header(rec));
    for (uint64_t game = 1; game <= job->options->record && !code && !interrupts_came(); game++) {
        if (r->joint)
            record_joint_random(r, &rec->views, game, LAST_PLY, &rng, state, out);
        else
            record_random(&rec->form, game, &rng, state, out);
        code = job_fault(job);
        if (!code)
            code = stream_out(out);
    }
    return code ? code : write_out(out, NULL, 0);
}

int record_games(Job *job)
{
    const ludc_reasoner *r = job->player.reasoner;
    Out out = {0}, why = {0};
    Recorder *rec = recorder_new(r, &why);
    if (!rec) {
        int code = usage_error(job->options, "%s", why.text);
        out_free(&why);
        return code;
    }
    void *state = calloc(1, ludc_state_size(r));
    if (!state)
        memory_out();
    interrupts_catch();
    int code = record_all(job, rec, state, &out);
    out_free(&out);
    free(state);
    recorder_free(rec);
    return !code && interrupts_came() ? interrupts_code(interrupts_came()) : code;
}
