/* tree.c - questions about trees, and copies of them. */
#include "ir/core/tree.h"

bool tree_is_int(const Ir *node, int64_t value)
{
    return node->op == IR_OP_INT && node->k == value;
}

bool tree_has_op(const Ir *node, IrOp op)
{
    if (node->op == op)
        return true;
    for (int i = 0; i < node->n; i++)
        if (tree_has_op(node->a[i], op))
            return true;
    return false;
}

bool tree_does(const Ir *node, unsigned any)
{
    if (ir_does(node->op, any))
        return true;
    for (int i = 0; i < node->n; i++)
        if (tree_does(node->a[i], any))
            return true;
    return false;
}

const IrFn *tree_lowered(const IrGame *game)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        const bool made = fn->body && (tree_has_op(fn->body, IR_OP_ASIDE) || tree_has_op(fn->body, IR_OP_COLLECT) ||
                                       tree_has_op(fn->body, IR_OP_NOTE) || tree_has_op(fn->body, IR_OP_NOTES));
        if (made || fn->hint == IR_HINT_RECURSIVE)
            return fn;
    }
    return NULL;
}

size_t tree_size(const Ir *node)
{
    size_t size = 1;
    for (int i = 0; i < node->n; i++)
        size += tree_size(node->a[i]);
    return size;
}

size_t tree_reads(const Ir *node, int local)
{
    size_t n = node->op == IR_OP_LOCAL && node->k == local;
    for (int i = 0; i < node->n; i++)
        n += tree_reads(node->a[i], local);
    return n;
}

bool tree_reads_state(const Ir *node)
{
    if (ir_reads_state(node->op))
        return true;
    for (int i = 0; i < node->n; i++)
        if (tree_reads_state(node->a[i]))
            return true;
    return false;
}

static bool in_range(const Ir *index, int64_t size)
{
    return index->type.kind == IR_INT && index->type.lo >= 0 &&
           index->type.hi < size;
}

static bool node_is_total(const IrGame *game, const Ir *node)
{
    switch (node->op) {
    case IR_OP_TAB:
        for (int i = 0; i < node->n; i++)
            if (!in_range(node->a[i], game->table.at[node->k].dim[i].size))
                return false;
        return true;
    case IR_OP_GET:
        return node->n == 0 ||
               in_range(node->a[0], game->field.at[node->k].dim.size);
    case IR_OP_DIV:
    case IR_OP_MOD:
        return node->a[1]->type.lo > 0 || node->a[1]->type.hi < 0;
    default:
        return !ir_does(node->op, IR_PARTIAL);
    }
}

bool tree_is_total(const IrGame *game, const Ir *node)
{
    if (!node_is_total(game, node))
        return false;
    for (int i = 0; i < node->n; i++)
        if (!tree_is_total(game, node->a[i]))
            return false;
    return true;
}

bool tree_is_closed(const Ir *e, bool *bound)
{
    if (e->op == IR_OP_LOCAL)
        return bound[e->k];
    if (ir_gives_local(e))
        bound[e->k] = true;
    for (int i = 0; i < e->n; i++)
        if (!tree_is_closed(e->a[i], bound))
            return false;
    return true;
}

bool tree_always_returns(const Ir *node)
{
    switch (node->op) {
    case IR_OP_RET:
        return true;
    case IR_OP_BLOCK:
        for (int i = 0; i < node->n; i++)
            if (tree_always_returns(node->a[i]))
                return true;
        return false;
    case IR_OP_IF:
        return node->n == 3 && tree_always_returns(node->a[1]) &&
               tree_always_returns(node->a[2]);
    default:
        return false;
    }
}

/* ---- copies ------------------------------------------------------------ */

Ir *tree_like(IrGame *game, const Ir *node)
{
    return arena_copy(game->arena, node, sizeof(Ir) + node->n * sizeof(Ir *));
}

Ir *tree_remap(IrGame *game, const Ir *node, Ir *const *map)
{
    if (node->op == IR_OP_LOCAL && map[node->k])
        return ir_copy(game, map[node->k]);
    Ir *copy = tree_like(game, node);
    if (ir_gives_local(node) && map[node->k])
        copy->k = map[node->k]->k;
    for (int i = 0; i < node->n; i++)
        copy->a[i] = tree_remap(game, node->a[i], map);
    return copy;
}

/* No map: a function of thousands of locals would need a large one for a small tree. */
Ir *tree_subst(IrGame *game, const IrFn *fn, const Ir *node, int local, Ir *value)
{
    if (node->op == IR_OP_LOCAL && node->k == local)
        return ir_copy(game, value);
    Ir *copy = tree_like(game, node);
    if (ir_gives_local(node) && node->k == local)
        copy->k = value->k;
    for (int i = 0; i < node->n; i++)
        copy->a[i] = tree_subst(game, fn, node->a[i], local, value);
    return copy;
}

Ir *tree_replace(IrGame *game, const Ir *node, const Ir *from, const Ir *to)
{
    if (ir_equal(node, from))
        return ir_copy(game, to);
    Ir *fresh = arena_copy(game->arena, node, sizeof(Ir) + node->n * sizeof(Ir *));
    for (int i = 0; i < node->n; i++)
        fresh->a[i] = tree_replace(game, node->a[i], from, to);
    return fresh;
}

Ir **tree_rename_map(IrGame *game, const IrFn *from, IrFn *to, int first)
{
    size_t n = from->local.n; /* `from` may be `to` */
    Ir **map = ARENA_ARRAY(game->arena, Ir *, n + 1);
    for (size_t i = (size_t)first; i < n; i++) {
        int local = ir_local_add(game, to, from->local.at[i].name,
                                 from->local.at[i].type);
        map[i] = ir_local(game, to, local);
    }
    return map;
}

bool tree_own_names(IrGame *game, const IrFn *from, IrFn *to, const Ir *e, Ir **map)
{
    if (e->op == IR_OP_LOCAL)
        return map[e->k] != NULL;
    for (int i = 0; i < e->n; i++) {
        if (ir_gives_local(e) && i == e->n - 1 && !map[e->k])
            map[e->k] = ir_local(game, to, ir_local_add(game, to, from->local.at[e->k].name, from->local.at[e->k].type));
        if (!tree_own_names(game, from, to, e->a[i], map))
            return false;
    }
    return true;
}

static void rename_bound(IrGame *game, IrFn *fn, const Ir *node, Ir **map, size_t n)
{
    if (ir_gives_local(node) && node->op != IR_OP_SET && (size_t)node->k < n &&
        !map[node->k]) {
        const IrLocal *old = &fn->local.at[node->k];
        map[node->k] = ir_local(game, fn,
                                ir_local_add(game, fn, old->name, old->type));
    }
    for (int i = 0; i < node->n; i++)
        rename_bound(game, fn, node->a[i], map, n);
}

Ir *tree_clone(IrGame *game, IrFn *fn, const Ir *node)
{
    size_t n = fn->local.n;
    Arena *scratch = arena_beside(game->arena);
    Ir **map = ARENA_ARRAY(scratch, Ir *, n + 1);
    rename_bound(game, fn, node, map, n);
    Ir *copy = tree_remap(game, node, map);
    arena_free(scratch);
    return copy;
}

/* The type of a local that the node binds, as far as the operands say. */
static void retype_local(const IrGame *game, IrFn *fn, const Ir *node)
{
    IrType *type = &fn->local.at[node->k].type;
    IrType t;
    switch (node->op) {
    case IR_OP_LET:
    case IR_OP_LETX:
        t = node->a[0]->type;
        break;
    case IR_OP_RANGE:
        t = ir_int(node->a[0]->type.lo, node->a[1]->type.hi - 1);
        t.space = type->space;
        break;
    default:
        return;
    }
    (void)game;
    if (t.kind == IR_INT && type->kind == IR_INT && t.lo <= t.hi) {
        type->lo = t.lo;
        type->hi = t.hi;
    }
}

void tree_retype(IrGame *game, IrFn *fn, Ir *node)
{
    for (int i = 0; i < node->n; i++) {
        tree_retype(game, fn, node->a[i]);
        bool before_body = node->op == IR_OP_LETX ? i == 0
                           : node->op == IR_OP_RANGE ? i == 1
                                                     : false;
        if (before_body || (node->op == IR_OP_LET && i == 0))
            retype_local(game, fn, node);
    }
    node->type = ir_infer(game, fn, node);
}

static size_t count_spliced(Ir *const *statement, size_t n)
{
    size_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += statement[i]->op == IR_OP_BLOCK
                     ? count_spliced(statement[i]->a, statement[i]->n)
                     : 1;
    return total;
}

static size_t splice(Ir **out, Ir *const *statement, size_t n)
{
    size_t total = 0;
    for (size_t i = 0; i < n; i++)
        if (statement[i]->op == IR_OP_BLOCK)
            total += splice(out + total, statement[i]->a, statement[i]->n);
        else
            out[total++] = statement[i];
    return total;
}

/* A node has at most UINT16_MAX operands: the rest is a block in the last place, which sees all names declared before. */
static Ir *block_of(IrGame *game, Ir **list, size_t n)
{
    enum { FIRST = UINT16_MAX - 1 };
    if (n <= UINT16_MAX)
        return ir_node(game, NULL, IR_OP_BLOCK, 0, (int)n, list);
    list[FIRST] = block_of(game, list + FIRST, n - FIRST);
    return ir_node(game, NULL, IR_OP_BLOCK, 0, UINT16_MAX, list);
}

Ir *tree_block(IrGame *game, Ir *const *statement, size_t n)
{
    size_t total = count_spliced(statement, n);
    Ir **list = ARENA_ARRAY(game->arena, Ir *, total + 1);
    splice(list, statement, n);
    return block_of(game, list, total);
}

size_t tree_slots(IrGame *game, IrFn *fn, TreeSlot **slot)
{
    TreeSlot *list = ARENA_ARRAY(game->arena, TreeSlot, 6 + fn->view.n);
    size_t n = 0;
    if (fn->body)
        list[n++] = (TreeSlot){SLOT_BODY, &fn->body};
    if (fn->header)
        list[n++] = (TreeSlot){SLOT_HEADER, &fn->header};
    if (fn->effect)
        list[n++] = (TreeSlot){SLOT_EFFECT, &fn->effect};
    if (fn->then)
        list[n++] = (TreeSlot){SLOT_THEN, &fn->then};
    if (fn->post)
        list[n++] = (TreeSlot){SLOT_POST, &fn->post};
    for (size_t i = 0; i < fn->view.n; i++)
        list[n++] = (TreeSlot){SLOT_VIEW, &fn->view.at[i].value};
    if (fn->spared)
        list[n++] = (TreeSlot){SLOT_SPARED, &fn->spared};
    *slot = list;
    return n;
}
