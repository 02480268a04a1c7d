/* cache_objects.h - objects that C compilers make and that are the same for many games, kept in the cache. */
#ifndef LUDC_DRIVER_CACHE_OBJECTS_H
#define LUDC_DRIVER_CACHE_OBJECTS_H

#include "backends/build/build.h"

/* What is kept and found is in the arena's time. */
CObjectStore cache_objects(Arena *arena);

#endif
