/* line.c - rows of sites.  A row is named by its number in its table. */
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
