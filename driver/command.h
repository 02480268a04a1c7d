/* command.h - what the files of the subcommands share. */
#ifndef LUDC_DRIVER_COMMAND_H
#define LUDC_DRIVER_COMMAND_H

#include "driver/engine/compile.h"
#include "driver/options.h"

/* Exit codes (doc/design.md, "Decisions"); after signals those of interrupts.h. */
enum { EXIT_DONE = 0, EXIT_WRONG = 1, EXIT_USAGE = 2, EXIT_IO = 3, EXIT_UNSUPPORTED = 4, EXIT_BUG = 70 };

/* A line on standard error, whatever names hold (out_terminal). */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* One row of options.def each; the result is the exit code. */
#define COMMAND(name, usage, summary, details) int cmd_##name(const Options *options);
#define OPTION(kind, field, name, letter, arg, commands, help)
#include "driver/options.def"
#undef COMMAND
#undef OPTION

/* A game on its way from a file to something that plays. */
typedef struct {
    const Options *options;
    Session *session;
    const Source *source;
    CompileOptions compile;
    IrGame *game;
    unsigned functions; /* of the reasoner that are called (ReasonerFunctions); 0: any */
    bool soon; /* the first call matters more than those after it */
    Player player; /* set by job_play */
    StageTimes times;
    const Source *features;     /* the set of features that was read for it last, or NULL */
    struct FeatureCoder *coder; /* of such sets, or NULL */
    double began; /* clock_ms at the start */
    VEC(const char *) def_path, passes, disabled, dump;
    Out dumped;
} Job;

/* The view of games of turns that is not 0 once the limit of turns or moves ended the game. */
#define TURN_LIMIT_VIEW "endType"

/* What a job must keep for its purpose. */
typedef enum {
    KEEP_PLAY,  /* moves and results: the fastest form */
    KEEP_NAMES, /* and how moves read */
    KEEP_ALL    /* and every view of the state */
} Keep;

/* Reads the source and the options; 0, or the exit code after saying why not.
 * job_end is due in any case. */
int job_begin(Job *job, const Options *options, const char *game, Keep keep);
/* Front end and passes for the maker in question (NULL: as for generated code). */
int job_compile(Job *job, const Maker *maker);
/* job_compile and a reasoner by --backend. */
int job_play(Job *job);
/* --plan: what the compilation is to look for, `otherwise` when nothing was said; 0 or
 * EXIT_USAGE after saying which plans there are. */
int job_want_plan(Job *job, unsigned otherwise);
/* After the compilation: do the rules hide something of the position from a player? */
bool job_hides(const Job *job);
/* After the compilation: EXIT_USAGE with a message if a plan asked for by name does not hold. */
int job_has_plan(const Job *job);
/* Prints the diagnostics (and remarks if asked); the exit code they mean. */
int job_report(Job *job);
/* The same after `what` failed: where nothing was filed that is a fault of ludc, which is said. */
int job_refused(Job *job, const char *what);
void job_end(Job *job);

/* EXIT_WRONG with a message when the rules did what they must not while the game was played, else 0. */
int job_fault(Job *job);

/* Plays the steps of --replay and those of --moves on `state`; 0, or the exit code after saying which
 * one is not legal. */
int play_moves(const Job *job, void *state);

/* Wrong usage: prints `ludc: message` and a hint; returns EXIT_USAGE. */
int usage_error(const Options *options, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes to --output or standard output; 0 or EXIT_IO with a message. */
int write_out(const Out *out, const char *path, unsigned mode);
/* Long output as it comes: what stands in `out` goes to standard output and is taken out, once it is much.  EXIT_DONE, or
 * EXIT_IO after saying why not. */
int stream_out(Out *out);

#endif
