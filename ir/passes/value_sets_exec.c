/* value_sets_exec.c - pass values: states, and bodies run on them. */
#include "ir/passes/value_sets.h"

#include <string.h>

#include "ir/core/tree.h"

enum { MAX_ROUNDS = 80 };

/* ---- states ------------------------------------------------------------ */

/* A spare environment, whatever is in it; or NULL. */
static Value *spare_env(Values *v)
{
    SpareEnv *found = v->arena == v->lasting ? NULL : v->spare;
    if (found)
        v->spare = found->next;
    return (Value *)found;
}

Value *values_env(Values *v)
{
    Value *env = spare_env(v);
    return env ? memset(env, 0, v->nvar * sizeof *env) : ARENA_ARRAY(v->arena, Value, v->nvar + 1);
}

static Value *copy_env(Values *v, const Value *env)
{
    Value *copy = spare_env(v);
    return memcpy(copy ? copy : ARENA_ARRAY(v->arena, Value, v->nvar + 1), env, v->nvar * sizeof *env);
}

static void drop_env(Values *v, Value *env)
{
    SpareEnv *spare = (SpareEnv *)env;
    spare->next = v->spare;
    v->spare = spare;
}

void values_drop(Values *v, States *s)
{
    for (int p = 0; p < v->npart; p++) {
        if (s->env[p])
            drop_env(v, s->env[p]);
        s->env[p] = NULL;
    }
}

States values_nowhere(Values *v)
{
    return (States){ARENA_ARRAY(v->arena, Value *, v->npart)};
}

States values_copy(Values *v, const States *s)
{
    States copy = values_nowhere(v);
    for (int p = 0; p < v->npart; p++)
        if (s->env[p]) {
            copy.env[p] = copy_env(v, s->env[p]);
            v->work += v->nvar;
        }
    return copy;
}

bool values_reached(const Values *v, const States *s)
{
    for (int p = 0; p < v->npart; p++)
        if (s->env[p])
            return true;
    return false;
}

static bool join_env(Values *v, Value **into, const Value *from, size_t nvar)
{
    bool grew = false;
    if (!*into) {
        *into = values_env(v);
        grew = true;
    }
    for (size_t i = 0; i < nvar; i++) {
        Value joined = value_join((*into)[i], from[i]);
        grew = grew || !value_same(joined, (*into)[i]);
        (*into)[i] = joined;
    }
    return grew;
}

bool values_join(Values *v, States *into, const States *from, size_t nvar)
{
    bool grew = false;
    for (int p = 0; p < v->npart; p++)
        if (from->env[p])
            grew = join_env(v, &into->env[p], from->env[p], nvar) || grew;
    return grew;
}

static int64_t low_of(const Values *v, int field)
{
    return v->game->field.at[field].elem.lo;
}

bool values_add(Values *v, States *into, const Value *env, size_t nvar)
{
    bool grew = false;
    v->work += (size_t)v->npart * v->nvar;
    for (int p = 0; p < v->npart; p++) {
        int64_t over = p / v->nmover, mover = p % v->nmover;
        if (v->over >= 0) {
            over += low_of(v, v->over);
            if (!value_may(env[v->over], over))
                continue;
        }
        if (v->mover >= 0) {
            mover += low_of(v, v->mover);
            if (!value_may(env[v->mover], mover))
                continue;
        }
        Value *part = copy_env(v, env);
        if (v->over >= 0)
            part[v->over] = value_one(over);
        if (v->mover >= 0)
            part[v->mover] = value_one(mover);
        grew = join_env(v, &into->env[p], part, nvar) || grew;
        drop_env(v, part);
    }
    return grew;
}

Value values_over_all(Values *v, const States *s, const Ir *node)
{
    Value value = value_none();
    for (int p = 0; p < v->npart; p++)
        if (s->env[p])
            value = value_join(value, values_eval(v, s->env[p], node));
    return value;
}

void values_enter(Values *v, int64_t fn, const States *s, bool looking)
{
    Arena *arena = v->arena;
    v->arena = v->lasting;
    States *into = looking ? &v->looked[fn] : &v->played[fn];
    v->entered = values_join(v, into, s, v->nfield) || v->entered;
    v->arena = arena;
}

static void assume(Values *v, States *s, const Ir *c, bool truth)
{
    for (int p = 0; p < v->npart; p++)
        if (s->env[p] && !values_assume(v, s->env[p], c, truth))
            s->env[p] = NULL;
}

/* ---- rewriting expressions ---------------------------------------------- */

static Ir *constant(Values *v, Ir *node, Value value)
{
    int64_t one;
    if (node->op == IR_OP_INT || node->op == IR_OP_NONE || node->op == IR_OP_ALL ||
        !value_is_one(value, &one) || tree_has_op(node, IR_OP_DRAW))
        return node;
    if (node->type.kind == IR_INT) {
        v->changed = true;
        return ir_const(v->game, one);
    }
    if (node->op != IR_OP_GET)
        return node;
    uint64_t word = (uint64_t)one;
    v->changed = true;
    return tree_mask(v->game, node->type.space, &word);
}

/* The value where the game is over, or where it is not. */
static bool settled_by_over(Values *v, const States *s, const Ir *node, int over, int64_t *value)
{
    Value all = value_none();
    for (int p = 0; p < v->npart; p++)
        if (s->env[p] && p / v->nmover == over)
            all = value_join(all, values_eval(v, s->env[p], node));
    return value_is_one(all, value);
}

/* A bit that says nothing but whether the game is over says so. */
static Ir *over_or_not(Values *v, Ir *node, const States *s)
{
    int64_t open, closed;
    const Ir *plain = node->op == IR_OP_NOT ? node->a[0] : node;
    if (v->nover != 2 || node->type.kind != IR_INT || node->type.lo < 0 ||
        node->type.hi > 1 || plain->op == IR_OP_GET || plain->op == IR_OP_LOCAL ||
        low_of(v, v->over) != 0 || tree_has_op(node, IR_OP_DRAW) ||
        !settled_by_over(v, s, node, 0, &open) ||
        !settled_by_over(v, s, node, 1, &closed) || open == closed)
        return node;
    v->changed = true;
    Ir *over = ir_get(v->game, v->over, NULL);
    return closed ? over : ir_op1(v->game, IR_OP_NOT, over);
}

/* The body of let(%x = a : b) or with(@f = a : b), in its scope. */
static Ir *rewrite_scoped(Values *v, const Ir *node, States *s)
{
    States inner = values_copy(v, s);
    size_t at = node->op == IR_OP_WITH ? (size_t)node->k : v->nfield + (size_t)node->k;
    for (int p = 0; p < v->npart; p++) {
        if (!inner.env[p])
            continue;
        inner.env[p][at] = node->op == IR_OP_WITH || node->op == IR_OP_LETX
                               ? values_eval(v, s->env[p], node->a[0])
                               : (Value){.any = true};
        if (node->op == IR_OP_WITH && !v->tracked[node->k])
            inner.env[p][at] = (Value){.any = true};
    }
    Ir *body = values_rewrite(v, node->a[1], &inner);
    values_drop(v, &inner);
    return body;
}

Ir *values_rewrite(Values *v, Ir *node, States *s)
{
    if (!v->rewrite || !values_reached(v, s) || ir_op_info(node->op)->statement)
        return node;
    if (node->type.kind == IR_INT || node->type.kind == IR_MASK) {
        Ir *known = constant(v, node, values_over_all(v, s, node));
        if (known == node)
            known = over_or_not(v, node, s);
        if (known != node)
            return known;
    }
    Ir *fresh = arena_copy(v->game->arena, node, sizeof(Ir) + node->n * sizeof(Ir *));
    bool scoped = node->op == IR_OP_WITH || ir_gives_local(node);
    if (node->op == IR_OP_LONGEST)
        return fresh; /* looks at states to come */
    for (int i = 0; i < node->n; i++)
        fresh->a[i] = scoped && i == 1 ? rewrite_scoped(v, node, s)
                                       : values_rewrite(v, node->a[i], s);
    return fresh;
}

/* ---- statements -------------------------------------------------------- */

static Ir *copied(Values *v, const Ir *node)
{
    return v->rewrite ? arena_copy(v->game->arena, node,
                                   sizeof(Ir) + node->n * sizeof(Ir *))
                      : NULL;
}

static void set_local(Values *v, States *s, int64_t local, const Ir *value)
{
    for (int p = 0; p < v->npart; p++)
        if (s->env[p])
            s->env[p][v->nfield + (size_t)local] =
                value ? values_eval(v, s->env[p], value) : (Value){.any = true};
}

/* A field gets a value; a field that partitions moves environments about. */
static void set_field(Values *v, States *s, int64_t field, const Ir *value)
{
    const Value all = value_of_type(v->game, v->game->field.at[field].elem);
    States out = values_nowhere(v);
    bool key = field == v->over || field == v->mover;
    for (int p = 0; p < v->npart; p++) {
        if (!s->env[p])
            continue;
        Value x = value ? values_eval(v, s->env[p], value) : all;
        x = value_meet(x, all);
        s->env[p][field] = x;
        v->written[field] = value_join(v->written[field], x);
        if (key && x.set)
            values_add(v, &out, s->env[p], v->nvar);
        else if (!x.set)
            s->env[p] = NULL; /* out of range: a checked error */
    }
    if (key) {
        values_drop(v, s);
        *s = out;
    }
}

static Ir *exec_put(Values *v, Ir *node, States *s)
{
    Ir *fresh = copied(v, node);
    for (int i = 0; fresh && i < node->n; i++)
        fresh->a[i] = values_rewrite(v, node->a[i], s);
    if (node->n == 1 && v->tracked[node->k])
        set_field(v, s, node->k, node->a[0]);
    else
        for (int i = 0; i < node->n; i++)
            values_over_all(v, s, node->a[i]);
    return fresh ? fresh : node;
}

static void havoc(Values *v, const Ir *node, States *s)
{
    if (node->op == IR_OP_PUT && node->n == 1 && v->tracked[node->k])
        set_field(v, s, node->k, NULL);
    if (node->op == IR_OP_DO)
        havoc(v, v->game->fn.at[node->k]->body, s);
    for (int i = 0; i < node->n; i++)
        havoc(v, node->a[i], s);
}

static Ir *exec_if(Values *v, Ir *node, States *s)
{
    Ir *fresh = copied(v, node);
    States no = values_copy(v, s);
    if (fresh)
        fresh->a[0] = values_rewrite(v, node->a[0], s);
    assume(v, s, node->a[0], true);
    assume(v, &no, node->a[0], false);
    bool yes_reached = values_reached(v, s), no_reached = values_reached(v, &no);
    for (int i = 1; i < node->n; i++) {
        Ir *arm = values_exec(v, node->a[i], i == 1 ? s : &no);
        if (fresh)
            fresh->a[i] = arm;
    }
    values_join(v, s, &no, v->nvar);
    values_drop(v, &no);
    if (!fresh || (yes_reached && no_reached) ||
        tree_has_op(node->a[0], IR_OP_DRAW))
        return fresh ? fresh : node;
    v->changed = true;
    if (yes_reached)
        return fresh->a[1];
    return no_reached && node->n == 3 ? fresh->a[2] : ir_block(v->game);
}

static void bind_loop(Values *v, const Ir *node, States *s)
{
    int64_t lo = 0, n = 65;
    if (node->op == IR_OP_WHILE)
        return;
    if (node->op == IR_OP_RANGE) {
        lo = node->a[0]->type.lo;
        n = node->a[1]->type.hi - lo;
    } else if (node->a[0]->type.kind == IR_MASK) {
        n = v->game->space.at[node->a[0]->type.space].size;
    }
    set_local(v, s, node->k, NULL);
    for (int p = 0; n >= 1 && n <= 64 && p < v->npart; p++)
        if (s->env[p])
            s->env[p][v->nfield + (size_t)node->k] = value_of_type(v->game, ir_int(lo, lo + n - 1));
}

/* The states at the head of a loop: those before it and those after each round. */
static Ir *exec_loop(Values *v, Ir *node, States *s)
{
    int body = node->n - 1, head = node->op == IR_OP_WHILE ? 0 : body;
    Ir *fresh = copied(v, node);
    bool rewrite = v->rewrite;
    for (int i = 0; i < head; i++) {
        if (fresh)
            fresh->a[i] = values_rewrite(v, node->a[i], s);
        values_over_all(v, s, node->a[i]);
    }
    bool grew = true;
    for (int round = 0; grew && round < MAX_ROUNDS; round++) {
        States t = values_copy(v, s);
        if (node->op == IR_OP_WHILE)
            assume(v, &t, node->a[0], true);
        bind_loop(v, node, &t);
        v->rewrite = false;
        values_exec(v, node->a[body], &t);
        v->rewrite = rewrite;
        grew = values_join(v, s, &t, v->nvar);
        values_drop(v, &t);
        if (grew && round == MAX_ROUNDS - 1)
            havoc(v, node->a[body], s);
    }
    if (!rewrite)
        return node;
    States t = values_copy(v, s);
    if (node->op == IR_OP_WHILE) {
        fresh->a[0] = values_rewrite(v, node->a[0], s);
        assume(v, &t, node->a[0], true);
    }
    bind_loop(v, node, &t);
    fresh->a[body] = values_exec(v, node->a[body], &t);
    values_drop(v, &t);
    return fresh;
}

static Ir *exec_arms(Values *v, Ir *node, States *s)
{
    Ir *fresh = copied(v, node);
    for (int i = 0; i < node->n; i++) {
        if (!ir_op_info(node->a[i]->op)->statement)
            continue; /* the condition of `keep` is about successors */
        States t = values_copy(v, s);
        Ir *arm = values_exec(v, node->a[i], &t);
        values_drop(v, &t);
        if (fresh)
            fresh->a[i] = arm;
    }
    return fresh ? fresh : node;
}

static Ir *exec_plain(Values *v, Ir *node, States *s)
{
    Ir *fresh = copied(v, node);
    for (int i = 0; i < node->n; i++) {
        if (fresh)
            fresh->a[i] = values_rewrite(v, node->a[i], s);
        values_over_all(v, s, node->a[i]);
    }
    switch (node->op) {
    case IR_OP_LET:
    case IR_OP_VAR:
    case IR_OP_SET:
        set_local(v, s, node->k, node->a[0]);
        break;
    case IR_OP_PARAM:
        set_local(v, s, node->k, NULL);
        break;
    case IR_OP_WHEN:
        assume(v, s, node->a[0], true);
        break;
    case IR_OP_DO:
        havoc(v, v->game->fn.at[node->k]->body, s);
        break;
    case IR_OP_TRY:
    case IR_OP_EMIT:
    case IR_OP_EMITSET:
        values_enter(v, node->k, s, v->looking);
        break;
    case IR_OP_RET:
        values_join(v, &v->exit, s, v->nvar);
        values_drop(v, s);
        break;
    default:
        break;
    }
    return fresh ? fresh : node;
}

static Ir *exec_block(Values *v, Ir *node, States *s)
{
    Ir **list = ARENA_ARRAY(v->game->arena, Ir *, v->rewrite ? node->n + 1 : 1);
    for (int i = 0; i < node->n; i++) {
        if (!values_reached(v, s))
            return v->rewrite ? tree_block(v->game, list, (size_t)i) : node;
        Ir *done = values_exec(v, node->a[i], s);
        if (v->rewrite)
            list[i] = done;
    }
    return v->rewrite ? tree_block(v->game, list, node->n) : node;
}

Ir *values_exec(Values *v, Ir *node, States *s)
{
    if (!values_reached(v, s))
        return v->rewrite && node->op != IR_OP_PARAM ? ir_block(v->game) : node;
    switch (node->op) {
    case IR_OP_BLOCK:
        return exec_block(v, node, s);
    case IR_OP_PUT:
        return exec_put(v, node, s);
    case IR_OP_IF:
        return exec_if(v, node, s);
    case IR_OP_FOR:
    case IR_OP_RANGE:
    case IR_OP_WHILE:
        return exec_loop(v, node, s);
    case IR_OP_PREFER:
    case IR_OP_KEEP:
    case IR_OP_BEST:
        return exec_arms(v, node, s);
    default:
        return exec_plain(v, node, s);
    }
}
