/* put.c - writes to the state.  What only adds to a set or takes from it is
 * written that way; of a set of several words one word is touched. */
#include <string.h>

#include "backends/c/cgen.h"

static const char *place_of(Body *b, const Ir *put)
{
    const char *name = b->c->field[put->k];
    const char *place = b->state[0] == '&' ? c_format(b->c, "%s.%s", b->state + 1, name)
                                           : c_format(b->c, "%s->%s", b->state, name);
    /* operands: the value, then the index if there is one */
    if (put->n > 1)
        place = c_format(b->c, "%s[%s]", place, c_bare(b->c, c_expr(b, put->a[1])));
    return place;
}

/* Is e what `put` writes to, read? */
static bool reads_place(const Ir *e, const Ir *put)
{
    return e->op == IR_OP_GET && e->k == put->k &&
           (e->n == 0 ? put->n == 1 : put->n == 2 && ir_equal(e->a[0], put->a[1]));
}

/* set4_add(Set4 *, at) and set4_drop; at is a member.  Which form is faster depends on whether the
 * compiler keeps sets in registers: clang does, and two words fit anywhere. */
static const char *need_update(CGen *c, int words, bool add)
{
    const char *name = c_set_op(c, words, add ? "add" : "drop");
    if (c_once(c, name)) {
        const char *set = c_set(c, words);
        out_printf(&c->type, "LUDC_FN void %s(%s *a, int32_t at)\n{\n", name, set);
        out_puts(&c->type, words == 2 ? "#ifndef __TINYC__\n" : "#ifdef __clang__\n");
        out_printf(&c->type, "    *a = set%d_%s(*a, set%d_bit(at));\n#else\n"
                             "    a->w[at >> 6] %s(UINT64_C(1) << (at & 63));\n#endif\n}\n\n", words,
                   add ? "or" : "diff", words, add ? "|= " : "&= ~");
    }
    return name;
}

/* @f := @f | bit(x) and the like on a set of several words. */
static bool put_member(Body *b, const Ir *put)
{
    IrOp op;
    const Ir *bit = shape_put_member(put, &op);
    const int words = bit ? c_words(b->c, put->a[0]->type.space) : 1;
    if (words == 1)
        return false;
    const char *place = place_of(b, put);
    bool sure = shape_sure(b->fn, b->chosen, bit->a[0]);
    const char *at = sure ? c_expr(b, bit->a[0]) : c_atom(b, bit->a[0]);
    if (!sure)
        c_open(b, "if (%s >= 0)", at);
    c_line(b, "%s(&%s, %s);", need_update(b->c, words, op == IR_OP_MOR), place, c_bare(b->c, at));
    if (!sure)
        c_close(b);
    return true;
}

/* @f := @f op x as @f op= x on a set of one word. */
static bool put_update(Body *b, const Ir *put, const Ir *old, const Ir *change)
{
    const IrOp op = put->a[0]->op;
    const char *sign = op == IR_OP_MOR ? "|= " : op == IR_OP_MAND ? "&= " : op == IR_OP_MXOR ? "^= "
                       : op == IR_OP_MDIFF ? "&= ~" : NULL;
    if (!sign || c_words(b->c, put->a[0]->type.space) > 1 || !reads_place(old, put))
        return false;
    const char *place = place_of(b, put);
    const char *x = c_expr(b, change);
    c_line(b, "%s %s%s;", place, sign, op == IR_OP_MDIFF ? x : c_bare(b->c, x));
    return true;
}

static bool put_set(Body *b, const Ir *put)
{
    const Ir *v = put->a[0];
    return put_member(b, put) || (v->n == 2 && (put_update(b, put, v->a[0], v->a[1]) ||
                                                (v->op != IR_OP_MDIFF && put_update(b, put, v->a[1], v->a[0]))));
}

static void put_value(Body *b, const Ir *put, const Ir *value);

/* @f := select(c, x, @f): the write under a condition. */
static bool put_if(Body *b, const Ir *put)
{
    const Ir *v = put->a[0];
    if (v->op != IR_OP_SELECT)
        return false;
    bool same_else = reads_place(v->a[2], put), same_then = reads_place(v->a[1], put);
    if (!same_else && !same_then)
        return false;
    const char *test = c_expr(b, v->a[0]);
    if (same_else) {
        c_open(b, "if (%s)", c_bare(b->c, test));
        put_value(b, put, v->a[1]);
    } else {
        c_open(b, "if (!%s)", test);
        put_value(b, put, v->a[2]);
    }
    c_close(b);
    return true;
}

static void put_value(Body *b, const Ir *put, const Ir *value)
{
    Ir *one = ir_copy(b->c->game, put);
    one->a[0] = ir_copy(b->c->game, value);
    c_put(b, one);
}

/* @f := @f | pack(..) */
static bool put_pack(Body *b, const Ir *put)
{
    const Ir *value = put->a[0];
    if (value->op != IR_OP_MOR || value->a[1]->op != IR_OP_PACK || !reads_place(value->a[0], put))
        return false;
    c_pack_into(b, value->a[1], place_of(b, put));
    return true;
}

void c_put(Body *b, const Ir *s)
{
    if (put_if(b, s) || put_pack(b, s) || put_set(b, s))
        return;
    const IrField *f = &b->c->game->field.at[s->k];
    const char *place = place_of(b, s);
    const char *value = c_expr(b, s->a[0]);
    if (f->elem.kind == IR_INT && strcmp(c_store(f->elem), "int32_t") != 0 &&
        s->a[0]->op != IR_OP_INT)
        c_line(b, "%s = (%s)%s;", place, c_store(f->elem), value);
    else
        c_line(b, "%s = %s;", place, c_bare(b->c, value));
}

/* --- writes that may be taken back --- */

static void copy_field(Body *b, size_t i, const char *to, const char *from)
{
    const IrField *f = &b->c->game->field.at[i];
    if (!f->array) {
        c_line(b, "%s = %s;", to, from);
    } else if (f->n <= 4) {
        for (size_t j = 0; j < f->n; j++)
            c_line(b, "%s[%zu] = %s[%zu];", to, j, from, j);
    } else {
        c_open(b, "for (uint32_t i = 0; i < %zu; i++)", f->n);
        c_line(b, "%s[i] = %s[i];", to, from);
        c_close(b);
    }
}

static const char *kept_name(const Body *b, size_t i) { return c_format(b->c, "kept_%s", b->c->field[i]); }

static const char *field_name(const Body *b, size_t i) { return c_format(b->c, "%s->%s", b->state, b->c->field[i]); }

void c_declare_kept(Body *b, const bool *field)
{
    CGen *c = b->c;
    for (size_t i = 0; i < c->game->field.n; i++) {
        const IrField *f = &c->game->field.at[i];
        const char *type = f->elem.kind == IR_MASK ? c_type(c, f->elem) : c_store(f->elem);
        if (field[i])
            c_line(b, "%s %s%s;", type, kept_name(b, i), f->array ? c_format(c, "[%zu]", f->n) : "");
    }
}

void c_keep_fields(Body *b, const bool *field)
{
    for (size_t i = 0; i < b->c->game->field.n; i++)
        if (field[i])
            copy_field(b, i, kept_name(b, i), field_name(b, i));
}

void c_take_back(Body *b, const bool *field)
{
    for (size_t i = 0; i < b->c->game->field.n; i++)
        if (field[i])
            copy_field(b, i, field_name(b, i), kept_name(b, i));
}
