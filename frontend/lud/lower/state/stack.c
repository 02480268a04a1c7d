/* stack.c - games with stacks (semantics 03, sections 3 and 13). */
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/track_index.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/state/traits.h"

/* ---- facts --------------------------------------------------------------------------- */

/* Ludemes that make the sites of a game hold stacks, when the slot is given. */
static const struct {
    LudId id;
    SlotName slot; /* SLOT_none: always */
} sources[] = {
    {LUD_place_stack, SLOT_none}, {LUD_place_random_stack, SLOT_none}, {LUD_place_random_counts, SLOT_none},
    {LUD_size_stack, SLOT_none}, {LUD_top_level, SLOT_none}, {LUD_level, SLOT_none},
    {LUD_where_level_name, SLOT_none}, {LUD_where_level_what, SLOT_none},
    {LUD_for_each_piece, SLOT_top}, {LUD_count_stack, SLOT_none},
    {LUD_add, SLOT_stack}, {LUD_move_add, SLOT_stack}, {LUD_to_clause, SLOT_level}, {LUD_from_clause, SLOT_level},
    {LUD_step, SLOT_stack}, {LUD_move_step, SLOT_stack}, {LUD_hop, SLOT_stack}, {LUD_move_hop, SLOT_stack},
    {LUD_slide, SLOT_stack}, {LUD_move_slide, SLOT_stack}, {LUD_from_to, SLOT_stack}, {LUD_move, SLOT_stack},
};

static bool is_false(const Term *t)
{
    return t && t->kind == TERM_BOOL && t->number == 0;
}

static bool makes_stacks(const Term *t, const void *data)
{
    (void)data;
    for (size_t i = 0; t->kind == TERM_LUDEME && i < sizeof sources / sizeof *sources; i++) {
        if (t->id != sources[i].id)
            continue;
        const Term *given = sources[i].slot ? term_arg(t, sources[i].slot) : t;
        if (given && (t->id == LUD_for_each_piece || !is_false(given)))
            return true;
    }
    return false;
}

static bool known_with_stacks(const Term *t)
{
    return lud_fact(t->id, LUD_FACT_STACKS) || !lower_rules_are_made_of(t->id);
}

/* Forms that mean something else with stacks than what is done for them. */
static bool form_known(Lower *l, const Term *t)
{
    switch (t->id) {
    case LUD_remove: /* a capture that waits is noted once */
        return !term_arg(t, SLOT_at) || lower_reads(l->root, LUD_sites_to_clear);
    default: return known_with_stacks(t);
    }
}

static TermWay check_known(const Term *t, void *data)
{
    Lower *l = data;
    if (t->kind != TERM_LUDEME || form_known(l, t))
        return TERM_INTO;
    lower_unsupported(l, t, arena_printf(l->arena, "with stacks: %s", lud_row(t->id)->signature));
    return TERM_PAST;
}

bool lower_stack_facts(Lower *l)
{
    l->facts->stacks = term_any(l->root, makes_stacks, NULL);
    if (l->facts->stacks)
        term_walk(l->root, check_known, l);
    return !diags_failed(l->session->diags);
}

void lower_stack_fields(Lower *l)
{
    l->field->height = l->field->pile = -1;
    if (!l->facts->stacks)
        return;
    IrDim site = lw_dim_site(l);
    int space = ir_space_add(l->game, "level", site.size * STACK);
    IrDim level = {space, site.size * STACK};
    IrType piece = ir_int(0, (int64_t)l->sym->component.n - 1);
    piece.space = l->sym->space_piece;
    l->field->height = ir_field_add(l->game, "height", ir_int(0, STACK), &site);
    l->field->pile = ir_field_add(l->game, "pile", piece, &level);
    lower_trait_fields(l, level);
    for (size_t c = 1; !l->facts->item_indices && c < l->sym->component.n; c++)
        if (l->sym->component.at[c].owner != (int)c)
            lower_unsupported(l, l->root, "stacks of pieces that are stored by their owners");
}

/* ---- reading ---------------------------------------------------------------------------- */

/* The index in @pile; the level is known to be one. */
static Ir *place(Lower *l, Ir *site, Ir *level)
{
    Ir *base = ir_op2(l->game, IR_OP_MUL, lw_copy(l, site), lw_int(l, STACK));
    return ir_op2(l->game, IR_OP_ADD, base, level);
}

Ir *lw_height(Lower *l, Ir *site)
{
    return lw_guarded(l, site, lw_at(l, l->field->height, lw_copy(l, site)));
}

Ir *lw_piece_at(Lower *l, Ir *site, Ir *level)
{
    Ir *low = ir_op2(l->game, IR_OP_GE, lw_copy(l, level), lw_int(l, 0));
    Ir *high = ir_op2(l->game, IR_OP_LT, lw_copy(l, level), lw_int(l, STACK));
    Ir *piece = lw_at(l, l->field->pile, place(l, site, lw_copy(l, level)));
    Ir *inside = ir_op2(l->game, IR_OP_AND, low, high);
    return lw_guarded(l, site, ir_op3(l->game, IR_OP_SELECT, inside, piece, lw_int(l, 0)));
}

Ir *lower_stack_sum(Lower *l, Ir *sites)
{
    int s = lw_new_local(l, "s", lower_site_type(l));
    return ir_k2(l->game, IR_OP_SUM, s, sites, lw_at(l, l->field->height, lw_local(l, s)));
}

IrType lower_stack_level(Lower *l)
{
    IrType level = ir_int(0, lw_dim_site(l).size * STACK - 1);
    level.space = l->game->field.at[l->field->pile].dim.space;
    return level;
}

Ir *lower_stack_kind(Lower *l, const Component *c, Ir *sites)
{
    Ir *found = ir_k1(l->game, IR_OP_WHERE, l->field->pile, lw_int(l, c - l->sym->component.at));
    if (l->sym->container.n == 1)
        return found;
    int x = lw_new_local(l, "x", lower_stack_level(l));
    Ir *site = ir_op2(l->game, IR_OP_DIV, lw_local(l, x), lw_int(l, STACK));
    return ir_k2(l->game, IR_OP_FILTER, x, found, ir_op2(l->game, IR_OP_HAS, site, sites));
}

Ir *lower_stack_pieces(Lower *l, const Term *t)
{
    const Term *in = term_arg(t, SLOT_in), *of = term_arg(t, SLOT_of), *name = term_arg(t, SLOT_name);
    Ir *players = of ? ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, lower_int(l, of))
                     : lower_role_set(l, term_arg(t, SLOT_role));
    int p = lw_new_local(l, "p", ir_int(0, l->facts->players + 1));
    Ir *who = lw_local(l, p);
    Ir *pieces = ir_k2(l->game, IR_OP_UNION, p, players, ir_tab(l->game, lw_own_table(l), 1, &who));
    if (name)
        pieces = ir_op2(l->game, IR_OP_MAND, pieces, pieces_named(l, name->text));
    Ir *found = ir_k1(l->game, IR_OP_WHEREIN, l->field->pile, pieces);
    if (!in)
        return found;
    int x = lw_new_local(l, "x", lower_stack_level(l));
    Ir *site = ir_op2(l->game, IR_OP_DIV, lw_local(l, x), lw_int(l, STACK));
    return ir_k2(l->game, IR_OP_FILTER, x, found, ir_op2(l->game, IR_OP_HAS, site, lower_region(l, in)));
}

static Ir *most(Lower *l, Ir *value, int64_t bound)
{
    return ir_op2(l->game, IR_OP_MIN, value, lw_int(l, bound));
}

static Ir *less_one(Lower *l, const Ir *height)
{
    Ir *less = ir_op2(l->game, IR_OP_SUB, lw_copy(l, height), lw_int(l, 1));
    return ir_op2(l->game, IR_OP_MAX, less, lw_int(l, 0));
}

/* The level, at most the highest there may be; one below zero, or none, is the top. */
static Ir *on_level(Lower *l, const Ir *level, const Ir *height)
{
    if (!level)
        return less_one(l, height);
    Ir *on = most(l, lw_copy(l, level), STACK - 1);
    if (level->type.lo >= 0)
        return on;
    Ir *given = ir_op2(l->game, IR_OP_GE, lw_copy(l, level), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, given, on, less_one(l, height));
}

Ir *stack_trait(Lower *l, Trait trait, Ir *site, Ir *level)
{
    int of = lw_new_local(l, "site", site->type);
    int at = level ? lw_new_local(l, "level", level->type) : -1;
    Ir *height = lw_at(l, l->field->height, lw_local(l, of));
    Ir *on = on_level(l, level ? lw_local(l, at) : NULL, height);
    Ir *there = ir_op2(l->game, IR_OP_LT, lw_copy(l, on), height);
    Ir *value = lw_at(l, l->sites->trait[trait], place(l, lw_local(l, of), on));
    value = lw_guarded(l, site, ir_op3(l->game, IR_OP_SELECT, there, value, lw_int(l, 0)));
    if (level)
        value = ir_k2(l->game, IR_OP_LETX, at, level, value);
    return ir_k2(l->game, IR_OP_LETX, of, site, value);
}

static Ir *size_stack(Lower *l, const Term *t)
{
    const Term *in = term_arg(t, SLOT_in), *at = term_arg(t, SLOT_at);
    if (in)
        return lower_stack_sum(l, lower_region(l, in));
    return lw_height(l, at ? lower_int(l, at) : lw_get(l, l->field->last.to));
}

Ir *lower_int_size_stack(Lower *l, const Term *t)
{
    return lower_default_type(l, t) ? size_stack(l, t) : lw_int(l, 0);
}

Ir *lower_int_top_level(Lower *l, const Term *t)
{
    Ir *height = lower_default_type(l, t) ? lw_height(l, lower_int(l, term_arg(t, SLOT_at))) : lw_int(l, 0);
    return ir_op2(l->game, IR_OP_MAX, ir_op2(l->game, IR_OP_SUB, height, lw_int(l, 1)), lw_int(l, 0));
}

Ir *lower_content_on_level(Lower *l, const Term *t)
{
    Ir *site = lower_int(l, term_arg(t, SLOT_at));
    Ir *piece = lw_piece_at(l, site, lower_int(l, term_arg(t, SLOT_level)));
    return t->id == LUD_what ? piece : ir_tab(l->game, l->sym->table_owner, 1, &piece);
}

/* ---- actions ------------------------------------------------------------------------------ */

static void put(Lower *l, Ir **block, int field, Ir *index, Ir *value)
{
    ir_append(l->game, block, ir_put(l->game, field, index, value));
}

/* The traits at a place of @pile's space become the values given; where there are none,
 * they stay what the last piece there has left. */
static void put_traits(Lower *l, Ir **block, const Ir *at, Ir *const *trait)
{
    for (int i = 0; trait && i < TRAITS; i++)
        if (l->sites->trait[i] >= 0)
            put(l, block, l->sites->trait[i], lw_copy(l, at), trait[i] ? lw_copy(l, trait[i]) : lw_int(l, 0));
}

static Ir *const no_traits[TRAITS];

/* One place of @pile's space becomes what another is. */
static void copy_place(Lower *l, Ir **block, Ir *to, Ir *from)
{
    put(l, block, l->field->pile, to, lw_at(l, l->field->pile, from));
    for (int i = 0; i < TRAITS; i++)
        if (l->sites->trait[i] >= 0)
            put(l, block, l->sites->trait[i], lw_copy(l, to), lw_at(l, l->sites->trait[i], lw_copy(l, from)));
}

void stack_start_push(Lower *l, int piece, int64_t site, const int64_t *trait)
{
    int64_t *height = &l->game->field.at[l->field->height].init[site];
    if (*height >= STACK)
        return;
    int64_t at = site * STACK + (*height)++;
    l->game->field.at[l->field->pile].init[at] = piece;
    l->game->field.at[l->sites->what].init[site] = piece;
    for (int i = 0; i < TRAITS; i++)
        if (trait[i] >= 0)
            l->game->field.at[l->sites->trait[i]].init[at] = trait[i];
}

/* A number for each trait that is given, where one is: below zero stands for 0, for all
 * if that is so of all of them. */
static void push_traits(Lower *l, Ir **block, const Ir *at, Ir *const *trait)
{
    Ir *given = NULL, *value[TRAITS] = {NULL}, *some = ir_block(l->game);
    for (int i = 0; trait && i < TRAITS; i++) {
        if (l->sites->trait[i] < 0 || !trait[i])
            continue;
        value[i] = ir_op2(l->game, IR_OP_MAX, lw_copy(l, trait[i]), lw_int(l, 0));
        Ir *one = ir_op2(l->game, IR_OP_GE, lw_copy(l, trait[i]), lw_int(l, 0));
        given = given ? ir_op2(l->game, IR_OP_OR, given, one) : one;
    }
    if (given) {
        put_traits(l, &some, at, value);
        ir_append(l->game, block, ir_if(l->game, lower_fold_int(l, given), some, NULL));
    }
}

/* Without locals: what it reads is what is there when it is carried out. */
void stack_push(Lower *l, Ir **block, Ir *site, Ir *piece, Ir *const *trait)
{
    Ir *height = lw_at(l, l->field->height, lw_copy(l, site));
    Ir *at = place(l, site, most(l, lw_copy(l, height), STACK - 1));
    put(l, block, l->field->pile, at, lw_copy(l, piece));
    push_traits(l, block, at, trait);
    Ir *more = ir_op2(l->game, IR_OP_ADD, height, lw_int(l, 1));
    put(l, block, l->field->height, lw_copy(l, site), most(l, more, STACK));
    put(l, block, l->sites->what, lw_copy(l, site), lw_copy(l, piece));
}

/* The piece on top of a stack of that height. */
static Ir *top(Lower *l, Ir *site, const Ir *height)
{
    Ir *some = ir_op2(l->game, IR_OP_GT, lw_copy(l, height), lw_int(l, 0));
    Ir *piece = lw_at(l, l->field->pile, place(l, site, less_one(l, height)));
    return ir_op3(l->game, IR_OP_SELECT, some, piece, lw_int(l, 0));
}

/* The same. */
void stack_pop(Lower *l, Ir **block, Ir *site)
{
    Ir *some = ir_block(l->game);
    Ir *height = lw_at(l, l->field->height, lw_copy(l, site)), *left = less_one(l, height);
    put(l, &some, l->sites->what, lw_copy(l, site), top(l, site, left));
    put(l, &some, l->field->pile, place(l, site, lw_copy(l, left)), lw_int(l, 0));
    put_traits(l, &some, place(l, site, lw_copy(l, left)), no_traits);
    put(l, &some, l->field->height, lw_copy(l, site), left);
    Ir *any = ir_op2(l->game, IR_OP_GT, height, lw_int(l, 0));
    ir_append(l->game, block, ir_if(l->game, any, some, NULL));
}

void stack_set_trait(Lower *l, Ir **block, Trait trait, Ir *site, Ir *level, Ir *value)
{
    Ir *height = lw_at(l, l->field->height, lw_copy(l, site)), *some = ir_block(l->game);
    Ir *on = on_level(l, level, height);
    put(l, &some, l->sites->trait[trait], place(l, site, lw_copy(l, on)), lw_copy(l, value));
    ir_append(l->game, block, ir_if(l->game, ir_op2(l->game, IR_OP_LT, on, height), some, NULL));
}

/* Statements, where the two sites are not one and the first has pieces. */
static void between_sites(Lower *l, Ir **block, const Ir *from, const Ir *to, Ir *height, Ir *done)
{
    Ir *apart = to ? ir_op2(l->game, IR_OP_NE, lw_copy(l, from), lw_copy(l, to)) : lw_int(l, 1);
    Ir *some = ir_op2(l->game, IR_OP_GT, lw_copy(l, height), lw_int(l, 0));
    ir_append(l->game, block, ir_if(l->game, ir_op2(l->game, IR_OP_AND, apart, some), done, NULL));
}

/* What lies above the level sinks by one; at the old top only the piece goes. */
static void sink(Lower *l, Ir **block, const Ir *from, const Ir *level, const Ir *left)
{
    Ir *down = ir_block(l->game);
    int k = lw_new_local(l, "k", ir_int(0, STACK - 1));
    Ir *above = most(l, ir_op2(l->game, IR_OP_ADD, lw_local(l, k), lw_int(l, 1)), STACK - 1);
    copy_place(l, &down, place(l, lw_copy(l, from), lw_local(l, k)), place(l, lw_copy(l, from), above));
    Ir *part[3] = {lw_copy(l, level), lw_copy(l, left), down};
    ir_append(l->game, block, ir_node(l->game, l->fn, IR_OP_RANGE, k, 3, part));
    put(l, block, l->field->pile, place(l, lw_copy(l, from), lw_copy(l, left)), lw_int(l, 0));
}

/* Of what is taken: the piece on top as such, or one by its level. */
typedef enum { TAKE_TOP, TAKE_LEVEL } Taking;

/* `clears`: whether the traits at the old top go too. */
static void take(Lower *l, Ir **block, Ir *from, Ir *level, Ir *to, Ir *clears)
{
    Taking how = level ? TAKE_LEVEL : TAKE_TOP;
    Ir *done = ir_block(l->game), *clear = ir_block(l->game), *trait[TRAITS];
    Ir *height = lw_let(l, block, "height", lw_at(l, l->field->height, lw_copy(l, from)));
    level = lw_let(l, &done, "level", how == TAKE_TOP ? less_one(l, height) : level);
    Ir *piece = lw_let(l, &done, "piece", lw_piece_at(l, from, lw_copy(l, level)));
    if (to && how == TAKE_LEVEL) {
        Ir *on = most(l, ir_op2(l->game, IR_OP_MAX, lw_copy(l, level), lw_int(l, 0)), STACK - 1);
        lower_take_traits(l, &done, place(l, from, on), trait);
    }
    Ir *left = lw_let(l, &done, "left", less_one(l, height));
    sink(l, &done, from, level, left);
    put_traits(l, &clear, place(l, from, lw_copy(l, left)), no_traits);
    if (clears && clear->n > 0)
        ir_append(l->game, &done, ir_if(l->game, clears, clear, NULL));
    put(l, &done, l->field->height, lw_copy(l, from), lw_copy(l, left));
    put(l, &done, l->sites->what, lw_copy(l, from), top(l, from, left));
    if (to) {
        stack_push(l, &done, to, lw_copy(l, piece), how == TAKE_TOP ? NULL : trait);
        lower_lap_go(l, &done, from, to, piece, NULL);
    } else {
        lower_lap_leave(l, &done, from, piece);
    }
    between_sites(l, block, from, to, height, done);
}

void stack_take(Lower *l, Ir **block, Ir *from, Ir *level, Ir *to)
{
    take(l, block, from, level, to, level ? NULL : lw_int(l, 1));
}

void stack_remove(Lower *l, Ir **block, Ir *site, Ir *level, Ir *as_top)
{
    take(l, block, site, level, NULL, as_top);
}

void stack_move(Lower *l, Ir **block, Ir *from, Ir *to)
{
    Ir *done = ir_block(l->game), *each = ir_block(l->game), *fresh = ir_block(l->game);
    Ir *height = lw_let(l, block, "height", lw_at(l, l->field->height, lw_copy(l, from)));
    Ir *below = lw_let(l, &done, "below", lw_at(l, l->field->height, lw_copy(l, to)));
    int k = lw_new_local(l, "k", ir_int(0, STACK - 1));
    Ir *up = ir_op2(l->game, IR_OP_ADD, lw_copy(l, below), lw_local(l, k));
    copy_place(l, &each, place(l, to, most(l, up, STACK - 1)), place(l, from, lw_local(l, k)));
    put(l, &each, l->field->pile, place(l, from, lw_local(l, k)), lw_int(l, 0));
    Ir *part[3] = {lw_int(l, 0), lw_copy(l, height), each};
    ir_append(l->game, &done, ir_node(l->game, l->fn, IR_OP_RANGE, k, 3, part));
    int all = lw_new_local(l, "k", ir_int(0, STACK - 1));
    put_traits(l, &fresh, place(l, from, lw_local(l, all)), no_traits);
    if (fresh->n > 0) {
        Ir *every[3] = {lw_int(l, 0), lw_int(l, STACK), fresh};
        ir_append(l->game, &done, ir_node(l->game, l->fn, IR_OP_RANGE, all, 3, every));
    }
    put(l, &done, l->sites->what, lw_copy(l, to), lw_at(l, l->sites->what, lw_copy(l, from)));
    put(l, &done, l->field->height, lw_copy(l, to),
        most(l, ir_op2(l->game, IR_OP_ADD, lw_copy(l, below), lw_copy(l, height)), STACK));
    put(l, &done, l->sites->what, lw_copy(l, from), lw_int(l, 0));
    put(l, &done, l->field->height, lw_copy(l, from), lw_int(l, 0));
    between_sites(l, block, from, to, height, done);
}

/* So many from the top, in their order; not if there are fewer. */
void stack_move_some(Lower *l, Ir **block, Ir *from, Ir *to, Ir *number)
{
    Ir *done = ir_block(l->game), *each = ir_block(l->game);
    Ir *height = lw_let(l, block, "height", lw_at(l, l->field->height, lw_copy(l, from)));
    number = lw_let(l, block, "number", lw_copy(l, number));
    Ir *below = lw_let(l, &done, "below", lw_at(l, l->field->height, lw_copy(l, to)));
    Ir *left = ir_op2(l->game, IR_OP_SUB, lw_copy(l, height), lw_copy(l, number));
    left = lw_let(l, &done, "left", ir_op2(l->game, IR_OP_MAX, left, lw_int(l, 0)));
    int k = lw_new_local(l, "k", ir_int(0, STACK - 1));
    Ir *up = most(l, ir_op2(l->game, IR_OP_ADD, lw_copy(l, below), lw_local(l, k)), STACK - 1);
    Ir *here = place(l, from, most(l, ir_op2(l->game, IR_OP_ADD, lw_copy(l, left), lw_local(l, k)), STACK - 1));
    copy_place(l, &each, place(l, to, up), here);
    put(l, &each, l->field->pile, lw_copy(l, here), lw_int(l, 0));
    put_traits(l, &each, here, no_traits);
    Ir *part[3] = {lw_int(l, 0), ir_op2(l->game, IR_OP_SUB, lw_copy(l, height), lw_copy(l, left)), each};
    ir_append(l->game, &done, ir_node(l->game, l->fn, IR_OP_RANGE, k, 3, part));
    put(l, &done, l->sites->what, lw_copy(l, to), lw_at(l, l->sites->what, lw_copy(l, from)));
    put(l, &done, l->field->height, lw_copy(l, to),
        most(l, ir_op2(l->game, IR_OP_ADD, lw_copy(l, below), lw_copy(l, number)), STACK));
    put(l, &done, l->field->height, lw_copy(l, from), lw_copy(l, left));
    put(l, &done, l->sites->what, lw_copy(l, from), top(l, from, left));
    Ir *some = ir_op2(l->game, IR_OP_GT, lw_copy(l, number), lw_int(l, 0));
    Ir *enough = ir_op2(l->game, IR_OP_LE, lw_copy(l, number), height);
    Ir *apart = ir_op2(l->game, IR_OP_NE, lw_copy(l, from), lw_copy(l, to));
    Ir *moves = ir_op2(l->game, IR_OP_AND, apart, ir_op2(l->game, IR_OP_AND, some, enough));
    ir_append(l->game, block, ir_if(l->game, moves, done, NULL));
}

void stack_insert(Lower *l, Ir **block, Ir *site, Ir *level, Ir *piece, Ir *state)
{
    Ir *done = ir_block(l->game), *rise = ir_block(l->game);
    Ir *height = lw_let(l, block, "height", lw_at(l, l->field->height, lw_copy(l, site)));
    level = lw_let(l, block, "level", level);
    Ir *at = place(l, site, most(l, ir_op2(l->game, IR_OP_MAX, lw_copy(l, level), lw_int(l, 0)), STACK - 1));
    Ir *trait[TRAITS] = {[TRAIT_STATE] = state ? ir_op2(l->game, IR_OP_MAX, lw_copy(l, state), lw_int(l, 0)) : NULL};
    int k = lw_new_local(l, "k", ir_int(0, STACK - 1));
    Ir *to = ir_op2(l->game, IR_OP_SUB, lw_copy(l, height), lw_local(l, k));
    Ir *above = most(l, lw_copy(l, to), STACK - 1);
    Ir *below = ir_op2(l->game, IR_OP_MAX, ir_op2(l->game, IR_OP_SUB, to, lw_int(l, 1)), lw_int(l, 0));
    copy_place(l, &rise, place(l, site, above), place(l, site, below));
    Ir *part[3] = {lw_int(l, 0), ir_op2(l->game, IR_OP_SUB, lw_copy(l, height), lw_copy(l, level)), rise};
    ir_append(l->game, &done, ir_node(l->game, l->fn, IR_OP_RANGE, k, 3, part));
    put(l, &done, l->field->pile, at, lw_copy(l, piece));
    put_traits(l, &done, lw_copy(l, at), trait);
    Ir *more = most(l, ir_op2(l->game, IR_OP_ADD, lw_copy(l, height), lw_int(l, 1)), STACK);
    Ir *high = lw_let(l, &done, "high", more);
    put(l, &done, l->field->height, lw_copy(l, site), lw_copy(l, high));
    put(l, &done, l->sites->what, lw_copy(l, site), top(l, site, high));
    Ir *low = ir_op2(l->game, IR_OP_GE, lw_copy(l, level), lw_int(l, 0));
    Ir *inside = ir_op2(l->game, IR_OP_LE, lw_copy(l, level), height);
    ir_append(l->game, block, ir_if(l->game, ir_op2(l->game, IR_OP_AND, low, inside), done, NULL));
}
