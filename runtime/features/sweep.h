/* sweep.h - a set of features for all sites of the board at once, by shifts of sets.
 *
 * An instance that speaks of one end of the move alone is a conjunction of propositions at fixed distances from that end; so is one that
 * speaks of both, among moves of one step.  So where equal steps are equal differences of numbers (lattice.h) the sites for which a feature is
 * active are a union of intersections of shifted sets.  Features that are the same at every site are one *class*; what holds whatever
 * stands on the board is a constant.  Weights of eight classes are added by one look into a table of 256 sums. (ours)
 *
 * The union of intersections is a *net*, plain data; whoever has a compiler may make code of it (SweepCode). */
#ifndef LUDC_FEATURES_SWEEP_H
#define LUDC_FEATURES_SWEEP_H

#include "runtime/features/ground.h"
#include "runtime/features/lattice.h"

/* Inputs that are no planes of a position: where the move before came from and went to. */
enum { INPUT_LAST_FROM, INPUT_LAST_TO, INPUT_PLANES };

/* The positions s for which s + by is in the input. */
typedef struct {
    uint32_t input;
    int32_t by;
} SweepShift;

/* Sets are of `words` words, positions 0 .. size - 1.  Class c holds at mask always[c], and where one of its terms
 * term_at[c] .. term_at[c + 1] - 1 does: at its mask, where all its literals hold: 2 shift + 1 that the position is in
 * the shifted set, 2 shift that it is not. */
typedef struct SweepNet {
    uint32_t size, words;
    uint32_t ninput;
    uint32_t *plane; /* [ninput] plane of atom.h; of the first two nothing */
    uint32_t nshift;
    SweepShift *shift;
    uint32_t nclass;
    uint32_t *term_at; /* [nclass + 1] */
    uint32_t *always;  /* [nclass] mask */
    uint32_t nterm;
    uint32_t *mask_of;    /* [nterm] */
    uint32_t *literal_at; /* [nterm + 1] */
    uint32_t *literal;
    uint32_t nmask;
    uint64_t *mask; /* [nmask * words] */
} SweepNet;

/* Code of a net: in: ninput sets, out: nclass sets. */
typedef struct {
    void (*run)(void *data, const uint64_t *in, uint64_t *out);
    void *data;
    void (*release)(void *data);
} SweepCode;

/* Makes code of nets; one that makes none leaves it to tables.  Called by one thread at a time. */
typedef struct SweepMaker {
    bool (*make)(void *data, const SweepNet *net, SweepCode *out);
    void *data;
} SweepMaker;

typedef struct Sweep Sweep;

/* What of the instances is swept: *kinds gets the sorts of groups (Ground.kinds) that are.  *out is NULL where none is.
 * `maker` may be NULL.  false: memory is out.  sweep_free is due for what it took outside of the store. */
bool sweep_make(Sweep **out, Store *store, const Ground *ground, const int64_t *weight, const SweepMaker *maker,
                uint16_t *kinds);
void sweep_free(Sweep *sweep);
/* As many terms as take as long as a position. */
double sweep_cost(const Sweep *sweep);
/* Other weights from now on. */
void sweep_weigh(Sweep *sweep, const int64_t *weight);
/* The position is another one: its bits (atom.h), which stay where they are until the next. */
void sweep_look(Sweep *sweep, const uint64_t *bits);
/* Appends the active features of a move among those that are swept. */
uint32_t sweep_active(Sweep *sweep, const ludc_feature_move *move, uint32_t *out);
/* The sum of their weights. */
int64_t sweep_logit(Sweep *sweep, const ludc_feature_move *move);

const SweepNet *sweep_net(const Sweep *sweep);

/* ---- sweep_run.c: the net by its tables ---------------------------------------- */

typedef struct SweepTables SweepTables;

/* NULL: memory is out.  They live in the store, and refer to the net. */
const SweepTables *sweep_tables(Store *store, const SweepNet *net);
/* Words from set to set of `literal` and `out`. */
static inline uint32_t sweep_stride(uint32_t words) { return words <= 2 ? words : (words + 3) / 4 * 4; }
/* `literal`: room for 2 nshift sets. */
void sweep_run(const SweepTables *tables, const uint64_t *in, uint64_t *literal, uint64_t *out);

/* ---- sweep_make.c ------------------------------------------------------------- */

/* What classes are of: where a move goes to; where it comes from; from SWEEP_STEP on both, for the moves of one step, and then they
 * are of where these go to. */
enum { SWEEP_TO, SWEEP_FROM, SWEEP_STEP };

/* Features that are the same at every site. */
typedef struct {
    uint32_t first, n; /* in SweepParts.feature */
    uint32_t mask;     /* of a constant class: where it holds */
} SweepClass;

typedef struct {
    int32_t step;      /* of a step: the position of the move's to less that of its from */
    uint32_t first, n; /* classes of the net */
    uint32_t nconstant;
    SweepClass *constant;
} SweepEnd;

/* What a set is made of.  Classes of the net are in the order of the ends. */
typedef struct {
    SweepNet net;
    Lattice lattice;
    SweepClass *of; /* [net.nclass] */
    uint32_t nend;
    SweepEnd *end; /* [nend] */
    uint32_t *feature;
    uint16_t kinds;
} SweepParts;

bool sweep_parts(SweepParts *parts, Store *store, const Ground *ground);

#endif
