/* rule.c - what a rule does once it is chosen. */
#include "backends/c/cgen.h"
#include "ir/core/tree.h"

#include <string.h>

void c_header_lets(Body *b, const IrFn *rule, const Ir *const *tree, size_t n)
{
    for (const Ir *const *let = shape_header_lets(b->c->arena, rule, tree, n); *let; let++) {
        const int k = (int)(*let)->k;
        c_line(b, "const %s %s = %s;", c_type(b->c, rule->local.at[k].type), b->local[k], c_bare(b->c, c_expr(b, (*let)->a[0])));
    }
}

/* Header lets, do, then on the state named by b->state.  With `post`: of do and then what
 * it depends on, on a copy. */
static void body_of(Body *b, const IrFn *rule, const Ir *known, const Ir *post)
{
    Slice part = {.effect = rule->effect, .then = rule->then};
    if (post)
        part = ir_slice(b->c->arena, b->c->game, rule, post, NULL);
    bool apart = post && !part.less && c_effect_apart(b->c, rule);
    const Ir *tree[] = {rule->header, apart ? NULL : part.effect, apart ? NULL : part.then, post};
    c_scopes(b, tree, 4);
    c_header_lets(b, rule, tree + 1, 3);
    if (known) {
        c_open(b, "if (%s)", c_bit(b, known));
        c_line(b, "return 1;");
        c_close(b);
    }
    if (post)
        b->state = c_format(b->c, "&%s", c_trial(b, apart_lets_play(&b->c->apart, rule)));
    if (apart)
        c_do_effect(b, rule);
    for (int i = 1; i < 3; i++)
        if (tree[i])
            c_block(b, tree[i]);
}

const char *c_play(CGen *c, const IrFn *rule)
{
    int index = ir_fn_index(c->game, rule);
    c_need_play(c, index);
    return c_format(c, "play_%s", c->fn[index]);
}

/* `one_of`: of Body. */
static void need_play(CGen *c, const IrFn *r, const char *name, bool told, int one_of)
{
    if (!c_once(c, name))
        return;
    Body b = c_body(c, r, "st");
    b.out = &b.text;
    b.chosen = true;
    b.one_of = one_of;
    b.draws = b.told = c->chance;
    b.origin = told ? "past" : NULL;
    if (one_of)
        c_line(&b, "(void)one;");
    body_of(&b, r, NULL, NULL);
    const char *params = c_params(&b, r, r->nparam);
    c_finish(&b, c_format(c, "%s void %s(State *st%s%s%s%s)", c->hot, name, told ? ", const State *past" : "", c_rng_param(c),
                          params, one_of ? ", uint64_t one" : ""));
}

void c_need_play(CGen *c, int rule)
{
    need_play(c, c->game->fn.at[rule], c_format(c, "play_%s", c->fn[rule]), false, 0);
}

const char *c_play_one(CGen *c, const IrFn *rule, int param)
{
    const char *name = c_format(c, "play_%s_by_%d", c->fn[ir_fn_index(c->game, rule)], param);
    need_play(c, rule, name, false, param + 1);
    return name;
}

const char *c_play_told(CGen *c, const IrFn *rule)
{
    const char *name = c_format(c, "past_play_%s", c->fn[ir_fn_index(c->game, rule)]);
    need_play(c, rule, name, true, 0);
    return name;
}

/* ---- what must hold ---- */

enum { SMALL_POST = 24, SMALL_EFFECT = 30 }; /* nodes: below, another function is no gain */

const char *c_holds(Body *b, const Ir *post)
{
    CGen *c = b->c;
    if (tree_size(post) < SMALL_POST || b->origin || !tree_is_closed(post, ARENA_ARRAY(c->arena, bool, b->fn->local.n + 1)))
        return c_bit(b, post);
    Body f = c_body(c, b->fn, "st");
    f.out = &f.text;
    const Ir *tree[] = {post};
    c_scopes(&f, tree, 1);
    c_line(&f, "return %s;", c_bit(&f, post));
    size_t i = 0;
    while (i < c->held.n && strcmp(c->held.at[i], f.text.text) != 0)
        i++;
    const char *name = c_format(c, "holds_%zu", i + 1);
    if (i < c->held.n) {
        out_free(&f.text);
    } else {
        vec_push(c->arena, &c->held, arena_strdup(c->arena, f.text.text));
        c_finish(&f, c_format(c, "LUDC_FN int32_t %s(const State *st)", name));
    }
    return c_format(c, "%s(%s)", name, b->state);
}

bool c_effect_apart(const CGen *c, const IrFn *rule)
{
    size_t n = (rule->effect ? tree_size(rule->effect) : 0) + (rule->then ? tree_size(rule->then) : 0);
    return !c->chance && !shape_known(rule) && n >= SMALL_EFFECT;
}

void c_do_effect(Body *b, const IrFn *rule)
{
    const char *args = "";
    for (int i = 0; i < rule->nparam; i++)
        args = c_format(b->c, "%s, %s", args, b->local[i]);
    c_line(b, "%s(%s%s);", c_play(b->c, rule), b->state, args);
}

/* post_NAME; with `late`, late_NAME: it is known that the old state does not decide. */
static const char *need_post(CGen *c, int rule, bool late)
{
    const IrFn *r = c->game->fn.at[rule];
    const char *name = c_format(c, "%s_%s", late ? "late" : "post", c->fn[rule]);
    if (!c_once(c, name))
        return name;
    const Ir *first = shape_known(r), *known = late || !shape_known_pays(c->arena, r) ? NULL : first;
    const Ir *post = first && !known ? r->post->a[1] : r->post;
    Body b = c_body(c, r, "st");
    b.out = &b.text;
    b.chosen = true;
    body_of(&b, r, known, post);
    c_line(&b, "return %s;", c_holds(&b, known ? r->post->a[1] : post));
    const char *params = c_params(&b, r, r->nparam);
    c_finish(&b, c_format(c, "LUDC_FN int32_t %s(const State *st%s)", name, params));
    return name;
}

const char *c_need_post(CGen *c, int rule)
{
    return need_post(c, rule, false);
}

const char *c_need_legal(CGen *c, int rule)
{
    const IrFn *r = c->game->fn.at[rule];
    const char *name = c_format(c, "legal_%s", c->fn[rule]);
    if (!c_once(c, name))
        return name;
    const Ir *good = shape_vouched(r), *tree[] = {r->header, good};
    const char *check = need_post(c, rule, good != NULL);
    int words = c_words(c, r->local.at[r->nparam - 1].type.space);
    const char *set = c_set(c, words);
    Body b = c_body(c, r, "st");
    b.out = &b.text;
    b.chosen = true;
    c_scopes(&b, tree, good ? 2 : 0);
    const char *args = "";
    for (int i = 0; i + 1 < r->nparam; i++)
        args = c_format(c, "%s, %s", args, b.local[i]);
    if (good) {
        c_header_lets(&b, r, &good, 1);
        const char *m = c_atom(&b, good);
        c_line(&b, "%s legal = %s;", set, c_bare(c, c_op2(&b, words, "and", "&", "all", m)));
    } else {
        c_line(&b, "%s legal = %s;", set, words == 1 ? "0" : "{{0}}");
    }
    const char *rest = !good        ? "all"
                       : words == 1 ? "all & ~legal"
                                    : c_op2(&b, words, "diff", "", "all", "legal");
    c_each(&b, rest, words, "member");
    c_open(&b, "if (%s(st%s, member))", check, args);
    c_line(&b, "%s;", c_insert(&b, words, "legal", "member"));
    c_close(&b);
    c_end_each(&b, words);
    c_line(&b, "return legal;");
    const char *params = c_params(&b, r, r->nparam - 1);
    out_puts(&c->text, "/* Those of `all`, as last parameter, after which holds what must hold. */\n");
    c_finish(&b, c_format(c, "LUDC_FN %s %s(const State *st%s, const %s all)", set, name, params, set));
    return name;
}

const char *c_need_describe(CGen *c, int rule)
{
    const IrFn *r = c->game->fn.at[rule];
    const char *name = c_format(c, "describe_%s", c->fn[rule]);
    if (!c_once(c, name))
        return name;
    Body b = c_body(c, r, "st");
    b.out = &b.text;
    b.chosen = true;
    const Ir *header = r->header;
    c_scopes(&b, &header, 1);
    c_header_lets(&b, r, shape_shown(c->arena, r), r->view.n);
    for (size_t i = 0; i < r->view.n; i++) {
        const char *value = c_expr(&b, r->view.at[i].value);
        c_line(&b, "out[%zu] = %s;", ir_column(&c->offered, r->view.at[i].name), c_bare(c, value));
    }
    const char *params = c_params(&b, r, r->nparam);
    c_finish(&b, c_format(c, "LUDC_FN void %s(const State *st, int32_t *out%s)", name, params));
    return name;
}

const char *c_decoded(Body *b, const IrCode *own)
{
    CGen *c = b->c;
    const IrFn *rule = c->game->fn.at[own->fn];
    const char *code = "move";
    if (own->base && rule->nparam)
        code = c_temp(b, "uint32_t", c_format(c, "move - %lluu", (unsigned long long)own->base));
    const char *text = "";
    unsigned long long below = 1;
    for (int i = rule->nparam; i-- > 0;) {
        IrType type = rule->local.at[i].type;
        unsigned long long size = ir_code_size(type);
        long long low = ir_code_low(type);
        const char *digit = below > 1 ? c_format(c, "%s / %lluu", code, below) : code;
        digit = i > 0 ? c_format(c, "(int32_t)(%s %% %lluu)", digit, size)
                      : c_format(c, "(int32_t)(%s)", digit);
        digit = low ? c_format(c, "%s + %lld", digit, low) : digit;
        text = c_format(c, ", %s%s", digit, text);
        below *= size;
    }
    return text;
}

void c_need_turn(CGen *c)
{
    if (!c_once(c, "turn"))
        return;
    Body b = c_body(c, NULL, "st");
    b.out = &b.text;
    b.draws = b.told = c->chance;
    for (size_t i = 0; i < c->game->fn.n; i++) {
        if (c->game->fn.at[i]->kind == IR_TURN) {
            c_need_fn(c, (int)i);
            c_line(&b, "%s(st%s);", c->fn[i], c_rng(&b));
        }
    }
    c_finish(&b, c_format(c, "%s void turn(State *st%s)", c->hot, c_rng_param(c)));
}
