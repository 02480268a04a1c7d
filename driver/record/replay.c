/* replay.c - ludc replay: recorded games against the compiled rules, ply by ply.
 *
 * A ply passes when everything its line says agrees: mover, next and previous
 * player, number, list and hash of the legal moves, the move played, the state
 * after it, and whether the game is over.  Where several legal moves look like the
 * one played, all states are followed that agree with every line so far.  What a
 * start line or an end line says counts with the ply beside it.  Nothing is
 * skipped. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/command.h"
#include "base/memory.h"
#include "driver/features/features_replay.h"
#include "driver/record/replay.h"
#include "driver/record/trace.h"
#include "ir/offer/offer.h"
#include "runtime/include/ludc.h"

enum { MANY = 256 }; /* states that may be followed at a time */

typedef struct {
    Job *job;
    const ludc_reasoner *r;
    const char *path;
    uint64_t shown; /* differences of this file */
    ReplayCount *count;

    TraceReader *reader;
    TraceForm form;
    bool has_form;
    void *state, *next, *best; /* `state` lies among `alive` */
    /* Several legal moves may look like the one played: all states that have agreed with
     * every line so far, and those after the present line. */
    char *alive, *heir;
    size_t size, nalive, nheir;

    ReplayFeatures *features; /* or NULL */
    json_t *agents;   /* of the header, or NULL */
    bool playing;     /* the state follows the record */
    bool start_wrong; /* counts with the next ply */
    bool last_passed; /* the ply before passed */
    json_int_t ply;   /* number expected next */
    bool ended;       /* an end line, or nothing, came last */
} Replay;

/* ---- what differs ------------------------------------------------------------- */

void replay_complain(ReplayCount *count, uint64_t *shown, const char *text)
{
    ++*shown;
    if (!*count->first)
        snprintf(count->first, sizeof count->first, "%s", text);
    if (!count->quiet && (!count->limit || *shown <= count->limit))
        say("%s", text);
}

static void complain(Replay *p, const char *what)
{
    const json_t *k = json_object_get(trace_current(p->reader), "k");
    Out text = {0};
    out_printf(&text, "%s:%zu: ", p->path, trace_line(p->reader));
    if (k)
        out_printf(&text, "ply %lld: ", (long long)json_integer_value(k));
    out_puts(&text, what);
    replay_complain(p->count, &p->shown, text.text);
    out_free(&text);
}

/* Compares a number of the line; keys that are missing differ. */
static bool number_agrees(const json_t *line, const char *key, json_int_t found, Out *why)
{
    const json_t *value = json_object_get(line, key);
    if (json_is_integer(value) && json_integer_value(value) == found)
        return true;
    out_printf(why, "%s: expected ", key);
    if (json_is_integer(value))
        out_printf(why, "%lld", (long long)json_integer_value(value));
    else
        out_puts(why, "a number");
    out_printf(why, ", found %lld", (long long)found);
    return false;
}

static bool bool_agrees(const json_t *line, const char *key, bool found, Out *why)
{
    const json_t *value = json_object_get(line, key);
    if (json_is_boolean(value) && json_is_true(value) == found)
        return true;
    out_printf(why, "%s: expected %s, found %s", key, found ? "false" : "true", found ? "true" : "false");
    return false;
}

static bool view_agrees(Replay *p, const void *state, const json_t *line, const char *key, const char *name, Out *why)
{
    int view = trace_view(p->r, name);
    if (view < 0) {
        out_printf(why, "%s: the compiled game does not model `%s`", key, name);
        return false;
    }
    return number_agrees(line, key, p->r->view(p->r, state, (uint32_t)view, 0), why);
}

static bool players_agree(Replay *p, const void *state, const json_t *line, Out *why)
{
    return number_agrees(line, "m", ludc_mover(p->r, state), why) &&
           view_agrees(p, state, line, "x", "next", why) && view_agrees(p, state, line, "p", "prev", why);
}

/* ---- legal moves ------------------------------------------------------------------ */

static bool row_equals(const json_t *row, const int32_t *tuple, size_t width)
{
    if (json_array_size(row) != width)
        return false;
    for (size_t j = 0; j < width; j++) {
        const json_t *value = json_array_get(row, j);
        if (!json_is_integer(value) || json_integer_value(value) != tuple[j])
            return false;
    }
    return true;
}

static void say_row(Out *why, const char *before, const json_t *row)
{
    char *text = row ? json_dumps(row, JSON_COMPACT) : NULL;
    out_printf(why, "%s%s", before, text ? text : "nothing");
    free(text);
}

/* The first place where the two sorted lists part. */
static bool list_agrees(const json_t *list, const TraceMoves *moves, Out *why)
{
    size_t n = json_array_size(list);
    for (size_t i = 0; i < n || i < moves->n; i++) {
        const int32_t *mine = i < moves->n ? moves->tuple + moves->sorted[i] * moves->width : NULL;
        const json_t *row = i < n ? json_array_get(list, i) : NULL;
        if (mine && row && row_equals(row, mine, moves->width))
            continue;
        out_printf(why, "legal move %zu: ", i + 1);
        say_row(why, "expected ", row);
        out_puts(why, ", found ");
        if (mine)
            trace_tuple(mine, moves->width, why);
        else
            out_puts(why, "nothing");
        return false;
    }
    return true;
}

static bool moves_agree(const json_t *line, const TraceMoves *moves, Out *why)
{
    const json_t *list = json_object_get(line, "L");
    if (list && !list_agrees(list, moves, why))
        return false;
    if (!number_agrees(line, "n", (json_int_t)moves->n, why))
        return false;
    char digits[17];
    trace_hash(moves, digits);
    const char *expected = json_string_value(json_object_get(line, "H"));
    if (expected && !strcmp(expected, digits))
        return true;
    out_printf(why, "H: expected %s, found %s", expected ? expected : "a hash", digits);
    return false;
}

/* ---- the move played ---------------------------------------------------------------- */

/* Does the line after this one fit the state?  Tells moves with one tuple apart. */
static bool following_agrees(Replay *p, const void *state)
{
    const json_t *line = trace_following(p->reader);
    const char *type = json_string_value(json_object_get(line, "type"));
    const bool end = type && !strcmp(type, "end");
    if (!json_object_get(line, "k") && !end)
        return true;
    Out why = {0};
    bool agrees = players_agree(p, state, line, &why);
    if (agrees && !end) {
        TraceMoves moves;
        trace_moves(&moves, &p->form, state);
        agrees = moves_agree(line, &moves, &why);
        trace_moves_free(&moves);
    }
    out_free(&why);
    return agrees;
}

static bool result_agrees(Replay *p, const void *state, const json_t *line, Out *why)
{
    const json_t *record = json_object_get(line, "s");
    if (record && !trace_state_agrees(&p->form, state, record, why))
        return false;
    return bool_agrees(line, "over", ludc_over(p->r, state) != 0, why);
}

/* Dice fall as the record says. */
static TracePlayed play_as_written(Replay *p, const json_t *line, ludc_move move)
{
    return trace_play(p->r, p->state, move, line, trace_following(p->reader), p->next);
}

/* Of a puzzle's moves that show no value: is it the one chosen in the move as written? */
static bool chosen_agrees(Replay *p, const json_t *line, ludc_move move)
{
    static const char toggle[] = "[Toggle:", key[] = ",value=";
    const char *text = json_string_value(json_object_get(line, "t"));
    const char *action = text ? strstr(text, toggle) : NULL, *value = action ? strstr(action, key) : NULL;
    if (p->form.chosen < 0 || !value)
        return true;
    int32_t shown[TRACE_COLUMNS] = {0};
    p->r->describe(p->r, p->state, move, shown);
    return strtol(value + sizeof key - 1, NULL, 10) == shown[p->form.chosen];
}

/* Where the line has the move in words, they must be those of this move. */
static bool words_agree(Replay *p, const json_t *line, ludc_move move)
{
    char text[1024];
    const char *words = json_string_value(json_object_get(line, "words"));
    if (!json_object_get(line, "words"))
        return true;
    ludc_move_text(p->r, p->state, move, text, sizeof text);
    return words && !strcmp(words, text);
}

static bool move_agrees(Replay *p, const json_t *line, const TraceMoves *moves, size_t i)
{
    return words_agree(p, line, moves->code[i]) && row_equals(json_object_get(line, "mv"), moves->tuple + i * moves->width, moves->width) &&
           chosen_agrees(p, line, moves->code[i]);
}

/* Plays the move of the line.  Where several legal moves look like it, the one
 * whose result fits best.  false: it is not legal. */
static bool play_move(Replay *p, const json_t *line, const TraceMoves *moves)
{
    int best = 0; /* 1: the tuple fits; 2: the result too; 3: and the next line */
    size_t alike = 0;
    for (size_t i = 0; i < moves->n; i++)
        alike += move_agrees(p, line, moves, i);
    for (size_t i = 0; i < moves->n && best < 3; i++) {
        if (!move_agrees(p, line, moves, i))
            continue;
        Out why = {0};
        play_as_written(p, line, moves->code[i]);
        int fit = 1;
        if (alike == 1)
            fit = 3;
        else if (result_agrees(p, p->next, line, &why))
            fit = following_agrees(p, p->next) ? 3 : 2;
        if (fit > best) {
            best = fit;
            ludc_copy(p->r, p->best, p->next);
        }
        out_free(&why);
    }
    if (best)
        ludc_copy(p->r, p->state, p->best);
    return best > 0;
}

/* ---- lines ------------------------------------------------------------------------------ */

static void add_heir(Replay *p, const void *state)
{
    for (size_t i = 0; i < p->nheir; i++)
        if (!memcmp(p->heir + i * p->size, state, ludc_state_size(p->r)))
            return;
    if (p->nheir < MANY)
        ludc_copy(p->r, p->heir + p->nheir++ * p->size, state);
}

/* Of the states that a move by chance leads to. */
typedef struct {
    Replay *p;
    const json_t *line;
    size_t wanted; /* so many heirs are enough */
} Following;

/* A line that shows the state leaves no doubt; others may fit several. */
static bool follow(void *data, const void *state)
{
    const Following *f = data;
    Out aside = {0};
    const bool shown = json_object_get(f->line, "s") != NULL;
    if ((shown || trace_says(f->p->r, f->p->state, state, f->line)) &&
        result_agrees(f->p, state, f->line, &aside) && following_agrees(f->p, state))
        add_heir(f->p, state);
    out_free(&aside);
    return f->p->nheir >= f->wanted;
}

/* What may follow the present state, if the line agrees with it and them. */
static void add_heirs(Replay *p, const json_t *line, const TraceMoves *moves, Out *why)
{
    for (size_t i = 0; i < moves->n; i++) {
        if (!move_agrees(p, line, moves, i))
            continue;
        const TracePlayed played = play_as_written(p, line, moves->code[i]);
        if (played == TRACE_UNSAID) {
            Following f = {p, line, p->nheir + (json_object_get(line, "s") ? 1 : 16)};
            trace_outcomes(p->r, p->state, moves->code[i], follow, &f);
        } else if (played == TRACE_PLAYED && result_agrees(p, p->next, line, why)) {
            add_heir(p, p->next);
        }
    }
}

static bool line_fits(Replay *p, const json_t *line, const TraceMoves *moves, Out *why)
{
    static const char *const known[] = {"k", "m", "x", "p", "n", "H", "L", "mv", "t", "lots", "words", "s", "over", NULL};
    return number_agrees(line, "k", p->ply, why) && trace_known_keys(line, known, why) &&
           players_agree(p, p->state, line, why) && moves_agree(line, moves, why);
}

/* No state agrees: says why not, and goes on from the first as well as can be. */
static void go_on(Replay *p, const json_t *line, Out *why)
{
    TraceMoves moves;
    p->state = p->alive;
    p->nalive = 1;
    trace_moves(&moves, &p->form, p->state);
    bool agrees = line_fits(p, line, &moves, why);
    if (!play_move(p, line, &moves)) {
        if (agrees)
            say_row(why, "mv: not a legal move: ", json_object_get(line, "mv"));
        out_puts(why, "; the rest of this game counts as failed");
        p->playing = false;
    } else if (agrees && result_agrees(p, p->state, line, why) && json_object_get(line, "lots")) {
        const char *lots = json_string_value(json_object_get(line, "lots"));
        out_printf(why, "lots: `%s` is no outcome of this move", lots ? lots : "");
    }
    trace_moves_free(&moves);
}

static bool ply_agrees(Replay *p, const json_t *line, Out *why)
{
    p->nheir = 0;
    for (size_t i = 0; i < p->nalive; i++) {
        Out aside = {0};
        TraceMoves moves;
        p->state = p->alive + i * p->size;
        trace_moves(&moves, &p->form, p->state);
        if (line_fits(p, line, &moves, &aside))
            add_heirs(p, line, &moves, &aside);
        trace_moves_free(&moves);
        out_free(&aside);
    }
    if (!p->nheir) {
        go_on(p, line, why);
        return false;
    }
    char *before = p->alive;
    p->alive = p->heir;
    p->heir = before;
    p->nalive = p->nheir;
    p->state = p->alive;
    return true;
}

static void count_ply(Replay *p, bool passed)
{
    p->count->passed += passed;
    p->count->failed += !passed;
    p->last_passed = passed;
}

/* What features see of the move of the line; the same in all states that are followed. */
static void note_move(Replay *p, const json_t *line)
{
    TraceMoves moves;
    if (!p->features || !p->playing)
        return;
    trace_moves(&moves, &p->form, p->alive);
    for (size_t i = 0; i < moves.n; i++)
        if (row_equals(json_object_get(line, "mv"), moves.tuple + i * moves.width, moves.width)) {
            replay_features_played(p->features, p->alive, moves.code[i]);
            break;
        }
    trace_moves_free(&moves);
}

static void ply_line(Replay *p, const json_t *line)
{
    Out why = {0};
    note_move(p, line);
    bool agrees = p->playing && ply_agrees(p, line, &why);
    Fault fault;
    if (p->job->player.fault && p->job->player.fault(p->job->player.owned, &fault)) {
        out_printf(&why, "%sthe evaluator stopped: %s", why.n ? "; " : "", fault.text);
        agrees = false;
    }
    if (why.n)
        complain(p, why.text);
    out_free(&why);
    count_ply(p, agrees && !p->start_wrong);
    if (p->playing && p->job->options->planes)
        replay_planes(p->r, p->state, trace_line(p->reader));
    if (p->playing)
        replay_features_print(p->features, &p->form, p->state, trace_line(p->reader));
    p->start_wrong = false;
    p->ply++;
}

/* A throw that precedes the first move. */
static void throw_first(Replay *p, const json_t *line)
{
    ludc_move first;
    if (!trace_begins(p->r, p->state, &first))
        return;
    if (trace_play(p->r, p->state, first, line, trace_following(p->reader), p->next) == TRACE_NO_OUTCOME) {
        p->start_wrong = true;
        complain(p, "lots: the dice cannot fall like this");
    }
    ludc_copy(p->r, p->state, p->next);
}

static void start_line(Replay *p, const json_t *line)
{
    static const char *const known[] = {"type", "playout", "seed", "init", "m", "x", "p", "over", "s", "lots", "placed", NULL};
    Out why = {0};
    p->ply = 0;
    p->ended = false;
    p->playing = p->has_form;
    p->last_passed = false;
    if (!p->playing)
        return;
    p->state = p->alive;
    p->nalive = 1;
    ludc_init(p->r, p->state);
    trace_set_up_as(&p->form, p->state, json_object_get(line, "s"));
    p->start_wrong = !(trace_known_keys(line, known, &why) && players_agree(p, p->state, line, &why) &&
                       result_agrees(p, p->state, line, &why));
    if (p->start_wrong)
        complain(p, why.text);
    out_free(&why);
    if (p->job->options->planes)
        replay_planes(p->r, p->state, trace_line(p->reader));
    throw_first(p, line);
    replay_features_start(p->features);
    replay_features_print(p->features, &p->form, p->state, trace_line(p->reader));
}

/* 1st is 1.0; shared ranks are their mean; 0.0: no rank. */
static bool ranking_agrees(Replay *p, const json_t *line, Out *why)
{
    const json_t *ranking = json_object_get(line, "ranking");
    if (!ranking && !ludc_over(p->r, p->state))
        return true;
    for (uint32_t i = 1; i <= p->r->players; i++) {
        double expected = json_number_value(json_array_get(ranking, i - 1));
        double found = p->r->rank2(p->r, p->state, i) / 2.0;
        if (json_array_size(ranking) == p->r->players && expected - found < 1e-6 && found - expected < 1e-6)
            continue;
        out_printf(why, "ranking of player %u: expected %g, found %g", (unsigned)i, expected, found);
        return false;
    }
    return true;
}

/* Is each player in the record's list as often as in the reasoner's, if it has one? */
static bool winners_agree(Replay *p, const json_t *line, const char *name, Out *why)
{
    const json_t *list = json_object_get(line, name), *one;
    const int view = trace_view(p->r, name);
    if (!list || view < 0 || !ludc_over(p->r, p->state))
        return true;
    for (uint32_t i = 1; i <= p->r->players; i++) {
        int32_t times = 0;
        size_t at;
        json_array_foreach (list, at, one)
            times += json_integer_value(one) == (json_int_t)i;
        const int32_t found = p->r->view(p->r, p->state, (uint32_t)view, i);
        if (times == found)
            continue;
        out_printf(why, "%s: player %u is expected %d times, found %d", name, (unsigned)i, (int)times, (int)found);
        return false;
    }
    return true;
}

/* The number of a view, or -1 when there is none. */
static int32_t view_value(const Replay *p, const char *name)
{
    int view = trace_view(p->r, name);
    return view < 0 ? -1 : p->r->view(p->r, p->state, (uint32_t)view, 0);
}

/* The one that is ranked first alone; 0 when nobody is. */
static int32_t winner_by_rank(const Replay *p)
{
    int32_t winner = 0;
    for (uint32_t i = 1; i <= p->r->players; i++)
        if (p->r->rank2(p->r, p->state, i) == 2)
            winner = winner ? -1 : (int32_t)i;
    return winner < 0 ? 0 : winner;
}

static bool outcome_agrees(Replay *p, const json_t *line, Out *why)
{
    static const char *const types[] = {"NaturalEnd", "TurnLimit", "MoveLimit"};
    int32_t winner = view_value(p, "winner"), type = view_value(p, "endType");
    if (winner < 0)
        winner = winner_by_rank(p);
    if (json_object_get(line, "winner") && !number_agrees(line, "winner", winner, why))
        return false;
    const json_t *expected = json_object_get(line, "endType");
    const char *found = types[type > 0 && type < 3 ? type : 0];
    if (!expected || (json_is_string(expected) && !strcmp(json_string_value(expected), found)))
        return true;
    say_row(why, "endType: expected ", expected);
    out_printf(why, ", found \"%s\"", found);
    return false;
}

static bool end_agrees(Replay *p, const json_t *line, Out *why)
{
    static const char *const known[] = {"type",    "plies",   "over",    "cut",    "m", "x", "p", "winner",
                                        "endType", "ranking", "winners", "losers", "s", "match", NULL};
    return trace_known_keys(line, known, why) && number_agrees(line, "plies", p->ply, why) &&
           players_agree(p, p->state, line, why) && result_agrees(p, p->state, line, why) &&
           ranking_agrees(p, line, why) && winners_agree(p, line, "winners", why) && winners_agree(p, line, "losers", why) &&
           outcome_agrees(p, line, why) &&
           replay_match(p->r, p->state, json_object_get(line, "match"), p->agents, p->ply, why);
}

static void fail_last(Replay *p, const char *why)
{
    complain(p, why);
    if (p->last_passed)
        p->count->passed--;
    p->count->failed += p->last_passed || !p->ply;
    p->last_passed = false;
}

static void end_line(Replay *p, const json_t *line)
{
    bool agrees = !p->playing;
    for (size_t i = p->nalive; i-- > 0 && !agrees;) { /* of several the first is blamed */
        Out why = {0};
        p->state = p->alive + i * p->size;
        agrees = end_agrees(p, line, &why);
        if (!agrees && i == 0)
            fail_last(p, why.text);
        out_free(&why);
    }
    p->playing = false;
    p->ended = true;
}

static void header_line(Replay *p, const json_t *line)
{
    Out why = {0};
    json_decref(p->agents);
    p->agents = json_incref(json_object_get(line, "agents"));
    p->has_form = trace_form(&p->form, p->r, line, &why);
    if (!p->has_form)
        complain(p, why.text);
    out_free(&why);
}

static void any_line(Replay *p)
{
    const json_t *line = trace_current(p->reader);
    const char *type = json_string_value(json_object_get(line, "type"));
    if (type && !p->ended && strcmp(type, "end") != 0)
        fail_last(p, "the game before has no end line");
    if (json_object_get(line, "k")) {
        ply_line(p, line);
    } else if (type && !strcmp(type, "header")) {
        header_line(p, line);
    } else if (type && !strcmp(type, "start")) {
        start_line(p, line);
    } else if (type && !strcmp(type, "end")) {
        end_line(p, line);
    } else {
        complain(p, "this line is neither a header, a start, a ply nor an end");
        p->count->failed++;
        p->playing = false;
    }
}

/* One file; 0 or EXIT_IO. */
static int replay_file(Replay *p, const char *path)
{
    p->path = path;
    p->shown = 0;
    p->has_form = p->playing = p->start_wrong = false;
    p->ended = true;
    p->reader = trace_open(path);
    if (!p->reader) {
        say("ludc: cannot read %s: %s", path, strerror(errno));
        return EXIT_IO;
    }
    uint64_t before = p->count->passed + p->count->failed;
    while (trace_next(p->reader))
        any_line(p);
    if (!p->ended)
        fail_last(p, "the file stops before the game does");
    bool broken = trace_broken(p->reader);
    if (broken || trace_too_large(p->reader) || p->count->passed + p->count->failed == before) {
        complain(p, trace_why(p->reader));
        p->count->failed += !broken;
    }
    const uint64_t limit = p->count->limit;
    if (limit && p->shown > limit && !p->count->quiet)
        say("%s: %llu more differences", path, (unsigned long long)(p->shown - limit));
    trace_close(p->reader);
    json_decref(p->agents);
    p->agents = NULL;
    return broken ? EXIT_IO : EXIT_DONE;
}

/* Games of joint moves have records of their own. */
static int replay_joint_file(Replay *p, const char *path)
{
    int result = replay_joint(p->r, path, p->job->options->planes, p->count);
    return result == REPLAY_READ ? job_fault(p->job) : EXIT_IO;
}

/* Traces as they are printed. */
static int replay_printed_file(Replay *p, const char *path)
{
    if (p->job->options->planes)
        return usage_error(p->job->options, "--planes is for records, and %s is a printed trace", path);
    int result = replay_printed(p->r, path, p->count);
    return result == REPLAY_READ ? job_fault(p->job) : EXIT_IO;
}

static void *new_states(const Replay *p, size_t n)
{
    void *state = calloc(n, p->size);
    if (!state)
        memory_out();
    return state;
}

int replay_files(Job *job, const TextList *files, ReplayCount *count)
{
    const ludc_reasoner *r = job->player.reasoner;
    Replay p = {.job = job, .r = r, .count = count};
    p.size = (ludc_state_size(r) + 15) / 16 * 16;
    p.next = new_states(&p, 1);
    p.best = new_states(&p, 1);
    p.alive = new_states(&p, MANY);
    p.heir = new_states(&p, MANY);
    int code = job->options->bisect ? EXIT_DONE : replay_features_new(job, &p.features);
    for (size_t i = 0; i < files->n && !code; i++)
        code = replay_is_printed(files->at[i]) ? replay_printed_file(&p, files->at[i])
               : r->joint ? replay_joint_file(&p, files->at[i]) : replay_file(&p, files->at[i]);
    free(p.next);
    free(p.best);
    free(p.alive);
    free(p.heir);
    replay_features_free(p.features);
    return code;
}

static int replay_all(Job *job)
{
    const Options *o = job->options;
    ReplayCount count = {.limit = o->has_limit ? o->limit : 5};
    int code = replay_files(job, &o->arg, &count);
    if (o->json)
        printf("{\"passed\":%llu,\"failed\":%llu,\"skipped\":0}\n", (unsigned long long)count.passed,
               (unsigned long long)count.failed);
    else
        printf("%llu passed, %llu failed, 0 skipped\n", (unsigned long long)count.passed, (unsigned long long)count.failed);
    return code ? code : count.failed ? EXIT_WRONG : EXIT_DONE;
}

int cmd_replay(const Options *options)
{
    if (!options->game || !options->arg.n)
        return usage_error(options, "--game GAME and at least one TRACE, please");
    if (options->bisect)
        return replay_bisect(options);
    Job job;
    int code = job_begin(&job, options, options->game, KEEP_ALL);
    job.compile.offers = options->planes ? IR_OFFER_PLANES | IR_OFFER_NODES | IR_OFFER_KEY : 0;
    if (options->features)
        job.compile.offers |= IR_OFFER_GEOMETRY;
    if (!code)
        code = job_play(&job);
    if (!code)
        code = replay_all(&job);
    job_end(&job);
    return code;
}
