/* stmt.c - statements, and the functions they call. */
#include <string.h>

#include "backends/c/cgen.h"
#include "ir/core/tree.h"

void c_block(Body *b, const Ir *s)
{
    if (s->op != IR_OP_BLOCK) {
        c_stmt(b, s);
        return;
    }
    for (int i = 0; i < s->n; i++)
        c_stmt(b, s->a[i]);
}

/* A value that nobody reads: only its draws count. */
static void unread(Body *b, const Ir *e)
{
    if (tree_has_op(e, IR_OP_DRAW))
        (void)c_expr(b, e);
}

/* The value of a local, or of the function, of that type. */
static const char *value_as(Body *b, const Ir *e, IrType type)
{
    const char *text = c_expr(b, e);
    return ir_is_wide(e->type) && !ir_is_wide(type) ? c_format(b->c, "(int32_t)%s", text) : c_bare(b->c, text);
}

static void let(Body *b, const Ir *s)
{
    if (b->plays && b->plays->let(b, s))
        return;
    if (!b->read[s->k]) {
        unread(b, s->a[0]);
        return;
    }
    const char *value = value_as(b, s->a[0], b->fn->local.at[s->k].type);
    if (b->above[s->k]) {
        c_line(b, "%s = %s;", b->local[s->k], value);
        return;
    }
    IrType type = b->fn->local.at[s->k].type;
    c_line(b, "%s%s %s = %s;", s->op == IR_OP_LET ? "const " : "", c_type(b->c, type),
           b->local[s->k], value);
}

static void branch(Body *b, const Ir *s)
{
    c_open(b, "if (%s)", c_bit(b, s->a[0]));
    c_block(b, s->a[1]);
    const Ir *rest = s->n > 2 ? s->a[2] : NULL;
    if (rest && (rest->op != IR_OP_BLOCK || rest->n > 0)) {
        b->depth--;
        c_open(b, "} else");
        c_block(b, rest);
    }
    c_close(b);
}

/* The sites that a VEC stands for, as `array`, first and end. */
static void vec_sites(Body *b, const Ir *vec, const char **array, const char **from,
                      const char **to)
{
    CGen *c = b->c;
    const IrTable *t = &c->game->table.at[vec->k];
    if (t->rows) {
        const char *row = c_temp(b, "int32_t", c_row_index(b, vec));
        *array = c_format(c, "%s_row", c->table[vec->k]);
        *from = c_format(c, "%s_at[%s]", c->table[vec->k], row);
        *to = c_format(c, "%s_at[%s + 1]", c->table[vec->k], row);
        return;
    }
    int n = 1;
    for (int i = vec->n; i < t->ndim; i++)
        n *= t->dim[i].size;
    /* The indices are read now: the loop may write what they read. */
    c_need_table(c, (int)vec->k);
    *array = c->table[vec->k];
    for (int i = 0; i < vec->n; i++) {
        const char *index = c_expr(b, vec->a[i]);
        if (vec->a[i]->op != IR_OP_INT)
            index = c_temp(b, "int32_t", index);
        *array = c_format(c, "%s[%s]", *array, index);
    }
    *from = "0";
    *to = c_format(c, "%d", n);
}

static void each(Body *b, const Ir *s)
{
    const char *member = b->local[s->k];
    if (s->a[0]->type.kind == IR_MASK) {
        int words = c_words(b->c, s->a[0]->type.space);
        c_each(b, c_expr(b, s->a[0]), words, member);
        if (!b->read[s->k])
            c_line(b, "(void)%s;", member);
        c_block(b, s->a[1]);
        c_end_each(b, words);
        return;
    }
    if (s->a[0]->op != IR_OP_TAB) {
        c_unsupported(b, s, "this list");
        return;
    }
    const char *array, *from, *to, *i = c_name_temp(b);
    vec_sites(b, s->a[0], &array, &from, &to);
    c_open(b, "for (int32_t %s = %s; %s < %s; %s++)", i, from, i, to, i);
    if (b->read[s->k])
        c_line(b, "const int32_t %s = %s[%s];", member, array, i);
    c_block(b, s->a[1]);
    c_close(b);
}

static void range(Body *b, const Ir *s)
{
    const Ir *list, *found, *word = shape_sought(b->c->game, s, &list, &found);
    if (word) {
        const char *from = c_atom(b, s->a[0]), *to = c_atom(b, s->a[1]);
        Ir *start = ir_get(b->c->game, (int)list->k, (Ir *)s->a[0]);
        c_open(b, "if (ludc_among(&%s, %s - %s, %s))", c_expr(b, start), to, from, c_expr(b, word));
        c_stmt(b, found);
        c_close(b);
        return;
    }
    const char *from = c_bare(b->c, c_expr(b, s->a[0]));
    const char *to = c_atom(b, s->a[1]); /* evaluated once */
    const char *i = b->local[s->k];
    c_open(b, "for (int32_t %s = %s; %s < %s; %s++)", i, from, i, to, i);
    c_block(b, s->a[2]);
    c_close(b);
}

/* A loop that takes the lowest member out of a set each time.  In functions that lowering made it ends
 * by itself. */
static void take(Body *b, const Ir *s, const Ir *let)
{
    const char *turns = b->fn->hint == IR_HINT_APART ? NULL : c_name_temp(b), *at = b->local[let->k], *set = b->local[s->a[0]->a[0]->k];
    const char *pop = c_need_pop(b->c, c_words(b->c, s->a[0]->a[0]->type.space));
    c_line(b, "int32_t %s;", at);
    if (turns)
        c_open(b, "for (int32_t %s = 0; %s < %lld && (%s = %s(&%s)) >= 0; %s++)", turns, turns, (long long)s->k, at,
               pop, set, turns);
    else
        c_open(b, "while ((%s = %s(&%s)) >= 0)", at, pop, set);
    for (int i = 2; i < s->a[1]->n; i++)
        c_stmt(b, s->a[1]->a[i]);
    c_close(b);
}

static void loop(Body *b, const Ir *s)
{
    const Ir *let = shape_takes(s);
    if (let && !b->above[let->k]) {
        take(b, s, let);
        return;
    }
    if (b->plays || b->fn->hint == IR_HINT_APART) { /* lowering made it so that it ends by itself */
        c_open(b, "while (%s)", c_bit(b, s->a[0]));
        c_block(b, s->a[1]);
        c_close(b);
        return;
    }
    const char *turns = c_name_temp(b);
    c_open(b, "for (int32_t %s = 0; %s < %lld; %s++)", turns, turns, (long long)s->k, turns);
    c_open(b, "if (!%s)", c_expr(b, s->a[0]));
    c_line(b, "break;");
    c_close(b);
    c_block(b, s->a[1]);
    c_close(b);
}

static void call(Body *b, const Ir *s)
{
    if (b->c->game->fn.at[s->k]->kind == IR_TURN) {
        c_need_turn(b->c);
        c_line(b, "turn(%s%s);", b->state, c_rng(b));
        return;
    }
    c_need_fn(b->c, (int)s->k);
    const char *args = c_args(b, s);
    c_line(b, "%s(%s%s%s);", b->c->fn[s->k], b->state, c_rng(b), args);
}

/* A member that was found by its number comes with its bit, which the move's function is given. */
static void play(Body *b, const Ir *s)
{
    CGen *c = b->c;
    const IrFn *rule = c->game->fn.at[s->k];
    const char *bit = NULL, *args = c_args(b, s);
    int of = -1;
    for (int i = 0; b->bit && i < s->n; i++)
        if (s->a[i]->op == IR_OP_LOCAL && b->bit[s->a[i]->k]) {
            bit = b->bit[s->a[i]->k];
            of = i;
        }
    if (bit)
        c_line(b, "%s(st%s%s, %s);", c_play_one(c, rule, of), c_rng(b), args, bit);
    else if (b->origin && apart_plays_told(&c->apart, rule))
        c_line(b, "%s(%s, %s%s%s);", c_play_told(c, rule), b->state, b->origin, c_rng(b), args);
    else
        c_line(b, "%s(%s%s%s);", c_play(c, rule), b->state, c_rng(b), args);
}

/* What the old state vouches for is not taken back. */
static void attempt(Body *b, const Ir *s)
{
    const Ir *sure = s->a[1]->op == IR_OP_OR && s->a[1]->a[0]->op == IR_OP_LOCAL ? s->a[1]->a[0] : NULL;
    bool *written = ARENA_ARRAY(b->c->arena, bool, b->c->game->field.n + 1);
    ir_note_writes(b->c->arena, b->c->game, s->a[0], written);
    c_scope(b);
    c_declare_kept(b, written);
    if (sure)
        c_open(b, "if (!%s)", c_bit(b, sure));
    c_keep_fields(b, written);
    if (sure)
        c_close(b);
    c_block(b, s->a[0]);
    c_open(b, "if (%s)", c_bit(b, s->a[1]));
    c_block(b, s->a[2]);
    c_close(b);
    c_take_back(b, written);
    c_close(b);
}

/* The value of a function that is written in place. */
static void leave_in_place(Body *b, const Ir *s)
{
    const Ir *body = b->fn->body;
    c_line(b, "%s = %s;", b->result, c_bare(b->c, c_expr(b, s->a[0])));
    if (body->n == 0 || body->a[body->n - 1] != s) {
        c_line(b, "goto %s;", b->exit);
        b->left = true;
    }
}

void c_stmt(Body *b, const Ir *s)
{
    c_quote(b, s);
    switch (s->op) {
    case IR_OP_BLOCK:
        if (s->n) {
            c_scope(b);
            c_block(b, s);
            c_close(b);
        }
        break;
    case IR_OP_LET:
    case IR_OP_VAR: let(b, s); break;
    case IR_OP_SET:
        if (b->read[s->k] && c_unite_cut(b, s))
            break;
        if (b->read[s->k])
            c_line(b, "%s = %s;", b->local[s->k], value_as(b, s->a[0], b->fn->local.at[s->k].type));
        else
            unread(b, s->a[0]);
        break;
    case IR_OP_PUT: c_put(b, s); break;
    case IR_OP_IF: branch(b, s); break;
    case IR_OP_FOR: each(b, s); break;
    case IR_OP_RANGE: range(b, s); break;
    case IR_OP_WHILE: loop(b, s); break;
    case IR_OP_RET:
        if (b->result) {
            leave_in_place(b, s);
            break;
        }
        if (b->plays && b->plays->leave(b, s))
            break;
        c_line(b, s->n ? "return %s;" : "return%s;", s->n ? value_as(b, s->a[0], b->fn->ret) : "");
        break;
    case IR_OP_DO: call(b, s); break;
    case IR_OP_PLAY: play(b, s); break;
    case IR_OP_ATTEMPT: attempt(b, s); break;
    case IR_OP_CHOOSE: b->plays->choose(b, s); break;
    default: c_list_stmt(b, s); break;
    }
}

/* Nodes of a function that is worth a call, of one that its callers take in, and of a
 * turn that no compiler should see as one. */
enum { TINY = 60, SMALL = 300, BIG = 400, VAST = 4000 };

bool c_turn_is_vast(const CGen *c)
{
    int fn = ir_fn_find(c->game, IR_TURN_NAME);
    const Ir *turn = fn < 0 ? NULL : c->game->fn.at[fn]->body;
    return turn && shape_size(c->game, turn, VAST, false) >= VAST;
}

static bool is_set(const Ir *e, int local)
{
    bool set = e->op == IR_OP_SET && e->k == local;
    for (int i = 0; i < e->n && !set; i++)
        set = is_set(e->a[i], local);
    return set;
}

bool c_by_address(const CGen *c, const IrFn *fn, int param)
{
    const IrType type = fn->local.at[param].type;
    return type.kind == IR_MASK && c_words(c, type.space) > 2 && !is_set(fn->body, param);
}

/* ", TYPE x, .." of a function by itself; what its locals are called. */
static const char *params_apart(Body *b)
{
    const IrFn *fn = b->fn;
    const char *text = "";
    for (int i = 0; i < fn->nparam; i++) {
        const bool place = c_by_address(b->c, fn, i);
        text = c_format(b->c, place ? "%s, const %s *%s" : "%s, %s %s", text, c_type(b->c, fn->local.at[i].type), b->local[i]);
        b->local[i] = place ? c_format(b->c, "(*%s)", b->local[i]) : b->local[i];
    }
    return text;
}

static void need_fn(CGen *c, int fn, const char *name, bool past)
{
    const IrFn *f = c->game->fn.at[fn];
    if (!c_once(c, name))
        return;
    bool writes = f->kind == IR_PROC || f->kind == IR_TURN;
    Body b = c_body(c, f, "st");
    b.out = &b.text;
    b.draws = b.told = writes && c->chance;
    b.origin = past ? "past" : NULL;
    const Ir *tree = f->body;
    const char *own = f->hint == IR_HINT_APART ? params_apart(&b) : NULL;
    c_scopes(&b, &tree, 1);
    bool expression = f->body && !ir_op_info(f->body->op)->statement;
    if (expression) {
        c_line(&b, "return %s;", c_bare(c, c_expr(&b, f->body)));
    } else if (f->body) {
        c_block(&b, f->body);
        if (f->ret.kind != IR_VOID && !tree_always_returns(f->body)) {
            bool set = f->ret.kind == IR_MASK && c_words(c, f->ret.space) > 1;
            c_line(&b, "return %s;", set ? c_format(c, "(%s){{0}}", c_type(c, f->ret)) : "0");
        }
    }
    if (f->hint == IR_HINT_APART) {
        const bool large = !shape_is_straight(f) && tree_has_op(f->body, IR_OP_RANGE);
        c_finish(&b, c_format(c, "%s %s %s(%s)", large ? "LUDC_APART" : "LUDC_FN", c_type(c, f->ret), name, *own ? own + 2 : "void"));
        return;
    }
    const char *params = c_format(c, "%s%s", past ? ", const State *past" : "", c_params(&b, f, f->nparam));
    size_t size = f->body ? shape_size(c->game, f->body, BIG, false) : 0;
    bool apart = f->kind != IR_TURN && size >= (c->vast ? TINY : BIG);
    bool hot = !apart && f->hint != IR_HINT_RECURSIVE && (f->kind == IR_TURN || size < SMALL);
    c_finish(&b, c_format(c, "%s %s %s(%sState *st%s%s)", apart ? "LUDC_APART" : hot ? c->hot : "LUDC_FN",
                          c_type(c, f->ret), name, writes ? "" : "const ",
                          writes ? c_rng_param(c) : "", params));
}

void c_need_fn(CGen *c, int fn)
{
    need_fn(c, fn, c->fn[fn], false);
}

const char *c_need_fn_past(CGen *c, int fn)
{
    const char *name = c_format(c, "past_%s", c->fn[fn]);
    need_fn(c, fn, name, true);
    return name;
}
