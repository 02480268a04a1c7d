/* loops_to_tests.c - pass loops_to_tests: a loop that only looks for a member becomes a test of a set.
 *
 *     for %x in M & $board {                              if any(M & $aim[%t]) {
 *       let %to = $step[%x]                                 if @what[%t] != 0 { ret 1 }
 *       if %to >= 0 { if @what[%to] != 0 {        ->      }
 *         if %to == %t { ret 1 } } }
 *     }
 *
 * What constants decide of a pair %x, %t becomes a table of sets, $aim; what is equal to %t stands for it, and what then no
 * longer depends on %x is asked once.  Loops side by side that ask the same of %t become one: the sets of
 * all ways that a piece steps, and of all pieces that step so, are one set.  In functions; generators that are only asked
 * become such (exists_to_fn).  Needs nothing, breaks nothing. */
#include "ir/core/tree.h"
#include "ir/passes/pass.h"
#include "ir/passes/target_rows.h"

enum {
    MOST_LET = 40,      /* nodes of a `let` that is seen through */
    MOST_TRIED = 400000 /* values that are found out in a function */
};

/* A loop as a test: is there a member, while all of `asked` hold? */
typedef struct {
    TargetRows of;
    VEC(const Ir *) asked;
    const Ir *ret;
} Test;

typedef struct {
    RowsWork work;
    bool changed;
} Pass;

/* --- reading a loop --- */

typedef struct {
    RowsWork *work;
    IrGame *game;
    int x;
    Ir **let;                  /* by local: its value, or NULL */
    VEC(const Ir *) condition; /* in the order in which they are asked */
    const Ir *same;            /* an expression of x that is equal to the target; or NULL */
} Reading;

/* The site that alone can be in the set; or NULL. */
static const Ir *only_member(const Ir *set)
{
    if (set->op == IR_OP_BITOF)
        return set->a[0];
    if (set->op == IR_OP_MDIFF)
        return only_member(set->a[0]);
    const Ir *member = set->op == IR_OP_MAND ? only_member(set->a[0]) : NULL;
    return member || set->op != IR_OP_MAND ? member : only_member(set->a[1]);
}

/* Is the member in the set, in which nothing else is?  One question for each part. */
static void add_memberships(Reading *r, const Ir *member, const Ir *set)
{
    IrGame *game = r->game;
    if (set->op == IR_OP_MAND) {
        add_memberships(r, member, set->a[0]);
        add_memberships(r, member, set->a[1]);
    } else if (set->op == IR_OP_MDIFF) {
        add_memberships(r, member, set->a[0]);
        vec_push(game->arena, &r->condition, ir_op1(game, IR_OP_NOT, ir_op2(game, IR_OP_HAS, (Ir *)member, set->a[1])));
    } else if (set->op != IR_OP_BITOF || !ir_equal(set->a[0], member)) {
        vec_push(game->arena, &r->condition, ir_op2(game, IR_OP_HAS, (Ir *)member, (Ir *)set));
    } else if (member->type.lo < 0) {
        vec_push(game->arena, &r->condition, ir_op2(game, IR_OP_GE, (Ir *)member, ir_const(game, 0)));
    }
}

static void add_conditions(Reading *r, const Ir *e)
{
    const Ir *member = e->op == IR_OP_ANY ? only_member(e->a[0]) : NULL;
    if (e->op == IR_OP_AND) {
        add_conditions(r, e->a[0]);
        add_conditions(r, e->a[1]);
    } else if (member) {
        add_memberships(r, member, e->a[0]);
    } else {
        vec_push(r->game->arena, &r->condition, e);
    }
}

/* The body as conditions one behind the other, and what is returned then; NULL: it does more. */
static const Ir *read_body(Reading *r, const Ir *s)
{
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++) {
            const Ir *let = s->a[i];
            if (i == s->n - 1)
                return read_body(r, let);
            if (let->op != IR_OP_LET || tree_size(let->a[0]) > MOST_LET || tree_does(let->a[0], IR_DRAWS | IR_BINDS))
                return NULL;
            r->let[let->k] = tree_remap(r->game, let->a[0], r->let);
            if (tree_size(r->let[let->k]) > MOST_LET)
                return NULL;
        }
        return NULL;
    case IR_OP_IF:
        if (s->n > 2)
            return NULL;
        add_conditions(r, tree_remap(r->game, s->a[0], r->let));
        return read_body(r, s->a[1]);
    case IR_OP_RET: return s->n == 1 && s->a[0]->op == IR_OP_INT ? s : NULL;
    default: return NULL;
    }
}

static bool is_target(const Reading *r, const Ir *e)
{
    return e->op == IR_OP_LOCAL && e->k != r->x && e->type.kind == IR_INT;
}

/* The local that a condition compares with what constants say of x. */
static int find_target(Reading *r)
{
    for (size_t i = 0; i < r->condition.n; i++) {
        const Ir *c = r->condition.at[i];
        for (int k = 0; c->op == IR_OP_EQ && k < 2; k++) {
            if (is_target(r, c->a[k]) && ir_uses_local(c->a[1 - k], r->x) && target_constant(c->a[1 - k], r->x, -1)) {
                r->same = c->a[1 - k];
                return (int)c->a[k]->k;
            }
        }
    }
    for (size_t i = 0; i < r->condition.n; i++) {
        const Ir *c = r->condition.at[i];
        if (c->op == IR_OP_HAS && is_target(r, c->a[0]) && ir_uses_local(c->a[1], r->x) && target_constant(c->a[1], r->x, -1))
            return (int)c->a[0]->k;
    }
    return -1;
}

/* --- rows --- */

static void drop(TargetRows *rows, int t, int x) { rows->row[t * rows->words + x / 64] &= ~(UINT64_C(1) << (x % 64)); }

/* Removes from the rows each x that does not fulfil the condition, which constants decide. */
static bool keep_true(Reading *r, TargetRows *rows, const Ir *c)
{
    const bool by_target = rows->target >= 0 && ir_uses_local(c, rows->target);
    const int size = r->game->space.at[rows->space].size;
    for (int t = 0; t < rows->rows; t++) {
        const Ir *at = by_target ? tree_subst(r->game, r->work->fn, c, rows->target, ir_const(r->game, rows->low + t)) : c;
        for (int x = 0; x < size; x++) {
            int64_t value;
            if (!ir_mask_has(rows->row + t * rows->words, x))
                continue;
            if (!target_spend(r->work) || !tree_int_value(r->game, at, r->x, x, &value))
                return false;
            if (!value)
                drop(rows, t, x);
        }
    }
    return true;
}

/* Removes each x whose `same` is not the target. */
static bool keep_same(Reading *r, TargetRows *rows)
{
    const int size = r->game->space.at[rows->space].size;
    for (int x = 0; x < size; x++) {
        bool wanted = false;
        for (int t = 0; t < rows->rows && !wanted; t++)
            wanted = ir_mask_has(rows->row + t * rows->words, x);
        int64_t value = 0;
        if (wanted && (!target_spend(r->work) || !tree_int_value(r->game, r->same, r->x, x, &value)))
            return false;
        for (int t = 0; t < rows->rows && wanted; t++)
            if (value != rows->low + t)
                drop(rows, t, x);
    }
    return true;
}

/* --- tests --- */

static bool read_conditions(Reading *r, Test *test)
{
    for (size_t i = 0; i < r->condition.n; i++) {
        const Ir *c = r->condition.at[i];
        if (r->same) /* what is equal to the target stands for it */
            c = tree_replace(r->game, c, r->same, ir_local(r->game, r->work->fn, test->of.target));
        if (target_constant(c, r->x, test->of.target) && ir_uses_local(c, r->x)) {
            if (!keep_true(r, &test->of, c))
                return false;
        } else if (ir_uses_local(c, r->x)) {
            return false;
        } else if (!(c->op == IR_OP_EQ && ir_equal(c->a[0], c->a[1]))) {
            vec_push(r->game->arena, &test->asked, c);
        }
    }
    return true;
}

static bool read_loop(Pass *p, const Ir *loop, Test *test)
{
    RowsWork *w = &p->work;
    if (loop->op != IR_OP_FOR || loop->a[0]->type.kind != IR_MASK)
        return false;
    Reading r = {.work = w, .game = w->game, .x = (int)loop->k, .let = ARENA_ARRAY(w->game->arena, Ir *, w->fn->local.n + 1)};
    *test = (Test){.ret = read_body(&r, loop->a[1])};
    if (!test->ret || !target_begin(w, &test->of, loop->a[0]->type.space, find_target(&r)))
        return false;
    target_cut(w, &test->of, loop->a[0]);
    return (!r.same || keep_same(&r, &test->of)) && read_conditions(&r, test);
}

static bool same_question(const Test *a, const Test *b)
{
    bool same = a->of.target == b->of.target && a->of.space == b->of.space && ir_equal(a->ret, b->ret) && a->asked.n == b->asked.n;
    for (size_t i = 0; i < a->asked.n && same; i++)
        same = ir_equal(a->asked.at[i], b->asked.at[i]);
    return same;
}

/* --- blocks --- */

/* Those that ask the same as the first. */
typedef struct {
    Test first;
    RowsList of;
} Tests;

/* What of a block is read, but not written yet: tests, and statements before some of them, which they may go past. */
typedef struct {
    VEC(Tests) tests;
    VEC(Ir *) passed;
    Ir **block;
} Held;

/* `any` guards what is asked of the target, unless that cannot fail and is shorter. */
static Ir *whole_condition(const Pass *p, const Test *test, Ir *any)
{
    Ir *asked = NULL;
    for (size_t i = 0; i < test->asked.n; i++) {
        Ir *one = ir_copy(p->work.game, test->asked.at[i]);
        asked = asked ? ir_op2(p->work.game, IR_OP_AND, asked, one) : one;
    }
    if (!asked)
        return any;
    const bool first = tree_size(asked) < tree_size(any) && tree_is_total(p->work.game, asked);
    return first ? ir_op2(p->work.game, IR_OP_AND, asked, any) : ir_op2(p->work.game, IR_OP_AND, any, asked);
}

static void put_tests(const Pass *p, Tests *tests, Ir **block)
{
    IrGame *game = p->work.game;
    Ir *set = target_union(&p->work, &tests->of), *ret = ir_copy(game, tests->first.ret);
    if (set)
        ir_append(game, block, ir_if(game, whole_condition(p, &tests->first, ir_op1(game, IR_OP_ANY, set)), tree_block(game, &ret, 1), NULL));
}

static void put_held(Pass *p, Held *held)
{
    for (size_t i = 0; i < held->tests.n; i++)
        put_tests(p, &held->tests.at[i], held->block);
    for (size_t i = 0; i < held->passed.n; i++)
        ir_append(p->work.game, held->block, held->passed.at[i]);
    held->tests.n = held->passed.n = 0;
}

static bool returns_only(const Ir *s, const Ir *ret)
{
    if (s->op == IR_OP_RET)
        return ir_equal(s, ret);
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID && !returns_only(s->a[i], ret))
            return false;
    return true;
}

/* Is the answer the same if the test comes before all that is held? */
static bool may_pass(const Pass *p, const Held *held, const Test *test)
{
    bool may = !held->tests.n || ir_equal(held->tests.at[0].first.ret, test->ret);
    for (size_t i = 0; i < held->passed.n && may; i++)
        may = returns_only(held->passed.at[i], test->ret) && !tree_has_op(held->passed.at[i], IR_OP_SET);
    for (size_t i = 0; i < test->asked.n && may; i++)
        may = tree_is_total(p->work.game, test->asked.at[i]);
    return may && (!test->of.set || tree_is_total(p->work.game, test->of.set));
}

static void add_test(Pass *p, Held *held, const Test *test)
{
    Arena *arena = p->work.game->arena;
    if (!may_pass(p, held, test))
        put_held(p, held);
    size_t g = 0;
    while (g < held->tests.n && !same_question(&held->tests.at[g].first, test))
        g++;
    if (g == held->tests.n)
        vec_push(arena, &held->tests, (Tests){.first = *test});
    target_add(arena, &held->tests.at[g].of, &test->of);
}

/* Is the body made of names and of conditions without `else`, and is all that they return the same value, so that their order does not matter? */
static bool splits(const Ir *body)
{
    const Ir *ret = NULL;
    for (int i = 0; i < body->n; i++) {
        const Ir *s = body->a[i];
        if (s->op == IR_OP_IF && !ret)
            for (ret = s; ret && ret->op != IR_OP_RET;)
                ret = ret->op == IR_OP_IF ? ret->a[1] : ret->op == IR_OP_BLOCK && ret->n ? ret->a[ret->n - 1] : NULL;
        if (s->op != IR_OP_LET && (s->op != IR_OP_IF || s->n > 2))
            return false;
    }
    return ret && returns_only(body, ret);
}

/* The loop with the names in front of its statement i, and with that alone. */
static Ir *part_of_loop(IrGame *game, const Ir *loop, int i)
{
    Ir *body = ir_block(game);
    for (int k = 0; k < i; k++)
        if (loop->a[1]->a[k]->op == IR_OP_LET)
            ir_append(game, &body, loop->a[1]->a[k]);
    ir_append(game, &body, loop->a[1]->a[i]);
    return ir_k2(game, IR_OP_FOR, loop->k, loop->a[0], body);
}

/* Those of the loop's conditions, each for itself, that can be tests become such; the loop with the others, NULL if there is none. */
static Ir *split_loop(Pass *p, Ir *loop, Held *held)
{
    Test test;
    if (loop->op != IR_OP_FOR)
        return loop;
    if (read_loop(p, loop, &test)) {
        add_test(p, held, &test);
        return NULL;
    }
    if (!splits(loop->a[1]))
        return loop;
    Ir *left = ir_block(p->work.game);
    int conditions = 0;
    for (int i = 0; i < loop->a[1]->n; i++) {
        Ir *s = loop->a[1]->a[i];
        if (s->op == IR_OP_IF && read_loop(p, part_of_loop(p->work.game, loop, i), &test)) {
            add_test(p, held, &test);
            continue;
        }
        ir_append(p->work.game, &left, s);
        conditions += s->op == IR_OP_IF;
    }
    if (left->n == loop->a[1]->n)
        return loop;
    if (!conditions)
        return NULL;
    Ir *rest = ir_k2(p->work.game, IR_OP_FOR, loop->k, loop->a[0], left);
    rest->at = loop->at;
    return rest;
}

static Ir *in_block(IrGame *game, IrFn *fn, Ir *block, void *data)
{
    Pass *p = data;
    if (block->op != IR_OP_BLOCK)
        return block;
    p->work.fn = fn;
    Ir *made = ir_block(game);
    Held held = {.block = &made};
    bool changed = false;
    for (int i = 0; i < block->n; i++) {
        Ir *s = block->a[i], *rest = split_loop(p, s, &held);
        changed = changed || rest != s;
        if (rest && (rest->op == IR_OP_FOR || rest->op == IR_OP_IF)) {
            vec_push(game->arena, &held.passed, rest);
        } else if (rest) {
            put_held(p, &held);
            ir_append(game, &made, rest);
        }
    }
    put_held(p, &held);
    p->changed = p->changed || changed;
    made->at = block->at;
    return changed ? made : block;
}

bool ir_pass_loops_to_tests(IrPass *pass)
{
    Pass p = {.work = {.game = pass->game}};
    for (size_t i = 0; i < pass->game->fn.n; i++) {
        IrFn *fn = pass->game->fn.at[i];
        p.work.tried = MOST_TRIED;
        if (fn->kind == IR_FN && fn->ret.kind == IR_INT)
            fn->body = ir_rewrite(pass->game, fn, fn->body, in_block, &p);
    }
    return p.changed;
}
