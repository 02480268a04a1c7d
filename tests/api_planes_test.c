/* api_planes_test.c - a state as bits, through ludc.h alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc.h>
#include <string.h>

#include "tests/compiled.h"

/* Two marks over 70 sites, a family; a plane of player 1 alone; the last site, which player 2 sees
 * not. */
static const char two_marks[] =
    "game \"Marks\" players 2\n"
    "space site 70\n"
    "space one 1\n"
    "state { @what : int 0..2 [site] = { 0*70 } @last : site[site] = -1 @mover : int 1..2 = 1 @over : bit = 0 }\n"
    "rule add(%to : int[site]) { param %to in where(@what, 0) do { @what[%to] := @mover @last := %to } }\n"
    "gen moves { try add }\n"
    "turn { @mover := 3 - @mover }\n"
    "view over = @over\n"
    "view mover = @mover\n"
    "view rank(%p : int 0..2) = 0\n"
    "plane state last 0 (%eyes : int 0..2) -> mask[site] = select(%eyes == 2, none[site], bit[site](@last))\n"
    "plane state mark 2 (%eyes : int 0..2) -> mask[site] = where(@what, 2)\n"
    "plane state mark 1 (%eyes : int 0..2) -> mask[site] = where(@what, 1)\n"
    "plane state first 1 (%eyes : int 0..2) -> mask[one] = pack[one](0, @mover == 1)\n"
    "plane key mover 0 (%eyes : int 0..2) -> mask[one] = pack[one](0, @mover == 1)\n";

enum { BITS = 211, WORDS = 7 };

/* Player 1 at site 65, then player 2 at site 3; player 1 is to move. */
static void play_two(const ludc_reasoner *r, void *state)
{
    ludc_init(r, state);
    ludc_apply(r, state, 65, NULL);
    ludc_apply(r, state, 3, NULL);
}

static void planes_are_named(void **unused)
{
    (void)unused;
    ludc_game *game = compile("marks.gir", two_marks);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    assert_int_equal(ludc_planes(r, LUDC_SET_STATE), 4);
    assert_int_equal(ludc_planes(r, LUDC_SET_NODES), 0);
    assert_int_equal(ludc_planes(r, LUDC_SET_KEY), 1);
    assert_int_equal(ludc_planes(NULL, LUDC_SET_KEY), 0);
    assert_int_equal(ludc_observe_words(r, LUDC_SET_STATE), WORDS);
    assert_int_equal(ludc_observe_bits(r, LUDC_SET_STATE), BITS);
    assert_int_equal(ludc_observe_words(r, LUDC_SET_NODES), 0);
    assert_int_equal(ludc_observe_words(NULL, LUDC_SET_STATE), 0);
    assert_int_equal(ludc_observe_bits(NULL, LUDC_SET_STATE), 0);
    static const ludc_plane_info want[] = {{"last", 0, "site", NULL, 70, 0, 0, 0},
                                           {"mark", 2, "site", NULL, 70, 2, 70, 2},
                                           {"mark", 1, "site", NULL, 70, 4, 140, 1},
                                           {"first", 1, "one", NULL, 1, 6, 210, 3}};
    for (size_t i = 0; i < 4; i++) {
        ludc_plane_info found;
        assert_int_equal(ludc_plane_at(r, LUDC_SET_STATE, i, &found), LUDC_OK);
        assert_string_equal(found.name, want[i].name);
        assert_string_equal(found.space, want[i].space);
        assert_int_equal(found.owner, want[i].owner);
        assert_int_equal(found.size, want[i].size);
        assert_int_equal(found.word, want[i].word);
        assert_int_equal(found.bit, want[i].bit);
        assert_int_equal(found.next, want[i].next);
    }
    ludc_plane_info none;
    assert_int_equal(ludc_plane_at(r, LUDC_SET_STATE, 4, &none), LUDC_USAGE);
    assert_int_equal(ludc_plane_at(NULL, LUDC_SET_STATE, 0, &none), LUDC_USAGE);
    ludc_free(game);
}

static void one_state(void **unused)
{
    (void)unused;
    ludc_game *game = compile("marks.gir", two_marks);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char state[256];
    assert_in_range(ludc_state_size(r), 1, sizeof state);
    play_two(r, state);
    uint64_t word[WORDS], all[WORDS] = {8, 0, 8, 0, 0, 2, 1}, second[WORDS] = {0, 0, 8, 0, 0, 2, 1};
    assert_int_equal(ludc_observe(r, state, LUDC_SET_STATE, 0, word), LUDC_OK);
    assert_memory_equal(word, all, sizeof all);
    assert_int_equal(ludc_observe(r, state, LUDC_SET_STATE, 1, word), LUDC_OK);
    assert_memory_equal(word, all, sizeof all);
    assert_int_equal(ludc_observe(r, state, LUDC_SET_STATE, LUDC_MOVER, word), LUDC_OK);
    assert_memory_equal(word, all, sizeof all);
    assert_int_equal(ludc_observe(r, state, LUDC_SET_STATE, 2, word), LUDC_OK);
    assert_memory_equal(word, second, sizeof second);
    assert_int_equal(ludc_observe(r, state, LUDC_SET_STATE, 3, word), LUDC_USAGE);
    assert_int_equal(ludc_observe(r, NULL, LUDC_SET_STATE, 0, word), LUDC_USAGE);
    assert_int_equal(ludc_observe(NULL, state, LUDC_SET_STATE, 0, word), LUDC_USAGE);
    assert_int_equal(ludc_observe(r, state, LUDC_SET_STATE, 0, NULL), LUDC_USAGE);
    assert_int_equal(ludc_observe(r, state, LUDC_SET_NODES, 0, word), LUDC_UNSUPPORTED);
    ludc_free(game);
}

/* The places of the ones, in a row of any form. */
static size_t ones_of(const void *row, ludc_form form, size_t *one, size_t room)
{
    size_t n = 0;
    for (size_t i = 0; i < (form == LUDC_AS_WORDS ? WORDS * 64 : BITS); i++) {
        const uint64_t *word = row;
        int set = form == LUDC_AS_BYTES    ? ((const uint8_t *)row)[i] != 0
                  : form == LUDC_AS_FLOATS ? ((const float *)row)[i] > 0
                                           : (int)(word[i / 64] >> i % 64 & 1);
        if (set) {
            assert_true(n < room);
            one[n++] = i;
        }
    }
    return n;
}

/* State 0 is the first, player 1 to move; state 1 has a mark of player 1 at 65, player 2 to move. */
static void check_rows(const ludc_reasoner *r, const char *states, size_t stride, ludc_form form, size_t gap)
{
    static const size_t plain[4] = {65, 140 + 65}, mine[4] = {70 + 65};
    size_t row = ludc_observe_row(r, LUDC_SET_STATE, form), one[4];
    _Alignas(8) char out[4096];
    ludc_observe_options o = {.set = LUDC_SET_STATE, .form = form, .out_stride = gap ? row + gap : 0};
    assert_true(2 * (row + gap) <= sizeof out);
    memset(out, 77, sizeof out);
    assert_int_equal(ludc_observe_n(r, states, stride, 2, &o, out, NULL), LUDC_OK);
    assert_int_equal(ones_of(out, form, one, 4), 1);
    assert_int_equal(one[0], BITS - 1);
    assert_int_equal(ones_of(out + row + gap, form, one, 4), 2);
    assert_memory_equal(one, plain, 2 * sizeof *one);
    for (size_t i = 0; i < gap; i++)
        assert_int_equal(out[row + i], 77);
    /* what player 2 sees, player 2's first */
    o.eyes = o.first = LUDC_MOVER;
    assert_int_equal(ludc_observe_n(r, states, stride, 2, &o, out, NULL), LUDC_OK);
    assert_int_equal(ones_of(out, form, one, 4), 1);
    assert_int_equal(ones_of(out + row + gap, form, one, 4), 1);
    assert_memory_equal(one, mine, sizeof *one);
}

static void many_states(void **unused)
{
    (void)unused;
    ludc_game *game = compile("marks.gir", two_marks);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char states[512];
    size_t stride = (ludc_state_size(r) + 15) / 16 * 16;
    assert_in_range(stride, 1, sizeof states / 2);
    ludc_init_n(r, states, stride, 2, NULL);
    ludc_apply(r, states + stride, 65, NULL);
    assert_int_equal(ludc_observe_row(r, LUDC_SET_STATE, LUDC_AS_WORDS), 8 * WORDS);
    assert_int_equal(ludc_observe_row(r, LUDC_SET_STATE, LUDC_AS_BITS), 32);
    assert_int_equal(ludc_observe_row(r, LUDC_SET_STATE, LUDC_AS_BYTES), BITS);
    assert_int_equal(ludc_observe_row(r, LUDC_SET_STATE, LUDC_AS_FLOATS), sizeof(float) * BITS);
    check_rows(r, states, stride, LUDC_AS_BITS, 0);
    check_rows(r, states, stride, LUDC_AS_BITS, 16);
    check_rows(r, states, stride, LUDC_AS_BYTES, 0);
    check_rows(r, states, stride, LUDC_AS_BYTES, 5);
    check_rows(r, states, stride, LUDC_AS_FLOATS, 0);
    check_rows(r, states, stride, LUDC_AS_FLOATS, 4);
    uint64_t out[2 * WORDS], want[WORDS] = {0, 0, 0, 2};
    ludc_observe_options o = {.first = 2, .eyes = 2};
    assert_int_equal(ludc_observe_n(r, states, stride, 2, &o, out, NULL), LUDC_OK);
    assert_memory_equal(out + WORDS, want, sizeof want);
    assert_int_equal(ludc_observe_n(r, states, stride, 2, NULL, out, NULL), LUDC_OK);
    assert_int_equal(out[WORDS + 1], 2);
    assert_int_equal(out[WORDS + 5], 2);
    assert_int_equal(ludc_observe_n(r, NULL, stride, 0, NULL, NULL, NULL), LUDC_OK);
    ludc_free(game);
}

static void bad_options(void **unused)
{
    (void)unused;
    ludc_game *game = compile("marks.gir", two_marks);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char state[256];
    uint64_t out[2 * WORDS];
    ludc_init(r, state);
    const ludc_observe_options bad[] = {{.eyes = 3}, {.first = 3}, {.form = (ludc_form)9}, {.set = (ludc_set)3},
                                        {.out_stride = 8 * WORDS - 8}, {.out_stride = 8 * WORDS + 4}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(ludc_observe_n(r, state, 16, 1, &bad[i], out, NULL), LUDC_USAGE);
    assert_int_equal(ludc_observe_n(NULL, state, 16, 1, NULL, out, NULL), LUDC_USAGE);
    assert_int_equal(ludc_observe_n(r, state, 0, 2, NULL, out, NULL), LUDC_USAGE);
    assert_int_equal(ludc_observe_row(NULL, LUDC_SET_STATE, LUDC_AS_BITS), 0);
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_are_named),
        cmocka_unit_test(one_state),
        cmocka_unit_test(many_states),
        cmocka_unit_test(bad_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
