/* plane.h - the planes of a Ludii game: its state as sets of bits (doc/abi.md). */
#ifndef LUDC_LOWER_PLANE_H
#define LUDC_LOWER_PLANE_H

#include "frontend/lud/lower/core/lower.h"
#include "ir/offer/reads.h"

/* Who else than everybody's eyes sees a field, in a game that hides something. */
typedef enum {
    SEEN_BY_ALL,
    SEEN_AT_SITES, /* by whom its site is not hidden from */
    SEEN_WITH_MOVE, /* by whom neither end of the last move is hidden from */
    SEEN_BY_NOBODY
} Seen;

/* One plane set while its functions are made. */
typedef struct {
    Lower *l;
    const IrRead *read; /* by field */
    bool *done;         /* fields that have their planes, or are to have none */
} Planes;

/* After everything else: all planes of set `state`. */
void lower_planes(Lower *l);

/* ---- plane_make.c: one plane, spaces of numbers ---------------------------------------- */

/* Begins a plane; l->fn is its function until plane_end gives its bits, as they are.  Reads
 * of its parameter: plane_eyes. */
void plane_begin(Lower *l, const char *name, int owner, int space);
void plane_end(Lower *l, Ir *bits);
Ir *plane_eyes(Lower *l);
/* A space of one member, of the numbers lo .. hi, of `n` binary digits, or just of n; made once. */
int plane_one(Lower *l);
int plane_numbers(Lower *l, int64_t lo, int64_t hi);
int plane_digits(Lower *l, int n);
int plane_space(Lower *l, IrDim dim);
/* The bits of a number lo .. hi: one of its values (not more than 64), else its binary digits
 * from `lo` on.  *space: what they are over. */
Ir *plane_of_number(Lower *l, Ir *value, IrType type, int *space);
/* Members of the space of the array whose value is k, or whose value has that digit. */
Ir *plane_where(Lower *l, int field, int space, int64_t k);
Ir *plane_where_digit(Lower *l, int field, int space, IrType type, int digit);
bool plane_in_binary(IrType type, int *digits);

/* ---- plane_seen.c: what players see --------------------------------------------------------- */

/* The bits as %eyes see them; `bits` are of sites where `seen` says so. */
Ir *plane_seen(Lower *l, Ir *bits, Seen seen);
/* The same of a property of what stands at a site: a trait, the count, or -1 for the piece. */
typedef enum { DATA_PIECE, DATA_STATE, DATA_VALUE, DATA_ROTATION, DATA_COUNT } SiteData;
Ir *plane_seen_data(Lower *l, Ir *bits, SiteData data);
/* Empty sites, and those that look so. */
Ir *plane_seen_empty(Lower *l, Ir *bits);
/* Where players see that there is a piece, not which one; and what is hidden from whom. */
void plane_masked(Lower *l);
void plane_hidden(Planes *p);

#endif
