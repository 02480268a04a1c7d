/* hop.c - hops over a piece, or several.
 *
 * The plain hop, over one site to the next, reads two tables.  A hop that may
 * begin further away, pass several hurdles or land further on asks a function
 * that walks along the ray. */
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

enum { FAR = 1000 }; /* further than any board */

typedef struct {
    const Term *t, *from, *between, *to, *apply, *after; /* after: effect on the hurdles */
    const Term *hurdle, *go, *stop;
    const Term *exact;     /* the number of hurdles, where it changes */
    bool only_most;        /* no least number of hurdles is given */
    bool never;            /* a hurdle is asked for, but none is described */
    int64_t before, least, most, beyond;
    Ways ways;
} Hop;

static bool number(Lower *l, const Term *t, int64_t *value)
{
    if (!t || lower_const_int(l, t, value))
        return true;
    lower_unsupported(l, t, "a distance that changes");
    return false;
}

static bool hop_between(Lower *l, Hop *h)
{
    const Term *b = h->between;
    if (!b)
        return true;
    h->hurdle = term_arg(b, SLOT_if);
    h->never = !h->hurdle;
    h->after = term_arg(b, SLOT_apply);
    const Term *trail = term_arg(b, SLOT_trail), *asked = h->after ? term_arg(h->after, SLOT_if) : NULL;
    if (trail || asked) {
        lower_unsupported(l, trail ? trail : asked, trail ? "`trail:` of what a hop goes over" : "`if:` of an (apply ..) at what a hop goes over");
        diag_note(l->session->diags, (Span){0, 0}, trail ? "`(apply (add ..))` of (between ..) puts a piece there"
                  : "the condition can stand in `if:` of (between ..); `(or {(move Hop ..) (move Hop ..)})` has a hop for each case");
        return false;
    }
    const Term *range = term_arg(b, SLOT_range);
    int64_t known;
    h->only_most = term_is(range, LUD_max_range);
    if (term_is(range, LUD_exact) && !lower_const_int(l, term_arg(range, SLOT_value), &known))
        h->exact = term_arg(range, SLOT_value);
    else if (range && !lower_const_range(l, range, &h->least, &h->most))
        return false;
    return number(l, term_arg(b, SLOT_before), &h->before) && number(l, term_arg(b, SLOT_after), &h->beyond);
}

static bool hop_form(Lower *l, const Term *t, Hop *h)
{
    *h = (Hop){.t = t, .from = term_arg(t, SLOT_from), .between = term_arg(t, SLOT_between),
               .to = term_arg(t, SLOT_to), .least = 1, .most = 1};
    h->apply = term_arg(h->to, SLOT_apply);
    h->go = term_arg(h->to, SLOT_if);
    h->stop = h->apply ? term_arg(h->apply, SLOT_if) : NULL;
    if (!h->go || term_arg(h->to, SLOT_level) || term_arg(h->to, SLOT_rotations)) { /* a place means nothing here */
        lower_unsupported(l, t, "this form of (move Hop ..)");
        return false;
    }
    if (!hop_between(l, h))
        return false;
    bool own = !h->from || !term_arg(h->from, SLOT_site);
    return lower_ways(l, &h->ways, term_arg(t, SLOT_dir), REL_ADJACENT, own);
}

/* ---- landing ------------------------------------------------------------------------- */

/* Guards for the destination, which is known: it must be free, or with a
 * condition in (apply if:..) it must not be, and the condition hold. */
static void landing_guards(Rule *r, const Hop *h)
{
    Lower *l = r->l;
    Ir *go = lower_bool(l, h->go);
    if (!h->stop) {
        rule_when(r, go);
        return;
    }
    rule_when(r, ir_op1(l->game, IR_OP_NOT, go));
    rule_when(r, lower_bool(l, h->stop));
}

/* The effect on the destination first, then the ones on hurdles before it. */
static void hop_end(Rule *r, const Hop *h, Ir *hurdles, Ir **block)
{
    Lower *l = r->l;
    if (l->facts->has_passed_over && (h->most != 1 || h->exact))
        lower_unsupported(l, h->t, "(last Between) after a hop over several pieces");
    else if (l->facts->has_passed_over)
        r->passed = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, l->it.between));
    r->moves = true;
    rule_stack(r, h->t);
    if (h->apply && h->apply->id == LUD_apply)
        rule_apply_effect(r, term_arg(h->apply, SLOT_effect));
    if (h->after && !h->stop) {
        if (hurdles) {
            Ir *writes = ir_block(l->game);
            Ir *lets = ir_block(l->game);
            lower_effect_over(l, term_arg(h->after, SLOT_effect), hurdles, false, &lets, &writes);
            rule_values(r, lets);
            for (int i = 0; i < r->rule->effect->n; i++)
                ir_append(l->game, &writes, r->rule->effect->a[i]);
            r->rule->effect = writes;
        } else {
            rule_apply_effect(r, term_arg(h->after, SLOT_effect));
        }
    }
    r->kind = h->t->id == LUD_move_hop ? KIND_MOVE : KIND_NONE;
    rule_move(r);
    rule_end(r, term_arg(h->t, SLOT_then), block);
}

/* ---- over one site to the next ----------------------------------------------------------- */

static Ir *site_on_ray(Rule *r, const Hop *h, const char *name, int k)
{
    Lower *l = r->l;
    Ir *index[2] = {direction_index(l, &h->ways, r->plane, r->from), lw_copy(l, r->from)};
    return rule_let(r, name, ir_tab(l->game, direction_site_table(&h->ways, k), 2, index));
}

static void plain_hop(Lower *l, const Hop *h, int way, Ir **block)
{
    Rule r;
    l = rule_begin(&r, l, h->t, "hop", h->ways.ways, way);
    rule_from(&r, h->from);
    Ir *to = site_on_ray(&r, h, "to", 2);
    rule_on_board(&r, to);
    Ir *over = site_on_ray(&r, h, "between", 1);
    l->it.between = over;
    if (h->hurdle)
        rule_when(&r, lower_bool(l, h->hurdle));
    rule_to(&r, to);
    landing_guards(&r, h);
    hop_end(&r, h, NULL, block);
}

/* ---- hops from afar ------------------------------------------------------------------------ */

/* The walk along one ray: how many sites were passed, whether a hurdle was met,
 * how many hurdles in a row, how many landings beyond. */
typedef struct {
    const Hop *h;
    SubFn sub;
    Ir *way, *from, *length; /* parameters; length: hurdles hopped over */
    int site, state, hurdles, landed, result;
    bool over; /* the hurdles are wanted, not the landings */
} Walk;

enum { APPROACH, OVER, LANDING, DONE };

static Ir *is_state(Lower *l, const Walk *w, int state)
{
    return ir_op2(l->game, IR_OP_EQ, lw_local(l, w->state), lw_int(l, state));
}

static Ir *set(Lower *l, int local, Ir *value)
{
    return ir_k1(l->game, IR_OP_SET, local, value);
}

static Ir *plus(Lower *l, int local, int64_t by, int64_t most)
{
    Ir *sum = ir_op2(l->game, IR_OP_ADD, lw_local(l, local), lw_int(l, by));
    return set(l, local, ir_op2(l->game, IR_OP_MIN, sum, lw_int(l, most)));
}

static Ir *block_of(Lower *l, Ir *a, Ir *b)
{
    Ir *block = ir_block(l->game);
    ir_append(l->game, &block, a);
    if (b)
        ir_append(l->game, &block, b);
    return block;
}

static Ir *when(Lower *l, Ir *cond, Ir *yes, Ir *no_or_null)
{
    return ir_if(l->game, cond, block_of(l, yes, NULL), no_or_null ? block_of(l, no_or_null, NULL) : NULL);
}

static Ir *keep_site(Lower *l, const Walk *w)
{
    Ir *one = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, w->site));
    return set(l, w->result, ir_op2(l->game, IR_OP_MOR, lw_local(l, w->result), one));
}

/* Does it hold of the site as a place to land, (to)? */
static Ir *lands(Lower *l, const Term *cond, const Walk *w)
{
    Lower in = *l;
    in.it.to = lw_local(l, w->site);
    return lower_bool(&in, cond);
}

/* Is there a hurdle, (between)? */
static Ir *hurdle(Lower *l, const Walk *w)
{
    Lower in = *l;
    in.it.between = lw_local(l, w->site);
    return w->h->hurdle ? lower_bool(&in, w->h->hurdle) : lw_int(l, 1);
}

static Ir *landing(Lower *l, const Walk *w);

/* Over no hurdle at all one lands on what would be the first one. */
static Ir *or_land_at_once(Lower *l, const Walk *w, Ir *enter)
{
    if (w->length->type.lo > 0)
        return enter;
    Ir *none = ir_op2(l->game, IR_OP_EQ, lw_copy(l, w->length), lw_int(l, 0));
    Ir *land = block_of(l, set(l, w->state, lw_int(l, w->over ? DONE : LANDING)), NULL);
    if (!w->over) {
        ir_append(l->game, &land, set(l, w->landed, lw_int(l, 0)));
        ir_append(l->game, &land, landing(l, w));
    }
    return block_of(l, ir_if(l->game, none, land, enter), NULL);
}

/* Before the hurdle: a hurdle is entered, a free site within reach passed. */
static Ir *approach(Lower *l, const Walk *w, Ir *met)
{
    const Hop *h = w->h;
    Ir *near = ir_op2(l->game, IR_OP_LT, lw_local(l, w->landed), lw_int(l, h->before));
    Ir *pass = ir_op2(l->game, IR_OP_AND, near, lands(l, h->go, w));
    Ir *other = block_of(l, ir_if(l->game, pass, block_of(l, plus(l, w->landed, 1, FAR), NULL),
                                  block_of(l, set(l, w->state, lw_int(l, DONE)), NULL)), NULL);
    Ir *enter = block_of(l, set(l, w->state, lw_int(l, OVER)), set(l, w->hurdles, lw_int(l, 1)));
    ir_append(l->game, &enter, met);
    ir_append(l->game, &enter, set(l, w->landed, lw_int(l, 0)));
    return ir_if(l->game, hurdle(l, w), or_land_at_once(l, w, enter), other);
}

/* Is the run of hurdles over at this site? */
static Ir *run_ends(Lower *l, const Walk *w)
{
    Ir *full = ir_op2(l->game, IR_OP_GE, lw_local(l, w->hurdles), lw_copy(l, w->length));
    Ir *other = ir_op1(l->game, IR_OP_NOT, hurdle(l, w));
    return ir_op2(l->game, IR_OP_OR, full, other);
}

/* A site at or behind the landing: it is taken, or it ends the way. */
static Ir *landing(Lower *l, const Walk *w)
{
    const Hop *h = w->h;
    int64_t most = h->beyond < FAR ? h->beyond : FAR;
    Ir *end = set(l, w->state, lw_int(l, DONE));
    Ir *more = ir_op2(l->game, IR_OP_LT, lw_local(l, w->landed), lw_int(l, most));
    Ir *count = ir_if(l->game, more, block_of(l, plus(l, w->landed, 1, FAR), NULL),
                      block_of(l, ir_copy(l->game, end), NULL));
    Ir *go = lands(l, h->go, w);
    if (!h->stop)
        return ir_if(l->game, go, block_of(l, keep_site(l, w), count), block_of(l, end, NULL));
    Ir *taken = ir_if(l->game, lands(l, h->stop, w), block_of(l, keep_site(l, w), NULL), NULL);
    return ir_if(l->game, go, block_of(l, count, NULL), block_of(l, taken, end));
}

static int var(Lower *l, const char *name, IrType type, Ir *value)
{
    int local = lw_new_local(l, name, type);
    ir_append(l->game, &l->fn->body, ir_k1(l->game, IR_OP_VAR, local, value));
    return local;
}

/* Gives what all of the walk is lowered with. */
static Lower *walk_begin(Lower *l, Walk *w, const Hop *h, const Rule *r, Ir *length, const char *name)
{
    w->h = h;
    subfn_begin(&w->sub, l, IR_FN, name, ir_mask(l->sym->space_site), h->t);
    w->way = subfn_param(&w->sub, "way", ir_int(0, h->ways.looks.n * h->ways.ways - 1),
                       direction_index(l, &h->ways, r->plane, r->from));
    w->from = subfn_param(&w->sub, "start", r->from->type, r->from);
    w->length = length->op == IR_OP_INT ? length : subfn_param(&w->sub, "length", length->type, length);
    l = &w->sub.in;
    l->it.from = w->from;
    w->state = var(l, "state", ir_int(APPROACH, DONE), lw_int(l, APPROACH));
    w->landed = var(l, "passed", ir_int(0, FAR), lw_int(l, 0));
    w->hurdles = var(l, "hurdles", ir_int(0, FAR), lw_int(l, 0));
    w->result = var(l, "sites", ir_mask(l->sym->space_site), ir_k0(l->game, IR_OP_NONE, l->sym->space_site));
    w->site = lw_new_local(l, "s", lower_site_type(l));
    return l;
}

static Ir *walk_end(Lower *l, Walk *w, Ir *body)
{
    Ir *index[3] = {w->way, w->from, lw_int(l, 0)};
    Ir *ray = ir_tab(l->game, direction_ray_table(&w->h->ways, 1, FAR), 3, index);
    ir_append(l->game, &l->fn->body, ir_k2(l->game, IR_OP_FOR, w->site, ray, body));
    ir_append(l->game, &l->fn->body, ir_op1(l->game, IR_OP_RET, lw_local(l, w->result)));
    subfn_end(&w->sub);
    return subfn_call(&w->sub, IR_OP_CALL);
}

/* Where the hop may land, `length` hurdles behind it. */
static Ir *landings(Lower *l, const Hop *h, const Rule *r, Ir *length)
{
    Walk w = {.over = false};
    l = walk_begin(l, &w, h, r, length, "hop_to");
    Ir *nothing = ir_block(l->game);
    Ir *enough = ir_op2(l->game, IR_OP_GE, lw_local(l, w.hurdles), lw_copy(l, w.length));
    Ir *leave = block_of(l, ir_if(l->game, enough,
                                  block_of(l, set(l, w.state, lw_int(l, LANDING)), landing(l, &w)),
                                  block_of(l, set(l, w.state, lw_int(l, DONE)), NULL)), NULL);
    Ir *run = ir_if(l->game, run_ends(l, &w), leave, block_of(l, plus(l, w.hurdles, 1, FAR), NULL));
    Ir *later = when(l, is_state(l, &w, LANDING), landing(l, &w), NULL);
    Ir *middle = when(l, is_state(l, &w, OVER), run, later);
    Ir *body = when(l, is_state(l, &w, APPROACH), approach(l, &w, nothing), middle);
    return walk_end(l, &w, block_of(l, body, NULL));
}

/* The hurdles themselves. */
static Ir *hurdles(Lower *l, const Hop *h, const Rule *r, Ir *length)
{
    Walk w = {.over = true};
    l = walk_begin(l, &w, h, r, length, "hop_over");
    Ir *met = keep_site(l, &w);
    Ir *next = block_of(l, plus(l, w.hurdles, 1, FAR), keep_site(l, &w));
    Ir *done = block_of(l, set(l, w.state, lw_int(l, DONE)), NULL);
    Ir *run = ir_if(l->game, run_ends(l, &w), done, next);
    Ir *middle = when(l, is_state(l, &w, OVER), run, NULL);
    Ir *body = when(l, is_state(l, &w, APPROACH), approach(l, &w, met), middle);
    return walk_end(l, &w, block_of(l, body, NULL));
}

/* How many hurdles; a parameter where that may vary: one may land behind a part of
 * a run, if that is a place to land. */
static Ir *hop_length(Rule *r, const Hop *h)
{
    Lower *l = r->l;
    if (h->least == h->most)
        return lw_int(l, h->least);
    int64_t longest = h->least;
    int rays = h->ways.looks.n * h->ways.ways * lw_dim_site(l).size;
    for (int i = 0; i < rays; i++)
        if (h->ways.ray[i] && h->ways.ray[i]->n - 2 > longest)
            longest = h->ways.ray[i]->n - 2;
    int64_t most = h->most < longest ? h->most : longest;
    return rule_param_range(r, "length", h->least, most);
}

static void far_hop(Lower *l, const Hop *h, int way, Ir **block)
{
    Rule r;
    l = rule_begin(&r, l, h->t, "hop", h->ways.ways, way);
    Ir *length = hop_length(&r, h);
    Ir *to = rule_param(&r, "to");
    rule_from(&r, h->from);
    rule_domain(&r, to, landings(l, h, &r, length));
    Ir *over = NULL;
    if ((h->after && !h->stop) || l->facts->has_passed_over) {
        over = rule_let(&r, "over", hurdles(l, h, &r, length));
        if (h->most == 1) {
            l->it.between = rule_let(&r, "between", ir_op1(l->game, IR_OP_FIRST, over));
            over = NULL;
        }
    }
    rule_to(&r, to);
    hop_end(&r, h, over, block);
}

/* Without a least number, one before none is tried too: where a hurdle is next, the
 * piece may land on the site that it comes from, if that is a place to land. */
static void stay(Lower *l, const Hop *whole, int way, Ir **block)
{
    Hop without = *whole, *h = &without;
    Rule r;
    h->after = NULL;
    l = rule_begin(&r, l, h->t, "stay", h->ways.ways, way);
    rule_from(&r, h->from);
    Ir *over = site_on_ray(&r, h, "between", 1);
    rule_on_board(&r, over);
    l->it.between = over;
    if (h->hurdle)
        rule_when(&r, lower_bool(l, h->hurdle));
    rule_to(&r, r.from);
    landing_guards(&r, h);
    hop_end(&r, h, NULL, block);
}

/* Without a hurdle: a step. */
static void step_instead(Lower *l, const Hop *h, Ir **block)
{
    Ways ways;
    bool own = !h->from || !term_arg(h->from, SLOT_site);
    int table = lower_step_ways(l, term_arg(h->t, SLOT_dir), REL_ADJACENT, own, &ways);
    for (int way = 0; way < ways.ways; way++) {
        Rule r;
        Lower *in = rule_begin(&r, l, h->t, "step", ways.ways, way);
        rule_from(&r, h->from);
        Ir *index[2] = {direction_index(in, &ways, r.plane, r.from), lw_copy(in, r.from)};
        rule_to(&r, rule_let(&r, "to", ir_tab(l->game, table, 2, index)));
        rule_on_board(&r, r.to);
        rule_when(&r, lower_bool(in, h->go));
        r.moves = true;
        r.kind = h->t->id == LUD_move_hop ? KIND_MOVE : KIND_NONE;
        rule_stack(&r, h->t);
        if (h->after)
            rule_apply_effect(&r, term_arg(h->after, SLOT_effect));
        rule_move(&r);
        rule_end(&r, term_arg(h->t, SLOT_then), block);
    }
}

/* ---- over a number that changes --------------------------------------------------------------- */

/* Over exactly so many hurdles, perhaps none, to the site behind the last. */
static void exact_hop(Lower *l, const Hop *h, int way, Ir **block)
{
    Rule r;
    l = rule_begin(&r, l, h->t, "hop", h->ways.ways, way);
    Ir *to = rule_param(&r, "to");
    Ir *number = rule_let(&r, "number", lower_int(l, h->exact));
    rule_from(&r, h->from);
    Ir *index[2] = {direction_index(l, &h->ways, r.plane, r.from), lw_copy(l, r.from)};
    Ir *ray = ir_tab(l->game, direction_ray_table(&h->ways, 1, FAR), 2, index);
    Ir *none = ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    rule_domain(&r, to, ir_op2(l->game, IR_OP_SLIDE, ray, none));
    Ir *end = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, to));
    Ir *path = ir_op2(l->game, IR_OP_SLIDE, lw_copy(l, ray), lw_copy(l, end));
    path = rule_let(&r, "way", ir_op2(l->game, IR_OP_MDIFF, path, end));
    Ir *count = ir_op1(l->game, IR_OP_COUNT, lw_copy(l, path));
    rule_when(&r, ir_op2(l->game, IR_OP_EQ, count, lw_copy(l, number)));
    if (h->hurdle) {
        int x = lw_new_local(l, "between", lower_site_type(l));
        Lower in = *l;
        in.it.between = lw_local(l, x);
        Ir *other = ir_op1(l->game, IR_OP_NOT, lower_bool(&in, h->hurdle));
        Ir *others = ir_k2(l->game, IR_OP_FILTER, x, path, other);
        rule_when(&r, ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, others)));
    }
    rule_to(&r, to);
    rule_when(&r, lower_bool(l, h->go));
    hop_end(&r, h, NULL, block);
}

void gen_hop(Lower *l, const Term *t, Ir **block)
{
    Hop h;
    if (!hop_form(l, t, &h) || (h.never && !h.exact) || h.ways.ways == 0)
        return;
    if (h.exact) {
        if (h.never || h.before || h.beyond || h.after || h.stop || !h.ways.apart) {
            lower_unsupported(l, t, "this hop over a number of pieces that changes");
            return;
        }
        for (int way = 0; way < h.ways.ways; way++)
            exact_hop(l, &h, way, block);
        return;
    }
    bool plain = h.before == 0 && h.least == 1 && h.most == 1 && h.beyond == 0;
    if (h.least < 0 || h.most < h.least || (h.least == 0 && ((h.after && h.most == 1) || l->facts->has_passed_over || l->facts->stacks))) {
        lower_unsupported(l, t, "a hop over this number of pieces");
        return;
    }
    if (h.only_most && (h.before || h.beyond))
        lower_unsupported(l, t, "this hop over at most so many pieces");
    if (h.least == 0 && !h.only_most)
        step_instead(l, &h, block);
    for (int way = 0; way < h.ways.ways && h.only_most; way++)
        stay(l, &h, way, block);
    if (h.most == 0)
        return;
    for (int way = 0; way < h.ways.ways; way++)
        (plain ? plain_hop : far_hop)(l, &h, way, block);
}
