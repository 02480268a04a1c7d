/* lut.h - a net of gates covered by lookup tables of a few inputs.
 *
 * Each table is a gate of the net together with what stands between it and at most `inputs` other gates, its leaves.
 * First the least depth, then the fewest tables that keep it: priority cuts (A. Mishchenko, S. Cho, S. Chatterjee,
 * R. Brayton, "Combinational and sequential mapping with priority cuts", ICCAD 2007). */
#ifndef LUDC_VERILOG_LUT_H
#define LUDC_VERILOG_LUT_H

#include "backends/lanes/net.h"

enum { LUT_INPUTS = 6 }; /* at most */

typedef struct {
    uint8_t n;
    uint32_t leaf[LUT_INPUTS]; /* gates, ascending */
} LutCut;

typedef struct {
    const LaneNet *net;
    bool *used;      /* by gate: it is a table, or an input that a table or an output needs */
    LutCut *cut;     /* by gate, of tables */
    uint32_t *level; /* by gate: tables on the longest way from an input, that one included */
    uint32_t ntable, depth;
} LutMap;

/* The same function with chains of one operation made into trees that are as flat as when their operands come. */
LaneNet *lane_net_balance(const LaneNet *net, Arena *arena);
/* Of a net without loops; inputs: 2 .. LUT_INPUTS. */
LutMap *lut_map(const LaneNet *net, uint32_t inputs, Arena *arena);
/* Is the gate an input of the net, or the constant? */
static inline bool lut_is_input(const LaneNet *net, uint32_t gate) { return net->gate.at[gate].kind <= LANE_INPUT; }

#endif
