/* trial.c - moves that are played before it is known whether they are legal: a procedure `trial_RULE` plays one, asks what must hold behind it,
 * and takes it back where that does not.
 *
 * What the answer depends on comes first (ir_early): where it is no the rest is never done. */
#include "ir/lower/choose.h"

#include "ir/analysis/shape.h"

enum { SMALL_POST = 24, SMALL_EFFECT = 30 }; /* nodes: below, another function is no gain */

/* --- what must hold, once for all who ask it --- */

/* A question of `from` that reads none of its locals is a function. */
static Ir *shared_question(Trials *t, const IrFn *from, Ir *e)
{
    IrGame *game = t->low->game;
    Ir **map = ARENA_ARRAY(game->arena, Ir *, from->local.n + 1);
    if (tree_size(e) < SMALL_POST)
        return NULL;
    LowWriter w = low_begin(t->low, "holds", ir_bit(), IR_HINT_NONE);
    if (!tree_own_names(game, from, w.fn, e, map)) {
        game->fn.n--;
        return NULL;
    }
    Ir *body = tree_remap(game, e, map);
    for (size_t i = 0; i < t->question.n; i++) {
        const int known = t->question.at[i];
        if (ir_equal(game->fn.at[known]->body->a[0]->a[0], body)) {
            game->fn.n--;
            return ir_call(game, IR_OP_CALL, known, 0, NULL);
        }
    }
    const int fn = low_end_value(&w, body);
    vec_push(game->arena, &t->question, fn);
    return ir_call(game, IR_OP_CALL, fn, 0, NULL);
}

static Ir *question(Trials *t, const IrFn *rule, Ir *e, Ir **map)
{
    Ir *shared = shared_question(t, rule, e);
    return shared ? shared : tree_remap(t->low->game, e, map);
}

/* Of known || late, `known` is a name of the header. */
static Ir *asked_of(Trials *t, const IrFn *rule, Ir **map)
{
    IrGame *game = t->low->game;
    Ir *asked = shape_asked(game->arena, rule);
    if (!asked || asked != rule->post || !shape_known(rule))
        return asked ? question(t, rule, asked, map) : NULL;
    return ir_op2(game, IR_OP_OR, tree_remap(game, asked->a[0], map), question(t, rule, asked->a[1], map));
}

/* --- the procedure --- */

typedef struct {
    Trials *t;
    LowWriter w;
    const IrFn *rule;
    Ir **map; /* what its locals are called here */
    Early early;
    bool played; /* by `play`: what it does is long and not in two parts */
    const LowAtari *atari; /* the groups that the move may shut in are another parameter, behind the rule's; or NULL */
} Writing;

/* Sites of a move that is played are real. */
static void parameters(Writing *p)
{
    const IrFn *rule = p->rule;
    for (int i = 0; i < rule->nparam; i++) {
        IrType type = rule->local.at[i].type;
        type.lo = type.space != IR_NOSPACE && type.kind == IR_INT && type.lo < 0 ? 0 : type.lo;
        low_param(&p->w, rule->local.at[i].name, type);
    }
    if (p->atari)
        low_param(&p->w, "pressed", p->w.game->fn.at[p->atari->pressed]->ret);
    p->map = tree_rename_map(p->w.game, rule, p->w.fn, rule->nparam);
    if (p->atari)
        p->map[rule->local.n] = low_get(&p->w, rule->nparam);
    for (int i = 0; i < rule->nparam; i++)
        p->map[i] = low_get(&p->w, i);
}

static Ir *copy(const Writing *p, const Ir *tree) { return tree_remap(p->w.game, tree, p->map); }

/* The values of its header that are needed. */
static void header_lets(Writing *p)
{
    const IrFn *rule = p->rule;
    Arena *arena = p->w.game->arena;
    const Ir *const tree[] = {p->played ? NULL : p->early.before, p->early.after, shape_asked(arena, rule)};
    for (const Ir *const *let = shape_header_lets(arena, rule, tree, 3); *let; let++)
        low_add(&p->w, copy(p, *let));
}

static Ir *first_part(Writing *p)
{
    IrGame *game = p->w.game;
    if (!p->played)
        return copy(p, p->early.before);
    Ir **arg = ARENA_ARRAY(game->arena, Ir *, p->rule->nparam + 1), *block = ir_block(game);
    for (int i = 0; i < p->rule->nparam; i++)
        arg[i] = low_get(&p->w, i);
    ir_append(game, &block, ir_call(game, IR_OP_PLAY, ir_fn_index(game, p->rule), p->rule->nparam, arg));
    return block;
}

static Ir *other_part(Writing *p)
{
    Ir *outer = low_open(&p->w);
    if (p->early.after)
        low_add(&p->w, copy(p, p->early.after));
    low_ret(&p->w, ir_const(p->w.game, 1));
    return low_close(&p->w, outer);
}

static int write_trial(Trials *t, const IrFn *place, int rule, const Ir *const *keep, size_t nkeep)
{
    IrGame *game = t->low->game;
    const IrFn *r = game->fn.at[rule];
    Writing p = {.t = t, .rule = r, .early = ir_early(game->arena, game, r, keep, nkeep)};
    p.played = !p.early.after && (tree_has_op(p.early.before, IR_OP_RET) || (!shape_known(r) && tree_size(p.early.before) >= SMALL_EFFECT));
    p.w = low_begin(t->low, arena_printf(game->arena, "trial_%s", r->name), ir_bit(), IR_HINT_NONE);
    p.w.fn->kind = IR_PROC;
    parameters(&p);
    header_lets(&p);
    Ir *holds = asked_of(t, r, p.map), **there = nkeep ? tree_rename_map(game, place, p.w.fn, 0) : NULL;
    for (size_t i = 0; i < nkeep; i++) {
        Ir *one = tree_remap(game, keep[i], there);
        holds = holds ? ir_op2(game, IR_OP_AND, holds, one) : one;
    }
    Ir *part[] = {first_part(&p), holds, other_part(&p)};
    low_add(&p.w, ir_node(game, p.w.fn, IR_OP_ATTEMPT, 0, 3, part));
    low_ret(&p.w, ir_const(game, 0));
    return low_end(&p.w);
}

/* --- on a copy --- */

/* Statement number `at` of the block, with those that do nothing where it, a search for groups, finds none: made where the move is beside
 * groups that it may shut in; their number, or 0. */
static int search(Writing *p, const Ir *block, int at, Ir **into)
{
    IrGame *game = p->w.game;
    const LowAtari *atari = p->atari;
    int i = 0, n = 1;
    while (i < atari->n && atari->let[i] != block->a[at])
        i++;
    if (i == atari->n)
        return 0;
    Ir *site = ir_local(game, p->rule, p->rule->nparam - 1), *pressed = low_get(&p->w, p->rule->nparam);
    pressed->k = (int64_t)p->rule->local.n; /* the map knows it as a name of the rule */
    Ir *beside = ir_tab(game, atari->near[i], 1, &site), *found = ir_block(game);
    ir_append(game, &found, block->a[at]);
    while (at + n < block->n && ir_atari_idle(block->a[at + n], (int)block->a[at]->k))
        ir_append(game, &found, block->a[at + n++]);
    ir_append(game, into, ir_if(game, low_any(&p->w, low_and(&p->w, beside, pressed)), found, NULL));
    return n;
}

static Ir *searches(Writing *p, Ir *s)
{
    IrGame *game = p->w.game;
    Ir *copy = s->op == IR_OP_BLOCK ? ir_block(game) : tree_like(game, s);
    for (int i = 0, n; i < s->n; i += n) {
        n = s->op == IR_OP_BLOCK ? search(p, s, i, &copy) : 0;
        if (n == 0 && s->op == IR_OP_BLOCK)
            ir_append(game, &copy, searches(p, s->a[i]));
        else if (n == 0 && ir_op_info(s->a[i]->op)->statement)
            copy->a[i] = searches(p, s->a[i]);
        n += n == 0;
    }
    return copy;
}

int trial_aside(Low *l, int rule, const bool *field, const LowAtari *atari)
{
    IrGame *game = l->game;
    const IrFn *r = game->fn.at[rule];
    Trials t = {.low = l};
    Writing p = {.t = &t, .rule = r, .atari = atari};
    Slice part = {.effect = r->effect, .then = r->then};
    if (field)
        part = ir_slice(game->arena, game, r, r->post, field);
    Ir *whole[] = {part.effect ? part.effect : ir_block(game), part.then ? part.then : ir_block(game)};
    p.early.before = tree_block(game, whole, 2);
    p.played = tree_has_op(p.early.before, IR_OP_RET);
    p.w = low_begin(l, arena_printf(game->arena, atari ? "try_%s_beside" : "try_%s", r->name), ir_bit(), IR_HINT_NONE);
    p.w.fn->kind = IR_PROC;
    parameters(&p);
    if (atari)
        p.early.before = searches(&p, p.early.before);
    header_lets(&p);
    Ir *first = first_part(&p);
    for (int i = 0; i < first->n; i++)
        low_add(&p.w, first->a[i]);
    Ir *holds = r->post ? asked_of(&t, r, p.map) : NULL;
    low_ret(&p.w, holds ? holds : ir_const(game, 1));
    return low_end(&p.w);
}

static bool same_trial(const Trial *t, int rule, const Ir *const *keep, size_t n)
{
    bool same = t->rule == rule && t->nkeep == n;
    for (size_t k = 0; same && k < n; k++)
        same = ir_equal(t->keep[k], keep[k]);
    return same;
}

int choose_trial(const Chooser *c, const Ir *statement, int rule)
{
    Trials *t = c->trials;
    IrGame *game = t->low->game;
    const Ir *keep[IR_MOST_KEEPS];
    const size_t n = ir_keeps_of(game, statement, rule, keep);
    for (size_t k = 0; k < n; k++)
        keep[k] = keep[k]->a[0];
    if (!n && !game->fn.at[rule]->post)
        return -1;
    for (size_t i = 0; i < t->trial.n; i++)
        if (same_trial(&t->trial.at[i], rule, keep, n))
            return t->trial.at[i].fn;
    const Ir **own = arena_copy(game->arena, keep, (n + 1) * sizeof *keep);
    const int fn = write_trial(t, c->gen, rule, own, n);
    vec_push(game->arena, &t->trial, ((Trial){rule, own, n, fn}));
    return fn;
}
