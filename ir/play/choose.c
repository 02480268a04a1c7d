/* choose.c - how a playout plays one random move: a procedure `choose`, and, where a plan draws before it asks what must hold, another
 * one `choose_tested`, which draws from the legal moves alone.
 *
 * The body of gen moves is followed down to the statements whose emissions are drawn from together (ir/plan/plan.h).  Those that are
 * sets in a row are written out (choose_run.c); others are left to a list, `choose {..}`. */
#include "ir/play/choose.h"

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

/* --- a move is played --- */

void choose_tested_if(Chooser *c, int any)
{
    LowWriter *w = &c->w;
    if (any < 0)
        return;
    Ir *outer = low_open(w);
    low_ret(w, ir_call(w->game, IR_OP_CALL, c->tested, 0, NULL));
    low_if(w, outer, low_get(w, any));
}

/* Not in a row: a list of them. */
static void draw_list(Chooser *c, const Ir *s, bool trials)
{
    LowWriter *w = &c->w;
    IrGame *game = w->game;
    IrCode *code;
    size_t n;
    const int move = ir_local_add(game, w->fn, "move", low_code_type(game, &code, &n));
    const int any = trials && !c->fall ? low_var(w, "any", ir_bit(), ir_const(game, 0)) : -1;
    Ir *moves = ir_block(game), *own = choose_copy(c, s), *arg = low_get(w, move), *outer = low_open(w);
    if (trials) {
        Ir *block = ir_block(game);
        ir_append(game, &block, own);
        own = ir_node(game, w->fn, IR_OP_UNTESTED, 0, 1, &block);
        if (any >= 0)
            low_set(w, any, ir_const(game, 1));
        Ir *test = low_open(w);
        low_turn(w);
        low_ret(w, ir_const(game, 1));
        low_if(w, test, ir_call(game, IR_OP_CALL, choose_try_code(c, s), 1, &arg));
    } else {
        low_ret(w, ir_call(game, IR_OP_CALL, ir_fn_find(game, game->apply), 1, &arg));
    }
    ir_append(game, &moves, own);
    Ir *done = low_close(w, outer);
    low_add(w, ir_node(game, w->fn, IR_OP_CHOOSE, move, 2, (Ir *[]){moves, done}));
    choose_tested_if(c, any);
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
    choose_follow(c, s->a[0]);
    c->fall = fall;
    choose_follow(c, s->a[1]);
}

static const ChooseUse playing = {leaf, prefer, false};

/* --- the way down --- */

static void condition(Chooser *c, const Ir *s)
{
    LowWriter *w = &c->w;
    Ir *test = choose_copy(c, s->a[0]), *outer = low_open(w);
    choose_follow(c, s->a[1]);
    Ir *yes = low_close(w, outer);
    outer = low_open(w);
    if (s->n > 2)
        choose_follow(c, s->a[2]);
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
    choose_follow(&inner, inner.gen->body);
    c->w = inner.w;
}

void choose_follow(Chooser *c, const Ir *s)
{
    const IrDraw how = ir_draw(c->w.game, s);
    if (how == IR_DRAW_NOTHING)
        return;
    if (how != IR_DRAW_STEPS && !(c->use->parts && s->op == IR_OP_IF)) {
        c->use->leaf(c, s, how == IR_DRAW_TRIALS);
    } else if (s->op == IR_OP_IF) {
        condition(c, s);
    } else if (s->op == IR_OP_PREFER) {
        c->use->prefer(c, s);
    } else if (s->op == IR_OP_TRY) {
        enter(c, s);
    } else {
        for (int i = 0; i < s->n; i++)
            if (ir_draw(c->w.game, s->a[i]) == IR_DRAW_NOTHING)
                choose_statement(c, s->a[i]);
            else
                choose_follow(c, s->a[i]);
    }
}

/* --- the procedures --- */

/* All legal moves, whatever the plan: a list of them is made as the generator of all moves says. */
static void draw_tested(Chooser *c)
{
    if (shape_choice(c->w.game).by == CHOICE_ROW)
        choose_run(c, c->gen->body, false);
    else
        draw_list(c, ir_call(c->w.game, IR_OP_TRY, ir_fn_index(c->w.game, c->gen), 0, NULL), false);
}

static Chooser begin(Trials *t, const char *name)
{
    Low *l = t->low;
    Chooser c = {.w = low_begin(l, name, ir_bit(), IR_HINT_NONE), .use = &playing, .trials = t, .gen = l->fn, .kept = -1, .fall = true, .tested = -1};
    c.w.fn->kind = IR_PROC;
    c.defined = ARENA_ARRAY(l->game->arena, bool, c.gen->local.n + 1);
    return c;
}

static void take_names(Chooser *c) { c->map = tree_rename_map(c->w.game, c->gen, c->w.fn, 0); }

static const char *end(Chooser *c) { return c->w.game->fn.at[low_end(&c->w)]->name; }

/* planned: as the plan says. */
static const char *procedure(Trials *t, const char *name, bool planned, const char *tested)
{
    Chooser c = begin(t, name);
    take_names(&c);
    c.tested = tested ? ir_fn_find(c.w.game, tested) : -1;
    if (planned) {
        c.kept = ir_plan_kept(c.w.game, &c.counted);
        choose_follow(&c, c.gen->body);
    } else {
        draw_tested(&c);
    }
    low_ret(&c.w, ir_const(c.w.game, 0));
    return end(&c);
}

static void candidates(Trials *t)
{
    Chooser list = begin(t, "candidates");
    take_names(&list);
    choose_candidates(&list);
    t->low->game->candidates = end(&list);
    Chooser try = begin(t, "allowed");
    choose_allowed(&try);
    t->low->game->allowed = end(&try);
}

bool ir_play_choose(IrGame *game)
{
    const int moves = ir_fn_find(game, "moves");
    if (moves < 0 || (!game->joint && game->fn.at[moves]->nparam))
        return false;
    Low l = {.game = game, .fn = game->fn.at[moves]};
    if (game->joint) {
        choose_joint(&l);
        return true;
    }
    Trials t = {.low = &l};
    if (game->plan & IR_PLAN_FILL)
        choose_fill(&l);
    const bool planned = ir_plan_chooses(game);
    const bool lists = ir_plan_tries(game) || !shape_in_a_row(game, l.fn->body, false);
    choose_apply(&l);
    game->choose_tested = planned && lists ? procedure(&t, "choose_tested", false, NULL) : NULL;
    game->choose = procedure(&t, "choose", planned, game->choose_tested);
    if (ir_plan_tries(game))
        candidates(&t);
    return true;
}
