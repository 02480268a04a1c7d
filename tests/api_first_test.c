/* api_first_test.c - the first calls of a process, by several threads at once: LLVM's targets are set up by one of them.  Registered
 * by two at once they become a list without an end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

enum { THREADS = 6 };

static const char lines[] = "(game \"Lines\" (players 2)\n"
                            "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
                            "  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))\n";

static atomic_int set_up; /* how often a target was set up, by whomever */

/* In place of LLVM's own, as this program comes first where symbols are looked for: a target that no test generates code for. */
void LLVMInitializeSparcTargetInfo(void);
void LLVMInitializeSparcTargetInfo(void)
{
    atomic_fetch_add(&set_up, 1);
}

typedef struct {
    pthread_barrier_t *start;
    bool absent; /* LLVM is not built in */
    uint64_t moves;
} First;

static void *compile_first(void *data)
{
    First *first = data;
    const ludc_options options = {.backend = "llvm", .no_cache = 1};
    ludc_error error = {0};
    pthread_barrier_wait(first->start);
    ludc_game *game = ludc_compile_text("lines.lud", lines, strlen(lines), &options, &error);
    first->absent = !game && strstr(error.message, "not built in");
    if (game) {
        const ludc_reasoner *r = ludc_game_reasoner(game);
        uint64_t state[64], random = 1;
        assert_true(ludc_state_size(r) <= sizeof state);
        ludc_init(r, state);
        first->moves = ludc_playout(r, state, &random, 100); /* compiles */
        ludc_free(game);
    }
    return NULL;
}

static void targets_are_set_up_once(void **state)
{
    pthread_barrier_t start;
    pthread_t thread[THREADS];
    First first[THREADS];
    (void)state;
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        first[i] = (First){.start = &start};
        assert_int_equal(pthread_create(&thread[i], NULL, compile_first, &first[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&start);
    if (first[0].absent)
        skip();
    for (int i = 0; i < THREADS; i++)
        assert_true(first[i].moves >= 5 && first[i].moves == first[0].moves);
    assert_true(atomic_load(&set_up) <= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(targets_are_set_up_once)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
