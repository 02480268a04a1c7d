/* images.h - large tables that code in memory is given by address instead of as text. */
#ifndef LUDC_IMAGES_H
#define LUDC_IMAGES_H

#include "base/arena.h"
#include "base/vec.h"

typedef struct {
    const char *name; /* the symbol */
    void *data;       /* laid out as C would */
} Image;

/* Begun as {.arena = arena_new(), .least = ..}.  Whoever links the code keeps the arena as long. */
typedef struct Images {
    Arena *arena;
    size_t least; /* bytes: smaller tables are text */
    VEC(Image) image;
} Images;

#endif
