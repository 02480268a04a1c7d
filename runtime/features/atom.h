/* atom.h - the atomic propositions about a position, each a bit, and what follows from one for another.
 *
 * Planes of a bit a site: no piece; of player p; an enemy of player p (of somebody else); that kind of piece.  They are
 * read from `what` and `who` alone, and `who` counts only where there is a piece: what is deduced here holds by that. */
#ifndef LUDC_FEATURES_ATOM_H
#define LUDC_FEATURES_ATOM_H

#include "runtime/features/board.h"

typedef enum { ATOM_EMPTY, ATOM_OWNER, ATOM_FOE, ATOM_ITEM } AtomKind;

/* Bit `plane * sites + site` of a position. */
typedef uint32_t Atom;

/* What is demanded of an atom: 2 atom + 1 that it is true, 2 atom that it is not. */
typedef uint32_t Test;

static inline uint32_t atom_planes(const FeatureBoard *b) { return 1 + 2 * b->players + (b->pieces ? b->pieces - 1 : 0); }
static inline size_t atom_words(const FeatureBoard *b) { return ((size_t)atom_planes(b) * b->sites + 63) / 64; }

/* `index`: the player, from 1, or the kind of piece, from 1. */
Atom atom_of(const FeatureBoard *b, AtomKind kind, uint32_t index, int32_t site);
AtomKind atom_kind(const FeatureBoard *b, Atom atom, uint32_t *index, int32_t *site);

/* A test, taken apart once where it is compared with many. */
typedef struct {
    Atom atom;
    AtomKind kind;
    uint32_t index;
    int32_t site;
    bool holds;
} Literal;
Literal test_literal(const FeatureBoard *b, Test test);

/* What atom y is when the test x holds: 1 true, 0 false, -1 not known. */
int atom_follows(const FeatureBoard *b, Test x, Atom y);
/* The same of that of y, whether it holds or not. */
int literal_decides(const Literal *x, const Literal *y);

static inline bool bit_of(const uint64_t *bits, Atom atom) { return bits[atom >> 6] >> (atom & 63) & 1; }
static inline bool test_holds(const uint64_t *bits, Test test) { return bit_of(bits, test >> 1) == (test & 1); }

/* The bits of a position with these pieces and owners. */
void atoms_set(const FeatureBoard *b, const int32_t *what, const int32_t *who, uint64_t *bits);
/* Those of a state. */
void atoms_look(const FeatureBoard *b, const void *state, uint64_t *bits);

#endif
