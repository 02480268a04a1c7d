/* narrow_loops.c - pass aim: a loop that can only end at one target begins where that is near.
 *
 *     for %x in M {                          for %x in M & $aim[%t] {
 *       let %to = $step[%x]           ->       let %to = $step[%x]
 *       if %to == %t { .. }                    if %to == %t { .. }
 *     }                                      }
 *
 * where everything that the body does stands below conditions on %x and %t that constants
 * decide.  $aim[%t] holds each %x for which some of it could happen.  So "is this site
 * attacked" asks the pieces that are a step or a ray away, not all there are.
 *
 * After loops_to_sets: what became a set has no loop. */
#include "ir/passes/pass.h"
#include "ir/passes/target_rows.h"
#include "ir/core/tree.h"

enum {
    MAX_LET = 40,         /* nodes of a `let` that is seen through */
    MAX_STEPS = 4000,     /* statements looked at for one loop */
    MAX_PAIRS = 2000000,  /* pairs of %x and %t that are tried one by one, in a function */
    MAX_BYTES = 1 << 17,  /* of a table */
    MAX_ROUNDS = 16,      /* of an inner loop that is followed round by round */
    MAX_TARGETS = 8,
    MAX_WORDS = 64
};

/* A relation: for each value of t, the x for which something may be; NULL is everything. */
typedef uint64_t Pairs;

typedef struct {
    IrGame *game;
    IrFn *fn;
    Arena *scratch;
    int x, t;
    int space; /* of x */
    int nx, words; /* members of x's space, and words of a set of them */
    int64_t low;   /* least value of t */
    int rows;      /* values of t */
    Ir **let;      /* what a local is, where that is known; else NULL */
    Pairs *found;
    int steps, pairs; /* that are left */
} Aim;

static Pairs *pairs_new(Aim *a)
{
    return ARENA_ARRAY(a->scratch, Pairs, a->rows * a->words);
}

static void pair_add(Aim *a, Pairs *p, int64_t x, int64_t t)
{
    ir_mask_set(p + (t - a->low) * a->words, (int)x);
}

static void all_targets(Aim *a, Pairs *p, int x)
{
    for (int t = 0; t < a->rows; t++)
        ir_mask_set(p + t * a->words, x);
}

static const Pairs *both(Aim *a, const Pairs *p, const Pairs *q)
{
    if (!p || !q)
        return p ? p : q;
    Pairs *r = pairs_new(a);
    for (int i = 0; i < a->rows * a->words; i++)
        r[i] = p[i] & q[i];
    return r;
}

static const Pairs *either(Aim *a, const Pairs *p, const Pairs *q)
{
    if (!p || !q)
        return NULL;
    Pairs *r = pairs_new(a);
    for (int i = 0; i < a->rows * a->words; i++)
        r[i] = p[i] | q[i];
    return r;
}

/* ---- conditions -------------------------------------------------------- */

static bool of_x_only(const Aim *a, const Ir *e) { return target_constant(e, a->x, -1); }

static bool is_target(const Aim *a, const Ir *e)
{
    return e->op == IR_OP_LOCAL && e->k == a->t;
}

/* Where a value that constants do not tell would have been an error or is not looked at. */
static const Pairs *equals(Aim *a, const Ir *of_x)
{
    Pairs *p = pairs_new(a);
    for (int x = 0; x < a->nx; x++) {
        int64_t t;
        if (!tree_int_value(a->game, of_x, a->x, x, &t))
            all_targets(a, p, x);
        else if (t >= a->low && t - a->low < a->rows)
            pair_add(a, p, x, t);
    }
    return p;
}

static const Pairs *holds(Aim *a, const Ir *of_x)
{
    uint64_t set[MAX_WORDS];
    if (ir_words(a->game, of_x->type.space) > MAX_WORDS)
        return NULL;
    Pairs *p = pairs_new(a);
    int size = a->game->space.at[of_x->type.space].size;
    for (int x = 0; x < a->nx; x++) {
        if (!tree_mask_value(a->game, of_x, a->x, x, set)) {
            all_targets(a, p, x);
            continue;
        }
        for (int64_t t = a->low < 0 ? 0 : a->low; t - a->low < a->rows && t < size; t++)
            if (ir_mask_has(set, (int)t))
                pair_add(a, p, x, t);
    }
    return p;
}

/* Any other condition that constants decide: tried for each pair. */
static const Pairs *tried(Aim *a, const Ir *e)
{
    int pairs = a->nx * a->rows;
    if (!target_constant(e, a->x, a->t) || !ir_uses_local(e, a->x) || !ir_uses_local(e, a->t) ||
        pairs > a->pairs)
        return NULL;
    a->pairs -= pairs;
    Pairs *p = pairs_new(a);
    for (int t = 0; t < a->rows; t++) {
        Ir *at = tree_subst(a->game, a->fn, e, a->t, ir_const(a->game, a->low + t));
        for (int x = 0; x < a->nx; x++) {
            int64_t value;
            if (!tree_int_value(a->game, at, a->x, x, &value) || value)
                pair_add(a, p, x, a->low + t);
        }
    }
    return p;
}

static const Pairs *where_true(Aim *a, const Ir *e)
{
    switch (e->op) {
    case IR_OP_AND: return both(a, where_true(a, e->a[0]), where_true(a, e->a[1]));
    case IR_OP_OR: return either(a, where_true(a, e->a[0]), where_true(a, e->a[1]));
    case IR_OP_EQ:
        for (int i = 0; i < 2; i++)
            if (is_target(a, e->a[i]) && of_x_only(a, e->a[1 - i]))
                return equals(a, e->a[1 - i]);
        return tried(a, e);
    case IR_OP_HAS:
        if (is_target(a, e->a[0]) && of_x_only(a, e->a[1]))
            return holds(a, e->a[1]);
        return tried(a, e);
    default: return tried(a, e);
    }
}

/* ---- sets -------------------------------------------------------------- */

/* Has the set no member but t? */
static bool only_target(const Aim *a, const Ir *set)
{
    switch (set->op) {
    case IR_OP_BITOF: return is_target(a, set->a[0]);
    case IR_OP_MAND: return only_target(a, set->a[0]) || only_target(a, set->a[1]);
    case IR_OP_MDIFF: case IR_OP_FILTER: return only_target(a, set->a[0]);
    default: return false;
    }
}

/* Where may t be in the set, which has no other member? */
static const Pairs *where_in(Aim *a, const Ir *set)
{
    switch (set->op) {
    case IR_OP_MAND: return both(a, where_in(a, set->a[0]), where_in(a, set->a[1]));
    case IR_OP_MDIFF: return where_in(a, set->a[0]);
    case IR_OP_FILTER: {
        Ir *condition = tree_subst(a->game, a->fn, set->a[1], (int)set->k, ir_local(a->game, a->fn, a->t));
        return both(a, where_in(a, set->a[0]), where_true(a, condition));
    }
    case IR_OP_TAB: return of_x_only(a, set) ? holds(a, set) : NULL;
    default: return NULL;
    }
}

/* ---- statements -------------------------------------------------------- */

/* The tree with what is known of its locals. */
static const Ir *seen_through(Aim *a, const Ir *e)
{
    return tree_remap(a->game, e, a->let);
}

static void name(Aim *a, const Ir *let)
{
    const Ir *value = tree_reads_state(let->a[0]) || tree_size(let->a[0]) > MAX_LET ? NULL : seen_through(a, let->a[0]);
    bool known = value && tree_size(value) <= MAX_LET && target_constant(value, a->x, a->t);
    a->let[let->k] = known ? (Ir *)value : NULL;
}

static void happens(Aim *a, const Pairs *when)
{
    if (!when)
        a->steps = 0;
    else
        a->found = (Pairs *)either(a, a->found, when);
}

static void follow(Aim *a, const Ir *s, const Pairs *when);

/* A loop over a few constants is followed round by round. */
static void rounds(Aim *a, const Ir *s, const Pairs *when)
{
    int64_t from, to;
    uint64_t set[MAX_WORDS] = {0};
    int local = (int)s->k;
    bool known = false;
    if (s->op == IR_OP_RANGE && tree_int_value(a->game, s->a[0], -1, 0, &from) &&
        tree_int_value(a->game, s->a[1], -1, 0, &to) && to - from <= MAX_ROUNDS && from >= 0) {
        for (int64_t i = from; i < to; i++) {
            a->let[local] = ir_const(a->game, i);
            follow(a, s->a[2], when);
        }
        known = true;
    } else if (s->op == IR_OP_FOR && s->a[0]->type.kind == IR_MASK &&
               a->game->space.at[s->a[0]->type.space].size <= MAX_ROUNDS &&
               tree_mask_value(a->game, s->a[0], -1, 0, set)) {
        for (int i = 0; i < a->game->space.at[s->a[0]->type.space].size; i++)
            if (ir_mask_has(set, i)) {
                a->let[local] = ir_const(a->game, i);
                follow(a, s->a[1], when);
            }
        known = true;
    }
    a->let[local] = NULL;
    if (!known)
        follow(a, s->a[s->op == IR_OP_RANGE ? 2 : 1], when);
}

static void emits(Aim *a, const Ir *s, const Pairs *when)
{
    const Ir *set = seen_through(a, s->a[s->n - 1]);
    happens(a, only_target(a, set) ? both(a, when, where_in(a, set)) : when);
}

static void follow(Aim *a, const Ir *s, const Pairs *when)
{
    if (a->steps <= 0)
        return;
    a->steps--;
    switch (s->op) {
    case IR_OP_BLOCK: case IR_OP_PREFER:
        for (int i = 0; i < s->n; i++)
            follow(a, s->a[i], when);
        return;
    case IR_OP_LET: name(a, s); return;
    case IR_OP_VAR: return;
    case IR_OP_IF:
        follow(a, s->a[1], both(a, when, where_true(a, seen_through(a, s->a[0]))));
        if (s->n > 2)
            follow(a, s->a[2], when);
        return;
    case IR_OP_FOR: case IR_OP_RANGE: rounds(a, s, when); return;
    case IR_OP_EMITSET: emits(a, s, when); return;
    default: happens(a, when); return;
    }
}

/* ---- loops ------------------------------------------------------------- */

static bool sets(const Ir *e, int local)
{
    bool found = (e->op == IR_OP_SET || ir_gives_local(e)) && e->k == local;
    for (int i = 0; i < e->n && !found; i++)
        found = sets(e->a[i], local);
    return found;
}

/* Locals that the body compares with something or looks up. */
static void targets(const IrFn *fn, const Ir *e, int *target, int *n)
{
    bool compares = e->op == IR_OP_EQ || e->op == IR_OP_HAS || e->op == IR_OP_BITOF || e->op == IR_OP_TAB;
    for (int i = 0; i < e->n; i++) {
        const Ir *l = e->a[i];
        bool known = false;
        for (int j = 0; j < *n && compares; j++)
            known = known || target[j] == l->k;
        if (compares && l->op == IR_OP_LOCAL && !known && *n < MAX_TARGETS && l->type.kind == IR_INT &&
            l->type.lo >= -2 && fn->local.at[l->k].type.kind == IR_INT)
            target[(*n)++] = (int)l->k;
        targets(fn, l, target, n);
    }
}

static bool few(const Aim *a)
{
    int n = 0;
    for (int i = 0; i < a->rows * a->words; i++)
        n += __builtin_popcountll(a->found[i]);
    return n <= a->nx * a->rows / 2;
}

/* The members of the loop's set that are near target t; NULL if that says little. */
static Ir *near_target(IrGame *game, IrFn *fn, const Ir *loop, int t, int *pairs)
{
    IrType type = fn->local.at[t].type;
    Aim a = {.game = game, .fn = fn, .x = (int)loop->k, .t = t, .space = loop->a[0]->type.space,
             .low = type.lo, .steps = MAX_STEPS, .pairs = *pairs};
    a.nx = game->space.at[a.space].size;
    a.words = ir_words(game, a.space);
    if (type.hi - type.lo >= MAX_BYTES / (int64_t)sizeof(Pairs) / a.words)
        return NULL;
    a.rows = (int)(type.hi - type.lo) + 1;
    a.scratch = arena_beside(game->arena);
    a.let = ARENA_ARRAY(a.scratch, Ir *, fn->local.n);
    a.found = pairs_new(&a);
    follow(&a, loop->a[1], NULL);
    *pairs = a.pairs;
    Ir *set = NULL;
    if (a.steps > 0 && few(&a)) {
        const TargetRows rows = {.target = t, .low = a.low, .rows = a.rows, .space = a.space, .words = a.words, .row = a.found};
        set = target_row(&(RowsWork){.game = game, .fn = fn}, &rows);
    }
    arena_free(a.scratch);
    return set;
}

typedef struct {
    const IrPass *pass;
    int pairs; /* that may still be tried in this function */
    bool changed;
} Visit;

static Ir *aim_visit(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    Visit *v = data;
    int target[MAX_TARGETS], n = 0;
    if (node->op != IR_OP_FOR || node->a[0]->type.kind != IR_MASK || tree_has_op(node->a[1], IR_OP_DRAW))
        return node;
    targets(fn, node->a[1], target, &n);
    Ir *set = node->a[0];
    for (int i = 0; i < n; i++) {
        if (target[i] == node->k || sets(node->a[1], target[i]))
            continue;
        Ir *near = near_target(game, fn, node, target[i], &v->pairs);
        set = near ? ir_op2(game, IR_OP_MAND, set, near) : set;
    }
    if (set == node->a[0])
        return node;
    ir_pass_remark(v->pass, fn->at, "%s: a loop looks only at what is near its target", fn->name);
    Ir *loop = ir_k2(game, IR_OP_FOR, node->k, set, node->a[1]);
    loop->at = node->at;
    v->changed = true;
    return loop;
}

bool ir_pass_narrow_loops(IrPass *pass)
{
    bool changed = false;
    for (size_t i = 0; i < pass->game->fn.n; i++) {
        IrFn *fn = pass->game->fn.at[i];
        TreeSlot *slot;
        size_t n = tree_slots(pass->game, fn, &slot);
        Visit v = {pass, MAX_PAIRS, false};
        for (size_t j = 0; j < n; j++)
            *slot[j].slot = ir_rewrite(pass->game, fn, *slot[j].slot, aim_visit, &v);
        changed = changed || v.changed;
    }
    return changed;
}
