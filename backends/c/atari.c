/* atari.c - groups that a single move may shut in, found once before many are tried
 * (ir/analysis/atari_groups.c). */
#include "backends/c/cgen.h"
#include "ir/lower/lower.h"

/* The `let` number *n in the order of the text; NULL: there are fewer, *n less. */
static const Ir *nth_let(const Ir *s, int *n)
{
    if (!s || (s->op == IR_OP_LET && (*n)-- == 0)) {
        return s;
    }
    const Ir *found = NULL;
    for (int i = 0; i < s->n && !found; i++) {
        found = nth_let(s->a[i], n);
    }
    return found;
}

/* The number of `let` among those of s; false: it is none of them, *n more. */
static bool number_of_let(const Ir *s, const Ir *let, int *n)
{
    if (!s || s == let) {
        return s != NULL;
    }
    *n += s->op == IR_OP_LET;
    bool found = false;
    for (int i = 0; i < s->n && !found; i++) {
        found = number_of_let(s->a[i], let, n);
    }
    return found;
}

/* What was found before the game was lowered, in low operations. */
static void lower_case(CGen *c, int rule, AtariCase *one)
{
    const IrFn *high = c->high->fn.at[rule], *low = c->game->fn.at[rule];
    int n = 0;
    bool effect = number_of_let(high->effect, one->let, &n);
    if (!effect) {
        number_of_let(high->then, one->let, &n);
    }
    const Ir *let = nth_let(low->effect, &n);
    one->let = let ? let : nth_let(low->then, &n);
    const Ir **way = ARENA_ARRAY(c->arena, const Ir *, (size_t)one->nway + 1), **tree[] = {&one->within, &one->target};
    for (int i = 0; i < 2; i++) {
        *tree[i] = ir_lower_tree(c->game, rule, *tree[i]);
    }
    for (int i = 0; i < one->nway; i++) {
        way[i] = ir_lower_tree(c->game, rule, one->way[i]);
    }
    one->way = way;
}

static const AtariGroups *groups_of(CGen *c, int rule)
{
    const AtariGroups *found = ir_fact_atari_groups(c->high, rule);
    if (!found || c->high == c->game)
        return found;
    AtariGroups *atari = ARENA_NEW(c->arena, AtariGroups);
    *atari = *found;
    for (int i = 0; i < atari->n; i++)
        lower_case(c, rule, &atari->at[i]);
    return atari;
}

void c_atari_find(CGen *c)
{
    c->atari = ARENA_ARRAY(c->arena, const AtariGroups *, c->game->fn.n);
    for (size_t i = 0; c->game->atari && i < c->high->fn.n; i++) {
        if (c->high->fn.at[i]->kind == IR_RULE) {
            c->atari[i] = groups_of(c, (int)i);
        }
    }
}

const AtariGroups *c_atari_groups(CGen *c, const IrFn *rule)
{
    return c->atari[ir_fn_index(c->game, rule)];
}

/* pressedN(all, near, target): the groups of `all` that less than two of `target` are beside. */
static const char *need_groups(CGen *c, int words)
{
    const char *name = c_format(c, "pressed%d", words);
    if (!c_once(c, name)) {
        return name;
    }
    const char *set = c_set(c, words), *pop = c_need_pop(c, words), *count = c_count(c, words);
    const char *less = words == 1 ? "%s & ~%s" : c_format(c, "%s(%%s, %%s)", c_set_op(c, words, "diff"));
    const char *none = words == 1 ? "0" : "{{0}}";
    Body f = c_body(c, NULL, "st");
    f.out = &f.text;
    c_line(&f, "%s rest = all, pressed = %s;", set, none);
    c_line(&f, "int32_t first;");
    c_open(&f, "while ((first = %s(&rest)) >= 0)", pop);
    c_line(&f, "%s front = %s, group = %s, free = %s;", set, none, none, none);
    c_line(&f, "int32_t at = first;");
    c_open(&f, "do");
    c_line(&f, "const %s more = %s;", set, c_bare(c, c_op2(&f, words, "and", "&", "near[at]", "rest")));
    const char *beside = c_op2(&f, words, "and", "&", "near[at]", "target");
    c_line(&f, "free = %s;", c_bare(c, c_op2(&f, words, "or", "|", "free", beside)));
    c_line(&f, "rest = %s;", c_format(c, less, "rest", "more"));
    c_line(&f, "front = %s;", c_bare(c, c_op2(&f, words, "or", "|", "front", "more")));
    c_line(&f, "%s;", c_insert(&f, words, "group", "at"));
    c_close(&f);
    c_line(&f, "while ((at = %s(&front)) >= 0);", pop);
    c_open(&f, "if (%s(free) < 2)", count);
    c_line(&f, "pressed = %s;", c_bare(c, c_op2(&f, words, "or", "|", "pressed", "group")));
    c_close(&f);
    c_close(&f);
    c_line(&f, "return pressed;");
    out_puts(&c->text, "/* The groups of `all` that less than two of `target` are beside. */\n");
    c_finish(&f, c_format(c, "LUDC_FN %s %s(%s all, const %s *near, %s target)", set, name, set, set, set));
    return name;
}

static void one_case(Body *b, const AtariCase *one, int words)
{
    for (int i = 0; i < one->nway; i++) {
        c_open(b, "if (%s)", c_bit(b, one->way[i]));
    }
    const char *name = need_groups(b->c, words);
    const char *within = c_expr(b, one->within);
    const char *near = c_table_ref(b, one->near);
    const char *target = c_expr(b, one->target);
    c_line(b, "return %s(%s, %s, %s);", name, c_bare(b->c, within), near, c_bare(b->c, target));
    for (int i = 0; i < one->nway; i++) {
        c_close(b);
    }
}

/* pressed_RULE(st): those groups, as the rule asks for them in this state. */
static const char *need_pressed(CGen *c, const IrFn *rule, const AtariGroups *atari, int words)
{
    const char *name = c_format(c, "pressed_%s", c->fn[ir_fn_index(c->game, rule)]), *set = c_set(c, words);
    if (!c_once(c, name)) {
        return name;
    }
    Body b = c_body(c, rule, "st");
    b.out = &b.text;
    for (int i = 0; i < atari->n; i++) {
        one_case(&b, &atari->at[i], words);
    }
    c_line(&b, "return %s;", words == 1 ? "0" : c_format(c, "(%s){{0}}", set));
    out_puts(&c->text, "/* What one of these moves may shut in. */\n");
    c_finish(&b, c_format(c, "LUDC_FN %s %s(const State *st)", set, name));
    return name;
}

void c_atari(Body *b, const IrFn *rule)
{
    CGen *c = b->c;
    if (b->origin || c->chance || apart_plays_told(&c->apart, rule) || (rule->post && b->sink.raw)) {
        return;
    }
    const AtariGroups *atari = c_atari_groups(c, rule);
    if (!atari) {
        return;
    }
    int words = c_words(c, atari->at[0].within->type.space);
    const char *name = need_pressed(c, rule, atari, words);
    b->pressed = c_temp(b, c_set(c, words), c_format(c, "%s(%s)", name, b->state));
}

int c_atari_search(Body *b, const Ir *block, int at)
{
    const AtariCase *one = NULL;
    for (int i = 0; b->atari && i < b->atari->n; i++) {
        one = b->atari->at[i].let == block->a[at] ? &b->atari->at[i] : one;
    }
    if (!one) {
        return 0;
    }
    int words = c_words(b->c, one->within->type.space), n = 1;
    const char *row = c_format(b->c, "%s[%s]", c_table_ref(b, one->near), b->local[b->fn->nparam - 1]);
    const char *met = c_op2(b, words, "and", "&", row, "*pressed");
    met = c_bare(b->c, met);
    c_open(b, "if (%s)", words == 1 ? met : c_format(b->c, "%s(%s)", c_set_op(b->c, words, "any"), met));
    c_stmt(b, block->a[at]);
    while (at + n < block->n && ir_atari_idle(block->a[at + n], (int)one->let->k)) {
        c_stmt(b, block->a[at + n++]);
    }
    c_close(b);
    return n;
}
