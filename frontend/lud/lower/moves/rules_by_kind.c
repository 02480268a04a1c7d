/* rules_by_kind.c - the moves of many pieces, by sites and what stands on them.
 *
 *     if @mover == 1 {                            for %from in filter(%at in all[site] :
 *       for %from in where(@what, 1) {                              $owner[@what[%at]] == @mover) {
 *         try step_1(0, %from) }           ->       for %kin in $kin_from[@what[%from]]
 *       for %from in where(@what, 1) {                        .. $kin_from[@what[%from] + 1] {
 *         try step_1(1, %from) } .. }                 try step_kind(%kin, %from) } }
 *     if @mover == 2 { .. try step_2 .. }
 *
 * Each piece brings rules of its own, which are few kinds (kind.c).  A game of hundreds
 * of pieces would be thousands of rules, most of the time from its text to its first move;
 * so its generators go over the mover's pieces and look up what each may do.  Games with
 * fewer rules keep them: every number known is better code. */
#include <stdlib.h>
#include <string.h>

#include "frontend/lud/lower/moves/merge_rules.h"
#include "frontend/lud/lower/moves/rule.h"
#include "ir/core/tree.h"

enum { MANY_RULES = 200, FEW_CASES = 8 };

/* `if mover == owner { for %from in where(@what, piece) & rest { try rule(..) } }` */
typedef struct {
    KindCase by;
    const Ir *loop; /* FOR */
    const Ir *rest; /* or NULL */
    const Ir *mover;
    int64_t piece;
    uint64_t shape;
    int family; /* -1: none */
} Leaf;

typedef struct {
    Lower *l;
    VEC(Leaf) leaf; /* of the block at hand */
    size_t nfamily;
} Kindred;

/* ---- leaves -------------------------------------------------------------------------------------------- */

/* The piece in `where(@what, piece)`, or 0. */
static int64_t piece_in(const Lower *l, const Ir *domain)
{
    return domain->op == IR_OP_WHERE && domain->k == l->sites->what && domain->a[0]->op == IR_OP_INT ? domain->a[0]->k
                                                                                                    : 0;
}

/* Do arguments that are constants stand for parameters without a domain? */
static bool gives_bare(const IrFn *rule, const Ir *try)
{
    for (int i = 0; i < rule->header->n; i++) {
        const Ir *s = rule->header->a[i];
        if (s->op == IR_OP_PARAM && s->k < try->n && try->a[s->k]->op == IR_OP_INT && s->n > 0)
            return false;
    }
    return true;
}

static bool read_leaf(const Lower *l, const Ir *node, int owner, Leaf *leaf)
{
    if (node->op != IR_OP_FOR || node->a[1]->n != 1 || node->a[1]->a[0]->op != IR_OP_TRY)
        return false;
    const Ir *domain = node->a[0], *rest = NULL;
    if (domain->op == IR_OP_MAND) {
        rest = domain->a[1];
        domain = domain->a[0];
    }
    const Ir *try = node->a[1]->a[0];
    const IrFn *rule = l->game->fn.at[try->k];
    *leaf = (Leaf){.by = {rule, try}, .loop = node, .rest = rest, .piece = piece_in(l, domain), .family = -1};
    return leaf->piece > 0 && rule->kind == IR_RULE && gives_bare(rule, try) &&
           l->sym->component.at[leaf->piece].owner == owner;
}

/* Whose pieces the statement is about; 0: it is another. */
static int owner_of(const Ir *node)
{
    bool guards = node->op == IR_OP_IF && node->n == 2 && node->a[0]->op == IR_OP_EQ && node->a[0]->a[1]->op == IR_OP_INT;
    return guards ? (int)node->a[0]->a[1]->k : 0;
}

static void find_leaves(Kindred *k, const Ir *block)
{
    for (int i = 0; i < block->n; i++) {
        int owner = owner_of(block->a[i]);
        const Ir *body = owner > 0 ? block->a[i]->a[1] : NULL;
        for (int j = 0; body && j < body->n; j++) {
            Leaf leaf;
            if (read_leaf(k->l, body->a[j], owner, &leaf)) {
                leaf.mover = block->a[i]->a[0]->a[0];
                leaf.shape = merge_shape(&leaf.by);
                vec_push(k->l->arena, &k->leaf, leaf);
            }
        }
    }
}

/* ---- families ------------------------------------------------------------------------------------------ */

static bool is_from(const Leaf *leaf, const Ir *arg)
{
    return arg->op == IR_OP_LOCAL && arg->k == leaf->loop->k;
}

static bool same_sites(const Leaf *a, const Leaf *b)
{
    return ir_equal(a->mover, b->mover) && (a->rest && b->rest ? ir_equal(a->rest, b->rest) : a->rest == b->rest);
}

/* Are the arguments alike that are not constants of the leaf? */
static bool same_arguments(const Leaf *a, const Leaf *b)
{
    if (a->by.try->n != b->by.try->n)
        return false;
    for (int i = 0; i < a->by.try->n; i++) {
        const Ir *x = a->by.try->a[i], *y = b->by.try->a[i];
        bool both = (x->op == IR_OP_INT && y->op == IR_OP_INT) || (is_from(a, x) && is_from(b, y));
        if (!both && (is_from(a, x) || is_from(b, y) || ir_uses_local(x, (int)a->loop->k) ||
                      ir_uses_local(y, (int)b->loop->k) || !ir_equal(x, y)))
            return false;
    }
    return true;
}

static void find_families(Kindred *k)
{
    for (size_t i = 0; i < k->leaf.n; i++) {
        Leaf *leaf = &k->leaf.at[i];
        for (size_t j = 0; j < i && leaf->family < 0; j++) {
            const Leaf *other = &k->leaf.at[j];
            if (other->shape == leaf->shape && same_sites(other, leaf) && same_arguments(other, leaf) &&
                merge_same(k->l->game, &other->by, &leaf->by))
                leaf->family = other->family;
        }
        leaf->family = leaf->family < 0 ? (int)k->nfamily++ : leaf->family;
    }
}

/* Those of few leaves are none. */
static void leave_few(Kindred *k)
{
    size_t *size = ARENA_ARRAY(k->l->arena, size_t, k->nfamily + 1);
    for (size_t i = 0; i < k->leaf.n; i++)
        size[k->leaf.at[i].family]++;
    for (size_t i = 0; i < k->leaf.n; i++)
        if (size[k->leaf.at[i].family] < FEW_CASES)
            k->leaf.at[i].family = -1;
}

static int by_piece(const void *a, const void *b)
{
    const Leaf *x = *(const Leaf *const *)a, *y = *(const Leaf *const *)b;
    return x->piece != y->piece ? (x->piece > y->piece) - (x->piece < y->piece) : (x > y) - (x < y);
}

/* `first[p] .. first[p + 1]` are the cases of piece p. */
static int first_of_pieces(Lower *l, const Leaf *const *list, size_t n)
{
    size_t pieces = l->sym->component.n, at = 0;
    int32_t *first = ARENA_ARRAY(l->arena, int32_t, pieces + 1);
    for (size_t p = 0; p <= pieces; p++) {
        while (at < n && (size_t)list[at]->piece < p)
            at++;
        first[p] = (int32_t)at;
    }
    return merge_table(l, "kin_from", pieces + 1, first);
}

/* `for %kin in $first[@what[%from]] .. { try rule(%kin, ..) }` */
static Ir *try_family(Kindred *k, int family, int from)
{
    Lower *l = k->l;
    IrGame *game = l->game;
    size_t n = 0;
    const Leaf **list = arena_alloc(l->arena, k->leaf.n * sizeof *list);
    for (size_t i = 0; i < k->leaf.n; i++)
        if (k->leaf.at[i].family == family)
            list[n++] = &k->leaf.at[i];
    qsort(list, n, sizeof *list, by_piece);
    KindCase *by = ARENA_ARRAY(l->arena, KindCase, n);
    for (size_t i = 0; i < n; i++)
        by[i] = list[i]->by;
    int first = first_of_pieces(l, list, n), rule = ir_fn_index(game, merge_rule(l, by, n));
    int kin = lw_new_local(l, "kin", ir_int(0, (int64_t)n - 1));
    const Ir *model = by[0].try;
    Ir **arg = ARENA_ARRAY(l->arena, Ir *, model->n + 1);
    int narg = 0;
    arg[narg++] = lw_local(l, kin);
    for (int i = 0; i < model->n; i++)
        if (model->a[i]->op != IR_OP_INT)
            arg[narg++] = is_from(list[0], model->a[i]) ? lw_local(l, from) : lw_copy(l, model->a[i]);
    Ir *block = ir_block(game);
    ir_append(game, &block, ir_call(game, IR_OP_TRY, rule, narg, arg));
    Ir *piece = ir_get(game, l->sites->what, lw_local(l, from));
    Ir *next = ir_op2(game, IR_OP_ADD, lw_copy(l, piece), lw_int(l, 1));
    return ir_node(game, l->fn, IR_OP_RANGE, kin, 3,
                   (Ir *[]){ir_tab(game, first, 1, &piece), ir_tab(game, first, 1, &next), block});
}

/* ---- generators ---------------------------------------------------------------------------------------- */

static bool is_taken(const Kindred *k, const Ir *loop)
{
    for (size_t i = 0; i < k->leaf.n; i++)
        if (k->leaf.at[i].loop == loop)
            return k->leaf.at[i].family >= 0;
    return false;
}

/* The block without the leaves of families. */
static Ir *others(const Kindred *k, const Ir *block)
{
    IrGame *game = k->l->game;
    Ir *all = ir_block(game);
    for (int i = 0; i < block->n; i++) {
        if (owner_of(block->a[i]) == 0) {
            ir_append(game, &all, block->a[i]);
            continue;
        }
        Ir *left = ir_block(game);
        const Ir *body = block->a[i]->a[1];
        for (int j = 0; j < body->n; j++)
            if (!is_taken(k, body->a[j]))
                ir_append(game, &left, body->a[j]);
        if (left->n > 0)
            ir_append(game, &all, ir_if(game, block->a[i]->a[0], left, NULL));
    }
    return all;
}

/* The sites of the mover's pieces. */
static Ir *movers(Lower *l, const Ir *mover)
{
    int at = lw_new_local(l, "at", lower_site_type(l));
    Ir *piece = ir_get(l->game, l->sites->what, lw_local(l, at));
    Ir *own = ir_op2(l->game, IR_OP_EQ, ir_tab(l->game, l->sym->table_owner, 1, &piece), lw_copy(l, mover));
    return ir_k2(l->game, IR_OP_FILTER, at, ir_k0(l->game, IR_OP_ALL, l->sym->space_site), own);
}

/* A loop over the sites for the families that share them, from the first one on. */
static void loop_for(Kindred *k, size_t leaf, bool *done, Ir **block)
{
    Lower *l = k->l;
    const Leaf *first = &k->leaf.at[leaf];
    int from = lw_new_local(l, "from", l->fn->local.at[first->loop->k].type);
    Ir *body = ir_block(l->game);
    for (size_t i = leaf; i < k->leaf.n; i++) {
        const Leaf *other = &k->leaf.at[i];
        if (other->family >= 0 && !done[other->family] && same_sites(first, other)) {
            done[other->family] = true;
            ir_append(l->game, &body, try_family(k, other->family, from));
        }
    }
    Ir *sites = movers(l, first->mover);
    sites = first->rest ? ir_op2(l->game, IR_OP_MAND, sites, lw_copy(l, first->rest)) : sites;
    ir_append(l->game, block, ir_k2(l->game, IR_OP_FOR, from, sites, body));
}

static Ir *kindred_block(Kindred *k, Ir *block)
{
    for (int i = 0; i < block->n; i++) {
        for (int j = 0; j < block->a[i]->n; j++)
            if (block->a[i]->a[j]->op == IR_OP_BLOCK)
                block->a[i]->a[j] = kindred_block(k, block->a[i]->a[j]);
        block->a[i] = block->a[i]->op == IR_OP_BLOCK ? kindred_block(k, block->a[i]) : block->a[i];
    }
    k->leaf.n = k->nfamily = 0;
    find_leaves(k, block);
    find_families(k);
    leave_few(k);
    Ir *made = others(k, block);
    bool *done = ARENA_ARRAY(k->l->arena, bool, k->nfamily + 1);
    for (size_t i = 0; i < k->leaf.n; i++)
        if (k->leaf.at[i].family >= 0 && !done[k->leaf.at[i].family])
            loop_for(k, i, done, &made);
    return made;
}

/* ---- the game ------------------------------------------------------------------------------------------ */

static void mark_called(const Ir *node, bool *called)
{
    if (node->op == IR_OP_TRY || node->op == IR_OP_EXISTS)
        called[node->k] = true;
    for (int i = 0; i < node->n; i++)
        mark_called(node->a[i], called);
}

/* Rules that nothing tries any more go, with their tables. */
static void drop_untried(Lower *l)
{
    IrGame *game = l->game;
    bool *fn = ARENA_ARRAY(l->arena, bool, game->fn.n), *field = ARENA_ARRAY(l->arena, bool, game->field.n);
    memset(field, true, game->field.n);
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t n = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < n; j++)
            mark_called(*slot[j].slot, fn);
    }
    for (size_t i = 0; i < game->fn.n; i++)
        fn[i] = fn[i] || game->fn.at[i]->kind != IR_RULE;
    ir_compact(game, field, fn);
}

static size_t rules_of(const IrGame *game)
{
    size_t n = 0;
    for (size_t i = 0; i < game->fn.n; i++)
        n += game->fn.at[i]->kind == IR_RULE;
    return n;
}

void lower_kindred(Lower *l)
{
    if (rules_of(l->game) < MANY_RULES)
        return;
    Kindred k = {.l = l};
    for (size_t i = 0, n = l->game->fn.n; i < n; i++) {
        l->fn = l->game->fn.at[i];
        if (l->fn->kind == IR_GEN)
            l->fn->body = kindred_block(&k, l->fn->body);
    }
    l->fn = NULL;
    drop_untried(l);
}
