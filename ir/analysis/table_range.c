/* table_range.c - the numbers of a table, or of its rows: how many there are, and the range that holds them and 0. */
#include "ir/analysis/shape.h"

IrType shape_table_range(const IrTable *t, size_t *n)
{
    IrType type = ir_int(0, 0);
    *n = !t->rows ? t->n : t->off ? t->off[t->n] : 0;
    for (size_t i = 0; i < *n; i++) {
        type.lo = t->value[i] < type.lo ? t->value[i] : type.lo;
        type.hi = t->value[i] > type.hi ? t->value[i] : type.hi;
    }
    return type;
}
