/* filter.c - the sites of a set that satisfy a condition, and sets of sites by number. */
#include "frontend/lud/lower/core/lower.h"

Ir *lower_filter(Lower *l, Ir *sites, const Term *cond, int iterators)
{
    Lower in = *l;
    int s = lw_new_local(l, iterators & ITER_SITE ? "site" : "to", lower_site_type(l));
    if (iterators & ITER_SITE)
        in.it.site = lw_local(l, s);
    if (iterators & ITER_TO)
        in.it.to = lw_local(l, s);
    Ir *holds = lower_bool(&in, cond);
    return ir_k2(l->game, IR_OP_FILTER, s, sites, holds);
}

Ir *lower_where_between(Lower *l, const Term *cond)
{
    if (!cond)
        return lw_empty(l);
    Lower in = *l;
    int x = lw_new_local(l, "between", lower_site_type(l));
    in.it.between = in.it.to = lw_local(l, x);
    Ir *holds = lower_bool(&in, cond);
    return ir_k2(l->game, IR_OP_FILTER, x, lw_board(l), holds);
}

Ir *lower_container(Lower *l, Ir *index)
{
    int n = (int)l->sym->container.n;
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)n);
    for (int c = 0; c < n; c++)
        for (int s = 0; s < l->sym->container.at[c].n; s++)
            ir_mask_set(word + (size_t)c * words, l->sym->container.at[c].from + s);
    int table = lw_mask_table1(l, "containers", word, lw_dim(n));
    Ir *known = ir_op2(l->game, IR_OP_LT, lw_copy(l, index), lw_int(l, n));
    known = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_GE, lw_copy(l, index), lw_int(l, 0)), known);
    Ir *read = ir_tab(l->game, table, 1, &index);
    return ir_op3(l->game, IR_OP_SELECT, known, read, ir_k0(l->game, IR_OP_NONE, l->sym->space_site));
}

Ir *lower_clause_sites(Lower *l, const Term *clause)
{
    const Term *site = term_arg(clause, SLOT_site), *region = term_arg(clause, SLOT_region);
    if (site)
        return ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lower_int(l, site));
    return region ? lower_region(l, region) : NULL;
}
