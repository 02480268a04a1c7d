/* distance.c - how far sites are apart, and which are so far, when every step
 * on the way must be allowed: (count Steps (step ..) ..), (sites Distance (step ..) ..). */
#include "frontend/lud/lower/geometry/dir.h"
#include "frontend/lud/lower/values/group.h"

/* A search outwards from %start: the sites reached at the present step, all seen
 * so far, and the number of steps. */
typedef struct {
    SubFn sub;
    const Term *step;
    Ir *start, *allowed, *adjacent; /* allowed: NULL where that depends on the site before */
    int front, seen, steps;
} Search;

static bool step_form(Lower *l, const Term *t, const Term *step)
{
    const Term *to = term_arg(step, SLOT_to), *dir = term_arg(step, SLOT_dir);
    bool ok = !term_arg(step, SLOT_from) && !term_arg(step, SLOT_then) && !term_arg(step, SLOT_stack);
    ok = ok && !term_arg(t, SLOT_newRotation) && !(to && (term_arg(to, SLOT_apply) || term_arg(to, SLOT_level)));
    ok = ok && !(dir && (dirs_need_facing(dir) || dirs_need_last(dir) || lower_reads(dir, LUD_from)));
    if (!ok)
        lower_unsupported(l, t, "steps of this form");
    return ok;
}

/* The sites that a step may go to. */
static Ir *allowed_sites(Lower *l, const Term *step)
{
    const Term *to = term_arg(step, SLOT_to), *cond = to ? term_arg(to, SLOT_if) : NULL;
    return cond ? lower_filter(l, lw_board(l), cond, ITER_TO) : lw_board(l);
}

/* Does the condition on a step ask where it comes from? */
static bool asks_both_ends(const Term *step)
{
    const Term *to = term_arg(step, SLOT_to), *cond = to ? term_arg(to, SLOT_if) : NULL;
    return cond && lower_reads(cond, LUD_from);
}

/* From each site of the front those that may be reached from there. */
static Ir *fronts(Lower *l, const Search *s, Ir *from)
{
    Lower in = *l;
    int at = lw_new_local(l, "from", lower_site_type(l));
    in.it.from = lw_local(l, at);
    Ir *around = ir_op2(l->game, IR_OP_GROW, ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, at)), lw_copy(l, s->adjacent));
    Ir *next = lower_filter(&in, ir_op2(l->game, IR_OP_MAND, around, lw_board(l)),
                            term_arg(term_arg(s->step, SLOT_to), SLOT_if), ITER_TO);
    return ir_k2(l->game, IR_OP_UNION, at, from, next);
}

static Ir *next_front(Lower *l, const Search *s, Ir *from)
{
    if (asks_both_ends(s->step))
        return fronts(l, s, from);
    Ir *around = ir_op2(l->game, IR_OP_GROW, from, lw_copy(l, s->adjacent));
    return ir_op2(l->game, IR_OP_MAND, around, lw_copy(l, s->allowed));
}

/* The function with its first parameter; the caller may add others. */
static void search_open(Lower *l, Search *s, const Term *t, Ir *start, IrType ret)
{
    subfn_begin(&s->sub, l, IR_FN, "steps", ret, t);
    s->start = subfn_param(&s->sub, "start", lower_site_type(l), start);
}

/* Its beginning: the first step is done. */
static void search_begin(Lower *l, Search *s, const Term *step)
{
    Ir **body = &s->sub.fn->body;
    s->adjacent = lower_adjacency(l, term_arg(step, SLOT_dir), REL_ADJACENT);
    s->step = step;
    s->allowed = asks_both_ends(step) ? NULL : lw_let(l, body, "allowed", allowed_sites(l, step));
    s->front = lw_new_local(l, "front", ir_mask(l->sym->space_site));
    s->seen = lw_new_local(l, "seen", ir_mask(l->sym->space_site));
    s->steps = lw_new_local(l, "steps", ir_int(1, lw_dim_site(l).size + 1));
    Ir *origin = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, s->start));
    ir_append(l->game, body, ir_k1(l->game, IR_OP_VAR, s->front, next_front(l, s, lw_copy(l, origin))));
    Ir *seen = ir_op2(l->game, IR_OP_MOR, origin, lw_local(l, s->front));
    ir_append(l->game, body, ir_k1(l->game, IR_OP_VAR, s->seen, seen));
    ir_append(l->game, body, ir_k1(l->game, IR_OP_VAR, s->steps, lw_int(l, 1)));
}

static Ir *any_in_front(Lower *l, const Search *s)
{
    return ir_op1(l->game, IR_OP_ANY, lw_local(l, s->front));
}

/* while cond { one step more; then `each` } */
static void search_while(Lower *l, Search *s, Ir *cond, const Ir *each)
{
    Ir *step = ir_block(l->game);
    Ir *next = ir_op2(l->game, IR_OP_MDIFF, next_front(l, s, lw_local(l, s->front)), lw_local(l, s->seen));
    ir_append(l->game, &step, ir_k1(l->game, IR_OP_SET, s->front, next));
    Ir *seen = ir_op2(l->game, IR_OP_MOR, lw_local(l, s->seen), lw_local(l, s->front));
    ir_append(l->game, &step, ir_k1(l->game, IR_OP_SET, s->seen, seen));
    Ir *more = ir_op2(l->game, IR_OP_ADD, lw_local(l, s->steps), lw_int(l, 1));
    ir_append(l->game, &step, ir_k1(l->game, IR_OP_SET, s->steps, more));
    for (int i = 0; each && i < each->n; i++)
        ir_append(l->game, &step, each->a[i]);
    cond = ir_op2(l->game, IR_OP_AND, any_in_front(l, s), cond);
    ir_append(l->game, &s->sub.fn->body, ir_k2(l->game, IR_OP_WHILE, lw_dim_site(l).size, cond, step));
}

static Ir *search_end(Lower *l, Search *s, Ir *result)
{
    ir_append(l->game, &s->sub.fn->body, ir_op1(l->game, IR_OP_RET, result));
    subfn_end(&s->sub);
    return subfn_call(&s->sub, IR_OP_CALL);
}

/* No step is needed: %start is in %goal, or one of them is not there at all. */
static Ir *is_there(Lower *l, int start, int goal)
{
    Ir *in = ir_op2(l->game, IR_OP_HAS, lw_local(l, start), lw_local(l, goal));
    Ir *none = ir_op2(l->game, IR_OP_LT, lw_local(l, start), lw_int(l, 0));
    Ir *nowhere = ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, lw_local(l, goal)));
    return ir_op2(l->game, IR_OP_OR, ir_op2(l->game, IR_OP_OR, in, none), nowhere);
}

static Ir *steps_goal(Lower *l, const Term *t)
{
    const Term *site = term_arg(t, SLOT_site2);
    return site ? ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lower_int(l, site)) : lower_region(l, term_arg(t, SLOT_region));
}

/* Is the number of steps less than infinite?  All that is reached at once. */
Ir *lower_is_reached(Lower *l, const Term *t)
{
    const Term *step = term_arg(t, SLOT_step);
    if (!lower_default_type(l, t) || !step_form(l, t, step))
        return lw_int(l, 0);
    if (asks_both_ends(step))
        return ir_op2(l->game, IR_OP_LT, lower_steps_by(l, t), lw_int(l, INFINITELY_MANY));
    Ir *start = lower_int(l, term_arg(t, SLOT_site)), *goal = steps_goal(l, t);
    int at = lw_new_local(l, "start", start->type), aim = lw_new_local(l, "goal", ir_mask(l->sym->space_site));
    Ir *adjacent = lower_adjacency(l, term_arg(step, SLOT_dir), REL_ADJACENT);
    Ir *allowed = allowed_sites(l, step);
    Ir *front = ir_op2(l->game, IR_OP_GROW, ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, at)), lw_copy(l, adjacent));
    Ir *all = ir_op3(l->game, IR_OP_FLOOD, front, allowed, adjacent);
    Ir *met = ir_op1(l->game, IR_OP_ANY, ir_op2(l->game, IR_OP_MAND, all, lw_local(l, aim)));
    Ir *on = ir_op2(l->game, IR_OP_HAS, lw_local(l, at), lw_board(l));
    Ir *reached = ir_op2(l->game, IR_OP_OR, is_there(l, at, aim), ir_op2(l->game, IR_OP_AND, on, met));
    return ir_k2(l->game, IR_OP_LETX, at, start, ir_k2(l->game, IR_OP_LETX, aim, goal, reached));
}

/* The steps from the site to the nearest of its goals: 0 without either. */
Ir *lower_steps_by(Lower *l, const Term *t)
{
    Search s;
    if (!step_form(l, t, term_arg(t, SLOT_step)))
        return lw_int(l, 0);
    Ir *start = lower_int(l, term_arg(t, SLOT_site)), *goal = steps_goal(l, t);
    int at = lw_new_local(l, "start", start->type), aim = lw_new_local(l, "goal", ir_mask(l->sym->space_site));
    Ir *on = ir_op2(l->game, IR_OP_HAS, lw_local(l, at), lw_board(l));
    Ir *there = is_there(l, at, aim), *from = lw_local(l, at), *target = lw_local(l, aim);
    search_open(l, &s, t, from, ir_int(1, INFINITELY_MANY));
    Ir *wanted = subfn_param(&s.sub, "goal", ir_mask(l->sym->space_site), target);
    search_begin(&s.sub.in, &s, term_arg(t, SLOT_step));
    Ir *met = ir_op1(l->game, IR_OP_ANY, ir_op2(l->game, IR_OP_MAND, lw_local(&s.sub.in, s.front), wanted));
    search_while(&s.sub.in, &s, ir_op1(l->game, IR_OP_NOT, met), NULL);
    Ir *steps = ir_op3(l->game, IR_OP_SELECT, any_in_front(&s.sub.in, &s), lw_local(&s.sub.in, s.steps), lw_int(l, INFINITELY_MANY));
    Ir *number = ir_op3(l->game, IR_OP_SELECT, on, search_end(&s.sub.in, &s, steps), lw_int(l, INFINITELY_MANY));
    number = ir_op3(l->game, IR_OP_SELECT, there, lw_int(l, 0), number);
    return ir_k2(l->game, IR_OP_LETX, at, start, ir_k2(l->game, IR_OP_LETX, aim, goal, number));
}

/* The sites that are least .. most steps from `start`; one step is always taken. */
Ir *lower_sites_by_steps(Lower *l, const Term *t, Ir *start, Ir *least, Ir *most)
{
    Search s;
    Ir *none = ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    if (!step_form(l, t, term_arg(t, SLOT_step)))
        return none;
    int at = lw_new_local(l, "start", start->type), lo = lw_new_local(l, "least", least->type);
    Ir *on = ir_op2(l->game, IR_OP_HAS, lw_local(l, at), lw_board(l));
    on = ir_op2(l->game, IR_OP_AND, on, ir_op2(l->game, IR_OP_GE, lw_local(l, lo), lw_int(l, 0)));
    Ir *from = lw_local(l, at), *near = lw_local(l, lo);
    search_open(l, &s, t, from, ir_mask(l->sym->space_site));
    Ir *far = subfn_param(&s.sub, "most", most->type, most);
    near = subfn_param(&s.sub, "least", least->type, near);
    search_begin(&s.sub.in, &s, term_arg(t, SLOT_step));
    int found = lw_new_local(&s.sub.in, "found", ir_mask(l->sym->space_site));
    Ir *first = ir_op2(l->game, IR_OP_LE, near, lw_int(l, 1));
    first = ir_op3(l->game, IR_OP_SELECT, first, lw_local(&s.sub.in, s.front), lw_copy(l, none));
    ir_append(l->game, &s.sub.fn->body, ir_k1(l->game, IR_OP_VAR, found, first));
    Ir *each = ir_block(l->game), *add = ir_block(l->game);
    Ir *all = ir_op2(l->game, IR_OP_MOR, lw_local(&s.sub.in, found), lw_local(&s.sub.in, s.front));
    ir_append(l->game, &add, ir_k1(l->game, IR_OP_SET, found, all));
    Ir *enough = ir_op2(l->game, IR_OP_GE, lw_local(&s.sub.in, s.steps), lw_copy(l, near));
    ir_append(l->game, &each, ir_if(l->game, enough, add, NULL));
    search_while(&s.sub.in, &s, ir_op2(l->game, IR_OP_LT, lw_local(&s.sub.in, s.steps), far), each);
    Ir *sites = ir_op3(l->game, IR_OP_SELECT, on, search_end(&s.sub.in, &s, lw_local(&s.sub.in, found)), none);
    return ir_k2(l->game, IR_OP_LETX, at, start, ir_k2(l->game, IR_OP_LETX, lo, least, sites));
}
