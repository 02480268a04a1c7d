/* valid.h - can these bytes be a state? */
#ifndef LUDC_VALID_H
#define LUDC_VALID_H

#include "runtime/abi.h"

/* Does every field lie in its range, and are the bytes between them 0?  1 where the reasoner does not say what its
 * fields are. */
int ludc_valid_bytes(const ludc_reasoner *r, const void *bytes);
/* The same of a state, aligned, and is there somebody to move? */
int ludc_valid_state(const ludc_reasoner *r, const void *state);

#endif
