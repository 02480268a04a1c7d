/* record_joint.c - games of joint moves (GDL) in the form that replay reads: facts, goals and legal moves, state by state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/json_text.h"
#include "base/memory.h"
#include "base/rng.h"
#include "driver/record/record.h"
#include "runtime/include/ludc.h"

static const ludc_space *space_of(const ludc_reasoner *r, const char *name)
{
    for (uint32_t i = 0; i < r->nspace; i++)
        if (!strcmp(r->space[i].name, name) && r->space[i].label)
            return &r->space[i];
    return NULL;
}

bool record_views(const ludc_reasoner *r, RecordViews *v)
{
    *v = (RecordViews){.fact = space_of(r, "fact"), .goal = space_of(r, "goal"), .player = space_of(r, "player"),
                       .fact_view = trace_view(r, "fact"), .goals_view = trace_view(r, "goals")};
    for (unsigned q = 1; q <= r->players && q <= 16; q++) {
        char name[24];
        snprintf(name, sizeof name, "move %u", q);
        v->move[q - 1] = space_of(r, name);
        if (!v->move[q - 1])
            return false;
    }
    return v->fact && v->goal && v->player && v->fact_view >= 0 && v->goals_view >= 0;
}

uint32_t record_first_move(const RecordViews *v, unsigned player)
{
    uint32_t code = 0;
    for (unsigned q = 1; q < player; q++)
        code += v->move[q - 1]->size;
    return code;
}

json_t *record_joint_header(const ludc_reasoner *r)
{
    const ludc_space *player = space_of(r, "player");
    json_t *roles = json_array();
    for (unsigned p = 1; p <= r->players && player; p++)
        json_array_append_new(roles, json_text(player->label[p]));
    return json_pack("{s:s, s:o, s:o}", "type", "header", "game", json_text(r->name), "roles", roles);
}

/* ---- lists, sorted by text ------------------------------------------------------------------ */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static json_t *sorted(const char **text, size_t n)
{
    json_t *list = json_array();
    qsort(text, n, sizeof *text, by_text);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_text(text[i]));
    return list;
}

static const char **texts(size_t n)
{
    const char **text = calloc(n + 1, sizeof *text);
    if (!text)
        memory_out();
    return text;
}

static json_t *facts(const ludc_reasoner *r, const RecordViews *v, const void *state)
{
    const char **text = texts(v->fact->size);
    size_t n = 0;
    for (uint32_t i = 0; i < v->fact->size; i++)
        if (r->view(r, state, (uint32_t)v->fact_view, i))
            text[n++] = v->fact->label[i];
    json_t *list = sorted(text, n);
    free(text);
    return list;
}

static json_t *legal(const ludc_reasoner *r, const RecordViews *v, const void *state, unsigned player)
{
    size_t n = ludc_moves_of(r, state, player, NULL);
    ludc_move *move = calloc(n + 1, sizeof *move);
    const char **text = texts(n);
    if (!move)
        memory_out();
    ludc_moves_of(r, state, player, move);
    for (size_t i = 0; i < n; i++)
        text[i] = v->move[player - 1]->label[move[i] - record_first_move(v, player)];
    json_t *list = sorted(text, n);
    free(text);
    free(move);
    return list;
}

/* Goals of a role stand as "of 1", "of 2", .. with the value behind: a number, a list where there are several, null. */
static json_t *goal(const ludc_reasoner *r, const RecordViews *v, const void *state, unsigned player)
{
    const char **text = texts(v->goal->size);
    size_t n = 0;
    for (uint32_t i = 0; i < v->goal->size; i++) {
        char *value;
        if (strtoul(v->goal->label[i], &value, 10) == player && *value == ' ' &&
            r->view(r, state, (uint32_t)v->goals_view, i))
            text[n++] = value + 1;
    }
    json_t *found = n == 0 ? json_null() : n == 1 ? json_integer(strtol(text[0], NULL, 10)) : sorted(text, n);
    free(text);
    return found;
}

/* ---- lines ------------------------------------------------------------------------------------ */

static json_t *state_line(const ludc_reasoner *r, const RecordViews *v, const RecordedGame *g, int ply, const void *state)
{
    const bool over = ludc_over(r, state) != 0;
    json_t *goals = json_array(), *moves = json_array();
    for (unsigned p = 1; p <= r->players; p++) {
        json_array_append_new(goals, goal(r, v, state, p));
        if (!over)
            json_array_append_new(moves, legal(r, v, state, p));
    }
    json_t *line = json_pack("{s:s, s:I, s:i, s:o, s:b, s:o}", "type", "ply", "playout", (json_int_t)g->number, "ply", ply,
                             "facts", facts(r, v, state), "terminal", (int)over, "goals", goals);
    if (over)
        json_decref(moves);
    else
        json_object_set_new(line, "legal", moves);
    return line;
}

/* The words of a step, and the step made. */
static void make(const ludc_reasoner *r, const RecordViews *v, void *state, const ludc_move *moves, json_t *line)
{
    json_t *words = json_array();
    for (unsigned p = 1; p <= r->players; p++)
        json_array_append_new(words, json_text(v->move[p - 1]->label[moves[p - 1] - record_first_move(v, p)]));
    json_object_set_new(line, "move", words);
    ludc_apply_joint(r, state, moves, NULL);
}

static bool step(const ludc_reasoner *r, const RecordViews *v, void *state, const char *text, json_t *line, Out *why)
{
    ludc_move moves[16] = {0};
    ludc_error error = {0};
    if (ludc_step_parse(r, state, text, moves, &error) != LUDC_OK) {
        out_printf(why, "%s: %s", text, error.message);
        return false;
    }
    make(r, v, state, moves, line);
    return true;
}

static json_t *end_line(const ludc_reasoner *r, const RecordedGame *g, const void *state)
{
    return json_pack("{s:s, s:I, s:I, s:s}", "type", "end", "playout", (json_int_t)g->number, "plies", (json_int_t)g->n,
                     "reason", ludc_over(r, state) ? "terminal" : "cut");
}

bool record_joint(const ludc_reasoner *r, const RecordViews *v, const RecordedGame *g, void *state, Out *out, Out *why)
{
    for (size_t i = 0; i <= g->n; i++) {
        json_t *line = state_line(r, v, g, (int)i, state);
        if (i < g->n && !step(r, v, state, g->step[i], line, why)) {
            json_decref(line);
            return false;
        }
        record_line(out, line);
    }
    json_t *line = end_line(r, g, state);
    if (g->match)
        json_object_set(line, "match", g->match);
    record_line(out, line);
    return true;
}

/* ---- random games ------------------------------------------------------------------------------- */

/* One of the role's moves, each as likely. */
static ludc_move draw(const ludc_reasoner *r, const void *state, unsigned player, ludc_move *room, uint64_t *rng)
{
    size_t n = ludc_moves_of(r, state, player, room);
    return n ? room[rng_below(rng, (uint32_t)n)] : 0;
}

static bool all_can_move(const ludc_reasoner *r, const void *state)
{
    for (unsigned p = 1; p <= r->players; p++)
        if (!ludc_moves_of(r, state, p, NULL))
            return false;
    return true;
}

void record_joint_random(const ludc_reasoner *r, const RecordViews *v, uint64_t number, size_t most, uint64_t *rng, void *state,
                         Out *out)
{
    RecordedGame game = {.number = number};
    ludc_move moves[16], *room = calloc(r->max_moves + 1, sizeof *room);
    if (!room)
        memory_out();
    ludc_init(r, state);
    json_t *line = state_line(r, v, &game, 0, state);
    while (game.n < most && !ludc_over(r, state) && all_can_move(r, state)) {
        for (unsigned p = 1; p <= r->players; p++)
            moves[p - 1] = draw(r, state, p, room, rng);
        make(r, v, state, moves, line);
        record_line(out, line);
        line = state_line(r, v, &game, (int)++game.n, state);
    }
    record_line(out, line);
    record_line(out, end_line(r, &game, state));
    free(room);
}
