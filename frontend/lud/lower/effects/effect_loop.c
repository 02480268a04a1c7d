/* effect_loop.c - effects under conditions, and for each of several. */
#include "frontend/lud/lower/effects/effect.h"

#include "frontend/lud/lower/effects/effect_each.h"
#include "frontend/lud/lower/values/group.h"
#include "frontend/lud/lower/effects/effect_count.h"
#include "frontend/lud/lower/core/detached.h"
#include "frontend/lud/lower/moves/rule.h"

/* Values that are needed under a condition only, computed before all writes. */
void lower_hoist(Lower *l, Ir *cond, const Ir *values, Ir **lets)
{
    for (int i = 0; i < values->n; i++) {
        Ir *let = values->a[i], *value = let->a[0], *otherwise;
        if (let->op != IR_OP_LET) { /* values put by */
            ir_append(l->game, lets, ir_if(l->game, lw_copy(l, cond), let, NULL));
            continue;
        }
        if (value->type.kind == IR_MASK)
            otherwise = ir_k0(l->game, IR_OP_NONE, value->type.space);
        else
            otherwise = lw_int(l, value->type.lo);
        let->a[0] = ir_op3(l->game, IR_OP_SELECT, lw_copy(l, cond), value, otherwise);
        ir_append(l->game, lets, let);
    }
}

static void effect_first(Lower *l, const Term *const *effect, uint32_t n, Ir **lets, Ir **writes);

/* One effect if the condition holds, else the first of the others that does anything. */
static void effect_choice(Lower *l, Ir *cond, const Term *yes, const Term *const *no, uint32_t n, Ir **lets,
                          Ir **writes)
{
    Ir *yes_block = ir_block(l->game), *no_block = n ? ir_block(l->game) : NULL;
    Ir *yes_lets = ir_block(l->game), *no_lets = ir_block(l->game);
    Lower in = *l;
    in.mode.gathering = l->mode.gathering || in.mode.applying || (*writes)->n > 0;
    lower_effect(&in, yes, &yes_lets, &yes_block);
    if (n)
        effect_first(&in, no, n, &no_lets, &no_block);
    if (in.mode.gathering) {
        lower_hoist(&in, cond, yes_lets, lets);
        lower_hoist(&in, ir_op1(l->game, IR_OP_NOT, lw_copy(l, cond)), no_lets, lets);
    } else { /* nothing is written before: the branch can compute its values itself */
        lw_append_all(l, &yes_lets, yes_block);
        yes_block = yes_lets;
        if (n) {
            lw_append_all(l, &no_lets, no_block);
            no_block = no_lets;
        }
    }
    ir_append(l->game, writes, ir_if(l->game, cond, yes_block, no_block));
}

void effect_if(Lower *l, const Term *holds, const Term *yes, const Term *no, Ir **lets, Ir **writes)
{
    effect_choice(l, lower_choice_of_effects(l, holds, lets, writes), yes, &no, no ? 1 : 0, lets, writes);
}

/* The first of the effects that does anything; of all but the last it is known when they do. */
static void effect_first(Lower *l, const Term *const *effect, uint32_t n, Ir **lets, Ir **writes)
{
    if (n == 1) {
        lower_effect(l, effect[0], lets, writes);
        return;
    }
    Ir *happens = lw_let(l, lets, "happens", lower_happens(l, effect[0]));
    effect_choice(l, happens, effect[0], effect + 1, n - 1, lets, writes);
}

static void effect_first_of(Lower *l, const Term *t, const Term *const *effect, uint32_t n, Ir **lets, Ir **writes)
{
    if (n > LONGEST_CHAIN) {
        lower_unsupported(l, t, "a priority of so many consequences");
        return;
    }
    for (uint32_t i = 0; i + 1 < n; i++) {
        if (!lower_happens(l, effect[i])) {
            lower_refuse_effect(l, t);
            return;
        }
    }
    if (n > 0)
        effect_first(l, effect, n, lets, writes);
}

void effect_priority(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *const two[2] = {term_arg(t, SLOT_a), term_arg(t, SLOT_b)};
    effect_first_of(l, t, two, 2, lets, writes);
}

void effect_priority_list(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *list = term_arg(t, SLOT_list);
    effect_first_of(l, t, (const Term *const *)list->slot, list->n, lets, writes);
}

/* (apply if: condition effect) as an effect. */
void effect_apply(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *holds = term_arg(t, SLOT_if), *effect = term_arg(t, SLOT_effect);
    if (holds)
        effect_if(l, holds, effect, NULL, lets, writes);
    else
        lower_effect(l, effect, lets, writes);
}

void effect_for_each_site(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    if (term_arg(t, SLOT_noMoveYet)) {
        lower_unsupported(l, t, "(forEach Site .. noMoveYet:) as a consequence");
        return;
    }
    Lower in = *l;
    Ir *sites = lower_region(&in, term_arg(t, SLOT_region));
    int s = lw_new_local(l, "site", lower_site_type(l));
    in.it.site = in.it.to = lw_local(l, s);
    in.empty_at = -1;
    effect_each(&in, term_arg(t, SLOT_moves), sites, s, lets, writes);
}

/* For each group of pieces, which is (sites); all groups as they are before. */
void effect_for_each_group(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Groups g;
    if (!lower_groups(l, t, term_arg(t, SLOT_if), &g))
        return;
    Lower in = *l;
    ir_append(l->game, lets, ir_k1(l->game, IR_OP_LET, g.all, g.sites));
    Ir *firsts = lower_group_firsts(&in, &g);
    int s = lw_new_local(l, "s", lower_site_type(l));
    in.it.region = lower_group_within(&in, lw_local(l, s), lw_local(l, g.all), g.adjacent);
    in.it.from = in.it.to = NULL;
    Notes notes = {0};
    in.notes = &notes;
    effect_each(&in, term_arg(t, SLOT_moves), firsts, s, lets, writes);
    lower_note_rest(l, &notes);
    if (notes.unset_read)
        lower_unsupported(l, t, "(from) or (to) in what happens to a group");
}

void lower_effect_over(Lower *l, const Term *effect, Ir *sites, bool to, Ir **lets, Ir **writes)
{
    Lower in = *l;
    int s = lw_new_local(&in, to ? "to" : "between", lower_site_type(&in));
    *(to ? &in.it.to : &in.it.between) = lw_local(&in, s);
    effect_each(&in, effect, sites, s, lets, writes);
}

void effect_for_each_player(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Lower in = *l;
    for (int p = 1; p <= l->facts->players; p++) {
        in.it.player = lw_int(l, p);
        lower_effect(&in, term_arg(t, SLOT_moves), lets, writes);
    }
}

/* For each number from min to max, as far as these are known; all that they read is read
 * before anything is written. */
void effect_for_each_value_range(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    enum { MOST = 256 };
    Lower in = *l;
    int64_t min, max;
    if (!lower_const_int(&in, term_arg(t, SLOT_min), &min) || !lower_const_int(&in, term_arg(t, SLOT_max), &max) ||
        max - min >= MOST) {
        lower_unsupported(l, t, "as a consequence: a loop over numbers that change");
        return;
    }
    for (int64_t x = min; x <= max; x++) {
        in.it.value = lw_int(l, x);
        lower_effect(&in, term_arg(t, SLOT_moves), lets, writes);
    }
}

/* For each number of a list: only the sites of a region, each in turn. */
void effect_for_each_value(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *list = term_arg(t, SLOT_values);
    if (list->id == LUD_array_region) {
        Ir *sites = lower_region(l, term_arg(list, SLOT_region));
        int s = lw_new_local(l, "value", lower_site_type(l));
        Lower in = *l;
        in.it.value = lw_local(l, s);
        effect_each(&in, term_arg(t, SLOT_moves), sites, s, lets, writes);
        return;
    }
    lower_unsupported(l, t, "as a consequence: a loop over this list of numbers");
}

/* ---- for each piece ---- */

/* Does the effect write nowhere but where the piece stands?  Then the order of pieces, which is
 * that of the reference's lists, does not matter. */
static bool stays_there(const Term *t)
{
    const Term *at = NULL;
    if (!t || t->kind != TERM_LUDEME)
        return !t;
    switch (t->id) {
    case LUD_if_moves: return stays_there(term_arg(t, SLOT_yes)) && stays_there(term_arg(t, SLOT_no)) && !term_arg(t, SLOT_then);
    case LUD_set_state:
    case LUD_set_value_site: at = term_arg(t, SLOT_at); break;
    case LUD_remove:
    case LUD_flip: at = term_arg(t, SLOT_site); break;
    default: break;
    }
    return term_is(at, LUD_from) && !term_arg(t, SLOT_then) && !term_arg(at, SLOT_at);
}

/* Does it come to the same, however often what it reads is half done before the last time? */
static bool starts_over(const Term *then)
{
    return !then || term_is(term_arg(then, SLOT_effect), LUD_set_score);
}

/* On each site of the mover's pieces, which is (from). */
void effect_for_each_piece(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    static const SlotName later[] = {SLOT_on, SLOT_name, SLOT_names, SLOT_container, SLOT_containerName, SLOT_top};
    const Term *player = term_arg(t, SLOT_player), *moves = term_arg(t, SLOT_moves);
    bool known = moves && stays_there(moves) && starts_over(term_arg(t, SLOT_then)) && !l->facts->stacks && l->sym->container.n == 1 &&
                 (!player || term_is_enum(player, "Mover"));
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        known = known && !term_arg(t, later[i]);
    if (!known) {
        lower_unsupported(l, t, "this form of (forEach Piece ..) as a consequence");
        return;
    }
    Lower in = *l;
    int s = lw_new_local(l, "from", lower_site_type(l));
    Ir *sites = lw_owned(l, lw_get(l, l->field->mover));
    in.it.from = lw_local(l, s);
    effect_each(&in, moves, sites, s, lets, writes);
}
