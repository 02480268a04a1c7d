/* precheck.c - conditions on the successor that the old state decides.
 *
 * A `post` is tested in the state after the effect, which has to be made for each
 * candidate.  Where a condition on the old state is enough for it, the rule asks
 * that first:
 *
 *     post P      ->      let %sure = S  ..  post %sure || P
 *
 * S comes from bounds of sets: of what P reads, the members that are surely there
 * (lower) or that can be there at most (upper) after all writes, as sets of the
 * old state.  A stone with an empty neighbour has a liberty, whatever it takes.
 * Where S is membership of the last parameter in a set, the set is written. */
#include "ir/passes/precheck.h"

#include "ir/fold/fold.h"
#include "ir/passes/set_of_condition.h"
#include "ir/passes/pass.h"
#include "ir/core/tree.h"

typedef struct {
    IrGame *game;
    IrFn *rule;
    bool *header; /* by local, of `nlocal`: of the header, the same before and after; later ones are, too */
    int nlocal;
    SureLines lines;
} Sure;

static Ir *bound(Sure *s, const Ir *m, bool lower);
static Ir *implied(Sure *s, const Ir *c, bool enough);

/* ---- what does not change ------------------------------------------------ */

static bool rigid(const Sure *s, const Ir *e)
{
    if (e->op == IR_OP_LOCAL && e->k < s->nlocal && !s->header[e->k])
        return false;
    if (ir_gives_local(e) || tree_reads_state(e))
        return false;
    for (int i = 0; i < e->n; i++)
        if (!rigid(s, e->a[i]))
            return false;
    return true;
}

static void note_header(Sure *s)
{
    s->nlocal = (int)s->rule->local.n;
    s->header = ARENA_ARRAY(s->game->arena, bool, s->rule->local.n + 1);
    for (int i = 0; i < s->rule->nparam; i++)
        s->header[i] = true;
    for (int i = 0; s->rule->header && i < s->rule->header->n; i++)
        if (s->rule->header->a[i]->op == IR_OP_LET)
            s->header[s->rule->header->a[i]->k] = true;
}

/* ---- what is written ----------------------------------------------------- */

typedef bool EachPut(Sure *s, const Ir *put, void *data);

/* Every write to field `field` below `e`; false as soon as one visit is, or where a
 * procedure could write. */
static bool each_put(Sure *s, const Ir *e, int field, EachPut *visit, void *data)
{
    if (!e)
        return true;
    if (e->op == IR_OP_DO)
        return false;
    if (e->op == IR_OP_PUT && e->k == field && !visit(s, e, data))
        return false;
    for (int i = 0; i < e->n; i++)
        if (!each_put(s, e->a[i], field, visit, data))
            return false;
    return true;
}

static bool never(Sure *s, const Ir *put, void *data)
{
    (void)s, (void)put, (void)data;
    return false;
}

static bool each_write(Sure *s, int field, EachPut *visit, void *data)
{
    return each_put(s, s->rule->effect, field, visit, data) && each_put(s, s->rule->then, field, visit, data);
}

/* A bound of where(@f, v) or where_in(@f, v) as the writes shift it. */
typedef struct {
    const Ir *where;
    bool lower;
    Ir *set;
} Shifted;

/* Could (lower: must) the value belong to the set in question? */
static bool belongs(Sure *s, const Ir *where, const Ir *value, bool lower)
{
    uint64_t words[8] = {0};
    int64_t v, w;
    if (!tree_int_value(s->game, value, -1, 0, &w))
        return !lower;
    if (where->op == IR_OP_WHERE)
        return tree_int_value(s->game, where->a[0], -1, 0, &v) ? v == w : !lower;
    if (ir_words(s->game, where->a[0]->type.space) > 8 || w < 0 ||
        w >= s->game->space.at[where->a[0]->type.space].size ||
        !tree_mask_value(s->game, where->a[0], -1, 0, words))
        return !lower;
    return ir_mask_has(words, (int)w);
}

static bool shift(Sure *s, const Ir *put, void *data)
{
    Shifted *w = data;
    if (belongs(s, w->where, put->a[0], w->lower) == w->lower)
        return true;
    if (!rigid(s, put->a[1]))
        return false;
    Ir *one = ir_k1(s->game, IR_OP_BITOF, w->where->type.space, ir_copy(s->game, put->a[1]));
    w->set = ir_op2(s->game, w->lower ? IR_OP_MDIFF : IR_OP_MOR, w->set, one);
    return true;
}

static Ir *bound_where(Sure *s, const Ir *m, bool lower)
{
    if (!rigid(s, m->a[0]))
        return NULL;
    Shifted w = {m, lower, ir_copy(s->game, m)};
    return each_write(s, (int)m->k, shift, &w) ? w.set : NULL;
}

/* ---- values that are written --------------------------------------------- */

/* Is it the same before and after, whatever the rule writes? */
static bool stays(Sure *s, const Ir *e)
{
    bool *field = ARENA_ARRAY(s->game->arena, bool, s->game->field.n + 1);
    if (e->op == IR_OP_LOCAL && e->k < s->nlocal && !s->header[e->k])
        return false;
    if (ir_gives_local(e))
        return false;
    ir_note_reads(s->game, e, field);
    for (size_t i = 0; i < s->game->field.n; i++)
        if (field[i] && !each_write(s, (int)i, never, NULL))
            return false;
    for (int i = 0; i < e->n; i++)
        if (!stays(s, e->a[i]))
            return false;
    return true;
}

/* What the statements have written last to the field of `get`, whatever else they do, as a value of the
 * old state; NULL: not known.  `*writes`: they may write to the field. */
static Ir *last_write(Sure *s, const Ir *e, const Ir *get, bool *writes)
{
    *writes = !each_put(s, e, (int)get->k, never, NULL);
    if (!e || !*writes)
        return NULL;
    if (e->op == IR_OP_PUT) {
        bool same = e->n == get->n + 1 && (get->n == 0 || (rigid(s, e->a[1]) && ir_equal(e->a[1], get->a[0])));
        return same && rigid(s, e->a[0]) ? ir_copy(s->game, e->a[0]) : NULL;
    }
    bool inner = false;
    if (e->op == IR_OP_IF && e->n > 2 && stays(s, e->a[0])) {
        Ir *yes = last_write(s, e->a[1], get, &inner), *no = yes ? last_write(s, e->a[2], get, &inner) : NULL;
        return no ? ir_equal(yes, no) ? yes : ir_op3(s->game, IR_OP_SELECT, ir_copy(s->game, e->a[0]), yes, no) : NULL;
    }
    for (int i = e->n; e->op == IR_OP_BLOCK && i-- > 0 && !inner;) {
        Ir *value = last_write(s, e->a[i], get, &inner);
        if (value)
            return value;
    }
    return NULL;
}

/* @f and @f[x] as what the rule writes there. */
static Ir *settle(IrGame *game, IrFn *fn, Ir *m, void *data)
{
    Sure *s = data;
    bool writes = false;
    (void)fn;
    if (m->op != IR_OP_GET || m->n > 1)
        return m;
    Ir *value = last_write(s, s->rule->then, m, &writes);
    if (!writes)
        value = last_write(s, s->rule->effect, m, &writes);
    if (!value || rigid(s, value))
        return value ? value : m;
    return ir_local(game, s->rule, sure_let(&s->lines, "value", value));
}

/* ---- bounds of sets ------------------------------------------------------ */

static Ir *both(Sure *s, IrOp op, Ir *a, Ir *b)
{
    return a && b ? fold_node(s->game, ir_op2(s->game, op, a, b)) : NULL;
}

/* One is enough: the other, where it has none. */
static Ir *either(Sure *s, IrOp op, Ir *a, Ir *b)
{
    return a && b ? both(s, op, a, b) : a ? a : b;
}

/* Is it $t[x] with x itself never in it? */
static bool not_itself(const Sure *s, const Ir *near, const Ir *x)
{
    if (near->op != IR_OP_TAB || near->n != 1 || !ir_equal(near->a[0], x))
        return false;
    const IrTable *t = &s->game->table.at[near->k];
    size_t words = (size_t)ir_words(s->game, t->elem.space);
    if (t->ndim != 1 || t->dim[0].space != t->elem.space)
        return false;
    for (size_t i = 0; i < t->n; i++)
        if (ir_mask_has(&t->word[i * words], (int)i))
            return false;
    return true;
}

/* a & b; where a is the neighbours of x, x need not be taken from b. */
static Ir *meet(Sure *s, Ir *a, Ir *b)
{
    for (int i = 0; a && b && i < 2; i++) {
        while (b->op == IR_OP_MDIFF && b->a[1]->op == IR_OP_BITOF && not_itself(s, a, b->a[1]->a[0]))
            b = b->a[0];
        Ir *swap = a;
        a = b;
        b = swap;
    }
    return both(s, IR_OP_MAND, a, b);
}

static Ir *bound_grow(Sure *s, const Ir *m, bool lower)
{
    Ir *of = rigid(s, m->a[1]) ? bound(s, m->a[0], lower) : NULL;
    if (!of)
        return NULL;
    if (of->op != IR_OP_BITOF || of->a[0]->type.lo < 0 || m->a[1]->op != IR_OP_TAB || m->a[1]->n)
        return ir_op2(s->game, IR_OP_GROW, of, ir_copy(s->game, m->a[1]));
    return ir_tab(s->game, (int)m->a[1]->k, 1, &of->a[0]);
}

/* The closure holds at least what it starts from, at most all it is within. */
static Ir *bound_flood(Sure *s, const Ir *m, bool lower)
{
    const Ir *seed = m->a[0], *within = m->a[1];
    if (!lower)
        return bound(s, within, false);
    bool own = seed->op == IR_OP_BITOF && rigid(s, seed) && within->op == IR_OP_WHERE &&
               within->a[0]->op == IR_OP_GET && within->a[0]->k == within->k &&
               ir_equal(within->a[0]->a[0], seed->a[0]);
    return own ? ir_copy(s->game, seed)
               : both(s, IR_OP_MAND, bound(s, seed, true), bound(s, within, true));
}

/* A set of the old state within m of the new one (lower) or around it; NULL: none
 * is known. */
static Ir *bound(Sure *s, const Ir *m, bool lower)
{
    if (rigid(s, m))
        return ir_copy(s->game, m);
    switch (m->op) {
    case IR_OP_MAND:
        return lower ? meet(s, bound(s, m->a[0], lower), bound(s, m->a[1], lower))
                     : either(s, m->op, bound(s, m->a[0], lower), bound(s, m->a[1], lower));
    case IR_OP_MOR:
        return lower ? either(s, m->op, bound(s, m->a[0], lower), bound(s, m->a[1], lower))
                     : both(s, m->op, bound(s, m->a[0], lower), bound(s, m->a[1], lower));
    case IR_OP_MDIFF: {
        Ir *a = bound(s, m->a[0], lower), *b = bound(s, m->a[1], !lower);
        return lower || b ? both(s, m->op, a, b) : a;
    }
    case IR_OP_MNOT: {
        Ir *a = bound(s, m->a[0], !lower);
        return a ? ir_op1(s->game, IR_OP_MNOT, a) : NULL;
    }
    case IR_OP_GROW: return bound_grow(s, m, lower);
    case IR_OP_FLOOD: return bound_flood(s, m, lower);
    case IR_OP_WHERE:
    case IR_OP_WHEREIN: return bound_where(s, m, lower);
    case IR_OP_GET:
        return m->n == 0 && each_write(s, (int)m->k, never, NULL) ? ir_copy(s->game, m) : NULL;
    default: return NULL;
    }
}

/* ---- values of one element ----------------------------------------------- */

enum { OLD = 32 }; /* bit of a value set: anything */

/* Values that @f[x] can have at some point of the effect, as bits. */
typedef struct {
    int field;
    const Ir *at;
    uint64_t values;
    bool *apart; /* locals: sets that do not have x */
} Element;

static bool apart(Sure *s, const Element *v, const Ir *m);

/* Sets that locals of a function get: those that may have x lose their mark.  True if one did. */
static bool less_apart(Sure *s, const Element *v, const Ir *e)
{
    bool less = false;
    bool sets = (e->op == IR_OP_LET || e->op == IR_OP_VAR || e->op == IR_OP_SET) && e->a[0]->type.kind == IR_MASK;
    if (sets && v->apart[e->k] && !apart(s, v, e->a[0])) {
        v->apart[e->k] = false;
        less = true;
    }
    if (ir_gives_local(e) && !sets && v->apart[e->k]) {
        v->apart[e->k] = false;
        less = true;
    }
    for (int i = 0; i < e->n; i++)
        less = less_apart(s, v, e->a[i]) || less;
    return less;
}

static bool returns_apart(Sure *s, const Element *v, const Ir *e)
{
    if (e->op == IR_OP_RET)
        return e->n == 1 && apart(s, v, e->a[0]);
    for (int i = 0; i < e->n; i++)
        if (!returns_apart(s, v, e->a[i]))
            return false;
    return true;
}

/* What a function makes of sets without x and of the state as it is. */
static bool call_apart(Sure *s, const Element *v, const Ir *call)
{
    const IrFn *fn = s->game->fn.at[call->k];
    Element in = *v;
    in.apart = ARENA_ARRAY(s->game->arena, bool, fn->local.n + 1);
    for (size_t i = 0; i < fn->local.n; i++)
        in.apart[i] = fn->local.at[i].type.kind == IR_MASK && ((int)i >= fn->nparam || apart(s, v, call->a[i]));
    while (less_apart(s, &in, fn->body))
        ;
    return ir_op_info(fn->body->op)->statement ? returns_apart(s, &in, fn->body) : apart(s, &in, fn->body);
}

/* Is x surely not in the set, given what @f[x] holds now? */
static bool apart(Sure *s, const Element *v, const Ir *m)
{
    switch (m->op) {
    case IR_OP_LOCAL: return v->apart[m->k];
    case IR_OP_NONE: return true;
    case IR_OP_MAND: return apart(s, v, m->a[0]) || apart(s, v, m->a[1]);
    case IR_OP_MDIFF:
    case IR_OP_FILTER: return apart(s, v, m->a[0]);
    case IR_OP_MOR: return apart(s, v, m->a[0]) && apart(s, v, m->a[1]);
    case IR_OP_FLOOD: return apart(s, v, m->a[1]);
    case IR_OP_CALL: return call_apart(s, v, m);
    case IR_OP_SELECT: return apart(s, v, m->a[1]) && apart(s, v, m->a[2]);
    case IR_OP_WHERE:
    case IR_OP_WHEREIN:
        if (m->k != v->field)
            return false;
        for (int i = 0; i <= OLD; i++)
            if (v->values >> i & 1 && (i == OLD || belongs(s, m, ir_const(s->game, i), false)))
                return false;
        return true;
    default: return false;
    }
}

static void follow(Sure *s, Element *v, const Ir *e);

static void follow_put(Sure *s, Element *v, const Ir *put)
{
    int64_t value;
    if (put->k != v->field)
        return;
    bool known = tree_int_value(s->game, put->a[0], -1, 0, &value) && value >= 0 && value < OLD;
    uint64_t bit = UINT64_C(1) << (known ? value : OLD);
    if (ir_equal(put->a[1], v->at))
        v->values = bit;
    else if (put->a[1]->op != IR_OP_LOCAL || !v->apart[put->a[1]->k])
        v->values |= bit;
}

/* What a loop can add once it can add again. */
static void follow_loop(Sure *s, Element *v, const Ir *loop)
{
    if (loop->op != IR_OP_WHILE)
        v->apart[loop->k] = loop->a[0]->type.kind == IR_MASK && apart(s, v, loop->a[0]);
    uint64_t before;
    do {
        before = v->values;
        follow(s, v, loop->a[loop->n - 1]);
        v->values |= before;
    } while (v->values != before);
}

/* Statements in order. */
static void follow(Sure *s, Element *v, const Ir *e)
{
    uint64_t before = v->values, one;
    switch (e->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < e->n; i++)
            follow(s, v, e->a[i]);
        break;
    case IR_OP_LET: v->apart[e->k] = e->a[0]->type.kind == IR_MASK && apart(s, v, e->a[0]); break;
    case IR_OP_VAR:
    case IR_OP_SET: break;
    case IR_OP_PUT: follow_put(s, v, e); break;
    case IR_OP_IF:
        follow(s, v, e->a[1]);
        one = v->values;
        v->values = before;
        if (e->n > 2)
            follow(s, v, e->a[2]);
        v->values |= one;
        break;
    case IR_OP_FOR:
    case IR_OP_RANGE:
    case IR_OP_WHILE: follow_loop(s, v, e); break;
    default: v->values = UINT64_C(1) << OLD; break;
    }
}

/* Does the comparison of @f[x] with a constant hold after every effect? */
static bool element_holds(Sure *s, const Ir *c)
{
    const Ir *get = c->a[0];
    int64_t value, holds;
    if (get->op != IR_OP_GET || get->n != 1 || !rigid(s, get->a[0]) ||
        !tree_int_value(s->game, c->a[1], -1, 0, &value))
        return false;
    Element v = {(int)get->k, get->a[0], UINT64_C(1) << OLD,
                 ARENA_ARRAY(s->game->arena, bool, s->rule->local.n + 1)};
    follow(s, &v, s->rule->effect);
    if (s->rule->then)
        follow(s, &v, s->rule->then);
    for (int i = 0; i <= OLD; i++)
        if (v.values >> i & 1 && (i == OLD || !tree_arith(c->op, i, value, &holds) || !holds))
            return false;
    return true;
}

/* a \ b is a where a is `where(@f, v)`, b is `where(@f, @f[x])`, and @f[x] is surely another
 * value: two values of a field share no member. */
static Ir *disjoint(IrGame *game, IrFn *fn, Ir *m, void *data)
{
    (void)fn;
    if (m->op != IR_OP_MDIFF || m->a[0]->op != IR_OP_WHERE || m->a[1]->op != IR_OP_WHERE || m->a[0]->k != m->a[1]->k)
        return m;
    Ir *get = m->a[1]->a[0];
    if (get->op != IR_OP_GET || get->k != m->a[1]->k)
        return m;
    return element_holds(data, ir_op2(game, IR_OP_NE, get, m->a[0]->a[0])) ? m->a[0] : m;
}

/* ---- conditions ---------------------------------------------------------- */

static Ir *implied_any(Sure *s, const Ir *c, bool enough)
{
    Ir *m = bound(s, c->a[0], enough);
    return m ? ir_op1(s->game, IR_OP_ANY, m) : NULL;
}

/* Not where the old state has no line through the last parameter. */
static Ir *implied_line(Sure *s, const Ir *c, bool enough)
{
    int last = s->rule->nparam - 1;
    const Ir *rows = c->a[0];
    if (enough || last < 0 || rows->n != 1 || rows->a[0]->op != IR_OP_LOCAL || rows->a[0]->k != last)
        return NULL;
    Ir *within = bound(s, c->a[1], false);
    while (within && within->op == IR_OP_MOR && within->a[1]->op == IR_OP_BITOF && ir_equal(within->a[1]->a[0], rows->a[0]))
        within = within->a[0];
    if (!within || ir_uses_local(within, last))
        return NULL;
    Ir *sites = sure_line_sites(&s->lines, c, within);
    return sites ? ir_op2(s->game, IR_OP_HAS, ir_copy(s->game, rows->a[0]), sites) : NULL;
}

/* A condition on the old state with which e is *value on the new one; NULL: none is known. */
static Ir *number_when(Sure *s, const Ir *e, int64_t *value)
{
    int64_t v, w;
    Ir *c = NULL, *d = NULL;
    if (tree_int_value(s->game, e, -1, 0, value))
        return ir_const(s->game, 1);
    if (e->op == IR_OP_SELECT) {
        c = implied(s, e->a[0], false);
        c = c ? fold_node(s->game, ir_op1(s->game, IR_OP_NOT, c)) : NULL;
        d = c ? number_when(s, e->a[2], value) : NULL;
    } else if (e->op == IR_OP_ADD) {
        c = number_when(s, e->a[0], &v);
        d = c ? number_when(s, e->a[1], &w) : NULL;
        d = d && tree_arith(e->op, v, w, value) ? d : NULL;
    } else if (e->op == IR_OP_LINE) {
        c = implied(s, e, false);
        d = c ? ir_const(s->game, 1) : NULL;
        c = c ? fold_node(s->game, ir_op1(s->game, IR_OP_NOT, c)) : NULL;
        *value = 0;
    }
    return both(s, IR_OP_AND, c, d);
}

static Ir *implied_compare(Sure *s, const Ir *c, bool enough)
{
    int64_t v, w, holds;
    if (enough && element_holds(s, c))
        return ir_const(s->game, 1);
    Ir *a = number_when(s, c->a[0], &v), *b = a ? number_when(s, c->a[1], &w) : NULL;
    if (!b || !tree_arith(c->op, v, w, &holds) || (holds != 0) != enough)
        return NULL;
    Ir *when = both(s, IR_OP_AND, a, b);
    return enough ? when : fold_node(s->game, ir_op1(s->game, IR_OP_NOT, when));
}

/* A condition on the old state that is enough for c on the new one, or that c
 * needs; NULL: none is known. */
static Ir *implied(Sure *s, const Ir *c, bool enough)
{
    if (rigid(s, c))
        return ir_copy(s->game, c);
    switch (c->op) {
    case IR_OP_AND:
    case IR_OP_OR: {
        Ir *a = implied(s, c->a[0], enough), *b = implied(s, c->a[1], enough);
        return (c->op == IR_OP_AND) == enough ? both(s, c->op, a, b) : either(s, c->op, a, b);
    }
    case IR_OP_NOT: {
        Ir *a = implied(s, c->a[0], !enough);
        return a ? fold_node(s->game, ir_op1(s->game, IR_OP_NOT, a)) : NULL;
    }
    case IR_OP_ANY: return implied_any(s, c, enough);
    case IR_OP_EQ:
    case IR_OP_NE:
    case IR_OP_LT:
    case IR_OP_LE:
    case IR_OP_GT:
    case IR_OP_GE: return implied_compare(s, c, enough);
    case IR_OP_LINE: return implied_line(s, c, enough);
    case IR_OP_HAS: {
        Ir *m = rigid(s, c->a[0]) ? bound(s, c->a[1], enough) : NULL;
        return m ? ir_op2(s->game, IR_OP_HAS, ir_copy(s->game, c->a[0]), m) : NULL;
    }
    default: return NULL;
    }
}

/* ---- rules --------------------------------------------------------------- */

/* As membership of the last parameter, where that is known. */
static Ir *as_set(Sure *s, Ir *c)
{
    int last = s->rule->nparam - 1;
    IrType type = last < 0 ? (IrType){0} : s->rule->local.at[last].type;
    if (last < 0 || type.space < 0)
        return c;
    Ir *set = maskof(s->game, s->rule, last, type.space, c);
    if (!set || ir_uses_local(set, last))
        return c;
    return ir_op2(s->game, IR_OP_HAS, ir_local(s->game, s->rule, last), set);
}

/* Adds what the local needs to the header; false where that cannot be evaluated at any time. */
static bool add_lets(Sure *s, int local)
{
    const Ir *lets = s->lines.lets;
    bool *need = ARENA_ARRAY(s->game->arena, bool, lets->n + 1);
    for (int i = lets->n; i-- > 0;) {
        need[i] = lets->a[i]->k == local;
        for (int j = i + 1; j < lets->n; j++)
            need[i] = need[i] || (need[j] && ir_uses_local(lets->a[j], (int)lets->a[i]->k));
        if (need[i] && !tree_is_total(s->game, lets->a[i]->a[0]))
            return false;
    }
    for (int i = 0; i < lets->n; i++)
        if (need[i])
            ir_append(s->game, &s->rule->header, lets->a[i]);
    return true;
}

static bool rule_of(IrPass *pass, IrFn *rule)
{
    Sure s = {.game = pass->game, .rule = rule, .lines = {.game = pass->game, .rule = rule}};
    s.lines.lets = ir_block(s.game);
    note_header(&s);
    if (rule->post->op == IR_OP_OR && rigid(&s, rule->post->a[0]))
        return false; /* done before */
    rule->post = ir_rewrite(s.game, rule, rule->post, disjoint, &s);
    Ir *sure = implied(&s, ir_rewrite(s.game, rule, ir_copy(s.game, rule->post), settle, &s), true);
    if (!sure || (sure->op == IR_OP_INT && sure->k == 0))
        return false;
    if (sure->op == IR_OP_INT) {
        ir_pass_remark(pass, rule->at, "precheck: what must hold after `%s` always does", rule->name);
        rule->post = NULL;
        return true;
    }
    sure = as_set(&s, sure);
    int local = sure_let(&s.lines, "sure", sure);
    if (!add_lets(&s, local))
        return false;
    rule->post = ir_op2(pass->game, IR_OP_OR, ir_local(pass->game, rule, local), rule->post);
    ir_pass_remark(pass, rule->at, "precheck: what must hold after `%s` is often known before", rule->name);
    return true;
}

bool ir_pass_precheck(IrPass *pass)
{
    bool changed = false;
    for (size_t i = 0; i < pass->game->fn.n; i++) {
        IrFn *fn = pass->game->fn.at[i];
        if (fn->kind == IR_RULE && fn->post && fn->effect)
            changed |= rule_of(pass, fn);
    }
    return changed;
}
