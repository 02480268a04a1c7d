/* fold.c - expressions that can be evaluated at compile time: closed ones,
 * and, for start rules, any in the start position built so far.  The evaluator is
 * the judge, so that folding cannot mean something else than playing. */
#include <string.h>

#include "frontend/lud/lower/core/lower.h"
#include "ir/eval/eval.h"

/* Locals bound within the expression that is looked at. */
typedef struct {
    int64_t at[32];
    int n;
} Bound;

static bool is_bound(const Bound *bound, int64_t local)
{
    for (int i = 0; i < bound->n; i++)
        if (bound->at[i] == local)
            return true;
    return false;
}

/* Reads no state (unless `state`), draws nothing, calls nothing, no free locals. */
static bool closed(const Ir *node, Bound *bound, bool state)
{
    bool binds = false;
    switch (node->op) {
    case IR_OP_GET:
    case IR_OP_WHERE:
    case IR_OP_WHEREIN:
    case IR_OP_CALL:
    case IR_OP_WITH:
        if (!state)
            return false;
        break;
    case IR_OP_EXISTS:
    case IR_OP_DRAW: return false;
    case IR_OP_LOCAL: return is_bound(bound, node->k);
    case IR_OP_LETX:
    case IR_OP_FILTER:
    case IR_OP_SUM:
    case IR_OP_LEAST:
    case IR_OP_MOST:
    case IR_OP_UNION: binds = true; break;
    default: break;
    }
    for (int i = 0; i < node->n; i++) {
        bool inner = binds && i == node->n - 1;
        if (inner) {
            if (bound->n == 32)
                return false;
            bound->at[bound->n++] = node->k;
        }
        bool ok = closed(node->a[i], bound, state);
        bound->n -= inner;
        if (!ok)
            return false;
    }
    return true;
}

/* An evaluator for expressions of the present function; with `state`, over the fields
 * as they are initialised now. */
typedef struct {
    IrFn fn;
    IrGame game;
    IrEval *eval;
    void *state;
    Arena *arena;
    int index;
} Probe;

static void probe_open(Lower *l, Probe *p, bool state)
{
    p->arena = arena_beside(l->arena);
    p->game = *l->game;
    p->fn = (IrFn){.kind = IR_VIEW, .name = "probe", .ret = ir_int(-2000000000, 2000000000)};
    p->fn.local.at = l->fn->local.at;
    p->fn.local.n = l->fn->local.n;
    const size_t n = state ? l->game->fn.n : 0; /* what is closed without it calls nothing */
    IrFn **fns = ARENA_ARRAY(p->arena, IrFn *, n + 1);
    for (size_t i = 0; i < n; i++)
        fns[i] = l->game->fn.at[i];
    p->index = (int)n;
    fns[p->index] = &p->fn;
    p->game.field.n = state ? p->game.field.n : 0;
    p->game.fn.at = fns;
    p->game.fn.n = n + 1;
    p->eval = ir_eval_new(p->arena, &p->game);
    p->state = arena_alloc(p->arena, ir_eval_state_size(p->eval) + 1);
    ir_eval_init(p->eval, p->state);
}

static void probe_returns(Lower *l, Probe *p, const Ir *expression)
{
    Ir *body = ir_block(l->game);
    ir_append(l->game, &body, ir_op1(l->game, IR_OP_RET, lw_copy(l, expression)));
    p->fn.body = body;
}

/* Sets put together from constant ones, without an evaluator; false: something else. */
static bool plain_mask(Lower *l, const Ir *mask, uint64_t *words)
{
    const int n = ir_words(l->game, l->sym->space_site), sites = lw_dim_site(l).size;
    if (mask->type.kind != IR_MASK || mask->type.space != l->sym->space_site)
        return false;
    switch (mask->op) {
    case IR_OP_NONE: memset(words, 0, sizeof *words * (size_t)n); return true;
    case IR_OP_TAB:
        if (mask->n != 0 || l->game->table.at[mask->k].rows)
            return false;
        memcpy(words, l->game->table.at[mask->k].word, sizeof *words * (size_t)n);
        return true;
    case IR_OP_BITOF:
        if (mask->a[0]->op != IR_OP_INT || mask->a[0]->k < 0 || mask->a[0]->k >= sites)
            return false;
        memset(words, 0, sizeof *words * (size_t)n);
        ir_mask_set(words, (int)mask->a[0]->k);
        return true;
    case IR_OP_MOR: case IR_OP_MAND: case IR_OP_MDIFF: {
        uint64_t *other = ARENA_ARRAY(l->arena, uint64_t, n);
        if (!plain_mask(l, mask->a[0], words) || !plain_mask(l, mask->a[1], other))
            return false;
        for (int i = 0; i < n; i++)
            words[i] = mask->op == IR_OP_MOR    ? words[i] | other[i]
                       : mask->op == IR_OP_MAND ? words[i] & other[i]
                                                : words[i] & ~other[i];
        return true;
    }
    default: return false;
    }
}

static bool evaluate_mask(Lower *l, const Ir *mask, uint64_t *words, bool state)
{
    Bound bound = {.n = 0};
    Probe p;
    if (plain_mask(l, mask, words))
        return true;
    if (!closed(mask, &bound, state))
        return false;
    probe_open(l, &p, state);
    p.fn.ret = mask->type;
    probe_returns(l, &p, mask);
    ir_eval_set_view(p.eval, p.state, p.index, 0, words);
    const char *error = ir_eval_error(p.eval);
    if (error)
        session_error(l->session, ir_eval_error_at(p.eval), "%s", error);
    bool ok = error == NULL;
    arena_free(p.arena);
    return ok;
}

bool lower_const_mask(Lower *l, const Ir *mask, uint64_t *words)
{
    return evaluate_mask(l, mask, words, false);
}

bool lower_start_mask(Lower *l, const Ir *mask, uint64_t *words)
{
    return evaluate_mask(l, mask, words, true);
}

Ir *lower_fold_mask(Lower *l, Ir *mask)
{
    if (mask->op == IR_OP_NONE || mask->op == IR_OP_ALL || (mask->op == IR_OP_TAB && mask->n == 0))
        return mask;
    uint64_t *words = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
    return lower_const_mask(l, mask, words) ? lw_table_mask(l, "sites", words) : mask;
}

bool lower_start_int(Lower *l, const Ir *value, int64_t *out)
{
    Bound bound = {.n = 0};
    Probe p;
    if (!closed(value, &bound, true))
        return false;
    bound.n = 0;
    probe_open(l, &p, !closed(value, &bound, false));
    probe_returns(l, &p, value);
    *out = ir_eval_view(p.eval, p.state, p.index, 0);
    bool ok = ir_eval_error(p.eval) == NULL;
    arena_free(p.arena);
    return ok;
}

Ir *lower_fold_int(Lower *l, Ir *value)
{
    Bound bound = {.n = 0};
    int64_t known;
    if (value->op == IR_OP_INT || !closed(value, &bound, false))
        return value;
    return lower_start_int(l, value, &known) ? lw_int(l, known) : value;
}

void lower_start_last(Lower *l, int64_t site)
{
    l->facts->setup_moves++;
    l->facts->placed_last = site + 1;
    const int field[] = {l->field->last.from, l->field->last.to, l->field->last.acted_to};
    for (size_t i = 0; i < sizeof field / sizeof *field; i++)
        if (field[i] >= 0)
            l->game->field.at[field[i]].init[0] = site;
    const int level[] = {l->field->last.level_from, l->field->last.level_to};
    for (size_t i = 0; i < sizeof level / sizeof *level; i++)
        if (level[i] >= 0)
            l->game->field.at[level[i]].init[0] = 0;
}
