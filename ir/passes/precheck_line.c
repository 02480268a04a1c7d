/* precheck_line.c - lines through a site of which the old state says that there can be none.
 *
 * Of all sites at once: with W the members that there can be at most, the ray of a site begins
 * with j of them where the site beside it is in W and begins with j - 1:
 *
 *     %run_1 = preimage(W, $next)     %run_2 = preimage(W & %run_1, $next)     ..
 *
 * A line of n through the site has j on one ray and n - 1 - j on the opposite one.  So it is a
 * few shifts of sets for a whole board, instead of a search for each candidate.  Where sites are
 * numbered so that each ray keeps one difference. */
#include "ir/passes/precheck.h"

#include <string.h>

#include "ir/fold/fold.h"
#include "ir/core/tree.h"

/* ---- rays ---------------------------------------------------------------- */

enum { MOST_AXES = 4 };

/* The rows of a line: each keeps one difference between its sites, opposite ones the same. */
typedef struct {
    const IrTable *t;
    int reach; /* sites that are looked at */
    int naxis, axis[MOST_AXES]; /* differences, positive */
} Rows;

static int length(const Rows *r, size_t row)
{
    int n = (int)(r->t->off[row + 1] - r->t->off[row]);
    return n < r->reach ? n : r->reach;
}

/* The difference that the row of site x keeps, 0 where it is empty; false: it keeps none. */
static bool difference(const Rows *r, int x, size_t row, int *d)
{
    const int32_t *at = r->t->value + r->t->off[row];
    *d = length(r, row) ? at[0] - x : 0;
    for (int i = 0; i < length(r, row); i++)
        if (at[i] < 0 || at[i] != x + (i + 1) * *d || *d == 0)
            return false;
    return true;
}

/* The row of x that keeps the difference, or -1. */
static int row_with(const Rows *r, int x, int d)
{
    int rays = r->t->dim[1].size, found;
    for (int ray = 0; ray < rays; ray++)
        if (difference(r, x, (size_t)(x * rays + ray), &found) && found == d)
            return x * rays + ray;
    return -1;
}

static bool note_axis(Rows *r, int d)
{
    d = d < 0 ? -d : d;
    for (int i = 0; i < r->naxis; i++)
        if (r->axis[i] == d)
            return true;
    if (r->naxis < MOST_AXES)
        r->axis[r->naxis++] = d;
    else
        return false;
    return true;
}

/* Two opposite rows of x, the second one -1 where there is none.  The site beside must have the rest. */
static bool note_pair(Rows *r, int x, const int *row)
{
    int d[2] = {0, 0};
    for (int i = 0; i < 2 && row[i] >= 0; i++) {
        if (!difference(r, x, (size_t)row[i], &d[i]))
            return false;
        int rest = d[i] ? row_with(r, x + d[i], d[i]) : -1, n = length(r, (size_t)row[i]);
        if ((d[i] && !note_axis(r, d[i])) || (n > 1 && (rest < 0 || length(r, (size_t)rest) < n - 1)))
            return false;
    }
    return d[0] == 0 || d[1] == 0 || d[0] == -d[1];
}

static bool rows_of(const IrTable *t, int reach, Rows *r)
{
    int rays = t->dim[1].size;
    *r = (Rows){.t = t, .reach = reach};
    for (int x = 0; x < t->dim[0].size; x++)
        for (int ray = 0; ray < rays; ray += 2)
            if (!note_pair(r, x, (int[]){x * rays + ray, ray + 1 < rays ? x * rays + ray + 1 : -1}))
                return false;
    return r->naxis > 0;
}

static bool same_values(const IrTable *t, int space, const int32_t *value)
{
    return !t->rows && t->ndim == 1 && t->dim[0].space == space && t->elem.kind == IR_INT &&
           t->elem.space == space && memcmp(t->value, value, t->n * sizeof *value) == 0;
}

/* The table of the sites beside, by a difference, -1 where there is none. */
static int next_table(IrGame *game, const Rows *r, int d)
{
    IrDim dim = r->t->dim[0];
    int32_t *value = ARENA_ARRAY(game->arena, int32_t, dim.size);
    for (int x = 0; x < dim.size; x++)
        value[x] = row_with(r, x, d) >= 0 ? x + d : -1;
    for (size_t i = 0; i < game->table.n; i++)
        if (same_values(&game->table.at[i], dim.space, value))
            return (int)i;
    IrType type = ir_int(-1, dim.size - 1);
    type.space = dim.space;
    int found = ir_table_add(game, tree_table_name(game, "next"), type, false, 1, &dim);
    memcpy(game->table.at[found].value, value, (size_t)dim.size * sizeof *value);
    return found;
}

/* ---- runs ---------------------------------------------------------------- */

int sure_let(SureLines *l, const char *name, Ir *value)
{
    for (int i = 0; i < l->lets->n; i++)
        if (ir_equal(l->lets->a[i]->a[0], value))
            return (int)l->lets->a[i]->k;
    int local = ir_local_add(l->game, l->rule, name, value->type);
    ir_append(l->game, &l->lets, ir_k1(l->game, IR_OP_LET, local, value));
    return local;
}

static Ir *read(const SureLines *l, int local)
{
    return ir_local(l->game, l->rule, local);
}

static SureRun *run_of(SureLines *l, int next, int within)
{
    for (size_t i = 0; i < l->run.n; i++)
        if (l->run.at[i].next == next && l->run.at[i].within == within)
            return &l->run.at[i];
    vec_push(l->game->arena, &l->run, ((SureRun){.next = next, .within = within}));
    return &l->run.at[l->run.n - 1];
}

/* The sites whose ray begins with n members; all of them for n = 0: NULL. */
static Ir *begins(SureLines *l, int next, int within, int n)
{
    SureRun *run = run_of(l, next, within);
    while (run->n < n) {
        Ir *set = read(l, within), *rays = ir_tab(l->game, next, 0, NULL);
        if (run->n)
            set = ir_op2(l->game, IR_OP_MAND, set, read(l, run->local[run->n - 1]));
        run->local[run->n++] = sure_let(l, "run", ir_op2(l->game, IR_OP_PREIMAGE, set, rays));
    }
    return n ? read(l, run->local[n - 1]) : NULL;
}

static Ir *joined(SureLines *l, IrOp op, Ir *a, Ir *b)
{
    return a && b ? ir_op2(l->game, op, a, b) : a ? a : b;
}

/* The sites with n members on two opposite rays together. */
static Ir *through(SureLines *l, const int *next, int within, int n)
{
    Ir *sites = NULL;
    for (int back = 0; back <= n; back++) {
        Ir *one = joined(l, IR_OP_MAND, begins(l, next[0], within, n - back), begins(l, next[1], within, back));
        sites = joined(l, IR_OP_MOR, sites, one);
    }
    return sites;
}

Ir *sure_line_sites(SureLines *l, const Ir *line, const Ir *within)
{
    const Ir *rows = line->a[0], *least = line->a[2];
    const IrTable *t = rows->op == IR_OP_TAB ? &l->game->table.at[rows->k] : NULL;
    Rows r;
    if (!t || !t->rows || t->ndim != 2 || rows->n != 1 || t->dim[0].space != line->a[1]->type.space ||
        t->elem.kind != IR_INT || least->op != IR_OP_INT || least->k < 2 || least->k > SURE_LONGEST ||
        !rows_of(t, (int)least->k - 1, &r))
        return NULL;
    int set = sure_let(l, "within", ir_copy(l->game, within));
    Ir *sites = NULL;
    for (int i = 0; i < r.naxis; i++) {
        int next[2];
        for (int j = 0; j < 2; j++) {
            r.t = &l->game->table.at[rows->k]; /* tables move when one is added */
            next[j] = next_table(l->game, &r, j ? -r.axis[i] : r.axis[i]);
        }
        sites = joined(l, IR_OP_MOR, sites, through(l, next, set, r.reach));
    }
    return sites;
}
