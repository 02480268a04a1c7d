/* stencil.h - conditions that ask for members of one set at the same distances from a place of their own. */
#ifndef LUDC_IR_ANALYSIS_STENCIL_H
#define LUDC_IR_ANALYSIS_STENCIL_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

/* A condition with more points belongs to no stencil. */
enum { STENCIL_POINTS = 32 };

/* A member that a condition asks for; points of one kind are asked for alike. */
typedef struct {
    uint64_t kind;
    int at;
} StencilPoint;
typedef VEC(StencilPoint) StencilPoints;

typedef struct {
    const StencilPoint *point;
    size_t n;
    int stencil; /* found: a number from 0 on; -1: none */
    int place;   /* found: the points of all conditions of a stencil are at the same distances from it */
} StencilOf;

/* Conditions that have some of the points of a stencil belong to it: at an edge of the board a neighbour is missing. */
void stencils_find(Arena *scratch, StencilOf *of, size_t n);

#endif
