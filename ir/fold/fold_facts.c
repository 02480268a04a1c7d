/* fold_facts.c - pass fold: conditions that hold where the walk is.
 *
 *     if %to >= 0 {                                if %to >= 0 {
 *       if %to < 0 || @what[%to] == 0 { .. } }  ->   if @what[%to] == 0 { .. } } */
#include "ir/fold/fold.h"
#include "ir/core/tree.h"

FoldMark fold_mark(const FoldFacts *facts)
{
    return (FoldMark){facts->n, facts->nnarrowed};
}

void fold_forget(FoldFacts *facts, FoldMark mark)
{
    facts->n = mark.n;
    while (facts->nnarrowed > mark.nnarrowed) {
        FoldNarrowed old = facts->narrowed[--facts->nnarrowed];
        facts->fn->local.at[old.local].type = old.type;
    }
}

/* Is its value the same wherever it is asked while the facts hold? */
static bool lasts(const FoldFacts *facts, const Ir *c)
{
    if (c->op == IR_OP_DRAW || (c->op == IR_OP_LOCAL && facts->varying[c->k]))
        return false;
    for (int i = 0; i < c->n; i++)
        if (!lasts(facts, c->a[i]))
            return false;
    return true;
}

/* %x >= c and the like: the type of %x inside. */
static void narrow(FoldFacts *facts, const Ir *c)
{
    const Ir *x = c->n == 2 ? c->a[0] : NULL;
    if (!x || x->op != IR_OP_LOCAL || x->type.kind != IR_INT ||
        facts->nnarrowed == FOLD_MAX_FACTS)
        return;
    IrType *type = &facts->fn->local.at[x->k].type, old = *type;
    int64_t lo = old.lo, hi = old.hi;
    if (c->op == IR_OP_HAS)
        lo = lo < 0 ? 0 : lo;
    else if (c->a[1]->op != IR_OP_INT)
        return;
    else if (c->op == IR_OP_GE || c->op == IR_OP_GT)
        lo = c->a[1]->k + (c->op == IR_OP_GT);
    else if (c->op == IR_OP_LE || c->op == IR_OP_LT)
        hi = c->a[1]->k - (c->op == IR_OP_LT);
    lo = lo > old.lo ? lo : old.lo;
    hi = hi < old.hi ? hi : old.hi;
    if (lo > hi || (lo == old.lo && hi == old.hi))
        return;
    facts->narrowed[facts->nnarrowed++] = (FoldNarrowed){x->k, old};
    type->lo = lo;
    type->hi = hi;
}

void fold_learn(FoldFacts *facts, const Ir *c, bool truth)
{
    if (facts->n == FOLD_MAX_FACTS) /* before any walk: long chains come here at each of their links */
        return;
    if (c->op == IR_OP_NOT) {
        fold_learn(facts, c->a[0], !truth);
        return;
    }
    if (c->op == (truth ? IR_OP_AND : IR_OP_OR)) {
        fold_learn(facts, c->a[0], truth);
        fold_learn(facts, c->a[1], truth);
        return;
    }
    if (c->op == IR_OP_INT || !lasts(facts, c) || (!facts->pure && tree_reads_state(c)))
        return;
    if (!truth)
        c = fold_node(facts->game, ir_op1(facts->game, IR_OP_NOT, ir_copy(facts->game, c)));
    facts->fact[facts->n++] = c;
    narrow(facts, c);
}

void fold_drop_state(FoldFacts *facts)
{
    size_t n = 0;
    for (size_t i = 0; i < facts->n; i++)
        if (!tree_reads_state(facts->fact[i]))
            facts->fact[n++] = facts->fact[i];
    facts->n = n;
}

int fold_known(const FoldFacts *facts, const Ir *c)
{
    for (size_t i = 0; i < facts->n; i++) {
        if (ir_equal(facts->fact[i], c))
            return 1;
        if (fold_opposite(facts->fact[i], c))
            return 0;
    }
    return -1;
}
