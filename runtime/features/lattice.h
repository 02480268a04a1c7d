/* lattice.h - numbers for the sites of a board by which equal steps are equal differences. */
#ifndef LUDC_FEATURES_LATTICE_H
#define LUDC_FEATURES_LATTICE_H

#include "runtime/features/board.h"

/* Sites [site, site + n) are positions [at, at + n); n is 64 at most. */
typedef struct {
    uint32_t site, at, n;
} LatticeRun;

/* Where sites lie on a lattice, rows of equal length one behind the other; else their own numbers. */
typedef struct {
    uint32_t size;     /* positions */
    uint32_t *at;      /* [sites] position of each */
    uint32_t nrun;
    LatticeRun *run;   /* ascending by site */
} Lattice;

/* false: memory is out.  What it takes lives in the store. */
bool lattice_make(Lattice *lattice, Store *store, const FeatureBoard *board);

#endif
