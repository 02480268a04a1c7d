/* tree.h - the tree: an arena of words with a hard cap, in which the children of a node lie side by
 * side as a *block*.
 *
 *   block   = head | columns of `count` words each | half columns | tail | node words, mark (graphs)
 *   columns:  visits | value of the first kept role | link | extra columns of the agent | values of the
 *             other kept roles
 *   halves:   move, where all numbers of moves have 16 bits (else it is a column behind the link) |
 *             bounds of each kept role, 8 bits of low and 8 of high
 *   head    = count, tried, live, mover, others               (count < 16: *tiny*)
 *           = count, mover, others | tried, live              (count < 4096)
 *           = count, mover | tried | live                     (more: *wide*)
 *   tail    = a move of each role: see tree_tail
 *   draws   = of a block of outcomes: the chance of each, a float; the number of each, a word or two
 *   node words: what belongs to a position, not to the slots that lead to it: see dag.h
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
 * after the other; each has its own visits and, in the first value column, its role's value, and no
 * more columns than these, link and extra.  Joint actions are *edges*: blocks of one slot whose tail
 * holds the moves, chained in buckets, for which the link column serves; the second word of an edge
 * is the next in its chain.  Where the rules draw lots a block of mover 0 has buckets alone.
 *
 * With chance nodes the slots of a block of mover DRAW_MOVER are the outcomes of a move's lots (chance.h). */
#ifndef LUDC_SEARCH_TREE_H
#define LUDC_SEARCH_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/search/words.h"

enum { TREE_ROLES = 16, TREE_BEHIND = 32 /* words behind the last block: vectors may read, never use, them */ };
#define TREE_OVER UINT32_MAX
#define TREE_WAITS (UINT32_MAX - 1) /* for a moment: the leaf is on its way to an evaluator */
#define TREE_ONE (INT32_C(1) << 30) /* the value 1 */

/* The first word: 2 form | 5 mover | 13 others | 12 count, or tiny: .. | 4 live | 4 tried | 4 count, or
 * wide: .. | 25 count. */
#define TREE_WIDE (UINT32_C(1) << 31)
#define TREE_TINY (UINT32_C(1) << 30)
enum { MOVER_SHIFT = 25, MOVER_MASK = 31, OTHERS_SHIFT = 12, COUNT_BITS = 25, NARROW_BITS = 12, DRAW_MOVER = 29, TABLE_MOVER = 30, EDGE_MOVER = 31 };
enum { TINY_BITS = 4, TINY_MASK = 15 };
#define COUNT_MASK ((UINT32_C(1) << COUNT_BITS) - 1)
#define NARROW_MASK ((UINT32_C(1) << NARROW_BITS) - 1)
/* `others`: the moves of who does not choose stand in the tail. */
#define OTHERS_TAIL ((UINT32_C(1) << 13) - 1)
/* Of a block of outcomes it is the bits of a draw and what follows. */
enum { DRAWS_BITS = 63, DRAWS_SAMPLED = 64, DRAWS_LONG = 128 };
/* The second word, while a sweep runs; it is tried, or visits of a slot, or a link between edges. */
#define TREE_THREADED (UINT32_C(1) << 31)

typedef struct {
    uint32_t kept;    /* roles whose values are kept */
    uint32_t tail;    /* a move of each role in joint games, else 0 */
    uint32_t extra;   /* columns of the agent's own */
    bool graph;       /* blocks may have several links */
    bool tables;      /* the first of them names a block that belongs to the node: see amaf.h */
    bool bounds;      /* they are kept */
    bool narrow;      /* numbers of moves have 16 bits */
    bool edges;       /* there may be edges */
    bool buckets;     /* blocks of mover 0 have buckets alone */
    bool shared;      /* several threads search at once: see shared.h */
} TreeShape;

typedef struct {
    uint32_t *word;
    uint32_t used, room;    /* words */
    uint64_t nodes;         /* slots of all blocks */
    uint32_t kept, tail;    /* as in the shape */
    uint32_t link;          /* number of its column; visits are column 0 */
    uint32_t values;        /* column of the second kept role's value; the first's is column 1 */
    uint32_t move;          /* of its column, or of its half column */
    uint32_t bounds;        /* first of `kept` half columns, +1; 0: none */
    uint32_t extra, nextra; /* columns of the agent's own */
    uint32_t columns;       /* in all */
    uint32_t halves;        /* half columns in all */
    uint32_t some, half;    /* the same of blocks of mover 0 */
    bool tables;
    uint32_t node, mark;    /* words of graphs: 0 in trees */
    bool buckets;
    bool narrow;
    bool shared;
    bool full;              /* an allocation failed since the last sweep */
} Tree;

/* A slot. */
typedef struct {
    uint32_t block, slot;
} Place;

/* ---- heads ------------------------------------------------------------------------- */

static inline bool head_wide(uint32_t first) { return (first & TREE_WIDE) != 0; }
static inline bool head_tiny(uint32_t first) { return (first & TREE_TINY) != 0; }
static inline uint32_t head_words(uint32_t first) { return 2 + (first >> 31) - (first >> 30 & 1); }
static inline uint32_t head_count(uint32_t first)
{
    return first & (head_tiny(first) ? TINY_MASK : head_wide(first) ? COUNT_MASK : NARROW_MASK);
}
static inline uint32_t head_mover(uint32_t first) { return first >> MOVER_SHIFT & MOVER_MASK; }
static inline uint32_t head_others(uint32_t first)
{
    return head_wide(first) ? OTHERS_TAIL : first >> OTHERS_SHIFT & OTHERS_TAIL;
}

static inline uint32_t tree_count(const Tree *t, uint32_t block) { return head_count(t->word[block]); }
static inline uint32_t tree_mover(const Tree *t, uint32_t block) { return head_mover(t->word[block]); }
static inline uint32_t tree_others(const Tree *t, uint32_t block) { return head_others(t->word[block]); }
static inline uint32_t tree_tried(const Tree *t, uint32_t block)
{
    uint32_t first = t->word[block];
    return head_tiny(first) ? first >> TINY_BITS & TINY_MASK : head_wide(first) ? word_look(&t->word[block + 1]) : word_look(&t->word[block + 1]) & 0xffff;
}
static inline uint32_t tree_live(const Tree *t, uint32_t block)
{
    uint32_t first = t->word[block];
    if (head_tiny(first))
        return first >> 2 * TINY_BITS & TINY_MASK;
    return head_wide(first) ? word_look(&t->word[block + 2]) : word_look(&t->word[block + 1]) >> 16;
}
static inline void tree_set(Tree *t, uint32_t block, uint32_t tried, uint32_t live)
{
    uint32_t *word = t->word + block;
    if (head_tiny(*word)) {
        *word = (*word & ~UINT32_C(0xff0)) | live << 2 * TINY_BITS | tried << TINY_BITS;
    } else if (head_wide(*word)) {
        word[1] = tried;
        word[2] = live;
    } else {
        word[1] = tried | live << 16;
    }
}
/* Where threads share the tree: the slot `tried`, never visited, becomes the caller's; false: it has been taken. */
static inline bool tree_try(Tree *t, uint32_t block, uint32_t tried)
{
    uint32_t *word = t->word + block + 1, old = word_look(word);
    bool wide = head_wide(t->word[block]);
    return (wide ? old : old & 0xffff) == tried && (wide || old >> 16) && word_swap(word, &old, old + 1);
}
/* Nothing is left to select. */
static inline void tree_finish(Tree *t, uint32_t block)
{
    uint32_t *word = t->word + block + 1, old = word_look(word);
    if (head_wide(t->word[block]))
        word_put(word + 1, 0);
    else
        while (!word_swap(word, &old, old & 0xffff))
            ;
}
/* Of an edge: the next in its chain. */
static inline uint32_t *tree_next(const Tree *t, uint32_t edge) { return t->word + edge + 1; }

/* ---- columns ------------------------------------------------------------------------- */

static inline uint32_t *tree_column(const Tree *t, uint32_t block, uint32_t column)
{
    uint32_t first = t->word[block];
    return t->word + block + head_words(first) + (size_t)column * head_count(first);
}
static inline uint32_t *tree_cell(const Tree *t, Place at, uint32_t column)
{
    return tree_column(t, at.block, column) + at.slot;
}
static inline uint32_t *tree_visits(const Tree *t, Place at) { return tree_cell(t, at, 0); }
/* The number of the column of a kept role's values. */
static inline uint32_t tree_values(const Tree *t, uint32_t kept) { return kept ? t->values + kept - 1 : 1; }
static inline int32_t *tree_value(const Tree *t, Place at, uint32_t kept)
{
    return (int32_t *)tree_cell(t, at, tree_values(t, kept));
}
static inline uint32_t *tree_link(const Tree *t, Place at) { return tree_cell(t, at, t->link); }
/* Asks for the head of the block at `link`, if there is one, which may be read soon. */
static inline void tree_fetch(const Tree *t, uint32_t link)
{
#if defined(__GNUC__)
    if (link && link < TREE_WAITS)
        __builtin_prefetch(t->word + link);
#else
    (void)t;
    (void)link;
#endif
}
/* Asks for the first words of the block at `link`, which will be read soon. */
static inline void tree_expect(const Tree *t, uint32_t link)
{
#if defined(__GNUC__)
    const char *at = (const char *)(t->word + (link >= TREE_WAITS ? 0 : link));
    __builtin_prefetch(at);
    __builtin_prefetch(at + 64);
    __builtin_prefetch(at + 128);
#else
    (void)t;
    (void)link;
#endif
}
/* Links of a block: of its slots, or of its buckets of edges. */
static inline uint32_t *tree_links(const Tree *t, uint32_t block)
{
    return tree_column(t, block, t->buckets && !tree_mover(t, block) ? 0 : t->link);
}
static inline uint16_t *tree_half(const Tree *t, uint32_t block, uint32_t half)
{
    uint32_t columns = tree_mover(t, block) ? t->columns : t->some;
    return (uint16_t *)(void *)tree_column(t, block, columns) + (size_t)half * tree_count(t, block);
}

static inline uint32_t tree_move(const Tree *t, Place at)
{
    return t->narrow ? tree_half(t, at.block, t->move)[at.slot] : tree_column(t, at.block, t->move)[at.slot];
}
static inline void tree_set_move(Tree *t, Place at, uint32_t move)
{
    if (t->narrow)
        tree_half(t, at.block, t->move)[at.slot] = (uint16_t)move;
    else
        tree_column(t, at.block, t->move)[at.slot] = move;
}

/* Bounds: low in the lower byte. */
static inline uint32_t bounds_low(uint32_t half) { return half & 0xff; }
static inline uint32_t bounds_high(uint32_t half) { return half >> 8; }
static inline uint16_t bounds_make(uint32_t low, uint32_t high) { return (uint16_t)(low | high << 8); }
static inline uint16_t *tree_bounds(const Tree *t, uint32_t block, uint32_t kept)
{
    return tree_half(t, block, t->bounds - 1 + kept);
}

#if defined(__GNUC__)
#define LIKELY(x) __builtin_expect(!!(x), 1)
#else
#define LIKELY(x) (x)
#endif

/* A block, its head read once: what the loop of a search works with. */
typedef struct {
    uint32_t first, count, tried, live;
    uint32_t *cell; /* of visits; column c is at cell + c * count */
} Block;

/* By branches, which are foreseen, so that what follows need not wait for the head. */
static inline Block tree_block(const Tree *t, uint32_t block)
{
    uint32_t *word = t->word + block, first = *word;
    if (LIKELY(head_tiny(first)))
        return (Block){first, first & TINY_MASK, first >> TINY_BITS & TINY_MASK, first >> 2 * TINY_BITS & TINY_MASK, word + 1};
    if (LIKELY(!head_wide(first)))
        return (Block){first, first & NARROW_MASK, word[1] & 0xffff, word[1] >> 16, word + 2};
    return (Block){first, first & COUNT_MASK, word[1], word[2], word + 3};
}
static inline uint32_t block_move(const Tree *t, const Block *b, uint32_t slot)
{
    const uint32_t *column = b->cell + (size_t)(t->narrow ? t->columns : t->move) * b->count;
    return t->narrow ? ((const uint16_t *)(const void *)column)[slot] : column[slot]; /* the first half column */
}

/* ---- sizes ----------------------------------------------------------------------------- */

/* Words in front of the tail. */
static inline size_t tree_body(const Tree *t, uint32_t first)
{
    size_t count = head_count(first), columns = t->columns, halves = t->halves;
    if (!head_mover(first)) {
        columns = t->some;
        halves = t->half;
    } else if (head_mover(first) == TABLE_MOVER) {
        columns = 3;
        halves = 0;
    }
    return head_words(first) + columns * count + (halves * count + 1) / 2;
}
static inline bool head_tailed(uint32_t first)
{
    return head_others(first) == OTHERS_TAIL || head_mover(first) == 0 || head_mover(first) == EDGE_MOVER;
}
static inline bool head_node(uint32_t first) { return head_mover(first) <= TREE_ROLES; }
/* Of a number of an outcome. */
static inline uint32_t draw_words(uint32_t first) { return head_others(first) & DRAWS_LONG ? 2 : 1; }
static inline size_t tree_words(const Tree *t, uint32_t first)
{
    size_t draws = head_mover(first) == DRAW_MOVER ? (1 + draw_words(first)) * (size_t)head_count(first) : 0;
    return tree_body(t, first) + draws + (head_tailed(first) ? t->tail : 0) + (head_node(first) ? t->node : 0) + t->mark;
}
/* Of a block of outcomes: their chances and numbers. */
static inline float *tree_chances(const Tree *t, uint32_t block)
{
    return (float *)(void *)(t->word + block + tree_body(t, t->word[block]));
}
static inline uint64_t tree_outcome(const Tree *t, Place at)
{
    uint32_t first = t->word[at.block], words = draw_words(first);
    const uint32_t *word = t->word + at.block + tree_body(t, first) + head_count(first) + (size_t)words * at.slot;
    return word[0] | (words > 1 ? (uint64_t)word[1] << 32 : 0);
}
static inline void tree_set_outcome(Tree *t, Place at, uint64_t number)
{
    uint32_t first = t->word[at.block], words = draw_words(first);
    uint32_t *word = t->word + at.block + tree_body(t, first) + head_count(first) + (size_t)words * at.slot;
    word[0] = (uint32_t)number;
    if (words > 1)
        word[1] = (uint32_t)(number >> 32);
}
static inline uint32_t *tree_mark(const Tree *t, uint32_t block)
{
    return t->word + block + tree_words(t, t->word[block]) - 1;
}
static inline uint32_t *tree_node(const Tree *t, uint32_t block) { return tree_mark(t, block) - t->node; }
/* In joint games: of an edge its moves; where several roles choose, where the actions of each end; else,
 * if `others` is OTHERS_TAIL, the moves of the roles that do not choose.  Half words where moves are. */
static inline uint32_t tree_tail(const Tree *t, uint32_t block, uint32_t i)
{
    const uint32_t *tail = t->word + block + tree_body(t, t->word[block]);
    return t->narrow ? ((const uint16_t *)(const void *)tail)[i] : tail[i];
}
void tree_set_tail(Tree *t, uint32_t block, const uint32_t *moves, uint32_t n);
bool tree_tail_is(const Tree *t, uint32_t block, const uint32_t *moves, uint32_t n);

/* Memory for at most `bytes`; false: there is not so much. */
bool tree_init(Tree *t, uint64_t bytes, const TreeShape *shape);
void tree_free(Tree *t);
/* Only the root is left, never visited; its bounds are `open`. */
void tree_clear(Tree *t, uint32_t open);
/* A block whose values and moves are 0, bounds `open`; 0: memory is full. */
uint32_t tree_alloc(Tree *t, uint32_t count, uint32_t mover, uint32_t others, uint32_t open);
/* The two halves of that: the first word of such a block, and the block itself, in words that it has. */
uint32_t tree_head(const Tree *t, uint32_t count, uint32_t mover, uint32_t others);
void tree_format(Tree *t, uint32_t block, uint32_t first, uint32_t open);
/* Swaps two slots of a block. */
void tree_swap(Tree *t, uint32_t block, uint32_t a, uint32_t b);
/* All that a slot has, but for its link. */
void tree_copy_slot(Tree *t, Place to, Place from);
/* Drops all below nodes with fewer than `least` visits, and moves the rest together. */
void tree_sweep(Tree *t, uint32_t least);
/* The number of visits for tree_sweep that leaves at most half of the memory. */
uint32_t tree_least(const Tree *t);

#endif
