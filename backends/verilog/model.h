/* model.h - what an engine's circuit does, clock by clock, by the interpreter of the back end lanes. */
#ifndef LUDC_VERILOG_MODEL_H
#define LUDC_VERILOG_MODEL_H

#include "backends/verilog/engine.h"

typedef struct {
    uint64_t playouts, moves, clocks; /* clocks: from the first game's beginning to the last one's end */
    uint64_t *ends; /* how many games each row was the result of, group by group */
} EngineCount;

/* Clocks from one game that is counted to the next, however many engines play. */
enum { ENGINE_COUNT_CLOCKS = 4 };

/* Moves a clock of all engines, of `games` games each, by the model; what ends faster than it can be counted waits. */
double engine_moves_a_clock(const Engine *engine, uint64_t games, Arena *arena);
/* Clocks after `restart` until games may begin. */
uint32_t engine_settle(const Engine *engine);
/* So many games from the first position, each played to its end; engines have equal shares, the first ones one more. */
EngineCount engine_model(const Engine *engine, uint64_t seed, uint64_t games, Arena *arena);
/* Not what the circuit does: contexts begin games without tickets, and the first `games` that end are counted, so short ones count more.
 * Tests of fairness are to notice. */
EngineCount engine_model_hasty(const Engine *engine, uint64_t seed, uint64_t games, Arena *arena);

#endif
