/* main.c - the program that `ludc build -o NAME` makes of a game: compiled with
 * -DLUDC_GAME=ludc_reasoner_NAME and linked with the generated reasoner.
 *
 *   NAME playout [-n N] [--seed S]   uniform random playouts
 *   NAME perft [-d D]                leaf counts of depths 1 to D
 *   NAME play [--seed S]             you against uniform random moves
 *   NAME bench [-t SECONDS]          playouts a second
 *
 * Exit codes: 0 done, 2 wrong usage, 3 cannot write, or no memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/abi.h"
#include "runtime/reading.h"

extern const ludc_reasoner LUDC_GAME;

enum { LONGEST_PLAYOUT = 1000000, MOST_PLAYERS = 16 };

typedef struct {
    unsigned long long n, seed, depth;
    double seconds;
} Settings;

static void *memory(size_t size)
{
    void *block = malloc(size ? size : 1);
    if (!block) {
        fputs("out of memory\n", stderr);
        exit(3);
    }
    return block;
}

static int help(FILE *to, const char *self)
{
    fprintf(to,
            "%s: %s\n"
            "usage: %s playout [-n N] [--seed S]   uniform random playouts\n"
            "       %s perft [-d D]                leaf counts of depths 1 to D\n"
            "       %s play [--seed S]             you against uniform random moves\n"
            "       %s bench [-t SECONDS]          playouts a second\n",
            self, LUDC_GAME.name, self, self, self, self);
    return to == stderr ? 2 : 0;
}

/* --- playouts --- */

typedef struct {
    unsigned long long playouts, moves;
    double score[MOST_PLAYERS + 1]; /* sums of payoffs */
} Tally;

static void one_playout(Tally *tally, void *state, uint64_t *rng)
{
    LUDC_GAME.init(&LUDC_GAME, state);
    tally->moves += LUDC_GAME.playout(&LUDC_GAME, state, rng, LONGEST_PLAYOUT);
    tally->playouts++;
    for (uint32_t p = 1; p <= LUDC_GAME.players && p <= MOST_PLAYERS; p++)
        tally->score[p] += ludc_payoff_at(&LUDC_GAME, state, p);
}

static void report(const Tally *tally, double seconds)
{
    double n = tally->playouts ? (double)tally->playouts : 1;
    printf("%llu playouts, %llu moves, mean length %.3f\n", tally->playouts, tally->moves,
           (double)tally->moves / n);
    for (uint32_t p = 1; p <= LUDC_GAME.players && p <= MOST_PLAYERS; p++)
        printf("player %u: mean score %.5f\n", p, tally->score[p] / n);
    if (seconds > 0)
        printf("%.3f s, %.1f playouts/s, %.1f moves/s\n", seconds, n / seconds,
               (double)tally->moves / seconds);
}

static int playout(const Settings *set, void *state)
{
    Tally tally = {0};
    uint64_t rng = set->seed;
    clock_t start = clock();
    for (unsigned long long i = 0; i < set->n; i++)
        one_playout(&tally, state, &rng);
    report(&tally, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}

static int bench(const Settings *set, void *state)
{
    Tally tally = {0};
    uint64_t rng = set->seed;
    clock_t start = clock();
    double seconds;
    do {
        for (int i = 0; i < 64; i++)
            one_playout(&tally, state, &rng);
        seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    } while (seconds < set->seconds);
    report(&tally, seconds);
    return 0;
}

/* --- perft --- */

static unsigned long long leaves(const void *state, unsigned long long depth);

/* Joint moves in which `move` has those of the players before `player`. */
static unsigned long long joint_leaves(const void *state, unsigned long long depth, uint32_t player, uint32_t *move)
{
    if (player > LUDC_GAME.players) {
        void *after = memory(LUDC_GAME.state_size);
        memcpy(after, state, LUDC_GAME.state_size);
        LUDC_GAME.apply_joint(&LUDC_GAME, after, move);
        unsigned long long sum = depth > 1 ? leaves(after, depth - 1) : 1;
        free(after);
        return sum;
    }
    uint32_t n = LUDC_GAME.moves_of(&LUDC_GAME, state, player, NULL);
    if (depth <= 1)
        return n && player < LUDC_GAME.players ? n * joint_leaves(state, depth, player + 1, move) : n;
    uint32_t *list = memory((n + 1) * sizeof *list);
    unsigned long long sum = 0;
    LUDC_GAME.moves_of(&LUDC_GAME, state, player, list);
    for (uint32_t i = 0; i < n; i++) {
        move[player - 1] = list[i];
        sum += joint_leaves(state, depth, player + 1, move);
    }
    free(list);
    return sum;
}

static unsigned long long leaves(const void *state, unsigned long long depth)
{
    if (LUDC_GAME.joint) {
        uint32_t move[MOST_PLAYERS];
        return joint_leaves(state, depth, 1, move);
    }
    uint32_t n = LUDC_GAME.moves(&LUDC_GAME, state, NULL);
    if (depth <= 1 || n == 0)
        return n;
    uint32_t *list = memory(n * sizeof *list);
    void *after = memory(LUDC_GAME.state_size);
    unsigned long long sum = 0;
    LUDC_GAME.moves(&LUDC_GAME, state, list);
    for (uint32_t i = 0; i < n; i++) {
        memcpy(after, state, LUDC_GAME.state_size);
        LUDC_GAME.apply(&LUDC_GAME, after, list[i]);
        sum += leaves(after, depth - 1);
    }
    free(after);
    free(list);
    return sum;
}

static int perft(const Settings *set, void *state)
{
    LUDC_GAME.init(&LUDC_GAME, state);
    for (unsigned long long depth = 1; depth <= set->depth; depth++)
        printf("perft %llu %llu\n", depth, leaves(state, depth));
    return 0;
}

/* --- playing --- */

static const char *site_label(int32_t site)
{
    for (uint32_t i = 0; i < LUDC_GAME.nspace; i++) {
        const ludc_space *space = &LUDC_GAME.space[i];
        if (space->label && site >= 0 && (uint32_t)site < space->size)
            return space->label[site];
    }
    return NULL;
}

static void print_move(const void *state, uint32_t move)
{
    const char *text = LUDC_GAME.joint ? ludc_joint_text(&LUDC_GAME, move) : NULL;
    if (text) {
        printf(" %s", text);
        return;
    }
    int32_t *value = memory((LUDC_GAME.ncolumn + 1) * sizeof *value);
    LUDC_GAME.describe(&LUDC_GAME, state, move, value);
    for (uint32_t i = 0; i < LUDC_GAME.ncolumn; i++) {
        const char *name = LUDC_GAME.column[i];
        const char *label = strcmp(name, "from") == 0 || strcmp(name, "to") == 0
                                ? site_label(value[i]) : NULL;
        if (label)
            printf(" %s %s", name, label);
        else
            printf(" %s %d", name, (int)value[i]);
    }
    free(value);
}

/* The number typed, or -1 at the end of input. */
static long ask(uint32_t n)
{
    char line[64];
    for (;;) {
        printf("your move, 0 to %u: ", n - 1);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            return -1;
        char *end;
        long choice = strtol(line, &end, 10);
        if (end != line && choice >= 0 && (unsigned long)choice < n)
            return choice;
    }
}

static uint32_t below(uint64_t *rng, uint32_t n)
{
    uint64_t z = (*rng += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (uint32_t)((z >> 32) * n >> 32);
}

/* The choice of one of `list`: typed by player 1, random for the others; -1 at the end
 * of input. */
static long chosen(const void *state, uint32_t player, const uint32_t *list, uint32_t n, uint64_t *rng)
{
    if (player != 1)
        return (long)below(rng, n);
    for (uint32_t i = 0; i < n; i++) {
        printf("%5u:", i);
        print_move(state, list[i]);
        putchar('\n');
    }
    return n == 1 ? 0 : ask(n);
}

static void played(const void *state, uint32_t player, uint32_t move)
{
    printf("player %u:", player);
    print_move(state, move);
    putchar('\n');
}

/* One move; 0 where there is none, -1 at the end of input. */
static int turn(void *state, uint32_t *list, uint64_t *rng)
{
    uint32_t n = LUDC_GAME.moves(&LUDC_GAME, state, list), mover = LUDC_GAME.mover(&LUDC_GAME, state);
    long choice = n ? chosen(state, mover, list, n, rng) : 0;
    if (n == 0 || choice < 0)
        return n ? -1 : 0;
    played(state, mover, list[choice]);
    if (LUDC_GAME.apply_random)
        LUDC_GAME.apply_random(&LUDC_GAME, state, list[choice], rng);
    else
        LUDC_GAME.apply(&LUDC_GAME, state, list[choice]);
    return 1;
}

/* A move of every player at once. */
static int joint_turn(void *state, uint32_t *list, uint64_t *rng)
{
    uint32_t move[MOST_PLAYERS];
    for (uint32_t p = 1; p <= LUDC_GAME.players; p++) {
        uint32_t n = LUDC_GAME.moves_of(&LUDC_GAME, state, p, list);
        long choice = n ? chosen(state, p, list, n, rng) : 0;
        if (n == 0 || choice < 0)
            return n ? -1 : 0;
        move[p - 1] = list[choice];
    }
    for (uint32_t p = 1; p <= LUDC_GAME.players; p++)
        played(state, p, move[p - 1]);
    LUDC_GAME.apply_joint(&LUDC_GAME, state, move);
    return 1;
}

static int play(const Settings *set, void *state)
{
    uint64_t rng = set->seed;
    uint32_t *list = memory((LUDC_GAME.max_moves + 1) * sizeof *list);
    int more;
    LUDC_GAME.init(&LUDC_GAME, state);
    do {
        more = LUDC_GAME.joint ? joint_turn(state, list, &rng) : turn(state, list, &rng);
    } while (more > 0);
    for (uint32_t p = 1; more == 0 && p <= LUDC_GAME.players; p++)
        printf("player %u: %.3f\n", p, ludc_payoff_at(&LUDC_GAME, state, p));
    free(list);
    return 0;
}

/* --- command line --- */

static int number(const char *text, unsigned long long *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return end != text && *end == 0 && errno == 0 && text[0] != '-';
}

static int settings(int argc, char **argv, Settings *set)
{
    for (int i = 2; i < argc; i += 2) {
        const char *option = argv[i], *value = argv[i + 1];
        char *end;
        if (i + 1 == argc)
            return 0;
        int good = strcmp(option, "-n") == 0       ? number(value, &set->n)
                   : strcmp(option, "-d") == 0     ? number(value, &set->depth)
                   : strcmp(option, "--seed") == 0 ? number(value, &set->seed)
                                                   : strcmp(option, "-t") == 0;
        if (strcmp(option, "-t") == 0) {
            set->seconds = strtod(value, &end);
            good = end != value && *end == 0;
        }
        if (!good)
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(const Settings *, void *);
    } command[] = {{"playout", playout}, {"perft", perft}, {"play", play}, {"bench", bench}};
    Settings set = {.n = 1000, .seed = 1, .depth = 3, .seconds = 2};
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0))
        return help(stdout, argv[0]);
    int code = 2;
    for (size_t i = 0; argc > 1 && i < sizeof command / sizeof *command; i++) {
        if (strcmp(argv[1], command[i].name) == 0 && settings(argc, argv, &set)) {
            void *state = memory(LUDC_GAME.state_size);
            code = command[i].run(&set, state);
            free(state);
        }
    }
    if (code == 2)
        return help(stderr, argv[0]);
    return fflush(stdout) == 0 && !ferror(stdout) ? code : 3;
}
