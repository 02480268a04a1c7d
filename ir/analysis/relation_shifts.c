/* relation_shifts.c - a relation between sites as shifts of whole sets: the pairs (x, y) are
 * grouped by y - x; each group is one `and` and one shift. */
#include "ir/analysis/shape.h"

bool shifts_add(Arena *arena, Shifts *s, int x, int y)
{
    int i = 0;
    while (i < s->n && s->delta[i] != y - x)
        i++;
    if (i == s->n) {
        if (s->n == MAX_SHIFTS)
            return false;
        s->delta[s->n] = y - x;
        s->from[s->n] = ARENA_ARRAY(arena, uint64_t, s->words);
        s->to[s->n++] = ARENA_ARRAY(arena, uint64_t, s->words);
    }
    ir_mask_set(s->from[i], x);
    ir_mask_set(s->to[i], y);
    return true;
}

static bool same_words(const uint64_t *x, const uint64_t *y, int words)
{
    for (int i = 0; i < words; i++)
        if (x[i] != y[i])
            return false;
    return true;
}

bool shifts_all(const Shifts *s, int delta, const uint64_t *to)
{
    uint64_t whole[64] = {0};
    if (s->words > 64)
        return false;
    for (int x = 0; x < s->size; x++)
        if (x + delta >= 0 && x + delta < s->words * 64)
            ir_mask_set(whole, x + delta);
    return same_words(whole, to, s->words);
}
