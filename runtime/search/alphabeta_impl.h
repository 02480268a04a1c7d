/* alphabeta_impl.h - the agent alphabeta, for its two files. */
#ifndef LUDC_SEARCH_ALPHABETA_IMPL_H
#define LUDC_SEARCH_ALPHABETA_IMPL_H

#include "runtime/search/alphabeta.h"
#include "runtime/search/solve.h"

/* What the table has of a position, behind its row; the row's `work` is how deep was looked, plus 1. */
typedef enum { MEMO_EXACT, MEMO_LEAST, MEMO_MOST } MemoKind;
typedef struct {
    uint64_t kind; /* v is it, at least or at most it */
    Guess g[];     /* [kept] */
} Memo;

struct Deep {
    ludc_search *s;
    ludc_solver *stack; /* positions, moves, lots, table */
    DeepMove *move;     /* of the root, each once; [n] */
    uint32_t n, best, order_n;
    uint32_t *order; /* in which they are searched */
    unsigned char *leaf; /* a state */
    bool found;          /* a move was looked at */
    uint32_t depth;      /* of the iteration that is under way, from 1 */
    uint64_t horizon;    /* leaves of this iteration where the game goes on */
    uint64_t limit, leaves, depth_sum, rows;
    uint32_t depth_max;
    double end;
    bool done;           /* nothing more can be found out */
};

static inline Memo *deep_memo(Row *row) { return (Memo *)(void *)(row + 1); }

#endif
