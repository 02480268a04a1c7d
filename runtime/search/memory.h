/* memory.h - what M-MCTS remembers: C. Xiao, J. Mei, M. Mueller, "Memory-augmented Monte Carlo tree
 * search", AAAI 2018; for general games Y. Liang, C. Jiang, H. Zhang, 2022.
 *
 * Entries {phi(s), V(s), N(s)} of nodes s, at most `size`.  The value of a leaf by memory is the sum of
 * w_i V(i) over the `top` most similar entries, w_i in proportion to exp(sim / tau), where sim =
 * 2 (-t / n) + 1 for t of n bits that differ.  (The second paper leaves the weights open; that they
 * are the first's is ours, and so is tau.)  When full, the entry least recently asked or updated goes.
 *
 * Columns of a tree with memory: N_M, V_M of each kept role, then place and serial number of the
 * node's entry. */
#ifndef LUDC_SEARCH_MEMORY_H
#define LUDC_SEARCH_MEMORY_H

#include "runtime/search/search.h"

static inline uint32_t memory_columns(uint32_t kept) { return 3 + kept; }

/* NULL: memory is out. */
Memory *memory_new(const ludc_search *s);
void memory_free(Memory *m);
void memory_clear(Memory *m);
uint64_t memory_bytes(const ludc_search *s);
/* All that is remembered, as bytes. */
size_t memory_saved_size(const Memory *m);
void memory_save(const Memory *m, unsigned char *out);
void memory_restore(Memory *m, const unsigned char *saved);
/* The state of the leaf, before its playout: asks for its value. */
void memory_look(ludc_search *s);
/* After the result was counted: the value goes up the path, the leaf enters, entries on the path
 * are updated. */
void memory_learn(ludc_search *s);

#endif
