/* merge_rules.h - rules of one kind: they differ in numbers and tables only. */
#ifndef LUDC_LOWER_MERGE_RULES_H
#define LUDC_LOWER_MERGE_RULES_H

#include "frontend/lud/lower/core/lower.h"

/* A rule tried with constants as leading arguments: `try step(3, %from)`. */
typedef struct {
    const IrFn *rule;
    const Ir *try;
} KindCase;

/* Equal for cases that are of one kind. */
uint64_t merge_shape(const KindCase *a);
bool merge_same(const IrGame *game, const KindCase *a, const KindCase *b);
/* One rule for n cases of a kind.  Its first parameter is the number of the case, before
 * those that no case gives as a constant: what differs is read from tables by it. */
IrFn *merge_rule(Lower *l, const KindCase *list, size_t n);
/* An INT table of these values, or one of before that is the same. */
int merge_table(Lower *l, const char *name, size_t n, const int32_t *value);

#endif
