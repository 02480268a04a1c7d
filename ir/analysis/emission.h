/* emission.h - what becomes of the emissions of a generator, in the words of every back end
 * that makes code. */
#ifndef LUDC_SHAPE_SINK_H
#define LUDC_SHAPE_SINK_H

#include "ir/core/ir.h"

/* What becomes of an emission. */
typedef enum {
    SINK_LIST,  /* out[n++] = code */
    SINK_COUNT, /* n++ */
    SINK_ANY,   /* found: the search ends */
    SINK_PICK,  /* if k == 0 the code is the one wanted and the search ends, else k-- */
    SINK_PLANES /* as in SINK_LIST, but a word of a set at a time */
} SinkMode;

/* What it passes before it counts as a move of the sink. */
typedef enum {
    GATE_KEEP,    /* those after which `value` holds */
    GATE_COUNT,   /* count++: `prefer` wants to know */
    GATE_MEASURE, /* none; but notes what `value` is in the position behind */
    GATE_BEST     /* those whose measure is the best one */
} GateKind;

enum { MAX_GATE = 8 };

/* Does a gate ask for the state after a move of the rule?  `listed`: a GATE_BEST that has
 * the measures in a list. */
bool gate_needs_successor(GateKind kind, bool listed, const IrFn *rule);

#endif
