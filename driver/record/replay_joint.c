/* replay_joint.c - recorded games of joint moves (GDL): facts, goals, terminal and
 * the legal moves of every role, state by state. */
#include "driver/record/replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "driver/record/record.h"
#include "driver/record/trace.h"
#include "runtime/include/ludc.h"

typedef struct {
    const ludc_reasoner *r;
    const char *path;
    bool planes; /* are to be printed */
    ReplayCount *count;
    uint64_t shown;
    TraceReader *reader;
    void *state;
    json_t *agents; /* of the header, or NULL */
    RecordViews v;
    ludc_move *list;  /* room for the moves of a role */
    const char **text; /* room for as many texts as any list has */
    bool known;       /* the header is of this game */
    bool playing;     /* the state follows the record */
    bool wrong;       /* what came before differs: counts with the next state */
    bool last_passed;
    json_int_t ply;   /* number expected next */
    bool ended, terminal;
} Joint;

/* ---- texts -------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool list_agrees(const Joint *p, const json_t *list, size_t n, const char *what, Out *why)
{
    qsort(p->text, n, sizeof *p->text, by_text);
    size_t m = json_array_size(list);
    for (size_t i = 0; i < n || i < m || !json_is_array(list); i++) {
        const char *mine = i < n ? p->text[i] : NULL;
        const char *expected = json_string_value(json_array_get(list, i));
        if (mine && expected && !strcmp(mine, expected))
            continue;
        out_printf(why, "%s %zu: expected %s, found %s", what, i + 1, expected ? expected : "nothing",
                   mine ? mine : "nothing");
        return false;
    }
    return true;
}

static bool facts_agree(const Joint *p, const json_t *line, Out *why)
{
    size_t n = 0;
    for (uint32_t i = 0; i < p->v.fact->size; i++)
        if (p->r->view(p->r, p->state, (uint32_t)p->v.fact_view, i))
            p->text[n++] = p->v.fact->label[i];
    return list_agrees(p, json_object_get(line, "facts"), n, "fact", why);
}

static bool legal_agrees(const Joint *p, const json_t *line, unsigned player, Out *why)
{
    size_t n = ludc_moves_of(p->r, p->state, player, p->list);
    for (size_t i = 0; i < n; i++)
        p->text[i] = p->v.move[player - 1]->label[p->list[i] - record_first_move(&p->v, player)];
    Out what = {0};
    out_printf(&what, "legal move of %s", p->v.player->label[player]);
    bool agrees = list_agrees(p, json_array_get(json_object_get(line, "legal"), player - 1), n, what.text, why);
    out_free(&what);
    return agrees;
}

/* Goals of a role stand in a row, in the order of the roles: "of 1", "of 2", .. */
static bool goal_agrees(const Joint *p, const json_t *line, unsigned player, Out *why)
{
    const json_t *expected = json_array_get(json_object_get(line, "goals"), player - 1);
    size_t n = 0;
    for (uint32_t i = 0; i < p->v.goal->size; i++) {
        const char *label = p->v.goal->label[i];
        char *value;
        if (strtoul(label, &value, 10) == player && *value == ' ' &&
            p->r->view(p->r, p->state, (uint32_t)p->v.goals_view, i))
            p->text[n++] = value + 1;
    }
    char *said = expected ? json_dumps(expected, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    bool agrees = json_is_null(expected) ? n == 0
                  : json_is_integer(expected) ? n == 1 && said && !strcmp(said, p->text[0])
                                              : n > 1 && list_agrees(p, expected, n, "goal", why);
    if (!agrees)
        out_printf(why, "%sgoal of %s: expected %s, found %s%s", why->n ? "; " : "", p->v.player->label[player],
                   said ? said : "nothing", n ? p->text[0] : "null", n > 1 ? " and more" : "");
    free(said);
    return agrees;
}

/* ---- lines ---------------------------------------------------------------------- */

static void complain(Joint *p, const char *what)
{
    Out text = {0};
    out_printf(&text, "%s:%zu: %s", p->path, trace_line(p->reader), what);
    replay_complain(p->count, &p->shown, text.text);
    out_free(&text);
}

static bool terminal_agrees(Joint *p, const json_t *line, Out *why)
{
    const json_t *expected = json_object_get(line, "terminal");
    p->terminal = ludc_over(p->r, p->state) != 0;
    if (json_is_boolean(expected) && json_is_true(expected) == p->terminal)
        return true;
    out_printf(why, "terminal: expected %s, found %s", p->terminal ? "false" : "true", p->terminal ? "true" : "false");
    return false;
}

static bool state_agrees(Joint *p, const json_t *line, Out *why)
{
    static const char *const known[] = {"type", "playout", "ply", "facts", "terminal", "goals", "legal", "move", NULL};
    const json_t *ply = json_object_get(line, "ply");
    if (!json_is_integer(ply) || json_integer_value(ply) != p->ply) {
        out_printf(why, "ply %lld was expected", (long long)p->ply);
        return false;
    }
    if (!trace_known_keys(line, known, why) || !facts_agree(p, line, why) || !terminal_agrees(p, line, why))
        return false;
    if (json_array_size(json_object_get(line, "goals")) != p->r->players) {
        out_puts(why, "goals: one for each role was expected");
        return false;
    }
    for (unsigned q = 1; q <= p->r->players; q++)
        if (!goal_agrees(p, line, q, why))
            return false;
    const json_t *legal = json_object_get(line, "legal");
    if (p->terminal ? legal != NULL : json_array_size(legal) != p->r->players) {
        out_puts(why, p->terminal ? "legal: none was expected" : "legal: a list for each role was expected");
        return false;
    }
    for (unsigned q = 1; q <= p->r->players && !p->terminal; q++)
        if (!legal_agrees(p, line, q, why))
            return false;
    return true;
}

/* The legal move of that text; false if there is none. */
static bool find_move(const Joint *p, unsigned player, const char *text, ludc_move *move)
{
    size_t n = ludc_moves_of(p->r, p->state, player, p->list);
    for (size_t i = 0; text && i < n; i++) {
        if (strcmp(p->v.move[player - 1]->label[p->list[i] - record_first_move(&p->v, player)], text) == 0) {
            *move = p->list[i];
            return true;
        }
    }
    return false;
}

static bool step(Joint *p, const json_t *line, Out *why)
{
    const json_t *joint = json_object_get(line, "move");
    ludc_move move[16];
    for (unsigned q = 1; q <= p->r->players; q++) {
        const char *text = json_string_value(json_array_get(joint, q - 1));
        if (json_array_size(joint) == p->r->players && find_move(p, q, text, &move[q - 1]))
            continue;
        out_printf(why, "%smove: %s is no legal move of %s; the rest of this game counts as failed",
                   why->n ? "; " : "", text ? text : "nothing", p->v.player->label[q]);
        return p->playing = false;
    }
    ludc_apply_joint(p->r, p->state, move, NULL);
    return true;
}

static void count_state(Joint *p, bool passed)
{
    p->count->passed += passed;
    p->count->failed += !passed;
    p->last_passed = passed;
}

static void ply_line(Joint *p, const json_t *line)
{
    Out why = {0};
    const json_t *ply = json_object_get(line, "ply");
    if (json_is_integer(ply) && json_integer_value(ply) == 0) {
        ludc_init(p->r, p->state);
        p->playing = p->known;
        p->ply = 0;
    }
    p->ended = false;
    bool agrees = p->playing && state_agrees(p, line, &why);
    if (p->playing && p->planes)
        replay_planes(p->r, p->state, trace_line(p->reader));
    if (p->playing && json_object_get(line, "move"))
        agrees = step(p, line, &why) && agrees;
    if (why.n)
        complain(p, why.text);
    out_free(&why);
    count_state(p, agrees && !p->wrong);
    p->wrong = false;
    p->ply++;
}

static void fail_last(Joint *p, const char *why)
{
    complain(p, why);
    p->count->passed -= p->last_passed;
    p->count->failed += p->last_passed;
    p->last_passed = false;
}

static void end_line(Joint *p, const json_t *line)
{
    const char *reason = json_string_value(json_object_get(line, "reason"));
    json_int_t plies = json_integer_value(json_object_get(line, "plies"));
    bool terminal = reason && !strcmp(reason, "terminal");
    Out why = {0};
    if (p->playing && terminal != p->terminal)
        fail_last(p, "reason: the last state says otherwise");
    else if (p->playing && plies != p->ply && plies != p->ply - 1)
        fail_last(p, "plies: there were more or fewer");
    else if (p->playing && !replay_match(p->r, p->state, json_object_get(line, "match"), p->agents, plies, &why))
        fail_last(p, why.text);
    out_free(&why);
    p->playing = false;
    p->ended = true;
}

static void header_line(Joint *p, const json_t *line)
{
    const json_t *roles = json_object_get(line, "roles");
    json_decref(p->agents);
    p->agents = json_incref(json_object_get(line, "agents"));
    p->known = json_array_size(roles) == p->r->players;
    for (unsigned q = 1; q <= p->r->players && p->known; q++) {
        const char *role = json_string_value(json_array_get(roles, q - 1));
        p->known = role && !strcmp(role, p->v.player->label[q]);
    }
    if (!p->known)
        complain(p, "roles: they are not those of the game");
}

static void any_line(Joint *p)
{
    const json_t *line = trace_current(p->reader);
    const char *type = json_string_value(json_object_get(line, "type"));
    if (type && !strcmp(type, "header")) {
        header_line(p, line);
    } else if (type && !strcmp(type, "ply")) {
        ply_line(p, line);
    } else if (type && !strcmp(type, "end")) {
        end_line(p, line);
    } else {
        complain(p, "this line is neither a header, a ply nor an end");
        p->count->failed++;
        p->playing = false;
    }
}

/* ---- files ------------------------------------------------------------------------ */

/* What is compared, found by name; false if the game does not have it. */
static bool find_views(Joint *p)
{
    size_t most = 1;
    if (!record_views(p->r, &p->v))
        return false;
    for (unsigned q = 0; q < p->r->players; q++)
        most = p->v.move[q]->size > most ? p->v.move[q]->size : most;
    most = p->v.fact->size > most ? p->v.fact->size : most;
    most = p->v.goal->size > most ? p->v.goal->size : most;
    p->list = calloc(most, sizeof *p->list);
    p->text = calloc(most, sizeof *p->text);
    p->state = calloc(1, ludc_state_size(p->r));
    if (!p->list || !p->text || !p->state)
        memory_out();
    return true;
}

static int replay_file(Joint *p)
{
    p->reader = trace_open(p->path);
    if (!p->reader) {
        say("ludc: cannot read %s: %s", p->path, strerror(errno));
        return REPLAY_UNREADABLE;
    }
    uint64_t before = p->count->passed + p->count->failed;
    p->ended = true;
    while (trace_next(p->reader))
        any_line(p);
    bool broken = trace_broken(p->reader);
    if (!p->ended)
        fail_last(p, "the file stops before the game does");
    if (broken || trace_too_large(p->reader) || p->count->passed + p->count->failed == before) {
        complain(p, trace_why(p->reader));
        p->count->failed += !broken;
    }
    trace_close(p->reader);
    json_decref(p->agents);
    return broken ? REPLAY_UNREADABLE : REPLAY_READ;
}

int replay_joint(const ludc_reasoner *r, const char *path, bool planes, ReplayCount *count)
{
    Joint p = {.r = r, .path = path, .planes = planes, .count = count};
    int result = REPLAY_READ;
    if (find_views(&p)) {
        result = replay_file(&p);
    } else {
        say("%s: the game has no facts to compare", path);
        count->failed++;
    }
    free(p.list);
    free(p.text);
    free(p.state);
    return result;
}
