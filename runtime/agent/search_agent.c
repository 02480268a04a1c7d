/* search_agent.c - an agent that searches; it keeps its tree from move to move, and forgets it between games.  A search with
 * features is kept for the next game of its reasoner, as their evaluators may take seconds to make. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/features/feature.h"
#include "runtime/game.h"
#include "runtime/include/ludc_agent.h"
#include "runtime/include/ludc_features.h"
#include "runtime/include/ludc_search.h"

enum { ROLES = 16, LINE = 32 };

/* Where nothing is said: seconds a move; what an answer may need after the search has ended. */
static const double standard_seconds = 1, margin = 0.005;
/* How often it says what it thinks, in seconds of the clock. */
static const double first_word = 0.05, next_word = 0.25;

typedef struct {
    ludc_agent agent; /* first, as it is what callers have */
    ludc_search_options options;
    ludc_seat seat;
    ludc_search *search;
    const ludc_question *question; /* while one is answered */
    double tells;                  /* when it says something next */
    ludc_search_lanes lanes;       /* playouts NULL: none */
    ludc_features *features;       /* a copy, or NULL */
    bool changed;                  /* lanes or features, since the search was made */
    char *spec;
} SearchAgent;

static ludc_agent_status fail(SearchAgent *a, ludc_agent_status status, const char *why)
{
    snprintf(a->agent.why, sizeof a->agent.why, "%.250s", why);
    return status;
}

static ludc_agent_status fail_search(SearchAgent *a, ludc_status status)
{
    const char *why = "there is too little memory for the search";
    if (status == LUDC_UNSUPPORTED)
        why = a->options.agent == LUDC_AGENT_ALPHABETA ? "several roles choose at once: alphabeta does not search that"
              : a->lanes.playouts ? "a random game does not end in lanes, or its playouts are none for them" : "lanes=on, and there are no lanes here";
    return fail(a, LUDC_AGENT_CRASHED, why);
}

static void forget(SearchAgent *a)
{
    ludc_search_free(a->search);
    a->search = NULL;
}

static ludc_agent_status new_search(SearchAgent *a, const ludc_seat *seat)
{
    ludc_error error = {0};
    forget(a);
    a->changed = false;
    a->search = ludc_search_new(seat->r, &a->options, seat->seed, &error);
    if (!a->search || (a->features && ludc_search_set_features(a->search, a->features, &error))) {
        forget(a);
        return fail(a, LUDC_AGENT_CRASHED, error.message);
    }
    ludc_status status = a->lanes.playouts ? ludc_search_set_lanes(a->search, &a->lanes) : LUDC_OK;
    return status ? fail_search(a, status) : LUDC_AGENT_OK;
}

static ludc_agent_status begin(ludc_agent *agent, const ludc_seat *seat)
{
    SearchAgent *a = (SearchAgent *)agent;
    const bool same = a->search && a->features && !a->changed && a->seat.r == seat->r;
    const bool keeps = same && ludc_search_reseed(a->search, seat->seed) == LUDC_OK;
    ludc_agent_status made = keeps ? LUDC_AGENT_OK : new_search(a, seat);
    a->seat = *seat;
    if (made)
        return made;
    ludc_status status = ludc_search_begin(a->search, seat->state);
    return status ? fail_search(a, status) : LUDC_AGENT_OK;
}

static void tell(SearchAgent *a, const ludc_search *search)
{
    double value[ROLES];
    ludc_move line[LINE * ROLES];
    ludc_search_stats stats;
    if (!a->question->tell)
        return;
    ludc_search_figures(search, &stats);
    ludc_search_value(search, value, NULL, NULL);
    size_t steps = ludc_search_line(search, line, LINE);
    const ludc_thought thought = {.iterations = stats.iterations, .nodes = stats.nodes, .seconds = stats.seconds,
                                  .depth = stats.depth_max, .value = value, .line = line,
                                  .steps = steps < LINE ? steps : LINE, .proved = stats.proved};
    a->question->tell(a->question->data, &thought);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int watch(void *data, const ludc_search *search)
{
    SearchAgent *a = data;
    double time = a->question->tell ? now() : 0;
    if (time > a->tells) {
        tell(a, search);
        a->tells = time + next_word;
    }
    return a->question->stopped && a->question->stopped(a->question->data);
}

/* Searches until the time is over or somebody stops it. */
static ludc_agent_status think(SearchAgent *a, const ludc_question *question, uint64_t iterations, double seconds)
{
    a->question = question;
    a->tells = now() + first_word;
    ludc_search_watch(a->search, question->stopped ? watch : NULL, a);
    ludc_status status = ludc_search_run(a->search, iterations, seconds);
    if (!status)
        tell(a, a->search);
    a->question = NULL;
    ludc_search_watch(a->search, NULL, NULL);
    return status ? fail_search(a, status) : LUDC_AGENT_OK;
}

static ludc_agent_status choose(ludc_agent *agent, const ludc_question *question, ludc_move *move)
{
    SearchAgent *a = (SearchAgent *)agent;
    const ludc_clock *clock = a->seat.clock;
    uint64_t n = clock && clock->iterations ? clock->iterations : a->options.n;
    double time = ludc_agent_time(&a->seat, question, margin), t = isfinite(time) ? time : a->options.t;
    if (a->options.t > 0 && t > a->options.t)
        t = a->options.t;
    if (!n && !(t > 0))
        t = standard_seconds;
    ludc_agent_status status = think(a, question, n, t);
    if (status)
        return status;
    if (ludc_search_best(a->search, a->seat.role, move) == LUDC_OK)
        return LUDC_AGENT_OK;
    return fail(a, LUDC_AGENT_CRASHED, "the search has no move");
}

static ludc_agent_status ponder(ludc_agent *agent, const ludc_question *question)
{
    return think((SearchAgent *)agent, question, 0, isfinite(question->seconds) ? question->seconds : 1e9);
}

static ludc_agent_status played(ludc_agent *agent, const ludc_move *moves, const void *state)
{
    SearchAgent *a = (SearchAgent *)agent;
    if (ludc_search_advance(a->search, moves, state))
        return fail(a, LUDC_AGENT_CRASHED, "there is too little memory for the search");
    return LUDC_AGENT_OK;
}

static ludc_agent_status end(ludc_agent *agent, const void *state, const double *payoff)
{
    SearchAgent *a = (SearchAgent *)agent;
    (void)state;
    (void)payoff;
    if (!a->features)
        forget(a);
    return LUDC_AGENT_OK;
}

static void free_agent(ludc_agent *agent)
{
    SearchAgent *a = (SearchAgent *)agent;
    forget(a);
    ludc_features_free(a->features);
    free(a->spec);
    free(a);
}

ludc_agent *ludc_agent_search(const char *spec, ludc_error *error)
{
    ludc_search_options options;
    if (ludc_search_parse(spec ? spec : "uct", &options, error))
        return NULL;
    SearchAgent *a = calloc(1, sizeof *a);
    size_t size = ludc_search_spec(&options, NULL, 0) + 1;
    char *text = malloc(size);
    if (!a || !text) {
        free(a);
        free(text);
        ludc_error_set(error, LUDC_IO, "", "there is too little memory for an agent");
        return NULL;
    }
    snprintf(text, size, "%s", spec ? spec : "uct");
    a->options = options;
    a->spec = text;
    a->agent = (ludc_agent){.size = sizeof a->agent, .name = text, .begin = begin, .choose = choose, .played = played,
                            .ponder = ponder, .end = end, .free = free_agent};
    return &a->agent;
}

ludc_status ludc_agent_set_lanes(ludc_agent *agent, const ludc_search_lanes *lanes)
{
    if (!agent || agent->begin != begin || (lanes && (lanes->size < sizeof *lanes || !lanes->playouts || !lanes->width)))
        return LUDC_USAGE;
    SearchAgent *a = (SearchAgent *)agent;
    a->changed = true;
    a->lanes = lanes ? *lanes : (ludc_search_lanes){0};
    return LUDC_OK;
}

/* A set of its own, by way of its text. */
ludc_status ludc_agent_set_features(ludc_agent *agent, const ludc_features *set)
{
    if (!agent || agent->begin != begin)
        return LUDC_USAGE;
    SearchAgent *a = (SearchAgent *)agent;
    size_t n = ludc_features_text(set, NULL, 0);
    char *text = set ? malloc(n + 1) : NULL;
    if (text)
        ludc_features_text(set, text, n + 1);
    ludc_features *copy = text ? ludc_features_read("features", text, n, NULL) : NULL;
    free(text);
    if (set && !copy)
        return LUDC_IO;
    if (copy)
        copy->maker = set->maker;
    ludc_features_free(a->features);
    a->features = copy;
    a->changed = true;
    return LUDC_OK;
}
