/* trace_throw.c - games of dice: plays are made to throw what the record says.
 *
 * One lot decides all dice of a throw, the first die its lowest digit
 * (frontend/lud/lower/dice.c), and a lot is one word of SplitMix64 (base/rng.h), whose
 * state before any wanted word can be computed. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "driver/trace.h"
#include "runtime/include/ludc.h"

static const char face_set[] = "[SetStateAndUpdateDice:", all_set[] = "[SetDiceAllEqual:";

/* Inverse of z ^ (z >> n). */
static uint64_t unshift(uint64_t z, int n)
{
    uint64_t x = z;
    for (int i = n; i < 64; i += n)
        x = z ^ (x >> n);
    return x;
}

uint64_t trace_before_word(uint64_t word)
{
    uint64_t z = unshift(word, 31) * UINT64_C(0x319642b2d24d8ec3);
    z = unshift(z, 27) * UINT64_C(0x96de1b173f119089);
    return unshift(z, 30) - RNG_STEP;
}

static int32_t at(const ludc_reasoner *r, const void *state, int view, uint32_t index)
{
    return r->view(r, state, (uint32_t)view, index);
}

/* The face of the die on that site; -1 where the move, as written, says nothing of it. */
static int face_in(const char *text, const char *end, int site)
{
    for (const char *s = strstr(text, face_set); s && s < end; s = strstr(s + 1, face_set)) {
        int where, face;
        if (sscanf(s + sizeof face_set - 1, "site=%d,state=%d", &where, &face) == 2 && where == site)
            return face;
    }
    return -1;
}

uint64_t trace_throw(const ludc_reasoner *r, const void *state, const json_t *line)
{
    const char *text = json_string_value(json_object_get(line, "t")), *end = text ? strstr(text, all_set) : NULL;
    int sites = trace_view(r, "throw_sites"), faces = trace_view(r, "throw_faces");
    if (!end || sites < 0 || faces < 0)
        return 0;
    uint64_t lot = 0, outcomes = 1;
    for (uint32_t die = 0; die < r->view_item[sites].size; die++) {
        int face = face_in(text, end, at(r, state, sites, die));
        lot += outcomes * (uint64_t)(face < 0 ? 0 : face);
        outcomes *= (uint64_t)at(r, state, faces, die);
    }
    uint64_t high = ((lot << 32) + outcomes - 1) / outcomes;
    return trace_before_word(high << 32);
}

void trace_begin(const ludc_reasoner *r, void *state, uint64_t *rng)
{
    int starting = trace_view(r, "starting");
    ludc_move first;
    if (starting >= 0 && at(r, state, starting, 0) && ludc_moves(r, state, NULL) == 1) {
        ludc_moves(r, state, &first);
        ludc_apply_random(r, state, first, rng, NULL);
    }
}

void trace_write_throw(json_t *line, const ludc_reasoner *r, const void *state)
{
    int sites = trace_view(r, "throw_sites"), thrown = trace_view(r, "throw");
    if (sites < 0 || thrown < 0)
        return;
    Out text = {0};
    for (uint32_t die = 0; die < r->view_item[sites].size; die++)
        out_printf(&text, "%ssite=%d,state=%d],", face_set, (int)at(r, state, sites, die),
                   (int)at(r, state, thrown, die));
    out_printf(&text, "%s]", all_set);
    json_object_set_new(line, "t", json_string(text.text));
    out_free(&text);
}
