/* tree.c - the arena of a tree: blocks, and what goes when memory is full. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#endif

#include "runtime/search/tree.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 1 << 21, SLACK = TREE_BEHIND };

bool tree_init(Tree *t, uint64_t bytes, const TreeShape *shape)
{
    uint32_t kept = shape->kept;
    *t = (Tree){.kept = kept, .nextra = shape->extra, .narrow = shape->narrow, .buckets = shape->buckets, .link = 2,
                .tables = shape->tables, .mark = shape->graph, .shared = shape->shared};
    t->node = shape->graph ? 1 + kept + (kept + 1) / 2 + 4 : 0;
    t->tail = t->narrow ? (shape->tail + 1) / 2 : shape->tail;
    t->columns = 3;
    if (t->narrow)
        t->halves = 1;
    else
        t->move = t->columns++;
    t->extra = t->columns;
    t->values = t->extra + shape->extra;
    t->columns = t->values + kept - 1;
    t->some = t->buckets ? 1 : t->values;
    t->half = t->buckets ? 0 : t->halves;
    t->bounds = shape->bounds ? t->halves + 1 : 0;
    t->halves += shape->bounds ? kept : 0;
    uint32_t most = shape->edges ? TREE_THREADED - 1 : TREE_WAITS - 1; /* a link of an edge lies beside the mark */
    uint64_t words = bytes / 4 > most ? most : bytes / 4;
    if (words < SLACK + 2 * tree_words(t, TREE_TINY | 1))
        return false;
    t->room = (uint32_t)words - SLACK;
    size_t size = (size_t)(words * 4 + PAGE - 1) / PAGE * PAGE;
    t->word = size > PAGE ? aligned_alloc(PAGE, size) : calloc(1, size);
#if defined(__linux__)
    /* children of nodes far apart are read at random: large pages spare the misses of the TLB */
    if (t->word && size > PAGE)
        madvise(t->word, size, MADV_HUGEPAGE);
#endif
    return t->word != NULL;
}

void tree_free(Tree *t)
{
    free(t->word);
    *t = (Tree){0};
}

void tree_clear(Tree *t, uint32_t open)
{
    t->used = 0;
    t->nodes = 0;
    t->full = false;
    tree_alloc(t, 1, EDGE_MOVER, 0, open);
}

uint32_t tree_head(const Tree *t, uint32_t count, uint32_t mover, uint32_t others)
{
    uint32_t first = mover << MOVER_SHIFT;
    if (count > NARROW_MASK)
        return first | TREE_WIDE | (count & COUNT_MASK);
    bool tiny = count <= TINY_MASK && mover && mover != EDGE_MOVER && !t->shared;
    return first | (tiny ? TREE_TINY : 0) | others << OTHERS_SHIFT | count;
}

void tree_format(Tree *t, uint32_t block, uint32_t first, uint32_t open)
{
    uint32_t mover = head_mover(first), count = head_count(first);
    memset(t->word + block, 0, tree_words(t, first) * 4);
    t->word[block] = first;
    if (mover != EDGE_MOVER) /* the second word of an edge is the next one */
        tree_set(t, block, 0, count);
    uint16_t *cell = t->bounds && mover && mover != TABLE_MOVER ? tree_bounds(t, block, 0) : NULL;
    for (size_t i = 0; cell && i < (size_t)count * t->kept; i++)
        cell[i] = (uint16_t)open;
}

uint32_t tree_alloc(Tree *t, uint32_t count, uint32_t mover, uint32_t others, uint32_t open)
{
    uint32_t first = tree_head(t, count, mover, others);
    size_t size = count > COUNT_MASK ? SIZE_MAX : tree_words(t, first);
    if (size > t->room - t->used) {
        t->full = true;
        return 0;
    }
    uint32_t block = t->used;
    t->used += (uint32_t)size;
    t->nodes += mover != TABLE_MOVER ? count : 0;
    tree_format(t, block, first, open);
    return block;
}

void tree_swap(Tree *t, uint32_t block, uint32_t a, uint32_t b)
{
    uint32_t count = tree_count(t, block), *cell = tree_column(t, block, 0);
    uint16_t *half = tree_half(t, block, 0);
    for (uint32_t c = 0; a != b && c < t->columns; c++, cell += count) {
        uint32_t word = cell[a];
        cell[a] = cell[b];
        cell[b] = word;
    }
    for (uint32_t c = 0; a != b && c < t->halves; c++, half += count) {
        uint16_t word = half[a];
        half[a] = half[b];
        half[b] = word;
    }
}

void tree_copy_slot(Tree *t, Place to, Place from)
{
    uint32_t link = *tree_link(t, to);
    for (uint32_t c = 0; c < t->columns; c++)
        *tree_cell(t, to, c) = *tree_cell(t, from, c);
    for (uint32_t c = 0; c < t->halves; c++)
        tree_half(t, to.block, c)[to.slot] = tree_half(t, from.block, c)[from.slot];
    *tree_link(t, to) = link;
}

void tree_set_tail(Tree *t, uint32_t block, const uint32_t *moves, uint32_t n)
{
    uint32_t *tail = t->word + block + tree_body(t, t->word[block]);
    if (!t->narrow)
        memcpy(tail, moves, n * sizeof *moves);
    for (uint32_t i = 0; t->narrow && i < n; i++)
        ((uint16_t *)(void *)tail)[i] = (uint16_t)moves[i];
}

bool tree_tail_is(const Tree *t, uint32_t block, const uint32_t *moves, uint32_t n)
{
    uint32_t i = 0;
    while (i < n && tree_tail(t, block, i) == moves[i])
        i++;
    return i == n;
}

/* ---- sweeping ------------------------------------------------------------------ */

/* The block at `link` is alive: its first word and the link to it change places, so that the sweep
 * finds the link when it comes to the block (pointer reversal, H. Jonkers, IPL 9, 1979). */
static void thread(Tree *t, uint32_t where)
{
    uint32_t *head = t->word + t->word[where];
    t->word[where] = head[0];
    head[0] = where;
    head[1] |= TREE_THREADED;
}

static bool is_edge(const Tree *t, uint32_t block) { return tree_mover(t, block) == EDGE_MOVER; }

/* Threads what lives below a block that has its final place. */
static void thread_children(Tree *t, uint32_t block, uint32_t least)
{
    uint32_t count = tree_count(t, block), mover = tree_mover(t, block);
    uint32_t *link = tree_links(t, block), *visits = tree_column(t, block, 0);
    bool buckets = !mover;
    if (mover == TABLE_MOVER)
        return;
    uint32_t *table = t->tables && !buckets ? tree_column(t, block, t->extra) : NULL;
    for (uint32_t i = 0; i < count && table; i++)
        if (table[i] && visits[i] >= least)
            thread(t, (uint32_t)(table + i - t->word));
        else
            table[i] = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!link[i] || link[i] == TREE_OVER)
            continue;
        if (buckets || visits[i] >= least)
            thread(t, (uint32_t)(link + i - t->word));
        else
            link[i] = 0;
    }
    if (is_edge(t, block) && *tree_next(t, block))
        thread(t, block + 1);
}

/* ---- graphs: blocks of several links, some from behind ----------------------------------- */

/* What may be alive if the block is: calls `visit` with each link from it, of which `least` tells whether it is
 * kept; those that are not are taken off. */
typedef bool VisitFn(Tree *t, uint32_t *link);

static bool visit_links(Tree *t, uint32_t block, uint32_t least, VisitFn *visit)
{
    uint32_t mover = tree_mover(t, block), count = tree_count(t, block);
    bool changed = false;
    if (mover == TABLE_MOVER)
        return false;
    uint32_t *link = tree_links(t, block), *visits = tree_column(t, block, 0);
    uint32_t *table = t->tables && mover ? tree_column(t, block, t->extra) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (link[i] && link[i] != TREE_OVER) {
            if (head_node(t->word[link[i]]) && *tree_node(t, link[i]) < least)
                link[i] = 0;
            else
                changed |= visit(t, &link[i]);
        }
        if (table && table[i] && visits[i] < least)
            table[i] = 0;
        if (table && table[i])
            changed |= visit(t, &table[i]);
    }
    if (is_edge(t, block) && *tree_next(t, block))
        changed |= visit(t, tree_next(t, block));
    return changed;
}

enum { DEAD, ALIVE, DONE };

static bool revive(Tree *t, uint32_t *link)
{
    uint32_t *mark = tree_mark(t, *link);
    bool changed = *mark == DEAD;
    *mark = changed ? ALIVE : *mark;
    return changed;
}

/* Marks hold where a block goes, and 1. */
static bool redirect(Tree *t, uint32_t *link)
{
    *link = *tree_mark(t, *link) - 1;
    return false;
}

/* Marking, then sliding in three passes over the arena (the method of LISP 2; D. Knuth, vol. 1, 2.5, exercise
 * 33): links may go to and fro, so pointers cannot be reversed in one. */
static void sweep_graph(Tree *t, uint32_t least)
{
    uint32_t end = t->used, to = 0;
    for (uint32_t b = 0; b < end; b += (uint32_t)tree_words(t, t->word[b]))
        *tree_mark(t, b) = b ? DEAD : ALIVE;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < end; b += (uint32_t)tree_words(t, t->word[b]))
            if (*tree_mark(t, b) == ALIVE) {
                *tree_mark(t, b) = DONE;
                changed |= visit_links(t, b, least, revive);
            }
    }
    for (uint32_t b = 0, size; b < end; b += size) {
        size = (uint32_t)tree_words(t, t->word[b]);
        if (*tree_mark(t, b) == DEAD)
            continue;
        *tree_mark(t, b) = to + 1;
        to += size;
    }
    for (uint32_t b = 0; b < end; b += (uint32_t)tree_words(t, t->word[b]))
        if (*tree_mark(t, b))
            visit_links(t, b, 0, redirect);
    t->nodes = 0;
    for (uint32_t b = 0, size; b < end; b += size) {
        size = (uint32_t)tree_words(t, t->word[b]);
        uint32_t mark = *tree_mark(t, b);
        if (!mark)
            continue;
        *tree_mark(t, b) = 0;
        t->nodes += tree_mover(t, b) != TABLE_MOVER ? tree_count(t, b) : 0;
        memmove(t->word + mark - 1, t->word + b, (size_t)size * 4);
    }
    t->used = to;
    t->full = false;
}

void tree_sweep(Tree *t, uint32_t least)
{
    if (t->mark) {
        sweep_graph(t, least);
        return;
    }
    uint32_t end = t->used, to = 0;
    t->nodes = 0;
    for (uint32_t from = 0, size; from < end; from += size) {
        uint32_t *head = t->word + from;
        bool threaded = (head[1] & TREE_THREADED) != 0;
        if (threaded) {
            uint32_t where = head[0];
            head[0] = t->word[where];
            head[1] &= ~TREE_THREADED;
            t->word[where] = to;
        }
        size = (uint32_t)tree_words(t, head[0]);
        if (!threaded && from)
            continue;
        memmove(t->word + to, head, (size_t)size * 4);
        t->nodes += tree_mover(t, to) != TABLE_MOVER ? tree_count(t, to) : 0;
        thread_children(t, to, least);
        to += size;
    }
    t->used = to;
    t->full = false;
}

/* Words of blocks by the binary logarithm of the games of their position. */
static void words_of_graph(const Tree *t, uint64_t words[33])
{
    unsigned log = 32; /* what belongs to no position counts with the one before */
    for (uint32_t b = 0; b < t->used; b += (uint32_t)tree_words(t, t->word[b])) {
        uint32_t n = head_node(t->word[b]) ? *tree_node(t, b) : 0;
        for (log = n ? 0 : log; n; n >>= 1)
            log++;
        words[log] += tree_words(t, t->word[b]);
    }
}

uint32_t tree_least(const Tree *t)
{
    /* words of blocks by the binary logarithm of the visits of their node */
    uint64_t words[33] = {0}, kept = 0;
    if (t->mark)
        words_of_graph(t, words);
    for (uint32_t b = 0; b < t->used && !t->mark; b += (uint32_t)tree_words(t, t->word[b])) {
        const uint32_t *link = tree_links(t, b), *visits = tree_column(t, b, 0);
        uint32_t mover = tree_mover(t, b);
        const uint32_t *table = t->tables && mover && mover != TABLE_MOVER ? tree_column(t, b, t->extra) : NULL;
        for (uint32_t i = 0, n = tree_count(t, b); i < n && mover && mover != TABLE_MOVER; i++) {
            if (!link[i] || link[i] == TREE_OVER)
                continue;
            unsigned log = 0;
            for (uint32_t v = visits[i]; v; v >>= 1)
                log++;
            words[log] += tree_words(t, t->word[link[i]]) + (table && table[i] ? tree_words(t, t->word[table[i]]) : 0);
        }
    }
    unsigned log = 32;
    while (log > 1 && kept + words[log] <= t->room / 2)
        kept += words[log--];
    return UINT32_C(1) << (log > 31 ? 31 : log);
}
