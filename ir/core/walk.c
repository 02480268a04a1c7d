/* walk.c - copying, comparing and rewriting bodies. */
#include "ir/core/ir.h"

#include <string.h>

static size_t node_size(const Ir *node)
{
    return sizeof(Ir) + node->n * sizeof(Ir *);
}

Ir *ir_copy(IrGame *game, const Ir *node)
{
    if (!node)
        return NULL;
    Ir *copy = arena_copy(game->arena, node, node_size(node));
    for (int i = 0; i < node->n; i++)
        copy->a[i] = ir_copy(game, node->a[i]);
    return copy;
}

bool ir_equal(const Ir *a, const Ir *b)
{
    if (!a || !b)
        return a == b;
    if (a->op != b->op || a->n != b->n || a->k != b->k)
        return false;
    for (int i = 0; i < a->n; i++)
        if (!ir_equal(a->a[i], b->a[i]))
            return false;
    return true;
}

/* The visitor gets a fresh copy of each node, so it may change it in place even
 * where a front end used one node twice. */
Ir *ir_rewrite(IrGame *game, IrFn *fn, Ir *node, IrVisit *visit, void *data)
{
    if (!node)
        return NULL;
    Ir *fresh = arena_copy(game->arena, node, node_size(node));
    bool retype = false;
    for (int i = 0; i < node->n; i++) {
        fresh->a[i] = ir_rewrite(game, fn, node->a[i], visit, data);
        if (fresh->a[i] && !ir_type_same(fresh->a[i]->type, node->a[i]->type))
            retype = true;
    }
    if (retype)
        fresh->type = ir_infer(game, fn, fresh);
    return visit(game, fn, fresh, data);
}

void ir_rewrite_fn(IrGame *game, IrFn *fn, IrVisit *visit, void *data)
{
    fn->body = ir_rewrite(game, fn, fn->body, visit, data);
    fn->header = ir_rewrite(game, fn, fn->header, visit, data);
    fn->effect = ir_rewrite(game, fn, fn->effect, visit, data);
    fn->then = ir_rewrite(game, fn, fn->then, visit, data);
    fn->post = ir_rewrite(game, fn, fn->post, visit, data);
    fn->spared = ir_rewrite(game, fn, fn->spared, visit, data);
    for (size_t i = 0; i < fn->view.n; i++)
        fn->view.at[i].value = ir_rewrite(game, fn, fn->view.at[i].value, visit, data);
}

void ir_rewrite_game(IrGame *game, IrVisit *visit, void *data)
{
    for (size_t i = 0; i < game->fn.n; i++)
        ir_rewrite_fn(game, game->fn.at[i], visit, data);
}

bool ir_uses_local(const Ir *node, int local)
{
    if (!node)
        return false;
    if (node->op == IR_OP_LOCAL && node->k == local)
        return true;
    for (int i = 0; i < node->n; i++)
        if (ir_uses_local(node->a[i], local))
            return true;
    return false;
}

bool ir_visit_refs(const Ir *node, IrRefVisit *visit, void *data)
{
    if (!node)
        return false;
    const IrOpInfo *op = ir_op_info(node->op);
    if (op->names > IR_NAMES_NUMBER && visit(node, op, data))
        return true;
    for (int i = 0; i < node->n; i++)
        if (ir_visit_refs(node->a[i], visit, data))
            return true;
    return false;
}

static bool has_draw(const Ir *node)
{
    if (!node)
        return false;
    bool found = ir_does(node->op, IR_DRAWS);
    for (int i = 0; i < node->n && !found; i++)
        found = has_draw(node->a[i]);
    return found;
}

bool ir_draws(const IrGame *game)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        if (ir_is_chooser(fn))
            continue; /* it draws moves */
        if (has_draw(fn->body) || has_draw(fn->effect) || has_draw(fn->then))
            return true;
    }
    return false;
}

/* ---- fields read, through calls ---------------------------------------- */

/* Which fields a tree reads: all are marked in `field`, or one is looked for. */
typedef struct {
    const IrGame *game;
    Arena *scratch; /* NULL before the first call */
    bool *seen;     /* functions */
    bool *field;    /* NULL: only `wanted` counts */
    int wanted;     /* -1: all */
    bool found;
} Reading;

static void note_reads(Reading *r, const Ir *node);

/* Every section of a rule counts: `post` and `keep` run its effect. */
static void fn_note_reads(Reading *r, size_t index)
{
    if (index >= r->game->fn.n || r->found)
        return;
    if (!r->scratch) {
        r->scratch = arena_beside(r->game->arena);
        r->seen = ARENA_ARRAY(r->scratch, bool, r->game->fn.n);
    }
    if (r->seen[index])
        return;
    r->seen[index] = true;
    const IrFn *fn = r->game->fn.at[index];
    const Ir *const part[] = {fn->body, fn->header, fn->effect, fn->then, fn->post};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        note_reads(r, part[i]);
}

static void turn_note_reads(Reading *r)
{
    for (size_t i = 0; i < r->game->fn.n; i++)
        if (r->game->fn.at[i]->kind == IR_TURN)
            fn_note_reads(r, i);
}

static void note_reads(Reading *r, const Ir *node)
{
    if (!node || r->found)
        return;
    if (ir_reads_field(node)) {
        r->found = node->k == r->wanted;
        if (r->field)
            r->field[node->k] = true;
    }
    if (ir_does(node->op, IR_TURNS))
        turn_note_reads(r);
    if (ir_does(node->op, IR_CALLS) && node->k >= 0)
        fn_note_reads(r, (size_t)node->k);
    for (int i = 0; i < node->n; i++)
        note_reads(r, node->a[i]);
}

bool ir_uses_field(const IrGame *game, const Ir *node, int field)
{
    Reading reading = {.game = game, .wanted = field};
    note_reads(&reading, node);
    arena_free(reading.scratch);
    return reading.found;
}

void ir_note_reads(const IrGame *game, const Ir *node, bool *field)
{
    Reading reading = {.game = game, .field = field, .wanted = -1};
    note_reads(&reading, node);
    arena_free(reading.scratch);
}

/* ---- whole games ------------------------------------------------------- */

/* Arrays of a copied declaration; a NULL stays NULL. */
static void *clone(Arena *arena, const void *data, size_t size)
{
    return data ? arena_copy(arena, data, size) : NULL;
}

static void copy_spaces(IrGame *copy, const IrGame *game)
{
    for (size_t i = 0; i < game->space.n; i++) {
        IrSpace space = game->space.at[i];
        space.label = clone(copy->arena, space.label,
                            (size_t)space.size * sizeof *space.label);
        vec_push(copy->arena, &copy->space, space);
    }
}

static size_t mask_bytes(const IrGame *game, IrType elem, size_t n)
{
    return elem.kind == IR_MASK ? n * (size_t)ir_words(game, elem.space) * sizeof(uint64_t) : 0;
}

/* What is in `lasting` (NULL: nothing) is shared: tables do not change once they are made. */
static void *clone_but(Arena *arena, const Arena *lasting, void *data, size_t size)
{
    return data && lasting && arena_has(lasting, data) ? data : clone(arena, data, size);
}

static void copy_tables(IrGame *copy, const IrGame *game, const Arena *lasting)
{
    for (size_t i = 0; i < game->table.n; i++) {
        IrTable table = game->table.at[i];
        size_t nvalue = table.rows ? table.off[table.n] : table.n;
        table.value = clone_but(copy->arena, lasting, table.value, nvalue * sizeof *table.value);
        table.off = clone_but(copy->arena, lasting, table.off, (table.n + 1) * sizeof *table.off);
        table.word = clone_but(copy->arena, lasting, table.word, mask_bytes(game, table.elem, table.n));
        vec_push(copy->arena, &copy->table, table);
    }
}

static void copy_fields(IrGame *copy, const IrGame *game)
{
    for (size_t i = 0; i < game->field.n; i++) {
        IrField field = game->field.at[i];
        field.init = clone(copy->arena, field.init, field.n * sizeof *field.init);
        field.word = clone(copy->arena, field.word, mask_bytes(game, field.elem, field.n));
        vec_push(copy->arena, &copy->field, field);
    }
}

static IrFn *copy_fn(IrGame *copy, const IrFn *fn)
{
    IrFn *fresh = arena_copy(copy->arena, fn, sizeof *fn);
    fresh->local.at = clone(copy->arena, fn->local.at, fn->local.n * sizeof *fn->local.at);
    fresh->local.cap = fn->local.n;
    fresh->names = NULL;
    fresh->view.at = clone(copy->arena, fn->view.at, fn->view.n * sizeof *fn->view.at);
    fresh->view.cap = fn->view.n;
    for (size_t i = 0; i < fn->view.n; i++)
        fresh->view.at[i].value = ir_copy(copy, fn->view.at[i].value);
    fresh->body = ir_copy(copy, fn->body);
    fresh->header = ir_copy(copy, fn->header);
    fresh->effect = ir_copy(copy, fn->effect);
    fresh->then = ir_copy(copy, fn->then);
    fresh->post = ir_copy(copy, fn->post);
    fresh->spared = ir_copy(copy, fn->spared);
    return fresh;
}

IrGame *ir_game_move(const IrGame *game, Arena *arena, const Arena *lasting)
{
    IrGame *copy = ARENA_NEW(arena, IrGame);
    copy->session = game->session;
    copy->arena = arena;
    copy->name = game->name;
    copy->players = game->players;
    copy->joint = game->joint;
    copy->flat = game->flat;
    copy->atari = game->atari;
    copy->sliced = game->sliced;
    copy->plan = game->plan;
    copy->plan_rule = game->plan_rule;
    copy->checked = game->checked;
    copy->legal = game->legal;
    copy->list = game->list;
    copy->count = game->count;
    copy->list_candidates = game->list_candidates;
    copy->count_candidates = game->count_candidates;
    copy->choose = game->choose;
    copy->choose_tested = game->choose_tested;
    copy->apply = game->apply;
    copy->candidates = game->candidates;
    copy->allowed = game->allowed;
    copy_spaces(copy, game);
    copy_tables(copy, game, lasting);
    copy_fields(copy, game);
    for (size_t i = 0; i < game->fn.n; i++)
        vec_push(arena, &copy->fn, copy_fn(copy, game->fn.at[i]));
    for (size_t i = 0; i < game->data.n; i++)
        ir_data_add(copy, game->data.at[i].name, game->data.at[i].n, game->data.at[i].value);
    return copy;
}

IrGame *ir_game_copy(const IrGame *game, Arena *arena)
{
    return ir_game_move(game, arena, NULL);
}
