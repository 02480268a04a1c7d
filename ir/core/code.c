/* code.c - moves as numbers: how many codes a rule has, and how many moves a
 * state can have. */
#include "ir/core/ir.h"

#include <inttypes.h>

int64_t ir_code_low(IrType param)
{
    return param.space != IR_NOSPACE && param.lo < 0 ? 0 : param.lo;
}

uint64_t ir_code_size(IrType param)
{
    int64_t low = ir_code_low(param);
    return param.hi < low ? 1 : (uint64_t)param.hi - (uint64_t)low + 1;
}

static uint64_t saturating_product(uint64_t a, uint64_t b)
{
    return a && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

static uint64_t saturating_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t rule_size(const IrFn *rule)
{
    uint64_t size = 1;
    for (int i = 0; i < rule->nparam; i++)
        size = saturating_product(size, ir_code_size(rule->local.at[i].type));
    return size;
}

uint64_t ir_codes_by_fn(const IrGame *game, IrCode *code)
{
    uint64_t base = 0;
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        code[i] = (IrCode){.fn = (int)i, .base = base, .size = fn->kind == IR_RULE && !fn->probe ? rule_size(fn) : 0};
        base = saturating_sum(base, code[i].size);
    }
    return base;
}

IrCode ir_code_of(const IrCode *code, size_t n, int fn)
{
    for (size_t i = 0; i < n; i++)
        if (code[i].fn == fn)
            return code[i];
    return (IrCode){0};
}

bool ir_codes(IrGame *game, IrCode **code, size_t *n, uint64_t *total)
{
    IrCode *all = ARENA_ARRAY(game->arena, IrCode, game->fn.n + 1);
    *total = ir_codes_by_fn(game, all);
    *code = all;
    *n = 0;
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrCode one = all[i];
        if (one.size == 0)
            continue;
        if (one.size > UINT32_MAX || one.base > UINT32_MAX - one.size)
            return session_unsupported(game->session, game->fn.at[i]->at,
                                       "the moves of rule `%s` do not fit 32 bits", game->fn.at[i]->name);
        all[(*n)++] = one;
    }
    return true;
}

/* ---- which rules are played -------------------------------------------- */

static void mark_emitted(const IrGame *game, const Ir *s, bool *fn)
{
    if (ir_does(s->op, IR_EMITS)) {
        const IrFn *callee = game->fn.at[s->k];
        bool seen = fn[s->k];
        fn[s->k] = true;
        if (!seen && callee->kind == IR_GEN)
            mark_emitted(game, callee->body, fn);
        return;
    }
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID)
            mark_emitted(game, s->a[i], fn);
}

void ir_mark_moves(const IrGame *game, bool *fn)
{
    int moves = ir_fn_find(game, "moves");
    if (moves >= 0)
        mark_emitted(game, game->fn.at[moves]->body, fn);
}

/* ---- a bound on the number of moves ------------------------------------ */

int64_t ir_longest_row(const IrTable *t)
{
    int64_t most = t->rows ? 0 : t->dim[t->ndim - 1].size;
    for (size_t i = 0; t->rows && i < t->n; i++) {
        const int64_t n = (int64_t)t->off[i + 1] - t->off[i];
        most = n > most ? n : most;
    }
    return most;
}

uint64_t ir_max_values(const IrGame *game, const Ir *set)
{
    IrType t = set->type;
    if (t.kind == IR_MASK)
        return t.space >= 0 ? (uint64_t)game->space.at[t.space].size : 0;
    if (set->op != IR_OP_TAB)
        return UINT64_MAX;
    const IrTable *table = &game->table.at[set->k];
    if (!table->rows)
        return (uint64_t)table->dim[set->n].size;
    return (uint64_t)ir_longest_row(table);
}

static uint64_t range_size(const Ir *from, const Ir *to)
{
    int64_t n;
    if (__builtin_sub_overflow(to->type.hi, from->type.lo, &n))
        return UINT64_MAX;
    return n > 0 ? (uint64_t)n : 0;
}

static uint64_t emitted(const IrGame *game, const Ir *node);

/* The parameters that the caller does not bind, each over its whole domain. */
static uint64_t tried(const IrGame *game, const IrFn *fn, int bound)
{
    if (fn->kind != IR_RULE)
        return emitted(game, fn->body);
    uint64_t n = 1;
    for (int i = 0; i < fn->header->n; i++) {
        const Ir *node = fn->header->a[i];
        if (node->op != IR_OP_PARAM || node->k < bound || node->n == 0)
            continue;
        n = saturating_product(n, node->n == 1 ? ir_max_values(game, node->a[0])
                                               : range_size(node->a[0], node->a[1]));
    }
    return n;
}

/* The most emissions of a statement; gens do not call themselves (verifier). */
static uint64_t emitted(const IrGame *game, const Ir *node)
{
    uint64_t n = 0, other;
    switch (node->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < node->n; i++)
            n = saturating_sum(n, emitted(game, node->a[i]));
        return n;
    case IR_OP_IF:
        n = emitted(game, node->a[1]);
        other = node->n > 2 ? emitted(game, node->a[2]) : 0;
        return n > other ? n : other;
    case IR_OP_PREFER:
        n = emitted(game, node->a[0]);
        other = emitted(game, node->a[1]);
        return n > other ? n : other;
    case IR_OP_UNTESTED: case IR_OP_ASIDE: case IR_OP_COLLECT:
        return emitted(game, node->a[0]);
    case IR_OP_KEEP:
    case IR_OP_BEST:
        return emitted(game, node->a[1]);
    case IR_OP_FOR:
        return saturating_product(ir_max_values(game, node->a[0]), emitted(game, node->a[1]));
    case IR_OP_RANGE:
        return saturating_product(range_size(node->a[0], node->a[1]),
                                  emitted(game, node->a[2]));
    case IR_OP_WHILE:
        return saturating_product((uint64_t)node->k, emitted(game, node->a[1]));
    case IR_OP_TRY:
        return tried(game, game->fn.at[node->k], node->n);
    case IR_OP_EMIT:
    case IR_OP_NOTE:
        return 1;
    case IR_OP_NOTES:
        return ir_max_values(game, node->a[0]);
    case IR_OP_EMITSET:
        return ir_max_values(game, node->a[node->n - 1]);
    default:
        return 0;
    }
}

uint64_t ir_max_emitted(const IrGame *game, const Ir *statement)
{
    return emitted(game, statement);
}

uint64_t ir_max_moves(const IrGame *game)
{
    int moves = ir_fn_find(game, "moves");
    return moves < 0 ? 0 : tried(game, game->fn.at[moves], 0);
}

Ir *ir_code_value(IrGame *game, const IrFn *rule, int i, Ir *code)
{
    uint64_t stride = 1;
    for (int j = i + 1; j < rule->nparam; j++)
        stride *= ir_code_size(rule->local.at[j].type);
    const IrType t = rule->local.at[i].type;
    Ir *value = ir_copy(game, code);
    if (stride > 1)
        value = ir_op2(game, IR_OP_DIV, value, ir_const(game, (int64_t)stride));
    if (i > 0)
        value = ir_op2(game, IR_OP_MOD, value, ir_const(game, (int64_t)ir_code_size(t)));
    const int64_t low = ir_code_low(t);
    return low ? ir_op2(game, IR_OP_ADD, value, ir_const(game, low)) : value;
}
