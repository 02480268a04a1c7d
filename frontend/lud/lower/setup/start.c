/* start.c - start rules, carried out at compile time: they set the initial
 * values of the fields (semantics 03, section 6). */
#include <string.h>

#include "frontend/lud/lower/setup/random_start.h"
#include "frontend/lud/lower/effects/capture.h"
#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/values/group.h"
#include "frontend/lud/lower/state/hidden.h"
#include "frontend/lud/lower/state/tiles.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/setup/puzzle.h"
#include "frontend/lud/lower/state/track_index.h"
#include "frontend/lud/lower/state/order.h"
#include "frontend/lud/lower/state/team.h"
#include "frontend/lud/lower/core/site_type.h"

/* How many, and with which traits; -1: as the site has them. */
typedef struct {
    int64_t count, trait[TRAITS];
} Placing;

static void place_at(Lower *l, const Term *t, int piece, int64_t site, const Placing *how)
{
    IrField *what = &l->game->field.at[l->sites->what];
    if (site < 0 || site >= lw_dim_site(l).size) {
        lower_no_site(l, t, site);
        return;
    }
    for (int i = 0; i < TRAITS; i++) {
        if (how->trait[i] >= 0 && how->trait[i] > l->game->field.at[l->sites->trait[i]].elem.hi) {
            session_error(l->session, term_at(t), "%s is too large for a site",
                          arena_printf(l->arena, "%lld", (long long)how->trait[i]));
            return;
        }
    }
    lower_start_last(l, site);
    if (l->facts->stacks) {
        stack_start_push(l, piece, site, how->trait);
        lower_lap_start(l, site, piece, 1);
        return;
    }
    bool empty = what->init[site] == 0;
    if (empty) {
        order_start(l, site);
        what->init[site] = piece;
        if (l->field->who >= 0)
            l->game->field.at[l->field->who].init[site] = l->sym->component.at[piece].owner;
    }
    if (l->facts->has_count) {
        IrField *pile = &l->game->field.at[l->sites->count];
        int64_t number = empty ? how->count : pile->init[site] + how->count;
        if (number > pile->elem.hi) {
            session_error(l->session, term_at(t), "%lld pieces on a site; there is room for %lld", (long long)number,
                          (long long)pile->elem.hi);
            return;
        }
        pile->init[site] = number;
    }
    for (int i = 0; i < TRAITS; i++)
        if (how->trait[i] >= 0)
            l->game->field.at[l->sites->trait[i]].init[site] = how->trait[i];
    if (l->facts->has_large)
        lower_large_start(l, piece, site, how->trait[TRAIT_STATE]);
    lower_lap_start(l, site, piece, l->facts->has_count ? how->count : 1);
}

static bool known(Lower *l, const Term *t, int64_t *value)
{
    if (lower_start_int(l, lower_int(l, t), value))
        return true;
    lower_unsupported(l, t, "a start rule that is not known before the game");
    return false;
}

/* How the row places; false (filed) if that is not known before the game. */
static bool placing(Lower *l, const Term *t, const Term *count, Placing *how)
{
    static const SlotName slot[TRAITS] = {SLOT_state, SLOT_rotation, SLOT_value};
    *how = (Placing){.count = 1, .trait = {-1, -1, -1}};
    for (int i = 0; i < TRAITS; i++)
        if (term_arg(t, slot[i]) && !known(l, term_arg(t, slot[i]), &how->trait[i]))
            return false;
    if (!lower_default_type(l, t) || (count && !known(l, count, &how->count)))
        return false;
    if (how->count < 0) {
        session_error(l->session, term_at(count), "a count is at least 0");
        diag_fix(l->session->diags, FIX_INSTEAD, term_at(count), "%lld", -(long long)how->count);
        return false;
    }
    return true;
}

/* (place "X" "Hand"): "X1" into the first free site of player 1's hand, .. */
static void place_hands(Lower *l, const Term *t, const char *base, const Placing *how)
{
    for (int p = 1; p <= l->facts->players; p++) {
        int piece = lower_component_by_name(l, arena_printf(l->arena, "%s%d", base, p));
        if (piece == 0)
            continue;
        for (size_t c = 1; c < l->sym->container.n; c++) {
            const Container *hand = &l->sym->container.at[c];
            for (int s = 0; hand->owner == p && s < hand->n; s++) {
                if (l->game->field.at[l->sites->what].init[hand->from + s] == 0) {
                    place_at(l, t, piece, hand->from + s, how);
                    break;
                }
            }
        }
    }
}

/* (place "X1" "Hand1"): the reference then places the piece that has the hand's
 * number, whatever its name; where that is the one named there is no doubt. */
static void place_in_hand(Lower *l, const Term *t, const Placing *how)
{
    const Term *container = term_arg(t, SLOT_container);
    int piece = lower_component_by_name(l, term_arg(t, SLOT_piece)->text);
    for (size_t c = 1; c < l->sym->container.n; c++) {
        const Container *hand = &l->sym->container.at[c];
        if (hand->hand && strcmp(hand->name, container->text) == 0 && piece == (int)c) {
            place_at(l, t, piece, hand->from, how);
            return;
        }
    }
    bool there = false;
    for (size_t c = 1; c < l->sym->container.n; c++)
        there = there || !strcmp(l->sym->container.at[c].name, container->text);
    if (there) {
        lower_unsupported(l, container, "placing into this container");
        return;
    }
    session_error(l->session, term_at(container), "no container is named `%s`", container->text);
    diag_note(l->session->diags, (Span){0, 0}, "a site is written as a coordinate: coord:\"%s\"", container->text);
    diag_fix(l->session->diags, FIX_BEFORE, term_at(container), "coord:");
}

static void start_place(Lower *l, const Term *t)
{
    const Term *container = term_arg(t, SLOT_container);
    const Term *name = term_arg(t, SLOT_piece), *coord = term_arg(t, SLOT_coord);
    int64_t site;
    Placing how;
    if (!placing(l, t, term_arg(t, SLOT_count), &how))
        return;
    if (container) {
        if (strcmp(container->text, "Hand") == 0)
            place_hands(l, t, name->text, &how);
        else
            place_in_hand(l, t, &how);
        return;
    }
    int piece = lower_component_named(l, name);
    if (piece == 0)
        return;
    if (coord) {
        site = board_find_label(l->sites->layer, coord->text);
        if (site < 0) {
            session_error(l->session, term_at(coord), "the board has no site labelled `%s`", coord->text);
            lower_near_label(l, coord);
            return;
        }
    } else if (!term_arg(t, SLOT_site) || !known(l, term_arg(t, SLOT_site), &site)) {
        diag_warning(l->session->diags, WARN_not_placed, term_at(t),
             "`%s` is placed nowhere: no site is given", name->text);
        return;
    }
    place_at(l, t, piece, site, &how);
}

/* The sites of a region before the first move; NULL, filed, if they are not known. */
static const uint64_t *start_sites(Lower *l, const Term *region)
{
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
    if (lower_start_mask(l, lower_region(l, region), word))
        return word;
    lower_unsupported(l, region, "a start rule that is not known before the game");
    return NULL;
}

/* On all the sites listed or in the region. */
static void place_all(Lower *l, const Term *t, int piece, const Placing *how)
{
    const Term *sites = term_arg(t, SLOT_sites), *coords = term_arg(t, SLOT_coords);
    const Term *region = term_arg(t, SLOT_region);
    for (uint32_t i = 0; sites && i < sites->n; i++) {
        int64_t site;
        if (known(l, sites->slot[i], &site))
            place_at(l, sites->slot[i], piece, site, how);
    }
    for (uint32_t i = 0; coords && i < coords->n; i++) {
        int site = lower_listed_label(l, coords->slot[i]);
        if (site >= 0)
            place_at(l, t, piece, site, how);
    }
    if (!region)
        return;
    const uint64_t *word = start_sites(l, region);
    if (!word)
        return;
    for (int s = 0; s < lw_dim_site(l).size; s++)
        if (ir_mask_has(word, s))
            place_at(l, t, piece, s, how);
}

/* So many pieces on the site, or the list of pieces once each. */
static void stack_at(Lower *l, const Term *t, int64_t site, int64_t count, const Placing *how)
{
    const Term *one = term_arg(t, SLOT_piece), *items = term_arg(t, SLOT_pieces);
    for (uint32_t i = 0; i < (one ? 1 : items->n); i++) {
        int piece = lower_component_named(l, one ? one : items->slot[i]);
        for (int64_t n = 0; piece != 0 && n < count && n <= (l->facts->stacks ? STACK : INT16_MAX); n++) /* no stack, no pile takes more */
            place_at(l, t, piece, site, how);
    }
}

static void stack_at_each(Lower *l, const Term *t, const int64_t *site, uint32_t n, int64_t count,
                          const Placing *how)
{
    const Term *counts = term_arg(t, SLOT_counts);
    if (counts && counts->n != n) {
        session_error(l->session, term_at(counts), "there must be as many counts as sites");
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        if (!counts || known(l, counts->slot[i], &count))
            stack_at(l, t, site[i], count, how);
}

/* The sites in their order, a region's in ascending order. */
static void start_stack(Lower *l, const Term *t)
{
    const Term *sites = term_arg(t, SLOT_sites), *coords = term_arg(t, SLOT_coords), *one = term_arg(t, SLOT_site);
    const Term *region = term_arg(t, SLOT_region), *coord = term_arg(t, SLOT_coord), *count = term_arg(t, SLOT_count);
    const Term *counts = term_arg(t, SLOT_counts);
    int64_t *site = ARENA_ARRAY(l->arena, int64_t, lw_dim_site(l).size + 1), number = 1;
    uint32_t n = 0;
    Placing how;
    /* the reference fails for these forms: a list on a region, one kind by its label */
    bool fails = term_arg(t, SLOT_pieces) ? region || counts : coord || (counts && !region);
    if (fails || term_arg(t, SLOT_container) || sites || coords || !placing(l, t, NULL, &how) ||
        (count && !known(l, count, &number))) {
        lower_unsupported(l, t, "this form of (place Stack ..)");
        return;
    }
    if (coord) {
        site[n++] = board_find_label(l->sites->layer, coord->text);
        if (site[0] < 0) {
            session_error(l->session, term_at(coord), "the board has no site labelled `%s`", coord->text);
            lower_near_label(l, coord);
            return;
        }
    } else if (one) {
        if (!known(l, one, &site[n++]))
            return;
    } else if (region) {
        const uint64_t *word = start_sites(l, region);
        if (!word)
            return;
        for (int s = 0; s < lw_dim_site(l).size; s++)
            if (ir_mask_has(word, s))
                site[n++] = s;
    }
    stack_at_each(l, t, site, n, number, &how);
}

static void start_place_many(Lower *l, const Term *t)
{
    const Term *counts = term_arg(t, SLOT_counts);
    Placing how;
    /* of several counts the first holds for all */
    if (!placing(l, t, counts && counts->n > 0 ? counts->slot[0] : NULL, &how))
        return;
    int piece = lower_component_named(l, term_arg(t, SLOT_piece));
    if (piece != 0)
        place_all(l, t, piece, &how);
}

static void count_at(Lower *l, const Term *t, int64_t site, int64_t count)
{
    int piece = (int)l->sym->component.n - 1;
    if (site < 0 || site >= lw_dim_site(l).size || count < 0) {
        lower_no_site(l, t, site);
        return;
    }
    l->game->field.at[l->sites->what].init[site] = count ? piece : 0;
    l->game->field.at[l->sites->count].init[site] = count;
    lower_start_last(l, site);
}

/* So many of the last kind of piece, which belong to nobody as long as they stay. */
static void start_set_count(Lower *l, const Term *t)
{
    const Term *at = term_arg(t, SLOT_at), *to = term_arg(t, SLOT_to);
    int64_t count, site;
    if (!lower_default_type(l, t) || !known(l, term_arg(t, SLOT_value), &count))
        return;
    if (at) {
        if (known(l, at, &site))
            count_at(l, t, site, count);
        return;
    }
    const uint64_t *word = start_sites(l, to);
    if (!word)
        return;
    for (int s = 0; s < lw_dim_site(l).size; s++)
        if (ir_mask_has(word, s))
            count_at(l, t, s, count);
}

/* The piece that (set role ..) puts down: the first one of nobody or of all; a
 * player's is the piece that has the player's number. */
static int piece_of_role(Lower *l, const Term *role)
{
    int player = role_fixed(l, role->text);
    if (player >= 1 && player <= l->facts->players)
        return player < (int)l->sym->component.n ? player : 0;
    for (size_t c = 1; c < l->sym->component.n; c++)
        if (l->sym->component.at[c].owner == player)
            return (int)c;
    return 0;
}

/* (set Shared Edge ..): elements of the graph are given to a player. */
static void start_set_owner(Lower *l, const Term *t)
{
    const Term *role = term_arg(t, SLOT_role);
    int piece = piece_of_role(l, role);
    const Placing how = {.count = 1, .trait = {-1, -1, -1}};
    int64_t site;
    if (!lower_default_type(l, t) || role_fixed(l, role->text) < 0) {
        lower_unsupported(l, t, "setting the owner of these sites");
        return;
    }
    if (piece == 0) {
        diag_warning(l->session->diags, WARN_not_placed, term_at(t), "%s has no piece to set", role->text);
        return;
    }
    if (t->id == LUD_start_set_owner_many) {
        place_all(l, t, piece, &how);
    } else if (term_arg(t, SLOT_coord)) {
        site = lower_listed_label(l, term_arg(t, SLOT_coord));
        place_at(l, t, piece, site, &how);
    } else if (term_arg(t, SLOT_site) && known(l, term_arg(t, SLOT_site), &site)) {
        place_at(l, t, piece, site, &how);
    }
}

static void start_rule(Lower *l, const Term *t);

/* The rule for each number, from the least to the greatest. */
static void for_each_number(Lower *l, const Term *t)
{
    enum { MOST = 4096 };
    Lower in = *l;
    int64_t least, greatest;
    if (!lower_start_int(&in, lower_int(&in, term_arg(t, SLOT_min)), &least) ||
        !lower_start_int(&in, lower_int(&in, term_arg(t, SLOT_max)), &greatest) || greatest - least > MOST) {
        lower_unsupported(l, t, "a start rule for each of such numbers");
        return;
    }
    for (int64_t x = least; x <= greatest; x++) {
        in.it.value = lw_int(l, x);
        start_rule(&in, term_arg(t, SLOT_rule));
    }
}

/* The rule for each site of the region for which the condition holds when it is its turn. */
static void for_each_site(Lower *l, const Term *t)
{
    const Term *cond = term_arg(t, SLOT_if);
    Lower in = *l;
    uint64_t *sites = ARENA_ARRAY(l->arena, uint64_t, (size_t)ir_words(l->game, l->sym->space_site));
    if (!lower_start_mask(&in, lower_region(&in, term_arg(t, SLOT_region)), sites)) {
        lower_unsupported(l, t, "a start rule for each site of such a region");
        return;
    }
    for (int s = 0; s < lw_dim_site(l).size; s++) {
        int64_t holds = 1;
        in.it.site = lw_int(l, s);
        if (cond && !lower_start_int(&in, lower_bool(&in, cond), &holds)) {
            lower_unsupported(l, cond, "a condition that is not known before the game");
            break;
        }
        if (ir_mask_has(sites, s) && holds)
            start_rule(&in, term_arg(t, SLOT_rule));
    }
}

static void for_each_player(Lower *l, const Term *t)
{
    Lower in = *l;
    for (int p = 1; p <= l->facts->players; p++) {
        in.it.player = lw_int(l, p);
        start_rule(&in, term_arg(t, SLOT_rule));
    }
}

static void rule_here(Lower *l, const Term *t)
{
    if (l->sym->begin && (t->id == LUD_start_for_each_value || t->id == LUD_start_for_each_site)) {
        lower_unsupported(l, t, "start rules in a loop after others by chance");
        return;
    }
    if (lower_begins(l, t)) {
        lower_begin_rule(l, t);
        return;
    }
    switch (t->id) {
    case LUD_place: start_place(l, t); break;
    case LUD_place_many: start_place_many(l, t); break;
    case LUD_place_stack: start_stack(l, t); break;
    case LUD_start_set_count: start_set_count(l, t); break;
    case LUD_start_set_values: lower_start_values(l, t); break;
    case LUD_start_set_owner:
    case LUD_start_set_owner_many: start_set_owner(l, t); break;
    case LUD_start_set_cost: lower_start_cost(l, t); break;
    case LUD_start_set_hidden: lower_start_hidden(l, t); break;
    case LUD_start_set_score: lower_start_score(l, t); break;
    case LUD_start_set_team: lower_start_team(l, t); break;
    case LUD_start_remember_value: lower_start_remember(l, t); break;
    case LUD_start_for_each_value: for_each_number(l, t); break;
    case LUD_start_for_each_site: for_each_site(l, t); break;
    case LUD_start_for_each_player: for_each_player(l, t); break;
    default: lower_unsupported(l, t, lud_row(t->id)->signature); break;
    }
}

static void start_rule(Lower *l, const Term *t)
{
    lower_at(l, t);
    Lower in = lower_within(l, t);
    rule_here(&in, t);
}

void lower_start(Lower *l, const Term *start)
{
    const Placing plain = {.count = 1, .trait = {-1, -1, -1}};
    for (int k = 0; l->sym->dice && k < l->sym->dice->n; k++)
        place_at(l, l->sym->dice->item, k + 1, l->sym->dice->from + k, &plain);
    if (!start)
        return;
    const Term *rules = term_arg(start, SLOT_rules), *rule = term_arg(start, SLOT_rule);
    if (rule)
        start_rule(l, rule);
    for (uint32_t i = 0; rules && i < rules->n; i++)
        start_rule(l, rules->slot[i]);
    lower_begin_done(l);
}
