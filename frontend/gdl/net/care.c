/* care.c - shows that some values never meet: what must follow is followed
 * through the net both ways and through the invariants, until two values clash;
 * where that is not enough a sum that must hold is taken apart case by case.
 *
 * The net's values are kept in a copy of its nodes, with one more for each set
 * of facts or moves one of which holds: an `and` of the opposites, false. */
#include <string.h>

#include "frontend/gdl/net/care.h"

enum { UNKNOWN = 2, MOST_CASES = 24, FEW_CASES = 4, LOOK = 400 };

typedef struct {
    uint32_t *first;
    uint32_t *at; /* rows of i: at[first[i] .. first[i + 1]) */
} Rows;

struct GdlCare {
    const GdlNet *net;
    Arena *arena;
    uint32_t nnode;
    VEC(GdlNode) node;
    VEC(GdlEdge) edge;
    uint8_t *value;
    uint32_t *open;  /* by node: inputs not known to hold */
    Rows user;       /* by node: using node * 2 + whether it uses the opposite */
    Rows apart;      /* by edge: edges that cannot hold with it */
    Rows legal;      /* by node: inputs whose legality it decides */
    uint32_t *role_first; /* by role: its inputs are from there to the next one's */
    VEC(uint32_t) whole; /* nodes for sets worth taking apart in any proof */
    uint32_t role_some; /* first of the nodes for "a role does something" */
    VEC(uint32_t) trail;
    size_t done;
    bool clash, moves;
    uint64_t work;
};

/* ---- following ---------------------------------------------------------------- */

static void set_true(GdlCare *care, GdlEdge edge)
{
    uint8_t *value = &care->value[edge >> 1], want = !(edge & 1);
    if (*value == UNKNOWN) {
        *value = want;
        care->trail.at[care->trail.n++] = edge >> 1;
    } else if (*value != want) {
        care->clash = true;
    }
}

static bool known(const GdlCare *care, GdlEdge edge, bool holds)
{
    return care->value[edge >> 1] == ((edge & 1) ? !holds : holds);
}

/* A false gate with one input not known to hold: that one is false. */
static void force_last(GdlCare *care, uint32_t node)
{
    const GdlNode *n = &care->node.at[node];
    const GdlEdge *edge = care->edge.at + n->at;
    for (uint32_t k = 0; k < n->n; k++)
        if (!known(care, edge[k], true)) {
            set_true(care, edge[k] ^ 1);
            return;
        }
}

static void follow_users(GdlCare *care, uint32_t node)
{
    uint8_t value = care->value[node];
    for (uint32_t i = care->user.first[node]; i < care->user.first[node + 1]; i++) {
        uint32_t user = care->user.at[i] >> 1;
        if (value == (care->user.at[i] & 1)) { /* this input does not hold */
            set_true(care, user * 2 + 1);
            continue;
        }
        if (--care->open[user] == 0)
            set_true(care, user * 2);
        else if (care->open[user] == 1 && care->value[user] == 0)
            force_last(care, user);
    }
    care->work += care->user.first[node + 1] - care->user.first[node] + 1;
}

static void follow_moves(GdlCare *care, uint32_t node)
{
    const GdlNet *net = care->net;
    const GdlNode *n = &care->node.at[node];
    for (uint32_t i = care->legal.first[node]; i < care->legal.first[node + 1]; i++) {
        const GdlInput *input = &net->input[care->legal.at[i]];
        if (known(care, input->legal, false) && input->does != GDL_TRUTH)
            set_true(care, input->does ^ 1);
    }
    if (n->kind != GDL_NODE_INPUT || !care->value[node])
        return;
    uint32_t role = net->input[n->at].role;
    set_true(care, net->input[n->at].legal);
    for (uint32_t i = care->role_first[role]; i < care->role_first[role + 1]; i++)
        if (i != n->at && net->input[i].does != GDL_TRUTH)
            set_true(care, net->input[i].does ^ 1);
    care->work += care->role_first[role + 1] - care->role_first[role];
}

static void follow(GdlCare *care)
{
    while (care->done < care->trail.n && !care->clash) {
        uint32_t node = care->trail.at[care->done++];
        const GdlNode *n = &care->node.at[node];
        bool value = care->value[node], gate = n->kind == GDL_NODE_AND;
        follow_users(care, node);
        for (uint32_t k = 0; gate && value && k < n->n; k++)
            set_true(care, care->edge.at[n->at + k]);
        if (gate && !value && care->open[node] == 1)
            force_last(care, node);
        GdlEdge edge = node * 2 + !value;
        for (uint32_t i = care->apart.first[edge]; i < care->apart.first[edge + 1]; i++)
            set_true(care, care->apart.at[i] ^ 1);
        if (care->moves)
            follow_moves(care, node);
    }
}

static void undo(GdlCare *care, size_t to)
{
    while (care->trail.n > to) {
        uint32_t node = care->trail.at[--care->trail.n];
        if (care->trail.n < care->done) {
            uint8_t value = care->value[node];
            for (uint32_t i = care->user.first[node]; i < care->user.first[node + 1]; i++)
                if (value != (care->user.at[i] & 1))
                    care->open[care->user.at[i] >> 1]++;
        }
        care->value[node] = UNKNOWN;
    }
    if (care->done > to)
        care->done = to;
    care->clash = false;
}

/* ---- cases -------------------------------------------------------------------- */

static bool is_settled(const GdlCare *care, uint32_t node)
{
    const GdlNode *n = &care->node.at[node];
    for (uint32_t k = 0; k < n->n; k++)
        if (known(care, care->edge.at[n->at + k], false))
            return true;
    return false;
}

/* A false gate since `from` none of whose inputs is known false, with the fewest
 * cases; UINT32_MAX: none with few enough. */
static uint32_t open_sum(const GdlCare *care, size_t from)
{
    uint32_t best = UINT32_MAX, fewest = MOST_CASES + 1;
    size_t end = care->trail.n < from + LOOK ? care->trail.n : from + LOOK;
    for (size_t i = from; i < end && best == UINT32_MAX; i++) {
        uint32_t node = care->trail.at[i];
        const GdlNode *n = &care->node.at[node];
        if (n->kind != GDL_NODE_AND || care->value[node] || care->open[node] >= fewest || node >= care->role_some)
            continue;
        if (!is_settled(care, node)) {
            best = node;
            fewest = care->open[node];
        }
    }
    return best;
}

/* What to take apart next: a sum of few cases, else a whole kind of facts. */
static uint32_t next_sum(const GdlCare *care, size_t from)
{
    uint32_t sum = open_sum(care, from);
    if (sum != UINT32_MAX && care->open[sum] <= FEW_CASES)
        return sum;
    for (size_t i = 0; i < care->whole.n; i++)
        if (!is_settled(care, care->whole.at[i]))
            return care->whole.at[i];
    return sum;
}

static bool refute(GdlCare *care, size_t from, uint32_t *splits)
{
    follow(care);
    if (care->clash)
        return true;
    uint32_t node = *splits ? next_sum(care, from) : UINT32_MAX;
    if (node == UINT32_MAX)
        return false;
    const GdlNode *n = &care->node.at[node];
    bool refuted = true;
    for (uint32_t k = 0; k < n->n && refuted; k++) {
        GdlEdge edge = care->edge.at[n->at + k];
        if (care->value[edge >> 1] != UNKNOWN)
            continue;
        if (!*splits)
            return false;
        --*splits;
        size_t mark = care->trail.n;
        set_true(care, edge ^ 1);
        refuted = refute(care, from, splits);
        undo(care, mark);
        if (refuted)
            set_true(care, edge); /* in the cases left */
    }
    return refuted;
}

bool gdl_care_never(GdlCare *care, const GdlEdge *edge, uint32_t n, bool moves, uint32_t splits)
{
    if (care->clash)
        return false; /* the invariants themselves clash: trust nothing */
    size_t mark = care->trail.n;
    care->moves = moves;
    for (uint32_t i = 0; i < n; i++)
        set_true(care, edge[i]);
    follow(care);
    if (moves) {
        set_true(care, care->net->terminal ^ 1);
        for (uint32_t i = 0; i < care->net->ninput; i++)
            if (care->net->input[i].does == GDL_TRUTH)
                set_true(care, care->net->input[i].legal);
        for (uint32_t i = care->role_some; i < care->nnode; i++)
            set_true(care, i * 2 + 1);
        for (size_t i = 0; i < mark && !care->clash; i++)
            follow_moves(care, care->trail.at[i]);
    }
    bool never = refute(care, mark, &splits);
    undo(care, mark);
    care->moves = false;
    return never;
}

uint64_t gdl_care_work(const GdlCare *care)
{
    return care->work;
}

/* ---- setting up ------------------------------------------------------------------ */

static void rows_init(Rows *rows, uint32_t n, Arena *arena)
{
    rows->first = ARENA_ARRAY(arena, uint32_t, n + 2);
}

/* After counting into first[i + 2]: room for all; fill through first[i + 1]++. */
static void rows_room(Rows *rows, uint32_t n, Arena *arena)
{
    for (uint32_t i = 2; i < n + 2; i++)
        rows->first[i] += rows->first[i - 1];
    rows->at = ARENA_ARRAY(arena, uint32_t, rows->first[n + 1] + 1);
}

/* A node that is false: not all of these edges' opposites hold. */
static void add_some(GdlCare *care, const GdlEdge *edge, uint32_t n)
{
    GdlNode node = {.kind = GDL_NODE_AND, .n = n, .at = (uint32_t)care->edge.n};
    for (uint32_t i = 0; i < n; i++)
        vec_push(care->arena, &care->edge, edge[i] ^ 1);
    vec_push(care->arena, &care->node, node);
}

static void copy_nodes(GdlCare *care, const GdlInvariants *invariants)
{
    const GdlNet *net = care->net;
    VEC(GdlEdge) list = {0};
    for (uint32_t i = 0; i < net->nedge; i++)
        vec_push(care->arena, &care->edge, net->edge[i]);
    for (uint32_t i = 0; i < net->nnode; i++)
        vec_push(care->arena, &care->node, net->node[i]);
    for (size_t i = 0; i < invariants->some.n; i++) {
        list.n = 0;
        for (uint32_t k = 0; k < invariants->some.at[i].n; k++)
            vec_push(care->arena, &list, net->base[invariants->some.at[i].base[k]].now);
        if (invariants->some.at[i].whole)
            vec_push(care->arena, &care->whole, (uint32_t)care->node.n);
        add_some(care, list.at, (uint32_t)list.n);
    }
    care->role_some = (uint32_t)care->node.n;
    for (uint32_t first = 0, end; first < net->ninput; first = end) {
        list.n = 0;
        for (end = first; end < net->ninput && net->input[end].role == net->input[first].role; end++)
            vec_push(care->arena, &list, net->input[end].does);
        if (list.n > 1)
            add_some(care, list.at, (uint32_t)list.n);
    }
    care->nnode = (uint32_t)care->node.n;
}

static void link_users(GdlCare *care)
{
    rows_init(&care->user, care->nnode, care->arena);
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < care->nnode; i++) {
            const GdlNode *n = &care->node.at[i];
            for (uint32_t k = 0; n->kind == GDL_NODE_AND && k < n->n; k++) {
                GdlEdge edge = care->edge.at[n->at + k];
                if (pass)
                    care->user.at[care->user.first[(edge >> 1) + 1]++] = i * 2 + (edge & 1);
                else
                    care->user.first[(edge >> 1) + 2]++;
            }
        }
        if (!pass)
            rows_room(&care->user, care->nnode, care->arena);
    }
}

static void link_apart(GdlCare *care, const GdlInvariants *invariants)
{
    uint32_t n = care->nnode * 2;
    rows_init(&care->apart, n, care->arena);
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < invariants->apart.n; i++) {
            GdlApart apart = invariants->apart.at[i];
            for (uint32_t way = 0; way < 2 && apart.a != apart.b; way++) {
                GdlEdge from = way ? apart.b : apart.a, to = way ? apart.a : apart.b;
                if (pass)
                    care->apart.at[care->apart.first[from + 1]++] = to;
                else
                    care->apart.first[from + 2]++;
            }
        }
        if (!pass)
            rows_room(&care->apart, n, care->arena);
    }
}

static void link_moves(GdlCare *care)
{
    const GdlNet *net = care->net;
    rows_init(&care->legal, care->nnode, care->arena);
    for (uint32_t i = 0; i < net->ninput; i++)
        care->legal.first[(net->input[i].legal >> 1) + 2]++;
    rows_room(&care->legal, care->nnode, care->arena);
    for (uint32_t i = 0; i < net->ninput; i++)
        care->legal.at[care->legal.first[(net->input[i].legal >> 1) + 1]++] = i;
    care->role_first = ARENA_ARRAY(care->arena, uint32_t, net->nrole + 2);
    for (uint32_t i = 0; i < net->ninput; i++)
        care->role_first[net->input[i].role + 1]++;
    for (uint32_t r = 1; r <= net->nrole; r++)
        care->role_first[r] += care->role_first[r - 1];
}

GdlCare *gdl_care_new(const GdlNet *net, const GdlInvariants *invariants, Arena *arena)
{
    GdlCare *care = ARENA_NEW(arena, GdlCare);
    care->net = net;
    care->arena = arena;
    copy_nodes(care, invariants);
    link_users(care);
    link_apart(care, invariants);
    link_moves(care);
    care->value = ARENA_ARRAY(arena, uint8_t, care->nnode);
    memset(care->value, UNKNOWN, care->nnode);
    care->open = ARENA_ARRAY(arena, uint32_t, care->nnode);
    for (uint32_t i = 0; i < care->nnode; i++)
        care->open[i] = care->node.at[i].kind == GDL_NODE_AND ? care->node.at[i].n : 0;
    care->trail.at = ARENA_ARRAY(arena, uint32_t, care->nnode);
    set_true(care, GDL_TRUTH);
    for (size_t i = 0; i < invariants->apart.n; i++)
        if (invariants->apart.at[i].a == invariants->apart.at[i].b)
            set_true(care, invariants->apart.at[i].a ^ 1);
    for (uint32_t i = net->nnode; i < care->role_some; i++)
        set_true(care, i * 2 + 1);
    follow(care);
    return care;
}
