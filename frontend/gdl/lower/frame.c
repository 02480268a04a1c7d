/* frame.c - facts whose next value depends on nothing but themselves and
 * the moves: what stays and what comes, by tables.
 *
 *   next(b) = b && stays(moves) || comes(moves)
 *
 * where each of both is an `or` over the roles of a condition on that role's move
 * alone.  The frame of most board games is like that: a cell keeps what it holds
 * unless somebody moves from or to it. */
#include "frontend/gdl/lower/lower.h"

#include <string.h>

/* A condition on the moves: an `or` over roles, or (all) an `and` over roles, of a
 * set of moves each; NULL: neither.  failed: something else. */
typedef struct {
    bool failed, all;
    uint32_t n; /* roles that have a set */
    const Choice **of; /* by role, or NULL */
} Moves;

static Moves constant(GdlLower *l, bool value)
{
    return (Moves){.all = value, .of = ARENA_ARRAY(l->arena, const Choice *, l->net->nrole)};
}

static bool is_constant(const Moves *m, bool value) { return !m->failed && m->n == 0 && m->all == value; }

static const Choice *opposite_set(GdlLower *l, uint32_t r, const Choice *set)
{
    const GdlRole *role = &l->role[r];
    Choice *out = ARENA_ARRAY(l->arena, Choice, role->words);
    for (uint32_t i = 0; i < role->n; i++)
        if (!(set[i / 64] >> (i % 64) & 1))
            out[i / 64] |= (Choice)1 << (i % 64);
    return out;
}

static Moves opposite(GdlLower *l, const Moves *m)
{
    Moves out = constant(l, !m->all);
    out.failed = m->failed;
    out.n = m->n;
    for (uint32_t r = 0; r < l->net->nrole; r++)
        out.of[r] = m->of[r] ? opposite_set(l, r, m->of[r]) : NULL;
    return out;
}

static const Choice *meet(GdlLower *l, uint32_t r, const Choice *a, const Choice *b)
{
    if (!a || !b)
        return a ? a : b;
    Choice *out = ARENA_ARRAY(l->arena, Choice, l->role[r].words);
    for (int w = 0; w < l->role[r].words; w++)
        out[w] = a[w] & b[w];
    return out;
}

/* a && b; an `or` over several roles may not be cut with anything. */
static Moves both(GdlLower *l, const Moves *a, const Moves *b)
{
    if (is_constant(a, false) || is_constant(b, false))
        return constant(l, false);
    if (is_constant(a, true))
        return *b;
    if (is_constant(b, true))
        return *a;
    Moves out = constant(l, true);
    out.failed = a->failed || b->failed || (!a->all && a->n > 1) || (!b->all && b->n > 1);
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        out.of[r] = meet(l, r, a->of[r], b->of[r]);
        out.n += out.of[r] != NULL;
    }
    return out;
}

/* ---- nets ------------------------------------------------------------------ */

enum { DEEPEST = 24 };

static Moves of_edge(GdlLower *l, GdlEdge edge, uint32_t base, bool value, int depth)
{
    uint32_t i = edge >> 1;
    const GdlNode *node = &l->net->node[i];
    Moves out = constant(l, false);
    if (l->does[i].role != GDL_NOBODY) {
        out.n = 1;
        out.of[l->does[i].role] = l->does[i].holds;
    } else if (node->kind == GDL_NODE_BASE) {
        out.failed = node->at != base;
        out.all = value;
    } else if (node->kind == GDL_NODE_AND) {
        out.all = true;
        out.failed = depth > DEEPEST;
        for (uint32_t k = 0; k < node->n && !out.failed && !is_constant(&out, false); k++) {
            Moves part = of_edge(l, l->net->edge[node->at + k], base, value, depth + 1);
            out = both(l, &out, &part);
        }
    }
    return edge & 1 ? opposite(l, &out) : out;
}

/* Does the fact depend on facts other than itself?  A quick look before. */
static bool simple(const GdlLower *l, GdlEdge edge, uint32_t base, int *budget)
{
    const GdlNode *node = &l->net->node[edge >> 1];
    if (--*budget < 0)
        return false;
    if (node->kind == GDL_NODE_BASE)
        return node->at == base;
    if (node->kind != GDL_NODE_AND || l->does[edge >> 1].role != GDL_NOBODY)
        return true;
    for (uint32_t k = 0; k < node->n; k++)
        if (!simple(l, l->net->edge[node->at + k], base, budget))
            return false;
    return true;
}

/* ---- tables ------------------------------------------------------------------- */

enum { MOST_GATES = 200 };
static const size_t most_words = (size_t)1 << 20; /* of a table */

static void mark(GdlLower *l, int table, uint32_t r, uint32_t base, const Choice *set, bool all)
{
    const GdlRole *role = &l->role[r];
    uint64_t *word = l->game->table.at[table].word;
    size_t words = (size_t)ir_words(l->game, l->space_fact);
    for (uint32_t i = 0; i < role->n; i++)
        if (all || (set && set[i / 64] >> (i % 64) & 1))
            ir_mask_set(word + words * i, (int)base);
}

/* As an `or` over roles? */
static bool is_sum(const Moves *m)
{
    return !m->failed && (!m->all || m->n <= 1);
}

static void enter(GdlLower *l, uint32_t base, const Moves *m, bool keep)
{
    for (uint32_t r = 0; r < l->net->nrole; r++)
        mark(l, keep ? l->role[r].keep : l->role[r].add, r, base, m->of[r], is_constant(m, true));
}

static bool tables(GdlLower *l)
{
    IrDim dim;
    for (uint32_t r = 0; r < l->net->nrole; r++)
        if ((size_t)ir_words(l->game, l->space_fact) * l->role[r].n > most_words)
            return false;
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        GdlRole *role = &l->role[r];
        dim = (IrDim){role->space, (int)role->n};
        IrType facts = ir_mask(l->space_fact);
        role->keep = ir_table_add(l->game, arena_printf(l->arena, "stays %u", r + 1), facts, false, 1, &dim);
        role->add = ir_table_add(l->game, arena_printf(l->arena, "comes %u", r + 1), facts, false, 1, &dim);
    }
    return true;
}

static Ir *by_move(GdlLower *l, bool keep)
{
    Ir *sum = NULL;
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        Ir *move = ir_get(l->game, l->role[r].does, NULL);
        Ir *row = ir_tab(l->game, keep ? l->role[r].keep : l->role[r].add, 1, &move);
        sum = sum ? ir_op2(l->game, IR_OP_MOR, sum, row) : row;
    }
    return sum;
}

Ir *gdl_lower_frame(GdlLower *l)
{
    enum { WORTH_IT = 8 };
    uint32_t found = 0;
    Moves *stays = ARENA_ARRAY(l->arena, Moves, l->net->nbase), *comes = ARENA_ARRAY(l->arena, Moves, l->net->nbase);
    for (uint32_t b = 0; b < l->net->nbase; b++) {
        int budget = MOST_GATES;
        if (!simple(l, l->net->base[b].next, b, &budget))
            continue;
        stays[b] = of_edge(l, l->net->base[b].next, b, true, 0);
        comes[b] = of_edge(l, l->net->base[b].next, b, false, 0);
        l->tabled[b] = is_sum(&stays[b]) && is_sum(&comes[b]);
        found += l->tabled[b];
    }
    if (found < WORTH_IT || !tables(l)) {
        memset(l->tabled, 0, l->net->nbase * sizeof *l->tabled);
        return NULL;
    }
    for (uint32_t b = 0; b < l->net->nbase; b++) {
        if (!l->tabled[b])
            continue;
        enter(l, b, &stays[b], true);
        enter(l, b, &comes[b], false);
    }
    Ir *facts = ir_get(l->game, l->facts, NULL), *again = ir_get(l->game, l->facts, NULL);
    Ir *old = ir_op2(l->game, IR_OP_MAND, facts, by_move(l, true));
    Ir *fresh = ir_op2(l->game, IR_OP_MDIFF, by_move(l, false), again);
    return ir_op2(l->game, IR_OP_MOR, old, fresh);
}
