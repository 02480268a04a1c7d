/* plan_names.c - playout plans by name, for texts. */
#include "ir/core/plan_names.h"

#include <string.h>

static const struct {
    const char *name;
    unsigned plan;
} names[] = {
    {"standard", 0},
    {"add-to-empty", IR_PLAN_ADD},
    {"filter", IR_PLAN_FILTER},
    {"add-to-empty+filter", IR_PLAN_ADD | IR_PLAN_FILTER},
    {"no-repetition", IR_PLAN_NO_REPETITION},
    {"add-to-empty+no-repetition", IR_PLAN_ADD | IR_PLAN_NO_REPETITION},
    {"filter+no-repetition", IR_PLAN_FILTER | IR_PLAN_NO_REPETITION},
    {"add-to-empty+filter+no-repetition", IR_PLAN_ALL},
    {"fill", IR_PLAN_FILL},
    {"auto", IR_PLAN_ALL},
};

const char *ir_plan_name(unsigned plan)
{
    return names[plan & IR_PLAN_FILL ? IR_PLAN_ALL + 1 : plan & IR_PLAN_ALL].name;
}

bool ir_plan_read(const char *name, unsigned *plan)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(names[i].name, name)) {
            *plan = names[i].plan;
            return true;
        }
    return false;
}
