/* match.h - what the files of `ludc match` share. */
#ifndef LUDC_DRIVER_MATCH_H
#define LUDC_DRIVER_MATCH_H

#include <jansson.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "driver/agent/agents.h"
#include "driver/command.h"
#include "driver/match/match_stats.h"
#include "driver/record/record.h"
#include "driver/search/search_lanes.h"
#include "runtime/agent/referee.h"

enum { MATCH_AGENTS = 64 };

/* ---- who sits where (match_seats.c) --------------------------------------------------------- */

/* A round plays one opening in all seatings. */
typedef struct {
    size_t n;            /* games of a round */
    unsigned players;
    unsigned char *seat; /* [n * players] agents from 0 */
    bool pairs;          /* games 2i and 2i + 1 of a round are of the same two agents, seats exchanged */
} Seating;

/* By --seats; 0 or an exit code after saying why not. */
int match_seating_make(const Options *options, unsigned players, unsigned agents, Seating *out);
void match_seating_free(Seating *seating);

/* ---- how games begin (match_openings.c) ------------------------------------------------------ */

typedef struct {
    char **step; /* [n], as ludc_step_play takes them; owned */
    size_t n;
} Opening;

typedef struct {
    Opening *at; /* [n]; n = 0: games begin as the rules have it */
    size_t n;
} Openings;

/* By --openings, at least `wanted` of them where they are drawn; 0 or an exit code after saying why not. */
int match_openings_make(const Options *options, const ludc_reasoner *r, uint64_t seed, size_t wanted, Openings *out);
void match_openings_free(Openings *openings);

/* ---- games -------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t number; /* from 1 */
    RefereeResult result;
    const unsigned char *seat; /* [players] */
} Game;

/* ---- what stands (match_sums.c) ------------------------------------------------------------------ */

/* An agent in a seat, or in all. */
typedef struct {
    uint64_t games;
    double payoff; /* sum */
    Sample units;  /* means of the payoff over rounds */
} SeatSum;

typedef struct {
    uint64_t wins, games;
    double score;  /* sum of shares of first places */
    Sample units;  /* means of the score over rounds */
    SeatSum all, *seat; /* [players] */
    uint64_t forfeit[LUDC_AGENT_STALLED + 1]; /* by ludc_agent_status */
    uint64_t iterations, resigned;
    double seconds;
} AgentSum;

typedef struct {
    unsigned players, agents;
    uint64_t games, draws, steps, cut, proved;
    AgentSum agent[MATCH_AGENTS];
    double pair[5];      /* of two agents: pairs that scored 0, 1/2, .. 2 for the first */
    double single[3];    /* their games */
    bool paired;         /* the pairs count, not the games */
    Encounter *met;      /* [nmet], of two roles: a round's games of two agents */
    size_t nmet;
} Sums;

/* Adds up games, which stand in the order of their numbers.  match_sums_free is due. */
void match_sums_make(Sums *s, const Seating *seating, unsigned agents, const Game *game, size_t n);
void match_sums_free(Sums *s);

/* Of two agents in games of two roles: Elo of the first, its interval, likelihood of superiority, llr.  `elo` is NAN where
 * nothing was played. */
typedef struct {
    double score, elo, superior;
    Interval elo95;
} Duel;

Duel match_sums_duel(const Sums *s);
/* What a game was worth to agent 0 of two: 0, 1 or 2 halves. */
int match_game_halves(const Game *game);
double match_sums_llr(const Sums *s, const Sprt *sprt);

/* ---- a match -------------------------------------------------------------------------------------- */

typedef struct {
    const Options *options;
    Job *job;
    const ludc_reasoner *r;
    const char *const *agent; /* [agents] texts */
    unsigned agents;
    Seating seating;
    Openings openings;
    ludc_clock clock;
    uint64_t seed, first, last; /* numbers of games to be played */
    bool has_sprt, together;
    bool persons;               /* some agent is a person: games go one at a time, at the terminal */
    SearchLanes lanes;
    ludc_search_lanes by_lanes;  /* of these, */
    bool in_lanes[MATCH_AGENTS]; /* for agents whose playouts are played in them */
    Sprt sprt;
    const Recorder *recorder;   /* NULL: nothing is recorded */
    FILE *record, *log;         /* or NULL */
    pthread_mutex_t log_lock;
    double began;               /* clock_ms */

    Game *game; /* those that count, [ngame], in order */
    size_t ngame, room;
    Sums quick; /* of --sprt: only pairs and single games are kept */
    double llr; /* after them */
    SprtVerdict verdict;
    size_t resumed; /* games that the record had */
    bool interrupted;
} Match;

void match_add(Match *m, const Game *game);
/* Plays what is to be played, on --concurrency threads; 0 or an exit code after saying what went wrong. */
int match_run(Match *m);

/* "player 1, uct, wins" */
void match_result_words(const Match *m, const Game *game, Out *out);
void match_time(double seconds, Out *out); /* 1:02:03 */

/* Opens --record-to.  With --resume the games that the file has are added.  0 or an exit code. */
int match_record_open(Match *m);
/* The lines of a game, whose steps are texts. */
bool match_record_game(const Match *m, const Game *game, const char *const *step, size_t n, Out *out, Out *why);

void match_json(const Match *m, const Sums *s, Out *out);
void match_text(const Match *m, const Sums *s, Out *out);
/* Writes table, plots and page into --out; 0 or an exit code. */
int match_page(const Match *m, const Sums *s);
/* A line on how it stands. */
void match_progress(const Match *m, Out *out);

#endif
