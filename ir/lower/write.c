/* write.c - IR functions, statement by statement, and calls of them. */
#include "ir/lower/lower_impl.h"

#include <string.h>

LowWriter low_begin(Low *l, const char *stem, IrType ret, IrHint hint)
{
    IrGame *game = l->game;
    LowWriter w = {.game = game, .fn = ir_fn_add(game, IR_FN, ir_fn_fresh_name(game, stem), ret)};
    w.fn->hint = hint;
    w.fn->at = l->fn->at;
    w.block = ir_block(game);
    return w;
}

int low_end(LowWriter *w)
{
    w->fn->body = w->block;
    return ir_fn_index(w->game, w->fn);
}

int low_end_value(LowWriter *w, Ir *value)
{
    low_ret(w, value);
    return low_end(w);
}

int low_param(LowWriter *w, const char *name, IrType type)
{
    w->fn->nparam++;
    return ir_local_add(w->game, w->fn, name, type);
}

void low_add(LowWriter *w, Ir *statement)
{
    ir_append(w->game, &w->block, statement);
}

int low_let(LowWriter *w, const char *name, Ir *value)
{
    int local = ir_local_add(w->game, w->fn, name, value->type);
    low_add(w, ir_k1(w->game, IR_OP_LET, local, value));
    return local;
}

int low_var(LowWriter *w, const char *name, IrType type, Ir *value)
{
    int local = ir_local_add(w->game, w->fn, name, type);
    low_add(w, ir_k1(w->game, IR_OP_VAR, local, value));
    return local;
}

void low_set(LowWriter *w, int local, Ir *value)
{
    low_add(w, ir_k1(w->game, IR_OP_SET, local, value));
}

void low_ret(LowWriter *w, Ir *value)
{
    low_add(w, ir_op1(w->game, IR_OP_RET, value));
}

Ir *low_get(const LowWriter *w, int local)
{
    return ir_local(w->game, w->fn, local);
}

void low_turn(LowWriter *w)
{
    const int turn = ir_fn_find(w->game, IR_TURN_NAME);
    if (turn >= 0)
        low_add(w, ir_call(w->game, IR_OP_DO, turn, 0, NULL));
}

/* --- blocks --- */

Ir *low_open(LowWriter *w)
{
    Ir *outer = w->block;
    w->block = ir_block(w->game);
    return outer;
}

Ir *low_close(LowWriter *w, Ir *outer)
{
    Ir *inner = w->block;
    w->block = outer;
    return inner;
}

void low_if(LowWriter *w, Ir *outer, Ir *condition)
{
    Ir *inner = low_close(w, outer);
    low_add(w, ir_if(w->game, condition, inner, NULL));
}

void low_if_else(LowWriter *w, Ir *outer, Ir *condition, Ir *yes)
{
    Ir *other = low_close(w, outer);
    low_add(w, ir_if(w->game, condition, yes, other->n ? other : NULL));
}

void low_for(LowWriter *w, Ir *outer, int local, Ir *set)
{
    Ir *inner = low_close(w, outer);
    low_add(w, ir_k2(w->game, IR_OP_FOR, local, set, inner));
}

void low_from_to(LowWriter *w, Ir *outer, int local, Ir *from, Ir *to)
{
    Ir *inner = low_close(w, outer);
    low_add(w, ir_node(w->game, w->fn, IR_OP_RANGE, local, 3, (Ir *[]){from, to, inner}));
}

void low_range(LowWriter *w, Ir *outer, int local, Ir *to)
{
    low_from_to(w, outer, local, ir_const(w->game, 0), to);
}

void low_while(LowWriter *w, Ir *outer, Ir *condition, int64_t most)
{
    Ir *inner = low_close(w, outer);
    low_add(w, ir_node(w->game, w->fn, IR_OP_WHILE, most, 2, (Ir *[]){condition, inner}));
}

void low_while_any(LowWriter *w, Ir *outer, int set)
{
    low_while(w, outer, low_any(w, low_get(w, set)), w->game->space.at[w->fn->local.at[set].type.space].size);
}

int low_take(LowWriter *w, int set)
{
    int space = w->fn->local.at[set].type.space;
    IrType member = ir_site(w->game, space);
    member.lo = 0;
    int at = ir_local_add(w->game, w->fn, "at", member);
    low_add(w, ir_k1(w->game, IR_OP_LET, at, ir_op1(w->game, IR_OP_FIRST, low_get(w, set))));
    low_set(w, set, low_diff(w, low_get(w, set), low_bit(w, space, at)));
    return at;
}

/* --- sets --- */

Ir *low_and(const LowWriter *w, Ir *a, Ir *b) { return ir_op2(w->game, IR_OP_MAND, a, b); }
Ir *low_or(const LowWriter *w, Ir *a, Ir *b) { return ir_op2(w->game, IR_OP_MOR, a, b); }
Ir *low_diff(const LowWriter *w, Ir *a, Ir *b) { return ir_op2(w->game, IR_OP_MDIFF, a, b); }
Ir *low_any(const LowWriter *w, Ir *set) { return ir_op1(w->game, IR_OP_ANY, set); }
Ir *low_bit(const LowWriter *w, int space, int at) { return ir_k1(w->game, IR_OP_BITOF, space, low_get(w, at)); }

Ir *low_in(const LowWriter *w, Ir *member, Ir *set) { return ir_op2(w->game, IR_OP_HAS, member, set); }
IrType low_number(void) { return ir_int(INT32_MIN, INT32_MAX); }

/* --- tables --- */

const char *low_key(Low *l, const char *stem, int table)
{
    return arena_printf(l->game->arena, "%s_%s", stem, l->game->table.at[table].name);
}

int low_table(Low *l, const char *name, IrType elem, int ndim, const IrDim *dim)
{
    return ir_table_add(l->game, tree_table_name(l->game, name), elem, false, ndim, dim);
}

int low_table_of_groups(Low *l, const char *name, IrType elem, int table, int n, int size)
{
    const IrTable *t = &l->game->table.at[table];
    IrDim dim[IR_MAX_DIMS];
    for (int i = 0; i < n; i++)
        dim[i] = t->dim[i];
    dim[n] = (IrDim){IR_NOSPACE, size};
    return low_table(l, name, elem, n + 1, dim);
}

int low_index_params(LowWriter *w, int table, int n)
{
    const int first = (int)w->fn->local.n;
    for (int i = 0; i < n; i++) {
        const IrDim dim = w->game->table.at[table].dim[i];
        IrType type = ir_int(0, dim.size - 1);
        type.space = dim.space;
        low_param(w, "row", type);
    }
    return first;
}

Ir *low_entry(const LowWriter *w, int table, int first, int n, Ir *last)
{
    Ir *index[IR_MAX_DIMS];
    for (int i = 0; i < n; i++)
        index[i] = low_get(w, first + i);
    index[n] = last;
    return ir_tab(w->game, table, n + (last != NULL), index);
}

/* --- slices --- */

static bool is_constant(const Ir *index)
{
    return index->op == IR_OP_INT;
}

LowSlice low_slice(LowWriter *w, const Ir *vec)
{
    LowSlice s = {vec, (int)w->fn->local.n};
    const IrTable *t = &w->game->table.at[vec->k];
    for (int i = 0; i < vec->n; i++)
        if (!is_constant(vec->a[i]))
            low_param(w, "row", ir_int(0, t->dim[i].size - 1));
    return s;
}

Ir *low_element(const LowWriter *w, const LowSlice *s, Ir *at)
{
    Ir *index[IR_MAX_DIMS];
    int n = s->vec->n, next = s->first;
    for (int i = 0; i < n; i++)
        index[i] = is_constant(s->vec->a[i]) ? ir_const(w->game, s->vec->a[i]->k) : low_get(w, next++);
    index[n] = at;
    return ir_tab(w->game, (int)s->vec->k, n + 1, index);
}

int low_slice_size(const IrGame *game, const Ir *vec)
{
    return game->table.at[vec->k].dim[vec->n].size;
}

const char *low_slice_key(Low *l, const char *stem, const Ir *vec)
{
    const char *key = arena_printf(l->game->arena, "%s_%s", stem, l->game->table.at[vec->k].name);
    for (int i = 0; i < vec->n; i++)
        key = is_constant(vec->a[i]) ? arena_printf(l->game->arena, "%s_%lld", key, (long long)vec->a[i]->k)
                                     : arena_printf(l->game->arena, "%s_x", key);
    return key;
}

/* --- functions that several nodes need --- */

int low_find(const Low *l, const char *key)
{
    for (size_t i = 0; i < l->made.n; i++)
        if (strcmp(l->made.at[i].key, key) == 0)
            return l->made.at[i].fn;
    return -1;
}

int low_made(Low *l, const char *key, int fn)
{
    vec_push(l->game->arena, &l->made, ((LowMade){key, fn}));
    return fn;
}

/* --- calls --- */

void low_arg(Low *l, LowArgs *args, Ir *value)
{
    args->at[args->n++] = low_tree(l, value);
}

void low_arg_slice(Low *l, LowArgs *args, const Ir *vec)
{
    for (int i = 0; i < vec->n; i++)
        if (!is_constant(vec->a[i]))
            low_arg(l, args, vec->a[i]);
}

void low_arg_indices(Low *l, LowArgs *args, const Ir *vec)
{
    for (int i = 0; i < vec->n; i++)
        low_arg(l, args, vec->a[i]);
}

void low_arg_locals(const LowWriter *w, LowArgs *args, int first, int n)
{
    for (int i = first; i < first + n; i++)
        args->at[args->n++] = low_get(w, i);
}

Ir *low_call(Low *l, const Ir *e, int fn, const LowArgs *args)
{
    Ir *call = ir_call(l->game, IR_OP_CALL, fn, args->n, args->at);
    call->at = e->at;
    l->changed = true;
    return call;
}
