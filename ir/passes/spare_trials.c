/* spare_trials.c - moves of which the old state says that they are legal are listed without a trial.
 *
 * Where a rule has `spared` (watched_sites.c), generator moves and those that it tries ask it for whole sets of moves, and for single
 * ones where that does not do:
 *
 *     emit slide(%from, in M)   ->   let %all = M
 *                                    if !(%from in %watched) && !any(%all & %watched_2) { untested { emit slide(%from, in %all) } }
 *                                    else {
 *                                      for %to in %all {
 *                                        if !(%from in %watched) && !(%to in %watched_2) { untested { emit slide(%from, %to) } }
 *                                        else { emit slide(%from, %to) }
 *                                      }
 *                                    }
 *
 * Sets of watched sites are found once, before the statements of generator moves that ask for them; generators that it tries get them as
 * parameters, in copies.  Playouts draw a move before they try it; lower_choose reads the generators before. */
#include "ir/core/tree.h"
#include "ir/fold/fold.h"
#include "ir/passes/pass.h"

/* A function that gives a set of watched sites, and the name of that in the generator that is written. */
typedef struct {
    int fn, local;
} Watching;

typedef struct {
    IrGame *game;
    IrFn *gen;
    VEC(Watching) watching;
    int *copy; /* by generator: a copy with such sets as its last parameters; or 0 */
    bool changed;
} Spare;

/* --- the condition --- */

/* In the generator: operands of the emission in place of the parameters. */
static Ir *asked(const Spare *s, const IrFn *rule, Ir *const *arg)
{
    Ir **map = ARENA_ARRAY(s->game->arena, Ir *, rule->local.n + 1);
    for (int i = 0; i < rule->nparam; i++)
        map[i] = arg[i];
    (void)tree_own_names(s->game, rule, s->gen, rule->spared, map);
    return tree_remap(s->game, rule->spared, map);
}

static Ir *name_calls(const Spare *s, Ir *e)
{
    for (size_t i = 0; i < s->watching.n && e->op == IR_OP_CALL; i++)
        if (s->watching.at[i].fn == e->k)
            return ir_local(s->game, s->gen, s->watching.at[i].local);
    for (int i = 0; i < e->n; i++)
        e->a[i] = name_calls(s, e->a[i]);
    return e;
}

/* The parts of a condition that ask for the member, or those that do not; NULL: none. */
static Ir *parts(const Spare *s, Ir *c, int member, bool with)
{
    if (c->op != IR_OP_AND)
        return ir_uses_local(c, member) == with ? c : NULL;
    Ir *a = parts(s, c->a[0], member, with), *b = parts(s, c->a[1], member, with);
    return a && b ? ir_op2(s->game, IR_OP_AND, a, b) : a ? a : b;
}

/* Of all members of the set at once; NULL: it is no condition on the member alone. */
static Ir *of_all(const Spare *s, Ir *c, int member, const Ir *set)
{
    IrGame *game = s->game;
    if (c->op == IR_OP_AND) {
        Ir *a = of_all(s, c->a[0], member, set), *b = of_all(s, c->a[1], member, set);
        return a && b ? ir_op2(game, IR_OP_AND, a, b) : NULL;
    }
    const Ir *has = c->op == IR_OP_NOT ? c->a[0] : c;
    if (c->op != IR_OP_NOT || has->op != IR_OP_HAS || has->a[0]->op != IR_OP_LOCAL || has->a[0]->k != member || ir_uses_local(has->a[1], member) ||
        has->a[1]->type.space != set->type.space)
        return NULL;
    return ir_op1(game, IR_OP_NOT, ir_op1(game, IR_OP_ANY, ir_op2(game, IR_OP_MAND, ir_copy(game, set), ir_copy(game, has->a[1]))));
}

/* --- emissions --- */

static Ir *block_of(Spare *s, Ir *statement) { return tree_block(s->game, &statement, 1); }

static Ir *untested(Spare *s, const Ir *emission)
{
    Ir *raw = block_of(s, ir_copy(s->game, emission));
    return block_of(s, ir_node(s->game, s->gen, IR_OP_UNTESTED, 0, 1, &raw));
}

/* One move for each member of the set in local `all`.  c: on one member, local `member`. */
static Ir *one_by_one(Spare *s, const Ir *emission, Ir *c, int all, int member)
{
    IrGame *game = s->game;
    Ir **arg = arena_copy(game->arena, emission->a, (size_t)emission->n * sizeof *arg);
    arg[emission->n - 1] = ir_local(game, s->gen, member);
    Ir *one = ir_call(game, IR_OP_EMIT, (int)emission->k, emission->n, arg);
    return ir_k2(game, IR_OP_FOR, member, ir_local(game, s->gen, all), block_of(s, ir_if(game, c, untested(s, one), block_of(s, one))));
}

/* emission: its last operand is local `all`. */
static Ir *set_of_moves(Spare *s, Ir *emission, Ir *c, int all, int member)
{
    IrGame *game = s->game;
    Ir *rest = parts(s, c, member, false), *own = parts(s, c, member, true), *of = own ? of_all(s, own, member, ir_local(game, s->gen, all)) : NULL;
    if (!own)
        return ir_if(game, rest, untested(s, emission), block_of(s, emission));
    Ir *each = one_by_one(s, emission, c, all, member);
    if (!of)
        return each;
    return ir_if(game, rest ? ir_op2(game, IR_OP_AND, ir_copy(game, rest), of) : of, untested(s, emission), block_of(s, each));
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
        return ir_if(game, fold_tree(game, s->gen, name_calls(s, asked(s, rule, arg))), untested(s, e), block_of(s, e));
    const int last = e->n - 1, all = ir_local_add(game, s->gen, "all", e->a[last]->type);
    const int member = ir_local_add(game, s->gen, rule->local.at[last].name, ir_site(game, e->a[last]->type.space));
    s->gen->local.at[member].type.lo = 0;
    arg[last] = ir_local(game, s->gen, member);
    Ir *c = fold_tree(game, s->gen, name_calls(s, asked(s, rule, arg))), *own = ir_copy(game, e);
    own->a[last] = ir_local(game, s->gen, all);
    ir_append(game, &block, ir_k1(game, IR_OP_LET, all, e->a[last]));
    Ir *moves = set_of_moves(s, own, c, all, member);
    if (tree_reads_state(c)) /* where no move keeps the guards, what it reads need not be there */
        moves = ir_if(game, ir_op1(game, IR_OP_ANY, ir_local(game, s->gen, all)), block_of(s, moves), NULL);
    ir_append(game, &block, moves);
    return block;
}

/* --- generators --- */

static bool spares(const IrGame *game, const Ir *s)
{
    if (s->op == IR_OP_KEEP || s->op == IR_OP_BEST)
        return false;
    if (s->op == IR_OP_EMIT || s->op == IR_OP_EMITSET)
        return game->fn.at[s->k]->spared != NULL;
    if (s->op == IR_OP_TRY)
        return game->fn.at[s->k]->kind == IR_GEN && spares(game, game->fn.at[s->k]->body);
    for (int i = 0; i < s->n; i++)
        if (spares(game, s->a[i]))
            return true;
    return false;
}

static Ir *statement(Spare *s, Ir *e);

static void name_watching(Spare *s)
{
    for (size_t i = 0; i < s->watching.n; i++)
        s->watching.at[i].local = ir_local_add(s->game, s->gen, "watched", s->game->fn.at[s->watching.at[i].fn]->ret);
}

static int copy_of(Spare *s, int number)
{
    IrGame *game = s->game;
    const IrFn *gen = game->fn.at[number];
    IrFn *outer = s->gen;
    Watching *names = arena_copy(game->arena, s->watching.at, s->watching.n * sizeof *names);
    s->gen = ir_fn_add(game, IR_GEN, ir_fn_fresh_name(game, gen->name), gen->ret);
    s->copy[number] = ir_fn_index(game, s->gen);
    s->gen->at = gen->at;
    for (int i = 0; i < gen->nparam; i++)
        (void)ir_local_add(game, s->gen, gen->local.at[i].name, gen->local.at[i].type);
    name_watching(s);
    s->gen->nparam = gen->nparam + (int)s->watching.n;
    Ir **map = tree_rename_map(game, gen, s->gen, gen->nparam);
    s->gen->body = statement(s, tree_remap(game, gen->body, map));
    s->gen = outer;
    for (size_t i = 0; i < s->watching.n; i++)
        s->watching.at[i] = names[i];
    return s->copy[number];
}

static Ir *tried(Spare *s, Ir *try)
{
    IrGame *game = s->game;
    if (!spares(game, try))
        return try;
    const int n = try->n + (int)s->watching.n, fn = s->copy[try->k] ? s->copy[try->k] : copy_of(s, (int)try->k);
    Ir **arg = ARENA_ARRAY(game->arena, Ir *, n + 1);
    for (int i = 0; i < n; i++)
        arg[i] = i < try->n ? try->a[i] : ir_local(game, s->gen, s->watching.at[i - try->n].local);
    return ir_call(game, IR_OP_TRY, fn, n, arg);
}

static Ir *statement(Spare *s, Ir *e)
{
    if (e->op == IR_OP_EMIT || e->op == IR_OP_EMITSET)
        return emission(s, e);
    if (e->op == IR_OP_TRY)
        return tried(s, e);
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
    Ir *fresh = ir_block(game);
    name_watching(s);
    for (int i = 0; i < block->n; i++) {
        for (size_t j = 0; i == at && j < s->watching.n; j++)
            ir_append(game, &fresh, ir_k1(game, IR_OP_LET, s->watching.at[j].local, ir_call(game, IR_OP_CALL, s->watching.at[j].fn, 0, NULL)));
        ir_append(game, &fresh, i < at ? block->a[i] : statement(s, block->a[i]));
    }
    return fresh;
}

static void note_watching(Spare *s, const Ir *e)
{
    bool known = e->op != IR_OP_CALL || e->n;
    for (size_t i = 0; i < s->watching.n && !known; i++)
        known = s->watching.at[i].fn == e->k;
    if (!known)
        vec_push(s->game->arena, &s->watching, ((Watching){.fn = (int)e->k}));
    for (int i = 0; i < e->n; i++)
        note_watching(s, e->a[i]);
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
    Spare s = {.game = game, .copy = ARENA_ARRAY(game->arena, int, game->fn.n + 1)};
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i]->spared)
            note_watching(&s, game->fn.at[i]->spared);
    if (!game->joint && moves >= 0 && !looks_ahead(game, game->fn.at[moves]->body) && game->fn.at[moves]->body->op == IR_OP_BLOCK &&
        spares(game, game->fn.at[moves]->body)) {
        s.gen = game->fn.at[moves];
        s.gen->body = spared_block(&s, s.gen->body);
    }
    for (size_t i = 0; i < game->fn.n; i++) {
        s.changed = s.changed || game->fn.at[i]->spared;
        game->fn.at[i]->spared = NULL;
    }
    return s.changed;
}
