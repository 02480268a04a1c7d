/* site_write.c - does an expression see that one element of a field was written?
 *
 *     @what[%to] := 1, which was 0     filter(%x in D : @what[%x] == 2)          no: %to is in it neither before nor after
 *                                      slide($ray[%to], ~where(@what, 1))        no: no ray comes back to %to
 *
 * Of every set it is found out whether it stays the same, whether it does but for the site that is written, and
 * whether that site is surely not in it, before and after. */
#include "ir/passes/site_write.h"

#include "ir/core/ops.h"
#include "ir/core/tree.h"
#include "ir/fold/fold.h"

/* What is known of a value. */
enum {
    SAME = 1,
    BUT = 2,  /* a set: the same but for the site; */
    LACKS = 4 /* the site is not in it */
};

typedef struct {
    IrGame *game;
    IrFn *fn;
    const SiteWrite *write;
    unsigned *local; /* by local of fn */
    int64_t element; /* the local whose element of the field is asked about one by one, or -1 */
} Seen;

static unsigned seen(Seen *s, const Ir *e);

static unsigned both(unsigned a, unsigned b) { return a & b; }

static unsigned all_operands(Seen *s, const Ir *e)
{
    unsigned known = SAME | BUT;
    for (int i = 0; i < e->n; i++)
        known = both(known, seen(s, e->a[i]));
    return known & SAME ? SAME | BUT : 0;
}

/* ---- the condition of a filter at the site itself ---------------------------------------- */

typedef struct {
    int field;
    int64_t local;
    const Ir *value;
} Element;

static Ir *read_element(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    const Element *x = data;
    (void)fn;
    const bool is = node->op == IR_OP_GET && node->k == x->field && node->n == 1 && node->a[0]->op == IR_OP_LOCAL && node->a[0]->k == x->local;
    return is ? ir_copy(game, x->value) : node;
}

/* 0, 1, or -1: not known. */
static int at_site(const Seen *s, const Ir *filter, const Ir *value)
{
    Element x = {s->write->field, filter->k, value};
    if (!value)
        return -1;
    Ir *condition = ir_rewrite(s->game, s->fn, filter->a[1], read_element, &x);
    condition = tree_subst(s->game, s->fn, condition, (int)filter->k, ir_copy(s->game, s->write->at));
    condition = fold_tree(s->game, s->fn, condition);
    return condition->op == IR_OP_INT ? condition->k != 0 : -1;
}

static unsigned seen_filter(Seen *s, const Ir *e)
{
    const unsigned domain = seen(s, e->a[0]);
    const int64_t outer = s->element;
    s->local[e->k] = SAME | BUT;
    s->element = e->k;
    const unsigned condition = seen(s, e->a[1]);
    s->element = outer;
    if (!(condition & SAME))
        return 0;
    if (!ir_uses_field(s->game, e->a[1], s->write->field))
        return domain;
    const int before = at_site(s, e, s->write->before), after = at_site(s, e, s->write->after);
    unsigned known = domain & (BUT | LACKS);
    if (before == 0 && after == 0)
        known |= LACKS;
    return before >= 0 && before == after ? known | (domain & SAME) : known;
}

static unsigned seen_where(Seen *s, const Ir *e)
{
    const SiteWrite *w = s->write;
    int64_t value, before, after;
    if (!(seen(s, e->a[0]) & SAME))
        return 0;
    if (e->op != IR_OP_WHERE || !w->before || !tree_int_value(s->game, e->a[0], -1, 0, &value) ||
        !tree_int_value(s->game, w->before, -1, 0, &before) || !tree_int_value(s->game, w->after, -1, 0, &after))
        return BUT;
    return BUT | (value == before || value == after ? 0 : LACKS);
}

/* ---- rows from the site -------------------------------------------------------------------- */

static bool row_has(const IrTable *t, size_t row, int64_t site)
{
    for (uint32_t i = t->off[row]; i < t->off[row + 1]; i++)
        if (t->value[i] == site)
            return true;
    return false;
}

/* Is the site in none of its own rows? */
static bool rows_lack(const Seen *s, const Ir *tab)
{
    const IrTable *t = tab->op == IR_OP_TAB ? &s->game->table.at[tab->k] : NULL;
    int which = 0;
    size_t behind = 1, rows = 1;
    while (t && which < tab->n && !ir_equal(tab->a[which], s->write->at))
        which++;
    if (!t || !t->rows || which == tab->n)
        return false;
    for (int i = 0; i < t->ndim; i++) {
        rows *= (size_t)t->dim[i].size;
        behind *= i > which ? (size_t)t->dim[i].size : 1;
    }
    for (size_t row = 0; row < rows; row++)
        if (row_has(t, row, (int64_t)(row / behind % (size_t)t->dim[which].size)))
            return false;
    return true;
}

/* The first of the mask on a row ends it: one that the row does not have is of no account. */
static unsigned seen_slide(Seen *s, const Ir *e)
{
    const unsigned mask = seen(s, e->a[1]);
    if (!(all_operands(s, e->a[0]) & SAME))
        return 0;
    if (rows_lack(s, e->a[0]))
        return mask & BUT ? SAME | BUT | LACKS : LACKS;
    return mask & SAME ? SAME | BUT : 0;
}

/* ---- expressions ----------------------------------------------------------------------------- */

static unsigned seen_op(Seen *s, const Ir *e)
{
    const unsigned pure = SAME | BUT;
    switch (e->op) {
    case IR_OP_LOCAL: return s->local[e->k];
    case IR_OP_NONE: return pure | LACKS;
    case IR_OP_LETX:
        s->local[e->k] = seen(s, e->a[0]);
        return seen(s, e->a[1]);
    case IR_OP_FILTER: return seen_filter(s, e);
    case IR_OP_SLIDE: return seen_slide(s, e);
    case IR_OP_UNION:
        s->local[e->k] = pure;
        return seen(s, e->a[0]) & SAME ? seen(s, e->a[1]) : 0;
    case IR_OP_SELECT: {
        const unsigned condition = seen(s, e->a[0]), value = both(seen(s, e->a[1]), seen(s, e->a[2]));
        return condition & SAME ? value : value & LACKS;
    }
    case IR_OP_MAND: {
        const unsigned a = seen(s, e->a[0]), b = seen(s, e->a[1]);
        return both(a, b) | ((a | b) & LACKS);
    }
    case IR_OP_MOR: return both(seen(s, e->a[0]), seen(s, e->a[1]));
    case IR_OP_MDIFF: {
        const unsigned a = seen(s, e->a[0]);
        return (both(a, seen(s, e->a[1])) & pure) | (a & LACKS);
    }
    case IR_OP_MNOT: return seen(s, e->a[0]) & pure;
    default: return all_operands(s, e);
    }
}

static unsigned seen(Seen *s, const Ir *e)
{
    const IrOpInfo *op = ir_op_info(e->op);
    const bool of_field = op->names == IR_NAMES_FIELD && e->k == s->write->field;
    if (e->op == IR_OP_GET && of_field)
        return e->n == 1 && e->a[0]->op == IR_OP_LOCAL && e->a[0]->k == s->element ? SAME | BUT : 0;
    if ((e->op == IR_OP_WHERE || e->op == IR_OP_WHEREIN) && of_field)
        return seen_where(s, e);
    if (of_field || (ir_does(e->op, IR_CALLS) && ir_uses_field(s->game, e, s->write->field)))
        return 0;
    if (ir_does(e->op, IR_BINDS))
        s->local[e->k] = SAME | BUT;
    const unsigned known = seen_op(s, e);
    return (known & (BUT | LACKS)) == (BUT | LACKS) && e->type.kind == IR_MASK ? known | SAME : known;
}

bool site_write_unseen(IrGame *game, IrFn *fn, const SiteWrite *write, const Ir *e)
{
    Seen s = {.game = game, .fn = fn, .write = write, .element = -1};
    s.local = ARENA_ARRAY(game->arena, unsigned, fn->local.n + 1);
    for (size_t i = 0; i < fn->local.n; i++)
        s.local[i] = SAME | BUT;
    return seen(&s, e) & SAME;
}
