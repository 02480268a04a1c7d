/* flatten.c - pass flatten: generators become loops around emit (ir/lower/headers.c).
 *
 * `try` of a generator becomes its body.  Sets game->flat when no `try` of a rule is left. */
#include "ir/lower/lower.h"
#include "ir/passes/pass.h"
#include "ir/core/tree.h"

static bool is_simple(const Ir *arg)
{
    return arg->op == IR_OP_INT || arg->op == IR_OP_LOCAL;
}

/* What the caller gives stands for the leading parameters: itself, or by a `let` of the
 * list.  Their number is returned. */
static size_t bind(IrGame *game, const Ir *try, Ir **map, Ir **list)
{
    size_t n = 0;
    for (int i = 0; i < try->n; i++)
        if (is_simple(try->a[i]))
            map[i] = try->a[i];
        else
            list[n++] = ir_k1(game, IR_OP_LET, map[i]->k, try->a[i]);
    return n;
}

static Ir *expand_rule(IrGame *game, IrFn *gen, Ir *try)
{
    const IrFn *rule = game->fn.at[try->k];
    if (!ir_header_in_reach(rule, try->n))
        return try;
    Ir **list = ARENA_ARRAY(game->arena, Ir *, try->n + 1);
    Ir **map = tree_rename_map(game, rule, gen, 0);
    size_t n = bind(game, try, map, list);
    list[n++] = ir_lower_header(game, gen, rule, map, try->n, false);
    return tree_block(game, list, n);
}

static Ir *flatten_visit(IrGame *game, IrFn *gen, Ir *node, void *data)
{
    if (node->op == IR_OP_BLOCK)
        return tree_block(game, node->a, node->n);
    if (node->op != IR_OP_TRY)
        return node;
    const IrFn *callee = game->fn.at[node->k];
    if (callee->kind == IR_RULE)
        return expand_rule(game, gen, node);
    Ir **map = tree_rename_map(game, callee, gen, 0);
    Ir **list = ARENA_ARRAY(game->arena, Ir *, node->n + 1);
    size_t n = bind(game, node, map, list);
    Ir *body = tree_remap(game, callee->body, map);
    list[n++] = ir_rewrite(game, gen, body, flatten_visit, data);
    return tree_block(game, list, n);
}

static bool tries_rule(const IrGame *game, const Ir *node)
{
    if (node->op == IR_OP_TRY)
        return game->fn.at[node->k]->kind == IR_RULE;
    for (int i = 0; i < node->n; i++)
        if (tries_rule(game, node->a[i]))
            return true;
    return false;
}

bool ir_pass_flatten(IrPass *pass)
{
    IrGame *game = pass->game;
    bool flat = true, changed = false;
    for (size_t i = 0; i < game->fn.n; i++) {
        IrFn *gen = game->fn.at[i];
        if (gen->kind != IR_GEN)
            continue;
        changed = changed || tree_has_op(gen->body, IR_OP_TRY);
        gen->body = ir_rewrite(game, gen, gen->body, flatten_visit, NULL);
        if (tries_rule(game, gen->body)) {
            flat = false;
            ir_pass_remark(pass, gen->at,
                           "generator %s stays a search: a rule it tries has an "
                           "unbound parameter", gen->name);
        }
    }
    game->flat = flat;
    return changed;
}
