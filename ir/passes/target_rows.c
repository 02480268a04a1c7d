/* target_rows.c - see target_rows.h. */
#include "ir/passes/target_rows.h"

#include <string.h>

#include "ir/core/tree.h"

enum { MOST_ROWS = 1 << 12 };

bool target_spend(RowsWork *w) { return --w->tried >= 0; }

static bool reads_only(const Ir *e, int x, int t)
{
    if (e->op == IR_OP_LOCAL)
        return e->k == x || e->k == t;
    if (ir_gives_local(e))
        return false;
    for (int i = 0; i < e->n; i++)
        if (!reads_only(e->a[i], x, t))
            return false;
    return true;
}

bool target_constant(const Ir *e, int x, int t) { return !tree_reads_state(e) && reads_only(e, x, t); }

bool target_begin(const RowsWork *w, TargetRows *r, int space, int target)
{
    *r = (TargetRows){.target = target, .rows = 1, .space = space, .words = ir_words(w->game, space)};
    if (target >= 0) {
        const IrType type = w->fn->local.at[target].type;
        if (type.hi - type.lo >= MOST_ROWS)
            return false;
        r->low = type.lo;
        r->rows = (int)(type.hi - type.lo) + 1;
    }
    r->row = ARENA_ARRAY(w->game->arena, uint64_t, r->rows * r->words);
    for (int t = 0; t < r->rows; t++)
        for (int x = 0; x < w->game->space.at[space].size; x++)
            ir_mask_set(r->row + t * r->words, x);
    return true;
}

/* What constants say for each target goes into the rows; false: they do not. */
static bool cut_rows(RowsWork *w, TargetRows *r, const Ir *part)
{
    if (!target_constant(part, -1, r->target))
        return false;
    uint64_t *word = ARENA_ARRAY(w->game->arena, uint64_t, r->rows * r->words);
    for (int t = 0; t < r->rows; t++)
        if (!target_spend(w) || !tree_mask_value(w->game, part, r->target, r->low + t, word + t * r->words))
            return false;
    for (int i = 0; i < r->rows * r->words; i++)
        r->row[i] &= word[i];
    return true;
}

void target_cut(RowsWork *w, TargetRows *r, const Ir *set)
{
    if (set->op == IR_OP_MAND) {
        target_cut(w, r, set->a[0]);
        target_cut(w, r, set->a[1]);
    } else if (!cut_rows(w, r, set)) {
        r->set = r->set ? ir_op2(w->game, IR_OP_MAND, (Ir *)r->set, (Ir *)set) : set;
    }
}

static bool same_target(const TargetRows *a, const TargetRows *b) { return a->target == b->target && a->space == b->space; }

static bool same_set(const TargetRows *a, const TargetRows *b)
{
    return same_target(a, b) && (a->set && b->set ? ir_equal(a->set, b->set) : a->set == b->set);
}

static size_t row_bytes(const TargetRows *r) { return sizeof *r->row * (size_t)(r->rows * r->words); }

static bool same_rows(const TargetRows *a, const TargetRows *b)
{
    return same_target(a, b) && memcmp(a->row, b->row, row_bytes(a)) == 0;
}

void target_add(Arena *arena, RowsList *list, const TargetRows *r)
{
    size_t i = 0;
    while (i < list->n && !same_set(&list->at[i], r))
        i++;
    if (i == list->n)
        vec_push(arena, list, *r);
    else
        for (int k = 0; k < r->rows * r->words; k++)
            list->at[i].row[k] |= r->row[k];
}

/* The table of the rows, or one that is the same. */
static int row_table(const RowsWork *w, const TargetRows *r)
{
    IrGame *game = w->game;
    const int by = r->low ? IR_NOSPACE : w->fn->local.at[r->target].type.space; /* whose members the index is one of */
    for (size_t i = 0; i < game->table.n; i++) {
        const IrTable *t = &game->table.at[i];
        if (t->ndim == 1 && !t->rows && t->elem.kind == IR_MASK && t->elem.space == r->space && t->n == (size_t)r->rows &&
            (t->dim[0].space == IR_NOSPACE || t->dim[0].space == by) && memcmp(t->word, r->row, row_bytes(r)) == 0)
            return (int)i;
    }
    const IrDim dim = {IR_NOSPACE, r->rows};
    const int table = ir_table_add(game, tree_table_name(game, "aim"), ir_mask(r->space), false, 1, &dim);
    memcpy(game->table.at[table].word, r->row, row_bytes(r));
    return table;
}

Ir *target_row(const RowsWork *w, const TargetRows *r)
{
    if (r->target < 0)
        return tree_mask(w->game, r->space, r->row);
    Ir *index = ir_local(w->game, w->fn, r->target);
    if (r->low)
        index = ir_op2(w->game, IR_OP_ADD, index, ir_const(w->game, -r->low));
    return ir_tab(w->game, row_table(w, r), 1, &index);
}

static Ir *members(const RowsWork *w, const TargetRows *r)
{
    Ir *row = target_row(w, r);
    if (!r->set)
        return row;
    Ir *set = ir_copy(w->game, r->set);
    return row->op == IR_OP_ALL ? set : ir_op2(w->game, IR_OP_MAND, set, row);
}

static bool is_empty(const TargetRows *r)
{
    uint64_t all = 0;
    for (int i = 0; i < r->rows * r->words; i++)
        all |= r->row[i];
    return !all;
}

Ir *target_union(const RowsWork *w, RowsList *list)
{
    Ir *all = NULL;
    for (size_t i = 0; i < list->n; i++) {
        TargetRows *r = &list->at[i];
        for (size_t k = i + 1; k < list->n && r->set; k++) {
            if (!list->at[k].set || !same_rows(r, &list->at[k]))
                continue;
            r->set = ir_op2(w->game, IR_OP_MOR, (Ir *)r->set, (Ir *)list->at[k].set);
            list->at[k--] = list->at[--list->n];
        }
        if (!is_empty(r))
            all = all ? ir_op2(w->game, IR_OP_MOR, all, members(w, r)) : members(w, r);
    }
    return all;
}
