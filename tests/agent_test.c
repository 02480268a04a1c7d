/* agent_test.c - agents through ludc_agent.h: a referee of twenty lines plays games with them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc_agent.h>
#include <ludc_features.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/compiled.h"

static const char noughts[] = "(game \"Noughts\" (players 2)\n"
                              "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
                              "  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))\n";

/* Two roles show a number at once; the greater one wins, and the second may only show 1. */
static const char shown[] = "(role a) (role b) (init (step 1))\n"
                            "(<= (legal a (show ?n)) (number ?n)) (legal b (show 1)) (number 1) (number 2)\n"
                            "(<= (next (seen ?r ?n)) (does ?r (show ?n)))\n"
                            "(<= terminal (true (seen a ?n))) (<= (goal a 100) (true (seen a 2))) (<= (goal a 50) (true (seen a 1)))\n"
                            "(<= (goal b 0) (true (seen a 2))) (<= (goal b 50) (true (seen a 1)))\n";

enum { STATE = 4096, ROLES = 16, MOVES = 16 };

static int never(void *data)
{
    (void)data;
    return 0;
}

static int at_once(void *data)
{
    (void)data;
    return 1;
}

static void count(void *data, const ludc_thought *thought)
{
    *(uint64_t *)data += thought->iterations;
}

/* Plays a game; the moves go to `moves`, their number is returned. */
static size_t play(const ludc_reasoner *r, ludc_agent *const *agent, const ludc_clock *clock, ludc_move *moves, double *payoff)
{
    _Alignas(64) unsigned char state[STATE];
    size_t n = 0;
    ludc_init(r, state);
    for (unsigned p = 1; p <= ludc_players(r); p++)
        assert_int_equal(agent[p - 1]->begin(agent[p - 1], &(ludc_seat){r, state, NULL, p, p, clock}), LUDC_AGENT_OK);
    while (!ludc_over(r, state)) {
        assert_true(n < MOVES);
        ludc_move step[ROLES] = {0};
        uint64_t iterations = 0;
        const ludc_question question = {.state = state, .seconds = INFINITY, .stopped = never, .tell = count, .data = &iterations};
        for (unsigned p = 1; p <= ludc_players(r); p++) {
            if (!ludc_joint(r) && ludc_mover(r, state) != p)
                continue;
            assert_int_equal(agent[p - 1]->choose(agent[p - 1], &question, &step[p - 1]), LUDC_AGENT_OK);
            moves[n++] = step[p - 1];
        }
        if (ludc_joint(r))
            assert_int_equal(ludc_apply_joint(r, state, step, NULL), LUDC_OK);
        else
            assert_int_equal(ludc_apply(r, state, moves[n - 1], NULL), LUDC_OK);
        for (unsigned p = 1; p <= ludc_players(r); p++)
            assert_int_equal(agent[p - 1]->played(agent[p - 1], step, state), LUDC_AGENT_OK);
    }
    ludc_payoffs(r, state, payoff);
    for (unsigned p = 1; p <= ludc_players(r); p++)
        assert_int_equal(agent[p - 1]->end(agent[p - 1], state, payoff), LUDC_AGENT_OK);
    return n;
}

static void a_search_plays_and_forgets_between_games(void **unused)
{
    (void)unused;
    ludc_game *game = compile("noughts.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_agent *agent[2] = {ludc_agent_search("uct", NULL), ludc_agent_search("mmcts:phi=base", NULL)};
    const ludc_clock clock = {.iterations = 2000};
    ludc_move first[MOVES], second[MOVES];
    double payoff[2];
    ludc_agent_free(agent[1]);
    agent[1] = ludc_agent_search("puct", NULL);
    size_t n = play(r, agent, &clock, first, payoff);
    assert_true(payoff[0] == 0.5 && payoff[1] == 0.5);
    assert_int_equal(play(r, agent, &clock, second, payoff), n);
    assert_memory_equal(first, second, n * sizeof *first);
    assert_string_equal(agent[0]->name, "uct");
    ludc_agent_free(agent[0]);
    ludc_agent_free(agent[1]);
    ludc_agent_free(NULL);
    ludc_free(game);
}

/* A search with features is kept between games; other features, or none, show from the next game on. */
static void features_are_kept_between_games(void **unused)
{
    (void)unused;
    static const char text[] = "3 rel:last_to=<{0}>:to=<{}>:pat=<els=[]>\n-1 rel:to=<{}>:pat=<els=[#{0}]>\n";
    ludc_game *game = compile("noughts.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_features *set = ludc_features_read("set", text, strlen(text), NULL);
    const ludc_clock clock = {.iterations = 40};
    ludc_move moves[4][MOVES];
    double payoff[2];
    size_t n[4];
    ludc_agent *agent[2] = {ludc_agent_search("puct:playout=features,transfer=on,threads=2", NULL), ludc_agent_search("random", NULL)};
    for (int i = 0; i < 4; i++) {
        if (i != 1)
            assert_int_equal(ludc_agent_set_features(agent[0], set), LUDC_OK); /* made anew but for the second game */
        if (i == 3)
            assert_int_equal(ludc_feature_set_weight(set, 0, -3), LUDC_OK), assert_int_equal(ludc_agent_set_features(agent[0], set), LUDC_OK);
        n[i] = play(r, agent, &clock, moves[i], payoff);
        if (i < 3)
            assert_true(n[i] == n[0] && !memcmp(moves[i], moves[0], n[0] * sizeof **moves));
    }
    assert_false(n[3] == n[0] && !memcmp(moves[3], moves[0], n[0] * sizeof **moves));
    ludc_features_free(set);
    ludc_agent_free(agent[0]);
    ludc_agent_free(agent[1]);
    ludc_free(game);
}

static unsigned batches;

/* Lanes by hand. */
static ludc_status play_by_hand(const void *data, void *memory, const void *states, size_t stride, size_t n, uint64_t games, uint64_t seed,
                                double *payoffs)
{
    const ludc_reasoner *r = data;
    batches++;
    memset(payoffs, 0, n * ludc_players(r) * sizeof *payoffs);
    for (size_t i = 0; i < n; i++)
        for (uint64_t k = 0; k < games; k++) {
            ludc_copy(r, memory, (const char *)states + i * stride);
            ludc_playout(r, memory, &seed, 1000);
            for (unsigned p = 1; p <= ludc_players(r); p++)
                payoffs[i * ludc_players(r) + p - 1] += ludc_payoff(r, memory, p);
        }
    return LUDC_OK;
}

static void a_search_plays_in_lanes(void **unused)
{
    (void)unused;
    ludc_game *game = compile("noughts.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    const ludc_search_lanes lanes = {.size = sizeof lanes, .width = 64, .memory = STATE, .playouts = play_by_hand, .data = r};
    static const char *const spec[] = {"uct:leaves=8,playouts=8,lanes=on", "uct:leaves=8,playouts=8", "uct:leaves=8,playouts=8,lanes=off", "uct"};
    ludc_move first[MOVES];
    double payoff[2];
    for (int i = 0; i < 4; i++) {
        ludc_agent *agent[2] = {ludc_agent_search(spec[i], NULL), ludc_agent_search("random", NULL)};
        batches = 0;
        assert_int_equal(ludc_agent_set_lanes(agent[0], &lanes), LUDC_OK);
        play(r, agent, &(ludc_clock){.iterations = 64}, first, payoff);
        assert_int_equal(batches > 0, i < 2);
        ludc_agent_free(agent[0]);
        ludc_agent_free(agent[1]);
    }
    /* what needs lanes says so, and others are no searches */
    _Alignas(64) unsigned char state[STATE];
    ludc_agent *agent = ludc_agent_search(spec[0], NULL), other = {0};
    ludc_init(r, state);
    assert_int_equal(agent->begin(agent, &(ludc_seat){r, state, NULL, 1, 1, NULL}), LUDC_AGENT_CRASHED);
    assert_non_null(strstr(agent->why, "lanes"));
    assert_int_equal(ludc_agent_set_lanes(agent, &(ludc_search_lanes){0}), LUDC_USAGE);
    assert_int_equal(ludc_agent_set_lanes(agent, NULL), LUDC_OK);
    assert_int_equal(ludc_agent_set_lanes(&other, &lanes), LUDC_USAGE);
    assert_int_equal(ludc_agent_set_lanes(NULL, &lanes), LUDC_USAGE);
    ludc_agent_free(agent);
    ludc_free(game);
}

static void roles_choose_at_once(void **unused)
{
    (void)unused;
    ludc_game *game = compile("shown.kif", shown);
    ludc_agent *agent[2] = {ludc_agent_search("uct", NULL), ludc_agent_search("uct", NULL)};
    ludc_move moves[MOVES];
    double payoff[2];
    assert_int_equal(play(ludc_game_reasoner(game), agent, &(ludc_clock){.iterations = 100}, moves, payoff), 2);
    assert_true(payoff[0] == 1 && payoff[1] == 0);
    ludc_agent_free(agent[0]);
    ludc_agent_free(agent[1]);
    ludc_free(game);
}

static void a_search_is_stopped(void **unused)
{
    (void)unused;
    _Alignas(64) unsigned char state[STATE];
    ludc_game *game = compile("noughts.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_agent *agent = ludc_agent_search("uct:solver=0", NULL);
    ludc_move move;
    ludc_init(r, state);
    assert_int_equal(agent->begin(agent, &(ludc_seat){r, state, NULL, 1, 1, NULL}), LUDC_AGENT_OK);
    /* without an end of its own */
    const ludc_question question = {.state = state, .seconds = INFINITY, .stopped = at_once};
    assert_int_equal(agent->ponder(agent, &question), LUDC_AGENT_OK);
    assert_int_equal(agent->choose(agent, &question, &move), LUDC_AGENT_OK);
    assert_true(ludc_is_legal(r, state, move));
    ludc_agent_free(agent);
    ludc_free(game);
}

static void what_is_no_agent_is_refused(void **unused)
{
    (void)unused;
    ludc_error error = {0};
    assert_null(ludc_agent_search("utc", &error));
    assert_int_equal(error.status, LUDC_USAGE);
    assert_non_null(strstr(error.message, "uct"));
    assert_null(ludc_agent_load("no-such-file.so", "", &error));
    assert_int_equal(error.status, LUDC_IO);
    assert_null(ludc_agent_load(NULL, NULL, NULL));
}

static void time_is_shared_out(void **unused)
{
    (void)unused;
    const double left[2] = {60, 3};
    ludc_clock clock = {.base = 60, .increment = 1};
    ludc_seat seat = {.role = 1, .clock = &clock};
    ludc_question question = {.seconds = 60, .left = left};
    assert_true(fabs(ludc_agent_time(&seat, &question, 0) - 2.8) < 1e-9);
    seat.role = 2;
    question.seconds = 3;
    assert_true(ludc_agent_time(&seat, &question, 0.1) < 1);
    question.seconds = 0.05; /* too late already: at once */
    assert_true(ludc_agent_time(&seat, &question, 0.1) <= 1e-3);
    clock = (ludc_clock){.move = 2};
    question.seconds = 2;
    assert_true(fabs(ludc_agent_time(&seat, &question, 0.1) - 1.9) < 1e-9);
    clock = (ludc_clock){0};
    question.seconds = INFINITY;
    assert_true(isinf(ludc_agent_time(&seat, &question, 0.1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_plays_and_forgets_between_games), cmocka_unit_test(features_are_kept_between_games), cmocka_unit_test(a_search_plays_in_lanes), cmocka_unit_test(roles_choose_at_once),
        cmocka_unit_test(a_search_is_stopped), cmocka_unit_test(what_is_no_agent_is_refused),
        cmocka_unit_test(time_is_shared_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
