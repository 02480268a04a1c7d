/* api_actions_test.c - actions and masks of legal moves, through ludc.h alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/compiled.h"

/* Two soldiers each on 5 by 14 sites (more than a word); forward only; and a pass. */
static const char soldiers[] =
    "game \"Soldiers\" players 2\n"
    "space loc 70\n"
    "space piece 3 { \"-\" \"White\" \"Black\" }\n"
    "state { @what : int[piece] [loc] = { 1 0 1 0*64 2 0 2 } @mover : int 1..2 = 1 @over : bit = 0 }\n"
    "rule step(%from : int[loc], %to : int[loc]) {\n"
    "  param %from in where(@what, @mover)\n"
    "  let %by = select(@mover == 1, 5, -5)\n"
    "  param %to in filter(%s in where(@what, 0) : %s == %from + %by)\n"
    "  do { @what[%to] := @what[%from] @what[%from] := 0 }\n"
    "  view from = %from view to = %to view kind = 27 view what = 0\n"
    "}\n"
    "rule put(%to : int[loc]) {\n"
    "  param %to in where(@what, 0) & bit[loc](3)\n"
    "  do { @over := 1 }\n"
    "  view from = %to view to = %to view kind = 0 view what = @mover\n"
    "}\n"
    "rule pass() { do { } view from = -1 view to = -1 view kind = 1 view what = 0 }\n"
    "gen moves { prefer { try step } else { try pass } try put }\n"
    "turn { @mover := 3 - @mover }\n"
    "view over = @over\n"
    "view mover = @mover\n"
    "view rank(%p : int 0..2) = 0\n";

static const char joint[] =
    "(role left) (role right)\n"
    "(init (at 0))\n"
    "(legal left go) (legal left stay) (legal right wait)\n"
    "(<= (next (at 1)) (does left go))\n"
    "(<= (next (at 0)) (does left stay) (true (at 0)))\n"
    "(<= terminal (true (at 1)))\n"
    "(goal left 100) (goal right 0)\n";

static int bit(const uint64_t *mask, ludc_action a) { return (int)(mask[a / 64] >> (a % 64) & 1); }

/* White goes 0, 5, .. 65 and 2, 7, .. 67, Black 67, .. 2 and 69, .. 4: 13 steps each. */
static void actions_are_numbered(void **unused)
{
    (void)unused;
    ludc_game *game = compile("soldiers.gir", soldiers);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    assert_int_equal(ludc_move_codes(r), 70 * 70 + 70 + 1);
    assert_int_equal(ludc_actions(r), 4 * 13 + 2);
    assert_int_equal(ludc_actions(NULL), 0);
    assert_int_equal(ludc_action_of(NULL, 0), LUDC_NO_ACTION);
    assert_int_equal(ludc_move_of(NULL, 0), LUDC_NO_MOVE);
    ludc_action next = 0;
    for (ludc_move m = 0; m < ludc_move_codes(r); m++) {
        ludc_action a = ludc_action_of(r, m);
        if (a == LUDC_NO_ACTION)
            continue;
        assert_int_equal(a, next++);
        assert_int_equal(ludc_move_of(r, a), m);
    }
    assert_int_equal(next, ludc_actions(r));
    assert_int_equal(ludc_move_of(r, next), LUDC_NO_MOVE);
    assert_int_equal(ludc_action_of(r, ludc_move_codes(r)), LUDC_NO_ACTION);
    assert_int_equal(ludc_action_of(r, LUDC_NO_MOVE), LUDC_NO_ACTION);
    ludc_free(game);
}

static void actions_say_what_they_are(void **unused)
{
    (void)unused;
    ludc_game *game = compile("soldiers.gir", soldiers);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_action_info info;
    ludc_action up = ludc_action_of(r, 0 * 70 + 5), down = ludc_action_of(r, 69 * 70 + 64), put = ludc_action_of(r, 70 * 70 + 3),
                pass = ludc_action_of(r, 70 * 70 + 70);
    assert_int_equal(ludc_action_at(r, up, &info), LUDC_OK);
    assert_int_equal(info.player, 1);
    assert_int_equal(info.from, 0);
    assert_int_equal(info.to, 5);
    assert_int_equal(info.kind, 27);
    assert_int_equal(info.piece, 1);
    assert_int_equal(ludc_action_at(r, down, &info), LUDC_OK);
    assert_int_equal(info.player, 2);
    assert_int_equal(info.piece, 2);
    assert_int_equal(ludc_action_at(r, put, &info), LUDC_OK);
    assert_int_equal(info.player, 0);
    assert_int_equal(info.from, 3);
    assert_int_equal(info.piece, -1); /* the mover's */
    assert_int_equal(ludc_action_at(r, (ludc_action)ludc_actions(r), &info), LUDC_USAGE);
    assert_int_equal(ludc_action_at(r, 0, NULL), LUDC_USAGE);
    assert_int_equal(ludc_action_at(NULL, 0, &info), LUDC_USAGE);
    char text[32];
    assert_int_equal(ludc_action_text(r, up, text, sizeof text), 3);
    assert_string_equal(text, "0-5");
    ludc_action_text(r, put, text, sizeof text);
    assert_string_equal(text, "3");
    ludc_action_text(r, pass, text, sizeof text);
    assert_string_equal(text, "pass");
    assert_int_equal(ludc_action_text(r, pass, text, 3), 4);
    assert_string_equal(text, "pa");
    assert_int_equal(ludc_action_text(r, pass, NULL, 0), 4);
    assert_int_equal(ludc_action_text(r, LUDC_NO_ACTION, text, sizeof text), 0);
    ludc_free(game);
}

/* All actions that `list` names and no others have their bit. */
static void assert_mask(const ludc_reasoner *r, const uint64_t *mask, const ludc_move *list, size_t n)
{
    size_t words = ludc_legal_row(r, LUDC_AS_WORDS) / 8, bits = 0;
    for (size_t i = 0; i < n; i++)
        assert_true(bit(mask, ludc_action_of(r, list[i])));
    for (size_t i = 0; i < words; i++)
        bits += (size_t)__builtin_popcountll(mask[i]);
    assert_int_equal(bits, n);
}

static void masks_are_legal_moves(void **unused)
{
    (void)unused;
    ludc_game *game = compile("soldiers.gir", soldiers);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    size_t stride = (ludc_state_size(r) + 15) / 16 * 16, actions = ludc_actions(r);
    enum { STATES = 3 };
    char *states = aligned_alloc(16, STATES * stride);
    uint64_t mask[8], two[STATES * 8];
    unsigned char bytes[STATES * 128];
    float floats[STATES * 128];
    ludc_move list[64];
    assert_int_equal(ludc_legal_row(r, LUDC_AS_WORDS), 8);
    assert_int_equal(ludc_legal_row(r, LUDC_AS_BITS), 8);
    assert_int_equal(ludc_legal_row(r, LUDC_AS_BYTES), actions);
    assert_int_equal(ludc_legal_row(r, LUDC_AS_FLOATS), 4 * actions);
    assert_int_equal(ludc_init_n(r, states, stride, STATES, NULL), LUDC_OK);
    ludc_apply(r, states + stride, 5, NULL);
    ludc_apply(r, states + 2 * stride, 70 * 70 + 3, NULL); /* over */
    for (int s = 0; s < STATES; s++) {
        size_t n = ludc_over(r, states + (size_t)s * stride) ? 0 : ludc_moves(r, states + (size_t)s * stride, list);
        assert_int_equal(ludc_legal(r, states + (size_t)s * stride, 0, mask), LUDC_OK);
        if (n)
            assert_mask(r, mask, list, n);
        memset(mask, 255, sizeof mask);
        assert_int_equal(ludc_legal_of(r, list, n, mask), LUDC_OK);
        if (n)
            assert_mask(r, mask, list, n);
        for (size_t i = 0; i < n; i++) { /* in any order, each by itself */
            assert_int_equal(ludc_legal_of(r, list + n - 1 - i, 1, mask), LUDC_OK);
            assert_mask(r, mask, list + n - 1 - i, 1);
        }
    }
    assert_int_equal(ludc_legal_of(r, NULL, 1, mask), LUDC_USAGE);
    assert_int_equal(ludc_legal(r, states, 1, mask), LUDC_OK);
    assert_true(mask[0] != 0);
    assert_int_equal(ludc_legal(r, states, 2, mask), LUDC_OK);
    assert_true(mask[0] == 0);
    ludc_pool *pool = ludc_pool_new(2);
    assert_int_equal(ludc_legal_n(r, states, stride, STATES, LUDC_MOVER, LUDC_AS_WORDS, two, pool), LUDC_OK);
    assert_int_equal(ludc_legal_n(r, states, stride, STATES, 0, LUDC_AS_BYTES, bytes, NULL), LUDC_OK);
    assert_int_equal(ludc_legal_n(r, states, stride, STATES, 0, LUDC_AS_FLOATS, floats, pool), LUDC_OK);
    for (size_t s = 0; s < STATES; s++)
        for (ludc_action a = 0; a < actions; a++) {
            assert_int_equal(bytes[s * actions + a], bit(two + s, a));
            assert_true(floats[s * actions + a] == (float)bit(two + s, a));
        }
    ludc_pool_free(pool);
    assert_int_equal(ludc_legal(NULL, states, 0, mask), LUDC_USAGE);
    assert_int_equal(ludc_legal(r, NULL, 0, mask), LUDC_USAGE);
    assert_int_equal(ludc_legal(r, states, 3, mask), LUDC_USAGE);
    assert_int_equal(ludc_legal_n(r, states, 1, 2, 0, LUDC_AS_WORDS, two, NULL), LUDC_USAGE);
    assert_int_equal(ludc_legal_n(r, states, stride, 0, 0, LUDC_AS_WORDS, NULL, NULL), LUDC_OK);
    free(states);
    ludc_free(game);
}

/* The same game on 5 by so many sites: 400 codes and 40,000 are looked up in different ways. */
static ludc_game *compile_soldiers(unsigned sites)
{
    char text[sizeof soldiers + 64];
    const char *old = strstr(soldiers, "space loc 70"), *state = strstr(soldiers, "0*64");
    int n = snprintf(text, sizeof text, "%.*sspace loc %u%.*s0*%u%s", (int)(old - soldiers), soldiers, sites,
                     (int)(state - (old + 12)), old + 12, sites - 6, state + 4);
    assert_true(n > 0 && (size_t)n < sizeof text);
    return compile("soldiers.gir", text);
}

static void masks_of_lists(void **unused)
{
    (void)unused;
    static const unsigned size[] = {20, 70, 200};
    for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
        ludc_game *game = compile_soldiers(size[k]);
        const ludc_reasoner *r = ludc_game_reasoner(game);
        size_t words = (ludc_actions(r) + 63) / 64;
        ludc_move list[64], junk[] = {0xfffffff0u, ludc_move_codes(r), 1};
        uint64_t mask[64], other[64];
        void *state = aligned_alloc(16, (ludc_state_size(r) + 15) / 16 * 16);
        assert_int_equal(ludc_actions(r), 4 * (size[k] / 5 - 1) + 2);
        ludc_init(r, state);
        for (unsigned ply = 0; ply < 30 && !ludc_over(r, state); ply++) {
            size_t n = ludc_moves(r, state, list);
            assert_int_equal(ludc_legal_of(r, list, n, mask), LUDC_OK);
            assert_int_equal(ludc_legal(r, state, 0, other), LUDC_OK);
            assert_mask(r, mask, list, n);
            assert_memory_equal(mask, other, words * sizeof *mask);
            ludc_apply(r, state, list[ply % n != n - 1 ? ply % n : 0], NULL);
        }
        assert_int_equal(ludc_legal_of(r, junk, 3, mask), LUDC_OK);
        assert_mask(r, mask, junk, 0);
        assert_int_equal(ludc_legal_of(r, NULL, 1, mask), LUDC_USAGE);
        assert_int_equal(ludc_legal_of(NULL, list, 1, mask), LUDC_USAGE);
        free(state);
        ludc_free(game);
    }
}

/* All moves at once, in order and out of it. */
static void long_lists(void **unused)
{
    (void)unused;
    static const unsigned size[] = {70, 200};
    for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
        ludc_game *game = compile_soldiers(size[k]);
        const ludc_reasoner *r = ludc_game_reasoner(game);
        ludc_move list[1024];
        uint64_t mask[64];
        size_t n = ludc_actions(r);
        assert_true(n <= 1024);
        for (ludc_action a = 0; a < n; a++)
            list[a] = ludc_move_of(r, a);
        ludc_legal_of(r, list, n, mask);
        assert_mask(r, mask, list, n);
        for (ludc_action a = 0; a < n; a++)
            list[a] = ludc_move_of(r, (ludc_action)(a * 7u % n));
        ludc_legal_of(r, list, n / 2, mask);
        for (ludc_action a = 0; a < n / 2; a++)
            assert_true(bit(mask, ludc_action_of(r, list[a])));
        list[5] = LUDC_NO_MOVE;
        assert_int_equal(ludc_legal_of(r, list, n / 2, mask), LUDC_OK);
        ludc_free(game);
    }
}

/* Four moves among a million numbers. */
static void few_among_many(void **unused)
{
    (void)unused;
    static const char text[] = "game \"Sparse\" players 1\n"
                               "state { @mover : int 1..1 = 1 @over : bit = 0 }\n"
                               "rule go(%to : int 0..999999) { param %to in 300000 .. 300004 do { @over := 1 } }\n"
                               "gen moves { try go }\n"
                               "view over = @over\n"
                               "view mover = @mover\n"
                               "view rank(%p : int 0..1) = 0\n";
    ludc_game *game = compile("sparse.gir", text);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    const ludc_move list[] = {299999, 300000, 300003, 300004, 999999, 1000000};
    uint64_t mask;
    assert_int_equal(ludc_actions(r), 4);
    assert_int_equal(ludc_action_of(r, 299999), LUDC_NO_ACTION);
    assert_int_equal(ludc_action_of(r, 300002), 2);
    assert_int_equal(ludc_action_of(r, 300004), LUDC_NO_ACTION);
    assert_int_equal(ludc_move_of(r, 3), 300003);
    assert_int_equal(ludc_legal_of(r, list, 6, &mask), LUDC_OK);
    assert_int_equal(mask, 9);
    ludc_free(game);
}

static void joint_moves_are_actions(void **unused)
{
    (void)unused;
    ludc_game *game = compile("joint.kif", joint);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *state = aligned_alloc(16, (ludc_state_size(r) + 15) / 16 * 16);
    uint64_t mask;
    char text[32];
    ludc_action_info info;
    ludc_init(r, state);
    assert_int_equal(ludc_actions(r), 3);
    for (unsigned p = 1; p <= 2; p++) {
        assert_int_equal(ludc_legal(r, state, p, &mask), LUDC_OK);
        assert_int_equal(__builtin_popcountll(mask), p == 1 ? 2 : 1);
        ludc_action a = (ludc_action)__builtin_ctzll(mask);
        assert_int_equal(ludc_action_at(r, a, &info), LUDC_OK);
        assert_int_equal(info.player, p);
        ludc_action_text(r, a, text, sizeof text);
        assert_string_equal(text, p == 1 ? "go" : "wait");
    }
    assert_int_equal(ludc_legal(r, state, 0, &mask), LUDC_OK);
    assert_int_equal(mask, 7);
    free(state);
    ludc_free(game);
}

int main(void)
{
    cmocka_set_message_output(CM_OUTPUT_TAP);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_are_numbered),
        cmocka_unit_test(actions_say_what_they_are),
        cmocka_unit_test(masks_are_legal_moves),
        cmocka_unit_test(masks_of_lists),
        cmocka_unit_test(long_lists),
        cmocka_unit_test(few_among_many),
        cmocka_unit_test(joint_moves_are_actions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
