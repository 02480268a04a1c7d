/* speculation.c - values that may be evaluated although nobody may ask for them: short, and without errors. */
#include "ir/analysis/shape.h"

static int cost(const Ir *e, int limit)
{
    switch (e->op) {
    case IR_OP_INT: case IR_OP_LOCAL: case IR_OP_NONE: case IR_OP_ALL: case IR_OP_ADD:
    case IR_OP_SUB: case IR_OP_MUL: case IR_OP_NEG: case IR_OP_ABS: case IR_OP_MIN:
    case IR_OP_MAX: case IR_OP_EQ: case IR_OP_NE: case IR_OP_LT: case IR_OP_LE: case IR_OP_GT:
    case IR_OP_GE: case IR_OP_AND: case IR_OP_OR: case IR_OP_NOT: case IR_OP_MAND:
    case IR_OP_MOR: case IR_OP_MXOR: case IR_OP_MDIFF: case IR_OP_MNOT: case IR_OP_COUNT:
    case IR_OP_ANY: case IR_OP_SELECT:
        break;
    case IR_OP_GET:
        if (e->n)
            return limit + 1;
        break;
    default: return limit + 1;
    }
    int n = 1;
    for (int i = 0; i < e->n && n <= limit; i++)
        n += cost(e->a[i], limit - n);
    return n;
}

static bool is_read(const Ir *has)
{
    return has->a[1]->op == IR_OP_LOCAL || (has->a[1]->op == IR_OP_GET && has->a[1]->n == 0);
}

bool shape_all_bits(const Ir *e)
{
    return shape_is_gates(e, is_read);
}

bool shape_speculates(const Ir *e, int limit)
{
    return cost(e, limit) <= limit || shape_all_bits(e);
}
