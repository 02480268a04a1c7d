/* shift.c - a relation between sites as shifts of whole sets, in C. */
#include "backends/c/shift.h"

/* Word i of `set` shifted up by `delta` bits; NULL when it is zero. */
static const char *shifted_word(CGen *c, const char *set, int words, int delta, int i)
{
    int up = delta >= 0, amount = up ? delta : -delta;
    int q = amount / 64, r = amount % 64;
    int near = up ? i - q : i + q, far = up ? near - 1 : near + 1;
    bool has_near = near >= 0 && near < words, has_far = r && far >= 0 && far < words;
    const char *a = r ? c_format(c, "%s.w[%d] %s %d", set, near, up ? "<<" : ">>", r)
                      : c_format(c, "%s.w[%d]", set, near);
    const char *z = c_format(c, "%s.w[%d] %s %d", set, far, up ? ">>" : "<<", 64 - r);
    return has_near && has_far ? c_format(c, "%s | %s", a, z) : has_near ? a : has_far ? z : "0";
}

const char *c_shift(Body *b, int words, const char *set, int delta)
{
    CGen *c = b->c;
    if (delta == 0) {
        return set;
    }
    if (words == 1) {
        return c_format(c, "(%s %s %d)", set, delta > 0 ? "<<" : ">>", delta > 0 ? delta : -delta);
    }
    const char *text = c_format(c, "(%s){{", c_set(c, words));
    for (int i = 0; i < words; i++) {
        text = c_format(c, "%s%s%s", text, i ? ", " : "", shifted_word(c, set, words, delta, i));
    }
    return c_format(c, "%s}}", text);
}

static const char *one_shift(Body *b, const Shifts *s, const char *set, int delta,
                             const uint64_t *to)
{
    const char *moved = c_shift(b, s->words, set, delta);
    if (shifts_all(s, delta, to)) {
        return moved;
    }
    return c_op2(b, s->words, "and", "&", moved, c_set_const(b->c, to, s->words));
}

const char *c_shifts_image(Body *b, const Shifts *s, const char *set, bool inverse)
{
    if (s->n == 0) {
        uint64_t *none = ARENA_ARRAY(b->c->arena, uint64_t, s->words);
        return c_set_const(b->c, none, s->words);
    }
    const char *text = NULL;
    for (int i = 0; i < s->n; i++) {
        const char *part = inverse ? one_shift(b, s, set, -s->delta[i], s->from[i])
                                   : one_shift(b, s, set, s->delta[i], s->to[i]);
        text = text ? c_op2(b, s->words, "or", "|", text, part) : part;
    }
    return text;
}
