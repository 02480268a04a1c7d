/* match_record.c - the games of a match as a record that replay reads, and what stands in one already. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/json_text.h"
#include "base/escape.h"
#include "driver/match/match.h"

/* ---- writing --------------------------------------------------------------------------------- */

static void quoted(Out *out, const char *option, const char *text)
{
    out_puts(out, option);
    out_shell_word(out, text);
}

/* The command, as far as it decides what is played: not how many games, on how many threads, or what is written where. */
static void command(const Match *m, Out *out)
{
    const Options *o = m->options;
    quoted(out, "ludc match ", o->arg.at[0]);
    for (unsigned a = 0; a < m->agents; a++)
        quoted(out, " --agent ", m->agent[a]);
    if (o->has_number)
        out_printf(out, " -n %llu", (unsigned long long)o->number);
    if (o->has_seconds)
        out_printf(out, " -t %g", o->seconds);
    if (o->clock)
        quoted(out, " --clock ", o->clock);
    if (o->seats)
        quoted(out, " --seats ", o->seats);
    if (o->openings)
        quoted(out, " --openings ", o->openings);
    if (o->sprt)
        quoted(out, " --sprt ", o->sprt);
    if (o->max_moves)
        out_printf(out, " --max-moves %llu", (unsigned long long)o->max_moves);
    for (size_t i = 0; i < o->option.n; i++)
        quoted(out, " --option ", o->option.at[i]);
    if (o->ruleset)
        quoted(out, " --ruleset ", o->ruleset);
    out_printf(out, "%s --seed %llu", o->adjudicate ? " --adjudicate" : "", (unsigned long long)m->seed);
}

static json_t *header(const Match *m)
{
    json_t *head = recorder_header(m->recorder), *agents = json_array();
    Out words = {0};
    command(m, &words);
    for (unsigned a = 0; a < m->agents; a++)
        json_array_append_new(agents, json_text(m->agent[a]));
    json_object_set_new(head, "agents", agents);
    json_object_set_new(head, "command", json_text(words.text));
    json_object_set_new(head, "seed", json_sprintf("%llu", (unsigned long long)m->seed));
    out_free(&words);
    return head;
}

/* What the end line of a game says beside what a game is. */
static json_t *about(const Match *m, const Game *g)
{
    const RefereeResult *r = &g->result;
    json_t *seats = json_array(), *payoffs = json_array(), *moves = json_array();
    Out words = {0};
    match_result_words(m, g, &words);
    for (unsigned p = 0; p < m->r->players; p++) {
        json_array_append_new(seats, json_integer(g->seat[p] + 1));
        json_array_append_new(payoffs, json_real(r->payoff[p]));
        json_array_append_new(moves, json_integer((json_int_t)r->moves[p]));
    }
    json_t *all = json_pack("{s:I, s:s, s:o, s:s, s:o, s:o, s:I, s:o}", "game", (json_int_t)g->number, "seed", "", "seats",
                            seats, "end", referee_end_name(r->end), "payoff", payoffs, "result", json_text(words.text), "steps",
                            (json_int_t)r->steps, "moves", moves);
    json_object_set_new(all, "seed", json_sprintf("%llu", (unsigned long long)referee_seed(m->seed, g->number)));
    if (r->role) {
        json_object_set_new(all, "role", json_integer(r->role));
        json_object_set_new(all, "status", json_string(referee_status_name(r->status)));
        json_object_set_new(all, "why", json_text(r->why));
    }
    out_free(&words);
    return all;
}

bool match_record_game(const Match *m, const Game *game, const char *const *step, size_t n, Out *out, Out *why)
{
    json_t *more = about(m, game);
    const RecordedGame g = {.number = game->number, .step = step, .n = n, .match = more};
    bool good = record_game(m->recorder, &g, out, why);
    json_decref(more);
    return good;
}

/* ---- reading ----------------------------------------------------------------------------------- */

static int number_of_name(const char *name, const char *(*names)(unsigned), unsigned n)
{
    for (unsigned i = 0; name && i < n; i++)
        if (!strcmp(names(i), name))
            return (int)i;
    return -1;
}

static const char *end_name(unsigned i) { return referee_end_name((RefereeEnd)i); }
static const char *status_name(unsigned i) { return referee_status_name((ludc_agent_status)i); }

/* A game of the record; false: the line is no end of one of this match. */
static bool read_game(const Match *m, const json_t *line, Game *g)
{
    const json_t *all = json_object_get(line, "match"), *payoff = json_object_get(all, "payoff");
    const json_t *seats = json_object_get(all, "seats"), *moves = json_object_get(all, "moves");
    int end = number_of_name(json_string_value(json_object_get(all, "end")), end_name, REFEREE_STOPPED);
    int status = number_of_name(json_string_value(json_object_get(all, "status")), status_name, LUDC_AGENT_STALLED + 1);
    json_int_t number = json_integer_value(json_object_get(all, "game")), role = json_integer_value(json_object_get(all, "role"));
    const unsigned players = m->r->players;
    if (end < 0 || number < 1 || role < 0 || role > players || json_array_size(payoff) != players ||
        json_array_size(seats) != players)
        return false;
    *g = (Game){.number = (uint64_t)number};
    g->seat = m->seating.seat + (g->number - 1) % m->seating.n * players;
    g->result.end = (RefereeEnd)end;
    g->result.role = (unsigned)role;
    g->result.status = status < 0 ? LUDC_AGENT_OK : (ludc_agent_status)status;
    g->result.steps = (uint64_t)json_integer_value(json_object_get(all, "steps"));
    for (unsigned p = 0; p < players; p++) {
        g->result.payoff[p] = json_number_value(json_array_get(payoff, p));
        g->result.moves[p] = (uint64_t)json_integer_value(json_array_get(moves, p));
        if (json_integer_value(json_array_get(seats, p)) != g->seat[p] + 1)
            return false;
    }
    return true;
}

/* What a file has of this match. */
typedef struct {
    bool head;  /* it begins with a header */
    bool other; /* of another match */
    long whole; /* bytes up to the end of the last whole game */
} Found;

static bool same_match(const json_t *head, const json_t *mine)
{
    static const char *const key[] = {"game", "command"};
    for (size_t i = 0; i < 2; i++)
        if (!json_equal(json_object_get(head, key[i]), json_object_get(mine, key[i])))
            return false;
    return true;
}

static void read_line(Match *m, const json_t *line, const json_t *mine, long at, Found *found)
{
    const char *type = json_string_value(json_object_get(line, "type"));
    uint64_t due = m->ngame ? m->game[m->ngame - 1].number + 1 : m->first;
    Game game;
    if (type && !strcmp(type, "header")) {
        found->other = found->head || !same_match(line, mine);
        found->head = true;
        found->whole = at;
    } else if (type && !strcmp(type, "end")) {
        found->other = !found->head || !read_game(m, line, &game) || game.number != due;
        if (!found->other && game.number <= m->last && !m->verdict)
            match_add(m, &game);
        found->whole = at;
    }
}

static Found read_record(Match *m, FILE *file, const json_t *mine)
{
    Found found = {0};
    char *text = NULL;
    size_t room = 0;
    while (!found.other && getline(&text, &room, file) >= 0) {
        json_t *line = strchr(text, '\n') ? json_loads(text, 0, NULL) : NULL;
        if (!line)
            break; /* the last line of a run that was cut off */
        read_line(m, line, mine, ftell(file), &found);
        json_decref(line);
    }
    free(text);
    return found;
}

static int cannot(const Match *m, const char *what)
{
    say("ludc: cannot %s %s: %s", what, m->options->record_to, strerror(errno));
    return EXIT_IO;
}

/* Goes on with a file: what it has counts, and what is left of a game that was cut off goes. */
static int go_on(Match *m, const json_t *mine, bool *begun)
{
    const char *path = m->options->record_to;
    FILE *file = fopen(path, "r");
    if (!file && errno == ENOENT)
        return EXIT_DONE;
    if (!file)
        return cannot(m, "read");
    Found found = read_record(m, file, mine);
    fclose(file);
    if (found.other)
        return usage_error(m->options, "%s is not of this match: the games, agents, seed or options are others", path);
    *begun = found.head;
    return truncate(path, found.whole) ? cannot(m, "write") : EXIT_DONE;
}

int match_record_open(Match *m)
{
    json_t *head = header(m);
    bool begun = false;
    int code = m->options->resume ? go_on(m, head, &begun) : EXIT_DONE;
    if (!code && !begun) { /* what was there before is whole until the new one has begun */
        Out out = {0};
        record_line(&out, json_incref(head));
        if (!out_save(&out, m->options->record_to, 0666))
            code = cannot(m, "write");
        out_free(&out);
    }
    if (!code && !(m->record = fopen(m->options->record_to, "a")))
        code = cannot(m, "write");
    json_decref(head);
    return code;
}
