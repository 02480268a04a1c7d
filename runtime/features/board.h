/* board.h - what features need of a game, out of the tables that go with its reasoner. */
#ifndef LUDC_FEATURES_BOARD_H
#define LUDC_FEATURES_BOARD_H

#include "runtime/features/feature.h"

/* Sites are those of the board's own type, 0 .. sites - 1. */
typedef struct {
    Store store;
    const ludc_reasoner *r;
    ludc_site_type type;
    uint32_t sites;
    unsigned players;
    uint32_t *ring_at; /* [sites + 1] the ring of s: ring[ring_at[s] .. ring_at[s + 1] - 1] */
    int32_t *ring;     /* neighbours clockwise; -1: off the board */
    uint32_t largest;  /* ring */
    uint32_t pieces;   /* kinds, 0 is none */
    unsigned *owner;   /* [pieces] */
    uint32_t regions;
    int32_t **distance; /* [regions] of each site; NULL: the region is not known */
    int view_what, view_who; /* -1: there is none */
    int from, to, kind, from_type, to_type; /* columns; -1: there is none */
} FeatureBoard;

/* LUDC_UNSUPPORTED: the game has no board. */
ludc_status board_open(FeatureBoard *board, const ludc_reasoner *r, ludc_error *error);
void board_close(FeatureBoard *board);

/* What features see of a legal move, as ludc_feature_move_of; false: there are no columns for it. */
bool board_move(const FeatureBoard *board, const void *state, ludc_move move, const ludc_feature_move *before,
                ludc_feature_move *out);
/* The numbers of these columns, and nothing else of the board. */
void board_columns(FeatureBoard *board, const ludc_reasoner *r);

static inline uint32_t ring_size(const FeatureBoard *b, int32_t site) { return b->ring_at[site + 1] - b->ring_at[site]; }

/* ---- walks ---------------------------------------------------------------------------- */

#define OFF_BOARD (-1)

typedef LIST(int32_t) SiteList;

/* Where the walk leads from the anchor when its first turn is rotated by `rotation` and all are mirrored where
 * `mirror` is -1: sites, each once, and OFF_BOARD where a way leaves the board.  Several only where ties split it.
 * false: memory is out.  The anchor has a ring. */
bool walk_ends(const FeatureBoard *b, const Walk *walk, int32_t anchor, double rotation, int mirror, ludc_ties ties,
               SiteList *out);

#endif
