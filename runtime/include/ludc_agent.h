/* ludc_agent.h - whoever plays: a search, a person, a program, a server, a function of yours.
 *
 * An agent is a struct of functions.  A referee (ludc match, ludc play, ludc ugi, ludc serve) calls them in this order, for as
 * many games as it likes; nothing that an agent learns in one game may show in the next one:
 *
 *     begin, then for each step of the game: [choose,] played; then end
 *
 * In games of turns `choose` is called for the role that is to move, in joint games for every role.  One thread at a time
 * calls the functions of an agent.  Lots are the referee's: it draws them, and `played` shows what came. */
#ifndef LUDC_AGENT_H
#define LUDC_AGENT_H

#include "ludc.h"
#include "ludc_search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How an answer or a game can end. */
typedef enum {
    LUDC_AGENT_OK,
    LUDC_AGENT_RESIGNED,
    LUDC_AGENT_LEFT,    /* a person quit: the whole match ends */
    LUDC_AGENT_LATE,    /* the answer came after its time: "time" */
    LUDC_AGENT_ILLEGAL, /* the answer is no legal move: "illegal" */
    LUDC_AGENT_CRASHED, /* the agent is gone, or speaks nonsense: "crash" */
    LUDC_AGENT_STALLED  /* no answer, long after its time: "stall" */
} ludc_agent_status;

/* How much thinking is allowed.  All seconds are of the clock; 0: there is no such limit.  With none at all an agent uses
 * what it was made with. */
typedef struct {
    double start;           /* for begin */
    double move;            /* for each move */
    double base, increment; /* for the whole game of a role, and what each of its moves adds */
    uint64_t iterations;    /* of a search, for each move */
} ludc_clock;

/* What an agent is told when a game begins.  The reasoner lives as long as the agent, all other pointers hold until `end`. */
typedef struct {
    const ludc_reasoner *r;
    const void *state;    /* the position that is begun with */
    const char *rules;    /* the file of the rules, as the user named it; NULL: there is none */
    unsigned role;        /* from 1 */
    uint64_t seed;        /* the agent's own */
    const ludc_clock *clock;
} ludc_seat;

/* What an agent thinks while it chooses; what it does not know is 0 or NULL. */
typedef struct {
    uint64_t iterations, nodes;
    double seconds;
    unsigned depth;
    const double *value;   /* [players], of the position in payoffs */
    const ludc_move *line; /* steps of `players` moves, as for ludc_apply_joint */
    size_t steps;
    int proved;
} ludc_thought;

/* One question.  Functions may be NULL. */
typedef struct {
    const void *state;   /* the position */
    double seconds;      /* until the answer is late; INFINITY: never */
    const double *left;  /* [players] seconds on each role's clock; INFINITY: it has none */
    int (*stopped)(void *data);                              /* not 0: answer at once; asked every few milliseconds */
    void (*tell)(void *data, const ludc_thought *thought);   /* now and then, and before the answer */
    void *data;
} ludc_question;

typedef struct ludc_agent ludc_agent;

/* The struct's size comes first, so that later versions can add functions at its end.  A function that is NULL does nothing
 * and is OK; `choose` and `free` must be there. */
struct ludc_agent {
    size_t size;
    const char *name;  /* for people: "uct:c=1.4"; the agent's */
    char why[256];     /* what stands behind a status that is not OK, for people */
    ludc_agent_status (*begin)(ludc_agent *agent, const ludc_seat *seat);
    ludc_agent_status (*choose)(ludc_agent *agent, const ludc_question *question, ludc_move *move);
    /* A step was made: moves as for ludc_apply_joint, `state` is the position after it. */
    ludc_agent_status (*played)(ludc_agent *agent, const ludc_move *moves, const void *state);
    /* Thinks about the position in the others' time, until question->stopped. */
    ludc_agent_status (*ponder)(ludc_agent *agent, const ludc_question *question);
    /* payoff[players]; NULL: the game was broken off. */
    ludc_agent_status (*end)(ludc_agent *agent, const void *state, const double *payoff);
    void (*free)(ludc_agent *agent);
};

/* A shared object with an agent (`so:FILE`) exports a function of this type under this name: a new agent, NULL: there is
 * none.  `argument` is what stands behind `FILE,`, or "".  An agent of one page is examples/agent.c:
 *
 *     cc -shared -fPIC agent.c -lludc -o agent.so
 *     ludc match hex.lud --agent so:./agent.so --agent random */
typedef ludc_agent *ludc_agent_new_fn(const char *argument);
#define LUDC_AGENT_SYMBOL "ludc_agent_new"

/* An agent that searches: a SPEC as for ludc_search_parse.  NULL: LUDC_USAGE for an unknown one, LUDC_IO for too little
 * memory.  Its time for a move is the clock's, else the keys t and n of the SPEC, else a second. */
LUDC_API ludc_agent *ludc_agent_search(const char *spec, ludc_error *error);
/* The playouts of such an agent in lanes, where its SPEC has so many of them (ludc_search_set_lanes); from its next game on.  NULL: none.
 * They live as long as the agent.  LUDC_USAGE: it is another agent. */
LUDC_API ludc_status ludc_agent_set_lanes(ludc_agent *agent, const ludc_search_lanes *lanes);
/* An agent of a shared object.  NULL: LUDC_IO, it cannot be loaded or is of another version. */
LUDC_API ludc_agent *ludc_agent_load(const char *file, const char *argument, ludc_error *error);
/* NULL is allowed. */
LUDC_API void ludc_agent_free(ludc_agent *agent);
/* How many seconds an agent of turns should think about a question: of what is left a part, never so much that the answer
 * is late by `margin` seconds.  INFINITY: as long as it likes. */
LUDC_API double ludc_agent_time(const ludc_seat *seat, const ludc_question *question, double margin);

#ifdef __cplusplus
}
#endif

#endif
