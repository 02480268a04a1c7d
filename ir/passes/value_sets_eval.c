/* value_sets_eval.c - pass values: sets of values, and what expressions may be. */
#include "ir/passes/value_sets.h"

#include <string.h>

#include "ir/core/tree.h"

enum { MAX_PAIRS = 256, MAX_SPACE = 6, MAX_READS = 4, MAX_NARROWED = 16, MAX_CONDITION = 40 };

/* ---- values ------------------------------------------------------------ */

static Value anything(void)
{
    return (Value){.any = true};
}

Value value_none(void)
{
    return (Value){.any = false};
}

Value value_one(int64_t v)
{
    return (Value){.lo = v, .set = 1};
}

static int64_t lowest(Value v)
{
    return v.lo + __builtin_ctzll(v.set);
}

static int64_t highest(Value v)
{
    return v.lo + 63 - __builtin_clzll(v.set);
}

bool value_is_one(Value v, int64_t *out)
{
    if (v.any || __builtin_popcountll(v.set) != 1)
        return false;
    *out = lowest(v);
    return true;
}

bool value_may(Value v, int64_t x)
{
    return v.any || (x >= v.lo && x < v.lo + 64 && v.set >> (x - v.lo) & 1);
}

Value value_join(Value a, Value b)
{
    if (a.any || b.any)
        return anything();
    if (!a.set || !b.set)
        return a.set ? a : b;
    int64_t lo = lowest(a) < lowest(b) ? lowest(a) : lowest(b);
    int64_t hi = highest(a) > highest(b) ? highest(a) : highest(b);
    if (hi - lo >= 64)
        return anything();
    uint64_t sa = a.set >> __builtin_ctzll(a.set), sb = b.set >> __builtin_ctzll(b.set);
    return (Value){.lo = lo, .set = sa << (lowest(a) - lo) | sb << (lowest(b) - lo)};
}

static void add_number(Value *v, int64_t x)
{
    if (!v->any && v->set && x >= v->lo && x < v->lo + 64)
        v->set |= UINT64_C(1) << (x - v->lo);
    else
        *v = value_join(*v, value_one(x));
}

bool value_same(Value a, Value b)
{
    if (a.any || b.any)
        return a.any == b.any;
    if (!a.set || !b.set)
        return a.set == b.set;
    return lowest(a) == lowest(b) && a.set >> __builtin_ctzll(a.set) ==
                                         b.set >> __builtin_ctzll(b.set);
}

Value value_meet(Value a, Value b)
{
    if (a.any)
        return b;
    for (int i = 0; i < 64; i++)
        if (a.set >> i & 1 && !value_may(b, a.lo + i))
            a.set &= ~((uint64_t)1 << i);
    return a;
}

bool value_is_small(const IrGame *game, int space)
{
    return space >= 0 && game->space.at[space].size <= MAX_SPACE;
}

static Value first_numbers(int64_t lo, int64_t n)
{
    if (n > 64 || n < 1)
        return anything();
    return (Value){.lo = lo, .set = n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1};
}

Value value_of_type(const IrGame *game, IrType t)
{
    if (t.kind == IR_INT && t.hi - t.lo < 64)
        return first_numbers(t.lo, t.hi - t.lo + 1);
    if (t.kind == IR_MASK && value_is_small(game, t.space))
        return first_numbers(0, (int64_t)1 << game->space.at[t.space].size);
    return anything();
}

/* ---- operations on two or one number(s) --------------------------------- */

typedef struct {
    const Ir *node;
    int64_t all; /* the word of the full set, for sets */
} Operation;

static bool apply_two(const Operation *o, int64_t a, int64_t b, int64_t *out)
{
    switch (o->node->op) {
    case IR_OP_MAND: *out = a & b; return true;
    case IR_OP_MOR: *out = a | b; return true;
    case IR_OP_MXOR: *out = a ^ b; return true;
    case IR_OP_MDIFF: *out = a & ~b; return true;
    case IR_OP_HAS: *out = a >= 0 && a < 63 && (b >> a & 1); return true;
    default: return tree_arith(o->node->op, a, b, out);
    }
}

static bool apply_one(const Operation *o, int64_t a, int64_t *out)
{
    switch (o->node->op) {
    case IR_OP_NOT: *out = !a; return true;
    case IR_OP_NEG: *out = -a; return true;
    case IR_OP_ABS: *out = a < 0 ? -a : a; return true;
    case IR_OP_MNOT: *out = o->all & ~a; return true;
    case IR_OP_COUNT: *out = __builtin_popcountll((uint64_t)a); return true;
    case IR_OP_ANY: *out = a != 0; return true;
    case IR_OP_FIRST: *out = a ? __builtin_ctzll((uint64_t)a) : -1; return true;
    case IR_OP_BITOF: *out = a < 0 ? 0 : (int64_t)(UINT64_C(1) << (a & 63)); return a < MAX_SPACE;
    default: return false;
    }
}

/* The values of a set one after another: takes one out. */
static int64_t take(Value *v)
{
    int64_t x = lowest(*v);
    v->set &= v->set - 1;
    return x;
}

static Value map_one(const IrGame *game, const Operation *o, Value a)
{
    Value result = value_none();
    while (a.set && !result.any) {
        int64_t r;
        if (!apply_one(o, take(&a), &r))
            return value_of_type(game, o->node->type);
        add_number(&result, r);
    }
    return result;
}

static Value map_two(const IrGame *game, const Operation *o, Value a, Value b)
{
    Value result = value_none();
    if (__builtin_popcountll(a.set) * __builtin_popcountll(b.set) > MAX_PAIRS)
        return value_of_type(game, o->node->type);
    while (a.set && !result.any) {
        int64_t x = take(&a), r;
        for (Value rest = b; rest.set && !result.any;) {
            if (!apply_two(o, x, take(&rest), &r))
                return value_of_type(game, o->node->type);
            add_number(&result, r);
        }
    }
    return result.any ? value_of_type(game, o->node->type) : result;
}

static Value eval_operation(Values *v, Value *env, const Ir *node)
{
    Operation o = {.node = node};
    const IrType t = node->type;
    if (t.kind == IR_MASK && value_is_small(v->game, t.space))
        o.all = ((int64_t)1 << v->game->space.at[t.space].size) - 1;
    Value a = values_eval(v, env, node->a[0]);
    Value b = node->n == 2 ? values_eval(v, env, node->a[1]) : value_one(0);
    if (a.any || b.any)
        return value_of_type(v->game, t);
    return node->n == 1 ? map_one(v->game, &o, a) : map_two(v->game, &o, a, b);
}

/* ---- expressions ------------------------------------------------------- */

static bool may_have(Value v, bool truth)
{
    if (v.any)
        return true;
    for (int i = 0; i < 64; i++)
        if (v.set >> i & 1 && (v.lo + i != 0) == truth)
            return true;
    return false;
}

static Value eval_lazy(Values *v, Value *env, const Ir *node)
{
    Value c = values_eval(v, env, node->a[0]), result = value_none();
    bool may_be_false = may_have(c, false), may_be_true = may_have(c, true);
    if (node->op == IR_OP_SELECT) {
        if (may_be_true)
            result = values_eval(v, env, node->a[1]);
        return may_be_false ? value_join(result, values_eval(v, env, node->a[2])) : result;
    }
    bool decided = node->op == IR_OP_OR;
    if (decided ? may_be_true : may_be_false)
        result = value_one(decided);
    if (decided ? may_be_false : may_be_true)
        result = value_join(result, values_eval(v, env, node->a[1]));
    return result;
}

static Value eval_table(Values *v, Value *env, const Ir *node)
{
    const IrTable *t = &v->game->table.at[node->k];
    Value result = value_none();
    if (t->rows || node->n != t->ndim || node->n > 1 || t->elem.kind != IR_INT)
        return value_of_type(v->game, node->type);
    if (node->n == 0)
        return value_one(t->value[0]);
    Value index = values_eval(v, env, node->a[0]);
    if (index.any)
        return value_of_type(v->game, node->type);
    for (int i = 0; i < 64 && !result.any; i++) {
        int64_t at = index.lo + i;
        if (index.set >> i & 1 && at >= 0 && at < t->dim[0].size)
            add_number(&result, t->value[at]);
    }
    return result;
}

/* with(@f = a : b), let(%x = a : b) */
static Value eval_scoped(Values *v, Value *env, const Ir *node)
{
    Value a = values_eval(v, env, node->a[0]);
    size_t at = node->op == IR_OP_WITH ? (size_t)node->k : v->nfield + (size_t)node->k;
    Value old = env[at];
    env[at] = a;
    if (node->op == IR_OP_WITH) {
        v->written[node->k] = value_join(v->written[node->k], a);
        if (!v->tracked[node->k])
            env[at] = anything();
    }
    Value result = values_eval(v, env, node->a[1]);
    env[at] = old;
    return result;
}

static Value eval_constant_set(const IrGame *game, const Ir *node)
{
    if (!value_is_small(game, node->type.space))
        return anything();
    uint64_t word = 0;
    return tree_mask_value(game, node, -1, 0, &word) ? value_one((int64_t)word)
                                                     : value_of_type(game, node->type);
}

static void visit_operands(Values *v, Value *env, const Ir *node)
{
    for (int i = 0; i < node->n; i++)
        values_eval(v, env, node->a[i]);
}

/* Somebody looks at the game in this state: remember it. */
static Value eval_exists(Values *v, const Value *env, const Ir *node)
{
    States here = values_nowhere(v);
    values_add(v, &here, env, v->nfield);
    values_enter(v, node->k, &here, true);
    values_drop(v, &here);
    return first_numbers(0, 2);
}

static Value eval_local(Values *v, const Value *env, const Ir *node)
{
    Value value = env[v->nfield + (size_t)node->k];
    return value.any || !value.set ? value_of_type(v->game, node->type) : value;
}

Value values_eval(Values *v, Value *env, const Ir *node)
{
    switch (node->op) {
    case IR_OP_INT:
        return value_one(node->k);
    case IR_OP_LOCAL:
        return eval_local(v, env, node);
    case IR_OP_GET:
        visit_operands(v, env, node);
        return node->n == 0 && v->tracked[node->k]
                   ? env[node->k]
                   : value_of_type(v->game, node->type);
    case IR_OP_TAB:
        return node->type.kind == IR_INT ? eval_table(v, env, node)
                                         : value_of_type(v->game, node->type);
    case IR_OP_NONE:
    case IR_OP_ALL:
        return eval_constant_set(v->game, node);
    case IR_OP_AND:
    case IR_OP_OR:
    case IR_OP_SELECT:
        return eval_lazy(v, env, node);
    case IR_OP_LETX:
    case IR_OP_WITH:
        return eval_scoped(v, env, node);
    case IR_OP_EXISTS:
        visit_operands(v, env, node);
        return eval_exists(v, env, node);
    case IR_OP_ADD: case IR_OP_SUB: case IR_OP_MUL: case IR_OP_DIV: case IR_OP_MOD:
    case IR_OP_NEG: case IR_OP_ABS: case IR_OP_MIN: case IR_OP_MAX: case IR_OP_EQ:
    case IR_OP_NE: case IR_OP_LT: case IR_OP_LE: case IR_OP_GT: case IR_OP_GE:
    case IR_OP_NOT: case IR_OP_BITOF: case IR_OP_HAS: case IR_OP_MAND: case IR_OP_MOR:
    case IR_OP_MXOR: case IR_OP_MDIFF: case IR_OP_MNOT: case IR_OP_COUNT: case IR_OP_ANY:
    case IR_OP_FIRST:
        return eval_operation(v, env, node);
    default:
        visit_operands(v, env, node);
        return value_of_type(v->game, node->type);
    }
}

/* ---- conditions -------------------------------------------------------- */

/* The variables that the condition reads, as places in an environment. */
static size_t reads_of(Values *v, const Ir *node, size_t *place, size_t n)
{
    size_t at = SIZE_MAX;
    if (node->op == IR_OP_LOCAL)
        at = v->nfield + (size_t)node->k;
    else if (node->op == IR_OP_GET && node->n == 0 && v->tracked[node->k])
        at = (size_t)node->k;
    for (size_t i = 0; i < n; i++)
        if (place[i] == at)
            at = SIZE_MAX;
    if (at != SIZE_MAX && n < MAX_READS)
        place[n++] = at;
    for (int i = 0; i < node->n; i++)
        n = reads_of(v, node->a[i], place, n);
    return n;
}

/* Drops the values of one variable with which the condition cannot have the
 * truth. */
static void narrow(Values *v, Value *env, const Ir *c, bool truth, size_t place)
{
    Value old = env[place], kept = old;
    if (old.any || __builtin_popcountll(old.set) < 2 ||
        __builtin_popcountll(old.set) > MAX_NARROWED)
        return;
    for (Value rest = old; rest.set;) {
        int64_t x = take(&rest);
        env[place] = value_one(x);
        if (!may_have(values_eval(v, env, c), truth))
            kept.set &= ~((uint64_t)1 << (x - old.lo));
    }
    env[place] = kept;
}

bool values_assume(Values *v, Value *env, const Ir *c, bool truth)
{
    size_t place[MAX_READS];
    if (c->op == IR_OP_NOT)
        return values_assume(v, env, c->a[0], !truth);
    if (c->op == (truth ? IR_OP_AND : IR_OP_OR))
        return values_assume(v, env, c->a[0], truth) &&
               values_assume(v, env, c->a[1], truth);
    if (!may_have(values_eval(v, env, c), truth))
        return false;
    size_t n = tree_size(c) > MAX_CONDITION ? 0 : reads_of(v, c, place, 0);
    for (size_t i = 0; i < n; i++) {
        narrow(v, env, c, truth, place[i]);
        if (!env[place[i]].any && !env[place[i]].set)
            return false;
    }
    return true;
}
