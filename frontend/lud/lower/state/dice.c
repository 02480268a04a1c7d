/* dice.c - dice (semantics 03, section 17).
 *
 * A throw belongs to the moves that follow it: (do (roll) next: moves).  So that moves
 * are found without chance, dice are thrown at the end of the move before, or by a move
 * of its own at the very start; records go on showing the dice as they lay until the
 * next move is played. */
#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/setup/random_start.h"
#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/state/traits.h"

/* ---- the dice ---------------------------------------------------------------------------- */

static const Term *faces_of(const struct Dice *d, int die)
{
    const Term *each = term_arg(d->item, SLOT_facesByDie);
    return each ? each->slot[die] : term_arg(d->item, SLOT_faces);
}

static int64_t face_number(const struct Dice *d, int die, int face)
{
    const Term *faces = faces_of(d, die), *from = term_arg(d->item, SLOT_from);
    return faces ? faces->slot[face]->number : (from ? from->number : 1) + face;
}

/* Counts the faces; false: a form that is not known here. */
static bool count_faces(struct Dice *d)
{
    const Term *sides = term_arg(d->item, SLOT_d), *each = term_arg(d->item, SLOT_facesByDie);
    if (each && each->n != (uint32_t)d->n)
        return false;
    d->outcomes = 1;
    d->lo = d->hi = 0; /* a die that is used shows 0 */
    for (int k = 0; k < d->n; k++) {
        const Term *faces = faces_of(d, k);
        d->faces[k] = faces ? (int)faces->n : sides ? (int)sides->number : 6;
        if (d->faces[k] < 1 || d->faces[k] > 100 || (faces && sides && (int)sides->number != d->faces[k]))
            return false;
        d->outcomes *= d->faces[k];
        if (d->outcomes > INT32_MAX)
            return false;
        for (int i = 0; i < d->faces[k]; i++) {
            int64_t number = face_number(d, k, i);
            d->lo = number < d->lo ? number : d->lo;
            d->hi = number > d->hi ? number : d->hi;
        }
    }
    return true;
}

/* A number of dice or sides that must be 1 at least. */
static bool too_few(Lower *l, const Term *number, const char *what)
{
    if (!number || number->number > 0)
        return false;
    session_error(l->session, term_at(number), "%s: at least 1, not %lld", what, (long long)number->number);
    diag_fix(l->session->diags, FIX_INSTEAD, term_at(number), "%lld", number->number ? -(long long)number->number : 1);
    return true;
}

bool lower_dice_item(Lower *l, const Term *item)
{
    if (too_few(l, term_arg(item, SLOT_num), "the number of dice") || too_few(l, term_arg(item, SLOT_d), "the sides of a die"))
        return false;
    const Term *role = term_arg(item, SLOT_role);
    int64_t n = term_arg(item, SLOT_num)->number;
    int owner = role ? role_fixed(l, role->text) : l->facts->players + 1;
    struct Dice *d = ARENA_NEW(l->arena, struct Dice);
    *d = (struct Dice){.item = item, .n = (int)n, .owner = owner};
    if (l->sym->dice || n < 1 || n > MOST_DICE || owner < 0 || owner > l->facts->players + 1 || term_arg(item, SLOT_biased) ||
        !count_faces(d)) {
        lower_unsupported(l, item, "dice of this kind");
        return false;
    }
    l->sym->dice = d;
    return true;
}

void lower_dice_components(Lower *l)
{
    for (int k = 0; l->sym->dice && k < l->sym->dice->n; k++) {
        const char *name = arena_printf(l->arena, "Die%d", k + 1);
        Component c = {.name = name, .base = name, .owner = l->sym->dice->owner, .facing = -1};
        vec_push(l->arena, &l->sym->component, c);
    }
}

void lower_dice_container(Lower *l, int from)
{
    l->sym->dice->from = from;
    Container dice = {.owner = l->sym->dice->owner, .n = l->sym->dice->n, .from = from};
    dice.name = arena_printf(l->arena, "Dice%d", l->sym->dice->owner);
    vec_push(l->arena, &l->sym->container, dice);
}

/* ---- fields ------------------------------------------------------------------------------ */

static int most_faces(const struct Dice *d)
{
    int most = 0;
    for (int k = 0; k < d->n; k++)
        most = d->faces[k] > most ? d->faces[k] : most;
    return most;
}

static void faces_table(Lower *l, struct Dice *d)
{
    const int most = most_faces(d);
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, d->n * most);
    for (int k = 0; k < d->n; k++)
        for (int i = 0; i < d->faces[k]; i++)
            value[k * most + i] = (int32_t)face_number(d, k, i);
    const IrDim dims[2] = {lw_dim(d->n), lw_dim(most)};
    d->table = lw_int_table(l, "faces", d->lo, d->hi, -1, 2, dims, value);
}

void lower_dice_fields(Lower *l)
{
    struct Dice *d = l->sym->dice;
    if (!d)
        return;
    faces_table(l, d);
    IrDim dice = lw_dim(d->n);
    d->die = ir_field_add(l->game, "die", ir_int(d->lo, d->hi), &dice);
    d->shown = ir_field_add(l->game, "shown", ir_int(d->lo, d->hi), &dice);
    d->face = ir_field_add(l->game, "face", ir_int(0, most_faces(d) - 1), &dice);
    for (int k = 0; k < d->n; k++)
        l->game->field.at[d->die].init[k] = l->game->field.at[d->shown].init[k] = face_number(d, k, 0);
    d->equal = ir_field_add(l->game, "equal_dice", ir_bit(), NULL);
    d->starting = ir_field_add(l->game, "starting", ir_bit(), NULL);
    l->game->field.at[d->starting].init[0] = 1;
}

static Ir *die_at(Lower *l, int field, int die)
{
    return lw_at(l, field, lw_int(l, die));
}

static Ir *number_on(Lower *l, int die, Ir *face)
{
    Ir *index[2] = {lw_int(l, die), face};
    return ir_tab(l->game, l->sym->dice->table, 2, index);
}

static void put_die(Lower *l, Ir **block, int field, int die, Ir *value)
{
    ir_append(l->game, block, ir_put(l->game, field, lw_int(l, die), value));
}

/* ---- views ------------------------------------------------------------------------------- */

static Ir *die_view(Lower *l, const char *name)
{
    lw_view_begin(l, name);
    int i = lw_new_local(l, "i", ir_int(0, l->sym->dice->n - 1));
    l->fn->nparam = 1;
    return lw_local(l, i);
}

/* The sum of what the faces show that records show, or that lie there. */
static Ir *sum_of_faces(Lower *l, bool shown)
{
    Ir *sum = lw_int(l, 0);
    for (int k = 0; k < l->sym->dice->n; k++) {
        Ir *face = shown ? lower_trait(l, TRAIT_STATE, lw_int(l, l->sym->dice->from + k)) : die_at(l, l->sym->dice->face, k);
        if (shown) /* a state may be larger than there are faces, as far as its field goes */
            face = ir_op2(l->game, IR_OP_MIN, face, lw_int(l, l->sym->dice->faces[k] - 1));
        sum = ir_op2(l->game, IR_OP_ADD, sum, number_on(l, k, face));
    }
    return sum;
}

/* What text of a throw needs (runtime/lots_text.c): for each die how many faces it has, and the
 * numbers on them. */
static void dice_data(Lower *l)
{
    const struct Dice *d = l->sym->dice;
    VEC(int32_t) all = {0};
    for (int k = 0; k < d->n; k++) {
        vec_push(l->arena, &all, d->faces[k]);
        for (int i = 0; i < d->faces[k]; i++)
            vec_push(l->arena, &all, (int32_t)face_number(d, k, i));
    }
    ir_data_add(l->game, "dice", all.n, all.at);
}

void lower_dice_views(Lower *l)
{
    struct Dice *d = l->sym->dice;
    if (!d)
        return;
    dice_data(l);
    Ir *i = die_view(l, "dice");
    lw_view_end(l, lw_at(l, d->shown, i));
    i = die_view(l, "throw");
    lw_view_end(l, lw_at(l, d->face, i));
    i = die_view(l, "pips"); /* of the throw, used or not */
    Ir *pips = number_on(l, 0, die_at(l, d->face, 0));
    for (int k = 1; k < d->n; k++) {
        Ir *is = ir_op2(l->game, IR_OP_EQ, lw_copy(l, i), lw_int(l, k));
        pips = ir_op3(l->game, IR_OP_SELECT, is, number_on(l, k, die_at(l, d->face, k)), pips);
    }
    lw_view_end(l, pips);
    i = die_view(l, "throw_faces");
    Ir *faces = lw_int(l, d->faces[0]);
    for (int k = 1; k < d->n; k++) {
        Ir *is = ir_op2(l->game, IR_OP_EQ, lw_copy(l, i), lw_int(l, k));
        faces = ir_op3(l->game, IR_OP_SELECT, is, lw_int(l, d->faces[k]), faces);
    }
    lw_view_end(l, faces);
    i = die_view(l, "throw_sites");
    lw_view_end(l, ir_op2(l->game, IR_OP_ADD, i, lw_int(l, d->from)));
    lw_view_begin(l, "sumDice");
    lw_view_end(l, sum_of_faces(l, true));
}

/* ---- numbers and conditions -------------------------------------------------------------- */

static Ir *count_pips(Lower *l, const Term *t)
{
    const Term *role = term_arg(t, SLOT_role), *of = term_arg(t, SLOT_of);
    int64_t who = l->facts->players + 1;
    if (role || of) {
        Ir *player = lower_fold_int(l, role ? lower_role(l, role) : lower_int(l, of));
        if (!lower_is_const(player, &who))
            return lower_unsupported_int(l, t, "the dice of somebody");
    }
    return who == l->sym->dice->owner ? sum_of_faces(l, false) : lw_int(l, 0);
}

/* What the die on the site shows; -1 where there is none. */
static Ir *face_at(Lower *l, const Term *t)
{
    Ir *site = lower_int(l, term_arg(t, SLOT_site)), *value = lw_int(l, -1);
    for (int k = l->sym->dice->n; k-- > 0;) {
        Ir *here = ir_op2(l->game, IR_OP_EQ, lw_copy(l, site), lw_int(l, l->sym->dice->from + k));
        value = ir_op3(l->game, IR_OP_SELECT, here, number_on(l, k, die_at(l, l->sym->dice->face, k)), value);
    }
    return value;
}

Ir *lower_int_pips(Lower *l, const Term *t)
{
    (void)t;
    l->notes->unset_read |= !l->it.pips;
    return l->it.pips ? lw_copy(l, l->it.pips) : lw_int(l, -1);
}

static Ir *without_dice(Lower *l, const Term *t)
{
    return lower_unsupported_int(l, t, "dice in a game without them");
}

Ir *lower_int_face(Lower *l, const Term *t) { return l->sym->dice ? face_at(l, t) : without_dice(l, t); }
Ir *lower_int_count_pips(Lower *l, const Term *t) { return l->sym->dice ? count_pips(l, t) : without_dice(l, t); }

Ir *lower_bool_all_dice_equal(Lower *l, const Term *t)
{
    return l->sym->dice ? lw_get(l, l->sym->dice->equal) : without_dice(l, t);
}

/* Is any die the value, or all of them 0? */
static Ir *dice_are(Lower *l, const Term *t, bool any)
{
    if (!l->sym->dice)
        return without_dice(l, t);
    Ir *all = lw_int(l, !any), *value = any ? lower_int(l, term_arg(t, SLOT_value)) : lw_int(l, 0);
    for (int k = 0; k < l->sym->dice->n; k++) {
        Ir *is = ir_op2(l->game, IR_OP_EQ, die_at(l, l->sym->dice->die, k), lw_copy(l, value));
        all = ir_op2(l->game, any ? IR_OP_OR : IR_OP_AND, all, is);
    }
    return all;
}

Ir *lower_bool_all_dice_used(Lower *l, const Term *t) { return dice_are(l, t, false); }
Ir *lower_bool_is_any_die(Lower *l, const Term *t) { return dice_are(l, t, true); }

/* ---- throwing ---------------------------------------------------------------------------- */

const Term *lower_throw_then(const Term *t)
{
    const Term *roll = term_arg(t, SLOT_prior), *then = term_is(roll, LUD_roll) ? term_arg(roll, SLOT_then) : NULL;
    const Term *effect = then && !term_arg(then, SLOT_applyAfterAllMoves) ? term_arg(then, SLOT_effect) : NULL;
    return term_is(effect, LUD_add_score) && term_is(term_arg(t, SLOT_next), LUD_move_pass) ? effect : NULL;
}

/* Does it throw the dice, perhaps under conditions, and nothing else? */
static bool only_throws(const Term *t)
{
    if (!t || term_arg(t, SLOT_then))
        return false;
    return t->id == LUD_roll || (t->id == LUD_if_moves && only_throws(term_arg(t, SLOT_yes)) &&
                                 (!term_arg(t, SLOT_no) || only_throws(term_arg(t, SLOT_no))));
}

bool lower_throws(const Term *t)
{
    const Term *prior = t && t->id == LUD_do ? term_arg(t, SLOT_prior) : NULL;
    if (prior && lower_throw_then(t))
        return true;
    return prior && (prior->id == LUD_roll || prior->id == LUD_if_moves) && only_throws(prior) && term_arg(t, SLOT_next);
}

/* Are all dice alike in the field? */
static Ir *all_alike(Lower *l, int field)
{
    Ir *all = lw_int(l, 1);
    for (int k = 1; k < l->sym->dice->n; k++) {
        Ir *same = ir_op2(l->game, IR_OP_EQ, die_at(l, field, k), die_at(l, field, 0));
        all = ir_op2(l->game, IR_OP_AND, all, same);
    }
    return all;
}

/* Every die gets a face; one lot decides all, die 0 its lowest digit. */
static void throw_dice(Lower *l, Ir **block)
{
    struct Dice *d = l->sym->dice;
    Ir *lot = lw_let(l, block, "lot", ir_op1(l->game, IR_OP_DRAW, lw_int(l, d->outcomes)));
    int64_t before = 1;
    for (int k = 0; k < d->n; k++) {
        Ir *digits = ir_op2(l->game, IR_OP_DIV, lw_copy(l, lot), lw_int(l, before));
        put_die(l, block, d->face, k, ir_op2(l->game, IR_OP_MOD, digits, lw_int(l, d->faces[k])));
        put_die(l, block, d->die, k, number_on(l, k, die_at(l, d->face, k)));
        before *= d->faces[k];
    }
    ir_append(l->game, block, ir_put(l->game, d->equal, NULL, all_alike(l, d->face)));
}

static void throw_where(Lower *l, const Term *t, Ir **block)
{
    if (t->id == LUD_roll) {
        throw_dice(l, block);
        return;
    }
    Ir *yes = ir_block(l->game), *no = ir_block(l->game);
    Ir *cond = lower_bool(l, term_arg(t, SLOT_cond));
    throw_where(l, term_arg(t, SLOT_yes), &yes);
    if (term_arg(t, SLOT_no))
        throw_where(l, term_arg(t, SLOT_no), &no);
    ir_append(l->game, block, ir_if(l->game, cond, yes, term_arg(t, SLOT_no) ? no : NULL));
}

/* The throw that the moves begin with, if any. */
static void throw_before(Lower *l, const Term *moves, Ir **block)
{
    if (lower_throws(moves)) {
        throw_where(l, term_arg(moves, SLOT_prior), block);
        if (lower_reads(term_arg(moves, SLOT_next), LUD_roll))
            lower_unsupported(l, moves, "(roll) within moves that follow another");
        return;
    }
    if (moves->id == LUD_if_moves && lower_reads(moves, LUD_roll)) {
        Ir *yes = ir_block(l->game), *no = ir_block(l->game);
        Ir *cond = lower_bool(l, term_arg(moves, SLOT_cond));
        throw_before(l, term_arg(moves, SLOT_yes), &yes);
        if (term_arg(moves, SLOT_no))
            throw_before(l, term_arg(moves, SLOT_no), &no);
        ir_append(l->game, block, ir_if(l->game, cond, yes, no));
        return;
    }
    if (moves->id == LUD_do && !term_arg(moves, SLOT_next) && !term_arg(moves, SLOT_then) &&
        !(term_arg(moves, SLOT_ifAfterwards) && lower_reads(term_arg(moves, SLOT_ifAfterwards), LUD_roll))) {
        throw_before(l, term_arg(moves, SLOT_prior), block);
        return;
    }
    if (lower_reads(moves, LUD_roll))
        lower_unsupported(l, moves, "(roll) elsewhere than before all moves");
}

static Ir *throw_of_phase(Lower *l, size_t phase)
{
    const Term *own = l->sym->phase.at[phase].term, *rules = term_arg(l->root, SLOT_rules);
    const Term *play = own ? term_arg(own, SLOT_play) : NULL;
    Ir *thrown = ir_block(l->game);
    if (!play)
        play = term_arg(rules, SLOT_play);
    if (play)
        throw_before(l, term_arg(play, SLOT_moves), &thrown);
    return thrown;
}

void lower_chance(Lower *l)
{
    IrFn *proc = ir_fn_add(l->game, IR_PROC, "chance", (IrType){.kind = IR_VOID});
    struct Dice *d = l->sym->dice;
    proc->body = ir_block(l->game);
    if (!d)
        return;
    l->fn = proc;
    for (int k = 0; k < d->n; k++) { /* of the move just played */
        int place = l->facts->stacks ? (d->from + k) * STACK : d->from + k;
        put_die(l, &proc->body, d->shown, k, die_at(l, d->die, k));
        ir_append(l->game, &proc->body,
                  ir_put(l->game, l->sites->trait[TRAIT_STATE], lw_int(l, place), die_at(l, d->face, k)));
    }
    Ir *all = ir_block(l->game);
    for (size_t i = 0; i < l->sym->phase.n; i++) {
        Ir *thrown = throw_of_phase(l, i);
        if (l->sym->phase.n == 1) {
            lw_append_all(l, &all, thrown);
            continue;
        }
        Ir *phase = lw_at(l, l->field->phase, lw_get(l, l->field->mover));
        ir_append(l->game, &all, ir_if(l->game, ir_op2(l->game, IR_OP_EQ, phase, lw_int(l, (int64_t)i)), thrown, NULL));
    }
    Ir *on = ir_op1(l->game, IR_OP_NOT, lw_get(l, l->field->result.over));
    ir_append(l->game, &proc->body, ir_if(l->game, on, all, NULL));
    l->fn = NULL;
}

void lower_not_thrown(Rule *r)
{
    Lower *l = r->l;
    struct Dice *d = l->sym->dice;
    if (!d || !d->filtered)
        return;
    if (lower_reads(l->root, LUD_no_moves)) /* the reference throws again to find out */
        lower_unsupported(l, l->root, "(no Moves ..) where the moves of a throw may all be illegal");
    for (int k = 0; k < d->n; k++) {
        Ir *lay = lower_trait(l, TRAIT_STATE, lw_int(l, d->from + k));
        put_die(l, &r->rule->effect, d->face, k, ir_op2(l->game, IR_OP_MIN, lay, lw_int(l, d->faces[k] - 1)));
        put_die(l, &r->rule->effect, d->die, k, die_at(l, d->shown, k));
    }
    lw_set_field(l, &r->rule->effect, d->equal, all_alike(l, d->face));
}

/* ---- the moves for each die ---------------------------------------------------------------- */

/* The moves with that number of pips, which use those dice. */
static void gen_with_dice(Lower *l, const Term *t, unsigned dice, Ir *pips, Ir *if_used, const Term *doubles, Ir **block)
{
    const Term *cond = term_arg(t, SLOT_if);
    Lower in = *l;
    const UseDice use = {.dice = dice, .doubles = doubles, .combined = if_used != NULL, .pips = pips};
    in.it.pips = pips;
    Ir *holds = cond ? lower_bool(&in, cond) : NULL, *moves = ir_block(l->game);
    vec_push(l->arena, &in.use_dice, use);
    gen_moves(&in, term_arg(t, SLOT_moves), &moves);
    if (if_used)
        holds = holds ? ir_op2(l->game, IR_OP_AND, if_used, holds) : if_used;
    if (holds)
        ir_append(l->game, block, ir_if(l->game, holds, moves, NULL));
    else
        lw_append_all(l, block, moves);
}

/* The sum of the dice, none of which is used yet. */
static void gen_combined(Lower *l, const Term *t, unsigned dice, Ir **block)
{
    Ir *sum = NULL, *unused = NULL;
    for (int k = 0; k < l->sym->dice->n; k++) {
        if (!(dice >> k & 1))
            continue;
        Ir *die = die_at(l, l->sym->dice->die, k);
        Ir *left = ir_op2(l->game, IR_OP_NE, lw_copy(l, die), lw_int(l, 0));
        sum = sum ? ir_op2(l->game, IR_OP_ADD, sum, die) : die;
        unused = unused ? ir_op2(l->game, IR_OP_AND, unused, left) : left;
    }
    gen_with_dice(l, t, dice, sum, unused, NULL, block);
}

void gen_for_each_die(Lower *l, const Term *t, Ir **block)
{
    const Term *hand = term_arg(t, SLOT_hand), *combined = term_arg(t, SLOT_combined), *doubled = term_arg(t, SLOT_replayDouble);
    int64_t together = 0, never = 1, index = 0;
    if (!l->sym->dice || (combined && !lower_is_const(lower_bool(l, combined), &together)) ||
        (hand && (!lower_is_const(lower_int(l, hand), &index) || index != 0)) || l->use_dice.n) {
        lower_unsupported(l, t, "this form of (forEach Die ..)");
        return;
    }
    if (doubled && lower_is_const(lower_bool(l, doubled), &never) && !never)
        doubled = NULL;
    for (int k = 0; k < l->sym->dice->n; k++)
        gen_with_dice(l, t, 1u << k, die_at(l, l->sym->dice->die, k), NULL, doubled, block);
    if (!together)
        return;
    if (l->sym->dice->n == 2) {
        gen_combined(l, t, 3, block);
    } else if (l->sym->dice->n == 3) {
        static const unsigned sums[] = {7, 3, 5, 6};
        for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
            gen_combined(l, t, sums[i], block);
    }
}

/* All dice lie as if the number had been thrown, as far as it counts faces. */
static void lay_all(Lower *l, Ir *number, Ir **block)
{
    for (int k = 0; k < l->sym->dice->n; k++) {
        Ir *face = ir_op2(l->game, IR_OP_SUB, lw_copy(l, number), lw_int(l, 1)), *lay = ir_block(l->game);
        Ir *most = lw_int(l, l->sym->dice->faces[k] - 1);
        Ir *is = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_GE, lw_copy(l, face), lw_int(l, 0)),
                        ir_op2(l->game, IR_OP_LE, lw_copy(l, face), lw_copy(l, most)));
        face = ir_op2(l->game, IR_OP_MAX, ir_op2(l->game, IR_OP_MIN, face, most), lw_int(l, 0));
        put_die(l, &lay, l->sym->dice->face, k, face);
        put_die(l, &lay, l->sym->dice->die, k, number_on(l, k, die_at(l, l->sym->dice->face, k)));
        ir_append(l->game, block, ir_if(l->game, is, lay, NULL));
    }
}

/* A throw of equal numbers is played twice: the variable without a name keeps the
 * number while the first round lasts. */
static void play_twice(Rule *r, const UseDice *use)
{
    Lower *l = r->l;
    const int temp = lower_variable(l, NULL);
    if (temp < 0)
        return;
    Ir *kept = rule_let(r, "kept", lw_get(l, temp)), *again = ir_block(l->game), *rest = ir_block(l->game);
    Ir *is_kept = ir_op2(l->game, IR_OP_NE, lw_copy(l, kept), lw_int(l, -1));
    lay_all(l, kept, &again);
    ir_append(l->game, &rest, ir_if(l->game, lw_copy(l, is_kept), again, NULL));
    if (!use->doubles) {
        lw_append_all(l, &r->rule->effect, rest);
        return;
    }
    Ir *alike = ir_op2(l->game, IR_OP_AND, all_alike(l, l->sym->dice->die), lower_bool(l, use->doubles));
    Ir *doubles = rule_let(r, "doubles", alike), *pips = rule_let(r, "thrown", lw_copy(l, use->pips));
    Ir *put = ir_block(l->game);
    lw_set_field(l, &put, temp, ir_op3(l->game, IR_OP_SELECT, is_kept, lw_int(l, -1), pips));
    ir_append(l->game, &r->rule->effect, ir_if(l->game, doubles, put, rest));
}

void dice_use(Rule *r)
{
    Lower *l = r->l;
    for (size_t i = 0; i < l->use_dice.n; i++) {
        const UseDice *use = &l->use_dice.at[i];
        for (int k = 0; k < l->sym->dice->n; k++)
            if (use->dice >> k & 1)
                put_die(l, &r->rule->effect, l->sym->dice->die, k, lw_int(l, 0));
        if (!use->combined)
            play_twice(r, use);
    }
}
