/* alike.c - what one of several rules does, as one list of statements.
 *
 * Rules that write the same fields in the same order, one after the other, differ in some values only, or one of them writes a field
 * more.  What one of several does is written once; bits that say which one it is choose the values (as in C. Fraser, E. Myers,
 * A. Wendt, "Analyzing and compressing assembly code", 1984, but for what differs).
 *
 *     @men := @men \ bit(%from)                      @men := @men \ bit(%from)
 *     @men := @men | bit(%from + 8)                  @his := @his \ select(%past, bit(%to), none)
 *                                             ->     @men := @men | bit(%to)
 *     @men := @men \ bit(%from)
 *     @his := @his \ bit(%from + 7)                  where let %to = %from + 8 - %past
 *     @men := @men | bit(%from + 7)                                                                */
#include "ir/fold/alike.h"

#include "ir/core/tree.h"
#include "ir/fold/fold.h"

enum { MOST_ROWS = 24, MOST_ALONE = 2 };

/* One LET or PUT; of each rule its statement, or NULL. */
typedef struct {
    const Ir *of[ALIKE_MOST];
} Row;

typedef struct {
    Row row[MOST_ROWS];
    int n, alone;
} Rows;

static bool adds_to_itself(const Ir *put)
{
    const Ir *x = put->a[0];
    return (x->op == IR_OP_MDIFF || x->op == IR_OP_MOR) && x->a[0]->op == IR_OP_GET && x->a[0]->k == put->k;
}

static bool is_plain(const Ir *s)
{
    return (s->op == IR_OP_LET || (s->op == IR_OP_PUT && (s->n < 2 || s->a[1]->op == IR_OP_INT))) && !tree_has_op(s, IR_OP_DRAW);
}

/* The statements of a rule with its constants, in order; -1: there are others than plain ones, or too many. */
static int statements(IrGame *game, const AlikeRule *p, const Ir **s)
{
    IrFn *rule = p->rule;
    const Ir *block[] = {rule->header, rule->effect};
    Ir **map = ARENA_ARRAY(game->arena, Ir *, rule->local.n + 1);
    int n = 0;
    for (int i = 0; i < rule->nparam - 1; i++)
        map[i] = p->arg[i];
    if (rule->post || rule->then)
        return -1;
    for (int b = 0; b < 2; b++)
        for (int i = 0; block[b] && i < block[b]->n; i++) {
            const Ir *x = block[b]->a[i];
            if (b == 0 && (x->op == IR_OP_PARAM || x->op == IR_OP_WHEN))
                continue;
            if (n == MOST_ROWS || !is_plain(x))
                return -1;
            Ir *own = tree_remap(game, x, map);
            own->a[0] = fold_tree(game, rule, own->a[0]); /* what LETs are said to be stays */
            s[n++] = own;
        }
    return n;
}

/* Do two values differ in numbers only, and in what locals are called? */
static bool similar(const Ir *a, const Ir *b)
{
    if (a->op == IR_OP_INT || a->op == IR_OP_LOCAL)
        return b->op == IR_OP_INT || b->op == IR_OP_LOCAL;
    if (a->op != b->op || a->k != b->k || a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++)
        if (!similar(a->a[i], b->a[i]))
            return false;
    return true;
}

static bool same_place(const Ir *a, const Ir *b)
{
    if (a->op != b->op || a->n != b->n || !similar(a->a[0], b->a[0]))
        return false;
    return a->op == IR_OP_LET || (a->k == b->k && (a->n < 2 || a->a[1]->k == b->a[1]->k));
}

static const Ir *any_of(const Row *row)
{
    int i = 0;
    while (!row->of[i])
        i++;
    return row->of[i];
}

/* A row that only some have: a set that is written becomes larger, or smaller, by nothing. */
static bool may_stand_alone(Rows *to, const Ir *s) { return s->op == IR_OP_PUT && adds_to_itself(s) && to->alone++ < MOST_ALONE; }

/* Rule number `number` beside the first ones; false: it does something else. */
static bool join(IrGame *game, Rows *rows, const AlikeRule *p, int number)
{
    const Ir *s[MOST_ROWS];
    const int n = statements(game, p, s);
    Rows to = {.alone = rows->alone};
    int i = 0, row = 0;
    if (n < 0)
        return false;
    while (i < n || row < rows->n) {
        if (to.n == MOST_ROWS)
            return false;
        int next = i; /* the statement that belongs to the row; those before it stand alone */
        while (row < rows->n && next < n && !same_place(s[next], any_of(&rows->row[row])))
            next++;
        const bool found = row < rows->n && next < n;
        if (row < rows->n && (!found || next == i)) {
            to.row[to.n] = rows->row[row++];
            if (!found && !may_stand_alone(&to, any_of(&to.row[to.n])))
                return false;
            to.row[to.n++].of[number] = found ? s[i++] : NULL;
        } else {
            if (number > 0 && !may_stand_alone(&to, s[i]))
                return false;
            to.row[to.n++].of[number] = s[i++];
        }
    }
    *rows = to;
    return true;
}

static bool join_all(IrGame *game, Rows *rows, const AlikeRule *p, size_t n)
{
    *rows = (Rows){0};
    for (size_t i = 0; i < n; i++)
        if (!join(game, rows, &p[i], (int)i))
            return false;
    return true;
}

bool alike_rules(IrGame *game, const AlikeRule *p, size_t n)
{
    Rows rows;
    const IrFn *first = p[0].rule, *last = p[n - 1].rule;
    const IrType a = first->local.at[first->nparam - 1].type, b = last->local.at[last->nparam - 1].type;
    return a.kind == b.kind && a.space == b.space && join_all(game, &rows, p, n);
}

/* `all` is what the first rules have, `before` what the last of them has: also `now`, where `past` says so. */
static Ir *also(const AlikePlace *w, Ir *all, const Ir *before, const Ir *now, int past)
{
    IrGame *game = w->game;
    if (ir_equal(before, now))
        return all;
    if (before->op == IR_OP_INT && now->op == IR_OP_INT) {
        Ir *further = ir_op2(game, IR_OP_MUL, ir_local(w->game, w->fn, past), ir_const(game, now->k - before->k));
        return fold_node(game, ir_op2(game, IR_OP_ADD, all, fold_node(game, further)));
    }
    const bool same = before->op == now->op && before->k == now->k && before->n == now->n && before->n > 0;
    if (!same || all->op != now->op || all->n != now->n || all->k != now->k)
        return ir_op3(game, IR_OP_SELECT, ir_local(w->game, w->fn, past), ir_copy(game, now), all);
    Ir **a = ARENA_ARRAY(game->arena, Ir *, now->n);
    for (int i = 0; i < now->n; i++)
        a[i] = also(w, all->a[i], before->a[i], now->a[i], past);
    return ir_node(game, w->fn, now->op, now->k, now->n, a);
}

/* The value that rule number i writes, in the names of what is written; one that writes nothing adds nothing. */
static Ir *value_of(const AlikePlace *w, const Row *row, size_t i, Ir *const *map)
{
    IrGame *game = w->game;
    const Ir *s = row->of[i];
    if (s)
        return tree_remap(game, s->a[0], map);
    const Ir *x = any_of(row)->a[0];
    return ir_op2(game, x->op, ir_copy(game, x->a[0]), ir_k0(game, IR_OP_NONE, x->type.space));
}

static void write_row(const AlikePlace *w, const Row *row, const AlikeRule *rule, size_t n, Ir **const *map, const int *past)
{
    const Ir *s = any_of(row);
    Ir *before = value_of(w, row, 0, map[0]), *all = before;
    for (size_t i = 1; i < n; i++) {
        Ir *now = value_of(w, row, i, map[i]);
        all = also(w, ir_copy(w->game, all), before, now, past[i]);
        before = now;
    }
    if (s->op == IR_OP_PUT) {
        ir_append(w->game, w->block, ir_put(w->game, (int)s->k, s->n > 1 ? ir_copy(w->game, s->a[1]) : NULL, all));
        return;
    }
    IrLocal is = rule[0].rule->local.at[s->k];
    for (size_t i = 1; i < n; i++) {
        const IrType type = rule[i].rule->local.at[row->of[i]->k].type;
        is.type.lo = type.lo < is.type.lo ? type.lo : is.type.lo;
        is.type.hi = type.hi > is.type.hi ? type.hi : is.type.hi;
    }
    const int local = ir_local_add(w->game, w->fn, is.name, is.type);
    ir_append(w->game, w->block, ir_k1(w->game, IR_OP_LET, local, all));
    for (size_t i = 0; i < n; i++)
        map[i][row->of[i]->k] = ir_local(w->game, w->fn, local);
}

void alike_write(const AlikePlace *w, const AlikeRule *p, size_t n, const int *past, int at)
{
    Rows rows;
    Ir **map[ALIKE_MOST];
    join_all(w->game, &rows, p, n);
    for (size_t i = 0; i < n; i++) {
        map[i] = ARENA_ARRAY(w->game->arena, Ir *, p[i].rule->local.n + 1);
        map[i][p[i].rule->nparam - 1] = ir_local(w->game, w->fn, at);
    }
    for (int r = 0; r < rows.n; r++)
        write_row(w, &rows.row[r], p, n, map, past);
}
