/* words.c - operations on sets as words: moved, cut where another set begins, compared with many,
 * gathered. */
#include "backends/c/cgen.h"

static int words_of(Body *b, const Ir *e)
{
    return c_words(b->c, e->type.space);
}

/* --- moved --- */

static const char *beyond(Body *b, const Ir *e)
{
    const char *x = c_expr(b, e->a[0]);
    if (e->op == IR_OP_SHIFT)
        return c_shift(b, words_of(b, e), words_of(b, e) > 1 ? c_atom(b, e->a[0]) : x, (int)e->a[1]->k);
    const bool fits = e->a[1]->type.lo >= 0 && e->a[1]->type.hi < 64;
    return c_format(b->c, fits ? "ludc_turn(%s, (uint64_t)(%s))" : "ludc_turn(%s, (uint64_t)(%s & 63))", c_bare(b->c, x), c_expr(b, e->a[1]));
}

const char *c_loose(Body *b, const Ir *e)
{
    return e->op == IR_OP_SHIFT || e->op == IR_OP_ROTATE ? beyond(b, e) : c_expr(b, e);
}

static const char *moved(Body *b, const Ir *e)
{
    const int size = b->c->game->space.at[e->type.space].size, words = words_of(b, e);
    const char *x = beyond(b, e);
    if (size % 64 == 0 || (e->op == IR_OP_SHIFT && e->a[1]->k <= 0))
        return x;
    uint64_t *all = ARENA_ARRAY(b->c->arena, uint64_t, words);
    c_all(b->c->game, e->type.space, all);
    return c_op2(b, words, "and", "&", x, c_set_const(b->c, all, words));
}

/* --- up to the first, down to the last --- */

/* setN_up_to(a, b): `open` is all ones until a word with one of b was met. */
static const char *need_up_to(CGen *c, int words, bool up)
{
    const char *set = c_set(c, words), *name = c_format(c, "set%d_%s", words, up ? "up_to" : "down_to");
    if (!c_once(c, name))
        return name;
    Out *o = &c->type;
    out_printf(o, "LUDC_FN %s %s(%s a, %s b)\n{\n    uint64_t open = UINT64_MAX, met;\n", set, name, set, set);
    for (int i = 0; i < words; i++) {
        const int w = up ? i : words - 1 - i;
        out_printf(o, "    met = a.w[%d] & b.w[%d];\n    a.w[%d] &= open & %s;\n", w, w, w,
                   up ? "(met ^ (met - 1))" : "ludc_from_top(met)");
        if (i + 1 < words)
            out_puts(o, "    open &= met ? 0 : UINT64_MAX;\n");
    }
    out_puts(o, "    return a;\n}\n\n");
    return name;
}

static const char *up_to(Body *b, const Ir *e)
{
    CGen *c = b->c;
    const bool up = e->op == IR_OP_UP_TO;
    const int words = words_of(b, e);
    if (words > 1) {
        const char *name = need_up_to(c, words, up), *x = c_bare(c, c_expr(b, e->a[0]));
        return c_format(c, "%s(%s, %s)", name, x, c_bare(c, c_expr(b, e->a[1])));
    }
    const char *a = c_atom(b, e->a[0]);
    const char *met = c_temp(b, "uint64_t", c_format(c, "%s & %s", a, c_expr(b, e->a[1])));
    return c_format(c, up ? "(%s & (%s ^ (%s - 1)))" : "(%s & ludc_from_top(%s))", a, met, met);
}

bool c_unite_cut(Body *b, const Ir *set)
{
    CGen *c = b->c;
    const Ir *all = set->a[0], *e = all->op == IR_OP_MOR ? all->a[1] : NULL;
    const int words = e && e->type.kind == IR_MASK ? words_of(b, e) : 0;
    const bool up = words && e->op == IR_OP_UP_TO, own = words > 1 && all->a[0]->op == IR_OP_LOCAL && all->a[0]->k == set->k;
    if (own && e->op == IR_OP_BITOF && e->a[0]->op == IR_OP_LOCAL && shape_sure(b->fn, b->chosen, e->a[0])) { /* a member: one word */
        c_line(b, "%s;", c_insert(b, words, b->local[set->k], c_expr(b, e->a[0])));
        return true;
    }
    if (!own || !(up || e->op == IR_OP_DOWN_TO) || e->a[0]->op != IR_OP_TAB || e->a[1]->op != IR_OP_LOCAL)
        return false;
    const char *m = b->local[set->k], *stop = c_expr(b, e->a[1]), *ray = c_name_temp(b), *open = c_name_temp(b), *met = c_name_temp(b);
    c_line(b, "const %s *const %s = &%s;", c_set(c, words), ray, c_expr(b, e->a[0]));
    c_line(b, "uint64_t %s = UINT64_MAX, %s;", open, met);
    for (int i = 0; i < words; i++) {
        const int w = up ? i : words - 1 - i;
        c_line(b, "%s = %s->w[%d] & %s.w[%d];", met, ray, w, stop, w);
        c_line(b, up ? "%s.w[%d] |= %s->w[%d] & %s & (%s ^ (%s - 1));" : "%s.w[%d] |= %s->w[%d] & %s & ludc_from_top(%s);", m, w, ray, w, open, met, met);
        if (i + 1 < words)
            c_line(b, "%s &= %s ? 0 : UINT64_MAX;", open, met);
    }
    return true;
}

/* --- compared --- */

/* NAME_half: a table of sets of a half word, each group filled up with its last set. */
static const char *need_halves(CGen *c, int table, const CoverSets *s)
{
    const IrTable *t = &c->game->table.at[table];
    const char *name = c_format(c, "%s_half", c->table[table]);
    if (!c_once(c, name))
        return name;
    out_printf(&c->data, "static const _Alignas(64) uint32_t %s[%zu] = {", name, t->n / s->size * s->full);
    for (size_t i = 0; i < t->n / s->size * s->full; i++) {
        const size_t at = i % s->full < s->size ? i % s->full : s->size - 1;
        out_printf(&c->data, "%s0x%lxu", i % 8 ? ", " : i ? ",\n    " : "\n    ", (unsigned long)t->word[i / s->full * s->size + at]);
    }
    out_puts(&c->data, "};\n\n");
    return name;
}

/* Many sets are compared at once. */
static const char *covers(Body *b, const Ir *e)
{
    CGen *c = b->c;
    const Ir *vec = e->a[1];
    const IrTable *t = &c->game->table.at[vec->k];
    const CoverSets s = shape_cover_sets(t, (size_t)t->dim[vec->n].size);
    const char *m = c_atom(b, e->a[0]);
    if (s.halves) {
        const char *name = need_halves(c, (int)vec->k, &s), *at = "0";
        for (int i = 0; i < vec->n; i++) {
            const char *index = c_expr(b, vec->a[i]);
            at = i ? c_format(c, "(%s * %d + %s)", at, t->dim[i].size, index) : index;
        }
        return c_format(c, "ludc_spans(&%s[%s * %zu], %zu, %zu, (uint32_t)%s)", name, at, s.full, s.distinct, s.full, m);
    }
    const char *sets = c_table_ref(b, vec);
    if (s.vectors)
        return c_format(c, "ludc_covers(%s, %zu, %zu, %s)", sets, s.distinct, s.size, m);
    const char *found = c_name_temp(b), *i = c_name_temp(b);
    c_line(b, "int32_t %s = 0;", found);
    c_open(b, "for (int32_t %s = 0; %s < %zu; %s++)", i, i, s.size, i);
    c_line(b, "%s |= (%s & %s[%s]) == %s[%s];", found, m, sets, i, sets, i);
    c_close(b);
    return found;
}

/* --- windows --- */

/* Word number `word` + more of a set; without `inside` none where there is no such word, with it any.  No
 * branch: where it is is not foreseen. */
static const char *word_at(Body *b, const char *set, int words, const char *word, int more, bool inside)
{
    CGen *c = b->c;
    if (inside) {
        const char *in = more > 0 ? c_format(c, "(%s < %d)", word, words - more) : c_format(c, "(%s > %d)", word, -more - 1);
        return c_format(c, more == 0 ? "%s.w[%s]" : "%s.w[%s + %d * %s]", set, word, more, in);
    }
    const char *at = more ? c_format(c, "(%s + %d)", word, more) : word, *in = c_format(c, "((uint32_t)%s < %d)", at, words);
    return c_format(c, "(%s.w[%s ? %s : 0] & -(uint64_t)%s)", set, in, at, in);
}

/* From x + 64 q, or the one behind it, on. */
static const char *window(Body *b, const Ir *e)
{
    CGen *c = b->c;
    int q, behind;
    const Ir *x = shape_window(e, &q, &behind);
    const int words = words_of(b, e->a[0]);
    const bool lies = e->a[0]->op == IR_OP_GET || e->a[0]->op == IR_OP_LOCAL || e->a[0]->op == IR_OP_TAB;
    const char *set = words > 1 && !lies ? c_atom(b, e->a[0]) : c_expr(b, e->a[0]), *within;
    if (words == 1) {
        const char *from = c_bare(c, c_expr(b, e->a[1]));
        return c_format(c, "(ludc_window(%s, %s) & %s)", c_bare(c, set), from, c_expr(b, e->a[2]));
    }
    const bool inside = shape_window_inside(c->game, e);
    const char *from = c_atom(b, x), *word = c_temp(b, "int32_t", c_format(c, "%s >> 6", from)), *r = c_format(c, "(%s & 63)", from);
    const char *here = word_at(b, set, words, word, q, inside), *next = word_at(b, set, words, word, q + 1, inside);
    within = c_expr(b, e->a[2]);
    return behind ? c_format(c, "((%s >> %s >> 1 | %s << (63 - %s)) & %s)", here, r, next, r, within)
                  : c_format(c, "((%s >> %s | %s << 1 << (63 - %s)) & %s)", here, r, next, r, within);
}

const char *c_words_expr(Body *b, const Ir *e)
{
    CGen *c = b->c;
    switch (e->op) {
    case IR_OP_SHIFT:
    case IR_OP_ROTATE: return moved(b, e);
    case IR_OP_UP_TO:
    case IR_OP_DOWN_TO: return up_to(b, e);
    case IR_OP_COVERS: return covers(b, e);
    case IR_OP_WINDOW: return window(b, e);
    case IR_OP_GATHERS: return "LUDC_GATHERS";
    default: break;
    }
    const char *m = c_bare(c, c_expr(b, e->a[0])); /* GATHER */
    return c_format(c, "ludc_gather(%s, %s)", m, c_bare(c, c_expr(b, e->a[1])));
}
