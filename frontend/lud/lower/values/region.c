/* region.c - sets of sites. */
#include <string.h>

#include "frontend/lud/lower/setup/random_start.h"
#include "frontend/lud/lower/geometry/dir.h"
#include "frontend/lud/lower/values/group.h"
#include "frontend/lud/lower/state/hidden.h"
#include "frontend/lud/lower/state/traits.h"
#include "frontend/lud/lower/state/random.h"
#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/setup/puzzle.h"
#include "frontend/lud/lower/state/team.h"
#include "frontend/lud/lower/values/occupied.h"
#include "frontend/lud/lower/geometry/track.h"
#include "frontend/lud/lower/geometry/direction_tables.h"
#include "frontend/lud/lower/core/site_type.h"

static Ir *none(Lower *l)
{
    return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
}

/* ---- loops over sites ------------------------------------------------------------- */

Ir *lower_group(Lower *l, Ir *at, const Term *dirs, const Term *cond)
{
    Ir *sites;
    if (cond)
        sites = lower_filter(l, lw_board(l), cond, ITER_TO);
    else
        sites = ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_what(l, at));
    Ir *seed = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, at));
    return ir_op3(l->game, IR_OP_FLOOD, seed, sites, lower_adjacency(l, dirs, REL_ADJACENT));
}

/* `site` or `region` slot of a row that has both. */
static Ir *site_or_region(Lower *l, const Term *t, SlotName site, SlotName region)
{
    const Term *at = term_arg(t, site);
    return at ? ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lower_int(l, at))
              : lower_region(l, term_arg(t, region));
}

/* ---- sets the board knows ---------------------------------------------------------- */

/* Empty sites beside pieces: without a board these are where one may go on; on a board
 * the game begins in its centre.  A site filled with a value is not seen. */
Ir *lower_region_sites_playable(Lower *l, const Term *t)
{
    const bool bare = lower_reads(l->root, LUD_boardless);
    if (!lower_default_type(l, t))
        return none(l);
    if (l->board->use != SITE_CELL || (bare && (l->facts->stacks || l->facts->has_trait[TRAIT_VALUE])))
        return lower_unsupported_mask(l, t, "(sites Playable) in such a game");
    Ir *pieces = ir_op2(l->game, IR_OP_MAND, lw_occupied(l), lw_board(l));
    Ir *beside = ir_op2(l->game, IR_OP_GROW, pieces, lower_adjacency_class(l, REL_ADJACENT));
    Ir *free = ir_op2(l->game, IR_OP_MAND, beside, lw_empty(l));
    if (bare)
        return free;
    Ir *first = ir_op2(l->game, IR_OP_EQ, lw_get(l, l->field->nmoves), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, first, lw_sites(l, "centre", &l->sites->layer->set[SET_CENTRE]), free);
}

static Ir *board_set(Lower *l, const Term *t, BoardSet set)
{
    return lower_default_type(l, t) ? lw_sites(l, board_set_name[set], &l->sites->layer->set[set]) : none(l);
}

Ir *lower_region_sites_top(Lower *l, const Term *t) { return board_set(l, t, SET_TOP); }
Ir *lower_region_sites_bottom(Lower *l, const Term *t) { return board_set(l, t, SET_BOTTOM); }
Ir *lower_region_sites_left(Lower *l, const Term *t) { return board_set(l, t, SET_LEFT); }
Ir *lower_region_sites_right(Lower *l, const Term *t) { return board_set(l, t, SET_RIGHT); }
Ir *lower_region_sites_inner(Lower *l, const Term *t) { return board_set(l, t, SET_INNER); }
Ir *lower_region_sites_outer(Lower *l, const Term *t) { return board_set(l, t, SET_OUTER); }
Ir *lower_region_sites_perimeter(Lower *l, const Term *t) { return board_set(l, t, SET_PERIMETER); }
Ir *lower_region_sites_corners(Lower *l, const Term *t) { return board_set(l, t, SET_CORNERS); }
Ir *lower_region_sites_concave_corners(Lower *l, const Term *t) { return board_set(l, t, SET_CORNERS_CONCAVE); }
Ir *lower_region_sites_convex_corners(Lower *l, const Term *t) { return board_set(l, t, SET_CORNERS_CONVEX); }
Ir *lower_region_sites_major(Lower *l, const Term *t) { return board_set(l, t, SET_MAJOR); }
Ir *lower_region_sites_minor(Lower *l, const Term *t) { return board_set(l, t, SET_MINOR); }
Ir *lower_region_sites_centre(Lower *l, const Term *t) { return board_set(l, t, SET_CENTRE); }
Ir *lower_region_sites_board(Lower *l, const Term *t) { return lower_default_type(l, t) ? lw_board(l) : none(l); }

/* $rows[i], with i checked against the number of rows. */
static Ir *indexed_sets(Lower *l, const Term *t, const char *name, const Sites *sets, int n)
{
    const Term *index = term_arg(t, SLOT_index);
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    if (!lower_default_type(l, t))
        return none(l);
    Ir *i = index ? lower_int(l, index) : lw_int(l, 0);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)(n + 1));
    for (int r = 0; r < n; r++)
        for (int s = 0; s < sets[r].n; s++)
            ir_mask_set(word + (size_t)r * words, sets[r].at[s]);
    if (n == 0)
        return none(l);
    int table = lw_mask_table1(l, name, word, lw_dim(n));
    Ir *read = ir_tab(l->game, table, 1, &i);
    if (i->type.lo >= 0 && i->type.hi < n)
        return read;
    Ir *low = ir_op2(l->game, IR_OP_GE, lw_copy(l, i), lw_int(l, 0));
    Ir *high = ir_op2(l->game, IR_OP_LT, lw_copy(l, i), lw_int(l, n));
    Ir *ok = ir_op2(l->game, IR_OP_AND, low, high);
    return ir_op3(l->game, IR_OP_SELECT, ok, read, none(l));
}

Ir *lower_region_sites_side(Lower *l, const Term *t)
{
    const Term *wind = term_arg(t, SLOT_direction);
    if (!lower_default_type(l, t))
        return none(l);
    if (!wind) {
        lower_unsupported(l, t, "(sites Side ..) of a player");
        return none(l);
    }
    int side = wind_find(wind->text);
    if (side < 0 || side >= 16) {
        lower_unsupported(l, wind, "this side");
        return none(l);
    }
    return lw_sites(l, arena_printf(l->arena, "side_%s", wind->text), &l->sites->layer->side[side]);
}

Ir *lower_region_sites_hand(Lower *l, const Term *t)
{
    const Term *player = term_arg(t, SLOT_player);
    if (!player)
        return none(l); /* without a player: empty */
    IrDim dim = lw_dim_player(l);
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)dim.size);
    for (size_t c = 1; c < l->sym->container.n; c++) {
        const Container *hand = &l->sym->container.at[c];
        for (int s = 0; hand->hand && s < hand->n; s++)
            ir_mask_set(word + (size_t)hand->owner * words, hand->from + s);
    }
    Ir *index = lower_int(l, player);
    return ir_tab(l->game, lw_mask_table1(l, "hands", word, dim), 1, &index);
}

Ir *lower_region_sites_row(Lower *l, const Term *t)
{
    return indexed_sets(l, t, "rows", l->sites->layer->row, l->sites->layer->nrow);
}

Ir *lower_region_sites_column(Lower *l, const Term *t)
{
    return indexed_sets(l, t, "columns", l->sites->layer->column, l->sites->layer->ncolumn);
}

Ir *lower_region_sites_phase(Lower *l, const Term *t)
{
    return indexed_sets(l, t, "phases", l->sites->layer->in_phase, l->sites->layer->nphase);
}

Ir *lower_region_sites_layer(Lower *l, const Term *t)
{
    return indexed_sets(l, t, "layers", l->sites->layer->layer, l->sites->layer->nlayer);
}

/* ---- regions of the equipment -------------------------------------------------------- */

static Ir *union_of(Lower *l, const NamedRegion *region, Ir *sites)
{
    for (size_t i = 0; i < region->nmask; i++) {
        Ir *mask = lw_copy(l, region->mask[i]);
        sites = sites ? ir_op2(l->game, IR_OP_MOR, sites, mask) : mask;
    }
    return sites;
}

/* Regions of player p (-1: any owner, exact name). */
static Ir *regions_named(Lower *l, int p, const char *name, bool *found)
{
    Ir *sites = NULL;
    *found = false;
    for (size_t i = 0; i < l->sym->region.n; i++) {
        const NamedRegion *region = &l->sym->region.at[i];
        bool owner = p < 0 || region->owner == p;
        bool named = !name || (p < 0 ? strcmp(region->name, name) == 0
                                     : strstr(region->name, name) != NULL);
        if (owner && named) {
            sites = union_of(l, region, sites);
            *found = true;
        }
    }
    return sites ? lower_fold_mask(l, sites) : none(l);
}

/* Players by number; regions may belong to some who do not play (16 at most, all Ludii has). */
static IrDim owners(Lower *l, const Ir *who)
{
    IrDim dim = lw_dim_player(l);
    int most = dim.size;
    for (size_t i = 0; i < l->sym->region.n; i++)
        if (l->sym->region.at[i].owner >= most)
            most = l->sym->region.at[i].owner + 1;
    return most > dim.size && who->type.hi >= dim.size ? lw_dim(most) : dim;
}

Ir *lower_region_sites_named(Lower *l, const Term *t)
{
    const Term *player = term_arg(t, SLOT_player), *name = term_arg(t, SLOT_name);
    const char *text = name ? name->text : NULL;
    bool found, any = false;
    if (!lower_default_type(l, t))
        return none(l);
    int labelled = text && !player ? board_find_label(l->sites->layer, text) : -1;
    if (labelled >= 0) /* a site goes before a region of that name */
        return ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_int(l, labelled));
    if (!player) {
        Ir *sites = regions_named(l, -1, text, &found);
        if (!found)
            diag_warning(l->session->diags, WARN_unknown_region, term_at(t), "no region is named `%s`", text ? text : "");
        return sites;
    }
    Ir *who = lower_int(l, player);
    int64_t fixed;
    if (lower_is_const(who, &fixed)) {
        Ir *sites = regions_named(l, (int)fixed, text, &found);
        if (!found) {
            diag_warning(l->session->diags, WARN_unknown_region, term_at(t), "%s has no such region",
                 player->text);
            if (fixed > 0)
                diag_note(l->session->diags, (Span){0, 0}, "regions of players are made in the equipment: (regions P%d (sites ..))", (int)fixed);
        }
        return sites;
    }
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    IrDim dim = owners(l, who);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)dim.size);
    for (int p = 0; p < dim.size; p++) {
        Ir *sites = regions_named(l, p, text, &found);
        any |= found;
        if (!lower_const_mask(l, sites, word + (size_t)p * words))
            return lower_unsupported_mask(l, t, "regions of a player that change during play");
    }
    if (!any)
        session_error(l->session, term_at(t), "no player has such a region");
    const char *table = text ? arena_printf(l->arena, "region_%s", text) : "region";
    return ir_tab(l->game, lw_mask_table1(l, table, word, dim), 1, &who);
}

Ir *lower_region_sites_coords(Lower *l, const Term *t)
{
    const Term *coords = term_arg(t, SLOT_coords);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
    if (!lower_default_type(l, t))
        return none(l);
    for (uint32_t i = 0; i < coords->n; i++) {
        int site = lower_listed_label(l, coords->slot[i]);
        if (site >= 0)
            ir_mask_set(word, site);
    }
    return lw_table_mask(l, "sites", word);
}

Ir *lower_region_sites_ints(Lower *l, const Term *t)
{
    const Term *sites = term_arg(t, SLOT_sites), *list = term_arg(t, SLOT_array);
    Ir *mask = NULL;
    if (list)
        return lower_sites_of_list(l, list);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
    for (uint32_t i = 0; i < sites->n; i++) {
        int64_t site;
        Ir *value = lower_int(l, sites->slot[i]);
        if (!lower_is_const(value, &site)) {
            Ir *one = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, value);
            mask = mask ? ir_op2(l->game, IR_OP_MOR, mask, one) : one;
        } else if (site >= lw_dim_site(l).size) {
            lower_no_site(l, sites->slot[i], site);
        } else if (site >= 0) {
            ir_mask_set(word, (int)site);
        }
    }
    Ir *fixed = lw_table_mask(l, "sites", word);
    if (!mask)
        return fixed;
    return fixed->op == IR_OP_NONE ? mask : ir_op2(l->game, IR_OP_MOR, fixed, mask);
}

/* Where pieces of that kind stood at the start. */
Ir *lower_region_sites_start(Lower *l, const Term *t)
{
    Ir *pieces[16];
    size_t words = (size_t)ir_words(l->game, l->sym->space_site), n = l->sym->component.n;
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * n);
    for (int s = 0; s < l->sites->layer->n; s++)
        ir_mask_set(word + (size_t)l->game->field.at[l->sites->what].init[s] * words, s);
    IrDim dim = {l->sym->space_piece, (int)n};
    int table = l->sym->begin ? -1 : lw_mask_table1(l, "start", word, dim);
    if (!l->facts->started || lower_pieces(l, term_arg(t, SLOT_piece), pieces, 16) != 1)
        return lower_unsupported_mask(l, t, "(sites Start ..) of several pieces, or before the start");
    Ir *known = ir_op2(l->game, IR_OP_GE, lw_copy(l, pieces[0]), lw_int(l, 0));
    Ir *read = table < 0 ? lower_begin_sites(l, pieces[0]) : ir_tab(l->game, table, 1, &pieces[0]);
    return ir_op3(l->game, IR_OP_SELECT, known, read, none(l));
}

Ir *lower_region_sites_iter(Lower *l, const Term *t)
{
    (void)t;
    return l->it.region ? lw_copy(l, l->it.region) : none(l);
}

/* ---- positions ----------------------------------------------------------------------- */

Ir *lower_region_sites_empty(Lower *l, const Term *t)
{
    const Term *index = term_arg(t, SLOT_index);
    int64_t container = 0;
    if (index && (!lower_const_int(l, index, &container) || container < 0 || container >= (int64_t)l->sym->container.n))
        return lower_unsupported_mask(l, t, "(sites Empty ..) of a container that may change");
    if (container > 0) { /* cells of a hand, whatever the type */
        Ir *empty = ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_int(l, 0));
        return ir_op2(l->game, IR_OP_MAND, empty, lower_container(l, lw_int(l, container)));
    }
    return lower_default_type(l, t) ? lw_empty(l) : none(l);
}

/* Pieces that a word like Own or Enemy stands for, as sites. */
static Ir *content_sites(Lower *l, const Term *t)
{
    if (term_is_enum(t, "Empty"))
        return ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_int(l, 0));
    if (term_is_enum(t, "NotEmpty"))
        return lw_occupied(l);
    bool enemy = term_is_enum(t, "Enemy") || term_is_enum(t, "NotEnemy");
    bool negated = term_is_enum(t, "NotEnemy") || term_is_enum(t, "NotOwn");
    if (!enemy && !term_is_enum(t, "Own") && !negated)
        return lower_unsupported_mask(l, t, "this kind of site");
    if (enemy && lower_has_teams(l))
        return negated ? lower_unsupported_mask(l, t, "this kind of site") : lw_owned_by(l, lower_enemies(l));
    Ir *sites = lw_owned(l, lw_get(l, l->field->mover));
    Ir *shared = lw_owned(l, lw_int(l, l->facts->players + 1));
    if (enemy) {
        Ir *neutral = lw_owned(l, lw_int(l, 0));
        Ir *others = ir_op2(l->game, IR_OP_MDIFF, lw_occupied(l), sites);
        others = ir_op2(l->game, IR_OP_MDIFF, others, shared);
        sites = ir_op2(l->game, IR_OP_MDIFF, others, neutral);
    } else if (shared->op != IR_OP_NONE) {
        sites = ir_op2(l->game, IR_OP_MOR, sites, shared);
    }
    if (!negated)
        return sites;
    return lower_unsupported_mask(l, t, "this kind of site");
}

/* Neighbours of one site that pass `if` (from = centre, to = neighbour). */
static Ir *around_site(Lower *l, Ir *around, Ir *site, const Term *cond)
{
    Ir *sites = lw_vec_at(l, around, site);
    if (!cond)
        return sites;
    Lower in = *l;
    in.it.from = site;
    sites = lower_filter(&in, sites, cond, ITER_TO);
    return sites;
}

Ir *lower_region_sites_around(Lower *l, const Term *t)
{
    const Term *site = term_arg(t, SLOT_site), *content = term_arg(t, SLOT_content);
    const Term *cond = term_arg(t, SLOT_if), *self = term_arg(t, SLOT_includeSelf);
    const Term *away = term_arg(t, SLOT_distance);
    int64_t distance = 1;
    if (!lower_default_type(l, t))
        return none(l);
    Ir *around;
    if (away && !lower_const_int(l, away, &distance)) {
        Ir *changing = lower_int(l, away);
        if (changing->type.lo < 0)
            return lower_unsupported_mask(l, away, "a distance that changes and may be negative");
        around = lower_around_changing(l, term_arg(t, SLOT_dir), REL_ADJACENT, changing);
    } else {
        around = lower_around(l, term_arg(t, SLOT_dir), REL_ADJACENT, (int)distance);
    }
    Ir *centre, *sites;
    if (site) {
        Ir *at = lower_int(l, site);
        sites = around_site(l, around, at, cond);
        centre = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, at));
    } else {
        centre = lower_region(l, term_arg(t, SLOT_region));
        if (cond) {
            int from = lw_new_local(l, "from", lower_site_type(l));
            Ir *each = around_site(l, around, lw_local(l, from), cond);
            sites = ir_k2(l->game, IR_OP_UNION, from, lw_copy(l, centre), each);
        } else {
            sites = ir_op2(l->game, IR_OP_GROW, lw_copy(l, centre), around);
        }
    }
    if (content)
        sites = ir_op2(l->game, IR_OP_MAND, sites, content_sites(l, content));
    int64_t with_self = 0;
    if (self && !lower_is_const(lower_bool(l, self), &with_self))
        return lower_unsupported_mask(l, self, "includeSelf: that changes");
    if (!with_self && site && distance >= 1 && around->op == IR_OP_TAB && around->n == 0)
        return sites; /* no ray comes back to its origin */
    return ir_op2(l->game, with_self ? IR_OP_MOR : IR_OP_MDIFF, sites, centre);
}

/* Rays from one site until the stop condition; `away`: and so far at most, if not NULL. */
static Ir *ray_sites(Lower *l, const Term *t, Ir *site, int limit, Ir *away)
{
    const Term *stop = term_arg(t, SLOT_stop), *stop_in = term_arg(t, SLOT_stopIncluded);
    Ir *rays = lower_rays(l, term_arg(t, SLOT_dir), REL_ADJACENT, limit, site);
    if (!stop)
        return away ? lower_parts_of_rays(l, t, rays, site, away, NULL, false) : ir_op2(l->game, IR_OP_SLIDE, rays, none(l));
    Ir *stops = lower_filter(l, lw_board(l), stop, ITER_TO);
    int64_t with_stop = 0;
    if (stop_in && !lower_is_const(lower_bool(l, stop_in), &with_stop))
        return lower_unsupported_mask(l, stop_in, "stopIncluded: that changes");
    if (away)
        return lower_parts_of_rays(l, t, rays, site, away, stops, with_stop != 0);
    int m = lw_new_local(l, "stop", ir_mask(l->sym->space_site));
    Ir *reached = ir_op2(l->game, IR_OP_SLIDE, rays, lw_local(l, m));
    if (!with_stop)
        reached = ir_op2(l->game, IR_OP_MDIFF, reached, lw_local(l, m));
    return ir_k2(l->game, IR_OP_LETX, m, stops, reached);
}

static Ir *guard_site(Lower *l, const Ir *site, Ir *sites)
{
    if (site->type.lo >= 0)
        return sites;
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, on, sites, none(l));
}

Ir *lower_region_sites_direction(Lower *l, const Term *t)
{
    const Term *from = term_arg(t, SLOT_from), *region = term_arg(t, SLOT_fromRegion);
    const Term *included = term_arg(t, SLOT_included), *away = term_arg(t, SLOT_distance);
    int64_t limit = lw_dim_site(l).size, with_origin = 0;
    if (!lower_default_type(l, t))
        return none(l);
    Ir *far = away && !lower_const_int(l, away, &limit) ? lower_int(l, away) : NULL;
    if (included && !lower_is_const(lower_bool(l, included), &with_origin))
        return lower_unsupported_mask(l, included, "included: that changes");
    Ir *origin, *sites;
    if (limit > lw_dim_site(l).size)
        limit = lw_dim_site(l).size;
    if (from) {
        Ir *at = lower_int(l, from);
        sites = guard_site(l, at, ray_sites(l, t, at, (int)limit, far));
        origin = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, at));
    } else {
        int s = lw_new_local(l, "from", lower_site_type(l));
        origin = lower_region(l, region);
        Ir *each = ray_sites(l, t, lw_local(l, s), (int)limit, far);
        sites = ir_k2(l->game, IR_OP_UNION, s, lw_copy(l, origin), each);
    }
    return with_origin ? ir_op2(l->game, IR_OP_MOR, sites, origin) : sites;
}

Ir *lower_region_sites_line_of_sight(Lower *l, const Term *t)
{
    const Term *mode = term_arg(t, SLOT_mode), *at = term_arg(t, SLOT_at);
    if (!lower_default_type(l, t))
        return none(l);
    Ir *site = at ? lower_int(l, at) : lw_get(l, l->field->last.to);
    if (mode && term_is_enum(mode, "Farthest"))
        return guard_site(l, site, lower_farthest(l, t, site));
    Ir *rays = lower_rays(l, term_arg(t, SLOT_dir), REL_ADJACENT, lw_dim_site(l).size, site);
    Ir *seen = ir_op2(l->game, IR_OP_SLIDE, rays, lw_occupied(l));
    IrOp pick = mode && term_is_enum(mode, "Empty") ? IR_OP_MDIFF : IR_OP_MAND;
    return guard_site(l, site, ir_op2(l->game, pick, seen, lw_occupied(l)));
}

/* The groups of all sites of a region. */
static Ir *sites_of_groups(Lower *l, const Term *t)
{
    const Term *dirs = term_arg(t, SLOT_dir), *cond = term_arg(t, SLOT_if);
    Ir *region = lower_region(l, term_arg(t, SLOT_fromRegion));
    if (cond) {
        if (lower_reads(cond, LUD_from))
            return lower_unsupported_mask(l, cond, "(from) in the condition of several groups");
        Ir *sites = lower_filter(l, lw_board(l), cond, ITER_TO);
        return ir_op3(l->game, IR_OP_FLOOD, region, sites, lower_adjacency(l, dirs, REL_ADJACENT));
    }
    int s = lw_new_local(l, "of", lower_site_type(l));
    Ir *on = ir_op2(l->game, IR_OP_MAND, region, lw_board(l));
    return ir_k2(l->game, IR_OP_UNION, s, on, lower_group(l, lw_local(l, s), dirs, NULL));
}

Ir *lower_region_sites_group(Lower *l, const Term *t)
{
    const Term *at = term_arg(t, SLOT_at);
    if (term_arg(t, SLOT_isVisible))
        return lower_unsupported_mask(l, t, "this form of (sites Group ..)");
    if (!lower_default_type(l, t))
        return none(l);
    if (!at)
        return sites_of_groups(l, t);
    Ir *site = lower_int(l, at);
    return guard_site(l, site, lower_group(l, site, term_arg(t, SLOT_dir), term_arg(t, SLOT_if)));
}

Ir *lower_region_sites_distance(Lower *l, const Term *t)
{
    const Term *range = term_arg(t, SLOT_range);
    Ir *least, *most;
    if (!lower_default_type(l, t))
        return none(l);
    lower_range(l, range, &least, &most);
    if (term_arg(t, SLOT_step))
        return lower_sites_by_steps(l, t, lower_int(l, term_arg(t, SLOT_from)), least, most);
    int table = lower_distances(l, l->facts->distance_relation);
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *from = lower_int(l, term_arg(t, SLOT_from));
    Ir *index[2] = {lw_copy(l, from), lw_local(l, s)};
    Ir *away = ir_tab(l->game, table, 2, index);
    Ir *far = ir_op2(l->game, IR_OP_GE, away, least);
    Ir *near = ir_op2(l->game, IR_OP_LE, lw_copy(l, away), most);
    Ir *in = ir_op2(l->game, IR_OP_AND, far, near);
    return guard_site(l, from, ir_k2(l->game, IR_OP_FILTER, s, lw_board(l), in));
}

Ir *lower_region_sites_last_from(Lower *l, const Term *t)
{
    Ir *from = lw_get(l, l->field->last.from);
    return lower_default_type(l, t) ? ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, from) : none(l);
}

/* Where the last move went, and all sites of the board that it acted on. */
Ir *lower_region_sites_last_to(Lower *l, const Term *t)
{
    if (!lower_default_type(l, t))
        return none(l);
    if (l->mode.after_move && l->fn->kind == IR_RULE)
        return lower_unsupported_mask(l, t, "(sites LastTo) in what follows a move");
    Ir *to = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_get(l, l->field->last.to));
    Ir *touched = ir_op2(l->game, IR_OP_MAND, lw_get(l, l->field->last.touched), lw_board(l));
    return ir_op2(l->game, IR_OP_MOR, to, touched);
}

Ir *lower_region_last_between(Lower *l, const Term *t)
{
    (void)t;
    return lw_get(l, l->field->last.passed_over);
}

Ir *lower_region_sites_to_clear(Lower *l, const Term *t)
{
    return lower_default_type(l, t) ? lw_get(l, l->field->clear) : none(l);
}

Ir *lower_region_sites_from_moves(Lower *l, const Term *t) { return lower_sites_of_moves(l, t, true); }
Ir *lower_region_sites_to_moves(Lower *l, const Term *t) { return lower_sites_of_moves(l, t, false); }

/* ---- algebra --------------------------------------------------------------------------- */

Ir *lower_region_pair(Lower *l, const Term *t, IrOp op)
{
    return ir_op2(l->game, op, lower_region(l, term_arg(t, SLOT_a)), lower_region(l, term_arg(t, SLOT_b)));
}

static Ir *list_of(Lower *l, const Term *t, IrOp op)
{
    Ir *all = lower_list(l, op, term_arg(t, SLOT_regions), lower_region);
    return all ? all : none(l);
}

Ir *lower_region_expand(Lower *l, const Term *t)
{
    const Term *steps = term_arg(t, SLOT_steps);
    int64_t n = 1;
    if (term_arg(t, SLOT_container) || term_arg(t, SLOT_containerName))
        return lower_unsupported_mask(l, t, "(lower_region_expand ..) in a container");
    if (!lower_default_type(l, t))
        return none(l);
    if (steps && !lower_const_int(l, steps, &n))
        return lower_unsupported_mask(l, steps, "(lower_region_expand ..) by a number of steps that changes");
    Ir *sites = site_or_region(l, t, SLOT_origin, SLOT_region);
    for (int64_t i = 0; i < n && i < lw_dim_site(l).size; i++) {
        Ir *adjacent = lower_adjacency(l, term_arg(t, SLOT_dir), REL_ADJACENT);
        Ir *more = ir_op2(l->game, IR_OP_GROW, lw_copy(l, sites), adjacent);
        sites = lower_fold_mask(l, ir_op2(l->game, IR_OP_MOR, sites, more));
    }
    return sites;
}

Ir *lower_region_for_each_region_of(Lower *l, const Term *t)
{
    Lower in = *l;
    int s = lw_new_local(l, "site", lower_site_type(l));
    Ir *of = lower_region(&in, term_arg(t, SLOT_of));
    in.it.site = lw_local(l, s);
    Ir *each = lower_region(&in, term_arg(t, SLOT_region));
    return ir_k2(l->game, IR_OP_UNION, s, of, each);
}

Ir *lower_region_union_region(Lower *l, const Term *t) { return lower_region_pair(l, t, IR_OP_MOR); }
Ir *lower_region_intersection_region(Lower *l, const Term *t) { return lower_region_pair(l, t, IR_OP_MAND); }
Ir *lower_region_union_region_list(Lower *l, const Term *t) { return list_of(l, t, IR_OP_MOR); }
Ir *lower_region_intersection_region_list(Lower *l, const Term *t) { return list_of(l, t, IR_OP_MAND); }

Ir *lower_region_difference_region(Lower *l, const Term *t)
{
    Ir *source = lower_region(l, term_arg(t, SLOT_source));
    return ir_op2(l->game, IR_OP_MDIFF, source, site_or_region(l, t, SLOT_site, SLOT_subtract));
}

Ir *lower_region_if_region(Lower *l, const Term *t)
{
    const Term *no = term_arg(t, SLOT_no);
    Ir *cond = lower_bool(l, term_arg(t, SLOT_cond));
    Ir *yes = lower_region(l, term_arg(t, SLOT_yes));
    return ir_op3(l->game, IR_OP_SELECT, cond, yes, no ? lower_region(l, no) : none(l));
}

Ir *lower_region_for_each_region(Lower *l, const Term *t)
{
    Ir *sites = lower_region(l, term_arg(t, SLOT_region));
    return lower_filter(l, sites, term_arg(t, SLOT_if), ITER_SITE);
}
