/* reads.c - what of a state the rules read: what is left of a copy that passes have cleared. */
#include "ir/offer/reads.h"

#include <string.h>

#include "ir/passes/pass.h"
#include "ir/core/tree.h"

static const char *const clearing[] = {"clearing"}; /* a pipeline */

static void without_planes(IrGame *game, Arena *scratch)
{
    bool *field = ARENA_ARRAY(scratch, bool, game->field.n + 1), *fn = ARENA_ARRAY(scratch, bool, game->fn.n + 1);
    for (size_t i = 0; i < game->field.n; i++)
        field[i] = true;
    for (size_t i = 0; i < game->fn.n; i++)
        fn[i] = game->fn.at[i]->kind != IR_PLANE;
    ir_compact(game, field, fn);
}

/* ---- numbers that are only compared ------------------------------------------------------ */

/* By field of the copy: one more than the largest constant it is compared with, and whether
 * anything else is done with it. */
typedef struct {
    int64_t *most;
    bool *free;
} Compared;

static void note(Compared *c, const Ir *node);

static void note_operands(Compared *c, const Ir *node, int from)
{
    for (int i = from; i < node->n; i++)
        note(c, node->a[i]);
}

static void note_constant(Compared *c, int64_t field, int64_t k)
{
    c->most[field] = k + 1 > c->most[field] ? k + 1 : c->most[field];
}

/* A number that is only compared with numbers up to `k`: a field is as good as k + 1 beyond. */
static void note_bounded(Compared *c, const Ir *a, int64_t k)
{
    if (a->op == IR_OP_GET && a->type.kind == IR_INT) {
        note_constant(c, a->k, k);
        note_operands(c, a, 0);
    } else if (a->op == IR_OP_ADD && a->a[1]->type.kind == IR_INT && a->a[1]->type.lo >= 0) {
        note_bounded(c, a->a[0], k);
        note(c, a->a[1]);
    } else if (a->op == IR_OP_SELECT) {
        note(c, a->a[0]);
        note_bounded(c, a->a[1], k);
        note_bounded(c, a->a[2], k);
    } else {
        note(c, a);
    }
}

/* The side that may be larger, by what the other one is at most. */
static bool note_comparison(Compared *c, const Ir *a, const Ir *b)
{
    if (a->type.kind != IR_INT || b->type.kind != IR_INT)
        return false;
    const Ir *more = a->type.hi > b->type.hi ? a : b, *less = more == a ? b : a;
    if (a->op == IR_OP_INT || b->op == IR_OP_INT) {
        less = a->op == IR_OP_INT ? a : b;
        more = less == a ? b : a;
    }
    note_bounded(c, more, less->type.hi);
    note(c, less);
    return true;
}

/* What a field becomes: numbers that are as good as each other stay so. */
static void note_next(Compared *c, int64_t field, const Ir *value)
{
    if (value->op == IR_OP_GET && value->k == field) {
        note_operands(c, value, 0);
    } else if (value->op == IR_OP_ADD && value->a[1]->type.kind == IR_INT && value->a[1]->type.lo >= 0) {
        note_next(c, field, value->a[0]);
        note(c, value->a[1]);
    } else if (value->op == IR_OP_SELECT) {
        note(c, value->a[0]);
        note_next(c, field, value->a[1]);
        note_next(c, field, value->a[2]);
    } else {
        note(c, value);
    }
}

static void note(Compared *c, const Ir *node)
{
    if (ir_is_comparison(node->op) && note_comparison(c, node->a[0], node->a[1]))
        return;
    if (node->op == IR_OP_MIN && (node->a[0]->op == IR_OP_INT || node->a[1]->op == IR_OP_INT)) {
        bool first = node->a[0]->op == IR_OP_INT;
        note_bounded(c, node->a[first], node->a[!first]->k - 1);
        return;
    }
    if (node->op == IR_OP_PUT) {
        note_next(c, node->k, node->a[0]);
        note_operands(c, node, 1);
        return;
    }
    if (node->op == IR_OP_WHERE && node->a[0]->op == IR_OP_INT)
        note_constant(c, node->k, node->a[0]->k);
    else if (ir_reads_field(node))
        c->free[node->k] = true;
    note_operands(c, node, 0);
}

static Compared compared(IrGame *game, Arena *scratch)
{
    Compared c = {ARENA_ARRAY(scratch, int64_t, game->field.n + 1), ARENA_ARRAY(scratch, bool, game->field.n + 1)};
    for (size_t i = 0; i < game->field.n; i++)
        c.most[i] = INT64_MIN;
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t n = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < n; j++)
            if (slot[j].kind != SLOT_VIEW)
                note(&c, *slot[j].slot);
    }
    return c;
}

/* ---- all fields ---------------------------------------------------------------------------- */

static IrRead read_of(const IrGame *copy, const Compared *c, const char *name)
{
    int field = ir_field_find(copy, name);
    if (field < 0)
        return (IrRead){0};
    IrRead read = {true, copy->field.at[field].elem, copy->field.at[field].elem.hi};
    if (!c->free[field] && c->most[field] < read.most)
        read.most = c->most[field] > read.elem.lo ? c->most[field] : read.elem.lo;
    return read;
}

IrRead *ir_offer_reads(const IrGame *game, Arena *arena)
{
    IrRead *read = ARENA_ARRAY(arena, IrRead, game->field.n + 1);
    Arena *scratch = arena_beside(game->arena);
    IrGame *copy = ir_game_copy(game, scratch);
    const IrPassOptions options = {.run = clearing, .nrun = sizeof clearing / sizeof *clearing};
    without_planes(copy, scratch);
    bool sound = ir_passes_run(copy, &options);
    Compared c = compared(copy, scratch);
    for (size_t i = 0; i < game->field.n; i++) {
        const IrField *f = &game->field.at[i];
        read[i] = sound ? read_of(copy, &c, f->name) : (IrRead){true, f->elem, f->elem.hi};
        if (!read[i].read)
            read[i].elem = f->elem;
    }
    arena_free(scratch);
    return read;
}
