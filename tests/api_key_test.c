/* api_key_test.c - keys of positions as another program sees them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc.h>
#include <stdlib.h>
#include <string.h>

#include "tests/compiled.h"

/* Stones on a board that is never emptied. */
static const char four[] =
    "(game \"Four\" (players 2)\n"
    "  (equipment { (board (square 4)) (piece \"Ball\" Each) })\n"
    "  (rules (play (move Add (to (sites Empty))))\n"
    "         (end (if (is Line 4) (result Mover Win)))))\n";

/* Pieces that walk, and never come to the same position twice. */
static const char no_repeat[] =
    "(game \"Walk\" (players 2)\n"
    "  (equipment { (board (square 3)) (piece \"Ball\" Each (move Step (to if:(is Empty (to))))) })\n"
    "  (rules (meta (no Repeat Positional))\n"
    "         (start { (place \"Ball1\" (sites Bottom)) (place \"Ball2\" (sites Top)) })\n"
    "         (play (forEach Piece))\n"
    "         (end (if (no Moves Next) (result Mover Win)))))\n";

static ludc_game *compile_by(const char *text, const char *backend)
{
    return compile_with("key.lud", text, &(ludc_options){.backend = backend});
}

static void play(const ludc_reasoner *r, void *s, const int *place, int n)
{
    ludc_init(r, s);
    for (int i = 0; i < n; i++) {
        ludc_move list[16], move = 0;
        char text[16];
        size_t moves = ludc_moves(r, s, list);
        const char wanted[] = {(char)('A' + place[i] % 4), (char)('1' + place[i] / 4), 0};
        size_t found = moves;
        for (size_t m = 0; m < moves; m++) {
            ludc_move_text(r, s, list[m], text, sizeof text);
            if (!strcmp(text, wanted)) {
                found = m;
                move = list[m];
            }
        }
        assert_true(found < moves);
        ludc_apply(r, s, move, NULL);
    }
}

static void orders_meet(void **unused)
{
    static const int one[] = {0, 5, 3, 9}, other[] = {3, 9, 0, 5}, third[] = {0, 5, 3, 10};
    (void)unused;
    ludc_game *game = compile_by(four, "eval");
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *a = calloc(3, ludc_state_size(r)), *b = (char *)a + ludc_state_size(r), *c = (char *)b + ludc_state_size(r);
    uint64_t ka[2], kb[2];
    play(r, a, one, 4);
    play(r, b, other, 4);
    play(r, c, third, 4);
    assert_false(ludc_equal(r, a, b)); /* the last moves differ */
    assert_true(ludc_key(r, a) == ludc_key(r, b));
    assert_true(ludc_key(r, a) != ludc_key(r, c));
    ludc_key128(r, a, ka);
    ludc_key128(r, b, kb);
    assert_memory_equal(ka, kb, sizeof ka);
    assert_true(ka[0] == ludc_key(r, a) && ka[0] != ka[1]);
    play(r, c, one, 3);
    assert_true(ludc_key(r, a) != ludc_key(r, c));
    free(a);
    ludc_free(game);
}

static void many_at_once(void **unused)
{
    enum { STATES = 100 };
    static const int line[] = {0, 5, 3, 9, 12, 7};
    (void)unused;
    ludc_game *game = compile_by(four, "eval");
    const ludc_reasoner *r = ludc_game_reasoner(game);
    const size_t stride = (ludc_state_size(r) + 15) / 16 * 16;
    char *states = calloc(STATES, stride);
    uint64_t key[STATES], board[2];
    for (int i = 0; i < STATES; i++)
        play(r, states + (size_t)i * stride, line, i % 7);
    ludc_pool *pool = ludc_pool_new(2);
    assert_int_equal(ludc_key_n(r, states, stride, STATES, LUDC_KEY_ALL, key, pool), LUDC_OK);
    for (int i = 0; i < STATES; i++)
        assert_true(key[i] == ludc_key(r, states + (size_t)i * stride));
    assert_int_equal(ludc_key_n(r, states, stride, STATES, LUDC_KEY_BOARD, key, NULL), LUDC_OK);
    ludc_key_of(r, states + stride, LUDC_KEY_BOARD, board);
    assert_true(key[1] == board[0]);
    assert_int_equal(ludc_key_n(r, states, 8, STATES, LUDC_KEY_ALL, key, NULL), LUDC_USAGE);
    assert_int_equal(ludc_key_n(r, NULL, stride, 1, LUDC_KEY_ALL, key, NULL), LUDC_USAGE);
    assert_int_equal(ludc_key_n(NULL, states, stride, 1, LUDC_KEY_ALL, key, NULL), LUDC_USAGE);
    ludc_pool_free(pool);
    free(states);
    ludc_free(game);
}

/* Walks there and back: the board is as before, its history is not. */
static void parts_leave_out(void **unused)
{
    (void)unused;
    ludc_game *game = compile_by(no_repeat, "eval"), *plain = compile_by(four, "eval");
    const ludc_reasoner *r = ludc_game_reasoner(game), *q = ludc_game_reasoner(plain);
    assert_int_equal(ludc_key_parts(r), LUDC_KEY_BOARD | LUDC_KEY_COUNTERS | LUDC_KEY_HISTORY);
    assert_int_equal(ludc_key_parts(q), LUDC_KEY_BOARD);
    void *s = calloc(1, ludc_state_size(r)), *t = calloc(1, ludc_state_size(q));
    ludc_init(r, s);
    ludc_init(q, t);
    uint64_t all[2], board[2], history[2];
    ludc_key_of(r, s, LUDC_KEY_ALL, all);
    ludc_key_of(r, s, LUDC_KEY_BOARD, board);
    ludc_key_of(r, s, LUDC_KEY_BOARD | LUDC_KEY_HISTORY, history);
    assert_true(all[0] == ludc_key(r, s) && all[0] != board[0] && history[0] != board[0]);
    ludc_key_of(q, t, LUDC_KEY_BOARD, board);
    assert_true(board[0] == ludc_key(q, t)); /* there is nothing else */
    assert_true(ludc_key(q, t) != ludc_key(r, s));
    free(s);
    free(t);
    ludc_free(game);
    ludc_free(plain);
}

static void nothing_is_nothing(void **unused)
{
    (void)unused;
    ludc_game *game = compile_by(four, "eval");
    const ludc_reasoner *r = ludc_game_reasoner(game);
    uint64_t key[2] = {1, 1};
    char state[16] = {0};
    assert_true(ludc_key(NULL, state) == 0 && ludc_key(r, NULL) == 0);
    ludc_key128(r, NULL, key);
    assert_true(key[0] == 0 && key[1] == 0);
    ludc_key_of(NULL, state, LUDC_KEY_ALL, key);
    ludc_key_of(r, state, LUDC_KEY_ALL, NULL);
    assert_int_equal(ludc_key_parts(NULL), 0);
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(orders_meet), cmocka_unit_test(many_at_once),
                                       cmocka_unit_test(parts_leave_out), cmocka_unit_test(nothing_is_nothing)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("key", tests, NULL, NULL);
}
