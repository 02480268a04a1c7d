/* tsan_search.c - searches in several threads, linked with a game under the name "game", for ThreadSanitizer: a tree for each
 * and one for all, looked at and stopped while they run.  What they find is looked at by tests/search_shared_test.c. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ludc_search.h"
#include "runtime/abi.h"

extern const ludc_reasoner ludc_reasoner_game;

enum { ROLES = 16, MOVES = 512 };

/* Looks at what there is, each time it is asked; says whether somebody else wants the end. */
static atomic_bool stop;
static int watch(void *data, const ludc_search *s)
{
    static ludc_search_move move[MOVES];
    ludc_move line[ROLES * 16];
    double value[ROLES];
    ludc_search_stats f;
    unsigned *asked = data;
    ludc_search_figures(s, &f);
    ludc_search_value(s, value, NULL, NULL);
    ludc_search_moves(s, 1, move, MOVES);
    ludc_search_line(s, line, 16);
    return atomic_load(&stop) || ++*asked == 200;
}

static void *stop_soon(void *data)
{
    const struct timespec a_while = {.tv_nsec = 20000000};
    nanosleep(&a_while, NULL);
    atomic_store(&stop, true);
    return data;
}

/* Runs by a count, by the clock, with a watcher, stopped from another thread, and moved on; false: something failed. */
static bool search(const char *spec)
{
    const ludc_reasoner *r = &ludc_reasoner_game;
    ludc_search_options o;
    ludc_error error = {0};
    ludc_search *s = ludc_search_parse(spec, &o, &error) ? NULL : ludc_search_new(r, &o, 1, &error);
    void *state = aligned_alloc(64, (ludc_state_size(r) + 63) / 64 * 64);
    ludc_init(r, state);
    if (!s)
        fprintf(stderr, "%s: %s\n", spec, error.message);
    bool ok = s && !ludc_search_begin(s, state) && !ludc_search_run(s, 2000, 0) && !ludc_search_run(s, 0, 0.02);
    unsigned asked = 0;
    pthread_t thread;
    atomic_store(&stop, false);
    ludc_search_watch(s, watch, &asked);
    ok = ok && !pthread_create(&thread, NULL, stop_soon, NULL);
    ok = ok && !ludc_search_run(s, UINT64_MAX / 2, 10) && !pthread_join(thread, NULL);
    ludc_search_watch(s, NULL, NULL);
    ludc_move line[ROLES];
    if (ok && ludc_search_line(s, line, 1) && !r->apply_random) {
        ludc_apply_joint(r, state, line, NULL);
        ok = !ludc_search_advance(s, line, state) && !ludc_search_run(s, 500, 0);
    }
    ludc_search_free(s);
    free(state);
    return ok;
}

int main(void)
{
    static const char *const specs[] = { /* memory that is touched is dear here */
        "uct:threads=3,memory=8M", "uct:threads=3,leaves=4,playouts=2,memory=8M", "uct:threads=3,parallel=tree,memory=8M",
        "uct:threads=3,parallel=tree,memory=2M,solver=0", "ucb1tuned:threads=3,parallel=tree,full=stop,memory=2M",
        "puct:threads=3,parallel=tree,expand=3,memory=8M", "flat:threads=3,parallel=tree,memory=8M"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        if (!search(specs[i])) {
            fprintf(stderr, "%s: failed\n", specs[i]);
            return 1;
        }
    puts("ok");
    return 0;
}
