/* intern.h - sequences of numbers, each kept once. */
#ifndef LUDC_FEATURES_INTERN_H
#define LUDC_FEATURES_INTERN_H

#include "runtime/features/store.h"

/* The hash is looked at before the sequence, which lies elsewhere in memory. */
typedef struct {
    uint32_t number, hash; /* number + 1; 0: free */
} InternSlot;

/* All zero: empty.  Sequence i is pool.at[at.at[i] .. at.at[i + 1]]; those of one owner have numbers from 0. */
typedef struct {
    LIST(uint32_t) pool;
    LIST(uint32_t) at;
    InternSlot *slot;
    size_t nslot;
} Intern;

#define NO_NUMBER UINT32_MAX

/* The number of the sequence, a new one where it was not there; NO_NUMBER: memory is out. */
uint32_t intern_of(Intern *intern, const uint32_t *key, uint32_t n);
void intern_free(Intern *intern);

static inline uint32_t intern_count(const Intern *i) { return i->at.n ? (uint32_t)i->at.n - 1 : 0; }
/* NULL as long as all are empty. */
static inline const uint32_t *intern_key(const Intern *i, uint32_t number) { return i->pool.at ? i->pool.at + i->at.at[number] : NULL; }
static inline uint32_t intern_length(const Intern *i, uint32_t number) { return i->at.at[number + 1] - i->at.at[number]; }

#endif
