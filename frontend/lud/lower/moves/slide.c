/* slide.c - slides along rays, and pieces shot along them. */
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/moves/slide.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

enum { FAR = 1000 }; /* further than any board */

typedef struct {
    const Term *from, *between, *to, *apply, *after;
    int64_t least, most; /* how many steps */
    Ways ways;
    const Term *exact;   /* the number of steps, where it changes */
    const Term *limit;   /* the range whose greatest number of steps changes */
    bool together; /* one rule for all ways: no site is reached twice */
} Slide;

/* Does the range begin at one step, and end at a number that changes? */
static bool changing_limit(Lower *l, const Term *range)
{
    Ir *low, *high;
    int64_t least, most;
    if (!range || term_is(range, LUD_exact))
        return false;
    lower_range(l, range, &low, &high);
    return lower_is_const(lower_fold_int(l, low), &least) && least <= 1 && !lower_is_const(lower_fold_int(l, high), &most);
}

static bool slide_form(Lower *l, const Term *t, Slide *s)
{
    *s = (Slide){.from = term_arg(t, SLOT_from), .between = term_arg(t, SLOT_between), .to = term_arg(t, SLOT_to),
                 .least = 1, .most = FAR};
    s->apply = s->to ? term_arg(s->to, SLOT_apply) : NULL;
    /* a place in (to ..) means nothing here */
    if (term_arg(t, SLOT_track) || (s->to && (term_arg(s->to, SLOT_level) || term_arg(s->to, SLOT_rotations)))) {
        lower_unsupported(l, t, "this form of (move Slide ..)");
        return false;
    }
    if (s->between) {
        if (term_arg(s->between, SLOT_before) || term_arg(s->between, SLOT_after))
            lower_unsupported(l, s->between, "before: or after: of a slide");
        const Term *range = term_arg(s->between, SLOT_range);
        int64_t known;
        if (term_is(range, LUD_exact) && !lower_const_int(l, term_arg(range, SLOT_value), &known))
            s->exact = term_arg(range, SLOT_value);
        else if (changing_limit(l, range))
            s->limit = range;
        else if (range && !lower_const_range(l, range, &s->least, &s->most))
            return false;
        s->after = term_arg(s->between, SLOT_apply);
        if (s->after && (s->after->id != LUD_apply || term_arg(s->after, SLOT_if)))
            lower_unsupported(l, s->after, "a condition on the effect between");
    }
    bool own = !s->from || !term_arg(s->from, SLOT_site);
    if (!lower_ways(l, &s->ways, term_arg(t, SLOT_dir), REL_ADJACENT, own))
        return false;
    bool trail = s->between && term_arg(s->between, SLOT_trail);
    s->together = s->ways.apart && !l->facts->has_passed_over && !s->after && !s->exact && !s->limit && !trail;
    return s->ways.ways > 0;
}

/* Rays that a rule slides on: a VEC of lists. */
static Ir *rays(Rule *r, const Slide *s, int first, int last)
{
    Lower *l = r->l;
    Ir *index[2];
    int table;
    if (s->together) {
        table = direction_rays_table(&s->ways, first, last);
        index[0] = lower_look(l, &s->ways.looks, r->from);
    } else {
        table = direction_ray_table(&s->ways, first, last);
        index[0] = direction_index(l, &s->ways, r->plane, r->from);
    }
    index[1] = lw_copy(l, r->from);
    return ir_tab(l->game, table, 2, index);
}

/* Sites the slide may end on. */
static Ir *reached(Rule *r, const Slide *s)
{
    Lower *l = r->l;
    const Term *stop = s->to ? term_arg(s->to, SLOT_if) : NULL;
    Ir *go = rule_let(r, "open", lower_where_between(l, s->between ? term_arg(s->between, SLOT_if) : NULL));
    int most = s->most > FAR ? FAR : (int)s->most;
    if (most < 1)
        return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    Ir *ends = ir_op1(l->game, IR_OP_MNOT, lw_copy(l, go)), *good = lw_copy(l, go), *near = NULL;
    if (s->least > 1) {
        near = ir_op2(l->game, IR_OP_SLIDE, rays(r, s, 1, (int)s->least - 1),
                      ir_k0(l->game, IR_OP_NONE, l->sym->space_site));
        near = rule_let(r, "near", near);
    }
    if (stop) {
        Ir *stops = lower_filter(l, lw_board(l), stop, ITER_TO);
        if (near) /* that near, nothing stops it */
            stops = ir_op2(l->game, IR_OP_MDIFF, stops, lw_copy(l, near));
        stops = rule_let(r, "stop", stops);
        ends = ir_op2(l->game, IR_OP_MOR, ends, lw_copy(l, stops));
        good = ir_op2(l->game, IR_OP_MOR, good, stops);
    }
    Ir *sites = ir_op2(l->game, IR_OP_MAND, ir_op2(l->game, IR_OP_SLIDE, rays(r, s, 1, most), ends), good);
    return near ? ir_op2(l->game, IR_OP_MDIFF, sites, near) : sites;
}

/* Sites passed on the way, the ends not counted. */
static Ir *passed(Rule *r, const Slide *s)
{
    Lower *l = r->l;
    Ir *end = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, r->to));
    Ir *way = ir_op2(l->game, IR_OP_SLIDE, rays(r, s, 1, FAR), lw_copy(l, end));
    return ir_op2(l->game, IR_OP_MDIFF, way, end);
}

/* A piece stays on every site of the way, where the move began included. */
static void leave_trail(Rule *r, const Slide *s, const Term *trail)
{
    Lower *l = r->l;
    Ir *piece = rule_let(r, "trail", lower_int(l, trail));
    Ir *start = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, r->from));
    Ir *sites = rule_let(r, "way", ir_op2(l->game, IR_OP_MOR, passed(r, s), start));
    int x = lw_new_local(l, "s", lower_site_type(l));
    Ir *body = ir_block(l->game);
    lw_put_piece(l, &body, lw_local(l, x), piece, lw_int(l, 1), false);
    rule_do(r, ir_k2(l->game, IR_OP_FOR, x, sites, body));
}

/* A site so many steps on: free or, by (to if:..), to end on; all before it free. */
static void exact_guards(Rule *r, const Slide *s, Ir *number)
{
    Lower *l = r->l;
    const Term *go = term_arg(s->between, SLOT_if), *stop = s->to ? term_arg(s->to, SLOT_if) : NULL;
    Lower in = *l;
    Ir *way = rule_let(r, "way", passed(r, s));
    Ir *steps = ir_op2(l->game, IR_OP_ADD, ir_op1(l->game, IR_OP_COUNT, lw_copy(l, way)), lw_int(l, 1));
    rule_when(r, ir_op2(l->game, IR_OP_EQ, steps, number));
    Ir *taken = ir_op2(l->game, IR_OP_MDIFF, way, lower_where_between(l, go));
    rule_when(r, ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, taken)));
    in.it.between = r->to;
    Ir *end = go ? lower_bool(&in, go) : ir_op2(l->game, IR_OP_HAS, lw_copy(l, r->to), lw_empty(l));
    l->it.to = r->to;
    rule_when(r, stop ? ir_op2(l->game, IR_OP_OR, lower_bool(l, stop), end) : end);
}

/* The site is no more steps on than the range allows. */
static void limit_guard(Rule *r, const Slide *s)
{
    Lower *l = r->l;
    Ir *low, *high;
    lower_range(l, s->limit, &low, &high);
    Ir *steps = ir_op2(l->game, IR_OP_ADD, ir_op1(l->game, IR_OP_COUNT, passed(r, s)), lw_int(l, 1));
    rule_when(r, ir_op2(l->game, IR_OP_LE, steps, high));
}

/* ---- step by step --------------------------------------------------------------------- */

/* Conditions that ask for the site before, (between), are asked along every ray by a
 * function of the start. */
typedef struct {
    const Term *stop; /* a slide ends where it holds .. */
    const Term *go;   /* .. and goes on where this does; NULL: over empty sites */
    const Term *may;  /* where moves may end; NULL: anywhere */
    bool before;      /* `go` sees the site before, too, and not the site itself */
} Course;

/* found |= to, if allowed. */
static Ir *may_end(Lower *l, const Course *c, int found, int to)
{
    Ir *block = ir_block(l->game);
    Ir *there = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, to));
    Ir *all = ir_op2(l->game, IR_OP_MOR, lw_local(l, found), there);
    ir_append(l->game, &block, ir_k1(l->game, IR_OP_SET, found, all));
    if (c->may) {
        Ir *may = ir_block(l->game);
        ir_append(l->game, &may, ir_if(l->game, lower_bool(l, c->may), block, NULL));
        return may;
    }
    return block;
}

/* What happens at one site of a ray, while it is open. */
static Ir *one_site(Lower *l, const Course *c, int to, int prev, int open, int found)
{
    Ir *close = ir_k1(l->game, IR_OP_SET, open, lw_int(l, 0)), *shut = ir_block(l->game), *on = ir_block(l->game);
    Ir *go;
    l->it.to = lw_local(l, to);
    l->it.between = lw_local(l, c->before ? prev : to);
    go = c->go ? lower_bool(l, c->go) : ir_op2(l->game, IR_OP_EQ, lw_what(l, lw_local(l, to)), lw_int(l, 0));
    ir_append(l->game, &shut, ir_copy(l->game, close));
    l->it.between = lw_local(l, c->before ? prev : to);
    Ir *further = may_end(l, c, found, to);
    ir_append(l->game, &further, ir_k1(l->game, IR_OP_SET, prev, lw_local(l, to)));
    ir_append(l->game, &on, ir_if(l->game, go, further, shut));
    if (!c->stop)
        return on;
    l->it.between = lw_local(l, prev);
    Ir *stop = lower_bool(l, c->stop), *last = may_end(l, c, found, to), *all = ir_block(l->game);
    ir_append(l->game, &last, close);
    ir_append(l->game, &all, ir_if(l->game, stop, last, on));
    return all;
}

/* The sites where moves may end. */
static Ir *course_ends(Rule *r, const Slide *s, const Course *c, const Term *t)
{
    Lower *l = r->l;
    SubFn sub;
    Ir *first = l->it.between ? lw_copy(l, l->it.between) : lw_int(l, -1);
    subfn_begin(&sub, l, IR_FN, "course", ir_mask(l->sym->space_site), t);
    Ir *start = subfn_param(&sub, "start", lower_site_type(l), lw_copy(l, r->from));
    Ir *before = subfn_param(&sub, "before", ir_site(l->game, l->sym->space_site), first);
    int way = lw_new_local(&sub.in, "way", ir_int(0, s->ways.ways - 1)), to = lw_new_local(&sub.in, "to", lower_site_type(l));
    int prev = lw_new_local(&sub.in, "prev", ir_site(l->game, l->sym->space_site)), open = lw_new_local(&sub.in, "open", ir_bit());
    int found = lw_new_local(&sub.in, "found", ir_mask(l->sym->space_site));
    Ir *each = ir_block(l->game), *body = ir_block(l->game);
    ir_append(l->game, &each, ir_if(l->game, lw_local(&sub.in, open), one_site(&sub.in, c, to, prev, open, found), NULL));
    Ir *index[3] = {direction_index(&sub.in, &s->ways, lw_local(&sub.in, way), start), lw_copy(l, start), lw_int(l, 0)};
    Ir *ray = ir_tab(l->game, direction_ray_table(&s->ways, 1, s->most < FAR ? (int)s->most : FAR), 3, index);
    ir_append(l->game, &body, ir_k1(l->game, IR_OP_VAR, prev, before));
    ir_append(l->game, &body, ir_k1(l->game, IR_OP_VAR, open, lw_int(l, 1)));
    ir_append(l->game, &body, ir_k2(l->game, IR_OP_FOR, to, ray, each));
    Ir *part[3] = {lw_int(l, 0), lw_int(l, s->ways.ways), body};
    ir_append(l->game, &sub.fn->body,
              ir_k1(l->game, IR_OP_VAR, found, ir_k0(l->game, IR_OP_NONE, l->sym->space_site)));
    ir_append(l->game, &sub.fn->body, ir_node(l->game, sub.fn, IR_OP_RANGE, way, 3, part));
    ir_append(l->game, &sub.fn->body, ir_op1(l->game, IR_OP_RET, lw_local(&sub.in, found)));
    subfn_end(&sub);
    return subfn_call(&sub, IR_OP_CALL);
}

/* Does where a slide ends depend on the site before? */
static bool asks_before(const Slide *s)
{
    const Term *stop = s->to ? term_arg(s->to, SLOT_if) : NULL;
    const Term *may = s->apply && s->apply->id == LUD_apply ? term_arg(s->apply, SLOT_if) : NULL;
    return lower_reads(stop, LUD_between) || lower_reads(may, LUD_between);
}

static Ir *slide_course(Rule *r, const Slide *s, const Term *t)
{
    Course c = {.stop = s->to ? term_arg(s->to, SLOT_if) : NULL,
                .go = s->between ? term_arg(s->between, SLOT_if) : NULL,
                .may = s->apply ? term_arg(s->apply, SLOT_if) : NULL};
    if (!s->together || s->least > 1)
        lower_unsupported(r->l, t, "a slide that asks for (between) in (to ..)");
    return course_ends(r, s, &c, t);
}

/* Whoever asks for one site only is told at once where no ray leads there. */
static void within_reach(Rule *r, const Slide *s)
{
    Lower *l = r->l;
    if (!r->target || l->mode.target_from)
        return;
    Ir *vec = rays(r, s, 1, FAR);
    const IrTable *ray = &l->game->table.at[vec->k];
    const size_t words = (size_t)ir_words(l->game, l->sym->space_site), ways = ray->ndim > 2 ? (size_t)ray->dim[2].size : 1;
    uint64_t *reach = ARENA_ARRAY(l->arena, uint64_t, ray->n / ways * words);
    for (size_t i = 0; i < ray->n; i++) {
        for (uint32_t k = ray->off[i]; k < ray->off[i + 1]; k++)
            if (ray->value[k] >= 0)
                ir_mask_set(reach + i / ways * words, ray->value[k]);
    }
    int table = lw_mask_table2(l, "reach", reach, ray->dim[0], ray->dim[1]);
    rule_when(r, ir_op2(l->game, IR_OP_HAS, lw_copy(l, r->target), ir_tab(l->game, table, 2, vec->a)));
}

static void slide_rule(Lower *l, const Term *t, const Slide *s, int way, Ir **block)
{
    Rule r;
    bool by_course = asks_before(s);
    l = rule_begin(&r, l, t, "slide", s->together ? 1 : s->ways.ways, way);
    Ir *target = rule_param(&r, "to");
    Ir *number = s->exact ? rule_let(&r, "steps", lower_int(l, s->exact)) : NULL;
    rule_from(&r, s->from);
    within_reach(&r, s);
    if (number) {
        Ir *none = ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
        rule_domain(&r, target, ir_op2(l->game, IR_OP_SLIDE, rays(&r, s, 1, FAR), none));
    } else {
        rule_domain(&r, target, by_course ? slide_course(&r, s, t) : reached(&r, s));
    }
    rule_to(&r, target);
    if (number)
        exact_guards(&r, s, number);
    if (s->limit)
        limit_guard(&r, s);
    const Term *cond = s->apply ? term_arg(s->apply, SLOT_if) : NULL;
    if (cond && !by_course)
        rule_when(&r, lower_bool(l, cond));
    r.moves = true;
    rule_stack(&r, t);
    if (s->apply && s->apply->id == LUD_apply)
        rule_apply_effect(&r, term_arg(s->apply, SLOT_effect));
    if (s->after) {
        Ir *writes = ir_block(l->game);
        Ir *lets = ir_block(l->game), *between = passed(&r, s);
        lower_effect_over(l, term_arg(s->after, SLOT_effect), between, false, &lets, &writes);
        rule_values(&r, lets);
        for (int i = 0; i < r.rule->effect->n; i++)
            ir_append(l->game, &writes, r.rule->effect->a[i]);
        r.rule->effect = writes;
    }
    r.kind = t->id == LUD_move_slide ? KIND_MOVE : KIND_NONE;
    r.passed = l->facts->has_passed_over ? rule_let(&r, "passed", passed(&r, s)) : NULL;
    rule_move(&r);
    if (s->between && term_arg(s->between, SLOT_trail))
        leave_trail(&r, s, term_arg(s->between, SLOT_trail));
    rule_end(&r, term_arg(t, SLOT_then), block);
}

void gen_slide(Lower *l, const Term *t, Ir **block)
{
    Slide s;
    if (term_arg(t, SLOT_track)) {
        gen_slide_on_track(l, t, block);
        return;
    }
    if (!slide_form(l, t, &s))
        return;
    for (int way = 0; way < (s.together ? 1 : s.ways.ways); way++)
        slide_rule(l, t, &s, way, block);
}

/* ---- as a consequence --------------------------------------------------------------- */

/* May the slide go over the site, or end there? */
static Ir *passes(Lower *l, const Term *cond, Ir *site)
{
    if (!cond)
        return ir_op2(l->game, IR_OP_EQ, lw_what(l, site), lw_int(l, 0));
    Lower in = *l;
    in.it.between = in.it.to = site;
    return lower_bool(&in, cond);
}

/* A slide from one site, one way. */
typedef struct {
    const Slide *s;
    const Term *go, *stop;
    Ir *start, *at; /* its site, -1 for none; a site in any case */
    Ir *to, *holds; /* where it ends, if it does */
} OneWay;

/* So many steps, each looked at. */
static void slide_steps(Lower *l, OneWay *c, Ir **lets)
{
    const Slide *s = c->s;
    for (int i = 1; i <= s->most; i++) {
        Ir *index[2] = {direction_index(l, &s->ways, lw_int(l, 0), c->start), lw_copy(l, c->at)};
        c->to = lw_let(l, lets, "to", ir_tab(l->game, direction_site_table(&s->ways, i), 2, index));
        Ir *may = passes(l, c->go, lw_copy(l, c->to)), *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, c->to), lw_int(l, 0));
        if (i == s->most && c->stop)
            may = ir_op2(l->game, IR_OP_OR, passes(l, c->stop, lw_copy(l, c->to)), may);
        c->holds = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_AND, c->holds, on), may);
    }
}

/* A number of steps that changes. */
static void slide_number(Lower *l, OneWay *c, Ir **lets)
{
    const Slide *s = c->s;
    int path, ends = direction_ends_table(&s->ways, &path), most = l->game->table.at[ends].dim[2].size - 1;
    Ir *n = lw_let(l, lets, "steps", lower_int(l, s->exact));
    Ir *k = lw_let(l, lets, "k", ir_op2(l->game, IR_OP_MIN, ir_op2(l->game, IR_OP_MAX, n, lw_int(l, 0)), lw_int(l, most)));
    Ir *at[3] = {direction_index(l, &s->ways, lw_int(l, 0), c->start), lw_copy(l, c->at), k};
    Ir *way[3] = {lw_copy(l, at[0]), lw_copy(l, c->at), lw_copy(l, k)};
    c->to = lw_let(l, lets, "to", ir_tab(l->game, ends, 3, at));
    Ir *there = ir_op2(l->game, IR_OP_GE, lw_copy(l, c->to), lw_int(l, 0)), *may = NULL;
    Ir *shut = ir_tab(l->game, path, 3, way);
    if (c->stop || (c->go && lower_reads(c->go, LUD_to))) {
        Ir *end = lw_let(l, lets, "end", ir_op2(l->game, IR_OP_MAX, lw_copy(l, c->to), lw_int(l, 0)));
        shut = ir_op2(l->game, IR_OP_MDIFF, shut, ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, end)));
        may = passes(l, c->go, lw_copy(l, end));
        may = c->stop ? ir_op2(l->game, IR_OP_OR, passes(l, c->stop, end), may) : may;
    }
    shut = ir_op2(l->game, IR_OP_MDIFF, shut, lower_where_between(l, c->go));
    may = lw_both(l, ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, shut)), may);
    c->holds = ir_op2(l->game, IR_OP_AND, c->holds, ir_op2(l->game, IR_OP_AND, there, may));
}

static bool effect_slide_form(Lower *l, const Term *t, const Slide *s, const Term *from)
{
    bool one_way = s->ways.ways == 1 && s->ways.looks.n == 1, apart = !l->mode.applying && !l->facts->stacks && !term_arg(t, SLOT_then);
    bool steps = (s->exact && !lower_reads(s->exact, LUD_from)) || (!s->exact && s->least == s->most && s->least <= 16);
    bool plain = !s->limit && !s->after && !(s->between && term_arg(s->between, SLOT_trail)) &&
                 !(s->apply && (s->apply->id != LUD_apply ||
                                (term_arg(s->apply, SLOT_if) && lower_reads(term_arg(s->apply, SLOT_if), LUD_between))));
    return from && term_arg(from, SLOT_site) && !term_arg(from, SLOT_if) && !term_arg(from, SLOT_level) && one_way && apart &&
           steps && plain;
}

/* So many steps one way from a site: one move, or none. */
void effect_slide(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Slide s;
    const Term *from = term_arg(t, SLOT_from);
    if (!slide_form(l, t, &s))
        return;
    if (!effect_slide_form(l, t, &s, from)) {
        lower_unsupported(l, t, "this form of a slide as a consequence");
        return;
    }
    OneWay c = {.s = &s, .go = s.between ? term_arg(s.between, SLOT_if) : NULL,
                 .stop = s.to ? term_arg(s.to, SLOT_if) : NULL, .holds = lw_int(l, 1)};
    Lower in = *l;
    c.start = lw_let(l, lets, "from", lower_int(&in, term_arg(from, SLOT_site)));
    bool none = c.start->type.lo < 0;
    c.at = none ? ir_op2(l->game, IR_OP_MAX, lw_copy(l, c.start), lw_int(l, 0)) : c.start;
    in.it.from = c.start;
    if (s.exact)
        slide_number(&in, &c, lets);
    else
        slide_steps(&in, &c, lets);
    if (none)
        c.holds = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_GE, lw_copy(l, c.start), lw_int(l, 0)), c.holds);
    in.it.to = c.to;
    if (s.apply && term_arg(s.apply, SLOT_if))
        c.holds = ir_op2(l->game, IR_OP_AND, c.holds, lower_bool(&in, term_arg(s.apply, SLOT_if)));
    Ir *holds = lw_let(l, lets, "slides", c.holds), *done = ir_block(l->game), *values = ir_block(l->game);
    if (s.apply) {
        lower_applied(&in, term_arg(s.apply, SLOT_effect), &values, &done);
        lower_hoist(&in, holds, values, lets);
    }
    lw_move_piece(l, &done, c.start, lw_copy(l, c.to), NULL);
    Ir *all = ir_if(l->game, holds, done, NULL);
    if (!c.go && !c.stop && !s.apply) {
        l->memo->relocation = all;
        l->memo->relocations++;
    }
    ir_append(l->game, writes, all);
}

/* ---- shoot ----------------------------------------------------------------------- */

/* A piece comes to any site of a ray from (last To) on, while (to) permits. */
static void shoot_rule(Lower *l, const Term *t, const Slide *s, int way, Ir **block)
{
    const Term *cond = s->to ? term_arg(s->to, SLOT_if) : NULL;
    Ir *pieces[16];
    Rule r;
    l = rule_begin(&r, l, t, "shoot", s->together ? 1 : s->ways.ways, way);
    Ir *target = rule_param(&r, "to");
    Ir *outer_from = l->it.from; /* shooting does not set (from) */
    if (s->from) {
        rule_from(&r, s->from);
        l->it.from = outer_from;
    } else {
        r.from = rule_let(&r, "from", lw_get(l, l->field->last.to));
        rule_on_board(&r, r.from);
    }
    bool empty = false;
    if (cond && lower_reads(cond, LUD_between)) {
        Course c = {.go = cond, .before = true};
        rule_domain(&r, target, course_ends(&r, s, &c, cond));
    } else {
        Ir *go = cond ? lower_filter(l, lw_board(l), cond, ITER_TO) : lw_empty(l);
        empty = lw_known_empty(l, go);
        go = rule_let(&r, "open", go);
        Ir *ends = ir_op1(l->game, IR_OP_MNOT, lw_copy(l, go));
        Ir *way_on = ir_op2(l->game, IR_OP_SLIDE, rays(&r, s, 1, FAR), ends);
        rule_domain(&r, target, ir_op2(l->game, IR_OP_MAND, way_on, go));
    }
    rule_to(&r, target);
    Ir *piece = lower_pieces(l, term_arg(t, SLOT_piece), pieces, 16) == 1 ? pieces[0] : lw_int(l, 1);
    r.what = rule_let(&r, "piece", piece);
    r.kind = KIND_ADD;
    r.from = r.to;
    lw_put_piece(l, &r.rule->effect, r.to, r.what, lw_int(l, 1), empty);
    rule_end(&r, term_arg(t, SLOT_then), block);
}

void gen_move_shoot(Lower *l, const Term *t, Ir **block)
{
    Slide s = {.from = term_arg(t, SLOT_from), .to = term_arg(t, SLOT_to), .most = FAR};
    if (s.to && (term_arg(s.to, SLOT_site) || term_arg(s.to, SLOT_region) || term_arg(s.to, SLOT_apply))) {
        lower_unsupported(l, t, "this form of (move Shoot ..)");
        return;
    }
    if (l->facts->has_passed_over)
        lower_unsupported(l, t, "(last Between) where pieces are shot");
    l->notes->does_more = true;
    if (!lower_ways(l, &s.ways, term_arg(t, SLOT_dir), REL_ADJACENT, false))
        return;
    s.together = s.ways.apart;
    const Term *cond = s.to ? term_arg(s.to, SLOT_if) : NULL;
    if (cond && lower_reads(cond, LUD_between) && !s.together) {
        lower_unsupported(l, t, "this form of (move Shoot ..)");
        return;
    }
    for (int way = 0; way < (s.together ? 1 : s.ways.ways); way++)
        shoot_rule(l, t, &s, way, block);
}
