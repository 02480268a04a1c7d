/* move.c - emissions: a move's code, and what the sink does with it. */
#include "backends/c/cgen.h"

/* The parameters in mixed radix, all but the last `less`. */
static const char *mixed(CGen *c, const IrFn *rule, const char **arg, int less)
{
    const char *text = NULL;
    for (int i = 0; i < rule->nparam - less; i++) {
        IrType type = rule->local.at[i].type;
        long long low = ir_code_low(type);
        const char *digit = low > 0   ? c_format(c, "(uint32_t)(%s - %lld)", arg[i], low)
                            : low < 0 ? c_format(c, "(uint32_t)(%s + %lld)", arg[i], -low)
                                      : c_format(c, "(uint32_t)%s", arg[i]);
        text = text ? c_format(c, "(%s) * %lluu + %s", text,
                               (unsigned long long)ir_code_size(type), digit)
                    : digit;
    }
    return text;
}

const char *c_encode(Body *b, const IrFn *rule, const char **arg)
{
    CGen *c = b->c;
    unsigned long long base = ir_code_of(c->code, c->ncode, ir_fn_index(c->game, rule)).base;
    const char *text = mixed(c, rule, arg, 0);
    return !text   ? c_format(c, "%lluu", base)
           : !base ? text
                   : c_format(c, "%lluu + %s", base, text);
}

/* The code of the member 0 of the last parameter. */
static const char *encode_first(Body *b, const IrFn *rule, const char **arg)
{
    CGen *c = b->c;
    IrType last = rule->local.at[rule->nparam - 1].type;
    long long base = (long long)ir_code_of(c->code, c->ncode, ir_fn_index(c->game, rule)).base - ir_code_low(last);
    const char *text = mixed(c, rule, arg, 1);
    const char *first = base < 0 ? c_format(c, "(uint32_t)%lld", base)
                                 : c_format(c, "%lldu", base);
    return text ? c_format(c, "%s + (%s) * %lluu", first, text,
                           (unsigned long long)ir_code_size(last))
                : first;
}

/* The next of the list. */
static void note(Body *b, const char *code)
{
    const char *out = b->sink.out, *n = b->sink.n;
    if (!b->sink.room) {
        c_line(b, "%s[%s++] = %s;", out, n, code);
        return;
    }
    c_open(b, "if (%s < %d)", n, MAX_ROOM);
    c_line(b, "%s[%s] = %s;", out, n, code);
    c_close(b);
    c_line(b, "%s++;", n);
}

void c_sink(Body *b, const char *code)
{
    switch (b->sink.mode) {
    case SINK_LIST: note(b, code); break;
    case SINK_PLANES: c_line(b, "n = ludc_add_plane(out, n, 1, %s);", code); break;
    case SINK_COUNT: c_line(b, "%s++;", b->sink.n); break;
    case SINK_ANY: c_line(b, "return 1;"); break;
    case SINK_PICK:
        c_open(b, "if ((*k)-- == 0)");
        c_line(b, "return %s;", code);
        c_close(b);
        break;
    }
}

static const char *arguments(Body *b, const IrFn *rule, const char **arg)
{
    const char *text = "";
    for (int i = 0; i < rule->nparam; i++)
        text = c_format(b->c, "%s, %s", text, arg[i]);
    return text;
}

void c_move(Body *b, const IrFn *rule, const char **arg)
{
    const bool tested = rule->post && !b->sink.raw;
    if (tested)
        c_open(b, "if (%s(%s%s))", c_need_post(b->c, ir_fn_index(b->c->game, rule)), b->state, arguments(b, rule, arg));
    c_sink(b, c_encode(b, rule, arg));
    if (tested)
        c_close(b);
}

static void each_move(Body *b, const IrFn *rule, const char **arg, const char *set, int words)
{
    const char **all = ARENA_ARRAY(b->c->arena, const char *, rule->nparam);
    for (int i = 0; i + 1 < rule->nparam; i++)
        all[i] = arg[i];
    all[rule->nparam - 1] = c_name_temp(b);
    c_each(b, set, words, all[rule->nparam - 1]);
    c_move(b, rule, all);
    c_end_each(b, words);
}

const char *c_legal(Body *b, const IrFn *rule, const char **arg, const char *set)
{
    const char *args = "";
    for (int i = 0; i + 1 < rule->nparam; i++)
        args = c_format(b->c, "%s, %s", args, c_bare(b->c, arg[i]));
    return c_format(b->c, "%s(%s%s, %s)", c_need_legal(b->c, ir_fn_index(b->c->game, rule)), b->state, args,
                    c_bare(b->c, set));
}

static void list_moves(Body *b, const char *first, const char *set, int words)
{
    const char *code = c_temp(b, "uint32_t", first), *at = c_name_temp(b);
    c_each(b, set, words, at);
    note(b, c_format(b->c, "%s + (uint32_t)%s", code, at));
    c_end_each(b, words);
}

/* Each word of the set is a plane. */
static void plane_moves(Body *b, const char *first, const char *set, int words)
{
    if (words == 1) {
        c_line(b, "n = ludc_add_plane(out, n, %s, %s);", c_bare(b->c, set), first);
        return;
    }
    const char *all = c_temp(b, c_set(b->c, words), set);
    const char *code = c_temp(b, "uint32_t", first);
    for (int i = 0; i < words; i++)
        c_line(b, "n = ludc_add_plane(out, n, %s.w[%d], %s + %du);", all, i, code, i * 64);
}

static void pick_move(Body *b, const char *first, const char *set, int words)
{
    CGen *c = b->c;
    const char *m = c_temp(b, c_set(c, words), set);
    const char *count = c_count(c, words);
    const char *nth = c_nth(c, words);
    c_open(b, "if (*k < (uint32_t)%s(%s))", count, m);
    c_line(b, "return %s + (uint32_t)%s(%s, *k);", first, nth, m);
    c_close(b);
    c_line(b, "*k -= (uint32_t)%s(%s);", count, m);
}

void c_moves(Body *b, const IrFn *rule, const char **arg, const char *set, int words)
{
    CGen *c = b->c;
    bool tested = rule->post && !b->sink.raw;
    if (tested && b->sink.mode == SINK_ANY) {
        each_move(b, rule, arg, set, words);
        return;
    }
    if (tested)
        set = c_legal(b, rule, arg, set);
    const char *first = encode_first(b, rule, arg);
    const char *count = c_count(c, words);
    switch (b->sink.mode) {
    case SINK_LIST: list_moves(b, first, set, words); break;
    case SINK_PLANES: plane_moves(b, first, set, words); break;
    case SINK_COUNT: c_line(b, "%s += (uint32_t)%s(%s);", b->sink.n, count, c_bare(c, set)); break;
    case SINK_ANY:
        c_open(b, "if (%s)", words == 1 ? c_bare(c, set)
                                        : c_format(c, "%s(%s)", c_set_op(c, words, "any"), set));
        c_line(b, "return 1;");
        c_close(b);
        break;
    case SINK_PICK: pick_move(b, first, set, words); break;
    }
}
