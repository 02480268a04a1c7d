/* exists_to_fn.c - pass exists_to_fn: a generator that is only asked whether it emits anything becomes a function.
 *
 *     gen threat(%t) { for %x in M { if C { emit step(%x, %t) } } }     ->     fn threat(%t) -> bit { for %x in M { if C { ret 1 } }  ret 0 }
 *     exists threat(%at)                                                ->     threat(%at)
 *
 * where no move that it emits is tried (`post`, `keep`).  Which move it is, nobody asks, nor in which order they are found: conditions
 * that are alike become one, and loops can become tests of sets (loops_to_tests).  After layout, as what watches sites
 * (watched_sites) reads generators.  Needs nothing, breaks nothing. */
#include "ir/core/tree.h"
#include "ir/passes/pass.h"

#include <string.h>

typedef struct {
    IrGame *game;
    bool *wanted; /* by function: somebody may want its moves */
    bool *stays;  /* by function: a generator that is only asked, but not as a function could be */
} Uses;

/* Does the statement do nothing but find moves that need no trial, in functions that can be such, too? */
static bool only_finds(const Uses *u, const Ir *s)
{
    const IrGame *game = u->game;
    switch (s->op) {
    case IR_OP_EMIT:
    case IR_OP_EMITSET: return !game->fn.at[s->k]->post;
    case IR_OP_TRY: return game->fn.at[s->k]->kind == IR_GEN && s->n == game->fn.at[s->k]->nparam && !u->wanted[s->k] && !u->stays[s->k];
    case IR_OP_KEEP:
    case IR_OP_BEST:
    case IR_OP_ASIDE:
    case IR_OP_COLLECT:
    case IR_OP_DISCARD:
    case IR_OP_RET: return false;
    default: break;
    }
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID && !only_finds(u, s->a[i]))
            return false;
    return true;
}

/* Whoever is named otherwise than to be asked, or tried. */
static bool note_wanted(const Ir *node, const IrOpInfo *op, void *data)
{
    const Uses *u = data;
    const bool asked = op->names == IR_NAMES_FN && node->k >= 0 && node->op == IR_OP_EXISTS && node->n == u->game->fn.at[node->k]->nparam;
    if (op->names == IR_NAMES_FN && node->k >= 0 && !asked && node->op != IR_OP_TRY)
        u->wanted[node->k] = true;
    return false;
}

static bool mark_tried(const Ir *node, const IrOpInfo *op, void *data)
{
    (void)op;
    if (node->op == IR_OP_TRY)
        ((bool *)data)[node->k] = true;
    return false;
}

/* Marks all generators that those which are marked try. */
static void close_tried(const IrGame *game, bool *mark)
{
    bool *done = ARENA_ARRAY(game->arena, bool, game->fn.n + 1);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < game->fn.n; i++) {
            if (game->fn.at[i]->kind != IR_GEN || !mark[i] || done[i])
                continue;
            done[i] = more = true;
            ir_visit_refs(game->fn.at[i]->body, mark_tried, mark);
        }
    }
}

static void find_uses(Uses *u)
{
    IrGame *game = u->game;
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        const size_t n = tree_slots(game, game->fn.at[i], &slot);
        for (size_t k = 0; k < n; k++)
            ir_visit_refs(*slot[k].slot, note_wanted, u);
        u->wanted[i] = u->wanted[i] || strcmp(game->fn.at[i]->name, "moves") == 0;
    }
    close_tried(game, u->wanted);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < game->fn.n; i++) {
            if (game->fn.at[i]->kind != IR_GEN || u->wanted[i] || u->stays[i] || only_finds(u, game->fn.at[i]->body))
                continue;
            u->stays[i] = more = true;
        }
        close_tried(game, u->stays);
    }
}

static Ir *found(IrGame *game) { return ir_op1(game, IR_OP_RET, ir_const(game, 1)); }

static Ir *found_if(IrGame *game, Ir *condition)
{
    Ir *block = ir_block(game);
    ir_append(game, &block, found(game));
    return ir_if(game, condition, block, NULL);
}

/* Statements of a generator as those of the function. */
static Ir *as_test(IrGame *game, IrFn *fn, Ir *s, void *data)
{
    (void)fn;
    (void)data;
    switch (s->op) {
    case IR_OP_EMIT: return found(game);
    case IR_OP_EMITSET: return found_if(game, ir_op1(game, IR_OP_ANY, s->a[s->n - 1]));
    case IR_OP_TRY: return found_if(game, ir_call(game, IR_OP_CALL, (int)s->k, s->n, s->a));
    case IR_OP_PREFER: return tree_block(game, s->a, 2);
    case IR_OP_UNTESTED: return s->a[0];
    default: return s;
    }
}

static Ir *call_it(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    (void)fn;
    (void)data;
    if (node->op != IR_OP_EXISTS || game->fn.at[node->k]->kind != IR_FN)
        return node;
    Ir *call = ir_call(game, IR_OP_CALL, (int)node->k, node->n, node->a);
    call->at = node->at;
    return call;
}

/* Does the statement read a name that the block gives between two of its statements? */
static bool reads_between(const Ir *block, int from, int to, const Ir *s)
{
    for (int i = from + 1; i < to; i++)
        if (ir_gives_local(block->a[i]) && block->a[i]->op != IR_OP_FOR && block->a[i]->op != IR_OP_RANGE && ir_uses_local(s, (int)block->a[i]->k))
            return true;
    return false;
}

static bool groups_with(const Ir *block, int first, int i)
{
    const Ir *a = block->a[first], *b = block->a[i];
    return a->op == IR_OP_IF && b->op == IR_OP_IF && a->n == 2 && b->n == 2 && ir_equal(a->a[0], b->a[0]) && !reads_between(block, first, i, b);
}

/* What is found has no order: conditions that are alike become one. */
static Ir *group_conditions(IrGame *game, IrFn *fn, Ir *block, void *data)
{
    (void)fn;
    (void)data;
    if (block->op != IR_OP_BLOCK || tree_has_op(block, IR_OP_SET) || tree_has_op(block, IR_OP_DISCARD) || tree_has_op(block, IR_OP_DRAW))
        return block;
    Ir *made = ir_block(game);
    bool *gone = ARENA_ARRAY(game->arena, bool, block->n + 1);
    for (int i = 0; i < block->n; i++) {
        if (gone[i])
            continue;
        Ir *s = block->a[i];
        for (int k = i + 1; k < block->n && s->op == IR_OP_IF; k++) {
            if (gone[k] || !groups_with(block, i, k))
                continue;
            gone[k] = true;
            s = ir_if(game, s->a[0], tree_block(game, (Ir *[]){s->a[1], block->a[k]->a[1]}, 2), NULL);
            s->at = block->a[i]->at;
        }
        ir_append(game, &made, s);
    }
    made->at = block->at;
    return made->n < block->n ? made : block;
}

static void become_function(IrGame *game, IrFn *gen)
{
    gen->kind = IR_FN;
    gen->ret = ir_bit();
    gen->body = ir_rewrite(game, gen, gen->body, as_test, NULL);
    ir_append(game, &gen->body, ir_op1(game, IR_OP_RET, ir_const(game, 0)));
}

bool ir_pass_exists_to_fn(IrPass *pass)
{
    IrGame *game = pass->game;
    Uses u = {game, ARENA_ARRAY(game->arena, bool, game->fn.n + 1), ARENA_ARRAY(game->arena, bool, game->fn.n + 1)};
    bool changed = false;
    find_uses(&u);
    for (size_t i = 0; i < game->fn.n; i++) {
        IrFn *fn = game->fn.at[i];
        if (fn->kind != IR_GEN || u.wanted[i])
            continue;
        fn->body = ir_rewrite(game, fn, fn->body, group_conditions, NULL);
        if (!u.stays[i])
            become_function(game, fn);
        changed = true;
    }
    if (changed)
        ir_rewrite_game(game, call_it, NULL);
    return changed;
}
