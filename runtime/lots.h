/* lots.h - the lots that a move draws, one after the other: what each gave and could give. */
#ifndef LUDC_RUNTIME_LOTS_H
#define LUDC_RUNTIME_LOTS_H

#include <stdbool.h>

#include "runtime/abi.h"
#include "runtime/include/ludc.h"

/* A move with its lots, played.  Draw k gave given[k] out of 0 .. bound[k] - 1. */
typedef struct {
    const ludc_reasoner *r;
    const void *before;
    ludc_move move;
    uint32_t *given, *bound;
    uint32_t n, room;
    void *after; /* state_size bytes: what the move leads to */
} LudcLots;

/* Plays the move with the first outcome of each draw.  `before` stays the caller's and must
 * not change.  false: memory is out; ludc_lots_free is due only after true. */
bool ludc_lots_begin(LudcLots *l, const ludc_reasoner *r, const void *before, ludc_move move);
void ludc_lots_free(LudcLots *l);
/* Plays again, the first n draws as in `given`, the first outcome of all others, whose
 * places are set to 0.  false: memory is out. */
bool ludc_lots_play(LudcLots *l, uint32_t n);
/* The next outcome after this one, the last draw running fastest; false: there is none. */
bool ludc_lots_next(LudcLots *l, bool *failed);
/* Draws them as the reasoner's apply_random does, from the same words. */
bool ludc_lots_draw(LudcLots *l, uint64_t *rng);
double ludc_lots_chance(const LudcLots *l);

/* As text, "4+2,1": the length as snprintf has it. */
size_t ludc_lots_text(const LudcLots *l, char *out, size_t size);
/* LUDC_WRONG: it is no outcome of the move. */
ludc_status ludc_lots_parse(LudcLots *l, const char *text);

#endif
