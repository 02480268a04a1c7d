/* replay_match.c - what a record says of a match, under `match` in its end line, beside the game that it records. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/match/match.h"
#include "base/memory.h"
#include "driver/record/replay.h"
#include "driver/record/trace.h"

typedef struct {
    const ludc_reasoner *r;
    const void *state; /* the last one */
    const json_t *match, *agents;
    json_int_t plies;
    Game game;         /* as it was read */
    unsigned char seat[REFEREE_ROLES];
    Out *why;
} Claim;

static bool differs(const Claim *c, const char *what)
{
    out_printf(c->why, "match: %s", what);
    return false;
}

/* ---- reading -------------------------------------------------------------------------------- */

/* An array with a number for each role. */
static bool is_row(const Claim *c, const char *key)
{
    const json_t *row = json_object_get(c->match, key);
    bool good = json_array_size(row) == c->r->players;
    for (size_t i = 0; good && i < json_array_size(row); i++)
        good = json_is_number(json_array_get(row, i));
    return good;
}

static double number(const Claim *c, const char *key, unsigned role)
{
    return json_number_value(json_array_get(json_object_get(c->match, key), role));
}

/* "open": a game that was put aside. */
static bool read_end(Claim *c)
{
    const char *end = json_string_value(json_object_get(c->match, "end"));
    for (int i = 0; end && i < REFEREE_LEFT; i++)
        if (!strcmp(end, referee_end_name((RefereeEnd)i))) {
            c->game.result.end = (RefereeEnd)i;
            return true;
        }
    c->game.result.end = REFEREE_STOPPED;
    return end && !strcmp(end, "open");
}

static bool read_claim(Claim *c)
{
    RefereeResult *g = &c->game.result;
    if (!read_end(c))
        return differs(c, "end: it is none");
    if (!is_row(c, "seats") || (g->end != REFEREE_STOPPED && !is_row(c, "payoff")))
        return differs(c, "seats, payoff: there is not a number for each role");
    for (unsigned p = 0; p < c->r->players; p++) {
        double seat = number(c, "seats", p);
        if (!(seat >= 1 && seat <= MATCH_AGENTS && (!c->agents || seat <= (double)json_array_size(c->agents))))
            return differs(c, "seats: there is no such agent");
        c->seat[p] = (unsigned char)(seat - 1);
        g->payoff[p] = number(c, "payoff", p);
    }
    g->role = (unsigned)json_integer_value(json_object_get(c->match, "role"));
    g->steps = (uint64_t)json_integer_value(json_object_get(c->match, "steps"));
    c->game.seat = c->seat;
    return true;
}

/* ---- comparing ---------------------------------------------------------------------------------- */

static bool same(const Claim *c, const double *payoff)
{
    for (unsigned p = 0; p < c->r->players; p++)
        if (!(fabs(payoff[p] - c->game.result.payoff[p]) < 1e-9))
            return differs(c, "payoff: the game gives others");
    return true;
}

/* Who is out has nothing, the others share the rest (referee.h). */
static bool without(Claim *c)
{
    const char *status = json_string_value(json_object_get(c->match, "status"));
    const double n = c->r->players;
    double payoff[REFEREE_ROLES];
    RefereeResult *g = &c->game.result;
    if (g->role < 1 || g->role > c->r->players)
        return differs(c, "role: it is none");
    for (int i = LUDC_AGENT_RESIGNED; status && i <= LUDC_AGENT_STALLED; i++)
        if (!strcmp(status, referee_status_name((ludc_agent_status)i)))
            g->status = (ludc_agent_status)i;
    if (status && (g->status == LUDC_AGENT_OK || (g->status == LUDC_AGENT_RESIGNED) != (g->end == REFEREE_RESIGNED)))
        return differs(c, "status: it is not how games end so");
    for (unsigned p = 1; p <= c->r->players; p++)
        payoff[p - 1] = p == g->role ? 0 : n / (2 * (n - 1));
    return same(c, payoff);
}

static bool ends_so(Claim *c)
{
    const RefereeEnd end = c->game.result.end;
    const bool over = ludc_over(c->r, c->state) != 0;
    double payoff[REFEREE_ROLES], low[REFEREE_ROLES], high[REFEREE_ROLES];
    if (over != (end == REFEREE_OVER))
        return differs(c, over ? "end: the game is over by its rules" : "end: the game is not over");
    if ((end == REFEREE_RESIGNED || end == REFEREE_FORFEIT) != (c->game.result.role != 0))
        return differs(c, "role: who ended the game");
    switch (end) {
    case REFEREE_OVER:
        ludc_payoffs(c->r, c->state, payoff);
        return same(c, payoff);
    case REFEREE_CUT:
        ludc_payoffs_cut(c->r, c->state, payoff);
        return same(c, payoff);
    case REFEREE_PROVED:
        ludc_payoff_bounds_in(c->r, c->state, low, high);
        for (unsigned p = 0; p < c->r->players; p++)
            if (c->game.result.payoff[p] < low[p] - 1e-9 || c->game.result.payoff[p] > high[p] + 1e-9)
                return differs(c, "payoff: that cannot be had any more");
        return true;
    case REFEREE_RESIGNED:
    case REFEREE_FORFEIT: return without(c);
    default: return true;
    }
}

/* A throw before the first move is a step and no ply; who was asked last may have made none. */
static bool counts_agree(const Claim *c)
{
    const json_t *steps = json_object_get(c->match, "steps"), *moves = json_object_get(c->match, "moves");
    const double n = json_number_value(steps);
    double sum = 0;
    if (steps && (n < (double)c->plies || (n > (double)c->plies && !ludc_chance(c->r))))
        return differs(c, "steps: there were more or fewer");
    if (moves && !is_row(c, "moves"))
        return differs(c, "moves: there is not a number for each role");
    for (unsigned p = 0; moves && steps && p < c->r->players; p++) {
        double his = number(c, "moves", p);
        sum = c->r->joint ? fmax(sum, his) : sum + his;
        if (his < 0)
            return differs(c, "moves: fewer than none");
    }
    return sum <= n + 1 || differs(c, "moves: there are more than steps");
}

/* The result in words names the agents. */
static bool words_agree(const Claim *c)
{
    const char *words = json_string_value(json_object_get(c->match, "result"));
    const char *name[MATCH_AGENTS] = {NULL};
    Out out = {0};
    if (!words || !c->agents)
        return true;
    for (size_t a = 0; a < json_array_size(c->agents) && a < MATCH_AGENTS; a++) {
        name[a] = json_string_value(json_array_get(c->agents, a));
        if (!name[a])
            return differs(c, "agents: one is no text");
    }
    Match *m = calloc(1, sizeof *m);
    if (!m)
        memory_out();
    *m = (Match){.r = c->r, .agent = name, .agents = (unsigned)json_array_size(c->agents)};
    match_result_words(m, &c->game, &out);
    bool good = !strcmp(words, out.text);
    free(m);
    out_free(&out);
    return good || differs(c, "result: the game's is another");
}

/* The list of all steps leads to the same position. */
static bool steps_agree(const Claim *c)
{
    const json_t *steps = json_object_get(c->match, "words");
    if (!steps)
        return true;
    void *state = calloc(1, ludc_state_size(c->r));
    if (!state)
        memory_out();
    ludc_init(c->r, state);
    bool good = json_is_array(steps);
    for (size_t i = 0; good && i < json_array_size(steps); i++) {
        const char *step = json_string_value(json_array_get(steps, i));
        good = step && ludc_step_play(c->r, state, step, NULL, NULL) == LUDC_OK;
    }
    good = good && ludc_equal(c->r, state, c->state);
    free(state);
    return good || differs(c, "words: these steps lead elsewhere");
}

bool replay_match(const ludc_reasoner *r, const void *state, const json_t *match, const json_t *agents, json_int_t plies, Out *why)
{
    static const char *const known[] = {"game", "seed", "seats", "end", "payoff", "result", "steps", "moves", "role", "status",
                                        "why",  "words", NULL};
    Claim c = {.r = r, .state = state, .match = match, .agents = agents, .plies = plies, .why = why};
    const char *seed = json_string_value(json_object_get(match, "seed"));
    if (!match)
        return true;
    if (!trace_known_keys(match, known, why))
        return false;
    if (json_integer_value(json_object_get(match, "game")) < 1 || !seed || !*seed || seed[strspn(seed, "0123456789")])
        return differs(&c, "game, seed: they are no numbers");
    return read_claim(&c) && ends_so(&c) && counts_agree(&c) && words_agree(&c) && steps_agree(&c);
}
