/* stage.h - a cover of tables cut into stages, with registers between them.
 *
 * A table stands in one stage, no more than `depth` tables one behind the other; what a later stage reads is kept in
 * a register at each boundary between.  The inputs of the net come at the beginning of stage 0, random bits in the
 * first stage that reads them; LIVE_RANKS, which changes only while nothing plays, is read as it is in any stage.  Outputs
 * are read behind the last stage, but those of BANK_CHOSEN behind the stage in which they become known. */
#ifndef LUDC_VERILOG_STAGE_H
#define LUDC_VERILOG_STAGE_H

#include "backends/verilog/lut.h"

/* A signal that nothing reads between two stages, kept in block memory on the way: what it is in stage `from` comes back in stage
 * `to`, which is `to` - `from` clocks later, without registers in between. */
typedef struct {
    uint32_t gate, from, to;
    uint32_t memory, bit; /* which one, and where in its words */
    uint32_t next;        /* the gate's next one, plus one */
} LutDelay;

enum { LUT_MEMORY_BITS = 16, LUT_MEMORY_CLOCKS = 16 }; /* of a word; kept at most */

typedef struct {
    const LutMap *map;
    uint32_t nstage, depth;
    uint32_t *stage; /* by gate: of tables and inputs that are used */
    uint32_t *last;  /* by gate: the last stage that reads it, `nstage` where an output does, the one behind its own where one of BANK_CHOSEN does */
    uint32_t nregister;
    uint32_t ncell;  /* of a table with or without a register behind it, or a register alone */
    uint32_t deepest; /* tables one behind the other in a stage */
    uint32_t nmemory, ndelay;
    LutDelay *delay;
    uint32_t *delay_of; /* by gate: its first one, plus one; NULL where there is none at all */
} LutStages;

/* `fresh` is how many tables deep the inputs of BANK_LIVE come.  nstage 0: as few as hold the tables. */
LutStages *lut_stages(const LutMap *map, uint32_t nstage, uint32_t depth, uint32_t fresh, Arena *arena);
/* Does a signal come to a stage by a register? */
static inline bool lut_comes(const LutStages *s, uint32_t gate, uint32_t stage)
{
    return s->map->used[gate] && s->stage[gate] < stage && s->last[gate] >= stage;
}
/* Puts what waits longest into `memories` words of block memory at most, where that is worth it; then fewer are registers and cells. */
void lut_delay(LutStages *s, uint32_t memories, Arena *arena);
/* The delay over the boundary before a stage that a signal is in, or NULL. */
const LutDelay *lut_delayed(const LutStages *s, uint32_t gate, uint32_t stage);
/* By gate: what the tables of a stage that something reads behind it consist of, down to what comes from outside or by a
 * register, that included. */
void lut_parts(const LutStages *s, uint32_t stage, bool *part);
/* The least number of stages. */
uint32_t lut_stages_needed(const LutMap *map, uint32_t depth, uint32_t fresh, Arena *arena);

#endif
