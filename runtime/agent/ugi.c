/* ugi.c - the Universal Game Interface: lines in, lines out, thinking in a thread of its own.
 *
 * The thread that feeds lines owns the machine; the one that thinks reads the game and the clock, which nobody changes
 * meanwhile: what would waits for a search that ends by itself, and ends one that does not. */
#include "runtime/agent/ugi.h"

#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/agent/ugi_game.h"
#include "runtime/game.h"
#include "runtime/include/ludc_search.h"

enum { LINE = 4096, WORD = 512, PV = 24, SPEC = 4096 };

/* What an answer may need after the search has ended; what a game's clock keeps for that. */
static const double endless = 1e9;

typedef struct {
    double movetime, time[2], increment[2]; /* seconds; time < 0: there is none */
    uint64_t nodes;
    unsigned long depth;
    bool infinite;
} Limits;

struct LudcUgi {
    LudcUgiSetup setup;
    UgiGame game;
    char spec[SPEC];
    uint64_t seed;

    ludc_agent *agent; /* NULL: to be made */
    bool begun;        /* it plays the game, up to */
    size_t played;     /* plies, as role */
    unsigned role;
    ludc_clock clock;     /* the agent's seat points here, */
    unsigned char *start; /* and here */

    Limits limits;
    double began; /* seconds of the clock */
    pthread_t thread;
    bool thinking; /* there is a thread to be joined */
    atomic_bool stop;
    atomic_ulong depth; /* of the search, as last told */
    pthread_mutex_t lock; /* of `write`, and of waiting for `stop` */
    pthread_cond_t stopped;
};

/* ---- writing ----------------------------------------------------------------------------- */

static void say(LudcUgi *u, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(LudcUgi *u, const char *format, ...)
{
    char line[LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    pthread_mutex_lock(&u->lock);
    u->setup.write(u->setup.data, line);
    pthread_mutex_unlock(&u->lock);
}

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the agent ----------------------------------------------------------------------------- */

static bool need_agent(LudcUgi *u, ludc_error *error)
{
    if (!u->agent)
        u->agent = u->setup.make(u->setup.data, u->spec, error);
    return u->agent != NULL;
}

/* Its game is over as far as the agent knows. */
static void leave_game(LudcUgi *u)
{
    if (u->begun && u->agent->end)
        u->agent->end(u->agent, ugi_game_now(&u->game), NULL);
    u->begun = false;
}

static bool complain(LudcUgi *u)
{
    say(u, "info string the agent gave up: %s", u->agent->why);
    return false;
}

/* The agent knows all plies of the game, as the role that is to move. */
static bool catch_up(LudcUgi *u, unsigned role)
{
    ludc_error error = {0};
    if (!need_agent(u, &error)) {
        say(u, "info string %s", error.message);
        return false;
    }
    if (u->begun && u->role != role)
        leave_game(u);
    if (!u->begun) {
        memcpy(u->start, ugi_game_state(&u->game, 0), u->game.stride);
        const ludc_seat seat = {u->setup.r, u->start, u->setup.rules, role, u->seed, &u->clock};
        if (u->agent->begin && u->agent->begin(u->agent, &seat))
            return complain(u);
        u->begun = true;
        u->role = role;
        u->played = 0;
    }
    for (; u->played < u->game.plies; u->played++)
        if (u->agent->played &&
            u->agent->played(u->agent, u->game.step[u->played], ugi_game_state(&u->game, u->played + 1)))
            return complain(u);
    return true;
}

/* ---- what is thought ------------------------------------------------------------------------- */

static int must_stop(void *data)
{
    LudcUgi *u = data;
    return atomic_load(&u->stop) || (u->limits.depth && atomic_load(&u->depth) >= u->limits.depth);
}

static int at_once(void *data)
{
    (void)data;
    return 1;
}

/* The expected line, as far as words reach. */
static void put_line(const LudcUgi *u, const ludc_thought *t, char *out, size_t size)
{
    const ludc_reasoner *r = u->setup.r;
    unsigned char *state = aligned_alloc(64, u->game.stride);
    size_t n = 0;
    out[0] = '\0';
    if (!state)
        return;
    memcpy(state, ugi_game_now(&u->game), u->game.stride);
    for (size_t i = 0; i < t->steps && i < PV; i++) {
        char word[WORD];
        size_t length = ludc_turns_text(&u->game.turns, state, t->line + 2 * i, word, sizeof word);
        if (!length || length >= sizeof word || n + length + 8 >= size)
            break;
        n += (size_t)snprintf(out + n, size - n, "%s%s", i ? " " : " pv ", word);
        if (ludc_apply_joint(r, state, t->line + 2 * i, NULL))
            break;
    }
    free(state);
}

/* score: thousandths of the way from a draw to a win of the role that is to move. */
static void tell(void *data, const ludc_thought *t)
{
    LudcUgi *u = data;
    char line[LINE], score[48] = "";
    put_line(u, t, line, sizeof line - WORD);
    if (t->value)
        snprintf(score, sizeof score, " score cp %ld", lround(1000 * (2 * t->value[u->role - 1] - 1)));
    atomic_store(&u->depth, t->proved ? (unsigned long)-1 : t->depth);
    double seconds = now_seconds() - u->began;
    say(u, "info depth %u nodes %llu time %.0f nps %.0f%s%s", t->depth, (unsigned long long)t->iterations, seconds * 1000,
        seconds > 0 ? (double)t->iterations / seconds : 0.0, score, line);
}

/* Thinks without an end of its own, then answers at once; agents that cannot do the former just answer. */
static ludc_agent_status think_on(LudcUgi *u, ludc_question *question, ludc_move *move)
{
    if (u->agent->ponder && !u->agent->ponder(u->agent, question))
        question->stopped = at_once;
    return u->agent->choose(u->agent, question, move);
}

/* Only a `stop` answers "go infinite". */
static void await_stop(LudcUgi *u)
{
    pthread_mutex_lock(&u->lock);
    while (!atomic_load(&u->stop))
        pthread_cond_wait(&u->stopped, &u->lock);
    pthread_mutex_unlock(&u->lock);
}

static void answer(LudcUgi *u, ludc_agent_status status, ludc_move move)
{
    char word[WORD];
    ludc_move step[2];
    const void *now = ugi_game_now(&u->game);
    if (u->limits.infinite && !u->setup.alone)
        await_stop(u);
    if (status == LUDC_AGENT_RESIGNED || status == LUDC_AGENT_LEFT)
        say(u, "info string the agent resigns");
    else if (status)
        complain(u);
    if (!status && ludc_turns_step(&u->game.turns, now, u->role, move, step)) {
        size_t n = ludc_turns_text(&u->game.turns, now, step, word, sizeof word);
        if (n && n < sizeof word) {
            say(u, "bestmove %s", word);
            return;
        }
    }
    say(u, "bestmove (none)");
}

static void *think(void *data)
{
    LudcUgi *u = data;
    const Limits *l = &u->limits;
    const double left[2] = {l->time[0] < 0 ? INFINITY : l->time[0], l->time[1] < 0 ? INFINITY : l->time[1]};
    const bool on = l->infinite || l->depth;
    double own = left[u->role - 1], seconds = on ? INFINITY : l->movetime > 0 ? l->movetime : own;
    ludc_question question = {.state = ugi_game_now(&u->game), .seconds = seconds, .left = left, .stopped = must_stop,
                              .tell = tell, .data = u};
    ludc_move move = LUDC_NO_MOVE;
    ludc_agent_status status = on ? think_on(u, &question, &move) : u->agent->choose(u->agent, &question, &move);
    answer(u, status, move);
    return NULL;
}

/* Ends the thinking, if any; its answer was written after that. */
static void stop_thinking(LudcUgi *u)
{
    pthread_mutex_lock(&u->lock);
    atomic_store(&u->stop, true);
    pthread_cond_signal(&u->stopped);
    pthread_mutex_unlock(&u->lock);
    if (u->thinking)
        pthread_join(u->thread, NULL);
    u->thinking = false;
}

/* ---- commands ------------------------------------------------------------------------------------ */

/* Words of a line, separated by NULs; what is asked for behind the last one is "". */
typedef struct {
    const char *at, *end;
} Words;

static const char *next(Words *w)
{
    const char *word = w->at < w->end ? w->at : "";
    w->at += w->at < w->end ? strlen(w->at) + 1 : 0;
    return word;
}

static void option_line(LudcUgi *u, const ludc_search_options *own, const char *key, const char *choices, const char *standard)
{
    char list[512] = "", text[2048], now[128], find[64];
    size_t n = 0;
    for (const char *c = choices; c && *c && n < sizeof list - 64;) {
        size_t length = strcspn(c, ",");
        n += (size_t)snprintf(list + n, sizeof list - n, " var %.*s", (int)length, c);
        c += length + (c[length] == ',');
    }
    /* the SPEC's own value */
    ludc_search_spec(own, text, sizeof text);
    snprintf(find, sizeof find, "%s=", key);
    const char *found = text + strcspn(text, ":");
    while (*found && strncmp(found + 1, find, strlen(find)) != 0)
        found += 1 + strcspn(found + 1, ",");
    if (!*found)
        return; /* no key of this agent */
    found += 1 + strlen(find);
    snprintf(now, sizeof now, "%.*s", (int)strcspn(found, ","), found);
    say(u, "option name %s type %s default %s%s", key, choices ? "combo" : "string", *now ? now : standard, list);
}

static void do_ugi(LudcUgi *u, Words *w)
{
    (void)w;
    ludc_search_options own;
    say(u, "id name ludc %s %s, %s", ludc_version(), ludc_name(u->setup.r), u->spec);
    say(u, "id author the authors of ludc");
    say(u, "option name seed type string default %llu", (unsigned long long)u->seed);
    const char *key, *choices, *standard;
    if (ludc_search_parse(u->spec, &own, NULL) == LUDC_OK)
        for (size_t i = 0, kind; (kind = (size_t)ludc_search_explain(i, &key, &choices, &standard, NULL)) != 0; i++)
            if (kind == 2)
                option_line(u, &own, key, choices, standard);
    say(u, "ugiok");
}

static bool read_nat(const char *word, uint64_t *out)
{
    char *end;
    if (*word < '0' || *word > '9')
        return false;
    *out = strtoull(word, &end, 10);
    return !*end;
}

static void drop_agent(LudcUgi *u)
{
    leave_game(u);
    ludc_agent_free(u->agent);
    u->agent = NULL;
}

/* setoption name KEY value VALUE: the agent is made anew, so that a wrong value is known at once. */
static void do_setoption(LudcUgi *u, Words *w)
{
    char spec[SPEC];
    const char *name_word = next(w), *name = next(w), *value_word = next(w), *value = next(w);
    if (strcmp(name_word, "name") != 0 || !*name || (*value_word && strcmp(value_word, "value") != 0)) {
        say(u, "info string setoption is: setoption name NAME value VALUE");
        return;
    }
    if (!strcmp(name, "seed")) {
        if (!read_nat(value, &u->seed))
            say(u, "info string seed is a number");
        leave_game(u);
        return;
    }
    size_t n = (size_t)snprintf(spec, sizeof spec, "%s%c%s=%s", u->spec, strchr(u->spec, ':') ? ',' : ':', name, value);
    ludc_error error = {0};
    if (n >= sizeof spec || strpbrk(name, ",=:") || strchr(value, ',')) {
        say(u, "info string that is no option: %.100s", name);
        return;
    }
    ludc_agent *agent = u->setup.make(u->setup.data, spec, &error);
    if (!agent) {
        say(u, "info string %s", error.message);
        return;
    }
    drop_agent(u);
    u->agent = agent;
    snprintf(u->spec, sizeof u->spec, "%s", spec);
}

static void do_isready(LudcUgi *u, Words *w)
{
    (void)w;
    ludc_error error = {0};
    if (!u->thinking && !need_agent(u, &error))
        say(u, "info string %s", error.message);
    say(u, "readyok");
}

static void do_uginewgame(LudcUgi *u, Words *w)
{
    (void)w;
    UgiGame fresh;
    leave_game(u);
    if (!ugi_game_begin(&fresh, &u->game.turns)) {
        say(u, "info string there is too little memory");
        return;
    }
    ugi_game_free(&u->game);
    u->game = fresh;
}

static void do_position(LudcUgi *u, Words *w)
{
    char why[256];
    long common = -1;
    if (!ugi_game_read(&u->game, w->at, w->end, &common, why, sizeof why))
        say(u, "info string %s", why);
    else if (common < 0 || (size_t)common < u->played)
        leave_game(u);
}

static void do_query(LudcUgi *u, Words *w)
{
    const char *what = next(w);
    const ludc_reasoner *r = u->setup.r;
    const void *now = ugi_game_now(&u->game);
    double payoff[2];
    if (!strcmp(what, "p1turn"))
        say(u, "response %s", ludc_turns_mover(&u->game.turns, now) == 1 ? "true" : "false");
    else if (!strcmp(what, "gameover"))
        say(u, "response %s", ludc_over(r, now) ? "true" : "false");
    else if (!strcmp(what, "result")) {
        ludc_payoffs(r, now, payoff);
        say(u, "response %s", !ludc_over(r, now) ? "none" : payoff[0] > payoff[1] ? "p1win" : payoff[0] < payoff[1] ? "p2win" : "draw");
    } else if (!strcmp(what, "fen")) {
        size_t n = ludc_state_text(r, now, NULL, 0) + 16;
        char *line = malloc(n);
        if (!line)
            return;
        strcpy(line, "response ");
        ludc_state_text(r, now, line + 9, n - 9);
        pthread_mutex_lock(&u->lock);
        u->setup.write(u->setup.data, line);
        pthread_mutex_unlock(&u->lock);
        free(line);
    } else
        say(u, "info string query is p1turn, gameover, result or fen, not %.100s", what);
}

static double seconds_of(const char *word)
{
    char *end;
    double ms = strtod(word, &end);
    return end == word || *end || !(ms > 1) ? 1e-3 : fmin(ms / 1000, endless);
}

static void read_limits(LudcUgi *u, Words *w, Limits *l)
{
    *l = (Limits){.time = {-1, -1}};
    uint64_t depth = 0;
    for (const char *word = next(w); *word; word = next(w)) {
        bool number = true;
        if (!strcmp(word, "infinite"))
            l->infinite = true;
        else if (!strcmp(word, "movetime"))
            l->movetime = seconds_of(next(w));
        else if (!strcmp(word, "p1time") || !strcmp(word, "p2time"))
            l->time[word[1] - '1'] = seconds_of(next(w));
        else if (!strcmp(word, "p1inc") || !strcmp(word, "p2inc")) {
            double s = seconds_of(next(w));
            l->increment[word[1] - '1'] = s > 1e-3 ? s : 0;
        } else if (!strcmp(word, "nodes"))
            number = read_nat(next(w), &l->nodes) && l->nodes;
        else if (!strcmp(word, "depth"))
            number = read_nat(next(w), &depth) && depth;
        else
            say(u, "info string go does not know %.100s", word);
        if (!number)
            say(u, "info string after %.100s comes a number from 1 on", word);
    }
    l->depth = depth > 1000000 ? 1000000 : (unsigned long)depth;
}

static void do_go(LudcUgi *u, Words *w)
{
    Limits *l = &u->limits;
    read_limits(u, w, l);
    unsigned role = ludc_turns_mover(&u->game.turns, ugi_game_now(&u->game));
    if (!role) {
        say(u, "info string nobody is to move");
        say(u, "bestmove (none)");
        return;
    }
    bool clocked = l->time[role - 1] >= 0;
    u->clock = (ludc_clock){.move = l->movetime, .base = clocked ? l->time[role - 1] : 0, .increment = clocked ? l->increment[role - 1] : 0,
                            .iterations = l->nodes};
    if (!catch_up(u, role)) {
        say(u, "bestmove (none)");
        return;
    }
    atomic_store(&u->stop, false);
    atomic_store(&u->depth, 0);
    u->began = now_seconds();
    if (u->setup.alone)
        think(u);
    else if (pthread_create(&u->thread, NULL, think, u) == 0)
        u->thinking = true;
    else
        say(u, "bestmove (none)");
}

/* ---- lines ------------------------------------------------------------------------------------------- */

static void do_stop(LudcUgi *u, Words *w)
{
    (void)w;
    stop_thinking(u);
}

/* `waits`: a search that goes on ends first. */
static const struct {
    const char *word;
    void (*run)(LudcUgi *u, Words *w);
    bool waits;
} commands[] = {
    {"ugi", do_ugi, false},
    {"isready", do_isready, false},
    {"query", do_query, false},
    {"stop", do_stop, false},
    {"quit", do_stop, false},
    {"setoption", do_setoption, true},
    {"uginewgame", do_uginewgame, true},
    {"position", do_position, true},
    {"go", do_go, true},
};

/* false: that was the last one. */
static bool command(LudcUgi *u, Words *w)
{
    const char *word = next(w);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].word, word) != 0)
            continue;
        if (commands[i].waits)
            ludc_ugi_finish(u);
        commands[i].run(u, w);
        return strcmp(word, "quit") != 0;
    }
    if (*word)
        say(u, "info string there is no command %.100s", word);
    return true;
}

/* Blanks and other control characters part words. */
static size_t split(const char *line, size_t length, char *out)
{
    size_t n = 0;
    for (size_t i = 0; i < length; i++) {
        bool blank = (unsigned char)line[i] <= ' ' || line[i] == 127;
        if (!blank)
            out[n++] = line[i];
        else if (n && out[n - 1])
            out[n++] = '\0';
    }
    if (n && out[n - 1])
        out[n++] = '\0';
    return n;
}

bool ludc_ugi_line(LudcUgi *u, const char *line, size_t length)
{
    char *text = malloc(length + 1);
    if (!text) {
        say(u, "info string there is too little memory for that line");
        return true;
    }
    Words w = {text, text + split(line, length, text)};
    bool more = command(u, &w);
    free(text);
    return more;
}

void ludc_ugi_finish(LudcUgi *u)
{
    if (u->thinking && !u->limits.infinite) {
        pthread_join(u->thread, NULL);
        u->thinking = false;
    }
    stop_thinking(u);
}

LudcUgi *ludc_ugi_new(const LudcUgiSetup *setup, ludc_error *error)
{
    LudcTurns turns;
    if (!ludc_turns_begin(&turns, setup->r)) {
        ludc_error_set(error, LUDC_UNSUPPORTED, "", "this interface is for two roles in turn, and the game has not that");
        return NULL;
    }
    LudcUgi *u = calloc(1, sizeof *u);
    if (!u || strlen(setup->spec) >= sizeof u->spec || !ugi_game_begin(&u->game, &turns) ||
        !(u->start = aligned_alloc(64, u->game.stride))) {
        if (u)
            ugi_game_free(&u->game);
        free(u);
        ludc_error_set(error, LUDC_IO, "", "there is too little memory");
        return NULL;
    }
    u->setup = *setup;
    u->seed = setup->seed;
    snprintf(u->spec, sizeof u->spec, "%s", setup->spec);
    pthread_mutex_init(&u->lock, NULL);
    pthread_cond_init(&u->stopped, NULL);
    if (need_agent(u, error))
        return u;
    ludc_ugi_free(u);
    return NULL;
}

void ludc_ugi_free(LudcUgi *u)
{
    if (!u)
        return;
    stop_thinking(u);
    if (u->agent)
        drop_agent(u);
    ugi_game_free(&u->game);
    free(u->start);
    pthread_cond_destroy(&u->stopped);
    pthread_mutex_destroy(&u->lock);
    free(u);
}
