/* pattern.c - conditions on patterns of pieces: lines, connections, loops. */
#include <string.h>

#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/setup/puzzle.h"

static Ir *on_board(Lower *l, Ir *site, Ir *cond)
{
    if (site->type.lo >= 0)
        return cond;
    return lw_both(l, ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0)), cond);
}

/* Binds `site` to a local around a condition built from it, if it is not one. */
typedef struct {
    int local;
    Ir *value; /* NULL: used as it is */
    Ir *site;
} Pivot;

static Pivot pivot(Lower *l, Ir *site)
{
    if (site->op == IR_OP_LOCAL || site->op == IR_OP_INT || site->op == IR_OP_GET)
        return (Pivot){.site = site};
    int local = lw_new_local(l, "at", site->type);
    return (Pivot){.local = local, .value = site, .site = lw_local(l, local)};
}

static Ir *pivot_bind(Lower *l, const Pivot *p, Ir *cond)
{
    return p->value ? ir_k2(l->game, IR_OP_LETX, p->local, p->value, cond) : cond;
}

/* ---- is Line ---------------------------------------------------------------------- */

static bool plain_line(Lower *l, const Term *t)
{
    static const SlotName later[] = {SLOT_byLevel, SLOT_top, SLOT_throughHowMuch, SLOT_isVisible};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        const Term *arg = term_arg(t, later[i]);
        if (arg && !(arg->kind == TERM_BOOL && arg->number == 0)) {
            lower_unsupported(l, arg, arena_printf(l->arena, "(is Line .. %s:)", slot_name(later[i])));
            return false;
        }
    }
    const Term *contiguous = term_arg(t, SLOT_contiguous);
    if (contiguous && contiguous->kind != TERM_BOOL) {
        lower_unsupported(l, contiguous, "(is Line .. contiguous:) that changes");
        return false;
    }
    return lower_default_type(l, t);
}

/* Sites whose piece counts for the line through `at`. */
static Ir *line_pieces(Lower *l, const Term *t, Ir *at)
{
    const Term *role = term_arg(t, SLOT_role), *what = term_arg(t, SLOT_what), *whats = term_arg(t, SLOT_whats);
    if (role)
        return lw_owned(l, lower_role(l, role));
    if (what)
        return ir_k1(l->game, IR_OP_WHERE, l->sites->what, lower_int(l, what));
    if (!whats) {
        Ir *same = lw_at(l, l->sites->what, lw_copy(l, at));
        return ir_k1(l->game, IR_OP_WHERE, l->sites->what, same);
    }
    Ir *sites = NULL;
    for (uint32_t i = 0; i < whats->n; i++) {
        Ir *one = ir_k1(l->game, IR_OP_WHERE, l->sites->what, lower_int(l, whats->slot[i]));
        sites = sites ? ir_op2(l->game, IR_OP_MOR, sites, one) : one;
    }
    return sites ? sites : ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
}

/* So many pieces on one of the lines through the site, gaps allowed. */
static Ir *scattered_line(Lower *l, const Term *t, Ir *at, const Ir *pieces, const Ir *least, const Ir *most,
                          bool opposites)
{
    int lines, table = lower_line_sets(l, term_arg(t, SLOT_dir), REL_ADJACENT, opposites, &lines);
    Ir *found = lw_int(l, 0);
    for (int i = 0; i < lines; i++) {
        Ir *index[2] = {lw_int(l, i), lw_copy(l, at)};
        Ir *on = ir_op2(l->game, IR_OP_MAND, ir_tab(l->game, table, 2, index), lw_copy(l, pieces));
        Ir *number = ir_op2(l->game, IR_OP_ADD, ir_op1(l->game, IR_OP_COUNT, on), lw_int(l, 1));
        Ir *enough = ir_op2(l->game, IR_OP_GE, number, lw_copy(l, least));
        Ir *not_more = ir_op2(l->game, IR_OP_LE, lw_copy(l, number), lw_copy(l, most));
        found = ir_op2(l->game, IR_OP_OR, found, lw_both(l, enough, not_more));
    }
    return found;
}

static Ir *line_at(Lower *l, const Term *t, Ir *at)
{
    const Term *exact = term_arg(t, SLOT_exact), *cond = term_arg(t, SLOT_if);
    const Term *opposites = term_arg(t, SLOT_useOpposites);
    bool use_opposites = !opposites || !(opposites->kind == TERM_BOOL && !opposites->number);
    Ir *pieces = line_pieces(l, t, at);
    bool any_piece = term_arg(t, SLOT_role) || term_arg(t, SLOT_what) || term_arg(t, SLOT_whats) || cond;
    if (l->sym->puzzle)
        pieces = ir_op2(l->game, IR_OP_MAND, pieces, lw_get(l, l->sym->puzzle->resolved));
    if (cond)
        pieces = lower_filter(l, pieces, cond, ITER_TO);
    Ir *length = lower_int(l, term_arg(t, SLOT_length));
    Ir *most = lw_int(l, lw_dim_site(l).size);
    if (exact) {
        Ir *is_exact = lower_bool(l, exact);
        most = lower_fold_int(l, ir_op3(l->game, IR_OP_SELECT, is_exact, lw_copy(l, length), most));
    }
    const Term *contiguous = term_arg(t, SLOT_contiguous);
    Ir *line;
    if (contiguous && !contiguous->number) {
        line = scattered_line(l, t, at, pieces, length, most, use_opposites);
    } else {
        Ir *axes = lower_axes(l, term_arg(t, SLOT_dir), REL_ADJACENT, use_opposites, at);
        Ir *args[4] = {axes, pieces, length, most};
        line = ir_node(l->game, l->fn, IR_OP_LINE, 0, 4, args);
    }
    if (l->sym->puzzle) /* of resolved sites; the piece there may be any number */
        line = lw_both(l, ir_op2(l->game, IR_OP_HAS, lw_copy(l, at), lw_get(l, l->sym->puzzle->resolved)), line);
    if (any_piece)
        line = lw_both(l, ir_op2(l->game, IR_OP_HAS, lw_copy(l, at), lw_copy(l, pieces)), line);
    return on_board(l, at, line);
}

Ir *lower_bool_is_line(Lower *l, const Term *t)
{
    const Term *through = term_arg(t, SLOT_through), *any = term_arg(t, SLOT_throughAny);
    const Term *length = term_arg(t, SLOT_length);
    if (length->kind == TERM_INT && length->number < 1) {
        diag_warning(l->session->diags, WARN_line_length, term_at(length), "a line has a piece at least, not %lld", (long long)length->number);
        diag_fix(l->session->diags, FIX_INSTEAD, term_at(length), "%lld", length->number ? -(long long)length->number : 3);
    }
    if (l->facts->stacks)
        return lower_line_in_stacks(l, t);
    if (!plain_line(l, t))
        return lw_int(l, 0);
    if (any) {
        int s = lw_new_local(l, "s", ir_int(0, lw_dim_site(l).size - 1));
        Ir *region = lower_region(l, any);
        Ir *found = ir_k2(l->game, IR_OP_FILTER, s, region, line_at(l, t, lw_local(l, s)));
        return ir_op1(l->game, IR_OP_ANY, found);
    }
    Pivot at = pivot(l, through ? lower_int(l, through) : lw_get(l, l->field->last.to));
    return pivot_bind(l, &at, line_at(l, t, at.site));
}

/* ---- is Connected ------------------------------------------------------------------- */

typedef struct {
    Ir *mask[64];
    size_t n;
} MaskList;

static void add_mask(MaskList *list, Ir *mask)
{
    if (list->n < 64)
        list->mask[list->n++] = mask;
}

/* Corners (each alone), Sides, SidesNoCorners. */
static bool static_regions(Lower *l, const Term *t, MaskList *list)
{
    const Sites *corners = &l->sites->layer->set[SET_CORNERS];
    if (term_is_enum(t, "Corners")) {
        for (int i = 0; i < corners->n; i++) {
            Sites one = {1, &corners->at[i]};
            add_mask(list, lw_sites(l, "corner", &one));
        }
        return true;
    }
    bool bare = term_is_enum(t, "SidesNoCorners");
    if (!bare && !term_is_enum(t, "Sides")) {
        lower_unsupported(l, t, "these regions");
        return false;
    }
    for (int side = 0; side < 16; side++) {
        if (l->sites->layer->side[side].n == 0)
            continue;
        Ir *mask = lw_sites(l, "side", &l->sites->layer->side[side]);
        if (bare)
            mask = lower_fold_mask(l, ir_op2(l->game, IR_OP_MDIFF, mask, lw_sites(l, "corners", corners)));
        add_mask(list, mask);
    }
    return true;
}

/* The regions as one table $regions[i]; constant masks only. */
static Ir *region_table(Lower *l, const MaskList *list, const char *name)
{
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (list->n + 1));
    for (size_t i = 0; i < list->n; i++)
        if (!lower_const_mask(l, list->mask[i], word + i * words))
            return NULL;
    return ir_tab(l->game, lw_mask_table1(l, name, word, lw_dim((int)list->n)), 0, NULL);
}

/* Regions of every player: $goals[player][i], padded with empty ones; *count is
 * the number that a player has, as an expression. */
static Ir *player_regions(Lower *l, Ir *player, Ir **count)
{
    IrDim dim[2] = {lw_dim_player(l), lw_dim(1)};
    MaskList *list = ARENA_ARRAY(l->arena, MaskList, dim[0].size);
    int32_t *n = ARENA_ARRAY(l->arena, int32_t, dim[0].size);
    for (size_t r = 0; r < l->sym->region.n; r++) {
        const NamedRegion *region = &l->sym->region.at[r];
        for (size_t i = 0; i < region->nmask && region->owner < dim[0].size; i++)
            add_mask(&list[region->owner], region->mask[i]);
    }
    for (int p = 0; p < dim[0].size; p++) {
        n[p] = (int32_t)list[p].n;
        dim[1].size = n[p] > dim[1].size ? n[p] : dim[1].size;
    }
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)(dim[0].size * dim[1].size));
    for (int p = 0; p < dim[0].size; p++) {
        for (size_t i = 0; i < list[p].n; i++) {
            size_t at = (size_t)(p * dim[1].size) + i;
            if (!lower_const_mask(l, list[p].mask[i], word + at * words))
                return NULL;
        }
    }
    int table = ir_table_find(l->game, "goals");
    if (table < 0) {
        table = ir_table_add(l->game, "goals", ir_mask(l->sym->space_site), false, 2, dim);
        memcpy(l->game->table.at[table].word, word,
               sizeof *word * words * (size_t)(dim[0].size * dim[1].size));
    }
    int counts = lw_int_table(l, "goal_count", 0, dim[1].size, IR_NOSPACE, 1, dim, n);
    Ir *index = lw_copy(l, player);
    *count = ir_tab(l->game, counts, 1, &index);
    index = lw_copy(l, player);
    return ir_tab(l->game, table, 1, &index);
}

/* How many of the regions the group meets. */
static Ir *touched(Lower *l, Ir *group, const MaskList *list, Ir *regions)
{
    if (regions)
        return ir_op2(l->game, IR_OP_COUNT_MEETS, group, regions);
    int g = lw_new_local(l, "group", ir_mask(l->sym->space_site));
    Ir *sum = lw_int(l, 0);
    for (size_t i = 0; i < list->n; i++) {
        Ir *meet = ir_op2(l->game, IR_OP_MAND, lw_local(l, g), list->mask[i]);
        sum = ir_op2(l->game, IR_OP_ADD, sum, ir_op1(l->game, IR_OP_ANY, meet));
    }
    return ir_k2(l->game, IR_OP_LETX, g, group, sum);
}

/* Sites of the owner of the piece at `at`. */
static Ir *same_owner(Lower *l, Ir *at)
{
    int most = 0;
    for (int p = 0; p <= l->facts->players + 1; p++) {
        int n = 0;
        for (size_t c = 1; c < l->sym->component.n; c++)
            n += l->sym->component.at[c].owner == p;
        most = n > most ? n : most;
    }
    if (most <= 1 || !l->facts->item_indices) { /* one kind a player: same owner is same piece */
        Ir *same = lw_at(l, l->sites->what, lw_copy(l, at));
        return ir_k1(l->game, IR_OP_WHERE, l->sites->what, same);
    }
    return lw_owned(l, lw_who(l, at));
}

static bool regions_of(Lower *l, const Term *t, MaskList *list)
{
    const Term *regions = term_arg(t, SLOT_regions), *fixed = term_arg(t, SLOT_static);
    if (fixed)
        return static_regions(l, fixed, list);
    for (uint32_t i = 0; regions && i < regions->n; i++)
        add_mask(list, lower_region(l, regions->slot[i]));
    return true;
}

Ir *lower_bool_is_connected(Lower *l, const Term *t)
{
    const Term *at_term = term_arg(t, SLOT_at), *role = term_arg(t, SLOT_role), *number = term_arg(t, SLOT_number);
    MaskList list = {.n = 0};
    Ir *regions, *count;
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    int64_t least = 2;
    if (role && number && (!lower_const_int(l, number, &least) || least < 2)) {
        lower_unsupported(l, number, "(is Connected ..) of fewer than two regions of a player");
        return lw_int(l, 0);
    }
    if (role) {
        regions = player_regions(l, lower_role(l, role), &count);
        if (!regions) {
            lower_unsupported(l, role, "regions of a player that change during play");
            return lw_int(l, 0);
        }
    } else if (regions_of(l, t, &list)) {
        regions = region_table(l, &list, "regions");
        count = lw_int(l, (int64_t)list.n);
    } else {
        return lw_int(l, 0);
    }
    Pivot at = pivot(l, at_term ? lower_int(l, at_term) : lw_get(l, l->field->last.to));
    Ir *own = role ? lw_owned(l, lower_role(l, role)) : same_owner(l, at.site);
    Ir *adjacent = lower_adjacency(l, term_arg(t, SLOT_dir), REL_ADJACENT);
    Ir *seed = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, at.site));
    Ir *group = ir_op3(l->game, IR_OP_FLOOD, seed, own, adjacent);
    Ir *wanted = number ? lower_int(l, number) : count;
    Ir *met = ir_op2(l->game, IR_OP_GE, touched(l, group, &list, regions), wanted);
    Ir *piece = ir_op2(l->game, IR_OP_GT, lw_who(l, at.site), lw_int(l, 0));
    if (role) {
        /* A stone of somebody else belongs to no group of `role`; it would count
         * only for regions it lies in itself, which `number` of them never do. */
        piece = ir_op2(l->game, IR_OP_EQ, lw_who(l, at.site), lower_role(l, role));
    }
    return pivot_bind(l, &at, on_board(l, at.site, lw_both(l, piece, met)));
}

/* ---- is Blocked ---------------------------------------------------------------------- */

/* Over empty sites and the player's own, no site of his first region leads to enough
 * of the others.  Only sites behind the first count for a region. */
Ir *lower_bool_is_blocked(Lower *l, const Term *t)
{
    const Term *role = term_arg(t, SLOT_role), *number = term_arg(t, SLOT_number);
    IrType sites = ir_mask(l->sym->space_site), site = ir_int(0, lw_dim_site(l).size - 1);
    Ir *count, *goals;
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    if (!role || !(goals = player_regions(l, lower_role(l, role), &count))) {
        lower_unsupported(l, t, "(is Blocked ..) but of regions of a player that stay the same");
        return lw_int(l, 0);
    }
    site.space = l->sym->space_site;
    int s = lw_new_local(l, "s", site), open = lw_new_local(l, "open", sites), first = lw_new_local(l, "first", sites);
    int way = lw_new_local(l, "way", sites);
    Ir *adjacent = lower_adjacency(l, term_arg(t, SLOT_dir), REL_ADJACENT);
    Ir *seed = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, s));
    Ir *flood = ir_op3(l->game, IR_OP_FLOOD, seed, lw_local(l, open), adjacent);
    flood = ir_op2(l->game, IR_OP_MDIFF, flood, lw_copy(l, seed));
    Ir *met = ir_op2(l->game, IR_OP_COUNT_MEETS, lw_local(l, way), goals);
    Ir *own = ir_op1(l->game, IR_OP_ANY, ir_op2(l->game, IR_OP_MAND, lw_local(l, way), lw_local(l, first)));
    met = ir_op2(l->game, IR_OP_SUB, ir_op2(l->game, IR_OP_ADD, met, lw_int(l, 1)), own);
    Ir *enough = ir_op2(l->game, IR_OP_GE, met, number ? lower_int(l, number) : count);
    enough = ir_k2(l->game, IR_OP_LETX, way, flood, enough);
    Ir *through = ir_op1(l->game, IR_OP_ANY, ir_k2(l->game, IR_OP_FILTER, s, lw_local(l, first), enough));
    Ir *index[2] = {lower_role(l, role), lw_int(l, 0)};
    Ir *start = ir_tab(l->game, (int)goals->k, 2, index);
    Ir *free = ir_op2(l->game, IR_OP_MOR, lw_owned(l, lower_role(l, role)), lw_empty(l));
    through = ir_k2(l->game, IR_OP_LETX, first, start, ir_k2(l->game, IR_OP_LETX, open, free, through));
    return ir_op1(l->game, IR_OP_NOT, through);
}

/* ---- is Loop -------------------------------------------------------------------------- */

/* From each inner neighbour o of the stone just placed, the region without its
 * piece must not reach the outer sites, the ring around the region must be of the
 * colour, and two neighbouring sites of the ring must hold the stone's piece. */
Ir *lower_bool_is_loop(Lower *l, const Term *t)
{
    const Term *start = term_arg(t, SLOT_start), *colour = term_arg(t, SLOT_colour);
    static const SlotName later[] = {SLOT_surround, SLOT_surroundList, SLOT_regionStart, SLOT_path};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        if (term_arg(t, later[i])) {
            lower_unsupported(l, t, arena_printf(l->arena, "(is Loop .. %s)", slot_name(later[i])));
            return lw_int(l, 0);
        }
    }
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    IrType site = ir_int(0, lw_dim_site(l).size - 1), sites = ir_mask(l->sym->space_site);
    site.space = l->sym->space_site;
    Pivot at = pivot(l, start ? lower_int(l, start) : lw_get(l, l->field->last.to));
    int same = lw_new_local(l, "same", sites), o = lw_new_local(l, "o", site);
    int inside = lw_new_local(l, "inside", sites), ring = lw_new_local(l, "ring", sites);
    Ir *orthogonal = lower_adjacency_class(l, REL_ORTHOGONAL);
    Ir *outer = lw_sites(l, "outer", &l->sites->layer->set[SET_OUTER]);

    Ir *around = lw_vec_at(l, lower_adjacency_class(l, REL_ADJACENT), at.site);
    Ir *candidates = ir_op2(l->game, IR_OP_MDIFF, around, lw_copy(l, outer));
    Ir *origin = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, o));
    Ir *others = ir_op1(l->game, IR_OP_MNOT, lw_local(l, same));
    Ir *admitted = ir_op2(l->game, IR_OP_MOR, others, lw_copy(l, origin));
    Ir *region = ir_op3(l->game, IR_OP_FLOOD, origin, admitted, lw_copy(l, orthogonal));

    Ir *reach = ir_op2(l->game, IR_OP_MAND, lw_copy(l, region), outer);
    Ir *closed = ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, reach));
    Ir *owned = lw_owned(l, colour ? lower_int(l, colour) : lw_get(l, l->field->mover));
    Ir *foreign = ir_op2(l->game, IR_OP_MDIFF, lw_local(l, ring), owned);
    Ir *ours = ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, foreign));
    Ir *links = ir_op2(l->game, IR_OP_MAND, lw_local(l, ring), lw_local(l, same));
    Ir *beside = ir_op2(l->game, IR_OP_GROW, links, lower_adjacency(l, term_arg(t, SLOT_dir), REL_ADJACENT));
    Ir *linked = ir_op1(l->game, IR_OP_ANY, ir_op2(l->game, IR_OP_MAND, beside, lw_copy(l, links)));

    Ir *edge = ir_op2(l->game, IR_OP_GROW, lw_local(l, inside), orthogonal);
    Ir *ring_value = ir_op2(l->game, IR_OP_MDIFF, edge, lw_local(l, inside));
    Ir *good = ir_k2(l->game, IR_OP_LETX, ring, ring_value, lw_both(l, ours, linked));
    Ir *found = lw_both(l, closed, ir_k2(l->game, IR_OP_LETX, inside, region, good));
    found = ir_op1(l->game, IR_OP_ANY, ir_k2(l->game, IR_OP_FILTER, o, candidates, found));

    Ir *what = lw_at(l, l->sites->what, lw_copy(l, at.site));
    Ir *stones = ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_copy(l, what));
    found = ir_k2(l->game, IR_OP_LETX, same, stones, found);
    Ir *piece = ir_op2(l->game, IR_OP_GT, what, lw_int(l, 0));
    return pivot_bind(l, &at, on_board(l, at.site, lw_both(l, piece, found)));
}
