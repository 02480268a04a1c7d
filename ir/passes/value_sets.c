/* value_sets.c - pass values: what small fields hold, by abstract interpretation.
 *
 *     @next : int 0..3 = 2                  @next : int 1..2 = 2
 *     turn {                                turn {
 *       if @mover == 1 {                      if @mover == 1 {
 *         @mover := @next             ->        @mover := 2
 *         @next := 3 - @mover } .. }            @next := 1 } .. }
 *
 * A scalar field of at most 64 values, or a set over a small space, is followed as
 * the set of values that it can have between plies: first the initial ones, then
 * those after any rule and the turn, until no new ones come.  States are kept
 * apart by whether the game is over and by who is to move, as most other fields
 * are settled by these.  Generators and rules are entered in the states in which
 * somebody tries them; emission tests (`exists`) do so in the middle of a turn,
 * perhaps with another mover, and those states count too.  Afterwards what can have only one value
 * is a constant, and the types of fields are as narrow as what they hold.
 * P. Cousot, R. Cousot, "Abstract interpretation", POPL 1977.  Needs nothing,
 * breaks nothing. */
#include "ir/passes/value_sets.h"

#include <string.h>

#include "ir/core/tree.h"

enum { MAX_PARTITION = 8, MAX_ROUNDS = 150, MAX_NODES = 60000, MAX_VARS = 4000 };
enum { MAX_WORK = 4000000 }; /* values copied */

/* ---- setting up -------------------------------------------------------- */

/* The scalar field that a view reads, if it is a small one; else -1. */
static int key_field(const Values *v, const char *view)
{
    const int field = ir_view_field(v->game, view);
    if (field < 0 || !v->tracked[field])
        return -1;
    const IrType t = v->game->field.at[field].elem;
    return t.kind == IR_INT && t.hi - t.lo < MAX_PARTITION ? field : -1;
}

static int count_of(const Values *v, int field)
{
    const IrType t = field < 0 ? ir_bit() : v->game->field.at[field].elem;
    return field < 0 ? 1 : (int)(t.hi - t.lo + 1);
}

static void find_reached(Values *v, const Ir *node)
{
    if (node->op == IR_OP_LONGEST)
        vec_push(v->lasting, &v->reached, (int)node->k);
    for (int i = 0; i < node->n; i++)
        find_reached(v, node->a[i]);
}

static void set_up(Values *v)
{
    size_t n = v->nfield = v->nvar = v->game->field.n;
    v->tracked = ARENA_ARRAY(v->lasting, bool, n + 1);
    v->written = ARENA_ARRAY(v->lasting, Value, n + 1);
    for (size_t i = 0; i < n; i++) {
        const IrField *f = &v->game->field.at[i];
        v->tracked[i] = !f->array && !value_of_type(v->game, f->elem).any;
    }
    v->over = key_field(v, "over");
    v->mover = key_field(v, "mover");
    if (v->over == v->mover)
        v->over = -1;
    v->nover = count_of(v, v->over);
    v->nmover = count_of(v, v->mover);
    v->npart = v->nover * v->nmover;
    v->played = ARENA_ARRAY(v->lasting, States, v->game->fn.n + 1);
    v->looked = ARENA_ARRAY(v->lasting, States, v->game->fn.n + 1);
    for (size_t i = 0; i < v->game->fn.n; i++) {
        TreeSlot *slot;
        size_t nslot = tree_slots(v->game, v->game->fn.at[i], &slot);
        for (size_t j = 0; j < nslot; j++)
            find_reached(v, *slot[j].slot);
        v->played[i] = values_nowhere(v);
        v->looked[i] = values_nowhere(v);
    }
}

static void initial_states(Values *v, States *s)
{
    Value *env = values_env(v);
    for (size_t i = 0; i < v->nfield; i++) {
        const IrField *f = &v->game->field.at[i];
        env[i] = (Value){.any = true};
        if (v->tracked[i])
            env[i] = value_one(f->elem.kind == IR_MASK ? (int64_t)f->word[0] : f->init[0]);
        v->written[i] = env[i];
    }
    values_add(v, s, env, v->nfield);
}

/* What `with` gives a field in places that are not followed. */
static void note_scoped(Values *v, const Ir *node, bool followed)
{
    if (!node)
        return;
    if (node->op == IR_OP_WITH && !followed)
        v->written[node->k] = value_join(v->written[node->k],
                                         value_of_type(v->game, node->a[0]->type));
    for (int i = 0; i < node->n; i++)
        note_scoped(v, node->a[i], followed && node->op != IR_OP_KEEP && node->op != IR_OP_BEST);
}

static void note_all_scoped(Values *v)
{
    for (size_t i = 0; i < v->game->fn.n; i++) {
        const IrFn *fn = v->game->fn.at[i];
        note_scoped(v, fn->body, fn->kind != IR_FN && fn->kind != IR_PROC);
        note_scoped(v, fn->post, false);
    }
}

/* Every state that types allow: where we cannot see who looks at the game. */
static void all_states(Values *v, States *s)
{
    Value *env = values_env(v);
    for (size_t i = 0; i < v->nfield; i++)
        env[i] = v->tracked[i] ? value_of_type(v->game, v->game->field.at[i].elem)
                               : (Value){.any = true};
    values_add(v, s, env, v->nfield);
}

/* ---- entering functions ------------------------------------------------ */

/* The states at the beginning of fn: fields as in `from`, locals unknown. */
static States enter(Values *v, IrFn *fn, const States *from)
{
    v->fn = fn;
    v->nvar = v->nfield + fn->local.n;
    States s = values_nowhere(v);
    for (int p = 0; p < v->npart; p++) {
        if (!from->env[p])
            continue;
        s.env[p] = values_env(v);
        memcpy(s.env[p], from->env[p], v->nfield * sizeof(Value));
        for (size_t i = v->nfield; i < v->nvar; i++)
            s.env[p][i].any = true;
    }
    v->exit = values_nowhere(v);
    return s;
}

static void leave(Values *v, States *into, States *s, bool *grew)
{
    Arena *arena = v->arena;
    v->arena = v->lasting;
    values_join(v, s, &v->exit, v->nfield);
    *grew = values_join(v, into, s, v->nfield) || *grew;
    v->arena = arena;
}

/* Where moves are played; `longest` may look beyond the end. */
static States not_over(Values *v, const States *s)
{
    States result = values_nowhere(v);
    for (int p = 0; p < v->npart; p++)
        if (v->over < 0 || v->reached.n || p / v->nmover + v->game->field.at[v->over].elem.lo == 0)
            result.env[p] = s->env[p];
    return result;
}

static void exec_header(Values *v, IrFn *rule, States *s)
{
    Ir *header = v->rewrite ? ir_copy(v->game, rule->header) : rule->header;
    for (int i = 0; i < header->n; i++) {
        bool shown = header->a[i]->op == IR_OP_LET && !values_reached(v, s);
        Ir *done = shown ? header->a[i] : values_exec(v, header->a[i], s); /* views read it */
        if (v->rewrite)
            header->a[i] = done;
    }
    rule->header = v->rewrite ? tree_block(v->game, header->a, header->n) : header;
}

/* A walk over a function has memory of its own. */
static void begin_walk(Values *v)
{
    v->arena = arena_beside(v->game->arena);
    v->spare = NULL;
}

static void end_walk(Values *v)
{
    arena_free(v->arena);
    v->spare = NULL;
    v->arena = v->lasting;
}

/* Effect and consequences from the given states; the states after them. */
static void run_rule(Values *v, IrFn *rule, const States *from, States *into, bool *grew)
{
    begin_walk(v);
    States s = enter(v, rule, from);
    exec_header(v, rule, &s);
    if (values_reached(v, &s)) {
        Ir *effect = values_exec(v, rule->effect, &s);
        values_join(v, &s, &v->exit, v->nvar);
        v->exit = values_nowhere(v);
        Ir *then = rule->then ? values_exec(v, rule->then, &s) : NULL;
        if (v->rewrite) {
            rule->effect = effect;
            rule->then = then;
        }
        if (into)
            leave(v, into, &s, grew);
    } else if (v->rewrite) { /* never legal: nothing to do */
        rule->effect = ir_block(v->game);
        rule->then = NULL;
    }
    end_walk(v);
}

/* A body without header: the turn, a generator, a view. */
static void run_body(Values *v, IrFn *fn, const States *from, States *into, bool *grew)
{
    begin_walk(v);
    States s = enter(v, fn, from);
    Ir *body = ir_op_info(fn->body->op)->statement ? values_exec(v, fn->body, &s)
                                                   : values_rewrite(v, fn->body, &s);
    if (v->rewrite)
        fn->body = body;
    if (into)
        leave(v, into, &s, grew);
    end_walk(v);
}

/* ---- where emission tests are hidden ------------------------------------ */

static bool tests_emission(const IrGame *game, const Ir *node)
{
    if (!node)
        return false;
    if (node->op == IR_OP_EXISTS)
        return true;
    if (node->op == IR_OP_CALL || node->op == IR_OP_DO) {
        if (tests_emission(game, game->fn.at[node->k]->body))
            return true;
    }
    for (int i = 0; i < node->n; i++)
        if (tests_emission(game, node->a[i]))
            return true;
    return false;
}

static bool calls_test(const IrGame *game, const Ir *node)
{
    if (!node)
        return false;
    if ((node->op == IR_OP_CALL || node->op == IR_OP_DO) &&
        tests_emission(game, game->fn.at[node->k]->body))
        return true;
    if ((node->op == IR_OP_KEEP || node->op == IR_OP_BEST) && tests_emission(game, node->a[0]))
        return true;
    for (int i = 0; i < node->n; i++)
        if (calls_test(game, node->a[i]))
            return true;
    return false;
}

/* Tests in functions, procedures and conditions on successors are not followed. */
static bool hidden_tests(const IrGame *game)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        if (fn->kind == IR_FN || fn->kind == IR_PROC)
            continue;
        if (calls_test(game, fn->body) || calls_test(game, fn->header) ||
            calls_test(game, fn->effect) || calls_test(game, fn->then) ||
            tests_emission(game, fn->post))
            return true;
    }
    return false;
}

/* ---- the fixpoint ------------------------------------------------------ */

static IrFn *turn_of(const IrGame *game)
{
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i]->kind == IR_TURN)
            return game->fn.at[i];
    return NULL;
}

/* One round: generators, then every rule from where it was tried, then the
 * turn.  `between`: states between plies; `after`: after any rule. */
static bool round_of(Values *v, States *between, States *after)
{
    IrFn *turn = turn_of(v->game);
    bool grew = false;
    v->entered = false;
    v->nvar = v->nfield;
    values_enter(v, ir_fn_find(v->game, "moves"), between, false);
    for (size_t i = 0; i < v->reached.n; i++) /* its positions count as played */
        values_enter(v, v->reached.at[i], between, false);
    for (size_t i = 0; i < v->game->fn.n && v->work < MAX_WORK; i++) {
        IrFn *fn = v->game->fn.at[i];
        States playing = not_over(v, &v->played[i]);
        if (fn->kind == IR_RULE) {
            run_rule(v, fn, &playing, after, &grew);
            run_rule(v, fn, &v->looked[i], NULL, &grew);
        } else if (fn->kind == IR_GEN) {
            run_body(v, fn, &v->played[i], NULL, &grew);
            v->looking = true;
            run_body(v, fn, &v->looked[i], NULL, &grew);
            v->looking = false;
        } else if ((fn->kind == IR_VIEW || fn->kind == IR_PLANE) && tests_emission(v->game, fn->body)) {
            run_body(v, fn, between, NULL, &grew);
        }
    }
    if (turn)
        run_body(v, turn, after, between, &grew);
    else
        grew = values_join(v, between, after, v->nfield) || grew;
    return grew || v->entered;
}

/* ---- using it ---------------------------------------------------------- */

static void rewrite_all(Values *v, States *after)
{
    bool ignored = false;
    v->rewrite = true;
    for (size_t i = 0; i < v->game->fn.n; i++) {
        IrFn *fn = v->game->fn.at[i];
        v->nvar = v->nfield;
        States seen = values_nowhere(v);
        States playing = fn->kind == IR_RULE ? not_over(v, &v->played[i]) : v->played[i];
        values_join(v, &seen, &playing, v->nfield);
        values_join(v, &seen, &v->looked[i], v->nfield);
        if (fn->kind == IR_RULE)
            run_rule(v, fn, &seen, NULL, &ignored);
        else if (fn->kind == IR_GEN && values_reached(v, &seen))
            run_body(v, fn, &seen, NULL, &ignored);
        else if (fn->kind == IR_TURN)
            run_body(v, fn, after, NULL, &ignored);
    }
}

static void narrow_fields(Values *v)
{
    for (size_t i = 0; i < v->nfield; i++) {
        IrType *t = &v->game->field.at[i].elem;
        Value w = v->written[i];
        if (!v->tracked[i] || t->kind != IR_INT || w.any || !w.set)
            continue;
        int64_t lo = w.lo + __builtin_ctzll(w.set);
        int64_t hi = w.lo + 63 - __builtin_clzll(w.set);
        if (lo <= t->lo && hi >= t->hi)
            continue;
        t->lo = lo > t->lo ? lo : t->lo;
        t->hi = hi < t->hi ? hi : t->hi;
        v->changed = true;
    }
}

static bool too_large(const IrGame *game)
{
    size_t nodes = 0;
    for (size_t i = 0; i < game->fn.n; i++) {
        IrFn *fn = game->fn.at[i];
        nodes += fn->body ? tree_size(fn->body) : 0;
        nodes += fn->header ? tree_size(fn->header) + tree_size(fn->effect) : 0;
        nodes += fn->then ? tree_size(fn->then) : 0;
        if (fn->local.n > MAX_VARS)
            return true;
    }
    return nodes > MAX_NODES;
}


/* Reaches the fixpoint; false if it takes too long. */
static bool settle(Values *v, States *between, States *after)
{
    initial_states(v, between);
    note_all_scoped(v);
    bool hidden = hidden_tests(v->game);
    for (size_t i = 0; hidden && i < v->game->fn.n; i++)
        all_states(v, &v->looked[i]);
    for (int round = 0; round < MAX_ROUNDS && v->work < MAX_WORK; round++)
        if (!round_of(v, between, after))
            return v->work < MAX_WORK;
    return false;
}

bool ir_pass_value_sets(IrPass *pass)
{
    if (ir_fn_find(pass->game, "moves") < 0)
        return false; /* not a game yet */
    if (too_large(pass->game)) {
        ir_pass_remark(pass, (Span){0, 0}, "values are not followed: the game is too large");
        return false;
    }
    Values v = {.pass = pass, .game = pass->game, .lasting = arena_beside(pass->game->arena)};
    v.arena = v.lasting;
    set_up(&v);
    States between = values_nowhere(&v), after = values_nowhere(&v);
    if (settle(&v, &between, &after)) {
        rewrite_all(&v, &after);
        narrow_fields(&v);
    } else {
        ir_pass_remark(pass, (Span){0, 0}, "values are not followed: it takes too long");
    }
    arena_free(v.lasting);
    return v.changed;
}
