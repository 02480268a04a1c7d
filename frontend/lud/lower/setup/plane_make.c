/* plane_make.c - what planes are made of: functions, spaces of numbers, sets of sites by value. */
#include "frontend/lud/lower/setup/plane.h"

enum { MOST_UNARY = 64 };

void plane_begin(Lower *l, const char *name, int owner, int space)
{
    l->fn = ir_plane_add(l->game, IR_PLANES_STATE, name, owner, space);
    l->fn->body = ir_block(l->game);
}

void plane_end(Lower *l, Ir *bits)
{
    ir_append(l->game, &l->fn->body, ir_op1(l->game, IR_OP_RET, bits));
    l->fn = NULL;
}

Ir *plane_eyes(Lower *l)
{
    return lw_local(l, 0);
}

/* ---- spaces ------------------------------------------------------------------------------- */

/* The space of that name, made if there is none; true: made now. */
static bool space_named(Lower *l, const char *name, int n, int *space)
{
    *space = ir_space_find(l->game, name);
    if (*space >= 0)
        return false;
    *space = ir_space_add(l->game, name, n);
    return true;
}

static const char **labels(Lower *l, int space)
{
    IrSpace *s = &l->game->space.at[space];
    s->label = ARENA_ARRAY(l->arena, const char *, s->size);
    return s->label;
}

int plane_one(Lower *l)
{
    int space;
    space_named(l, "one", 1, &space);
    return space;
}

int plane_numbers(Lower *l, int64_t lo, int64_t hi)
{
    int space, n = (int)(hi - lo + 1);
    if (space_named(l, arena_printf(l->arena, "number %lld to %lld", (long long)lo, (long long)hi), n, &space)) {
        const char **label = labels(l, space);
        for (int i = 0; i < n; i++)
            label[i] = arena_printf(l->session->arena, "%lld", (long long)(lo + i));
    }
    return space;
}

int plane_digits(Lower *l, int n)
{
    int space;
    if (space_named(l, arena_printf(l->arena, "digits %d", n), n, &space)) {
        const char **label = labels(l, space);
        for (int i = 0; i < n; i++)
            label[i] = arena_printf(l->session->arena, "%llu", 1ull << i);
    }
    return space;
}

int plane_space(Lower *l, IrDim dim)
{
    int space = dim.space;
    if (space == IR_NOSPACE)
        space_named(l, arena_printf(l->arena, "index %d", dim.size), dim.size, &space);
    return space;
}

/* ---- numbers ------------------------------------------------------------------------------- */

/* Digits are of the number above this: 0, or where it may be negative the next -(2^k) below, so
 * that the lower digits of a number that is not negative are its own. */
static int64_t base_of(IrType type)
{
    int64_t base = 0;
    while (base > type.lo)
        base = base ? 2 * base : -1;
    return base;
}

bool plane_in_binary(IrType type, int *digits)
{
    *digits = 0;
    for (int64_t most = type.hi - base_of(type); most > 0; most >>= 1)
        ++*digits;
    return type.hi - type.lo >= MOST_UNARY;
}

static Ir *above(Lower *l, Ir *value, int64_t lo)
{
    return lo == 0 ? value : ir_op2(l->game, IR_OP_SUB, value, lw_int(l, lo));
}

static Ir *digit_of(Lower *l, Ir *value, int64_t lo, int digit)
{
    Ir *high = above(l, value, lo);
    if (digit > 0)
        high = ir_op2(l->game, IR_OP_DIV, high, lw_int(l, INT64_C(1) << digit));
    return ir_op2(l->game, IR_OP_MOD, high, lw_int(l, 2));
}

Ir *plane_of_number(Lower *l, Ir *value, IrType type, int *space)
{
    int digits;
    Ir *operand[MOST_UNARY + 1];
    if (plane_in_binary(type, &digits)) {
        *space = plane_digits(l, digits);
        operand[0] = lw_int(l, 0);
        for (int i = 0; i < digits; i++)
            operand[i + 1] = digit_of(l, lw_copy(l, value), base_of(type), i);
        return ir_node(l->game, l->fn, IR_OP_PACK, *space, digits + 1, operand);
    }
    if (type.lo == 0 && type.hi == 1) {
        *space = plane_one(l);
        operand[0] = lw_int(l, 0);
        operand[1] = value;
        return ir_node(l->game, l->fn, IR_OP_PACK, *space, 2, operand);
    }
    *space = plane_numbers(l, type.lo, type.hi);
    return ir_k1(l->game, IR_OP_BITOF, *space, above(l, value, type.lo));
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static Ir *filtered(Lower *l, int space, Ir *(*test)(Lower *l, Ir *value, int64_t a, int b), int field, int64_t a, int b)
{
    IrType member = ir_int(0, l->game->space.at[space].size - 1);
    member.space = space;
    int x = lw_new_local(l, "x", member);
    Ir *holds = test(l, lw_at(l, field, lw_local(l, x)), a, b);
    return ir_k2(l->game, IR_OP_FILTER, x, ir_k0(l->game, IR_OP_ALL, space), holds);
}

static Ir *equals(Lower *l, Ir *value, int64_t k, int unused)
{
    (void)unused;
    return ir_op2(l->game, IR_OP_EQ, value, lw_int(l, k));
}

Ir *plane_where(Lower *l, int field, int space, int64_t k)
{
    if (l->game->field.at[field].dim.space == space)
        return ir_k1(l->game, IR_OP_WHERE, field, lw_int(l, k));
    return filtered(l, space, equals, field, k, 0);
}

Ir *plane_where_digit(Lower *l, int field, int space, IrType type, int digit)
{
    return filtered(l, space, digit_of, field, base_of(type), digit);
}
