/* fill.c - playouts that fill the board (ir/plan/fill.h). */
#include "backends/c/cgen.h"
#include "ir/plan/fill.h"
#include "ir/plan/plan.h"

static void take(Body *f, int words, const char *from, const char *to, const char *k)
{
    CGen *c = f->c;
    if (words == 1) {
        c_line(f, "const uint64_t one = UINT64_C(1) << ludc_nth(*%s, %s);", from, k);
        c_line(f, "*%s ^= one;", from);
        c_line(f, "*%s |= one;", to);
        return;
    }
    c_line(f, "const int32_t at = %s(*%s, %s);", c_set_op(c, words, "nth"), from, k);
    c_line(f, "%s->w[at / 64] ^= UINT64_C(1) << (at & 63);", from);
    c_line(f, "%s->w[at / 64] |= UINT64_C(1) << (at & 63);", to);
}

/* A part of a set, all of one size being equally likely: random words, then members one by
 * one, as in ir/eval/eval_fill.c. */
static const char *need_part(CGen *c, int words)
{
    const char *name = c_format(c, "part%d", words), *set = c_set(c, words), *count = c_count(c, words);
    if (!c_once(c, name))
        return name;
    Body m = c_body(c, NULL, "st");
    m.out = &m.text;
    take(&m, words, "from", "to", "k");
    c_finish(&m, c_format(c, "LUDC_FN void %s_move(%s *from, %s *to, uint32_t k)", name, set, set));
    Body f = c_body(c, NULL, "st");
    f.out = &f.text;
    c_line(&f, "%s part = all, rest = all;", set);
    for (int i = 0; i < words; i++) {
        const char *w = words == 1 ? "" : c_format(c, ".w[%d]", i);
        c_line(&f, "part%s &= ludc_random(rng);", w);
        c_line(&f, "rest%s ^= part%s;", w, w);
    }
    c_line(&f, "uint32_t n = (uint32_t)%s(part);", count);
    c_open(&f, "while (n > want)");
    c_line(&f, "%s_move(&part, &rest, ludc_below(rng, n--));", name);
    c_close(&f);
    c_open(&f, "for (; n < want; n++)");
    c_line(&f, "%s_move(&rest, &part, ludc_below(rng, size - n));", name);
    c_close(&f);
    c_line(&f, "return part;");
    out_puts(&c->text, "/* `want` of the `size` members of a set, each choice being as likely. */\n");
    c_finish(&f, c_format(c, "LUDC_FN %s %s(%s all, uint32_t size, uint32_t want, uint64_t *rng)", set, name, set));
    return name;
}

void c_fill(Body *b, const char *over)
{
    CGen *c = b->c;
    int left = ir_fn_find(c->game, IR_FILL_LEFT), share = ir_fn_find(c->game, IR_FILL_SHARE);
    int fill = ir_fn_find(c->game, IR_FILL), words = c_words(c, c->game->fn.at[left]->ret.space);
    c_need_fn(c, left);
    c_need_fn(c, share);
    c_need_fn(c, fill);
    const char *part = need_part(c, words);
    c_line(b, "const %s left = %s(st);", c_set(c, words), c->fn[left]);
    c_line(b, "const uint32_t size = (uint32_t)%s(left);", c_count(c, words));
    c_open(b, "if (size && size <= limit && !%s)", over);
    c_line(b, "%s(st, %s(left, size, (uint32_t)%s(st), &word));", c->fn[fill], part, c->fn[share]);
    c_line(b, "*rng = word;");
    c_line(b, "*(State *)state = here;");
    c_line(b, "return size;");
    c_close(b);
}
