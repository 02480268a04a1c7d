/* api_faults_test.c - what comes from outside through ludc.h: rules that do what they must not, states that were made
 * by hand, moves that are not legal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/include/ludc.h"
#include "runtime/reading.h"
#include "tests/compiled.h"

/* In the first position lines of play go on for longer than the rules say. */
static const char lines[] = "game \"Lines\" players 1\n"
                            "space player 2\n"
                            "state { @n : int 0..9 = 0 }\n"
                            "rule m(%k : int 0..1) { param %k in 0 .. 2 do { @n := min(@n + 1, 9) } }\n"
                            "gen more { try m }\n"
                            "gen moves {\n"
                            "  if @n == 0 { best longest(more, @n, @n < 5, 2) { try m } }\n"
                            "  if @n > 0 { try m }\n"
                            "}\n"
                            "view over = @n >= 3\n"
                            "view mover = 1\n"
                            "view rank(%p : int[player]) = 2\n"
                            "view n = @n\n";

static void a_fault_is_a_value_and_the_game_goes_on(void **unused)
{
    (void)unused;
    const ludc_options options = {.backend = "eval"};
    ludc_game *game = compile_with("lines.gir", lines, &options);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char s[64], before[64];
    ludc_error error = {0};
    assert_int_equal(ludc_init(r, s), LUDC_OK);
    assert_int_equal(ludc_fault(game, &error), LUDC_OK);
    memcpy(before, s, ludc_state_size(r));
    assert_int_equal(ludc_moves(r, s, NULL), 0);
    assert_memory_equal(before, s, ludc_state_size(r)); /* nothing was done */
    assert_int_equal(ludc_apply(r, s, 0, NULL), LUDC_OK); /* and play goes on before anybody asks */
    assert_int_equal(ludc_moves(r, s, NULL), 2);
    assert_int_equal(ludc_fault(game, &error), LUDC_WRONG);
    assert_int_equal(error.status, LUDC_WRONG);
    assert_string_equal(error.file, "lines.gir");
    assert_int_equal(error.line, 7);
    assert_int_equal(ludc_fault(game, NULL), LUDC_OK); /* it was told */
    for (int i = 0; i < 2; i++)
        assert_int_equal(ludc_apply(r, s, 0, NULL), LUDC_OK);
    assert_true(ludc_over(r, s));
    assert_int_equal(ludc_fault(game, &error), LUDC_OK);
    assert_int_equal(ludc_fault(NULL, &error), LUDC_USAGE);
    ludc_free(game);
}

/* ---- states that were made by hand ------------------------------------------------------- */

static const char three[] = "(game \"Three\" (players 2)\n"
                            "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
                            "  (rules (play (move Add (to (sites Empty))))\n"
                            "         (end (if (is Line 3) (result Mover Win)))))\n";

static const char *const engines[] = {"eval", "tcc", "c", "llvm"};

/* Every byte of saved states altered: what is taken is valid and can be played on. */
static void alter_all(const ludc_reasoner *r)
{
    _Alignas(16) unsigned char state[512], back[512], saved[520];
    size_t n = ludc_saved_size(r), refused = 0;
    assert_true(n <= sizeof saved);
    ludc_init(r, state);
    assert_int_equal(ludc_valid(r, state), LUDC_OK);
    ludc_save(r, state, saved);
    for (size_t i = 8; i < n; i++)
        for (unsigned value = 0; value < 256; value += 5) {
            unsigned char before = saved[i];
            uint64_t rng = i;
            saved[i] = (unsigned char)value;
            memset(back, 0xaa, sizeof back);
            ludc_status status = ludc_restore(r, back, saved, n);
            refused += status == LUDC_WRONG;
            if (status == LUDC_OK) {
                assert_int_equal(ludc_valid(r, back), LUDC_OK);
                ludc_playout(r, back, &rng, 100);
            } else {
                assert_int_equal(back[0], 0xaa); /* untouched */
            }
            saved[i] = before;
        }
    assert_true(refused > 0);
    assert_int_equal(ludc_restore(r, back, saved, n), LUDC_OK);
    assert_memory_equal(back, state, ludc_state_size(r));
}

static void states_from_outside_are_checked(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        const ludc_options options = {.backend = engines[i]};
        ludc_error error;
        ludc_game *game = ludc_compile_text("three.lud", three, strlen(three), &options, &error);
        if (!game)
            continue; /* not every build has every engine */
        const ludc_reasoner *r = ludc_game_reasoner(game);
        alter_all(r);
        _Alignas(16) char state[512];
        char text[1100];
        ludc_init(r, state);
        assert_true(ludc_state_text(r, state, text, sizeof text) < sizeof text);
        assert_int_equal(ludc_state_parse(r, state, text), LUDC_OK);
        for (size_t k = 16; text[k]; k++) {
            char before = text[k];
            text[k] = before == 'f' ? '0' : 'f';
            ludc_status status = ludc_state_parse(r, state, text);
            assert_true(status == LUDC_OK || status == LUDC_WRONG);
            text[k] = before;
        }
        assert_int_equal(ludc_valid(NULL, state), LUDC_USAGE);
        assert_int_equal(ludc_valid(r, NULL), LUDC_USAGE);
        ludc_free(game);
    }
}

/* Numbers of a state as data `state ranges` has them (doc/abi.md), and what a field can hold at most. */
static void put_number(unsigned char *state, const int32_t *row, int64_t value)
{
    for (int32_t i = 0; i < row[2]; i++) /* bytes as this machine has them: the lowest first */
        state[row[0] + i] = (unsigned char)((uint64_t)value >> 8 * i & 0xff);
}

/* Counters near their ends, each alone and all at once: what is taken is played to the end without a fault. */
static void counters_near_their_ends(ludc_game *game, const ludc_data *data, unsigned *taken, unsigned *refused)
{
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) unsigned char state[512];
    ludc_error error = {0};
    assert_true(ludc_state_size(r) <= sizeof state);
    for (int64_t off = 0; off < 12000; off += off < 12 ? 1 : 1997)
        for (uint32_t which = 0; which <= data->n / 8; which++) {
            ludc_init(r, state);
            for (uint32_t i = 0; i < data->n / 8; i++) {
                const int32_t *row = data->value + 8 * i;
                if ((row[3] & 4) && (which == i || which == data->n / 8) && row[6] - off >= row[4])
                    put_number(state, row, row[6] - off);
            }
            uint64_t rng = (uint64_t)off + which;
            const int good = ludc_valid(r, state) == LUDC_OK;
            *(good ? taken : refused) += 1;
            if (good)
                ludc_playout(r, state, &rng, 20000);
            assert_int_equal(ludc_fault(game, &error), LUDC_OK);
        }
}

static void counters_stay_in_range(void **unused)
{
    static const char endless[] = "(game \"Endless\" (players 2)\n"
                                  "  (equipment { (board (square 2)) (piece \"Ball\" Each (move Step (to if:(is Empty (to))))) })\n"
                                  "  (rules (start { (place \"Ball1\" 0) (place \"Ball2\" 3) }) (play (forEach Piece))\n"
                                  "         (end (if (is Line 3) (result Mover Win)))))\n";
    const char *const text[] = {three, endless};
    (void)unused;
    for (size_t i = 0; i < 2; i++) {
        const ludc_options options = {.size = sizeof options, .backend = "eval", .no_cache = 1};
        ludc_game *game = compile_with("counters.lud", text[i], &options);
        const ludc_data *data = ludc_data_named(ludc_game_reasoner(game), "state ranges");
        unsigned taken = 0, refused = 0;
        assert_non_null(data);
        counters_near_their_ends(game, data, &taken, &refused);
        assert_true(taken > 0 && refused > 0);
        ludc_free(game);
    }
}

/* ---- moves that are not legal ------------------------------------------------------------------ */

static const char dice[] = "(game \"Dice\" (players 2)\n"
                           "  (equipment { (board (rectangle 1 9)) (dice d:6 num:1) (piece \"Man\" Each) })\n"
                           "  (rules (start (place \"Man1\" 0))\n"
                           "    (play (do (roll) next:(move Add (to (sites Empty)))))\n"
                           "    (end (if (no Moves Next) (result Mover Win)))))\n";

static const char both[] = "(role a) (role b) (init (step 1)) (succ 1 2) (succ 2 3)\n"
                           "(<= (legal a (pick ?n)) (true (step ?n))) (<= (legal b (take ?n)) (true (step ?n)))\n"
                           "(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))\n"
                           "(<= terminal (true (step 3))) (goal a 50) (goal b 50)\n";

static ludc_game *checked(const char *name, const char *text, const char *engine)
{
    const ludc_options options = {.size = sizeof options, .backend = engine, .no_cache = 1, .checked = 1};
    ludc_error error;
    ludc_game *game = ludc_compile_text(name, text, strlen(text), &options, &error);
    if (!game && error.status != LUDC_USAGE) /* not every build has every engine */
        fail_msg("%s", error.message);
    return game;
}

/* Every number that is not a legal move is refused by every function that plays one, and nothing is done. */
static void refuses(const ludc_reasoner *r, void *state)
{
    _Alignas(16) unsigned char before[512], undo[512];
    ludc_outcome outcome;
    uint64_t rng = 1;
    char text[64];
    unsigned refused = 0;
    memcpy(before, state, ludc_state_size(r));
    for (ludc_move m = 0; m < ludc_move_codes(r) + 3; m++) {
        if (ludc_is_legal(r, state, m))
            continue;
        refused++;
        memset(undo, 0x5a, sizeof undo);
        assert_int_equal(ludc_apply(r, state, m, undo), LUDC_USAGE);
        assert_int_equal(undo[0], 0x5a);
        assert_int_equal(ludc_apply_random(r, state, m, &rng, NULL), LUDC_USAGE);
        assert_int_equal(rng, 1);
        assert_int_equal(ludc_apply_n(r, state, 512, 1, &m, NULL), LUDC_USAGE);
        assert_int_equal(ludc_outcomes(r, state, m, 100, NULL, NULL), 0);
        assert_int_equal(ludc_outcomes_distinct(r, state, m, 100, NULL, NULL), 0);
        assert_int_equal(ludc_apply_outcome(r, state, m, 0, NULL), LUDC_USAGE);
        assert_int_equal(ludc_draw_outcome(r, state, m, &rng, &outcome), LUDC_USAGE);
        assert_int_equal(ludc_outcome_text(r, state, m, 0, text, sizeof text), 0);
        assert_int_equal(ludc_outcome_parse(r, state, m, "1", &outcome), LUDC_USAGE);
        assert_memory_equal(before, state, ludc_state_size(r));
    }
    assert_true(refused > 0);
}

static void moves_that_are_not_legal_are_refused(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < 2 * sizeof engines / sizeof *engines; i++) {
        ludc_game *game = i % 2 ? checked("three.lud", three, engines[i / 2]) : checked("dice.lud", dice, engines[i / 2]);
        if (!game)
            continue;
        const ludc_reasoner *r = ludc_game_reasoner(game);
        _Alignas(16) unsigned char state[512];
        ludc_move list[64];
        assert_true(ludc_state_size(r) <= sizeof state);
        ludc_init(r, state);
        for (int ply = 0; ply < 6 && !ludc_over(r, state); ply++) {
            refuses(r, state);
            assert_true(ludc_moves(r, state, list) > 0);
            assert_int_equal(ludc_apply_n(r, state, 512, 1, list, NULL), LUDC_OK);
        }
        ludc_fault(game, NULL);
        ludc_free(game);
    }
}

static void steps_with_a_move_that_is_not_legal_are_refused(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        ludc_game *game = checked("both.kif", both, engines[i]);
        if (!game)
            continue;
        const ludc_reasoner *r = ludc_game_reasoner(game);
        _Alignas(16) unsigned char state[512], before[512];
        ludc_move good[2], first[2], step[2];
        ludc_init(r, state);
        assert_int_equal(ludc_moves_of(r, state, 1, &first[0]), 1);
        assert_int_equal(ludc_moves_of(r, state, 2, &first[1]), 1);
        assert_int_equal(ludc_apply_joint(r, state, (ludc_move[]){first[1], first[0]}, NULL), LUDC_USAGE);
        assert_int_equal(ludc_apply_joint(r, state, first, NULL), LUDC_OK);
        ludc_moves_of(r, state, 1, &good[0]);
        ludc_moves_of(r, state, 2, &good[1]);
        memcpy(before, state, ludc_state_size(r));
        for (int odd = 0; odd < 2; odd++) {
            memcpy(step, good, sizeof step);
            step[odd] = first[odd]; /* legal a step ago */
            assert_int_equal(ludc_apply_joint(r, state, step, NULL), LUDC_USAGE);
            assert_int_equal(ludc_apply_n(r, state, 512, 1, step, NULL), LUDC_USAGE);
        }
        assert_memory_equal(before, state, ludc_state_size(r));
        assert_int_equal(ludc_apply_joint(r, state, good, NULL), LUDC_OK);
        assert_true(ludc_over(r, state));
        assert_int_equal(ludc_apply_joint(r, state, good, NULL), LUDC_USAGE);
        ludc_free(game);
    }
}

/* ---- states at the edges of their ranges -------------------------------------------------------------- */

static const char walk[] = "(game \"Walk\" (players 2)\n"
                           "  (equipment { (board (square 3)) (piece \"Man\" Each (move Step (to if:(is Empty (to))))) })\n"
                           "  (rules (meta (no Repeat Positional)) (start { (place \"Man1\" 0) (place \"Man2\" 8) })\n"
                           "    (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))\n";

/* Each number of the state at the least and at the greatest value that data `state ranges` (doc/abi.md) allow: what is
 * valid is played without a fault. */
static size_t play_from_edges(const ludc_game *game)
{
    const ludc_reasoner *r = ludc_game_reasoner(game);
    const ludc_data *ranges = NULL;
    size_t played = 0, size = ludc_saved_size(r);
    unsigned char *saved = malloc(size), *state = aligned_alloc(16, (size + 15) / 16 * 16);
    assert_true(saved && state);
    for (uint32_t i = 0; i < r->ndata; i++)
        ranges = strcmp(r->data[i].name, "state ranges") ? ranges : &r->data[i];
    assert_non_null(ranges);
    for (uint32_t i = 0; i < 2 * (ranges->n / 8); i++) {
        const int32_t *row = ranges->value + i / 2 * 8, *edge = row + (i % 2 ? 6 : 4);
        uint64_t rng = i + 1;
        ludc_error error = {0};
        ludc_init(r, state);
        ludc_save(r, state, saved);
        if (row[1] == 1 && row[3] != 2) /* a single number; the machine's lowest byte first */
            memcpy(saved + 8 + row[0], edge, (size_t)row[2] < 8 ? (size_t)row[2] : 8);
        if (ludc_restore(r, state, saved, size) != LUDC_OK)
            continue;
        assert_int_equal(ludc_valid(r, state), LUDC_OK);
        for (int ply = 0; ply < 8; ply++)
            ludc_playout(r, state, &rng, 1);
        if (ludc_fault(game, &error) != LUDC_OK)
            fail_msg("row %u of the ranges: %s", (unsigned)(i / 2), error.message);
        played++;
    }
    free(saved);
    free(state);
    return played;
}

static void valid_states_are_played_without_a_fault(void **unused)
{
    (void)unused;
    const char *const text[] = {three, dice, walk};
    for (size_t i = 0; i < 4 * sizeof text / sizeof *text; i++) {
        const ludc_options options = {.size = sizeof options, .backend = engines[i % 4], .no_cache = 1};
        ludc_game *game = ludc_compile_text("edges.lud", text[i / 4], strlen(text[i / 4]), &options, NULL);
        if (!game)
            continue; /* not every build has every engine */
        assert_true(play_from_edges(game) > 10);
        ludc_free(game);
    }
}

/* ---- names that are long ----------------------------------------------------------------------------- */

static void moves_with_long_names_are_told_apart(void **unused)
{
    (void)unused;
    enum { LONG = 400 };
    char label[LONG + 1], text[3 * LONG + 700], said[2 * LONG];
    memset(label, 'x', LONG);
    label[LONG] = '\0';
    snprintf(text, sizeof text,
             "game \"Long\" players 1\nspace player 2\nspace loc 3 { \"%s1\" \"%s2\" \"%s2\" }\nstate { @n : int 0..3 = 0 }\n"
             "rule m(%%to : int[loc]) { param %%to in all[loc] do { @n := min(@n + 1, 3) } view from = -1 view to = %%to }\n"
             "gen moves { try m }\nview over = @n >= 3\nview mover = 1\nview rank(%%p : int[player]) = 2\n",
             label, label, label);
    ludc_game *game = compile_with("long.gir", text, &(ludc_options){.backend = "eval"});
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char state[64];
    ludc_init(r, state);
    for (ludc_move m = 0; m < 3; m++) {
        ludc_move back = 7;
        const size_t n = ludc_move_text(r, state, m, said, sizeof said);
        assert_int_equal(n, m == 0 ? LONG + 1 : LONG + 3); /* "..2#1" */
        assert_int_equal(strlen(said), n);
        assert_int_equal(ludc_move_parse(r, state, said, &back), LUDC_OK);
        assert_int_equal(back, m);
        said[n - 1] = '\0';
        assert_int_equal(ludc_move_parse(r, state, said, &back), LUDC_WRONG);
    }
    ludc_free(game);
}

int main(void)
{
    setenv("LUDC_CACHE", "", 1); /* what earlier runs kept is not what is tested */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_is_a_value_and_the_game_goes_on),
        cmocka_unit_test(states_from_outside_are_checked),
        cmocka_unit_test(counters_stay_in_range),
        cmocka_unit_test(moves_that_are_not_legal_are_refused),
        cmocka_unit_test(steps_with_a_move_that_is_not_legal_are_refused),
        cmocka_unit_test(valid_states_are_played_without_a_fault),
        cmocka_unit_test(moves_with_long_names_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
