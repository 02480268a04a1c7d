/* trace_moves.c - legal moves as a record shows them: tuples, sorted, hashed. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "driver/record/trace.h"
#include "runtime/include/ludc.h"

static void *need(size_t n, size_t size)
{
    void *p = malloc((n + 1) * size);
    if (!p)
        memory_out();
    return p;
}

/* Merge sort of row indices: qsort has no room for a context. */
static void sort_rows(size_t *index, size_t *scratch, size_t n, const int32_t *tuple, size_t width)
{
    if (n < 2)
        return;
    size_t half = n / 2, a = 0, b = half, k = 0;
    sort_rows(index, scratch, half, tuple, width);
    sort_rows(index + half, scratch, n - half, tuple, width);
    while (a < half && b < n) {
        const int32_t *x = tuple + index[a] * width, *y = tuple + index[b] * width;
        size_t i = 0;
        while (i + 1 < width && x[i] == y[i])
            i++;
        scratch[k++] = x[i] <= y[i] ? index[a++] : index[b++];
    }
    while (a < half)
        scratch[k++] = index[a++];
    while (b < n)
        scratch[k++] = index[b++];
    memcpy(index, scratch, n * sizeof *index);
}

void trace_moves(TraceMoves *moves, const TraceForm *form, const void *state)
{
    const ludc_reasoner *r = form->r;
    size_t n = ludc_moves(r, state, NULL), width = form->ncolumn;
    *moves = (TraceMoves){
        .n = n,
        .width = width,
        .code = need(n, sizeof *moves->code),
        .tuple = need(n * width, sizeof *moves->tuple),
        .sorted = need(n, sizeof *moves->sorted),
    };
    ludc_moves(r, state, moves->code);
    for (size_t i = 0; i < n; i++) {
        int32_t value[TRACE_COLUMNS] = {0};
        r->describe(r, state, moves->code[i], value);
        for (size_t j = 0; j < width; j++)
            moves->tuple[i * width + j] = value[form->column[j]];
        moves->sorted[i] = i;
    }
    size_t *scratch = need(n, sizeof *scratch);
    sort_rows(moves->sorted, scratch, n, moves->tuple, width);
    free(scratch);
}

void trace_moves_free(TraceMoves *moves)
{
    free(moves->code);
    free(moves->tuple);
    free(moves->sorted);
    *moves = (TraceMoves){0};
}

void trace_hash(const TraceMoves *moves, char digits[17])
{
    uint64_t hash = HASH_START;
    char text[32];
    for (size_t i = 0; i < moves->n; i++)
        for (size_t j = 0; j < moves->width; j++) {
            const char *before = j ? "," : i ? ";" : "";
            int length = snprintf(text, sizeof text, "%s%ld", before,
                                  (long)moves->tuple[moves->sorted[i] * moves->width + j]);
            hash = hash_bytes(hash, text, (size_t)length);
        }
    snprintf(digits, 17, "%016llx", (unsigned long long)hash);
}

void trace_tuple(const int32_t *tuple, size_t width, Out *out)
{
    for (size_t j = 0; j < width; j++)
        out_printf(out, "%s%ld", j ? "," : "[", (long)tuple[j]);
    out_char(out, ']');
}
