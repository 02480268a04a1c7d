/* agent_main.c - the program that `ludc build --agent SPEC -o NAME` makes of a game and its search:
 * compiled with -DLUDC_PROGRAM=ludc_reasoner_NAME.
 *
 *   NAME search [--moves M].. [-n ITERATIONS] [-t SECONDS] [--seed N] [--threads N] [--tree D] [--phi] [--json]
 *   NAME play [--player P] [-n ITERATIONS] [-t SECONDS] [--seed N] [--threads N]
 *
 * Exit codes: 0 done, 1 a move is not legal, 2 wrong usage, 3 too little memory, or cannot write. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/include/ludc_search.h"

extern const ludc_reasoner LUDC_PROGRAM;
extern const ludc_search_options ludc_agent_options;

enum { DONE, WRONG, USAGE, NO_ROOM, SHOWN = 12, BAR = 30, LINE = 24, ROLES = 16 };

typedef struct {
    ludc_search_options agent;
    uint64_t seed, tree, player;
    bool json, phi, has_tree;
    char **word; /* of the command line; those of --moves are played in order */
    int words;
} Settings;

static int help(FILE *to, const char *self)
{
    char agent[2048];
    ludc_search_spec(&ludc_agent_options, agent, sizeof agent);
    fprintf(to,
            "%s: %s, %s\n"
            "usage: %s search [--moves M].. [-n ITERATIONS] [-t SECONDS] [--seed N] [--threads N] [--tree D] [--phi] [--json]\n"
            "       %s play [--player P] [-n ITERATIONS] [-t SECONDS] [--seed N] [--threads N]\n",
            self, LUDC_PROGRAM.name, agent, self, self);
    return to == stderr ? USAGE : DONE;
}

static int no_room(void)
{
    fputs("there is too little memory for the search\n", stderr);
    return NO_ROOM;
}

static void *new_state(void)
{
    void *state = aligned_alloc(64, ((size_t)LUDC_PROGRAM.state_size + 63) / 64 * 64);
    if (!state)
        exit(no_room());
    ludc_init(&LUDC_PROGRAM, state);
    return state;
}

/* ---- search ----------------------------------------------------------------------- */

static int played(const Settings *set, void *state)
{
    ludc_error error;
    for (int i = 0, n = 0; i + 1 < set->words; i++) {
        if (strcmp(set->word[i], "--moves") != 0)
            continue;
        const char *text = set->word[++i];
        n++;
        if (ludc_step_play(&LUDC_PROGRAM, state, text, NULL, &error) != LUDC_OK) {
            fprintf(stderr, "--moves %s, number %d: %s\n", text, n, error.message);
            return WRONG;
        }
    }
    return DONE;
}

static int print_json(const Settings *set, const ludc_search *s)
{
    unsigned parts = (set->phi ? LUDC_SEARCH_PHI : 0) | (set->has_tree ? LUDC_SEARCH_TREE : 0);
    uint32_t depth = set->tree < UINT32_MAX ? (uint32_t)set->tree : UINT32_MAX;
    size_t n = ludc_search_json(s, "program", parts, depth, NULL, 0);
    char *text = n ? malloc(n + 1) : NULL;
    if (!text)
        return no_room();
    ludc_search_json(s, "program", parts, depth, text, n + 1);
    puts(text);
    free(text);
    return DONE;
}

static void print_moves(const ludc_search *s, const void *state, unsigned player)
{
    size_t n = ludc_search_moves(s, player, NULL, 0);
    ludc_search_move *m = calloc(n + 1, sizeof *m);
    if (!m)
        exit(no_room());
    ludc_search_moves(s, player, m, n);
    printf("player %u, %zu moves:\n", player, n);
    for (size_t i = 0; i < n && i < SHOWN; i++) {
        char text[256];
        ludc_move_text(&LUDC_PROGRAM, state, m[i].move, text, sizeof text);
        int length = (int)(m[i].share * BAR + 0.5);
        printf("  %-16s %.*s%*s %5.1f%%  %10llu  %.4f%s\n", text, length, "##############################", BAR - length, "",
               m[i].share * 100, (unsigned long long)m[i].visits, m[i].value[player - 1],
               m[i].low[player - 1] >= m[i].high[player - 1] ? "  proved" : "");
    }
    free(m);
}

static void print_line(const ludc_search *s, const void *state)
{
    ludc_move moves[LINE * ROLES];
    void *now = new_state();
    size_t n = ludc_search_line(s, moves, LINE);
    ludc_copy(&LUDC_PROGRAM, now, state);
    fputs("line:", stdout);
    for (size_t i = 0; i < n; i++) {
        char text[1024];
        ludc_step_text(&LUDC_PROGRAM, now, moves + i * LUDC_PROGRAM.players, text, sizeof text);
        printf("%s %s", i ? "," : "", text);
        ludc_apply_joint(&LUDC_PROGRAM, now, moves + i * LUDC_PROGRAM.players, NULL);
    }
    putchar('\n');
    free(now);
}

static int print_text(const ludc_search *s, const void *state)
{
    ludc_search_stats f;
    double value[ROLES];
    ludc_search_figures(s, &f);
    ludc_search_value(s, value, NULL, NULL);
    printf("%s: %llu iterations in %.3f s, %.0f a second; %llu nodes of %.1f bytes\n", LUDC_PROGRAM.name,
           (unsigned long long)f.iterations, f.seconds, f.seconds > 0 ? (double)f.iterations / f.seconds : 0.0,
           (unsigned long long)f.nodes, f.nodes ? (double)f.bytes / (double)f.nodes : 0.0);
    fputs(f.proved ? "proved value:" : "value:", stdout);
    for (unsigned p = 0; p < LUDC_PROGRAM.players; p++)
        printf(" %.4f", value[p]);
    putchar('\n');
    bool over = ludc_over(&LUDC_PROGRAM, state) != 0;
    unsigned mover = over ? 0 : ludc_mover(&LUDC_PROGRAM, state);
    for (unsigned p = 1; p <= LUDC_PROGRAM.players && !over; p++)
        if (ludc_joint(&LUDC_PROGRAM) || p == mover)
            print_moves(s, state, p);
    print_line(s, state);
    return DONE;
}

/* NULL, and what is wrong was said. */
static ludc_search *new_search(const Settings *set, const void *state)
{
    ludc_error error = {0};
    ludc_search *s = ludc_search_new(&LUDC_PROGRAM, &set->agent, set->seed, &error);
    if (!s)
        fprintf(stderr, "%s\n", error.message);
    if (s && ludc_search_begin(s, state) != LUDC_OK) {
        no_room();
        ludc_search_free(s);
        s = NULL;
    }
    return s;
}

static int search(const Settings *set)
{
    void *state = new_state();
    int code = played(set, state);
    ludc_search *s = code ? NULL : new_search(set, state);
    if (!code && !s)
        code = NO_ROOM;
    if (!code && ludc_search_run(s, set->agent.n, set->agent.t) != LUDC_OK)
        code = no_room();
    if (!code)
        code = set->json ? print_json(set, s) : print_text(s, state);
    ludc_search_free(s);
    free(state);
    return code;
}

/* ---- play --------------------------------------------------------------------------- */

/* The move typed by a player; false at the end of input. */
static bool ask(const void *state, unsigned player, ludc_move *move)
{
    size_t n = ludc_moves_of(&LUDC_PROGRAM, state, player, NULL);
    ludc_move *list = malloc((n + 1) * sizeof *list);
    char line[512], text[256];
    bool found = false;
    if (!list)
        exit(no_room());
    ludc_moves_of(&LUDC_PROGRAM, state, player, list);
    for (size_t i = 0; n > 1 && i < n; i++) {
        ludc_move_text(&LUDC_PROGRAM, state, list[i], text, sizeof text);
        printf("%s%s", i ? "  " : "", text);
    }
    if (n == 1) {
        *move = list[0];
        found = true;
    }
    while (!found) {
        printf("\nplayer %u, your move: ", player);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            break;
        line[strcspn(line, "\n")] = '\0';
        for (size_t i = 0; i < n && !found; i++) {
            ludc_move_text(&LUDC_PROGRAM, state, list[i], text, sizeof text);
            found = strcmp(text, line) == 0;
            *move = list[i];
        }
    }
    free(list);
    return found;
}

/* One step; false at the end of input. */
static bool step(const Settings *set, ludc_search *s, void *state, uint64_t *rng)
{
    ludc_move moves[ROLES] = {0};
    unsigned mover = ludc_joint(&LUDC_PROGRAM) ? 0 : ludc_mover(&LUDC_PROGRAM, state);
    if (!mover || mover != set->player)
        ludc_search_run(s, set->agent.n, set->agent.t);
    for (unsigned p = 1; p <= LUDC_PROGRAM.players; p++) {
        if (mover && p != mover)
            continue;
        if (p == set->player ? !ask(state, p, &moves[p - 1]) : ludc_search_best(s, p, &moves[p - 1]) != LUDC_OK)
            return false;
    }
    char text[1024];
    ludc_step_text(&LUDC_PROGRAM, state, moves, text, sizeof text);
    printf("%s\n", text);
    if (mover)
        ludc_apply_random(&LUDC_PROGRAM, state, moves[mover - 1], rng, NULL);
    else
        ludc_apply_joint(&LUDC_PROGRAM, state, moves, NULL);
    return ludc_search_advance(s, moves, state) == LUDC_OK;
}

static int play(const Settings *set)
{
    uint64_t rng = set->seed;
    void *state = new_state();
    ludc_search *s = new_search(set, state);
    bool more = s != NULL;
    while (more && !ludc_over(&LUDC_PROGRAM, state))
        more = step(set, s, state, &rng);
    for (unsigned p = 1; more && p <= LUDC_PROGRAM.players; p++)
        printf("player %u: %.3f\n", p, ludc_payoff(&LUDC_PROGRAM, state, p));
    ludc_search_free(s);
    free(state);
    return s ? DONE : NO_ROOM;
}

/* ---- command line --------------------------------------------------------------------- */

static bool number(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    char *end;
    unsigned long long n = strtoull(text, &end, 10);
    *value = n;
    return end != text && *end == '\0' && text[0] != '-' && n >= least && n <= most;
}

static bool option(Settings *set, const char *name, const char *value)
{
    char *end;
    uint64_t threads = 0;
    if (!strcmp(name, "-n"))
        return number(value, 1, UINT64_MAX, &set->agent.n);
    if (!strcmp(name, "--seed"))
        return number(value, 0, UINT64_MAX, &set->seed);
    if (!strcmp(name, "--player"))
        return number(value, 1, LUDC_PROGRAM.players, &set->player);
    if (!strcmp(name, "--tree"))
        return set->has_tree = number(value, 0, UINT64_MAX, &set->tree);
    if (!strcmp(name, "--threads")) {
        bool good = number(value, 1, 256, &threads);
        set->agent.threads = (uint32_t)threads;
        return good;
    }
    if (!strcmp(name, "-t")) {
        set->agent.t = strtod(value, &end);
        return end != value && *end == '\0' && set->agent.t > 0;
    }
    return !strcmp(name, "--moves");
}

static bool settings(Settings *set)
{
    for (int i = 0; i < set->words; i++) {
        const char *word = set->word[i];
        bool json = !strcmp(word, "--json"), phi = !strcmp(word, "--phi");
        set->json |= json;
        set->phi |= phi;
        if (json || phi)
            continue;
        if (++i == set->words || !option(set, word, set->word[i]))
            return false;
    }
    if (!set->agent.n && !(set->agent.t > 0))
        set->agent.t = 1;
    return true;
}

int main(int argc, char **argv)
{
    Settings set = {.agent = ludc_agent_options, .seed = 1, .player = 1, .word = argv + 2, .words = argc - 2};
    if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
        return help(stdout, argv[0]);
    bool searches = argc > 1 && !strcmp(argv[1], "search"), plays = argc > 1 && !strcmp(argv[1], "play");
    if (!(searches || plays) || !settings(&set))
        return help(stderr, argv[0]);
    int code = searches ? search(&set) : play(&set);
    return fflush(stdout) == 0 && !ferror(stdout) ? code : NO_ROOM;
}
