/* sym_exec.c - symbolic execution: cells, statements and calls. */
#include "ir/logic/sym.h"

/* ---- cells and levels ------------------------------------------------------------- */

void sym_write(SymExec *x, SymCell *cell, Sym value)
{
    if (cell->level != x->level) {
        vec_push(x->arena, &x->saved, ((SymSaved){cell, cell->value, cell->level}));
        cell->level = x->level;
    }
    cell->value = value;
}

/* Levels nest; each has a number of its own, 0 is outside of all. */
uint32_t sym_begin(SymExec *x)
{
    uint32_t outer = x->level;
    x->level = ++x->nlevel;
    vec_push(x->arena, &x->saved, ((SymSaved){NULL, {0}, outer}));
    return outer;
}

SymWrites sym_end(SymExec *x, uint32_t outer)
{
    size_t n = x->saved.n, k = 0;
    while (x->saved.at[n - 1].cell)
        n--;
    SymWrites writes = {ARENA_ARRAY(x->arena, SymWrite, x->saved.n - n + 1), 0};
    for (size_t i = n; i < x->saved.n; i++)
        writes.at[k++] = (SymWrite){x->saved.at[i].cell, x->saved.at[i].cell->value};
    writes.n = k;
    for (size_t i = n; i < x->saved.n; i++) {
        x->saved.at[i].cell->value = x->saved.at[i].value;
        x->saved.at[i].cell->level = x->saved.at[i].level;
    }
    x->saved.n = n - 1;
    x->level = outer;
    return writes;
}

void sym_join(SymExec *x, BitsEdge c, SymWrites yes, SymWrites no)
{
    for (size_t i = 0; i < yes.n; i++)
        yes.at[i].cell->mark = (uint32_t)i + 1;
    for (size_t i = 0; i < no.n; i++) {
        SymCell *cell = no.at[i].cell;
        Sym other = cell->mark ? yes.at[cell->mark - 1].value : cell->value;
        cell->mark = 0;
        sym_write(x, cell, sym_mux(x, c, other, no.at[i].value));
    }
    for (size_t i = 0; i < yes.n; i++) {
        SymCell *cell = yes.at[i].cell;
        if (cell->mark)
            sym_write(x, cell, sym_mux(x, c, yes.at[i].value, cell->value));
        cell->mark = 0;
    }
}

/* ---- frames ----------------------------------------------------------------------- */

SymFrame sym_frame(SymExec *x, int fn)
{
    SymFrame frame = {.fn = x->game->fn.at[fn]};
    frame.local = ARENA_ARRAY(x->arena, SymCell, frame.fn->local.n + 1);
    frame.done.value = sym_const(0);
    return frame;
}

enum { DEEPEST = 200, MOST_SPLIT = 512 };

static Sym call(SymExec *x, const Ir *node, const Sym *arg)
{
    SymFrame *frame = ARENA_NEW(x->arena, SymFrame); /* levels keep its cells */
    *frame = sym_frame(x, (int)node->k);
    if (++x->depth > DEEPEST)
        sym_fail(x, "calls are nested too deeply");
    for (int i = 0; i < node->n; i++)
        frame->local[i].value = arg[i];
    if (!x->fail)
        sym_run(x, frame, frame->fn->body);
    x->depth--;
    return frame->result.value;
}

static bool same_argument(const Sym *a, const Sym *b)
{
    return a->kind == b->kind && a->slot == b->slot && a->cases == b->cases && a->bit == b->bit && a->lo == b->lo;
}

/* The calls of a function for each case of an argument, the sets among them. */
typedef struct {
    BitsEdge **part; /* by member, then case */
    uint32_t size;
    Sym number;
} Calls;

static void add_call(SymExec *x, Calls *calls, Sym one, const SymCase *cases, size_t n, size_t at)
{
    if (one.kind != SYM_SET) {
        calls->number = sym_one_of(x, cases[at].when, one, calls->number);
        return;
    }
    if (!calls->part) {
        calls->size = one.n;
        calls->part = ARENA_ARRAY(x->arena, BitsEdge *, one.n + 1);
        for (uint32_t m = 0; m < one.n; m++)
            calls->part[m] = sym_edges(x, n);
    }
    for (uint32_t m = 0; m < one.n; m++)
        calls->part[m][at] = net_and(x->net, cases[at].when, one.bit[m]);
}

/* A function of a number that is known in cases is called for each: so that
 * `caught(site)` after the move is what it was for each possible site before. */
static Sym split_call(SymExec *x, const Ir *node, const Sym *arg, int at)
{
    size_t n;
    Sym *now = ARENA_ARRAY(x->arena, Sym, node->n);
    const SymCase *cases = sym_as_cases(x, arg[at], &n);
    Calls calls = {0};
    for (size_t c = 0; c < n && !x->fail; c++) {
        for (int i = 0; i < node->n; i++)
            now[i] = same_argument(&arg[i], &arg[at]) ? sym_const(cases[c].value) : arg[i];
        add_call(x, &calls, call(x, node, now), cases, n, c);
    }
    if (!calls.part)
        return calls.number;
    BitsEdge *out = sym_edges(x, calls.size);
    for (uint32_t m = 0; m < calls.size; m++)
        out[m] = net_or_all(x->net, calls.part[m], n);
    return sym_set(x, out, calls.size);
}

/* The argument that alone is not constant (or stands there several times), or -1. */
static int splitting(const Ir *node, const Sym *arg)
{
    int found = -1;
    for (int i = 0; i < node->n; i++) {
        if (arg[i].kind == SYM_CONST || (found >= 0 && same_argument(&arg[i], &arg[found])))
            continue;
        if (found >= 0 || (arg[i].kind != SYM_SLOTS && arg[i].kind != SYM_CASES))
            return -1;
        found = i;
    }
    return found >= 0 && (arg[found].kind == SYM_SLOTS || arg[found].n <= MOST_SPLIT) ? found : -1;
}

Sym sym_call(SymExec *x, SymFrame *f, const Ir *node)
{
    Sym *arg = ARENA_ARRAY(x->arena, Sym, node->n + 1);
    for (int i = 0; i < node->n; i++)
        arg[i] = sym_eval(x, f, node->a[i]);
    int at = x->game->fn.at[node->k]->kind == IR_FN ? splitting(node, arg) : -1;
    if (at < 0)
        return call(x, node, arg);
    Sym slots = arg[at], cases = sym_plain(x, slots);
    for (int i = 0; i < node->n; i++)
        if (same_argument(&arg[i], &slots))
            arg[i] = cases;
    return cases.kind == SYM_CONST ? call(x, node, arg) : split_call(x, node, arg, at);
}

/* ---- fields ----------------------------------------------------------------------- */

Sym sym_read(SymExec *x, SymFrame *f, int field, const Ir *index)
{
    if (!index)
        return x->field[field]->value;
    size_t n;
    const SymCase *cases = sym_as_cases(x, sym_eval(x, f, index), &n);
    size_t size = x->game->field.at[field].n;
    Sym result = {.kind = SYM_NOTHING};
    for (size_t i = 0; i < n; i++)
        if (cases[i].value >= 0 && (uint64_t)cases[i].value < size)
            result = sym_one_of(x, n == 1 ? BITS_TRUE : cases[i].when, x->field[field][cases[i].value].value, result);
    return result;
}

/* Bits beyond the type make no sense: a counter that stays within its range. */
static Sym clamped(SymExec *x, const IrType *type, Sym v)
{
    v = sym_plain(x, v);
    if (v.kind != SYM_BINARY || type->kind != IR_INT)
        return v;
    uint32_t n = 0;
    while (n < 62 && (type->hi - type->lo) >> n)
        n++;
    int64_t lo, hi;
    sym_range(&v, &lo, &hi);
    if (lo >= type->lo && hi <= type->hi)
        return v;
    BitsEdge *bit = sym_edges(x, n);
    sym_as_bits(x, v, type->lo, bit, n);
    return sym_binary(x, type->lo, bit, n);
}

static void put(SymExec *x, SymFrame *f, const Ir *node)
{
    Sym value = sym_eval(x, f, node->a[0]);
    const IrField *field = &x->game->field.at[node->k];
    if (x->cap[node->k] < INT64_MAX)
        value = sym_arith(x, IR_OP_MIN, value, sym_const(x->cap[node->k]));
    value = clamped(x, &field->elem, value);
    if (node->n < 2) {
        sym_write(x, x->field[node->k], value);
        return;
    }
    size_t n;
    const SymCase *cases = sym_as_cases(x, sym_eval(x, f, node->a[1]), &n);
    for (size_t i = 0; i < n; i++) {
        if (cases[i].value < 0 || (uint64_t)cases[i].value >= field->n)
            continue;
        SymCell *cell = &x->field[node->k][cases[i].value];
        sym_write(x, cell, sym_mux(x, n == 1 ? BITS_TRUE : cases[i].when, value, cell->value));
    }
}

/* ---- conditions and loops --------------------------------------------------------- */

static SymWrites run_side(SymExec *x, SymFrame *f, BitsEdge c, const Ir *node)
{
    BitsEdge path = x->path;
    uint32_t outer = sym_begin(x);
    x->path = net_and(x->net, path, c);
    if (node)
        sym_run(x, f, node);
    x->path = path;
    return sym_end(x, outer);
}

void sym_run_if(SymExec *x, SymFrame *f, BitsEdge c, const Ir *yes, const Ir *no)
{
    if (c <= BITS_TRUE) {
        const Ir *taken = c == BITS_TRUE ? yes : no;
        if (taken)
            sym_run(x, f, taken);
        return;
    }
    SymWrites a = run_side(x, f, c, yes), b = run_side(x, f, net_not(c), no);
    sym_join(x, c, a, b);
}

static BitsEdge done(SymExec *x, SymFrame *f)
{
    return sym_truth(x, f->done.value);
}

/* What comes after something that may have returned. */
static void run_unless_done(SymExec *x, SymFrame *f, BitsEdge c, const Ir *node)
{
    sym_run_if(x, f, net_and(x->net, c, net_not(done(x, f))), node, NULL);
}

static void block(SymExec *x, SymFrame *f, const Ir *node, int from)
{
    for (int i = from; i < node->n && !x->fail; i++) {
        BitsEdge end = done(x, f);
        if (end == BITS_TRUE)
            return;
        if (end == BITS_FALSE) {
            sym_run(x, f, node->a[i]);
            continue;
        }
        BitsEdge path = x->path;
        uint32_t outer = sym_begin(x);
        x->path = net_and(x->net, path, net_not(end));
        sym_write(x, &f->done, sym_const(0));
        block(x, f, node, i);
        x->path = path;
        SymWrites rest = sym_end(x, outer);
        sym_join(x, net_not(end), rest, (SymWrites){0});
        return;
    }
}

static void for_set(SymExec *x, SymFrame *f, const Ir *node)
{
    const BitsEdge *set = sym_members(x, f, node->a[0]);
    for (uint32_t s = 0, n = sym_space(x, node->a[0]); s < n && !x->fail; s++) {
        if (set[s] == BITS_FALSE)
            continue;
        sym_write(x, &f->local[node->k], sym_const(s));
        run_unless_done(x, f, set[s], node->a[1]);
    }
}

/* The i-th place of all rows that the index may mean, together. */
static void for_row(SymExec *x, SymFrame *f, const Ir *node)
{
    size_t n, longest = 0, len;
    const SymSlice *slices = sym_slices(x, f, node->a[0], &n);
    for (size_t i = 0; i < n; i++) {
        sym_row(&slices[i], 0, &len);
        longest = len > longest ? len : longest;
    }
    for (size_t at = 0; at < longest && !x->fail; at++) {
        SymCase *cases = ARENA_ARRAY(x->arena, SymCase, n + 1);
        BitsEdge *when = sym_edges(x, n);
        size_t k = 0;
        for (size_t i = 0; i < n; i++) {
            const int32_t *row = sym_row(&slices[i], 0, &len);
            if (at < len) {
                when[k] = slices[i].when;
                cases[k++] = (SymCase){row[at], slices[i].when};
            }
        }
        sym_write(x, &f->local[node->k], sym_cases(x, cases, k));
        run_unless_done(x, f, n == 1 ? BITS_TRUE : net_or_all(x->net, when, k), node->a[1]);
    }
}

static void range(SymExec *x, SymFrame *f, const Ir *node)
{
    Sym from = sym_eval(x, f, node->a[0]), to = sym_eval(x, f, node->a[1]);
    int64_t lo, hi, unused;
    from = sym_plain(x, from);
    to = sym_plain(x, to);
    sym_range(&from, &lo, &unused);
    sym_range(&to, &unused, &hi);
    if (hi - lo > SYM_MOST_CASES)
        sym_fail(x, "a loop from %lld to %lld", (long long)lo, (long long)hi);
    for (int64_t i = lo; i < hi && !x->fail; i++) {
        BitsEdge in = net_and(x->net, sym_compare(x, IR_OP_LE, from, sym_const(i)), sym_compare(x, IR_OP_GT, to, sym_const(i)));
        sym_write(x, &f->local[node->k], sym_const(i));
        run_unless_done(x, f, in, node->a[2]);
    }
}

enum { MOST_ROUNDS = 256 };

static void round_if(SymExec *x, SymFrame *f, const Ir *node, int64_t left, int rounds)
{
    BitsEdge c = net_and(x->net, sym_holds(x, f, node->a[0]), net_not(done(x, f)));
    if (c == BITS_FALSE || left == 0 || x->fail)
        return;
    if (rounds == 0) {
        sym_fail(x, "a loop without a small bound");
        return;
    }
    if (c == BITS_TRUE) {
        sym_run(x, f, node->a[1]);
        round_if(x, f, node, left - 1, rounds - 1);
        return;
    }
    BitsEdge path = x->path;
    uint32_t outer = sym_begin(x);
    x->path = net_and(x->net, path, c);
    sym_run(x, f, node->a[1]);
    round_if(x, f, node, left - 1, rounds - 1);
    x->path = path;
    SymWrites writes = sym_end(x, outer);
    sym_join(x, c, writes, (SymWrites){0});
}

/* ---- statements ------------------------------------------------------------------- */

void sym_run(SymExec *x, SymFrame *f, const Ir *node)
{
    if (x->fail || ++x->steps > x->most_steps) {
        sym_fail(x, "too much to execute");
        return;
    }
    switch (node->op) {
    case IR_OP_BLOCK: block(x, f, node, 0); break;
    case IR_OP_LET: case IR_OP_VAR: case IR_OP_SET:
        sym_write(x, &f->local[node->k], sym_eval(x, f, node->a[0]));
        break;
    case IR_OP_PUT: put(x, f, node); break;
    case IR_OP_IF: sym_run_if(x, f, sym_holds(x, f, node->a[0]), node->a[1], node->n > 2 ? node->a[2] : NULL); break;
    case IR_OP_FOR:
        if (node->a[0]->type.kind == IR_VEC)
            for_row(x, f, node);
        else
            for_set(x, f, node);
        break;
    case IR_OP_RANGE: range(x, f, node); break;
    case IR_OP_WHILE: round_if(x, f, node, node->k, MOST_ROUNDS); break;
    case IR_OP_RET:
        if (node->n)
            sym_write(x, &f->result, sym_eval(x, f, node->a[0]));
        sym_write(x, &f->done, sym_const(1));
        break;
    case IR_OP_DO: sym_call(x, f, node); break;
    default: sym_generate(x, f, node);
    }
}
