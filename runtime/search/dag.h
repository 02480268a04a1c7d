/* dag.h - transpositions: blocks are found by the key of their position, and may have several links
 * (dag=1).
 *
 * A. Saffidine, T. Cazenave, J. Mehat, "UCD: upper confidence bound for rooted directed acyclic graphs",
 * Knowledge-Based Systems 34, 2012, with d1 = 1, d2 = 0, d3 = 0: an edge, which is a slot, counts as the mean
 * of what was found below the position it leads to, by whatever edge; the visits of a position are the
 * sum over its edges, those of an edge are its own.  Results go up the path that was gone down.  That
 * playouts which began at a position are its own, not those of the edge that led there, is ours.
 *
 * Node words of a block: games, mean of each kept role, bounds of each kept role, key.  Keys hold
 * counters and histories too (LUDC_KEY_ALL), so positions of one key have one future.  A block that is on the path
 * already ends it. */
#ifndef LUDC_SEARCH_DAG_H
#define LUDC_SEARCH_DAG_H

#include "runtime/search/search.h"

enum { DAG_FIRST = 256 };

struct Dag {
    uint32_t *slot; /* [mask + 1] blocks by key, 0: free; open addressing */
    uint32_t mask, n;
    uint32_t first[DAG_FIRST]; /* places of the first n: of a large table that is nearly empty these alone are cleared */
    uint64_t key[2]; /* of the position at hand, */
    bool known;      /* if it was made */
    int32_t *value;  /* what the children of a block count as */
};

/* NULL: memory is out; the places are a share of `bytes`. */
Dag *dag_new(const ludc_search *s, uint64_t bytes);
void dag_free(Dag *g);
uint64_t dag_bytes(const ludc_search *s, const Dag *g);
void dag_clear(Dag *g);
/* After a sweep, or when a tree was read. */
void dag_rebuild(ludc_search *s);

/* A slot without children, whose position is s->state: links it to the block of that position, if there
 * is one. */
void dag_join(ludc_search *s, Place at);
/* A new block for s->state, below `at`. */
void dag_add(ludc_search *s, Place at, uint32_t block);
/* Marks the block as on the path; false: it is already. */
bool dag_step(ludc_search *s, uint32_t block);
/* The path ends: takes the marks off. */
void dag_leave(ludc_search *s);

/* The visited children's values as they count in selection, of one kept role. */
const int32_t *dag_values(ludc_search *s, uint32_t block, uint32_t kept);
/* A result through `at` counts for its position, too. */
void dag_count(ludc_search *s, Place at, const int32_t *value);
/* Bounds of the slot and of its position are those of both; true: the slot's became closer. */
bool dag_share(ludc_search *s, Place at);
/* Games of a block. */
static inline uint32_t dag_games(const Tree *t, uint32_t block) { return tree_node(t, block)[0]; }

#endif
