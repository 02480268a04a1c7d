/* capture.c - captures as consequences: pieces between others (custodial),
 * with others on all sides (surround), groups without liberties (enclose), pieces
 * on both sides (intervene) and in front (directional) of one.
 *
 * All that is caught is found before anything is written, and is taken in the
 * order of sites. */
#include "frontend/lud/lower/effects/capture.h"
#include "frontend/lud/lower/effects/effect_each.h"
#include "frontend/lud/lower/state/traits.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

enum { ANY_NUMBER = 1000 };

static Ir *nothing(Lower *l)
{
    return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
}

/* Sites of the board for which the condition holds, they being (between) or (to). */
static Ir *where_holds(Lower *l, const Term *cond, bool between)
{
    Lower in = *l;
    int s = lw_new_local(&in, between ? "between" : "to", lower_site_type(&in));
    *(between ? &in.it.between : &in.it.to) = lw_local(&in, s);
    Ir *holds = lower_bool(&in, cond);
    return ir_k2(l->game, IR_OP_FILTER, s, lw_board(l), holds);
}

/* A (between ..) without before:, after: and trail:. */
static bool plain_between(const Term *b)
{
    return !b || (!term_arg(b, SLOT_before) && !term_arg(b, SLOT_after) && !term_arg(b, SLOT_trail));
}

static bool plain_to(const Term *to)
{
    return !to || (!term_arg(to, SLOT_type) && !term_arg(to, SLOT_site) && !term_arg(to, SLOT_region) &&
                   !term_arg(to, SLOT_level) && !term_arg(to, SLOT_rotations));
}

/* Does the effect change each piece between, whichever it is? */
static bool changes_each(Lower *l, const Term *effect)
{
    if (term_arg(effect, SLOT_then))
        return false;
    if (term_is(effect, LUD_set_state))
        return term_is(term_arg(effect, SLOT_at), LUD_between) && !term_arg(effect, SLOT_level) &&
               lower_default_type(l, effect);
    return term_is(effect, LUD_flip) && lower_reads(effect, LUD_between) && lower_all_turn(l);
}

/* (allCombinations (add ..) (flip (between))): a piece comes to a place of its own,
 * and those between are turned, or get another state.  Putting it there once is enough. */
static void join(Lower *l, Capture *c)
{
    if (!c->effect || !term_is(c->effect, LUD_all_combinations))
        return;
    const Term *add = term_arg(c->effect, SLOT_a), *turn = term_arg(c->effect, SLOT_b);
    if (!term_is(add, LUD_add) || lower_reads(add, LUD_between) || term_arg(add, SLOT_then) ||
        !changes_each(l, turn) || term_arg(c->effect, SLOT_then) || l->facts->has_count)
        lower_unsupported(l, c->effect, "this form of (allCombinations ..)");
    c->joined = add;
    c->effect = turn;
}

/* Reads the clauses; false (filed) for a form that is not supported. */
static bool capture_form(Lower *l, const Term *t, Capture *c, Ir **lets)
{
    bool as_to = t->id == LUD_intervene || t->id == LUD_directional;
    const Term *from = term_arg(t, SLOT_from), *between = t->id == LUD_directional ? NULL : term_arg(t, SLOT_between);
    const Term *to = t->id == LUD_enclose ? NULL : term_arg(t, SLOT_to);
    const Term *caught = as_to ? to : between, *ally = as_to ? NULL : to;
    const Term *apply = caught ? term_arg(caught, SLOT_apply) : NULL;
    *c = (Capture){.target = caught ? term_arg(caught, SLOT_if) : NULL, .to = as_to,
                   .ally = ally ? term_arg(ally, SLOT_if) : NULL};
    bool ok = plain_between(between) && plain_to(to) && c->target;
    ok = ok && !(ally && term_arg(ally, SLOT_apply)) && !(as_to && between && term_arg(between, SLOT_apply));
    ok = ok && (!from || (!term_arg(from, SLOT_region) && !term_arg(from, SLOT_level) && !term_arg(from, SLOT_if) &&
                          lower_default_type(l, from)));
    ok = ok && (!apply || (apply->id == LUD_apply && !term_arg(apply, SLOT_if)));
    ok = ok && (apply || t->id != LUD_directional);
    if (!ok || l->mode.applying) {
        lower_unsupported(l, t, "this form of a capture");
        return false;
    }
    c->effect = apply ? term_arg(apply, SLOT_effect) : NULL;
    join(l, c);
    const Term *site = from ? term_arg(from, SLOT_site) : NULL;
    Ir *start = site ? lower_int(l, site)
                     : t->id == LUD_surround ? lw_copy(l, l->it.from) : lw_get(l, l->field->last.to);
    if (t->id == LUD_surround && !site && !l->it.from) {
        lower_unsupported(l, t, "a capture around (from), which is not known here");
        return false;
    }
    c->start = lw_let(l, lets, "start", start);
    return true;
}

/* Taking a piece off, or an event, may happen twice and changes nothing more. */
static bool once_is_enough(const Capture *c)
{
    return !c->effect || term_is(c->effect, LUD_remove) || term_is(c->effect, LUD_trigger);
}

/* One after the other, ray by ray from the start outwards: what follows a capture
 * sees that the next ones have not happened yet. */
static bool in_turn(Lower *l, const Term *t, const Capture *c, Ir *caught, const Ir *after, Ir **writes)
{
    Ir *lets = ir_block(l->game), *one = ir_block(l->game), *rays = ir_block(l->game), *all = ir_block(l->game);
    if (t->id != LUD_custodial || !once_is_enough(c))
        return false;
    int s = lw_new_local(l, "s", lower_site_type(l));
    if (c->effect) {
        Lower in = *l;
        in.it.between = lw_local(l, s);
        lower_effect(&in, c->effect, &lets, &one);
    } else {
        lw_remove_piece(l, &one, lw_local(l, s));
    }
    Ir *start = lower_rays(l, term_arg(t, SLOT_dir), REL_ADJACENT, ANY_NUMBER, c->start);
    const IrTable *table = &l->game->table.at[start->k];
    int ray = lw_new_local(l, "ray", ir_int(0, table->dim[1].size - 1));
    Ir *index[2] = {start->a[0], lw_local(l, ray)};
    Ir *row = ir_tab(l->game, (int)start->k, 2, index);
    for (int i = 0; i < after->n; i++)
        ir_append(l->game, &one, after->a[i]);
    Ir *member = ir_op2(l->game, IR_OP_HAS, lw_local(l, s), lw_copy(l, caught));
    Ir *if_caught = ir_block(l->game);
    ir_append(l->game, &if_caught, ir_if(l->game, member, one, NULL));
    ir_append(l->game, &rays, ir_k2(l->game, IR_OP_FOR, s, row, if_caught));
    Ir *part[3] = {lw_int(l, 0), lw_int(l, table->dim[1].size), rays};
    ir_append(l->game, &all, ir_node(l->game, l->fn, IR_OP_RANGE, ray, 3, part));
    ir_append(l->game, writes, ir_if(l->game, ir_op1(l->game, IR_OP_ANY, lw_copy(l, caught)), all, NULL));
    return lets->n == 0;
}

/* The captures alone. */
static void take_all(Lower *l, const Capture *c, Ir *caught, Ir **lets, Ir **writes)
{
    if (c->joined) {
        Ir *put = ir_block(l->game);
        lower_effect(l, c->joined, lets, &put);
        ir_append(l->game, writes, ir_if(l->game, ir_op1(l->game, IR_OP_ANY, lw_copy(l, caught)), put, NULL));
    }
    if (c->effect) {
        lower_effect_over(l, c->effect, caught, c->to, lets, writes);
        return;
    }
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *body = ir_block(l->game);
    lw_remove_piece(l, &body, lw_local(l, s));
    ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, s, caught, body));
}

/* What happens to those that are caught, and what follows for each of them. */
static void catch_them(Lower *l, const Term *t, const Capture *c, Ir *caught, Ir **lets, Ir **writes)
{
    const Term *then = term_arg(t, SLOT_then);
    if (c->joined) /* nothing turns on an empty site */
        caught = ir_op2(l->game, IR_OP_MAND, caught, lw_occupied(l));
    caught = lw_let(l, lets, "caught", caught);
    Ir *take = ir_block(l->game), *after = ir_block(l->game);
    take_all(l, c, caught, lets, &take);
    int s = lw_new_local(l, "s", lower_site_type(l));
    bool clash = then && !once_is_enough(c);
    if (then)
        lower_then(l, then, &after);
    for (int i = 0; then && i < take->n; i++)
        clash |= lower_clash(l, take->a[i], after);
    if (clash) {
        if (!in_turn(l, t, c, caught, after, writes))
            lower_unsupported(l, then, "what follows each capture and depends on the others");
        return;
    }
    for (int i = 0; i < take->n; i++)
        ir_append(l->game, writes, take->a[i]);
    if (then)
        ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, s, lw_copy(l, caught), after));
}

/* The set, where the start is a site. */
static Ir *if_start(Lower *l, const Capture *c, Ir *set)
{
    if (c->start->type.lo >= 0)
        return set;
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, c->start), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, on, set, nothing(l));
}

/* ---- between two others ----------------------------------------------------------------- */

/* The site behind a run of targets: the first of `rest`; none of it, though the
 * ray had `most` of them: the next one; -1 beyond the board. */
static Ir *behind(Lower *l, const Ways *ways, Ir *const index[2], const Ir *path, Ir *rest, int64_t most)
{
    Ir *first = ir_op1(l->game, IR_OP_FIRST, rest);
    if (most >= ANY_NUMBER)
        return first;
    Ir *at[2] = {lw_copy(l, index[0]), lw_copy(l, index[1])};
    Ir *next = ir_tab(l->game, direction_site_table(ways, (int)most + 1), 2, at);
    Ir *full = ir_op2(l->game, IR_OP_EQ, ir_op1(l->game, IR_OP_COUNT, lw_copy(l, path)), lw_int(l, most));
    next = ir_op3(l->game, IR_OP_SELECT, full, next, lw_int(l, -1));
    Ir *some = ir_op1(l->game, IR_OP_ANY, lw_copy(l, rest));
    return ir_op3(l->game, IR_OP_SELECT, some, first, next);
}

static Ir *ally_at(Lower *l, const Capture *c, Ir *site)
{
    Lower in = *l;
    in.it.to = site;
    return lower_bool(&in, c->ally);
}

/* The same of the site behind, where `rest` is that site alone or, beyond the board, empty. */
static Ir *ally_behind(Lower *l, const Capture *c, const Ir *rest)
{
    int end = lw_new_local(l, "end", lower_site_type(l)), off = lw_new_local(l, "off", ir_site(l->game, l->sym->space_site));
    Ir *there = ir_op1(l->game, IR_OP_ANY,
                       ir_k2(l->game, IR_OP_FILTER, end, lw_copy(l, rest), ally_at(l, c, lw_local(l, end))));
    Ir *beyond = ir_k2(l->game, IR_OP_LETX, off, lw_int(l, -1), ally_at(l, c, lw_local(l, off)));
    return ir_op3(l->game, IR_OP_SELECT, ir_op1(l->game, IR_OP_ANY, lw_copy(l, rest)), there, beyond);
}

/* One ray: its targets, if there are enough and the site behind them is right. */
static Ir *one_ray(Lower *l, const Capture *c, const Ways *ways, Ir *way, Ir *targets, int result,
                   int64_t least, int64_t most)
{
    Ir *body = ir_block(l->game), *take = ir_block(l->game);
    Ir *index[2] = {way, lw_copy(l, c->start)};
    Ir *ray = ir_tab(l->game, direction_ray_table(ways, 1, (int)most), 2, index);
    Ir *others = ir_op2(l->game, IR_OP_MDIFF, ir_k0(l->game, IR_OP_ALL, l->sym->space_site), lw_copy(l, targets));
    Ir *path = lw_let(l, &body, "path", ir_op2(l->game, IR_OP_SLIDE, ray, others));
    Ir *run = ir_op2(l->game, IR_OP_MAND, lw_copy(l, path), lw_copy(l, targets));
    run = lw_let(l, &body, "run", run);
    Ir *rest = ir_op2(l->game, IR_OP_MDIFF, lw_copy(l, path), lw_copy(l, targets));
    int64_t enough = least > 1 ? least : 1;
    Ir *holds = ir_op2(l->game, IR_OP_GE, ir_op1(l->game, IR_OP_COUNT, lw_copy(l, run)), lw_int(l, enough));
    if (most >= ANY_NUMBER && l->game->table.at[ray->k].dim[2].size == 1) {
        holds = ir_op2(l->game, IR_OP_AND, holds, ally_behind(l, c, rest));
    } else {
        Ir *end = lw_let(l, &body, "end", behind(l, ways, index, path, rest, most));
        if (most == 1) /* there a site is needed, whatever the condition says */
            holds = ir_op2(l->game, IR_OP_AND, holds, ir_op2(l->game, IR_OP_GE, lw_copy(l, end), lw_int(l, 0)));
        holds = ir_op2(l->game, IR_OP_AND, holds, ally_at(l, c, lw_copy(l, end)));
    }
    Ir *more = ir_op2(l->game, IR_OP_MOR, lw_local(l, result), lw_copy(l, run));
    ir_append(l->game, &take, ir_k1(l->game, IR_OP_SET, result, more));
    ir_append(l->game, &body, ir_if(l->game, holds, take, NULL));
    return body;
}

/* A function of the start: all that is caught, or (with `only`) by way. */
static SubFn between_others(Lower *l, const Term *t, Capture *c, const Ways *ways, int64_t least, int64_t most,
                            bool only)
{
    SubFn sub;
    Ir *start = c->start;
    subfn_begin(&sub, l, IR_FN, "caught", ir_mask(l->sym->space_site), t);
    c->start = subfn_param(&sub, "start", lower_site_type(l), start);
    Ir *one = only ? subfn_param(&sub, "way", ir_int(0, ways->ways - 1), lw_int(l, 0)) : NULL;
    Ir *targets = lw_let(&sub.in, &sub.fn->body, "targets", where_holds(&sub.in, c->target, true));
    int result = lw_new_local(&sub.in, "caught", ir_mask(l->sym->space_site));
    ir_append(l->game, &sub.fn->body,
              ir_k1(l->game, IR_OP_VAR, result, ir_k0(l->game, IR_OP_NONE, l->sym->space_site)));
    if (only) {
        ir_append(l->game, &sub.fn->body, one_ray(&sub.in, c, ways, one, targets, result, least, most));
    } else {
        int way = lw_new_local(&sub.in, "way", ir_int(0, ways->ways - 1));
        Ir *body = one_ray(&sub.in, c, ways, lw_local(&sub.in, way), targets, result, least, most);
        Ir *part[3] = {lw_int(l, 0), lw_int(l, ways->ways), body};
        ir_append(l->game, &sub.fn->body, ir_node(l->game, sub.fn, IR_OP_RANGE, way, 3, part));
    }
    ir_append(l->game, &sub.fn->body, ir_op1(l->game, IR_OP_RET, lw_local(&sub.in, result)));
    subfn_end(&sub);
    c->start = start;
    return sub;
}

/* Values that do not depend on the loop's site are computed before the loop. */
static void split_values(Lower *l, Ir *values, int site, Ir **lets, Ir **inside)
{
    for (int i = 0; i < values->n; i++) {
        Ir *let = values->a[i];
        bool depends = ir_uses_local(let->a[0], site);
        for (int j = 0; j < (*inside)->n && !depends; j++)
            depends = ir_uses_local(let->a[0], (int)(*inside)->a[j]->k);
        ir_append(l->game, depends ? inside : lets, let);
    }
}

/* One piece of those caught along one ray, and what follows. */
static Ir *catch_one(Lower *l, const Term *t, const Capture *c, const Ir *caught, int s, Ir **lets)
{
    const Term *then = term_arg(t, SLOT_then);
    Ir *values = ir_block(l->game), *body = ir_block(l->game), *inside = ir_block(l->game);
    if (c->effect) {
        Lower in = *l;
        in.it.between = lw_local(l, s);
        lower_effect(&in, c->effect, &values, &body);
    } else {
        lw_remove_piece(l, &body, lw_local(l, s));
    }
    split_values(l, values, s, lets, &inside);
    if (then)
        lower_then(l, then, &body);
    lower_settle_conditions(l, inside, body, caught, s, lets);
    for (int i = 0; i < inside->n; i++) {
        for (int j = 0; j < body->n; j++) {
            if (lower_clash(l, body->a[j], inside->a[i]->a[0])) {
                lower_unsupported(l, t, "a capture that depends on the one before");
                return body;
            }
        }
    }
    Ir *all = ir_block(l->game);
    for (int i = 0; i < inside->n; i++)
        ir_append(l->game, &all, inside->a[i]);
    for (int i = 0; i < body->n; i++)
        ir_append(l->game, &all, body->a[i]);
    return all;
}

/* Ray by ray and along each: where one capture may change what the next one does. */
static void catch_in_order(Lower *l, const Term *t, Capture *c, const Ways *ways, int64_t least, int64_t most,
                           Ir **lets, Ir **writes)
{
    SubFn sub = between_others(l, t, c, ways, least, most, true);
    Ir *caught[64];
    for (int way = 0; way < ways->ways; way++) {
        sub.arg[sub.narg - 1] = lw_int(l, way);
        caught[way] = lw_let(l, lets, "caught", if_start(l, c, subfn_call(&sub, IR_OP_CALL)));
    }
    Ir *all = ir_block(l->game);
    for (int way = 0; way < ways->ways; way++) {
        int s = lw_new_local(l, "s", lower_site_type(l));
        Ir *index[3] = {lw_int(l, way), lw_copy(l, c->start), lw_int(l, 0)};
        Ir *ray = ir_tab(l->game, direction_ray_table(ways, 1, (int)most), 3, index), *taken = ir_block(l->game);
        Ir *in = ir_op2(l->game, IR_OP_HAS, lw_local(l, s), lw_copy(l, caught[way]));
        ir_append(l->game, &taken, ir_if(l->game, in, catch_one(l, t, c, caught[way], s, lets), NULL));
        ir_append(l->game, &all, ir_k2(l->game, IR_OP_FOR, s, ray, taken));
    }
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, c->start), lw_int(l, 0));
    ir_append(l->game, writes, ir_if(l->game, on, all, NULL));
}

/* May one capture change what another does?  Taking off and scoring do not. */
static bool order_matters(const Capture *c, const Term *t)
{
    return term_arg(t, SLOT_then) || (c->effect && (lower_reads(c->effect, LUD_from_to)));
}

/* NULL: refused, or done already in order. */
static Ir *custodial(Lower *l, const Term *t, Capture *c, Ir **lets, Ir **writes_or_null)
{
    Ways ways;
    int64_t least = 0, most = ANY_NUMBER;
    const Term *between = term_arg(t, SLOT_between), *range = between ? term_arg(between, SLOT_range) : NULL;
    if (!c->ally || (range && !lower_const_range(l, range, &least, &most)) ||
        !lower_ways(l, &ways, term_arg(t, SLOT_dir), REL_ADJACENT, false)) {
        lower_unsupported(l, t, "this form of (custodial ..)");
        return NULL;
    }
    most = most < ANY_NUMBER ? most : ANY_NUMBER;
    if ((most == 1 && least > 1) || most < 1 || least > most || ways.ways == 0)
        return nothing(l); /* such a run there never is */
    if (ways.looks.n > 1 || ways.ways > 64 || lower_reads(c->target, LUD_to) ||
        lower_reads(c->ally, LUD_between) || (!ways.apart && (!once_is_enough(c) || term_arg(t, SLOT_then)))) {
        lower_unsupported(l, t, "this form of (custodial ..)");
        return NULL;
    }
    if (writes_or_null && order_matters(c, t)) {
        catch_in_order(l, t, c, &ways, least, most, lets, writes_or_null);
        return NULL;
    }
    SubFn sub = between_others(l, t, c, &ways, least, most, false);
    return if_start(l, c, subfn_call(&sub, IR_OP_CALL));
}

/* ---- on all sides ------------------------------------------------------------------------ */

static Ir *neighbours(Lower *l, const Term *t, Ir *site)
{
    return lw_vec_at(l, lower_around(l, term_arg(t, SLOT_relation), REL_ADJACENT, 1), site);
}

/* No more than `except` of the neighbours are others than allies and the start; and
 * one of them is the piece `with`. */
static Ir *surround(Lower *l, const Term *t, Capture *c, Ir **lets)
{
    Ways ways;
    int64_t except = 0;
    const Term *allowed = term_arg(t, SLOT_except), *with = term_arg(t, SLOT_with);
    Ir *pieces[2];
    bool ok = c->ally && !term_arg(t, SLOT_then) && (!allowed || lower_const_int(l, allowed, &except));
    if (ok && (except != 0 || !once_is_enough(c)))
        ok = lower_ways(l, &ways, term_arg(t, SLOT_relation), REL_ADJACENT, false) && ways.apart;
    if (!ok || (with && lower_pieces(l, with, pieces, 2) != 1)) {
        lower_unsupported(l, t, "this form of (surround ..)");
        return NULL;
    }
    Ir *others = lw_let(l, lets, "others", where_holds(l, c->ally, false));
    Ir *targets = ir_op2(l->game, IR_OP_MAND, where_holds(l, c->target, true), neighbours(l, t, lw_copy(l, c->start)));
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *start = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, c->start));
    Ir *closed = ir_op2(l->game, IR_OP_MOR, lw_copy(l, others), start);
    Ir *open = ir_op2(l->game, IR_OP_MDIFF, neighbours(l, t, lw_local(l, s)), closed);
    Ir *holds = except ? ir_op2(l->game, IR_OP_LE, ir_op1(l->game, IR_OP_COUNT, open), lw_int(l, except))
                       : ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, open));
    if (with) {
        Ir *such = ir_k1(l->game, IR_OP_WHERE, l->sites->what, pieces[0]);
        such = ir_op2(l->game, IR_OP_MAND, neighbours(l, t, lw_local(l, s)), such);
        holds = ir_op2(l->game, IR_OP_AND, holds, ir_op1(l->game, IR_OP_ANY, such));
    }
    return if_start(l, c, ir_k2(l->game, IR_OP_FILTER, s, targets, holds));
}

/* What happens to each of those that are caught, in the order of directions. */
static void catch_around(Lower *l, const Term *t, const Capture *c, Ir *caught, Ir **lets, Ir **writes)
{
    Ir *rays = lower_rays(l, term_arg(t, SLOT_relation), REL_ADJACENT, 1, c->start), *all = ir_block(l->game);
    int ways = l->game->table.at[rays->k].dim[1].size;
    int way = lw_new_local(l, "way", ir_int(0, ways - 1)), s = lw_new_local(l, "s", lower_site_type(l));
    Ir *index[2] = {rays->a[0], lw_local(l, way)}, *one = ir_block(l->game), *row = ir_block(l->game);
    caught = lw_let(l, lets, "caught", caught);
    Ir *in = ir_op2(l->game, IR_OP_HAS, lw_local(l, s), lw_copy(l, caught));
    ir_append(l->game, &one, ir_if(l->game, in, catch_one(l, t, c, caught, s, lets), NULL));
    ir_append(l->game, &row, ir_k2(l->game, IR_OP_FOR, s, ir_tab(l->game, (int)rays->k, 2, index), one));
    Ir *part[3] = {lw_int(l, 0), lw_int(l, ways), row};
    ir_append(l->game, &all, ir_node(l->game, l->fn, IR_OP_RANGE, way, 3, part));
    ir_append(l->game, writes, ir_if(l->game, ir_op1(l->game, IR_OP_ANY, lw_copy(l, caught)), all, NULL));
}

/* ---- groups without liberties ------------------------------------------------------------- */

static Ir *enclose(Lower *l, const Term *t, Capture *c, Ir **lets)
{
    if (!lower_enclose_form(l, t, c->target))
        return NULL;
    Ir *targets = lw_let(l, lets, "targets", where_holds(l, c->target, true));
    Ir *dead = lower_enclosed(l, t, c->target, lw_copy(l, c->start), targets);
    Ir *some = ir_op2(l->game, IR_OP_NE, lw_what(l, lw_copy(l, c->start)), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, some, dead, nothing(l));
}

/* ---- on both sides, in front ---------------------------------------------------------------- */

/* The neighbours on opposite sides that are both targets. */
static Ir *intervene(Lower *l, const Term *t, Capture *c, Ir **lets)
{
    const Term *between = term_arg(t, SLOT_between), *range = between ? term_arg(between, SLOT_range) : NULL;
    int64_t least = 1, most = 1;
    if (!once_is_enough(c) || term_arg(t, SLOT_then) || (between && term_arg(between, SLOT_if)) ||
        (range && !lower_const_range(l, range, &least, &most)) || least != 1 || most != 1) {
        lower_unsupported(l, t, "this form of (intervene ..)");
        return NULL;
    }
    Ir *targets = lw_let(l, lets, "targets", where_holds(l, c->target, false)), *all = nothing(l);
    int pairs, first, second;
    lower_opposite_neighbours(l, term_arg(t, SLOT_dir), REL_ADJACENT, &pairs, &first, &second);
    for (int i = 0; i < pairs; i++) {
        Ir *index[4] = {lw_int(l, i), lw_copy(l, c->start), lw_int(l, i), lw_copy(l, c->start)};
        Ir *a = ir_tab(l->game, first, 2, index), *b = ir_tab(l->game, second, 2, index + 2);
        Ir *two = ir_op2(l->game, IR_OP_MOR, ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, a),
                         ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, b));
        Ir *on_a = ir_op2(l->game, IR_OP_HAS, lw_copy(l, a), lw_copy(l, targets));
        Ir *on_b = ir_op2(l->game, IR_OP_HAS, lw_copy(l, b), lw_copy(l, targets));
        Ir *caught = ir_op3(l->game, IR_OP_SELECT, ir_op2(l->game, IR_OP_AND, on_a, on_b), two, nothing(l));
        all = i ? ir_op2(l->game, IR_OP_MOR, all, caught) : caught;
    }
    return if_start(l, c, all);
}

/* The runs of targets ahead; the way the last move went unless said otherwise. */
static Ir *directional(Lower *l, const Term *t, Capture *c, Ir **lets)
{
    Ways ways;
    const Term *dir = term_arg(t, SLOT_dir);
    if (!dir || !lower_ways(l, &ways, dir, REL_ADJACENT, false) ||
        (!ways.apart && (!once_is_enough(c) || term_arg(t, SLOT_then))) || lower_reads(c->target, LUD_from) ||
        lower_reads(c->effect, LUD_from)) {
        lower_unsupported(l, t, "this form of (directional ..)");
        return NULL;
    }
    Ir *targets = lw_let(l, lets, "targets", where_holds(l, c->target, false)), *all = nothing(l);
    for (int way = 0; way < ways.ways; way++) {
        Ir *index[2] = {direction_index(l, &ways, lw_int(l, way), c->start), lw_copy(l, c->start)};
        Ir *ray = ir_tab(l->game, direction_ray_table(&ways, 1, ANY_NUMBER), 2, index);
        Ir *others = ir_op1(l->game, IR_OP_MNOT, lw_copy(l, targets));
        Ir *run = ir_op2(l->game, IR_OP_SLIDE, ray, others);
        run = ir_op2(l->game, IR_OP_MAND, run, lw_copy(l, targets));
        all = way ? ir_op2(l->game, IR_OP_MOR, all, run) : run;
    }
    return if_start(l, c, all);
}

/* ---- all of them ---------------------------------------------------------------------------- */

Ir *lower_caught(Lower *l, const Term *t, Capture *c, Ir **lets, Ir **writes_or_null)
{
    if (!capture_form(l, t, c, lets))
        return NULL;
    switch (t->id) {
    case LUD_custodial: return custodial(l, t, c, lets, writes_or_null);
    case LUD_surround: return surround(l, t, c, lets);
    case LUD_enclose: return enclose(l, t, c, lets);
    case LUD_intervene: return intervene(l, t, c, lets);
    default: return directional(l, t, c, lets);
    }
}

Ir *lower_captures(Lower *l, const Term *t)
{
    Capture c;
    Ir *lets = ir_block(l->game), *caught = lower_caught(l, t, &c, &lets, NULL);
    if (!caught || !once_is_enough(&c))
        return NULL;
    Ir *any = ir_op1(l->game, IR_OP_ANY, caught);
    for (int i = lets->n; i-- > 0;) {
        if (lets->a[i]->op != IR_OP_LET)
            return NULL;
        any = ir_k2(l->game, IR_OP_LETX, lets->a[i]->k, lets->a[i]->a[0], any);
    }
    return any;
}

void effect_capture(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Capture c;
    Ir *caught = lower_caught(l, t, &c, lets, writes);
    if (caught && t->id == LUD_surround && !once_is_enough(&c))
        catch_around(l, t, &c, caught, lets, writes);
    else if (caught)
        catch_them(l, t, &c, caught, lets, writes);
    if (l->after)
        lower_unsupported(l, t, "a capture among effects that something follows");
}
