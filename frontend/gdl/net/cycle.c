/* cycle.c - facts that ask each other in a circle, solved like equations: one
 * after the other is put in where it is asked (elimination after Gauss, for closed
 * semirings: Lehmann, Theor. Comput. Sci. 4, 1977).
 *
 * x[i] = b[i] | r[i] & z[i], where z[i] = c[i] | the sum over k of e[i,k] & x[k]; r[i] has
 * what all clauses of i that stay in the circle share.  That a fact depends on itself adds
 * nothing, so the star of any value is true.  Where asking goes both ways, as between
 * neighbours on a board, e is symmetric, and half of it is not made. */
#include "frontend/gdl/net/cycle.h"

#include <string.h>

enum { MOST_MEMBERS = 1024 };

typedef VEC(GdlEdge) Terms;

typedef struct {
    Arena *arena;
    GdlNodes *nodes;
    GdlSum *sum;
    const GdlCycle *cycle;
    uint32_t n;
    Terms **e;       /* n by n, NULL: never asked */
    Terms *b, *c;
    GdlEdge *r;
    uint32_t *order; /* of elimination */
    bool *gone;
} Solver;

/* ---- order ------------------------------------------------------------------------- */

static uint32_t cheapest(const Solver *s, const uint32_t *in, const uint32_t *out)
{
    uint32_t best = s->n;
    for (uint32_t i = 0; i < s->n; i++)
        if (!s->gone[i] && (best == s->n || (uint64_t)in[i] * out[i] < (uint64_t)in[best] * out[best]))
            best = i;
    return best;
}

/* Links around k, which goes; returns how many products that makes. */
static uint64_t bypass(const Solver *s, uint32_t k, bool *link, uint32_t *in, uint32_t *out)
{
    uint64_t made = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        if (s->gone[i] || i == k || !link[i * s->n + k])
            continue;
        out[i]--;
        made++;
        for (uint32_t j = 0; j < s->n; j++) {
            if (s->gone[j] || j == k || j == i || !link[k * s->n + j])
                continue;
            made++;
            if (!link[i * s->n + j]) {
                link[i * s->n + j] = true;
                out[i]++;
                in[j]++;
            }
        }
    }
    for (uint32_t j = 0; j < s->n; j++)
        if (!s->gone[j] && j != k && link[k * s->n + j]) {
            in[j]--;
            made++;
        }
    return made;
}

/* Whoever has the fewest links goes first (Markowitz).  How many products in all? */
static uint64_t find_order(Solver *s)
{
    bool *link = ARENA_ARRAY(s->arena, bool, (size_t)s->n * s->n);
    uint32_t *in = ARENA_ARRAY(s->arena, uint32_t, s->n), *out = ARENA_ARRAY(s->arena, uint32_t, s->n);
    uint64_t made = 0;
    for (size_t row = 0; row < s->cycle->row.n; row++) {
        const GdlCycleRow *r = &s->cycle->row.at[row];
        if (r->asks == GDL_ASKS_NONE || r->asks == r->head || link[r->head * s->n + r->asks])
            continue;
        link[r->head * s->n + r->asks] = true;
        out[r->head]++;
        in[r->asks]++;
    }
    for (uint32_t i = 0; i < s->n; i++) {
        uint32_t k = s->order[i] = cheapest(s, in, out);
        made += bypass(s, k, link, in, out);
        s->gone[k] = true;
    }
    return made;
}

/* ---- solving ----------------------------------------------------------------------- */

static GdlEdge any_of(Solver *s, const Terms *terms)
{
    gdl_sum_begin(s->sum);
    for (size_t i = 0; i < terms->n; i++) {
        gdl_sum_literal(s->sum, terms->at[i]);
        gdl_sum_product(s->sum);
    }
    return gdl_sum_end(s->sum, s->nodes);
}

static GdlEdge all_of(Solver *s, GdlEdge a, GdlEdge b, GdlEdge c)
{
    GdlEdge three[3] = {a, b, c};
    return gdl_and(s->nodes, three, 3);
}

static void add(Solver *s, Terms *to, GdlEdge edge)
{
    if (edge != GDL_FALSE)
        vec_push(s->arena, to, edge);
}

static Terms *cell(Solver *s, uint32_t i, uint32_t k)
{
    Terms **at = &s->e[i * s->n + k];
    if (!*at)
        *at = ARENA_NEW(s->arena, Terms);
    return *at;
}

static bool has(const GdlCycle *cycle, const GdlCycleRow *row, GdlEdge edge)
{
    for (uint32_t i = 0; i < row->n; i++)
        if (cycle->edge.at[row->at + i] == edge)
            return true;
    return false;
}

/* What all clauses of i that ask in the circle share. */
static GdlEdge shared(Solver *s, uint32_t i, Terms *literals)
{
    const GdlCycle *cycle = s->cycle;
    bool any = false;
    literals->n = 0;
    for (size_t row = 0; row < cycle->row.n; row++) {
        const GdlCycleRow *r = &cycle->row.at[row];
        if (r->head != i || r->asks == GDL_ASKS_NONE)
            continue;
        for (uint32_t k = 0; !any && k < r->n; k++)
            add(s, literals, cycle->edge.at[r->at + k]);
        any = true;
        size_t kept = 0;
        for (size_t k = 0; k < literals->n; k++)
            if (has(cycle, r, literals->at[k]))
                literals->at[kept++] = literals->at[k];
        literals->n = kept;
    }
    GdlEdge *copy = ARENA_ARRAY(s->arena, GdlEdge, literals->n + 1); /* gdl_and sorts them */
    for (size_t k = 0; k < literals->n; k++)
        copy[k] = literals->at[k];
    return gdl_and(s->nodes, copy, (uint32_t)literals->n);
}

static bool is_in(const Terms *terms, GdlEdge edge)
{
    for (size_t i = 0; i < terms->n; i++)
        if (terms->at[i] == edge)
            return true;
    return false;
}

static void enter_rows(Solver *s)
{
    const GdlCycle *cycle = s->cycle;
    Terms *common = ARENA_ARRAY(s->arena, Terms, s->n), product = {0};
    for (uint32_t i = 0; i < s->n; i++)
        s->r[i] = shared(s, i, &common[i]);
    for (size_t row = 0; row < cycle->row.n; row++) {
        const GdlCycleRow *r = &cycle->row.at[row];
        bool inside = r->asks != GDL_ASKS_NONE;
        if (r->asks == r->head)
            continue;
        product.n = 0;
        for (uint32_t k = 0; k < r->n; k++)
            if (!inside || !is_in(&common[r->head], cycle->edge.at[r->at + k]))
                vec_push(s->arena, &product, cycle->edge.at[r->at + k]);
        GdlEdge edge = gdl_and(s->nodes, product.at, (uint32_t)product.n);
        add(s, inside ? cell(s, r->head, r->asks) : &s->b[r->head], edge);
    }
}

/* The terms of a cell become one. */
static GdlEdge settle(Solver *s, Terms *terms)
{
    GdlEdge edge = any_of(s, terms);
    terms->n = 0;
    add(s, terms, edge);
    return edge;
}

/* Puts k in where it is asked; b[k] is then all it has but for e[k]. */
static void eliminate(Solver *s, uint32_t k)
{
    uint32_t n = s->n;
    add(s, &s->b[k], all_of(s, s->r[k], any_of(s, &s->c[k]), GDL_TRUTH));
    GdlEdge base = settle(s, &s->b[k]);
    for (uint32_t j = 0; j < n; j++)
        if (!s->gone[j] && s->e[k * n + j])
            settle(s, s->e[k * n + j]);
    for (uint32_t i = 0; i < n; i++) {
        Terms *from = s->e[i * n + k];
        if (s->gone[i] || i == k || !from || !from->n)
            continue;
        GdlEdge edge = settle(s, from);
        add(s, &s->c[i], all_of(s, edge, base, GDL_TRUTH));
        for (uint32_t j = 0; j < n; j++) {
            const Terms *to = s->e[k * n + j];
            if (!s->gone[j] && j != k && j != i && to && to->n)
                add(s, cell(s, i, j), all_of(s, edge, s->r[k], to->at[0]));
        }
    }
    s->gone[k] = true;
}

static void solve(Solver *s, GdlEdge *value)
{
    memset(s->gone, 0, s->n * sizeof *s->gone);
    for (uint32_t i = 0; i < s->n; i++)
        eliminate(s, s->order[i]);
    for (uint32_t i = s->n; i-- > 0;) {
        uint32_t k = s->order[i];
        GdlEdge base = s->b[k].n ? s->b[k].at[0] : GDL_FALSE;
        Terms later = {0};
        for (uint32_t m = i + 1; m < s->n; m++) {
            const Terms *to = s->e[k * s->n + s->order[m]];
            if (to && to->n)
                add(s, &later, all_of(s, to->at[0], value[s->order[m]], GDL_TRUTH));
        }
        GdlEdge both[2] = {base, all_of(s, s->r[k], any_of(s, &later), GDL_TRUTH)};
        value[k] = gdl_or(s->nodes, both, 2);
    }
}

bool gdl_solve_cycle(Arena *arena, GdlNodes *nodes, GdlSum *sum, const GdlCycle *cycle, uint32_t n, GdlEdge *value)
{
    Solver s = {.arena = arena, .nodes = nodes, .sum = sum, .cycle = cycle, .n = n};
    if (n > MOST_MEMBERS)
        return false;
    s.order = ARENA_ARRAY(arena, uint32_t, n);
    s.gone = ARENA_ARRAY(arena, bool, n);
    uint64_t links = 0;
    for (size_t row = 0; row < cycle->row.n; row++)
        links += cycle->row.at[row].asks != GDL_ASKS_NONE;
    if (find_order(&s) > links * n)
        return false;
    s.e = ARENA_ARRAY(arena, Terms *, (size_t)n * n);
    s.b = ARENA_ARRAY(arena, Terms, n);
    s.c = ARENA_ARRAY(arena, Terms, n);
    s.r = ARENA_ARRAY(arena, GdlEdge, n);
    enter_rows(&s);
    solve(&s, value);
    return true;
}
