/* facts.h - what is known of ludemes beside their forms: the table ludeme_facts.def. */
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
    LUD_FACT_GEOMETRY = 1 << 5
} LudFact;

bool lud_fact(LudId id, LudFact fact);

#endif
