/* plan_names.h - playout plans (ir/plan/plan.h) as numbers and as words of texts. */
#ifndef LUDC_IR_PLAN_NAMES_H
#define LUDC_IR_PLAN_NAMES_H

#include <stdbool.h>

enum {
    IR_PLAN_ADD = 1,           /* the empty sites are the moves; the one that is taken leaves them */
    IR_PLAN_FILTER = 2,        /* conditions on the successor are tested on the drawn move */
    IR_PLAN_NO_REPETITION = 4, /* so is whether the position was there before */
    IR_PLAN_ALL = 7,
    IR_PLAN_FILL = 8 /* alone, and only where asked for: outcomes are right, lengths are not (ir/plan/fill.h) */
};

#define IR_PLAN_NAMES "standard, add-to-empty, filter, no-repetition, fill, auto"
/* "standard", "filter+no-repetition", .. */
const char *ir_plan_name(unsigned plan);
/* Names joined by "+", `fill`, or `auto`; false: there is no such plan. */
bool ir_plan_read(const char *name, unsigned *plan);

#endif
