/* equipment.c - what lies on the table: board, pieces, hands, regions
 * (semantics 03, section 2: how they get their numbers). */
#include <string.h>

#include "frontend/lud/lower/core/ask.h"
#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/setup/puzzle.h"
#include "frontend/lud/lower/geometry/track.h"
#include "frontend/lud/lower/core/site_type.h"

static int facing_wind(const Term *t)
{
    return t && t->kind == TERM_ENUM ? wind_find(t->text) : -1;
}

/* ---- players ------------------------------------------------------------------------------- */

static bool lower_players(Lower *l)
{
    const Term *players = term_arg(l->root, SLOT_players);
    if (term_is(players, LUD_players_n))
        l->facts->players = (int)term_arg(players, SLOT_n)->number;
    else
        l->facts->players = (int)term_arg(players, SLOT_players)->n;
    if (l->facts->players < 1) {
        lower_unsupported(l, players, "a game without players");
        return false;
    }
    if (l->facts->players > 16) {
        const Term *number = term_is(players, LUD_players_n) ? term_arg(players, SLOT_n) : NULL;
        session_error(l->session, term_at(number ? number : players), "at most 16 players");
        if (number)
            diag_fix(l->session->diags, FIX_INSTEAD, term_at(number), "16");
        return false;
    }
    l->facts->facing = ARENA_ARRAY(l->arena, int, l->facts->players + 2);
    for (int p = 0; p <= l->facts->players + 1; p++)
        l->facts->facing[p] = -1;
    for (int p = 1; p <= l->facts->players && term_is(players, LUD_players_list); p++) {
        const Term *player = term_arg(players, SLOT_players)->slot[p - 1];
        l->facts->facing[p] = facing_wind(term_arg(player, SLOT_facing));
    }
    return true;
}

/* ---- pieces --------------------------------------------------------------------------------- */

static void add_component(Lower *l, const Term *item, const char *base, int owner)
{
    Component c = {.base = base, .owner = owner, .item = item, .facing = -1};
    bool suffix = l->facts->players > 1 ? owner <= l->facts->players : owner == 0;
    c.name = suffix ? arena_printf(l->arena, "%s%d", base, owner) : base;
    if (term_is(item, LUD_piece))
        c.facing = facing_wind(term_arg(item, SLOT_facing));
    if (owner >= 1 && owner <= l->facts->players && l->facts->facing[owner] >= 0)
        c.facing = l->facts->facing[owner];
    vec_push(l->arena, &l->sym->component, c);
}

static void lower_piece(Lower *l, const Term *item)
{
    const Term *role = term_arg(item, SLOT_role);
    const char *base = term_arg(item, SLOT_name)->text;
    if (term_arg(item, SLOT_maxCount))
        lower_unsupported(l, item, "(piece .. maxCount:)");
    if (!role || term_is_enum(role, "Each")) {
        for (int p = 1; p <= l->facts->players; p++)
            add_component(l, item, base, p);
        return;
    }
    int owner = role_fixed(l, role->text);
    if (owner < 0 || owner > l->facts->players + 1) {
        session_error(l->session, term_at(role), "a piece cannot belong to `%s`", role->text);
        return;
    }
    add_component(l, item, base, owner);
}

/* Without them `who` reads like `what`: on boards of cells alone, where nothing
 * else than the piece is stored and no player has two kinds of it. */
static bool needs_item_indices(const Lower *l)
{
    if (l->facts->has_count || l->facts->has_trait[TRAIT_STATE] || l->board->use != SITE_CELL || (size_t)l->facts->players + 1 < l->sym->component.n)
        return true;
    for (int p = 0; p <= l->facts->players; p++) {
        int n = 0;
        for (size_t c = 1; c < l->sym->component.n; c++)
            n += l->sym->component.at[c].owner == p;
        if (n > 1)
            return true;
    }
    return false;
}

static void lower_pieces_of_game(Lower *l, const Term *items)
{
    Component nothing = {.name = "-", .base = "-", .owner = 0, .facing = -1};
    vec_push(l->arena, &l->sym->component, nothing);
    lower_dice_components(l);
    for (uint32_t i = 0; i < items->n; i++) {
        const Term *item = items->slot[i];
        if (term_is(item, LUD_tile) && term_arg(item, SLOT_paths))
            lower_unsupported(l, item, "a tile with paths");
        else if (term_is(item, LUD_piece) || term_is(item, LUD_tile))
            lower_piece(l, item);
    }
    for (int64_t v = (int64_t)l->sym->component.n; l->sym->puzzle && v <= l->sym->puzzle->most; v++)
        add_component(l, NULL, arena_printf(l->arena, "%lld", (long long)v), 1);
    bool none = l->sym->component.n == 1;
    for (int p = 1; none && p <= l->facts->players; p++)
        add_component(l, NULL, "Ball", p);
}

/* ---- containers ------------------------------------------------------------------------------- */

/* The first site of the next container: after the larger of cells and sites of use. */
static int next_site(const Lower *l)
{
    const Container *last = &l->sym->container.at[l->sym->container.n - 1];
    int cells = l->board->layer[SITE_CELL].n;
    return l->sym->container.n > 1 ? last->from + last->n : l->sites->layer->n > cells ? l->sites->layer->n : cells;
}

static void add_hand(Lower *l, int owner, int size)
{
    Container hand = {.owner = owner, .n = size, .hand = true, .from = next_site(l)};
    hand.name = arena_printf(l->arena, "Hand%d", owner);
    vec_push(l->arena, &l->sym->container, hand);
}

static void lower_hand(Lower *l, const Term *item)
{
    const Term *role = term_arg(item, SLOT_role), *size = term_arg(item, SLOT_size);
    int n = size ? (int)size->number : 1;
    if (n < 1 || n > 10000) {
        session_error(l->session, term_at(size), "a hand has at least one site");
        return;
    }
    if (term_is_enum(role, "Each")) {
        for (int p = 1; p <= l->facts->players; p++)
            add_hand(l, p, n);
        return;
    }
    int owner = role_fixed(l, role->text);
    if (owner < 0 || owner > l->facts->players + 1) {
        session_error(l->session, term_at(role), "a hand cannot belong to `%s`", role->text);
        return;
    }
    add_hand(l, owner, n);
}

static bool lower_board_item(Lower *l, const Term *items)
{
    const Term *board = NULL;
    for (uint32_t i = 0; i < items->n; i++) {
        const Term *item = items->slot[i];
        if (term_is(item, LUD_board) || term_is(item, LUD_mancala_board) || term_is(item, LUD_boardless) ||
            term_is(item, LUD_surakarta_board))
            board = board ? board : item;
        else if (!lud_row(item->id)->supported)
            lower_unsupported(l, item, lud_row(item->id)->signature);
    }
    if (!board)
        return diags_failed(l->session->diags)
                   ? false
                   : session_error(l->session, term_at(items), "the equipment has no board");
    if (term_arg(board, SLOT_largeStack))
        lower_unsupported(l, board, "(board .. largeStack)");
    lower_at(l, board);
    l->board = board_of_term(l->session, board);
    if (!l->board)
        return false;
    for (int type = 0; type < SITE_TYPES && lower_reads(l->root, LUD_layer); type++)
        board_rows_by_place(l->arena, &l->board->layer[type]);
    lower_type_sites_known(l);
    if (l->sites->layer->n == 0)
        return session_error(l->session, term_at(board), "the board has no sites to play on");
    if (!lower_puzzle_facts(l, board))
        return false;
    if (!term_is(board, LUD_boardless))
        lower_tracks(l, board);
    lower_type_facts(l);
    Container container = {.name = "Board", .from = 0, .n = l->sites->layer->n};
    vec_push(l->arena, &l->sym->container, container);
    return true;
}

/* ---- spaces --------------------------------------------------------------------------------------- */

/* Labels outlive the lowering. */
static const char *lasting(Lower *l, const char *label)
{
    return intern_str(l->session->names, label);
}

static void label_sites(Lower *l, IrSpace *space)
{
    space->label = ARENA_ARRAY(l->arena, const char *, space->size);
    for (int s = 0; s < space->size; s++)
        space->label[s] = s < l->sites->layer->n ? lasting(l, lower_site_label(l, l->board->use, s))
                          : l->facts->types      ? lasting(l, arena_printf(l->arena, "%d", s))
                                          : "";
    for (size_t c = 1; c < l->sym->container.n; c++) {
        const Container *hand = &l->sym->container.at[c];
        for (int s = 0; s < hand->n; s++)
            space->label[hand->from + s] =
                lasting(l, hand->n == 1 ? hand->name : arena_printf(l->arena, "%s.%d", hand->name, s + 1));
    }
}

static void lower_spaces(Lower *l)
{
    const Container *last = &l->sym->container.at[l->sym->container.n - 1];
    int sites = l->sym->container.n == 1 ? l->sites->layer->n : last->from + last->n, others = lower_type_sites(l);
    sites = others > sites ? others : sites;
    l->sym->space_site = ir_space_add(l->game, "loc", sites);
    label_sites(l, &l->game->space.at[l->sym->space_site]);
    l->sym->space_piece = ir_space_add(l->game, "piece", (int)l->sym->component.n);
    IrSpace *pieces = &l->game->space.at[l->sym->space_piece];
    pieces->label = ARENA_ARRAY(l->arena, const char *, l->sym->component.n);
    for (size_t c = 0; c < l->sym->component.n; c++)
        pieces->label[c] = lasting(l, l->sym->component.at[c].name);
    l->sym->space_player = ir_space_add(l->game, "player", l->facts->players + 2);

    lower_board_table(l, "board");
    IrType owner = ir_int(0, l->facts->players + 1);
    IrDim dim = {l->sym->space_piece, (int)l->sym->component.n};
    l->sym->table_owner = ir_table_add(l->game, "owner", owner, false, 1, &dim);
    for (size_t c = 1; c < l->sym->component.n; c++)
        l->game->table.at[l->sym->table_owner].value[c] = l->sym->component.at[c].owner;
    int players = ir_table_add(l->game, "players", ir_mask(l->sym->space_player), false, 0, NULL);
    for (int p = 1; p <= l->facts->players; p++)
        ir_mask_set(l->game->table.at[players].word, p);
}

bool lower_equipment(Lower *l, const Term *equipment)
{
    const Term *items = term_arg(equipment, SLOT_items);
    if (!lower_players(l) || !lower_board_item(l, items))
        return false;
    for (uint32_t i = 0; i < items->n; i++)
        if (term_is(items->slot[i], LUD_dice) && !lower_dice_item(l, items->slot[i]))
            return false;
    lower_pieces_of_game(l, items);
    for (uint32_t i = 0; i < items->n; i++)
        if (term_is(items->slot[i], LUD_hand))
            lower_hand(l, items->slot[i]);
    if (l->sym->dice)
        lower_dice_container(l, next_site(l));
    l->facts->has_hand = l->sym->container.n > 1;
    l->facts->has_count |= l->facts->has_hand && !l->facts->stacks;
    l->facts->item_indices = needs_item_indices(l);
    lower_spaces(l);
    return !diags_failed(l->session->diags);
}

/* ---- regions ----------------------------------------------------------------------------------------- */

static void region_add(Lower *l, NamedRegion *region, const Term *item, Ir *mask)
{
    if (region->nmask == 16) {
        lower_unsupported(l, item, "more than 16 regions under one name");
        return;
    }
    region->mask[region->nmask++] = mask;
}

/* A region that belongs to nobody and is never named is there for people only. */
static bool for_people(Lower *l, const Term *item)
{
    const Term *name = term_arg(item, SLOT_name), *items = term_arg(term_arg(l->root, SLOT_equipment), SLOT_items);
    if (!name || term_arg(item, SLOT_role) || lower_speaks_of(term_arg(l->root, SLOT_rules), name->text))
        return false;
    for (uint32_t i = 0; i < items->n; i++)
        if (items->slot[i] != item && lower_speaks_of(items->slot[i], name->text))
            return false;
    return true;
}

static void lower_one_region(Lower *l, const Term *item)
{
    NamedRegion region = {.item = item};
    const Term *name = term_arg(item, SLOT_name), *role = term_arg(item, SLOT_role);
    const Term *sites = term_arg(item, SLOT_sites), *one = term_arg(item, SLOT_region);
    const Term *many = term_arg(item, SLOT_regions);
    if (term_arg(item, SLOT_static) || term_arg(item, SLOT_statics) || term_arg(item, SLOT_hints)) {
        lower_unsupported(l, item, "regions of a kind (Rows, Columns ..) or with hints");
        return;
    }
    region.owner = role ? role_fixed(l, role->text) : 0;
    region.name = name   ? name->text
                  : role ? arena_printf(l->arena, "Region%s", role->text)
                         : "Region";
    if (region.owner < 0) {
        lower_unsupported(l, role, "regions of a player that changes");
        return;
    }
    if (sites) {
        uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
        for (uint32_t i = 0; i < sites->n; i++) {
            int64_t s = sites->slot[i]->number;
            if (s >= lw_dim_site(l).size) {
                lower_no_site(l, sites->slot[i], s);
                return;
            }
            if (s >= 0)
                ir_mask_set(word, (int)s);
        }
        region_add(l, &region, item, lw_table_mask(l, region.name, word));
    }
    if (one)
        region_add(l, &region, item, lower_region(l, one));
    for (uint32_t i = 0; many && i < many->n; i++)
        region_add(l, &region, item, lower_region(l, many->slot[i]));
    vec_push(l->arena, &l->sym->region, region);
}

void lower_regions(Lower *l)
{
    if (l->sym->puzzle) {
        lower_puzzle_regions(l);
        return;
    }
    const Term *items = term_arg(term_arg(l->root, SLOT_equipment), SLOT_items);
    for (uint32_t i = 0; i < items->n; i++)
        if (term_is(items->slot[i], LUD_regions) && !for_people(l, items->slot[i]))
            lower_one_region(l, items->slot[i]);
}

/* What is said on the way is not: nobody asked for the region in the rules. */
const NamedRegion *lower_region_for_people(Lower *l, const Term *item)
{
    Session *session = l->session, quiet = *session;
    IrFn *scratch = ARENA_NEW(l->arena, IrFn);
    Lower in = *l;
    const size_t before = l->sym->region.n;
    quiet.diags = diags_new(l->arena);
    *scratch = (IrFn){.kind = IR_VIEW, .name = "scratch"};
    in.session = l->game->session = &quiet;
    in.fn = scratch;
    lower_one_region(&in, item);
    l->game->session = session;
    if (diags_failed(quiet.diags))
        l->sym->region.n = before;
    return l->sym->region.n > before ? &l->sym->region.at[before] : NULL;
}
