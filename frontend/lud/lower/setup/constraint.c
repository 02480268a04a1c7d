/* constraint.c - what the values of a deduction puzzle must satisfy.
 *
 * Constraints are asked of values as far as they are known: each holds until the
 * resolved variables break it.  Elements, regions and hints are known before the game,
 * so quantifiers are written out. */
#include <string.h>

#include "frontend/lud/lower/setup/puzzle.h"

typedef VEC(Ir *) Conditions;

static void add(Lower *l, Conditions *all, Ir *condition)
{
    vec_push(l->arena, all, condition);
}

/* All of them, as a tree of little depth. */
static Ir *all_of(Lower *l, Ir **condition, size_t n)
{
    if (n < 2)
        return n ? condition[0] : lw_int(l, 1);
    Ir *first = all_of(l, condition, n / 2);
    return ir_op2(l->game, IR_OP_AND, first, all_of(l, condition + n / 2, n - n / 2));
}

static Ir *call(Lower *l, const char *fn, int n, Ir **arg)
{
    return ir_call(l->game, IR_OP_CALL, ir_fn_find(l->game, fn), n, arg);
}

/* Other types of sites have no values: a constraint on them is not one of a puzzle. */
static bool of_variables(Lower *l, const Term *t, const char *unnamed)
{
    const Term *type = term_arg(t, SLOT_type);
    const char *use = site_type_name[l->board->use];
    if (type ? term_is_enum(type, use) : !unnamed || strcmp(unnamed, use) == 0)
        return true;
    lower_unsupported(l, t, "a constraint on other sites than the board's");
    return false;
}

/* ---- regions ------------------------------------------------------------------------------- */

/* The values that may stand several times in a region. */
static Ir *free_values(Lower *l, const Term *t)
{
    const Term *one = term_arg(t, SLOT_except), *many = term_arg(t, SLOT_excepts);
    Ir *free = ir_k0(l->game, IR_OP_NONE, l->sym->space_piece);
    for (uint32_t i = 0; one ? i < 1 : many && i < many->n; i++) {
        int64_t value;
        const Term *v = one ? one : many->slot[i];
        if (!lower_const_int(l, v, &value)) {
            lower_unsupported(l, v, "an exception that changes");
            return free;
        }
        if (value >= 0 && value <= l->sym->puzzle->most) {
            Ir *it = ir_k1(l->game, IR_OP_BITOF, l->sym->space_piece, lw_int(l, value));
            free = ir_op2(l->game, IR_OP_MOR, free, it);
        }
    }
    return free;
}

static void all_different(Lower *l, const Term *t, Conditions *all)
{
    const Term *region = term_arg(t, SLOT_region);
    Ir *free = free_values(l, t);
    if (!of_variables(l, t, NULL))
        return;
    if (region) {
        Ir *arg[2] = {lower_region(l, region), free};
        add(l, all, call(l, "all_different", 2, arg));
        return;
    }
    for (size_t i = 0; i < l->sym->puzzle->region.n; i++) {
        const PuzzleRegion *r = &l->sym->puzzle->region.at[i];
        Ir *arg[2] = {lw_sites(l, "region", &r->sites), lw_copy(l, free)};
        Ir *differ = call(l, "all_different", 2, arg);
        if (r->centre >= 0) {
            Ir *zero = ir_op2(l->game, IR_OP_EQ, lw_at(l, l->sites->what, lw_int(l, r->centre)), lw_int(l, 0));
            differ = ir_op2(l->game, IR_OP_OR, zero, differ);
        }
        add(l, all, differ);
    }
}

/* The number of hint i of the list; 0 where it has none. */
static int64_t hint_number(const Term *hint)
{
    const Term *number = term_arg(hint, SLOT_hint);
    return number ? number->number : 0;
}

/* What the sites of region r add up to: the hint with its number, if hints are asked for. */
static Ir *wanted_sum(Lower *l, const Term *t, const PuzzleRegion *r)
{
    const Term *result = term_arg(t, SLOT_result), *hints = l->sym->puzzle->hints[l->board->use];
    const Term *records = hints ? term_arg(hints, SLOT_records) : NULL;
    if (!term_is(result, LUD_hint))
        return lower_int(l, result);
    if (!records || (uint32_t)r->index >= records->n) {
        lower_unsupported(l, result, "regions that have no hint");
        return lw_int(l, 0);
    }
    Lower in = *l;
    in.hint = records->slot[r->index];
    return lower_int(&in, result);
}

/* Without a region: of regions of a kind only, whose name contains the one given. */
static void is_sum(Lower *l, const Term *t, Conditions *all)
{
    const Term *region = term_arg(t, SLOT_region), *name = term_arg(t, SLOT_nameRegion);
    if (term_arg(t, SLOT_of) || !of_variables(l, t, "Cell")) {
        lower_unsupported(l, t, "this form of (is Sum ..)");
        return;
    }
    if (region) {
        Ir *arg[2] = {lower_region(l, region), lower_int(l, term_arg(t, SLOT_result))};
        add(l, all, call(l, "adds_up", 2, arg));
        return;
    }
    for (size_t i = 0; i < l->sym->puzzle->region.n; i++) {
        const PuzzleRegion *r = &l->sym->puzzle->region.at[i];
        if (r->kind > 0 && (!name || strstr(r->name, name->text))) {
            Ir *arg[2] = {lw_sites(l, "region", &r->sites), wanted_sum(l, t, r)};
            add(l, all, call(l, "adds_up", 2, arg));
        }
    }
}

static void is_count(Lower *l, const Term *t, Conditions *all)
{
    const Term *region = term_arg(t, SLOT_region), *of = term_arg(t, SLOT_of);
    if (term_arg(t, SLOT_nameRegion) || !of_variables(l, t, NULL)) {
        lower_unsupported(l, t, "this form of (is Count ..)");
        return;
    }
    if (!region) {
        add(l, all, lw_int(l, 0));
        return;
    }
    Ir *arg[3] = {lower_region(l, region), of ? lower_int(l, of) : lw_int(l, 1), lower_int(l, term_arg(t, SLOT_result))};
    add(l, all, call(l, "so_many", 3, arg));
}

/* Are both lists resolved, with the same values at the same places? */
static Ir *alike(Lower *l, const Sites *a, const Sites *b)
{
    Ir *open = ir_op2(l->game, IR_OP_MOR, lw_sites(l, "region", a), lw_sites(l, "region", b));
    open = ir_op1(l->game, IR_OP_ANY, ir_op2(l->game, IR_OP_MDIFF, open, lw_get(l, l->sym->puzzle->resolved)));
    Ir *same = ir_op1(l->game, IR_OP_NOT, open);
    for (int i = 0; i < a->n; i++) {
        Ir *x = lw_at(l, l->sites->what, lw_int(l, a->at[i])), *y = lw_at(l, l->sites->what, lw_int(l, b->at[i]));
        same = ir_op2(l->game, IR_OP_AND, same, ir_op2(l->game, IR_OP_EQ, x, y));
    }
    return same;
}

static void is_unique(Lower *l, const Term *t, Conditions *all)
{
    if (!of_variables(l, t, "Cell"))
        return;
    for (size_t i = 0; i < l->sym->puzzle->region.n; i++) {
        for (size_t j = i + 1; j < l->sym->puzzle->region.n; j++) {
            const PuzzleRegion *a = &l->sym->puzzle->region.at[i], *b = &l->sym->puzzle->region.at[j];
            if (a->kind == 0 || a->kind != b->kind)
                continue;
            if (a->sites.n != b->sites.n) {
                lower_unsupported(l, t, "(is Unique) of regions of different sizes");
                return;
            }
            add(l, all, ir_op1(l->game, IR_OP_NOT, alike(l, &a->sites, &b->sites)));
        }
    }
}

/* ---- quantifiers --------------------------------------------------------------------------- */

static void conditions(Lower *l, const Term *t, Conditions *all);

static int64_t hinted_site(const Term *hint, uint32_t i)
{
    const Term *region = term_is(hint, LUD_hint_region) ? term_arg(hint, SLOT_region) : NULL;
    return region ? region->slot[i]->number : term_arg(hint, SLOT_site)->number;
}

static uint32_t hinted_sites(const Term *hint)
{
    return term_is(hint, LUD_hint_region) ? term_arg(hint, SLOT_region)->n : 1;
}

/* (from) and (to) are the first two sites of each hint; one without a second site leaves
 * (to) as it is. */
static void for_all_hints(Lower *l, const Term *constraint, Conditions *all)
{
    const Term *hints = l->sym->puzzle->hints[l->board->use];
    const Term *records = hints ? term_arg(hints, SLOT_records) : NULL;
    Lower in = *l;
    for (uint32_t i = 0; records && i < records->n; i++) {
        in.hint = records->slot[i];
        in.it.from = hinted_sites(in.hint) > 0 ? lw_int(l, hinted_site(in.hint, 0)) : in.it.from;
        in.it.to = hinted_sites(in.hint) > 1 ? lw_int(l, hinted_site(in.hint, 1)) : in.it.to;
        conditions(&in, constraint, all);
    }
}

static void for_all(Lower *l, const Term *t, Conditions *all)
{
    const Term *type = term_arg(t, SLOT_type), *constraint = term_arg(t, SLOT_constraint);
    if (term_is_enum(type, "Hint")) {
        for_all_hints(l, constraint, all);
        return;
    }
    Lower in = *l;
    for (int i = 0; i < l->board->layer[site_type_named(type)].n; i++) {
        in.it.from = lw_int(l, i);
        conditions(&in, constraint, all);
    }
}

/* (all Sites ..) of elements that are no sites of the game; false: it is not that. */
static bool all_elements(Lower *l, const Term *t, Conditions *all)
{
    const Term *region = term_arg(t, SLOT_region), *type = term_is(region, LUD_sites_board) ? term_arg(region, SLOT_type) : NULL;
    const SiteType elements = site_type_named(type);
    if (elements == SITE_TYPES || elements == l->board->use)
        return false;
    Lower in = *l;
    for (int i = 0; i < l->board->layer[elements].n; i++) {
        in.it.site = lw_int(l, i);
        conditions(&in, term_arg(t, SLOT_if), all);
    }
    return true;
}

/* The conditions whose conjunction the term is. */
static void conditions(Lower *l, const Term *t, Conditions *all)
{
    switch (t->kind == TERM_LUDEME ? t->id : LUD_COUNT) {
    case LUD_for_all: for_all(l, t, all); break;
    case LUD_all_different_puzzle: all_different(l, t, all); break;
    case LUD_is_sum: is_sum(l, t, all); break;
    case LUD_is_count: is_count(l, t, all); break;
    case LUD_is_unique: is_unique(l, t, all); break;
    case LUD_all_sites:
        if (!all_elements(l, t, all))
            add(l, all, lower_bool(l, t));
        break;
    default: add(l, all, lower_bool(l, t)); break;
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static uint32_t constraints_of(const Lower *l)
{
    const Term *many = term_arg(l->sym->puzzle->satisfy, SLOT_constraints);
    return many ? many->n : 1;
}

static const Term *constraint_of(const Lower *l, uint32_t i)
{
    const Term *many = term_arg(l->sym->puzzle->satisfy, SLOT_constraints);
    return many ? many->slot[i] : term_arg(l->sym->puzzle->satisfy, SLOT_constraint);
}

void lower_constraints(Lower *l)
{
    IrFn *fn = ir_fn_add(l->game, IR_FN, "satisfied", ir_bit());
    Lower in = *l;
    Conditions all = {0};
    fn->body = ir_block(l->game);
    in.fn = fn;
    in.mode.after_move = true;
    for (uint32_t i = 0; i < constraints_of(&in); i++)
        conditions(&in, constraint_of(&in, i), &all);
    for (size_t i = 0; i < all.n; i++) {
        Ir *no = ir_block(l->game);
        ir_append(l->game, &no, ir_op1(l->game, IR_OP_RET, lw_int(&in, 0)));
        ir_append(l->game, &fn->body, ir_if(l->game, ir_op1(l->game, IR_OP_NOT, all.at[i]), no, NULL));
    }
    ir_append(l->game, &fn->body, ir_op1(l->game, IR_OP_RET, lw_int(&in, 1)));
}

static void mark(uint64_t *word, const Sites *sites)
{
    for (int i = 0; i < sites->n; i++)
        ir_mask_set(word, sites->at[i]);
}

/* Of a constraint on one region, its sites; of one on all regions, theirs; after a
 * quantifier all sites, and no later constraint counts. */
uint64_t *lower_constrained(Lower *l)
{
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site) + 1);
    for (uint32_t i = 0; i < constraints_of(l); i++) {
        const Term *t = constraint_of(l, i);
        if (term_is(t, LUD_for_all)) {
            for (int s = 0; s < l->sites->layer->n; s++)
                ir_mask_set(word, s);
            return word;
        }
        if (!term_is(t, LUD_all_different_puzzle) && !term_is(t, LUD_is_sum) && !term_is(t, LUD_is_unique))
            continue;
        const Term *region = term_is(t, LUD_is_unique) ? NULL : term_arg(t, SLOT_region);
        for (size_t k = 0; !region && k < l->sym->puzzle->region.n; k++)
            mark(word, &l->sym->puzzle->region.at[k].sites);
        uint64_t *one = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site) + 1);
        if (region && !lower_const_mask(l, lower_region(l, region), one))
            lower_unsupported(l, region, "a region of a puzzle that changes");
        for (int w = 0; region && w < ir_words(l->game, l->sym->space_site); w++)
            word[w] |= one[w];
    }
    return word;
}

/* ---- numbers, regions, conditions -------------------------------------------------------------- */

/* (hint Cell at:): of the first hint whose first site that is, -1 if there is none. */
static Ir *hint_at(Lower *l, const Term *t)
{
    int64_t site;
    const Term *type = term_arg(t, SLOT_type);
    if (!type || !lower_const_int(l, term_arg(t, SLOT_at), &site))
        return lower_unsupported_int(l, t, "the hint of a site that changes");
    const Term *hints = l->sym->puzzle->hints[site_type_named(type)];
    const Term *records = hints ? term_arg(hints, SLOT_records) : NULL;
    for (uint32_t i = 0; records && i < records->n; i++) {
        const Term *hint = records->slot[i];
        if (hinted_sites(hint) > 0 && hinted_site(hint, 0) == site)
            return lw_int(l, hint_number(hint));
    }
    return lw_int(l, -1);
}

Ir *lower_int_hint(Lower *l, const Term *t)
{
    if (!l->sym->puzzle)
        return NULL;
    if (term_arg(t, SLOT_at))
        return hint_at(l, t);
    return l->hint ? lw_int(l, hint_number(l->hint))
                   : lower_unsupported_int(l, t, "(hint) but of a list of hints");
}

Ir *lower_region_sites_hint(Lower *l, const Term *t)
{
    if (!l->sym->puzzle)
        return NULL;
    const Term *hint = l->hint;
    if (!hint)
        return lower_unsupported_mask(l, t, "(sites Hint) but of a list of hints");
    Sites sites = {(int)hinted_sites(hint), ARENA_ARRAY(l->arena, int, hinted_sites(hint) + 1)};
    for (int i = 0; i < sites.n; i++)
        sites.at[i] = (int)hinted_site(hint, (uint32_t)i);
    return lw_sites(l, "hint", &sites);
}

/* Variables without a value count as resolved to 0. */
Ir *lower_bool_is_solved(Lower *l, const Term *t)
{
    (void)t;
    if (!l->sym->puzzle)
        return NULL;
    Ir *all = ir_op2(l->game, IR_OP_MOR, lw_get(l, l->sym->puzzle->resolved),
                     lw_table_mask(l, "constrained", lower_constrained(l)));
    return ir_k2(l->game, IR_OP_WITH, l->sym->puzzle->resolved, all, call(l, "satisfied", 0, NULL));
}

/* NULL: not in a puzzle. */
static Ir *constraint(Lower *l, const Term *t)
{
    Conditions all = {0};
    if (!l->sym->puzzle)
        return NULL;
    conditions(l, t, &all);
    return all_of(l, all.at, all.n);
}

Ir *lower_bool_for_all(Lower *l, const Term *t) { return constraint(l, t); }
Ir *lower_bool_all_different_puzzle(Lower *l, const Term *t) { return constraint(l, t); }
Ir *lower_bool_is_sum(Lower *l, const Term *t) { return constraint(l, t); }
Ir *lower_bool_is_count(Lower *l, const Term *t) { return constraint(l, t); }
Ir *lower_bool_is_unique(Lower *l, const Term *t) { return constraint(l, t); }

/* Numbers that never change are compared as numbers. */
static bool fixed(Lower *l, const Term *t)
{
    int64_t value;
    return !lower_reads(t, LUD_from) && !lower_reads(t, LUD_to) && !lower_reads(t, LUD_hint) &&
           lower_const_int(l, t, &value);
}

Ir *lower_puzzle_compare(Lower *l, const Term *t, IrOp op)
{
    const Term *a = term_arg(t, SLOT_a), *b = term_arg(t, SLOT_b);
    if (!l->sym->puzzle || op == IR_OP_EQ || op == IR_OP_NE || (fixed(l, a) && fixed(l, b)))
        return NULL;
    Ir *x = lower_int(l, a), *y = lower_int(l, b);
    Ir *known = ir_op2(l->game, IR_OP_AND, lw_has(l, lw_copy(l, x), lw_get(l, l->sym->puzzle->resolved)),
                       lw_has(l, lw_copy(l, y), lw_get(l, l->sym->puzzle->resolved)));
    Ir *holds = ir_op2(l->game, op, lw_what(l, x), lw_what(l, y));
    return ir_op2(l->game, IR_OP_OR, ir_op1(l->game, IR_OP_NOT, known), holds);
}
