/* relate.c - sets and relations between sites: images, neighbours, closures. */
#include <string.h>

#include "backends/c/shift.h"
#include "ir/analysis/shape.h"

/* The elements that a slice with constant indices stands for: first and number;
 * false when an index is not constant. */
static bool constant_slice(const CGen *c, const Ir *vec, size_t *first, size_t *n)
{
    if (vec->op != IR_OP_TAB) {
        return false;
    }
    const IrTable *t = &c->game->table.at[vec->k];
    *first = 0;
    *n = t->n;
    for (int i = 0; i < vec->n; i++) {
        if (vec->a[i]->op != IR_OP_INT || vec->a[i]->k < 0 || vec->a[i]->k >= t->dim[i].size) {
            return false;
        }
        *n /= (size_t)t->dim[i].size;
        *first += (size_t)vec->a[i]->k * *n;
    }
    return true;
}

/* How many elements the slice has. */
static int slice_size(const CGen *c, const Ir *vec)
{
    const IrTable *t = &c->game->table.at[vec->k];
    int n = 1;
    for (int i = vec->n; i < t->ndim; i++) {
        n *= t->dim[i].size;
    }
    return n;
}

/* --- a site for a site --- */

static bool site_shifts(Body *b, const Ir *vec, Shifts *s)
{
    const IrTable *t = &b->c->game->table.at[vec->k];
    size_t first, n;
    if (!constant_slice(b->c, vec, &first, &n)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        int y = t->value[first + i];
        if (y >= 0 && !shifts_add(b->c->arena, s, (int)i, y)) {
            return false;
        }
    }
    return true;
}

static const char *image(Body *b, const Ir *e, bool inverse)
{
    CGen *c = b->c;
    const Ir *vec = e->a[1];
    int words = c_words(c, e->type.space), in = c_words(c, e->a[0]->type.space);
    const char *set = c_atom(b, e->a[0]);
    Shifts s = {.words = words, .size = c->game->space.at[e->a[0]->type.space].size};
    if (words == in && site_shifts(b, vec, &s)) {
        return c_shifts_image(b, &s, set, inverse);
    }
    size_t first, n;
    const char *carried = words == in && constant_slice(c, vec, &first, &n)
                              ? c_carried(b, &c->game->table.at[vec->k].value[first], n, words, set, inverse)
                              : NULL;
    if (carried) {
        return carried;
    }
    const char *table = c_table_ref(b, vec);
    const char *t = c_name_temp(b), *x = c_name_temp(b), *y = c_name_temp(b);
    c_line(b, "%s %s = %s;", c_set(c, words), t, words == 1 ? "0" : "{{0}}");
    const char *has = in == 1 ? c_format(c, "(%s >> %s & 1) != 0", set, inverse ? y : x)
                              : c_format(c, "%s(%s, %s)", c_set_op(c, in, "has"), set,
                                         inverse ? y : x);
    c_open(b, "for (int32_t %s = 0; %s < %d; %s++)", x, x, slice_size(c, vec), x);
    c_line(b, "const int32_t %s = %s[%s];", y, table, x);
    c_open(b, "if (%s >= 0 && %s)", y, has);
    c_line(b, "%s;", c_insert(b, words, t, inverse ? x : y));
    c_close(b);
    c_close(b);
    return t;
}

bool c_is_irregular(Body *b, const Ir *e)
{
    if (e->op != IR_OP_PREIMAGE) {
        return false;
    }
    const Ir *vec = e->a[1];
    int words = c_words(b->c, e->type.space);
    Shifts s = {.words = words, .size = b->c->game->space.at[e->a[0]->type.space].size};
    size_t first, n;
    if (words != c_words(b->c, e->a[0]->type.space) || !constant_slice(b->c, vec, &first, &n)) {
        return true;
    }
    return !site_shifts(b, vec, &s) &&
           !c_carried(b, &b->c->game->table.at[vec->k].value[first], n, words, "", true);
}

/* --- a set for a site --- */

static bool set_shifts(Body *b, const Ir *vec, Shifts *s)
{
    const IrTable *t = &b->c->game->table.at[vec->k];
    size_t first, n;
    if (!constant_slice(b->c, vec, &first, &n)) {
        return false;
    }
    for (size_t x = 0; x < n; x++) {
        const uint64_t *word = &t->word[(first + x) * (size_t)s->words];
        for (int y = 0; y < s->size; y++) {
            if (ir_mask_has(word, y) && !shifts_add(b->c->arena, s, (int)x, y)) {
                return false;
            }
        }
    }
    return true;
}

static const char *grow(Body *b, const Ir *e)
{
    CGen *c = b->c;
    const Ir *vec = e->a[1];
    int words = c_words(c, e->type.space), in = c_words(c, e->a[0]->type.space);
    Shifts s = {.words = words, .size = c->game->space.at[e->a[0]->type.space].size};
    if (words == in && set_shifts(b, vec, &s)) {
        return c_shifts_image(b, &s, c_atom(b, e->a[0]), false);
    }
    const char *set = c_expr(b, e->a[0]);
    const char *table = c_table_ref(b, vec);
    const char *t = c_name_temp(b), *x = c_name_temp(b);
    c_line(b, "%s %s = %s;", c_set(c, words), t, words == 1 ? "0" : "{{0}}");
    c_each(b, set, in, x);
    c_line(b, "%s = %s;", t,
           c_bare(c, c_op2(b, words, "or", "|", t, c_format(c, "%s[%s]", table, x))));
    c_end_each(b, in);
    return t;
}

/* --- closures --- */

/* Takes the lowest member out of *rest; -1 if there is none. */
const char *c_need_pop(CGen *c, int words)
{
    const char *name = c_format(c, "set%d_pop", words);
    if (!c_once(c, name)) {
        return name;
    }
    Out *o = &c->type;
    out_printf(o, "LUDC_FN int32_t set%d_pop(%s *rest)\n{\n", words, c_set(c, words));
    for (int i = 0; i < words; i++) {
        const char *w = words == 1 ? "*rest" : c_format(c, "rest->w[%d]", i);
        out_printf(o, "    if (%s) {\n        const int32_t at = %d + ludc_low(%s);\n"
                   "        %s &= %s - 1;\n        return at;\n    }\n", w, i * 64, w, w, w);
    }
    out_puts(o, "    return -1;\n}\n\n");
    return name;
}

static const char *set2(Body *b, int words, const char *op, const char *infix, const char *x,
                        const char *y)
{
    return c_bare(b->c, c_op2(b, words, op, infix, x, y));
}

/* The loop of a closure: members of `front` are visited, `left` is what has not
 * been reached yet; `found` is written when new members were. */
static void flood_loop(Body *f, int words, const char *found)
{
    c_line(f, "int32_t at;");
    c_open(f, "while ((at = set%d_pop(&front)) >= 0)", words);
    c_line(f, "const %s more = %s;", c_set(f->c, words),
           set2(f, words, "and", "&", "near[at]", "left"));
    c_line(f, "left = %s;", words == 1 ? "left & ~more" : set2(f, words, "diff", "", "left", "more"));
    c_line(f, "front = %s;", set2(f, words, "or", "|", "front", "more"));
    if (found) {
        c_line(f, "%s", found);
    }
    c_close(f);
}

static const char *need_flood(CGen *c, int words)
{
    const char *name = c_format(c, "flood%d", words), *set = c_set(c, words);
    if (c_once(c, name)) {
        c_need_pop(c, words);
        Body f = c_body(c, NULL, "st");
        f.out = &f.text;
        c_line(&f, "%s front = %s;", set, set2(&f, words, "and", "&", "seed", "within"));
        c_line(&f, "%s left = %s;", set,
               words == 1 ? "within & ~front" : set2(&f, words, "diff", "", "within", "front"));
        flood_loop(&f, words, NULL);
        c_line(&f, "return %s;",
               words == 1 ? "within & ~left" : set2(&f, words, "diff", "", "within", "left"));
        out_puts(&c->text, "/* The members of `within` connected with `seed`; near[x]: the "
                           "neighbours of x. */\n");
        c_finish(&f, c_format(c, "LUDC_FN %s %s(%s seed, %s within, const %s *near)", set, name,
                              set, set, set));
    }
    return name;
}

static const char *flood(Body *b, const Ir *e)
{
    const char *name = need_flood(b->c, c_words(b->c, e->type.space));
    const char *seed = c_expr(b, e->a[0]);
    const char *within = c_expr(b, e->a[1]);
    const char *near = c_table_ref(b, e->a[2]);
    return c_format(b->c, "%s(%s, %s, %s)", name, c_bare(b->c, seed), c_bare(b->c, within), near);
}

/* The lowest member of every group of the set, as a call. */
static const char *firsts(Body *b, const Ir *all, const Ir *near)
{
    CGen *c = b->c;
    int words = c_words(c, all->type.space);
    const char *name = c_format(c, "firsts%d", words), *set = c_set(c, words);
    const char *flood_name = need_flood(c, words);
    if (c_once(c, name)) {
        Body f = c_body(c, NULL, "st");
        f.out = &f.text;
        c_line(&f, "%s found = %s, rest = all;", set, words == 1 ? "0" : "{{0}}");
        c_open(&f, "for (int32_t at; (at = set%d_pop(&rest)) >= 0;)", words);
        const char *bit = words == 1 ? "UINT64_C(1) << at" : c_format(c, "set%d_bit(at)", words);
        const char *part = c_format(c, "%s(%s, all, near)", flood_name, bit);
        c_line(&f, "%s;", c_insert(&f, words, "found", "at"));
        c_line(&f, "rest = %s;",
               words == 1 ? c_format(c, "rest & ~%s", part) : set2(&f, words, "diff", "", "rest", part));
        c_close(&f);
        c_line(&f, "return found;");
        out_puts(&c->text, "/* The lowest member of every group of `all`; near[x]: the neighbours of x. */\n");
        c_finish(&f, c_format(c, "LUDC_FN %s %s(%s all, const %s *near)", set, name, set, set));
    }
    const char *members = c_expr(b, all), *table = c_table_ref(b, near);
    return c_format(c, "%s(%s, %s)", name, c_bare(c, members), table);
}

static const char *groups(Body *b, const Ir *e)
{
    const char *count = c_count(b->c, c_words(b->c, e->a[0]->type.space));
    return c_format(b->c, "%s(%s)", count, firsts(b, e->a[0], e->a[1]));
}

const char *c_firsts(Body *b, const Ir *e)
{
    const Ir *group = shape_firsts(b->c->game, e);
    return group ? firsts(b, e->a[0], group->a[2]) : NULL;
}

static const char *need_touches(CGen *c, int words)
{
    const char *name = c_format(c, "touches%d", words), *set = c_set(c, words);
    if (c_once(c, name)) {
        Body f = c_body(c, NULL, "st");
        f.out = &f.text;
        c_line(&f, "int32_t met = 0;");
        c_open(&f, "for (int32_t i = 0; i < n; i++)");
        c_line(&f, "met += %s;", words == 1 ? "(m & list[i]) != 0"
                                            : c_format(c, "set%d_any(set%d_and(m, list[i]))", words, words));
        c_close(&f);
        c_line(&f, "return met;");
        c_finish(&f, c_format(c, "LUDC_FN int32_t %s(%s m, const %s *list, int32_t n)", name, set,
                              set));
    }
    return name;
}

static const char *touches(Body *b, const Ir *e)
{
    int words = c_words(b->c, e->a[0]->type.space);
    const char *name = need_touches(b->c, words);
    const char *m = c_expr(b, e->a[0]);
    const char *list = c_table_ref(b, e->a[1]);
    return c_format(b->c, "%s(%s, %s, %d)", name, c_bare(b->c, m), list, slice_size(b->c, e->a[1]));
}

/* touches(flood(a, b, c), v) >= want: stops as soon as it is known. */
static const char *need_reaches(CGen *c, int words)
{
    const char *name = c_format(c, "reaches%d", words), *set = c_set(c, words);
    if (c_once(c, name)) {
        c_need_pop(c, words);
        const char *count = need_touches(c, words);
        Body f = c_body(c, NULL, "st");
        f.out = &f.text;
        c_open(&f, "if (%s(within, list, n) < want)", count);
        c_line(&f, "return 0;");
        c_close(&f);
        c_line(&f, "%s front = %s;", set, set2(&f, words, "and", "&", "seed", "within"));
        c_line(&f, "%s left = %s;", set,
               words == 1 ? "within & ~front" : set2(&f, words, "diff", "", "within", "front"));
        flood_loop(&f, words, NULL);
        c_line(&f, "return %s(%s, list, n) >= want;", count,
               words == 1 ? "within & ~left" : set2(&f, words, "diff", "", "within", "left"));
        out_puts(&c->text, "/* Does the part of `within` connected with `seed` meet `want` of the "
                           "n sets? */\n");
        c_finish(&f, c_format(c, "LUDC_FN int32_t %s(%s seed, %s within, const %s *near, const %s "
                              "*list, int32_t n, int32_t want)", name, set, set, set, set));
    }
    return name;
}

/* The comparison as "at least `want`" of a flood, if it is one. */
static const char *reaches(Body *b, const Ir *e)
{
    const Ir *x = e->a[0], *k = e->a[1];
    if (x->op != IR_OP_COUNT_MEETS || x->a[0]->op != IR_OP_FLOOD) {
        return NULL;
    }
    int n = slice_size(b->c, x->a[1]);
    bool whole = e->op == IR_OP_GE || (e->op == IR_OP_EQ && k->op == IR_OP_INT && k->k == n);
    if (!whole && e->op != IR_OP_GT) {
        return NULL;
    }
    const char *name = need_reaches(b->c, c_words(b->c, x->a[0]->type.space));
    const Ir *fl = x->a[0];
    const char *seed = c_expr(b, fl->a[0]);
    const char *within = c_expr(b, fl->a[1]);
    const char *near = c_table_ref(b, fl->a[2]);
    const char *list = c_table_ref(b, x->a[1]);
    const char *want = c_expr(b, k);
    return c_format(b->c, "(%s(%s, %s, %s, %s, %d, %s%s))", name, c_bare(b->c, seed),
                    c_bare(b->c, within), near, list, n, want, e->op == IR_OP_GT ? " + 1" : "");
}

const char *c_relation(Body *b, const Ir *e)
{
    switch (e->op) {
    case IR_OP_IMAGE: return image(b, e, false);
    case IR_OP_PREIMAGE: return image(b, e, true);
    case IR_OP_GROW: return grow(b, e);
    case IR_OP_FLOOD: return flood(b, e);
    case IR_OP_GROUPS: return groups(b, e);
    case IR_OP_COUNT_MEETS: return touches(b, e);
    case IR_OP_EQ:
    case IR_OP_GE:
    case IR_OP_GT: return reaches(b, e);
    default: return NULL;
    }
}
