/* relate.c - sets and relations between sites: images, neighbours. */
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

const char *c_relation(Body *b, const Ir *e)
{
    switch (e->op) {
    case IR_OP_IMAGE: return image(b, e, false);
    case IR_OP_PREIMAGE: return image(b, e, true);
    case IR_OP_GROW: return grow(b, e);
    default: return NULL;
    }
}
