/* referee.c - see referee.h. */
#include "runtime/agent/referee.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/game.h"
#include "runtime/lots.h"
#include "runtime/random.h"

/* Seeds of roles follow that of the lots. */
enum { LOTS_SEED = 0, ROLE_SEED = 1 };

typedef struct Game Game;

/* A role and what it is asked; the answer. */
typedef struct {
    Game *game;
    ludc_agent *agent;
    unsigned role;
    ludc_seat seat;
    double left;      /* seconds on its clock */
    double until;     /* of the clock: its answer is late after */
    const void *state;
    ludc_move move;
    ludc_agent_status status;
    double took;
    ludc_thought last; /* `value` and `line` do not stay */
    double value[REFEREE_ROLES];
} Role;

struct Game {
    const Referee *f;
    const ludc_reasoner *r;
    unsigned players;
    void *state, *before;
    uint64_t rng; /* of the lots */
    Role role[REFEREE_ROLES];
    double left[REFEREE_ROLES], took[REFEREE_ROLES];
    RefereeResult *out;
    bool done;
    atomic_bool gone; /* somebody has left: nobody else is asked */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

uint64_t referee_seed(uint64_t seed, uint64_t index)
{
    uint64_t rng = seed + index * UINT64_C(0x9e3779b97f4a7c15);
    return ludc_next_word(&rng);
}

const char *referee_end_name(RefereeEnd end)
{
    static const char *const name[] = {"over", "cut", "proved", "resigned", "forfeit", "left", "stopped"};
    return (size_t)end < sizeof name / sizeof *name ? name[end] : "?";
}

const char *referee_status_name(ludc_agent_status status)
{
    static const char *const name[] = {"ok", "resigned", "left", "time", "illegal", "crash", "stall"};
    return (size_t)status < sizeof name / sizeof *name ? name[status] : "?";
}

/* ---- how it ends ------------------------------------------------------------------------------- */

/* Payoffs where one role has lost by itself: it is last, the others share the ranks above. */
static void payoffs_without(const Game *g, unsigned role, double *payoff)
{
    double n = g->players;
    for (unsigned p = 1; p <= g->players; p++)
        payoff[p - 1] = p == role ? 0 : n / (2 * (n - 1));
}

static void finish(Game *g, RefereeEnd end)
{
    g->done = true;
    g->out->end = end;
}

/* A role is out of the game, or ends it. */
static void drop(Game *g, unsigned role, ludc_agent_status status)
{
    if (g->done || status == LUDC_AGENT_OK)
        return;
    finish(g, status == LUDC_AGENT_RESIGNED ? REFEREE_RESIGNED
              : status == LUDC_AGENT_LEFT   ? REFEREE_LEFT
                                            : REFEREE_FORFEIT);
    g->out->role = role;
    g->out->status = status;
    snprintf(g->out->why, sizeof g->out->why, "%s", g->role[role - 1].agent->why);
    payoffs_without(g, role, g->out->payoff);
}

/* The first of those that did not answer well loses; a role that stops all comes before them. */
static void judge(Game *g, unsigned asked)
{
    for (unsigned p = 1; p <= g->players; p++)
        if ((asked >> (p - 1) & 1) && g->role[p - 1].status == LUDC_AGENT_LEFT)
            drop(g, p, LUDC_AGENT_LEFT);
    for (unsigned p = 1; p <= g->players; p++)
        if (asked >> (p - 1) & 1)
            drop(g, p, g->role[p - 1].status);
}

/* ---- asking --------------------------------------------------------------------------------------- */

/* Agents are told to stop when the game is broken off, and when they are late anyway. */
static int stopped(void *data)
{
    const Role *role = data;
    const Referee *f = role->game->f;
    return (f->stopped && f->stopped(f->data)) || now() > role->until;
}

static void tell(void *data, const ludc_thought *thought)
{
    Role *role = data;
    const Game *g = role->game;
    role->last = *thought;
    if (thought->value)
        memcpy(role->value, thought->value, g->players * sizeof *role->value);
    if (g->f->tell)
        g->f->tell(g->f->data, role->role, thought);
}

static bool is_legal(const Game *g, const Role *role, ludc_move move)
{
    const ludc_reasoner *r = g->r;
    if (!r->joint)
        return move < r->codes && ludc_is_legal(r, role->state, move);
    size_t n = ludc_moves_of(r, role->state, role->role, NULL);
    ludc_move *list = malloc((n + 1) * sizeof *list);
    bool found = false;
    if (list)
        ludc_moves_of(r, role->state, role->role, list);
    for (size_t i = 0; list && i < n && !found; i++)
        found = list[i] == move;
    free(list);
    return found;
}

static ludc_agent_status fail(Role *role, ludc_agent_status status, const char *why)
{
    if (!role->agent->why[0])
        snprintf(role->agent->why, sizeof role->agent->why, "%s", why);
    return status;
}

static void *ask(void *data)
{
    Role *role = data;
    Game *g = role->game;
    const ludc_clock *clock = role->seat.clock;
    const bool timed = clock && !(g->f->untimed >> (role->role - 1) & 1), whole = timed && clock->base > 0;
    double seconds = whole ? role->left : timed && clock->move > 0 ? clock->move + g->f->slack : INFINITY, begun = now();
    const ludc_question question = {.state = role->state, .seconds = seconds, .left = g->left, .stopped = stopped,
                                    .tell = tell, .data = role};
    role->until = begun + seconds;
    role->last = (ludc_thought){0};
    role->agent->why[0] = '\0';
    role->status = atomic_load(&g->gone) ? LUDC_AGENT_LEFT : role->agent->choose(role->agent, &question, &role->move);
    role->took = now() - begun;
    if (role->status == LUDC_AGENT_LEFT)
        atomic_store(&g->gone, true);
    if (whole)
        role->left -= role->took;
    if (role->status == LUDC_AGENT_OK && role->took > seconds)
        role->status = fail(role, LUDC_AGENT_LATE, "the answer came after its time");
    if (role->status == LUDC_AGENT_OK && !is_legal(g, role, role->move))
        role->status = fail(role, LUDC_AGENT_ILLEGAL, "the move is not legal");
    if (whole)
        role->left += clock->increment;
    return NULL;
}

static void *begin(void *data)
{
    Role *role = data;
    role->agent->why[0] = '\0';
    role->status = role->agent->begin ? role->agent->begin(role->agent, &role->seat) : LUDC_AGENT_OK;
    return NULL;
}

static void *end(void *data)
{
    Role *role = data;
    const Game *g = role->game;
    const bool counts = g->out->end != REFEREE_STOPPED && g->out->end != REFEREE_LEFT;
    if (role->agent->end)
        role->agent->end(role->agent, g->state, counts ? g->out->payoff : NULL);
    return NULL;
}

/* Does that for some roles, one after the other or in threads. */
static void for_each(Game *g, unsigned roles, void *(*what)(void *))
{
    pthread_t thread[REFEREE_ROLES];
    unsigned started = 0;
    for (unsigned p = 0; p < g->players; p++)
        if (roles >> p & 1) {
            bool several = g->f->together && (roles & (roles - 1));
            if (several && !pthread_create(&thread[p], NULL, what, &g->role[p]))
                started |= 1u << p;
            else
                what(&g->role[p]);
        }
    for (unsigned p = 0; p < g->players; p++)
        if (started >> p & 1)
            pthread_join(thread[p], NULL);
}

static unsigned everybody(const Game *g) { return (1u << g->players) - 1; }

/* ---- steps ------------------------------------------------------------------------------------------ */

ludc_status referee_draw(const ludc_reasoner *r, void *state, const ludc_move *moves, uint64_t *rng, char **lots)
{
    LudcLots l;
    *lots = NULL;
    if (r->joint || !r->apply_random)
        return ludc_apply_joint(r, state, moves, NULL);
    if (!ludc_lots_begin(&l, r, state, moves[ludc_mover(r, state) - 1]))
        return LUDC_IO;
    bool drawn = ludc_lots_draw(&l, rng);
    size_t length = drawn ? ludc_lots_text(&l, NULL, 0) : 0;
    *lots = length ? malloc(length + 1) : NULL;
    if (*lots)
        ludc_lots_text(&l, *lots, length + 1);
    if (drawn)
        ludc_copy(r, state, l.after);
    ludc_lots_free(&l);
    return drawn && (*lots || !length) ? LUDC_OK : LUDC_IO;
}

static void show(Game *g, const ludc_move *moves, const char *lots, unsigned asked)
{
    const RefereeStep step = {.before = g->before, .after = g->state, .moves = moves, .lots = lots ? lots : "",
                              .asked = asked, .seconds = g->took, .left = g->left};
    if (g->f->step)
        g->f->step(g->f->data, &step);
}

/* The step was made: all are told. */
static void made(Game *g, const ludc_move *moves, const char *lots, unsigned asked)
{
    g->out->steps++;
    for (unsigned p = 0; p < g->players; p++)
        g->left[p] = g->role[p].left;
    show(g, moves, lots, asked);
    for (unsigned p = 1; p <= g->players; p++) {
        ludc_agent *agent = g->role[p - 1].agent;
        if (agent->played && !g->done)
            drop(g, p, agent->played(agent, moves, g->state));
    }
}

static ludc_status apply(Game *g, const ludc_move *moves, unsigned asked)
{
    char *lots;
    ludc_copy(g->r, g->before, g->state);
    if (g->f->lots_by_step)
        g->rng = referee_seed(referee_seed(g->f->seed, LOTS_SEED), g->out->steps + 1);
    ludc_status status = referee_draw(g->r, g->state, moves, &g->rng, &lots);
    if (!status)
        made(g, moves, lots, asked);
    free(lots);
    return status;
}

/* Is there only one move, and does it draw lots? */
static ludc_status is_set_up(const ludc_reasoner *r, const void *state, ludc_move *moves, bool *is)
{
    LudcLots l;
    *is = !r->joint && r->apply_random && ludc_mover(r, state) && ludc_moves(r, state, NULL) == 1;
    if (!*is)
        return LUDC_OK;
    memset(moves, 0, r->players * sizeof *moves);
    ludc_moves(r, state, &moves[ludc_mover(r, state) - 1]);
    if (!ludc_lots_begin(&l, r, state, moves[ludc_mover(r, state) - 1]))
        return LUDC_IO;
    *is = l.n > 0;
    ludc_lots_free(&l);
    return LUDC_OK;
}

ludc_status referee_set_up(const ludc_reasoner *r, void *state, uint64_t *rng,
                           void (*step)(void *data, const RefereeStep *step), void *data)
{
    ludc_move moves[REFEREE_ROLES];
    void *before = malloc(ludc_state_size(r));
    bool is;
    ludc_status status = before ? LUDC_OK : LUDC_IO;
    while (!status && !(status = is_set_up(r, state, moves, &is)) && is) {
        char *lots;
        ludc_copy(r, before, state);
        status = referee_draw(r, state, moves, rng, &lots);
        const RefereeStep made_step = {.before = before, .after = state, .moves = moves, .lots = lots ? lots : ""};
        if (!status && step)
            step(data, &made_step);
        free(lots);
    }
    free(before);
    return status;
}

static ludc_status set_up(Game *g)
{
    ludc_move moves[REFEREE_ROLES];
    bool is;
    ludc_status status = LUDC_OK;
    while (!status && !g->done && !(status = is_set_up(g->r, g->state, moves, &is)) && is)
        status = apply(g, moves, 0);
    return status;
}

/* ---- the opening -------------------------------------------------------------------------------------- */

/* Cuts the lots off the text of a step: what is behind "~", or "". */
static char *cut_lots(char *text)
{
    char *lots = strrchr(text, '~');
    if (!lots)
        return text + strlen(text);
    *lots = '\0';
    return lots + 1;
}

static ludc_status opening_step(Game *g, const char *text, ludc_error *error)
{
    ludc_move moves[REFEREE_ROLES] = {0};
    char *copy = malloc(strlen(text) + 1);
    if (!copy)
        return LUDC_IO;
    ludc_copy(g->r, g->before, g->state);
    const char *lots = cut_lots(strcpy(copy, text));
    ludc_status status = ludc_step_parse(g->r, g->state, copy, moves, error);
    if (!status)
        status = ludc_step_play(g->r, g->state, text, NULL, error);
    if (!status && ludc_over(g->r, g->state)) {
        ludc_error_set(error, LUDC_WRONG, "", "it ends the game");
        status = LUDC_WRONG;
    }
    if (!status)
        made(g, moves, lots, 0);
    free(copy);
    return status;
}

static ludc_status opening(Game *g, ludc_error *error)
{
    ludc_status status = LUDC_OK;
    for (size_t i = 0; i < g->f->nopening && !status && !g->done; i++)
        status = opening_step(g, g->f->opening[i], error);
    return status;
}

/* ---- a game --------------------------------------------------------------------------------------------- */

static void count(Game *g, unsigned asked)
{
    for (unsigned p = 0; p < g->players; p++) {
        const Role *role = &g->role[p];
        g->took[p] = asked >> p & 1 ? role->took : 0;
        if (!(asked >> p & 1))
            continue;
        g->out->moves[p]++;
        g->out->iterations[p] += role->last.iterations;
        g->out->seconds[p] += role->took;
    }
}

/* The value of a position that somebody who is to be believed calls proved. */
static bool proved(Game *g, unsigned asked)
{
    for (unsigned p = 1; p <= g->players && g->f->proved; p++)
        if ((asked >> (p - 1) & 1) && g->role[p - 1].last.proved && g->f->proved(g->f->data, p)) {
            memcpy(g->out->payoff, g->role[p - 1].value, g->players * sizeof(double));
            finish(g, REFEREE_PROVED);
            return true;
        }
    return false;
}

static ludc_status turn(Game *g)
{
    ludc_move moves[REFEREE_ROLES] = {0};
    if (!g->r->joint && !ludc_mover(g->r, g->state))
        return LUDC_UNSUPPORTED; /* nobody is to move */
    unsigned asked = g->r->joint ? everybody(g) : 1u << (ludc_mover(g->r, g->state) - 1);
    for_each(g, asked, ask);
    count(g, asked);
    if (g->f->stopped && g->f->stopped(g->f->data)) {
        finish(g, REFEREE_STOPPED);
        return LUDC_OK;
    }
    judge(g, asked);
    if (g->done)
        return LUDC_OK;
    for (unsigned p = 0; p < g->players; p++)
        moves[p] = asked >> p & 1 ? g->role[p].move : 0;
    ludc_status status = apply(g, moves, asked);
    if (!status && !g->done && !ludc_over(g->r, g->state))
        proved(g, asked);
    return status;
}

static ludc_status play(Game *g, ludc_error *error)
{
    for_each(g, everybody(g), begin);
    judge(g, everybody(g));
    ludc_status status = g->done ? LUDC_OK : g->f->nopening ? opening(g, error) : set_up(g);
    while (!status && !g->done) {
        if (ludc_over(g->r, g->state)) {
            ludc_payoffs(g->r, g->state, g->out->payoff);
            finish(g, REFEREE_OVER);
        } else if (g->f->max_moves && g->out->steps >= g->f->max_moves) {
            ludc_payoffs_cut(g->r, g->state, g->out->payoff);
            finish(g, REFEREE_CUT);
        } else {
            status = turn(g);
        }
    }
    if (status)
        finish(g, REFEREE_STOPPED);
    for_each(g, everybody(g), end);
    return status;
}

static void seat(Game *g, unsigned role)
{
    const Referee *f = g->f;
    Role *r = &g->role[role - 1];
    const double left = f->clock && f->clock->base > 0 ? f->clock->base : INFINITY;
    *r = (Role){.game = g, .agent = f->agent[role - 1], .role = role, .state = g->state, .left = left, .until = INFINITY};
    r->seat = (ludc_seat){.r = g->r, .state = g->state, .rules = f->rules, .role = role,
                          .seed = referee_seed(f->seed, ROLE_SEED + role), .clock = f->clock};
    g->left[role - 1] = left;
}

ludc_status referee_play(const Referee *f, RefereeResult *result, ludc_error *error)
{
    Game *g = calloc(1, sizeof *g);
    const size_t size = (ludc_state_size(f->r) + 63) / 64 * 64;
    ludc_status status = LUDC_IO;
    *result = (RefereeResult){0};
    if (g) {
        *g = (Game){.f = f, .r = f->r, .players = ludc_players(f->r), .out = result, .rng = referee_seed(f->seed, LOTS_SEED)};
        g->state = aligned_alloc(64, size);
        g->before = aligned_alloc(64, size);
    }
    if (g && g->state && g->before) {
        ludc_init(f->r, g->state);
        for (unsigned p = 1; p <= g->players; p++)
            seat(g, p);
        status = play(g, error);
    }
    if (status == LUDC_IO || status == LUDC_UNSUPPORTED)
        ludc_error_set(error, status, "", status == LUDC_IO ? "there is too little memory for a game"
                                                             : "nobody is to move in a game that is not over");
    if (g) {
        free(g->state);
        free(g->before);
    }
    free(g);
    return status;
}
