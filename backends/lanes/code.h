/* code.h - a plan as lists of operations: what the writers of C and of LLVM's code read.
 *
 * Circuits are cut into parts, functions of straight-line code, as compilers take more than
 * linear time for one; words that later parts need are handed over in an array. */
#ifndef LUDC_LANES_CODE_WRITERS_H
#define LUDC_LANES_CODE_WRITERS_H

#include "backends/lanes/cells.h"
#include "backends/lanes/chain.h"
#include "backends/lanes/lanes.h"
#include "runtime/lanes.h"

enum { LANE_PART = 400 };

/* A stretch of a circuit without loops; the body of a loop where link.nvar is not 0: it also adds to
 * the word `changed` of BANK_HAND the lanes in which a variable changes. */
typedef struct {
    LaneLink link;
    LaneCells cells;
    uint32_t nparts;
    uint32_t *made, *last;  /* by gate: the part that makes it, and the last that needs it */
    uint32_t *hand, nhand;  /* by gate: its place in the array */
    uint32_t changed;
} LaneParts;

typedef struct {
    uint32_t n, nhand; /* words of BANK_HAND, with the one for changes */
    bool loops;        /* else there is one stretch, the whole circuit */
    LaneParts *parts;
} LaneCode;

typedef struct LaneProgram {
    const char *name;
    LaneTarget target;
    ludc_lanes_shape shape;
    LaneCode step[LANE_PHASES], tally;
    uint32_t nrandom[LANE_PHASES]; /* words that a step draws */
    uint8_t *pends[LANE_PHASES];   /* by word found: the step may find something */
    const LaneCode *forced;        /* for tests: only a step with given moves, or NULL */
} LaneProgram;

LaneCode lane_code(const LaneNet *net, const LaneTarget *target, Arena *arena);
/* The part in which operation `cell` stands. */
static inline uint32_t lane_part_of(const LaneParts *parts, uint32_t cell)
{
    return cell / LANE_PART < parts->nparts ? cell / LANE_PART : parts->nparts - 1;
}
/* Does it write a variable of the loop whose body this is? */
static inline bool lane_writes_variable(const LaneParts *p, const LaneOutput *o)
{
    return o->bank == BANK_HAND && o->at - p->link.var_at < p->link.nvar;
}
LaneProgram *lane_program(const LanePlan *plan, const LaneTarget *target, Arena *arena);
/* The step with given moves (lane_forced) alone, as `ludc_lanes_forced`. */
LaneProgram *lane_program_forced(const BitsGame *game, const LaneTarget *target, Arena *arena);

/* As C; exports `ludc_lanes_exported`, a ludc_lanes_code. */
void lane_emit(const LaneProgram *program, Out *out);

#endif
