/* cse_sets.c - pass once: long generators find a set once that they ask for again and again.
 *
 *     if @mover == 1 {                           if @mover == 1 {
 *       emit a(in where(@what, 3) & $x)     ->     let %once = where(@what, 3)
 *       emit b(in where(@what, 3) & $y)            emit a(in %once & $x)
 *     }                                            emit b(in %once & $y)
 *     if @mover == 2 { .. }                        ..
 *     if @mover == 1 { .. }                      } else .. if @mover == 2 { .. }
 *
 * Such a set takes a walk over all sites: `where` of a field that has no masks, a union, a
 * filter.  It depends on the state alone, which a generator never changes, and cannot fail;
 * it is named before the first of the statements of one block that ask for it, or before
 * the one loop that does, where it stays empty unless the loop runs.  Before that,
 * conditions on the same field that stand side by side become one for each value, as nobody
 * can tell their order.  After layout, as fields laid out have their sets at hand.
 *
 * Groups take longer than walks: what floods, of whatever type, is found before the loop
 * in whose rounds it would be the same, in generators of any length and in single statements
 * of effects.
 *
 *     filter(%s in $a : count(flood(%s, ..)) == most(%q in $b : count(flood(%q, ..))))
 *     ->  let %once = most(%q in $b : ..)   filter(%s in $a : count(flood(%s, ..)) == %once)
 *
 * Needs nothing, breaks nothing. */
#include "ir/passes/pass.h"
#include "ir/core/tree.h"

#include <string.h>

enum { MIN_ALIKE = 3, LONG = 2500 /* nodes of a generator that is looked at */ };

/* A set that depends on the state alone. */
typedef struct {
    const Ir *tree;
    uint64_t hash;
    int local; /* its name here, or -1 */
    /* in the block at hand: */
    size_t statements, last; /* that have it; the number of the last one, from 1 */
    size_t first;
    bool looped;
} Set;

typedef struct {
    IrGame *game;
    IrFn *fn;
    int round; /* FLOODS, or which sets */
    VEC(Set) set;
    bool *bound; /* by local: bound in the set that is looked at, or the name of such a set */
    size_t nbound, nlocal; /* locals that `bound` has room for; that there were before */
    int names; /* given in this round */
    bool changed;
} Once;

/* ---- which sets, and whether two are alike ----------------------------- */

/* What a set may be made of has its name first. */
enum { FLOODS = -1, ROUNDS = 3, MOST_NAMES = 2000 /* in one round */, DEEPEST_LOOPS = 4 };

static bool floods(const Ir *e)
{
    return tree_has_op(e, IR_OP_FLOOD) || tree_has_op(e, IR_OP_GROUPS);
}

static bool makes_set(const Once *o, const Ir *e)
{
    const IrOp op = e->op;
    if (o->round == FLOODS)
        return !ir_op_info(op)->statement && op != IR_OP_LOCAL && floods(e);
    return o->round == 0   ? op == IR_OP_WHERE || op == IR_OP_WHEREIN
           : o->round == 1 ? op == IR_OP_UNION
                           : op == IR_OP_FILTER;
}

/* Nothing but the state, names of sets and what the expression binds itself is in it. */
static bool is_closed(Once *o, const Ir *e)
{
    if (e->op == IR_OP_LOCAL)
        return (size_t)e->k < o->nbound && o->bound[e->k];
    if (ir_does(e->op, IR_CALLS | IR_ASSUMES | IR_DRAWS))
        return false;
    bool binds = ir_gives_local(e), closed = true;
    for (int i = 0; i < e->n && closed; i++) {
        if (binds && i == 1)
            o->bound[e->k] = true;
        closed = is_closed(o, e->a[i]);
    }
    if (binds)
        o->bound[e->k] = false;
    return closed;
}

/* The same for sets that differ in the names of what they bind only. */
static uint64_t hash_of(const Ir *e)
{
    bool named = e->op == IR_OP_LOCAL || ir_gives_local(e);
    uint64_t h = (uint64_t)e->op * 0x9e3779b97f4a7c15u + (named ? 1 : (uint64_t)e->k);
    for (int i = 0; i < e->n; i++)
        h = (h ^ hash_of(e->a[i])) * 0x100000001b3u + (h >> 29);
    return h;
}

typedef struct {
    int64_t a, b;
} Pair;

/* Alike, where the first n pairs of names stand for each other, the last first? */
static bool is_alike(const Ir *a, const Ir *b, Pair *pair, int n)
{
    bool binds = ir_gives_local(a);
    if (a->op != b->op || a->n != b->n || (binds && n == 8))
        return false;
    if (a->op == IR_OP_LOCAL) {
        while (n > 0 && pair[n - 1].a != a->k && pair[n - 1].b != b->k)
            n--;
        return n > 0 && pair[n - 1].a == a->k && pair[n - 1].b == b->k;
    }
    if (!binds && a->k != b->k)
        return false;
    for (int i = 0; i < a->n; i++) {
        if (binds && i == 1)
            pair[n++] = (Pair){a->k, b->k};
        if (!is_alike(a->a[i], b->a[i], pair, n))
            return false;
    }
    return true;
}

/* The number of the set, a new one if there is none like it; -1: it is none. */
static int number_of(Once *o, const Ir *e)
{
    if (!makes_set(o, e) || !tree_reads_state(e) || !is_closed(o, e) || !tree_is_total(o->game, e))
        return -1;
    uint64_t hash = hash_of(e);
    for (size_t i = 0; i < o->set.n; i++) {
        Pair pair[8];
        if (o->set.at[i].hash == hash && is_alike(o->set.at[i].tree, e, pair, 0))
            return (int)i;
    }
    vec_push(o->game->arena, &o->set, ((Set){.tree = e, .hash = hash, .local = -1}));
    return (int)o->set.n - 1;
}

/* ---- where they are asked for ------------------------------------------ */

/* Is operand i about another state than the one at hand, or none at all? */
static bool is_elsewhere(const Ir *e, int i)
{
    return (ir_does(e->op, IR_ASSUMES) && i == 1) || (ir_does(e->op, IR_AHEAD) && (i == 0 || ir_does(e->op, IR_CALLS)));
}

static bool is_repeated(const Ir *e, int i)
{
    return ir_does(e->op, IR_LOOPS) && (i == e->n - 1 || e->op == IR_OP_WHILE);
}

/* Loops within a branch are the branch's own. */
static bool is_branched(const Ir *s)
{
    return s->op == IR_OP_IF || s->op == IR_OP_PREFER;
}

/* Notes what a part of statement number `at` of a block asks for. */
static void gather(Once *o, const Ir *e, size_t at, bool loops, bool looped)
{
    int k = o->round == FLOODS && !looped ? -1 : number_of(o, e);
    if (k >= 0) {
        Set *s = &o->set.at[k];
        s->first = s->statements ? s->first : at;
        s->statements += s->last != at;
        s->last = at;
        s->looped = s->looped || looped;
        return;
    }
    for (int i = 0; i < e->n; i++)
        if (!is_elsewhere(e, i))
            gather(o, e->a[i], at, loops, looped || (loops && is_repeated(e, i)));
}

/* The names that earlier rounds gave in the block hold from there on. */
static void know_names(Once *o, const Ir *block, bool here)
{
    for (int i = 0; i < block->n; i++)
        if (block->a[i]->op == IR_OP_LET && (size_t)block->a[i]->k >= o->nlocal)
            o->bound[block->a[i]->k] = here;
}

/* Floods are named where a loop asks for them. */
static Ir *with_names(Once *o, const Ir *e, bool loops, bool looped)
{
    int k = o->round == FLOODS && !looped ? -1 : number_of(o, e);
    if (k >= 0 && o->set.at[k].local >= 0)
        return ir_local(o->game, o->fn, o->set.at[k].local);
    Ir *fresh = tree_like(o->game, e);
    for (int i = 0; i < e->n; i++)
        if (!is_elsewhere(e, i))
            fresh->a[i] = with_names(o, e->a[i], loops, looped || (loops && is_repeated(e, i)));
    return fresh;
}

/* ---- conditions side by side ------------------------------------------- */

/* `if @f == k { .. }` and no more. */
static bool is_case(const Ir *s, int64_t field)
{
    const Ir *c = s->op == IR_OP_IF && s->n == 2 ? s->a[0] : NULL;
    return c && c->op == IR_OP_EQ && c->a[0]->op == IR_OP_GET && c->a[0]->n == 0 && c->a[1]->op == IR_OP_INT &&
           (field < 0 || c->a[0]->k == field);
}

/* The cases from `from` up to `to`, one for each value. */
static size_t join_cases(Once *o, const Ir *block, int from, int to, Ir **list)
{
    Ir **body = ARENA_ARRAY(o->game->arena, Ir *, to - from);
    bool *done = ARENA_ARRAY(o->game->arena, bool, to - from);
    size_t n = 0;
    for (int i = from; i < to; i++) {
        size_t parts = 0;
        for (int j = i; j < to && !done[i - from]; j++)
            if (block->a[j]->a[0]->a[1]->k == block->a[i]->a[0]->a[1]->k) {
                body[parts++] = block->a[j]->a[1];
                done[j - from] = j > i;
            }
        if (parts)
            list[n++] = ir_if(o->game, block->a[i]->a[0], tree_block(o->game, body, parts), NULL);
    }
    return n;
}

static Ir *in_cases(Once *o, Ir *block)
{
    Ir **list = ARENA_ARRAY(o->game->arena, Ir *, block->n + 1);
    size_t n = 0;
    for (int i = 0; i < block->n;) {
        int to = i;
        while (to < block->n && is_case(block->a[to], is_case(block->a[i], -1) ? block->a[i]->a[0]->a[0]->k : -1))
            to++;
        if (to - i >= MIN_ALIKE) {
            n += join_cases(o, block, i, to, list + n);
            i = to;
        } else {
            list[n++] = block->a[i++];
        }
    }
    return n < (size_t)block->n ? tree_block(o->game, list, n) : block;
}

/* ---- blocks ------------------------------------------------------------ */

static Ir *in_block(Once *o, Ir *block);

/* The blocks inside a statement. */
static Ir *inside(Once *o, Ir *s)
{
    Ir *fresh = s;
    for (int i = 0; i < s->n; i++) {
        const Ir *a = s->a[i];
        if (!ir_op_info(a->op)->statement)
            continue;
        if (fresh == s)
            fresh = tree_like(o->game, s);
        fresh->a[i] = a->op == IR_OP_BLOCK ? in_block(o, s->a[i]) : inside(o, s->a[i]);
    }
    return fresh;
}

static bool is_worth_a_name(const Set *s)
{
    return s->local < 0 && s->statements && (s->statements > 1 || s->looped);
}

static void gather_block(Once *o, const Ir *block)
{
    for (size_t i = 0; i < o->set.n; i++) {
        Set *s = &o->set.at[i];
        s->statements = s->last = s->first = 0;
        s->looped = false;
    }
    for (int i = 0; i < block->n; i++)
        gather(o, block->a[i], (size_t)i + 1, !is_branched(block->a[i]), false);
}

/* What gets a name in a block: the set's number, the statement before which it is named. */
typedef struct {
    size_t set, first;
} Named;

/* Gives names to the sets that are worth one; how many. */
static size_t give_names(Once *o, Named *named)
{
    size_t n = 0;
    for (size_t i = 0; i < o->set.n && o->names < MOST_NAMES; i++)
        if (is_worth_a_name(&o->set.at[i]))
            named[n++] = (Named){i, o->set.at[i].first - 1}, o->names++;
    for (size_t i = 0; i < n; i++) {
        Set *s = &o->set.at[named[i].set];
        s->local = ir_local_add(o->game, o->fn, "once", s->tree->type);
    }
    return n;
}

/* Is a set asked for inside one loop only? */
static bool is_of_loop(const Set *set, const Ir *s)
{
    return set->statements == 1 && s->op == IR_OP_FOR && s->a[0]->type.kind == IR_MASK &&
           !ir_uses_local(s->a[0], set->local);
}

/* The set, or none if the loop has no round.  What it runs over gets a name. */
static Ir *if_looped(Once *o, const Set *set, Ir **loop, Ir **out, size_t *n)
{
    IrGame *g = o->game;
    Ir *over = (*loop)->a[0];
    if (over->op != IR_OP_LOCAL) {
        int those = ir_local_add(g, o->fn, "those", over->type);
        out[(*n)++] = ir_k1(g, IR_OP_LET, those, over);
        over = ir_local(g, o->fn, those);
        *loop = ir_k2(g, IR_OP_FOR, (*loop)->k, over, (*loop)->a[1]);
    }
    return ir_op3(g, IR_OP_SELECT, ir_op1(g, IR_OP_ANY, ir_copy(g, over)), ir_copy(g, set->tree),
                  ir_k0(g, IR_OP_NONE, set->tree->type.space));
}

/* The sets to be named before statement number i; those of its loop alone come last. */
static void name_before(Once *o, const Named *named, size_t nnamed, size_t i, Ir **s, Ir **out, size_t *n)
{
    const Ir *old = *s;
    for (int looped = 0; looped < 2; looped++)
        for (size_t j = 0; j < nnamed; j++) {
            const Set *set = &o->set.at[named[j].set];
            if (named[j].first != i || is_of_loop(set, old) != looped)
                continue;
            Ir *value = looped ? if_looped(o, set, s, out, n) : ir_copy(o->game, set->tree);
            out[(*n)++] = ir_k1(o->game, IR_OP_LET, set->local, value);
        }
}

static Ir *in_block(Once *o, Ir *block)
{
    know_names(o, block, true);
    gather_block(o, block);
    Named *named = ARENA_ARRAY(o->game->arena, Named, o->set.n + 1);
    size_t n = give_names(o, named), out = 0;
    Ir **list = ARENA_ARRAY(o->game->arena, Ir *, (size_t)block->n + 2 * n + 1);
    for (int i = 0; i < block->n; i++) {
        Ir *s = n ? with_names(o, block->a[i], !is_branched(block->a[i]), false) : block->a[i];
        name_before(o, named, n, (size_t)i, &s, list, &out);
        list[out++] = inside(o, s);
    }
    know_names(o, block, false);
    for (size_t i = 0; i < n; i++)
        o->set.at[named[i].set].local = -1;
    o->changed = o->changed || n;
    return out ? tree_block(o->game, list, out) : block;
}

static Ir *cases_everywhere(Once *o, Ir *s)
{
    Ir *fresh = tree_like(o->game, s);
    for (int i = 0; i < s->n; i++)
        if (ir_op_info(s->a[i]->op)->statement)
            fresh->a[i] = cases_everywhere(o, s->a[i]);
    return fresh->op == IR_OP_BLOCK ? in_cases(o, fresh) : fresh;
}

static Ir *one_round(Once *o, Ir *block)
{
    o->set.n = 0;
    o->names = 0;
    o->nbound = o->fn->local.n;
    o->bound = ARENA_ARRAY(o->game->arena, bool, o->nbound + 1);
    return in_block(o, block);
}

/* ---- floods ------------------------------------------------------------ */

/* Fields read under a name are read where they are asked for: then what floods is seen to depend on the state alone. */
static Ir *without_aliases(Once *o, const Ir *e)
{
    if (e->op == IR_OP_LETX && e->a[0]->op == IR_OP_GET && (e->a[0]->n == 0 || e->a[0]->a[0]->op == IR_OP_INT))
        return without_aliases(o, tree_subst(o->game, o->fn, e->a[1], (int)e->k, e->a[0]));
    Ir *fresh = tree_like(o->game, e);
    for (int i = 0; i < e->n; i++)
        fresh->a[i] = without_aliases(o, e->a[i]);
    return fresh;
}

/* From the outermost loop inwards; the block itself where no loop asks for floods. */
static Ir *before_loops(Once *o, Ir *block)
{
    Ir *found = without_aliases(o, block);
    bool any = false;
    o->round = FLOODS;
    o->nlocal = o->fn->local.n;
    for (int i = 0; i < DEEPEST_LOOPS; i++) {
        o->changed = false;
        Ir *next = one_round(o, found);
        if (!o->changed)
            break;
        any = true;
        found = next;
    }
    return any ? found : block;
}

/* Effects change the state: each statement is looked at alone. */
static Ir *in_effects(Once *o, Ir *block, bool *changed)
{
    IrGame *g = o->game;
    Ir *fresh = ir_block(g);
    for (int i = 0; i < block->n; i++) {
        Ir *s = block->a[i], *alone = NULL;
        bool nested = false;
        for (int j = 0; j < s->n; j++)
            nested = nested || ir_op_info(s->a[j]->op)->statement;
        if (nested) {
            s = tree_like(g, s);
            for (int j = 0; j < s->n; j++)
                if (s->a[j]->op == IR_OP_BLOCK)
                    s->a[j] = in_effects(o, s->a[j], changed);
        } else if (floods(s)) {
            Ir *one = tree_block(g, &s, 1);
            alone = before_loops(o, one);
            alone = alone == one ? NULL : alone;
        }
        *changed = *changed || alone;
        for (int j = 0; alone && j < alone->n; j++)
            ir_append(g, &fresh, alone->a[j]);
        if (!alone)
            ir_append(g, &fresh, s);
    }
    return fresh;
}

/* ---- functions --------------------------------------------------------- */

static bool in_generator(IrPass *pass, IrFn *fn)
{
    Once o = {.game = pass->game, .fn = fn};
    Ir *joined = floods(fn->body) ? before_loops(&o, fn->body) : fn->body;
    bool changed = joined != fn->body;
    if (tree_size(fn->body) >= LONG) {
        o.changed = false;
        o.nlocal = fn->local.n;
        Ir *cased = cases_everywhere(&o, joined);
        for (o.round = 0; o.round < ROUNDS; o.round++)
            cased = one_round(&o, cased);
        joined = o.changed ? cased : joined;
        changed = changed || o.changed;
    }
    fn->body = joined;
    return changed;
}

static bool in_move(IrPass *pass, IrFn *fn)
{
    Once o = {.game = pass->game, .fn = fn};
    TreeSlot *slot;
    const size_t n = tree_slots(pass->game, fn, &slot);
    bool changed = false;
    for (size_t i = 0; i < n; i++)
        if ((slot[i].kind == SLOT_EFFECT || slot[i].kind == SLOT_THEN) && floods(*slot[i].slot)) {
            bool here = false;
            Ir *block = in_effects(&o, *slot[i].slot, &here);
            *slot[i].slot = here ? block : *slot[i].slot;
            changed = changed || here;
        }
    return changed;
}

bool ir_pass_cse_sets(IrPass *pass)
{
    bool changed = false;
    for (size_t i = 0; i < pass->game->fn.n; i++) {
        IrFn *fn = pass->game->fn.at[i];
        if (fn->kind == IR_GEN)
            changed |= in_generator(pass, fn);
        else if (fn->kind == IR_RULE)
            changed |= in_move(pass, fn);
    }
    return changed;
}
