/* leaves.h - rounds: several leaves are collected with virtual loss, valued together, and counted one
 * after the other. */
#ifndef LUDC_SEARCH_LEAVES_H
#define LUDC_SEARCH_LEAVES_H

#include "runtime/search/search.h"

/* A leaf of the round. */
typedef struct {
    uint32_t first, depth; /* its path: levels first .. first + depth */
    uint32_t state;        /* number of its state in the batch */
    bool over;             /* its payoffs are those of a finished game, or known */
    End end;
} Leaf;

/* A place on a path.  Slots of a block change places when children leave selection; the move tells. */
typedef struct {
    Place at;
    uint32_t move;
    uint32_t joint_block;
} Level;

/* A word of the tree that virtual loss changed. */
typedef struct {
    uint32_t at, before;
} Undo;

struct Leaves {
    uint32_t room, n; /* leaves */
    uint32_t open;    /* those that are not over; states 0 .. open-1 are theirs */
    Leaf *leaf;       /* [room] */
    unsigned char *state; /* [room] `stride` bytes apart */
    size_t stride;
    double *payoff; /* [room][players], by state */
    Level *level;
    uint32_t levels, level_room;
    uint32_t *slot; /* [level_room][players] of joint steps */
    float *chance;
    Undo *undo;
    uint32_t undone, undo_room;
    ludc_search_lanes lanes; /* playouts NULL: one playout at a time */
    void *memory;            /* of the lanes */
    Playouts *by; /* how playouts choose; NULL: as the reasoner plays */
    ludc_status fault;
    /* Where the clock may end a round: */
    uint32_t valued;  /* leaves that have a value, by their order; those behind are dropped */
    uint32_t piece;   /* playouts between two looks, of lanes from each leaf */
    uint32_t since;   /* the last one */
    double looked;    /* when that was */
    double *sum;      /* [room][players] of the pieces that lanes played */
};

/* Does a search with these options play in rounds? */
bool leaves_wanted(const ludc_search *s);
uint64_t leaves_bytes(const ludc_search *s);
/* NULL: memory is out. */
Leaves *leaves_new(const ludc_search *s);
void leaves_free(Leaves *l);

/* One round of `most` leaves, or fewer; how many.  0: it cannot be done, s->leaves->fault says why; or s->late, and
 * nothing was counted. */
uint32_t leaves_round(ludc_search *s, uint64_t most);

/* leaves_path.c: paths of leaves. */
/* Keeps the path that s went as that of a leaf; takes it up again. */
void leaves_keep(ludc_search *s, Leaf *leaf);
void leaves_take(ludc_search *s, const Leaf *leaf);
/* The path counts as lost for whoever chose it; all of this is taken back. */
void leaves_lose(ludc_search *s);
void leaves_recover(ludc_search *s);

/* leaves_value.c: payoff[state] of the leaves that are not over, of leaf 0 .. valued-1.  Where the clock ends the
 * round a leaf counts as the mean of the playouts that were made of it. */
ludc_status leaves_value(ludc_search *s);

static inline unsigned char *leaf_state(const Leaves *l, uint32_t i) { return l->state + (size_t)i * l->stride; }

#endif
