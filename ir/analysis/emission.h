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

#endif
