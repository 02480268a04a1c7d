/* meets.c - is there a member?  Of a filtered set it is known as soon as one is found. */
#include "backends/c/cgen.h"

/* any(filter(x in a : c)): up to the first x. */
static const char *some(Body *b, const Ir *filter)
{
    CGen *c = b->c;
    int words = c_words(c, filter->a[0]->type.space);
    const char *set = c_expr(b, filter->a[0]), *name = b->local[filter->k], *found = c_name_temp(b);
    c_line(b, "int32_t %s = 0;", found);
    /* A name of its own keeps clear of other loops over the same local. */
    b->local[filter->k] = c_format(c, "each%d_%s", ++*b->ntemp, name);
    c_each(b, set, words, b->local[filter->k]);
    c_open(b, "if (%s)", c_bit(b, filter->a[1]));
    c_line(b, "%s = 1;", found);
    c_line(b, "break;");
    c_close(b);
    c_end_each(b, words);
    b->local[filter->k] = name;
    return found;
}

const char *c_some(Body *b, const Ir *e)
{
    const Ir *x = e->a[0];
    return x->op == IR_OP_FILTER ? some(b, x) : NULL;
}
