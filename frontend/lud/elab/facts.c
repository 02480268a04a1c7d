/* facts.c - the table of facts of ludemes. */
#include "frontend/lud/elab/facts.h"

enum {
    STACKS = LUD_FACT_STACKS,
    TILES = LUD_FACT_TILES,
    LAST_MOVE = LUD_FACT_LAST_MOVE,
    TAKES_MEN = LUD_FACT_TAKES_MEN,
    BOARD = LUD_FACT_BOARD,
    GEOMETRY = LUD_FACT_GEOMETRY
};

static const uint8_t facts[LUD_COUNT] = {
#define FACTS(row, bits) [LUD_##row] = (bits),
#include "frontend/lud/elab/ludeme_facts.def"
#undef FACTS
};

bool lud_fact(LudId id, LudFact fact) { return facts[id] & fact; }
