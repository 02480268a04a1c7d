/* table_shifts.c - a lookup in a table whose rows are one set, moved on evenly, is that set moved (strength reduction).
 *
 *     $columns[%x - 35], 35 <= %x < 42    ->    rotate({0 7 14 ..}, %x - 35)
 *
 * A shift is ready sooner than what memory holds, and where the index is what was just chosen all else waits for it.  The
 * rows are those that the index can ask for (domains.h), in a space of one word; no member may be moved out of it.  A
 * compiler that calls a function for a rotation is better off with the table. */
#include "ir/passes/pass.h"

#include "ir/core/tree.h"
#include "ir/passes/domains.h"

typedef struct {
    IrPass *pass;
    Arena *scratch;
    Domains local; /* of the function that was last asked about */
    bool changed;
} Shifts;

/* Row i, for all i that can be asked for, is `row` moved up by `by` * (i - from). */
typedef struct {
    uint64_t row;
    int64_t from;
    int64_t by;
} MovedRow;

/* Sets of one word, by one index. */
static const IrTable *table_of_words(const IrGame *game, const Ir *tab)
{
    const IrTable *t = &game->table.at[tab->k];
    return tab->n == 1 && t->ndim == 1 && !t->rows && t->elem.kind == IR_MASK && ir_words(game, t->elem.space) == 1 ? t : NULL;
}

static bool is_moved(uint64_t row, int64_t up, uint64_t to)
{
    if (up <= -64 || up >= 64 || __builtin_popcountll(row) != __builtin_popcountll(to))
        return false;
    return to == (up < 0 ? row >> -up : row << up);
}

/* Both have members. */
static bool slope(uint64_t row, int64_t i, uint64_t other, int64_t j, int64_t *by)
{
    const int64_t up = __builtin_ctzll(other) - __builtin_ctzll(row);
    *by = up / (j - i);
    return *by * (j - i) == up;
}

/* What the index can be, of the rows that there are: no lookup that is made goes beyond them. */
static Domain rows_asked_for(const Domains *local, const IrTable *t, const Ir *index)
{
    Domain d = domain_of(local, index);
    for (int i = domain_next(&d, 0); d.known && i < DOMAIN_VALUES; i = domain_next(&d, i + 1))
        if (d.lo + i < 0 || d.lo + i >= t->dim[0].size)
            domain_drop(&d, i);
    return d;
}

static bool find_moved(const Domain *d, const IrTable *t, MovedRow *m)
{
    const int first = d->known ? domain_next(d, 0) : DOMAIN_VALUES;
    const int second = first < DOMAIN_VALUES ? domain_next(d, first + 1) : first;
    if (second == DOMAIN_VALUES)
        return false;
    m->from = d->lo + first;
    m->row = t->word[m->from];
    if (!m->row || !t->word[d->lo + second] || !slope(m->row, m->from, t->word[d->lo + second], d->lo + second, &m->by))
        return false;
    for (int i = second; i < DOMAIN_VALUES; i = domain_next(d, i + 1)) {
        const int64_t at = d->lo + i;
        if (!is_moved(m->row, m->by * (at - m->from), t->word[at]))
            return false;
        if (m->by < 0) /* from the last on, so that all are moved up */
            *m = (MovedRow){t->word[at], at, m->by};
    }
    return true;
}

static Ir *less(IrGame *game, Ir *a, Ir *b)
{
    return b->op == IR_OP_INT && b->k == 0 ? a : ir_op2(game, IR_OP_SUB, a, b);
}

static Ir *moved(IrGame *game, const IrTable *t, Ir *index, const MovedRow *m)
{
    Ir *row = tree_mask(game, t->elem.space, &m->row), *from = ir_const(game, m->from);
    if (m->by == 0)
        return row;
    Ir *up = m->by < 0 ? less(game, from, index) : less(game, index, from);
    const int64_t by = m->by < 0 ? -m->by : m->by;
    return ir_op2(game, IR_OP_ROTATE, row, by == 1 ? up : ir_op2(game, IR_OP_MUL, ir_const(game, by), up));
}

static Ir *rewrite(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    Shifts *s = data;
    MovedRow m;
    const IrTable *t = node->op == IR_OP_TAB ? table_of_words(game, node) : NULL;
    if (!t)
        return node;
    if (s->local.fn != fn)
        s->local = domains_of(s->scratch, game, fn);
    const Domain asked = rows_asked_for(&s->local, t, node->a[0]);
    if (!find_moved(&asked, t, &m))
        return node;
    s->changed = true;
    ir_pass_remark(s->pass, node->at, m.by ? "the rows of $%s are one set, moved" : "the rows of $%s are one set", t->name);
    Ir *fresh = moved(game, t, node->a[0], &m);
    fresh->at = node->at;
    return fresh;
}

bool ir_pass_table_shifts(IrPass *pass)
{
    if (pass->options->sets_by_calls)
        return false;
    Shifts s = {.pass = pass, .scratch = arena_beside(pass->game->arena)};
    ir_rewrite_game(pass->game, rewrite, &s);
    arena_free(s.scratch);
    return s.changed;
}
