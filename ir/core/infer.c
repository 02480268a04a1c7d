/* infer.c - the type of a node from its operands: interval arithmetic.
 * Bounds saturate at +-IR_BOUND, far from what int64_t can hold, so that sums and
 * products of bounds need no care. */
#include "ir/core/ir.h"

#define IR_BOUND ((int64_t)1 << 62)

static int64_t clamp(int64_t x)
{
    return x > IR_BOUND ? IR_BOUND : x < -IR_BOUND ? -IR_BOUND : x;
}

static int64_t min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t magnitude(IrType t)
{
    return max64(t.lo < 0 ? -t.lo : t.lo, t.hi < 0 ? -t.hi : t.hi);
}

static int64_t mul(int64_t a, int64_t b)
{
    int64_t r;
    if (__builtin_mul_overflow(a, b, &r))
        return (a < 0) == (b < 0) ? IR_BOUND : -IR_BOUND;
    return clamp(r);
}

static int64_t power(int64_t base, int64_t exponent)
{
    int64_t r = 1;
    for (int64_t i = 0; i < exponent && i < 64; i++)
        r = mul(r, base);
    return r;
}

static IrType between(int64_t lo, int64_t hi)
{
    return ir_int(clamp(lo), clamp(hi));
}

/* The smallest type with the values of both.  A constant without a space goes
 * with any space. */
static IrType hull(const Ir *x, const Ir *y)
{
    IrType a = x->type, b = y->type;
    if (a.kind != IR_INT || b.kind != IR_INT)
        return a;
    IrType t = between(min64(a.lo, b.lo), max64(a.hi, b.hi));
    if (a.space == b.space || y->op == IR_OP_INT)
        t.space = a.space;
    else if (x->op == IR_OP_INT)
        t.space = b.space;
    return t;
}

static IrType corners(IrType a, IrType b, int64_t (*f)(int64_t, int64_t))
{
    int64_t v[4] = {f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)};
    int64_t lo = v[0], hi = v[0];
    for (int i = 1; i < 4; i++) {
        lo = min64(lo, v[i]);
        hi = max64(hi, v[i]);
    }
    return between(lo, hi);
}

static int64_t quotient(int64_t a, int64_t b)
{
    return a / b;
}

static IrType divide(IrType a, IrType b)
{
    if (b.lo > 0 || b.hi < 0)
        return corners(a, b, quotient);
    return between(-magnitude(a), magnitude(a));
}

static IrType modulo(IrType a, IrType b)
{
    int64_t m = max64(magnitude(b) - 1, 0);
    return between(a.lo < 0 ? max64(-m, a.lo) : 0, a.hi > 0 ? min64(m, a.hi) : 0);
}

static IrType raise(IrType a, IrType b)
{
    if (a.lo >= 0)
        return between(power(a.lo, max64(b.lo, 0)), max64(1, power(a.hi, b.hi)));
    int64_t m = max64(1, power(magnitude(a), b.hi));
    return between(-m, m);
}

static IrType absolute(IrType a)
{
    int64_t lo = a.lo > 0 ? a.lo : a.hi < 0 ? -a.hi : 0;
    return between(lo, magnitude(a));
}

static int space_size(const IrGame *game, int space)
{
    return space >= 0 && (size_t)space < game->space.n ? game->space.at[space].size : 0;
}

static IrType member(const IrGame *game, int space)
{
    IrType t = ir_int(-1, space_size(game, space) - 1);
    t.space = space;
    return t;
}

static IrType table_type(const IrGame *game, const Ir *node)
{
    if (node->k < 0 || (size_t)node->k >= game->table.n)
        return (IrType){.kind = IR_VOID};
    const IrTable *table = &game->table.at[node->k];
    IrType t = table->elem;
    if (table->rows || node->n < table->ndim)
        t = (IrType){.kind = IR_VEC, .space = t.space, .lo = t.lo, .hi = t.hi};
    return t;
}

/* The dimension that a slice has left, or NULL. */
static const IrDim *slice_dim(const IrGame *game, const Ir *node)
{
    if (node->op != IR_OP_TAB || node->k < 0 || (size_t)node->k >= game->table.n)
        return NULL;
    const IrTable *table = &game->table.at[node->k];
    return node->n < table->ndim ? &table->dim[node->n] : NULL;
}

static IrType sum_type(const IrGame *game, const Ir *node)
{
    int64_t n = space_size(game, node->a[0]->type.space);
    IrType b = node->a[1]->type;
    return between(min64(0, mul(n, b.lo)), max64(0, mul(n, b.hi)));
}

static IrType arithmetic(const Ir *node)
{
    IrType a = node->a[0]->type;
    IrType b = node->n > 1 ? node->a[1]->type : a;
    switch (node->op) {
    case IR_OP_ADD:
        return between(a.lo + b.lo, a.hi + b.hi);
    case IR_OP_SUB:
        return between(a.lo - b.hi, a.hi - b.lo);
    case IR_OP_MUL:
        return corners(a, b, mul);
    case IR_OP_DIV:
        return divide(a, b);
    case IR_OP_MOD:
        return modulo(a, b);
    case IR_OP_NEG:
        return between(-a.hi, -a.lo);
    case IR_OP_ABS:
        return absolute(a);
    case IR_OP_MIN:
        return between(min64(a.lo, b.lo), min64(a.hi, b.hi));
    case IR_OP_MAX:
        return between(max64(a.lo, b.lo), max64(a.hi, b.hi));
    default: /* POW */
        return raise(a, b);
    }
}

static IrType field_type(const IrGame *game, const Ir *node)
{
    if (node->k < 0 || (size_t)node->k >= game->field.n)
        return (IrType){.kind = IR_VOID};
    const IrField *field = &game->field.at[node->k];
    if (node->op == IR_OP_GET)
        return field->elem;
    return ir_mask(field->array ? field->dim.space : IR_NOSPACE);
}

enum { COUNTED_WORDS = 1 << 14 }; /* of a table: larger ones are not counted each time */

/* The most members that a row has of a table of sets. */
static int64_t row_members(const IrGame *game, const Ir *tab, int64_t all)
{
    const IrTable *t = &game->table.at[tab->k];
    const size_t words = (size_t)ir_words(game, t->elem.space);
    int64_t most = 0;
    if (t->n * words > COUNTED_WORDS)
        return all;
    for (size_t i = 0; i < t->n; i++) {
        int64_t n = 0;
        for (size_t w = 0; w < words; w++)
            n += __builtin_popcountll(t->word[i * words + w]);
        most = max64(most, n);
    }
    return most;
}

static int64_t most_members(const IrGame *game, const Ir *set)
{
    const int64_t all = space_size(game, set->type.space);
    switch (set->op) {
    case IR_OP_NONE: return 0;
    case IR_OP_BITOF: return 1;
    case IR_OP_TAB: return row_members(game, set, all);
    case IR_OP_MDIFF: return most_members(game, set->a[0]);
    case IR_OP_MAND: return min64(most_members(game, set->a[0]), most_members(game, set->a[1]));
    default: return all;
    }
}

/* INT-valued operations over sets and rows. */
static IrType set_number(const IrGame *game, const Ir *node)
{
    IrType a = node->a[0]->type;
    const IrDim *dim;
    switch (node->op) {
    case IR_OP_COUNT:
        return ir_int(0, most_members(game, node->a[0]));
    case IR_OP_KEPT_COUNT:
    case IR_OP_GROUPS:
        return ir_int(0, space_size(game, a.space));
    case IR_OP_UMOD:
        return ir_int(0, max64(node->a[1]->type.hi - 1, 0));
    case IR_OP_RUN_LENGTH:
        return ir_int(0, space_size(game, node->a[1]->type.space));
    case IR_OP_COUNT_MEETS:
        dim = slice_dim(game, node->a[1]);
        return ir_int(0, dim ? dim->size : 0);
    case IR_OP_SUM:
        return sum_type(game, node);
    case IR_OP_LEAST:
        return ir_int(min64(node->a[1]->type.lo, 1000000000),
                      max64(node->a[1]->type.hi, 1000000000));
    case IR_OP_MOST:
        return ir_int(min64(node->a[1]->type.lo, -1000000000),
                      max64(node->a[1]->type.hi, -1000000000));
    case IR_OP_PICK: case IR_OP_KEPT_PICK: {
        IrType there = member(game, a.space);
        there.lo = 0;
        return there;
    }
    default: /* FIRST, NTH */
        return member(game, a.space);
    }
}

static IrType set_type(const IrGame *game, const Ir *node)
{
    const IrDim *dim;
    switch (node->op) {
    case IR_OP_NONE:
    case IR_OP_ALL:
    case IR_OP_BITOF:
    case IR_OP_ROWMASK:
    case IR_OP_PACK:
        return ir_mask((int)node->k);
    case IR_OP_WHERE:
    case IR_OP_WHEREIN:
        return field_type(game, node);
    case IR_OP_UNION:
    case IR_OP_SLIDE:
    case IR_OP_IMAGE:
    case IR_OP_GROW:
        return ir_mask(node->a[1]->type.space);
    case IR_OP_RAY_SEES:
        dim = slice_dim(game, node->a[0]);
        return ir_mask(dim ? dim->space : IR_NOSPACE);
    case IR_OP_PREIMAGE:
        dim = slice_dim(game, node->a[1]);
        return ir_mask(dim ? dim->space : IR_NOSPACE);
    case IR_OP_WINDOW:
        return ir_mask(node->a[2]->type.space);
    case IR_OP_PASSING:
        return ir_mask(node->n ? node->a[node->n - 1]->type.space : IR_NOSPACE);
    default: /* of the first operand: FILTER, FLOOD, set algebra */
        return ir_mask(node->a[0]->type.space);
    }
}

IrType ir_infer(const IrGame *game, const IrFn *fn, const Ir *node)
{
    const IrType none = {.kind = IR_VOID};
    switch (node->op) {
    case IR_OP_INT:
        return ir_int(node->k, node->k);
    case IR_OP_LOCAL:
        return fn && (size_t)node->k < fn->local.n ? fn->local.at[node->k].type : none;
    case IR_OP_GET:
        return field_type(game, node);
    case IR_OP_TAB:
        return table_type(game, node);
    case IR_OP_CALL:
        return (size_t)node->k < game->fn.n ? game->fn.at[node->k]->ret : none;
    case IR_OP_SELECT:
        return hull(node->a[1], node->a[2]);
    case IR_OP_LETX:
    case IR_OP_WITH:
        return node->a[1]->type;
    case IR_OP_LONGEST:
        return node->a[0]->type;
    case IR_OP_LISTED:
        return ir_int(0, INT32_MAX);
    case IR_OP_DRAW:
        return ir_int(0, max64(node->a[0]->type.hi - 1, 0));
    case IR_OP_ADD: case IR_OP_SUB: case IR_OP_MUL: case IR_OP_DIV: case IR_OP_MOD:
    case IR_OP_NEG: case IR_OP_ABS: case IR_OP_MIN: case IR_OP_MAX: case IR_OP_POW:
        return arithmetic(node);
    case IR_OP_EQ: case IR_OP_NE: case IR_OP_LT: case IR_OP_LE: case IR_OP_GT:
    case IR_OP_GE: case IR_OP_AND: case IR_OP_OR: case IR_OP_NOT: case IR_OP_EXISTS:
    case IR_OP_HAS: case IR_OP_ANY: case IR_OP_LINE: case IR_OP_COVERS: case IR_OP_GATHERS:
        return ir_bit();
    case IR_OP_COUNT: case IR_OP_FIRST: case IR_OP_NTH: case IR_OP_SUM:
    case IR_OP_LEAST: case IR_OP_MOST: case IR_OP_GROUPS: case IR_OP_COUNT_MEETS:
    case IR_OP_RUN_LENGTH: case IR_OP_UMOD: case IR_OP_PICK: case IR_OP_KEPT_COUNT: case IR_OP_KEPT_PICK:
        return set_number(game, node);
#define CASES_SETS
#include "ir/core/cases.def"
        return set_type(game, node);
#define CASES_STATEMENTS
#include "ir/core/cases.def"
    case IR_OPS:
        break;
    }
    return none;
}
