/* replay_planes.c - ludc replay --planes: the planes of every position of a record. */
#include <stdio.h>
#include <stdlib.h>

#include "driver/record/replay.h"
#include "base/memory.h"
#include "runtime/include/ludc.h"

static void print_set(const ludc_reasoner *r, const void *state, size_t line, ludc_set set, unsigned eyes,
                      uint64_t *words)
{
    static const char *const name[] = {"state", "nodes", "key"};
    size_t n = ludc_observe_words(r, set);
    if (n == 0 || ludc_observe(r, state, set, eyes, words) != LUDC_OK)
        return;
    printf("planes %zu %s %u ", line, name[set], eyes);
    for (size_t i = 0; i < n; i++)
        printf("%s%llx", i ? "," : "", (unsigned long long)words[i]);
    putchar('\n');
}

void replay_planes(const ludc_reasoner *r, const void *state, size_t line)
{
    static const ludc_set sets[] = {LUDC_SET_STATE, LUDC_SET_NODES, LUDC_SET_KEY};
    size_t most = 1;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        most = ludc_observe_words(r, sets[i]) > most ? ludc_observe_words(r, sets[i]) : most;
    uint64_t *words = calloc(most, sizeof *words);
    if (!words)
        memory_out();
    for (unsigned p = 0; p <= r->players; p++)
        print_set(r, state, line, LUDC_SET_STATE, p, words);
    print_set(r, state, line, LUDC_SET_NODES, 0, words);
    print_set(r, state, line, LUDC_SET_KEY, 0, words);
    free(words);
}
