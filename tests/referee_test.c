/* referee_test.c - the referee: what becomes of a game when its agents play well, and when they do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/agent/referee.h"
#include "tests/compiled.h"

static const char noughts[] = "(game \"Noughts\" (players 2)\n"
                              "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
                              "  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))\n";
static const char three[] = "(game \"Three\" (players 3)\n"
                            "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
                            "  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))\n";
/* Everybody shows a number at once, twice. */
static const char shown[] = "(role a) (role b) (init (step 1)) (succ 1 2) (succ 2 3)\n"
                            "(<= (legal ?r (show ?n)) (role ?r) (number ?n)) (number 1) (number 2)\n"
                            "(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))\n"
                            "(<= terminal (true (step 3))) (<= (goal a 100) (true (step 3))) (<= (goal b 0) (true (step 3)))\n";

typedef enum { FIRST, LAST, NO_MOVE, SLOW, CRASH, RESIGN, LEAVE, NOT_BEGIN, PROVES, SLEEPS_UNTIL_STOPPED } Manner;

typedef struct {
    ludc_agent agent;
    Manner manner;
    ludc_seat seat;
    unsigned begun, asked, told, ended, counted; /* calls */
    uint64_t seed;
    double left;
} Scripted;

static void sleep_for(double seconds)
{
    const struct timespec t = {.tv_sec = (time_t)seconds, .tv_nsec = (long)(fmod(seconds, 1) * 1e9)};
    nanosleep(&t, NULL);
}

static ludc_agent_status begin(ludc_agent *agent, const ludc_seat *seat)
{
    Scripted *s = (Scripted *)agent;
    s->begun++;
    s->seat = *seat;
    s->seed = seat->seed;
    return s->manner == NOT_BEGIN ? LUDC_AGENT_CRASHED : LUDC_AGENT_OK;
}

static ludc_agent_status choose(ludc_agent *agent, const ludc_question *q, ludc_move *move)
{
    Scripted *s = (Scripted *)agent;
    ludc_move list[16];
    size_t n = ludc_moves_of(s->seat.r, q->state, s->seat.role, list);
    const double value[3] = {1, 0, 0.25};
    s->asked++;
    s->left = q->left[s->seat.role - 1];
    *move = s->manner == NO_MOVE ? 0xfffffff0u : s->manner == LAST ? list[n - 1] : list[0];
    if (s->manner == SLOW)
        sleep_for(0.6);
    while (s->manner == SLEEPS_UNTIL_STOPPED && !q->stopped(q->data))
        sleep_for(0.002);
    q->tell(q->data, &(ludc_thought){.iterations = 10, .value = value, .proved = s->manner == PROVES});
    if (s->manner == CRASH)
        snprintf(s->agent.why, sizeof s->agent.why, "it fell over");
    return s->manner == CRASH ? LUDC_AGENT_CRASHED : s->manner == RESIGN ? LUDC_AGENT_RESIGNED
           : s->manner == LEAVE                                         ? LUDC_AGENT_LEFT
                                                                         : LUDC_AGENT_OK;
}

static ludc_agent_status played(ludc_agent *agent, const ludc_move *moves, const void *state)
{
    (void)moves;
    (void)state;
    ((Scripted *)agent)->told++;
    return LUDC_AGENT_OK;
}

static ludc_agent_status end(ludc_agent *agent, const void *state, const double *payoff)
{
    (void)state;
    ((Scripted *)agent)->ended++;
    ((Scripted *)agent)->counted += payoff != NULL;
    return LUDC_AGENT_OK;
}

static void nothing(ludc_agent *agent) { (void)agent; }

static Scripted scripted(Manner manner)
{
    return (Scripted){.manner = manner,
                      .agent = {.size = sizeof(ludc_agent), .name = "scripted", .begin = begin, .choose = choose,
                                .played = played, .end = end, .free = nothing}};
}

typedef struct {
    Scripted s[3];
    ludc_agent *agent[3];
    Referee referee;
    RefereeResult result;
    ludc_game *game;
} Table;

static void sit(Table *t, const char *name, const char *rules, Manner a, Manner b)
{
    *t = (Table){.s = {scripted(a), scripted(b), scripted(FIRST)}, .game = compile(name, rules)};
    for (int i = 0; i < 3; i++)
        t->agent[i] = &t->s[i].agent;
    t->referee = (Referee){.r = ludc_game_reasoner(t->game), .agent = t->agent, .seed = 5};
}

static void play(Table *t, RefereeEnd end_wanted, unsigned role)
{
    ludc_error error = {0};
    assert_int_equal(referee_play(&t->referee, &t->result, &error), LUDC_OK);
    assert_string_equal(referee_end_name(t->result.end), referee_end_name(end_wanted));
    assert_int_equal(t->result.role, role);
    for (unsigned p = 0; p < ludc_players(t->referee.r); p++) {
        assert_int_equal(t->s[p].begun, 1);
        assert_int_equal(t->s[p].ended, 1);
    }
}

static void a_game_is_played_to_its_end(void **unused)
{
    (void)unused;
    Table t;
    sit(&t, "noughts.lud", noughts, FIRST, FIRST);
    play(&t, REFEREE_OVER, 0);
    assert_int_equal(t.result.steps, 7);
    assert_int_equal(t.result.moves[0], 4);
    assert_int_equal(t.result.iterations[1], 30);
    assert_true(t.result.payoff[0] == 1 && t.result.payoff[1] == 0);
    assert_int_equal(t.s[0].told, 7);
    assert_int_equal(t.s[1].told, 7);
    assert_int_equal(t.s[0].counted, 1);
    assert_int_not_equal(t.s[0].seed, t.s[1].seed);
    assert_true(isinf(t.s[0].left));
    ludc_free(t.game);
}

static void who_does_not_answer_well_loses(void **unused)
{
    (void)unused;
    static const struct {
        Manner manner;
        RefereeEnd end;
        const char *how, *why;
    } row[] = {{NO_MOVE, REFEREE_FORFEIT, "illegal", "not legal"},
               {CRASH, REFEREE_FORFEIT, "crash", "it fell over"},
               {RESIGN, REFEREE_RESIGNED, "resigned", ""},
               {NOT_BEGIN, REFEREE_FORFEIT, "crash", ""}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        Table t;
        sit(&t, "noughts.lud", noughts, FIRST, row[i].manner);
        play(&t, row[i].end, 2);
        assert_string_equal(referee_status_name(t.result.status), row[i].how);
        assert_non_null(strstr(t.result.why, row[i].why));
        assert_true(t.result.payoff[0] == 1 && t.result.payoff[1] == 0);
        ludc_free(t.game);
    }
    Table t;
    sit(&t, "three.lud", three, NO_MOVE, FIRST);
    play(&t, REFEREE_FORFEIT, 1);
    assert_true(t.result.payoff[0] == 0 && t.result.payoff[1] == 0.75 && t.result.payoff[2] == 0.75);
    ludc_free(t.game);
}

static void clocks_run_out(void **unused)
{
    (void)unused;
    Table t;
    ludc_clock clock = {.base = 1.5, .increment = 0.01};
    sit(&t, "noughts.lud", noughts, FIRST, SLOW);
    t.referee.clock = &clock;
    play(&t, REFEREE_FORFEIT, 2);
    assert_string_equal(referee_status_name(t.result.status), "time");
    assert_in_range(t.result.moves[1], 1, 3); /* 1.5 - 3 * 0.6 + 2 * 0.01 < 0 */
    assert_true(t.s[1].left < 1.5 || t.result.moves[1] == 1);
    ludc_free(t.game);

    clock = (ludc_clock){.move = 0.1};
    sit(&t, "noughts.lud", noughts, FIRST, SLOW);
    t.referee.clock = &clock;
    t.referee.slack = 0.3;
    play(&t, REFEREE_FORFEIT, 2);
    assert_int_equal(t.result.moves[1], 1);
    ludc_free(t.game);

    /* who listens is told to stop when it is late anyway */
    sit(&t, "noughts.lud", noughts, FIRST, SLEEPS_UNTIL_STOPPED);
    t.referee.clock = &clock;
    t.referee.slack = 0.3;
    play(&t, REFEREE_FORFEIT, 2);
    assert_string_equal(referee_status_name(t.result.status), "time");
    ludc_free(t.game);
}

static int at_once(void *data)
{
    (void)data;
    return 1;
}

static int believe_the_first(void *data, unsigned role)
{
    (void)data;
    return role == 1;
}

static void games_end_before_their_end(void **unused)
{
    (void)unused;
    Table t;
    sit(&t, "noughts.lud", noughts, FIRST, FIRST);
    t.referee.max_moves = 3;
    play(&t, REFEREE_CUT, 0);
    assert_int_equal(t.result.steps, 3);
    assert_true(t.result.payoff[0] == 0.5);
    ludc_free(t.game);

    sit(&t, "noughts.lud", noughts, PROVES, FIRST);
    t.referee.proved = believe_the_first;
    play(&t, REFEREE_PROVED, 0);
    assert_int_equal(t.result.steps, 1);
    assert_true(t.result.payoff[0] == 1);
    ludc_free(t.game);

    sit(&t, "noughts.lud", noughts, FIRST, PROVES);
    t.referee.proved = believe_the_first;
    play(&t, REFEREE_OVER, 0);
    ludc_free(t.game);

    sit(&t, "noughts.lud", noughts, FIRST, LEAVE);
    play(&t, REFEREE_LEFT, 2);
    assert_int_equal(t.s[0].counted, 0);
    ludc_free(t.game);

    sit(&t, "noughts.lud", noughts, SLEEPS_UNTIL_STOPPED, FIRST);
    t.referee.stopped = at_once;
    play(&t, REFEREE_STOPPED, 0);
    assert_int_equal(t.s[1].counted, 0);
    ludc_free(t.game);
}

static void openings_are_played_first(void **unused)
{
    (void)unused;
    Table t;
    ludc_error error = {0};
    sit(&t, "noughts.lud", noughts, FIRST, LAST);
    t.referee.opening = (const char *const[]){"B2", "C3"};
    t.referee.nopening = 2;
    play(&t, REFEREE_OVER, 0);
    assert_int_equal(t.result.steps - t.result.moves[0] - t.result.moves[1], 2);
    assert_int_equal(t.s[1].told, t.result.steps);
    t.referee.opening = (const char *const[]){"B2", "B2"};
    assert_int_equal(referee_play(&t.referee, &t.result, &error), LUDC_WRONG);
    assert_non_null(strstr(error.message, "B2"));
    t.referee.opening = (const char *const[]){"A1", "B1", "A2", "B2", "A3"};
    t.referee.nopening = 5;
    assert_int_equal(referee_play(&t.referee, &t.result, &error), LUDC_WRONG);
    assert_non_null(strstr(error.message, "ends the game"));
    ludc_free(t.game);
}

static void roles_choose_at_once(void **unused)
{
    (void)unused;
    for (int together = 0; together < 2; together++) {
        Table t;
        sit(&t, "shown.kif", shown, LAST, FIRST);
        t.referee.together = together;
        play(&t, REFEREE_OVER, 0);
        assert_int_equal(t.result.steps, 2);
        assert_int_equal(t.result.moves[0] + t.result.moves[1], 4);
        assert_true(t.result.payoff[0] == 1 && t.result.payoff[1] == 0);
        ludc_free(t.game);
        sit(&t, "shown.kif", shown, FIRST, NO_MOVE);
        t.referee.together = together;
        play(&t, REFEREE_FORFEIT, 2);
        ludc_free(t.game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played_to_its_end), cmocka_unit_test(who_does_not_answer_well_loses),
        cmocka_unit_test(clocks_run_out),              cmocka_unit_test(games_end_before_their_end),
        cmocka_unit_test(openings_are_played_first),   cmocka_unit_test(roles_choose_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
