/* set.c - sets as C expressions: one word with C's operators, more words with the
 * functions of the set type. */
#include <string.h>

#include "backends/c/cgen.h"

static int words_of(Body *b, const Ir *e)
{
    return c_words(b->c, e->type.space);
}

const char *c_op2(Body *b, int words, const char *op, const char *infix, const char *x,
                  const char *y)
{
    if (words == 1)
        return c_format(b->c, "(%s %s %s)", x, infix, y);
    return c_format(b->c, "%s(%s, %s)", c_set_op(b->c, words, op), c_bare(b->c, x),
                    c_bare(b->c, y));
}

const char *c_insert(Body *b, int words, const char *set, const char *member)
{
    if (words == 1)
        return c_format(b->c, "%s |= UINT64_C(1) << %s", set, member);
    return c_format(b->c, "%s.w[%s >> 6] |= UINT64_C(1) << (%s & 63)", set, member, member);
}

void c_each(Body *b, const char *set, int words, const char *member)
{
    const char *rest = c_name_temp(b);
    if (words == 1) {
        c_open(b, "for (uint64_t %s = %s; %s; %s &= %s - 1)", rest, c_bare(b->c, set), rest, rest,
               rest);
        c_line(b, "const int32_t %s = ludc_low(%s);", member, rest);
        return;
    }
    const char *all = c_temp(b, c_set(b->c, words), set);
    const char *word = c_name_temp(b);
    c_open(b, "for (int32_t %s = 0; %s < %d; %s++)", word, word, words, word);
    c_open(b, "for (uint64_t %s = %s.w[%s]; %s; %s &= %s - 1)", rest, all, word, rest, rest, rest);
    c_line(b, "const int32_t %s = %s * 64 + ludc_low(%s);", member, word, rest);
}

void c_end_each(Body *b, int words)
{
    c_close(b);
    if (words > 1)
        c_close(b);
}

/* Takes the lowest member out of *rest; -1 if there is none. */
const char *c_need_pop(CGen *c, int words)
{
    const char *name = c_format(c, "set%d_pop", words);
    if (!c_once(c, name))
        return name;
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

static const char *binary(Body *b, const Ir *e, const char *op, const char *infix)
{
    /* What is beyond the space is beyond the other set. */
    const bool both = e->op == IR_OP_MAND;
    const char *x = both ? c_loose(b, e->a[0]) : c_expr(b, e->a[0]);
    const char *y = both ? c_loose(b, e->a[1]) : c_expr(b, e->a[1]);
    return c_op2(b, words_of(b, e), op, infix, x, y);
}

static const char *constant(Body *b, const Ir *e, bool all)
{
    uint64_t *word = ARENA_ARRAY(b->c->arena, uint64_t, words_of(b, e));
    if (all)
        c_all(b->c->game, (int)e->k, word);
    return c_set_const(b->c, word, words_of(b, e));
}

static const char *complement(Body *b, const Ir *e)
{
    int words = words_of(b, e);
    uint64_t *word = ARENA_ARRAY(b->c->arena, uint64_t, words);
    c_all(b->c->game, e->type.space, word);
    const char *all = c_set_const(b->c, word, words);
    const char *x = c_expr(b, e->a[0]);
    if (words == 1)
        return *word == UINT64_MAX ? c_format(b->c, "(~%s)", x)
                                   : c_format(b->c, "(%s & ~%s)", all, x);
    return c_op2(b, words, "diff", "", all, x);
}

static const char *difference(Body *b, const Ir *e)
{
    return words_of(b, e) == 1 ? binary(b, e, "diff", "& ~") : binary(b, e, "diff", "");
}

static const char *single(Body *b, const Ir *e)
{
    int words = words_of(b, e);
    if (b->one_of && b->fn->kind == IR_RULE && e->a[0]->op == IR_OP_LOCAL && e->a[0]->k == b->one_of - 1)
        return "one";
    if (words == 1 && e->a[0]->op == IR_OP_INT && e->a[0]->k >= 0 && e->a[0]->k < 64)
        return c_format(b->c, "UINT64_C(0x%llx)", 1ull << e->a[0]->k);
    bool sure = shape_sure(b->fn, b->chosen, e->a[0]);
    const char *x = c_expr(b, e->a[0]);
    if (words > 1)
        return c_format(b->c, "%s(%s)", c_set_op(b->c, words, sure ? "bit" : "bit_if"), c_bare(b->c, x));
    return sure ? c_format(b->c, "(UINT64_C(1) << %s)", x) : c_format(b->c, "ludc_bit(%s)", c_bare(b->c, x));
}

/* a in m; a set in memory is read only where it matters. */
static const char *has(Body *b, const Ir *e)
{
    const Ir *set = e->a[1];
    int words = words_of(b, set);
    bool sure = shape_sure(b->fn, b->chosen, e->a[0]);
    const char *at = sure && words == 1 ? c_expr(b, e->a[0]) : c_atom(b, e->a[0]);
    const char *m = c_expr(b, set);
    bool lvalue = set->op == IR_OP_GET || set->op == IR_OP_TAB || set->op == IR_OP_LOCAL;
    const char *guard = sure ? "" : c_format(b->c, "%s >= 0 && ", at);
    if (words == 1)
        return c_format(b->c, "(%s(%s >> %s & 1) != 0)", guard, m, at);
    if (lvalue)
        return c_format(b->c, "(%s(%s.w[%s >> 6] >> (%s & 63) & 1) != 0)", guard, m, at, at);
    return c_format(b->c, "(%s(%s, %s))", c_set_op(b->c, words, "has"), c_bare(b->c, m), at);
}

static const char *query(Body *b, const Ir *e, const char *op, const char *one)
{
    int words = words_of(b, e->a[0]);
    const char *x = c_expr(b, e->a[0]);
    const char *fn = words == 1 ? one : c_set_op(b->c, words, op);
    return c_format(b->c, "%s(%s)", fn, c_bare(b->c, x));
}

static const char *any(Body *b, const Ir *e)
{
    if (words_of(b, e->a[0]) > 1)
        return c_format(b->c, "(%s)", query(b, e, "any", ""));
    return c_format(b->c, "(%s != 0)", c_expr(b, e->a[0]));
}

static const char *nth(Body *b, const Ir *e)
{
    int words = words_of(b, e->a[0]);
    const char *m = c_atom(b, e->a[0]);
    const char *k = c_atom(b, e->a[1]);
    const char *count = c_count(b->c, words);
    const char *fn = c_nth(b->c, words);
    return c_format(b->c, "(%s >= 0 && %s < %s(%s) ? %s(%s, (uint32_t)%s) : -1)", k, k, count, m,
                    fn, m, k);
}

/* One function a field: the members whose entry is v. */
static const char *where(Body *b, const Ir *e)
{
    CGen *c = b->c;
    const char *name = c_format(c, "where_%s", c->field[e->k]);
    int words = words_of(b, e);
    if (c_once(c, name)) {
        Body f = c_body(c, NULL, "st");
        f.out = &f.text;
        c_line(&f, "%s m = %s;", c_set(c, words), words == 1 ? "0" : "{{0}}");
        const int n = (int)c->game->field.at[e->k].n;
        for (int i = 0; i * 64 < n; i++)
            c_line(&f, "LUDC_WHERE(%s, st->%s, %d, v);", words == 1 ? "m" : c_format(c, "m.w[%d]", i),
                   i ? c_format(c, "%s + %d", c->field[e->k], i * 64) : c->field[e->k], n - i * 64 < 64 ? n - i * 64 : 64);
        c_line(&f, "return m;");
        c_finish(&f, c_format(c, "LUDC_FN %s %s(const State *st, int32_t v)", c_set(c, words), name));
    }
    const char *v = c_expr(b, e->a[0]);
    return c_format(c, "%s(%s, %s)", name, b->state, c_bare(c, v));
}

/* A number, a word, or a sum over words, which need not wait for each other. */
static const char *mix(Body *b, const Ir *e)
{
    const Ir *with = e->a[1];
    const char *x = c_expr(b, e->a[0]);
    if (with->type.kind != IR_MASK)
        return c_format(b->c, "ludc_mix(%s, (uint64_t)(int64_t)%s)", c_bare(b->c, x), c_expr(b, with));
    int words = words_of(b, with);
    const char *m = words == 1 ? c_bare(b->c, c_expr(b, with)) : c_atom(b, with);
    const char *sum = words == 1 ? m : NULL;
    for (int i = 0; words > 1 && i < words; i++) {
        const char *one = c_format(b->c, "ludc_mixed(%s.w[%d], UINT64_C(0x%llx))", m, i,
                                   (unsigned long long)ir_mix_factor(i));
        sum = sum ? c_format(b->c, "%s + %s", sum, one) : one;
    }
    return c_format(b->c, "ludc_mix(%s, %s)", c_bare(b->c, x), sum);
}

/* Of a map that keeps the order of sites; others are lowered (ir/lower/relations.c). */
static const char *carried(Body *b, const Ir *e)
{
    WordMap map;
    if (!word_map_of(b->c->arena, b->c->game, e, &map)) {
        c_unsupported(b, e, "this map of sites");
        return "0";
    }
    return c_carry(b->c, &map, map.sources == 1 ? c_bare(b->c, c_expr(b, e->a[0])) : c_atom(b, e->a[0]));
}

const char *c_set_expr(Body *b, const Ir *e)
{
    switch (e->op) {
    case IR_OP_NONE: return constant(b, e, false);
    case IR_OP_ALL: return constant(b, e, true);
    case IR_OP_BITOF: return single(b, e);
    case IR_OP_PACK: return c_pack(b, e);
    case IR_OP_HAS: return has(b, e);
    case IR_OP_MAND: return binary(b, e, "and", "&");
    case IR_OP_MOR: return binary(b, e, "or", "|");
    case IR_OP_MXOR: return binary(b, e, "xor", "^");
    case IR_OP_MDIFF: return difference(b, e);
    case IR_OP_MNOT: return complement(b, e);
    case IR_OP_COUNT: return query(b, e, "count", "ludc_count");
    case IR_OP_ANY: return any(b, e);
    case IR_OP_FIRST: return query(b, e, "first", "ludc_first");
    case IR_OP_NTH: return nth(b, e);
    case IR_OP_WHERE: return where(b, e);
    case IR_OP_HASHMIX: return mix(b, e);
    case IR_OP_UMOD: return c_format(b->c, "(int32_t)(%s %% %lldu)", c_expr(b, e->a[0]), (long long)e->a[1]->k);
    case IR_OP_UP_TO:
    case IR_OP_DOWN_TO:
    case IR_OP_SHIFT:
    case IR_OP_ROTATE:
    case IR_OP_COVERS:
    case IR_OP_WINDOW:
    case IR_OP_GATHER:
    case IR_OP_GATHERS: return c_words_expr(b, e);
    case IR_OP_IMAGE: return carried(b, e);
    default: break;
    }
    const char *text = e->op == IR_OP_UNION ? c_ways(b, e) : NULL;
    if (!text) {
        c_unsupported(b, e, ir_op_info(e->op)->name);
        return "0";
    }
    return text;
}
