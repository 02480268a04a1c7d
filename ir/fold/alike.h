/* alike.h - rules that do the same but for values: what one of them does, without a branch. */
#ifndef LUDC_IR_FOLD_ALIKE_H
#define LUDC_IR_FOLD_ALIKE_H

#include "ir/core/ir.h"

enum { ALIKE_MOST = 8 };

typedef struct {
    IrFn *rule;
    Ir **arg; /* of all parameters but the last, the member: constants */
} AlikeRule;

/* Where statements are written. */
typedef struct {
    IrGame *game;
    IrFn *fn;
    Ir **block;
} AlikePlace;

/* Does the last of n rules do what the others do, but for values? */
bool alike_rules(IrGame *game, const AlikeRule *p, size_t n);
/* Writes what one of them does with the member in local `at`; local past[i]: it is none of the first i. */
void alike_write(const AlikePlace *w, const AlikeRule *p, size_t n, const int *past, int at);

#endif
