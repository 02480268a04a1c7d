/* lower_capture.c - captures as consequences: pieces between others (custodial),
 * with others on all sides (surround), groups without liberties (enclose).
 *
 * All that is caught is found before anything is written, and is taken in the
 * order of sites. */
#include "frontend/lud/lower_capture.h"
#include "frontend/lud/lower_ways.h"

typedef struct {
    const Term *target, *ally, *effect; /* effect: NULL takes the piece off */
    Ir *start;
} Capture;

enum { ANY_NUMBER = 1000 };

/* Sites of the board for which the condition holds, they being (between) or (to). */
static Ir *where_holds(Lower *l, const Term *cond, bool between)
{
    Iterators saved = l->it;
    int s = lw_new_local(l, between ? "between" : "to", lower_site_type(l));
    *(between ? &l->it.between : &l->it.to) = lw_local(l, s);
    Ir *holds = lower_bool(l, cond);
    l->it = saved;
    return ir_k2(l->game, IR_OP_FILTER, s, lw_board(l), holds);
}

/* A (between ..) without before:, after: and trail:. */
static bool plain_between(const Term *b)
{
    return !b || (!term_arg(b, "before") && !term_arg(b, "after") && !term_arg(b, "trail"));
}

static bool plain_to(const Term *to)
{
    return !to || (!term_arg(to, "type") && !term_arg(to, "site") && !term_arg(to, "region") &&
                   !term_arg(to, "level") && !term_arg(to, "rotations") && !term_arg(to, "apply"));
}

/* Reads the clauses; false (filed) for a form that is not supported. */
static bool capture_form(Lower *l, const Term *t, Capture *c, const Term *to, Ir **lets)
{
    const Term *from = term_arg(t, "from"), *between = term_arg(t, "between");
    const Term *apply = between ? term_arg(between, "apply") : NULL;
    *c = (Capture){.target = between ? term_arg(between, "if") : NULL, .ally = to ? term_arg(to, "if") : NULL};
    bool ok = plain_between(between) && plain_to(to) && c->target;
    ok = ok && (!from || (!term_arg(from, "region") && !term_arg(from, "level") && !term_arg(from, "if") &&
                          lower_default_type(l, from)));
    ok = ok && (!apply || (apply->id == LUD_apply && !term_arg(apply, "if")));
    if (!ok || l->applying) {
        lower_unsupported(l, t, "this form of a capture");
        return false;
    }
    c->effect = apply ? term_arg(apply, "effect") : NULL;
    const Term *site = from ? term_arg(from, "site") : NULL;
    Ir *start = site ? lower_int(l, site)
                     : t->id == LUD_surround ? lw_copy(l, l->it.from) : lw_get(l, l->field.last_to);
    if (!start) {
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

/* What happens to those that are caught, and what follows for each of them. */
static void catch_them(Lower *l, const Term *t, const Capture *c, Ir *caught, Ir **lets, Ir **writes)
{
    const Term *then = term_arg(t, "then");
    caught = lw_let(l, lets, "caught", caught);
    int first = (*writes)->n;
    if (c->effect) {
        lower_effect_between(l, c->effect, caught, lets, writes);
    } else {
        int s = lw_new_local(l, "s", lower_site_type(l));
        Ir *body = ir_block(l->game);
        remove_piece(l, &body, lw_local(l, s));
        ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, s, caught, body));
    }
    if (!then) {
        return;
    }
    Ir *after = ir_block(l->game);
    int s = lw_new_local(l, "s", lower_site_type(l));
    lower_then(l, then, &after);
    bool clash = !once_is_enough(c);
    for (int i = first; i < (*writes)->n; i++) {
        clash |= lower_clash(l, (*writes)->a[i], after);
    }
    if (clash) {
        lower_unsupported(l, then, "what follows each capture and depends on the others");
    }
    ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, s, lw_copy(l, caught), after));
}

/* The set, where the start is a site. */
static Ir *if_start(Lower *l, const Capture *c, Ir *set)
{
    if (c->start->type.lo >= 0) {
        return set;
    }
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, c->start), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, on, set, ir_k0(l->game, IR_OP_NONE, l->space_site));
}

/* ---- between two others ----------------------------------------------------------------- */

/* The site behind a run of targets: the first of `rest`; none of it, though the
 * ray had `most` of them: the next one; -1 beyond the board. */
static Ir *behind(Lower *l, const Ways *ways, Ir *const index[2], const Ir *path, Ir *rest, int64_t most)
{
    Ir *first = ir_op1(l->game, IR_OP_FIRST, rest);
    if (most >= ANY_NUMBER) {
        return first;
    }
    Ir *at[2] = {lw_copy(l, index[0]), lw_copy(l, index[1])};
    Ir *next = ir_tab(l->game, ways_site_table(ways, (int)most + 1), 2, at);
    Ir *full = ir_op2(l->game, IR_OP_EQ, ir_op1(l->game, IR_OP_COUNT, lw_copy(l, path)), lw_int(l, most));
    next = ir_op3(l->game, IR_OP_SELECT, full, next, lw_int(l, -1));
    Ir *some = ir_op1(l->game, IR_OP_ANY, lw_copy(l, rest));
    return ir_op3(l->game, IR_OP_SELECT, some, first, next);
}

/* One ray: its targets, if there are enough and the site behind them is right. */
static Ir *one_ray(Lower *l, const Capture *c, const Ways *ways, Ir *way, Ir *targets, int result,
                   int64_t least, int64_t most)
{
    Ir *body = ir_block(l->game), *take = ir_block(l->game);
    Ir *index[2] = {way, lw_copy(l, c->start)};
    Ir *ray = ir_tab(l->game, ways_ray_table(ways, 1, (int)most), 2, index);
    Ir *others = ir_op2(l->game, IR_OP_MDIFF, ir_k0(l->game, IR_OP_ALL, l->space_site), lw_copy(l, targets));
    Ir *path = lw_let(l, &body, "path", ir_op2(l->game, IR_OP_SLIDE, ray, others));
    Ir *run = ir_op2(l->game, IR_OP_MAND, lw_copy(l, path), lw_copy(l, targets));
    run = lw_let(l, &body, "run", run);
    Ir *rest = ir_op2(l->game, IR_OP_MDIFF, lw_copy(l, path), lw_copy(l, targets));
    Ir *end = lw_let(l, &body, "end", behind(l, ways, index, path, rest, most));
    int64_t enough = least > 1 ? least : 1;
    Ir *holds = ir_op2(l->game, IR_OP_GE, ir_op1(l->game, IR_OP_COUNT, lw_copy(l, run)), lw_int(l, enough));
    if (most == 1) { /* there a site is needed, whatever the condition says */
        holds = ir_op2(l->game, IR_OP_AND, holds, ir_op2(l->game, IR_OP_GE, lw_copy(l, end), lw_int(l, 0)));
    }
    Ir *to = l->it.to;
    l->it.to = lw_copy(l, end);
    holds = ir_op2(l->game, IR_OP_AND, holds, lower_bool(l, c->ally));
    l->it.to = to;
    Ir *more = ir_op2(l->game, IR_OP_MOR, lw_local(l, result), lw_copy(l, run));
    ir_append(l->game, &take, ir_k1(l->game, IR_OP_SET, result, more));
    ir_append(l->game, &body, ir_if(l->game, holds, take, NULL));
    return body;
}

/* A function of the start: all that is caught. */
static Ir *between_others(Lower *l, const Term *t, Capture *c, const Ways *ways, int64_t least, int64_t most)
{
    SubFn sub;
    Ir *start = c->start;
    sub_begin(&sub, l, IR_FN, "caught", ir_mask(l->space_site), t);
    c->start = sub_param(&sub, "start", lower_site_type(l), start);
    Ir *targets = lw_let(l, &sub.fn->body, "targets", where_holds(l, c->target, true));
    int result = lw_new_local(l, "caught", ir_mask(l->space_site));
    ir_append(l->game, &sub.fn->body,
              ir_k1(l->game, IR_OP_VAR, result, ir_k0(l->game, IR_OP_NONE, l->space_site)));
    int way = lw_new_local(l, "way", ir_int(0, ways->ways - 1));
    Ir *body = one_ray(l, c, ways, lw_local(l, way), targets, result, least, most);
    Ir *part[3] = {lw_int(l, 0), lw_int(l, ways->ways), body};
    ir_append(l->game, &sub.fn->body, ir_node(l->game, sub.fn, IR_OP_RANGE, way, 3, part));
    ir_append(l->game, &sub.fn->body, ir_op1(l->game, IR_OP_RET, lw_local(l, result)));
    sub_end(&sub);
    c->start = start;
    return sub_call(&sub, IR_OP_CALL);
}

static void custodial(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Capture c;
    Ways ways;
    int64_t least = 0, most = ANY_NUMBER;
    const Term *between = term_arg(t, "between"), *range = between ? term_arg(between, "range") : NULL;
    if (!capture_form(l, t, &c, term_arg(t, "to"), lets)) {
        return;
    }
    if (!c.ally || (range && !lower_const_range(l, range, &least, &most)) ||
        !lower_ways(l, &ways, term_arg(t, "dir"), REL_ADJACENT, false)) {
        lower_unsupported(l, t, "this form of (custodial ..)");
        return;
    }
    most = most < ANY_NUMBER ? most : ANY_NUMBER;
    if ((most == 1 && least > 1) || most < 1 || least > most || ways.ways == 0) {
        return; /* such a run there never is */
    }
    if (ways.looks.n > 1 || lower_reads(c.target, LUD_to) || lower_reads(c.ally, LUD_between) ||
        (!ways.apart && (!once_is_enough(&c) || term_arg(t, "then")))) {
        lower_unsupported(l, t, "this form of (custodial ..)");
        return;
    }
    catch_them(l, t, &c, if_start(l, &c, between_others(l, t, &c, &ways, least, most)), lets, writes);
}

/* ---- on all sides ------------------------------------------------------------------------ */

static Ir *neighbours(Lower *l, const Term *t, Ir *site)
{
    return lw_vec_at(l, lower_around(l, term_arg(t, "relation"), REL_ADJACENT, 1), site);
}

static void surround(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Capture c;
    int64_t except = 0;
    const Term *allowed = term_arg(t, "except"), *with = term_arg(t, "with");
    if (!capture_form(l, t, &c, term_arg(t, "to"), lets)) {
        return;
    }
    if (!c.ally || !once_is_enough(&c) || term_arg(t, "then") || with ||
        (allowed && (!const_int(l, allowed, &except) || except != 0))) {
        lower_unsupported(l, t, "this form of (surround ..)");
        return;
    }
    Ir *others = lw_let(l, lets, "others", where_holds(l, c.ally, false));
    Ir *targets = ir_op2(l->game, IR_OP_MAND, where_holds(l, c.target, true), neighbours(l, t, lw_copy(l, c.start)));
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *start = ir_k1(l->game, IR_OP_BITOF, l->space_site, lw_copy(l, c.start));
    Ir *closed = ir_op2(l->game, IR_OP_MOR, lw_copy(l, others), start);
    Ir *open = ir_op2(l->game, IR_OP_MDIFF, neighbours(l, t, lw_local(l, s)), closed);
    Ir *none = ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, open));
    catch_them(l, t, &c, if_start(l, &c, ir_k2(l->game, IR_OP_FILTER, s, targets, none)), lets, writes);
}

/* ---- groups without liberties ------------------------------------------------------------- */

static void enclose(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Capture c;
    int64_t except = 0;
    const Term *allowed = term_arg(t, "numException"), *dir = term_arg(t, "dir");
    if (!lower_default_type(l, t) || !capture_form(l, t, &c, NULL, lets)) {
        return;
    }
    bool same_both_ways = !dir || term_is_enum(dir, "Orthogonal") || term_is_enum(dir, "Adjacent") ||
                          term_is_enum(dir, "All") || term_is_enum(dir, "Diagonal");
    if (!same_both_ways || lower_reads(c.target, LUD_is_empty) ||
        (allowed && (!const_int(l, allowed, &except) || except != 0))) {
        lower_unsupported(l, t, "this form of (enclose ..)");
        return;
    }
    Ir *adjacent = lower_adjacency(l, dir, REL_ADJACENT);
    Ir *targets = lw_let(l, lets, "targets", where_holds(l, c.target, true));
    Ir *near = ir_op2(l->game, IR_OP_MAND, lw_vec_at(l, adjacent, lw_copy(l, c.start)), lw_copy(l, targets));
    /* Each neighbour whose group has no empty neighbour, then their groups. */
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *one = ir_k1(l->game, IR_OP_BITOF, l->space_site, lw_local(l, s));
    Ir *group = ir_op3(l->game, IR_OP_FLOOD, one, lw_copy(l, targets), lw_copy(l, adjacent));
    Ir *around = ir_op2(l->game, IR_OP_GROW, group, lw_copy(l, adjacent));
    Ir *empty = ir_op2(l->game, IR_OP_MDIFF, lw_empty(l), lw_copy(l, targets));
    Ir *free = ir_op1(l->game, IR_OP_ANY, ir_op2(l->game, IR_OP_MAND, around, empty));
    Ir *dead = ir_k2(l->game, IR_OP_FILTER, s, near, ir_op1(l->game, IR_OP_NOT, free));
    dead = ir_op3(l->game, IR_OP_FLOOD, dead, lw_copy(l, targets), lw_copy(l, adjacent));
    Ir *some = ir_op2(l->game, IR_OP_NE, lw_what(l, lw_copy(l, c.start)), lw_int(l, 0));
    dead = ir_op3(l->game, IR_OP_SELECT, some, dead, ir_k0(l->game, IR_OP_NONE, l->space_site));
    catch_them(l, t, &c, dead, lets, writes);
}

bool lower_capture(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    switch (t->id) {
    case LUD_custodial: custodial(l, t, lets, writes); return true;
    case LUD_surround: surround(l, t, lets, writes); return true;
    case LUD_enclose: enclose(l, t, lets, writes); return true;
    default: return false;
    }
}
