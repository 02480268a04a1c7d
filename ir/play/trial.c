/* trial.c - moves that are played before it is known whether they are legal: a procedure `trial_RULE` plays one, asks what must hold behind it,
 * and takes it back where that does not.
 *
 * What the answer depends on comes first (ir_early): where it is no the rest is never done. */
#include "ir/play/choose.h"

#include "ir/analysis/shape.h"

enum { SMALL_POST = 24, SMALL_EFFECT = 30, LONG_EFFECT = 100 }; /* nodes: below, another function is no gain; on a copy it reads what was just copied */

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

/* The first n, and a set of values of the one behind them; sites of a move that is played are real. */
static void parameters(Writing *p, int n)
{
    const IrFn *rule = p->rule;
    for (int i = 0; i < n; i++) {
        IrType type = rule->local.at[i].type;
        type.lo = type.space != IR_NOSPACE && type.kind == IR_INT && type.lo < 0 ? 0 : type.lo;
        low_param(&p->w, rule->local.at[i].name, type);
    }
    if (n < rule->nparam)
        low_param(&p->w, "all", ir_mask(rule->local.at[n].type.space));
    if (p->atari)
        low_param(&p->w, "pressed", p->w.game->fn.at[p->atari->pressed]->ret);
    p->map = tree_rename_map(p->w.game, rule, p->w.fn, n);
    if (p->atari)
        p->map[rule->local.n] = low_get(&p->w, n);
    for (int i = 0; i < n; i++)
        p->map[i] = low_get(&p->w, i);
}

static Ir *copy(const Writing *p, const Ir *tree) { return tree_remap(p->w.game, tree, p->map); }

/* The values of its header that the n trees (NULLs allowed) need, beside what is played. */
static void header_lets(Writing *p, const Ir *const *tree, size_t n)
{
    for (const Ir *const *let = shape_header_lets(p->w.game->arena, p->rule, tree, n); *let; let++)
        low_add(&p->w, copy(p, *let));
}

static void names_for(Writing *p, const Ir *asked)
{
    header_lets(p, (const Ir *const[]){p->played ? NULL : p->early.before, p->early.after, asked}, 3);
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
    parameters(&p, r->nparam);
    names_for(&p, shape_asked(game->arena, r));
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

static Ir *both(IrGame *game, const Slice *part)
{
    Ir *whole[] = {part->effect ? part->effect : ir_block(game), part->then ? part->then : ir_block(game)};
    return tree_block(game, whole, 2);
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
    p.early.before = both(game, &part);
    p.played = tree_has_op(p.early.before, IR_OP_RET);
    p.w = low_begin(l, arena_printf(game->arena, atari ? "try_%s_beside" : "try_%s", r->name), ir_bit(), IR_HINT_NONE);
    p.w.fn->kind = IR_PROC;
    parameters(&p, r->nparam);
    if (atari)
        p.early.before = searches(&p, p.early.before);
    names_for(&p, shape_asked(game->arena, r));
    Ir *first = first_part(&p);
    for (int i = 0; i < first->n; i++)
        low_add(&p.w, first->a[i]);
    Ir *holds = r->post ? asked_of(&t, r, p.map) : NULL;
    low_ret(&p.w, holds ? holds : ir_const(game, 1));
    return low_end(&p.w);
}

/* --- what must hold behind a move, as a question --- */

/* Is known || late asked as it is? */
static const Ir *known_first(Arena *arena, const IrFn *rule, bool late)
{
    const Ir *known = late ? NULL : shape_known(rule);
    return known && shape_asked(arena, rule) == rule->post ? known : NULL;
}

/* Of a move that is long and does nothing that could be left out its function is called. */
static void body_of_post(Writing *p, Ir *asked)
{
    IrGame *game = p->w.game;
    const IrFn *r = p->rule;
    const Slice part = ir_slice(game->arena, game, r, asked, NULL);
    p->early.before = both(game, &part);
    p->played = tree_has_op(p->early.before, IR_OP_RET) ||
                (!part.less && tree_size(p->early.before) >= LONG_EFFECT);
}

int trial_post(Trials *t, int rule, bool late)
{
    IrGame *game = t->low->game;
    const IrFn *r = game->fn.at[rule];
    late = late && shape_known(r);
    const char *name = arena_printf(game->arena, late ? "late_%s" : "post_%s", r->name), *key = arena_printf(game->arena, "%s %d", name, rule);
    const int made = low_find(t->low, key);
    if (made >= 0)
        return made;
    const Ir *known = known_first(game->arena, r, late);
    Ir *asked = known || late ? r->post->a[1] : shape_asked(game->arena, r);
    Writing p = {.t = t, .rule = r, .w = low_begin(t->low, name, ir_bit(), IR_HINT_NONE)};
    parameters(&p, r->nparam);
    body_of_post(&p, known ? r->post : asked);
    const Ir *const tree[] = {p.played ? NULL : p.early.before, known, asked};
    header_lets(&p, tree, 3);
    if (known) {
        Ir *outer = low_open(&p.w);
        low_ret(&p.w, ir_const(game, 1));
        low_if(&p.w, outer, copy(&p, known));
    }
    Ir *outer = low_open(&p.w), *first = first_part(&p);
    for (int i = 0; i < first->n; i++)
        low_add(&p.w, first->a[i]);
    low_ret(&p.w, question(t, r, asked, p.map));
    Ir *block = low_close(&p.w, outer);
    low_add(&p.w, ir_node(game, p.w.fn, IR_OP_ASIDE, 0, 1, &block));
    low_ret(&p.w, ir_const(game, 0));
    return low_made(t->low, key, low_end(&p.w));
}

/* Those that the position before the move vouches for are not asked. */
int trial_legal(Trials *t, int rule)
{
    IrGame *game = t->low->game;
    const IrFn *r = game->fn.at[rule];
    const int last = r->nparam - 1, space = r->local.at[last].type.space;
    const char *name = arena_printf(game->arena, "legal_%s", r->name), *key = arena_printf(game->arena, "%s %d", name, rule);
    const int made = low_find(t->low, key);
    if (made >= 0)
        return made;
    const Ir *vouched = shape_vouched(r);
    Writing p = {.t = t, .rule = r, .w = low_begin(t->low, name, ir_mask(space), IR_HINT_NONE)};
    LowWriter *w = &p.w;
    parameters(&p, last);
    const int all = last;
    header_lets(&p, &vouched, 1);
    Ir *known = vouched ? low_and(w, low_get(w, all), copy(&p, vouched)) : ir_k0(game, IR_OP_NONE, space);
    const int legal = low_var(w, "legal", ir_mask(space), known);
    IrType type = ir_site(game, space);
    type.lo = 0;
    const int member = ir_local_add(game, w->fn, "member", type);
    Ir **arg = ARENA_ARRAY(game->arena, Ir *, r->nparam), *outer = low_open(w), *test = low_open(w);
    for (int i = 0; i < last; i++)
        arg[i] = low_get(w, i);
    arg[last] = low_get(w, member);
    low_set(w, legal, low_or(w, low_get(w, legal), low_bit(w, space, member)));
    low_if(w, test, ir_call(game, IR_OP_CALL, trial_post(t, rule, vouched != NULL), r->nparam, arg));
    low_for(w, outer, member, vouched ? low_diff(w, low_get(w, all), low_get(w, legal)) : low_get(w, all));
    low_ret(w, low_get(w, legal));
    return low_made(t->low, key, low_end(w));
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
