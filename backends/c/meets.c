/* meets.c - is there a member, are there so many?  Questions about closures and filtered
 * sets that are answered as soon as enough are found, without making the set. */
#include "backends/c/cgen.h"

/* Is there a member of x and y?  A condition. */
static const char *common(Body *f, int words, const char *x, const char *y)
{
    const char *both = c_op2(f, words, "and", "&", x, y);
    return words == 1 ? c_bare(f->c, both) : c_format(f->c, "%s(%s)", c_set_op(f->c, words, "any"), both);
}

/* Has the closure of `seed` in `within` a member in `target`; with `beside`, has
 * a member of it a neighbour in `target`? */
static const char *need_meets(CGen *c, int words, bool beside)
{
    const char *name = c_format(c, "%s%d", beside ? "borders" : "meets", words);
    if (!c_once(c, name)) {
        return name;
    }
    const char *set = c_set(c, words), *pop = c_need_pop(c, words);
    Body f = c_body(c, NULL, "st");
    f.out = &f.text;
    c_line(&f, "%s front = %s;", set, c_bare(c, c_op2(&f, words, "and", "&", "seed", "within")));
    if (!beside) {
        c_open(&f, "if (%s)", common(&f, words, "front", "target"));
        c_line(&f, "return 1;");
        c_close(&f);
    }
    const char *less = words == 1 ? "%s & ~%s" : c_format(c, "%s(%%s, %%s)", c_set_op(c, words, "diff"));
    c_line(&f, "%s left = %s;", set, c_format(c, less, "within", "front"));
    c_line(&f, "int32_t at;");
    c_open(&f, "while ((at = %s(&front)) >= 0)", pop);
    c_line(&f, "const %s more = %s;", set, c_bare(c, c_op2(&f, words, "and", "&", "near[at]", "left")));
    c_open(&f, "if (%s)", common(&f, words, beside ? "near[at]" : "more", "target"));
    c_line(&f, "return 1;");
    c_close(&f);
    c_line(&f, "left = %s;", c_format(c, less, "left", "more"));
    c_line(&f, "front = %s;", c_bare(c, c_op2(&f, words, "or", "|", "front", "more")));
    c_close(&f);
    c_line(&f, "return 0;");
    out_printf(&c->text, "/* Has %s `seed` within `within` %s in `target`? */\n",
               beside ? "what is connected with" : "the closure of", beside ? "a neighbour" : "a member");
    c_finish(&f, c_format(c, "LUDC_FN int32_t %s(%s seed, %s within, const %s *near, %s target)", name,
                          set, set, set, set));
    return name;
}

/* any(flood & target), any(grow(flood) & target), the same without a set. */
static const char *meets(Body *b, const Ir *x)
{
    bool beside;
    const Ir *target, *part = ir_meets(b->c->game, x, &beside, &target);
    if (!part) {
        return NULL;
    }
    const char *name = need_meets(b->c, c_words(b->c, x->type.space), beside);
    const char *seed = c_expr(b, part->a[0]);
    const char *within = c_expr(b, part->a[1]);
    const char *near = c_table_ref(b, part->a[2]);
    const char *to = c_expr(b, target);
    return c_format(b->c, "(%s(%s, %s, %s, %s))", name, c_bare(b->c, seed), c_bare(b->c, within),
                    near, c_bare(b->c, to));
}

/* How many members of `target` are in the closure, or beside it: exact below `most`. */
static const char *need_count_up_to(CGen *c, int words, bool beside)
{
    const char *name = c_format(c, "%s%d", beside ? "beside_up_to" : "within_up_to", words);
    if (!c_once(c, name)) {
        return name;
    }
    const char *set = c_set(c, words), *pop = c_need_pop(c, words), *count = c_count(c, words);
    const char *less = words == 1 ? "%s & ~%s" : c_format(c, "%s(%%s, %%s)", c_set_op(c, words, "diff"));
    Body f = c_body(c, NULL, "st");
    f.out = &f.text;
    c_line(&f, "%s front = %s;", set, c_bare(c, c_op2(&f, words, "and", "&", "seed", "within")));
    c_line(&f, "%s left = %s;", set, c_format(c, less, "within", "front"));
    c_line(&f, "%s found = %s;", set,
           beside ? words == 1 ? "0" : "{{0}}"
                  : c_bare(c, c_op2(&f, words, "and", "&", "front", "target")));
    c_line(&f, "int32_t at;");
    c_open(&f, "while (%s(found) < most && (at = %s(&front)) >= 0)", count, pop);
    c_line(&f, "const %s more = %s;", set, c_bare(c, c_op2(&f, words, "and", "&", "near[at]", "left")));
    const char *met = c_op2(&f, words, "and", "&", beside ? "near[at]" : "more", "target");
    c_line(&f, "found = %s;", c_bare(c, c_op2(&f, words, "or", "|", "found", met)));
    c_line(&f, "left = %s;", c_format(c, less, "left", "more"));
    c_line(&f, "front = %s;", c_bare(c, c_op2(&f, words, "or", "|", "front", "more")));
    c_close(&f);
    c_line(&f, "return %s(found);", count);
    out_printf(&c->text, "/* How many members of `target` are %s?  Exact below `most`. */\n",
               beside ? "beside what is connected with `seed` within `within`" : "in the closure of `seed` within `within`");
    c_finish(&f, c_format(c, "LUDC_FN int32_t %s(%s seed, %s within, const %s *near, %s target, int32_t most)", name,
                          set, set, set, set));
    return name;
}

const char *c_count_compared(Body *b, const Ir *e, const char *sign)
{
    CGen *c = b->c;
    bool beside;
    const Ir *target, *x = e->a[0]->op == IR_OP_COUNT ? e->a[0]->a[0] : NULL;
    const Ir *part = x ? ir_meets(c->game, x, &beside, &target) : NULL;
    if (!part) {
        return NULL;
    }
    const char *name = need_count_up_to(c, c_words(c, x->type.space), beside);
    const char *seed = c_expr(b, part->a[0]);
    const char *within = c_expr(b, part->a[1]);
    const char *near = c_table_ref(b, part->a[2]);
    const char *to = c_expr(b, target);
    const char *most = c_atom(b, e->a[1]);
    return c_format(c, "(%s(%s, %s, %s, %s, %s + 1) %s %s)", name, c_bare(c, seed), c_bare(c, within), near,
                    c_bare(c, to), most, sign, most);
}

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
    return x->op == IR_OP_FILTER ? some(b, x) : meets(b, x);
}
