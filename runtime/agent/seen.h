/* seen.h - what the rules hide from a player, as far as the reasoner's planes tell (doc/abi.md, "What is hidden"). */
#ifndef LUDC_RUNTIME_AGENT_SEEN_H
#define LUDC_RUNTIME_AGENT_SEEN_H

#include <stdbool.h>

#include "runtime/include/ludc.h"

/* Do these eyes see all of the position?  true too where the reasoner has no planes: then nothing says that anything
 * is hidden. */
bool seen_all(const ludc_reasoner *r, const void *state, unsigned eyes);
/* Can these eyes tell which move was made?  They cannot where another legal move would look the same. */
bool seen_move(const ludc_reasoner *r, const void *before, ludc_move move, unsigned eyes);

#endif
