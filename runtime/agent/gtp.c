/* gtp.c - the Go Text Protocol: one command a line, one answer each. */
#include "runtime/agent/gtp.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime/agent/ugi_game.h"
#include "runtime/game.h"
#include "runtime/include/ludc_draw.h"

enum { ANSWER = 4096, WORD = 64, COLUMNS = 25, ROWS = 100, ADD = 0, PASS = 1 };

/* A colour's clock: so many stones in so many seconds, or the rest of its game. */
typedef struct {
    double seconds;
    unsigned long stones; /* 0: the rest of the game */
    bool runs;
} Clock;

struct LudcGtp {
    LudcUgiSetup setup;
    UgiGame game;
    unsigned size; /* columns or rows, whichever are more */
    ludc_agent *agent;
    bool begun; /* the agent plays the game, up to */
    size_t played;
    unsigned role;
    ludc_clock clock;
    unsigned char *start;
    double main_time, period; /* as time_settings said; period 0: none */
    unsigned long stones;
    Clock left[2];
    char id[24]; /* of the command */
};

/* ---- answers ----------------------------------------------------------------------------------- */

static void line(LudcGtp *g, const char *text) { g->setup.write(g->setup.data, text); }

static bool answer(LudcGtp *g, bool good, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool answer(LudcGtp *g, bool good, const char *format, ...)
{
    char text[ANSWER];
    int n = snprintf(text, sizeof text, "%c%s ", good ? '=' : '?', g->id);
    va_list args;
    va_start(args, format);
    vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    va_end(args);
    line(g, text);
    line(g, "");
    return true;
}

/* ---- vertices ------------------------------------------------------------------------------------ */

/* The column and row of a label, "B12" as 1 and 12; false: it has not that form. */
static bool place_of(const char *label, unsigned *column, unsigned *row)
{
    char *end;
    if (label[0] < 'A' || label[0] > 'Y' || label[1] < '1' || label[1] > '9')
        return false;
    *column = (unsigned)(label[0] - 'A');
    *row = (unsigned)strtoul(label + 1, &end, 10);
    return !*end && *row < ROWS && *column < COLUMNS;
}

/* Labels have a column I, vertices have none. */
static void vertex_of(const char *label, char *out, size_t size)
{
    unsigned column, row;
    if (place_of(label, &column, &row))
        snprintf(out, size, "%c%u", 'A' + (int)column + (column >= 8), row);
    else
        snprintf(out, size, "%s", label);
}

static bool label_of(const char *vertex, char *out, size_t size)
{
    char letter = (char)toupper((unsigned char)vertex[0]), *end;
    if (letter < 'A' || letter > 'Z' || letter == 'I' || !isdigit((unsigned char)vertex[1]))
        return false;
    unsigned long row = strtoul(vertex + 1, &end, 10);
    snprintf(out, size, "%c%lu", letter > 'I' ? letter - 1 : letter, row);
    return !*end && row > 0 && row < ROWS;
}

/* Does every move put a stone on a site, one for each role and site, or pass? */
static bool puts_stones(LudcGtp *g)
{
    const ludc_reasoner *r = g->setup.r;
    unsigned char taken[COLUMNS][ROWS] = {{0}}; /* by which roles */
    size_t n = ludc_joint(r) || ludc_chance(r) ? 0 : ludc_actions(r);
    bool fits = n > 0;
    for (ludc_action i = 0; i < n && fits; i++) {
        ludc_action_info a;
        char label[WORD];
        unsigned column, row;
        fits = ludc_action_at(r, i, &a) == LUDC_OK && (a.kind == ADD || a.kind == PASS);
        if (!fits || a.kind == PASS)
            continue;
        unsigned char roles = (unsigned char)(a.player == 1 || a.player == 2 ? 1u << a.player : 6);
        size_t length = ludc_action_text(r, i, label, sizeof label);
        fits = length && length < sizeof label && place_of(label, &column, &row) && !(taken[column][row] & roles);
        if (!fits)
            break;
        taken[column][row] |= roles;
        g->size = column + 1 > g->size ? column + 1 : g->size;
        g->size = row > g->size ? row : g->size;
    }
    return fits && g->size > 0;
}

/* ---- the agent -------------------------------------------------------------------------------------- */

static void leave_game(LudcGtp *g)
{
    if (g->begun && g->agent->end)
        g->agent->end(g->agent, ugi_game_now(&g->game), NULL);
    g->begun = false;
}

/* The agent knows all plies, as this role; false: it gave up. */
static bool catch_up(LudcGtp *g, unsigned role)
{
    if (g->begun && (g->role != role || g->played > g->game.plies))
        leave_game(g);
    if (!g->begun) {
        memcpy(g->start, ugi_game_state(&g->game, 0), g->game.stride);
        const ludc_seat seat = {g->setup.r, g->start, g->setup.rules, role, g->setup.seed, &g->clock};
        if (g->agent->begin && g->agent->begin(g->agent, &seat))
            return false;
        g->begun = true;
        g->role = role;
        g->played = 0;
    }
    for (; g->played < g->game.plies; g->played++)
        if (g->agent->played && g->agent->played(g->agent, g->game.step[g->played], ugi_game_state(&g->game, g->played + 1)))
            return false;
    return true;
}

/* What the colour's clock allows; canadian overtime: an equal part for each stone. */
static void set_clock(LudcGtp *g, unsigned role, ludc_question *q, double left[2])
{
    const Clock *c = &g->left[role - 1];
    g->clock = (ludc_clock){0};
    left[0] = left[1] = INFINITY;
    q->seconds = INFINITY;
    if (!c->runs)
        return;
    const double least = 1e-3;
    if (c->stones) {
        g->clock.move = q->seconds = fmax(least, c->seconds / (double)c->stones);
    } else {
        g->clock.base = fmax(least, c->seconds);
        q->seconds = left[role - 1] = g->clock.base;
    }
}

/* ---- commands ------------------------------------------------------------------------------------------ */

enum { WORDS = 8 };

typedef struct {
    const char *word[WORDS]; /* "" behind the last one */
} Words;

static bool do_protocol_version(LudcGtp *g, const Words *w) { return (void)w, answer(g, true, "2"); }
static bool do_name(LudcGtp *g, const Words *w) { return (void)w, answer(g, true, "ludc"); }
static bool do_version(LudcGtp *g, const Words *w) { return (void)w, answer(g, true, "%s", ludc_version()); }
static bool do_known_command(LudcGtp *g, const Words *w);
static bool do_list_commands(LudcGtp *g, const Words *w);

static bool do_quit(LudcGtp *g, const Words *w)
{
    (void)w;
    answer(g, true, "%s", "");
    return false;
}

static bool do_boardsize(LudcGtp *g, const Words *w)
{
    char *end;
    unsigned long n = strtoul(w->word[1], &end, 10);
    if (!*w->word[1] || *end)
        return answer(g, false, "boardsize not an integer");
    return n == g->size ? answer(g, true, "%s", "") : answer(g, false, "unacceptable size");
}

static bool do_clear_board(LudcGtp *g, const Words *w)
{
    (void)w;
    leave_game(g);
    g->game.plies = 0;
    for (int p = 0; p < 2; p++)
        g->left[p] = (Clock){g->main_time > 0 ? g->main_time : g->period, g->main_time > 0 ? 0 : g->stones, g->main_time > 0 || g->period > 0};
    return answer(g, true, "%s", "");
}

/* What a game is worth its rules say: any number is taken, and does nothing. */
static bool do_komi(LudcGtp *g, const Words *w)
{
    char *end;
    double komi = strtod(w->word[1], &end);
    return *w->word[1] && !*end && isfinite(komi) ? answer(g, true, "%s", "") : answer(g, false, "komi not a float");
}

/* 1, 2; 0: no colour. */
static unsigned colour_of(const char *word)
{
    return !strcasecmp(word, "b") || !strcasecmp(word, "black") ? 1 : !strcasecmp(word, "w") || !strcasecmp(word, "white") ? 2 : 0;
}

static unsigned mover(const LudcGtp *g) { return ludc_turns_mover(&g->game.turns, ugi_game_now(&g->game)); }

static bool do_play(LudcGtp *g, const Words *w)
{
    char label[WORD];
    unsigned role = colour_of(w->word[1]);
    bool pass = !strcasecmp(w->word[2], "pass");
    if (!role || (!pass && !label_of(w->word[2], label, sizeof label)))
        return answer(g, false, "invalid color or coordinate");
    if (mover(g) != role || !ugi_game_play(&g->game, pass ? "pass" : label))
        return answer(g, false, "illegal move");
    return answer(g, true, "%s", "");
}

/* The chosen move is played, and said. */
static bool put_down(LudcGtp *g, unsigned role, ludc_move move)
{
    char word[WORD], vertex[WORD];
    ludc_move step[2];
    const void *now = ugi_game_now(&g->game);
    size_t n = ludc_turns_step(&g->game.turns, now, role, move, step) ? ludc_turns_text(&g->game.turns, now, step, word, sizeof word) : 0;
    if (!n || n >= sizeof word || !ugi_game_play(&g->game, word))
        return answer(g, false, "the agent has no legal move");
    vertex_of(word, vertex, sizeof vertex);
    return answer(g, true, "%s", vertex);
}

static bool do_genmove(LudcGtp *g, const Words *w)
{
    unsigned role = colour_of(w->word[1]);
    double left[2];
    ludc_question question = {.left = left};
    ludc_move move = LUDC_NO_MOVE;
    if (!role)
        return answer(g, false, "invalid color");
    if (ludc_over(g->setup.r, ugi_game_now(&g->game)))
        return answer(g, true, "pass");
    if (mover(g) != role)
        return answer(g, false, "it is not that color's turn");
    set_clock(g, role, &question, left);
    if (!catch_up(g, role))
        return answer(g, false, "the agent gave up: %s", g->agent->why);
    question.state = ugi_game_now(&g->game);
    ludc_agent_status status = g->agent->choose(g->agent, &question, &move);
    if (status == LUDC_AGENT_RESIGNED)
        return answer(g, true, "resign");
    return status ? answer(g, false, "the agent gave up: %s", g->agent->why) : put_down(g, role, move);
}

static bool do_showboard(LudcGtp *g, const Words *w)
{
    (void)w;
    const ludc_reasoner *r = g->setup.r;
    const void *now = ugi_game_now(&g->game);
    size_t n = ludc_draw_text(r, now, NULL, NULL, 0);
    char *text = n ? malloc(n + 1) : NULL, head[WORD];
    if (!text)
        return answer(g, false, "there is no drawing of this game");
    ludc_draw_text(r, now, NULL, text, n + 1);
    snprintf(head, sizeof head, "=%s ", g->id);
    line(g, head);
    char *rest = NULL;
    for (char *row = strtok_r(text, "\n", &rest); row; row = strtok_r(NULL, "\n", &rest)) /* an empty line would end the answer */
        line(g, row);
    line(g, "");
    free(text);
    return true;
}

static bool do_undo(LudcGtp *g, const Words *w)
{
    (void)w;
    if (!g->game.plies)
        return answer(g, false, "cannot undo");
    g->game.plies--;
    return answer(g, true, "%s", "");
}

static bool number(const char *word, double *out)
{
    char *end;
    *out = strtod(word, &end);
    return *word && !*end && *out >= 0 && *out < 1e9;
}

/* main time, overtime, stones in it; overtime without stones: there are no limits. */
static bool do_time_settings(LudcGtp *g, const Words *w)
{
    double main_time, period, stones;
    if (!number(w->word[1], &main_time) || !number(w->word[2], &period) || !number(w->word[3], &stones))
        return answer(g, false, "syntax error");
    bool none = period > 0 && stones < 1;
    g->main_time = none ? 0 : main_time;
    g->period = none ? 0 : period;
    g->stones = (unsigned long)stones;
    for (int p = 0; p < 2; p++)
        g->left[p] = (Clock){g->main_time > 0 ? g->main_time : g->period, g->main_time > 0 ? 0 : g->stones, !none && (main_time > 0 || period > 0)};
    return answer(g, true, "%s", "");
}

static bool do_time_left(LudcGtp *g, const Words *w)
{
    unsigned role = colour_of(w->word[1]);
    double seconds, stones;
    if (!role || !number(w->word[2], &seconds) || !number(w->word[3], &stones))
        return answer(g, false, "syntax error");
    g->left[role - 1] = (Clock){seconds, (unsigned long)stones, true};
    return answer(g, true, "%s", "");
}

/* false: that was the last line. */
static const struct {
    const char *word;
    bool (*run)(LudcGtp *g, const Words *w);
} commands[] = {
    {"protocol_version", do_protocol_version},
    {"name", do_name},
    {"version", do_version},
    {"known_command", do_known_command},
    {"list_commands", do_list_commands},
    {"quit", do_quit},
    {"boardsize", do_boardsize},
    {"clear_board", do_clear_board},
    {"komi", do_komi},
    {"play", do_play},
    {"genmove", do_genmove},
    {"showboard", do_showboard},
    {"undo", do_undo},
    {"time_settings", do_time_settings},
    {"time_left", do_time_left},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static bool do_known_command(LudcGtp *g, const Words *w)
{
    bool known = false;
    for (size_t i = 0; i < COMMANDS; i++)
        known |= !strcmp(commands[i].word, w->word[1]);
    return answer(g, true, "%s", known ? "true" : "false");
}

static bool do_list_commands(LudcGtp *g, const Words *w)
{
    (void)w;
    char head[WORD * 2];
    snprintf(head, sizeof head, "=%s %s", g->id, commands[0].word);
    line(g, head);
    for (size_t i = 1; i < COMMANDS; i++)
        line(g, commands[i].word);
    line(g, "");
    return true;
}

/* ---- lines ----------------------------------------------------------------------------------------------- */

/* Tabs are blanks, other controls are nothing, and a # begins what is for people. */
static void tidy(const char *text, size_t length, char *out)
{
    size_t n = 0;
    for (size_t i = 0; i < length && text[i] != '#'; i++)
        if (text[i] == '\t')
            out[n++] = ' ';
        else if ((unsigned char)text[i] >= ' ' && text[i] != 127)
            out[n++] = text[i];
    out[n] = '\0';
}

static bool is_number(const char *word)
{
    size_t n = strspn(word, "0123456789");
    return n && !word[n] && n < 20;
}

static bool command(LudcGtp *g, char *text)
{
    Words w;
    char *rest = NULL, *word = strtok_r(text, " ", &rest);
    g->id[0] = '\0';
    if (word && is_number(word)) {
        snprintf(g->id, sizeof g->id, "%s", word);
        word = strtok_r(NULL, " ", &rest);
    }
    if (!word && !*g->id)
        return true;
    for (int i = 0; i < WORDS; i++) {
        w.word[i] = word ? word : "";
        word = word ? strtok_r(NULL, " ", &rest) : NULL;
    }
    for (size_t i = 0; i < COMMANDS; i++)
        if (!strcmp(commands[i].word, w.word[0]))
            return commands[i].run(g, &w);
    return answer(g, false, "unknown command");
}

bool ludc_gtp_line(LudcGtp *g, const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy) {
        g->id[0] = '\0';
        return answer(g, false, "there is too little memory for that line");
    }
    tidy(text, length, copy);
    bool more = command(g, copy);
    free(copy);
    return more;
}

/* ---- an engine ----------------------------------------------------------------------------------------------- */

static bool begin(LudcGtp *g, const LudcTurns *turns, ludc_error *error)
{
    if (!ugi_game_begin(&g->game, turns) || !(g->start = aligned_alloc(64, g->game.stride))) {
        ludc_error_set(error, LUDC_IO, "", "there is too little memory");
        return false;
    }
    if (!puts_stones(g)) {
        ludc_error_set(error, LUDC_UNSUPPORTED, "", "GTP is for games whose moves put a stone on a site with a letter and a number, or pass");
        return false;
    }
    g->agent = g->setup.make(g->setup.data, g->setup.spec, error);
    return g->agent != NULL;
}

LudcGtp *ludc_gtp_new(const LudcUgiSetup *setup, ludc_error *error)
{
    LudcTurns turns;
    if (!ludc_turns_begin(&turns, setup->r)) {
        ludc_error_set(error, LUDC_UNSUPPORTED, "", "this interface is for two roles in turn, and the game has not that");
        return NULL;
    }
    LudcGtp *g = calloc(1, sizeof *g);
    if (!g) {
        ludc_error_set(error, LUDC_IO, "", "there is too little memory");
        return NULL;
    }
    g->setup = *setup;
    if (begin(g, &turns, error))
        return g;
    ludc_gtp_free(g);
    return NULL;
}

void ludc_gtp_free(LudcGtp *g)
{
    if (!g)
        return;
    if (g->agent)
        leave_game(g);
    ludc_agent_free(g->agent);
    ugi_game_free(&g->game);
    free(g->start);
    free(g);
}
