/* api_lanes_test.c - libludc's games in lanes beside those of the reasoner, through ludc.h alone. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ludc.h"
#include "tests/skip.h"

enum { LIMIT = 1000, MOST_MOVES = 4096, MOST_PLAYERS = 16 };

typedef struct {
    ludc_game *game;
    const ludc_reasoner *r;
    ludc_lane_game *lanes;
    void *memory;
    size_t size; /* of a state */
} Setup;

/* false: there is no compiler, no example, or the game is not for lanes */
static bool set_up(Setup *s, const char *name)
{
    static const char *const engine[] = {"llvm", "c"};
    char path[1024];
    const char *source = getenv("srcdir");
    snprintf(path, sizeof path, "%s/examples/%s", source ? source : ".", name);
    *s = (Setup){0};
    for (size_t i = 0; i < 2 && !s->game; i++)
        s->game = ludc_compile_file(path, &(ludc_options){.backend = engine[i]}, NULL);
    if (!s->game)
        return false;
    s->r = ludc_game_reasoner(s->game);
    s->size = (ludc_state_size(s->r) + 15) / 16 * 16;
    s->lanes = ludc_lanes_new(s->game, NULL);
    if (s->lanes)
        s->memory = aligned_alloc(64, ludc_lanes_memory(s->lanes));
    return s->lanes != NULL;
}

static void tear_down(Setup *s)
{
    free(s->memory);
    ludc_lanes_free(s->lanes);
    ludc_free(s->game);
}

/* n states after 0, 1, 2, .. random moves of one game; further games where that is over. */
static char *states_of_play(const Setup *s, size_t n, uint64_t seed)
{
    char *states = aligned_alloc(16, n * s->size);
    ludc_init(s->r, states);
    for (size_t i = 1; i < n; i++) {
        char *at = states + i * s->size;
        ludc_copy(s->r, at, at - s->size);
        if (ludc_over(s->r, at))
            ludc_init(s->r, at);
        else
            ludc_playout(s->r, at, &seed, 1);
    }
    return states;
}

/* What can be seen of a state: legal moves, and the same random games from it. */
static uint64_t future(const Setup *s, const void *state)
{
    enum { GAMES = 4 };
    uint64_t seen = UINT64_C(0xcbf29ce484222325);
    static ludc_move list[MOST_MOVES];
    size_t n = ludc_moves(s->r, state, NULL);
    assert_true(n <= MOST_MOVES);
    ludc_moves(s->r, state, list);
    seen = (seen ^ n) * UINT64_C(0x100000001b3);
    for (size_t i = 0; i < n; i++)
        seen = (seen ^ list[i]) * UINT64_C(0x100000001b3);
    void *game = aligned_alloc(16, s->size);
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        double payoff[MOST_PLAYERS];
        uint64_t rng = seed;
        ludc_copy(s->r, game, state);
        seen = (seen ^ ludc_playout(s->r, game, &rng, LIMIT)) * UINT64_C(0x100000001b3);
        ludc_payoffs(s->r, game, payoff);
        for (unsigned p = 0; p < ludc_players(s->r); p++)
            seen = (seen ^ (uint64_t)(1000 * payoff[p])) * UINT64_C(0x100000001b3);
    }
    free(game);
    return seen;
}

static const char *const games[] = {"tictactoe.kif", "dropfour.kif", "breakthrough.lud", "gomoku.lud", "babel.kif"};

/* ---- tests ------------------------------------------------------------------------------ */

/* Sums from lanes beside those of games one by one, within five standard errors. */
static void compare(const Setup *s, const char *states, size_t n, uint64_t count)
{
    unsigned players = ludc_players(s->r);
    double *sum = calloc(n * players, sizeof *sum), one[MOST_PLAYERS];
    assert_int_equal(ludc_lanes_playouts(s->lanes, s->memory, states, s->size, n, count, 7, sum), LUDC_OK);
    void *game = aligned_alloc(16, s->size);
    for (size_t i = 0; i < n; i++) {
        double total[MOST_PLAYERS] = {0};
        uint64_t rng = 99 + i;
        for (uint64_t k = 0; k < count; k++) {
            ludc_copy(s->r, game, states + i * s->size);
            ludc_playout(s->r, game, &rng, LIMIT);
            ludc_payoffs(s->r, game, one);
            for (unsigned p = 0; p < players; p++)
                total[p] += one[p];
        }
        for (unsigned p = 0; p < players; p++)
            assert_true(fabs(sum[i * players + p] - total[p]) <= 5 * 0.5 * sqrt(2.0 * (double)count));
    }
    free(game);
    free(sum);
}

static void lanes_play_from_states(void **state)
{
    (void)state;
    int played = 0;
    for (size_t k = 0; k < sizeof games / sizeof *games; k++) {
        Setup s;
        if (set_up(&s, games[k])) {
            size_t n = 37; /* no divisor of the width; some of them over */
            char *states = states_of_play(&s, n, 5);
            compare(&s, states, n, 400);
            compare(&s, states, 1, 4000);
            free(states);
            played++;
        }
        tear_down(&s);
    }
    if (!played)
        SKIP("there is no compiler for lanes");
}

/* More states than lanes, a game of each. */
static void more_states_than_lanes(void **state)
{
    (void)state;
    Setup s;
    if (!set_up(&s, "dropfour.kif")) {
        tear_down(&s);
        SKIP("there is no compiler for lanes");
    }
    size_t n = 3 * ludc_lanes_width(s.lanes) + 5;
    char *states = calloc(n, s.size);
    double *sum = calloc(2 * n, sizeof *sum), all = 0;
    ludc_init_n(s.r, states, s.size, n, NULL);
    assert_int_equal(ludc_lanes_playouts(s.lanes, s.memory, states, s.size, n, 1, 3, sum), LUDC_OK);
    for (size_t i = 0; i < n; i++) {
        assert_true(sum[2 * i] + sum[2 * i + 1] == 1);
        all += sum[2 * i];
    }
    assert_true(all > 0.4 * (double)n && all < 0.7 * (double)n);
    free(sum);
    free(states);
    tear_down(&s);
}

/* A state that goes into a lane and comes back has the same future. */
static void states_come_back(void **state)
{
    (void)state;
    int played = 0;
    for (size_t k = 0; k < sizeof games / sizeof *games; k++) {
        Setup s;
        if (set_up(&s, games[k])) {
            size_t n = 0, width = ludc_lanes_width(s.lanes);
            char *all = states_of_play(&s, width, 11), *some = calloc(width, s.size), *back = calloc(width, s.size);
            for (size_t i = 0; i < width; i++)
                if (!ludc_over(s.r, all + i * s.size))
                    ludc_copy(s.r, some + n++ * s.size, all + i * s.size);
            assert_int_equal(ludc_lanes_begin(s.lanes, s.memory, some, s.size, n, 1), LUDC_OK);
            assert_int_equal(ludc_lanes_states(s.lanes, s.memory, 3, width - 3, back, s.size), LUDC_OK);
            for (size_t i = 3; i < width; i++)
                assert_true(future(&s, some + i * n / width * s.size) == future(&s, back + (i - 3) * s.size));
            free(all);
            free(some);
            free(back);
            played++;
        }
        tear_down(&s);
    }
    if (!played)
        SKIP("there is no compiler for lanes");
}

/* Is `wanted` the future of a state that some moves lead to, `most` at most? */
static bool reachable(const Setup *s, const void *from, uint64_t wanted, unsigned most)
{
    if (future(s, from) == wanted)
        return true;
    if (most == 0 || ludc_over(s->r, from))
        return false;
    ludc_move list[2][64], step[2];
    size_t n[2];
    for (unsigned p = 0; p < 2; p++)
        n[p] = ludc_moves_of(s->r, from, p + 1, list[p]);
    void *next = aligned_alloc(16, s->size);
    bool found = false;
    for (size_t i = 0; i < (n[0] ? n[0] : 1) && !found; i++)
        for (size_t j = 0; j < (n[1] ? n[1] : 1) && !found; j++) {
            step[0] = n[0] ? list[0][i] : 0;
            step[1] = n[1] ? list[1][j] : 0;
            ludc_copy(s->r, next, from);
            ludc_apply_joint(s->r, next, step, NULL);
            found = reachable(s, next, wanted, most - 1);
        }
    free(next);
    return found;
}

/* After a round a lane is where moves of its game lead; it was somewhere else before. */
static void lanes_go_where_moves_lead(void **state)
{
    (void)state;
    static const char *const small[] = {"tictactoe.kif", "tictactoe.lud", "dropfour.lud"};
    int played = 0;
    for (size_t k = 0; k < sizeof small / sizeof *small; k++) {
        Setup s;
        if (set_up(&s, small[k])) {
            enum { LOOKED_AT = 12 };
            void *start = calloc(1, s.size);
            char *now = calloc(LOOKED_AT, s.size);
            size_t moved = 0;
            ludc_init(s.r, start);
            assert_int_equal(ludc_lanes_begin(s.lanes, s.memory, start, s.size, 1, 8), LUDC_OK);
            assert_int_equal(ludc_lanes_steps(s.lanes, s.memory, 1), LUDC_OK);
            assert_int_equal(ludc_lanes_states(s.lanes, s.memory, 0, LOOKED_AT, now, s.size), LUDC_OK);
            for (size_t i = 0; i < LOOKED_AT; i++) {
                uint64_t seen = future(&s, now + i * s.size);
                moved += seen != future(&s, start);
                assert_true(reachable(&s, start, seen, 2));
            }
            assert_true(moved > LOOKED_AT / 2);
            free(now);
            free(start);
            played++;
        }
        tear_down(&s);
    }
    if (!played)
        SKIP("there is no compiler for lanes");
}

static void wrong_calls_say_so(void **state)
{
    (void)state;
    Setup s;
    ludc_error error;
    assert_null(ludc_lanes_new(NULL, &error));
    assert_int_equal(error.status, LUDC_USAGE);
    ludc_lanes_free(NULL);
    assert_int_equal(ludc_lanes_width(NULL), 0);
    assert_int_equal(ludc_lanes_memory(NULL), 0);
    assert_int_equal(ludc_lanes_steps(NULL, NULL, 1), LUDC_USAGE);
    if (set_up(&s, "tictactoe.kif")) {
        char *states = states_of_play(&s, 12, 2);
        size_t over = 0;
        while (!ludc_over(s.r, states + over * s.size))
            over++;
        assert_int_equal(ludc_lanes_begin(s.lanes, s.memory, states + over * s.size, s.size, 1, 1), LUDC_USAGE);
        assert_int_equal(ludc_lanes_begin(s.lanes, s.memory, states, s.size, 0, 1), LUDC_USAGE);
        assert_int_equal(ludc_lanes_playouts(s.lanes, NULL, states, s.size, 1, 1, 1, NULL), LUDC_USAGE);
        assert_int_equal(ludc_lanes_states(s.lanes, s.memory, ludc_lanes_width(s.lanes), 1, states, s.size), LUDC_USAGE);
        free(states);
    }
    tear_down(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_play_from_states),    cmocka_unit_test(more_states_than_lanes),
        cmocka_unit_test(states_come_back),          cmocka_unit_test(lanes_go_where_moves_lead),
        cmocka_unit_test(wrong_calls_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
