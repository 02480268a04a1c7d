/* cnf.c - networks as clauses (G. S. Tseitin, 1968): see cnf.h. */
#include "ir/logic/cnf.h"

Cnf *cnf_new(Arena *arena, const BitsNet *net)
{
    Cnf *c = ARENA_NEW(arena, Cnf);
    c->net = net;
    c->sat = sat_new(arena);
    return c;
}

static void clause(Cnf *c, SatLit x, SatLit y, SatLit z) { sat_clause(c->sat, (SatLit[]){x, y, z}, 3); }

static SatLit literal(const Cnf *c, BitsEdge edge) { return 2 * (c->variable.at[edge >> 1] - 1) + (edge & 1); }

static void say_gate(Cnf *c, const BitsGate *g, SatLit out)
{
    if (g->kind == BITS_CONST) {
        sat_clause(c->sat, (SatLit[]){out ^ 1}, 1);
        return;
    }
    if (g->kind != BITS_AND && g->kind != BITS_XOR && g->kind != BITS_MUX)
        return;
    SatLit a = literal(c, g->a), b = literal(c, g->b);
    if (g->kind == BITS_AND) {
        clause(c, out ^ 1, a, a);
        clause(c, out ^ 1, b, b);
        clause(c, out, a ^ 1, b ^ 1);
    } else if (g->kind == BITS_XOR) {
        clause(c, out ^ 1, a, b);
        clause(c, out ^ 1, a ^ 1, b ^ 1);
        clause(c, out, a ^ 1, b);
        clause(c, out, a, b ^ 1);
    } else {
        SatLit e = literal(c, g->c);
        clause(c, a ^ 1, b ^ 1, out);
        clause(c, a ^ 1, b, out ^ 1);
        clause(c, a, e ^ 1, out);
        clause(c, a, e, out ^ 1);
        clause(c, b ^ 1, e ^ 1, out);
        clause(c, b, e, out ^ 1);
    }
}

static uint32_t operands(const BitsGate *g, uint32_t gate[3])
{
    gate[0] = g->a >> 1;
    gate[1] = g->b >> 1;
    gate[2] = g->c >> 1;
    return g->kind == BITS_AND || g->kind == BITS_XOR ? 2 : g->kind == BITS_MUX ? 3 : 0;
}

SatLit cnf_edge(Cnf *c, BitsEdge edge)
{
    Arena *scratch = arena_new();
    VEC(uint32_t) waiting = {0};
    Arena *arena = c->net->arena;
    while (c->variable.n < c->net->gate.n)
        vec_push(arena, &c->variable, 0);
    vec_push(scratch, &waiting, edge >> 1);
    while (waiting.n) {
        uint32_t i = waiting.at[waiting.n - 1], in[3];
        const BitsGate *g = &c->net->gate.at[i];
        size_t before = waiting.n;
        for (uint32_t k = 0, n = operands(g, in); k < n && !c->variable.at[i]; k++)
            if (!c->variable.at[in[k]])
                vec_push(scratch, &waiting, in[k]);
        if (waiting.n > before)
            continue;
        if (!c->variable.at[i]) {
            c->variable.at[i] = 1 + sat_variable(c->sat);
            say_gate(c, g, literal(c, 2 * i));
        }
        waiting.n--;
    }
    arena_free(scratch);
    return literal(c, edge);
}

/* At most one of them; `any`: a literal that is true if one is. */
static SatLit at_most_one(Cnf *c, const SatLit *lit, uint32_t n)
{
    SatLit any = lit[0];
    for (uint32_t i = 1; i < n; i++) {
        SatLit next = 2 * sat_variable(c->sat);
        clause(c, any ^ 1, lit[i] ^ 1, lit[i] ^ 1);
        clause(c, any ^ 1, next, next);
        clause(c, lit[i] ^ 1, next, next);
        clause(c, next ^ 1, any, lit[i]);
        any = next;
    }
    return any;
}

void cnf_moves(Cnf *c, BitsNet *net, const BitsGame *game, const BitsEdge *legal, bool some)
{
    Arena *scratch = arena_new();
    SatLit *does = ARENA_ARRAY(scratch, SatLit, game->nslot + 1), *may = ARENA_ARRAY(scratch, SatLit, game->nslot + 1);
    for (uint32_t from = 0, to; from < game->nslot; from = to) {
        for (to = from; to < game->nslot && (!game->joint || game->slot[to].role == game->slot[from].role); to++) {
            does[to] = cnf_edge(c, net_does(net, to));
            may[to] = cnf_edge(c, legal[to]);
            clause(c, does[to] ^ 1, may[to], may[to]);
        }
        SatLit any = at_most_one(c, does + from, to - from);
        for (uint32_t i = from; some && i < to; i++)
            clause(c, may[i] ^ 1, any, any);
    }
    arena_free(scratch);
}
