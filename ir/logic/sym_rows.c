/* sym_rows.c - symbolic execution: what is looked up in tables or goes along their
 * rows.  An index that is not constant gives a slice for each of its values. */
#include "ir/logic/sym.h"

#include <string.h>

/* ---- slices ---------------------------------------------------------------------- */

static SymSlice *narrowed(SymExec *x, const SymSlice *slices, size_t *n, Sym index, int size)
{
    size_t m, k = 0;
    const SymCase *cases = sym_as_cases(x, index, &m);
    SymSlice *out = ARENA_ARRAY(x->arena, SymSlice, *n * m + 1);
    for (size_t i = 0; i < *n; i++)
        for (size_t j = 0; j < m; j++) {
            if (cases[j].value < 0 || cases[j].value >= size)
                continue;
            SymSlice s = slices[i];
            s.n /= (size_t)size;
            s.start += (size_t)cases[j].value * s.n;
            s.when = net_and(x->net, s.when, m == 1 ? BITS_TRUE : cases[j].when);
            if (s.when != BITS_FALSE)
                out[k++] = s;
        }
    *n = k;
    return out;
}

/* All indices known from the slot: the slots with one element are one case. */
static Sym slot_offset(SymExec *x, const Sym *index, int n, const IrTable *table)
{
    int64_t *slot = ARENA_ARRAY(x->arena, int64_t, x->nslot + 1);
    for (uint32_t i = 0; i < x->nslot; i++)
        for (int d = 0; d < n; d++) {
            int64_t at = index[d].kind == SYM_SLOTS ? index[d].slot[i] : index[d].lo;
            if (slot[i] < 0 || at < 0 || at >= table->dim[d].size)
                slot[i] = -1;
            else
                slot[i] = slot[i] * table->dim[d].size + at;
        }
    return (Sym){.kind = SYM_SLOTS, .slot = slot};
}

static bool by_slots(const Sym *index, int n)
{
    bool any = false;
    for (int d = 0; d < n; d++) {
        if (index[d].kind != SYM_SLOTS && index[d].kind != SYM_CONST)
            return false;
        any = any || index[d].kind == SYM_SLOTS;
    }
    return any;
}

static SymSlice *slices_of(SymExec *x, const IrTable *table, const Sym *index, int n, size_t *nslice)
{
    SymSlice *slices = ARENA_NEW(x->arena, SymSlice);
    *slices = (SymSlice){.table = table, .n = table->n, .when = BITS_TRUE};
    *nslice = 1;
    if (by_slots(index, n)) {
        int size = 1;
        for (int d = 0; d < n; d++)
            size *= table->dim[d].size;
        return narrowed(x, slices, nslice, slot_offset(x, index, n, table), size);
    }
    for (int d = 0; d < n; d++)
        slices = narrowed(x, slices, nslice, index[d], table->dim[d].size);
    return slices;
}

static Sym *indices(SymExec *x, SymFrame *f, const Ir *node)
{
    Sym *index = ARENA_ARRAY(x->arena, Sym, node->n + 1);
    for (int d = 0; d < node->n; d++)
        index[d] = sym_eval(x, f, node->a[d]);
    return index;
}

const SymSlice *sym_slices(SymExec *x, SymFrame *f, const Ir *node, size_t *n)
{
    return slices_of(x, &x->game->table.at[node->k], indices(x, f, node), node->n, n);
}

const int32_t *sym_row(const SymSlice *slice, size_t at, size_t *n)
{
    const IrTable *table = slice->table;
    if (!table->rows) {
        *n = slice->n;
        return table->value + slice->start;
    }
    size_t row = slice->start + at;
    *n = table->off[row + 1] - table->off[row];
    return table->value ? table->value + table->off[row] : NULL;
}

/* ---- elements -------------------------------------------------------------------- */

static Sym number_of_slots(SymExec *x, const IrTable *table, const Sym *index, int n)
{
    Sym offset = slot_offset(x, index, n, table);
    int64_t *slot = ARENA_ARRAY(x->arena, int64_t, x->nslot + 1);
    for (uint32_t i = 0; i < x->nslot; i++)
        slot[i] = offset.slot[i] < 0 ? 0 : table->value[offset.slot[i]];
    return (Sym){.kind = SYM_SLOTS, .slot = slot};
}

/* Member m of the set that one of the slices is; the fewer of two ors. */
static BitsEdge member_of(SymExec *x, const SymSlice *slices, size_t n, size_t words, uint32_t m)
{
    BitsEdge *yes = sym_temp(x, 2 * n), *no = yes + n;
    size_t nyes = 0, nno = 0;
    for (size_t i = 0; i < n; i++)
        if (ir_mask_has(slices[i].table->word + slices[i].start * words, (int)m))
            yes[nyes++] = slices[i].when;
        else
            no[nno++] = slices[i].when;
    return nyes <= nno ? net_or_all(x->net, yes, nyes) : net_not(net_or_all(x->net, no, nno));
}

Sym sym_table(SymExec *x, SymFrame *f, const Ir *node)
{
    const IrTable *table = &x->game->table.at[node->k];
    Sym *index = indices(x, f, node);
    size_t n;
    if (table->elem.kind != IR_MASK && by_slots(index, node->n))
        return number_of_slots(x, table, index, node->n);
    const SymSlice *slices = slices_of(x, table, index, node->n, &n);
    if (table->elem.kind == IR_MASK) {
        uint32_t size = sym_space(x, node);
        size_t words = (size_t)ir_words(x->game, node->type.space);
        BitsEdge *out = sym_edges(x, size);
        for (uint32_t m = 0; m < size; m++)
            out[m] = member_of(x, slices, n, words, m);
        return sym_set(x, out, size);
    }
    SymCase *cases = ARENA_ARRAY(x->arena, SymCase, n + 1);
    for (size_t i = 0; i < n; i++)
        cases[i] = (SymCase){table->value[slices[i].start], slices[i].when};
    return sym_cases(x, cases, n);
}

BitsEdge sym_in_table(SymExec *x, SymFrame *f, const Ir *node, Sym member)
{
    size_t n, m;
    const SymSlice *slices = sym_slices(x, f, node, &n);
    const SymCase *cases = sym_as_cases(x, member, &m);
    BitsEdge *part = sym_edges(x, m);
    for (size_t i = 0; i < m; i++)
        if (cases[i].value >= 0 && cases[i].value < (int64_t)sym_space(x, node))
            part[i] = net_and(x->net, m == 1 ? BITS_TRUE : cases[i].when,
                              member_of(x, slices, n, (size_t)ir_words(x->game, node->type.space), (uint32_t)cases[i].value));
    return net_or_all(x->net, part, m);
}

/* ---- along rows ------------------------------------------------------------------ */

typedef struct {
    const BitsEdge *set;
    uint32_t size;
    Sym least, most; /* LINE */
} RowArgs;

static BitsEdge in_set(const RowArgs *args, int32_t site)
{
    return site >= 0 && site < (int32_t)args->size ? args->set[site] : BITS_FALSE;
}

/* reach[i]: the first i sites are all in the set; their number; reach[0] is true. */
static size_t prefixes(SymExec *x, const RowArgs *args, const int32_t *row, size_t n, BitsEdge **reach)
{
    BitsEdge *out = sym_edges(x, n + 2);
    out[0] = BITS_TRUE;
    size_t i = 0;
    while (i < n && out[i] != BITS_FALSE) {
        out[i + 1] = net_and(x->net, out[i], in_set(args, row[i]));
        i++;
    }
    *reach = out;
    return out[i] == BITS_FALSE && i ? i - 1 : i;
}

static Sym run_of(SymExec *x, const RowArgs *args, const int32_t *row, size_t n)
{
    BitsEdge *reach;
    size_t most = prefixes(x, args, row, n, &reach);
    SymCase *cases = ARENA_ARRAY(x->arena, SymCase, most + 1);
    for (size_t i = 0; i <= most; i++)
        cases[i] = (SymCase){(int64_t)i, i < most ? net_and(x->net, reach[i], net_not(reach[i + 1])) : reach[i]};
    return sym_cases(x, cases, most + 1);
}

/* least <= 1 + run + run' <= most, for constants: at least i here and the rest there. */
static BitsEdge pair_at_least(SymExec *x, const BitsEdge *p, size_t n, const BitsEdge *q, size_t m, int64_t least)
{
    int64_t need = least - 1;
    if (need <= 0)
        return BITS_TRUE;
    BitsEdge *part = sym_edges(x, n + 1);
    size_t k = 0;
    for (size_t i = 0; i <= n && (int64_t)i <= need; i++)
        if (need - (int64_t)i <= (int64_t)m)
            part[k++] = net_and(x->net, p[i], q[need - (int64_t)i]);
    return net_or_all(x->net, part, k);
}

static BitsEdge line_of(SymExec *x, const RowArgs *args, const SymSlice *slice)
{
    BitsEdge *found = sym_edges(x, slice->n), *p, *q, alone = BITS_TRUE;
    size_t k = 0;
    if (args->least.kind != SYM_CONST || args->most.kind != SYM_CONST) {
        sym_fail(x, "a line of variable length");
        return BITS_FALSE;
    }
    for (size_t i = 0; i < slice->n; i += 2) {
        size_t len, m = 0;
        const int32_t *row = sym_row(&(SymSlice){slice->table, slice->start + i, 1, BITS_TRUE}, 0, &len);
        size_t n = prefixes(x, args, row, len, &p);
        q = &alone;
        if (i + 1 < slice->n) {
            row = sym_row(&(SymSlice){slice->table, slice->start + i + 1, 1, BITS_TRUE}, 0, &len);
            m = prefixes(x, args, row, len, &q);
        }
        BitsEdge enough = pair_at_least(x, p, n, q, m, args->least.lo);
        BitsEdge more = args->most.lo >= (int64_t)(n + m + 1) ? BITS_FALSE
                                                              : pair_at_least(x, p, n, q, m, args->most.lo + 1);
        found[k++] = net_and(x->net, enough, net_not(more));
    }
    return net_or_all(x->net, found, k);
}

static Sym touches_of(SymExec *x, const RowArgs *args, const SymSlice *slice, size_t words)
{
    BitsEdge *meets = sym_edges(x, slice->n);
    for (size_t i = 0; i < slice->n; i++) {
        BitsEdge *part = sym_temp(x, args->size);
        size_t k = 0;
        for (uint32_t s = 0; s < args->size; s++)
            if (ir_mask_has(slice->table->word + (slice->start + i) * words, (int)s))
                part[k++] = args->set[s];
        meets[i] = net_or_all(x->net, part, k);
    }
    return sym_count(x, meets, (uint32_t)slice->n);
}

static Sym number_of(SymExec *x, const Ir *node, const RowArgs *args, const SymSlice *slice)
{
    size_t n;
    const int32_t *row;
    switch (node->op) {
    case IR_OP_RUN_LENGTH:
        row = sym_row(slice, 0, &n);
        return run_of(x, args, row, n);
    case IR_OP_LINE:
        return sym_bit(x, line_of(x, args, slice));
    default:
        return touches_of(x, args, slice, (size_t)ir_words(x->game, node->a[0]->type.space));
    }
}

/* ---- sets ------------------------------------------------------------------------ */

static void slide_of(SymExec *x, const RowArgs *args, const SymSlice *slice, BitsEdge *out, uint32_t size)
{
    for (size_t i = 0; i < slice->n; i++) {
        size_t n;
        const int32_t *row = sym_row(&(SymSlice){slice->table, slice->start + i, 1, BITS_TRUE}, 0, &n);
        BitsEdge reach = BITS_TRUE;
        for (size_t j = 0; j < n && reach != BITS_FALSE; j++) {
            if (row[j] < 0 || row[j] >= (int32_t)size)
                continue;
            out[row[j]] = net_or(x->net, out[row[j]], reach);
            reach = net_and(x->net, reach, net_not(in_set(args, row[j])));
        }
    }
}

static void row_members(SymExec *x, const SymSlice *slice, BitsEdge *out, uint32_t size)
{
    size_t n;
    const int32_t *row = sym_row(slice, 0, &n);
    (void)x;
    for (size_t i = 0; i < n; i++)
        if (row[i] >= 0 && row[i] < (int32_t)size)
            out[row[i]] = BITS_TRUE;
}

static void image_of(SymExec *x, IrOp op, const RowArgs *args, const SymSlice *slice, BitsEdge *out, uint32_t size)
{
    for (size_t i = 0; i < slice->n; i++) {
        int32_t to = slice->table->value[slice->start + i];
        if (op == IR_OP_PREIMAGE && i < size)
            out[i] = in_set(args, to);
        else if (op == IR_OP_IMAGE && i < args->size && to >= 0 && to < (int32_t)size)
            out[to] = net_or(x->net, out[to], args->set[i]);
    }
}

static void grow_of(SymExec *x, const RowArgs *args, const SymSlice *slice, BitsEdge *out, uint32_t size)
{
    size_t words = ((size_t)size + 63) / 64;
    x->steps += size;
    for (uint32_t m = 0; m < size; m++) {
        BitsEdge *part = sym_temp(x, slice->n);
        size_t k = 0;
        for (size_t s = 0; s < slice->n && s < args->size; s++)
            if (args->set[s] != BITS_FALSE && ir_mask_has(slice->table->word + (slice->start + s) * words, (int)m))
                part[k++] = args->set[s];
        out[m] = net_or_all(x->net, part, k);
    }
}

static bool closed(const BitsEdge *a, const BitsEdge *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

/* One round: X = (X | grow X) & within. */
static const BitsEdge *round_of(SymExec *x, const BitsEdge *now, const BitsEdge *within, const SymSlice *slice, uint32_t size)
{
    BitsEdge *next = sym_edges(x, size);
    RowArgs grown = {.set = now, .size = size};
    grow_of(x, &grown, slice, next, size);
    for (uint32_t i = 0; i < size; i++)
        next[i] = net_or(x->net, now[i], net_and(x->net, within[i], next[i]));
    return next;
}

enum { UNROLLED_FLOOD = 12, MOST_LOOPS = 512 };

/* As many rounds as it takes, at most one for each site. */
static void unrolled(SymExec *x, const BitsEdge *within, const SymSlice *slice, BitsEdge *out, uint32_t size)
{
    const BitsEdge *now = out;
    bool still = false;
    for (uint32_t i = 0; i < size && !still && !x->net->full; i++) {
        const BitsEdge *next = round_of(x, now, within, slice, size);
        still = closed(now, next, size);
        now = next;
    }
    memmove(out, now, size * sizeof *out);
}

/* The loop with this start and these steps, if there is one already. */
static uint32_t find_loop(SymExec *x, const BitsEdge *start, const BitsEdge *within, const SymSlice *slice, uint32_t size)
{
    BitsEdge *var = sym_edges(x, size);
    for (uint32_t l = 0; l < x->net->loop.n; l++) {
        const BitsLoop *loop = &x->net->loop.at[l];
        if (loop->nvar != size || loop->bound != size || !closed(loop->start, start, size))
            continue;
        for (uint32_t i = 0; i < size; i++)
            var[i] = net_var(x->net, l, i);
        if (closed(round_of(x, var, within, slice, size), x->net->loop.at[l].step, size))
            return l;
    }
    return NET_UNMADE;
}

/* Small boards are unrolled; else a loop. */
static void flood_of(SymExec *x, const BitsEdge *within, const SymSlice *slice, BitsEdge *out, uint32_t size)
{
    if (size <= UNROLLED_FLOOD || x->unroll) {
        unrolled(x, within, slice, out, size);
        return;
    }
    if (x->net->loop.n >= MOST_LOOPS || x->net->full) {
        sym_fail(x, "more than %d floods", MOST_LOOPS);
        return;
    }
    uint32_t l = find_loop(x, out, within, slice, size);
    if (l == NET_UNMADE) {
        BitsEdge *var = sym_edges(x, size);
        l = net_loop(x->net, out, size, size);
        for (uint32_t i = 0; i < size; i++)
            var[i] = net_var(x->net, l, i);
        const BitsEdge *step = round_of(x, var, within, slice, size);
        memcpy(x->net->loop.at[l].step, step, size * sizeof *step);
    }
    for (uint32_t i = 0; i < size; i++)
        out[i] = net_rest(x->net, l, i);
}

/* Does the row come to the goal?  From its end, so that the tails of rows are shared. */
static BitsEdge row_sees(SymExec *x, const SymSlice *slice, size_t at, const BitsEdge *stop, const BitsEdge *goal)
{
    size_t length;
    const int32_t *row = sym_row(slice, at, &length);
    BitsEdge seen = BITS_FALSE;
    for (size_t j = length; j-- > 0;)
        if (row[j] >= 0)
            seen = net_or(x->net, goal[row[j]], net_and(x->net, net_not(stop[row[j]]), seen));
    return seen;
}

static void sees_of(SymExec *x, const RowArgs *args, const BitsEdge *goal, const SymSlice *slice, BitsEdge *out,
                    uint32_t size)
{
    size_t each = slice->n / size;
    for (uint32_t m = 0; m < size; m++)
        for (size_t i = 0; i < each; i++)
            out[m] = net_or(x->net, out[m], row_sees(x, slice, m * each + i, args->set, goal));
}

static void set_of(SymExec *x, SymFrame *f, const Ir *node, const RowArgs *args, const SymSlice *slice, BitsEdge *out,
                   uint32_t size)
{
    switch (node->op) {
    case IR_OP_SLIDE: slide_of(x, args, slice, out, size); break;
    case IR_OP_RAY_SEES: sees_of(x, args, sym_members(x, f, node->a[2]), slice, out, size); break;
    case IR_OP_ROWMASK: row_members(x, slice, out, size); break;
    case IR_OP_GROW: grow_of(x, args, slice, out, size); break;
    case IR_OP_FLOOD: {
        const BitsEdge *within = sym_members(x, f, node->a[1]);
        for (uint32_t i = 0; i < size; i++)
            out[i] = net_and(x->net, args->set[i], within[i]);
        flood_of(x, within, slice, out, size);
        break;
    }
    default: image_of(x, node->op, args, slice, out, size);
    }
}

/* ---- all ------------------------------------------------------------------------- */

bool sym_is_rows(IrOp op)
{
    switch (op) {
    case IR_OP_RUN_LENGTH: case IR_OP_LINE: case IR_OP_COUNT_MEETS: case IR_OP_SLIDE: case IR_OP_RAY_SEES: case IR_OP_ROWMASK: case IR_OP_IMAGE:
    case IR_OP_PREIMAGE: case IR_OP_GROW: case IR_OP_FLOOD:
        return true;
    default:
        return false;
    }
}

/* Which operand is the table, which one the set. */
static int table_operand(IrOp op)
{
    return op == IR_OP_FLOOD ? 2 : op == IR_OP_RUN_LENGTH || op == IR_OP_LINE || op == IR_OP_SLIDE || op == IR_OP_RAY_SEES || op == IR_OP_ROWMASK ? 0 : 1;
}

static Sym numbers(SymExec *x, const Ir *node, const RowArgs *args, const SymSlice *slices, size_t n)
{
    Sym result = {.kind = SYM_NOTHING};
    bool bits = node->op == IR_OP_LINE;
    BitsEdge *part = sym_edges(x, n);
    for (size_t i = 0; i < n && !x->fail; i++) {
        Sym one = number_of(x, node, args, &slices[i]);
        if (bits)
            part[i] = net_and(x->net, slices[i].when, sym_truth(x, one));
        else
            result = sym_mux(x, slices[i].when, one, result);
    }
    return bits ? sym_bit(x, net_or_all(x->net, part, n)) : result;
}

Sym sym_rows(SymExec *x, SymFrame *f, const Ir *node)
{
    int t = table_operand(node->op);
    RowArgs args = {0};
    size_t n;
    const SymSlice *slices = sym_slices(x, f, node->a[t], &n);
    if (node->op != IR_OP_ROWMASK) {
        const Ir *set = node->a[t == 0 ? 1 : 0];
        args.set = sym_members(x, f, set);
        args.size = sym_space(x, set);
    }
    if (node->op == IR_OP_LINE) {
        args.least = sym_eval(x, f, node->a[2]);
        args.most = sym_eval(x, f, node->a[3]);
    }
    BitsEdge found;
    if (node->op == IR_OP_LINE && node->a[0]->n == 1 && args.least.kind == SYM_CONST && args.most.kind == SYM_CONST &&
        sym_lines(x, &(SymLines){slices, n, args.set, args.size, args.least.lo, args.most.lo}, &found))
        return sym_bit(x, found);
    if (node->type.kind != IR_MASK)
        return numbers(x, node, &args, slices, n);
    uint32_t size = sym_space(x, node);
    BitsEdge *out = sym_edges(x, size);
    for (size_t i = 0; i < n && !x->fail; i++) {
        BitsEdge *one = sym_edges(x, size);
        set_of(x, f, node, &args, &slices[i], one, size);
        for (uint32_t m = 0; m < size; m++)
            out[m] = net_or(x->net, out[m], net_and(x->net, slices[i].when, one[m]));
    }
    return sym_set(x, out, size);
}
