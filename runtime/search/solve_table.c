/* solve_table.c - positions that were solved, by their keys, in memory of a fixed size: buckets of
 * four rows, of which the one with the least work goes. */
#include "runtime/search/solve.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKET = 4 };

bool solve_table_new(Table *t, uint64_t bytes, size_t value)
{
    t->size = (uint32_t)((sizeof(Row) + value + 7) / 8 * 8); /* 32 bytes without a value */
    t->rows = bytes / t->size / BUCKET * BUCKET;
    t->row = t->rows ? calloc(t->rows, t->size) : NULL;
    return t->row != NULL;
}

void solve_table_free(Table *t)
{
    free(t->row);
    *t = (Table){0};
}

static Row *row_at(const Table *t, uint64_t i) { return (Row *)(void *)(t->row + i * t->size); }

static uint64_t bucket_of(const Table *t, const uint64_t key[2])
{
    /* the upper half by a product, so that any number of buckets serves */
    uint64_t buckets = t->rows / BUCKET;
    return (uint64_t)((key[0] >> 32) * (buckets & UINT32_MAX) >> 32) * BUCKET;
}

Row *solve_table_find(const Table *t, const uint64_t key[2])
{
    uint64_t first = bucket_of(t, key);
    for (uint64_t i = first; i < first + BUCKET; i++) {
        Row *row = row_at(t, i);
        if (row->key[0] == key[0] && row->key[1] == key[1])
            return row;
    }
    return NULL;
}

Row *solve_table_take(Table *t, const uint64_t key[2])
{
    Row *row = solve_table_find(t, key);
    if (row)
        return row;
    uint64_t first = bucket_of(t, key);
    row = row_at(t, first);
    for (uint64_t i = first + 1; i < first + BUCKET; i++)
        if (row_at(t, i)->work < row->work)
            row = row_at(t, i);
    memset(row, 0, t->size);
    row->key[0] = key[0];
    row->key[1] = key[1];
    return row;
}
