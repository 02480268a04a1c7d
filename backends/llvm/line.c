/* line.c - rows of sites: runs, slides, lines.  A row is named by its number in
 * its table. */
#include "backends/llvm/gen.h"

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

/* run.TABLE.WORDS(row, m, most): leading sites of the row in m. */
static Value need_run(Gen *g, int table, int words)
{
    const char *name = ll_format(g, "run.%d.%d", table, words);
    Value fn = LLVMGetNamedFunction(g->module, name);
    if (fn) {
        return fn;
    }
    Type param[] = {g->i64, ll_set(g, words), g->i32};
    Block before = LLVMGetInsertBlock(g->b);
    Fun h = ll_begin(g, name, LLVMFunctionType(g->i32, param, 3, false), NULL);
    Value row = LLVMGetParam(h.function, 0), m = LLVMGetParam(h.function, 1), most = LLVMGetParam(h.function, 2);
    Value first = row_begin(g, table, row), next = row_begin(g, table, LLVMBuildAdd(g->b, row, ll_word(g, 1), ""));
    Value n = LLVMBuildSub(g->b, next, first, "");
    n = LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, LLVMIntSLT, n, most, ""), n, most, "");
    Block end = ll_block(&h, "end"), go = ll_block(&h, "more");
    Loop loop = ll_range(&h, ll_int(g, 0), n);
    Value at = ll_row_site(g, table, LLVMBuildAdd(g->b, first, loop.member, ""));
    ll_branch(&h, ll_has(g, m, at, true, words), go, end);
    ll_at(&h, go);
    ll_end_range(&h, &loop);
    ll_go(&h, end);
    LLVMBuildRet(g->b, ll_load(g, g->i32, loop.slot, 4));
    ll_end(&h, before);
    return h.function;
}

static Value run(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    Value row = ll_index_of(f, e->a[0]), m = ll_expr(f, e->a[1]);
    Value arg[] = {row, m, ll_int(g, INT32_MAX)};
    return ll_call(f, need_run(g, (int)e->a[0]->k, ll_words(g, e->a[1]->type.space)), arg, 3);
}

/* --- rows as sets --- */

static Value members(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    const IrTable *t = &g->game->table.at[e->a[0]->k];
    int words = ll_words(g, (int)e->k);
    const char *name = ll_format(g, "rows.%d.%d", (int)e->a[0]->k, (int)e->k);
    Value sets = LLVMGetNamedGlobal(g->module, name);
    if (!sets) {
        uint64_t *word = ARENA_ARRAY(g->arena, uint64_t, (t->n + 1) * (size_t)words);
        for (size_t i = 0; i < t->n; i++) {
            for (uint32_t j = t->off[i]; j < t->off[i + 1]; j++) {
                if (t->value[j] >= 0) {
                    ir_mask_set(word + i * (size_t)words, t->value[j]);
                }
            }
        }
        sets = ll_bytes(g, 64, (const int64_t *)word, t->n * (size_t)words, name);
    }
    Value index = LLVMBuildMul(g->b, ll_index_of(f, e->a[0]), ll_word(g, (uint64_t)words), "");
    return ll_load(g, ll_set(g, words), ll_gep(g, g->i64, sets, index), 8);
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
    Value reached = ll_rays(f, e, ll_slice_size(g, e->a[0]));
    if (reached) {
        return reached;
    }
    Value row = ll_index_of(f, e->a[0]), stop = ll_expr(f, e->a[1]);
    return walk_slide(f, e, row, stop, ll_words(g, e->type.space));
}

/* --- lines --- */

static int64_t longest(const Gen *g, int table)
{
    const IrTable *t = &g->game->table.at[table];
    int64_t most = 0;
    for (size_t i = 0; i < t->n; i++) {
        int64_t n = (int64_t)t->off[i + 1] - t->off[i];
        most = n > most ? n : most;
    }
    return most;
}

static Value in_range(Gen *g, Value x, Value lo, Value hi)
{
    return LLVMBuildAnd(g->b, LLVMBuildICmp(g->b, LLVMIntSGE, x, lo, ""),
                        LLVMBuildICmp(g->b, LLVMIntSLE, x, hi, ""), "");
}

/* line.TABLE.WORDS(row, n, m, lo, hi, most): has some pair of opposite rows, with
 * the site between them, lo..hi in line in m? */
static Value need_line(Gen *g, int table, int words)
{
    const char *name = ll_format(g, "line.%d.%d", table, words);
    Value fn = LLVMGetNamedFunction(g->module, name), run_fn = need_run(g, table, words);
    if (fn) {
        return fn;
    }
    Type param[] = {g->i64, g->i32, ll_set(g, words), g->i32, g->i32, g->i32};
    Block before = LLVMGetInsertBlock(g->b);
    Fun h = ll_begin(g, name, LLVMFunctionType(g->i1, param, 6, false), NULL);
    Value p[6];
    LLVMGetParams(h.function, p);
    Block found = ll_block(&h, "found"), next = ll_block(&h, "other");
    Loop loop = ll_range(&h, ll_int(g, 0), LLVMBuildAShr(g->b, p[1], ll_int(g, 1), ""));
    Value twice = LLVMBuildZExt(g->b, LLVMBuildMul(g->b, loop.member, ll_int(g, 2), ""), g->i64, "");
    Value row = LLVMBuildAdd(g->b, p[0], twice, "");
    Value up[] = {row, p[2], p[5]}, down[] = {LLVMBuildAdd(g->b, row, ll_word(g, 1), ""), p[2], p[5]};
    Value sum = LLVMBuildAdd(g->b, ll_call(&h, run_fn, up, 3), ll_call(&h, run_fn, down, 3), "");
    sum = LLVMBuildAdd(g->b, sum, ll_int(g, 1), "");
    ll_branch(&h, in_range(g, sum, p[3], p[4]), found, next);
    ll_at(&h, next);
    ll_end_range(&h, &loop);
    LLVMBuildRet(g->b, LLVMConstInt(g->i1, 0, false));
    ll_at(&h, found);
    LLVMBuildRet(g->b, LLVMConstInt(g->i1, 1, false));
    ll_end(&h, before);
    return h.function;
}

static Value line(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    int table = (int)e->a[0]->k, words = ll_words(g, e->a[1]->type.space);
    int64_t most_run = 2 * longest(g, table) + 1;
    Value without = ll_windows(f, e, most_run);
    without = without ? without : ll_near(f, e, most_run);
    if (without) {
        return LLVMBuildZExt(g->b, without, g->i32, "");
    }
    Value row = ll_index_of(f, e->a[0]), m = ll_expr(f, e->a[1]);
    Value lo = ll_fit(g, ll_expr(f, e->a[2]), g->i32), hi = ll_fit(g, ll_expr(f, e->a[3]), g->i32);
    bool open = e->a[3]->type.lo >= most_run;
    Value most = open ? LLVMBuildSub(g->b, lo, ll_int(g, 1), "") : ll_int(g, INT32_MAX);
    int n = ll_slice_size(g, e->a[0]);
    Value arg[] = {row, ll_int(g, n), m, lo, hi, most};
    Value is = ll_call(f, need_line(g, table, words), arg, 6);
    if (n % 2) { /* the last row has no partner */
        Value last[] = {LLVMBuildAdd(g->b, row, ll_word(g, (uint64_t)n - 1), ""), m, most};
        Value sum = LLVMBuildAdd(g->b, ll_call(f, need_run(g, table, words), last, 3), ll_int(g, 1), "");
        is = LLVMBuildOr(g->b, is, in_range(g, sum, lo, hi), "");
    }
    return LLVMBuildZExt(g->b, is, g->i32, "");
}

Value ll_lines(Fun *f, const Ir *e)
{
    switch (e->op) {
    case IR_OP_RUN_LENGTH: return run(f, e);
    case IR_OP_ROWMASK: return members(f, e);
    case IR_OP_SLIDE: return slide(f, e);
    case IR_OP_RAY_SEES: return ll_sees(f, e);
    case IR_OP_LINE: return line(f, e);
    default: return NULL;
    }
}
