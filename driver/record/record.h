/* record.h - writing played games in the form that replay reads. */
#ifndef LUDC_DRIVER_RECORD_H
#define LUDC_DRIVER_RECORD_H

#include "driver/command.h"
#include "driver/record/trace.h"

/* Plays --record games at random and prints their record; the exit code. */
int record_games(Job *job);

/* ---- games that were played already, step by step -------------------------------------------- */

typedef struct Recorder Recorder;

/* For a reasoner with all its views.  NULL: says in `why` what the game does not show. */
Recorder *recorder_new(const ludc_reasoner *r, Out *why);
void recorder_free(Recorder *recorder); /* NULL is allowed */
/* The header; the caller may add keys, and frees. */
json_t *recorder_header(const Recorder *recorder);

/* A game in words. */
typedef struct {
    uint64_t number;
    const char *const *step; /* [n], as ludc_step_play takes them, from the initial state on */
    size_t n;
    json_t *match;           /* stands under "match" in the end line; borrowed, or NULL */
} RecordedGame;

/* The lines of a game are added to `out`.  false: says in `why` which step cannot be played.  Several threads may use one
 * recorder at once. */
bool record_game(const Recorder *recorder, const RecordedGame *game, Out *out, Out *why);
void record_line(Out *out, json_t *line); /* takes the line */

/* ---- joint games (record_joint.c) -------------------------------------------------------------- */

/* What the records of joint games show, found by name. */
typedef struct {
    const ludc_space *fact, *goal, *player;
    const ludc_space *move[16]; /* by role */
    int fact_view, goals_view;
} RecordViews;

/* false: the game does not have them. */
bool record_views(const ludc_reasoner *r, RecordViews *views);
/* The number of a role's first move. */
uint32_t record_first_move(const RecordViews *views, unsigned player);
json_t *record_joint_header(const ludc_reasoner *r);
/* A game at random, of `most` steps at the most, from the initial state. */
void record_joint_random(const ludc_reasoner *r, const RecordViews *views, uint64_t number, size_t most, uint64_t *rng, void *state, Out *out);
bool record_joint(const ludc_reasoner *r, const RecordViews *views, const RecordedGame *game, void *state, Out *out, Out *why);

#endif
