/* headers.c - the search of a rule as loops around its emission.
 *
 *     rule step(%from, %to) {
 *       param %from in where(@what, 1)      for %from in where(@what, 1) {
 *       param %to in $next[%from]      ->     for %to in $next[%from] {
 *       when @what[%to] == 0 .. }               if @what[%to] == 0 { emit step(%from, %to) } } }
 *
 * A parameter that the caller binds is tested for membership instead.  What a rule's `post` asks stays
 * with the rule: `emit` tests it. */
#include "ir/fold/fold.h"
#include "ir/lower/lower_impl.h"

typedef struct {
    IrGame *game;
    IrFn *gen; /* receives the statements */
    const IrFn *rule;
    Ir **map;   /* the rule's locals as names in the generator */
    int nbound; /* leading parameters given by the caller */
    bool sets;  /* a last parameter over a set is emitted as a set; only what is asked for gets a name */
} Header;

static Ir *copied(const Header *h, const Ir *tree)
{
    return tree_remap(h->game, tree, h->map);
}

/* Is the given value a member of the parameter's domain? */
static Ir *membership(const Header *h, const Ir *param)
{
    IrGame *g = h->game;
    Ir *value = ir_copy(g, h->map[param->k]);
    if (param->n == 2)
        return ir_op2(g, IR_OP_AND, ir_op2(g, IR_OP_GE, value, copied(h, param->a[0])),
                      ir_op2(g, IR_OP_LT, ir_copy(g, value), copied(h, param->a[1])));
    Ir *set = copied(h, param->a[0]);
    if (set->type.kind == IR_VEC)
        set = ir_k1(g, IR_OP_ROWMASK, set->type.space, set);
    return ir_op2(g, IR_OP_HAS, value, set);
}

static Ir *emission(const Header *h, Ir *set)
{
    int n = h->rule->nparam;
    Ir **args = ARENA_ARRAY(h->game->arena, Ir *, n + 1);
    for (int i = 0; i < n; i++)
        args[i] = set && i == n - 1 ? set : ir_copy(h->game, h->map[i]);
    Ir *emit = ir_call(h->game, set ? IR_OP_EMITSET : IR_OP_EMIT, ir_fn_index(h->game, h->rule), n, args);
    emit->at = h->rule->at;
    return emit;
}

/* Does a guard or a domain from statement `from` on need the local? */
static bool is_asked(const IrFn *rule, int64_t local, int from)
{
    for (int i = from; i < rule->header->n; i++) {
        const Ir *s = rule->header->a[i];
        if (tree_reads(s, (int)local) && (s->op != IR_OP_LET || is_asked(rule, s->k, i + 1)))
            return true;
    }
    return false;
}

/* Are all members of this domain moves: no guard and no parameter follow? */
static bool ends_in_set(const Header *h, int i)
{
    const IrFn *rule = h->rule;
    const Ir *param = rule->header->a[i];
    bool all = h->sets && param->n == 1 && param->a[0]->type.kind == IR_MASK && param->k == rule->nparam - 1;
    for (i++; all && i < rule->header->n; i++)
        all = rule->header->a[i]->op == IR_OP_LET;
    return all;
}

static Ir *expand_from(const Header *h, int i);

static Ir *expand_param(const Header *h, const Ir *param, int i)
{
    IrGame *g = h->game;
    bool bound = param->k < h->nbound;
    if (bound && param->n == 0)
        return expand_from(h, i + 1);
    if (bound)
        return ir_if(g, membership(h, param), expand_from(h, i + 1), NULL);
    int64_t local = h->map[param->k]->k;
    Ir *first = copied(h, param->a[0]);
    if (ends_in_set(h, i))
        return emission(h, first);
    if (param->n == 1)
        return ir_k2(g, IR_OP_FOR, local, first, expand_from(h, i + 1));
    Ir *end = copied(h, param->a[1]);
    return ir_node(g, h->gen, IR_OP_RANGE, local, 3, (Ir *[]){first, end, expand_from(h, i + 1)});
}

/* The header from statement i on, as a block. */
static Ir *expand_from(const Header *h, int i)
{
    IrGame *g = h->game;
    const Ir *header = h->rule->header;
    Ir *rest = NULL;
    if (i == header->n)
        return tree_block(g, (Ir *[]){emission(h, NULL)}, 1);
    const Ir *s = header->a[i];
    switch (s->op) {
    case IR_OP_PARAM: rest = expand_param(h, s, i); break;
    case IR_OP_WHEN: rest = ir_if(g, copied(h, s->a[0]), expand_from(h, i + 1), NULL); break;
    default: /* LET */
        if (h->sets && !is_asked(h->rule, s->k, i + 1))
            return expand_from(h, i + 1);
        rest = copied(h, s);
        return tree_block(g, (Ir *[]){rest, expand_from(h, i + 1)}, 2);
    }
    rest->at = s->at;
    return tree_block(g, &rest, 1);
}

bool ir_header_in_reach(const IrFn *rule, int nbound)
{
    for (int i = 0; i < rule->header->n; i++) {
        const Ir *s = rule->header->a[i];
        if (s->op == IR_OP_PARAM && s->n == 0 && s->k >= nbound)
            return false;
    }
    return true;
}

Ir *ir_lower_header(IrGame *game, IrFn *gen, const IrFn *rule, Ir **map, int nbound, bool sets)
{
    const Header h = {game, gen, rule, map, nbound, sets};
    return expand_from(&h, 0);
}

/* ---- generators of rules --------------------------------------------------------------- */

/* The generator of a rule of which so many parameters are given. */
static int need_search(Low *l, int rule, int nbound)
{
    IrGame *game = l->game;
    const IrFn *fn = game->fn.at[rule];
    const char *key = arena_printf(game->arena, nbound ? "search_%s_of_%d" : "search_%s", fn->name, nbound);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    LowWriter w = low_begin(l, key, (IrType){.kind = IR_VOID}, IR_HINT_NONE);
    w.fn->kind = IR_GEN;
    w.fn->at = fn->at;
    Ir **map = ARENA_ARRAY(game->arena, Ir *, fn->local.n + 1);
    for (int i = 0; i < nbound; i++)
        map[i] = low_get(&w, low_param(&w, fn->local.at[i].name, fn->local.at[i].type));
    Ir **others = tree_rename_map(game, fn, w.fn, nbound);
    for (size_t i = (size_t)nbound; i < fn->local.n; i++)
        map[i] = others[i];
    IrFn *outer = l->fn;
    l->fn = w.fn;
    w.block = low_tree(l, ir_lower_header(game, w.fn, fn, map, nbound, true)); /* it may ask for other rules */
    l->fn = outer;
    const int gen = low_end(&w);
    fold_function(game, w.fn); /* tests of given values that their types decide */
    return low_made(l, key, gen);
}

/* ---- what is left of headers ----------------------------------------------------------- */

static bool note_search(const Ir *node, const IrOpInfo *op, void *data)
{
    bool *searched = data;
    (void)op;
    if (node->op == IR_OP_TRY || node->op == IR_OP_EXISTS)
        searched[node->k] = true;
    return false;
}

/* A guard that a name is not negative, or above something, holds of every move: its type says so from here on. */
static void keep_bounds(IrFn *rule, const Ir *guard)
{
    if (guard->op == IR_OP_AND) {
        keep_bounds(rule, guard->a[0]);
        keep_bounds(rule, guard->a[1]);
    }
    if ((guard->op != IR_OP_GE && guard->op != IR_OP_GT) || guard->a[0]->op != IR_OP_LOCAL || guard->a[1]->op != IR_OP_INT ||
        guard->a[0]->k < rule->nparam)
        return;
    IrType *type = &rule->local.at[guard->a[0]->k].type;
    const int64_t least = guard->a[1]->k + (guard->op == IR_OP_GT);
    type->lo = type->lo < least && least <= type->hi ? least : type->lo;
}

/* Without domains and guards. */
static Ir *names_alone(IrGame *game, IrFn *rule)
{
    const Ir *header = rule->header;
    Ir *block = ir_block(game);
    for (int i = 0; i < header->n; i++) {
        Ir *s = header->a[i];
        if (s->op == IR_OP_PARAM && s->n)
            s = ir_node(game, NULL, IR_OP_PARAM, s->k, 0, NULL);
        if (s->op == IR_OP_WHEN)
            keep_bounds(rule, s->a[0]);
        else
            ir_append(game, &block, s);
    }
    return block;
}

bool low_headers_alone(IrGame *game)
{
    bool *searched = ARENA_ARRAY(game->arena, bool, game->fn.n + 1), changed = false;
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t slots = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < slots; j++)
            if (*slot[j].slot)
                ir_visit_refs(*slot[j].slot, note_search, searched);
    }
    for (size_t i = 0; i < game->fn.n; i++) {
        IrFn *fn = game->fn.at[i];
        if (fn->kind != IR_RULE || searched[i])
            continue;
        fn->header = names_alone(game, fn);
        changed = true;
    }
    return changed;
}

/* ---- generators instead of rules -------------------------------------------------------- */

Ir *low_headers(Low *l, Ir *e)
{
    if ((e->op != IR_OP_TRY && e->op != IR_OP_EXISTS) || l->game->fn.at[e->k]->kind != IR_RULE ||
        !ir_header_in_reach(l->game->fn.at[e->k], e->n))
        return NULL;
    const int gen = need_search(l, (int)e->k, e->n);
    LowArgs args = {.n = 0};
    for (int i = 0; i < e->n; i++)
        low_arg(l, &args, e->a[i]);
    Ir *call = ir_call(l->game, e->op, gen, args.n, args.at);
    call->at = e->at;
    l->changed = true;
    return call;
}
