/* size.c - see size.h. */
#include "backends/verilog/size.h"

static uint32_t bits_of(uint64_t number)
{
    uint32_t n = 1;
    while (number >> n)
        n++;
    return n;
}

static uint32_t log_for(uint64_t n)
{
    uint32_t log = 4;
    while (UINT64_C(1) << log < n)
        log++;
    return log;
}

uint32_t engine_words(const Engine *e) { return (e->nroot + 31) / 32; }
uint32_t engine_event_bits(const Engine *e) { return 4 + e->plan->frame.nroundbit + 1 + e->nbeyond + e->nrowbit; }
uint32_t engine_event_log(const Engine *e) { return log_for(4 * ((uint64_t)e->stages->nstage + ENGINE_TAKEN_LATE)); }
uint32_t engine_queue_log(const Engine *e) { return log_for(16 * ((uint64_t)engine_words(e) + 3)); }
uint32_t engine_index_bits(const Engine *e, uint32_t group) { return bits_of(e->group[group].nrow - 1 + (group ? 0 : 2)); }

/* Of `bits` wide, 1 << log deep; a word is 16 bits, or fewer where there are more than 256. */
static uint32_t memories(uint32_t bits, uint32_t log)
{
    enum { WIDTH = 16, LOG = 8, LEAST = 2 };
    uint32_t width = WIDTH, more = 1;
    for (; log > LOG; log--) {
        more *= width == LEAST ? 2 : 1;
        width = width == LEAST ? LEAST : width / 2;
    }
    return (bits + width - 1) / width * more;
}

uint32_t engine_queue_memories(const Engine *e) { return memories(engine_event_bits(e), engine_event_log(e)); }

uint32_t engine_bus_memories(const Engine *e)
{
    uint32_t n = memories(32, engine_queue_log(e));
    for (uint32_t k = 0; k < e->ngroup; k++)
        n += 2 * memories(16, 4 + engine_index_bits(e, k));
    return n;
}

const char *engine_tables(const Engine *e) { return e->crowded ? "-abc2" : "-abc9"; }
