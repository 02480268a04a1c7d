/* carry.c - a map between sites that keeps their order, as bits moved in bulk.
 *
 * On boards whose rows differ in length a direction has too many differences for
 * shifts, but sites are numbered row by row, so that it keeps their order: the bits
 * of the sources, close together, are spread over the targets (PEXT and PDEP).
 * Sets of several words do it for each pair of words. */
#include "backends/c/shift.h"

typedef struct {
    uint64_t from, to;
    int last; /* the highest target so far */
} Carry;

/* The pairs [source word][target word]; NULL where the order is not kept. */
static Carry *carries(CGen *c, const int32_t *map, size_t n, int words)
{
    Carry *pair = ARENA_ARRAY(c->arena, Carry, words * words);
    for (int i = 0; i < words * words; i++) {
        pair[i].last = -1;
    }
    for (size_t x = 0; x < n; x++) {
        int y = map[x];
        if (y < 0) {
            continue;
        }
        Carry *p = &pair[(int)(x / 64) * words + y / 64];
        if (y <= p->last) {
            return NULL;
        }
        p->last = y;
        p->from |= UINT64_C(1) << (x % 64);
        p->to |= UINT64_C(1) << (y % 64);
    }
    return pair;
}

/* Word `target` of the result. */
static const char *word(CGen *c, const Carry *pair, int words, const char *set, int target, bool inverse)
{
    const char *text = NULL;
    for (int source = 0; source < words; source++) {
        const Carry *p = &pair[inverse ? target * words + source : source * words + target];
        if (!p->from) {
            continue;
        }
        const char *part = words == 1 ? set : c_format(c, "%s.w[%d]", set, source);
        part = c_format(c, "ludc_carry(%s, UINT64_C(0x%llx), UINT64_C(0x%llx))", part,
                        (unsigned long long)(inverse ? p->to : p->from),
                        (unsigned long long)(inverse ? p->from : p->to));
        text = text ? c_format(c, "%s | %s", text, part) : part;
    }
    return text ? text : "0";
}

const char *c_carried(Body *b, const int32_t *map, size_t n, int words, const char *set, bool inverse)
{
    CGen *c = b->c;
    const Carry *pair = carries(c, map, n, words);
    if (!pair) {
        return NULL;
    }
    if (words == 1) {
        return word(c, pair, 1, set, 0, inverse);
    }
    const char *text = c_format(c, "(%s){{", c_set(c, words));
    for (int i = 0; i < words; i++) {
        text = c_format(c, "%s%s%s", text, i ? ", " : "", word(c, pair, words, set, i, inverse));
    }
    return c_format(c, "%s}}", text);
}
