/* watched_walks.c - where a change may make a generator emit something.
 *
 * For a generator that is asked for emissions a function goes through the same loops and conditions, in the old state, and gathers
 * the sites that they depend on:
 *
 *     if c { .. }                ->   if c { .. } else { where c may become true }
 *     for %x in M { .. }         ->   where M may gain a member; for %x in M { .. }
 *     emit r(.., in M)           ->   all sites, if M has a member; else where M may gain one
 *
 * Of a generator that is known to emit nothing (silent) it gathers only where that may change.
 *
 * For a function that is called it gathers the sites that the function reads. */
#include "ir/passes/watched_sites.h"

#include "ir/core/tree.h"
#include "ir/fold/fold.h"

#include <string.h>

typedef struct {
    Watch w;
    Ir *block; /* that is written */
    int sites; /* the variable */
    bool silent;
    bool slow; /* it would take longer than trials do */
} Walk;

static void walk(Walk *p, const Ir *s);

static bool ended(const Walk *p) { return p->block->n && p->block->a[p->block->n - 1]->op == IR_OP_RET; }

static void add(Walk *p, Ir *s)
{
    if (!ended(p))
        ir_append(p->w.of->game, &p->block, s);
}

static void give_all(Walk *p)
{
    Ir *all = watched_all(&p->w);
    add(p, ir_node(p->w.of->game, p->w.fn, IR_OP_RET, 0, 1, &all));
}

static int loops_of(const Ir *e)
{
    int most = 0;
    for (int i = 0; i < e->n; i++) {
        const int n = loops_of(e->a[i]);
        most = n > most ? n : most;
    }
    return most + (e->op == IR_OP_FILTER || e->op == IR_OP_UNION);
}

static void join(Walk *p, Ir *sites)
{
    IrGame *game = p->w.of->game;
    p->slow = p->slow || loops_of(sites) > 1;
    if (sites->op == IR_OP_ALL)
        give_all(p);
    else if (sites->op != IR_OP_NONE)
        add(p, ir_k1(game, IR_OP_SET, p->sites, ir_op2(game, IR_OP_MOR, ir_local(game, p->w.fn, p->sites), sites)));
}

/* With names that moves may change as what they stand for. */
static Ir *expand(Walk *p, const Ir *e)
{
    return watched_copy(&p->w, tree_remap(p->w.of->game, e, p->w.value));
}

static Ir *inside(Walk *p, const Ir *s, Ir *sites)
{
    Ir *outer = p->block;
    p->block = ir_block(p->w.of->game);
    if (sites)
        join(p, sites);
    if (s)
        walk(p, s);
    Ir *block = p->block;
    p->block = outer;
    return block;
}

/* Of a condition that loops: where it may flip would take longer than many trials. */
static Ir *flips(Walk *p, const Ir *c, bool to)
{
    const bool loops = tree_has_op(c, IR_OP_FILTER) || tree_has_op(c, IR_OP_EXISTS) || tree_has_op(c, IR_OP_UNION);
    p->slow = p->slow || loops;
    return loops ? watched_all(&p->w) : watched_flip(&p->w, c, to, true);
}

static void branch(Walk *p, const Ir *s)
{
    Ir *c = expand(p, s->a[0]), *yes = NULL, *no = NULL;
    const Ir *other = s->n > 2 ? s->a[2] : NULL;
    if (!watched_steady(&p->w, c)) {
        no = flips(p, c, true);
        yes = other ? flips(p, c, false) : NULL;
    }
    Ir *then = inside(p, s->a[1], yes), *rest = other || no ? inside(p, other, no) : NULL;
    if (then->n || (rest && rest->n))
        add(p, ir_if(p->w.of->game, c, then, rest && rest->n ? rest : NULL));
}

static void loop(Walk *p, const Ir *s)
{
    IrGame *game = p->w.of->game;
    Ir *a[3] = {NULL};
    for (int i = 0; i + 1 < s->n; i++) {
        a[i] = expand(p, s->a[i]);
        if (watched_steady(&p->w, a[i]))
            continue;
        if (s->op != IR_OP_FOR || a[i]->type.kind != IR_MASK) {
            give_all(p);
            return;
        }
        join(p, watched_gain(&p->w, a[i], NULL));
    }
    a[s->n - 1] = inside(p, s->a[s->n - 1], NULL);
    if (!a[s->n - 1]->n)
        return;
    add(p, ir_node(game, p->w.fn, s->op, s->k, s->n, a));
}

/* A `post` of the rule only lets fewer through. */
static void emissions(Walk *p, const Ir *s)
{
    IrGame *game = p->w.of->game;
    const bool silent = p->silent && !game->fn.at[s->k]->post;
    if (s->op != IR_OP_EMITSET) {
        if (!silent)
            give_all(p);
        return;
    }
    Ir *set = expand(p, s->a[s->n - 1]);
    if (!silent)
        add(p, ir_if(game, ir_op1(game, IR_OP_ANY, watched_copy(&p->w, set)), inside(p, NULL, watched_all(&p->w)), NULL));
    if (set->type.space == p->w.of->space)
        join(p, watched_gain(&p->w, set, NULL));
    else if (!watched_steady(&p->w, set))
        give_all(p);
}

static void walk(Walk *p, const Ir *s)
{
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n && !ended(p); i++)
            walk(p, s->a[i]);
        return;
    case IR_OP_LET: {
        Ir *value = expand(p, s->a[0]);
        if (watched_steady(&p->w, value))
            add(p, ir_k1(p->w.of->game, IR_OP_LET, s->k, value));
        else
            p->w.value[s->k] = value;
        return;
    }
    case IR_OP_IF: branch(p, s); return;
    case IR_OP_FOR:
    case IR_OP_RANGE: loop(p, s); return;
    case IR_OP_PREFER:
        walk(p, s->a[0]);
        walk(p, s->a[1]);
        return;
    case IR_OP_TRY: {
        Ir *call = tree_remap(p->w.of->game, s, p->w.value);
        join(p, watched_emits(&p->w, call, p->silent));
        return;
    }
    case IR_OP_EMIT:
    case IR_OP_EMITSET: emissions(p, s); return;
    default: give_all(p); return;
    }
}

/* Of a function: what it reads on its way.  It goes the same way as long as none of that changes. */
static void gather(Walk *p, const Ir *s)
{
    IrGame *game = p->w.of->game;
    if (s->op == IR_OP_BLOCK) {
        for (int i = 0; i < s->n && !ended(p); i++)
            gather(p, s->a[i]);
        return;
    }
    if (ir_op_info(s->op)->does & (IR_CALLS | IR_EMITS) || s->op == IR_OP_PUT || s->op == IR_OP_WHILE) {
        give_all(p);
        return;
    }
    Ir *copy = tree_like(game, s);
    for (int i = 0; i < s->n; i++) {
        if (ir_op_info(s->a[i]->op)->statement) {
            Ir *outer = p->block;
            p->block = ir_block(game);
            gather(p, s->a[i]);
            copy->a[i] = p->block;
            p->block = outer;
        } else {
            join(p, watched_change(&p->w, s->a[i]));
            copy->a[i] = watched_copy(&p->w, s->a[i]);
        }
    }
    Ir *sites = ir_local(game, p->w.fn, p->sites);
    add(p, s->op == IR_OP_RET ? ir_node(game, p->w.fn, IR_OP_RET, 0, 1, &sites) : copy);
}

static int write(Watch *w, int number, bool silent)
{
    Watched *of = w->of;
    IrGame *game = of->game;
    const IrFn *gen = game->fn.at[number];
    IrFn *fn = ir_fn_add(game, IR_FN, ir_fn_fresh_name(game, arena_printf(game->arena, "watched_%s", gen->name)), ir_mask(of->space));
    bool *assumed = arena_copy(game->arena, w->assumed, game->field.n * sizeof *w->assumed);
    vec_push(game->arena, &of->walk, ((WatchWalk){number, ir_fn_index(game, fn), w->kind, silent, assumed}));
    for (int i = 0; i < gen->nparam; i++)
        (void)ir_local_add(game, fn, gen->local.at[i].name, gen->local.at[i].type);
    Ir *taken = ir_local(game, fn, ir_local_add(game, fn, "taken", ir_mask(of->values)));
    fn->nparam = gen->nparam + 1;
    Ir **map = tree_rename_map(game, gen, fn, gen->nparam);
    Walk p = {.w = {.of = of, .fn = fn, .kind = w->kind, .taken = taken, .assumed = assumed, .nvalue = fn->local.n}, .silent = silent};
    p.w.value = ARENA_ARRAY(game->arena, Ir *, fn->local.n + 1);
    p.sites = ir_local_add(game, fn, "sites", ir_mask(of->space));
    p.block = ir_block(game);
    add(&p, ir_k1(game, IR_OP_VAR, p.sites, watched_none(&p.w)));
    Ir *body = tree_remap(game, gen->body, map), *sites = ir_local(game, fn, p.sites);
    if (!ir_op_info(body->op)->statement)
        join(&p, watched_change(&p.w, body));
    else if (gen->kind == IR_GEN)
        walk(&p, body);
    else
        gather(&p, body);
    add(&p, ir_node(game, fn, IR_OP_RET, 0, 1, &sites));
    if (p.slow) {
        p.block = ir_block(game);
        give_all(&p);
    }
    fn->body = p.block;
    return ir_fn_index(game, fn);
}

static int need(Watch *w, int gen, bool silent)
{
    const size_t fields = w->of->game->field.n * sizeof *w->assumed;
    for (size_t i = 0; i < w->of->walk.n; i++) {
        const WatchWalk *made = &w->of->walk.at[i];
        if (made->gen == gen && made->kind == w->kind && made->silent == silent && memcmp(made->assumed, w->assumed, fields) == 0)
            return made->fn;
    }
    return write(w, gen, silent);
}

/* Is there a statement that gives all sites, however it goes? */
static bool gives_all(const Ir *s)
{
    if (s->op == IR_OP_RET)
        return s->a[0]->op == IR_OP_ALL;
    if (s->op == IR_OP_IF)
        return s->n > 2 && gives_all(s->a[1]) && gives_all(s->a[2]);
    bool all = false;
    for (int i = 0; s->op == IR_OP_BLOCK && i < s->n && !all; i++)
        all = gives_all(s->a[i]);
    return all;
}

Ir *watched_emits(Watch *w, const Ir *exists, bool silent)
{
    IrGame *game = w->of->game;
    const IrFn *gen = game->fn.at[exists->k];
    Ir **arg = ARENA_ARRAY(game->arena, Ir *, exists->n + 1), *changes = watched_none(w);
    if ((gen->kind != IR_GEN && gen->kind != IR_FN) || exists->n != gen->nparam || gen->hint)
        return watched_all(w);
    for (int i = 0; i < exists->n; i++) {
        changes = watched_join(w, changes, watched_change(w, exists->a[i]));
        arg[i] = watched_copy(w, exists->a[i]);
    }
    arg[exists->n] = ir_copy(game, w->taken);
    const int walk = need(w, (int)exists->k, silent);
    if (gives_all(game->fn.at[walk]->body))
        return watched_all(w);
    return watched_join(w, changes, ir_call(game, IR_OP_CALL, walk, exists->n + 1, arg));
}
