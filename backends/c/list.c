/* list.c - lists of moves: generators whose moves are codes (ir/play/uses.c), a function each, and what they put into the list. */
#include "backends/c/cgen.h"

/* --- functions --- */

/* past: with the state that has the fields apart. */
static const char *need_list(CGen *c, int fn, bool planes, bool past)
{
    const IrFn *f = c->game->fn.at[fn];
    const char *name = c_format(c, "%s%s%s", past ? "past_" : "", planes ? "planes_" : "", c->fn[fn]);
    if (!c_once(c, name))
        return name;
    Body b = c_body(c, f, "st");
    b.out = &b.text;
    b.list = (List){.planes = planes, .out = "out", .n = "n"};
    b.origin = past ? "past" : NULL;
    c_scopes(&b, (const Ir *const[]){f->body}, 1);
    c_block(&b, f->body);
    c_line(&b, "return n;");
    const char *params = c_params(&b, f, f->nparam), *others = past ? ", const State *past" : "";
    c_finish(&b, c_format(c, planes ? "LUDC_FN uint64_t %s(const State *st, ludc_plane *out, uint64_t n%s%s)"
                                    : "LUDC_FN uint32_t %s(const State *st, uint32_t *out, uint32_t n%s%s)", name, others, params));
    return name;
}

const char *c_need_list(CGen *c, int fn, bool planes) { return need_list(c, fn, planes, false); }

/* --- statements --- */

static void call(Body *b, const Ir *s)
{
    const bool past = c_past(b, (int)s->k);
    const char *name = need_list(b->c, (int)s->k, b->list.planes, past), *args = c_args(b, s), *n = b->list.n;
    c_line(b, past ? "%s = %s(%s, %s, %s, %s%s);" : "%s = %s(%s, %s, %s%s%s);", n, name, b->state, b->list.out, n, past ? b->origin : "", args);
}

/* room: what comes behind so many is counted only; 0: all has room. */
static void put_code(Body *b, const char *code, int64_t room)
{
    const char *out = b->list.out, *n = b->list.n;
    if (!room) {
        c_line(b, "%s[%s++] = %s;", out, n, code);
        return;
    }
    c_open(b, "if (%s < %lld)", n, (long long)room);
    c_line(b, "%s[%s] = %s;", out, n, code);
    c_close(b);
    c_line(b, "%s++;", n);
}

static const char *code_of(Body *b, const Ir *e)
{
    const char *text = c_expr(b, e);
    return e->op == IR_OP_INT ? c_format(b->c, "%lldu", (long long)e->k) : c_format(b->c, "(uint32_t)%s", text);
}

static void note(Body *b, const Ir *s)
{
    const char *code = code_of(b, s->a[0]);
    if (b->list.planes)
        c_line(b, "n = ludc_add_plane(out, n, 1, %s);", code);
    else
        put_code(b, code, s->k);
}

/* Of planes each word of the set is one. */
static void notes(Body *b, const Ir *s)
{
    CGen *c = b->c;
    const int words = c_words(c, s->a[0]->type.space);
    const char *set = c_expr(b, s->a[0]), *first = code_of(b, s->a[1]);
    if (b->list.planes && words == 1) {
        c_line(b, "n = ludc_add_plane(out, n, %s, %s);", c_bare(c, set), first);
        return;
    }
    const char *code = c_temp(b, "uint32_t", first);
    if (b->list.planes) {
        const char *all = c_temp(b, c_set(c, words), set);
        for (int i = 0; i < words; i++)
            c_line(b, "n = ludc_add_plane(out, n, %s.w[%d], %s + %du);", all, i, code, i * 64);
        return;
    }
    const char *at = c_name_temp(b);
    c_each(b, set, words, at);
    put_code(b, c_format(c, "%s + (uint32_t)%s", code, at), s->k);
    c_end_each(b, words);
}

/* The copy is made without the fields apart where that is enough. */
static void aside(Body *b, const Ir *s)
{
    const Body outer = *b;
    const int mark = c_trial_mark(b);
    const bool less = b->origin || apart_allows(&b->c->apart, s->a[0]);
    c_scope(b);
    b->state = c_format(b->c, "&%s", c_trial(b, less));
    b->origin = !less ? NULL : outer.origin ? outer.origin : outer.state;
    b->draws = b->told = false;
    c_block(b, s->a[0]);
    b->state = outer.state;
    b->origin = outer.origin;
    b->draws = outer.draws;
    b->told = outer.told;
    c_close(b);
    c_tried(b, mark);
}

/* A list of its own, with room for all, then into the one around it. */
static void collect(Body *b, const Ir *s)
{
    const List outer = b->list;
    const char *out = c_name_temp(b), *n = c_name_temp(b), *i = c_name_temp(b);
    const uint64_t most = ir_max_emitted(b->c->game, s);
    c_scope(b);
    c_line(b, "uint32_t %s[%llu];", out, most ? (unsigned long long)most : 1);
    c_line(b, "uint32_t %s = 0;", n);
    b->list = (List){.out = out, .n = n};
    c_block(b, s->a[0]);
    b->list = outer;
    c_open(b, "for (uint32_t %s = 0; %s < %s; %s++)", i, i, n, i);
    put_code(b, c_format(b->c, "%s[%s]", out, i), s->k);
    c_close(b);
    c_close(b);
}

void c_list_stmt(Body *b, const Ir *s)
{
    switch (s->op) {
    case IR_OP_TRY: call(b, s); break;
    case IR_OP_NOTE: note(b, s); break;
    case IR_OP_NOTES: notes(b, s); break;
    case IR_OP_COLLECT: collect(b, s); break;
    case IR_OP_DISCARD: c_line(b, "%s = 0;", b->list.n); break;
    case IR_OP_ASIDE: aside(b, s); break;
    default: c_unsupported(b, s, ir_op_info(s->op)->name); break;
    }
}
