/* open.c - legal moves that a role only ever loses.
 *
 * Of a move that is legal where `shared` (it is the role's turn) and `rest` hold we prove,
 * for all values of the facts below and of whatever is done,
 *
 *   next(rest) = rest && !taken(moves)
 *
 * Then `rest` needs no gates: a set of such moves, @open, loses what is taken in each step,
 * by tables.  Where each move takes itself alone and the turn alternates, that is
 * add-to-empty. */
#include "frontend/gdl/lower/lower.h"
#include "ir/plan/plan.h"

#include <string.h>

enum { MOST_NODES = 300, MOST_BASES = 8, MOST_DONE = 128, MOST_CHOICES = MOST_DONE + 8, MOST_ROLES = 16, FEWEST = 4 };
static const double most_work = 3e7; /* nodes evaluated, by a game: some 0.1 s */

/* What a role may do, as far as it counts for a condition: an input that is asked for, or one
 * of the others that are legal in the turn, out of turn, or perhaps in both. */
typedef enum { OUT_OF_TURN, IN_TURN, EITHER } When;

typedef struct {
    int done; /* in Cone.done; -1: one of the others */
    When when;
    bool goes, stays; /* the condition does where it held before and this is done */
} Way;

/* The nodes below a condition and below its value in the next state, inputs first. */
typedef struct {
    const GdlLower *l;
    const GdlNet *net;
    uint32_t node[MOST_NODES];
    int n, now; /* node[0 .. now-1]: below the condition itself */
    uint32_t base[MOST_BASES];
    int nbase, below;
    uint32_t done[MOST_DONE]; /* inputs of the net that are asked for */
    int ndone;
    Way way[MOST_CHOICES];
    int first[MOST_ROLES + 1]; /* of a role's ways */
    const GdlEdge *rest; /* the condition: all of these but `but` */
    uint32_t nrest;
    GdlEdge but;
    uint8_t *value; /* by node */
    double work;    /* that may still be done; where it runs out nothing more is found */
} Cone;

/* A fact, or the negation of one? */
static bool is_fact(const GdlNet *net, GdlEdge edge)
{
    return net->node[edge >> 1].kind == GDL_NODE_BASE;
}

static bool below(Cone *c, GdlEdge edge)
{
    uint32_t at = edge >> 1;
    const GdlNode *node = &c->net->node[at];
    for (int i = 0; i < c->n; i++)
        if (c->node[i] == at)
            return true;
    for (uint32_t k = 0; node->kind == GDL_NODE_AND && k < node->n; k++)
        if (!below(c, c->net->edge[node->at + k]))
            return false;
    if (c->n == MOST_NODES || (node->kind == GDL_NODE_BASE && c->nbase == MOST_BASES) ||
        (node->kind == GDL_NODE_INPUT && c->ndone == MOST_DONE))
        return false;
    if (node->kind == GDL_NODE_BASE)
        c->base[c->nbase++] = at;
    if (node->kind == GDL_NODE_INPUT)
        c->done[c->ndone++] = node->at;
    c->node[c->n++] = at;
    return true;
}

static bool find_cone(Cone *c)
{
    c->n = c->nbase = c->ndone = 0;
    for (uint32_t i = 0; i < c->nrest; i++)
        if (c->rest[i] != c->but && !below(c, c->rest[i]))
            return false;
    c->now = c->n;
    c->below = c->nbase;
    if (c->ndone || !c->below)
        return false;
    for (int i = 0; i < c->below; i++)
        if (!below(c, c->net->base[c->net->node[c->base[i]].at].next))
            return false;
    for (uint32_t r = 0; r < c->net->nrole; r++)
        if (is_fact(c->net, c->l->role[r].shared) && !below(c, c->l->role[r].shared))
            return false;
    return true;
}

/* The ANDs among the first n nodes; the others have their values. */
static void evaluate(Cone *c, int n)
{
    c->work -= n;
    for (int i = 0; i < n; i++) {
        const GdlNode *node = &c->net->node[c->node[i]];
        if (node->kind == GDL_NODE_FALSE)
            c->value[c->node[i]] = 0;
        if (node->kind != GDL_NODE_AND)
            continue;
        bool all = true;
        for (uint32_t k = 0; all && k < node->n; k++)
            all = gdl_edge_value(c->value, c->net->edge[node->at + k]);
        c->value[c->node[i]] = all;
    }
}

static bool rest_holds(const Cone *c)
{
    for (uint32_t i = 0; i < c->nrest; i++)
        if (c->rest[i] != c->but && !gdl_edge_value(c->value, c->rest[i]))
            return false;
    return true;
}

/* The condition now and next, where the bases stand as the bits of `facts`. */
static void now_and_next(Cone *c, unsigned facts, bool *now, bool *next)
{
    uint8_t after[MOST_BASES];
    for (int i = 0; i < c->nbase; i++)
        c->value[c->base[i]] = facts >> i & 1;
    evaluate(c, c->n);
    *now = rest_holds(c);
    for (int i = 0; i < c->below; i++)
        after[i] = gdl_edge_value(c->value, c->net->base[c->net->node[c->base[i]].at].next);
    for (int i = 0; i < c->below; i++)
        c->value[c->base[i]] = after[i];
    evaluate(c, c->now);
    *next = rest_holds(c);
}

/* ---- what is done ------------------------------------------------------------------ */

/* A role's move is legal in its turn, out of it, or perhaps both. */
static When when(const GdlLower *l, const GdlRole *role, uint32_t input)
{
    GdlEdge legal = l->net->input[input].legal;
    const GdlNode *node = &l->net->node[legal >> 1];
    if (!is_fact(l->net, role->shared))
        return EITHER;
    if (legal >> 1 == role->shared >> 1)
        return legal == role->shared ? IN_TURN : OUT_OF_TURN;
    for (uint32_t k = 0; !(legal & 1) && node->kind == GDL_NODE_AND && k < node->n; k++)
        if (l->net->edge[node->at + k] >> 1 == role->shared >> 1)
            return l->net->edge[node->at + k] == role->shared ? IN_TURN : OUT_OF_TURN;
    return EITHER;
}

static bool is_asked(const Cone *c, uint32_t input)
{
    for (int k = 0; k < c->ndone; k++)
        if (c->done[k] == input)
            return true;
    return false;
}

/* The ways of all roles, at most MOST_CHOICES; false: there are more. */
static bool find_ways(Cone *c)
{
    const GdlLower *l = c->l;
    int n = 0;
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        const GdlRole *role = &l->role[r];
        bool other[EITHER + 1] = {false};
        c->first[r] = n;
        for (uint32_t i = role->first; i < role->first + role->n; i++)
            if (!is_asked(c, i))
                other[when(l, role, i)] = true;
        for (int k = 0; k < c->ndone; k++)
            if (l->net->input[c->done[k]].role == r && n < MOST_CHOICES)
                c->way[n++] = (Way){.done = k, .when = when(l, role, c->done[k])};
        for (int w = 0; w <= EITHER; w++)
            if (other[w] && n < MOST_CHOICES)
                c->way[n++] = (Way){.done = -1, .when = (When)w};
    }
    c->first[l->net->nrole] = n;
    return n < MOST_CHOICES;
}

/* May all roles do this, as the facts stand?  Then it is noted as done. */
static bool may_do(Cone *c, const int *at, unsigned facts)
{
    const GdlLower *l = c->l;
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        const Way *way = &c->way[at[r]];
        for (int i = 0; i < c->nbase && way->when != EITHER; i++)
            if (c->base[i] == l->role[r].shared >> 1 &&
                ((facts >> i & 1) ^ (l->role[r].shared & 1)) != (way->when == IN_TURN))
                return false;
    }
    for (int k = 0; k < c->ndone; k++)
        c->value[l->net->input[c->done[k]].does >> 1] = 0;
    for (uint32_t r = 0; r < l->net->nrole; r++)
        if (c->way[at[r]].done >= 0)
            c->value[l->net->input[c->done[c->way[at[r]].done]].does >> 1] = 1;
    return true;
}

static bool is_taken(const Way *way)
{
    return way->goes && !way->stays;
}

/* Notes whether the condition goes or stays. */
static bool look(Cone *c, const int *at, unsigned facts)
{
    bool now, next;
    if (!may_do(c, at, facts))
        return true;
    now_and_next(c, facts, &now, &next);
    for (uint32_t r = 0; now && r < c->net->nrole; r++) {
        Way *way = &c->way[at[r]];
        *(next ? &way->stays : &way->goes) = true;
    }
    return true;
}

/* Is it as was noted? */
static bool compare(Cone *c, const int *at, unsigned facts)
{
    bool now, next, taken = false;
    if (!may_do(c, at, facts))
        return true;
    now_and_next(c, facts, &now, &next);
    for (uint32_t r = 0; r < c->net->nrole; r++)
        taken = taken || is_taken(&c->way[at[r]]);
    return next == (now && !taken);
}

/* All combinations of what is done and what holds. */
static bool all_ways(Cone *c, bool (*each)(Cone *c, const int *at, unsigned facts))
{
    int at[MOST_ROLES];
    uint32_t r = 0;
    memcpy(at, c->first, sizeof at);
    while (r < c->net->nrole) {
        for (unsigned facts = 0; facts < 1u << c->nbase; facts++)
            if (--c->work < 0 || !each(c, at, facts))
                return false;
        for (r = 0; r < c->net->nrole && ++at[r] == c->first[r + 1]; r++)
            at[r] = c->first[r];
    }
    return true;
}

/* Which ways take the condition away; false: that is not all there is to its next value. */
static bool find_taken(Cone *c)
{
    return find_ways(c) && all_ways(c, look) && all_ways(c, compare);
}

/* ---- roles ------------------------------------------------------------------------- */

/* Is the move one that is only ever lost? */
static bool find_move(GdlLower *l, Cone *c, GdlRole *role, uint32_t i)
{
    GdlEdge legal = l->net->input[role->first + i].legal;
    const GdlNode *node = &l->net->node[legal >> 1];
    if (legal & 1 || node->kind != GDL_NODE_AND || when(l, role, role->first + i) != IN_TURN)
        return false;
    c->rest = &l->net->edge[node->at];
    c->nrest = node->n;
    c->but = role->shared;
    return find_cone(c) && find_taken(c);
}

static void declare(GdlLower *l, uint32_t r)
{
    IrGame *g = l->game;
    GdlRole *role = &l->role[r];
    role->open = ir_field_add(g, arena_printf(g->arena, "open %u", r + 1), ir_mask(role->space), NULL);
    role->takes = ARENA_ARRAY(l->arena, int, l->net->nrole);
    for (uint32_t s = 0; s < l->net->nrole; s++) {
        IrDim dim = {l->role[s].space, (int)l->role[s].n};
        role->takes[s] = ir_table_add(g, arena_printf(g->arena, "takes %u %u", r + 1, s + 1), ir_mask(role->space),
                                      false, 1, &dim);
    }
}

/* Notes that role s, doing the input, takes move i of r.  Is it the move of that name? */
static bool takes(GdlLower *l, uint32_t r, uint32_t i, uint32_t s, uint32_t input)
{
    GdlRole *role = &l->role[r];
    size_t words = (size_t)ir_words(l->game, role->space);
    ir_mask_set(l->game->table.at[role->takes[s]].word + words * (input - l->role[s].first), (int)i);
    return !strcmp(l->net->input[input].name, l->net->input[role->first + i].name);
}

/* Enters what takes move i; is it the move of its name of each role? */
static bool enter(GdlLower *l, const Cone *c, uint32_t r, uint32_t i)
{
    uint32_t n = 0;
    bool same = true;
    for (uint32_t s = 0; s < l->net->nrole; s++)
        for (int w = c->first[s]; w < c->first[s + 1]; w++) {
            const Way *way = &c->way[w];
            const GdlRole *by = &l->role[s];
            if (!is_taken(way))
                continue;
            for (uint32_t k = by->first; k < by->first + by->n; k++) {
                bool is = way->done >= 0 ? k == c->done[way->done] : !is_asked(c, k) && when(l, by, k) == way->when;
                if (is)
                    same = takes(l, r, i, s, k) && same;
                n += is;
            }
        }
    return same && n == l->net->nrole;
}

/* Has the role some moves that are only ever lost? */
static bool has_some(GdlLower *l, Cone *c, GdlRole *role)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < role->n && n < FEWEST; i++)
        n += find_move(l, c, role, i);
    return n == FEWEST;
}

/* Finds the role's moves that are only ever lost; are they all that it has in its turn, and
 * taken by moves of the same name alone? */
static bool find_role(GdlLower *l, Cone *c, uint32_t r)
{
    GdlRole *role = &l->role[r];
    bool alone = true;
    if (!has_some(l, c, role))
        return false;
    role->is_open = ARENA_ARRAY(l->arena, bool, role->n);
    declare(l, r);
    for (uint32_t i = 0; i < role->n; i++) {
        role->is_open[i] = find_move(l, c, role, i); /* what takes it must be entered at once */
        alone = (!role->is_open[i] || enter(l, c, r, i)) && alone;
        alone = alone && role->is_open[i] == (when(l, role, role->first + i) == IN_TURN);
    }
    return alone;
}

/* Is the fact, or its negation, true in the next state?  The cone is evaluated. */
static bool next_of(const Cone *c, GdlEdge turn)
{
    return gdl_edge_value(c->value, c->net->base[c->net->node[turn >> 1].at].next) != (turn & 1);
}

/* Where one of the roles has the turn: has the other one it in the next state? */
static bool look_turn(Cone *c, const int *at, unsigned facts)
{
    const GdlEdge *turn = c->rest;
    if (!may_do(c, at, facts))
        return true;
    for (int i = 0; i < c->nbase; i++)
        c->value[c->base[i]] = facts >> i & 1;
    bool now = gdl_edge_value(c->value, turn[0]);
    if (now == gdl_edge_value(c->value, turn[1]))
        return true;
    evaluate(c, c->n);
    return next_of(c, turn[0]) == !now && next_of(c, turn[1]) == now;
}

/* Two roles, of which one has the turn and never twice in a row. */
static bool alternates(GdlLower *l, Cone *c)
{
    const GdlEdge turn[2] = {l->role[0].shared, l->role[1].shared};
    c->rest = turn;
    c->nrest = 2;
    c->but = UINT32_MAX;
    if (l->net->nrole != 2 || !is_fact(l->net, turn[0]) || !is_fact(l->net, turn[1]) || !find_cone(c) || !find_ways(c))
        return false;
    bool first[2];
    for (int r = 0; r < 2; r++)
        first[r] = l->net->base[l->net->node[turn[r] >> 1].at].init != (turn[r] & 1);
    return first[0] != first[1] && all_ways(c, look_turn);
}

void gdl_lower_open(GdlLower *l)
{
    Cone *c = ARENA_ARRAY(l->arena, Cone, 1);
    c->l = l;
    c->work = most_work;
    c->net = l->net;
    c->value = ARENA_ARRAY(l->arena, uint8_t, l->net->nnode);
    uint32_t roles = 0, alone = 0, n = 0;
    for (uint32_t r = 0; r < l->net->nrole; r++)
        l->role[r].shared = gdl_lower_shared(l, &l->role[r]);
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        GdlRole *role = &l->role[r];
        if (!is_fact(l->net, role->shared) || l->net->nrole > MOST_ROLES)
            continue;
        alone += find_role(l, c, r);
        roles += role->is_open != NULL;
        for (uint32_t i = 0; role->is_open && i < role->n; i++)
            n += role->is_open[i];
    }
    if (!roles) {
        diag(l->session->diags, DIAG_REMARK, (Span){0, 0},
             "plan add-to-empty does not hold: no role is seen to have moves in its turn that never come back");
        return;
    }
    const char *why = alone < l->net->nrole ? "a role has other moves in its turn, or a move takes others too"
                      : alternates(l, c)    ? NULL
                                            : "the turn is not seen to alternate between two roles";
    l->game->plan = why ? 0 : IR_PLAN_ADD;
    if (why)
        diag(l->session->diags, DIAG_REMARK, (Span){0, 0},
             "plan add-to-empty does not hold: %s; but %u legal moves never come back: the sets of those left are kept",
             why, n);
    else
        diag(l->session->diags, DIAG_REMARK, (Span){0, 0},
             "plan add-to-empty: the turn alternates, and each of %u moves, done by either role, is taken from both and "
             "never comes back: the sets of those left are kept",
             n);
}

/* ---- what is written ----------------------------------------------------------------- */

bool gdl_is_open(const GdlRole *role, uint32_t i)
{
    return role->is_open && role->is_open[i];
}

void gdl_open_step(GdlLower *l, GdlCode *code)
{
    IrGame *g = l->game;
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        GdlRole *role = &l->role[r];
        Ir *taken = NULL;
        for (uint32_t s = 0; role->is_open && s < l->net->nrole; s++) {
            Ir *move = ir_get(g, l->role[s].does, NULL);
            Ir *row = ir_tab(g, role->takes[s], 1, &move);
            taken = taken ? ir_op2(g, IR_OP_MOR, taken, row) : row;
        }
        if (taken)
            gdl_say(l, code, ir_put(g, role->open, NULL, ir_op2(g, IR_OP_MDIFF, ir_get(g, role->open, NULL), taken)));
    }
}

void gdl_open_legal(GdlLower *l, GdlCode *code)
{
    IrGame *g = l->game;
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        GdlRole *role = &l->role[r];
        if (!role->is_open)
            continue;
        Ir **other = ARENA_ARRAY(l->arena, Ir *, role->n);
        for (uint32_t i = 0; i < role->n; i++)
            other[i] = ir_const(g, !role->is_open[i]);
        Ir *fact = ir_const(g, l->net->node[role->shared >> 1].at), *yes = ir_block(g), *no = ir_block(g);
        Ir *turn = ir_op2(g, IR_OP_HAS, fact, ir_get(g, l->facts, NULL));
        Ir *rest = ir_op2(g, IR_OP_MAND, ir_get(g, role->legal, NULL), gdl_pack(l, role->space, 0, other, (int)role->n));
        ir_append(g, &no, ir_put(g, role->legal, NULL, rest));
        ir_append(g, &yes, ir_put(g, role->legal, NULL, ir_op2(g, IR_OP_MOR, rest, ir_get(g, role->open, NULL))));
        gdl_say(l, code, role->shared & 1 ? ir_if(g, turn, no, yes) : ir_if(g, turn, yes, no));
    }
}

void gdl_open_initial(GdlLower *l, const uint8_t *value)
{
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        GdlRole *role = &l->role[r];
        for (uint32_t i = 0; role->is_open && i < role->n; i++) {
            const GdlNode *node = &l->net->node[l->net->input[role->first + i].legal >> 1];
            bool rest = role->is_open[i];
            for (uint32_t k = 0; k < node->n && rest; k++)
                rest = l->net->edge[node->at + k] == role->shared || gdl_edge_value(value, l->net->edge[node->at + k]);
            if (rest)
                ir_mask_set(l->game->field.at[role->open].word, (int)i);
        }
    }
}
