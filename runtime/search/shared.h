/* shared.h - tree parallelisation: several threads in one tree (G. Chaslot, M. Winands, J. van den Herik, "Parallel
 * Monte-Carlo tree search", CG 2008), without locks (M. Enzenberger, M. Mueller, "A lock-free multithreaded
 * Monte-Carlo tree search algorithm", ACG 2009).
 *
 * Each thread is a search of its own, with a path, a state and a random sequence, whose tree is the arena of the
 * first one.  What they agree on while they run:
 *
 *   - the first word of a block, its moves and its tail never change: they are written before a link to the block is
 *     published.  No block is tiny, as the first word of these counts.
 *   - slots stay where they are.  Moves are shuffled when a block is made, and slots are tried in their order; what is
 *     closed is passed over, and a block of which nothing is left has live = 0.
 *   - who makes a node's children puts TREE_BUSY in its link first; for others the node is a leaf so long.
 *   - a visit is counted on the way down, with a loss in the mean of who chose; on the way up the result takes the
 *     place of just that.  So visits are exact at any time, and values when all threads are out of the tree, but for
 *     results that two threads count in one mean at the same moment, whose weight may be that of one visit more or
 *     less (ours).  A mean's lowest bits count its changes, so that a thread that slept meanwhile sees that there were some.
 *   - bounds only come closer, each as a whole; what is concluded from older ones is true.
 *   - memory goes up in one counter, so a block lies behind the one that links to it.  At the cap all threads
 *     are halted between two iterations, and one of them sweeps. */
#ifndef LUDC_SEARCH_SHARED_H
#define LUDC_SEARCH_SHARED_H

#include "runtime/search/search.h"
#include "runtime/search/words.h"

#define TREE_BUSY UINT32_C(1) /* a link: the children are being made */

/* What a thread has for itself. */
struct Shared {
    struct Crew *crew;
    uint32_t width;  /* numbers a level: each kept role's, then each action's of a joint step */
    int32_t *put;    /* [MAX_DEPTH][width] what stands in the means for the visit under way */
    uint32_t stride; /* of what is copied for selection */
    uint32_t *visits, *value, *extra, *slot; /* [stride], of extra each column */
    bool running;    /* others may be in the tree */
};

/* Why such a search cannot have its threads in one tree, or NULL. */
const char *shared_fault(const ludc_search_options *o);
/* Do the threads of a search with these options share its tree? */
static inline bool shared_wanted(const ludc_search_options *o) { return o->parallel == 1 && o->threads > 1; }
/* Bytes that one thread takes for itself. */
uint64_t shared_bytes(const ludc_search *s);
/* For s; its tree is known.  NULL: memory is out. */
Shared *shared_new(const ludc_search *s, struct Crew *crew);
void shared_free(Shared *own);

/* One iteration. */
void shared_iterate(ludc_search *s);

/* A block as tree_alloc gives it. */
uint32_t shared_alloc(ludc_search *s, uint32_t count, uint32_t mover, uint32_t others);
/* Puts moves in a random order. */
void shared_shuffle(ludc_search *s, ludc_move *list, uint32_t n);

/* shared_edges.c: as search_joint_choose and search_lots_choose. */
uint32_t shared_joint(ludc_search *s, uint32_t block, Place parent);
uint32_t shared_lots(ludc_search *s, uint32_t block);
/* In the mean of a slot whose visit was counted: *put stands for the visit from now on, `loss`, or, where there is none
 * (more than 1) or no need of one, the mean itself. */
void shared_enter(ludc_search *s, Place at, uint32_t column, uint32_t loss, int32_t *put);
/* In the mean of a slot `now` takes the place of *put. */
void shared_leave(ludc_search *s, Place at, uint32_t column, int32_t put, int32_t now);

#endif
