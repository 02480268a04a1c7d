/* direction_tables.h - the ways a move may go: for each direction of an argument a
 * "way", by which rules are numbered and constant tables of neighbours and rays
 * are indexed.
 *
 * Relative directions depend on where a piece looks; a table then has its ways
 * once for each wind some piece looks to, and `Ways.index` picks. */
#ifndef LUDC_LOWER_DIRECTION_TABLES_H
#define LUDC_LOWER_DIRECTION_TABLES_H

#include "frontend/lud/lower/core/lower.h"

enum { MAX_LOOKS = 20 };

/* Winds that pieces look to, and which of them counts here. */
typedef struct Looks {
    int n;
    int wind[MAX_LOOKS];
    int same[MAX_LOOKS], opposite[MAX_LOOKS]; /* the last move's, when `last` */
    const Term *between; /* (directions .. from: to:): not the last move's sites, these */
    Ir *from, *to; /* or these; NULL: the last move's */
    bool towards; /* pieces look from the one of these to the other, where they are neighbours */
    bool turned; /* pieces look as they stand: the rotation of the site counts too */
    int piece;   /* of these the one piece that is meant; 0: any */
    bool last; /* not pieces look, but the last move went that way */
    int table; /* piece (and rotation), or both sites of the last move -> index; -1 when n is 1 */
} Looks;

/* The looks that matter for `dirs`: one (of l->piece) when `own`, else those of
 * all pieces. */
Looks lower_looks(Lower *l, const Term *dirs, bool own);
/* Which way the last move went; `tried`: the move that is being tried, as far as its
 * sites are known. */
Looks lower_last_looks(Lower *l, const Term *dirs, bool tried);
/* The looks by which `forward:` goes: pieces that look nowhere (-1) go anywhere. */
Looks lower_looks_ahead(Lower *l, bool own);
/* The looks of l->piece from one site to another: to a neighbour it looks that way, else
 * its own; false (filed): the board's steps have no such directions. */
bool lower_looks_towards(Lower *l, const Term *dirs, Ir *from, Ir *to, Looks *looks);
/* Warns where nothing says which way l->piece looks: it is taken to look north. */
void lower_warn_unfaced(Lower *l, const Term *t);
/* The number of the look of the piece on `site`. */
Ir *lower_look(Lower *l, const Looks *looks, Ir *site);

/* The site so many steps on in the direction of the last move or between two
 * sites; where there is none, the site itself. */
Ir *lower_ahead_last(Lower *l, const Term *dirs, int64_t steps, Ir *site);

/* Rays of every site by look and way. */
typedef struct {
    Lower *l;
    Looks looks;
    int ways;
    bool apart;         /* no site has two rays to one other site, or the same twice */
    const Radial **ray; /* [(look * ways + way) * sites + site], NULL: none */
} Ways;

bool lower_ways(Lower *l, Ways *ways, const Term *dirs, Relation default_relation, bool own);
bool lower_ways_of(Lower *l, Ways *ways, const Term *dirs, Relation default_relation, const Looks *looks);
/* `look * ways + way` as an expression. */
Ir *direction_index(Lower *l, const Ways *ways, Ir *way, Ir *site);
/* $t[index][site]: the k-th site of that ray, or -1. */
int direction_site_table(const Ways *ways, int k);
/* $t[index][site][0]: sites from .. to of that ray, as a list. */
int direction_ray_table(const Ways *ways, int from, int to);
/* $t[look][site][way]: the same, all ways of a site together. */
int direction_rays_table(const Ways *ways, int from, int to);

/* $t[index][site][k]: the k-th site of that ray, k up to *length; -1 beyond its end. */
int direction_along_table(const Ways *ways, int *length);
/* $t[index][site][k]: the same, but -1 for k = 0, too, and some k beyond the end of all rays; *path: a table of the sites
 * up to that one, without `site`. */
int direction_ends_table(const Ways *ways, int *path);

/* Single steps: $t[index][site], each neighbour once for a site; their ways. */
int lower_step_ways(Lower *l, const Term *dirs, Relation default_relation, bool own, Ways *ways);

/* The sites of a walk from `site` (path[0]) that sets out in that wind; 0: it
 * leaves the board.  `path` has room for the walk's length and one. */
int lower_walk_sites(Lower *l, const Term *walk, int site, int wind, int *path);

/* Where walks of forward steps and turns lead: $t[look][site], sets.  With
 * `forward`, only what lies ahead of the piece. */
int lower_walks(Lower *l, const Term *walks, bool rotations, const Looks *ahead_or_null);

#endif
