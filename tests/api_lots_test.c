/* api_lots_test.c - lots, steps and the statuses of what plays, as another program sees them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 8192, STATE = 4096 };

/* Move 0 draws one of 3 and, where that is the last, one of 4; move 1 throws two dice, of which only
 * the sum is kept; move 2 draws nothing; move 3 draws three of 20. */
static const char lots_gir[] =
    "game \"Lots\" players 2\n"
    "space kind 4\n"
    "space player 3\n"
    "state {\n"
    "  @sum : int 0..100000 = 0\n"
    "  @made : int 0..10 = 0\n"
    "  @mover : int[player] 1..2 = 1\n"
    "}\n"
    "rule throw(%k : int[kind]) {\n"
    "  param %k in 0 .. 4\n"
    "  do {\n"
    "    if %k == 0 {\n"
    "      let %a = draw(3)\n"
    "      if %a == 2 {\n"
    "        let %b = draw(4)\n"
    "        @sum := 10 + %b\n"
    "      } else {\n"
    "        @sum := %a\n"
    "      }\n"
    "    }\n"
    "    if %k == 1 {\n"
    "      let %c = draw(6)\n"
    "      let %d = draw(6)\n"
    "      @sum := %c + %d\n"
    "    }\n"
    "    if %k == 3 {\n"
    "      let %e = draw(20)\n"
    "      let %f = draw(20)\n"
    "      let %g = draw(20)\n"
    "      @sum := %e * 400 + %f * 20 + %g\n"
    "    }\n"
    "    @made := @made + 1\n"
    "    @mover := 3 - @mover\n"
    "  }\n"
    "}\n"
    "gen moves { try throw }\n"
    "view over = @made == 9\n"
    "view mover = @mover\n"
    "view rank(%p : int[player]) = 0\n"
    "view total = @sum\n";

/* Two dice, of three sides and with two equal faces; each throw moves. */
static const char dice_lud[] =
    "(game \"Dice\" (players 2)\n"
    "  (equipment { (board (square 3)) (dice d:3 num:2) (piece \"Ball\" Each) })\n"
    "  (rules (play (do (roll) next: (move Add (to (sites Empty)))))\n"
    "         (end (if (is Full) (result All Draw)))))\n";

static const char twins_lud[] =
    "(game \"Twins\" (players 2)\n"
    "  (equipment { (board (square 3)) (dice facesByDie:{{0 0 5} {1 2 3}} num:2) (piece \"Ball\" Each) })\n"
    "  (rules (play (do (roll) next: (move Add (to (sites Empty)))))\n"
    "         (end (if (is Full) (result All Draw)))))\n";

/* Two players who choose at the same time; the words of a move have spaces of their own. */
static const char both_kif[] =
    "(role left) (role right)\n"
    "(init (step 0)) (succ 0 1) (succ 1 2)\n"
    "(legal left noop) (number 1) (number 2)\n"
    "(<= (legal left (mark 1 ?n)) (number ?n))\n"
    "(<= (legal right (mark (of 2 ?n) x)) (number ?n)) (legal right noop)\n"
    "(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))\n"
    "(<= (next (took ?r ?a)) (does ?r ?a))\n"
    "(<= terminal (true (step 2)))\n"
    "(goal left 50) (goal right 50)\n";

static const char alone_kif[] =
    "(role me) (init (step 0)) (succ 0 1) (succ 1 2)\n"
    "(legal me up) (legal me (go left))\n"
    "(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))\n"
    "(<= terminal (true (step 2))) (goal me 100)\n";

typedef struct {
    ludc_game *game;
    const ludc_reasoner *r;
    _Alignas(16) char s[STATE], undo[STATE], other[STATE];
} Fixture;

static void begin(Fixture *f, const char *name, const char *text)
{
    ludc_error error = {0};
    f->game = ludc_compile_text(name, text, strlen(text), NULL, &error);
    if (!f->game)
        fail_msg("%s: %s", name, error.message);
    f->r = ludc_game_reasoner(f->game);
    assert_in_range(ludc_state_size(f->r), 1, STATE);
    memset(f->s, 0, STATE);
    ludc_init(f->r, f->s);
}

static void end(Fixture *f) { ludc_free(f->game); }

static int32_t total(const Fixture *f, const void *s)
{
    for (size_t i = 0; i < ludc_views(f->r); i++)
        if (!strcmp(ludc_view_name(f->r, i, NULL), "total"))
            return ludc_view(f->r, s, i, 0);
    fail_msg("no view");
    return 0;
}

static double sum(const double *chance, size_t n)
{
    double all = 0;
    for (size_t i = 0; i < n; i++)
        all += chance[i];
    return all;
}

static void outcomes_have_exact_chances(void **unused)
{
    (void)unused;
    static ludc_outcome out[ROOM];
    static double chance[ROOM];
    Fixture f;
    begin(&f, "lots.gir", lots_gir);
    assert_true(ludc_chance(f.r));
    assert_int_equal(ludc_outcomes(f.r, f.s, 0, LUDC_OUTCOMES, out, chance), 6);
    for (size_t i = 0; i < 6; i++)
        assert_true(fabs(chance[i] - (i < 2 ? 1.0 / 3 : 1.0 / 12)) < 1e-15);
    assert_int_equal(ludc_outcomes(f.r, f.s, 1, LUDC_OUTCOMES, out, chance), 36);
    assert_true(fabs(sum(chance, 36) - 1) < 1e-12);
    assert_int_equal(ludc_outcomes(f.r, f.s, 2, LUDC_OUTCOMES, out, chance), 1);
    assert_true(out[0] == 0 && chance[0] == 1);
    assert_int_equal(ludc_outcomes(f.r, f.s, 3, LUDC_OUTCOMES, out, chance), 0);
    assert_int_equal(ludc_outcomes(f.r, f.s, 3, 8000, out, chance), 8000);
    assert_int_equal(ludc_outcomes(f.r, f.s, 3, 7999, NULL, NULL), 0);
    assert_true(fabs(sum(chance, 8000) - 1) < 1e-12);
    end(&f);
}

static void equal_successors_are_merged_on_demand(void **unused)
{
    (void)unused;
    static ludc_outcome out[ROOM];
    static double chance[ROOM];
    Fixture f;
    begin(&f, "lots.gir", lots_gir);
    const size_t n = ludc_outcomes_distinct(f.r, f.s, 1, 36, out, chance);
    assert_int_equal(n, 11);
    assert_int_equal(ludc_outcomes_distinct(f.r, f.s, 1, 35, out, chance), 0);
    assert_int_equal(ludc_outcomes_distinct(f.r, f.s, 3, 8000, out, NULL), 8000);
    ludc_outcomes_distinct(f.r, f.s, 1, 36, out, chance);
    for (size_t i = 0; i < n; i++) {
        memcpy(f.other, f.s, STATE);
        assert_int_equal(ludc_apply_outcome(f.r, f.other, 1, out[i], NULL), LUDC_OK);
        const int32_t eyes = total(&f, f.other); /* both dice count from 0 */
        assert_true(fabs(chance[i] - (eyes <= 5 ? eyes + 1 : 11 - eyes) / 36.0) < 1e-15);
    }
    end(&f);
}

static void outcomes_are_played_as_given(void **unused)
{
    (void)unused;
    static const int32_t want[] = {0, 1, 10, 11, 12, 13};
    Fixture f;
    ludc_outcome out[6];
    begin(&f, "lots.gir", lots_gir);
    ludc_outcomes(f.r, f.s, 0, 6, out, NULL);
    for (size_t i = 0; i < 6; i++) {
        memcpy(f.other, f.s, STATE);
        assert_int_equal(ludc_apply_outcome(f.r, f.other, 0, out[i], f.undo), LUDC_OK);
        assert_int_equal(total(&f, f.other), want[i]);
        assert_int_equal(ludc_undo(f.r, f.other, f.undo), LUDC_OK);
        assert_true(ludc_equal(f.r, f.other, f.s));
    }
    assert_int_equal(ludc_apply_outcome(f.r, f.other, 0, 12, NULL), LUDC_USAGE); /* 3 * 4 are numbered, */
    assert_int_equal(ludc_apply_outcome(f.r, f.other, 0, 3, NULL), LUDC_USAGE);  /* but 0 has no second draw */
    assert_int_equal(ludc_apply_outcome(f.r, f.other, 2, 1, NULL), LUDC_USAGE);
    assert_true(ludc_equal(f.r, f.other, f.s));
    end(&f);
}

static void draws_follow_the_words(void **unused)
{
    (void)unused;
    Fixture f;
    begin(&f, "lots.gir", lots_gir);
    for (uint64_t seed = 1; seed < 200; seed++) {
        uint64_t a = seed, b = seed;
        const ludc_move move = (ludc_move)(seed % 4);
        ludc_outcome outcome;
        memcpy(f.other, f.s, STATE);
        memcpy(f.undo, f.s, STATE);
        assert_int_equal(ludc_apply_random(f.r, f.other, move, &a, NULL), LUDC_OK);
        assert_int_equal(ludc_draw_outcome(f.r, f.s, move, &b, &outcome), LUDC_OK);
        assert_int_equal(ludc_apply_outcome(f.r, f.undo, move, outcome, NULL), LUDC_OK);
        assert_true(a == b && ludc_equal(f.r, f.other, f.undo));
    }
    end(&f);
}

static void outcomes_have_text(void **unused)
{
    (void)unused;
    static ludc_outcome out[ROOM];
    Fixture f;
    begin(&f, "lots.gir", lots_gir);
    for (ludc_move move = 0; move < 4; move++) {
        const size_t n = ludc_outcomes(f.r, f.s, move, ROOM, out, NULL);
        for (size_t i = 0; i < n; i++) {
            char text[32];
            ludc_outcome again = 99;
            const size_t length = ludc_outcome_text(f.r, f.s, move, out[i], text, sizeof text);
            assert_int_equal(length, strlen(text));
            assert_int_equal(ludc_outcome_parse(f.r, f.s, move, text, &again), LUDC_OK);
            assert_true(again == out[i]);
        }
    }
    char text[32], cut[3];
    ludc_outcome outcome;
    assert_int_equal(ludc_outcome_parse(f.r, f.s, 0, "3,2", &outcome), LUDC_OK);
    assert_int_equal(ludc_outcome_text(f.r, f.s, 0, outcome, text, sizeof text), 3);
    assert_string_equal(text, "3,2");
    assert_int_equal(ludc_outcome_text(f.r, f.s, 0, outcome, cut, sizeof cut), 3);
    assert_string_equal(cut, "3,");
    static const char *const wrong[] = {"", "0", "4", "1,1", "3", "3,", "3,5", "3,2,1", "3,2 ", "x", "3+2", "-1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(ludc_outcome_parse(f.r, f.s, 0, wrong[i], &outcome), LUDC_WRONG);
    end(&f);
}

/* The dice of the first turn are thrown by a move of its own. */
static void throws_read_as_dice(void **unused)
{
    (void)unused;
    Fixture f;
    ludc_move move;
    ludc_outcome outcome;
    char text[32];
    begin(&f, "dice.lud", dice_lud);
    assert_int_equal(ludc_moves(f.r, f.s, &move), 1);
    assert_int_equal(ludc_outcomes(f.r, f.s, move, 9, NULL, NULL), 9);
    assert_int_equal(ludc_outcome_parse(f.r, f.s, move, "3+2", &outcome), LUDC_OK);
    assert_int_equal(ludc_outcome_parse(f.r, f.s, move, "4+2", &outcome), LUDC_WRONG);
    assert_int_equal(ludc_outcome_text(f.r, f.s, move, outcome, text, sizeof text), 3);
    assert_string_equal(text, "3+2");
    assert_int_equal(ludc_apply_outcome(f.r, f.s, move, outcome, NULL), LUDC_OK);
    for (size_t i = 0; i < ludc_views(f.r); i++)
        if (!strcmp(ludc_view_name(f.r, i, NULL), "pips")) {
            assert_int_equal(ludc_view(f.r, f.s, i, 0), 3);
            assert_int_equal(ludc_view(f.r, f.s, i, 1), 2);
            end(&f);
            begin(&f, "twins.lud", twins_lud);
            assert_int_equal(ludc_moves(f.r, f.s, &move), 1);
            assert_int_equal(ludc_outcome_parse(f.r, f.s, move, "2+3", &outcome), LUDC_OK); /* which face; what it shows */
            assert_int_equal(ludc_outcome_parse(f.r, f.s, move, "5+3", &outcome), LUDC_WRONG);
            end(&f);
            return;
        }
    fail_msg("the dice cannot be seen");
}

static void many_states_draw_for_themselves(void **unused)
{
    (void)unused;
    enum { N = 300, STRIDE = 512 };
    static _Alignas(16) char some[N * STRIDE], same[N * STRIDE];
    static ludc_move moves[N];
    Fixture f;
    begin(&f, "lots.gir", lots_gir);
    assert_in_range(ludc_state_size(f.r), 1, STRIDE);
    for (size_t i = 0; i < N; i++)
        moves[i] = i % 7 == 6 ? LUDC_NO_MOVE : (ludc_move)(i % 4);
    ludc_pool *pool = ludc_pool_new(2);
    ludc_init_n(f.r, some, STRIDE, N, NULL);
    ludc_init_n(f.r, same, STRIDE, N, NULL);
    uint64_t a = 5, b = 5;
    assert_int_equal(ludc_apply_random_n(f.r, some, STRIDE, N, moves, &a, NULL), LUDC_OK);
    assert_int_equal(ludc_apply_random_n(f.r, same, STRIDE, N, moves, &b, pool), LUDC_OK);
    assert_true(a == b && a != 5);
    int32_t most = 0, still = 0;
    for (size_t i = 0; i < N; i++) {
        assert_true(ludc_equal(f.r, some + i * STRIDE, same + i * STRIDE));
        const int32_t here = total(&f, some + i * STRIDE);
        most = here > most ? here : most;
        still += ludc_equal(f.r, some + i * STRIDE, f.s);
    }
    assert_true(most > 3000 && still == N / 7);
    assert_int_equal(ludc_apply_random_n(f.r, some, STRIDE, N, moves, NULL, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply_random_n(f.r, some, STRIDE, N, NULL, &a, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply_random_n(f.r, NULL, STRIDE, N, moves, &a, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply_random_n(NULL, some, STRIDE, N, moves, &a, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply_random_n(f.r, some, 8, N, moves, &a, NULL), LUDC_USAGE);
    ludc_pool_free(pool);
    end(&f);
}

static void what_plays_says_how_it_went(void **unused)
{
    (void)unused;
    Fixture f;
    uint64_t rng = 1;
    ludc_move both[2];
    begin(&f, "lots.gir", lots_gir);
    assert_int_equal(ludc_apply(f.r, f.s, 2, f.undo), LUDC_OK);
    assert_int_equal(ludc_undo(f.r, f.s, f.undo), LUDC_OK);
    assert_int_equal(ludc_apply(NULL, f.s, 2, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply(f.r, NULL, 2, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply(f.r, f.s, ludc_move_codes(f.r), NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply_random(f.r, f.s, 2, NULL, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply_random(f.r, NULL, 2, &rng, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply_random(NULL, f.s, 2, &rng, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply_random(f.r, f.s, ludc_move_codes(f.r), &rng, NULL), LUDC_USAGE);
    assert_int_equal(ludc_undo(f.r, f.s, NULL), LUDC_USAGE);
    assert_int_equal(ludc_undo(f.r, NULL, f.undo), LUDC_USAGE);
    assert_int_equal(ludc_undo(NULL, f.s, f.undo), LUDC_USAGE);
    end(&f);

    begin(&f, "both.kif", both_kif);
    memcpy(f.other, f.s, STATE);
    ludc_moves_of(f.r, f.s, 1, NULL);
    ludc_move list[8];
    ludc_moves(f.r, f.s, list);
    assert_int_equal(ludc_apply(f.r, f.s, list[0], f.undo), LUDC_USAGE);
    assert_int_equal(ludc_apply_random(f.r, f.s, list[0], &rng, f.undo), LUDC_USAGE);
    assert_int_equal(ludc_apply_joint(f.r, f.s, NULL, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply_joint(f.r, NULL, list, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply_joint(NULL, f.s, list, NULL), LUDC_USAGE);
    both[0] = list[0];
    both[1] = ludc_move_codes(f.r);
    assert_int_equal(ludc_apply_joint(f.r, f.s, both, NULL), LUDC_USAGE);
    assert_int_equal(ludc_outcomes(f.r, f.s, list[0], 1, NULL, NULL), 0);
    assert_int_equal(ludc_apply_outcome(f.r, f.s, list[0], 0, NULL), LUDC_USAGE);
    assert_true(ludc_equal(f.r, f.s, f.other));
    assert_false(ludc_chance(f.r));
    end(&f);
}

static void lots_refuse_null(void **unused)
{
    (void)unused;
    Fixture f;
    uint64_t rng = 1;
    ludc_outcome o;
    begin(&f, "lots.gir", lots_gir);
    assert_false(ludc_chance(NULL));
    assert_int_equal(ludc_outcomes(NULL, f.s, 0, 9, NULL, NULL), 0);
    assert_int_equal(ludc_outcomes(f.r, NULL, 0, 9, NULL, NULL), 0);
    assert_int_equal(ludc_outcomes_distinct(NULL, f.s, 0, 9, NULL, NULL), 0);
    assert_int_equal(ludc_outcomes_distinct(f.r, NULL, 0, 9, NULL, NULL), 0);
    assert_int_equal(ludc_apply_outcome(NULL, f.s, 0, 0, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply_outcome(f.r, NULL, 0, 0, NULL), LUDC_USAGE);
    assert_int_equal(ludc_draw_outcome(NULL, f.s, 0, &rng, &o), LUDC_USAGE);
    assert_int_equal(ludc_draw_outcome(f.r, NULL, 0, &rng, &o), LUDC_USAGE);
    assert_int_equal(ludc_draw_outcome(f.r, f.s, 0, NULL, &o), LUDC_USAGE);
    assert_int_equal(ludc_draw_outcome(f.r, f.s, 0, &rng, NULL), LUDC_USAGE);
    assert_int_equal(ludc_outcome_text(NULL, f.s, 0, 0, NULL, 0), 0);
    assert_int_equal(ludc_outcome_text(f.r, NULL, 0, 0, NULL, 0), 0);
    assert_int_equal(ludc_outcome_text(f.r, f.s, 0, 0, NULL, 0), 1);
    assert_int_equal(ludc_outcome_parse(NULL, f.s, 0, "1", &o), LUDC_USAGE);
    assert_int_equal(ludc_outcome_parse(f.r, NULL, 0, "1", &o), LUDC_USAGE);
    assert_int_equal(ludc_outcome_parse(f.r, f.s, 0, NULL, &o), LUDC_USAGE);
    assert_int_equal(ludc_outcome_parse(f.r, f.s, 0, "1", NULL), LUDC_USAGE);
    assert_int_equal(ludc_outcomes(f.r, f.s, 4, 9, NULL, NULL), 0); /* no move at all */
    end(&f);
}

static void joint_steps_read_and_write(void **unused)
{
    (void)unused;
    Fixture f;
    ludc_error error = {0};
    ludc_move moves[2], again[2], left[8], right[8];
    char text[128];
    begin(&f, "both.kif", both_kif);
    const size_t nleft = ludc_moves_of(f.r, f.s, 1, left), nright = ludc_moves_of(f.r, f.s, 2, right);
    assert_true(nleft == 3 && nright == 3);
    for (size_t i = 0; i < nleft * nright; i++) {
        moves[0] = left[i / nright];
        moves[1] = right[i % nright];
        const size_t n = ludc_step_text(f.r, f.s, moves, text, sizeof text);
        assert_int_equal(n, strlen(text));
        assert_int_equal(ludc_step_parse(f.r, f.s, text, again, &error), LUDC_OK);
        assert_memory_equal(moves, again, sizeof moves);
    }
    assert_int_equal(ludc_step_parse(f.r, f.s, "(mark 1 2)  (mark (of 2 1) x) ", moves, NULL), LUDC_OK);
    assert_int_equal(ludc_step_text(f.r, f.s, moves, text, 5), strlen("(mark 1 2) (mark (of 2 1) x)"));
    assert_string_equal(text, "(mar");
    static const struct {
        const char *step, *says;
    } wrong[] = {
        {"(mark 1 2)", "player 2"}, {"", "player 1"}, {"noop (mark 1 2)", "player 2"}, {"(mark 3 3) noop", "noop"},
        {"noop noop noop", "too much"}, {"noop #99999", "#99999"}, {"(mark 1 2 noop", "player 1"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(ludc_step_parse(f.r, f.s, wrong[i].step, moves, &error), LUDC_WRONG);
        assert_int_equal(error.status, LUDC_WRONG);
        assert_non_null(strstr(error.message, wrong[i].says));
    }
    assert_non_null(strstr(error.message, "legal: ")); /* the last one, of player 1 */
    assert_non_null(strstr(error.message, "(mark 1 2)"));
    assert_int_equal(ludc_step_play(f.r, f.s, "(mark 1 2) noop", f.undo, &error), LUDC_OK);
    assert_int_equal(ludc_step_play(f.r, f.s, "noop", NULL, NULL), LUDC_WRONG);
    assert_int_equal(ludc_step_play(f.r, f.s, "noop noop", NULL, &error), LUDC_OK);
    assert_true(ludc_over(f.r, f.s));
    assert_int_equal(ludc_step_parse(f.r, f.s, "noop noop", moves, &error), LUDC_WRONG);
    assert_non_null(strstr(error.message, "over"));
    assert_int_equal(ludc_step_text(f.r, f.s, moves, text, sizeof text), 0);
    end(&f);

    begin(&f, "alone.kif", alone_kif);
    assert_int_equal(ludc_step_play(f.r, f.s, "(go left)", NULL, &error), LUDC_OK);
    assert_int_equal(ludc_moves(f.r, f.s, left), 2);
    assert_int_equal(ludc_apply(f.r, f.s, left[0], NULL), LUDC_OK);
    assert_true(ludc_over(f.r, f.s));
    end(&f);
}

/* Labels that are no words, or not one, or twice the same, give way to numbers. */
static void steps_are_never_ambiguous(void **unused)
{
    (void)unused;
    static const char gir[] =
        "game \"Labels\" players 2 joint\n"
        "space 'move 1' 5 { \"a\" \"a b\" \"(c\" \"#1\" \"\" }\n"
        "space 'move 2' 3 { \"b\" \"b\" \"c d\" }\n"
        "space player 3\n"
        "state { @n : int 0..3 = 0 @one : int 0..5 = 0 @two : int 0..3 = 0 }\n"
        "rule first(%m : int['move 1']) { param %m in 0 .. 5 do { @one := %m } }\n"
        "rule second(%m : int['move 2']) { param %m in 0 .. 3 do { @two := %m } }\n"
        "gen moves(%p : int[player] 1..2) { if %p == 1 { try first } else { try second } }\n"
        "turn { @n := min(@n + 1, 3) }\n"
        "view over = @n == 3\n"
        "view goal(%p : int[player]) = 50\n";
    Fixture f;
    ludc_move moves[2], again[2], left[8], right[8];
    char text[64];
    begin(&f, "labels.gir", gir);
    assert_int_equal(ludc_moves_of(f.r, f.s, 1, left), 5);
    assert_int_equal(ludc_moves_of(f.r, f.s, 2, right), 3);
    for (size_t i = 0; i < 15; i++) {
        moves[0] = left[i / 3];
        moves[1] = right[i % 3];
        assert_in_range(ludc_step_text(f.r, f.s, moves, text, sizeof text), 3, sizeof text);
        assert_int_equal(ludc_step_parse(f.r, f.s, text, again, NULL), LUDC_OK);
        assert_memory_equal(moves, again, sizeof moves);
    }
    end(&f);
}

static void steps_of_turns_name_outcomes(void **unused)
{
    (void)unused;
    Fixture f;
    ludc_error error = {0};
    ludc_move moves[2];
    char text[64], step[80];
    begin(&f, "lots.gir", lots_gir);
    moves[0] = 0;
    moves[1] = 0;
    const size_t n = ludc_step_text(f.r, f.s, moves, text, sizeof text);
    assert_int_equal(n, strlen(text));
    snprintf(step, sizeof step, "%s~3,4", text);
    assert_int_equal(ludc_step_parse(f.r, f.s, text, moves, &error), LUDC_OK);
    assert_int_equal(moves[0], 0);
    assert_int_equal(ludc_step_parse(f.r, f.s, step, moves, &error), LUDC_WRONG); /* a step has no outcome */
    assert_int_equal(ludc_step_play(f.r, f.s, step, f.undo, &error), LUDC_OK);
    assert_int_equal(total(&f, f.s), 13);
    assert_int_equal(ludc_mover(f.r, f.s), 2);
    ludc_undo(f.r, f.s, f.undo);
    assert_int_equal(ludc_step_play(f.r, f.s, text, NULL, &error), LUDC_OK); /* the first of each draw */
    assert_int_equal(total(&f, f.s), 0);
    snprintf(step, sizeof step, "%s~4", text);
    assert_int_equal(ludc_step_play(f.r, f.s, step, NULL, &error), LUDC_WRONG);
    assert_non_null(strstr(error.message, "`4`"));
    assert_int_equal(ludc_step_play(f.r, f.s, "nothing~1", NULL, &error), LUDC_WRONG);
    assert_non_null(strstr(error.message, "legal: "));
    assert_int_equal(ludc_step_play(NULL, f.s, text, NULL, &error), LUDC_USAGE);
    assert_int_equal(ludc_step_play(f.r, NULL, text, NULL, &error), LUDC_USAGE);
    assert_int_equal(ludc_step_play(f.r, f.s, NULL, NULL, &error), LUDC_USAGE);
    assert_int_equal(ludc_step_parse(f.r, f.s, text, NULL, &error), LUDC_USAGE);
    assert_int_equal(ludc_step_text(NULL, f.s, moves, text, sizeof text), 0);
    assert_int_equal(ludc_step_text(f.r, NULL, moves, text, sizeof text), 0);
    assert_int_equal(ludc_step_text(f.r, f.s, NULL, text, sizeof text), 0);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes_have_exact_chances),
        cmocka_unit_test(equal_successors_are_merged_on_demand),
        cmocka_unit_test(outcomes_are_played_as_given),
        cmocka_unit_test(draws_follow_the_words),
        cmocka_unit_test(outcomes_have_text),
        cmocka_unit_test(throws_read_as_dice),
        cmocka_unit_test(many_states_draw_for_themselves),
        cmocka_unit_test(what_plays_says_how_it_went),
        cmocka_unit_test(lots_refuse_null),
        cmocka_unit_test(joint_steps_read_and_write),
        cmocka_unit_test(steps_are_never_ambiguous),
        cmocka_unit_test(steps_of_turns_name_outcomes),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
