/* stage.h - a cover of tables cut into stages, with registers between them.
 *
 * A table stands in one stage, no more than `depth` tables one behind the other; what a later stage reads is kept in
 * a register at each boundary between.  The inputs of the net come at the beginning of stage 0, random bits in the
 * first stage that reads them; LIVE_RANKS, which changes only while nothing plays, is read as it is in any stage.  Outputs
 * are read behind the last stage, but those of BANK_CHOSEN behind the stage in which they become known. */
#ifndef LUDC_VERILOG_STAGE_H
#define LUDC_VERILOG_STAGE_H

#include "backends/verilog/lut.h"

typedef struct {
    const LutMap *map;
    uint32_t nstage, depth;
    uint32_t *stage; /* by gate: of tables and inputs that are used */
    uint32_t *last;  /* by gate: the last stage that reads it, `nstage` where an output does, the one behind its own where one of BANK_CHOSEN does */
    uint32_t nregister;
    uint32_t ncell;  /* of a table with or without a register behind it, or a register alone */
    uint32_t deepest; /* tables one behind the other in a stage */
} LutStages;

/* `fresh` is how many tables deep the inputs of BANK_LIVE come.  nstage 0: as few as hold the tables. */
LutStages *lut_stages(const LutMap *map, uint32_t nstage, uint32_t depth, uint32_t fresh, Arena *arena);
/* Does a signal come to a stage by a register? */
static inline bool lut_comes(const LutStages *s, uint32_t gate, uint32_t stage)
{
    return s->map->used[gate] && s->stage[gate] < stage && s->last[gate] >= stage;
}
/* By gate: what the tables of a stage consist of, down to what comes from outside or by a register, that included. */
void lut_parts(const LutStages *s, uint32_t stage, bool *part);
/* The least number of stages. */
uint32_t lut_stages_needed(const LutMap *map, uint32_t depth, uint32_t fresh, Arena *arena);

#endif
