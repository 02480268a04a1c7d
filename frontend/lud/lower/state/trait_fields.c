/* trait_fields.c - which traits a game has, as fields of the state: it has a trait everywhere as soon as one ludeme names it. */
#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/state/tiles.h"
#include "frontend/lud/lower/state/traits.h"

const char *const lower_trait_name[TRAITS] = {"state", "rot", "val"};

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

static TermWay find_traits(const Term *t, void *data)
{
    Lower *l = data;
    for (size_t i = 0; t->kind == TERM_LUDEME && i < sizeof sources / sizeof *sources; i++)
        if (t->id == sources[i].id && (!sources[i].slot || term_arg(t, sources[i].slot)))
            l->facts->has_trait[sources[i].trait] = true;
    return TERM_INTO;
}

void lower_trait_facts(Lower *l)
{
    term_walk(l->root, find_traits, l);
}

/* The reference stores numbers up to `most` in 1, 2, 4, 8 or 16 bits: what fits in
 * those may occur. */
static int64_t storable(int64_t most)
{
    int bits = 1;
    while (bits < 16 && most >= (INT64_C(1) << bits))
        bits *= 2;
    return (INT64_C(1) << bits) - 1;
}

/* The numbers in that slot of a row. */
typedef struct {
    LudId id;
    SlotName slot;
    int64_t most;
} Numbers;

static TermWay find_largest(const Term *t, void *data)
{
    Numbers *numbers = data;
    const Term *number = term_is(t, numbers->id) ? term_arg(t, numbers->slot) : NULL;
    if (number && number->kind == TERM_INT && number->number > numbers->most)
        numbers->most = number->number;
    return TERM_INTO;
}

/* The largest of them and `so_far`, over the whole description. */
static int64_t largest(const Term *root, LudId id, SlotName slot, int64_t so_far)
{
    Numbers numbers = {id, slot, so_far};
    term_walk(root, find_largest, &numbers);
    return numbers.most;
}

static int64_t greater(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t largest_state(const Lower *l)
{
    int64_t placed = largest(l->root, LUD_place_many, SLOT_state, largest(l->root, LUD_place, SLOT_state, 2));
    placed = largest(l->root, LUD_place_random, SLOT_state, placed);
    int64_t most = placed > 2 ? placed : l->facts->players + 1;
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
        for (uint64_t winds = l->board->layer[types[i]].supported[REL_ALL]; winds; winds &= winds - 1)
            n++;
        most = greater(most, n);
    }
    return most;
}

void lower_trait_fields(Lower *l, IrDim dim)
{
    enum { LEAST_VALUES = 1024 };
    for (int trait = 0; trait < TRAITS; trait++) {
        l->sites->trait[trait] = -1;
        if (l->facts->has_trait[trait]) {
            int64_t most = trait == TRAIT_STATE      ? largest_state(l)
                           : trait == TRAIT_ROTATION ? lower_rotations(l)
                                                     : largest(l->root, LUD_piece, SLOT_maxValue,
                                                               largest(l->root, LUD_tile, SLOT_maxValue, LEAST_VALUES));
            l->sites->trait[trait] = ir_field_add(l->game, lower_trait_name[trait], ir_int(0, storable(most)), &dim);
        }
    }
}

void lower_take_traits(Lower *l, Ir **block, const Ir *at, Ir **trait)
{
    for (int i = 0; i < TRAITS; i++) {
        int field = l->sites->trait[i];
        trait[i] = NULL;
        if (field >= 0)
            trait[i] = lw_let(l, block, l->game->field.at[field].name, lw_at(l, field, lw_copy(l, at)));
    }
}
