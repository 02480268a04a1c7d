/* guard.c - see guard.h.  One walk over each body, in which conditions are taken into account (interval.h):
 *
 *     @what[%x]          ->   select(%x >= 0 && %x < 9, @what[%x], 0)
 *     %x in M            ->   %x < 9 && %x in M
 *     @f[%x] := v        ->   if %x >= 0 && %x < 9 { @f[%x] := min(max(v, 0), 3) }
 *     a / b              ->   select(b != 0, a / b, 0)
 *     emit put(%x)       ->   if %x >= 0 && %x < 9 { emit put(%x) }
 *
 * where an interval does not prove it.  What a read outside gives: -1 of sites if that can be, else 0 or the least value
 * there is; no set, no row.  Where arithmetic might leave 64 bits its numbers wrap around in 32, as Ludii's do. */
#include "ir/guard/guard.h"

#include <inttypes.h>
#include <string.h>

#include "ir/guard/interval.h"
#include "ir/guard/rounds.h"
#include "ir/core/tree.h"

typedef enum { GUARD_INDEX, GUARD_MEMBER, GUARD_STORE, GUARD_DIVISION, GUARD_SIZE, GUARD_MOVE, GUARD_LOOP, GUARD_KINDS } GuardKind;

typedef struct {
    Intervals known; /* first */
    IrGame *game;
    IrFn *fn;
    bool *emitted; /* by function: a rule whose conditions are not asked where it is emitted */
    bool foreign;
    bool remarks;
    size_t count[GUARD_KINDS];
} Guard;

/* Numbers that wrap; those of types that reach `far`, where inference ends, might leave 64 bits. */
static const int64_t int_low = INT32_MIN, int_high = INT32_MAX, far = (int64_t)1 << 62;

static Ir *value(Guard *g, Ir *node);
static void operand(Guard *g, Ir *node, int i);
static Ir *statement(Guard *g, Ir *node);

/* ---- pieces of IR -------------------------------------------------------------- */

static void note(Guard *g, GuardKind kind, const Ir *node)
{
    static const char *const what[] = {"an index", "a member", "a stored number", "a division by 0", "the size of a number", "a move", "a loop"};
    g->count[kind]++;
    if (!g->remarks)
        return;
    Out text = {0};
    ir_print_node(g->game, g->fn, node, &text);
    diag(g->game->session->diags, DIAG_REMARK, node->at, "guard: %s may be out of range in `%s`: %s", what[kind], g->fn->name,
         text.text ? text.text : "");
    out_free(&text);
}

static Ir *both(Guard *g, Ir *a, Ir *b) { return !a ? b : !b ? a : ir_op2(g->game, IR_OP_AND, a, b); }

/* A test that a cheap expression lies in lo..hi; NULL: it surely does. */
static Ir *test(Guard *g, Ir *x, int64_t lo, int64_t hi)
{
    IrGame *game = g->game;
    Interval now = interval_of(&g->known, x);
    Ir *low = now.lo >= lo ? NULL : ir_op2(game, IR_OP_GE, ir_copy(game, x), ir_const(game, lo));
    Ir *high = now.hi <= hi ? NULL : ir_op2(game, IR_OP_LE, ir_copy(game, x), ir_const(game, hi));
    return both(g, low, high);
}

static bool is_cheap(const Ir *node)
{
    return node->op == IR_OP_INT || node->op == IR_OP_LOCAL || (node->op == IR_OP_GET && node->n == 0);
}

/* A value that is used twice gets a name: what binds it, or NULL. */
typedef struct {
    int local;
    Ir *value;
} Named;

static Ir *named(Guard *g, Ir *x, Named *name)
{
    *name = (Named){0};
    if (is_cheap(x))
        return x;
    name->local = ir_local_add(g->game, g->fn, "guarded", x->type);
    name->value = x;
    intervals_name(&g->known, name->local, x);
    return ir_local(g->game, g->fn, name->local);
}

static Ir *with_names(Guard *g, const Named *name, int n, Ir *body)
{
    for (int i = n; i-- > 0;)
        if (name[i].value)
            body = ir_k2(g->game, IR_OP_LETX, name[i].local, name[i].value, body);
    return body;
}

static Ir *default_of(Guard *g, IrType t)
{
    if (t.kind == IR_MASK)
        return ir_k0(g->game, IR_OP_NONE, t.space);
    bool off = t.space >= 0 && t.lo <= -1 && t.hi >= -1;
    return ir_const(g->game, off ? -1 : t.lo > 0 ? t.lo : t.hi < 0 ? t.hi : 0);
}

static Ir *if_in_range(Guard *g, Ir *condition, Ir *node)
{
    Ir *otherwise = default_of(g, node->type);
    if (node->type.kind == IR_INT && node->type.lo >= 0 && node->type.hi <= 1)
        return ir_op2(g->game, IR_OP_AND, condition, node);
    return ir_op3(g->game, IR_OP_SELECT, condition, node, otherwise);
}

/* ---- numbers ------------------------------------------------------------------------ */

/* x modulo 2^32 in -2^31 .. 2^31 - 1. */
static Ir *wrapped(Guard *g, Ir *x)
{
    IrGame *game = g->game;
    Interval now = interval_of(&g->known, x);
    if (now.lo >= int_low && now.hi <= int_high)
        return x;
    Ir *span = ir_const(game, (int64_t)1 << 32), *within = ir_op2(game, IR_OP_MOD, x, span);
    Ir *rest = ir_op2(game, IR_OP_ADD, within, ir_const(game, ((int64_t)1 << 32) - int_low));
    return ir_op2(game, IR_OP_ADD, ir_op2(game, IR_OP_MOD, rest, ir_copy(game, span)), ir_const(game, int_low));
}

static Ir *arithmetic(Guard *g, Ir *node)
{
    Interval now = interval_of(&g->known, node);
    if (now.lo > -far && now.hi < far)
        return node;
    note(g, GUARD_SIZE, node);
    for (int i = 0; i < node->n; i++)
        node->a[i] = wrapped(g, node->a[i]);
    node->type = ir_infer(g->game, g->fn, node);
    return wrapped(g, node);
}

/* Exponents end at 63, a negative one gives 0; beyond 64 bits a power is what its low bits are. */
static Ir *power(Guard *g, Ir *node)
{
    Interval exponent = interval_of(&g->known, node->a[1]);
    Named name = {0};
    Ir *negative = NULL;
    if (exponent.lo < 0) {
        node->a[1] = named(g, node->a[1], &name);
        negative = ir_op2(g->game, IR_OP_LT, ir_copy(g->game, node->a[1]), ir_const(g->game, 0));
        node->a[1] = ir_op2(g->game, IR_OP_MAX, node->a[1], ir_const(g->game, 0));
    }
    if (exponent.hi > 63)
        node->a[1] = ir_op2(g->game, IR_OP_MIN, node->a[1], ir_const(g->game, 63));
    node->type = ir_infer(g->game, g->fn, node);
    Ir *result = arithmetic(g, node);
    return negative ? with_names(g, &name, 1, ir_op3(g->game, IR_OP_SELECT, negative, ir_const(g->game, 0), result)) : result;
}

static Ir *division(Guard *g, Ir *node)
{
    Interval by = interval_of(&g->known, node->a[1]);
    if (by.lo > 0 || by.hi < 0)
        return node;
    note(g, GUARD_DIVISION, node);
    Named name;
    node->a[1] = named(g, node->a[1], &name);
    Ir *condition = ir_op2(g->game, IR_OP_NE, ir_copy(g->game, node->a[1]), ir_const(g->game, 0));
    return with_names(g, &name, 1, ir_op3(g->game, IR_OP_SELECT, condition, node, ir_const(g->game, 0)));
}

/* What a place of the type is given instead: the nearest value that it can have, of sites none. */
static Ir *fitted(Guard *g, Ir *x, IrType t)
{
    Interval now = x->type.kind == IR_INT ? interval_of(&g->known, x) : (Interval){0, 0};
    if (x->type.kind != IR_INT || t.kind != IR_INT || (now.lo >= t.lo && now.hi <= t.hi))
        return x;
    note(g, GUARD_STORE, x);
    if (t.space >= 0 && t.lo <= -1) {
        Named name;
        Ir *in = named(g, x, &name), *condition = test(g, in, t.lo, t.hi);
        return with_names(g, &name, 1, ir_op3(g->game, IR_OP_SELECT, condition, in, ir_const(g->game, -1)));
    }
    if (now.lo < t.lo)
        x = ir_op2(g->game, IR_OP_MAX, x, ir_const(g->game, t.lo));
    if (now.hi > t.hi)
        x = ir_op2(g->game, IR_OP_MIN, x, ir_const(g->game, t.hi));
    return x;
}

/* ---- indices ---------------------------------------------------------------------------- */

static int size_of_index(const Guard *g, const Ir *node, int i)
{
    return node->op == IR_OP_GET ? (int)g->game->field.at[node->k].n : g->game->table.at[node->k].dim[i].size;
}

/* The test of all indices of a read, or NULL; indices that are asked twice get names. */
static Ir *indices(Guard *g, Ir *node, Named *name, int *n)
{
    Ir *condition = NULL;
    for (int i = 0; i < node->n; i++) {
        int64_t last = size_of_index(g, node, i) - 1;
        Interval now = interval_of(&g->known, node->a[i]);
        if (now.lo >= 0 && now.hi <= last)
            continue;
        node->a[i] = named(g, node->a[i], &name[(*n)++]);
        condition = both(g, condition, test(g, node->a[i], 0, last));
    }
    return condition;
}

/* Room for the names of all indices of a node and of the slices that it reads. */
static Named *room_for_names(Guard *g, const Ir *node)
{
    return ARENA_ARRAY(g->known.arena, Named, (size_t)(node->n + 1) * IR_MAX_DIMS);
}

/* A read of an element, or an operation on slices, where all indices are in range. */
static Ir *read_at(Guard *g, Ir *node)
{
    Named *name = room_for_names(g, node);
    int n = 0;
    bool element = node->op == IR_OP_GET || node->op == IR_OP_TAB;
    Ir *condition = element ? indices(g, node, name, &n) : NULL;
    for (int i = 0; !element && i < node->n; i++)
        if (node->a[i]->op == IR_OP_TAB && node->a[i]->type.kind == IR_VEC)
            condition = both(g, condition, indices(g, node->a[i], name, &n));
    if (!condition)
        return node;
    note(g, GUARD_INDEX, node);
    return with_names(g, name, n, if_in_range(g, condition, node));
}

/* a in M, bit(a): what is negative is no member, what is too large neither. */
static Ir *member(Guard *g, Ir *node, int space)
{
    int64_t last = g->game->space.at[space].size - 1;
    if (interval_of(&g->known, node->a[0]).hi <= last)
        return node;
    note(g, GUARD_MEMBER, node);
    Named name;
    node->a[0] = named(g, node->a[0], &name);
    Ir *condition = ir_op2(g->game, IR_OP_LE, ir_copy(g->game, node->a[0]), ir_const(g->game, last));
    return with_names(g, &name, 1, if_in_range(g, condition, node));
}

/* ---- values ------------------------------------------------------------------------------- */

static Ir *lazy(Guard *g, Ir *node)
{
    operand(g, node, 0);
    for (int i = 1; i < node->n; i++) {
        size_t mark = intervals_mark(&g->known);
        bool truth = node->op == IR_OP_SELECT ? i == 1 : node->op == IR_OP_AND;
        intervals_assume(&g->known, node->a[0], truth);
        operand(g, node, i);
        intervals_back(&g->known, mark);
    }
    return node;
}

/* let, and what runs over a set */
static Ir *binder(Guard *g, Ir *node)
{
    node->a[0] = value(g, node->a[0]);
    size_t mark = intervals_mark(&g->known);
    if (node->op == IR_OP_LETX) {
        node->a[0] = fitted(g, node->a[0], g->fn->local.at[node->k].type);
        intervals_name(&g->known, node->k, node->a[0]);
    } else {
        intervals_bind(&g->known, node->k, (Interval){0, g->game->space.at[node->a[0]->type.space].size - 1});
    }
    operand(g, node, 1);
    if (node->op == IR_OP_SUM && (node->type.lo <= -far || node->type.hi >= far)) {
        note(g, GUARD_SIZE, node);
        node->a[1] = wrapped(g, node->a[1]);
        node->type = ir_infer(g->game, g->fn, node);
    }
    intervals_back(&g->known, mark);
    return node;
}

/* In states that are not the present one what is known of this state does not count. */
static Ir *elsewhere(Guard *g, Ir *node)
{
    Intervals here = g->known;
    intervals_copy(&g->known);
    intervals_state_changed(&g->known);
    node = value(g, node);
    g->known = here;
    return node;
}

static void arguments(Guard *g, Ir *node)
{
    const IrFn *fn = g->game->fn.at[node->k];
    for (int i = 0; i < node->n && i < fn->nparam; i++)
        node->a[i] = fitted(g, node->a[i], fn->local.at[i].type);
}

/* The test that moves or generators can have these parameters, or NULL. */
static Ir *parameters(Guard *g, Ir *node, Named *name, int *n, bool moves)
{
    const IrFn *fn = g->game->fn.at[node->k];
    Ir *condition = NULL;
    for (int i = 0; i < node->n && i < fn->nparam; i++) {
        IrType t = fn->local.at[i].type;
        int64_t low = moves ? ir_code_low(t) : t.lo;
        if (node->a[i]->type.kind != IR_INT)
            continue;
        Interval now = interval_of(&g->known, node->a[i]);
        if (now.lo >= low && now.hi <= t.hi)
            continue;
        node->a[i] = named(g, node->a[i], &name[(*n)++]);
        condition = both(g, condition, test(g, node->a[i], low, t.hi));
    }
    return condition;
}

static Ir *exists(Guard *g, Ir *node)
{
    Named *name = room_for_names(g, node);
    int n = 0;
    Ir *condition = parameters(g, node, name, &n, false);
    if (!condition)
        return node;
    note(g, GUARD_MOVE, node);
    return with_names(g, name, n, if_in_range(g, condition, node));
}

static Ir *draw(Guard *g, Ir *node)
{
    Interval n = interval_of(&g->known, node->a[0]);
    if (n.lo >= 1 && n.hi <= int_high)
        return node;
    note(g, GUARD_SIZE, node);
    node->a[0] = ir_op2(g->game, IR_OP_MIN, ir_op2(g->game, IR_OP_MAX, node->a[0], ir_const(g->game, 1)), ir_const(g->game, int_high));
    return node;
}

/* The operands are in order. */
static Ir *in_order(Guard *g, Ir *node)
{
    switch (node->op) {
    case IR_OP_GET:
        return node->n ? read_at(g, node) : node;
    case IR_OP_TAB:
        return node->type.kind == IR_VEC ? node : read_at(g, node);
    case IR_OP_HAS:
        return member(g, node, node->a[1]->type.space);
    case IR_OP_BITOF:
        return member(g, node, (int)node->k);
    case IR_OP_ADD: case IR_OP_SUB: case IR_OP_MUL: case IR_OP_NEG: case IR_OP_ABS:
        return arithmetic(g, node);
    case IR_OP_POW:
        return power(g, node);
    case IR_OP_DIV: case IR_OP_MOD:
        return division(g, node);
    case IR_OP_DRAW:
        return draw(g, node);
    case IR_OP_CALL:
        arguments(g, node);
        return node;
    case IR_OP_EXISTS:
        return exists(g, node);
    default:
        return read_at(g, node);
    }
}

static Ir *value(Guard *g, Ir *node)
{
    switch (node->op) {
    case IR_OP_AND: case IR_OP_OR: case IR_OP_SELECT:
        return lazy(g, node);
    case IR_OP_LONGEST:
        return node; /* looks at single fields of states to come */
    case IR_OP_WITH:
        node->a[0] = fitted(g, value(g, node->a[0]), g->game->field.at[node->k].elem);
        node->a[1] = elsewhere(g, node->a[1]);
        node->type = node->a[1]->type;
        return node;
    default:
        if (ir_binds_within(node->op))
            return binder(g, node);
        for (int i = 0; i < node->n; i++)
            operand(g, node, i);
        return in_order(g, node);
    }
}

/* Where an operand is another one now, the type of the whole may be another one, too. */
static void operand(Guard *g, Ir *node, int i)
{
    Ir *before = node->a[i];
    IrType type = before->type;
    node->a[i] = value(g, before);
    if (node->type.kind == IR_INT && (node->a[i] != before || !ir_type_same(type, node->a[i]->type)))
        node->type = ir_infer(g->game, g->fn, node);
}

/* ---- statements ------------------------------------------------------------------------------- */

/* A block of: names, and `s` if the condition holds. */
static Ir *if_then(Guard *g, const Named *name, int n, Ir *condition, Ir *s)
{
    Ir *block = ir_block(g->game);
    for (int i = 0; i < n; i++)
        if (name[i].value)
            ir_append(g->game, &block, ir_k1(g->game, IR_OP_LET, name[i].local, name[i].value));
    Ir *body = ir_block(g->game);
    ir_append(g->game, &body, s);
    ir_append(g->game, &block, ir_if(g->game, condition, body, NULL));
    return block;
}

static Ir *put(Guard *g, Ir *node)
{
    const IrField *field = &g->game->field.at[node->k];
    Named name[2];
    int n = 0;
    Ir *condition = NULL;
    node->a[0] = value(g, node->a[0]);
    if (node->n > 1) {
        node->a[1] = value(g, node->a[1]);
        Interval at = interval_of(&g->known, node->a[1]);
        if (!field->vouched && (at.lo < 0 || at.hi >= (int64_t)field->n)) {
            note(g, GUARD_INDEX, node);
            node->a[1] = named(g, node->a[1], &name[n++]);
            condition = test(g, node->a[1], 0, (int64_t)field->n - 1);
        }
    }
    if (!field->vouched)
        node->a[0] = fitted(g, node->a[0], field->elem);
    return condition ? if_then(g, name, n, condition, node) : node;
}

static Ir *tried(Guard *g, Ir *node)
{
    Named *name = room_for_names(g, node);
    int n = 0;
    bool moves = node->op != IR_OP_TRY;
    for (int i = 0; i < node->n; i++)
        node->a[i] = value(g, node->a[i]);
    Ir *condition = parameters(g, node, name, &n, moves);
    if (!condition)
        return node;
    note(g, GUARD_MOVE, node);
    return if_then(g, name, n, condition, node);
}

static Ir *branch(Guard *g, Ir *node)
{
    node->a[0] = value(g, node->a[0]);
    for (int i = 1; i < node->n; i++) {
        size_t mark = intervals_mark(&g->known);
        intervals_assume(&g->known, node->a[0], i == 1);
        node->a[i] = statement(g, node->a[i]);
        intervals_back(&g->known, mark);
    }
    if (tree_always_returns(node->a[1]))
        intervals_assume(&g->known, node->a[0], false);
    else if (node->n == 3 && tree_always_returns(node->a[2]))
        intervals_assume(&g->known, node->a[0], true);
    return node;
}

static Interval of_loop(Guard *g, const Ir *node)
{
    Intervals *v = &g->known;
    if (node->op == IR_OP_RANGE)
        return (Interval){interval_of(v, node->a[0]).lo, interval_of(v, node->a[1]).hi - 1};
    if (node->a[0]->type.kind == IR_MASK)
        return (Interval){0, g->game->space.at[node->a[0]->type.space].size - 1};
    return (Interval){node->a[0]->type.lo, node->a[0]->type.hi};
}

static Ir *loop(Guard *g, Ir *node)
{
    Named *name = room_for_names(g, node);
    int n = 0, body = node->n - 1;
    Ir *condition = NULL;
    if (node->op == IR_OP_WHILE)
        intervals_written(&g->known, node->a[body]);
    for (int i = 0; i < body; i++)
        node->a[i] = value(g, node->a[i]);
    if (node->op == IR_OP_FOR && node->a[0]->type.kind == IR_VEC)
        condition = indices(g, node->a[0], name, &n);
    Interval over = node->op == IR_OP_WHILE ? (Interval){0, 0} : of_loop(g, node);
    intervals_written(&g->known, node->a[body]);
    size_t mark = intervals_mark(&g->known);
    if (node->op == IR_OP_WHILE)
        intervals_assume(&g->known, node->a[0], true);
    else
        intervals_bind(&g->known, node->k, over);
    node->a[body] = statement(g, node->a[body]);
    intervals_back(&g->known, mark);
    if (node->op == IR_OP_WHILE && g->foreign && !rounds_counted(g->fn, node)) {
        note(g, GUARD_LOOP, node);
        return rounds_count(g->game, g->fn, node);
    }
    if (!condition)
        return node;
    note(g, GUARD_INDEX, node);
    return if_then(g, name, n, condition, node);
}

static Ir *assign(Guard *g, Ir *node)
{
    const IrType t = g->fn->local.at[node->k].type;
    node->a[0] = fitted(g, value(g, node->a[0]), t);
    if (node->op != IR_OP_LET)
        intervals_written(&g->known, node);
    else
        intervals_name(&g->known, node->k, node->a[0]);
    return node;
}

/* @list[@n] := e  ..  @n := @n + 1   where the rules say that there is room: a state that was made by hand may have none. */
static bool lengthens(const Guard *g, const Ir *put, const Ir *next)
{
    if (!g->game->field.at[put->k].vouched || put->n != 2 || next->n != 1)
        return false;
    const Ir *n = put->a[1], *more = next->a[0];
    return n->op == IR_OP_GET && n->n == 0 && next->k == n->k && more->op == IR_OP_ADD && more->a[0]->op == IR_OP_GET &&
           more->a[0]->k == n->k && tree_is_int(more->a[1], 1);
}

/* The statement that ends what the first one begins: between them other fields are written.  first: it begins nothing. */
static int end_of_lengthening(const Guard *g, const Ir *block, int first)
{
    const Ir *put = block->a[first];
    for (int i = first + 1; put->op == IR_OP_PUT && i < block->n && block->a[i]->op == IR_OP_PUT; i++)
        if (lengthens(g, put, block->a[i]))
            return i;
    return first;
}

/* All of them, where there is room. */
static Ir *lengthened(Guard *g, Ir *block, int first, int last)
{
    Ir *all = ir_block(g->game);
    const Ir *put = block->a[first];
    Ir *size = ir_const(g->game, (int64_t)g->game->field.at[put->k].n);
    for (int i = first; i <= last; i++) {
        ir_append(g->game, &all, block->a[i]);
        block->a[i] = ir_block(g->game);
    }
    return ir_if(g->game, ir_op2(g->game, IR_OP_LT, ir_copy(g->game, put->a[1]), size), all, NULL);
}

static Ir *block(Guard *g, Ir *node)
{
    for (int i = 0; i < node->n; i++)
        node->a[i] = statement(g, node->a[i]);
    for (int i = 0; i < node->n; i++) {
        const int last = end_of_lengthening(g, node, i);
        if (last > i)
            node->a[i] = lengthened(g, node, i, last);
    }
    return node;
}

static Ir *statement(Guard *g, Ir *node)
{
    size_t mark = intervals_mark(&g->known);
    switch (node->op) {
    case IR_OP_BLOCK:
        node = block(g, node);
        intervals_back(&g->known, mark);
        return node;
    case IR_OP_LET: case IR_OP_VAR: case IR_OP_SET:
        return assign(g, node);
    case IR_OP_PUT:
        node = put(g, node);
        intervals_state_changed(&g->known);
        return node;
    case IR_OP_IF:
        return branch(g, node);
    case IR_OP_FOR: case IR_OP_RANGE: case IR_OP_WHILE:
        return loop(g, node);
    case IR_OP_RET:
        if (node->n)
            node->a[0] = fitted(g, value(g, node->a[0]), g->fn->ret);
        return node;
    case IR_OP_DO:
        for (int i = 0; i < node->n; i++)
            node->a[i] = value(g, node->a[i]);
        arguments(g, node);
        intervals_state_changed(&g->known);
        return node;
    case IR_OP_WHEN:
        node->a[0] = value(g, node->a[0]);
        intervals_assume(&g->known, node->a[0], true);
        return node;
    case IR_OP_TRY: case IR_OP_EMIT: case IR_OP_EMITSET:
        return tried(g, node);
    case IR_OP_PREFER:
        return block(g, node);
    case IR_OP_KEEP: case IR_OP_BEST:
        node->a[0] = elsewhere(g, node->a[0]);
        node->a[1] = statement(g, node->a[1]);
        return node;
    default:
        return node;
    }
}

/* ---- functions ------------------------------------------------------------------------------------ */

/* A parameter's own domain keeps to its type. */
static void domain(Guard *g, Ir *param)
{
    const IrType t = g->fn->local.at[param->k].type;
    Interval over = {t.lo, t.hi};
    for (int i = 0; i < param->n; i++)
        if (param->a[i]->type.kind != IR_VEC)
            param->a[i] = value(g, param->a[i]);
    if (param->n == 2) {
        Interval from = interval_of(&g->known, param->a[0]), to = interval_of(&g->known, param->a[1]);
        if (from.lo < t.lo)
            param->a[0] = ir_op2(g->game, IR_OP_MAX, param->a[0], ir_const(g->game, t.lo));
        if (to.hi > t.hi + 1)
            param->a[1] = ir_op2(g->game, IR_OP_MIN, param->a[1], ir_const(g->game, t.hi + 1));
        over = (Interval){from.lo > t.lo ? from.lo : t.lo, to.hi - 1 < t.hi ? to.hi - 1 : t.hi};
    } else if (param->n == 1 && param->a[0]->type.kind == IR_MASK) {
        over = (Interval){0, g->game->space.at[param->a[0]->type.space].size - 1};
    } else if (param->n == 1) {
        over = (Interval){param->a[0]->type.lo, param->a[0]->type.hi};
    }
    intervals_bind(&g->known, param->k, over);
}

/* A row that is read where its index may be out of range: the parameter has no values then. */
static Ir *row_condition(Guard *g, Ir *param)
{
    Named name[IR_MAX_DIMS];
    int n = 0;
    if (param->n != 1 || param->a[0]->type.kind != IR_VEC)
        return NULL;
    Ir *row = param->a[0];
    for (int i = 0; i < row->n; i++)
        row->a[i] = value(g, row->a[i]);
    Ir *condition = indices(g, row, name, &n);
    if (!condition)
        return NULL;
    note(g, GUARD_INDEX, param);
    Ir *header = ir_block(g->game);
    for (int i = 0; i < n; i++)
        if (name[i].value)
            ir_append(g->game, &header, ir_k1(g->game, IR_OP_LET, name[i].local, name[i].value));
    ir_append(g->game, &header, ir_k1(g->game, IR_OP_WHEN, 0, condition));
    return header;
}

/* Parameters, conditions; and in the end that the move can be coded. */
static void header(Guard *g)
{
    IrFn *fn = g->fn;
    Ir *fresh = ir_block(g->game);
    for (int i = 0; i < fn->header->n; i++) {
        Ir *s = fn->header->a[i], *before = s->op == IR_OP_PARAM ? row_condition(g, s) : NULL;
        for (int j = 0; before && j < before->n; j++)
            ir_append(g->game, &fresh, before->a[j]);
        if (s->op == IR_OP_PARAM)
            domain(g, s);
        else
            s = statement(g, s);
        ir_append(g->game, &fresh, s);
    }
    Ir *codable = NULL;
    for (int p = 0; p < fn->nparam && !fn->probe; p++) {
        IrType t = fn->local.at[p].type;
        codable = both(g, codable, test(g, ir_local(g->game, fn, p), ir_code_low(t), t.hi));
    }
    if (codable) {
        note(g, GUARD_MOVE, fn->header);
        ir_append(g->game, &fresh, ir_k1(g->game, IR_OP_WHEN, 0, codable));
        intervals_assume(&g->known, codable, true);
    }
    fn->header = fresh;
}

static void rule(Guard *g)
{
    IrFn *fn = g->fn;
    header(g);
    if (g->emitted[ir_fn_index(g->game, fn)])
        intervals_begin(&g->known, fn);
    for (size_t i = 0; i < fn->view.n; i++)
        fn->view.at[i].value = value(g, fn->view.at[i].value);
    if (fn->effect)
        block(g, fn->effect);
    intervals_state_changed(&g->known);
    if (fn->then)
        block(g, fn->then);
    intervals_state_changed(&g->known);
    if (fn->post)
        fn->post = value(g, fn->post);
}

/* What the outside counts with: the mover is a player, ranks are places among them, goals go to 100. */
static void keep_results(Guard *g)
{
    static const char *const name[] = {"mover", "rank", "goal"};
    const int64_t players = g->game->players, low[] = {1, 0, -2}, high[] = {players, 2 * players, 100};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        IrType *t = &g->fn->ret;
        if (!g->foreign || g->fn->kind != IR_VIEW || strcmp(g->fn->name, name[i]) != 0)
            continue;
        t->space = t->lo < low[i] ? IR_NOSPACE : t->space; /* so that the nearest is given */
        t->lo = t->lo > high[i] ? high[i] : t->lo < low[i] ? low[i] : t->lo;
        t->hi = t->hi < low[i] ? low[i] : t->hi > high[i] ? high[i] : t->hi;
    }
}

static void note_emitted(const IrGame *game, const Ir *node, bool *emitted)
{
    if (!node)
        return;
    if (ir_does(node->op, IR_EMITS) && node->op != IR_OP_TRY)
        emitted[node->k] = true;
    for (int i = 0; i < node->n; i++)
        note_emitted(game, node->a[i], emitted);
}

void ir_guard(IrGame *game, bool foreign, bool remarks)
{
    Arena *scratch = arena_beside(game->arena);
    Guard g = {.known = {.game = game, .arena = scratch}, .game = game, .foreign = foreign, .remarks = remarks};
    g.emitted = ARENA_ARRAY(scratch, bool, game->fn.n + 1);
    for (size_t i = 0; i < game->fn.n; i++)
        note_emitted(game, game->fn.at[i]->body, g.emitted);
    for (size_t i = 0; i < game->fn.n; i++) {
        IrFn *fn = g.fn = game->fn.at[i];
        fn->hint = foreign ? IR_HINT_NONE : fn->hint;
        intervals_begin(&g.known, fn);
        keep_results(&g);
        if (fn->kind == IR_RULE)
            rule(&g);
        else if (fn->body)
            fn->body = statement(&g, fn->body);
    }
    if (remarks)
        diag(game->session->diags, DIAG_REMARK, (Span){0, 0},
             "guards: %zu indices, %zu members, %zu stores, %zu divisions, %zu sizes, %zu moves, %zu loops", g.count[GUARD_INDEX],
             g.count[GUARD_MEMBER], g.count[GUARD_STORE], g.count[GUARD_DIVISION], g.count[GUARD_SIZE], g.count[GUARD_MOVE], g.count[GUARD_LOOP]);
    arena_free(scratch);
}
