/* traits.c - what a site holds beside its piece: local state, rotation and
 * value (semantics 03, section 3).  A game has a trait everywhere as soon as one
 * ludeme names it. */
#include "frontend/lud/lower/large.h"
#include "frontend/lud/lower/rule.h"
#include "frontend/lud/lower/stack.h"
#include "frontend/lud/lower/traits.h"

static const char *const trait_field[TRAITS] = {"state", "rot", "val"};

/* ---- facts ----------------------------------------------------------------------- */

/* Ludemes that bring a trait into the game, when the slot is given. */
static const struct {
    LudId id;
    SlotName slot; /* SLOT_none: always */
    Trait trait;
} sources[] = {
    {LUD_state, SLOT_none, TRAIT_STATE},          {LUD_set_state, SLOT_none, TRAIT_STATE},
    {LUD_flip, SLOT_none, TRAIT_STATE},           {LUD_dice, SLOT_none, TRAIT_STATE},
    {LUD_piece_arg, SLOT_state, TRAIT_STATE},   {LUD_place, SLOT_state, TRAIT_STATE},
    {LUD_place_many, SLOT_state, TRAIT_STATE},  {LUD_place_stack, SLOT_state, TRAIT_STATE},
    {LUD_place_random, SLOT_state, TRAIT_STATE}, {LUD_place_random_stack, SLOT_state, TRAIT_STATE},
    {LUD_rotation, SLOT_none, TRAIT_ROTATION},    {LUD_rotations, SLOT_none, TRAIT_ROTATION},
    {LUD_set_rotation, SLOT_none, TRAIT_ROTATION}, {LUD_move_set_rotation, SLOT_none, TRAIT_ROTATION},
    {LUD_to_clause, SLOT_rotations, TRAIT_ROTATION},
    {LUD_place, SLOT_rotation, TRAIT_ROTATION}, {LUD_place_many, SLOT_rotation, TRAIT_ROTATION},
    {LUD_place_stack, SLOT_rotation, TRAIT_ROTATION},
    {LUD_value_piece, SLOT_none, TRAIT_VALUE},    {LUD_set_value_site, SLOT_none, TRAIT_VALUE},
    {LUD_place, SLOT_value, TRAIT_VALUE},       {LUD_place_many, SLOT_value, TRAIT_VALUE},
    {LUD_place_stack, SLOT_value, TRAIT_VALUE}, {LUD_place_random, SLOT_value, TRAIT_VALUE},
    {LUD_place_random_stack, SLOT_value, TRAIT_VALUE},
};

static void find_traits(Lower *l, const Term *t)
{
    if (!t || (t->kind != TERM_LUDEME && t->kind != TERM_ARRAY)) {
        return;
    }
    for (size_t i = 0; t->kind == TERM_LUDEME && i < sizeof sources / sizeof *sources; i++) {
        if (t->id == sources[i].id && (!sources[i].slot || term_arg(t, sources[i].slot))) {
            l->has_trait[sources[i].trait] = true;
        }
    }
    for (uint32_t i = 0; i < t->n; i++) {
        find_traits(l, t->slot[i]);
    }
}

void lower_trait_facts(Lower *l)
{
    find_traits(l, l->root);
}

/* ---- fields ------------------------------------------------------------------------ */

/* The reference stores numbers up to `most` in 1, 2, 4, 8 or 16 bits: what fits in
 * those may occur. */
static int64_t storable(int64_t most)
{
    int bits = 1;
    while (bits < 16 && most >= (INT64_C(1) << bits)) {
        bits *= 2;
    }
    return (INT64_C(1) << bits) - 1;
}

/* The largest number in that slot of a row, over the whole description. */
static int64_t largest(const Term *t, LudId id, SlotName slot, int64_t so_far)
{
    if (!t || (t->kind != TERM_LUDEME && t->kind != TERM_ARRAY)) {
        return so_far;
    }
    const Term *number = term_is(t, id) ? term_arg(t, slot) : NULL;
    if (number && number->kind == TERM_INT && number->number > so_far) {
        so_far = number->number;
    }
    for (uint32_t i = 0; i < t->n; i++) {
        so_far = largest(t->slot[i], id, slot, so_far);
    }
    return so_far;
}

static int64_t greater(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t largest_state(const Lower *l)
{
    int64_t placed = largest(l->root, LUD_place_many, SLOT_state, largest(l->root, LUD_place, SLOT_state, 2));
    placed = largest(l->root, LUD_place_random, SLOT_state, placed);
    int64_t most = placed > 2 ? placed : l->players + 1;
    most = greater(largest(l->root, LUD_tile, SLOT_maxState, most), lower_large_states(l));
    return 2 + largest(l->root, LUD_piece, SLOT_maxState, most);
}

/* Rotations are numbered by the winds of the board. */
int64_t lower_rotations(const Lower *l)
{
    static const SiteType types[] = {SITE_CELL, SITE_VERTEX};
    int64_t most = 0;
    for (int i = 0; i < 2; i++) {
        int n = 0;
        for (uint64_t winds = l->board->layer[types[i]].supported[REL_ALL]; winds; winds &= winds - 1) {
            n++;
        }
        most = greater(most, n);
    }
    return most;
}

void lower_take_traits(Lower *l, Ir **block, const Ir *at, Ir **trait)
{
    for (int i = 0; i < TRAITS; i++) {
        int field = l->field.trait[i];
        trait[i] = NULL;
        if (field >= 0) {
            trait[i] = lw_let(l, block, l->game->field.at[field].name, lw_at(l, field, lw_copy(l, at)));
        }
    }
}

void lower_trait_fields(Lower *l, IrDim dim)
{
    enum { LEAST_VALUES = 1024 };
    for (int trait = 0; trait < TRAITS; trait++) {
        l->field.trait[trait] = -1;
        if (l->has_trait[trait]) {
            int64_t most = trait == TRAIT_STATE      ? largest_state(l)
                           : trait == TRAIT_ROTATION ? lower_rotations(l)
                                                     : largest(l->root, LUD_piece, SLOT_maxValue,
                                                               largest(l->root, LUD_tile, SLOT_maxValue, LEAST_VALUES));
            l->field.trait[trait] = ir_field_add(l->game, trait_field[trait], ir_int(0, storable(most)), &dim);
        }
    }
}

/* ---- reading ----------------------------------------------------------------------- */

Ir *lower_trait(Lower *l, Trait trait, Ir *site)
{
    if (l->field.trait[trait] < 0) {
        return lw_int(l, 0);
    }
    if (l->stacks) {
        return stack_trait(l, trait, site, NULL);
    }
    return lw_guarded(l, site, lw_at(l, l->field.trait[trait], lw_copy(l, site)));
}

/* In a hand a level is asked of values alone. */
static Ir *trait_on_level(Lower *l, Trait trait, Ir *site, Ir *level)
{
    if (trait != TRAIT_VALUE && l->container.n > 1) {
        Ir *on = ir_op2(l->game, IR_OP_HAS, lw_copy(l, site), lw_board(l));
        level = ir_op3(l->game, IR_OP_SELECT, on, level, lw_int(l, -1));
    }
    return stack_trait(l, trait, site, level);
}

Ir *lower_int_value_player(Lower *l, const Term *t)
{
    return lw_at(l, l->field.pvalue, lower_int(l, term_arg(t, SLOT_player)));
}

static Ir *trait_of_site(Lower *l, const Term *t, Trait trait)
{
    if (!lower_default_type(l, t)) {
        return lw_int(l, 0);
    }
    const Term *level = term_arg(t, SLOT_level);
    Ir *site = lower_int(l, term_arg(t, SLOT_at));
    return level && l->stacks ? trait_on_level(l, trait, site, lower_int(l, level)) : lower_trait(l, trait, site);
}

Ir *lower_int_state(Lower *l, const Term *t) { return trait_of_site(l, t, TRAIT_STATE); }
Ir *lower_int_rotation(Lower *l, const Term *t) { return trait_of_site(l, t, TRAIT_ROTATION); }
Ir *lower_int_value_piece(Lower *l, const Term *t) { return trait_of_site(l, t, TRAIT_VALUE); }

/* Sites of the board, empty ones too. */
Ir *lower_region_sites_state(Lower *l, const Term *t)
{
    const Term *index = term_arg(t, SLOT_index);
    if (!lower_default_type(l, t)) {
        return ir_k0(l->game, IR_OP_NONE, l->space_site);
    }
    Ir *state = index ? lower_int(l, index) : lw_int(l, 0);
    if (l->field.trait[TRAIT_STATE] < 0) {
        Ir *zero = ir_op2(l->game, IR_OP_EQ, state, lw_int(l, 0));
        return ir_op3(l->game, IR_OP_SELECT, zero, lw_board(l), ir_k0(l->game, IR_OP_NONE, l->space_site));
    }
    if (l->stacks) {
        int s = lw_new_local(l, "s", lower_site_type(l)), x = lw_new_local(l, "state", state->type);
        Ir *equal = ir_op2(l->game, IR_OP_EQ, lower_trait(l, TRAIT_STATE, lw_local(l, s)), lw_local(l, x));
        return ir_k2(l->game, IR_OP_LETX, x, state, ir_k2(l->game, IR_OP_FILTER, s, lw_board(l), equal));
    }
    Ir *sites = ir_k1(l->game, IR_OP_WHERE, l->field.trait[TRAIT_STATE], state);
    return l->container.n == 1 ? sites : ir_op2(l->game, IR_OP_MAND, sites, lw_board(l));
}

/* ---- effects ----------------------------------------------------------------------- */

/* The trait of the site becomes the value, unless one of them is negative. */
static void trait_becomes(Lower *l, Trait trait, Ir *site, Ir *level, Ir *value, Ir **lets, Ir **writes)
{
    site = lw_let(l, lets, "site", site);
    value = lw_let(l, lets, trait_field[trait], value);
    Ir *holds = NULL, *done = ir_block(l->game);
    level = level ? lw_let(l, lets, "level", level) : NULL;
    set_trait(l, &done, trait, site, level, value);
    const Ir *must[2] = {site, value};
    for (int i = 0; i < 2; i++) {
        if (must[i]->type.lo < 0) {
            Ir *known = ir_op2(l->game, IR_OP_GE, lw_copy(l, must[i]), lw_int(l, 0));
            holds = holds ? ir_op2(l->game, IR_OP_AND, holds, known) : known;
        }
    }
    if (holds) {
        ir_append(l->game, writes, ir_if(l->game, holds, done, NULL));
        return;
    }
    for (int i = 0; i < done->n; i++) {
        ir_append(l->game, writes, done->a[i]);
    }
}

/* Any number, for a player that there is. */
void effect_set_value_player(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Ir *who = lw_let(l, lets, "player", lower_int(l, term_arg(t, SLOT_player)));
    Ir *value = lw_let(l, lets, "value", lower_int(l, term_arg(t, SLOT_value)));
    Ir *done = ir_block(l->game);
    ir_append(l->game, &done, ir_put(l->game, l->field.pvalue, lw_copy(l, who), lw_copy(l, value)));
    Ir *low = ir_op2(l->game, IR_OP_GE, lw_copy(l, who), lw_int(l, 0));
    Ir *high = ir_op2(l->game, IR_OP_LE, lw_copy(l, who), lw_int(l, l->players));
    ir_append(l->game, writes, ir_if(l->game, ir_op2(l->game, IR_OP_AND, low, high), done, NULL));
}

/* What the state of each piece turns to: $flip[piece][state]. */
static int flip_table(Lower *l)
{
    int states = (int)l->game->field.at[l->field.trait[TRAIT_STATE]].elem.hi + 1;
    int32_t *to = ARENA_ARRAY(l->arena, int32_t, (int)l->component.n * states);
    for (size_t c = 0; c < l->component.n; c++) {
        const Term *item = l->component.at[c].item, *flips = item ? term_arg(item, SLOT_flips) : NULL;
        for (int s = 0; s < states; s++) {
            int64_t a = flips ? term_arg(flips, SLOT_a)->number : -1, b = flips ? term_arg(flips, SLOT_b)->number : -1;
            int64_t other = s == a ? b : s == b ? a : s;
            to[(int)c * states + s] = (int32_t)other;
        }
    }
    IrDim dim[2] = {{l->space_piece, (int)l->component.n}, lw_dim(states)};
    return lw_int_table(l, "flip", 0, states - 1, IR_NOSPACE, 2, dim, to);
}

bool lower_all_turn(const Lower *l)
{
    for (size_t i = 1; i < l->component.n; i++) {
        const Term *item = l->component.at[i].item;
        if (!item || !term_arg(item, SLOT_flips)) {
            return false;
        }
    }
    return true;
}

void effect_flip(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    if (!lower_default_type(l, t)) {
        return;
    }
    const Term *at = term_arg(t, SLOT_site);
    Ir *site = lw_let(l, lets, "site", at ? lower_int(l, at) : lw_copy(l, l->it.to));
    Ir *index[2] = {lw_what(l, site), lower_trait(l, TRAIT_STATE, site)};
    Ir *turned = ir_tab(l->game, flip_table(l), 2, index);
    trait_becomes(l, TRAIT_STATE, site, NULL, turned, lets, writes);
}

void effect_set_count(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    if (term_arg(t, SLOT_level) || !lower_default_type(l, t)) {
        lower_unsupported(l, t, "(set Count ..) of a level");
        return;
    }
    if (!l->has_count) {
        lower_unsupported(l, t, "(set Count ..) in a game without counts");
        return;
    }
    Ir *site = lw_let(l, lets, "site", lower_int(l, term_arg(t, SLOT_at))), *done = ir_block(l->game);
    Ir *count = lw_let(l, lets, "count", lower_int(l, term_arg(t, SLOT_value)));
    set_count(l, &done, site, count);
    if (site->type.lo < 0) {
        Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0)), *under = ir_block(l->game);
        ir_append(l->game, &under, ir_if(l->game, on, done, NULL));
        done = under;
    }
    for (int i = 0; i < done->n; i++) {
        ir_append(l->game, writes, done->a[i]);
    }
}

static void trait_set_by(Lower *l, const Term *t, Trait trait, Ir **lets, Ir **writes)
{
    const Term *level = l->stacks ? term_arg(t, SLOT_level) : NULL;
    /* elsewhere than on cells the reference then does something else with values */
    if (level && l->has_trait[TRAIT_VALUE] && l->board->use != SITE_CELL) {
        lower_unsupported(l, t, "levels of a stack where pieces have values");
    } else if (lower_default_type(l, t)) {
        Ir *site = lower_int(l, term_arg(t, SLOT_at)), *value = lower_int(l, term_arg(t, SLOT_value));
        trait_becomes(l, trait, site, level ? lower_int(l, level) : NULL, value, lets, writes);
    }
}

void effect_set_state(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    trait_set_by(l, t, TRAIT_STATE, lets, writes);
}

void effect_set_value_site(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    trait_set_by(l, t, TRAIT_VALUE, lets, writes);
}
