/* gen.c - generators.  A gen becomes a function for each use of it: to
 * list its moves, to count them, to know whether there is one, to pick one.
 */
#include <string.h>

#include "backends/c/cgen.h"

/* --- functions --- */

static const char *const mode_name[] = {"list", "count", "any", "pick", "planes"};

static const char *signature(Body *b, SinkMode mode, const char *name, int bound)
{
    static const char *const form[] = {
        [SINK_LIST] = "LUDC_FN uint32_t %s(const State *st, uint32_t *out, uint32_t n%s)",
        [SINK_COUNT] = "LUDC_FN uint32_t %s(const State *st%s)",
        [SINK_ANY] = "LUDC_FN int32_t %s(const State *st%s)",
        [SINK_PICK] = "LUDC_FN uint32_t %s(const State *st, uint32_t *k%s)",
        [SINK_PLANES] = "LUDC_FN uint64_t %s(const State *st, ludc_plane *out, uint64_t n%s)",
    };
    const char *past = b->origin ? ", const State *past" : "";
    const char *params = c_format(b->c, "%s%s", past, c_params(b, b->fn, bound));
    Out o = {0};
    const char *hole = strstr(form[mode], "%s(");
    out_write(&o, form[mode], (size_t)(hole - form[mode]));
    out_puts(&o, name);
    const char *rest = hole + 2, *end = strstr(rest, "%s");
    out_write(&o, rest, (size_t)(end - rest));
    out_puts(&o, params);
    out_puts(&o, end + 2);
    const char *text = arena_strdup(b->c->arena, o.text);
    out_free(&o);
    return text;
}

static const char *need_variant(CGen *c, int fn, int bound, const Sink *sink, bool past)
{
    const IrFn *f = c->game->fn.at[fn];
    SinkMode mode = sink->mode;
    const char *name = c_format(c, "%s%s%s%s_%s", sink->raw ? "raw_" : "", past ? "past_" : "", sink->room ? "room_" : "", mode_name[mode], c->fn[fn]);
    if (bound)
        name = c_format(c, "%s_of_%d", name, bound);
    if (!c_once(c, name))
        return name;
    Body b = c_body(c, f, "st");
    b.out = &b.text;
    b.sink = (Sink){.mode = mode, .raw = sink->raw, .room = sink->room, .out = "out", .n = "n"};
    b.origin = past ? "past" : NULL;
    if (mode == SINK_COUNT)
        c_line(&b, "uint32_t n = 0;");
    c_scopes(&b, (const Ir *const[]){f->body}, 1);
    c_block(&b, f->body);
    static const char *const end[] = {"return n;", "return n;", "return 0;", "return UINT32_MAX;", "return n;"};
    c_line(&b, "%s", end[mode]);
    c_finish(&b, signature(&b, mode, name, bound));
    return name;
}

const char *c_need_variant(CGen *c, int fn, int bound, SinkMode mode)
{
    return need_variant(c, fn, bound, &(Sink){.mode = mode}, false);
}

const char *c_need_room(CGen *c, int fn)
{
    return need_variant(c, fn, 0, &(Sink){.mode = SINK_LIST, .room = true}, false);
}

/* Arguments, with the state that has the fields apart where it is asked for. */
static const char *arguments(Body *b, const Ir *s)
{
    const char *args = c_args(b, s);
    return c_past(b, (int)s->k) ? c_format(b->c, ", %s%s", b->origin, args) : args;
}

const char *c_exists(Body *b, const Ir *e)
{
    const char *name = need_variant(b->c, (int)e->k, e->n, &(Sink){.mode = SINK_ANY}, c_past(b, (int)e->k));
    const char *args = arguments(b, e);
    return c_format(b->c, "%s(%s%s)", name, b->state, args);
}

/* --- statements of gens --- */

static void call_variant(Body *b, const Ir *s)
{
    const char *name = need_variant(b->c, (int)s->k, s->n, &b->sink, c_past(b, (int)s->k));
    const char *args = arguments(b, s);
    switch (b->sink.mode) {
    case SINK_LIST:
    case SINK_PLANES: c_line(b, "%s = %s(%s, %s, %s%s);", b->sink.n, name, b->state, b->sink.out, b->sink.n, args); break;
    case SINK_COUNT: c_line(b, "%s += %s(%s%s);", b->sink.n, name, b->state, args); break;
    case SINK_ANY:
        c_open(b, "if (%s(%s%s))", name, b->state, args);
        c_line(b, "return 1;");
        c_close(b);
        break;
    case SINK_PICK: {
        const char *code = c_name_temp(b);
        c_line(b, "const uint32_t %s = %s(%s, k%s);", code, name, b->state, args);
        c_open(b, "if (%s != UINT32_MAX)", code);
        c_line(b, "return %s;", code);
        c_close(b);
        break;
    }
    }
}

Body c_enter(Body *b, const Ir *call)
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

void c_return(Body *b, const Body *outer)
{
    c_close(b);
    b->fn = outer->fn;
    b->local = outer->local;
    b->read = outer->read;
    b->above = outer->above;
}

static void prefer(Body *b, const Ir *s)
{
    if (b->sink.mode == SINK_ANY) {
        c_stmt(b, s->a[0]);
        c_stmt(b, s->a[1]);
        return;
    }
    const char *counter = b->sink.mode == SINK_PICK ? "*k" : b->sink.n;
    const char *before = c_temp(b, b->sink.mode == SINK_PLANES ? "uint64_t" : "uint32_t", counter);
    c_stmt(b, s->a[0]);
    c_open(b, "if (%s == %s)", counter, before);
    c_block(b, s->a[1]);
    c_close(b);
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

/* A list of its own; their number alone where nobody asks which they are. */
static void collect(Body *b, const Ir *s)
{
    const Sink outer = b->sink;
    const bool listed = outer.mode != SINK_COUNT && outer.mode != SINK_ANY;
    const char *out = c_name_temp(b), *n = c_name_temp(b), *i = c_name_temp(b);
    const uint64_t most = ir_max_emitted(b->c->game, s);
    c_scope(b);
    if (listed)
        c_line(b, "uint32_t %s[%llu];", out, most ? (unsigned long long)most : 1);
    c_line(b, "uint32_t %s = 0;", n);
    b->sink = (Sink){.mode = listed ? SINK_LIST : SINK_COUNT, .raw = outer.raw, .out = out, .n = n};
    c_block(b, s->a[0]);
    b->sink = outer;
    if (outer.mode == SINK_COUNT) {
        c_line(b, "%s += %s;", outer.n, n);
    } else {
        c_open(b, "%s", listed ? c_format(b->c, "for (uint32_t %s = 0; %s < %s; %s++)", i, i, n, i) : c_format(b->c, "if (%s)", n));
        c_sink(b, c_format(b->c, "%s[%s]", out, i));
        c_close(b);
    }
    c_close(b);
}

static void untested(Body *b, const Ir *s)
{
    const bool raw = b->sink.raw;
    b->sink.raw = true;
    c_stmt(b, s->a[0]);
    b->sink.raw = raw;
}

static void emit(Body *b, const Ir *s)
{
    const IrFn *rule = b->c->game->fn.at[s->k];
    const char **arg = ARENA_ARRAY(b->c->arena, const char *, s->n + 1);
    int scalars = s->op == IR_OP_EMITSET ? s->n - 1 : s->n;
    for (int i = 0; i < scalars; i++)
        arg[i] = s->a[i]->op == IR_OP_INT ? c_expr(b, s->a[i]) : c_atom(b, s->a[i]);
    if (s->op == IR_OP_EMIT) {
        c_move(b, rule, arg);
        return;
    }
    const Ir *set = s->a[s->n - 1];
    c_moves(b, rule, arg, c_expr(b, set), c_words(b->c, set->type.space));
}

void c_gen_stmt(Body *b, const Ir *s)
{
    switch (s->op) {
    case IR_OP_TRY: call_variant(b, s); break;
    case IR_OP_PREFER: prefer(b, s); break;
    case IR_OP_EMIT:
    case IR_OP_EMITSET: emit(b, s); break;
    case IR_OP_UNTESTED: untested(b, s); break;
    case IR_OP_ASIDE: aside(b, s); break;
    case IR_OP_COLLECT: collect(b, s); break;
    case IR_OP_DISCARD: c_line(b, "%s = 0;", b->sink.n); break;
    default: c_unsupported(b, s, ir_op_info(s->op)->name); break;
    }
}
