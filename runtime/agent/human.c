/* human.c - see human.h. */
#include "runtime/agent/human.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime/abi.h"
#include "runtime/agent/advice.h"
#include "runtime/agent/seen.h"
#include "runtime/reading.h"

enum { WORD = 256, SHOWN = 12, NEAREST = 5, WIDTH = 78 };

/* Where the adviser does not say how long it thinks. */
static const double standard_seconds = 1;

typedef struct {
    ludc_agent agent; /* first, as it is what callers have */
    const HumanConsole *console;
    ludc_seat seat;
    void *state;               /* the position; for what was moved last */
    ludc_draw_options drawing; /* with the last move, where the person can see it */
    char *name;

    const ludc_question *question; /* while one is answered, with */
    TypedMoves moves;
    char begun[WORD]; /* what was typed of a move: its beginning; "" */
} Human;

/* ---- commands ------------------------------------------------------------------------- */

typedef enum { TAKEN, ANSWERED, RESIGNS, LEAVES } Outcome;

static Outcome list_moves(Human *h);
static Outcome hint(Human *h);
static Outcome eval(Human *h);
static Outcome resign(Human *h);
static Outcome help(Human *h);
static Outcome leave(Human *h);

/* What only who leads the game can do has no function. */
static const struct {
    const char *name, *form, *help;
    Outcome (*run)(Human *h);
} commands[] = {
    {"moves", "moves", "lists the legal moves, numbered", list_moves},
    {"hint", "hint", "says what a search would do", hint},
    {"eval", "eval", "says what a search thinks: the value, moves ranked, the line", eval},
    {"undo", "undo", "takes back your last move and what came after it", NULL},
    {"redo", "redo", "makes again what was taken back", NULL},
    {"save", "save FILE", "writes the game", NULL},
    {"load", "load FILE", "goes on with a game that was saved", NULL},
    {"sides", "sides [swap | 2,1]", "says who plays what; changes seats", NULL},
    {"resign", "resign", "gives the game up", resign},
    {"help", "help", "lists this", help},
    {"quit", "quit", "ends", leave},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* Does the line begin with that command, in any case?  What stands behind it. */
static const char *is_command(const char *line, const char *command)
{
    size_t n = strlen(command);
    if (strncasecmp(line, command, n) != 0 || (line[n] && !isspace((unsigned char)line[n])))
        return NULL;
    line += n;
    while (isspace((unsigned char)*line))
        line++;
    return line;
}

/* Control characters, which could move the cursor, become question marks: names and messages come from strangers. */
static void calm(char *text)
{
    for (unsigned char *at = (unsigned char *)text; *at; at++) {
        bool high = at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0; /* in UTF-8 */
        if ((*at < ' ' && *at != '\n') || *at == 0x7f || high)
            *at = '?';
        if (high)
            *++at = '?';
    }
}

void human_write(const HumanConsole *c, const char *format, ...)
{
    char small[WORD * 4];
    va_list args;
    va_start(args, format);
    vsnprintf(small, sizeof small, format, args);
    va_end(args);
    calm(small);
    c->write(c->data, small);
}

static void write_text(const HumanConsole *c, Text *text)
{
    c->write(c->data, text->failed || !text->at ? "there is too little memory\n" : text->at);
    text_free(text);
}

void human_help(const HumanConsole *c)
{
    human_write(c, "A move is typed as `moves` lists it: in any case, its beginning, its number, or first from where, then where to.\n");
    for (size_t i = 0; i < COMMANDS; i++)
        if (commands[i].run || c->command)
            human_write(c, "  %-20s %s\n", commands[i].form, commands[i].help);
}

void human_draw(const HumanConsole *c, const ludc_reasoner *r, const void *state, const ludc_draw_options *drawing)
{
    ludc_draw_options o = *drawing;
    o.size = sizeof o;
    o.colour = c->colour;
    size_t n = ludc_draw_text(r, state, &o, NULL, 0);
    char *text = n ? malloc(n + 1) : NULL;
    if (text) {
        ludc_draw_text(r, state, &o, text, n + 1);
        c->write(c->data, text);
    }
    free(text);
}

void human_role(const ludc_reasoner *r, unsigned role, char *out, size_t size)
{
    const ludc_space *names = r->joint ? ludc_space_of(r, "player") : NULL;
    const char *name = names && names->label && role < names->size ? names->label[role] : NULL;
    if (name)
        snprintf(out, size, "%s", name);
    else
        snprintf(out, size, "player %u", role);
}

/* ---- what can be asked ---------------------------------------------------------------------- */

static Outcome list_moves(Human *h)
{
    const HumanConsole *c = h->console;
    size_t widest = 0, digits = (size_t)snprintf(NULL, 0, "%zu", h->moves.n);
    for (size_t i = 0; i < h->moves.n; i++)
        widest = strlen(h->moves.at[i].text) > widest ? strlen(h->moves.at[i].text) : widest;
    size_t column = digits + widest + 4, columns = column < WIDTH ? WIDTH / column : 1;
    for (size_t i = 0; i < h->moves.n; i++) {
        bool last = i + 1 == h->moves.n || (i + 1) % columns == 0;
        human_write(c, "%*zu  ", (int)digits, i + 1);
        c->write(c->data, h->moves.at[i].text);
        if (last)
            c->write(c->data, "\n");
        else
            human_write(c, "%*s", (int)(widest - strlen(h->moves.at[i].text) + 2), "");
    }
    return TAKEN;
}

static int watch(void *data, const ludc_search *search)
{
    const Human *h = data;
    (void)search;
    return h->question->stopped && h->question->stopped(h->question->data);
}

/* A search of the position; NULL: it was said why there is none. */
static ludc_search *think(Human *h)
{
    const HumanConsole *c = h->console;
    const ludc_reasoner *r = h->seat.r;
    const void *state = h->question->state;
    ludc_error error = {.message = "there is too little memory for a search"};
    if (!c->adviser || !seen_all(r, state, h->seat.role)) {
        human_write(c, c->adviser ? "The rules hide something from you, and a search would see it: no advice.\n"
                                  : "There is nobody to ask.\n");
        return NULL;
    }
    ludc_search *s = ludc_search_new(r, c->adviser, c->seed, &error);
    double seconds = c->adviser->t > 0 || c->adviser->n ? c->adviser->t : standard_seconds;
    ludc_status status = s ? ludc_search_begin(s, state) : LUDC_IO;
    if (!status) {
        ludc_search_watch(s, watch, h);
        status = ludc_search_run(s, c->adviser->n, seconds);
    }
    if (!status)
        return s;
    human_write(c, "%s\n", status == LUDC_UNSUPPORTED ? "that agent does not search where several choose at once" : error.message);
    ludc_search_free(s);
    return NULL;
}

static const char *text_of(const Human *h, ludc_move move)
{
    for (size_t i = 0; i < h->moves.n; i++)
        if (h->moves.at[i].move == move)
            return h->moves.at[i].text;
    return "?";
}

static Outcome hint(Human *h)
{
    ludc_move move;
    ludc_search *s = think(h);
    if (s && ludc_search_best(s, h->seat.role, &move) == LUDC_OK)
        human_write(h->console, "hint: %s\n", text_of(h, move));
    ludc_search_free(s);
    return TAKEN;
}

static Outcome eval(Human *h)
{
    ludc_search *s = think(h);
    Text text = {0};
    if (!s)
        return TAKEN;
    advice_value(h->seat.r, s, &text);
    advice_moves(h->seat.r, s, h->question->state, h->seat.role, &text);
    advice_line(h->seat.r, s, h->question->state, &text);
    write_text(h->console, &text);
    ludc_search_free(s);
    return TAKEN;
}

static Outcome resign(Human *h)
{
    (void)h;
    return RESIGNS;
}

static Outcome help(Human *h)
{
    human_help(h->console);
    return TAKEN;
}

static Outcome leave(Human *h)
{
    (void)h;
    return LEAVES;
}

/* ---- lines ------------------------------------------------------------------------------------ */

static Outcome run(Human *h, size_t command, const char *rest)
{
    const HumanConsole *c = h->console;
    if (commands[command].run)
        return commands[command].run(h);
    HumanCommand done = c->command ? c->command(c->leader, commands[command].name, rest) : HUMAN_UNKNOWN;
    if (done == HUMAN_UNKNOWN)
        human_write(c, "`%s` is not for this game: nobody leads it.\n", commands[command].name);
    return done == HUMAN_LEAVES ? LEAVES : TAKEN;
}

/* A command by its name, or where `shortened` by a beginning that no other has (one that gives up is written out).
 * COMMANDS: it is none. */
static size_t command_of(const char *line, bool shortened, const char **rest)
{
    size_t length = strcspn(line, " \t"), found = COMMANDS, n = 0;
    for (size_t i = 0; i < COMMANDS; i++)
        if ((*rest = is_command(line, commands[i].name)) != NULL)
            return i;
    *rest = line + length + strspn(line + length, " \t");
    for (size_t i = 0; i < COMMANDS && shortened; i++)
        if (length && !strncasecmp(commands[i].name, line, length) && commands[i].run != resign) {
            found = i;
            n++;
        }
    return n == 1 ? found : COMMANDS;
}

/* "A2-A3, A2-B3 and 3 more" */
static void write_some(Human *h, const size_t *place, size_t n, size_t most)
{
    const HumanConsole *c = h->console;
    for (size_t i = 0; i < n && i < most; i++) {
        c->write(c->data, i ? ", " : " ");
        c->write(c->data, h->moves.at[place[i]].text);
    }
    if (n > most)
        human_write(c, " and %zu more", n - most);
    c->write(c->data, "\n");
}

/* A command that a line of three letters or more differs from by one or two; NULL: there is none. */
static const char *nearest_command(const char *line)
{
    enum { LEAST = 3, MOST = 2 };
    const char *best = NULL;
    size_t least = MOST + 1;
    for (size_t i = 0; i < COMMANDS && strlen(line) >= LEAST; i++)
        if (typed_distance(line, commands[i].name) < least) {
            best = commands[i].name;
            least = typed_distance(line, best);
        }
    return best;
}

static Outcome wrong(Human *h, const char *line)
{
    size_t near[NEAREST], n = typed_nearest(&h->moves, line, near, NEAREST);
    const char *word = nearest_command(line);
    human_write(h->console, "`%.60s` is no legal move here and no command. Nearest:%s%s%s", line, word ? " " : "", word ? word : "",
                word && n ? "," : "");
    write_some(h, near, n, NEAREST);
    return TAKEN;
}

/* A move or the beginning of several; false: neither. */
static bool take_move(Human *h, const char *line, ludc_move *move, Outcome *outcome)
{
    size_t found[SHOWN], n = typed_find(&h->moves, line, found, SHOWN);
    if (!n)
        return false;
    *outcome = n == 1 ? ANSWERED : TAKEN;
    if (n == 1) {
        *move = h->moves.at[found[0]].move;
        return true;
    }
    char begun[WORD];
    snprintf(begun, sizeof begun, "%s", line); /* `line` may be made of h->begun */
    memcpy(h->begun, begun, sizeof begun);
    human_write(h->console, "%s can be", begun);
    write_some(h, found, n < SHOWN ? n : SHOWN, SHOWN);
    if (n > SHOWN)
        human_write(h->console, "and %zu more\n", n - SHOWN);
    return true;
}

static bool is_text(const Human *h, const char *line)
{
    for (size_t i = 0; i < h->moves.n; i++)
        if (!strcasecmp(h->moves.at[i].text, line))
            return true;
    return false;
}

static Outcome take_line(Human *h, const char *line, ludc_move *move)
{
    char both[2 * WORD];
    const char *rest;
    Outcome outcome = TAKEN;
    const bool marked = *line == ':'; /* surely a command */
    size_t command = command_of(line + marked, marked, &rest);
    if (command < COMMANDS && (marked || !is_text(h, line)))
        return run(h, command, rest);
    snprintf(both, sizeof both, "%s %.250s", h->begun, line);
    if (*h->begun && *line && take_move(h, both, move, &outcome))
        return outcome;
    h->begun[0] = '\0';
    if (!*line || take_move(h, line, move, &outcome))
        return outcome;
    command = command_of(line, true, &rest);
    return command < COMMANDS ? run(h, command, rest) : wrong(h, line);
}

/* Is what the person types not for the others at this console? */
static bool is_covered(const Human *h)
{
    const ludc_reasoner *r = h->seat.r;
    bool covered = false;
    for (unsigned p = 1; p <= r->players && !covered; p++)
        if (p != h->seat.role && (h->console->persons >> (p - 1) & 1))
            covered = ludc_joint(r) || !seen_all(r, h->question->state, p);
    return covered;
}

static const char *ask(Human *h, char *line, size_t size)
{
    char role[WORD], prompt[2 * WORD + 8];
    const HumanConsole *c = h->console;
    human_role(h->seat.r, h->seat.role, role, sizeof role);
    snprintf(prompt, sizeof prompt, "%s%s%s> ", role, *h->begun ? ", " : "", h->begun);
    const HumanLine asked = {.prompt = prompt, .moves = &h->moves,
                             .covered = is_covered(h)};
    const char *text = c->ask(c->data, &asked);
    if (!text)
        return NULL;
    while (isspace((unsigned char)*text))
        text++;
    snprintf(line, size, "%s", text);
    for (size_t n = strlen(line); n && isspace((unsigned char)line[n - 1]); n--)
        line[n - 1] = '\0';
    return line;
}

static ludc_agent_status question(Human *h, ludc_move *move)
{
    char line[4 * WORD];
    for (;;) {
        if (!ask(h, line, sizeof line))
            return LUDC_AGENT_LEFT;
        switch (take_line(h, line, move)) {
        case ANSWERED: return LUDC_AGENT_OK;
        case RESIGNS: return LUDC_AGENT_RESIGNED;
        case LEAVES: return LUDC_AGENT_LEFT;
        case TAKEN: break;
        }
    }
}

HumanCommand human_after(const HumanConsole *c, const char *line)
{
    const char *rest;
    line += strspn(line, " \t:");
    size_t command = command_of(line, true, &rest);
    if (command == COMMANDS || (commands[command].run && commands[command].run != help && commands[command].run != leave)) {
        if (*line)
            human_write(c, "The game is over: undo, load FILE, save FILE, help or quit.\n");
        return HUMAN_STAYS;
    }
    if (commands[command].run == help)
        human_help(c);
    if (commands[command].run)
        return commands[command].run == leave ? HUMAN_LEAVES : HUMAN_STAYS;
    return c->command ? c->command(c->leader, commands[command].name, rest) : HUMAN_STAYS;
}

/* ---- the agent ------------------------------------------------------------------------------------ */

static void *new_state(const ludc_reasoner *r) { return aligned_alloc(64, (ludc_state_size(r) + 63) / 64 * 64); }

static ludc_agent_status out_of_memory(Human *h)
{
    snprintf(h->agent.why, sizeof h->agent.why, "there is too little memory");
    return LUDC_AGENT_CRASHED;
}

static ludc_agent_status begin(ludc_agent *agent, const ludc_seat *seat)
{
    Human *h = (Human *)agent;
    free(h->state);
    h->seat = *seat;
    h->drawing = (ludc_draw_options){.eyes = seat->role};
    h->state = new_state(seat->r);
    if (!h->state)
        return out_of_memory(h);
    ludc_copy(seat->r, h->state, seat->state);
    return LUDC_AGENT_OK;
}

static ludc_agent_status choose(ludc_agent *agent, const ludc_question *asked, ludc_move *move)
{
    Human *h = (Human *)agent;
    const ludc_reasoner *r = h->seat.r;
    ludc_agent_status status = LUDC_AGENT_OK;
    if (!h->console)
        return LUDC_AGENT_LEFT;
    h->question = asked;
    h->begun[0] = '\0';
    if (!typed_moves(&h->moves, r, asked->state, h->seat.role) || !h->moves.n)
        return out_of_memory(h);
    if (h->moves.n == 1) { /* nothing to choose */
        *move = h->moves.at[0].move;
    } else {
        human_draw(h->console, r, asked->state, &h->drawing);
        status = question(h, move);
    }
    typed_free(&h->moves);
    return status;
}

static ludc_agent_status played(ludc_agent *agent, const ludc_move *moves, const void *state)
{
    Human *h = (Human *)agent;
    const ludc_reasoner *r = h->seat.r;
    const unsigned mover = ludc_joint(r) ? 0 : ludc_mover(r, h->state);
    h->drawing.marks = 0;
    if (mover && (mover == h->seat.role || seen_move(r, h->state, moves[mover - 1], h->seat.role)))
        ludc_draw_mark(&h->drawing, r, h->state, moves[mover - 1]);
    ludc_copy(r, h->state, state);
    return LUDC_AGENT_OK;
}

/* Who leads a game says how it ended; else the person does. */
static ludc_agent_status end(ludc_agent *agent, const void *state, const double *payoff)
{
    Human *h = (Human *)agent;
    if (!h->console || h->console->command || !payoff)
        return LUDC_AGENT_OK;
    human_draw(h->console, h->seat.r, state, &h->drawing);
    human_write(h->console, "The game is over: you get %g.\n", payoff[h->seat.role - 1]);
    return LUDC_AGENT_OK;
}

static void free_agent(ludc_agent *agent)
{
    Human *h = (Human *)agent;
    free(h->state);
    free(h->name);
    free(h);
}

ludc_agent *human_new(const HumanConsole *console, const char *name)
{
    Human *h = calloc(1, sizeof *h);
    char *copy = malloc(strlen(name) + 1);
    if (!h || !copy) {
        free(h);
        free(copy);
        return NULL;
    }
    h->console = console;
    h->name = strcpy(copy, name);
    h->agent = (ludc_agent){.size = sizeof h->agent, .name = copy, .begin = begin, .choose = choose, .played = played,
                            .end = end, .free = free_agent};
    return &h->agent;
}
