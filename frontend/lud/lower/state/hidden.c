/* hidden.c - what players are not shown (semantics 03, section 3).
 *
 * For each player a set of sites says what is hidden from him: everything there, or
 * one property, as far as the description speaks of it.  It changes no move by itself:
 * the rules have to ask. */
#include "frontend/lud/elab/term_walk.h"
#include "ir/offer/offer.h"
#include "frontend/lud/lower/state/hidden.h"
#include "frontend/lud/lower/setup/random_start.h"

#include <string.h>

/* In the order of the bits that records show. */
static const char *const data_name[HIDDEN_DATA] = {NULL, "What", "Who", "State", "Value", "Rotation", "Count"};
static const int data_bit[HIDDEN_DATA] = {1, 2, 4, 8, 16, 32, 64};

static int data_of(const Term *t)
{
    for (int d = 1; t && d < HIDDEN_DATA; d++)
        if (term_is_enum(t, data_name[d]))
            return d;
    return 0;
}

/* ---- fields ------------------------------------------------------------------------- */

static bool hides(const Term *t)
{
    return term_is(t, LUD_set_hidden) || term_is(t, LUD_start_set_hidden) || term_is(t, LUD_is_hidden) ||
           term_is(t, LUD_sites_hidden);
}

/* Bits of the data that the description hides or asks about. */
static TermWay find_data(const Term *t, void *used)
{
    unsigned *data = used;
    if (!hides(t))
        return TERM_INTO;
    bool sets = t->id == LUD_set_hidden || t->id == LUD_start_set_hidden;
    const Term *many = sets ? term_arg(t, SLOT_dataTypes) : NULL;
    for (uint32_t i = 0; many && i < many->n; i++)
        *data |= 1u << data_of(many->slot[i]);
    *data |= many ? 0 : 1u << data_of(term_arg(t, SLOT_dataType));
    return TERM_INTO;
}

static int field_of(const Lower *l, int data, int player)
{
    return l->sym->hidden ? l->sym->hidden[data * (l->facts->players + 1) + player] : -1;
}

int lower_hidden_field(const Lower *l, int data, int player)
{
    return field_of(l, data, player);
}

const char *lower_hidden_name(int data)
{
    return data_name[data];
}

void lower_hidden_state(Lower *l)
{
    unsigned used = 0;
    term_walk(l->root, find_data, &used);
    if (used == 0)
        return;
    if (l->facts->stacks || lower_reads(l->root, LUD_sow))
        lower_unsupported(l, l->root, "what is hidden, in a game of stacks or sowing");
    l->sym->hidden = ARENA_ARRAY(l->arena, int, HIDDEN_DATA * (l->facts->players + 1));
    int32_t *from = ARENA_ARRAY(l->arena, int32_t, l->facts->players);
    for (int p = 1; p <= l->facts->players; p++)
        from[p - 1] = p;
    ir_data_add(l->game, IR_HIDDEN, (size_t)l->facts->players, from);
    for (int d = 0; d < HIDDEN_DATA; d++) {
        for (int p = 0; p <= l->facts->players; p++) {
            const char *name = arena_printf(l->arena, "hidden%s_%d", d ? data_name[d] : "", p);
            bool there = p > 0 && (used >> d & 1);
            l->sym->hidden[d * (l->facts->players + 1) + p] = there ? ir_field_add(l->game, name, ir_mask(l->sym->space_site), NULL) : -1;
        }
    }
}

/* `hid1`: the bits of what is hidden from player 1. */
void lower_hidden_views(Lower *l)
{
    for (int p = 1; l->sym->hidden && p <= l->facts->players; p++) {
        lw_view_begin(l, arena_printf(l->arena, "hid%d", p));
        int s = lw_new_local(l, "i", lower_site_type(l));
        Ir *bits = lw_int(l, 0);
        l->fn->nparam = 1;
        for (int d = 0; d < HIDDEN_DATA; d++) {
            if (field_of(l, d, p) >= 0) {
                Ir *in = ir_op2(l->game, IR_OP_HAS, lw_local(l, s), lw_get(l, field_of(l, d, p)));
                Ir *bit = ir_op3(l->game, IR_OP_SELECT, in, lw_int(l, data_bit[d]), lw_int(l, 0));
                bits = ir_op2(l->game, IR_OP_ADD, bits, bit);
            }
        }
        lw_view_end(l, bits);
    }
}

/* ---- pieces that move ---------------------------------------------------------------- */

void lower_hidden_goes(Lower *l, Ir **block, const Ir *from, const Ir *to)
{
    if (!l->sym->hidden)
        return;
    Ir *empty = ir_op2(l->game, IR_OP_EQ, lw_at(l, l->sites->what, lw_copy(l, from)), lw_int(l, 0));
    Ir *start = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, from));
    start = lw_let(l, block, "left", ir_op3(l->game, IR_OP_SELECT, empty, start, ir_k0(l->game, IR_OP_NONE, l->sym->space_site)));
    Ir *end = lw_let(l, block, "end", ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, to)));
    for (int i = 0; i < HIDDEN_DATA * (l->facts->players + 1); i++) {
        if (l->sym->hidden[i] < 0)
            continue;
        Ir *set = lw_get(l, l->sym->hidden[i]), *was = ir_op2(l->game, IR_OP_HAS, lw_copy(l, from), lw_copy(l, set));
        Ir *with = ir_op2(l->game, IR_OP_MOR, lw_copy(l, set), lw_copy(l, end));
        Ir *without = ir_op2(l->game, IR_OP_MDIFF, set, lw_copy(l, end));
        Ir *now = ir_op3(l->game, IR_OP_SELECT, was, with, without);
        lw_set_field(l, block, l->sym->hidden[i], ir_op2(l->game, IR_OP_MDIFF, now, lw_copy(l, start)));
    }
}

/* ---- questions ------------------------------------------------------------------------- */

/* The sites of that kind hidden from a player who is known in play only. */
static Ir *hidden_from(Lower *l, const Term *t, Ir *player)
{
    const int data = data_of(term_arg(t, SLOT_dataType));
    Ir *sites = ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    for (int p = 1; p <= l->facts->players; p++) {
        int64_t known;
        if (lower_is_const(player, &known)) {
            sites = known == p ? lw_get(l, field_of(l, data, p)) : sites;
            continue;
        }
        Ir *he = ir_op2(l->game, IR_OP_EQ, lw_copy(l, player), lw_int(l, p));
        sites = ir_op3(l->game, IR_OP_SELECT, he, lw_get(l, field_of(l, data, p)), sites);
    }
    return sites;
}

static Ir *one_player(Lower *l, const Term *t)
{
    const Term *to = term_arg(t, SLOT_to);
    if (to->kind == TERM_ENUM && (role_is_all(to) || term_is_enum(to, "NonMover") || term_is_enum(to, "Enemy") ||
                                  term_is_enum(to, "Friend"))) {
        lower_unsupported(l, t, "what is hidden from several players");
        return lw_int(l, 1);
    }
    return to->kind == TERM_ENUM ? lower_role(l, to) : lower_int(l, to);
}

Ir *lower_bool_is_hidden(Lower *l, const Term *t)
{
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    return ir_op2(l->game, IR_OP_HAS, lower_int(l, term_arg(t, SLOT_at)), hidden_from(l, t, one_player(l, t)));
}

/* Of the board. */
Ir *lower_region_sites_hidden(Lower *l, const Term *t)
{
    if (!lower_default_type(l, t))
        return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    return ir_op2(l->game, IR_OP_MAND, hidden_from(l, t, one_player(l, t)), lw_board(l));
}

/* ---- hiding ---------------------------------------------------------------------------- */

/* The data that are meant, each with what happens to the set of one player. */
static unsigned data_meant(const Term *t)
{
    const Term *many = term_arg(t, SLOT_dataTypes);
    unsigned meant = many ? 0 : 1u << data_of(term_arg(t, SLOT_dataType));
    for (uint32_t i = 0; many && i < many->n; i++)
        meant |= 1u << data_of(many->slot[i]);
    return meant;
}

static Ir *players_meant(Lower *l, const Term *t)
{
    const Term *to = term_arg(t, SLOT_to);
    return to->kind == TERM_ENUM ? lower_role_set(l, to)
                                 : ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, lower_int(l, to));
}

static Ir *sites_meant(Lower *l, const Term *t)
{
    const Term *at = term_arg(t, SLOT_at);
    return at ? ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lower_int(l, at)) : lower_region(l, term_arg(t, SLOT_region));
}

void effect_set_hidden(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    if (!lower_default_type(l, t))
        return;
    const Term *value = term_arg(t, SLOT_value);
    Ir *sites = lw_let(l, lets, "sites", sites_meant(l, t));
    Ir *hide = lw_let(l, lets, "hide", value ? lower_fold_int(l, lower_bool(l, value)) : lw_int(l, 1));
    Ir *who = lw_let(l, lets, "players", players_meant(l, t));
    unsigned meant = data_meant(t);
    for (int p = 1; p <= l->facts->players; p++) {
        Ir *change = ir_block(l->game);
        for (int d = 0; d < HIDDEN_DATA; d++) {
            if (!(meant >> d & 1))
                continue;
            int field = field_of(l, d, p);
            Ir *more = ir_op2(l->game, IR_OP_MOR, lw_get(l, field), lw_copy(l, sites));
            Ir *less = ir_op2(l->game, IR_OP_MDIFF, lw_get(l, field), lw_copy(l, sites));
            lw_set_field(l, &change, field, ir_op3(l->game, IR_OP_SELECT, lw_copy(l, hide), more, less));
        }
        Ir *he = lower_fold_int(l, ir_op2(l->game, IR_OP_HAS, lw_int(l, p), lw_copy(l, who)));
        ir_append(l->game, writes, ir_if(l->game, he, change, NULL));
    }
}

void lower_begin_hidden(Lower *l, const Term *t, Ir **block)
{
    const Term *value = term_arg(t, SLOT_value);
    int64_t hide = 1, he = 0;
    if (!lower_default_type(l, t) || (value && !lower_const_int(l, value, &hide))) {
        lower_unsupported(l, t, "this form of (set Hidden ..) after a start rule by chance");
        return;
    }
    Ir *sites = lw_let(l, block, "sites", sites_meant(l, t));
    const unsigned meant = data_meant(t);
    for (int i = 0; i < HIDDEN_DATA * (l->facts->players + 1); i++) {
        const int p = i % (l->facts->players + 1), d = i / (l->facts->players + 1);
        if (l->sym->hidden[i] < 0 || !(meant >> d & 1) ||
            !lower_start_int(l, ir_op2(l->game, IR_OP_HAS, lw_int(l, p), players_meant(l, t)), &he) || !he)
            continue;
        Ir *now = ir_op2(l->game, hide ? IR_OP_MOR : IR_OP_MDIFF, lw_get(l, l->sym->hidden[i]), lw_copy(l, sites));
        ir_append(l->game, block, ir_put(l->game, l->sym->hidden[i], NULL, now));
    }
}

/* Before the game; each site and player is an action of its own. */
void lower_start_hidden(Lower *l, const Term *t)
{
    const Term *value = term_arg(t, SLOT_value), *at = term_arg(t, SLOT_at);
    int64_t hide = 1, site = -1;
    uint64_t *sites = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
    if (!lower_default_type(l, t))
        return;
    if ((value && !lower_start_int(l, lower_bool(l, value), &hide)) ||
        !(at ? lower_start_int(l, lower_int(l, at), &site) : lower_start_mask(l, lower_region(l, term_arg(t, SLOT_region)), sites)) ||
        site >= lw_dim_site(l).size) {
        lower_unsupported(l, t, "a start rule that is not known before the game");
        return;
    }
    if (at && site >= 0)
        ir_mask_set(sites, (int)site);
    const unsigned meant = data_meant(t);
    for (int i = 0; i < HIDDEN_DATA * (l->facts->players + 1); i++) {
        const int p = i % (l->facts->players + 1), d = i / (l->facts->players + 1);
        int64_t he = 0;
        if (l->sym->hidden[i] < 0 || !(meant >> d & 1) ||
            !lower_start_int(l, ir_op2(l->game, IR_OP_HAS, lw_int(l, p), players_meant(l, t)), &he) || !he)
            continue;
        for (int s = 0; s < lw_dim_site(l).size; s++) {
            uint64_t *word = l->game->field.at[l->sym->hidden[i]].word;
            if (ir_mask_has(sites, s)) {
                uint64_t bit = UINT64_C(1) << (s % 64);
                word[s / 64] = hide ? word[s / 64] | bit : word[s / 64] & ~bit;
                lower_start_last(l, s);
            }
        }
    }
}
