/* covers_table.c - the sets that a COVERS compares with, of one word each, as many at once as the target can. */
#include "ir/analysis/shape.h"

/* The first sets of each group that differ from those behind them. */
static size_t distinct(const IrTable *t, size_t size)
{
    size_t most = 1;
    for (size_t group = 0; group < t->n; group += size) {
        size_t n = size;
        while (n > most && t->word[group + n - 1] == t->word[group + n - 2])
            n--;
        most = n > most ? n : most;
    }
    return most;
}

/* Has the table no member beyond 31? */
static bool is_narrow(const IrTable *t)
{
    uint64_t all = 0;
    for (size_t i = 0; i < t->n; i++)
        all |= t->word[i];
    return all <= UINT32_MAX;
}

CoverSets shape_cover_sets(const IrTable *t, size_t size)
{
    CoverSets s = {.size = size, .vectors = size > 0 && size % COVER_WORDS == 0};
    if (!s.vectors)
        return s;
    s.distinct = distinct(t, size);
    s.full = (size + COVER_HALVES - 1) / COVER_HALVES * COVER_HALVES;
    s.halves = size > COVER_HALVES / 2 && is_narrow(t);
    return s;
}
