/* lanes.h - random games by the hundred: the interface of lane players.
 *
 * A lane player plays 64, 256 or 512 random games of one game at once, one bit of each
 * word a *lane*.  `ludc playout --backend lanes` and libludc make one of a game
 * (runtime/include/ludc.h, ludc_lanes_*).
 *
 * Each lane begins its games at its own root, and plays as many as its quota says: so
 * no game counts more for being short.  Moves are uniformly random among the legal ones,
 * exactly; lanes have independent random bits.  All functions work on memory that the
 * caller owns, `code.memory` bytes aligned to 64; nothing else is kept. */
#ifndef LUDC_LANES_H
#define LUDC_LANES_H

#include <stddef.h>

#include "runtime/lanes_code.h"

/* What was played since the memory was begun; games that were cut off do not count. */
typedef struct {
    uint64_t games, moves, squares; /* squares: of the games' lengths, added up */
    uint64_t cut;                   /* games that were longer than can be counted */
    uint64_t steps;                 /* of all lanes, with those in which a lane waited */
} ludc_lanes_count;

/* How many words there are of each kind, and which of those found mean what. */
typedef struct {
    uint32_t nword, nrandom, nfound, nrow, nphase, nphasebit, nround;
    uint32_t cut, stuck, round, phase; /* of the words found, the first of each kind */
    uint32_t phase_at;                 /* of a position, the first that says the phase */
    uint32_t late;                     /* a game is seen to be over in a step in which it makes no move */
} ludc_lanes_shape;

typedef struct ludc_lanes {
    uint32_t players;
    uint32_t joint;  /* values are goals, 0..100; else twice the rank */
    uint32_t nstate; /* bits of a position */
    uint32_t nrow;   /* how games end: rows of one value a player */
    uint32_t whole;  /* a row is a whole vector; else all values but one are any */
    /* [nrow * players]; -1: no value, or several; -2: any; -3: somebody had no move in a
     * joint game, which then ends without a result */
    const int32_t *value;
    const unsigned char *init;  /* [nstate]: the position at the start */
    const int32_t *place;       /* [nstate]: the word of a state bit; -1: phases know it, */
    const int8_t *const *known; /* [nphase][nstate]: to be this; else -1 */
    uint32_t npacked;           /* 64-bit words of a packed position: bit i is bit i % 64 of word i / 64 */
    const uint64_t *fixed;      /* [nphase][npacked]: bits that phases know, */
    const uint64_t *fixed_to;   /* [nphase][npacked]: to be this */
    ludc_lanes_shape shape;
    ludc_lanes_code code;
} ludc_lanes;

/* Where things lie in the memory, in words of all lanes: as lanes_memory.h has them. */
typedef struct {
    uint32_t word[2], root, random, found, pend, live, last, left, row, generator, games, cut, pair, end;
    uint32_t nlength; /* what a game's length is made of */
} ludc_lanes_layout;

static inline ludc_lanes_layout lanes_layout(const ludc_lanes_shape *s)
{
    ludc_lanes_layout a = {.nlength = s->nround + 2 * s->nphasebit + 1};
    a.word[1] = s->nword + 1;
    a.root = a.word[1] + s->nword + 1;
    a.random = a.root + s->nword + 1;
    a.found = a.random + s->nrandom + 2;
    a.pend = a.found + s->nfound;
    a.live = a.pend + s->nfound;
    a.last = a.live + 1;
    a.left = a.last + 1;
    a.row = a.left + LUDC_LANES_QUOTA;
    a.generator = a.row + s->nrow * LUDC_LANES_ROW;
    a.games = a.generator + 4;
    a.cut = a.games + 1;
    a.pair = a.cut + 1;
    a.end = a.pair + (a.nlength + 1) * (a.nlength + 1);
    return a;
}

/* Bytes: behind the words come the number of steps, and which of the positions is the present one. */
static inline uint64_t lanes_memory(const ludc_lanes_shape *s, uint32_t lanes)
{
    return ((uint64_t)lanes_layout(s).end * (lanes / 8) + 16 + 63) / 64 * 64;
}

void lanes_begin(const ludc_lanes *l, void *memory, uint64_t seed); /* all roots the start, no quotas */
/* The same without roots, and without numbers but those of rows up to `most` games a lane and lanes_cut. */
void lanes_clear(const ludc_lanes *l, void *memory, uint64_t seed, uint64_t most);
uint64_t lanes_cut(const ludc_lanes *l, const void *memory); /* games that were longer than can be counted */
/* Bytes 0 or 1 for each state bit; 0 when no lane can begin there: what is known to
 * go round in a fixed order is out of order. */
int lanes_root(const ludc_lanes *l, void *memory, uint32_t lane, const unsigned char *state);
/* n lanes from `lane` on begin at a packed position, and share so many games out. */
typedef struct {
    const uint64_t *position;
    uint32_t lane, n;
    uint64_t games;
} ludc_lanes_start;

/* By whole words, after lanes_clear; starts in the order of their lanes, at least one lane each.  0: as
 * for lanes_root. */
int lanes_starts(const ludc_lanes *l, void *memory, const ludc_lanes_start *start, uint32_t n);
/* Where 64 lanes from `lane` on, a multiple of 64, are after the last step: word[b] has state bit b of
 * each; where a game is over its root. */
void lanes_words(const ludc_lanes *l, const void *memory, uint32_t lane, uint64_t *word);
void lanes_quota(const ludc_lanes *l, void *memory, uint32_t lane, uint64_t games);
/* Plays until all quotas are done, or so many steps (0: any number).  0 when games
 * do not come to an end. */
int lanes_play(const ludc_lanes *l, void *memory, uint64_t steps);
/* Plays so many rounds, a step of each phase. */
void lanes_rounds(const ludc_lanes *l, void *memory, uint64_t rounds);
void lanes_count(const ludc_lanes *l, const void *memory, ludc_lanes_count *out);
uint64_t lanes_row(const ludc_lanes *l, const void *memory, uint32_t lane, uint32_t row); /* games so ended */
/* The same of n lanes from `lane` on together, none of which played more than `most`: out[row]. */
void lanes_rows(const ludc_lanes *l, const void *memory, uint32_t lane, uint32_t n, uint64_t most, uint64_t *out);
/* The words after the last step: is a state bit set in a lane (-1: phases know it)? */
int lanes_bit(const ludc_lanes *l, const void *memory, uint32_t lane, uint32_t state_bit);

#endif
