/* merge_rules.c - one rule for many that differ in numbers and tables only.
 *
 *     rule step_4(%way, %from) {               rule step_kind(%kin, %from) {
 *       let %to = $step_4[%way][%from]           let %to = $steps[%kin][%from]
 *       when $owner[@what[%to]] != 1      ->     when $owner[@what[%to]] != $kin[%kin]
 *       do { @what[%to] := 7 .. } }              do { @what[%to] := $kin_2[%kin] .. } }
 *
 * The trees of all cases are walked together.  Where all have a constant, that is one, or
 * becomes a column of a table; where they read different tables, the parts read (after the
 * leading constant indices) are put under one another in a table of their own.  This is
 * the anti-unification of the rules (Plotkin, "A note on inductive generalization", 1970),
 * with the number of the case as the only variable. */
#include "frontend/lud/lower/moves/merge_rules.h"

#include <string.h>

#include "frontend/lud/lower/moves/rule.h"
#include "ir/core/tree.h"

/* ---- questions ----------------------------------------------------------------------------------------- */

static bool given(const KindCase *c, int64_t local)
{
    return local < c->try->n && c->try->a[local]->op == IR_OP_INT;
}

/* Has the node a constant value in this case? */
static bool is_number(const KindCase *c, const Ir *node, int64_t *value)
{
    if (node->op == IR_OP_LOCAL && given(c, node->k)) {
        *value = c->try->a[node->k]->k;
        return true;
    }
    *value = node->op == IR_OP_INT ? node->k : 0;
    return node->op == IR_OP_INT;
}

/* The number of leading indices that are constants. */
static int fixed_indices(const KindCase *c, const Ir *tab)
{
    int64_t value;
    int n = 0;
    while (n < tab->n && is_number(c, tab->a[n], &value))
        n++;
    return n;
}

/* ---- shapes -------------------------------------------------------------------------------------------- */

static uint64_t shape(const KindCase *c, uint64_t hash, const Ir *node)
{
    int64_t value;
    if (!node)
        return lower_stir(hash, 1);
    if (is_number(c, node, &value))
        return lower_stir(hash, 2);
    hash = lower_stir(lower_stir(hash, node->op), node->n);
    hash = node->op == IR_OP_TAB ? hash : lower_stir(hash, (uint64_t)node->k);
    for (int i = 0; i < node->n; i++)
        hash = shape(c, hash, node->a[i]);
    return hash;
}

uint64_t merge_shape(const KindCase *a)
{
    const IrFn *rule = a->rule;
    uint64_t hash = lower_stir(lower_stir(3, rule->local.n), (uint64_t)rule->nparam);
    hash = shape(a, shape(a, shape(a, hash, rule->header), rule->effect), rule->then);
    hash = shape(a, hash, rule->post);
    for (size_t i = 0; i < rule->view.n; i++)
        hash = shape(a, hash, rule->view.at[i].value);
    return hash;
}

/* ---- of one kind? -------------------------------------------------------------------------------------- */

typedef struct {
    const IrGame *game;
    const KindCase *a, *b;
} Pair;

static bool same_tables(const Pair *p, const Ir *a, const Ir *b)
{
    const IrTable *s = &p->game->table.at[a->k], *t = &p->game->table.at[b->k];
    int fixed = fixed_indices(p->a, a);
    if (s->elem.kind != t->elem.kind || s->elem.space != t->elem.space || s->rows != t->rows || s->ndim != t->ndim ||
        fixed != fixed_indices(p->b, b) || s->ndim - fixed >= IR_MAX_DIMS)
        return false;
    for (int i = fixed; i < s->ndim; i++) {
        int64_t value;
        if (s->dim[i].space != t->dim[i].space || s->dim[i].size != t->dim[i].size ||
            (i < a->n && is_number(p->a, a->a[i], &value)))
            return false;
    }
    return true;
}

static bool alike(const Pair *p, const Ir *a, const Ir *b)
{
    int64_t x, y;
    if (!a || !b)
        return a == b;
    if (is_number(p->a, a, &x) || is_number(p->b, b, &y))
        return is_number(p->a, a, &x) && is_number(p->b, b, &y) && (x == y || (int32_t)x == x) &&
               (x == y || (int32_t)y == y);
    if (a->op != b->op || a->n != b->n || (a->op != IR_OP_TAB && a->k != b->k) ||
        (ir_does(a->op, IR_RIGID) && !ir_equal(a, b)) ||
        (a->op == IR_OP_TAB && a->k != b->k && !same_tables(p, a, b)))
        return false;
    for (int i = 0; i < a->n; i++)
        if (!alike(p, a->a[i], b->a[i]))
            return false;
    return true;
}

/* Parameters keep their types: the codes of moves count them. */
static bool alike_locals(const Pair *p)
{
    const IrFn *a = p->a->rule, *b = p->b->rule;
    if (a->nparam != b->nparam || a->local.n != b->local.n || p->a->try->n != p->b->try->n)
        return false;
    for (size_t i = 0; i < a->local.n; i++) {
        const IrType s = a->local.at[i].type, t = b->local.at[i].type;
        if (s.kind != t.kind || s.space != t.space || given(p->a, (int64_t)i) != given(p->b, (int64_t)i) ||
            (i < (size_t)a->nparam && !given(p->a, (int64_t)i) && !ir_type_same(s, t)))
            return false;
    }
    return true;
}

bool merge_same(const IrGame *game, const KindCase *a, const KindCase *b)
{
    const Pair p = {game, a, b};
    const IrFn *s = a->rule, *t = b->rule;
    if (s->exempt != t->exempt || s->view.n != t->view.n || !alike_locals(&p) || !alike(&p, s->header, t->header) ||
        !alike(&p, s->effect, t->effect) || !alike(&p, s->then, t->then) || !alike(&p, s->post, t->post))
        return false;
    for (size_t i = 0; i < s->view.n; i++)
        if (strcmp(s->view.at[i].name, t->view.at[i].name) != 0 ||
            !alike(&p, s->view.at[i].value, t->view.at[i].value))
            return false;
    return true;
}

/* ---- tables -------------------------------------------------------------------------------------------- */

/* The table made last, or one of before that is the same. */
static int kept_table(Lower *l)
{
    const size_t last = l->game->table.n - 1;
    int old = lw_find_table(l, &l->game->table.at[last], last);
    l->game->table.n -= old >= 0;
    return old >= 0 ? old : (int)last;
}

int merge_table(Lower *l, const char *name, size_t n, const int32_t *value)
{
    IrType type = ir_int(value[0], value[0]);
    for (size_t i = 0; i < n; i++) {
        type.lo = value[i] < type.lo ? value[i] : type.lo;
        type.hi = value[i] > type.hi ? value[i] : type.hi;
    }
    IrDim dim = lw_dim((int)n);
    return lw_int_table(l, name, type.lo, type.hi, IR_NOSPACE, 1, &dim, value);
}

/* ---- walking together ---------------------------------------------------------------------------------- */

/* Part of a table: what is left after some leading indices. */
typedef struct {
    int64_t table;
    size_t element;
} Part;

typedef struct {
    Lower *l;
    const KindCase *list;
    size_t n;
    IrFn *into;
    int *local; /* new numbers of the locals */
} Kind;

static Ir *by_case(const Kind *k, int table)
{
    Ir *index = ir_local(k->l->game, k->into, 0);
    return ir_tab(k->l->game, table, 1, &index);
}

static Ir *column(const Kind *k, const int32_t *value)
{
    for (size_t i = 1; i < k->n; i++)
        if (value[i] != value[0])
            return by_case(k, merge_table(k->l, "kin", k->n, value));
    return ir_const(k->l->game, value[0]);
}

static Ir *numbers(const Kind *k, const Ir *const *node)
{
    int32_t *value = ARENA_ARRAY(k->l->arena, int32_t, k->n);
    int64_t first, x;
    bool same = is_number(&k->list[0], node[0], &first);
    for (size_t i = 0; i < k->n; i++) {
        is_number(&k->list[i], node[i], &x);
        same = same && x == first;
        value[i] = (int32_t)x;
    }
    return same ? ir_const(k->l->game, first) : column(k, value);
}

/* Copies elements of one table behind those that another has already. */
static void put_part(const IrGame *game, IrTable *to, size_t at, const IrTable *from, size_t element, size_t count)
{
    if (from->rows) {
        for (size_t i = 0; i < count; i++) {
            size_t first = from->off[element + i], n = from->off[element + i + 1] - first;
            memcpy(to->value + to->off[at + i], from->value + first, n * sizeof *to->value);
            to->off[at + i + 1] = to->off[at + i] + (uint32_t)n;
        }
    } else if (from->elem.kind == IR_MASK) {
        size_t words = (size_t)ir_words(game, from->elem.space);
        memcpy(to->word + at * words, from->word + element * words, count * words * sizeof *to->word);
    } else {
        memcpy(to->value + at, from->value + element, count * sizeof *to->value);
    }
}

/* NAME of NAME_number. */
static const char *stem_of(Lower *l, const char *name)
{
    size_t n = strlen(name);
    while (n > 1 && name[n - 1] >= '0' && name[n - 1] <= '9')
        n--;
    return n > 1 && name[n - 1] == '_' ? arena_strndup(l->arena, name, n - 1) : name;
}

static int stacked(const Kind *k, const Part *part, size_t n, int fixed, size_t count)
{
    IrGame *game = k->l->game;
    const IrTable first = game->table.at[part[0].table];
    IrDim dim[IR_MAX_DIMS] = {{IR_NOSPACE, (int)n}};
    IrType elem = first.elem;
    size_t values = 0;
    for (size_t i = 0; i < n; i++) {
        const IrTable *t = &game->table.at[part[i].table];
        elem.lo = t->elem.lo < elem.lo ? t->elem.lo : elem.lo;
        elem.hi = t->elem.hi > elem.hi ? t->elem.hi : elem.hi;
        values += t->rows ? t->off[part[i].element + count] - t->off[part[i].element] : 0;
    }
    for (int i = fixed; i < first.ndim; i++)
        dim[1 + i - fixed] = first.dim[i];
    const char *name = lower_table_name(k->l, stem_of(k->l, first.name));
    int made = ir_table_add(game, name, elem, first.rows, 1 + first.ndim - fixed, dim);
    IrTable *to = &game->table.at[made];
    if (first.rows)
        to->value = ARENA_ARRAY(game->arena, int32_t, values + 1);
    for (size_t i = 0; i < n; i++)
        put_part(game, to, i * count, &game->table.at[part[i].table], part[i].element, count);
    return kept_table(k->l);
}

/* The part of the table that a case reads from. */
static Part part_of(const Kind *k, size_t i, const Ir *tab, int fixed, size_t *count)
{
    const IrTable *t = &k->l->game->table.at[tab->k];
    size_t element = 0;
    *count = 1;
    for (int d = 0; d < t->ndim; d++) {
        int64_t value = 0;
        if (d < fixed) {
            is_number(&k->list[i], tab->a[d], &value);
            element = element * (size_t)t->dim[d].size + (size_t)value;
        } else {
            *count *= (size_t)t->dim[d].size;
        }
    }
    return (Part){tab->k, element * *count};
}

static Ir *together(const Kind *k, const Ir *const *node);

static Ir *operand(const Kind *k, const Ir *const *node, int i)
{
    const Ir **below = arena_alloc(k->l->arena, k->n * sizeof *below);
    for (size_t j = 0; j < k->n; j++)
        below[j] = node[j]->a[i];
    return together(k, below);
}

/* Different tables, read at some constants and then at what is alike. */
static Ir *tables(const Kind *k, const Ir *const *tab)
{
    const int fixed = fixed_indices(&k->list[0], tab[0]);
    Part *part = ARENA_ARRAY(k->l->arena, Part, k->n);
    int32_t *which = ARENA_ARRAY(k->l->arena, int32_t, k->n);
    size_t n = 0, count = 1;
    for (size_t i = 0; i < k->n; i++) {
        const Part p = part_of(k, i, tab[i], fixed, &count);
        size_t at = 0;
        while (at < n && (part[at].table != p.table || part[at].element != p.element))
            at++;
        part[at] = p;
        n += at == n;
        which[i] = (int32_t)at;
    }
    int table = stacked(k, part, n, fixed, count);
    Ir *index[IR_MAX_DIMS] = {n == k->n ? ir_local(k->l->game, k->into, 0) : column(k, which)};
    int nindex = 1;
    for (int i = fixed; i < tab[0]->n; i++)
        index[nindex++] = operand(k, tab, i);
    return ir_tab(k->l->game, table, nindex, index);
}

static bool one_table(const Kind *k, const Ir *const *tab)
{
    for (size_t i = 1; i < k->n; i++)
        if (tab[i]->k != tab[0]->k)
            return false;
    return true;
}

/* One tree for those of all cases. */
static Ir *together(const Kind *k, const Ir *const *node)
{
    IrGame *game = k->l->game;
    int64_t number;
    if (!node[0])
        return NULL;
    if (is_number(&k->list[0], node[0], &number))
        return numbers(k, node);
    if (node[0]->op == IR_OP_TAB && !one_table(k, node))
        return tables(k, node);
    bool names = node[0]->op == IR_OP_LOCAL || ir_gives_local(node[0]);
    Ir *made = arena_alloc(game->arena, sizeof(Ir) + (size_t)node[0]->n * sizeof(Ir *));
    *made = (Ir){.op = node[0]->op, .n = node[0]->n, .at = node[0]->at, .type = node[0]->type,
                 .k = names ? k->local[node[0]->k] : node[0]->k};
    for (int i = 0; i < made->n; i++)
        made->a[i] = operand(k, node, i);
    return made;
}

/* ---- the rule ------------------------------------------------------------------------------------------ */

/* The hull of the types that the cases give a local. */
static IrType local_type(const Kind *k, size_t local)
{
    IrType type = k->list[0].rule->local.at[local].type;
    for (size_t i = 1; i < k->n; i++) {
        const IrType *other = &k->list[i].rule->local.at[local].type;
        type.lo = other->lo < type.lo ? other->lo : type.lo;
        type.hi = other->hi > type.hi ? other->hi : type.hi;
    }
    return type;
}

static void add_locals(Kind *k)
{
    const IrFn *first = k->list[0].rule;
    k->local = ARENA_ARRAY(k->l->arena, int, first->local.n + 1);
    ir_local_add(k->l->game, k->into, "kin", ir_int(0, (int64_t)k->n - 1));
    for (size_t i = 0; i < first->local.n; i++) {
        const IrLocal *local = &first->local.at[i];
        bool stays = !given(&k->list[0], (int64_t)i);
        k->local[i] = stays ? ir_local_add(k->l->game, k->into, local->stem ? local->stem : local->name,
                                           local_type(k, i)) : -1;
        k->into->nparam += stays && i < (size_t)first->nparam;
    }
    k->into->nparam++;
}

/* A tree of the rules of all cases. */
static const Ir **trees(const Kind *k, size_t member)
{
    const Ir **tree = arena_alloc(k->l->arena, k->n * sizeof *tree);
    for (size_t i = 0; i < k->n; i++)
        memcpy(&tree[i], (const char *)k->list[i].rule + member, sizeof *tree);
    return tree;
}

static Ir *slot(const Kind *k, size_t member)
{
    Ir *made = together(k, trees(k, member));
    if (made)
        tree_retype(k->l->game, k->into, made);
    return made;
}

static bool is_given_param(const KindCase *c, const Ir *s)
{
    return s->op == IR_OP_PARAM && given(c, s->k);
}

/* The headers without the parameters that the cases give. */
static Ir *headers(const Kind *k)
{
    IrGame *game = k->l->game;
    const Ir *first = k->list[0].rule->header;
    Ir *all = ir_block(game);
    ir_append(game, &all, ir_node(game, k->into, IR_OP_PARAM, 0, 0, NULL));
    const Ir **header = trees(k, offsetof(IrFn, header));
    for (int i = 0; i < first->n; i++) {
        if (!is_given_param(&k->list[0], first->a[i])) {
            Ir *statement = operand(k, header, i);
            tree_retype(game, k->into, statement);
            ir_append(game, &all, statement);
        }
    }
    return all;
}

static void views(const Kind *k)
{
    const IrFn *first = k->list[0].rule;
    const Ir **value = arena_alloc(k->l->arena, k->n * sizeof *value);
    for (size_t v = 0; v < first->view.n; v++) {
        for (size_t i = 0; i < k->n; i++)
            value[i] = k->list[i].rule->view.at[v].value;
        IrMoveView view = {first->view.at[v].name, together(k, value)};
        tree_retype(k->l->game, k->into, view.value);
        vec_push(k->l->game->arena, &k->into->view, view);
    }
}

IrFn *merge_rule(Lower *l, const KindCase *list, size_t n)
{
    const IrFn *first = list[0].rule;
    const char *stem = arena_printf(l->arena, "%s_kind", stem_of(l, first->name));
    Kind k = {.l = l, .list = list, .n = n};
    k.into = ir_fn_add(l->game, IR_RULE, lower_fn_name(l, stem), first->ret);
    k.into->at = first->at;
    k.into->exempt = first->exempt;
    add_locals(&k);
    k.into->header = headers(&k);
    k.into->effect = slot(&k, offsetof(IrFn, effect));
    k.into->then = slot(&k, offsetof(IrFn, then));
    k.into->post = slot(&k, offsetof(IrFn, post));
    views(&k);
    return lower_share(l, k.into);
}
