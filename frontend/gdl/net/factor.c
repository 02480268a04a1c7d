/* factor.c - sums of products become shallow nets of fewer gates: the literal most
 * worth it is taken out of its products, again and again. */
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/net/build.h"
#include "base/memory.h"

/* GATE: what a gate counts against one more input of another. */
enum { MOST_ROUNDS = 200, GATE = 1 };

typedef struct {
    GdlEdge edge;
    uint32_t length; /* of its product */
} Spot;

typedef struct {
    uint32_t at, n; /* in GdlSum.literal */
} Product;

struct GdlSum {
    Arena *arena;
    VEC(GdlEdge) literal, input;
    VEC(Spot) sorted;
    VEC(Product) product;
    uint32_t start; /* of the product being read */
    GdlNodes *nodes;
};

GdlSum *gdl_sum_new(Arena *arena)
{
    GdlSum *sum = ARENA_NEW(arena, GdlSum);
    sum->arena = arena;
    return sum;
}

void gdl_sum_begin(GdlSum *sum)
{
    sum->literal.n = sum->product.n = 0;
    sum->start = 0;
}

void gdl_sum_literal(GdlSum *sum, GdlEdge edge)
{
    vec_push(sum->arena, &sum->literal, edge);
}

static int by_literal(const void *a, const void *b)
{
    const Spot *x = a, *y = b;
    return (x->edge > y->edge) - (x->edge < y->edge);
}

static int by_number(const void *a, const void *b)
{
    GdlEdge x = *(const GdlEdge *)a, y = *(const GdlEdge *)b;
    return (x > y) - (x < y);
}

/* Sorts the product's literals; one with an opposite pair or a false is dropped. */
void gdl_sum_product(GdlSum *sum)
{
    GdlEdge *literal = sum->literal.at + sum->start;
    uint32_t n = (uint32_t)sum->literal.n - sum->start, kept = 0;
    bool never = false;
    if (n)
        qsort(literal, n, sizeof *literal, by_number);
    for (uint32_t i = 0; i < n && !never; i++) {
        never = literal[i] == GDL_FALSE || (kept && literal[kept - 1] == (literal[i] ^ 1));
        if (literal[i] != GDL_TRUTH && !(kept && literal[kept - 1] == literal[i]))
            literal[kept++] = literal[i];
    }
    sum->literal.n = sum->start;
    if (never)
        return;
    vec_push(sum->arena, &sum->product, ((Product){sum->start, kept}));
    sum->literal.n += kept;
    sum->start = (uint32_t)sum->literal.n;
}

/* What taking a literal out of `with` of `n` products saves, `small` of which
 * have one literal more and so need no gate any more. */
static long saved(size_t with, size_t n, size_t small)
{
    return (long)with - 1 + GATE * ((long)small + (with == n) - 2);
}

/* The literal most worth taking out, or true. */
static GdlEdge most_worth(GdlSum *sum, const Product *product, size_t n)
{
    sum->sorted.n = 0;
    for (size_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < product[i].n; k++)
            vec_push(sum->arena, &sum->sorted, ((Spot){sum->literal.at[product[i].at + k], product[i].n}));
    if (!sum->sorted.n)
        return GDL_TRUTH;
    qsort(sum->sorted.at, sum->sorted.n, sizeof *sum->sorted.at, by_literal);
    GdlEdge best = GDL_TRUTH;
    long most = 0;
    for (size_t i = 0, k; i < sum->sorted.n; i = k) {
        size_t small = 0;
        for (k = i; k < sum->sorted.n && sum->sorted.at[k].edge == sum->sorted.at[i].edge; k++)
            small += sum->sorted.at[k].length == 2;
        long worth = k - i > 1 ? saved(k - i, n, small) : 0;
        if (worth > most) {
            most = worth;
            best = sum->sorted.at[i].edge;
        }
    }
    return best;
}

static bool take_out(GdlSum *sum, Product *product, GdlEdge edge)
{
    GdlEdge *literal = sum->literal.at + product->at;
    for (uint32_t k = 0; k < product->n; k++)
        if (literal[k] == edge) {
            memmove(literal + k, literal + k + 1, (product->n - k - 1) * sizeof *literal);
            product->n--;
            return true;
        }
    return false;
}

static GdlEdge plain(GdlSum *sum, const Product *product, size_t n, GdlEdge *term, uint32_t nterm)
{
    for (size_t i = 0; i < n; i++) {
        sum->input.n = 0;
        for (uint32_t k = 0; k < product[i].n; k++)
            vec_push(sum->arena, &sum->input, sum->literal.at[product[i].at + k]);
        term[nterm++] = gdl_and(sum->nodes, sum->input.at, (uint32_t)sum->input.n);
    }
    return gdl_or(sum->nodes, term, nterm);
}

static GdlEdge factor(GdlSum *sum, Product *product, size_t n)
{
    GdlEdge *term = malloc((n + 1) * sizeof *term), result;
    uint32_t nterm = 0;
    if (!term)
        memory_out();
    for (int round = 0; n > 1 && round < MOST_ROUNDS; round++) {
        size_t with = 0;
        GdlEdge edge = most_worth(sum, product, n);
        if (edge == GDL_TRUTH)
            break;
        for (size_t i = 0; i < n; i++)
            if (take_out(sum, &product[i], edge)) {
                Product swap = product[with];
                product[with++] = product[i];
                product[i] = swap;
            }
        GdlEdge pair[2] = {edge, factor(sum, product, with)};
        term[nterm++] = gdl_and(sum->nodes, pair, 2);
        product += with;
        n -= with;
    }
    result = plain(sum, product, n, term, nterm);
    free(term);
    return result;
}

GdlEdge gdl_sum_end(GdlSum *sum, GdlNodes *nodes)
{
    sum->nodes = nodes;
    return factor(sum, sum->product.at, sum->product.n);
}
