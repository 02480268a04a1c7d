/* domains.h - the numbers that an expression of a function can be, as small sets. */
#ifndef LUDC_IR_PASSES_DOMAINS_H
#define LUDC_IR_PASSES_DOMAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ir/core/ir.h"

enum { DOMAIN_VALUES = 256 };

/* A set of numbers: lo + i for the bits i. */
typedef struct {
    bool known;
    int64_t lo;
    uint64_t bit[DOMAIN_VALUES / 64];
} Domain;

/* What the locals of one function can be.  A local that gets a value at more than one place has none that is known. */
typedef struct {
    const IrGame *game;
    const IrFn *fn;
    size_t nlocal;
    Domain *domain; /* by local */
    int *bound;     /* by local: how many nodes give it a value */
} Domains;

/* From constant sets in headers and loops.  Lives in `arena`. */
Domains domains_of(Arena *arena, IrGame *game, IrFn *fn);
/* A local whose only value is of `d`. */
void domains_let(Domains *all, int local, Domain d);
/* Of a local that gets a value once and is known, or NULL. */
const Domain *domain_of_local(const Domains *all, const Ir *e);
/* From a local, one more or less than it, or the type; an int. */
Domain domain_of(const Domains *all, const Ir *e);

bool domain_has(const Domain *d, int i);
void domain_add(Domain *d, int64_t i);
void domain_drop(Domain *d, int i);
/* The first i of it from `i` on; DOMAIN_VALUES: there is none. */
int domain_next(const Domain *d, int i);

#endif
