/* play.h - a game at a console: persons and other agents play, and commands lead it: undo, redo, save, load, sides.
 *
 * The game is a list of steps as text, of which the first so many are made.  Each stretch is played by the referee, with those
 * steps as its opening; a command of a person ends the stretch. */
#ifndef LUDC_RUNTIME_AGENT_PLAY_H
#define LUDC_RUNTIME_AGENT_PLAY_H

#include <stdio.h>

#include "runtime/agent/human.h"
#include "runtime/agent/referee.h"

/* Steps as ludc_step_play takes them; owned. */
typedef struct {
    char **step;
    size_t n, room;
} PlaySteps;

/* Adds a copy; false: memory is out. */
bool play_steps_add(PlaySteps *steps, const char *text);
void play_steps_free(PlaySteps *steps);
/* Adds the steps of a text, one a line (`#` begins a comment), and closes it.  false: memory is out, or LUDC_IO. */
bool play_steps_read(PlaySteps *steps, FILE *file, const char *name, ludc_error *error);
/* Plays the first n of them from the initial state on.  LUDC_WRONG: the error names the step. */
ludc_status play_steps_make(const PlaySteps *steps, size_t n, const ludc_reasoner *r, void *state, ludc_error *error);

/* What is saved. */
typedef struct {
    const PlaySteps *steps;
    size_t n;                    /* steps that are made */
    uint64_t seed;
    const unsigned char *seat;   /* [players] agents from 0 */
    const RefereeResult *result; /* NULL: the game goes on */
} PlayGame;

/* All of it lives as long as the game. */
typedef struct {
    const ludc_reasoner *r;
    const char *rules;       /* the file, or NULL */
    HumanConsole *console;   /* `command`, `leader` and `persons` are set here */
    unsigned agents;
    const char *const *name; /* [agents], for people */
    const bool *person;      /* [agents] */
    unsigned char seat[REFEREE_ROLES]; /* agents from 0 */
    ludc_clock clock;        /* of those who are no persons */
    uint64_t seed;
    /* An agent for one seat; the game frees it. */
    ludc_agent *(*open)(void *data, unsigned agent, ludc_error *error);
    /* false: the error says why not. */
    bool (*save)(void *data, const char *file, const PlayGame *game, ludc_error *error);
    bool (*load)(void *data, const char *file, PlaySteps *steps, uint64_t *seed, ludc_error *error);
    int (*stopped)(void *data); /* not 0: all ends */
    void *data;
} PlaySetup;

/* Plays until somebody quits, no more lines come, or nobody is left who could go on.  The steps given are made at first; they
 * are taken over.  LUDC_OK; LUDC_WRONG: a step is not legal; LUDC_IO: memory is out, or what open says. */
ludc_status play_game(const PlaySetup *setup, PlaySteps *steps, ludc_error *error);

#endif
