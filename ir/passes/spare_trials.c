/* spare_trials.c - moves of which the old state says that they are legal are listed without a trial.
 *
 * Where a rule has `spared` (watched_sites.c), generator moves and those that it tries ask it for whole sets of moves:
 *
 *     emit slide(%from, in M)   ->   let %all = M
 *                                    if !(%from in %watched) && !any(%all & %watched_2) { untested { emit slide(%from, in %all) } }
 *                                    else { emit slide(%from, in %all) }
 *
 * Sets of watched sites are found once, before the statements that ask for them.  Playouts draw a move before they try it, so
 * lower_choose gets the generators as they were (spare_trials_undone). */
#include "ir/passes/spare_trials.h"

#include "ir/core/tree.h"
#include "ir/fold/fold.h"
#include "ir/passes/pass.h"

typedef struct {
    int fn, local;
} Found;

typedef struct {
    IrGame *game;
    IrFn *gen;
    VEC(Found) found; /* names for what functions give */
    bool *done;       /* by function */
    bool changed;
} Spare;

/* --- the condition --- */

/* In the generator: names of the header stand for their values, parameters for the operands of the emission. */
static Ir *asked(const Spare *s, const IrFn *rule, Ir *const *arg)
{
    IrGame *game = s->game;
    Ir **map = ARENA_ARRAY(game->arena, Ir *, rule->local.n + 1);
    for (int i = 0; i < rule->nparam; i++)
        map[i] = arg[i];
    for (int i = 0; rule->header && i < rule->header->n; i++)
        if (rule->header->a[i]->op == IR_OP_LET)
            map[rule->header->a[i]->k] = tree_remap(game, rule->header->a[i]->a[0], map);
    return tree_remap(game, rule->spared, map);
}

static Ir *name_calls(Spare *s, Ir *e)
{
    if (e->op == IR_OP_CALL && e->n == 0) {
        for (size_t i = 0; i < s->found.n; i++)
            if (s->found.at[i].fn == e->k)
                return ir_local(s->game, s->gen, s->found.at[i].local);
        const int local = ir_local_add(s->game, s->gen, "watched", e->type);
        vec_push(s->game->arena, &s->found, ((Found){(int)e->k, local}));
        return ir_local(s->game, s->gen, local);
    }
    for (int i = 0; i < e->n; i++)
        e->a[i] = name_calls(s, e->a[i]);
    return e;
}

/* Of all members of the set at once; NULL: it is no condition on the member alone. */
static Ir *of_all(const Spare *s, Ir *c, int member, const Ir *set)
{
    IrGame *game = s->game;
    if (c->op == IR_OP_AND) {
        Ir *a = of_all(s, c->a[0], member, set), *b = of_all(s, c->a[1], member, set);
        return a && b ? ir_op2(game, IR_OP_AND, a, b) : NULL;
    }
    if (!ir_uses_local(c, member))
        return c;
    const Ir *has = c->op == IR_OP_NOT ? c->a[0] : c;
    if (c->op != IR_OP_NOT || has->op != IR_OP_HAS || has->a[0]->op != IR_OP_LOCAL || has->a[0]->k != member || ir_uses_local(has->a[1], member) ||
        has->a[1]->type.space != set->type.space)
        return NULL;
    return ir_op1(game, IR_OP_NOT, ir_op1(game, IR_OP_ANY, ir_op2(game, IR_OP_MAND, ir_copy(game, set), has->a[1])));
}

/* --- emissions --- */

static Ir *block_of(Spare *s, Ir *statement)
{
    Ir *block = ir_block(s->game);
    ir_append(s->game, &block, statement);
    return block;
}

static Ir *either_way(Spare *s, Ir *c, Ir *emission)
{
    Ir *raw = block_of(s, ir_copy(s->game, emission));
    return ir_if(s->game, c, block_of(s, ir_node(s->game, s->gen, IR_OP_UNTESTED, 0, 1, &raw)), block_of(s, emission));
}

static Ir *emission(Spare *s, Ir *e)
{
    IrGame *game = s->game;
    const IrFn *rule = game->fn.at[e->k];
    const bool set = e->op == IR_OP_EMITSET;
    if (!rule->spared || !rule->post || e->n != rule->nparam)
        return e;
    for (int i = 0; i < e->n - set; i++)
        if (e->a[i]->op != IR_OP_INT && e->a[i]->op != IR_OP_LOCAL)
            return e;
    Ir **arg = arena_copy(game->arena, e->a, (size_t)e->n * sizeof *arg), *block = ir_block(game);
    s->changed = true;
    if (!set)
        return either_way(s, fold_tree(game, s->gen, name_calls(s, asked(s, rule, arg))), e);
    const int last = e->n - 1, all = ir_local_add(game, s->gen, "all", e->a[last]->type);
    const int member = ir_local_add(game, s->gen, rule->local.at[last].name, ir_site(game, e->a[last]->type.space));
    s->gen->local.at[member].type.lo = 0;
    arg[last] = ir_local(game, s->gen, member);
    Ir *c = fold_tree(game, s->gen, name_calls(s, asked(s, rule, arg))), *of = of_all(s, c, member, ir_local(game, s->gen, all));
    Ir *own = ir_copy(game, e);
    own->a[last] = arg[last];
    if (!of) {
        own = ir_call(game, IR_OP_EMIT, (int)e->k, e->n, own->a);
        return ir_k2(game, IR_OP_FOR, member, e->a[last], block_of(s, either_way(s, c, own)));
    }
    own->a[last] = ir_local(game, s->gen, all);
    ir_append(game, &block, ir_k1(game, IR_OP_LET, all, e->a[last]));
    ir_append(game, &block, either_way(s, of, own));
    return block;
}

/* --- generators --- */

static bool spares(const IrGame *game, const Ir *s)
{
    if (s->op == IR_OP_KEEP || s->op == IR_OP_BEST)
        return false;
    if (s->op == IR_OP_EMIT || s->op == IR_OP_EMITSET)
        return game->fn.at[s->k]->spared != NULL;
    for (int i = 0; i < s->n; i++)
        if (spares(game, s->a[i]))
            return true;
    return false;
}

static Ir *statement(Spare *s, Ir *e)
{
    if (e->op == IR_OP_EMIT || e->op == IR_OP_EMITSET)
        return emission(s, e);
    if (e->op == IR_OP_KEEP || e->op == IR_OP_BEST || !ir_op_info(e->op)->statement)
        return e;
    Ir *block = ir_block(s->game);
    for (int i = 0; i < e->n; i++)
        if (e->op != IR_OP_BLOCK)
            e->a[i] = statement(s, e->a[i]);
        else
            ir_append(s->game, &block, statement(s, e->a[i]));
    return e->op == IR_OP_BLOCK ? block : e;
}

/* The watched sites are found before the first statement that asks for them, and where all others are behind it. */
static Ir *spared_block(Spare *s, Ir *block)
{
    IrGame *game = s->game;
    int n = 0, at = -1;
    for (int i = 0; i < block->n; i++)
        if (spares(game, block->a[i])) {
            n++;
            at = at < 0 ? i : at;
        }
    if (n == 1 && (block->a[at]->op == IR_OP_IF || block->a[at]->op == IR_OP_PREFER)) {
        Ir *one = block->a[at];
        const int first = one->op == IR_OP_IF;
        const bool before = spares(game, one->a[first]), behind = one->n > first + 1 && spares(game, one->a[first + 1]);
        const int part = first + (before ? 0 : 1);
        if (before != behind && one->a[part]->op == IR_OP_BLOCK) {
            one->a[part] = spared_block(s, one->a[part]);
            return block;
        }
    }
    Ir *fresh = ir_block(game), *rest = ir_block(game);
    for (int i = 0; i < block->n; i++)
        if (i < at || at < 0)
            ir_append(game, &fresh, block->a[i]);
        else
            ir_append(game, &rest, statement(s, block->a[i]));
    for (size_t i = 0; i < s->found.n; i++)
        ir_append(game, &fresh, ir_k1(game, IR_OP_LET, s->found.at[i].local, ir_call(game, IR_OP_CALL, s->found.at[i].fn, 0, NULL)));
    for (int i = 0; i < rest->n; i++)
        ir_append(game, &fresh, rest->a[i]);
    return fresh;
}

static void tried(Spare *s, int number);

static void tried_below(Spare *s, const Ir *e)
{
    if (e->op == IR_OP_TRY && s->game->fn.at[e->k]->kind == IR_GEN)
        tried(s, (int)e->k);
    for (int i = 0; i < e->n; i++)
        tried_below(s, e->a[i]);
}

static void tried(Spare *s, int number)
{
    IrFn *gen = s->game->fn.at[number];
    if (s->done[number])
        return;
    s->done[number] = true;
    tried_below(s, gen->body);
    s->gen = gen;
    s->found.n = 0;
    if (gen->body->op == IR_OP_BLOCK && spares(s->game, gen->body))
        gen->body = spared_block(s, gen->body);
}

/* Is a move filtered behind its `post`?  Nothing is untested then. */
static bool looks_ahead(const IrGame *game, const Ir *e)
{
    if (e->op == IR_OP_KEEP || e->op == IR_OP_BEST)
        return true;
    for (int i = 0; i < e->n; i++)
        if (looks_ahead(game, e->a[i]))
            return true;
    return e->op == IR_OP_TRY && game->fn.at[e->k]->kind == IR_GEN && looks_ahead(game, game->fn.at[e->k]->body);
}

bool ir_pass_spare_trials(IrPass *pass)
{
    IrGame *game = pass->game;
    const int moves = ir_fn_find(game, "moves");
    Spare s = {.game = game, .done = ARENA_ARRAY(game->arena, bool, game->fn.n + 1)};
    if (!game->joint && moves >= 0 && !looks_ahead(game, game->fn.at[moves]->body))
        tried(&s, moves);
    for (size_t i = 0; i < game->fn.n; i++) {
        s.changed = s.changed || game->fn.at[i]->spared;
        game->fn.at[i]->spared = NULL;
    }
    return s.changed;
}

/* --- as it was --- */

/* if c { untested { emit r(.., in %all) } } else { emit r(.., in %all) }: the second one; NULL: another statement. */
static Ir *way_back(const Ir *s)
{
    const bool both = s->op == IR_OP_IF && s->n == 3 && s->a[1]->n == 1 && s->a[1]->a[0]->op == IR_OP_UNTESTED && s->a[2]->n == 1;
    return both ? s->a[2]->a[0] : NULL;
}

static Ir *with_set(IrGame *game, const Ir *emission, IrOp op, Ir *set)
{
    Ir **arg = arena_copy(game->arena, emission->a, (size_t)emission->n * sizeof *arg);
    arg[emission->n - 1] = ir_copy(game, set);
    return ir_call(game, op, (int)emission->k, emission->n, arg);
}

static Ir *undone(IrGame *game, const Ir *s)
{
    const Ir *inner = s->op == IR_OP_FOR && s->a[1]->n == 1 ? way_back(s->a[1]->a[0]) : NULL;
    if (inner && inner->op == IR_OP_EMIT && inner->a[inner->n - 1]->op == IR_OP_LOCAL && inner->a[inner->n - 1]->k == s->k)
        return with_set(game, inner, IR_OP_EMITSET, s->a[0]);
    if (way_back(s))
        return ir_copy(game, way_back(s));
    if (!ir_op_info(s->op)->statement)
        return ir_copy(game, s);
    Ir *copy = s->op == IR_OP_BLOCK ? ir_block(game) : tree_like(game, s);
    for (int i = 0; i < s->n; i++) {
        const Ir *next = s->op == IR_OP_BLOCK && i + 1 < s->n && s->a[i]->op == IR_OP_LET ? way_back(s->a[i + 1]) : NULL;
        if (next && next->op == IR_OP_EMITSET && next->a[next->n - 1]->op == IR_OP_LOCAL && next->a[next->n - 1]->k == s->a[i]->k)
            ir_append(game, &copy, with_set(game, next, IR_OP_EMITSET, s->a[i++]->a[0]));
        else if (s->op == IR_OP_BLOCK)
            ir_append(game, &copy, undone(game, s->a[i]));
        else
            copy->a[i] = undone(game, s->a[i]);
    }
    return copy;
}

/* Names that nobody reads any more. */
static Ir *less_names(IrGame *game, const Ir *root, const Ir *s)
{
    if (!ir_op_info(s->op)->statement)
        return ir_copy(game, s);
    Ir *copy = s->op == IR_OP_BLOCK ? ir_block(game) : tree_like(game, s);
    for (int i = 0; i < s->n; i++) {
        const Ir *one = s->a[i];
        if (s->op != IR_OP_BLOCK)
            copy->a[i] = less_names(game, root, one);
        else if (one->op != IR_OP_LET || one->a[0]->op != IR_OP_CALL || one->a[0]->n || ir_uses_local(root, (int)one->k))
            ir_append(game, &copy, less_names(game, root, one));
    }
    return copy;
}

Ir **spare_trials_undo(IrGame *game)
{
    Ir **spared = ARENA_ARRAY(game->arena, Ir *, game->fn.n + 1);
    for (size_t i = 0; i < game->fn.n; i++) {
        IrFn *fn = game->fn.at[i];
        if (fn->kind != IR_GEN || !tree_has_op(fn->body, IR_OP_UNTESTED))
            continue;
        spared[i] = fn->body;
        Ir *body = undone(game, fn->body);
        fn->body = less_names(game, body, body);
    }
    return spared;
}
