/* flatten.c - pass flatten: generators become loops around emit.
 *
 *     rule step(%from, %to) {               gen moves {
 *       param %from in where(@what, 1)        for %from in where(@what, 1) {
 *       param %to in $next[%from]      ->       for %to in $next[%from] {
 *       when @what[%to] == 0 .. }                 if @what[%to] == 0 {
 *     gen moves { try step }                        emit step(%from, %to) } } } }
 *
 * A parameter that the caller binds is tested for membership instead.  `try` of
 * a generator becomes its body.  (A `post` stays with its rule: `emit` tests it.)
 * Sets game->flat when no `try` of a rule is left. */
#include "ir/passes/pass.h"
#include "ir/core/tree.h"

typedef struct {
    IrGame *game;
    IrFn *gen;        /* receives the statements */
    const IrFn *rule; /* being expanded */
    int64_t k;        /* its index */
    Ir **map;         /* the rule's locals as names in the generator */
    int nbound;       /* leading parameters given by the caller */
} Expand;

static Ir *copied(Expand *e, const Ir *tree)
{
    return tree_remap(e->game, tree, e->map);
}

/* Is the given value a member of the parameter's domain? */
static Ir *membership(Expand *e, const Ir *param)
{
    IrGame *g = e->game;
    Ir *value = ir_copy(g, e->map[param->k]);
    if (param->n == 2)
        return ir_op2(g, IR_OP_AND,
                      ir_op2(g, IR_OP_GE, value, copied(e, param->a[0])),
                      ir_op2(g, IR_OP_LT, ir_copy(g, value),
                             copied(e, param->a[1])));
    Ir *set = copied(e, param->a[0]);
    if (set->type.kind == IR_VEC)
        set = ir_k1(g, IR_OP_ROWMASK, set->type.space, set);
    return ir_op2(g, IR_OP_HAS, value, set);
}

static Ir *expand_from(Expand *e, int i);

static Ir *expand_param(Expand *e, const Ir *param, int i)
{
    IrGame *g = e->game;
    bool bound = param->k < e->nbound;
    if (bound && param->n == 0)
        return expand_from(e, i + 1);
    if (bound)
        return ir_if(g, membership(e, param), expand_from(e, i + 1), NULL);
    int64_t local = e->map[param->k]->k;
    Ir *first = copied(e, param->a[0]);
    if (param->n == 1)
        return ir_k2(g, IR_OP_FOR, local, first, expand_from(e, i + 1));
    Ir *end = copied(e, param->a[1]);
    return ir_node(g, e->gen, IR_OP_RANGE, local, 3,
                   (Ir *[]){first, end, expand_from(e, i + 1)});
}

static Ir *emission(Expand *e)
{
    int n = e->rule->nparam;
    Ir **args = ARENA_ARRAY(e->game->arena, Ir *, n + 1);
    for (int i = 0; i < n; i++)
        args[i] = ir_copy(e->game, e->map[i]);
    Ir *emit = ir_call(e->game, IR_OP_EMIT, (int)e->k, n, args);
    emit->at = e->rule->at;
    return emit;
}

/* The header from statement i on, as a block. */
static Ir *expand_from(Expand *e, int i)
{
    IrGame *g = e->game;
    const Ir *header = e->rule->header;
    Ir *rest = NULL;
    if (i == header->n)
        return tree_block(g, (Ir *[]){emission(e)}, 1);
    const Ir *s = header->a[i];
    switch (s->op) {
    case IR_OP_PARAM:
        rest = expand_param(e, s, i);
        break;
    case IR_OP_WHEN:
        rest = ir_if(g, copied(e, s->a[0]), expand_from(e, i + 1), NULL);
        break;
    default: { /* LET */
        Ir *let = copied(e, s);
        return tree_block(g, (Ir *[]){let, expand_from(e, i + 1)}, 2);
    }
    }
    rest->at = s->at;
    return tree_block(g, &rest, 1);
}

/* Can the header be written as loops: is every parameter in reach? */
static bool expandable(const IrFn *rule, int nbound)
{
    for (int i = 0; i < rule->header->n; i++) {
        const Ir *s = rule->header->a[i];
        if (s->op == IR_OP_PARAM && s->n == 0 && s->k >= nbound)
            return false;
    }
    return true;
}

static bool is_simple(const Ir *arg)
{
    return arg->op == IR_OP_INT || arg->op == IR_OP_LOCAL;
}

/* What the caller gives stands for the leading parameters: itself, or by a `let` of the
 * list.  Their number is returned. */
static size_t bind(IrGame *game, const Ir *try, Ir **map, Ir **list)
{
    size_t n = 0;
    for (int i = 0; i < try->n; i++) {
        if (is_simple(try->a[i]))
            map[i] = try->a[i];
        else
            list[n++] = ir_k1(game, IR_OP_LET, map[i]->k, try->a[i]);
    }
    return n;
}

static Ir *expand_rule(IrGame *game, IrFn *gen, Ir *try)
{
    const IrFn *rule = game->fn.at[try->k];
    Expand e = {.game = game, .gen = gen, .rule = rule, .k = try->k,
                .nbound = try->n};
    if (!expandable(rule, try->n))
        return try;
    Ir **list = ARENA_ARRAY(game->arena, Ir *, try->n + 1);
    e.map = tree_rename_map(game, rule, gen, 0);
    size_t n = bind(game, try, e.map, list);
    list[n++] = expand_from(&e, 0);
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
