/* buffer.h - a player's tuples: kept, drawn by priority, weighed by importance.
 *
 * T. Schaul, J. Quan, I. Antonoglou, D. Silver, "Prioritized Experience Replay", ICLR 2016; weights by the lengths of
 * episodes: D. J. N. J. Soemers, E. Piette, M. Stephenson, C. Browne, "Manipulating the Distributions of Experience used for
 * Self-Play Learning in Expert Iteration", 2020. */
#ifndef LUDC_LEARN_BUFFER_H
#define LUDC_LEARN_BUFFER_H

#include <stdbool.h>

#include "runtime/include/ludc_learn.h"

/* A tuple with what it points to, in one piece of memory. */
typedef struct {
    ludc_learn_tuple t;
    double priority;
} Tuple;

typedef struct {
    Tuple **at;
    uint32_t n, room, next; /* `next` is the oldest, once all room is taken */
    double *sum;            /* [room] of priorities to the power alpha, up to this one and with it */
} Buffer;

/* Copies; NULL: memory is out.  `payoff` has `players` numbers, or is NULL. */
Tuple *buffer_tuple_new(const ludc_learn_tuple *tuple, size_t state_size, unsigned players);
void buffer_tuple_free(Tuple *tuple);

bool buffer_open(Buffer *buffer, uint32_t room);
void buffer_close(Buffer *buffer);
/* Takes the tuple over; its priority becomes the greatest of those there are, 1 in an empty buffer. */
void buffer_add(Buffer *buffer, Tuple *tuple);
/* Draws n tuples, one may come several times, and weighs them: in proportion to (N P)^-beta / length, where P is the chance of
 * being drawn; the weights of a batch add up to 1 (weighted importance sampling).  The buffer is not empty. */
void buffer_draw(Buffer *buffer, const ludc_learn_options *o, uint64_t *rng, uint32_t n, uint32_t *index, double *weight);
/* n tuples uniformly, one may come several times. */
void buffer_draw_alike(const Buffer *buffer, uint64_t *rng, uint32_t n, uint32_t *index);

#endif
