/* sees.c - what is seen along rays that are the same step again and again, for unions over directions
 * (ways.c): the functions that ir/lower/rays.c makes for one direction, of numbers of directions. */
#include "backends/c/cgen.h"

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
        if (reached > 1)
            out_puts(&c->text, "    pass &= ludc_turn(pass, turn);\n    turn = (turn * 2) & 63;\n");
        out_puts(&c->text, "    x |= pass & ludc_turn(x, turn);\n");
    }
    out_puts(&c->text, longest > 1 ? "    return x;\n}\n\n" : "    (void)pass;\n    (void)turn;\n    return x;\n}\n\n");
}

/* The functions over directions of a table with one word a set: NAME_see and NAME_go. */
const char *c_need_turns(CGen *c, int table, const IrSteps *s)
{
    const char *name = c->table[table];
    if (!c_once(c, c_format(c, "%s_turns", name)))
        return name;
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
