/* feature.h - what a feature is: walks from an anchor, and what is asked of the sites they lead to.
 *
 * D. J. N. J. Soemers, E. Piette, M. Stephenson, C. Browne, "Spatial State-Action Features for General
 * Games", 2022.  doc/features.md has the definitions and the text form. */
#ifndef LUDC_FEATURES_FEATURE_H
#define LUDC_FEATURES_FEATURE_H

#include "runtime/abi.h"
#include "runtime/features/store.h"
#include "runtime/include/ludc_features.h"

/* What the reader takes; more is refused with its place. */
enum { MOST_STEPS = 64, MOST_ELEMENTS = 64, MOST_ROTATIONS = 64, MOST_FEATURES = 1 << 17, MOST_LINE = 1 << 16, MOST_OPTIONS = 64 };
#define GREATEST_TURN 64.0
#define GREATEST_WEIGHT 1000.0

/* Turns as parts of a full one: the first from the north of the anchor, each later one from straight ahead. */
typedef struct {
    uint32_t n;
    const double *turn;
} Walk;

/* What is asked of a site; `index` says which owner, item, site, ring or region. */
typedef enum {
    EL_EMPTY,      /* -    no piece */
    EL_FRIEND,     /* f    the mover's */
    EL_ENEMY,      /* e    somebody's, not the mover's */
    EL_OFF,        /* #    beyond the board */
    EL_ANY,        /* *    whatever it is */
    EL_OWNER,      /* 1    of player 1 */
    EL_ITEM,       /* I2   that kind of piece */
    EL_POS,        /* pos3 that site */
    EL_RING,       /* N4   as many places in its ring */
    EL_REGION,     /* R0   nearer to that region than the anchor */
    EL_SIGHT_ORTH, /* LOSO2  sees that kind of piece in an orthogonal line */
    EL_SIGHT_DIAG, /* LOSD2  .. in a diagonal line */
    EL_KINDS
} ElementKind;

typedef struct {
    ElementKind kind;
    bool negated;
    int32_t index; /* -1 where the kind has none */
    Walk walk;     /* of an absolute feature empty: `index` of `site` says where */
    int32_t site;  /* absolute features: the site */
    uint32_t line, column; /* of the text it was read from; 0: of none */
} Element;

/* What of the move, and of the move before it, a feature speaks of. */
typedef enum { PART_LAST_FROM, PART_LAST_TO, PART_FROM, PART_TO, PARTS } Part;

typedef enum { FEATURE_SPATIAL, FEATURE_INTERCEPT, FEATURE_PASS, FEATURE_SWAP } FeatureKind;

typedef struct {
    FeatureKind kind;
    unsigned player; /* whose it is; 0: everybody's */
    double weight;
    bool absolute; /* sites in place of walks; neither rotated nor reflected */
    bool has[PARTS];
    Walk walk[PARTS];
    int32_t site[PARTS];
    bool one_side;      /* refl=false: no reflections */
    uint32_t nrotation; /* 0: as many as the anchor's ring has places */
    const double *rotation;
    uint32_t nelement;
    const Element *element;
    const char *comment; /* or NULL */
} Feature;

struct ludc_features {
    Store store;
    LIST(Feature) feature;
    const char *game; /* whose it is; NULL: nobody said */
    uint64_t hash;    /* of that game's rules; 0: nobody said */
    uint32_t noption;
    const char *option[MOST_OPTIONS];
    const struct SweepMaker *maker; /* makes code for the evaluator compiled (sweep.h); NULL: nobody does */
};

/* Labels of the kinds, as the text form has them. */
typedef struct {
    const char *label;
    bool numbered;
} ElementLabel;
extern const ElementLabel features_element_label[EL_KINDS];
extern const char *const features_part_label[PARTS];

/* p/q where x is within 1e-7 of one with q <= 24, else x itself; *q becomes 0 then. */
double features_nearest_fraction(double x, long *p, long *q);

/* A hash with one number more. */
static inline uint64_t features_mixed(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

ludc_features *features_new(void);
/* Adds a copy whose arrays live as long as the set.  false: memory is out. */
bool features_add(ludc_features *set, const Feature *feature);
bool features_equal(const Feature *a, const Feature *b);

#endif
