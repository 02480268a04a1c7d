/* line_masks.c - lines of a known length on boards of one word: for each site the sets of
 * sites that make a line with it. */
#include "ir/analysis/shape.h"

enum { MAX_FIXED = 16 };

static uint64_t site_bits(const IrTable *t, uint32_t from, int n)
{
    uint64_t set = 0;
    for (int i = 0; i < n; i++)
        set |= UINT64_C(1) << t->value[from + (uint32_t)i];
    return set;
}

/* The windows of `length` sites through the middle of two opposite rows. */
static void pair_windows(Windows *w, size_t row)
{
    const IrTable *t = w->t;
    int up = (int)(t->off[row + 1] - t->off[row]);
    int down = (int)(t->off[row + 2] - t->off[row + 1]);
    for (int in_up = 0; in_up < w->length; in_up++) {
        int in_down = w->length - 1 - in_up;
        if (in_up <= up && in_down <= down)
            vec_push(w->arena, &w->set, site_bits(t, t->off[row], in_up) |
                                            site_bits(t, t->off[row + 1], in_down));
    }
}

size_t windows_fixed(const Windows *w)
{
    size_t most = 0;
    for (size_t i = 0; i + 1 < w->first.n; i++) {
        size_t n = w->first.at[i + 1] - w->first.at[i];
        if (n == 0)
            return 0;
        most = n > most ? n : most;
    }
    return most <= MAX_FIXED ? most : 0;
}

Windows windows_of(Arena *arena, const IrTable *t, int length, int rows)
{
    Windows w = {.t = t, .arena = arena, .length = length};
    for (size_t first = 0; first < t->n; first += (size_t)rows) {
        vec_push(arena, &w.first, w.set.n);
        for (int r = 0; r + 1 < rows; r += 2)
            pair_windows(&w, first + (size_t)r);
    }
    vec_push(arena, &w.first, w.set.n);
    return w;
}

int windows_rows(const IrGame *game, const Ir *line, int64_t longest)
{
    const IrTable *t = &game->table.at[line->a[0]->k];
    const Ir *lo = line->a[2], *hi = line->a[3];
    bool fits = ir_words(game, line->a[1]->type.space) == 1 && lo->op == IR_OP_INT && lo->k >= 1 &&
                lo->k <= 8 && hi->op == IR_OP_INT && hi->k >= longest && t->rows && t->ndim >= 1 &&
                line->a[0]->n == t->ndim - 1;
    int rows = t->ndim ? t->dim[t->ndim - 1].size : 0;
    if (!fits || rows < 2 || rows % 2)
        return 0;
    for (uint32_t i = 0; i < t->off[t->n]; i++)
        if (t->value[i] < 0)
            return 0;
    return rows;
}
