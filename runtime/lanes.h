/* lanes.h - random games by the hundred: the interface of lane players.
 *
 * A lane player plays 64, 256 or 512 random games of one game at once, one bit of each
 * word a *lane*.  `ludc playout --backend lanes` and libludc make one of a game
 * (runtime/include/ludc.h, ludc_lanes_*); generated code exports it as
 * `ludc_lanes_exported`.
 *
 * Each lane begins its games at its own root, and plays as many as its quota says: so
 * no game counts more for being short.  Moves are uniformly random among the legal ones,
 * exactly; lanes have independent random bits.  All functions work on memory that the
 * caller owns, `memory` bytes aligned to 64; nothing else is kept. */
#ifndef LUDC_LANES_H
#define LUDC_LANES_H

#ifndef LUDC_BARE
#include <stddef.h>
#include <stdint.h>
#endif

#define LUDC_LANES_ABI 1

/* What was played since the memory was begun; games that were cut off do not count. */
typedef struct {
    uint64_t games, moves, squares; /* squares: of the games' lengths, added up */
    uint64_t cut;                   /* games that were longer than can be counted */
    uint64_t steps;                 /* of all lanes, with those in which a lane waited */
} ludc_lanes_count;

typedef struct ludc_lanes {
    uint32_t abi, lanes, players;
    uint32_t joint;  /* values are goals, 0..100; else twice the rank */
    uint32_t nstate; /* bits of a position */
    uint32_t nrow;   /* how games end: rows of one value a player */
    uint32_t whole;  /* a row is a whole vector; else all values but one are any */
    uint64_t memory;
    /* [nrow * players]; -1: no value, or several; -2: any; -3: somebody had no move in a
     * joint game, which then ends without a result */
    const int32_t *value;
    const unsigned char *init; /* [nstate]: the position at the start */

    void (*begin)(void *memory, uint64_t seed); /* all roots the start, no quotas */
    /* Bytes 0 or 1 for each state bit; 0 when no lane can begin there: what is known to
     * go round in a fixed order is out of order. */
    int (*root)(void *memory, uint32_t lane, const unsigned char *state);
    void (*quota)(void *memory, uint32_t lane, uint64_t games);
    /* Plays until all quotas are done, or so many steps (0: any number).  0 when games
     * do not come to an end. */
    int (*play)(void *memory, uint64_t steps);
    void (*count)(const void *memory, ludc_lanes_count *out);
    uint64_t (*row)(const void *memory, uint32_t lane, uint32_t row); /* games so ended */
    /* The words after the last step: is a state bit set in a lane (-1: phases know it)? */
    int (*bit)(const void *memory, uint32_t lane, uint32_t state_bit);
} ludc_lanes;

#endif
