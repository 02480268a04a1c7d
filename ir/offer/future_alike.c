/* future_alike.c - how far a counter may have counted before any comparison sees it: up to which value the
 * game goes on the same, in the position and while a move is made in it.
 *
 * Comparisons tell nothing below `least`.  While a move is made the counter may grow by what one rule, the
 * turn, and questions (`with`) add to it; a rule that is tried out on the way (`keep`) once more for each
 * level of such trying.  A number that grows elsewhere, in a loop or in a procedure, is not bounded here. */
#include "ir/offer/future_impl.h"

typedef struct {
    const Future *f;
    int64_t field;
    int64_t rule, turn, asked; /* the most that these add */
    int64_t tries;             /* levels of trying out */
    bool open;                 /* it may grow by more */
} Growth;

static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* What an expression adds to the field that it reads; what is set anew adds nothing. */
static int64_t added(const Growth *g, const Ir *e)
{
    switch (e->op) {
    case IR_OP_ADD: {
        int64_t left = added(g, e->a[0]), right = added(g, e->a[1]);
        if (left >= 0 && right >= 0)
            return left + right; /* twice the field is not counting: see future_uses.c */
        return left >= 0 ? left + e->a[1]->type.hi : right >= 0 ? right + e->a[0]->type.hi : -1;
    }
    case IR_OP_MIN: case IR_OP_MAX: return most(added(g, e->a[0]), added(g, e->a[1]));
    case IR_OP_SELECT: return most(added(g, e->a[1]), added(g, e->a[2]));
    case IR_OP_WITH: return added(g, e->a[1]);
    case IR_OP_GET: return e->k == g->field ? 0 : -1;
    default: return -1;
    }
}

/* `deep`: in a loop, or in a function that is called; *sum: what the statements add. */
static void walk(Growth *g, const Ir *e, bool deep, int64_t *sum)
{
    if ((e->op == IR_OP_PUT || e->op == IR_OP_WITH) && e->k == g->field) {
        int64_t more = most(0, added(g, e->a[0]));
        g->open |= e->op == IR_OP_PUT && deep && more > 0;
        *(e->op == IR_OP_PUT ? sum : &g->asked) += more;
    }
    g->tries += e->op == IR_OP_KEEP;
    g->open |= e->op == IR_OP_LONGEST;
    deep |= e->op == IR_OP_FOR || e->op == IR_OP_RANGE || e->op == IR_OP_WHILE;
    for (int i = 0; i < e->n; i++)
        walk(g, e->a[i], deep, sum);
}

static void walk_fn(Growth *g, const IrFn *fn)
{
    const Ir *const part[] = {fn->body, fn->header, fn->effect, fn->then, fn->post};
    int64_t sum = 0;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (part[i])
            walk(g, part[i], fn->kind != IR_RULE && fn->kind != IR_TURN, &sum);
    g->tries += fn->post != NULL;
    if (fn->kind == IR_TURN)
        g->turn = sum;
    else
        g->rule = most(g->rule, sum);
}

int64_t future_alike(Future *f, size_t field, int64_t least)
{
    const IrField *at = &f->game->field.at[field];
    Growth g = {.f = f, .field = (int64_t)field};
    for (size_t i = 0; i < f->game->fn.n; i++)
        if (f->fn[i].used)
            walk_fn(&g, f->game->fn.at[i]);
    const int64_t far = INT64_C(1) << 40;
    int64_t in_a_move = g.rule + g.turn + g.asked;
    if (g.open || least < -far || least > far || in_a_move > far || g.tries > 1000)
        return at->elem.lo - 1;
    return least - 1 - in_a_move * (1 + g.tries);
}
