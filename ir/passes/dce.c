/* dce.c - pass live: drop what nobody reads.
 *
 *     state { @mover .. @turn : int 0..1000 }      state { @mover .. }
 *     turn turn { @mover := 3 - @mover      ->     turn turn { @mover := 3 - @mover }
 *       @turn := @turn + 1 }
 *
 * A field lives if a generator, a guard, a kept view, or the computation of
 * something living reads it: the least fixpoint, so that fields read only for
 * their own next value die.  Then dead writes go, lets nobody reads, conditions
 * and loops around nothing, functions nobody calls, tables nobody reads.  Rules
 * keep their places (the codes of moves depend on them); one that is never tried
 * keeps only its parameters.  Needs nothing, breaks nothing. */
#include "ir/passes/dce.h"

#include <string.h>

#include "ir/core/tree.h"

static void mark(Live *l, bool *flag)
{
    l->grew = l->grew || !*flag;
    *flag = true;
}

static void mark_expr(Live *l, size_t fn, const Ir *node)
{
    if (ir_reads_field(node))
        mark(l, &l->field[node->k]);
    else if (node->op == IR_OP_LOCAL)
        mark(l, &l->local[fn][node->k]);
    else if (ir_does(node->op, IR_CALLS))
        mark(l, &l->fn[node->k]);
    for (int i = 0; i < node->n; i++)
        mark_expr(l, fn, node->a[i]);
}

static void mark_operands(Live *l, size_t fn, const Ir *node)
{
    for (int i = 0; i < node->n; i++)
        mark_expr(l, fn, node->a[i]);
}

static bool draws(const Ir *node)
{
    return tree_has_op(node, IR_OP_DRAW);
}

/* A loop or condition lives with its body: its other operands then do too. */
static bool mark_around(Live *l, size_t fn, const Ir *node, int nhead)
{
    bool live = false;
    for (int i = nhead; i < node->n; i++)
        live = live_statement(l, fn, node->a[i]) || live;
    for (int i = 0; i < nhead; i++)
        live = live || draws(node->a[i]);
    for (int i = 0; live && i < nhead; i++)
        mark_expr(l, fn, node->a[i]);
    return live;
}

bool live_statement(Live *l, size_t fn, const Ir *node)
{
    bool live = true;
    switch (node->op) {
    case IR_OP_BLOCK:
        return mark_around(l, fn, node, 0);
    case IR_OP_IF:
    case IR_OP_FOR:
    case IR_OP_WHILE:
        return mark_around(l, fn, node, 1);
    case IR_OP_RANGE:
        return mark_around(l, fn, node, 2);
    case IR_OP_KEEP:
    case IR_OP_BEST:
        mark_expr(l, fn, node->a[0]);
        return live_statement(l, fn, node->a[1]);
    case IR_OP_PREFER:
        live = live_statement(l, fn, node->a[0]);
        return live_statement(l, fn, node->a[1]) || live;
    case IR_OP_LET:
    case IR_OP_VAR:
    case IR_OP_SET:
        live = l->local[fn][node->k] || draws(node);
        break;
    case IR_OP_PUT:
        if (draws(node))
            mark(l, &l->field[node->k]);
        live = l->field[node->k];
        break;
    case IR_OP_DO:
        mark(l, &l->fn[node->k]);
        live = l->effective[node->k] || draws(node);
        break;
    case IR_OP_TRY:
    case IR_OP_EMIT:
    case IR_OP_EMITSET:
    case IR_OP_PLAY:
        mark(l, &l->fn[node->k]);
        break;
    case IR_OP_UNTESTED:
    case IR_OP_ASIDE:
    case IR_OP_COLLECT:
        return live_statement(l, fn, node->a[0]);
    case IR_OP_ATTEMPT:
        live_statement(l, fn, node->a[0]);
        mark_expr(l, fn, node->a[1]);
        live_statement(l, fn, node->a[2]);
        return true;
    case IR_OP_CHOOSE:
        live_statement(l, fn, node->a[0]);
        live_statement(l, fn, node->a[1]);
        if (node->n > 2)
            live_statement(l, fn, node->a[2]);
        return true;
    case IR_OP_RET:
    case IR_OP_DISCARD: case IR_OP_NOTE: case IR_OP_NOTES:
    case IR_OP_PARAM:
    case IR_OP_WHEN:
#define CASES_NUMBERS
#define CASES_SETS
#define CASES_EITHER
#include "ir/core/cases.def"
    case IR_OPS:
        break;
    }
    if (live)
        mark_operands(l, fn, node);
    return live;
}

static bool is_statement(const Ir *node)
{
    return ir_op_info(node->op)->statement;
}

static void mark_slot(Live *l, size_t index, const TreeSlot *slot)
{
    if (slot->kind == SLOT_VIEW && !l->pass->options->describe)
        return;
    if (!is_statement(*slot->slot))
        mark_expr(l, index, *slot->slot);
    else if (live_statement(l, index, *slot->slot))
        mark(l, &l->effective[index]);
}

static bool is_root(const IrPass *pass, const IrFn *fn)
{
    switch (fn->kind) {
    case IR_GEN:
        return strcmp(fn->name, "moves") == 0;
    case IR_TURN:
    case IR_PLANE: /* what is not wanted was taken out before the passes */
        return true;
    case IR_VIEW:
        return ir_pass_keeps_view(pass, fn->name);
    default:
        return false;
    }
}

static void find_live(Live *l)
{
    IrGame *game = l->pass->game;
    for (size_t i = 0; i < game->fn.n; i++)
        l->fn[i] = is_root(l->pass, game->fn.at[i]);
    do {
        l->grew = false;
        for (size_t i = 0; i < game->fn.n; i++) {
            TreeSlot *slot;
            size_t n = l->fn[i] ? tree_slots(game, game->fn.at[i], &slot) : 0;
            for (size_t j = 0; j < n; j++)
                mark_slot(l, i, &slot[j]);
        }
    } while (l->grew);
}

/* ---- dropping ---------------------------------------------------------- */

static Ir *drop_with(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    const Live *l = data;
    (void)game;
    (void)fn;
    return node->op == IR_OP_WITH && !l->field[node->k] ? node->a[1] : node;
}

static Ir *sweep(Live *l, size_t fn, Ir *node)
{
    IrGame *game = l->pass->game;
    if (!is_statement(node))
        return ir_rewrite(game, game->fn.at[fn], node, drop_with, l);
    if (!live_statement(l, fn, node))
        return ir_block(game);
    Ir *fresh = arena_copy(game->arena, node,
                           sizeof(Ir) + node->n * sizeof(Ir *));
    for (int i = 0; i < node->n; i++)
        fresh->a[i] = sweep(l, fn, node->a[i]);
    return node->op == IR_OP_BLOCK ? tree_block(game, fresh->a, fresh->n) : fresh;
}

static void strip_rule(IrGame *game, IrFn *rule)
{
    Ir *header = ir_block(game);
    for (int i = 0; i < rule->header->n; i++) {
        const Ir *s = rule->header->a[i];
        if (s->op == IR_OP_PARAM)
            ir_append(game, &header,
                      ir_node(game, rule, IR_OP_PARAM, s->k, 0, NULL));
    }
    rule->header = header;
    rule->effect = ir_block(game);
    rule->then = rule->post = rule->spared = NULL;
    rule->view.n = 0;
}

static bool sweep_fn(Live *l, size_t index)
{
    IrGame *game = l->pass->game;
    IrFn *fn = game->fn.at[index];
    bool changed = false;
    if (!l->fn[index]) {
        if (fn->kind == IR_RULE)
            strip_rule(game, fn);
        return fn->kind != IR_RULE;
    }
    if (!l->pass->options->describe)
        fn->view.n = 0;
    TreeSlot *slot;
    size_t n = tree_slots(game, fn, &slot);
    for (size_t i = 0; i < n; i++) {
        Ir *old = *slot[i].slot, *fresh = sweep(l, index, old);
        changed = changed || !ir_equal(old, fresh);
        *slot[i].slot = fresh;
    }
    return changed;
}

bool ir_pass_dce(IrPass *pass)
{
    IrGame *game = pass->game;
    Arena *scratch = arena_beside(pass->game->arena);
    Live l = {.pass = pass};
    size_t nfn = game->fn.n;
    bool changed = false;
    l.field = ARENA_ARRAY(scratch, bool, game->field.n + 1);
    l.fn = ARENA_ARRAY(scratch, bool, nfn + 1);
    l.effective = ARENA_ARRAY(scratch, bool, nfn + 1);
    l.local = ARENA_ARRAY(scratch, bool *, nfn + 1);
    for (size_t i = 0; i < nfn; i++)
        l.local[i] = ARENA_ARRAY(scratch, bool, game->fn.at[i]->local.n + 1);
    find_live(&l);
    for (size_t i = 0; i < nfn; i++)
        changed = sweep_fn(&l, i) || changed;
    for (size_t i = 0; i < game->field.n; i++)
        if (!l.field[i])
            ir_pass_remark(pass, (Span){0, 0}, "field @%s is dropped: nothing reads it",
                           game->field.at[i].name);
    for (size_t i = 0; i < nfn; i++)
        l.fn[i] = l.fn[i] || game->fn.at[i]->kind == IR_RULE;
    changed = ir_compact(game, l.field, l.fn) || changed;
    arena_free(scratch);
    return changed;
}
