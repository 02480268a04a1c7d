/* sees.c - which sites see a member of a set along rays: all of them at once.  Rays that
 * are the same step again and again are shifts of whole sets: what is seen is filled
 * backwards from the goal through what does not block.  The step of a set of one word is a
 * rotation and a mask, its fill takes a number of rotations that is the logarithm of the
 * longest ray (Kogge and Stone's parallel prefix). */
#include "backends/c/shift.h"

/* The rotation of a step, and the sites that it may come from and go to. */
static void put_steps(CGen *c, const IrSteps *s, const char *name)
{
    const char *const part[3] = {"turn", "from", "to"};
    for (int k = 0; k < 3; k++) {
        out_printf(&c->data, "static const uint64_t %s_%s[%d] = {", name, part[k], s->dirs);
        for (int i = 0; i < s->dirs; i++) {
            uint64_t word = k == 0 ? (uint64_t)s->delta[i] & 63 : k == 1 ? s->from[i] : s->to[i];
            out_printf(&c->data, "%sUINT64_C(0x%llx)", i ? ", " : "", (unsigned long long)word);
        }
        out_puts(&c->data, "};\n");
    }
    out_puts(&c->data, "\n");
}

static void put_fill(CGen *c, const char *name, int longest)
{
    out_printf(&c->text, "/* x, and what comes of it in steps through `pass`; at most %d of them. */\n"
                         "LUDC_FN uint64_t %s(uint64_t x, uint64_t pass, uint64_t turn)\n{\n", longest - 1, name);
    for (int reached = 1; reached < longest; reached *= 2) {
        if (reached > 1) {
            out_puts(&c->text, "    pass &= ludc_turn(pass, turn);\n    turn = (turn * 2) & 63;\n");
        }
        out_puts(&c->text, "    x |= pass & ludc_turn(x, turn);\n");
    }
    out_puts(&c->text, longest > 1 ? "    return x;\n}\n\n" : "    (void)pass;\n    (void)turn;\n    return x;\n}\n\n");
}

/* The functions over directions of a table with one word a set: NAME_see and NAME_go. */
const char *c_need_turns(CGen *c, int table, const IrSteps *s)
{
    const char *name = c->table[table];
    if (!c_once(c, c_format(c, "%s_turns", name))) {
        return name;
    }
    put_steps(c, s, name);
    put_fill(c, c_format(c, "%s_fill", name), s->longest);
    out_printf(&c->text,
               "/* The sites from which direction d comes to `goal` before it has passed one of `stop`. */\n"
               "LUDC_FN uint64_t %s_see(int32_t d, uint64_t stop, uint64_t goal)\n{\n"
               "    const uint64_t turn = -%s_turn[d] & 63, from = %s_from[d];\n"
               "    return from & ludc_turn(%s_fill(goal, from & ~stop, turn), turn);\n}\n\n", name, name, name, name);
    out_printf(&c->text,
               "/* What direction d reaches from `start`, up to and with the first site in `stop`. */\n"
               "LUDC_FN uint64_t %s_go(int32_t d, uint64_t start, uint64_t stop)\n{\n"
               "    const uint64_t turn = %s_turn[d], to = %s_to[d], next = to & ludc_turn(start, turn);\n"
               "    return next | (to & ludc_turn(%s_fill(next & ~stop, to & ~stop, turn), turn));\n}\n\n",
               name, name, name, name);
    return name;
}

/* --- SEES by itself --- */

/* One direction of several words, step by step as long as there is something new. */
static void put_direction(CGen *c, const IrSteps *s, int dir, Out *o)
{
    Body b = {.c = c};
    int words = s->words, delta = -s->delta[dir];
    const char *from = c_set_const(c, s->from + dir * words, words), *set = c_set(c, words);
    const char *and = c_set_op(c, words, "and"), *or = c_set_op(c, words, "or");
    out_printf(o, "    case %d:\n"
                  "        for (front = goal; %s(front); front = %s(front, all)) {\n"
                  "            const %s before = %s(%s, %s);\n"
                  "            seen = %s(seen, before);\n"
                  "            front = %s(%s(before, stop), all);\n"
                  "            all = %s(all, front);\n"
                  "        }\n        break;\n", dir, c_set_op(c, words, "any"), and, set, and, c_bare(c, c_shift(&b, words, "front", delta)),
               from, or, c_set_op(c, words, "diff"), c_set_op(c, words, "diff"), or);
}

/* NAME_from(d, stop, goal) for sets of several words. */
static const char *need_walks(CGen *c, int table, const IrSteps *s)
{
    const char *name = c_format(c, "%s_from", c->table[table]), *set = c_set(c, s->words);
    if (!c_once(c, name)) {
        return name;
    }
    Out o = {0};
    for (int i = 0; i < s->dirs; i++) {
        put_direction(c, s, i, &o);
    }
    out_printf(&c->text, "/* The sites from which direction d comes to `goal` before it has passed one of `stop`. */\n"
                         "LUDC_APART %s %s(int32_t d, %s stop, %s goal)\n{\n"
                         "    %s seen = {{0}}, all = goal, front;\n    switch (d) {\n", set, name, set, set, set);
    out_write(&c->text, o.text ? o.text : "", o.n);
    out_puts(&c->text, "    default:\n        break;\n    }\n    return seen;\n}\n\n");
    out_free(&o);
    return name;
}

static const char *has_site(CGen *c, int words, const char *set)
{
    return words == 1 ? c_format(c, "(%s >> at & 1) != 0", set)
                      : c_format(c, "(%s.w[at >> 6] >> (at & 63) & 1) != 0", set);
}

/* NAME_looks(row, stop, goal): by walking, for rays of any form. */
static const char *need_looks(CGen *c, int table, int sites, int words, int seen)
{
    const char *t = c->table[table], *name = c_format(c, "%s_looks%d", t, words);
    int forks = c->game->table.at[table].dim[c->game->table.at[table].ndim - 1].size;
    c_need_table(c, table);
    if (!c_once(c, name)) {
        return name;
    }
    const char *set = c_set(c, words), *to = c_set(c, seen);
    out_printf(&c->text, "/* The members whose rows come to `goal` before they have passed one of `stop`. */\n"
                         "LUDC_APART %s %s(int32_t row, %s stop, %s goal)\n{\n    %s m = %s;\n"
                         "    for (int32_t r = 0; r < %d; r++) {\n"
                         "        for (int32_t i = %s_at[row + r]; i < %s_at[row + r + 1]; i++) {\n"
                         "            const int32_t at = %s_row[i];\n"
                         "            if (%s) {\n                %s;\n                break;\n            }\n"
                         "            if (%s) {\n                break;\n            }\n"
                         "        }\n    }\n    return m;\n}\n\n",
               to, name, set, set, to, seen == 1 ? "0" : "{{0}}", sites * forks, t, t, t, has_site(c, words, "goal"),
               c_insert(&(Body){.c = c}, seen, "m", c_format(c, "(r / %d)", forks)), has_site(c, words, "stop"));
    return name;
}

/* The number of the first direction: that of the leading indices. */
static const char *direction(Body *b, const Ir *slice, int forks)
{
    const IrTable *t = &b->c->game->table.at[slice->k];
    const char *text = "0";
    for (int i = 0; i < slice->n; i++) {
        const char *index = c_expr(b, slice->a[i]);
        text = i ? c_format(b->c, "(%s * %d + %s)", text, t->dim[i].size, index) : index;
    }
    return forks > 1 ? c_format(b->c, "%s * %d", text, forks) : c_bare(b->c, text);
}

const char *c_sees(Body *b, const Ir *e)
{
    CGen *c = b->c;
    const Ir *slice = e->a[0];
    int table = (int)slice->k, words = c_words(c, e->a[1]->type.space), seen = c_words(c, e->type.space);
    IrSteps s;
    if (!ir_steps(c->arena, c->game, table, &s)) {
        const char *name = need_looks(c, table, c->game->space.at[e->type.space].size, words, seen);
        const char *row = c_row_index(b, slice), *stop = c_expr(b, e->a[1]);
        return c_format(c, "%s(%s, %s, %s)", name, c_bare(c, row), c_bare(c, stop), c_bare(c, c_expr(b, e->a[2])));
    }
    const char *name = words == 1 ? c_format(c, "%s_see", c_need_turns(c, table, &s)) : need_walks(c, table, &s);
    const char *first = direction(b, slice, s.forks);
    const char *stop = c_temp(b, c_set(c, words), c_expr(b, e->a[1]));
    const char *goal = c_temp(b, c_set(c, words), c_expr(b, e->a[2]));
    if (s.forks == 1) {
        return c_format(c, "%s(%s, %s, %s)", name, first, stop, goal);
    }
    const char *all = c_name_temp(b), *d = c_name_temp(b), *at = c_temp(b, "int32_t", first);
    c_line(b, "%s %s = %s;", c_set(c, words), all, words == 1 ? "0" : "{{0}}");
    c_open(b, "for (int32_t %s = %s; %s < %s + %d; %s++)", d, at, d, at, s.forks, d);
    const char *one = c_format(c, "%s(%s, %s, %s)", name, d, stop, goal);
    c_line(b, "%s = %s;", all, c_bare(c, c_op2(b, words, "or", "|", all, one)));
    c_close(b);
    return all;
}
