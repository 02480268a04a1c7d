/* group.h - groups of neighbouring sites (lower/values/group.c). */
#ifndef LUDC_LOWER_GROUP_H
#define LUDC_LOWER_GROUP_H

#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/moves/rule.h"

/* The groups that a (.. Group ..) speaks of. */
typedef struct {
    Ir *sites;    /* what `all` is to be bound to */
    int all;      /* local: sites of all groups */
    Ir *adjacent;
    bool any_site; /* groups may hold empty sites, too */
} Groups;

/* Reads type, dir and the condition on (to), or the mover's pieces without one;
 * false (filed) if unsupported. */
bool lower_groups(Lower *l, const Term *t, const Term *cond_or_null, Groups *g);
/* One site of each group; reads g->all. */
Ir *lower_group_firsts(Lower *l, const Groups *g);
/* The group of a site among `all`. */
Ir *lower_group_within(Lower *l, Ir *site, const Ir *all, const Ir *adjacent);
/* All f(size) of (sizes Group ..) put together by op; `nothing` is what changes nothing. */
Ir *lower_over_groups(Lower *l, const Term *t, IrOp op, Ir *nothing, ListValue *f, void *data);

/* ---- lower/geometry/graph.c: boards as graphs ----------------------------------------- */

/* Pieces of a player; all pieces for the number after the last player's. */
Ir *lower_edges_of(Lower *l, Ir *player);
/* The sites of type `result` that touch each element of type `of`: a set of sites for each, all empty before. */
void lower_incidence(Lower *l, SiteType result, SiteType of, uint64_t *word);
/* Is there more than one edge between some two vertices? */
bool lower_doubled_edges(const Board *board);
/* (set Cost ..) before the game, and (cost ..). */
void lower_start_cost(Lower *l, const Term *t);
Ir *lower_count_relation(Lower *l, const Term *t, Relation relation);

/* ---- lower/geometry/distance.c: ways on which every step must be allowed ------------- */

Ir *lower_steps_by(Lower *l, const Term *t);
Ir *lower_is_reached(Lower *l, const Term *t);
Ir *lower_sites_by_steps(Lower *l, const Term *t, Ir *start, Ir *least, Ir *most);

#endif
