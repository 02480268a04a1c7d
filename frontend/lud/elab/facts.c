/* facts.c - the tables of facts of ludemes. */
#include "frontend/lud/elab/facts.h"

enum {
    STACKS = LUD_FACT_STACKS,
    TILES = LUD_FACT_TILES,
    LAST_MOVE = LUD_FACT_LAST_MOVE,
    TAKES_MEN = LUD_FACT_TAKES_MEN,
    BOARD = LUD_FACT_BOARD,
    GEOMETRY = LUD_FACT_GEOMETRY,
    JOINS = LUD_FACT_JOINS,
    WHOLE = LUD_FACT_WHOLE
};

static const uint8_t facts[LUD_COUNT] = {
#define FACTS(row, bits) [LUD_##row] = (bits),
#include "frontend/lud/elab/ludeme_facts.def"
#undef FACTS
};

bool lud_fact(LudId id, LudFact fact) { return facts[id] & fact; }

static const LudRange ranges[LUD_COUNT] = {
#define RANGE(row, kind) [LUD_##row] = LUD_RANGE_##kind,
#include "frontend/lud/elab/ludeme_ranges.def"
#undef RANGE
};

LudRange lud_range(LudId id) { return ranges[id]; }

static const struct {
    bool moves, effect;
} refused[LUD_COUNT] = {
#define REFUSED_MOVES(row) [LUD_##row].moves = true,
#define REFUSED_EFFECT(row) [LUD_##row].effect = true,
#include "frontend/lud/elab/ludeme_refused.def"
#undef REFUSED_MOVES
#undef REFUSED_EFFECT
};

bool lud_refused_as_moves(LudId id) { return refused[id].moves; }
bool lud_refused_as_effect(LudId id) { return refused[id].effect; }
