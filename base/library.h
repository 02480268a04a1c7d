/* base/library.h - functions of a shared library that is opened where it is used, since it takes longer to load than most
 * games take to compile. */
#ifndef LUDC_LIBRARY_H
#define LUDC_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name; /* of the function */
    void *to;         /* a pointer to a pointer to it */
} LibraryFunction;

/* Opens the library, which stays open, and sets all of the pointers.  false: it, or one of them, is not there. */
bool library_load(const char *library, const LibraryFunction *function, size_t n);

#endif
