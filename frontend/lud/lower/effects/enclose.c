/* enclose.c - groups without liberties beside a site: (enclose ..).
 *
 * Where empty sites count as enclosed like pieces, what is around a group must be
 * one group too.  That is asked by a walk along it, from neighbour to neighbour, which
 * never turns back: it depends on the order of neighbours, and so is defined by it. */
#include <string.h>

#include "frontend/lud/lower/effects/capture.h"

static Ir *nothing(Lower *l)
{
    return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
}

static Ir *site_set(Lower *l, Ir *site)
{
    return ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, site);
}

/* ---- the form ------------------------------------------------------------------------------- */

/* Is it (is Enemy (who at:(between)))? */
static bool enemy_between(const Term *t)
{
    const Term *who = term_is(t, LUD_is_enemy) ? term_arg(t, SLOT_player) : NULL;
    return who && term_is(who, LUD_who) && !term_arg(who, SLOT_level) && term_is(term_arg(who, SLOT_at), LUD_between);
}

static bool empty_between(const Term *t)
{
    return term_is(t, LUD_is_empty) && term_is(term_arg(t, SLOT_site), LUD_between);
}

/* Is the start the mover's own piece, and no such piece a target? */
static bool start_is_none(const Lower *l, const Term *t, const Term *target)
{
    const Term *a = NULL, *b = NULL, *from = term_arg(t, SLOT_from), *site = from ? term_arg(from, SLOT_site) : NULL;
    if (term_is(target, LUD_or_bool)) {
        a = term_arg(target, SLOT_a);
        b = term_arg(target, SLOT_b);
    }
    bool targets = (enemy_between(a) && empty_between(b)) || (enemy_between(b) && empty_between(a));
    bool last = !site || (term_is(site, LUD_last_to) && !term_arg(site, SLOT_afterConsequence));
    return targets && last && term_is(l->decision, LUD_move_add) && !term_arg(l->decision, SLOT_piece);
}

/* May what is enclosed be empty?  So it is by a word of its own or by the denial of one
 * of two others. */
static bool counts_empty(const Term *target)
{
    return lower_reads(target, LUD_is_empty) ||
           (lower_reads(target, LUD_not) && (lower_reads(target, LUD_is_friend) || lower_reads(target, LUD_is_enemy)));
}

bool lower_enclose_form(Lower *l, const Term *t, const Term *target)
{
    int64_t except = 0;
    const Term *allowed = term_arg(t, SLOT_numException), *dir = term_arg(t, SLOT_dir);
    bool same_both_ways = !dir || term_is_enum(dir, "Orthogonal") || term_is_enum(dir, "Adjacent") ||
                          term_is_enum(dir, "All") || term_is_enum(dir, "Diagonal");
    bool known = !allowed || lower_const_int(l, allowed, &except);
    if (!lower_default_type(l, t) || !same_both_ways || !known ||
        (counts_empty(target) && (except > 0 || !start_is_none(l, t, target)))) {
        lower_unsupported(l, t, "this form of (enclose ..)");
        return false;
    }
    return true;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* The groups beside the start that no empty site touches. */
static Ir *dead_groups(Lower *l, const Ir *start, Ir *targets, Ir *adjacent)
{
    Ir *near = ir_op2(l->game, IR_OP_MAND, lw_vec_at(l, adjacent, lw_copy(l, start)), lw_copy(l, targets));
    /* Each neighbour whose group has no empty neighbour, then their groups. */
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *one = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, s));
    Ir *group = ir_op3(l->game, IR_OP_FLOOD, one, lw_copy(l, targets), lw_copy(l, adjacent));
    Ir *around = ir_op2(l->game, IR_OP_GROW, group, lw_copy(l, adjacent));
    Ir *empty = ir_op2(l->game, IR_OP_MDIFF, lw_empty(l), lw_copy(l, targets));
    Ir *free = ir_op1(l->game, IR_OP_ANY, ir_op2(l->game, IR_OP_MAND, around, empty));
    Ir *dead = ir_k2(l->game, IR_OP_FILTER, s, near, ir_op1(l->game, IR_OP_NOT, free));
    return ir_op3(l->game, IR_OP_FLOOD, dead, lw_copy(l, targets), lw_copy(l, adjacent));
}

/* Are there more than `except` empty sites among or beside the targets that are connected
 * with s?  Then its group with empty sites is open, too, which takes longer to find. */
static Ir *opens_soon(Lower *l, int s, const Ir *inside, const Ir *target, Ir *adjacent, int64_t except)
{
    Ir *seed = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, s));
    Ir *within = ir_op2(l->game, IR_OP_MOR, lw_copy(l, target), lw_copy(l, seed));
    Ir *chain = ir_op3(l->game, IR_OP_FLOOD, seed, within, lw_copy(l, adjacent));
    Ir *beside = ir_op2(l->game, IR_OP_GROW, chain, lw_copy(l, adjacent));
    Ir *empty = ir_op2(l->game, IR_OP_MDIFF, lw_copy(l, inside), lw_copy(l, target));
    Ir *others = ir_op2(l->game, IR_OP_MDIFF, empty, lw_copy(l, seed));
    Ir *open = ir_op1(l->game, IR_OP_COUNT, ir_op2(l->game, IR_OP_MAND, beside, others));
    Ir *full = ir_op2(l->game, IR_OP_HAS, lw_local(l, s), lw_copy(l, target)); /* else s is one of them */
    return ir_op2(l->game, IR_OP_GT, open, ir_op3(l->game, IR_OP_SELECT, full, lw_int(l, except), lw_int(l, except - 1)));
}

/* With so many empty sites allowed within: groups of targets and empty sites, each
 * looked at once.  A function of the start and the targets. */
static Ir *nearly_dead_groups(Lower *l, const Term *t, Ir *from, Ir *targets, Ir *adjacent, int64_t except)
{
    SubFn sub;
    IrType sites = ir_mask(l->sym->space_site);
    subfn_begin(&sub, l, IR_FN, "enclosed", sites, t);
    Ir *start = subfn_param(&sub, "start", lower_site_type(l), lw_copy(l, from));
    Ir *target = subfn_param(&sub, "targets", sites, lw_copy(l, targets));
    Ir *inside = ir_op2(l->game, IR_OP_MOR, target, lw_empty(&sub.in)), *body = ir_block(l->game), *take = ir_block(l->game);
    inside = lw_let(&sub.in, &sub.fn->body, "inside", inside);
    int dead = lw_new_local(&sub.in, "dead", sites), seen = lw_new_local(&sub.in, "seen", sites);
    int s = lw_new_local(&sub.in, "s", lower_site_type(l));
    ir_append(l->game, &sub.fn->body, ir_k1(l->game, IR_OP_VAR, dead, nothing(&sub.in)));
    ir_append(l->game, &sub.fn->body, ir_k1(l->game, IR_OP_VAR, seen, nothing(&sub.in)));
    Ir *fresh = ir_block(l->game), *each = ir_block(l->game);
    Ir *open = opens_soon(&sub.in, s, inside, target, adjacent, except);
    Ir *seed = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(&sub.in, s));
    Ir *group = ir_op3(l->game, IR_OP_FLOOD, seed, lw_copy(l, inside), lw_copy(l, adjacent));
    group = lw_let(&sub.in, &body, "group", group);
    Ir *more = ir_op2(l->game, IR_OP_MOR, lw_local(&sub.in, seen), lw_copy(l, group));
    ir_append(l->game, &body, ir_k1(l->game, IR_OP_SET, seen, more));
    Ir *free = ir_op1(l->game, IR_OP_COUNT, ir_op2(l->game, IR_OP_MDIFF, lw_copy(l, group), lw_copy(l, target)));
    Ir *with = ir_op2(l->game, IR_OP_MOR, lw_local(&sub.in, dead), lw_copy(l, group));
    ir_append(l->game, &take, ir_k1(l->game, IR_OP_SET, dead, with));
    ir_append(l->game, &body, ir_if(l->game, ir_op2(l->game, IR_OP_LE, free, lw_int(l, except)), take, NULL));
    ir_append(l->game, &fresh, ir_if(l->game, ir_op1(l->game, IR_OP_NOT, open), body, NULL));
    Ir *unseen = ir_op1(l->game, IR_OP_NOT, ir_op2(l->game, IR_OP_HAS, lw_local(&sub.in, s), lw_local(&sub.in, seen)));
    ir_append(l->game, &each, ir_if(l->game, unseen, fresh, NULL));
    Ir *near = ir_op2(l->game, IR_OP_MAND, lw_vec_at(&sub.in, adjacent, start), lw_copy(l, inside));
    ir_append(l->game, &sub.fn->body, ir_k2(l->game, IR_OP_FOR, s, near, each));
    ir_append(l->game, &sub.fn->body, ir_op1(l->game, IR_OP_RET, lw_local(&sub.in, dead)));
    subfn_end(&sub);
    return subfn_call(&sub, IR_OP_CALL);
}

/* ---- pieces and empty sites ------------------------------------------------------------------- */

/* `body` for each neighbour %s of the site, in the order of bearings. */
static void each_neighbour(Lower *l, Ir **block, const Term *dir, Relation relation, Ir *site, int s, Ir *body)
{
    Ir *rays = lower_rays(l, dir, relation, 1, site), *rows = ir_block(l->game);
    int ways = l->game->table.at[rays->k].dim[1].size, way = lw_new_local(l, "way", ir_int(0, ways - 1));
    Ir *index[2] = {rays->a[0], lw_local(l, way)};
    ir_append(l->game, &rows, ir_k2(l->game, IR_OP_FOR, s, ir_tab(l->game, (int)rays->k, 2, index), body));
    Ir *part[3] = {lw_int(l, 0), lw_int(l, ways), rows};
    ir_append(l->game, block, ir_node(l->game, l->fn, IR_OP_RANGE, way, 3, part));
}

/* The first neighbour of the site that is in the set; -1: none. */
static int first_neighbour(Lower *l, Ir **block, const Term *dir, Relation relation, Ir *site, const Ir *set)
{
    IrType type = lower_site_type(l);
    int s = lw_new_local(l, "s", type);
    type.lo = -1;
    int first = lw_new_local(l, "first", type);
    Ir *take = ir_block(l->game), *each = ir_block(l->game);
    ir_append(l->game, block, ir_k1(l->game, IR_OP_VAR, first, lw_int(l, -1)));
    ir_append(l->game, &take, ir_k1(l->game, IR_OP_SET, first, lw_local(l, s)));
    Ir *none = ir_op2(l->game, IR_OP_LT, lw_local(l, first), lw_int(l, 0));
    Ir *in = ir_op2(l->game, IR_OP_HAS, lw_local(l, s), lw_copy(l, set));
    ir_append(l->game, &each, ir_if(l->game, ir_op2(l->game, IR_OP_AND, none, in), take, NULL));
    each_neighbour(l, block, dir, relation, site, s, each);
    return first;
}

/* fn(at, around): does the walk from `at` come to all of `around`? */
static IrFn *walk_around(Lower *l, const Term *t)
{
    SubFn sub;
    subfn_begin(&sub, l, IR_FN, "walk_around", ir_bit(), t);
    Ir *start = subfn_param(&sub, "start", lower_site_type(l), lw_int(l, 0));
    Ir *around = subfn_param(&sub, "around", ir_mask(l->sym->space_site), nothing(&sub.in));
    Ir **body = &sub.fn->body, *step = ir_block(l->game), *go = ir_block(l->game), *stop = ir_block(l->game);
    int at = lw_new_local(&sub.in, "at", lower_site_type(l)), left = lw_new_local(&sub.in, "left", ir_mask(l->sym->space_site));
    int stuck = lw_new_local(&sub.in, "stuck", ir_bit());
    ir_append(l->game, body, ir_k1(l->game, IR_OP_VAR, at, start));
    ir_append(l->game, body, ir_k1(l->game, IR_OP_VAR, left, around));
    ir_append(l->game, body, ir_k1(l->game, IR_OP_VAR, stuck, lw_int(l, 0)));
    int next = first_neighbour(&sub.in, &step, NULL, REL_ALL, lw_local(&sub.in, at), lw_local(&sub.in, left));
    Ir *rest = ir_op2(l->game, IR_OP_MDIFF, lw_local(&sub.in, left), site_set(&sub.in, lw_local(&sub.in, at)));
    ir_append(l->game, &go, ir_k1(l->game, IR_OP_SET, left, rest));
    ir_append(l->game, &go, ir_k1(l->game, IR_OP_SET, at, lw_local(&sub.in, next)));
    ir_append(l->game, &stop, ir_k1(l->game, IR_OP_SET, stuck, lw_int(l, 1)));
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_local(&sub.in, next), lw_int(l, 0));
    ir_append(l->game, &step, ir_if(l->game, on, go, stop));
    Ir *more = ir_op2(l->game, IR_OP_NE, ir_op1(l->game, IR_OP_COUNT, lw_local(&sub.in, left)), lw_int(l, 1));
    more = ir_op2(l->game, IR_OP_AND, ir_op1(l->game, IR_OP_NOT, lw_local(&sub.in, stuck)), more);
    Ir *part[2] = {more, step};
    ir_append(l->game, body, ir_node(l->game, sub.in.fn, IR_OP_WHILE, lw_dim_site(l).size, 2, part));
    ir_append(l->game, body, ir_op1(l->game, IR_OP_RET, ir_op1(l->game, IR_OP_NOT, lw_local(&sub.in, stuck))));
    subfn_end(&sub);
    return sub.fn;
}

/* The group of a target, if it is enclosed, is added to `dead`. */
static Ir *one_group(Lower *l, const Term *t, int s, int seen, int dead, const Ir *targets)
{
    Ir *body = ir_block(l->game), *test = ir_block(l->game), *take = ir_block(l->game);
    const Term *dir = term_arg(t, SLOT_dir);
    Ir *adjacent = lower_adjacency(l, dir, REL_ADJACENT);
    Ir *group = ir_op3(l->game, IR_OP_FLOOD, site_set(l, lw_local(l, s)), lw_copy(l, targets), lw_copy(l, adjacent));
    group = lw_let(l, &body, "group", group);
    ir_append(l->game, &body, ir_k1(l->game, IR_OP_SET, seen, ir_op2(l->game, IR_OP_MOR, lw_local(l, seen), group)));
    Ir *around = ir_op2(l->game, IR_OP_GROW, lw_copy(l, group), adjacent);
    around = lw_let(l, &body, "around", ir_op2(l->game, IR_OP_MDIFF, around, lw_copy(l, group)));
    int first = first_neighbour(l, &test, dir, REL_ADJACENT, lw_local(l, s), around);
    Ir *arg[2] = {lw_local(l, first), lw_copy(l, around)};
    Ir *one = ir_call(l->game, IR_OP_CALL, ir_fn_index(l->game, walk_around(l, t)), 2, arg);
    one = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_GE, lw_local(l, first), lw_int(l, 0)), one);
    Ir *more = ir_op2(l->game, IR_OP_MOR, lw_local(l, dead), lw_copy(l, group));
    ir_append(l->game, &take, ir_k1(l->game, IR_OP_SET, dead, more));
    ir_append(l->game, &test, ir_if(l->game, one, take, NULL));
    Ir *free = ir_op1(l->game, IR_OP_ANY, ir_op2(l->game, IR_OP_MAND, lw_copy(l, around), lw_empty(l)));
    ir_append(l->game, &body, ir_if(l->game, ir_op1(l->game, IR_OP_NOT, free), test, NULL));
    return body;
}

/* The groups of targets, empty sites among them, that one group is around.  A function
 * of the start and the targets. */
static Ir *areas(Lower *l, const Term *t, Ir *from, Ir *targets)
{
    SubFn sub;
    IrType sites = ir_mask(l->sym->space_site);
    subfn_begin(&sub, l, IR_FN, "enclosed", sites, t);
    Ir *start = subfn_param(&sub, "start", lower_site_type(l), from);
    Ir *target = subfn_param(&sub, "targets", sites, targets);
    int dead = lw_new_local(&sub.in, "dead", sites), seen = lw_new_local(&sub.in, "seen", sites);
    int s = lw_new_local(&sub.in, "s", lower_site_type(l));
    ir_append(l->game, &sub.fn->body, ir_k1(l->game, IR_OP_VAR, dead, nothing(&sub.in)));
    ir_append(l->game, &sub.fn->body, ir_k1(l->game, IR_OP_VAR, seen, nothing(&sub.in)));
    Ir *each = ir_block(l->game);
    Ir *fresh = ir_op2(l->game, IR_OP_MDIFF, lw_copy(l, target), lw_local(&sub.in, seen));
    fresh = ir_op2(l->game, IR_OP_HAS, lw_local(&sub.in, s), fresh);
    ir_append(l->game, &each, ir_if(l->game, fresh, one_group(&sub.in, t, s, seen, dead, target), NULL));
    each_neighbour(&sub.in, &sub.fn->body, term_arg(t, SLOT_dir), REL_ADJACENT, start, s, each);
    ir_append(l->game, &sub.fn->body, ir_op1(l->game, IR_OP_RET, lw_local(&sub.in, dead)));
    subfn_end(&sub);
    return subfn_call(&sub, IR_OP_CALL);
}

/* ---- both ------------------------------------------------------------------------------------- */

Ir *lower_enclosed(Lower *l, const Term *t, const Term *target, Ir *start, Ir *targets)
{
    int64_t except = 0;
    Ir *dead, *adjacent = lower_adjacency(l, term_arg(t, SLOT_dir), REL_ADJACENT);
    if (term_arg(t, SLOT_numException))
        lower_const_int(l, term_arg(t, SLOT_numException), &except);
    if (counts_empty(target))
        dead = areas(l, t, start, targets);
    else if (except > 0)
        dead = nearly_dead_groups(l, t, start, targets, adjacent, except);
    else
        return dead_groups(l, start, targets, adjacent);
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, start), lw_int(l, 0));
    return start->type.lo >= 0 ? dead : ir_op3(l->game, IR_OP_SELECT, on, dead, nothing(l));
}
