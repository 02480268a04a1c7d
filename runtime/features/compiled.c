/* compiled.c - the evaluator that is swept (sweep.h); here are the groups which are not, or of which few moves are asked.
 *
 * They are asked as by tree where their instances have tests in common, else as by naive: a tree saves tests, and each of its own takes longer. */
#include "runtime/features/eval.h"

typedef struct {
    const Evaluator *by;
    void *made; /* by that one */
} Grouped;

/* Atomic instances have a test each, and nothing to share. */
static bool shares(const Ground *g, const Group *group)
{
    size_t tests = 0;
    for (uint32_t i = 0; i < group->n; i++)
        tests += g->instance.at[group->first + i].ntest;
    return 2 * tests >= 3 * (size_t)group->n;
}

static void *make_grouped(Store *store, const Ground *g, const Group *group, size_t *words)
{
    Grouped *grouped = store_take(store, sizeof *grouped);
    if (!grouped)
        return NULL;
    grouped->by = shares(g, group) ? &features_evaluator_tree : &features_evaluator_naive;
    grouped->made = grouped->by->make(store, g, group, words);
    return grouped->made ? grouped : NULL;
}

static uint32_t run_grouped(const void *made, const uint64_t *bits, EvalWork *work, uint32_t *out)
{
    const Grouped *grouped = made;
    return grouped->by->run(grouped->made, bits, work, out);
}

const Evaluator features_evaluator_compiled = {"compiled", true, true, make_grouped, run_grouped};
