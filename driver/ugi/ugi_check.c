/* ugi_check.c - a program that says that it speaks the Universal Game Interface, tried rule by rule.
 *
 * Rules are a table.  Each begins with a program that said hello; after one that failed another process is started, so that
 * one fault does not become many. */
#include "driver/ugi/ugi_check.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "driver/command.h"
#include "driver/agent/process.h"
#include "runtime/agent/turns.h"
#include "runtime/random.h"

enum { WORD = 512, SAID = 400, PLIES = 12, MOST_PLIES = 2000, OPTIONS = 512, LONG_LINE = 30000 };

typedef struct {
    const char *program;
    const ludc_reasoner *r; /* or NULL */
    LudcTurns turns;
    void *state;
    double patience;
    Process process;
    bool greeted;
    Out sent;  /* in this rule */
    char came[SAID];
    char why[SAID]; /* what is wrong with what came; "" : it did not come */
} Check;

/* ---- lines ------------------------------------------------------------------------------------ */

static void no(Check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void no(Check *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->why, sizeof c->why, format, args);
    va_end(args);
}

static bool sends(Check *c, const char *line)
{
    double deadline = process_clock() + c->patience;
    out_printf(&c->sent, "%s%.120s%s", c->sent.n ? " | " : "", line, strlen(line) > 120 ? ".." : "");
    return process_write(&c->process, line, strlen(line), deadline) == PROCESS_OK &&
           process_write(&c->process, "\n", 1, deadline) == PROCESS_OK;
}

static bool begins(const char *line, const char *word)
{
    size_t n = strlen(word);
    return !strncmp(line, word, n) && (!line[n] || line[n] == ' ');
}

static const char *fate(ProcessResult result)
{
    return result == PROCESS_LATE ? "nothing more in time" : result == PROCESS_LONG ? "a line without end" : "the program ended";
}

/* Reads up to a line that begins with the word, which becomes what came; `each` may refuse lines before it. */
static bool comes_within(Check *c, const char *word, double seconds, bool (*each)(Check *c, const char *line))
{
    const double deadline = process_clock() + seconds;
    char *line;
    for (;;) {
        ProcessResult result = process_line(&c->process, deadline, NULL, NULL, &line);
        if (result) {
            snprintf(c->came, sizeof c->came, "%s", fate(result));
            no(c, "%s", "");
            return false;
        }
        snprintf(c->came, sizeof c->came, "%.390s", line);
        if (begins(line, word))
            return true;
        if (each && !each(c, line))
            return false;
    }
}

static bool comes(Check *c, const char *word) { return comes_within(c, word, c->patience, NULL); }

static bool ask(Check *c, const char *line, const char *word) { return sends(c, line) && comes(c, word); }

static bool answers(Check *c, const char *line, const char *whole)
{
    if (!ask(c, line, "response"))
        return false;
    if (strcmp(c->came, whole) == 0)
        return true;
    no(c, "not `%s`", whole);
    return false;
}

static bool is_ready(Check *c) { return ask(c, "isready", "readyok"); }

/* ---- the game ------------------------------------------------------------------------------------ */

/* Is the word behind "bestmove" a legal move?  Without a game: is there one? */
static bool legal(Check *c)
{
    ludc_move step[2];
    const char *word = c->came + strcspn(c->came, " ");
    word += *word == ' ';
    char one[WORD];
    snprintf(one, sizeof one, "%.*s", (int)strcspn(word, " "), word);
    if (!*one)
        no(c, "there is no move");
    else if (c->r && !ludc_turns_parse(&c->turns, c->state, one, step))
        no(c, "that is no legal move");
    else
        return true;
    return false;
}

/* A legal ply at random, played; its word behind the line.  false: there is none. */
static bool play_ply(Check *c, uint64_t *rng, Out *line, bool first)
{
    const ludc_reasoner *r = c->r;
    unsigned mover = ludc_turns_mover(&c->turns, c->state);
    size_t n = mover ? ludc_moves_of(r, c->state, mover, NULL) : 0;
    ludc_move *list = n ? malloc(n * sizeof *list) : NULL, step[2];
    char word[WORD];
    bool played = list != NULL;
    if (played) {
        ludc_moves_of(r, c->state, mover, list);
        ludc_move move = list[(ludc_next_word(rng) >> 32) * n >> 32];
        played = ludc_turns_step(&c->turns, c->state, mover, move, step);
        size_t length = played ? ludc_turns_text(&c->turns, c->state, step, word, sizeof word) : 0;
        played = length && length < sizeof word && ludc_apply_joint(r, c->state, step, NULL) == LUDC_OK;
    }
    if (played)
        out_printf(line, "%s %s", first ? " moves" : "", word);
    free(list);
    return played;
}

static const char *result_of(const Check *c)
{
    double payoff[2];
    ludc_payoffs(c->r, c->state, payoff);
    return !ludc_over(c->r, c->state) ? "response none"
           : payoff[0] > payoff[1]    ? "response p1win"
           : payoff[0] < payoff[1]    ? "response p2win"
                                      : "response draw";
}

static bool starts(Check *c)
{
    if (c->r)
        ludc_init(c->r, c->state);
    return sends(c, "uginewgame") && sends(c, "position startpos");
}

/* The three questions about the position. */
static bool knows_position(Check *c)
{
    const unsigned mover = ludc_turns_mover(&c->turns, c->state);
    return (!mover || answers(c, "query p1turn", mover == 1 ? "response true" : "response false")) &&
           answers(c, "query gameover", ludc_over(c->r, c->state) ? "response true" : "response false") &&
           answers(c, "query result", result_of(c));
}

/* ---- the rules --------------------------------------------------------------------------------------- */

static bool says_hello(Check *c, const char *line)
{
    if (begins(line, "id") || begins(line, "option") || begins(line, "info") || !*line)
        return true;
    no(c, "only id, option and info lines come before ugiok");
    return false;
}

static bool rule_hello(Check *c) { return sends(c, "ugi") && comes_within(c, "ugiok", c->patience, says_hello); }

static bool no_name_yet(Check *c, const char *line)
{
    if (!begins(line, "ugiok"))
        return true;
    no(c, "%s", "no name came before it");
    return false;
}

static bool rule_name(Check *c)
{
    return sends(c, "ugi") && comes_within(c, "id name", c->patience, no_name_yet) && comes(c, "ugiok");
}

static bool well_formed(Check *c, const char *line)
{
    static const char *const types[] = {"check", "spin", "combo", "button", "string"};
    const char *type = strstr(line, " type ");
    if (!begins(line, "option"))
        return true;
    for (size_t i = 0; i < sizeof types / sizeof *types && type && begins(line, "option name"); i++)
        if (begins(type + 6, types[i]))
            return true;
    no(c, "an option is: option name N type check|spin|combo|button|string ..");
    return false;
}

static bool rule_options(Check *c) { return sends(c, "ugi") && comes_within(c, "ugiok", c->patience, well_formed); }

static bool rule_newgame(Check *c) { return starts(c) && is_ready(c); }

static bool rule_unknown(Check *c) { return sends(c, "xyzzy 1 2 3") && sends(c, "") && is_ready(c); }

static bool rule_position(Check *c) { return starts(c) && knows_position(c); }

static bool rule_moves(Check *c)
{
    uint64_t rng = 1;
    bool kept = starts(c), more = !ludc_chance(c->r);
    Out line = {0};
    out_puts(&line, "position startpos");
    for (int ply = 0; ply < PLIES && kept && more; ply++) {
        more = play_ply(c, &rng, &line, ply == 0) && !ludc_over(c->r, c->state);
        if (more)
            c->sent.n = 0;
        kept = !more || (sends(c, line.text) && knows_position(c));
    }
    out_free(&line);
    return kept;
}

static bool rule_end(Check *c)
{
    uint64_t rng = 2;
    bool kept = starts(c);
    Out line = {0};
    out_puts(&line, "position startpos");
    int ply = 0;
    while (kept && !ludc_chance(c->r) && !ludc_over(c->r, c->state) && ply < MOST_PLIES && play_ply(c, &rng, &line, ply == 0))
        ply++;
    c->sent.n = 0;
    if (kept && ludc_over(c->r, c->state))
        kept = sends(c, line.text) && knows_position(c);
    out_free(&line);
    return kept;
}

static bool only_info(Check *c, const char *line)
{
    if (begins(line, "info") || !*line)
        return true;
    no(c, "only info lines come before bestmove");
    return false;
}

static bool rule_illegal(Check *c)
{
    return starts(c) && sends(c, "position startpos moves no-such-move") && is_ready(c) && sends(c, "position startpos") && is_ready(c);
}

static bool thinks(Check *c, const char *go, double seconds)
{
    return starts(c) && sends(c, go) && comes_within(c, "bestmove", seconds, only_info) && legal(c);
}

static bool rule_movetime(Check *c) { return thinks(c, "go movetime 200", 0.2 + c->patience); }
static bool rule_clock(Check *c) { return thinks(c, "go p1time 2000 p2time 2000 p1inc 100 p2inc 100", 2 + c->patience); }
static bool rule_nodes(Check *c) { return thinks(c, "go nodes 100", c->patience); }
static bool rule_depth(Check *c) { return thinks(c, "go depth 1", c->patience); }

/* No move may come here. */
static bool no_move(Check *c, const char *line, const char *why)
{
    if (!begins(line, "bestmove"))
        return true;
    no(c, "%s", why);
    return false;
}

static bool not_yet(Check *c, const char *line) { return no_move(c, line, "go infinite is answered after stop only"); }
static bool unasked(Check *c, const char *line) { return no_move(c, line, "nobody asked for a move"); }

static bool rule_infinite(Check *c)
{
    if (!starts(c) || !sends(c, "go infinite"))
        return false;
    char *line;
    for (double until = process_clock() + 0.3; process_clock() < until;) {
        ProcessResult result = process_line(&c->process, until, NULL, NULL, &line);
        snprintf(c->came, sizeof c->came, "%.390s", result ? fate(result) : line);
        if (result == PROCESS_LATE)
            break;
        if (result || !not_yet(c, line))
            return false;
    }
    return sends(c, "stop") && comes_within(c, "bestmove", c->patience, only_info) && legal(c);
}

static bool rule_ready(Check *c)
{
    return starts(c) && sends(c, "go infinite") && sends(c, "isready") && comes_within(c, "readyok", c->patience, not_yet) &&
           sends(c, "stop") && comes(c, "bestmove");
}

static bool rule_idle_stop(Check *c)
{
    return starts(c) && sends(c, "stop") && sends(c, "isready") && comes_within(c, "readyok", c->patience, unasked);
}

static bool rule_long(Check *c)
{
    char *line = malloc(LONG_LINE + 1);
    if (!line)
        return false;
    memset(line, 'x', LONG_LINE);
    line[LONG_LINE] = '\0';
    bool kept = sends(c, line) && is_ready(c);
    free(line);
    return kept;
}

/* The program closes its output, and so do we: false, it is still there. */
static bool leaves(Check *c)
{
    const double deadline = process_clock() + c->patience;
    char *line;
    ProcessResult result;
    do
        result = process_line(&c->process, deadline, NULL, NULL, &line);
    while (result == PROCESS_OK);
    snprintf(c->came, sizeof c->came, "%s", result == PROCESS_LATE ? "it goes on" : fate(result));
    c->greeted = false;
    process_end(&c->process, result == PROCESS_CLOSED ? c->patience : 0);
    return result == PROCESS_CLOSED;
}

static bool rule_quit(Check *c) { return sends(c, "quit") && leaves(c); }
static bool rule_quit_thinking(Check *c) { return starts(c) && sends(c, "go infinite") && sends(c, "quit") && leaves(c); }

/* ---- the table ------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *expected;
    bool (*kept)(Check *c);
    bool game; /* needs to know it */
} rules[] = {
    {"hello", "id, option and info lines, then ugiok", rule_hello, false},
    {"name", "id name ..", rule_name, false},
    {"options", "options of known types", rule_options, false},
    {"newgame", "readyok", rule_newgame, false},
    {"unknown", "what is not known is passed over: readyok", rule_unknown, false},
    {"long", "a long line is passed over: readyok", rule_long, false},
    {"position", "the start: response to p1turn, gameover, result", rule_position, true},
    {"moves", "after each move: response to p1turn, gameover, result", rule_moves, true},
    {"end", "a finished game: gameover true and its result", rule_end, true},
    {"illegal", "no move of the game is passed over: readyok", rule_illegal, false},
    {"movetime", "bestmove with a legal move, in time", rule_movetime, false},
    {"clock", "bestmove with a legal move, in time", rule_clock, false},
    {"nodes", "bestmove with a legal move", rule_nodes, false},
    {"depth", "bestmove with a legal move", rule_depth, false},
    {"infinite", "bestmove after stop, not before", rule_infinite, false},
    {"ready", "readyok while it thinks", rule_ready, false},
    {"stop", "nothing without a search", rule_idle_stop, false},
    {"quit", "the program ends", rule_quit, false},
    {"quit-thinking", "the program ends, whatever it does", rule_quit_thinking, false},
};

/* false: there is no program that says hello. */
static bool begin(Check *c)
{
    char why[SAID];
    c->sent.n = 0;
    c->came[0] = c->why[0] = '\0';
    if (!c->process.pid && !process_start(&c->process, c->program, why, sizeof why)) {
        snprintf(c->came, sizeof c->came, "%s", why);
        return false;
    }
    bool hello = c->greeted || ask(c, "ugi", "ugiok");
    if (hello)
        c->sent.n = 0;
    c->greeted = hello;
    return hello;
}

/* Controls would spoil the line. */
static void put(Out *out, const char *text)
{
    for (; *text; text++)
        out_char(out, iscntrl((unsigned char)*text) ? '?' : *text);
}

static void report(const Check *c, size_t rule, bool kept, Out *out)
{
    out_printf(out, "%s\t%s\tsent: ", kept ? "kept" : "broken", rules[rule].name);
    put(out, c->sent.n ? c->sent.text : "nothing");
    out_printf(out, "\texpected: %s\tcame: ", rules[rule].expected);
    put(out, *c->came ? c->came : "nothing");
    if (!kept && *c->why) {
        out_puts(out, ": ");
        put(out, c->why);
    }
    out_char(out, '\n');
}

static size_t try_all(Check *c, Out *out)
{
    size_t broken = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].game && !c->r)
            continue;
        bool kept = (i == 0 ? (begin(c) || c->process.pid) : begin(c)) && rules[i].kept(c);
        report(c, i, kept, out);
        broken += !kept;
        if (!kept) {
            process_end(&c->process, 0);
            c->greeted = false;
        }
    }
    return broken;
}

int ugi_check(const char *program, const ludc_reasoner *r, double patience, Out *out)
{
    Check c = {.program = program, .r = r, .patience = patience};
    if (r && !ludc_turns_begin(&c.turns, r)) {
        say("ludc: this interface is for two roles in turn, and the game has not that");
        return EXIT_UNSUPPORTED;
    }
    if (r && !(c.state = aligned_alloc(64, (ludc_state_size(r) + 63) / 64 * 64)))
        memory_out();
    size_t broken = EXIT_DONE;
    int code = EXIT_DONE;
    if (!process_start(&c.process, program, c.came, sizeof c.came)) {
        say("ludc: %s", c.came);
        code = EXIT_IO;
    } else {
        broken = try_all(&c, out);
        process_end(&c.process, 0);
        code = broken ? EXIT_WRONG : EXIT_DONE;
    }
    out_free(&c.sent);
    free(c.state);
    return code;
}
