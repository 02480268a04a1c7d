/* high.c - operations over the members of a set: comprehensions and sums. */
#include "backends/c/cgen.h"

static void loop_member(Body *b, const Ir *e, void (*step)(Body *, const Ir *, const char *, const char *),
                        const char *result)
{
    int words = c_words(b->c, e->a[0]->type.space);
    const char *set = c_expr(b, e->a[0]);
    const char *member = b->local[e->k];
    /* A name of its own keeps clear of other loops over the same local. */
    b->local[e->k] = c_format(b->c, "each%d_%s", ++*b->ntemp, member);
    c_each(b, set, words, b->local[e->k]);
    step(b, e, result, b->local[e->k]);
    c_end_each(b, words);
    b->local[e->k] = member;
}

static const char *fresh(Body *b, IrType type, const char *init)
{
    const char *t = c_name_temp(b);
    c_line(b, "%s %s = %s;", c_type(b->c, type), t, init);
    return t;
}

static const char *empty_set(Body *b, IrType type)
{
    return fresh(b, type, c_words(b->c, type.space) == 1 ? "0" : "{{0}}");
}

static void step_filter(Body *b, const Ir *e, const char *result, const char *member)
{
    int words = c_words(b->c, e->type.space);
    const char *test = c_expr(b, e->a[1]);
    if (words == 1) {
        c_line(b, "%s |= (uint64_t)(%s) << %s;", result, c_bare(b->c, test), member);
        return;
    }
    c_open(b, "if (%s)", c_bare(b->c, test));
    c_line(b, "%s;", c_insert(b, words, result, member));
    c_close(b);
}

static void step_sum(Body *b, const Ir *e, const char *result, const char *member)
{
    (void)member;
    c_line(b, "%s += %s;", result, c_bare(b->c, c_expr(b, e->a[1])));
}

static void step_best(Body *b, const Ir *e, const char *result, const char *member)
{
    (void)member;
    const char *x = c_atom(b, e->a[1]);
    c_open(b, "if (%s %s %s)", x, e->op == IR_OP_LEAST ? "<" : ">", result);
    c_line(b, "%s = %s;", result, x);
    c_close(b);
}

static void step_union(Body *b, const Ir *e, const char *result, const char *member)
{
    (void)member;
    const char *x = c_expr(b, e->a[1]);
    c_line(b, "%s = %s;", result,
           c_bare(b->c, c_op2(b, c_words(b->c, e->type.space), "or", "|", result, x)));
}

const char *c_high(Body *b, const Ir *e)
{
    const char *t;
    switch (e->op) {
    case IR_OP_FILTER:
        t = empty_set(b, e->type);
        loop_member(b, e, step_filter, t);
        return t;
    case IR_OP_UNION:
        t = c_ways(b, e);
        if (t) {
            return t;
        }
        t = empty_set(b, e->type);
        loop_member(b, e, step_union, t);
        return t;
    case IR_OP_SUM:
        t = fresh(b, e->type, "0");
        loop_member(b, e, step_sum, t);
        return t;
    case IR_OP_LEAST:
        t = fresh(b, e->type, "1000000000");
        loop_member(b, e, step_best, t);
        return t;
    case IR_OP_MOST:
        t = fresh(b, e->type, "-1000000000");
        loop_member(b, e, step_best, t);
        return t;
    default: break;
    }
    const char *text = c_relation(b, e);
    if (!text) {
        c_unsupported(b, e, ir_op_info(e->op)->name);
        return "0";
    }
    return text;
}
