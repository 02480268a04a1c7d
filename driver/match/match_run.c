/* match_run.c - the games of a match, played by several threads; what counts is in the order of their numbers. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/features/features.h"
#include "base/memory.h"
#include "driver/interrupts.h"
#include "driver/match/match.h"
#include "driver/play/terminal.h"

/* Where one game is played at a time an answer may come so much after -t SECONDS: threads of a busy machine are woken late. */
static const double slack_s = 0.25, progress_ms = 200;

/* ---- what counts -------------------------------------------------------------------------------- */

/* Pairs and games of two agents as they come, for the sequential test. */
static void add_quickly(Match *m, const Game *g)
{
    const size_t place = (g->number - 1) % m->seating.n % 2;
    int halves = match_game_halves(g);
    m->quick.single[halves]++;
    if (m->seating.pairs && place == 1 && m->ngame > 1 && m->game[m->ngame - 2].number + 1 == g->number)
        m->quick.pair[halves + match_game_halves(&m->game[m->ngame - 2])]++;
}

void match_add(Match *m, const Game *game)
{
    if (m->ngame == m->room) {
        m->room = m->room ? 2 * m->room : 256;
        m->game = realloc(m->game, m->room * sizeof *m->game);
        if (!m->game)
            memory_out();
    }
    m->game[m->ngame++] = *game;
    if (!m->has_sprt)
        return;
    m->quick.paired = m->seating.pairs;
    add_quickly(m, game);
    m->llr = match_sums_llr(&m->quick, &m->sprt);
    m->verdict = match_sprt_verdict(&m->sprt, m->llr);
}

/* ---- workers ---------------------------------------------------------------------------------------- */

/* A game that was played out of turn. */
typedef struct Waiting {
    Game game;
    Out record;
    struct Waiting *next;
} Waiting;

typedef struct {
    Match *m;
    pthread_mutex_t lock;
    uint64_t next;     /* the number that is played next */
    uint64_t due;      /* the number that counts next */
    Waiting *waiting;
    bool stop;         /* nothing that is not over yet counts */
    int code;
    double shown;      /* clock_ms of the last progress */
    bool terminal;
} Run;

typedef struct {
    Run *run;
    Match *m;
    pthread_t thread;
    AgentHost host;
    HumanConsole console; /* of persons, whose */
    Terminal *terminal;   /* is standard error: results go to standard output */
    unsigned persons;     /* bits 1 << (role - 1), of the game */
    ludc_agent **agent; /* [agents * players]: an agent, as often as it sits; NULL: not opened yet */
    ludc_agent *at[REFEREE_ROLES];
    uint64_t number;    /* of the game */
    void *state;        /* for the log: the position */
    Opening steps;      /* of the game, for its record */
} Worker;

static void fail(Run *run, int code)
{
    pthread_mutex_lock(&run->lock);
    run->code = run->code ? run->code : code;
    run->stop = true;
    pthread_mutex_unlock(&run->lock);
}

static bool stops(Run *run)
{
    pthread_mutex_lock(&run->lock);
    bool stop = run->stop || interrupts_came();
    pthread_mutex_unlock(&run->lock);
    return stop;
}

static int stopped(void *data)
{
    Worker *w = data;
    return stops(w->run);
}

/* ---- the log -------------------------------------------------------------------------------------------- */

static void log_line(const Worker *w, const char *who, const char *what)
{
    Match *m = w->m;
    pthread_mutex_lock(&m->log_lock);
    fprintf(m->log, "%.3f game %llu %s%s\n", (clock_ms() - m->began) / 1e3, (unsigned long long)w->number, who, what);
    fflush(m->log);
    pthread_mutex_unlock(&m->log_lock);
}

static unsigned role_of(const Worker *w, const ludc_agent *agent)
{
    for (unsigned p = 0; p < w->m->r->players; p++)
        if (w->at[p] == agent)
            return p + 1;
    return 0;
}

static void log_agent(void *data, const ludc_agent *agent, bool to, const char *line)
{
    const Worker *w = data;
    char who[64];
    snprintf(who, sizeof who, "player %u %s ", role_of(w, agent), to ? "<" : ">");
    log_line(w, who, line);
}

/* The line that a role expects, from the position in which it thinks. */
static void write_expected(const Worker *w, const ludc_thought *t, Out *out)
{
    const ludc_reasoner *r = w->m->r;
    void *state = malloc(ludc_state_size(r));
    if (!state)
        memory_out();
    ludc_copy(r, state, w->state);
    out_puts(out, " line");
    for (size_t i = 0; i < t->steps && !ludc_over(r, state); i++) {
        char text[256];
        ludc_step_text(r, state, t->line + i * r->players, text, sizeof text);
        out_printf(out, "%s %s", i && r->joint ? " |" : "", text);
        ludc_apply_joint(r, state, t->line + i * r->players, NULL);
    }
    free(state);
}

static void log_thought(void *data, unsigned role, const ludc_thought *t)
{
    const Worker *w = data;
    Out out = {0};
    out_printf(&out, "player %u thinks iterations %llu nodes %llu depth %u seconds %.3f", role,
               (unsigned long long)t->iterations, (unsigned long long)t->nodes, t->depth, t->seconds);
    for (unsigned p = 0; p < w->m->r->players && t->value; p++)
        out_printf(&out, "%s %.4f", p ? "" : " value", t->value[p]);
    out_puts(&out, t->proved ? " proved" : "");
    if (t->steps)
        write_expected(w, t, &out);
    log_line(w, out.text, "");
    out_free(&out);
}

/* ---- a game ------------------------------------------------------------------------------------------------ */

static void forget_steps(Opening *steps)
{
    for (size_t i = 0; i < steps->n; i++)
        free(steps->step[i]);
    free(steps->step);
    *steps = (Opening){0};
}

/* The step as text, with its lots. */
static void step_text(const ludc_reasoner *r, const RefereeStep *step, Out *out)
{
    size_t length = ludc_step_text(r, step->before, step->moves, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        memory_out();
    ludc_step_text(r, step->before, step->moves, text, length + 1);
    out_printf(out, "%s%s%s", text, *step->lots ? "~" : "", step->lots);
    free(text);
}

static void step(void *data, const RefereeStep *made)
{
    Worker *w = data;
    Match *m = w->m;
    Out text = {0};
    step_text(m->r, made, &text);
    if (m->log) {
        ludc_copy(m->r, w->state, made->after);
        log_line(w, made->asked ? "plays " : "begins with ", text.text);
    }
    if (m->recorder) {
        w->steps.step = realloc(w->steps.step, (w->steps.n + 1) * sizeof *w->steps.step);
        if (!w->steps.step)
            memory_out();
        w->steps.step[w->steps.n++] = text.text;
        text = (Out){0};
    }
    out_free(&text);
}

static int believed(void *data, unsigned role)
{
    const Worker *w = data;
    return !agent_kind(w->m->agent[w->m->seating.seat[(w->number - 1) % w->m->seating.n * w->m->r->players + role - 1]]);
}

/* Seats the agents of a game, opening those that are not open yet; false: one cannot be opened. */
static bool sit(Worker *w, const unsigned char *seat)
{
    Match *m = w->m;
    unsigned taken[MATCH_AGENTS] = {0};
    w->persons = 0;
    for (unsigned p = 0; p < m->r->players; p++) {
        ludc_agent **place = &w->agent[(size_t)seat[p] * m->r->players + taken[seat[p]]++];
        ludc_error error = {0};
        w->host.lanes = m->in_lanes[seat[p]] ? &m->by_lanes : NULL;
        if (!*place)
            *place = agent_open(m->agent[seat[p]], &w->host, &error);
        if (!*place) {
            say("ludc: %s", error.message);
            fail(w->run, (int)error.status);
            return false;
        }
        w->at[p] = *place;
        const AgentKind *kind = agent_kind(m->agent[seat[p]]);
        w->persons |= kind && kind->person ? 1u << p : 0;
    }
    return true;
}

static bool play(Worker *w, Game *game)
{
    Match *m = w->m;
    ludc_error error = {0};
    const uint64_t round = (game->number - 1) / m->seating.n;
    Referee f = {.r = m->r, .rules = m->job->source->name, .agent = w->at, .clock = &m->clock,
                 .seed = referee_seed(m->seed, game->number), .slack = slack_s,
                 .max_moves = m->options->max_moves, .together = m->together, .stopped = stopped, .data = w};
    if (m->openings.n) {
        const Opening *opening = &m->openings.at[round % m->openings.n];
        f.opening = (const char *const *)opening->step;
        f.nopening = opening->n;
    }
    f.untimed = m->clock.base > 0 ? 0 : w->persons;
    w->console.persons = w->persons;
    f.step = m->log || m->recorder ? step : NULL;
    f.tell = m->log ? log_thought : NULL;
    f.proved = m->options->adjudicate ? believed : NULL;
    if (m->log)
        ludc_init(m->r, w->state);
    ludc_status status = referee_play(&f, &game->result, &error);
    if (status) {
        say("ludc: game %llu: %s", (unsigned long long)game->number, error.message);
        fail(w->run, (int)status);
    }
    return !status;
}

/* ---- counting ------------------------------------------------------------------------------------------------- */

static void show_progress(Run *run, bool last)
{
    Out out = {0};
    if (!run->terminal || (!last && clock_ms() - run->shown < progress_ms))
        return;
    run->shown = clock_ms();
    if (!last)
        match_progress(run->m, &out);
    fprintf(stderr, "\r\033[K%s", out.text ? out.text : "");
    fflush(stderr);
    out_free(&out);
}

static void count(Run *run, const Waiting *w)
{
    Match *m = run->m;
    match_add(m, &w->game);
    run->due++;
    if (m->record && (fwrite(w->record.text, 1, w->record.n, m->record) != w->record.n || fflush(m->record))) {
        say("ludc: cannot write %s: %s", m->options->record_to, strerror(errno));
        run->code = EXIT_IO;
    }
    run->stop = run->stop || run->code || m->verdict;
}

/* A game is over: it and those that waited for it count. */
static void hand_in(Run *run, Waiting *w)
{
    pthread_mutex_lock(&run->lock);
    Waiting **at = &run->waiting;
    while (*at && (*at)->game.number < w->game.number)
        at = &(*at)->next;
    w->next = *at;
    *at = w;
    while (!run->stop && run->waiting && run->waiting->game.number == run->due) {
        Waiting *first = run->waiting;
        count(run, first);
        run->waiting = first->next;
        out_free(&first->record);
        free(first);
    }
    show_progress(run, false);
    pthread_mutex_unlock(&run->lock);
}

static void log_result(const Worker *w, const Game *game)
{
    Out out = {0};
    match_result_words(w->m, game, &out);
    if (game->result.why[0])
        out_printf(&out, ": %s", game->result.why);
    log_line(w, "ends: ", out.text);
    out_free(&out);
}

/* 0: none is left. */
static uint64_t take_number(Run *run)
{
    pthread_mutex_lock(&run->lock);
    uint64_t number = run->stop || interrupts_came() || run->next > run->m->last ? 0 : run->next++;
    pthread_mutex_unlock(&run->lock);
    return number;
}

/* Plays a game and hands it in; false: the match is over. */
static bool one_game(Worker *w, uint64_t number)
{
    Match *m = w->m;
    Waiting *done = calloc(1, sizeof *done);
    Out why = {0};
    if (!done)
        memory_out();
    w->number = number;
    done->game = (Game){.number = number, .seat = m->seating.seat + (number - 1) % m->seating.n * m->r->players};
    forget_steps(&w->steps);
    bool good = sit(w, done->game.seat) && play(w, &done->game);
    RefereeEnd end = done->game.result.end;
    if (good && end == REFEREE_LEFT)
        fail(w->run, EXIT_DONE);
    good = good && end != REFEREE_LEFT && end != REFEREE_STOPPED;
    if (good && m->log)
        log_result(w, &done->game);
    if (good && m->recorder &&
        !match_record_game(m, &done->game, (const char *const *)w->steps.step, w->steps.n, &done->record, &why)) {
        say("ludc: internal error: game %llu cannot be recorded: %s", (unsigned long long)number, why.text);
        fail(w->run, EXIT_BUG);
        good = false;
    }
    out_free(&why);
    if (good) {
        hand_in(w->run, done);
    } else {
        out_free(&done->record);
        free(done);
    }
    return good;
}

static void *work(void *data)
{
    Worker *w = data;
    for (uint64_t number = take_number(w->run); number && one_game(w, number); number = take_number(w->run))
        ;
    return NULL;
}

static void worker_begin(Worker *w, Run *run)
{
    Match *m = run->m;
    *w = (Worker){.run = run, .m = m};
    w->host = (AgentHost){.rules = m->job->source->name, .line = m->log ? log_agent : NULL, .data = w,
                          .maker = features_maker(m->job)};
    if (m->persons) {
        w->terminal = terminal_open(stderr);
        w->console = (HumanConsole){.ask = terminal_ask, .write = terminal_write, .data = w->terminal, .colour = terminal_colour(stderr)};
        w->host.console = &w->console;
    }
    w->agent = calloc((size_t)m->agents * m->r->players, sizeof *w->agent);
    w->state = aligned_alloc(64, (ludc_state_size(m->r) + 63) / 64 * 64);
    if (!w->agent || !w->state)
        memory_out();
}

static void serve_worker_end(Worker *w)
{
    for (size_t i = 0; i < (size_t)w->m->agents * w->m->r->players; i++)
        ludc_agent_free(w->agent[i]);
    forget_steps(&w->steps);
    terminal_close(w->terminal);
    free(w->agent);
    free(w->state);
}

int match_run(Match *m)
{
    Run run = {.m = m, .terminal = isatty(STDERR_FILENO) && !m->persons};
    size_t threads = m->options->has_concurrency ? (size_t)m->options->concurrency : 1, started = 0;
    run.next = run.due = m->ngame ? m->game[m->ngame - 1].number + 1 : m->first;
    run.stop = m->verdict != SPRT_OPEN;
    pthread_mutex_init(&run.lock, NULL);
    Worker *worker = calloc(threads, sizeof *worker);
    if (!worker)
        memory_out();
    for (size_t i = 0; i < threads; i++)
        worker_begin(&worker[i], &run);
    while (started + 1 < threads && !pthread_create(&worker[started + 1].thread, NULL, work, &worker[started + 1]))
        started++;
    work(&worker[0]);
    for (size_t i = 1; i <= started; i++)
        pthread_join(worker[i].thread, NULL);
    show_progress(&run, true);
    for (size_t i = 0; i < threads; i++)
        serve_worker_end(&worker[i]);
    while (run.waiting) {
        Waiting *next = run.waiting->next;
        out_free(&run.waiting->record);
        free(run.waiting);
        run.waiting = next;
    }
    free(worker);
    pthread_mutex_destroy(&run.lock);
    m->interrupted = interrupts_came() != 0;
    return run.code;
}
