/* facts.h - what is known of ludemes beside their forms: the tables ludeme_facts.def, ludeme_ranges.def, ludeme_refused.def. */
#ifndef LUDC_LUD_FACTS_H
#define LUDC_LUD_FACTS_H

#include "frontend/lud/elab/term.h"

/* As bits; ludeme_facts.def says what each means. */
typedef enum {
    LUD_FACT_STACKS = 1 << 0,
    LUD_FACT_TILES = 1 << 1,
    LUD_FACT_LAST_MOVE = 1 << 2,
    LUD_FACT_TAKES_MEN = 1 << 3,
    LUD_FACT_BOARD = 1 << 4,
    LUD_FACT_GEOMETRY = 1 << 5,
    LUD_FACT_JOINS = 1 << 6,
    LUD_FACT_WHOLE = 1 << 7
} LudFact;

bool lud_fact(LudId id, LudFact fact);
/* What numbers it gives; ludeme_ranges.def says what each means. */
typedef enum {
    LUD_RANGE_ANY,
    LUD_RANGE_SITE,
    LUD_RANGE_TRACK_SITE,
    LUD_RANGE_PLAYER,
    LUD_RANGE_PIECE,
    LUD_RANGE_PIECES,
    LUD_RANGE_SITES,
    LUD_RANGE_STACKED,
    LUD_RANGE_LEVEL,
    LUD_RANGE_MANY,
    LUD_RANGE_COORDINATE,
    LUD_RANGE_LINES,
    LUD_RANGE_PLAYERS,
    LUD_RANGE_DIE,
    LUD_RANGE_DICE,
    LUD_RANGE_STATE,
    LUD_RANGE_VALUE
} LudRange;

LudRange lud_range(LudId id);
/* Is it refused, whatever stands in it (ludeme_refused.def)? */
bool lud_refused_as_moves(LudId id);
bool lud_refused_as_effect(LudId id);

#endif
