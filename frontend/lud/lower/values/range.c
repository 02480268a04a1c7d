/* range.c - (range a b), (exact n), (min n), (max n). */
#include "frontend/lud/lower/core/lower.h"

/* (range a b), (exact n), (min n), (max n). */
void lower_range(Lower *l, const Term *t, Ir **least, Ir **most)
{
    switch (t->id) {
    case LUD_range: {
        const Term *max = term_arg(t, SLOT_max);
        *least = lower_int(l, term_arg(t, SLOT_min));
        *most = max ? lower_int(l, max) : lw_copy(l, *least);
        return;
    }
    case LUD_exact:
        *least = lower_int(l, term_arg(t, SLOT_value));
        *most = lw_copy(l, *least);
        return;
    case LUD_max_range:
        *least = lw_int(l, 0);
        *most = lower_int(l, term_arg(t, SLOT_max));
        return;
    case LUD_min_range:
        *least = lower_int(l, term_arg(t, SLOT_min));
        *most = lw_int(l, INFINITELY_MANY);
        return;
    default:
        lower_unsupported(l, t, "this range");
        *least = lw_int(l, 0);
        *most = lw_int(l, 0);
    }
}

bool lower_const_range(Lower *l, const Term *range, int64_t *least, int64_t *most)
{
    Ir *low, *high;
    lower_range(l, range, &low, &high);
    if (lower_is_const(lower_fold_int(l, low), least) && lower_is_const(lower_fold_int(l, high), most))
        return true;
    lower_unsupported(l, range, "a range that changes");
    return false;
}
