/* serve.h - ludc serve: a player of the General Game Playing protocol; what its parts share.
 *
 * serve.c is the command and its loop, serve_http.c reads and answers requests, serve_match.c keeps the one match that is
 * played, serve_worker.c starts and hears the processes that know its rules, serve_child.c and serve_prove.c are such
 * processes.  All but these are one thread. */
#ifndef LUDC_DRIVER_SERVE_H
#define LUDC_DRIVER_SERVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/out.h"
#include "base/session.h"
#include "driver/agent/lines.h"
#include "frontend/sexp/ast.h"

/* What was asked for on the command line. */
typedef struct {
    const char *agent, *backend;
    bool sandbox; /* rules are compiled and played in one (sandbox.h) */
    double margin;   /* seconds kept of each clock */
    unsigned idle;   /* seconds that a connection may be silent; a whole request may take twice as long */
    uint64_t memory; /* bytes that a player's process may take */
    FILE *log;       /* or NULL */
} ServeOptions;

void serve_log(const ServeOptions *options, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The longest message but START and PREVIEW, and the longest line between server and player; bytes. */
enum { SERVE_MESSAGE = 64 << 10, SERVE_LINE = 256 << 10 };

/* ---- the player's process ------------------------------------------------------------------------
 *
 * It is told, a line each: "step N MOVES", the joint move that led to ply N, as a list; "think N TIME", which it answers by
 * "move N MOVE" before that time (process_clock).  It says "known" when it knows the rules, "ready" when it has thought
 * about them, "safe N MOVE", a legal move of ply N; what begins otherwise is for the log.  In between it thinks on. */

/* The best player; one that only finds legal moves, as soon as can be, by a reasoner; the same by proving goals. */
typedef enum { SERVE_BEST, SERVE_PLAIN, SERVE_PROVER, SERVE_WORKERS } ServeKind;

typedef struct {
    const char *rules; /* not terminated */
    size_t length;
    const char *role;
    double start, play; /* clocks */
    double until;       /* of thinking before the match begins */
    uint64_t seed;
    const ServeOptions *options;
    pid_t server;
    ServeKind kind;
} ServeGame;

/* Play until `in` is closed; leave by _exit. */
void serve_child(const ServeGame *game, int in, int out) __attribute__((noreturn));
void serve_prove(const ServeGame *game, int in, int out) __attribute__((noreturn)); /* SERVE_PROVER */
/* What both begin with: a group of its own, no longer there than the server, with no more memory than it was given. */
void serve_limit(const ServeGame *game);
/* With --sandbox: the rules are there already, and what they make of the process reaches its two pipes.  false: it cannot be. */
bool serve_box(const ServeGame *game, int out);
/* A line to the server; when that is gone, the process leaves. */
void serve_say(int out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The rules once more, as they are written; NULL: they cannot be read. */
const Ast *serve_rules(const ServeGame *game, Session *session);

/* ---- processes as the server sees them ----------------------------------------------------------- */

typedef struct {
    pid_t pid; /* 0: there is none */
    int in, out;
    Lines lines;
    Out queue;    /* what it is told and the pipe did not take yet */
    size_t taken; /* of that */
    bool known;
    Out safe;     /* a legal move .. */
    unsigned at;  /* .. of this ply */
} Worker;

/* A line of a process, without its end. */
typedef void WorkerFn(void *data, Worker *worker, const char *line);

/* false: there is none. */
bool serve_worker_start(Worker *worker, const ServeGame *game);
void serve_worker_tell(Worker *worker, const char *text, size_t n);
/* Passes on what it says, and tells it what it was not told yet.  false: it is gone. */
bool serve_worker_run(Worker *worker, WorkerFn *each, void *data);
/* The signal that ended it; 0: none.  One that still runs is ended by SIGKILL. */
int serve_worker_end(Worker *worker);

/* ---- the match ------------------------------------------------------------------------------------- */

typedef struct Request Request; /* one that waits for an answer, serve_http.c's */

typedef struct {
    const ServeOptions *options;
    char *id, *role, *rules; /* id NULL: there is no match */
    char *guess;             /* a move that may be legal, or NULL */
    ServeGame game;
    Worker worker[SERVE_WORKERS];
    Out history;   /* what they were told, for another process */
    Out last;      /* the moves of the last step */
    unsigned ply;  /* steps so far */
    bool plain;    /* the plain players were started: there is but one of each in a match */
    Request *waiting;
    bool starting;    /* it waits for "ready" */
    double known_by;  /* when the rules should be known, process_clock */
    double deadline;  /* of the answer */
    double silent;    /* when the match is given up; process_clock */
    uint64_t finished; /* matches that are over */
} ServeMatch;

/* The answer to a message, for now, or NULL: `request` is answered later.  `began` is when the request began. */
const char *serve_message(ServeMatch *match, const char *text, size_t n, double began, Request *request, bool *wrong);
/* Hears the processes, answers what is due, gives up what is silent; seconds until the next call is wanted. */
double serve_run(ServeMatch *match);
/* The request is gone. */
void serve_forget(ServeMatch *match, const Request *request);
void serve_end(ServeMatch *match);

/* ---- requests ---------------------------------------------------------------------------------------- */

typedef struct Http Http;

/* Takes a listening socket over.  NULL: it does not work. */
Http *serve_http_new(int listening, ServeMatch *match);
void serve_http_free(Http *http);
int serve_http_descriptor(const Http *http); /* readable when there is work */
void serve_http_run(Http *http);
/* Seconds until serve_http_run wants to be called anyway. */
double serve_http_wait(const Http *http);
/* Is any request on its way, or its answer? */
bool serve_http_busy(const Http *http);
/* Answers a request that waits. */
void serve_http_answer(Request *request, const char *text);

#endif
