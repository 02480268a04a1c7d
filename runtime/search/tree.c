/* tree.c - the arena of a tree: blocks, and what goes when memory is full. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#endif

#include "runtime/search/tree.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 1 << 21, SLACK = 32 }; /* words behind the last block: vectors may read, never use, them */

bool tree_init(Tree *t, uint64_t bytes, uint32_t kept, uint32_t head_moves, bool bounds, uint32_t nextra)
{
    *t = (Tree){.kept = kept, .head = HEAD_WORDS + head_moves, .nextra = nextra};
    t->move = 1 + kept;
    t->link = t->move + 1;
    t->bounds = bounds ? t->link + 1 : 0;
    t->extra = t->link + 1 + (bounds ? kept : 0);
    t->columns = t->extra + nextra;
    uint64_t words = bytes / 4 > UINT32_MAX - 1 ? UINT32_MAX - 1 : bytes / 4;
    if (words < SLACK + 2 * tree_words(t, 1))
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
    tree_alloc(t, 1, 0, open);
    t->word[HEAD_TRIED] = 1;
}

uint32_t tree_alloc(Tree *t, uint32_t count, uint32_t mover, uint32_t open)
{
    size_t size = tree_words(t, count);
    if (size > t->room - t->used) {
        t->full = true;
        return 0;
    }
    uint32_t block = t->used, *word = t->word + block;
    t->used += (uint32_t)size;
    t->nodes += count;
    memset(word, 0, size * 4);
    word[HEAD_COUNT] = count | mover << COUNT_BITS;
    word[HEAD_LIVE] = count;
    for (uint32_t k = 0; t->bounds && k < t->kept; k++) {
        uint32_t *cell = tree_column(t, block, t->bounds + k);
        for (uint32_t i = 0; i < count; i++)
            cell[i] = open;
    }
    return block;
}

void tree_swap(Tree *t, uint32_t block, uint32_t a, uint32_t b)
{
    uint32_t count = tree_count(t, block), *cell = t->word + block + t->head;
    for (uint32_t c = 0; a != b && c < t->columns; c++, cell += count) {
        uint32_t word = cell[a];
        cell[a] = cell[b];
        cell[b] = word;
    }
}

/* ---- sweeping ------------------------------------------------------------------ */

/* The block at `link` is alive: its first word and the link to it change places, so that the sweep
 * finds the link when it comes to the block (pointer reversal, H. Jonkers, IPL 9, 1979). */
static void thread(Tree *t, uint32_t where)
{
    uint32_t *head = t->word + t->word[where];
    t->word[where] = head[HEAD_COUNT];
    head[HEAD_COUNT] = where;
    head[HEAD_TRIED] |= TREE_THREADED;
}

static bool is_edge(const Tree *t, uint32_t block) { return tree_mover(t, block) == EDGE_MOVER; }

/* Threads what lives below a block that has its final place. */
static void thread_children(Tree *t, uint32_t block, uint32_t least)
{
    uint32_t count = tree_count(t, block), mover = tree_mover(t, block);
    uint32_t *link = tree_column(t, block, t->link), *visits = tree_column(t, block, 0);
    bool buckets = block && !mover;
    for (uint32_t i = 0; i < count; i++) {
        if (!link[i] || link[i] == TREE_OVER)
            continue;
        if (buckets || visits[i] >= least)
            thread(t, (uint32_t)(link + i - t->word));
        else
            link[i] = 0;
    }
    if (is_edge(t, block) && t->word[block + HEAD_LIVE])
        thread(t, block + HEAD_LIVE);
}

void tree_sweep(Tree *t, uint32_t least)
{
    uint32_t end = t->used, to = 0;
    t->nodes = 0;
    for (uint32_t from = 0, size; from < end; from += size) {
        uint32_t *head = t->word + from;
        bool threaded = (head[HEAD_TRIED] & TREE_THREADED) != 0;
        if (threaded) {
            uint32_t where = head[HEAD_COUNT];
            head[HEAD_COUNT] = t->word[where];
            head[HEAD_TRIED] &= ~TREE_THREADED;
            t->word[where] = to;
        }
        size = (uint32_t)tree_words(t, tree_count(t, from));
        if (!threaded && from)
            continue;
        memmove(t->word + to, head, (size_t)size * 4);
        t->nodes += tree_count(t, to);
        thread_children(t, to, least);
        to += size;
    }
    t->used = to;
    t->full = false;
}

uint32_t tree_least(const Tree *t)
{
    /* words of blocks by the binary logarithm of the visits of their node */
    uint64_t words[33] = {0}, kept = 0;
    for (uint32_t b = 0; b < t->used; b += (uint32_t)tree_words(t, tree_count(t, b))) {
        const uint32_t *link = tree_column(t, b, t->link), *visits = tree_column(t, b, 0);
        bool buckets = b && !tree_mover(t, b);
        for (uint32_t i = 0, n = tree_count(t, b); i < n && !buckets; i++) {
            if (!link[i] || link[i] == TREE_OVER)
                continue;
            unsigned log = 0;
            for (uint32_t v = visits[i]; v; v >>= 1)
                log++;
            words[log] += tree_words(t, tree_count(t, link[i]));
        }
    }
    unsigned log = 32;
    while (log > 1 && kept + words[log] <= t->room / 2)
        kept += words[log--];
    return UINT32_C(1) << (log > 31 ? 31 : log);
}
