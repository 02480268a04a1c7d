/* build.c - small builders that the lowering is written in. */
#include <string.h>

#include "frontend/lud/lower/core/lower.h"

Ir *lw_int(Lower *l, int64_t value)
{
    return ir_const(l->game, value);
}

Ir *lw_get(Lower *l, int field)
{
    const Turn *as = &l->seen_as;
    const Ir *seen = field == l->field->mover  ? as->mover
                     : field == l->field->prev ? as->prev
                     : field == l->field->next ? as->next
                                              : NULL;
    if (seen)
        return lw_copy(l, seen);
    return ir_get(l->game, field, NULL);
}

Ir *lw_at(Lower *l, int field, Ir *index)
{
    return ir_get(l->game, field, index);
}

Ir *lw_local(Lower *l, int local)
{
    return ir_local(l->game, l->fn, local);
}

Ir *lw_all(Lower *l, IrOp op, Ir *const *part, size_t n)
{
    if (n > LONGEST_CHAIN)
        return ir_op2(l->game, op, lw_all(l, op, part, n / 2), lw_all(l, op, part + n / 2, n - n / 2));
    Ir *all = part[0];
    for (size_t i = 1; i < n; i++)
        all = ir_op2(l->game, op, all, part[i]);
    return all;
}

Ir *lw_copy(Lower *l, const Ir *node)
{
    return node ? ir_copy(l->game, node) : lw_int(l, -1);
}

bool lw_same(const Ir *a, const Ir *b)
{
    return a == b || (a && b && ir_equal(a, b));
}

bool lower_is_const(const Ir *node, int64_t *value)
{
    if (node->op == IR_OP_INT) {
        *value = node->k;
        return true;
    }
    return false;
}

Ir *lw_is_site(Lower *l, const Ir *x)
{
    int sites = lw_dim_site(l).size;
    Ir *least = ir_op2(l->game, IR_OP_GE, lw_copy(l, x), lw_int(l, 0));
    if (x->type.hi < sites)
        return x->type.lo >= 0 ? lw_int(l, 1) : least;
    Ir *most = ir_op2(l->game, IR_OP_LT, lw_copy(l, x), lw_int(l, sites));
    return x->type.lo >= 0 ? most : ir_op2(l->game, IR_OP_AND, least, most);
}

Ir *lw_guarded(Lower *l, const Ir *site, Ir *value)
{
    Ir *inside = lw_is_site(l, site);
    return inside->op == IR_OP_INT ? value : ir_op3(l->game, IR_OP_SELECT, inside, value, lw_int(l, 0));
}

Ir *lw_what(Lower *l, Ir *site)
{
    return lw_guarded(l, site, lw_at(l, l->sites->what, lw_copy(l, site)));
}

Ir *lw_who(Lower *l, Ir *site)
{
    if (l->field->who >= 0)
        return lw_guarded(l, site, lw_at(l, l->field->who, lw_copy(l, site)));
    Ir *what = lw_at(l, l->sites->what, lw_copy(l, site));
    if (l->facts->item_indices)
        what = ir_tab(l->game, l->sym->table_owner, 1, &what);
    return lw_guarded(l, site, what);
}

Ir *lw_has(Lower *l, Ir *x, Ir *mask)
{
    int size = l->game->space.at[mask->type.space].size;
    if (x->type.hi < size)
        return ir_op2(l->game, IR_OP_HAS, x, mask);
    int local = lw_new_local(l, "x", x->type);
    Ir *may = ir_op2(l->game, IR_OP_LT, lw_local(l, local), lw_int(l, size));
    Ir *has = ir_op2(l->game, IR_OP_HAS, lw_local(l, local), mask);
    return ir_k2(l->game, IR_OP_LETX, local, x, ir_op2(l->game, IR_OP_AND, may, has));
}

Ir *lw_board(Lower *l)
{
    return ir_tab(l->game, l->sites->table_board, 0, NULL);
}

/* Sites that tiles cover have no piece of their own. */
static Ir *uncovered(Lower *l, Ir *without_piece)
{
    return l->field->covered < 0 ? without_piece
                                : ir_op2(l->game, IR_OP_MDIFF, without_piece, lw_get(l, l->field->covered));
}

Ir *lw_empty(Lower *l)
{
    Ir *empty = uncovered(l, ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_int(l, 0)));
    if (l->sym->container.n == 1 && l->game->space.at[l->sym->space_site].size == l->sites->layer->n)
        return empty;
    return ir_op2(l->game, IR_OP_MAND, empty, lw_board(l));
}

Ir *lw_occupied(Lower *l)
{
    Ir *empty = ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_int(l, 0));
    return ir_op1(l->game, IR_OP_MNOT, empty);
}

int lw_own_table(Lower *l)
{
    int known = ir_table_find(l->game, "own");
    if (known >= 0)
        return known;
    IrDim dim = lw_dim_player(l);
    int words = ir_words(l->game, l->sym->space_piece);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, dim.size * words);
    for (size_t c = 1; c < l->sym->component.n; c++) {
        int owner = l->sym->component.at[c].owner;
        if (owner < dim.size)
            ir_mask_set(word + owner * words, (int)c);
    }
    int table = ir_table_add(l->game, "own", ir_mask(l->sym->space_piece), false, 1, &dim);
    memcpy(l->game->table.at[table].word, word, sizeof *word * (size_t)(dim.size * words));
    return table;
}

/* The sites of a constant player's only kind of piece need no set of pieces. */
Ir *lw_owned(Lower *l, Ir *player)
{
    int64_t p;
    int only = 0, pieces = 0;
    if (lower_is_const(player, &p)) {
        for (size_t c = 1; c < l->sym->component.n; c++) {
            if (l->sym->component.at[c].owner == p) {
                only = (int)c;
                pieces++;
            }
        }
        if (pieces == 0)
            return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
        if (pieces == 1)
            return ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_int(l, only));
    }
    Ir *pieces_of = ir_tab(l->game, lw_own_table(l), 1, &player);
    return ir_k1(l->game, IR_OP_WHEREIN, l->sites->what, pieces_of);
}

Ir *lw_owned_by(Lower *l, Ir *players)
{
    if (players->op == IR_OP_BITOF)
        return lw_owned(l, players->a[0]);
    int p = lw_new_local(l, "p", ir_int(0, l->facts->players + 1));
    return ir_k2(l->game, IR_OP_UNION, p, players, lw_owned(l, lw_local(l, p)));
}

/* ---- constant tables; equal ones are shared ------------------------------ */

/* The same shape, and no wider a type? */
static bool same_shape(const IrTable *t, const IrTable *like)
{
    if (t->rows != like->rows || t->ndim != like->ndim || t->elem.kind != like->elem.kind ||
        t->elem.space != like->elem.space || t->elem.lo < like->elem.lo || t->elem.hi > like->elem.hi)
        return false;
    for (int i = 0; i < like->ndim; i++)
        if (t->dim[i].space != like->dim[i].space || t->dim[i].size != like->dim[i].size)
            return false;
    return true;
}

static bool same_contents(const IrGame *game, const IrTable *t, const IrTable *like)
{
    if (like->rows && memcmp(t->off, like->off, (like->n + 1) * sizeof *like->off) != 0)
        return false;
    if (like->elem.kind == IR_MASK)
        return memcmp(t->word, like->word, like->n * (size_t)ir_words(game, like->elem.space) * sizeof *like->word) == 0;
    size_t n = like->rows ? like->off[like->n] : like->n;  // rows may all be empty, and then there are no values
    return n == 0 || memcmp(t->value, like->value, n * sizeof *like->value) == 0;
}

int lw_find_table(const Lower *l, const IrTable *like, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const IrTable *t = &l->game->table.at[i];
        if (same_shape(t, like) && same_contents(l->game, t, like))
            return (int)i;
    }
    return -1;
}

/* How a table with these dimensions begins. */
static IrTable table_like(IrType elem, int ndim, const IrDim *dim)
{
    IrTable like = {.elem = elem, .ndim = ndim, .n = 1};
    for (int i = 0; i < ndim; i++) {
        like.dim[i] = dim[i];
        like.n *= (size_t)dim[i].size;
    }
    return like;
}

static int mask_table(Lower *l, const char *name, int ndim, const IrDim *dim, const uint64_t *words)
{
    IrTable like = table_like(ir_mask(l->sym->space_site), ndim, dim);
    like.word = (uint64_t *)(uintptr_t)words; /* only read */
    int table = lw_find_table(l, &like, l->game->table.n);
    if (table < 0) {
        size_t n = like.n * (size_t)ir_words(l->game, l->sym->space_site);
        table = ir_table_add(l->game, lower_table_name(l, name), like.elem, false, ndim, dim);
        memcpy(l->game->table.at[table].word, words, n * sizeof *words);
    }
    return table;
}

Ir *lw_table_mask(Lower *l, const char *name, const uint64_t *words)
{
    int n = ir_words(l->game, l->sym->space_site), any = 0;
    for (int i = 0; i < n; i++)
        any |= words[i] != 0;
    if (!any)
        return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    return ir_tab(l->game, mask_table(l, name, 0, NULL, words), 0, NULL);
}

int lw_mask_table1(Lower *l, const char *name, const uint64_t *words, IrDim dim)
{
    return mask_table(l, name, 1, &dim, words);
}

int lw_mask_table2(Lower *l, const char *name, const uint64_t *words, IrDim first, IrDim second)
{
    IrDim dim[2] = {first, second};
    return mask_table(l, name, 2, dim, words);
}

int lw_mask_table3(Lower *l, const char *name, const uint64_t *words, IrDim first, IrDim second, IrDim third)
{
    IrDim dim[3] = {first, second, third};
    return mask_table(l, name, 3, dim, words);
}

Ir *lw_sites(Lower *l, const char *name, const Sites *sites)
{
    uint64_t *words = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
    for (int i = 0; i < sites->n; i++)
        ir_mask_set(words, sites->at[i]);
    return lw_table_mask(l, name, words);
}

int lw_int_table(Lower *l, const char *name, int64_t lo, int64_t hi, int space, int ndim,
                 const IrDim *dim, const int32_t *value)
{
    IrType elem = ir_int(lo, hi);
    elem.space = space;
    IrTable like = table_like(elem, ndim, dim);
    like.value = (int32_t *)(uintptr_t)value; /* only read */
    int table = lw_find_table(l, &like, l->game->table.n);
    if (table < 0) {
        table = ir_table_add(l->game, lower_table_name(l, name), elem, false, ndim, dim);
        memcpy(l->game->table.at[table].value, value, like.n * sizeof *value);
    }
    return table;
}

IrDim lw_dim_site(Lower *l)
{
    return (IrDim){l->sym->space_site, l->game->space.at[l->sym->space_site].size};
}

IrDim lw_dim_player(Lower *l)
{
    return (IrDim){l->sym->space_player, l->game->space.at[l->sym->space_player].size};
}

IrDim lw_dim(int size)
{
    return (IrDim){IR_NOSPACE, size};
}

/* ---- locals -------------------------------------------------------------- */

int lw_new_local(Lower *l, const char *name, IrType type)
{
    return ir_local_add(l->game, l->fn, name, type);
}

Ir *lw_let(Lower *l, Ir **block, const char *name, Ir *value)
{
    if (value->op == IR_OP_INT || value->op == IR_OP_LOCAL)
        return value;
    int local = lw_new_local(l, name, value->type);
    ir_append(l->game, block, ir_k1(l->game, IR_OP_LET, local, value));
    return lw_local(l, local);
}

/* ---- VEC slices ------------------------------------------------------------ */

Ir *lw_vec_at(Lower *l, Ir *vec, Ir *site)
{
    Ir *index[IR_MAX_DIMS];
    for (int i = 0; i < vec->n; i++)
        index[i] = lw_copy(l, vec->a[i]);
    index[vec->n] = lw_copy(l, site);
    Ir *read = ir_tab(l->game, (int)vec->k, vec->n + 1, index);
    if (site->type.lo >= 0)
        return read;
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, on, read, ir_k0(l->game, IR_OP_NONE, l->sym->space_site));
}

void lw_append_all(Lower *l, Ir **block, const Ir *more)
{
    for (int i = 0; i < more->n; i++)
        ir_append(l->game, block, more->a[i]);
}

void lw_place(Ir *block, int first, const Term *t)
{
    for (int i = first; i < block->n; i++)
        if (block->a[i]->at.hi == 0)
            block->a[i]->at = term_at(t);
}

Ir *lw_both(Lower *l, Ir *a, Ir *b)
{
    return a && b ? ir_op2(l->game, IR_OP_AND, a, b) : a ? a : b;
}

IrType lw_field_type(IrType type)
{
    return type.kind == IR_MASK ? type : ir_int(type.lo < 0 ? type.lo : 0, type.hi > 0 ? type.hi : 0);
}

Ir *lw_nothing(Lower *l, IrType type)
{
    return type.kind == IR_MASK ? ir_k0(l->game, IR_OP_NONE, type.space) : lw_int(l, 0);
}

/* ---- what is not there yet ------------------------------------------------- */

IrType lower_site_type(Lower *l)
{
    IrType type = ir_int(0, lw_dim_site(l).size - 1);
    type.space = l->sym->space_site;
    return type;
}

void lw_set_field(Lower *l, Ir **block, int field, Ir *value)
{
    ir_append(l->game, block, ir_put(l->game, field, NULL, value));
}

void lw_put_at(Lower *l, Ir **block, int field, const Ir *site, Ir *value)
{
    ir_append(l->game, block, ir_put(l->game, field, lw_copy(l, site), value));
}

/* Are there values that later statements of the block use? */
static bool keeps_values(const Ir *block)
{
    for (int i = 0; i < block->n; i++)
        if (block->a[i]->op == IR_OP_LET)
            return true;
    return false;
}

void lw_loop_over(Lower *l, int local, Ir *domain, const Ir *body, Ir **block)
{
    if (keeps_values(body)) { /* it stays together */
        Ir *whole = ir_block(l->game);
        lw_append_all(l, &whole, body);
        ir_append(l->game, block, ir_k2(l->game, IR_OP_FOR, local, lw_copy(l, domain), whole));
        return;
    }
    for (int i = 0; i < body->n; i++) {
        Ir *s = body->a[i];
        if (s->op == IR_OP_IF && !ir_uses_local(s->a[0], local)) {
            Ir *yes = ir_block(l->game), *no = s->n > 2 ? ir_block(l->game) : NULL;
            lw_loop_over(l, local, domain, s->a[1], &yes);
            if (no)
                lw_loop_over(l, local, domain, s->a[2], &no);
            ir_append(l->game, block, ir_if(l->game, s->a[0], yes, no));
            continue;
        }
        Ir *inner = ir_block(l->game);
        ir_append(l->game, &inner, s);
        ir_append(l->game, block, ir_k2(l->game, IR_OP_FOR, local, lw_copy(l, domain), inner));
    }
}
