/* checked_tool.c - checked reasoners, by libludc alone.
 *
 *   checked_tool agree ENGINE PLIES GAME..   in random games every number that is asked about is legal exactly when it is
 *                                            in the list of moves; what is not is refused, and nothing done;
 *                                            ENGINE object: a GAME is a shared object
 *   checked_tool speed ENGINE SECONDS GAME.. plain playouts through ludc_moves and ludc_apply_random, of a checked and of a
 *                                            plain reasoner by turns; a row a game: plies per second of each, and the ratio */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/include/ludc.h"

enum { ASKED = 40, PLAYERS = 16, ROUNDS = 20 };

typedef struct {
    const ludc_reasoner *r;
    const char *name;
    void *state, *before;
    ludc_move *list, *last; /* legal moves here, and in the position before */
    size_t n, nlast, room;
    uint64_t rng;
} Play;

static uint64_t next(uint64_t *rng)
{
    *rng += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *rng;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void fail(const Play *p, const char *what, ludc_move move)
{
    printf("%s: %s: move %lu\n", p->name, what, (unsigned long)move);
    exit(1);
}

static ludc_game *open_game(const char *path, const char *engine, int checked)
{
    ludc_error error;
    const ludc_options options = {.size = sizeof options, .backend = engine, .purpose = LUDC_FOR_PLAY, .no_cache = 1, .checked = checked};
    ludc_game *game = strcmp(engine, "object") ? ludc_compile_file(path, &options, &error) : ludc_load(path, &error);
    if (!game)
        printf("%s: %s\n", path, error.message);
    return game;
}

static void begin(Play *p, const ludc_game *game, const char *name)
{
    *p = (Play){.r = ludc_game_reasoner(game), .name = name, .rng = 1};
    p->state = calloc(1, ludc_state_size(p->r) + 16);
    p->before = calloc(1, ludc_state_size(p->r) + 16);
    ludc_init(p->r, p->state);
}

static void end(Play *p)
{
    free(p->state);
    free(p->before);
    free(p->list);
    free(p->last);
}

static void list_moves(Play *p)
{
    ludc_move *list = p->last;
    p->last = p->list;
    p->nlast = p->n;
    p->list = list;
    p->n = ludc_moves(p->r, p->state, NULL);
    p->list = realloc(p->list, (p->n + 1) * sizeof *p->list);
    if (!p->list)
        exit(3);
    ludc_moves(p->r, p->state, p->list);
}

static int listed(const Play *p, ludc_move move)
{
    size_t i = 0;
    while (i < p->n && p->list[i] != move)
        i++;
    return i < p->n;
}

/* ---- agree --------------------------------------------------------------------------- */

static void ask(Play *p, ludc_move move)
{
    const int legal = listed(p, move);
    if ((ludc_is_legal(p->r, p->state, move) != 0) != legal)
        fail(p, legal ? "a listed move is not legal" : "a move is legal and not listed", move);
    if (legal || (ludc_joint(p->r) && ludc_players(p->r) > 1))
        return;
    memcpy(p->before, p->state, ludc_state_size(p->r));
    if (ludc_apply(p->r, p->state, move, NULL) != LUDC_USAGE || memcmp(p->before, p->state, ludc_state_size(p->r)) != 0)
        fail(p, "an illegal move is played", move);
}

/* A legal move of each player, and one with one player's not legal. */
static int step_joint(Play *p)
{
    ludc_move step[PLAYERS];
    const unsigned players = ludc_players(p->r);
    for (unsigned q = 1; q <= players; q++) {
        size_t n = ludc_moves_of(p->r, p->state, q, NULL);
        ludc_move *own = malloc((n + 1) * sizeof *own);
        if (!own || !n) {
            free(own);
            return 0;
        }
        ludc_moves_of(p->r, p->state, q, own);
        step[q - 1] = own[next(&p->rng) % n];
        free(own);
    }
    const unsigned odd = (unsigned)(next(&p->rng) % players);
    const ludc_move good = step[odd];
    step[odd] = (ludc_move)(next(&p->rng) % ludc_move_codes(p->r));
    size_t n = ludc_moves_of(p->r, p->state, odd + 1, NULL), i = 0;
    ludc_move *own = malloc((n + 1) * sizeof *own);
    ludc_moves_of(p->r, p->state, odd + 1, own);
    while (i < n && own[i] != step[odd])
        i++;
    free(own);
    if (i == n && ludc_apply_joint(p->r, p->state, step, NULL) != LUDC_USAGE)
        fail(p, "a step with an illegal move is played", step[odd]);
    step[odd] = good;
    if (ludc_apply_joint(p->r, p->state, step, NULL) != LUDC_OK)
        fail(p, "a legal step is refused", good);
    return 1;
}

static int step(Play *p)
{
    list_moves(p);
    if (ludc_valid(p->r, p->state) != LUDC_OK)
        fail(p, "a position is not valid after", 0);
    for (size_t i = 0; i < p->n; i++)
        ask(p, p->list[i]);
    for (size_t i = 0; i < p->nlast && i < ASKED; i++)
        ask(p, p->last[next(&p->rng) % p->nlast]);
    for (int i = 0; i < ASKED; i++)
        ask(p, (ludc_move)(next(&p->rng) % ludc_move_codes(p->r)));
    if (!p->n)
        return 0;
    if (ludc_joint(p->r))
        return step_joint(p);
    const ludc_move move = p->list[next(&p->rng) % p->n];
    if (ludc_apply_random(p->r, p->state, move, &p->rng, NULL) != LUDC_OK)
        fail(p, "a legal move is refused", move);
    return 1;
}

static int agree(const char *path, const char *engine, long plies)
{
    ludc_game *game = open_game(path, engine, 1);
    if (!game)
        return 1;
    Play p;
    begin(&p, game, path);
    while (plies-- > 0)
        if (!step(&p))
            ludc_init(p.r, p.state);
    end(&p);
    ludc_free(game);
    return 0;
}

/* ---- speed ------------------------------------------------------------------------------ */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Plies per second of processor time. */
static double plays(Play *p, double seconds)
{
    const double start = now();
    double took = 0, plies = 0;
    const unsigned players = ludc_joint(p->r) ? ludc_players(p->r) : 1;
    while ((took = now() - start) < seconds)
        for (int i = 0; i < 50; i++, plies++) {
            ludc_move step[PLAYERS];
            size_t n = 1;
            for (unsigned q = 0; q < players && n; q++) {
                n = players > 1 ? ludc_moves_of(p->r, p->state, q + 1, p->list) : ludc_moves(p->r, p->state, p->list);
                step[q] = n ? p->list[(next(&p->rng) >> 32) * n >> 32] : 0;
            }
            if (!n)
                ludc_init(p->r, p->state);
            else if (players > 1 ? ludc_apply_joint(p->r, p->state, step, NULL) : ludc_apply_random(p->r, p->state, *step, &p->rng, NULL))
                fail(p, "a legal move is refused", *step);
        }
    return plies / took;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of turns, as others use the machine. */
static int speed(const char *path, const char *engine, double seconds)
{
    ludc_game *game[2] = {open_game(path, engine, 0), open_game(path, engine, 1)};
    double rate[2][ROUNDS], ratio[ROUNDS];
    if (!game[0] || !game[1])
        return 1;
    Play p[2];
    for (int k = 0; k < 2; k++) {
        begin(&p[k], game[k], path);
        p[k].list = malloc(sizeof *p[k].list << 20);
        if (!p[k].list)
            return 3;
    }
    for (int i = 0; i < ROUNDS; i++) {
        for (int k = 0; k < 2; k++)
            rate[(k + i) % 2][i] = plays(&p[(k + i) % 2], seconds / ROUNDS / 2);
        ratio[i] = rate[1][i] / rate[0][i];
    }
    for (int k = 0; k < 2; k++)
        qsort(rate[k], ROUNDS, sizeof **rate, by_value);
    qsort(ratio, ROUNDS, sizeof *ratio, by_value);
    printf("%s\t%.0f\t%.0f\t%.3f\n", path, rate[0][ROUNDS / 2], rate[1][ROUNDS / 2], ratio[ROUNDS / 2]);
    fflush(stdout);
    for (int k = 0; k < 2; k++) {
        end(&p[k]);
        ludc_free(game[k]);
    }
    return 0;
}

int main(int argc, char **argv)
{
    int code = 0;
    if (argc < 5)
        return 2;
    for (int i = 4; i < argc; i++)
        code |= !strcmp(argv[1], "speed") ? speed(argv[i], argv[2], atof(argv[3])) : agree(argv[i], argv[2], atol(argv[3]));
    return code;
}
