/* serve_match.c - the one match that ludc serve plays: what is answered when.
 *
 * Three processes can know its rules: the best player, and two that only find legal moves, as soon as they can.  These are
 * started when the first is slow or gone.  What none knows is guessed from the sheet's text. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "driver/agent/ggp.h"
#include "base/memory.h"
#include "driver/agent/process.h"
#include "driver/serve/serve.h"

/* A match is given up when nothing came for so many of its clocks and seconds. */
static const double silent_clocks = 2, silent_seconds = 10;
/* What an answer needs on its way from the process, in seconds. */
static const double on_the_way = 0.02;

static const char *const names[SERVE_WORKERS] = {"player", "plain player", "prover"};

void serve_log(const ServeOptions *options, const char *format, ...)
{
    struct timespec t;
    va_list args;
    if (!options->log)
        return;
    clock_gettime(CLOCK_REALTIME, &t);
    Out line = {0};
    va_start(args, format);
    out_vprintf(&line, format, args);
    va_end(args);
    for (size_t i = 0; i < line.n; i++)
        if (line.text[i] >= 0 && line.text[i] < ' ')
            line.text[i] = ' '; /* whatever was sent is one line */
    fprintf(options->log, "%lld.%03ld %s\n", (long long)t.tv_sec, t.tv_nsec / 1000000, line.text ? line.text : "");
    fflush(options->log);
    out_free(&line);
}

static char *copy(const char *text, size_t n)
{
    char *new = malloc(n + 1);
    if (!new)
        memory_out();
    memcpy(new, text, n);
    new[n] = '\0';
    return new;
}

/* ---- answers ------------------------------------------------------------------------------------- */

static void answer(ServeMatch *m, const char *text)
{
    Request *request = m->waiting;
    m->waiting = NULL;
    m->starting = false;
    if (!request)
        return;
    serve_log(m->options, "< %.300s", text);
    serve_http_answer(request, text);
}

/* A legal move of this ply that a process named; NULL: there is none. */
static const char *safe_move(const ServeMatch *m)
{
    for (int i = 0; i < SERVE_WORKERS; i++)
        if (m->worker[i].safe.n && m->worker[i].at == m->ply)
            return m->worker[i].safe.text;
    return NULL;
}

/* ---- processes ------------------------------------------------------------------------------------ */

static void tell(ServeMatch *m, const char *text, size_t n)
{
    for (int i = 0; i < SERVE_WORKERS; i++)
        serve_worker_tell(&m->worker[i], text, n);
}

/* The two that only find legal moves. */
static void start_plain(ServeMatch *m)
{
    m->known_by = INFINITY;
    if (m->plain)
        return;
    m->plain = true;
    serve_log(m->options, "plain players are started");
    for (int kind = SERVE_PLAIN; kind <= SERVE_PROVER; kind++) {
        ServeGame game = m->game;
        game.kind = (ServeKind)kind;
        serve_worker_start(&m->worker[kind], &game);
        serve_worker_tell(&m->worker[kind], m->history.text ? m->history.text : "", m->history.n);
    }
}

/* The best that is known now. */
static void answer_anyway(ServeMatch *m)
{
    const char *safe = safe_move(m);
    if (m->starting) {
        answer(m, "ready");
        return;
    }
    serve_log(m->options, safe ? "no answer in time: a move that is known to be legal" : "no legal move is known: a guess");
    answer(m, safe ? safe : m->guess ? m->guess : "noop");
    if (m->worker[SERVE_BEST].at != m->ply || !m->worker[SERVE_BEST].safe.n)
        start_plain(m);
}

/* "safe N MOVE", "move N MOVE": the move if N is this ply; else NULL. */
static const char *move_of(const ServeMatch *m, const char *line, const char *word)
{
    const size_t n = strlen(word);
    char *end;
    if (strncmp(line, word, n) || line[n] != ' ')
        return NULL;
    return strtoul(line + n + 1, &end, 10) == m->ply && *end == ' ' ? end + 1 : NULL;
}

static void hear(void *data, Worker *w, const char *line)
{
    ServeMatch *m = data;
    const char *safe = move_of(m, line, "safe"), *move = move_of(m, line, "move");
    if (safe) {
        w->safe.n = 0;
        out_puts(&w->safe, safe);
        w->at = m->ply;
    } else if (move) {
        if (m->waiting && !m->starting)
            answer(m, move);
    } else if (!strcmp(line, "ready")) {
        if (m->starting && w == &m->worker[SERVE_BEST])
            answer(m, "ready");
    } else if (!strcmp(line, "known")) {
        w->known = true;
        serve_log(m->options, "the %s knows the rules", names[w - m->worker]);
    } else if (strncmp(line, "safe ", 5) && strncmp(line, "move ", 5)) {
        serve_log(m->options, "%.1000s", line);
    }
}

static void hear_workers(ServeMatch *m)
{
    for (int i = 0; i < SERVE_WORKERS; i++) {
        Worker *w = &m->worker[i];
        if (!w->pid || serve_worker_run(w, hear, m))
            continue;
        int signal = serve_worker_end(w);
        serve_log(m->options, signal ? "the process of the %s was ended by signal %d" : "the process of the %s ended", names[i], signal);
        if (i == SERVE_BEST)
            start_plain(m);
    }
}

/* Is there any process that may still say a move? */
static bool any_worker(const ServeMatch *m)
{
    bool any = false;
    for (int i = 0; i < SERVE_WORKERS; i++)
        any = any || m->worker[i].pid;
    return any;
}

/* ---- a match --------------------------------------------------------------------------------------- */

static void forget(ServeMatch *m)
{
    for (int i = 0; i < SERVE_WORKERS; i++)
        serve_worker_end(&m->worker[i]);
    answer(m, "done");
    free(m->id);
    free(m->role);
    free(m->rules);
    free(m->guess);
    m->id = m->role = m->rules = m->guess = NULL;
    out_free(&m->history);
    out_free(&m->last);
}

void serve_end(ServeMatch *m)
{
    if (m->id)
        m->finished++;
    forget(m);
}

void serve_forget(ServeMatch *m, const Request *request)
{
    if (m->waiting == request)
        m->waiting = NULL;
}

/* The name of a match may end in ".seed-N": what ludc match says to a player that is ludc, too. */
static uint64_t seed_of(const char *id)
{
    const char *found = strstr(id, ".seed-");
    return found ? strtoull(found + 6, NULL, 10) : 1;
}

static double margin_of(const ServeMatch *m, double clock) { return fmin(m->options->margin, clock / 2); }

static void heard(ServeMatch *m, double began, double clock)
{
    m->silent = began + silent_clocks * clock + silent_seconds;
}

static const char *start(ServeMatch *m, const Session *session, const GgpMessage *s, double began, Request *request)
{
    size_t n;
    unsigned roles;
    const Ast *guess = ggp_guess(s->rules, s->role);
    const char *rules = ggp_inside(session, s->rules, &n);
    Out text = {0};
    if (!ggp_role(s->rules, s->role, &roles))
        serve_log(m->options, "there is no role %.100s in the rules", s->role);
    m->id = copy(s->match, strlen(s->match));
    m->role = copy(s->role, strlen(s->role));
    m->rules = copy(rules, n);
    if (guess)
        ggp_print(guess, &text);
    m->guess = guess ? copy(text.text, text.n) : NULL;
    out_free(&text);
    m->deadline = began + s->start - margin_of(m, s->start);
    m->known_by = began + fmin(s->start / 2, 5);
    m->game = (ServeGame){.rules = m->rules, .length = n, .role = m->role, .start = s->start, .play = s->play,
                          .until = m->deadline - on_the_way, .seed = seed_of(m->id), .server = getpid(), .options = m->options};
    m->ply = 0;
    m->plain = false;
    m->waiting = request;
    m->starting = true;
    heard(m, began, s->start + s->play);
    serve_worker_start(&m->worker[SERVE_BEST], &m->game);
    return NULL;
}

/* Tells the processes the moves that were made, as one line. */
static void step(ServeMatch *m, const Ast *moves)
{
    Out line = {0};
    m->last.n = 0;
    ggp_print(moves, &m->last);
    out_printf(&line, "step %u %s\n", ++m->ply, m->last.text);
    tell(m, line.text, line.n);
    out_write(&m->history, line.text, line.n);
    out_free(&line);
}

static bool is_last(ServeMatch *m, const Ast *moves)
{
    Out text = {0};
    if (moves)
        ggp_print(moves, &text);
    bool same = text.n == m->last.n && (!text.n || !memcmp(text.text, m->last.text, text.n));
    out_free(&text);
    return same;
}

static const char *play(ServeMatch *m, const GgpMessage *s, double began, Request *request)
{
    char line[64];
    /* the same question again, because its connection was lost; else the server goes on without an answer */
    bool again = m->waiting && !m->starting && is_last(m, s->moves);
    if (m->waiting)
        answer(m, m->starting ? "ready" : "busy");
    if (s->moves && !again)
        step(m, s->moves);
    m->waiting = request;
    m->deadline = began + m->game.play - margin_of(m, m->game.play);
    heard(m, began, m->game.play);
    int n = snprintf(line, sizeof line, "think %u %.6f\n", m->ply, m->deadline - on_the_way);
    if (!any_worker(m))
        answer_anyway(m);
    tell(m, line, (size_t)n);
    return NULL;
}

static const char *take(ServeMatch *m, const Session *session, const GgpMessage *s, double began, Request *request)
{
    const bool mine = m->id && s->match && !strcasecmp(s->match, m->id);
    switch (s->command) {
    case GGP_INFO:
        return m->id ? "( ( name ludc ) ( status busy ) )" : "( ( name ludc ) ( status available ) )";
    case GGP_PREVIEW:
        return m->id ? "busy" : "ready";
    case GGP_START:
        return m->id ? "busy" : start(m, session, s, began, request);
    case GGP_PLAY:
        return mine ? play(m, s, began, request) : "busy";
    case GGP_STOP:
    case GGP_ABORT:
        break;
    }
    if (!mine)
        return "busy";
    serve_end(m);
    return s->command == GGP_STOP ? "done" : "aborted";
}

const char *serve_message(ServeMatch *m, const char *text, size_t n, double began, Request *request, bool *wrong)
{
    Session *session = session_new();
    GgpMessage message;
    const char *reply;
    serve_log(m->options, "> %.*s", (int)(n < 300 ? n : 300), text);
    *wrong = !ggp_read(session, text, n, &message, &reply);
    if (!*wrong)
        reply = take(m, session, &message, began, request);
    session_free(session);
    if (reply)
        serve_log(m->options, "< %s", reply);
    return reply;
}

/* Is there nothing to wait for, as the player's process is gone?  The others have said all that they will. */
static bool is_due(const ServeMatch *m)
{
    return !any_worker(m) || (!m->worker[SERVE_BEST].pid && safe_move(m));
}

/* ---- the clock --------------------------------------------------------------------------------------------- */

double serve_run(ServeMatch *m)
{
    hear_workers(m);
    if (!m->id)
        return INFINITY;
    double now = process_clock();
    if (m->worker[SERVE_BEST].known)
        m->known_by = INFINITY;
    else if (now >= m->known_by)
        start_plain(m);
    if (m->waiting && (now >= m->deadline || is_due(m)))
        answer_anyway(m);
    if (!m->waiting && now >= m->silent) {
        serve_log(m->options, "the server is silent: the match is given up");
        serve_end(m);
        return INFINITY;
    }
    return fmin(m->known_by, m->waiting ? m->deadline : m->silent) - now;
}
