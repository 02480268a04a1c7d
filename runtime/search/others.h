/* others.h - the moves of the roles that do not choose: in a step of a rule sheet each of them has
 * one, mostly the same in the whole game ("noop").  A block names them by a number of 13 bits. */
#ifndef LUDC_SEARCH_OTHERS_H
#define LUDC_SEARCH_OTHERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/search/tree.h"

/* A table of steps with open addressing; what finds no place stands in the tail of its block. */
typedef struct {
    uint32_t players, room; /* steps: a power of 2, or 0 where no role moves beside another */
    uint32_t *move;         /* [room][players]; the first is LUDC_NO_MOVE where the place is free */
} Others;

/* At most so many `bytes`; false: memory is out. */
bool others_init(Others *o, uint32_t players, uint64_t bytes);
void others_free(Others *o);
void others_clear(Others *o);
size_t others_bytes(const Others *o);
/* The number of a step in which role `mover` chooses, or OTHERS_TAIL. */
uint32_t others_number(Others *o, const uint32_t *moves, uint32_t mover);
/* Fills moves[players] of a block; the mover's is any. */
void others_of(const Others *o, const Tree *t, uint32_t block, uint32_t *moves);

#endif
