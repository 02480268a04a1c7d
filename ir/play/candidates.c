/* candidates.c - what a plan that tries moves draws from, for those who draw by themselves: generator `candidates`, and procedure `allowed`, which
 * plays a candidate where it is legal. */
#include "ir/play/choose.h"

/* --- the generator --- */

static void list_leaf(Chooser *c, const Ir *s, bool trials)
{
    Ir *moves = choose_copy(c, s);
    if (!trials) {
        low_add(&c->w, moves);
        return;
    }
    Ir *block = ir_block(c->w.game);
    ir_append(c->w.game, &block, moves);
    low_add(&c->w, ir_node(c->w.game, c->w.fn, IR_OP_UNTESTED, 0, 1, &block));
}

static Ir *inside(Chooser *c, const Ir *s)
{
    Ir *outer = low_open(&c->w);
    choose_follow(c, s);
    return low_close(&c->w, outer);
}

static void list_prefer(Chooser *c, const Ir *s)
{
    Ir *part[] = {inside(c, s->a[0]), inside(c, s->a[1])};
    low_add(&c->w, ir_node(c->w.game, c->w.fn, IR_OP_PREFER, 0, 2, part));
}

static const ChooseUse listing = {list_leaf, list_prefer, false};

/* --- the procedure --- */

/* What a statement reads of its place becomes parameters of a generator; their number. */
static int bring(Chooser *inner, const Chooser *c, const Ir *e, Ir **arg, int n)
{
    if (e->op == IR_OP_LOCAL && c->defined[e->k] && !inner->defined[e->k]) {
        const Ir *own = c->map[e->k];
        const IrLocal *local = &c->w.fn->local.at[own->k];
        inner->map[e->k] = low_get(&inner->w, low_param(&inner->w, local->name, local->type));
        inner->defined[e->k] = true;
        arg[n++] = ir_copy(c->w.game, own);
    }
    for (int i = 0; i < e->n; i++)
        n = bring(inner, c, e->a[i], arg, n);
    return n;
}

/* Has the statement a candidate? */
static Ir *any_candidate(const Chooser *c, const Ir *s)
{
    IrGame *game = c->w.game;
    Chooser inner = *c;
    inner.use = &listing;
    inner.w = low_begin(c->trials->low, "preferred", (IrType){.kind = IR_VOID}, IR_HINT_NONE);
    inner.w.fn->kind = IR_GEN;
    inner.map = ARENA_ARRAY(game->arena, Ir *, c->gen->local.n + 1);
    inner.defined = ARENA_ARRAY(game->arena, bool, c->gen->local.n + 1);
    Ir **arg = ARENA_ARRAY(game->arena, Ir *, c->gen->local.n + 1);
    const int n = bring(&inner, c, s, arg, 0);
    for (size_t i = 0; i < c->gen->local.n; i++)
        if (!inner.defined[i])
            inner.map[i] = ir_local(game, inner.w.fn, ir_local_add(game, inner.w.fn, c->gen->local.at[i].name, c->gen->local.at[i].type));
    choose_follow(&inner, s);
    return ir_call(game, IR_OP_EXISTS, low_end(&inner.w), n, arg);
}

static void allow_leaf(Chooser *c, const Ir *s, bool trials)
{
    IrGame *game = c->w.game;
    Ir *move = low_get(&c->w, 0);
    low_ret(&c->w, trials ? ir_call(game, IR_OP_CALL, choose_try_code(c, s), 1, &move) : ir_const(game, 1));
}

/* Where the first block has candidates it is one of them. */
static void allow_prefer(Chooser *c, const Ir *s)
{
    Ir *some = any_candidate(c, s->a[0]), *outer = low_open(&c->w);
    choose_follow(c, s->a[0]);
    low_if(&c->w, outer, some);
    choose_follow(c, s->a[1]);
}

static const ChooseUse allowing = {allow_leaf, allow_prefer, true};

void choose_candidates(Chooser *c)
{
    c->use = &listing;
    c->w.fn->kind = IR_GEN;
    c->w.fn->ret = (IrType){.kind = IR_VOID};
    choose_follow(c, c->gen->body);
}

void choose_allowed(Chooser *c)
{
    IrCode *code;
    size_t n;
    c->use = &allowing;
    low_param(&c->w, "move", low_code_type(c->w.game, &code, &n));
    c->map = tree_rename_map(c->w.game, c->gen, c->w.fn, 0);
    choose_follow(c, c->gen->body);
    low_ret(&c->w, ir_const(c->w.game, 0));
}
