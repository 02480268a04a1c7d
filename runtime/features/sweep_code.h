/* sweep_code.h - a reasoner as code of a net: who has the IR of a net compiled needs nothing else. */
#ifndef LUDC_FEATURES_SWEEP_CODE_H
#define LUDC_FEATURES_SWEEP_CODE_H

#include "runtime/features/sweep.h"

/* Of all that code of a net depends on; two nets of one process do not share 64 bits by chance. */
uint64_t sweep_hash(const SweepNet *net);
/* How many sets field `out` of its game has: one more where both fields would be of equal length. */
static inline size_t sweep_code_sets(const SweepNet *net) { return net->nclass + (size_t)(net->nclass == net->ninput); }

/* A game of one move, number 0, that reads the sets of a field of ninput sets and writes one of sweep_code_sets, as code with a
 * state of its own.  The reasoner must live as long.  false: memory is out, or it is no such game. */
bool sweep_code_open(const ludc_reasoner *r, const SweepNet *net, SweepCode *out);

/* Code that is there: of a table that ends with reasoner NULL.  SweepMaker.make; data: the table. */
typedef struct {
    uint64_t hash;
    const ludc_reasoner *r;
} SweepCoded;
bool sweep_code_find(void *data, const SweepNet *net, SweepCode *out);

#endif
