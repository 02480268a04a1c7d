/* api_fpga_test.c - a circuit that plays, simulated by Icarus Verilog, through ludc_fpga.h alone: in a process, and at a serial
 * line that is a pseudo-terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc_fpga.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/skip.h"

enum { MOST_WORDS = 16, MOST_MOVES = 16 };

/* ---- a circuit of tic-tac-toe ------------------------------------------------------------------ */

static char folder[64] = "fpga-XXXXXX";

static int set_up(void **state)
{
    (void)state;
    if (!getenv("LUDC") || !getenv("srcdir") || system("command -v iverilog vvp make >/dev/null 2>&1") != 0 || !mkdtemp(folder)) {
        folder[0] = '\0';
        return 0;
    }
    setenv("FPGA_TEST", folder, 1);
    int code = system("unset MAKEFLAGS; game=\"$srcdir/examples/tictactoe.kif\"\n"
                      "\"$LUDC\" build \"$game\" --emit=verilog -o \"$FPGA_TEST/c\" && make -s -C \"$FPGA_TEST/c\" link &&\n"
                      "\"$LUDC\" build \"$game\" --emit=verilog --engines 2 -o \"$FPGA_TEST/two\" && make -s -C \"$FPGA_TEST/two\" link");
    return code;
}

static int tear_down(void **state)
{
    (void)state;
    return folder[0] ? system("rm -rf \"$FPGA_TEST\"") : 0;
}

static ludc_fpga *opened(const char *circuit)
{
    char place[96];
    ludc_error error = {0};
    snprintf(place, sizeof place, "sim:%s/%s", folder, circuit);
    ludc_fpga *f = ludc_fpga_open(place, NULL, &error);
    if (!f)
        print_error("%s\n", error.message);
    assert_non_null(f);
    assert_true(ludc_fpga_words(f) <= MOST_WORDS);
    return f;
}

typedef struct {
    const ludc_fpga *f;
    unsigned n, over;
    uint32_t move[MOST_MOVES][2], position[MOST_MOVES][MOST_WORDS];
} Found;

static void found(void *data, const uint32_t *move, const uint32_t *position)
{
    Found *all = data;
    assert_true(all->n < MOST_MOVES);
    memcpy(all->move[all->n], move, sizeof all->move[0]);
    memcpy(all->position[all->n], position, ludc_fpga_words(all->f) * sizeof *position);
    all->over += ludc_fpga_over(all->f, position) != 0;
    all->n++;
}

static Found after(ludc_fpga *f, const uint32_t *position)
{
    Found all = {.f = f};
    ludc_error error = {0};
    if (ludc_fpga_next(f, position, found, &all, &error) != LUDC_OK)
        print_error("%s\n", error.message);
    assert_int_equal(error.status, LUDC_OK);
    return all;
}

/* ---- tests ----------------------------------------------------------------------------------------- */

/* Nine moves, each another one, of a player each; then a game to its end. */
static void moves_and_where_they_lead(void **state)
{
    (void)state;
    if (!folder[0])
        SKIP("there is no iverilog");
    ludc_fpga *f = opened("c");
    uint32_t position[MOST_WORDS];
    unsigned plies = 0;
    ludc_fpga_root(f, position);
    assert_int_equal(ludc_fpga_players(f), 2);
    assert_int_equal(ludc_fpga_over(f, position), 0);
    assert_true(ludc_fpga_payoff(f, position, 1) < 0);
    while (!ludc_fpga_over(f, position)) {
        Found all = after(f, position);
        assert_int_equal(all.n, 9 - plies);
        for (unsigned i = 0; i < all.n; i++)
            for (unsigned k = 0; k < i; k++)
                assert_memory_not_equal(all.move[i], all.move[k], sizeof all.move[0]);
        memcpy(position, all.position[0], sizeof position);
        plies++;
    }
    assert_in_range(plies, 5, 9);
    double sum = ludc_fpga_payoff(f, position, 1) + ludc_fpga_payoff(f, position, 2);
    assert_true(sum > 0.99 && sum < 1.01);
    assert_in_range(ludc_fpga_value(f, position, 1), 0, 100);
    assert_int_equal(after(f, position).n, 0);
    assert_int_equal(ludc_fpga_submit(f, position, 10, NULL, NULL), LUDC_USAGE);
    ludc_fpga_close(f);
}

static void submit_all(ludc_fpga *f, const uint32_t *position, unsigned n)
{
    for (uint64_t k = 0; k < n; k++) {
        uint64_t batch;
        assert_int_equal(ludc_fpga_submit(f, position, 20 + (uint32_t)k, &batch, NULL), LUDC_OK);
        assert_int_equal(batch % LUDC_FPGA_BATCHES, k);
    }
}

static void play_sixteen(const char *circuit)
{
    ludc_fpga *f = opened(circuit);
    uint32_t position[MOST_WORDS];
    ludc_fpga_batch one[LUDC_FPGA_BATCHES], again;
    ludc_fpga_root(f, position);
    assert_int_equal(ludc_fpga_collect(f, &again, NULL), LUDC_USAGE);
    for (unsigned time = 0; time < 2; time++) { /* one seed, the same games */
        assert_int_equal(ludc_fpga_seed(f, UINT64_C(0x123456789abcdef), NULL), LUDC_OK);
        submit_all(f, position, LUDC_FPGA_BATCHES);
        assert_int_equal(ludc_fpga_submit(f, position, 1, NULL, NULL), LUDC_USAGE);
        if (time)
            assert_int_equal(after(f, position).n, 9); /* what is under way is heard before, and not lost */
        for (unsigned k = 0; k < LUDC_FPGA_BATCHES; k++) {
            assert_int_equal(ludc_fpga_collect(f, &again, NULL), LUDC_OK);
            assert_int_equal(again.games, 20 + k);
            assert_in_range(again.moves, 5 * again.games, 9 * again.games);
            assert_int_equal(again.valued[0], again.games);
            assert_int_equal(again.cut + again.stuck, 0);
            assert_true(again.payoff[0] + again.payoff[1] - (double)again.games < 1e-6);
            if (time)
                assert_int_equal(again.moves, one[k].moves);
            one[k] = again;
        }
    }
    ludc_fpga_close(f);
}

static void sixteen_batches(void **state)
{
    (void)state;
    if (!folder[0])
        SKIP("there is no iverilog");
    play_sixteen("c");
    play_sixteen("two"); /* engines */
}

/* Moves are counted from where a game begins, whoever's turn it is. */
static void a_batch_from_later_on(void **state)
{
    (void)state;
    if (!folder[0])
        SKIP("there is no iverilog");
    ludc_fpga *f = opened("c");
    uint32_t position[MOST_WORDS];
    ludc_fpga_batch batch;
    ludc_fpga_root(f, position);
    for (unsigned ply = 1; ply <= 4; ply++) {
        Found all = after(f, position);
        memcpy(position, all.position[all.n / 2], sizeof position);
        assert_int_equal(ludc_fpga_submit(f, position, 30, NULL, NULL), LUDC_OK);
        assert_int_equal(ludc_fpga_collect(f, &batch, NULL), LUDC_OK);
        assert_int_equal(batch.games, 30);
        assert_in_range(batch.moves, 30, (9 - ply) * 30);
    }
    ludc_fpga_close(f);
}

static void by_a_serial_line(void **state)
{
    (void)state;
    char name[128] = "", place[160], circuit[96];
    ludc_error error = {0};
    if (!folder[0])
        SKIP("there is no iverilog");
    FILE *line = popen("python3 \"$srcdir/tests/serial_line.py\" \"$FPGA_TEST/c\"", "r");
    assert_non_null(line);
    assert_non_null(fgets(name, sizeof name, line));
    name[strcspn(name, "\n")] = '\0';
    snprintf(place, sizeof place, "serial:%s", name);
    snprintf(circuit, sizeof circuit, "%s/c", folder);
    ludc_fpga *f = ludc_fpga_open(place, circuit, &error);
    if (!f)
        print_error("%s\n", error.message);
    assert_non_null(f);
    uint32_t position[MOST_WORDS];
    ludc_fpga_batch batch;
    ludc_fpga_root(f, position);
    assert_int_equal(ludc_fpga_submit(f, position, 25, NULL, NULL), LUDC_OK);
    assert_int_equal(after(f, position).n, 9);
    assert_int_equal(ludc_fpga_collect(f, &batch, NULL), LUDC_OK);
    assert_int_equal(batch.games, 25);
    ludc_fpga_close(f);
    pclose(line);
}

static void what_cannot_be_opened(void **state)
{
    (void)state;
    ludc_error error;
    static const char *const place[] = {"sim:no/such", "serial:no/such", "uio:no/such", "no", NULL};
    for (unsigned i = 0; i < sizeof place / sizeof place[0]; i++) {
        assert_null(ludc_fpga_open(place[i], folder[0] ? folder : ".", &error));
        assert_true(error.message[0] != '\0');
    }
    assert_null(ludc_fpga_open("uio:x", NULL, NULL));
    ludc_fpga_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_and_where_they_lead), cmocka_unit_test(sixteen_batches), cmocka_unit_test(a_batch_from_later_on),
        cmocka_unit_test(by_a_serial_line),          cmocka_unit_test(what_cannot_be_opened),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
