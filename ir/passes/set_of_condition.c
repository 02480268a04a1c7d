/* set_of_condition.c - conditions on one member of a space as sets.
 *
 *     @what[%x] == 2                      where(@what, 2)
 *     %x in $own                          $own
 *     @what[$north[%x]] == 0       ->     preimage(where(@what, 0), $north)
 *     any($next[%x] & %m)                 grow(%m, $next)
 *     a && b, a || b, !a                  A & B, A | B, ~A
 *     any(%m & bit(%x))                   %m
 *     $row[%x] < 3                        a constant set
 *     select(%x in $high, 2, 1) > %n      select(2 > %n, $high, none) | select(1 > %n, ~$high, none)
 *     $owner[@what[%x]] == 1              where_in(@what, $set) */
#include "ir/passes/set_of_condition.h"

#include <string.h>

#include "ir/fold/fold.h"
#include "ir/core/tree.h"

enum { MAX_VALUES = 32, MAX_WORDS = 64, MAX_DEPTH = 6, MAX_WHERE = 4 };

typedef struct {
    IrGame *game;
    IrFn *fn;
    int local; /* stands for the member */
    int space;
    int depth; /* of nested substitutions */
    bool rays; /* conditions on what rays meet, too */
} Maskof;

static Ir *set_of(Maskof *m, const Ir *c);

static bool depends(const Maskof *m, const Ir *node)
{
    return ir_uses_local(node, m->local);
}

static bool is_member(const Maskof *m, const Ir *node)
{
    return node->op == IR_OP_LOCAL && node->k == m->local;
}

static Ir *none(Maskof *m)
{
    return ir_k0(m->game, IR_OP_NONE, m->space);
}

static Ir *all(Maskof *m)
{
    return ir_k0(m->game, IR_OP_ALL, m->space);
}

static Ir *fold1(Maskof *m, IrOp op, Ir *a)
{
    return a ? fold_node(m->game, ir_op1(m->game, op, a)) : NULL;
}

static Ir *fold2(Maskof *m, IrOp op, Ir *a, Ir *b)
{
    return a && b ? fold_node(m->game, ir_op2(m->game, op, a, b)) : NULL;
}

/* ---- conditions without state ------------------------------------------ */

static Ir *constant_set(Maskof *m, const Ir *c)
{
    uint64_t words[MAX_WORDS] = {0};
    int size = m->game->space.at[m->space].size;
    if (tree_reads_state(c) || size > MAX_WORDS * 64)
        return NULL;
    for (int x = 0; x < size; x++) {
        int64_t value;
        if (!tree_int_value(m->game, c, m->local, x, &value))
            return NULL;
        if (value)
            ir_mask_set(words, x);
    }
    return tree_mask(m->game, m->space, words);
}

/* Is it $t[..][%x], the leading indices independent of the member? */
static bool is_lookup(const Maskof *m, const Ir *node)
{
    if (node->op != IR_OP_TAB || node->n == 0)
        return false;
    const IrTable *t = &m->game->table.at[node->k];
    if (node->n != t->ndim || t->rows ||
        t->dim[t->ndim - 1].space != m->space ||
        !is_member(m, node->a[node->n - 1]))
        return false;
    for (int i = 0; i + 1 < node->n; i++)
        if (depends(m, node->a[i]))
            return false;
    return true;
}

/* The lookup without its last index. */
static Ir *slice_of(Maskof *m, const Ir *lookup)
{
    Ir *copy = ir_copy(m->game, lookup);
    return ir_tab(m->game, (int)lookup->k, lookup->n - 1, copy->a);
}

/* $t[x] >= 0 is membership in the preimage of everything. */
static Ir *on_board(Maskof *m, const Ir *c)
{
    if (c->op != IR_OP_GE || !tree_is_int(c->a[1], 0) || !is_lookup(m, c->a[0]))
        return NULL;
    int space = m->game->table.at[c->a[0]->k].elem.space;
    if (space < 0 || m->game->table.at[c->a[0]->k].elem.kind != IR_INT)
        return NULL;
    return ir_op2(m->game, IR_OP_PREIMAGE, ir_k0(m->game, IR_OP_ALL, space),
                  slice_of(m, c->a[0]));
}

/* ---- one level deeper: conditions on a site reached from the member ----- */

/* The innermost lookup of a site in c, if any. */
static const Ir *find_lookup(const Maskof *m, const Ir *c)
{
    for (int i = 0; i < c->n; i++) {
        const Ir *found = find_lookup(m, c->a[i]);
        if (found)
            return found;
    }
    if (!is_lookup(m, c))
        return NULL;
    const IrTable *t = &m->game->table.at[c->k];
    return t->elem.kind == IR_INT && t->elem.space >= 0 ? c : NULL;
}

/* Is the condition false, or in error, whenever t is negative?  True if t is an
 * index somewhere that is always evaluated, or is tested for membership. */
static bool needs_site(const Ir *c, const Ir *t)
{
    if (c->op == IR_OP_HAS && ir_equal(c->a[0], t))
        return true;
    if (c->op == IR_OP_EQ && ir_equal(c->a[0], t) && c->a[1]->type.lo >= 0)
        return true;
    if (c->op == IR_OP_GE && ir_equal(c->a[0], t) && c->a[1]->type.lo >= 0)
        return true;
    return false;
}

static bool indexes_with(const Ir *c, const Ir *t)
{
    if (c->op == IR_OP_AND || c->op == IR_OP_OR || c->op == IR_OP_SELECT ||
        ir_gives_local(c) || c->op == IR_OP_WITH)
        return false;
    bool place = c->op == IR_OP_GET || c->op == IR_OP_TAB;
    for (int i = 0; i < c->n; i++)
        if ((place && ir_equal(c->a[i], t)) || indexes_with(c->a[i], t))
            return true;
    return false;
}

static Ir *through_lookup(Maskof *m, const Ir *c)
{
    const Ir *t = find_lookup(m, c);
    if (!t || m->depth >= MAX_DEPTH || !(needs_site(c, t) || indexes_with(c, t)))
        return NULL;
    int space = m->game->table.at[t->k].elem.space;
    IrType type = ir_int(0, m->game->space.at[space].size - 1);
    type.space = space;
    int y = ir_local_add(m->game, m->fn, "y", type);
    Ir *inner = tree_replace(m->game, c, t, ir_local(m->game, m->fn, y));
    if (depends(m, inner))
        return NULL;
    Maskof deeper = {m->game, m->fn, y, space, m->depth + 1, m->rays};
    inner = fold_tree(m->game, m->fn, tree_clone(m->game, m->fn, inner));
    Ir *set = set_of(&deeper, inner);
    return set ? ir_op2(m->game, IR_OP_PREIMAGE, set, slice_of(m, t)) : NULL;
}

/* ---- conditions on the value of a field at the member ------------------- */

static Ir *where(Maskof *m, int64_t field, Ir *value)
{
    return fold_node(m->game, ir_k1(m->game, IR_OP_WHERE, field, value));
}

/* Is it @f[%x] with a field over our space? */
static bool is_field_here(const Maskof *m, const Ir *node)
{
    return node->op == IR_OP_GET && node->n == 1 && is_member(m, node->a[0]) &&
           m->game->field.at[node->k].dim.space == m->space &&
           m->game->field.at[node->k].elem.kind == IR_INT;
}

static Ir *field_equals(Maskof *m, const Ir *c)
{
    if (c->op != IR_OP_EQ && c->op != IR_OP_NE)
        return NULL;
    const Ir *f = c->a[0], *v = c->a[1];
    if (!is_field_here(m, f)) {
        f = c->a[1];
        v = c->a[0];
    }
    if (!is_field_here(m, f) || depends(m, v))
        return NULL;
    Ir *set = where(m, f->k, ir_copy(m->game, v));
    return c->op == IR_OP_EQ ? set : fold1(m, IR_OP_MNOT, set);
}

static const Ir *find_field(const Maskof *m, const Ir *c)
{
    if (is_field_here(m, c))
        return c;
    for (int i = 0; i < c->n; i++) {
        const Ir *found = find_field(m, c->a[i]);
        if (found)
            return found;
    }
    return NULL;
}

/* The sites whose value lies in a constant set: where_in, if values have names. */
static Ir *where_among(Maskof *m, int64_t field, const bool *among, int64_t n)
{
    const IrType t = m->game->field.at[field].elem;
    uint64_t words[MAX_WORDS] = {0};
    Ir *set = none(m);
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++)
        count += among[i];
    if (count > 1 && t.space >= 0 && t.lo >= 0 &&
        t.hi < m->game->space.at[t.space].size) {
        for (int64_t i = 0; i < n; i++)
            if (among[i])
                ir_mask_set(words, (int)(t.lo + i));
        return ir_k1(m->game, IR_OP_WHEREIN, field, tree_mask(m->game, t.space, words));
    }
    if (count > n / 2 + 1) { /* the others are fewer */
        for (int64_t i = 0; i < n; i++)
            if (!among[i])
                set = fold2(m, IR_OP_MOR, set, where(m, field, ir_const(m->game, t.lo + i)));
        return fold1(m, IR_OP_MNOT, set);
    }
    if (count > MAX_WHERE)
        return NULL;
    for (int64_t i = 0; i < n; i++)
        if (among[i])
            set = fold2(m, IR_OP_MOR, set, where(m, field, ir_const(m->game, t.lo + i)));
    return set;
}

/* One case for each value the field can have. */
static Ir *by_value(Maskof *m, const Ir *c)
{
    const Ir *f = find_field(m, c);
    if (!f || m->depth >= MAX_DEPTH)
        return NULL;
    const IrType t = m->game->field.at[f->k].elem;
    if (t.hi - t.lo >= MAX_VALUES)
        return NULL;
    bool among[MAX_VALUES] = {false};
    int terms = 0;
    Ir *in = none(m);
    Maskof deeper = *m;
    deeper.depth++;
    for (int64_t v = t.lo; v <= t.hi; v++) {
        Ir *cv = tree_replace(m->game, c, f, ir_const(m->game, v));
        cv = fold_tree(m->game, m->fn, tree_clone(m->game, m->fn, cv)); /* locals of its own */
        Ir *set = set_of(&deeper, cv);
        if (!set)
            return NULL;
        among[v - t.lo] = set->op == IR_OP_ALL;
        if (set->op == IR_OP_ALL || set->op == IR_OP_NONE)
            continue;
        if (++terms > MAX_WHERE)
            return NULL;
        in = fold2(m, IR_OP_MOR, in,
                   fold2(m, IR_OP_MAND, where(m, f->k, ir_const(m->game, v)), set));
    }
    return fold2(m, IR_OP_MOR, where_among(m, f->k, among, t.hi - t.lo + 1), in);
}

/* The first test of membership within c, which is a number there. */
static const Ir *find_test(const Maskof *m, const Ir *c)
{
    if (c->op == IR_OP_HAS && is_member(m, c->a[0]) && !depends(m, c->a[1]))
        return c;
    for (int i = 0; i < c->n; i++) {
        const Ir *found = find_test(m, c->a[i]);
        if (found)
            return found;
    }
    return NULL;
}

/* One case for members of a set that c asks for, and one for the others. */
static Ir *by_test(Maskof *m, const Ir *c)
{
    const Ir *test = find_test(m, c);
    if (!test || test == c || m->depth >= MAX_DEPTH)
        return NULL;
    Maskof deeper = *m;
    deeper.depth++;
    Ir *set[2];
    for (int in = 0; in < 2; in++) {
        Ir *one = tree_replace(m->game, c, test, ir_const(m->game, in));
        set[in] = set_of(&deeper, fold_tree(m->game, m->fn, tree_clone(m->game, m->fn, one)));
        if (!set[in])
            return NULL;
    }
    return fold2(m, IR_OP_MOR, fold2(m, IR_OP_MDIFF, set[0], ir_copy(m->game, test->a[1])),
                 fold2(m, IR_OP_MAND, set[1], ir_copy(m->game, test->a[1])));
}

/* ---- membership -------------------------------------------------------- */

static Ir *membership(Maskof *m, const Ir *c)
{
    if (c->op != IR_OP_HAS)
        return NULL;
    const Ir *x = c->a[0], *set = c->a[1];
    if (is_member(m, x) && !depends(m, set))
        return ir_copy(m->game, set);
    if (is_field_here(m, x) && !depends(m, set) && tree_reads_state(set))
        return ir_k1(m->game, IR_OP_WHEREIN, x->k, ir_copy(m->game, set));
    if (depends(m, x) || !is_lookup(m, set))
        return NULL;
    int table = maskof_transposed(m->game, (int)set->k);
    if (table < 0 || x->type.lo < 0)
        return NULL;
    Ir *at = ir_copy(m->game, set);
    at->a[at->n - 1] = ir_copy(m->game, x);
    return ir_tab(m->game, table, at->n, at->a);
}

/* any($t[x] & M): the members whose set meets M. */
static Ir *meeting(Maskof *m, const Ir *c)
{
    if (c->op != IR_OP_ANY || c->a[0]->op != IR_OP_MAND)
        return NULL;
    const Ir *t = c->a[0]->a[0], *set = c->a[0]->a[1];
    if (!is_lookup(m, t)) {
        t = c->a[0]->a[1];
        set = c->a[0]->a[0];
    }
    if (!is_lookup(m, t) || depends(m, set))
        return NULL;
    int table = maskof_transposed(m->game, (int)t->k);
    if (table < 0)
        return NULL;
    Ir *copy = ir_copy(m->game, t);
    return ir_op2(m->game, IR_OP_GROW, ir_copy(m->game, set),
                  ir_tab(m->game, table, t->n - 1, copy->a));
}

static Ir *sights(Maskof *m, const Ir *c)
{
    return m->rays && c->op == IR_OP_ANY ? maskof_sights(m->game, m->fn, m->local, m->space, c->a[0]) : NULL;
}

/* let(%v = value : condition), the value the same for all members */
static Ir *under_name(Maskof *m, const Ir *c)
{
    if (c->op != IR_OP_LETX || depends(m, c->a[0]))
        return NULL;
    Ir *set = set_of(m, c->a[1]);
    return set ? ir_k2(m->game, IR_OP_LETX, c->k, ir_copy(m->game, c->a[0]), set) : NULL;
}

/* any(M & {x}) */
static Ir *meeting_itself(Maskof *m, const Ir *c)
{
    if (c->op != IR_OP_ANY || c->a[0]->op != IR_OP_MAND)
        return NULL;
    for (int i = 0; i < 2; i++) {
        const Ir *itself = c->a[0]->a[i], *set = c->a[0]->a[1 - i];
        if (itself->op == IR_OP_BITOF && is_member(m, itself->a[0]) && itself->type.space == m->space &&
            !depends(m, set))
            return ir_copy(m->game, set);
    }
    return NULL;
}

/* %x == e */
static Ir *identity(Maskof *m, const Ir *c)
{
    if (c->op != IR_OP_EQ && c->op != IR_OP_NE)
        return NULL;
    const Ir *e = is_member(m, c->a[0]) ? c->a[1] : c->a[0];
    if (!(is_member(m, c->a[0]) || is_member(m, c->a[1])) || depends(m, e) ||
        e->type.hi >= m->game->space.at[m->space].size)
        return NULL;
    Ir *set = ir_k1(m->game, IR_OP_BITOF, m->space, ir_copy(m->game, e));
    return c->op == IR_OP_EQ ? set : fold1(m, IR_OP_MNOT, set);
}

/* ---- logic ------------------------------------------------------------- */

static Ir *chosen(Maskof *m, const Ir *c)
{
    Ir *on = set_of(m, c->a[0]);
    Ir *yes = on ? set_of(m, c->a[1]) : NULL;
    Ir *no = yes ? set_of(m, c->a[2]) : NULL;
    return no ? fold2(m, IR_OP_MOR, fold2(m, IR_OP_MAND, on, yes),
                      fold2(m, IR_OP_MDIFF, no, ir_copy(m->game, on)))
              : NULL;
}

static Ir *logic(Maskof *m, const Ir *c)
{
    switch (c->op) {
    case IR_OP_AND:
        if (!depends(m, c->a[0])) { /* b is not evaluated unless a */
            Ir *b = set_of(m, c->a[1]);
            return b ? fold_node(m->game, ir_op3(m->game, IR_OP_SELECT,
                                                 ir_copy(m->game, c->a[0]), b, none(m)))
                     : NULL;
        }
        return fold2(m, IR_OP_MAND, set_of(m, c->a[0]), set_of(m, c->a[1]));
    case IR_OP_OR:
        return fold2(m, IR_OP_MOR, set_of(m, c->a[0]), set_of(m, c->a[1]));
    case IR_OP_NOT:
        return fold1(m, IR_OP_MNOT, set_of(m, c->a[0]));
    case IR_OP_SELECT:
        return chosen(m, c);
    default:
        return NULL;
    }
}

/* A comparison with a number that is chosen by the member: the choice of two comparisons. */
static Ir *compared_choice(Maskof *m, const Ir *c)
{
    bool compares = c->op == IR_OP_EQ || c->op == IR_OP_NE || c->op == IR_OP_LT || c->op == IR_OP_LE ||
                    c->op == IR_OP_GT || c->op == IR_OP_GE;
    Maskof deeper = *m;
    deeper.depth++;
    for (int i = 0; compares && m->depth < MAX_DEPTH && i < 2; i++) {
        const Ir *choice = c->a[i];
        if (choice->op != IR_OP_SELECT || choice->type.kind != IR_INT || !depends(m, choice->a[0]))
            continue;
        Ir *branch[2];
        for (int k = 0; k < 2; k++) {
            branch[k] = arena_copy(m->game->arena, c, sizeof(Ir) + c->n * sizeof(Ir *));
            branch[k]->a[i] = choice->a[k + 1];
            branch[k] = fold_node(m->game, branch[k]);
        }
        return set_of(&deeper, ir_op3(m->game, IR_OP_SELECT, choice->a[0], branch[0], branch[1]));
    }
    return NULL;
}

static Ir *set_of(Maskof *m, const Ir *c)
{
    typedef Ir *Rule(Maskof *, const Ir *);
    static Rule *const rules[] = {
        constant_set, on_board, membership, field_equals, identity,
        meeting,      meeting_itself, sights, under_name, logic, compared_choice, through_lookup, by_value, by_test,
    };
    if (!depends(m, c))
        return fold_node(m->game,
                         ir_op3(m->game, IR_OP_SELECT, ir_copy(m->game, c),
                                all(m), none(m)));
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        Ir *set = rules[i](m, c);
        if (set)
            return set;
    }
    return NULL;
}

static Ir *members(Maskof *m, const Ir *condition)
{
    Ir *set = set_of(m, condition);
    if (!set || depends(m, set))
        return NULL;
    set = fold_tree(m->game, m->fn, set);
    return tree_is_total(m->game, set) ? set : NULL;
}

Ir *maskof(IrGame *game, IrFn *fn, int local, int space, const Ir *condition)
{
    return members(&(Maskof){game, fn, local, space, 0, false}, condition);
}

Ir *maskof_rays(IrGame *game, IrFn *fn, int local, int space, const Ir *condition)
{
    return members(&(Maskof){game, fn, local, space, 0, true}, condition);
}

/* ---- transposed tables ------------------------------------------------- */

static bool is_symmetric(const IrTable *t, size_t words)
{
    size_t n = (size_t)t->dim[t->ndim - 1].size;
    for (size_t base = 0; base < t->n; base += n)
        for (size_t a = 0; a < n; a++)
            for (size_t b = 0; b < n; b++)
                if (ir_mask_has(t->word + (base + a) * words, (int)b) !=
                    ir_mask_has(t->word + (base + b) * words, (int)a))
                    return false;
    return true;
}

static void transpose(const IrTable *from, size_t from_words, IrTable *to,
                      size_t to_words)
{
    size_t n = (size_t)from->dim[from->ndim - 1].size;
    size_t other = (size_t)to->dim[to->ndim - 1].size;
    for (size_t i = 0; i < from->n; i++)
        for (size_t b = 0; b < other; b++)
            if (ir_mask_has(from->word + i * from_words, (int)b))
                ir_mask_set(to->word + (i / n * other + b) * to_words,
                            (int)(i % n));
}

int maskof_transposed(IrGame *game, int table)
{
    const IrTable *t = &game->table.at[table];
    if (t->rows || t->elem.kind != IR_MASK || t->ndim == 0)
        return -1;
    int space = t->dim[t->ndim - 1].space, other = t->elem.space;
    if (space < 0 || (size_t)game->space.at[other].size * t->n > 1u << 24)
        return -1;
    size_t words = (size_t)ir_words(game, other);
    if (space == other && is_symmetric(t, words))
        return table;
    const char *name = intern_str(game->session->names,
                                  arena_printf(game->arena, "%s_back", t->name));
    int found = ir_table_find(game, name);
    if (found >= 0)
        return found;
    IrDim dim[IR_MAX_DIMS];
    memcpy(dim, t->dim, sizeof dim);
    dim[t->ndim - 1] = (IrDim){other, game->space.at[other].size};
    found = ir_table_add(game, name, ir_mask(space), false, t->ndim, dim);
    transpose(&game->table.at[table], words, &game->table.at[found],
              (size_t)ir_words(game, space));
    return found;
}
