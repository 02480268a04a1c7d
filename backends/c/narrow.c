/* narrow.c - a set cut down by preimages under maps without order.
 *
 * Where neither shifts nor bulk moves make `preimage(m, map)`, it is a loop over all
 * sites.  Within an intersection or a difference only the members of the other set
 * need to be asked where the map leads. */
#include "backends/c/shift.h"

enum { MAX_CUTS = 8 };

typedef struct {
    const Ir *whole[MAX_CUTS]; /* preimages */
    int n;
} Cuts;

static Ir *split(Body *b, Ir *e, Cuts *cuts);

/* Takes the irregular preimages out of x & y; what is left, NULL: nothing. */
static Ir *split_both(Body *b, const Ir *e, Cuts *cuts)
{
    Ir *x = split(b, e->a[0], cuts), *y = split(b, e->a[1], cuts);
    return x && y ? ir_op2(b->c->game, IR_OP_MAND, x, y) : x ? x : y;
}

static Ir *split(Body *b, Ir *e, Cuts *cuts)
{
    if (e->op == IR_OP_MAND) {
        return split_both(b, e, cuts);
    }
    if (cuts->n < MAX_CUTS && c_is_irregular(b, e)) {
        cuts->whole[cuts->n++] = e;
        return NULL;
    }
    return e;
}

/* The members of `base` that the map leads into the set (or, `out`, does not). */
static const char *cut(Body *b, const char *base, const Ir *pre, bool out)
{
    CGen *c = b->c;
    int words = c_words(c, pre->type.space), in = c_words(c, pre->a[0]->type.space);
    const char *set = c_atom(b, pre->a[0]), *table = c_table_ref(b, pre->a[1]);
    const char *t = c_name_temp(b), *x = c_name_temp(b), *y = c_name_temp(b);
    c_line(b, "%s %s = %s;", c_set(c, words), t, words == 1 ? "0" : "{{0}}");
    c_each(b, base, words, x);
    c_line(b, "const int32_t %s = %s[%s];", y, table, x);
    const char *has = in == 1 ? c_format(c, "(%s >> %s & 1) != 0", set, y)
                              : c_format(c, "%s(%s, %s)", c_set_op(c, in, "has"), set, y);
    c_open(b, out ? "if (%s < 0 || !(%s))" : "if (%s >= 0 && %s)", y, has);
    c_line(b, "%s;", c_insert(b, words, t, x));
    c_close(b);
    c_end_each(b, words);
    return t;
}

const char *c_narrowed(Body *b, const Ir *e)
{
    if (e->op == IR_OP_MDIFF) {
        return c_is_irregular(b, e->a[1]) ? cut(b, c_expr(b, e->a[0]), e->a[1], true) : NULL;
    }
    Cuts cuts = {.n = 0};
    const Ir *rest = split_both(b, e, &cuts);
    if (cuts.n == 0) {
        return NULL;
    }
    const char *set = c_expr(b, rest ? rest : cuts.whole[0]);
    for (int i = rest ? 0 : 1; i < cuts.n; i++) {
        set = cut(b, set, cuts.whole[i], false);
    }
    return set;
}
