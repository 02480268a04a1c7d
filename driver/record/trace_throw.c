/* trace_throw.c - games of dice: plays are made to throw what the record says.
 *
 * One draw decides all dice of a throw, the first die its lowest digit
 * (frontend/lud/lower/state/dice.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/json_text.h"
#include "base/memory.h"
#include "driver/record/trace.h"
#include "runtime/include/ludc.h"
#include "runtime/lots.h"

static const char face_set[] = "[SetStateAndUpdateDice:", all_set[] = "[SetDiceAllEqual:";

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

/* The throw that the line's move, as written, shows: its number among all throws, *throws of them,
 * or that where dice have no such faces; false: it shows none. */
static bool throw_of(const ludc_reasoner *r, const void *state, const json_t *line, uint64_t *lot, uint64_t *throws)
{
    const char *text = json_string_value(json_object_get(line, "t")), *end = text ? strstr(text, all_set) : NULL;
    int sites = trace_view(r, "throw_sites"), faces = trace_view(r, "throw_faces");
    *lot = 0;
    *throws = 1;
    if (!end || sites < 0 || faces < 0)
        return false;
    bool falls = true;
    for (uint32_t die = 0; die < r->view_item[sites].size; die++) {
        int face = face_in(text, end, at(r, state, sites, die));
        falls = falls && face < at(r, state, faces, die);
        *lot += *throws * (uint64_t)(face < 0 ? 0 : face);
        *throws *= (uint64_t)at(r, state, faces, die);
    }
    *lot = falls ? *lot : *throws;
    return true;
}

TracePlayed trace_play(const ludc_reasoner *r, const void *before, ludc_move move, const json_t *line,
                       const json_t *following, void *after)
{
    const char *lots = json_string_value(json_object_get(line, "lots"));
    uint64_t lot, throws;
    LudcLots l;
    if (!ludc_lots_begin(&l, r, before, move))
        return TRACE_NO_OUTCOME;
    TracePlayed played = l.n ? TRACE_UNSAID : TRACE_PLAYED;
    if (json_object_get(line, "lots")) {
        played = lots && ludc_lots_parse(&l, lots) == LUDC_OK ? TRACE_PLAYED : TRACE_NO_OUTCOME;
    } else if (throw_of(r, before, following, &lot, &throws)) {
        uint32_t k = 0;
        while (k < l.n && l.bound[k] != throws)
            k++;
        if (k < l.n && lot < throws) {
            l.given[k] = (uint32_t)lot;
            played = ludc_lots_play(&l, k + 1) && l.n == 1 ? TRACE_PLAYED : TRACE_UNSAID;
        } else if (k < l.n) {
            played = TRACE_NO_OUTCOME;
        }
    }
    ludc_copy(r, after, l.after);
    ludc_lots_free(&l);
    return played;
}

bool trace_begins(const ludc_reasoner *r, const void *state, ludc_move *first)
{
    int starting = trace_view(r, "starting");
    if (starting < 0 || !at(r, state, starting, 0) || ludc_moves(r, state, NULL) != 1)
        return false;
    ludc_moves(r, state, first);
    return true;
}

void trace_draw(json_t *line, const ludc_reasoner *r, void *state, ludc_move move, uint64_t *rng)
{
    LudcLots l;
    if (!ludc_lots_begin(&l, r, state, move) || !ludc_lots_draw(&l, rng))
        memory_out();
    const size_t length = ludc_lots_text(&l, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        memory_out();
    ludc_lots_text(&l, text, length + 1);
    if (length)
        json_object_set_new(line, "lots", json_text(text));
    free(text);
    ludc_copy(r, state, l.after);
    ludc_lots_free(&l);
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
    json_object_set_new(line, "t", json_text(text.text));
    out_free(&text);
}
