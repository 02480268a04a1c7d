/* api_draw_test.c - positions in characters, through ludc_draw.h alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc.h>
#include <ludc_draw.h>
#include <stdlib.h>
#include <string.h>

#include "tests/compiled.h"
#include "tests/skip.h"

static void drawn_as(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, const char *want)
{
    char text[4096];
    assert_int_equal(ludc_draw_text(r, state, options, text, sizeof text), strlen(want));
    assert_string_equal(text, want);
}

static const char line[] = "(game \"Three\" (players 2) (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
                           "  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))\n";

static void squares_with_the_last_move(void **state)
{
    (void)state;
    ludc_game *game = compile("test.lud", line);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *s = calloc(1, ludc_state_size(r));
    ludc_draw_options options = {.size = sizeof options};
    ludc_move move;
    ludc_init(r, s);
    assert_int_equal(ludc_move_parse(r, s, "B2", &move), LUDC_OK);
    ludc_draw_mark(&options, r, s, move);
    ludc_apply(r, s, move, NULL);
    drawn_as(r, s, NULL, "    3 . . .\n    2 . X .\n    1 . . .\n      A B C\nplayer 1 X   > player 2 O\n");
    drawn_as(r, s, &options, "    3 . . .\n    2 .[X].\n    1 . . .\n      A B C\nplayer 1 X   > player 2 O\n");
    options.plain = 1;
    options.marks = 0;
    drawn_as(r, s, &options, "      . . .\n      . X .\n      . . .\n");
    assert_int_equal(ludc_draw_text(NULL, s, NULL, NULL, 0), 0);
    free(s);
    ludc_free(game);
}

/* A succession gives the order; a board that is full of one thing at the start shows it as dots. */
static const char sheet[] = "(role p) (succ c a) (succ a b)\n"
                            "(init (cell c 1 blank)) (init (cell c 2 blank)) (init (cell a 1 blank)) (init (cell a 2 blank))\n"
                            "(init (cell b 1 blank)) (init (cell b 2 blank)) (init (hand full))\n"
                            "(<= (legal p (mark ?x ?y)) (true (cell ?x ?y blank)))\n"
                            "(<= (next (cell ?x ?y knight)) (does p (mark ?x ?y)))\n"
                            "(<= (next (cell ?x ?y ?v)) (true (cell ?x ?y ?v)) (does p (mark ?a ?b)) (distinct ?x ?a))\n"
                            "(<= (next (cell ?x ?y ?v)) (true (cell ?x ?y ?v)) (does p (mark ?a ?b)) (distinct ?y ?b))\n"
                            "(<= (next (hand empty)) (true (hand full))) (<= (next (hand empty)) (true (hand empty)))\n"
                            "(<= over (true (cell ?x ?y blank))) (<= terminal (not over)) (goal p 100)\n";

static void sheets_in_the_order_of_successions(void **state)
{
    (void)state;
    ludc_game *game = compile("test.kif", sheet);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *s = calloc(1, ludc_state_size(r));
    ludc_init(r, s);
    assert_int_equal(ludc_step_play(r, s, "(mark a 2)", NULL, NULL), LUDC_OK);
    drawn_as(r, s, NULL, "    2 . k .\n    1 . . .\n      c a b\n. blank, k knight\nhand: empty\n");
    free(s);
    ludc_free(game);
}

static size_t times(const char *text, const char *what)
{
    size_t n = 0;
    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
        n++;
    return n;
}

static void a_picture_has_its_men_and_its_theme(void **state)
{
    (void)state;
    ludc_game *game = compile("test.lud", line);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *s = calloc(1, ludc_state_size(r));
    ludc_draw_options options = {.size = sizeof options, .width = 500};
    char text[16384];
    ludc_init(r, s);
    assert_int_equal(ludc_step_play(r, s, "B2", NULL, NULL), LUDC_OK);
    assert_int_equal(ludc_step_play(r, s, "C3", NULL, NULL), LUDC_OK);
    size_t n = ludc_draw_svg(r, s, &options, NULL, 0);
    assert_in_range(n, 1, sizeof text - 1);
    assert_int_equal(ludc_draw_svg(r, s, &options, text, sizeof text), n);
    assert_int_equal(strlen(text), n);
    assert_int_equal(times(text, "class=\"field\""), 9);
    assert_int_equal(times(text, "class=\"man\""), 2);
    assert_int_equal(times(text, "data-site=\"cell 4\" data-owner=\"1\" data-kind=\"1\""), 1);
    assert_int_equal(times(text, "data-site=\"cell 8\" data-owner=\"2\" data-kind=\"2\""), 1);
    assert_int_equal(times(text, "width=\"500\""), 1);
    assert_string_equal(ludc_draw_theme(0), "wood");
    unsigned themes = 0;
    while (ludc_draw_theme(themes))
        themes++;
    assert_int_equal(themes, 3);
    options.theme = themes;
    assert_int_equal(ludc_draw_svg(r, s, &options, NULL, 0), 0);
    assert_int_equal(ludc_draw_svg(NULL, s, NULL, NULL, 0), 0);
    free(s);
    ludc_free(game);
}

static void a_film_has_a_frame_for_each_position(void **state)
{
    (void)state;
    ludc_game *game = compile("test.lud", line);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *s = calloc(1, ludc_state_size(r));
    static const char *const step[] = {"B2", "C3"};
    ludc_film *film = ludc_film_new(r, NULL, 0.5);
    char text[32768];
    ludc_init(r, s);
    assert_non_null(film);
    assert_int_equal(ludc_film_svg(film, text, sizeof text), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ludc_film_add(film, s, NULL), LUDC_OK);
        if (i < 2)
            assert_int_equal(ludc_step_play(r, s, step[i], NULL, NULL), LUDC_OK);
    }
    assert_in_range(ludc_film_svg(film, text, sizeof text), 1, sizeof text - 1);
    assert_int_equal(times(text, "class=\"frame\""), 3);
    assert_int_equal(times(text, "class=\"field\""), 9);
    assert_int_equal(times(text, "class=\"man\""), 0 + 1 + 2);
    assert_int_equal(ludc_film_add(film, NULL, NULL), LUDC_USAGE);
    assert_null(ludc_film_new(r, NULL, 0));
    ludc_film_free(film);
    ludc_film_free(NULL);
    free(s);
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_with_the_last_move),
        cmocka_unit_test(sheets_in_the_order_of_successions),
        cmocka_unit_test(a_picture_has_its_men_and_its_theme),
        cmocka_unit_test(a_film_has_a_frame_for_each_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
