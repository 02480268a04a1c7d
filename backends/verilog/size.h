/* size.h - how large what stands around an engine is: queues, sums, memories. */
#ifndef LUDC_VERILOG_SIZE_H
#define LUDC_VERILOG_SIZE_H

#include "backends/verilog/engine.h"

/* Tickets and games that are on their way when a crowd is seen. */
enum { ENGINE_TAKEN_LATE = 8 };

uint32_t engine_words(const Engine *e);     /* of 32 bits, of a context */
uint32_t engine_event_bits(const Engine *e); /* of a game that ended, in the queue of its engine */
uint32_t engine_event_log(const Engine *e); /* that queue holds 1 << so many */
uint32_t engine_queue_log(const Engine *e); /* and that of commands so many words */
uint32_t engine_index_bits(const Engine *e, uint32_t group); /* number what is counted in a group: rows, and in the first one two more */

/* Block memories of iCE40, 256 words of 16 bits: of each engine's queue, and of all else. */
uint32_t engine_queue_memories(const Engine *e);
uint32_t engine_bus_memories(const Engine *e);

#endif
