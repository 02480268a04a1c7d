/* record.c - ludc playout --record N: played games in the form that replay reads.
 *
 * All sites are shown as one container, since a reasoner knows no others. */
#include "driver/record.h"

#include <stdlib.h>

#include "base/rng.h"
#include "driver/trace.h"
#include "runtime/include/ludc.h"

/* Lists of moves and states are written up to here, as the format has it. */
enum { LONG_LIST = 80, LONG_GAME = 120, LAST_PLY = 600 };

static void print_line(Out *out, json_t *line)
{
    char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    if (!text)
        abort();
    out_printf(out, "%s\n", text);
    free(text);
    json_decref(line);
}

static json_t *header(const ludc_reasoner *r)
{
    int what = trace_view(r, "what");
    json_t *columns = json_array(), *containers = json_array();
    for (uint32_t i = 0; i < r->ncolumn; i++)
        json_array_append_new(columns, json_string(r->column[i]));
    json_array_append_new(containers,
                          json_pack("{s:i, s:i, s:i, s:s}", "i", 0, "from", 0, "n",
                                    what < 0 ? 0 : (int)r->view_item[what].size, "default", "C"));
    return json_pack("{s:s, s:s, s:i, s:o, s:o}", "type", "header", "game", r->name, "players", (int)r->players,
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

static void record_ply(const TraceForm *form, void *state, uint64_t *rng, int ply, Out *out)
{
    const ludc_reasoner *r = form->r;
    json_t *line = json_pack("{s:i}", "k", ply);
    TraceMoves moves;
    trace_moves(&moves, form, state);
    add_players(line, r, state);
    add_moves(line, &moves, ply);
    size_t chosen = rng_below(rng, (uint32_t)moves.n);
    json_object_set_new(line, "mv", row(moves.tuple + chosen * moves.width, moves.width));
    trace_write_throw(line, r, state);
    trace_draw(line, r, state, moves.code[chosen], rng);
    trace_moves_free(&moves);
    if (ply < LONG_GAME)
        json_object_set_new(line, "s", trace_state(form, state));
    json_object_set_new(line, "over", json_boolean(ludc_over(r, state)));
    print_line(out, line);
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
    int32_t type = number(r, state, "endType");
    json_object_set_new(line, "endType", json_string(types[type > 0 && type < 3 ? type : 0]));
    return line;
}

int record_games(Job *job)
{
    const ludc_reasoner *r = job->player.reasoner;
    uint64_t rng = job->options->has_seed ? job->options->seed : 1;
    Out out = {0}, why = {0};
    TraceForm form;
    json_t *head = header(r);
    void *state = calloc(1, ludc_state_size(r));
    if (!state)
        abort();
    int code = trace_form(&form, r, head, &why) ? EXIT_DONE : usage_error(job->options, "%s", why.text);
    print_line(&out, head);
    for (uint64_t game = 1; game <= job->options->record && !code; game++) {
        ludc_init(r, state);
        trace_set_up(r, state, &rng);
        json_t *line = json_pack("{s:s, s:I}", "type", "start", "playout", (json_int_t)game);
        add_players(line, r, state);
        json_object_set_new(line, "over", json_boolean(ludc_over(r, state)));
        json_object_set_new(line, "s", trace_state(&form, state));
        ludc_move first;
        if (trace_begins(r, state, &first))
            trace_draw(line, r, state, first, &rng);
        print_line(&out, line);
        int ply = 0;
        while (ply < LAST_PLY && ludc_moves(r, state, NULL))
            record_ply(&form, state, &rng, ply++, &out);
        print_line(&out, end(&form, state, ply));
        code = job_fault(job);
    }
    if (!code)
        code = write_out(&out, NULL, 0);
    out_free(&out);
    out_free(&why);
    free(state);
    return code;
}
