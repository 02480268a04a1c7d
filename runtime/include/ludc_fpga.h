/* ludc_fpga.h - a game's circuit that plays, on a device or simulated: positions and where they lead, and random games
 * in batches that the device plays while the program does something else.
 *
 * A circuit is a folder that `ludc build --emit=verilog` made (doc/fpga.md).  One thread at a time; nothing is printed,
 * nothing exits. */
#ifndef LUDC_FPGA_H
#define LUDC_FPGA_H

#include "ludc.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ludc_fpga ludc_fpga;

/* Batches that may be under way. */
enum { LUDC_FPGA_BATCHES = 16 };
/* The move of a role that has none. */
#define LUDC_FPGA_NONE UINT32_MAX

/* `place`: "sim:DIR", the circuit in that folder, simulated (`make -C DIR link` comes before); "serial:DEV", a board at a serial line; "uio:DEV",
 * registers in memory (Linux, UIO), `folder` being the circuit that is there; with "sim:" it may be NULL.  NULL: *error says why. */
LUDC_API ludc_fpga *ludc_fpga_open(const char *place, const char *folder, ludc_error *error);
LUDC_API void ludc_fpga_close(ludc_fpga *f); /* NULL is allowed */

LUDC_API unsigned ludc_fpga_players(const ludc_fpga *f);
/* Words of a position as these functions take it: a context, whether the game is over there, and how. */
LUDC_API size_t ludc_fpga_words(const ludc_fpga *f);
LUDC_API void ludc_fpga_root(const ludc_fpga *f, uint32_t *position);
LUDC_API int ludc_fpga_over(const ludc_fpga *f, const uint32_t *position);
/* Where it is over: 0..1; below 0: the rules say no value. */
LUDC_API double ludc_fpga_payoff(const ludc_fpga *f, const uint32_t *position, unsigned player);
/* The same as the rules put it: a goal, 0..100, or in games of turns twice a rank; below 0: no value. */
LUDC_API int32_t ludc_fpga_value(const ludc_fpga *f, const uint32_t *position, unsigned player);

/* Told of each move: move[p - 1] is the code of player p's, or LUDC_FPGA_NONE. */
typedef void (*ludc_fpga_told)(void *data, const uint32_t *move, const uint32_t *position);
/* Every legal joint move, as often as the rules list it, and where it leads.  Batches that are under way end before. */
LUDC_API ludc_status ludc_fpga_next(ludc_fpga *f, const uint32_t *position, ludc_fpga_told told, void *data, ludc_error *error);

typedef struct {
    uint64_t batch; /* as submit numbered it */
    uint64_t games, moves;
    uint64_t cut, stuck;     /* games that were cut off; joint games in which somebody had no move */
    double payoff[16];       /* by player: the sum over the games that say a value, */
    uint64_t valued[16];     /* and their number */
} ludc_fpga_batch;

/* So many games from the position, each played to its end.  LUDC_USAGE: LUDC_FPGA_BATCHES are under way. */
LUDC_API ludc_status ludc_fpga_submit(ludc_fpga *f, const uint32_t *position, uint32_t games, uint64_t *batch, ludc_error *error);
/* Waits for the oldest batch.  LUDC_USAGE: none is under way. */
LUDC_API ludc_status ludc_fpga_collect(ludc_fpga *f, ludc_fpga_batch *batch, ludc_error *error);
/* The random numbers begin anew, when all batches have ended, which it waits for.  The same calls give the same games then, if
 * they come in the same clocks: in a simulation they do. */
LUDC_API ludc_status ludc_fpga_seed(ludc_fpga *f, uint64_t seed, ludc_error *error);

#ifdef __cplusplus
}
#endif

#endif
