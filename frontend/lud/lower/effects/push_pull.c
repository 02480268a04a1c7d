/* push_pull.c - lines of pieces that move together: pushed one step on, or
 * pulled towards a site. */
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/traits.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

/* The rays from a site: a table $t[index][site][k], k up to `length` steps; -1 beyond
 * their ends. */
typedef struct {
    Lower *l;
    Ways ways;
    int table, length;
    Ir *from;
} Rays;

/* Reads what both ludemes share; false (filed) for forms not supported. */
static bool shove_form(Lower *l, const Term *t, Rays *r, Ir **lets, Ir **writes)
{
    const Term *from = term_arg(t, SLOT_from), *site = from ? term_arg(from, SLOT_site) : NULL;
    *r = (Rays){.l = l};
    if ((*writes)->n > 0 || l->mode.applying || term_arg(t, SLOT_then) ||
        (from && (term_arg(from, SLOT_region) || term_arg(from, SLOT_level) || term_arg(from, SLOT_if) ||
                  !lower_default_type(l, from)))) {
        lower_unsupported(l, t, "this form of a push or an attraction");
        return false;
    }
    if (!lower_ways(l, &r->ways, term_arg(t, SLOT_dir), REL_ADJACENT, false) || r->ways.ways == 0)
        return false;
    if (!r->ways.apart) {
        lower_unsupported(l, t, "lines of pieces that meet");
        return false;
    }
    r->table = direction_along_table(&r->ways, &r->length);
    r->from = lw_let(l, lets, "from", site ? lower_int(l, site) : lw_get(l, l->field->last.to));
    return true;
}

/* The k-th site of a ray. */
static Ir *along(const Rays *r, Ir *index, Ir *k)
{
    Ir *at[3] = {lw_copy(r->l, index), lw_copy(r->l, r->from), k};
    return ir_tab(r->l->game, r->table, 3, at);
}

/* The statements, where `from` is a site. */
static void from_site(const Rays *r, Ir **block, Ir *done)
{
    Lower *l = r->l;
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, r->from), lw_int(l, 0));
    ir_append(l->game, block, ir_if(l->game, on, done, NULL));
}

static Ir *set(Lower *l, int local, Ir *value)
{
    return ir_k1(l->game, IR_OP_SET, local, value);
}

static int var(Lower *l, Ir **block, const char *name, IrType type, Ir *value)
{
    int local = lw_new_local(l, name, type);
    ir_append(l->game, block, ir_k1(l->game, IR_OP_VAR, local, value));
    return local;
}

/* for %k in 1 .. length { if site >= 0 && cond { body } } */
static void each_site(const Rays *r, Ir **block, int k, const Ir *site, Ir *let, Ir *cond, Ir *body)
{
    Lower *l = r->l;
    Ir *inner = ir_block(l->game), *loop = ir_block(l->game);
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    ir_append(l->game, &inner, let);
    ir_append(l->game, &inner, ir_if(l->game, ir_op2(l->game, IR_OP_AND, on, cond), body, NULL));
    Ir *part[3] = {lw_int(l, 1), lw_int(l, r->length + 1), inner};
    ir_append(l->game, &loop, ir_node(l->game, l->fn, IR_OP_RANGE, k, 3, part));
    for (int i = 0; i < loop->n; i++)
        ir_append(l->game, block, loop->a[i]);
}

/* Every piece takes the place of the next one, up to a free site or the edge, over
 * which the last one falls. */
void effect_push(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Rays r;
    if (!shove_form(l, t, &r, lets, writes))
        return;
    if (r.ways.ways > 1) {
        lower_unsupported(l, t, "(push ..) in several directions");
        return;
    }
    Ir *done = ir_block(l->game), *under = ir_block(l->game), *body = ir_block(l->game);
    Ir *index = direction_index(l, &r.ways, lw_int(l, 0), r.from);
    IrType piece = ir_int(0, (int64_t)l->sym->component.n - 1);
    piece.space = l->sym->space_piece;
    int carried = var(l, &done, "carried", piece, lw_at(l, l->sites->what, lw_copy(l, r.from)));
    int going = var(l, &done, "going", ir_bit(), lw_int(l, 1));
    lw_remove_piece(l, &done, r.from);
    int k = lw_new_local(l, "k", ir_int(1, r.length));
    Ir *here = along(&r, index, lw_local(l, k));
    int s = lw_new_local(l, "s", here->type);
    Ir *let = ir_k1(l->game, IR_OP_LET, s, here);
    Ir *next = lw_let(l, &body, "next", lw_at(l, l->sites->what, lw_local(l, s))), *cleared = ir_block(l->game);
    lw_remove_piece(l, &cleared, lw_local(l, s));
    Ir *taken = ir_op2(l->game, IR_OP_NE, lw_copy(l, next), lw_int(l, 0));
    ir_append(l->game, &body, ir_if(l->game, taken, cleared, NULL));
    lw_put_piece(l, &body, lw_local(l, s), lw_local(l, carried), lw_int(l, 1), true);
    ir_append(l->game, &body, set(l, going, lw_copy(l, taken)));
    ir_append(l->game, &body, set(l, carried, lw_copy(l, next)));
    each_site(&r, &done, k, lw_local(l, s), let, lw_local(l, going), body);
    Ir *some = ir_op2(l->game, IR_OP_GE, along(&r, index, lw_int(l, 1)), lw_int(l, 0));
    ir_append(l->game, &under, ir_if(l->game, some, done, NULL));
    from_site(&r, writes, under);
}

/* In each direction the pieces close up towards the site, in their order. */
void effect_attract(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Rays r;
    if (!shove_form(l, t, &r, lets, writes))
        return;
    Ir *all = ir_block(l->game);
    for (int way = 0; way < r.ways.ways; way++) {
        Ir *body = ir_block(l->game), *index = direction_index(l, &r.ways, lw_int(l, way), r.from);
        int free = var(l, &all, "free", ir_int(1, r.length + 1), lw_int(l, 1));
        int k = lw_new_local(l, "k", ir_int(1, r.length));
        Ir *here = along(&r, index, lw_local(l, k));
        int s = lw_new_local(l, "s", here->type);
        Ir *let = ir_k1(l->game, IR_OP_LET, s, here);
        Ir *piece = lw_let(l, &body, "piece", lw_at(l, l->sites->what, lw_local(l, s)));
        lw_remove_piece(l, &body, lw_local(l, s));
        Ir *to = lw_let(l, &body, "to", along(&r, index, lw_local(l, free)));
        lw_put_piece(l, &body, to, piece, lw_int(l, 1), true);
        ir_append(l->game, &body, set(l, free, ir_op2(l->game, IR_OP_ADD, lw_local(l, free), lw_int(l, 1))));
        Ir *some = ir_op2(l->game, IR_OP_NE, lw_at(l, l->sites->what, lw_local(l, s)), lw_int(l, 0));
        each_site(&r, &all, k, lw_local(l, s), let, some, body);
    }
    from_site(&r, writes, all);
}
