/* rule.c - what a rule does once it is chosen. */
#include "backends/c/cgen.h"

void c_header_lets(Body *b, const IrFn *rule, const Ir *const *tree, size_t n)
{
    for (const Ir *const *let = shape_header_lets(b->c->arena, rule, tree, n); *let; let++) {
        const int k = (int)(*let)->k;
        c_line(b, "const %s %s = %s;", c_type(b->c, rule->local.at[k].type), b->local[k], c_bare(b->c, c_expr(b, (*let)->a[0])));
    }
}

/* Header lets, do, then on the state named by b->state. */
static void body_of(Body *b, const IrFn *rule)
{
    const Ir *tree[] = {rule->header, rule->effect, rule->then};
    c_scopes(b, tree, 3);
    c_header_lets(b, rule, tree + 1, 2);
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
    body_of(&b, r);
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
