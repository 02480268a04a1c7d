/* choose.c - how a playout plays one random move: a procedure `choose`, and, where a plan draws before it asks what must hold, another
 * one `choose_tested`, which draws from the legal moves alone.
 *
 * The body of gen moves is followed down to the statements whose emissions are drawn from together (ir/plan/plan.h).  Those that are
 * sets in a row are written out (choose_run.c); others are left to a list, `choose {..}`. */
#include "ir/lower/choose.h"

#include "ir/analysis/shape.h"

int choose_local(const Chooser *c, int64_t local)
{
    const IrLocal *of = &c->gen->local.at[local];
    if (c->defined[local])
        c->map[local] = ir_local(c->w.game, c->w.fn, ir_local_add(c->w.game, c->w.fn, of->name, of->type));
    c->defined[local] = true;
    return (int)c->map[local]->k;
}

/* What a tree binds for itself. */
static void name_bound(const Chooser *c, const Ir *e)
{
    if (ir_gives_local(e) && e->op != IR_OP_SET)
        choose_local(c, e->k);
    for (int i = 0; i < e->n; i++)
        name_bound(c, e->a[i]);
}

Ir *choose_copy(const Chooser *c, const Ir *tree)
{
    name_bound(c, tree);
    return tree_remap(c->w.game, tree, c->map);
}

void choose_statement(Chooser *c, const Ir *s)
{
    low_add(&c->w, choose_copy(c, s));
}

static void follow(Chooser *c, const Ir *s);

/* Not in a row: a list of them. */
static void draw_list(Chooser *c, const Ir *s, bool trials)
{
    Ir *block = ir_block(c->w.game);
    ir_append(c->w.game, &block, choose_copy(c, s));
    low_add(&c->w, ir_node(c->w.game, c->w.fn, IR_OP_CHOOSE, !trials ? 0 : c->fall ? 1 : 2, 1, &block));
}

static void leaf(Chooser *c, const Ir *s, bool trials)
{
    if (shape_in_a_row(c->w.game, s, trials))
        choose_run(c, s, trials);
    else
        draw_list(c, s, trials);
}

/* Where the first block has candidates they alone count. */
static void prefer(Chooser *c, const Ir *s)
{
    const bool fall = c->fall;
    c->fall = fall && !ir_is_tested(c->w.game, s->a[1]);
    follow(c, s->a[0]);
    c->fall = fall;
    follow(c, s->a[1]);
}

static void condition(Chooser *c, const Ir *s)
{
    LowWriter *w = &c->w;
    Ir *test = choose_copy(c, s->a[0]), *outer = low_open(w);
    follow(c, s->a[1]);
    Ir *yes = low_close(w, outer);
    outer = low_open(w);
    if (s->n > 2)
        follow(c, s->a[2]);
    low_if_else(w, outer, test, yes);
}

/* A generator in place of its call. */
static void enter(Chooser *c, const Ir *call)
{
    Chooser inner = *c;
    inner.gen = c->w.game->fn.at[call->k];
    inner.map = tree_rename_map(c->w.game, inner.gen, c->w.fn, 0);
    inner.defined = ARENA_ARRAY(c->w.game->arena, bool, inner.gen->local.n + 1);
    for (int i = 0; i < call->n; i++)
        low_add(&inner.w, ir_k1(c->w.game, IR_OP_LET, choose_local(&inner, i), choose_copy(c, call->a[i])));
    follow(&inner, inner.gen->body);
    c->w = inner.w;
}

static void follow(Chooser *c, const Ir *s)
{
    const IrDraw how = ir_draw(c->w.game, s);
    if (how == IR_DRAW_NOTHING)
        return;
    if (how != IR_DRAW_STEPS) {
        leaf(c, s, how == IR_DRAW_TRIALS);
    } else if (s->op == IR_OP_IF) {
        condition(c, s);
    } else if (s->op == IR_OP_PREFER) {
        prefer(c, s);
    } else if (s->op == IR_OP_TRY) {
        enter(c, s);
    } else {
        for (int i = 0; i < s->n; i++)
            if (ir_draw(c->w.game, s->a[i]) == IR_DRAW_NOTHING)
                choose_statement(c, s->a[i]);
            else
                follow(c, s->a[i]);
    }
}

/* All legal moves, whatever the plan: a list of them is made as the generator of all moves says. */
static void draw_tested(Chooser *c)
{
    if (shape_choice(c->w.game).by == CHOICE_ROW) {
        choose_run(c, c->gen->body, false);
        return;
    }
    Ir *all = ir_call(c->w.game, IR_OP_TRY, ir_fn_index(c->w.game, c->gen), 0, NULL), *block = ir_block(c->w.game);
    ir_append(c->w.game, &block, all);
    low_add(&c->w, ir_node(c->w.game, c->w.fn, IR_OP_CHOOSE, 0, 1, &block));
}

/* planned: as the plan says. */
static int procedure(Low *l, const char *name, bool planned, int tested)
{
    Chooser c = {.w = low_begin(l, name, ir_bit(), IR_HINT_NONE), .gen = l->fn, .kept = -1, .fall = true, .tested = tested};
    c.w.fn->kind = IR_PROC;
    c.map = tree_rename_map(l->game, c.gen, c.w.fn, 0);
    c.defined = ARENA_ARRAY(l->game->arena, bool, c.gen->local.n + 1);
    if (planned) {
        c.kept = ir_plan_kept(l->game, &c.counted);
        follow(&c, c.gen->body);
    } else {
        draw_tested(&c);
    }
    low_ret(&c.w, ir_const(l->game, 0));
    return low_end(&c.w);
}

bool ir_lower_choose(IrGame *game)
{
    const int moves = ir_fn_find(game, "moves");
    if (game->joint || moves < 0 || game->fn.at[moves]->nparam)
        return false;
    Low l = {.game = game, .fn = game->fn.at[moves]};
    const bool planned = ir_plan_chooses(game);
    const bool lists = ir_plan_tries(game) || !shape_in_a_row(game, l.fn->body, false);
    int tested = -1;
    if (planned && lists)
        tested = procedure(&l, "choose_tested", false, -1);
    game->choose_tested = tested < 0 ? NULL : game->fn.at[tested]->name;
    const int choose = procedure(&l, "choose", planned, tested);
    game->choose = game->fn.at[choose]->name;
    return true;
}
