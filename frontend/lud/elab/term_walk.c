/* term_walk.c - every term of a description, one after the other. */
#include "frontend/lud/elab/term_walk.h"

static bool has_parts(const Term *t)
{
    return t->kind == TERM_LUDEME || t->kind == TERM_ARRAY;
}

bool term_walk(const Term *t, TermVisit *visit, void *data)
{
    if (!t)
        return false;
    const TermWay way = visit(t, data);
    for (uint32_t i = 0; way == TERM_INTO && has_parts(t) && i < t->n; i++)
        if (term_walk(t->slot[i], visit, data))
            return true;
    return way == TERM_STOP;
}

bool term_any(const Term *t, TermTest *test, const void *data)
{
    if (!t)
        return false;
    if (test(t, data))
        return true;
    for (uint32_t i = 0; has_parts(t) && i < t->n; i++)
        if (term_any(t->slot[i], test, data))
            return true;
    return false;
}
