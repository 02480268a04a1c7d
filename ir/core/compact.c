/* compact.c - declarations nobody needs go, the others move up. */
#include "ir/core/tree.h"

typedef struct {
    int *field, *table, *fn; /* new numbers */
    int *local;              /* of the function at hand */
} Numbers;

static bool mark_table(const Ir *node, const IrOpInfo *op, void *used)
{
    if (op->names == IR_NAMES_TABLE)
        ((bool *)used)[node->k] = true;
    return false;
}

static bool mark_local(const Ir *node, const IrOpInfo *op, void *used)
{
    if (op->names == IR_NAMES_LOCAL)
        ((bool *)used)[node->k] = true;
    return false;
}

static Ir *renumber(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    const Numbers *to = data;
    (void)game;
    (void)fn;
    switch (ir_op_info(node->op)->names) {
    case IR_NAMES_LOCAL: node->k = to->local[node->k]; break;
    case IR_NAMES_FIELD: node->k = to->field[node->k]; break;
    case IR_NAMES_TABLE: node->k = to->table[node->k]; break;
    case IR_NAMES_FN: node->k = to->fn[node->k]; break;
    case IR_NAMES_SPACE: /* spaces stay */
    case IR_NAMES_NUMBER:
    case IR_NAMES_NOTHING: break;
    }
    return node;
}

/* new[i] = place of the i-th kept thing; returns how many are kept. */
static size_t number(const bool *keep, size_t n, int *to)
{
    int next = 0;
    for (size_t i = 0; i < n; i++)
        to[i] = keep[i] ? next++ : -1;
    return (size_t)next;
}

static void compact_locals(IrGame *game, IrFn *fn, Numbers *to, Arena *scratch)
{
    size_t n = fn->local.n;
    bool *used = ARENA_ARRAY(scratch, bool, n + 1);
    TreeSlot *slot;
    size_t nslot = tree_slots(game, fn, &slot);
    to->local = ARENA_ARRAY(scratch, int, n + 1);
    for (size_t i = 0; i < nslot; i++)
        ir_visit_refs(*slot[i].slot, mark_local, used);
    for (int i = 0; i < fn->nparam; i++)
        used[i] = true;
    fn->local.n = number(used, n, to->local);
    fn->names = NULL;
    for (size_t i = 0; i < n; i++)
        if (used[i])
            fn->local.at[to->local[i]] = fn->local.at[i];
}

#define MOVE_UP(vec, keep, to)                             \
    for (size_t i = 0, n_ = (vec).n; i < n_; i++)          \
        if ((keep)[i])                                     \
            (vec).at[(to)[i]] = (vec).at[i];

static bool *tables_read(IrGame *game, const bool *fn, Arena *scratch)
{
    bool *table = ARENA_ARRAY(scratch, bool, game->table.n + 1);
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t n = fn[i] ? tree_slots(game, game->fn.at[i], &slot) : 0;
        for (size_t j = 0; j < n; j++)
            ir_visit_refs(*slot[j].slot, mark_table, table);
    }
    return table;
}

bool ir_compact(IrGame *game, const bool *field, const bool *fn)
{
    Arena *scratch = arena_beside(game->arena);
    Numbers to = {0};
    game->facts = NULL;
    const bool *table = tables_read(game, fn, scratch);
    to.field = ARENA_ARRAY(scratch, int, game->field.n + 1);
    to.table = ARENA_ARRAY(scratch, int, game->table.n + 1);
    to.fn = ARENA_ARRAY(scratch, int, game->fn.n + 1);
    size_t nfield = number(field, game->field.n, to.field);
    size_t ntable = number(table, game->table.n, to.table);
    size_t nfn = number(fn, game->fn.n, to.fn);
    bool changed = nfield < game->field.n || ntable < game->table.n ||
                   nfn < game->fn.n;
    for (size_t i = 0; i < game->fn.n; i++) {
        if (!fn[i])
            continue;
        compact_locals(game, game->fn.at[i], &to, scratch);
        ir_rewrite_fn(game, game->fn.at[i], renumber, &to);
    }
    MOVE_UP(game->field, field, to.field)
    MOVE_UP(game->table, table, to.table)
    MOVE_UP(game->fn, fn, to.fn)
    game->field.n = nfield;
    game->table.n = ntable;
    game->fn.n = nfn;
    arena_free(scratch);
    return changed;
}
