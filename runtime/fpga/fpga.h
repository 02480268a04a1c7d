/* fpga.h - what the files of ludc_fpga.h share: bytes to and from a circuit, its registers, what its numbers mean. */
#ifndef LUDC_RUNTIME_FPGA_H
#define LUDC_RUNTIME_FPGA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "runtime/include/ludc_fpga.h"

/* ---- bytes (fpga_link.c) ------------------------------------------------------------------------- */

typedef struct {
    int fd;          /* of the device, or of a socket to the simulator; -1: it is closed */
    pid_t simulator; /* 0: there is none */
    char heard[4096]; /* [n], of which `at` are read */
    size_t at, n;
    bool line;       /* more bytes follow in the simulator's line */
    volatile uint32_t *memory; /* of "uio:": registers, or NULL */
    char why[160];   /* of the last failure */
} FpgaLink;

bool fpga_link_open(FpgaLink *link, const char *place);
void fpga_link_close(FpgaLink *link);
bool fpga_link_put(FpgaLink *link, const uint8_t *byte, size_t n);
/* Waits for the next byte. */
bool fpga_link_get(FpgaLink *link, uint8_t *byte);

/* ---- registers and the stream (fpga_bus.c) ------------------------------------------------------- */

typedef struct {
    uint32_t word;
    bool last;
} FpgaWord;

typedef struct {
    FpgaLink link;
    FpgaWord *word; /* of the stream, that came and were not asked for */
    size_t first, n, room;
} FpgaBus;

enum { FPGA_OKAY = 0, FPGA_STATUS = 0x28, FPGA_IDLE = 4, FPGA_FULL = 8 };
bool fpga_bus_read(FpgaBus *bus, uint8_t address, uint32_t *value);
/* A word for the queue, as soon as there is room. */
bool fpga_bus_push(FpgaBus *bus, uint32_t word);
bool fpga_bus_take(FpgaBus *bus, FpgaWord *word);

/* ---- what a circuit's numbers mean (fpga_host.c) ----------------------------------------------- */

typedef struct {
    uint32_t nrow, nbit;
    int32_t *value; /* [nrow * players] */
} FpgaRows;

typedef struct {
    uint32_t n;
    int32_t *move; /* [n]: or -1 */
} FpgaChoices;

enum { FPGA_PLAYERS = 16, FPGA_PHASES = 8, FPGA_STUCK = -3, FPGA_CUT = -4 };
typedef struct {
    uint32_t hash[2], players, joint, words, phases, phase_at, phase_bits, ngroup, nmove, nchoice;
    uint32_t *first; /* [words] */
    FpgaRows rows[FPGA_PLAYERS];
    FpgaChoices choices[FPGA_PHASES][FPGA_PLAYERS];
    uint32_t *role, *code; /* [nmove] */
} FpgaCircuit;

/* Of the folder; false: *why says what is wrong. */
bool fpga_circuit_read(FpgaCircuit *c, const char *folder, const char **why);
void fpga_circuit_free(FpgaCircuit *c);

#endif
