/* stencil.c - conditions that ask for members of one set at the same distances from a place of their own. */
#include "ir/analysis/stencil.h"

#include <stdbool.h>
#include <stdlib.h>

enum { MOST_STENCILS = 64 };

typedef struct {
    const StencilPoint *point; /* distances */
    size_t n;
} Stencil;

static bool has_point(const Stencil *s, uint64_t kind, int distance)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->point[i].kind == kind && s->point[i].at == distance)
            return true;
    return false;
}

static bool lies_at(const Stencil *s, const StencilOf *of, int place)
{
    for (size_t i = 0; i < of->n; i++)
        if (!has_point(s, of->point[i].kind, of->point[i].at - place))
            return false;
    return true;
}

static bool fits(const Stencil *s, StencilOf *of)
{
    for (size_t i = 0; i < s->n; i++) {
        const int place = of->point[0].at - s->point[i].at;
        if (s->point[i].kind == of->point[0].kind && lies_at(s, of, place)) {
            of->place = place;
            return true;
        }
    }
    return false;
}

static Stencil stencil_of(Arena *scratch, StencilOf *of)
{
    StencilPoint *point = ARENA_ARRAY(scratch, StencilPoint, of->n);
    of->place = of->point[0].at;
    for (size_t i = 0; i < of->n; i++)
        point[i] = (StencilPoint){of->point[i].kind, of->point[i].at - of->place};
    return (Stencil){point, of->n};
}

/* Those with most points first, so that others fit into them; then in their order. */
static int by_points(const void *a, const void *b)
{
    const StencilOf *x = *(StencilOf *const *)a, *y = *(StencilOf *const *)b;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    return x < y ? -1 : x > y;
}

void stencils_find(Arena *scratch, StencilOf *of, size_t n)
{
    StencilOf **order = ARENA_ARRAY(scratch, StencilOf *, n + 1);
    VEC(Stencil) stencil = {0};
    for (size_t i = 0; i < n; i++)
        order[i] = &of[i];
    qsort(order, n, sizeof *order, by_points);
    for (size_t i = 0; i < n; i++) {
        size_t s = 0;
        order[i]->stencil = -1;
        if (order[i]->n == 0 || order[i]->n > STENCIL_POINTS)
            continue;
        while (s < stencil.n && !fits(&stencil.at[s], order[i]))
            s++;
        if (s == stencil.n && s < MOST_STENCILS)
            vec_push(scratch, &stencil, stencil_of(scratch, order[i]));
        order[i]->stencil = s < stencil.n ? (int)s : -1;
    }
}
