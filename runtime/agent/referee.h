/* referee.h - plays one game with agents: it asks them, keeps their clocks, draws the lots and says how the game ended.
 *
 * Nothing but the seed decides what the referee does: lots are drawn from it by a generator that no agent sees, and what
 * each agent gets as its own seed follows from it.  What agents are: ludc_agent.h. */
#ifndef LUDC_RUNTIME_REFEREE_H
#define LUDC_RUNTIME_REFEREE_H

#include <stdbool.h>

#include "runtime/include/ludc_agent.h"

enum { REFEREE_ROLES = 16 };

typedef enum {
    REFEREE_OVER,     /* by the rules */
    REFEREE_CUT,      /* after as many steps as were allowed */
    REFEREE_PROVED,   /* its result was known (Referee.proved) */
    REFEREE_RESIGNED, /* by a role */
    REFEREE_FORFEIT,  /* a role was late, made no legal move, or is gone */
    REFEREE_LEFT,     /* a person ends all */
    REFEREE_STOPPED   /* Referee.stopped said so: the game counts for nothing */
} RefereeEnd;

/* A step that was made. */
typedef struct {
    const void *before, *after; /* states; both hold during the call only */
    const ludc_move *moves;     /* [players], as for ludc_apply_joint */
    const char *lots;           /* the outcome of its draws as text; "" where nothing was drawn */
    unsigned asked;             /* bits 1 << (role - 1): whose move was asked for */
    const double *seconds;      /* [players] that each took */
    const double *left;         /* [players] on its clock after; INFINITY: it has none */
} RefereeStep;

/* A game to be played.  Functions may be NULL. */
typedef struct {
    const ludc_reasoner *r;
    const char *rules;        /* the file of the rules, or NULL */
    ludc_agent *const *agent; /* [players] */
    const ludc_clock *clock;  /* of every role */
    uint64_t seed;
    double slack;       /* an answer may come so many seconds after clock->move; clocks of a whole game have no slack */
    uint64_t max_moves; /* steps; 0: any number */
    /* Steps made before any agent is asked, as ludc_step_play takes them. */
    const char *const *opening;
    size_t nopening;
    unsigned untimed;  /* bits 1 << (role - 1): has all the time it wants */
    bool lots_by_step; /* lots follow from the seed and the number of the step: a step that is taken back draws the same again */
    bool together;  /* roles of joint games choose at once, each in a thread of its own; all begin so, too */
    int (*stopped)(void *data);                           /* not 0: the game is broken off; asked by any thread */
    void (*step)(void *data, const RefereeStep *step);
    /* A role thinks; with `together` it is called by several threads at once. */
    void (*tell)(void *data, unsigned role, const ludc_thought *thought);
    /* Is what that agent calls proved to be believed?  Then the game ends with its value.  NULL: never. */
    int (*proved)(void *data, unsigned role);
    void *data;
} Referee;

typedef struct {
    RefereeEnd end;
    unsigned role;            /* who resigned, forfeited or left; 0: nobody */
    ludc_agent_status status; /* how */
    char why[256];            /* for people; "" */
    double payoff[REFEREE_ROLES];
    uint64_t steps;                      /* the opening's included */
    uint64_t moves[REFEREE_ROLES];       /* that were asked for */
    uint64_t iterations[REFEREE_ROLES];  /* of searches, as agents told */
    double seconds[REFEREE_ROLES];       /* spent choosing */
} RefereeResult;

/* Plays a game.  0, or LUDC_IO: memory is out, or LUDC_WRONG: a step of the opening is not legal or ends the game; then the
 * error says so and the result is nothing.  LUDC_UNSUPPORTED: nobody is to move.
 *
 * As long as nobody has had a choice, a step whose only move draws lots (a throw before the first move, what is placed by
 * chance) is made by the referee and no agent is asked.  Who forfeits or resigns has the payoff 0, all others share what is
 * left: alone against one the whole. */
ludc_status referee_play(const Referee *referee, RefereeResult *result, ludc_error *error);

/* Draws the steps above; the generator advances.  For those who make openings. */
ludc_status referee_set_up(const ludc_reasoner *r, void *state, uint64_t *rng,
                           void (*step)(void *data, const RefereeStep *step), void *data);
/* Plays a legal step and draws its lots; `lots` gets them as text ("" for none), which the caller frees.
 * LUDC_IO: memory is out. */
ludc_status referee_draw(const ludc_reasoner *r, void *state, const ludc_move *moves, uint64_t *rng, char **lots);

/* "over", "cut", "proved", ..; "time", "illegal", "crash", "stall", .. */
const char *referee_end_name(RefereeEnd end);
const char *referee_status_name(ludc_agent_status status);

/* Word number `index` of the generator that begins at `seed`: seeds of games, of openings, of roles. */
uint64_t referee_seed(uint64_t seed, uint64_t index);

#endif
