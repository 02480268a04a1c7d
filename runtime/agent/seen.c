/* seen.c - see seen.h. */
#include "runtime/agent/seen.h"

#include <stdlib.h>
#include <string.h>

bool seen_all(const ludc_reasoner *r, const void *state, unsigned eyes)
{
    size_t words = ludc_observe_words(r, LUDC_SET_STATE);
    uint64_t *bits = words ? malloc(2 * words * sizeof *bits) : NULL;
    bool all = true;
    if (bits && !ludc_observe(r, state, LUDC_SET_STATE, 0, bits) &&
        !ludc_observe(r, state, LUDC_SET_STATE, eyes, bits + words))
        all = !memcmp(bits, bits + words, words * sizeof *bits);
    free(bits);
    return all;
}

/* What the eyes see after a move, the first outcome of its lots. */
static bool look(const ludc_reasoner *r, const void *before, void *state, ludc_move move, unsigned eyes, uint64_t *bits)
{
    ludc_copy(r, state, before);
    return !ludc_apply(r, state, move, NULL) && !ludc_observe(r, state, LUDC_SET_STATE, eyes, bits);
}

/* Does a move other than `move` look like it? */
static bool alike(const ludc_reasoner *r, const void *before, void *state, ludc_move move, unsigned eyes, uint64_t *bits)
{
    size_t n = ludc_moves(r, before, NULL), words = ludc_observe_words(r, LUDC_SET_STATE);
    ludc_move *list = malloc((n + 1) * sizeof *list);
    bool found = !list || !look(r, before, state, move, eyes, bits);
    if (list)
        ludc_moves(r, before, list);
    for (size_t i = 0; i < n && !found; i++)
        found = list[i] != move && look(r, before, state, list[i], eyes, bits + words) &&
                !memcmp(bits, bits + words, words * sizeof *bits);
    free(list);
    return found;
}

bool seen_move(const ludc_reasoner *r, const void *before, ludc_move move, unsigned eyes)
{
    size_t words = ludc_observe_words(r, LUDC_SET_STATE);
    if (!words || ludc_joint(r))
        return true;
    void *state = aligned_alloc(64, (ludc_state_size(r) + 63) / 64 * 64);
    uint64_t *bits = malloc(2 * words * sizeof *bits);
    bool seen = false;
    if (state && bits) {
        ludc_copy(r, state, before);
        seen = seen_all(r, before, eyes) && !ludc_apply(r, state, move, NULL) && seen_all(r, state, eyes);
        seen = seen || !alike(r, before, state, move, eyes, bits);
    }
    free(state);
    free(bits);
    return seen;
}
