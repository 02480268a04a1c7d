/* intern.h - one copy of every name: equal text, equal pointer.
 * Interned strings live as long as the interner and are NUL-terminated. */
#ifndef LUDC_INTERN_H
#define LUDC_INTERN_H

#include <stddef.h>

#include "base/arena.h"

typedef struct Interner Interner;

Interner *interner_new(Arena *arena); /* lives and dies with the arena */
const char *intern(Interner *interner, const char *text, size_t length);
const char *intern_str(Interner *interner, const char *text);

#endif
