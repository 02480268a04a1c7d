/* frame.c - facts whose next value depends on nothing but themselves and
 * the moves: what stays and what comes, by tables.
 *
 *   next(b) = b && stays(moves) || comes(moves)
 *
 * where each of both is an `or` over the roles of a condition on that role's move
 * alone, an `and` over them, or an `or` of two such.  The frame of most board games is
 * like that: a cell keeps what it holds unless somebody moves from or to it, or holds
 * what is moved there. */
#include "frontend/gdl/lower/lower.h"

#include <string.h>

/* A condition on the moves: an `or` over roles, or (all) an `and` over roles, of a
 * set of moves each; NULL: neither.  failed: something else. */
typedef struct {
    bool failed, all;
    uint32_t n; /* roles that have a set */
    const Choice **of; /* by role, or NULL */
} Moves;

/* What a node depends on besides the moves: no fact, several, or one. */
enum { NO_FACT = GDL_NOBODY, SEVERAL = GDL_NOBODY - 1 };

typedef struct {
    GdlLower *l;
    uint32_t *fact;      /* by node */
    const Moves **known; /* by node that depends on no fact; NULL: not asked yet */
    size_t left;         /* words that sets may still take */
    int gates;           /* that may still be looked at for this fact */
} Frame;

static Moves constant(const Frame *f, bool value)
{
    return (Moves){.all = value, .of = ARENA_ARRAY(f->l->arena, const Choice *, f->l->net->nrole)};
}

static bool is_constant(const Moves *m, bool value) { return !m->failed && m->n == 0 && m->all == value; }

/* A set of a role's moves, empty; NULL: too much has been taken. */
static Choice *new_set(Frame *f, uint32_t r)
{
    const size_t words = (size_t)f->l->role[r].words;
    if (words > f->left)
        return NULL;
    f->left -= words;
    return ARENA_ARRAY(f->l->arena, Choice, words);
}

static const Choice *opposite_set(Frame *f, uint32_t r, const Choice *set)
{
    const GdlRole *role = &f->l->role[r];
    Choice *out = new_set(f, r);
    for (uint32_t i = 0; out && i < role->n; i++)
        if (!(set[i / 64] >> (i % 64) & 1))
            out[i / 64] |= (Choice)1 << (i % 64);
    return out;
}

static Moves opposite(Frame *f, const Moves *m)
{
    Moves out = constant(f, !m->all);
    out.failed = m->failed;
    out.n = m->n;
    for (uint32_t r = 0; r < f->l->net->nrole && !out.failed; r++) {
        out.of[r] = m->of[r] ? opposite_set(f, r, m->of[r]) : NULL;
        out.failed = m->of[r] && !out.of[r];
    }
    return out;
}

static const Choice *meet(Frame *f, uint32_t r, const Choice *a, const Choice *b)
{
    if (!a || !b)
        return a ? a : b;
    Choice *out = new_set(f, r);
    for (int w = 0; out && w < f->l->role[r].words; w++)
        out[w] = a[w] & b[w];
    return out;
}

/* a && b; an `or` over several roles may not be cut with anything. */
static Moves both(Frame *f, const Moves *a, const Moves *b)
{
    if (is_constant(a, false) || is_constant(b, false))
        return constant(f, false);
    if (is_constant(a, true))
        return *b;
    if (is_constant(b, true))
        return *a;
    Moves out = constant(f, true);
    out.failed = a->failed || b->failed || (!a->all && a->n > 1) || (!b->all && b->n > 1);
    for (uint32_t r = 0; r < f->l->net->nrole && !out.failed; r++) {
        out.of[r] = meet(f, r, a->of[r], b->of[r]);
        out.failed = !out.of[r] && (a->of[r] || b->of[r]);
        out.n += out.of[r] != NULL;
    }
    return out;
}

/* ---- nets ------------------------------------------------------------------ */

enum { DEEPEST = 200, MOST_GATES = 20000 };
static const size_t most_set_words = (size_t)1 << 23; /* of all sets */

/* Nodes come behind what they are made of. */
static void find_facts(Frame *f)
{
    const GdlNet *net = f->l->net;
    f->fact = ARENA_ARRAY(f->l->arena, uint32_t, net->nnode);
    for (uint32_t i = 0; i < net->nnode; i++) {
        const GdlNode *node = &net->node[i];
        f->fact[i] = node->kind == GDL_NODE_BASE ? node->at : NO_FACT;
        for (uint32_t k = 0; node->kind == GDL_NODE_AND && k < node->n; k++) {
            const uint32_t other = f->fact[net->edge[node->at + k] >> 1];
            if (other != NO_FACT && other != f->fact[i])
                f->fact[i] = f->fact[i] == NO_FACT ? other : SEVERAL;
        }
    }
}

static Moves of_edge(Frame *f, GdlEdge edge, bool value, int depth);

static Moves of_gate(Frame *f, const GdlNode *node, bool value, int depth)
{
    Moves out = constant(f, true);
    out.failed = depth > DEEPEST;
    for (uint32_t k = 0; k < node->n && !out.failed && !is_constant(&out, false); k++) {
        Moves part = of_edge(f, f->l->net->edge[node->at + k], value, depth + 1);
        out = both(f, &out, &part);
    }
    return out;
}

/* Of an edge that depends on one fact at most, which is `value`. */
static Moves of_edge(Frame *f, GdlEdge edge, bool value, int depth)
{
    GdlLower *l = f->l;
    const uint32_t i = edge >> 1;
    const GdlNode *node = &l->net->node[i];
    Moves out = constant(f, false);
    if (f->known[i]) {
        out = *f->known[i];
    } else if (l->does[i].role != GDL_NOBODY) {
        out.n = 1;
        out.of[l->does[i].role] = l->does[i].holds;
    } else if (node->kind == GDL_NODE_BASE) {
        out.all = value;
    } else if (node->kind == GDL_NODE_AND) {
        out.failed = --f->gates < 0;
        out = out.failed ? out : of_gate(f, node, value, depth);
    }
    if (f->fact[i] == NO_FACT && !f->known[i] && f->gates >= 0) {
        Moves *known = ARENA_ARRAY(l->arena, Moves, 1);
        *known = out;
        f->known[i] = known;
    }
    return edge & 1 ? opposite(f, &out) : out;
}

/* ---- what is told -------------------------------------------------------------- */

/* A condition on the moves: `any`, an `or` over roles, or `every`, an `and` over several roles; with n = 0 there is no such. */
typedef struct {
    Moves any, every;
} Told;

static Moves either(Frame *f, const Moves *a, const Moves *b)
{
    Moves left = opposite(f, a), right = opposite(f, b), none = both(f, &left, &right);
    return opposite(f, &none);
}

static bool is_sum(const Moves *m) { return !m->all || m->n <= 1; }

/* Adds the edge to what is told, term by term of an `or`; false: it is none. */
static bool tell(Frame *f, GdlEdge edge, bool value, int depth, Told *told)
{
    const GdlNode *node = &f->l->net->node[edge >> 1];
    const Moves moves = of_edge(f, edge, value, 0);
    if (!moves.failed && is_sum(&moves)) {
        told->any = either(f, &told->any, &moves);
        return !told->any.failed;
    }
    if (!moves.failed) {
        const bool first = !told->every.n;
        told->every = moves;
        return first;
    }
    bool all = (edge & 1) && node->kind == GDL_NODE_AND && depth < DEEPEST;
    for (uint32_t k = 0; k < node->n && all; k++)
        all = tell(f, f->l->net->edge[node->at + k] ^ 1, value, depth + 1, told);
    return all;
}

/* Of each fact: what makes it stay, and come. */
enum { STAYS, COMES, EFFECTS };
typedef struct {
    Told of[EFFECTS];
} Effects;

/* Marks the facts whose next value the tables tell; how many there are. */
static uint32_t find_tabled(Frame *f, Effects *effects)
{
    GdlLower *l = f->l;
    uint32_t found = 0;
    for (uint32_t b = 0; b < l->net->nbase; b++) {
        const GdlEdge next = l->net->base[b].next;
        bool told = f->fact[next >> 1] == NO_FACT || f->fact[next >> 1] == b;
        f->gates = MOST_GATES;
        for (int k = 0; k < EFFECTS && told; k++) {
            effects[b].of[k] = (Told){constant(f, false), constant(f, false)};
            told = tell(f, next, k == STAYS, 0, &effects[b].of[k]);
        }
        l->tabled[b] = told;
        found += told;
    }
    return found;
}

/* ---- tables ------------------------------------------------------------------- */

static const size_t most_words = (size_t)1 << 20; /* of a table */

static bool tables_fit(const GdlLower *l)
{
    for (uint32_t r = 0; r < l->net->nrole; r++)
        if ((size_t)ir_words(l->game, l->space_fact) * l->role[r].n > most_words)
            return false;
    return true;
}

static void mark(GdlLower *l, int table, uint32_t r, uint32_t base, const Choice *set, bool all)
{
    const GdlRole *role = &l->role[r];
    uint64_t *word = l->game->table.at[table].word;
    size_t words = (size_t)ir_words(l->game, l->space_fact);
    for (uint32_t i = 0; i < role->n; i++)
        if (all || (set && set[i / 64] >> (i % 64) & 1))
            ir_mask_set(word + words * i, (int)base);
}

/* The facts for the moves that were made, by a table for each role: with any of the moves, or with every one. */
static Ir *by_moves(GdlLower *l, const Effects *effects, int effect, bool every)
{
    static const char *const name[EFFECTS][2] = {{"stays", "may stay"}, {"comes", "may come"}};
    Ir *facts = NULL;
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        IrDim dim = {l->role[r].space, (int)l->role[r].n};
        int table = ir_table_add(l->game, arena_printf(l->arena, "%s %u", name[effect][every], r + 1), ir_mask(l->space_fact), false, 1, &dim);
        for (uint32_t b = 0; b < l->net->nbase; b++) {
            const Told *told = &effects[b].of[effect];
            const Moves *moves = every ? &told->every : &told->any;
            if (l->tabled[b] && (!every || moves->n))
                mark(l, table, r, b, moves->of[r], every ? !moves->of[r] : is_constant(moves, true));
        }
        Ir *move = ir_get(l->game, l->role[r].does, NULL), *row = ir_tab(l->game, table, 1, &move);
        facts = facts ? ir_op2(l->game, every ? IR_OP_MAND : IR_OP_MOR, facts, row) : row;
    }
    return facts;
}

static Ir *effect_of(GdlLower *l, const Effects *effects, int effect)
{
    bool every = false;
    for (uint32_t b = 0; b < l->net->nbase && !every; b++)
        every = l->tabled[b] && effects[b].of[effect].every.n;
    Ir *facts = by_moves(l, effects, effect, false);
    return every ? ir_op2(l->game, IR_OP_MOR, facts, by_moves(l, effects, effect, true)) : facts;
}

Ir *gdl_lower_frame(GdlLower *l)
{
    enum { WORTH_IT = 8 };
    Effects *effects = ARENA_ARRAY(l->arena, Effects, l->net->nbase);
    Frame f = {.l = l, .known = ARENA_ARRAY(l->arena, const Moves *, l->net->nnode), .left = most_set_words};
    if (!tables_fit(l))
        return NULL;
    find_facts(&f);
    if (find_tabled(&f, effects) < WORTH_IT) {
        memset(l->tabled, 0, l->net->nbase * sizeof *l->tabled);
        return NULL;
    }
    Ir *stays = effect_of(l, effects, STAYS), *comes = effect_of(l, effects, COMES);
    Ir *old = ir_op2(l->game, IR_OP_MAND, ir_get(l->game, l->facts, NULL), stays);
    Ir *fresh = ir_op2(l->game, IR_OP_MDIFF, comes, ir_get(l->game, l->facts, NULL));
    return ir_op2(l->game, IR_OP_MOR, old, fresh);
}
