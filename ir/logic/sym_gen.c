/* sym_gen.c - symbolic execution: rules, generators, and when a move is emitted. */
#include "ir/logic/sym.h"

void sym_lets(SymExec *x, SymFrame *f)
{
    for (int i = 0; i < f->fn->header->n; i++)
        if (f->fn->header->a[i]->op == IR_OP_LET)
            sym_run(x, f, f->fn->header->a[i]);
}

static SymFrame *frame_of(SymExec *x, int fn)
{
    SymFrame *frame = ARENA_NEW(x->arena, SymFrame);
    *frame = sym_frame(x, fn);
    return frame;
}

/* ---- emission --------------------------------------------------------------------- */

/* Does a condition hold in the successor, before `turn`, of a move?  The frame is the
 * rule's own if NULL. */
static BitsEdge holds_after(SymExec *x, const SymMove *move, SymFrame *f, const Ir *condition)
{
    BitsEdge path = x->path;
    uint32_t outer = sym_begin(x);
    SymFrame *rule = frame_of(x, move->fn);
    x->path = move->when;
    for (int i = 0; i < rule->fn->nparam; i++)
        rule->local[i].value = sym_const(move->param[i]);
    sym_lets(x, rule);
    sym_run(x, rule, rule->fn->effect);
    if (rule->fn->then)
        sym_run(x, rule, rule->fn->then);
    BitsEdge holds = sym_holds(x, f ? f : rule, condition);
    sym_end(x, outer);
    x->path = path;
    return holds;
}

/* Through the sinks, from the inside out. */
static void pass_on(SymExec *x, SymMove move)
{
    const IrFn *fn = x->game->fn.at[move.fn];
    if (fn->post)
        move.when = net_and(x->net, move.when, holds_after(x, &move, NULL, fn->post));
    for (SymSink *sink = x->sink; sink && move.when != BITS_FALSE && !x->fail; sink = sink->outer) {
        if (sink->keep && !fn->exempt)
            move.when = net_and(x->net, move.when, holds_after(x, &move, sink->frame, sink->keep));
        if (sink->moves)
            vec_push(x->arena, &sink->moves->list, move);
        vec_push(x->arena, &sink->when, move.when);
    }
}

/* All combinations of what the parameters from number `at` on can be. */
static void emit_from(SymExec *x, const IrFn *fn, int index, const Sym *param, int at, int64_t *value, BitsEdge when)
{
    if (when == BITS_FALSE || x->fail)
        return;
    if (at < fn->nparam) {
        size_t n;
        const SymCase *cases = sym_as_cases(x, param[at], &n);
        for (size_t i = 0; i < n; i++) {
            value[at] = cases[i].value;
            emit_from(x, fn, index, param, at + 1, value, n == 1 ? when : net_and(x->net, when, cases[i].when));
        }
        return;
    }
    uint64_t code = 0;
    for (int p = 0; p < fn->nparam; p++) {
        IrType type = fn->local.at[p].type;
        int64_t low = ir_code_low(type);
        if (value[p] < low || value[p] > type.hi)
            return;
        code = code * ir_code_size(type) + (uint64_t)(value[p] - low);
    }
    int64_t *kept = arena_copy(x->arena, value, (size_t)(fn->nparam + 1) * sizeof *value);
    pass_on(x, (SymMove){index, (uint32_t)(x->code[index].base + code), kept, when});
}

static void emit(SymExec *x, int index, const Sym *param)
{
    const IrFn *fn = x->game->fn.at[index];
    int64_t *value = ARENA_ARRAY(x->arena, int64_t, fn->nparam + 1);
    emit_from(x, fn, index, param, 0, value, x->path);
}

static void emit_all(SymExec *x, SymFrame *f, const Ir *node)
{
    Sym *param = ARENA_ARRAY(x->arena, Sym, node->n + 1);
    bool over_set = node->op == IR_OP_EMITSET;
    int single = over_set ? node->n - 1 : node->n;
    for (int i = 0; i < single; i++)
        param[i] = sym_eval(x, f, node->a[i]);
    if (!over_set) {
        emit(x, (int)node->k, param);
        return;
    }
    const BitsEdge *set = sym_members(x, f, node->a[single]);
    BitsEdge path = x->path;
    for (uint32_t s = 0, n = sym_space(x, node->a[single]); s < n && !x->fail; s++) {
        x->path = net_and(x->net, path, set[s]);
        param[single] = sym_const(s);
        if (x->path != BITS_FALSE)
            emit(x, (int)node->k, param);
    }
    x->path = path;
}

/* ---- headers ---------------------------------------------------------------------- */

static void header(SymExec *x, SymFrame *f, int index, int at, int bound);

static void rest_if(SymExec *x, SymFrame *f, int index, int at, int bound, BitsEdge c)
{
    BitsEdge path = x->path;
    x->path = net_and(x->net, path, c);
    if (x->path != BITS_FALSE)
        header(x, f, index, at, bound);
    x->path = path;
}

static void over_set(SymExec *x, SymFrame *f, int index, int at, int bound)
{
    const Ir *param = f->fn->header->a[at];
    const BitsEdge *set = sym_members(x, f, param->a[0]);
    uint32_t n = sym_space(x, param->a[0]);
    Sym given = f->local[param->k].value;
    size_t m;
    if (param->k >= bound) {
        for (uint32_t s = 0; s < n && !x->fail; s++) {
            sym_write(x, &f->local[param->k], sym_const(s));
            rest_if(x, f, index, at + 1, bound, set[s]);
        }
        return;
    }
    const SymCase *cases = sym_as_cases(x, given, &m);
    for (size_t i = 0; i < m; i++) {
        if (cases[i].value < 0 || cases[i].value >= (int64_t)n)
            continue;
        sym_write(x, &f->local[param->k], sym_const(cases[i].value));
        rest_if(x, f, index, at + 1, bound, net_and(x->net, m == 1 ? BITS_TRUE : cases[i].when, set[cases[i].value]));
    }
}

/* Bound: once, even if the row holds the value twice. */
static BitsEdge row_holds(SymExec *x, const int32_t *row, size_t n, Sym given)
{
    BitsEdge *part = sym_edges(x, n);
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        bool seen = false;
        for (size_t j = 0; j < i; j++)
            seen = seen || row[j] == row[i];
        if (!seen)
            part[k++] = sym_is(x, given, row[i]);
    }
    return net_or_all(x->net, part, k);
}

static void over_row(SymExec *x, SymFrame *f, int index, int at, int bound)
{
    const Ir *param = f->fn->header->a[at];
    size_t n, len;
    const SymSlice *slices = sym_slices(x, f, param->a[0], &n);
    Sym given = f->local[param->k].value;
    for (size_t i = 0; i < n && !x->fail; i++) {
        const int32_t *row = sym_row(&slices[i], 0, &len);
        if (param->k < bound) {
            rest_if(x, f, index, at + 1, bound, net_and(x->net, slices[i].when, row_holds(x, row, len, given)));
            continue;
        }
        for (size_t j = 0; j < len; j++) {
            sym_write(x, &f->local[param->k], sym_const(row[j]));
            rest_if(x, f, index, at + 1, bound, slices[i].when);
        }
    }
}

static void over_range(SymExec *x, SymFrame *f, int index, int at, int bound)
{
    const Ir *param = f->fn->header->a[at];
    Sym from = sym_plain(x, sym_eval(x, f, param->a[0])), to = sym_plain(x, sym_eval(x, f, param->a[1]));
    if (param->k < bound) {
        Sym given = f->local[param->k].value;
        rest_if(x, f, index, at + 1, bound,
                net_and(x->net, sym_compare(x, IR_OP_LE, from, given), sym_compare(x, IR_OP_GT, to, given)));
        return;
    }
    int64_t lo, hi, unused;
    sym_range(&from, &lo, &unused);
    sym_range(&to, &unused, &hi);
    if (hi - lo > 64 * SYM_MOST_CASES)
        sym_fail(x, "a parameter from %lld to %lld", (long long)lo, (long long)hi);
    for (int64_t i = lo; i < hi && !x->fail; i++) {
        sym_write(x, &f->local[param->k], sym_const(i));
        rest_if(x, f, index, at + 1, bound,
                net_and(x->net, sym_compare(x, IR_OP_LE, from, sym_const(i)), sym_compare(x, IR_OP_GT, to, sym_const(i))));
    }
}

/* Statements of the header from number `at` on, then the emission. */
static void header(SymExec *x, SymFrame *f, int index, int at, int bound)
{
    BitsEdge path = x->path;
    for (; at < f->fn->header->n && !x->fail && x->path != BITS_FALSE; at++) {
        const Ir *node = f->fn->header->a[at];
        if (node->op == IR_OP_WHEN) {
            x->path = net_and(x->net, x->path, sym_holds(x, f, node->a[0]));
        } else if (node->op != IR_OP_PARAM) {
            sym_run(x, f, node);
        } else if (node->n) {
            if (node->n == 2)
                over_range(x, f, index, at, bound);
            else if (node->a[0]->type.kind == IR_VEC)
                over_row(x, f, index, at, bound);
            else
                over_set(x, f, index, at, bound);
            x->path = path;
            return;
        }
    }
    if (x->path != BITS_FALSE && !x->fail) {
        Sym *param = ARENA_ARRAY(x->arena, Sym, f->fn->nparam + 1);
        for (int i = 0; i < f->fn->nparam; i++)
            param[i] = f->local[i].value;
        emit(x, index, param);
    }
    x->path = path;
}

/* ---- generators ------------------------------------------------------------------- */

/* Each emission is under the path; a level keeps what locals were. */
static void try(SymExec *x, SymFrame *f, const Ir *node)
{
    SymFrame *frame = frame_of(x, (int)node->k);
    for (int i = 0; i < node->n; i++)
        frame->local[i].value = sym_eval(x, f, node->a[i]);
    if (++x->depth > 200)
        sym_fail(x, "generators are nested too deeply");
    if (frame->fn->kind == IR_RULE)
        header(x, frame, (int)node->k, 0, node->n);
    else
        sym_run(x, frame, frame->fn->body);
    x->depth--;
}

static BitsEdge emitted(SymExec *x, const SymSink *sink)
{
    return net_or_all(x->net, sink->when.at, sink->when.n);
}

static void prefer(SymExec *x, SymFrame *f, const Ir *node)
{
    SymSink sink = {.outer = x->sink};
    x->sink = &sink;
    sym_run(x, f, node->a[0]);
    x->sink = sink.outer;
    BitsEdge path = x->path;
    x->path = net_and(x->net, path, net_not(emitted(x, &sink)));
    if (x->path != BITS_FALSE)
        sym_run(x, f, node->a[1]);
    x->path = path;
}

static void keep(SymExec *x, SymFrame *f, const Ir *node)
{
    SymSink sink = {.outer = x->sink, .keep = node->a[0], .frame = f};
    x->sink = &sink;
    sym_run(x, f, node->a[1]);
    x->sink = sink.outer;
}

BitsEdge sym_exists(SymExec *x, SymFrame *f, const Ir *node)
{
    SymSink sink = {0}, *outer = x->sink;
    BitsEdge path = x->path;
    uint32_t level = sym_begin(x);
    x->sink = &sink;
    x->path = BITS_TRUE;
    try(x, f, node);
    x->sink = outer;
    x->path = path;
    sym_end(x, level);
    return emitted(x, &sink);
}

void sym_generate(SymExec *x, SymFrame *f, const Ir *node)
{
    switch (node->op) {
    case IR_OP_TRY: try(x, f, node); break;
    case IR_OP_PREFER: prefer(x, f, node); break;
    case IR_OP_KEEP: keep(x, f, node); break;
    case IR_OP_EMIT: case IR_OP_EMITSET: emit_all(x, f, node); break;
    default: sym_fail(x, "`%s`", ir_op_info(node->op)->text);
    }
}
