/* link.h - from an object that LLVM made to a shared object, a program or a .wasm, by
 * whatever linker there is.  Part of the program, not of the module. */
#ifndef LUDC_BUILD_LINK_H
#define LUDC_BUILD_LINK_H

#include <stdbool.h>

#include "base/out.h"

typedef enum { LINK_SHARED, LINK_PROGRAM, LINK_WASM } LinkKind;

/* main_object: what a program needs besides, the path of compiled runtime/main.c.
 * false: `messages` says what the linkers said. */
bool link_object(const Out *object, LinkKind kind, const char *main_object, const char *path,
                 Out *messages);
/* The same into memory. */
bool link_bytes(const Out *object, LinkKind kind, const char *main_object, Out *bytes, Out *messages);

#endif
