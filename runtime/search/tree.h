/* tree.h - the tree: an arena of words with a hard cap, in which the children of a node lie side by
 * side as a *block*.
 *
 *   block = head, then columns of `count` words each:
 *           visits | value of each kept role | move | link | bounds of each kept role | extra
 *   head  = count and mover | tried and flags | live | in joint games: a move of each role
 *
 * A node is a slot of a block; the root is the only slot of block 0.  Its `link` is the block of its
 * children: the number of its first word, 0 for none, TREE_OVER where the game is over.
 *
 * Slots 0 .. tried-1 were visited, tried .. live-1 never, live .. count-1 have left selection because
 * they are proved or dominated.  Selection thus reads the first two columns of visited slots alone,
 * and a slot that was never visited costs nothing but its room.
 *
 * Values are means with 30 fractional bits, so that they stay exact to 1e-6 over 10^8 visits where
 * a sum in a float would stop growing.  Of two roles whose payoffs add up to 1 the first is kept.
 *
 * A block is allocated after the one that links to it and has one link only, so that one sweep in
 * order of addresses finds what is alive and moves it down (see tree_sweep).
 *
 * Where several roles choose at once (mover 0) the slots are the actions of all roles, one role
 * after the other; each has its own visits and, in the first value column, its role's value.  Joint
 * actions are *edges*: blocks of one slot whose head holds the moves, chained in buckets, for which
 * the link column of the node serves; `live` of an edge is the next in its chain. */
#ifndef LUDC_SEARCH_TREE_H
#define LUDC_SEARCH_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TREE_ROLES = 16 };
#define TREE_OVER UINT32_MAX
#define TREE_ONE (INT32_C(1) << 30) /* the value 1 */

enum { HEAD_COUNT, HEAD_TRIED, HEAD_LIVE, HEAD_WORDS };
enum { COUNT_BITS = 26, EDGE_MOVER = 31 };
#define COUNT_MASK ((UINT32_C(1) << COUNT_BITS) - 1)
#define TREE_THREADED (UINT32_C(1) << 31)

typedef struct {
    uint32_t *word;
    uint32_t used, room;    /* words */
    uint64_t nodes;         /* slots of all blocks */
    uint32_t head;          /* words of a head */
    uint32_t kept;          /* roles whose values are kept */
    uint32_t move, link;    /* numbers of columns; visits are column 0, values 1.. */
    uint32_t bounds;        /* first of `kept` columns; 0: none */
    uint32_t extra, nextra; /* columns of the agent's own */
    uint32_t columns;       /* in all */
    bool full;              /* an allocation failed since the last sweep */
} Tree;

/* A slot. */
typedef struct {
    uint32_t block, slot;
} Place;

static inline uint32_t *tree_head(const Tree *t, uint32_t block) { return t->word + block; }
static inline uint32_t tree_count(const Tree *t, uint32_t block) { return t->word[block] & COUNT_MASK; }
static inline uint32_t tree_mover(const Tree *t, uint32_t block) { return t->word[block] >> COUNT_BITS; }
static inline uint32_t *tree_column(const Tree *t, uint32_t block, uint32_t column)
{
    return t->word + block + t->head + (size_t)column * tree_count(t, block);
}
static inline uint32_t *tree_cell(const Tree *t, Place at, uint32_t column)
{
    return tree_column(t, at.block, column) + at.slot;
}
static inline uint32_t *tree_visits(const Tree *t, Place at) { return tree_cell(t, at, 0); }
static inline int32_t *tree_value(const Tree *t, Place at, uint32_t kept)
{
    return (int32_t *)tree_cell(t, at, 1 + kept);
}
static inline uint32_t *tree_link(const Tree *t, Place at) { return tree_cell(t, at, t->link); }
/* Asks for the first words of the block at `link`, which will be read soon. */
static inline void tree_expect(const Tree *t, uint32_t link)
{
#if defined(__GNUC__)
    const char *at = (const char *)(t->word + (link == TREE_OVER ? 0 : link));
    __builtin_prefetch(at);
    __builtin_prefetch(at + 64);
    __builtin_prefetch(at + 128);
#else
    (void)t;
    (void)link;
#endif
}
/* Moves that stand in the head. */
static inline uint32_t *tree_moves(const Tree *t, uint32_t block) { return t->word + block + HEAD_WORDS; }
static inline size_t tree_words(const Tree *t, uint32_t count) { return t->head + (size_t)t->columns * count; }

/* Bounds lie in a word: low in the lower half. */
static inline uint32_t bounds_low(uint32_t word) { return word & 0xffff; }
static inline uint32_t bounds_high(uint32_t word) { return word >> 16; }
static inline uint32_t bounds_make(uint32_t low, uint32_t high) { return low | high << 16; }

/* Memory for at most `bytes`; false: there is not so much. */
bool tree_init(Tree *t, uint64_t bytes, uint32_t kept, uint32_t head_moves, bool bounds, uint32_t nextra);
void tree_free(Tree *t);
/* Only the root is left, never visited; its bounds are `open`. */
void tree_clear(Tree *t, uint32_t open);
/* A block whose values are 0, moves unset, bounds `open`; 0: memory is full. */
uint32_t tree_alloc(Tree *t, uint32_t count, uint32_t mover, uint32_t open);
/* Swaps two slots of a block. */
void tree_swap(Tree *t, uint32_t block, uint32_t a, uint32_t b);
/* Drops all that hangs on nodes with fewer than `least` visits, and moves the rest together. */
void tree_sweep(Tree *t, uint32_t least);
/* The number of visits for tree_sweep that leaves at most half of the memory. */
uint32_t tree_least(const Tree *t);

#endif
