/* shift.c - whole sets shifted, in C. */
#include "backends/c/cgen.h"

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
    if (delta == 0)
        return set;
    if (words == 1)
        return c_format(c, "(%s %s %d)", set, delta > 0 ? "<<" : ">>", delta > 0 ? delta : -delta);
    const char *text = c_format(c, "(%s){{", c_set(c, words));
    for (int i = 0; i < words; i++)
        text = c_format(c, "%s%s%s", text, i ? ", " : "", shifted_word(c, set, words, delta, i));
    return c_format(c, "%s}}", text);
}
