/* sym_num.c - symbolic execution: expressions that are numbers. */
#include "ir/logic/sym.h"

uint32_t sym_space(const SymExec *x, const Ir *set)
{
    return (uint32_t)x->game->space.at[set->type.space].size;
}

const BitsEdge *sym_members(SymExec *x, SymFrame *f, const Ir *node)
{
    Sym set = sym_eval(x, f, node);
    return set.kind == SYM_SET ? set.bit : sym_edges(x, sym_space(x, node));
}

BitsEdge sym_holds(SymExec *x, SymFrame *f, const Ir *node)
{
    return sym_truth(x, sym_eval(x, f, node));
}

Sym sym_count(SymExec *x, const BitsEdge *set, uint32_t n)
{
    BitsEdge sum[32];
    return sym_binary(x, 0, sum, net_count(x->net, set, n, sum));
}

static BitsEdge any(SymExec *x, const BitsEdge *set, uint32_t n)
{
    return net_or_all(x->net, sym_edges_of(x, set, n), n);
}

/* The first member, for which there are none before. */
static Sym first(SymExec *x, const BitsEdge *set, uint32_t n)
{
    SymCase *cases = ARENA_ARRAY(x->arena, SymCase, n + 1);
    BitsEdge none = BITS_TRUE;
    size_t k = 0;
    for (uint32_t i = 0; i < n && none != BITS_FALSE; i++) {
        if (set[i] == BITS_FALSE)
            continue;
        cases[k++] = (SymCase){i, net_and(x->net, none, set[i])};
        none = net_and(x->net, none, net_not(set[i]));
    }
    if (none != BITS_FALSE)
        cases[k++] = (SymCase){-1, none};
    return sym_cases(x, cases, k);
}

/* Counts up along the set, as far as is asked for. */
static Sym nth(SymExec *x, const BitsEdge *set, uint32_t n, Sym which)
{
    size_t ncase, k = 0;
    const SymCase *cases = sym_as_cases(x, which, &ncase);
    SymCase *out = ARENA_ARRAY(x->arena, SymCase, (n + 1) * (ncase + 1));
    int64_t most = ncase ? cases[ncase - 1].value : -1;
    if (most >= (int64_t)n)
        most = n - 1;
    BitsEdge *before = sym_edges(x, (size_t)(most + 2)); /* exactly i members before */
    before[0] = BITS_TRUE;
    for (uint32_t s = 0; s < n; s++) {
        for (size_t c = 0; c < ncase; c++)
            if (cases[c].value >= 0 && cases[c].value <= most && set[s] != BITS_FALSE)
                out[k++] = (SymCase){s, net_and(x->net, cases[c].when,
                                                net_and(x->net, set[s], before[cases[c].value]))};
        for (int64_t i = most; i >= 0; i--)
            before[i] = net_mux(x->net, set[s], i ? before[i - 1] : BITS_FALSE, before[i]);
    }
    BitsEdge *found = sym_edges(x, k);
    for (size_t i = 0; i < k; i++)
        found[i] = out[i].when;
    out[k] = (SymCase){-1, net_not(net_or_all(x->net, found, k))};
    return sym_cases(x, out, k + 1);
}

static BitsEdge has(SymExec *x, SymFrame *f, const Ir *node)
{
    Sym member = sym_eval(x, f, node->a[0]);
    if (node->a[1]->op == IR_OP_TAB)
        return sym_in_table(x, f, node->a[1], member);
    const BitsEdge *set = sym_members(x, f, node->a[1]);
    uint32_t size = sym_space(x, node->a[1]);
    size_t n, k = 0, ones = 0;
    const SymCase *cases = sym_as_cases(x, member, &n);
    BitsEdge *part = sym_edges(x, n), *miss = sym_edges(x, n);
    bool constant = true;
    for (size_t i = 0; i < n; i++) {
        bool inside = cases[i].value >= 0 && cases[i].value < (int64_t)size;
        BitsEdge in = inside ? net_given(x->net, cases[i].when, set[cases[i].value]) : BITS_FALSE;
        constant = constant && in <= BITS_TRUE;
        part[k++] = net_and(x->net, cases[i].when, in);
        if (in != BITS_TRUE)
            miss[ones++] = cases[i].when;
    }
    if (constant && 2 * ones < n) /* the rest is shorter */
        return net_not(net_or_all(x->net, miss, ones));
    return net_or_all(x->net, part, k);
}

static bool at_most_one(Sym v)
{
    int64_t lo, hi;
    if (v.kind == SYM_SLOTS || v.kind == SYM_NOTHING)
        return false;
    sym_range(&v, &lo, &hi);
    return lo >= 0 && hi <= 1;
}

static Sym sum_over(SymExec *x, SymFrame *f, const Ir *node, const BitsEdge *set, uint32_t n)
{
    Sym r = sym_const(0);
    BitsEdge *one = sym_edges(x, n);
    uint32_t k = 0;
    for (uint32_t s = 0; s < n && !x->fail; s++) {
        if (set[s] == BITS_FALSE)
            continue;
        sym_write(x, &f->local[node->k], sym_const(s));
        Sym v = sym_eval(x, f, node->a[1]);
        if (at_most_one(v))
            one[k++] = net_and(x->net, set[s], sym_truth(x, v));
        else
            r = sym_arith(x, IR_OP_ADD, r, sym_mux(x, set[s], v, sym_const(0)));
    }
    return sym_arith(x, IR_OP_ADD, r, sym_count(x, one, k));
}

/* least and most */
static Sym best_over(SymExec *x, SymFrame *f, const Ir *node, const BitsEdge *set, uint32_t n)
{
    bool least = node->op == IR_OP_LEAST;
    Sym r = sym_const(least ? 1000000000 : -1000000000);
    BitsEdge some = BITS_FALSE;
    for (uint32_t s = 0; s < n && !x->fail; s++) {
        if (set[s] == BITS_FALSE)
            continue;
        sym_write(x, &f->local[node->k], sym_const(s));
        Sym v = sym_eval(x, f, node->a[1]);
        BitsEdge better = net_or(x->net, net_not(some), sym_compare(x, least ? IR_OP_LT : IR_OP_GT, v, r));
        r = sym_mux(x, net_and(x->net, set[s], better), v, r);
        some = net_or(x->net, some, set[s]);
    }
    return r;
}

static Sym over_members(SymExec *x, SymFrame *f, const Ir *node)
{
    const BitsEdge *set = sym_members(x, f, node->a[0]);
    uint32_t n = sym_space(x, node->a[0]);
    return node->op == IR_OP_SUM ? sum_over(x, f, node, set, n) : best_over(x, f, node, set, n);
}

static BitsEdge same_sets(SymExec *x, SymFrame *f, const Ir *node)
{
    const BitsEdge *a = sym_members(x, f, node->a[0]), *b = sym_members(x, f, node->a[1]);
    uint32_t n = sym_space(x, node->a[0]);
    BitsEdge *bit = sym_edges(x, n);
    for (uint32_t i = 0; i < n; i++)
        bit[i] = net_not(net_xor(x->net, a[i], b[i]));
    BitsEdge same = net_and_all(x->net, bit, n);
    return node->op == IR_OP_EQ ? same : net_not(same);
}

static Sym of_set(SymExec *x, SymFrame *f, const Ir *node)
{
    const BitsEdge *set = sym_members(x, f, node->a[0]);
    uint32_t n = sym_space(x, node->a[0]);
    switch (node->op) {
    case IR_OP_COUNT: return sym_count(x, set, n);
    case IR_OP_ANY: return sym_bit(x, any(x, set, n));
    case IR_OP_FIRST: return first(x, set, n);
    default: return nth(x, set, n, sym_eval(x, f, node->a[1]));
    }
}

/* What the one that decides first leaves open. */
static Sym both(SymExec *x, SymFrame *f, const Ir *node)
{
    BitsEdge a = sym_holds(x, f, node->a[0]);
    if (a == (node->op == IR_OP_OR ? BITS_TRUE : BITS_FALSE))
        return sym_const(a);
    BitsEdge b = sym_holds(x, f, node->a[1]);
    return sym_bit(x, node->op == IR_OP_AND ? net_and(x->net, a, b) : net_or(x->net, a, b));
}

static Sym chosen(SymExec *x, SymFrame *f, const Ir *node)
{
    BitsEdge c = sym_holds(x, f, node->a[0]);
    if (c <= BITS_TRUE)
        return sym_eval(x, f, node->a[c == BITS_TRUE ? 1 : 2]);
    Sym a = sym_eval(x, f, node->a[1]);
    return sym_mux(x, c, a, sym_eval(x, f, node->a[2]));
}

static Sym with(SymExec *x, SymFrame *f, const Ir *node)
{
    Sym value = sym_eval(x, f, node->a[0]);
    uint32_t outer = sym_begin(x);
    sym_write(x, x->field[node->k], value);
    Sym result = sym_eval(x, f, node->a[1]);
    sym_end(x, outer);
    return result;
}

static Sym value_of(SymExec *x, SymFrame *f, const Ir *node)
{
    switch (node->op) {
    case IR_OP_INT: return sym_const(node->k);
    case IR_OP_LOCAL: return f->local[node->k].value;
    case IR_OP_GET: return sym_read(x, f, (int)node->k, node->n ? node->a[0] : NULL);
    case IR_OP_TAB: return sym_table(x, f, node);
    case IR_OP_AND: case IR_OP_OR: return both(x, f, node);
    case IR_OP_NOT: return sym_bit(x, net_not(sym_holds(x, f, node->a[0])));
    case IR_OP_SELECT: return chosen(x, f, node);
    case IR_OP_CALL: return sym_call(x, f, node);
    case IR_OP_EXISTS: return sym_bit(x, sym_exists(x, f, node));
    case IR_OP_WITH: return with(x, f, node);
    case IR_OP_HAS: return sym_bit(x, has(x, f, node));
    case IR_OP_SUM: case IR_OP_LEAST: case IR_OP_MOST: return over_members(x, f, node);
    case IR_OP_COUNT: case IR_OP_ANY: case IR_OP_FIRST: case IR_OP_NTH: return of_set(x, f, node);
    case IR_OP_LETX:
        sym_write(x, &f->local[node->k], sym_eval(x, f, node->a[0]));
        return sym_eval(x, f, node->a[1]);
    case IR_OP_DRAW:
        sym_fail(x, "chance: `draw`");
        return sym_const(0);
    case IR_OP_LONGEST: case IR_OP_GROUPS: case IR_OP_HASHMIX: case IR_OP_UMOD: case IR_OP_COVERS: case IR_OP_GATHERS:
        sym_fail(x, "`%s`", ir_op_info(node->op)->text);
        return sym_const(0);
    default:
        return (Sym){.kind = SYM_NOTHING};
    }
}

static bool is_arithmetic(IrOp op)
{
    return op >= IR_OP_ADD && op <= IR_OP_GE;
}

Sym sym_eval(SymExec *x, SymFrame *f, const Ir *node)
{
    if (x->net->full)
        sym_fail(x, "more than %u gates", x->net->limit);
    if (++x->steps > x->most_steps)
        sym_fail(x, "too much to execute");
    if (x->fail)
        return (Sym){.kind = SYM_NOTHING};
    if (sym_is_rows(node->op))
        return sym_rows(x, f, node);
    if (is_arithmetic(node->op) && node->a[0]->type.kind == IR_MASK)
        return sym_bit(x, same_sets(x, f, node));
    if (is_arithmetic(node->op)) {
        Sym a = sym_eval(x, f, node->a[0]);
        Sym value = sym_arith(x, node->op, a, node->n > 1 ? sym_eval(x, f, node->a[1]) : sym_const(0));
        return sym_within(x, value, node->type);
    }
    Sym value = value_of(x, f, node);
    if (node->type.kind == IR_MASK)
        return value.kind == SYM_SET ? value : sym_of_set(x, f, node);
    return sym_within(x, value, node->type);
}
