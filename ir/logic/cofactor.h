/* cofactor.h - what an edge is where another one holds, as far as that is an edge which is there
 * already.  For networks of any make: an edge is twice a gate, plus one if it is the opposite;
 * edges 0 and 1 are false and true. */
#ifndef LUDC_BITS_GIVEN_H
#define LUDC_BITS_GIVEN_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { GIVEN_OTHER, GIVEN_AND, GIVEN_MUX } GivenKind;

typedef struct {
    GivenKind kind;
    uint32_t a, b, c; /* a and b; a ? b : c */
} GivenGate;

typedef struct {
    const void *net;
    GivenGate (*gate)(const void *net, uint32_t gate);
    /* Cannot both hold, neither being an opposite?  NULL: nothing is known of that. */
    bool (*exclude)(const void *net, uint32_t a, uint32_t b);
} GivenNet;

uint32_t given_edge(const GivenNet *net, uint32_t condition, uint32_t edge);

#endif
