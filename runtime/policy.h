/* policy.h - choosing with words from anywhere: what ludc_policy.h is made of, and what
 * its tests drive with words of their own. */
#ifndef LUDC_RUNTIME_POLICY_H
#define LUDC_RUNTIME_POLICY_H

#include "runtime/abi.h"
#include "runtime/include/ludc_policy.h"

/* The next word, uniform in [0, 2^64). */
typedef uint64_t ludc_word_fn(void *source);

/* ludc_choose by words of `next`.  single: draw a word even where there is no choice. */
ludc_status ludc_choose_by(ludc_chooser *chooser, const void *state, unsigned player, int single,
                           ludc_word_fn *next, void *source, ludc_move *move);

#endif
