/* lanes_figures.h - what lanes_tool adds up, and keeps in a file until it goes on. */
#ifndef LUDC_TESTS_LANES_FIGURES_H
#define LUDC_TESTS_LANES_FIGURES_H

#include <stdint.h>

typedef struct {
    double games, sum[5]; /* of the powers of the length */
    double cpu_ms;
    double *row;          /* by the lanes' rows */
} Figures;

/* Games are played in so many pieces, each with a seed of its own. */
enum { PIECES = 16 };

/* Figures of both sides, and which piece comes next, in a file. */
typedef struct {
    const char *path;  /* or NULL: nothing is kept */
    uint32_t nrow, next; /* pieces of the lanes' games, then those of the others */
    Figures side[2];
} Kept;

void keep_figures(const Kept *k);
/* What is in the file, or nothing if that is none of ours. */
void read_figures(Kept *k);

#endif
