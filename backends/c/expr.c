/* expr.c - integer and truth values as C expressions. */
#include <ctype.h>
#include <string.h>

#include "backends/c/cgen.h"

bool c_unsupported(Body *b, const Ir *e, const char *what)
{
    b->c->failed = true;
    return session_unsupported(b->c->game->session, e->at, "back end c: %s is not supported", what);
}

const char *c_atom(Body *b, const Ir *e)
{
    const char *text = c_expr(b, e);
    for (const char *p = text; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_')
            return c_temp(b, c_type(b->c, e->type), text);
    return text;
}

const char *c_bit(Body *b, const Ir *e)
{
    return c_bare(b->c, c_expr(b, e));
}

const char *c_args(Body *b, const Ir *call)
{
    const char *text = "";
    for (int i = 0; i < call->n; i++)
        text = c_format(b->c, "%s, %s", text, c_bare(b->c, c_expr(b, call->a[i])));
    return text;
}

static const char *integer(CGen *c, int64_t k)
{
    if (k < INT32_MIN || k > INT32_MAX)
        return c_format(c, k < 0 ? "(INT64_C(%lld))" : "INT64_C(%lld)", (long long)k);
    return c_format(c, k < 0 ? "(%lld)" : "%lld", (long long)k);
}

/* st->f, or t.f when the state is the local variable t. */
static const char *field(Body *b, int k)
{
    const char *name = b->c->field[k];
    const char *state = b->origin && b->c->apart.field[k] ? b->origin : b->state;
    return state[0] == '&' ? c_format(b->c, "%s.%s", state + 1, name) : c_format(b->c, "%s->%s", state, name);
}

static const char *get(Body *b, const Ir *e)
{
    const char *name = field(b, (int)e->k);
    if (e->n == 0)
        return name;
    return c_format(b->c, "%s[%s]", name, c_bare(b->c, c_expr(b, e->a[0])));
}

const char *c_table_ref(Body *b, const Ir *tab)
{
    c_need_table(b->c, (int)tab->k);
    const char *text = b->c->table[tab->k];
    for (int i = 0; i < tab->n; i++)
        text = c_format(b->c, "%s[%s]", text, c_bare(b->c, c_expr(b, tab->a[i])));
    return text;
}

/* One word that no index chooses is written where it is read. */
static const char *table(Body *b, const Ir *e)
{
    const IrTable *t = &b->c->game->table.at[e->k];
    const bool word = t->ndim == 0 && t->elem.kind == IR_MASK && c_words(b->c, t->elem.space) == 1;
    return word ? c_set_const(b->c, t->word, 1) : c_table_ref(b, e);
}

const char *c_row_index(Body *b, const Ir *tab)
{
    const IrTable *t = &b->c->game->table.at[tab->k];
    c_need_table(b->c, (int)tab->k);
    const char *text = NULL;
    for (int i = 0; i < t->ndim; i++) {
        const char *index = i < tab->n ? c_expr(b, tab->a[i]) : "0";
        if (!text)
            text = index;
        else if (strcmp(index, "0") == 0)
            text = c_format(b->c, "%s * %d", text, t->dim[i].size);
        else
            text = c_format(b->c, "(%s * %d + %s)", text, t->dim[i].size, index);
    }
    return text ? text : "0";
}

static const char *infix(Body *b, const Ir *e, const char *op)
{
    const char *x = c_expr(b, e->a[0]);
    const char *y = c_expr(b, e->a[1]);
    const char *wide = ir_is_wide(e->type) ? "(int64_t)" : "";
    const bool narrowed = !*wide && !ir_is_comparison(e->op) && (ir_is_wide(e->a[0]->type) || ir_is_wide(e->a[1]->type));
    return c_format(b->c, "%s(%s%s %s %s)", narrowed ? "(int32_t)" : "", wide, x, op, y);
}

/* By a constant, of what is never negative: without sign it is a shift, a mask, or a multiplication. */
static const char *divide(Body *b, const Ir *e, const char *op, const char *fn)
{
    if (e->a[1]->op == IR_OP_INT && e->a[1]->k > 0 && e->a[0]->type.lo >= 0 && !ir_is_wide(e->a[0]->type) && !ir_is_wide(e->a[1]->type))
        return c_format(b->c, "(int32_t)((uint32_t)%s %s %lldu)", c_expr(b, e->a[0]), op, (long long)e->a[1]->k);
    if (e->a[1]->type.lo > 0)
        return infix(b, e, op);
    const char *x = c_expr(b, e->a[0]);
    const char *y = c_expr(b, e->a[1]);
    return c_format(b->c, "(%s)%s(%s, %s)", c_type(b->c, e->type), fn, c_bare(b->c, x),
                    c_bare(b->c, y));
}

static const char *smaller(Body *b, const Ir *e, const char *op)
{
    const char *x = c_atom(b, e->a[0]);
    const char *y = c_atom(b, e->a[1]);
    return c_format(b->c, "(%s %s %s ? %s : %s)", x, op, y, x, y);
}

/* x && y, x || y: what y needs first is done only if y counts. */
static const char *logic(Body *b, const Ir *e, const char *op)
{
    const char *x = c_expr(b, e->a[0]);
    Out aside = {0};
    Out *out = c_aside(b, &aside);
    b->depth++;
    const char *y = c_expr(b, e->a[1]);
    b->depth--;
    c_aside(b, out);
    if (aside.n == 0) {
        out_free(&aside);
        return c_format(b->c, "(%s %s %s)", x, op, y);
    }
    const char *t = c_name_temp(b);
    c_line(b, "int32_t %s = %s;", t, c_bare(b->c, x));
    c_open(b, "if (%s%s)", e->op == IR_OP_OR ? "!" : "", t);
    out_write(b->out, aside.text, aside.n);
    c_line(b, "%s = %s;", t, c_bare(b->c, y));
    c_close(b);
    out_free(&aside);
    return t;
}

static const char *branch(Body *b, const Ir *e, Out *aside)
{
    Out *out = c_aside(b, aside);
    b->depth++;
    const char *text = c_expr(b, e);
    b->depth--;
    c_aside(b, out);
    return text;
}

/* A set of one word that has one member, or none. */
static bool bit_or_none(const Body *b, const Ir *e)
{
    const Ir *test = e->a[0], *bit = e->a[1];
    return bit->op == IR_OP_BITOF && e->a[2]->op == IR_OP_NONE && c_words(b->c, e->type.space) == 1 && test->type.lo >= 0 &&
           test->type.hi <= 1 && bit->a[0]->op == IR_OP_LOCAL && shape_sure(b->fn, b->chosen, bit->a[0]);
}

/* Made of locals alone: evaluated whether it counts or not. */
static bool is_at_hand(const Ir *e)
{
    return e->op == IR_OP_LOCAL || (e->op == IR_OP_MXOR && is_at_hand(e->a[0]) && is_at_hand(e->a[1]));
}

/* A value or nothing, as a number that was compared says: without a branch, as it may be a random one. */
static const char *masked(Body *b, const Ir *e)
{
    const Ir *test = e->a[0], *other = e->a[2];
    const bool set = e->type.kind == IR_MASK, none = set ? other->op == IR_OP_NONE : other->op == IR_OP_INT && other->k == 0;
    const char *mask = b->plays && test->op == IR_OP_LOCAL ? b->mask[test->k] : NULL;
    if (!mask || !none || !is_at_hand(e->a[1]) || (set && c_words(b->c, e->type.space) > 1))
        return NULL;
    return c_format(b->c, "(%s%s & %s)", set ? "" : "(int32_t)", mask, c_expr(b, e->a[1]));
}

static const char *choose(Body *b, const Ir *e)
{
    const char *mask = masked(b, e);
    if (mask)
        return mask;
    const char *x = c_expr(b, e->a[0]);
    if (bit_or_none(b, e))
        return c_format(b->c, "((uint64_t)%s << %s)", x, c_expr(b, e->a[1]->a[0]));
    Out one = {0}, two = {0};
    const char *y = branch(b, e->a[1], &one);
    const char *z = branch(b, e->a[2], &two);
    const char *text;
    if (one.n == 0 && two.n == 0) {
        text = c_format(b->c, "(%s ? %s : %s)", x, y, z);
    } else {
        text = c_name_temp(b);
        c_line(b, "%s %s;", c_type(b->c, e->type), text);
        c_open(b, "if (%s)", c_bare(b->c, x));
        out_write(b->out, one.text ? one.text : "", one.n);
        c_line(b, "%s = %s;", text, c_bare(b->c, y));
        b->depth--;
        c_open(b, "} else");
        out_write(b->out, two.text ? two.text : "", two.n);
        c_line(b, "%s = %s;", text, c_bare(b->c, z));
        c_close(b);
    }
    out_free(&one);
    out_free(&two);
    return text;
}

static const char *let(Body *b, const Ir *e)
{
    const char *before = b->local[e->k];
    b->local[e->k] = c_temp(b, c_type(b->c, e->a[0]->type), c_expr(b, e->a[0]));
    const char *text = c_expr(b, e->a[1]);
    b->local[e->k] = before;
    return text;
}

static void set_copy(Body *b, const Ir *e, const char *copy)
{
    const char *value = c_expr(b, e->a[0]);
    IrType type = b->c->game->field.at[e->k].elem;
    const char *cast = type.kind == IR_INT ? c_format(b->c, "(%s)", c_store(type)) : "";
    c_line(b, "%s.%s = %s%s;", copy, b->c->field[e->k], cast, value);
}

/* with(@f = a : b): b on a copy of the state; one copy for those within each other. */
static const char *with(Body *b, const Ir *e)
{
    const char *before = b->state, *origin = b->origin;
    bool less = origin || apart_allows(&b->c->apart, e->a[1]);
    const int mark = c_trial_mark(b);
    const char *copy = c_trial(b, less);
    set_copy(b, e, copy);
    b->origin = !less ? NULL : origin ? origin : before;
    b->state = c_format(b->c, "&%s", copy);
    for (e = e->a[1]; e->op == IR_OP_WITH; e = e->a[1])
        set_copy(b, e, copy);
    /* A value of its own: the text may be used after the state has its name back. */
    const char *text = c_temp(b, c_type(b->c, e->type), c_expr(b, e));
    c_tried(b, mark);
    b->state = before;
    b->origin = origin;
    return text;
}

/* The function's value, written here. */
static const char *value_in_place(Body *b, const Ir *e)
{
    CGen *c = b->c;
    const IrFn *fn = c->game->fn.at[e->k], *outer = b->fn;
    const char **local = c_locals(b, fn, ++*b->ntemp), **before = b->local;
    const bool chosen = b->chosen;
    for (int i = 0; i < e->n; i++)
        local[i] = c_atom(b, e->a[i]);
    b->fn = fn;
    b->local = local;
    b->chosen = false;
    const char *text = c_expr(b, shape_value(fn));
    b->fn = outer;
    b->local = before;
    b->chosen = chosen;
    return text;
}

/* A call written in place: its function's names, in a scope of its own, until left; what was before. */
static Body enter(Body *b, const Ir *call)
{
    CGen *c = b->c;
    Body outer = *b;
    const IrFn *fn = c->game->fn.at[call->k];
    const char **local = c_locals(b, fn, ++*b->ntemp);
    c_scope(b);
    for (int i = 0; i < call->n; i++)
        local[i] = c_atom(b, call->a[i]);
    b->fn = fn;
    b->local = local;
    b->read = ARENA_ARRAY(c->arena, bool, fn->local.n + 1);
    b->above = ARENA_ARRAY(c->arena, bool, fn->local.n + 1);
    return outer;
}

static void leave(Body *b, const Body *outer)
{
    c_close(b);
    b->fn = outer->fn;
    b->local = outer->local;
    b->read = outer->read;
    b->above = outer->above;
}

/* The function's body here, its value in a variable. */
static const char *call_in_place(Body *b, const Ir *e)
{
    CGen *c = b->c;
    const IrFn *fn = c->game->fn.at[e->k];
    const char *result = c_name_temp(b), *before = b->result, *exit = b->exit;
    bool set = fn->ret.kind == IR_MASK && c_words(c, fn->ret.space) > 1, chosen = b->chosen, left = b->left;
    c_line(b, "%s %s = %s;", c_type(c, fn->ret), result, set ? "{{0}}" : "0");
    Body outer = enter(b, e);
    b->result = result;
    b->exit = c_format(c, "done%d", ++*b->ntemp);
    b->chosen = b->left = false;
    c_scopes(b, (const Ir *const[]){fn->body}, 1);
    c_block(b, fn->body);
    if (b->left)
        c_line(b, "%s:;", b->exit);
    b->result = before;
    b->exit = exit;
    b->chosen = chosen;
    b->left = left;
    leave(b, &outer);
    return result;
}

/* A set of several words is handed on where it lies: a copy would wait for a write that came just before. */
static const char *args_apart(Body *b, const Ir *call)
{
    CGen *c = b->c;
    const IrFn *fn = c->game->fn.at[call->k];
    const char *text = "";
    for (int i = 0; i < call->n; i++) {
        const Ir *e = call->a[i];
        const char *arg = c_expr(b, e);
        if (c_by_address(c, fn, i)) {
            const bool lies = e->op == IR_OP_GET || e->op == IR_OP_LOCAL || e->op == IR_OP_TAB;
            arg = lies ? arg : c_temp(b, c_type(c, e->type), arg);
            arg = c_format(c, "&%s", arg);
        }
        text = c_format(c, "%s%s%s", text, i ? ", " : "", c_bare(c, arg));
    }
    return text;
}

static const char *call(Body *b, const Ir *e)
{
    if (b->c->game->fn.at[e->k]->hint == IR_HINT_INLINE)
        return shape_value(b->c->game->fn.at[e->k]) ? value_in_place(b, e) : call_in_place(b, e);
    if (b->c->game->fn.at[e->k]->hint == IR_HINT_APART) {
        c_need_fn(b->c, (int)e->k);
        return c_format(b->c, "%s(%s)", b->c->fn[e->k], args_apart(b, e));
    }
    if (c_past(b, (int)e->k)) {
        const char *name = c_need_fn_past(b->c, (int)e->k);
        return c_format(b->c, "%s(%s, %s%s)", name, b->state, b->origin, c_args(b, e));
    }
    c_need_fn(b->c, (int)e->k);
    const char *args = c_args(b, e), *rng = b->c->game->fn.at[e->k]->kind == IR_PROC ? c_rng(b) : "";
    return c_format(b->c, "%s(%s%s%s)", b->c->fn[e->k], b->state, rng, args);
}

static const char *equal(Body *b, const Ir *e)
{
    if (e->a[0]->type.kind != IR_MASK)
        return infix(b, e, e->op == IR_OP_EQ ? "==" : "!=");
    int words = c_words(b->c, e->a[0]->type.space);
    if (words == 1)
        return infix(b, e, e->op == IR_OP_EQ ? "==" : "!=");
    const char *x = c_expr(b, e->a[0]);
    const char *y = c_expr(b, e->a[1]);
    return c_format(b->c, "(%s%s(%s, %s))", e->op == IR_OP_EQ ? "" : "!",
                    c_set_op(b->c, words, "eq"), c_bare(b->c, x), c_bare(b->c, y));
}

static const char *arithmetic(Body *b, const Ir *e)
{
    switch (e->op) {
    case IR_OP_ADD: return infix(b, e, "+");
    case IR_OP_SUB: return infix(b, e, "-");
    case IR_OP_MUL: return infix(b, e, "*");
    case IR_OP_DIV: return divide(b, e, "/", "ludc_div");
    case IR_OP_MOD: return divide(b, e, "%", "ludc_mod");
    case IR_OP_NEG: return c_format(b->c, "(-%s)", c_expr(b, e->a[0]));
    case IR_OP_ABS: {
        const char *x = c_atom(b, e->a[0]);
        return c_format(b->c, "(%s < 0 ? -%s : %s)", x, x, x);
    }
    case IR_OP_MIN: return smaller(b, e, "<");
    case IR_OP_MAX: return smaller(b, e, ">");
    case IR_OP_POW: {
        const char *x = c_expr(b, e->a[0]);
        const char *y = c_expr(b, e->a[1]);
        return c_format(b->c, "(%s)ludc_pow(%s, %s)", c_type(b->c, e->type), c_bare(b->c, x),
                        c_bare(b->c, y));
    }
    default: return NULL;
    }
}

static const char *truth(Body *b, const Ir *e)
{
    switch (e->op) {
    case IR_OP_EQ:
    case IR_OP_NE: return equal(b, e);
    case IR_OP_LT: return infix(b, e, "<");
    case IR_OP_LE: return infix(b, e, "<=");
    case IR_OP_GT: return infix(b, e, ">");
    case IR_OP_GE: return infix(b, e, ">=");
    case IR_OP_AND:
    case IR_OP_OR: {
        const char *bits = c_bit_tree(b, e);
        return bits ? bits : logic(b, e, e->op == IR_OP_AND ? "&&" : "||");
    }
    case IR_OP_NOT: return c_format(b->c, "(!%s)", c_expr(b, e->a[0]));
    default: return NULL;
    }
}

static const char *draw(Body *b, const Ir *e)
{
    if (b->plays)
        return b->plays->value(b, e);
    if (!b->c->chance) {
        c_unsupported(b, e, "`draw` in a game of joint moves");
        return "0";
    }
    const char *n = c_expr(b, e->a[0]);
    if (!b->draws)
        return "0";
    /* Statements of their own: draws come in the order in which they are written. */
    const char *t = c_name_temp(b);
    c_line(b, "int32_t %s = ludc_draw(rng, %s, %s);", t, b->told ? "script" : "NULL", c_bare(b->c, n));
    c_line(b, "(void)%s;", t);
    return t;
}

const char *c_expr(Body *b, const Ir *e)
{
    switch (e->op) {
    case IR_OP_INT: return integer(b->c, e->k);
    case IR_OP_LOCAL: return b->local[e->k];
    case IR_OP_GET: return get(b, e);
    case IR_OP_TAB: return table(b, e);
    case IR_OP_SELECT: return choose(b, e);
    case IR_OP_LETX: return let(b, e);
    case IR_OP_CALL: return call(b, e);
    case IR_OP_WITH: return with(b, e);
    case IR_OP_DRAW: return draw(b, e);
    case IR_OP_LISTED: return c_format(b->c, "(int32_t)%s", b->list.n);
    case IR_OP_TOSS:
    case IR_OP_PICK:
    case IR_OP_KEPT_PICK:
    case IR_OP_KEPT_COUNT: return b->plays->value(b, e);
    default: break;
    }
    const char *text = arithmetic(b, e);
    text = text ? text : truth(b, e);
    return text ? text : c_set_expr(b, e);
}
