/* atari.c - groups that a single move may shut in, found once before many are tried (ir/lower/pressed.c). */
#include "backends/c/cgen.h"

void c_atari_find(CGen *c)
{
    const size_t n = c->high->fn.n;
    c->atari = ARENA_ARRAY(c->arena, const LowAtari *, n + 1);
    for (size_t i = 0; c->game->atari && i < n; i++)
        if (c->high->fn.at[i]->kind == IR_RULE)
            c->atari[i] = ir_lower_atari(c->arena, c->high, c->game, (int)i);
}

void c_atari(Body *b, const IrFn *rule)
{
    CGen *c = b->c;
    const LowAtari *atari = c->atari[ir_fn_index(c->game, rule)];
    if (!atari || b->origin || c->chance || apart_plays_told(&c->apart, rule) || (rule->post && b->sink.raw))
        return;
    c_need_fn(c, atari->pressed);
    b->pressed = c_temp(b, c_type(c, c->game->fn.at[atari->pressed]->ret), c_format(c, "%s(%s)", c->fn[atari->pressed], b->state));
}

int c_atari_search(Body *b, const Ir *block, int at)
{
    int i = 0, n = 1;
    while (b->atari && i < b->atari->n && b->atari->let[i] != block->a[at])
        i++;
    if (!b->atari || i == b->atari->n)
        return 0;
    const Ir *let = b->atari->let[i];
    const int words = c_words(b->c, let->a[0]->type.space);
    c_need_table(b->c, b->atari->near[i]);
    const char *row = c_format(b->c, "%s[%s]", b->c->table[b->atari->near[i]], b->local[b->fn->nparam - 1]);
    const char *met = c_bare(b->c, c_op2(b, words, "and", "&", row, "*pressed"));
    c_open(b, "if (%s)", words == 1 ? met : c_format(b->c, "%s(%s)", c_set_op(b->c, words, "any"), met));
    c_stmt(b, let);
    while (at + n < block->n && ir_atari_idle(block->a[at + n], (int)let->k))
        c_stmt(b, block->a[at + n++]);
    c_close(b);
    return n;
}
