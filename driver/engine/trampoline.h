/* trampoline.h - a reasoner whose functions are another's, which may change, or come to be only
 * when one of them is called. */
#ifndef LUDC_DRIVER_PASSING_H
#define LUDC_DRIVER_PASSING_H

#include <stdatomic.h>

#include "backends/backend.h"
#include "runtime/abi.h"

typedef struct Passing Passing;
struct Passing {
    ludc_reasoner reasoner;                 /* passes calls on to .. */
    _Atomic(const ludc_reasoner *) current; /* .. this one; */
    const ludc_reasoner *(*make)(void *data); /* NULL: to what this gives, for any thread, never NULL */
    void *data;
};

/* A copy of `like`, of which the functions that are there and in the set are passed on.  Does not
 * touch current. */
void passing_begin(Passing *p, const ludc_reasoner *like, unsigned functions);

#endif
