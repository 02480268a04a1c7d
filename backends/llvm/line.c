/* line.c - rows of sites and slides.  A row is named by its number in
 * its table. */
#include "backends/llvm/gen.h"
#include "ir/analysis/shape.h"

/* Where row number `row` of a table begins (or, with 1 added, ends). */
static Value row_begin(Gen *g, int table, Value row64)
{
    ll_need_table(g, table);
    return ll_load(g, g->i32, ll_gep(g, g->i32, g->table_at[table], row64), 4);
}

/* Site i of the sites of all rows. */
Value ll_row_site(Gen *g, int table, Value i)
{
    Value index = LLVMBuildZExt(g->b, i, g->i64, "");
    return ll_table_int(g, table, ll_gep(g, ll_table_elem(g, table), g->table[table], index));
}

void ll_row_ends(Gen *g, int table, Value row, Value *from, Value *to)
{
    *from = row_begin(g, table, row);
    *to = row_begin(g, table, LLVMBuildAdd(g->b, row, ll_word(g, 1), ""));
}

void ll_row(Fun *f, const Ir *vec, Value *from, Value *to)
{
    Gen *g = f->g;
    int table = (int)vec->k;
    ll_need_table(g, table);
    Value index = ll_index_of(f, vec);
    if (g->game->table.at[table].rows) {
        ll_row_ends(g, table, index, from, to);
        return;
    }
    *from = LLVMBuildTrunc(g->b, index, g->i32, "");
    *to = LLVMBuildAdd(g->b, *from, ll_int(g, ll_slice_size(g, vec)), "");
}

static Value shl(Gen *g, Value x, Value by) { return LLVMBuildShl(g->b, x, by, ""); }
static Value or(Gen *g, Value x, Value y) { return LLVMBuildOr(g->b, x, y, ""); }

/* The number of the group of rows that the slice is, i64. */
static Value group_of(Fun *f, const Ir *slice)
{
    Gen *g = f->g;
    const IrTable *t = &g->game->table.at[slice->k];
    Value group = ll_word(g, 0);
    for (int i = 0; i < slice->n; i++) {
        Value at = ll_index(g, ll_expr(f, slice->a[i]), slice->a[i]->type);
        group = LLVMBuildMul(g->b, group, ll_word(g, (uint64_t)t->dim[i].size), "");
        group = LLVMBuildAdd(g->b, group, at, "");
    }
    return group;
}

/* --- slides: the first blocker of each ray --- */

enum { MAX_SET = 4 };

/* The rows of one order as sets, each group filled up with empty ones. */
static Value ray_sets(Gen *g, const Rays *r, int words, int order, int most, const char *name)
{
    Value sets = LLVMGetNamedGlobal(g->module, name);
    if (sets) {
        return sets;
    }
    size_t groups = r->t->n / (size_t)r->size, each = (size_t)(most * words);
    uint64_t *word = ARENA_ARRAY(g->arena, uint64_t, groups * each + 1);
    for (size_t group = 0; group < groups; group++) {
        size_t n = 0;
        for (int i = 0; i < r->size; i++) {
            size_t row = group * (size_t)r->size + (size_t)i;
            if (rays_order(r->t, row) != order) {
                continue;
            }
            uint64_t *set = word + group * each + n++ * (size_t)words;
            for (uint32_t j = r->t->off[row]; j < r->t->off[row + 1]; j++) {
                ir_mask_set(set, r->t->value[j]);
            }
        }
    }
    return ll_bytes(g, 64, (const int64_t *)word, groups * each, name);
}

/* All up to and with the lowest one of b, all if there is none; or from the highest. */
static Value up_to_first(Gen *g, Value b, bool up)
{
    if (up) {
        return LLVMBuildXor(g->b, b, LLVMBuildSub(g->b, b, ll_word(g, 1), ""), "");
    }
    Value arg[] = {or(g, b, ll_word(g, 1)), LLVMConstInt(g->i1, 1, false)};
    Value zeros = ll_intrinsic(g, "llvm.ctlz", g->i64, arg, 2);
    return shl(g, ll_word(g, UINT64_MAX), LLVMBuildSub(g->b, ll_word(g, 63), zeros, ""));
}

/* Adds to `reached` what ray number `at` of `sets` reaches. */
static void one_ray(Gen *g, Value sets, Value at, Value stop, int words, bool up, Value *reached)
{
    Value open = ll_word(g, UINT64_MAX);
    Value first = LLVMBuildMul(g->b, at, ll_word(g, (uint64_t)words), "");
    for (int i = 0; i < words; i++) {
        int w = up ? i : words - 1 - i;
        Value place = ll_gep(g, g->i64, sets, LLVMBuildAdd(g->b, first, ll_word(g, (uint64_t)w), ""));
        Value ray = ll_load(g, g->i64, place, 8), b = LLVMBuildAnd(g->b, ray, ll_element(g, stop, w), "");
        Value part = LLVMBuildAnd(g->b, ray, LLVMBuildAnd(g->b, open, up_to_first(g, b, up), ""), "");
        reached[w] = or(g, reached[w], part);
        Value blocked = LLVMBuildICmp(g->b, LLVMIntNE, b, ll_word(g, 0), "");
        open = LLVMBuildSelect(g->b, blocked, ll_word(g, 0), open, "");
    }
}

static Value rays(Fun *f, const Ir *e, int size)
{
    Gen *g = f->g;
    int words = ll_words(g, e->type.space), table = (int)e->a[0]->k;
    Rays r = {.t = &g->game->table.at[table], .size = size};
    if (words > MAX_SET || size == 0 || !rays_measure(&r)) {
        return NULL;
    }
    Value group = group_of(f, e->a[0]), stop = ll_expr(f, e->a[1]);
    Value reached[MAX_SET];
    for (int w = 0; w < words; w++) {
        reached[w] = ll_word(g, 0);
    }
    for (int side = 0; side < 2; side++) {
        int most = side ? r.down : r.up;
        const char *name = ll_format(g, "rays.%d.%d.%d.%d", table, size, words, side);
        Value sets = most ? ray_sets(g, &r, words, side ? -1 : 1, most, name) : NULL;
        Value first = LLVMBuildMul(g->b, group, ll_word(g, (uint64_t)most), "");
        for (int i = 0; i < most; i++) {
            Value at = LLVMBuildAdd(g->b, first, ll_word(g, (uint64_t)i), "");
            one_ray(g, sets, at, stop, words, side == 0, reached);
        }
    }
    Value set = words == 1 ? reached[0] : ll_empty(g, words);
    for (int w = 0; words > 1 && w < words; w++) {
        set = LLVMBuildInsertElement(g->b, set, reached[w], ll_int(g, w), "");
    }
    return set;
}

/* --- slides --- */

static Value walk_slide(Fun *f, const Ir *e, Value row, Value stop, int words)
{
    Gen *g = f->g;
    int table = (int)e->a[0]->k;
    Type set = ll_set(g, words);
    unsigned align = LLVMABIAlignmentOfType(g->layout, set);
    Value slot = ll_alloca(f, set, "reached");
    ll_store(g, ll_empty(g, words), slot, align);
    ll_need_table(g, table);
    Value first = LLVMBuildTrunc(g->b, row, g->i32, "");
    Loop rows = ll_range(f, first, LLVMBuildAdd(g->b, first, ll_int(g, ll_slice_size(g, e->a[0])), ""));
    Value r = LLVMBuildZExt(g->b, rows.member, g->i64, "");
    Value from = row_begin(g, table, r), to = row_begin(g, table, LLVMBuildAdd(g->b, r, ll_word(g, 1), ""));
    Loop sites = ll_range(f, from, to);
    Value at = ll_row_site(g, table, sites.member);
    Value bit = ll_bit(f, at, true, words);
    ll_store(g, LLVMBuildOr(g->b, ll_load(g, set, slot, align), bit, ""), slot, align);
    Block go = ll_block(f, "further");
    ll_branch(f, ll_has(g, stop, at, true, words), sites.end, go);
    ll_at(f, go);
    ll_end_range(f, &sites);
    ll_end_range(f, &rows);
    return ll_load(g, set, slot, align);
}

static Value slide(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    Value reached = rays(f, e, ll_slice_size(g, e->a[0]));
    if (reached) {
        return reached;
    }
    Value row = ll_index_of(f, e->a[0]), stop = ll_expr(f, e->a[1]);
    return walk_slide(f, e, row, stop, ll_words(g, e->type.space));
}

Value ll_lines(Fun *f, const Ir *e)
{
    switch (e->op) {
    case IR_OP_SLIDE: return slide(f, e);
    case IR_OP_RAY_SEES: return ll_sees(f, e);
    default: return NULL;
    }
}
