/* vec.h - growable arrays that live in an arena.
 *
 *     VEC(int) numbers = {0};
 *     vec_push(arena, &numbers, 7);
 *     numbers.at[0], numbers.n
 *
 * Growth leaves the old block in the arena (at most as much again). */
#ifndef LUDC_VEC_H
#define LUDC_VEC_H

#include "base/arena.h"

#define VEC(Type)   \
    struct {        \
        Type *at;   \
        size_t n;   \
        size_t cap; \
    }

/* Ensures room for one more element of size `size`; returns the new block. */
void *vec_grow_(Arena *arena, void *at, size_t n, size_t *cap, size_t size);

/* Room for `more` elements, which the caller then writes and counts in n. */
#define vec_reserve(arena, v, more)                                          \
    do {                                                                     \
        while ((v)->cap - (v)->n < (more))                                   \
            (v)->at = vec_grow_((arena), (v)->at, (v)->n, &(v)->cap,         \
                                sizeof *(v)->at);                            \
    } while (0)

#define vec_push(arena, v, x)                                             \
    ((v)->n == (v)->cap                                                   \
         ? (void)((v)->at = vec_grow_((arena), (v)->at, (v)->n, &(v)->cap, \
                                      sizeof *(v)->at))                   \
         : (void)0,                                                       \
     (void)((v)->at[(v)->n++] = (x)))

#endif
