/* does.c - what follows from one role's choice alone.
 *
 * A role makes exactly one move, so a condition on its move alone is a set of
 * moves, whatever gates it was made of; all of them are columns of one table with
 * a row a move. */
#include "base/hash.h"
#include "frontend/gdl/lower/lower.h"

#include <string.h>

static void everything(const GdlRole *role, Choice *holds)
{
    for (uint32_t i = 0; i < role->n; i++)
        holds[i / 64] |= (Choice)1 << (i % 64);
}

/* The role that all inputs of the gate are about. */
static uint32_t common_role(const GdlLower *l, const GdlNode *node)
{
    uint32_t role = GDL_NOBODY;
    for (uint32_t k = 0; k < node->n; k++) {
        uint32_t other = l->does[l->net->edge[node->at + k] >> 1].role;
        if (other == GDL_NOBODY || (role != GDL_NOBODY && other != role))
            return GDL_NOBODY;
        role = other;
    }
    return role;
}

static void gate(GdlLower *l, const GdlNode *node, GdlDoes *out)
{
    out->role = common_role(l, node);
    if (out->role == GDL_NOBODY)
        return;
    const GdlRole *role = &l->role[out->role];
    out->holds = ARENA_ARRAY(l->arena, Choice, role->words);
    everything(role, out->holds);
    for (uint32_t k = 0; k < node->n; k++) {
        GdlEdge edge = l->net->edge[node->at + k];
        const Choice *holds = l->does[edge >> 1].holds;
        for (int w = 0; w < role->words; w++)
            out->holds[w] &= edge & 1 ? ~holds[w] : holds[w];
    }
}

void gdl_lower_does(GdlLower *l)
{
    l->does = ARENA_ARRAY(l->arena, GdlDoes, l->net->nnode);
    for (uint32_t i = 0; i < l->net->nnode; i++) {
        const GdlNode *node = &l->net->node[i];
        GdlDoes *out = &l->does[i];
        out->role = GDL_NOBODY;
        if (node->kind == GDL_NODE_INPUT) {
            out->role = l->net->input[node->at].role;
            const GdlRole *role = &l->role[out->role];
            out->holds = ARENA_ARRAY(l->arena, Choice, role->words);
            uint32_t move = node->at - role->first;
            out->holds[move / 64] |= (Choice)1 << (move % 64);
        } else if (node->kind == GDL_NODE_AND) {
            gate(l, node, out);
        }
    }
}

/* ---- columns -------------------------------------------------------------- */

static bool is_set(const GdlRole *role, const Choice *holds, bool all, const Choice *other, bool opposite)
{
    for (int w = 0; w < role->words; w++) {
        Choice rest = w + 1 < role->words || role->n % 64 == 0 ? ~(Choice)0 : ((Choice)1 << (role->n % 64)) - 1;
        Choice want = other ? (opposite ? ~other[w] : other[w]) & rest : all ? rest : 0;
        if (holds[w] != want)
            return false;
    }
    return true;
}

/* Equal for a set of moves and for all others. */
static uint64_t hash_either(const GdlRole *role, const Choice *holds)
{
    const Choice flip = holds[0] & 1 ? ~(Choice)0 : 0;
    uint64_t hash = HASH_START;
    for (int w = 0; w < role->words; w++) {
        Choice rest = w + 1 < role->words || role->n % 64 == 0 ? ~(Choice)0 : ((Choice)1 << (role->n % 64)) - 1;
        Choice word = (holds[w] ^ flip) & rest;
        hash = hash_bytes(hash, &word, sizeof word);
    }
    return hash;
}

/* Its slot; or the free one, where it belongs. */
static size_t find_slot(const GdlRole *role, const Choice *holds, bool *opposite)
{
    size_t at = hash_either(role, holds) & (role->nslot - 1);
    for (; role->slot[at]; at = (at + 1) & (role->nslot - 1)) {
        const Choice *column = role->column.at[role->slot[at] - 1];
        *opposite = is_set(role, holds, false, column, true);
        if (*opposite || is_set(role, holds, false, column, false))
            return at;
    }
    *opposite = false;
    return at;
}

static void more_slots(GdlLower *l, GdlRole *role)
{
    bool opposite;
    role->nslot = role->nslot ? role->nslot * 4 : 64;
    role->slot = ARENA_ARRAY(l->arena, uint32_t, role->nslot);
    for (uint32_t i = 0; i < role->column.n; i++)
        role->slot[find_slot(role, role->column.at[i], &opposite)] = i + 1;
}

/* The column that holds for these moves, or (opposite) for all others; it is made if there is none. */
static size_t find_column(GdlLower *l, GdlRole *role, const Choice *holds, bool *opposite)
{
    if (role->column.n * 2 >= role->nslot)
        more_slots(l, role);
    size_t at = find_slot(role, holds, opposite);
    if (!role->slot[at]) {
        vec_push(l->arena, &role->column, holds);
        role->slot[at] = (uint32_t)role->column.n;
    }
    return role->slot[at] - 1;
}

Ir *gdl_lower_choice(GdlLower *l, uint32_t index, const Choice *holds)
{
    GdlRole *role = &l->role[index];
    if (is_set(role, holds, false, NULL, false))
        return ir_const(l->game, 0);
    if (is_set(role, holds, true, NULL, false))
        return ir_const(l->game, 1);
    bool opposite;
    size_t at = find_column(l, role, holds, &opposite);
    Ir *move = ir_get(l->game, role->does, NULL);
    Ir *set = ir_tab(l->game, role->hit, 1, &move);
    Ir *has = ir_op2(l->game, IR_OP_HAS, ir_const(l->game, (int64_t)at), set);
    return opposite ? ir_op1(l->game, IR_OP_NOT, has) : has;
}

void gdl_lower_columns(GdlLower *l)
{
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        GdlRole *role = &l->role[r];
        IrSpace *space = &l->game->space.at[role->hit_space];
        space->size = role->column.n ? (int)role->column.n : 1;
        int words = ir_words(l->game, role->hit_space);
        IrTable *table = &l->game->table.at[role->hit];
        table->word = ARENA_ARRAY(l->game->arena, uint64_t, (size_t)words * role->n);
        for (size_t c = 0; c < role->column.n; c++)
            for (uint32_t i = 0; i < role->n; i++)
                if (role->column.at[c][i / 64] >> (i % 64) & 1)
                    ir_mask_set(table->word + (size_t)words * i, (int)c);
    }
}
