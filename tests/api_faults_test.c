/* api_faults_test.c - what comes from outside through ludc.h: rules that do what they must not, states that were made
 * by hand, moves that are not legal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "runtime/include/ludc.h"
#include "tests/compiled.h"

/* Move 1 is a loop that goes on beyond its bound. */
static const char loop[] = "game \"Loop\" players 1\n"
                           "space player 2\n"
                           "state { @n : int 0..3 = 0 @z : int 0..1 = 0 }\n"
                           "rule m(%k : int 0..1) { param %k in 0 .. 2\n"
                           "  do { @n := min(@n + 1, 3) while %k == 1 max 7 { @z := 0 } } }\n"
                           "gen moves { try m }\n"
                           "view over = @n == 3\n"
                           "view mover = 1\n"
                           "view rank(%p : int[player]) = 2\n"
                           "view n = @n\n";

static void a_fault_is_a_value_and_the_game_goes_on(void **unused)
{
    (void)unused;
    const ludc_options options = {.backend = "eval"};
    ludc_game *game = compile_with("loop.gir", loop, &options);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char s[64], before[64];
    ludc_error error = {0};
    assert_int_equal(ludc_init(r, s), LUDC_OK);
    assert_int_equal(ludc_fault(game, &error), LUDC_OK);
    memcpy(before, s, ludc_state_size(r));
    ludc_apply(r, s, 1, NULL);
    assert_memory_equal(before, s, ludc_state_size(r)); /* nothing was done */
    assert_int_equal(ludc_moves(r, s, NULL), 2);        /* and play goes on before anybody asks */
    assert_int_equal(ludc_fault(game, &error), LUDC_WRONG);
    assert_int_equal(error.status, LUDC_WRONG);
    assert_string_equal(error.file, "loop.gir");
    assert_int_equal(error.line, 5);
    assert_non_null(strstr(error.message, "beyond its bound"));
    assert_int_equal(ludc_fault(game, NULL), LUDC_OK); /* it was told */
    for (int i = 0; i < 3; i++)
        assert_int_equal(ludc_apply(r, s, 0, NULL), LUDC_OK);
    assert_true(ludc_over(r, s));
    assert_int_equal(ludc_fault(game, &error), LUDC_OK);
    assert_int_equal(ludc_fault(NULL, &error), LUDC_USAGE);
    ludc_free(game);
}

int main(void)
{
    setenv("LUDC_CACHE", "", 1); /* what earlier runs kept is not what is tested */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_is_a_value_and_the_game_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
