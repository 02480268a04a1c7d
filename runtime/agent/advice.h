/* advice.h - what a search found, for people: moves ranked with bars, the line that is expected. */
#ifndef LUDC_RUNTIME_AGENT_ADVICE_H
#define LUDC_RUNTIME_AGENT_ADVICE_H

#include "runtime/board/text.h"
#include "runtime/include/ludc_search.h"

/* The value of the position, the moves of a role, the best first, and the line. */
void advice_value(const ludc_reasoner *r, const ludc_search *search, Text *out);
void advice_moves(const ludc_reasoner *r, const ludc_search *search, const void *state, unsigned role, Text *out);
void advice_line(const ludc_reasoner *r, const ludc_search *search, const void *state, Text *out);

#endif
