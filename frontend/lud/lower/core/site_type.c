/* site_type.c - games that play on vertices, edges and cells at once. */
#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/core/site_type.h"

#include <string.h>

#include "frontend/lud/lower/core/ask.h"

/* ---- which types there are -------------------------------------------------------------- */

/* Ludemes about the board alone: nothing needs to stand on what they name. */
static bool geometric(const Term *t) { return lud_fact(t->id, LUD_FACT_GEOMETRY); }

/* The type the ludeme itself names, or NULL. */
static const Term *type_named(const Term *t)
{
    return term_has(t, SLOT_type) ? term_arg(t, SLOT_type) : term_has(t, SLOT_on) ? term_arg(t, SLOT_on) : NULL;
}

static bool is_type(const Term *type)
{
    for (int i = 0; type && type->kind == TERM_ENUM && i < SITE_TYPES; i++)
        if (strcmp(type->text, site_type_name[i]) == 0)
            return true;
    return false;
}

/* Hands have cells, whatever the board is played on. */
static bool of_hand(const Lower *l, const Term *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (lower_in_hand(l, t->slot[i]))
            return true;
    return false;
}

static bool has_hands(const Term *root)
{
    return lower_reads(root, LUD_hand);
}

static void note_incidence(Lower *l, const Term *t)
{
    SiteType result = site_type_named(term_arg(t, SLOT_resultType));
    if (result != l->board->use) {
        l->facts->types |= 1u << result;
        l->facts->occupied_types |= term_arg(t, SLOT_owner) || term_arg(t, SLOT_role) ? 1u << result : 0u;
    }
}

static void note_types(Lower *l, const Term *t);

/* What stands inside, where (site) may be in a hand, or the last move have ended there. */
static void note_inside(Lower *l, const Term *t)
{
    const bool loop = t->kind == TERM_LUDEME && term_has(t, SLOT_region);
    Lower in = *l;
    if (loop && (term_is(t, LUD_all_sites) || term_is(t, LUD_for_each_site) || term_is(t, LUD_for_each_region)))
        in.mode.site_in_hand = lower_in_hand(l, term_arg(t, SLOT_region));
    for (uint32_t i = 0; i < t->n; i++) {
        Lower inside = in;
        if (term_is(t->slot[i], LUD_then)) {
            inside.mode.in_then = true;
            inside.decision = t;
        }
        note_types(&inside, t->slot[i]);
    }
}

static void note_types(Lower *l, const Term *t)
{
    if (!t || (t->kind != TERM_LUDEME && t->kind != TERM_ARRAY))
        return;
    const Term *type = t->kind == TERM_LUDEME ? type_named(t) : NULL;
    if (term_is(t, LUD_sites_incident))
        note_incidence(l, t);
    if (is_type(type)) {
        SiteType named = site_type_named(type);
        bool hand = named == SITE_CELL && has_hands(l->root) && of_hand(l, t);
        if (named != l->board->use && !hand) {
            l->facts->types |= 1u << named;
            l->facts->occupied_types |= geometric(t) ? 0u : 1u << named;
        }
    }
    note_inside(l, t);
}

void lower_type_facts(Lower *l)
{
    if (!l->sym->puzzle)
        note_types(l, l->root);
}

const char *lower_site_label(const Lower *l, SiteType type, int site)
{
    const BoardSite *of = &l->board->layer[type].site[site], *vertex = l->board->layer[SITE_VERTEX].site;
    const bool ends = type == SITE_EDGE && of->corners.n == 2;
    return ends ? arena_printf(l->arena, "%s/%s", vertex[of->corners.at[0]].label, vertex[of->corners.at[1]].label) : of->label;
}

bool lower_has_types(const Lower *l)
{
    return l->facts->occupied_types != 0;
}

int lower_type_sites(const Lower *l)
{
    int most = 0;
    for (int i = 0; i < SITE_TYPES; i++)
        if (l->facts->types >> i & 1 && l->board->layer[i].n > most)
            most = l->board->layer[i].n;
    return most;
}

/* The type of sites on which the reference tries a piece for (is Threatened ..): the other one. */
static SiteType tried_type(const Lower *l)
{
    return l->board->use == SITE_VERTEX || l->board->use == SITE_EDGE ? SITE_CELL : SITE_VERTEX;
}

/* Does it ask what stands on sites of that type? */
static bool asks_type(const Term *t, const void *asked)
{
    const Term *type = t->kind == TERM_LUDEME && t->id != LUD_to_clause ? type_named(t) : NULL;
    return is_type(type) && site_type_named(type) == *(const SiteType *)asked && !geometric(t);
}

/* Where nobody looks at the tried piece, only those in their places can be asked about. */
static bool threats_mix(Lower *l)
{
    const SiteType tried = tried_type(l);
    return lower_reads(l->root, LUD_is_threatened) && l->facts->occupied_types >> tried & 1 && term_any(l->root, asks_type, &tried);
}

void lower_type_limits(Lower *l)
{
    const char *what = l->facts->stacks                   ? "stacks on sites of several types"
                       : l->facts->repetition || l->facts->has_stored ? "repetition on sites of several types"
                       : l->field->lap >= 0         ? "tracks that come back to a site, on sites of several types"
                       : l->sym->hidden                 ? "hidden information on sites of several types"
                       : l->facts->has_who                ? "(set Count ..) on sites of several types"
                       : l->facts->has_clear              ? "captures that wait on sites of several types"
                       : l->facts->has_touched            ? "(sites LastTo) on sites of several types"
                       : threats_mix(l)            ? "threats on sites of several types"
                                                   : NULL;
    if (what && lower_has_types(l))
        lower_unsupported(l, l->root, what);
}

/* ---- what they have ----------------------------------------------------------------------- */

void lower_type_sites_known(Lower *l)
{
    for (int i = 0; i < SITE_TYPES; i++)
        l->sym->sites_of[i] = (TypeSites){.layer = &l->board->layer[i], .type = (SiteType)i, .table_board = -1,
                                          .what = -1, .count = -1, .trait = {-1, -1, -1}};
    l->sites = &l->sym->sites_of[l->board->use];
}

void lower_board_table(Lower *l, const char *name)
{
    l->sites->table_board = ir_table_add(l->game, name, ir_mask(l->sym->space_site), false, 0, NULL);
    for (int s = 0; s < l->sites->layer->n; s++)
        ir_mask_set(l->game->table.at[l->sites->table_board].word, s);
}

/* A field like that one, for another type. */
static int like(Lower *l, int field, int type)
{
    if (field < 0)
        return -1;
    IrField *of = &l->game->field.at[field];
    const char *name = arena_printf(l->arena, "%s_%c", of->name, site_type_name[type][0]);
    IrType elem = of->elem;
    IrDim dim = of->dim;
    return ir_field_add(l->game, name, elem, &dim);
}

void lower_type_fields(Lower *l)
{
    for (int i = 0; i < SITE_TYPES; i++) {
        TypeSites *sites = &l->sym->sites_of[i];
        if (!(l->facts->occupied_types >> i & 1))
            continue;
        sites->what = like(l, l->sites->what, i);
        sites->count = like(l, l->sites->count, i);
        for (int k = 0; k < TRAITS; k++)
            sites->trait[k] = like(l, l->sites->trait[k], i);
    }
}

static void view_of(Lower *l, int space, int field)
{
    if (field < 0)
        return;
    IrType type = ir_int(0, l->game->space.at[space].size - 1);
    type.space = space;
    lw_view_begin(l, l->game->field.at[field].name);
    int i = lw_new_local(l, "i", type);
    l->fn->nparam = 1;
    lw_view_end(l, lw_at(l, field, lw_local(l, i)));
}

/* Moves call a site of another type than the board's own "A1/B1", by its ends, or "Cell.A1". */
static const char **labels_of(Lower *l, SiteType type)
{
    const BoardLayer *layer = l->sym->sites_of[type].layer;
    const char **label = ARENA_ARRAY(l->arena, const char *, layer->n);
    for (int s = 0; s < layer->n; s++) {
        const char *before = type == SITE_CELL ? "Cell." : type == SITE_VERTEX ? "Vertex." : "";
        label[s] = intern_str(l->session->names, arena_printf(l->arena, "%s%s", before, lower_site_label(l, type, s)));
    }
    return label;
}

void lower_type_views(Lower *l)
{
    for (int i = 0; i < SITE_TYPES; i++) {
        if (!(l->facts->occupied_types >> i & 1))
            continue;
        const TypeSites *sites = &l->sym->sites_of[i];
        static const char *const name[SITE_TYPES] = {"vertex", "edge", "cell"};
        int space = ir_space_add(l->game, name[i], sites->layer->n);
        l->game->space.at[space].label = labels_of(l, i);
        view_of(l, space, sites->what);
        view_of(l, space, sites->count);
        for (int k = 0; k < TRAITS; k++)
            view_of(l, space, sites->trait[k]);
    }
}

/* ---- which one is in force ------------------------------------------------------------------ */

Lower lower_on_type(const Lower *l, SiteType type)
{
    Lower in = *l;
    in.sites = &l->sym->sites_of[type];
    if (in.sites->table_board < 0)
        lower_board_table(&in, arena_printf(l->arena, "board_%c", site_type_name[type][0]));
    return in;
}

SiteType lower_clause_type(const Lower *l, const Term *clause)
{
    const Term *type = clause && clause->kind == TERM_LUDEME ? type_named(clause) : NULL;
    if (!l->facts->types || !is_type(type))
        return l->board->use;
    SiteType named = site_type_named(type);
    return l->facts->types >> named & 1 ? named : l->board->use;
}

bool lower_type_crowded(const Lower *l, bool hands_only)
{
    int own = l->board->layer[l->board->use].n, cells = l->board->layer[SITE_CELL].n;
    return l->sites->type != l->board->use && (l->sym->container.n > 1 || !hands_only) && l->sites->layer->n > (own > cells ? own : cells);
}

bool lower_type_hidden_by_hands(Lower *l, const Term *t)
{
    if (lower_type_crowded(l, true)) {
        lower_unsupported(l, t, "sites of this type, whose numbers hands have too,");
        return true;
    }
    return false;
}

/* Are the cells meant those of hands? They lie beside the board's own sites. */
static bool is_hand_cell(const Lower *l, const Term *t, SiteType type)
{
    return type == SITE_CELL && type != l->board->use && l->sym->container.n > 1 && of_hand(l, t);
}

bool lower_place_type(Lower *l, const Term *clause, SiteType *type)
{
    *type = lower_clause_type(l, clause);
    *type = is_hand_cell(l, clause, *type) ? l->board->use : *type;
    return *type != l->sites->type || lower_default_type(l, clause);
}

/* The clause of a move that says where it happens. */
static const Term *place_of(const Term *t)
{
    switch (t->id) {
    case LUD_move_add: case LUD_add: case LUD_move_claim: case LUD_claim: return term_arg(t, SLOT_to);
    case LUD_move_step: case LUD_step: case LUD_move_hop: case LUD_hop: case LUD_move_slide: case LUD_slide:
    case LUD_move_leap: case LUD_leap: case LUD_move_select: case LUD_select: return term_arg(t, SLOT_from);
    default: return t;
    }
}

Lower lower_within(const Lower *l, const Term *t)
{
    if (!l->facts->types || !t || t->kind != TERM_LUDEME)
        return *l;
    const Term *place = place_of(t);
    SiteType type = l->board->use;
    if (place) {
        type = lower_clause_type(l, place);
        type = is_hand_cell(l, place, type) ? l->board->use : type;
    }
    return lower_on_type(l, type);
}

/* Does the move whose consequences these are end in a hand? */
static bool ends_in_hand(const Lower *l)
{
    const Term *move = l->mode.in_then ? l->decision : NULL;
    const bool ends = term_is(move, LUD_move_add) || term_is(move, LUD_move) || term_is(move, LUD_move_select);
    const Term *to = ends ? term_arg(move, SLOT_to) : NULL;
    if (!to && term_is(move, LUD_move_select))
        to = term_arg(move, SLOT_from);
    return to && (lower_in_hand(l, term_arg(to, SLOT_site)) || lower_in_hand(l, term_arg(to, SLOT_region)));
}

/* Is it a move that may start outside of hands, and not where the move before did? */
static bool starts_on_board(const Term *t, const void *data)
{
    const Lower *l = data;
    if (t->kind != TERM_LUDEME || strncmp(lud_row(t->id)->signature, "(move ", 6) != 0 || t->id == LUD_move_pass)
        return false;
    const Term *from = t->id == LUD_move || t->id == LUD_move_select ? term_arg(t, SLOT_from) : NULL;
    const Term *site = from ? term_arg(from, SLOT_site) : NULL;
    return !from || !(term_is(site, LUD_last_from) || lower_in_hand(l, site) || lower_in_hand(l, term_arg(from, SLOT_region)));
}

static bool all_start_in_hands(const Lower *l)
{
    return !term_any(l->root, starts_on_board, l);
}

/* Is it written so that only sites of hands can be meant? */
bool lower_in_hand(const Lower *l, const Term *t)
{
    if (!t || t->kind != TERM_LUDEME)
        return false;
    switch (t->id) {
    case LUD_hand_site:
    case LUD_sites_hand: return true;
    case LUD_sites_occupied: return term_arg(t, SLOT_containerName) || term_arg(t, SLOT_container);
    case LUD_site: return l->mode.site_in_hand;
    case LUD_last_to: return ends_in_hand(l);
    case LUD_last_from: return all_start_in_hands(l);
    case LUD_difference_region: return lower_in_hand(l, t->slot[0]);
    default: return false;
    }
}

/* Is it the type in force that the ludeme names, if any, or cells of hands? */
bool lower_default_type(Lower *l, const Term *t)
{
    const Term *type = term_arg(t, SLOT_type);
    if (!type || strcmp(type->text, site_type_name[l->sites->type]) == 0)
        return true;
    for (uint32_t i = 0; strcmp(type->text, "Cell") == 0 && i < t->n; i++)
        if (lower_in_hand(l, t->slot[i]))
            return true;
    lower_unsupported(l, type, "sites of another type than the board's");
    return false;
}
