/* cofactor.c - edges where others hold, see cofactor.h. */
#include "ir/logic/cofactor.h"

#include <stddef.h>

enum { MOST_FACTS = 8, DEPTH = 3, FALSE_EDGE = 0, TRUE_EDGE = 1 };

typedef struct {
    const GivenNet *net;
    uint32_t fact[MOST_FACTS];
    size_t n;
} Facts;

/* What holds with an edge: itself and, if it is an `and`, its parts. */
static void add_facts(Facts *f, uint32_t edge)
{
    if (f->n == MOST_FACTS)
        return;
    f->fact[f->n++] = edge;
    GivenGate g = f->net->gate(f->net->net, edge >> 1);
    if (edge & 1 || g.kind != GIVEN_AND)
        return;
    add_facts(f, g.a);
    add_facts(f, g.b);
}

/* The edge where all facts hold, if that is an edge there already; else as it is. */
static uint32_t given(const Facts *f, uint32_t edge, int depth)
{
    const GivenNet *net = f->net;
    uint32_t sign = edge & 1;
    for (size_t i = 0; i < f->n; i++)
        if (f->fact[i] >> 1 == edge >> 1)
            return f->fact[i] == edge;
        else if (net->exclude && net->exclude(net->net, f->fact[i], edge ^ sign))
            return sign;
    GivenGate g = net->gate(net->net, edge >> 1);
    if (!depth || g.kind == GIVEN_OTHER)
        return edge;
    uint32_t a = given(f, g.a, depth - 1);
    if (g.kind == GIVEN_MUX)
        return a <= TRUE_EDGE ? given(f, a ? g.b : g.c, depth - 1) ^ sign : edge;
    uint32_t b = a == FALSE_EDGE ? FALSE_EDGE : given(f, g.b, depth - 1);
    if (a == FALSE_EDGE || b == FALSE_EDGE)
        return sign;
    return a == TRUE_EDGE ? b ^ sign : b == TRUE_EDGE ? a ^ sign : edge;
}

uint32_t given_edge(const GivenNet *net, uint32_t condition, uint32_t edge)
{
    if (edge <= TRUE_EDGE || condition <= TRUE_EDGE)
        return edge;
    Facts f = {.net = net};
    add_facts(&f, condition);
    return given(&f, edge, DEPTH);
}
