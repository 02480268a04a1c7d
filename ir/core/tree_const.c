/* tree_const.c - values of constant trees, and constant sets as trees. */
#include "ir/core/tree.h"

#include <stdio.h>
#include <string.h>

enum { MAX_WORDS = 64 };

typedef struct {
    const IrGame *game;
    int local;
    int64_t value;
} Env;

static bool int_value(const Env *env, const Ir *node, int64_t *out);
static bool mask_value(const Env *env, const Ir *node, uint64_t *words);

/* ---- integers ---------------------------------------------------------- */

bool tree_arith(IrOp op, int64_t a, int64_t b, int64_t *out)
{
    switch (op) {
    case IR_OP_ADD: return !__builtin_add_overflow(a, b, out);
    case IR_OP_SUB: return !__builtin_sub_overflow(a, b, out);
    case IR_OP_MUL: return !__builtin_mul_overflow(a, b, out);
    case IR_OP_DIV: return b != 0 && b != -1 ? (*out = a / b, true) : false;
    case IR_OP_MOD: return b != 0 && b != -1 ? (*out = a % b, true) : false;
    case IR_OP_MIN: *out = a < b ? a : b; return true;
    case IR_OP_MAX: *out = a > b ? a : b; return true;
    case IR_OP_EQ: *out = a == b; return true;
    case IR_OP_NE: *out = a != b; return true;
    case IR_OP_LT: *out = a < b; return true;
    case IR_OP_LE: *out = a <= b; return true;
    case IR_OP_GT: *out = a > b; return true;
    case IR_OP_GE: *out = a >= b; return true;
    default: return false;
    }
}

static bool table_element(const Env *env, const Ir *node, size_t *element)
{
    const IrTable *t = &env->game->table.at[node->k];
    size_t at = 0;
    if (node->n != t->ndim)
        return false;
    for (int i = 0; i < node->n; i++) {
        int64_t index;
        if (!int_value(env, node->a[i], &index) || index < 0 ||
            index >= t->dim[i].size)
            return false;
        at = at * (size_t)t->dim[i].size + (size_t)index;
    }
    *element = at;
    return true;
}

static bool table_int(const Env *env, const Ir *node, int64_t *out)
{
    const IrTable *t = &env->game->table.at[node->k];
    size_t element;
    if (t->rows || t->elem.kind != IR_INT || !table_element(env, node, &element))
        return false;
    *out = t->value[element];
    return true;
}

/* Operators that look at one or both operands only when they must. */
static bool lazy_value(const Env *env, const Ir *node, int64_t *out)
{
    int64_t a;
    bool known = int_value(env, node->a[0], &a);
    if (node->op == IR_OP_SELECT)
        return known && int_value(env, node->a[a ? 1 : 2], out);
    int64_t absorbing = node->op == IR_OP_OR;
    if (known && (a != 0) == (absorbing != 0)) {
        *out = absorbing;
        return true;
    }
    return known && int_value(env, node->a[1], out);
}

static int count_words(const uint64_t *w, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += __builtin_popcountll(w[i]);
    return total;
}

static int first_member(const uint64_t *w, int n)
{
    for (int i = 0; i < n; i++)
        if (w[i])
            return i * 64 + __builtin_ctzll(w[i]);
    return -1;
}

/* Integers that are computed from sets. */
static bool set_int(const Env *env, const Ir *node, int64_t *out)
{
    uint64_t w[MAX_WORDS], v[MAX_WORDS];
    const Ir *set = node->op == IR_OP_HAS ? node->a[1] : node->a[0];
    int n = ir_words(env->game, set->type.space);
    int64_t member;
    if (n > MAX_WORDS || !mask_value(env, set, w))
        return false;
    switch (node->op) {
    case IR_OP_COUNT:
        *out = count_words(w, n);
        return true;
    case IR_OP_ANY:
        *out = first_member(w, n) >= 0;
        return true;
    case IR_OP_FIRST:
        *out = first_member(w, n);
        return true;
    case IR_OP_HAS:
        if (!int_value(env, node->a[0], &member) ||
            member >= env->game->space.at[set->type.space].size)
            return false;
        *out = member >= 0 && ir_mask_has(w, (int)member);
        return true;
    default: /* EQ, NE */
        if (!mask_value(env, node->a[1], v))
            return false;
        *out = (memcmp(w, v, (size_t)n * sizeof *w) == 0) == (node->op == IR_OP_EQ);
        return true;
    }
}

static bool is_set_int(const Ir *node)
{
    switch (node->op) {
    case IR_OP_COUNT:
    case IR_OP_ANY:
    case IR_OP_FIRST:
    case IR_OP_HAS:
        return true;
    case IR_OP_EQ:
    case IR_OP_NE:
        return node->a[0]->type.kind == IR_MASK;
    default:
        return false;
    }
}

static bool int_value(const Env *env, const Ir *node, int64_t *out)
{
    int64_t a, b;
    if (is_set_int(node))
        return set_int(env, node, out);
    switch (node->op) {
    case IR_OP_INT:
        *out = node->k;
        return true;
    case IR_OP_LOCAL:
        *out = env->value;
        return env->local >= 0 && node->k == env->local;
    case IR_OP_TAB:
        return table_int(env, node, out);
    case IR_OP_AND:
    case IR_OP_OR:
    case IR_OP_SELECT:
        return node->type.kind == IR_INT && lazy_value(env, node, out);
    case IR_OP_NOT:
        return int_value(env, node->a[0], &a) ? (*out = !a, true) : false;
    case IR_OP_NEG:
        return int_value(env, node->a[0], &a) ? (*out = -a, true) : false;
    case IR_OP_ABS:
        return int_value(env, node->a[0], &a) ? (*out = a < 0 ? -a : a, true)
                                              : false;
    default:
        return node->n == 2 && node->a[0]->type.kind == IR_INT &&
               node->a[1]->type.kind == IR_INT && !ir_gives_local(node) &&
               int_value(env, node->a[0], &a) &&
               int_value(env, node->a[1], &b) && tree_arith(node->op, a, b, out);
    }
}

bool tree_int_value(const IrGame *game, const Ir *node, int local,
                    int64_t local_value, int64_t *out)
{
    Env env = {game, local, local_value};
    return node->type.kind == IR_INT && int_value(&env, node, out);
}

/* ---- sets -------------------------------------------------------------- */

static void fill_all(const IrGame *game, int space, uint64_t *words)
{
    for (int i = 0; i < game->space.at[space].size; i++)
        ir_mask_set(words, i);
}

static bool combine(const Env *env, const Ir *node, uint64_t *words, int n)
{
    uint64_t other[MAX_WORDS];
    if (!mask_value(env, node->a[0], words) ||
        !mask_value(env, node->a[1], other))
        return false;
    for (int i = 0; i < n; i++)
        if (node->op == IR_OP_MAND)
            words[i] &= other[i];
        else if (node->op == IR_OP_MOR)
            words[i] |= other[i];
        else if (node->op == IR_OP_MXOR)
            words[i] ^= other[i];
        else
            words[i] &= ~other[i];
    return true;
}

static bool complement(const Env *env, const Ir *node, uint64_t *words, int n)
{
    uint64_t all[MAX_WORDS] = {0};
    if (!mask_value(env, node->a[0], words))
        return false;
    fill_all(env->game, node->type.space, all);
    for (int i = 0; i < n; i++)
        words[i] = all[i] & ~words[i];
    return true;
}

static bool table_mask(const Env *env, const Ir *node, uint64_t *words, int n)
{
    const IrTable *t = &env->game->table.at[node->k];
    size_t element;
    if (t->rows || t->elem.kind != IR_MASK ||
        !table_element(env, node, &element))
        return false;
    memcpy(words, t->word + element * (size_t)n, (size_t)n * sizeof *words);
    return true;
}

/* The table of sites that a VEC operand selects: its base element. */
static const IrTable *vec_table(const Env *env, const Ir *vec, size_t *base)
{
    const IrTable *t = &env->game->table.at[vec->k];
    size_t at = 0;
    if (vec->op != IR_OP_TAB || t->rows || t->elem.kind != IR_INT ||
        vec->n != t->ndim - 1)
        return NULL;
    for (int i = 0; i < vec->n; i++) {
        int64_t index;
        if (!int_value(env, vec->a[i], &index) || index < 0 ||
            index >= t->dim[i].size)
            return NULL;
        at = at * (size_t)t->dim[i].size + (size_t)index;
    }
    *base = at * (size_t)t->dim[t->ndim - 1].size;
    return t;
}

static bool preimage(const Env *env, const Ir *node, uint64_t *words)
{
    uint64_t set[MAX_WORDS];
    size_t base;
    const IrTable *t = vec_table(env, node->a[1], &base);
    int64_t size = env->game->space.at[node->a[0]->type.space].size;
    if (!t || !mask_value(env, node->a[0], set))
        return false;
    for (int x = 0; x < t->dim[t->ndim - 1].size; x++) {
        int64_t y = t->value[base + (size_t)x];
        if (y >= 0 && y < size && ir_mask_has(set, (int)y))
            ir_mask_set(words, x);
    }
    return true;
}

static bool mask_value(const Env *env, const Ir *node, uint64_t *words)
{
    int64_t a;
    if (node->type.kind != IR_MASK)
        return false;
    int n = ir_words(env->game, node->type.space);
    if (n > MAX_WORDS)
        return false;
    memset(words, 0, (size_t)n * sizeof *words);
    switch (node->op) {
    case IR_OP_NONE:
        return true;
    case IR_OP_ALL:
        fill_all(env->game, node->type.space, words);
        return true;
    case IR_OP_BITOF:
        if (!int_value(env, node->a[0], &a) ||
            a >= env->game->space.at[node->type.space].size)
            return false;
        if (a >= 0)
            ir_mask_set(words, (int)a);
        return true;
    case IR_OP_MAND:
    case IR_OP_MOR:
    case IR_OP_MXOR:
    case IR_OP_MDIFF:
        return combine(env, node, words, n);
    case IR_OP_MNOT:
        return complement(env, node, words, n);
    case IR_OP_TAB:
        return table_mask(env, node, words, n);
    case IR_OP_PREIMAGE:
        return preimage(env, node, words);
    case IR_OP_SELECT:
        return int_value(env, node->a[0], &a) &&
               mask_value(env, node->a[a ? 1 : 2], words);
    default:
        return false;
    }
}

bool tree_mask_value(const IrGame *game, const Ir *node, int local,
                     int64_t local_value, uint64_t *words)
{
    Env env = {game, local, local_value};
    return mask_value(&env, node, words);
}

/* ---- constant sets as trees -------------------------------------------- */

int tree_word_space(IrGame *game)
{
    enum { WORD = 64 };
    for (size_t i = 0; i < game->space.n; i++)
        if (game->space.at[i].size == WORD)
            return (int)i;
    return ir_space_add(game, "a word", WORD);
}

const char *tree_table_name(IrGame *game, const char *stem)
{
    const char *name = stem;
    for (int i = 2; ir_table_find(game, name) >= 0; i++)
        name = arena_printf(game->arena, "%s_%d", stem, i);
    return intern_str(game->session->names, name);
}

int tree_mask_table(IrGame *game, int space, const uint64_t *words)
{
    size_t bytes = (size_t)ir_words(game, space) * sizeof *words;
    for (size_t i = 0; i < game->table.n; i++) {
        const IrTable *t = &game->table.at[i];
        if (t->ndim == 0 && t->elem.kind == IR_MASK &&
            t->elem.space == space && memcmp(t->word, words, bytes) == 0)
            return (int)i;
    }
    int table = ir_table_add(game, tree_table_name(game, "set"), ir_mask(space),
                             false, 0, NULL);
    memcpy(game->table.at[table].word, words, bytes);
    return table;
}

Ir *tree_mask(IrGame *game, int space, const uint64_t *words)
{
    int n = ir_words(game, space);
    int count = count_words(words, n);
    if (count == 0)
        return ir_k0(game, IR_OP_NONE, space);
    if (count == game->space.at[space].size)
        return ir_k0(game, IR_OP_ALL, space);
    if (count == 1)
        return ir_k1(game, IR_OP_BITOF, space,
                     ir_const(game, first_member(words, n)));
    return ir_tab(game, tree_mask_table(game, space, words), 0, NULL);
}

bool tree_table_slice(const IrGame *game, const Ir *tab, size_t *element,
                      size_t *count)
{
    const IrTable *t = &game->table.at[tab->k];
    size_t at = 0, left = t->n;
    bool open = false;
    for (int i = 0; i < t->ndim; i++) {
        size_t size = (size_t)t->dim[i].size;
        if (i >= tab->n || tab->a[i]->op != IR_OP_INT) {
            open = true;
            continue;
        }
        int64_t index = tab->a[i]->k;
        if (open || index < 0 || (size_t)index >= size)
            return false;
        left /= size;
        at += left * (size_t)index;
    }
    *element = at;
    *count = left;
    return true;
}
