/* words.h - words of a tree that several threads share: read, written and changed as wholes.
 *
 * Without other order than `word_publish` gives: what was written before it is seen by whoever reads the
 * word by word_get and finds the new value.  On the machines at hand word_get and word_put are plain moves, so that
 * what one thread alone searches uses them as well. */
#ifndef LUDC_SEARCH_WORDS_H
#define LUDC_SEARCH_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__GNUC__)
#define WORD_LOAD(p, order) __atomic_load_n(p, __ATOMIC_##order)
#define WORD_STORE(p, x, order) __atomic_store_n(p, x, __ATOMIC_##order)
#define WORD_ADD(p, x) __atomic_fetch_add(p, x, __ATOMIC_RELAXED)
#define WORD_SWAP(p, old, x) __atomic_compare_exchange_n(p, old, x, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
#else
#include <stdatomic.h>
#define order_RELAXED memory_order_relaxed
#define order_ACQUIRE memory_order_acquire
#define order_RELEASE memory_order_release
#define WORD_OF(p) _Generic(*(p), uint16_t: (_Atomic uint16_t *)(void *)(p), default: (_Atomic uint32_t *)(void *)(p))
#define WORD_LOAD(p, order) atomic_load_explicit(WORD_OF(p), order_##order)
#define WORD_STORE(p, x, order) atomic_store_explicit(WORD_OF(p), x, order_##order)
#define WORD_ADD(p, x) atomic_fetch_add_explicit(WORD_OF(p), x, memory_order_relaxed)
#define WORD_SWAP(p, old, x) atomic_compare_exchange_strong(WORD_OF(p), old, x)
#endif

static inline uint32_t word_get(const uint32_t *word) { return WORD_LOAD(word, ACQUIRE); }
static inline void word_put(uint32_t *word, uint32_t x) { WORD_STORE(word, x, RELAXED); }
static inline void word_publish(uint32_t *word, uint32_t x) { WORD_STORE(word, x, RELEASE); }
/* Counts for one's own alone: nothing is read by what it holds. */
static inline uint32_t word_look(const uint32_t *word) { return WORD_LOAD(word, RELAXED); }
/* What it was before. */
static inline uint32_t word_add(uint32_t *word, uint32_t x) { return WORD_ADD(word, x); }
/* `now` in place of *old; false: it was something else, which *old now is. */
static inline bool word_swap(uint32_t *word, uint32_t *old, uint32_t now) { return WORD_SWAP(word, old, now); }

static inline uint16_t half_look(const uint16_t *half) { return WORD_LOAD(half, RELAXED); }
static inline void half_put(uint16_t *half, uint16_t x) { WORD_STORE(half, x, RELAXED); }
static inline bool half_swap(uint16_t *half, uint16_t *old, uint16_t now) { return WORD_SWAP(half, old, now); }

#endif
