/* ranks_exec.c - statements, from every state at once. */
#include "ir/offer/ranks.h"

#include <string.h>

/* Of states at a time, values that a number is parted into, members of a set of which
 * all parts are tried. */
enum { MOST_STATES = 30000, MOST_VALUES = 40, MOST_MEMBERS = 6, MOST_STEPS = 70 };

size_t ranks_width(const Ranks *m) { return m->nslot + m->fn->local.n + 1; }

RankCell *ranks_env(Ranks *m, const RankCell *slots)
{
    RankCell *env = ARENA_ARRAY(m->arena, RankCell, ranks_width(m));
    memcpy(env, slots, m->nslot * sizeof *env);
    for (size_t i = 0; i < m->fn->local.n; i++)
        env[m->nslot + i] = ranks_of_type(m, m->fn->local.at[i].type);
    return env;
}

static RankCell *copy(Ranks *m, const RankCell *env)
{
    return arena_copy(m->arena, env, ranks_width(m) * sizeof *env);
}

static void add(Ranks *m, RankSet *set, RankCell *env)
{
    m->failed = m->failed || set->env.n > MOST_STATES;
    if (!m->failed)
        vec_push(m->arena, &set->env, env);
}

static void append(Ranks *m, RankSet *set, const RankSet *more)
{
    for (size_t i = 0; i < more->env.n; i++)
        add(m, set, more->env.at[i]);
}

static uint64_t hash_of(const RankCell *env, size_t cells)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < cells; i++) {
        hash = (hash ^ (uint64_t)env[i].lo) * UINT64_C(0x9e3779b97f4a7c15);
        hash = (hash ^ hash >> 29 ^ (uint64_t)env[i].hi) * UINT64_C(0xbf58476d1ce4e5b9);
    }
    return hash ^ hash >> 32;
}

void ranks_unite(Ranks *m, RankSet *set, size_t cells)
{
    size_t cap = 16, n = 0;
    while (cap < 2 * set->env.n)
        cap *= 2;
    RankCell **slot = ARENA_ARRAY(m->arena, RankCell *, cap);
    for (size_t i = 0; i < set->env.n; i++) {
        RankCell *env = set->env.at[i];
        size_t k = hash_of(env, cells) & (cap - 1);
        while (slot[k] && memcmp(slot[k], env, cells * sizeof *env) != 0)
            k = (k + 1) & (cap - 1);
        if (slot[k])
            continue;
        slot[k] = set->env.at[n++] = env;
    }
    set->env.n = n;
}

/* ---- what a statement does ------------------------------------------------------ */

/* Does it write a kept field, or end the function? */
static bool matters(const Ranks *m, const Ir *s)
{
    if (s->op == IR_OP_RET || (s->op == IR_OP_PUT && m->slot[s->k] >= 0) || (s->op == IR_OP_DO && m->writes[s->k]))
        return true;
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID && matters(m, s->a[i]))
            return true;
    return false;
}

/* Locals that it sets are no longer known. */
static void forget(Ranks *m, const Ir *s, RankSet *set)
{
    if (s->op == IR_OP_SET)
        for (size_t i = 0; i < set->env.n; i++)
            set->env.at[i][m->nslot + (size_t)s->k] = ranks_of_type(m, m->fn->local.at[s->k].type);
    for (int i = 0; i < s->n; i++)
        if (s->a[i]->type.kind == IR_VOID)
            forget(m, s->a[i], set);
}

/* ---- fields and locals ------------------------------------------------------------- */

/* The cell as the type has it; false: it never holds such a value. */
static bool fit(IrType type, RankCell *c)
{
    if (type.kind != IR_INT)
        return true;
    c->lo = c->lo < type.lo ? type.lo : c->lo;
    c->hi = c->hi > type.hi ? type.hi : c->hi;
    return c->lo <= c->hi;
}

static RankSet name(Ranks *m, const Ir *s, RankSet in)
{
    RankSet out = {0};
    IrType type = m->fn->local.at[s->k].type;
    for (size_t i = 0; i < in.env.n; i++) {
        RankCell *env = in.env.at[i];
        RankCell value = !s->n || type.kind == IR_VEC ? ranks_of_type(m, type) : ranks_eval(m, env, s->a[0]);
        if (!fit(type, &value))
            continue;
        env[m->nslot + (size_t)s->k] = value;
        add(m, &out, env);
    }
    return out;
}

/* The field's cell `at` gets the value: one state for each that it may be.  Ranks stay ranges, as
 * little is asked of them: 0, or twice what lies between the number of players and 1. */
static void write(Ranks *m, RankSet *out, RankCell *env, const IrField *field, size_t at, RankCell value)
{
    bool rank = field == &m->game->field.at[m->rank];
    if (!fit(field->elem, &value))
        return;
    if (rank || ranks_known(field->elem, value)) {
        env = copy(m, env);
        env[at] = value;
        add(m, out, env);
        return;
    }
    bool set = field->elem.kind == IR_MASK;
    int size = set ? m->game->space.at[field->elem.space].size : 0;
    if (set ? size > MOST_MEMBERS : value.hi - value.lo >= MOST_VALUES) {
        m->failed = true;
        return;
    }
    int64_t last = set ? ((int64_t)1 << size) - 1 : value.hi;
    for (int64_t v = set ? 0 : value.lo; v <= last; v++) {
        env = copy(m, env);
        env[at] = (RankCell){v, set ? 0 : v};
        add(m, out, env);
    }
}

static RankSet put(Ranks *m, const Ir *s, RankSet in)
{
    RankSet out = {0};
    const IrField *field = &m->game->field.at[s->k];
    if (m->slot[s->k] < 0)
        return in;
    size_t slot = (size_t)m->slot[s->k];
    for (size_t i = 0; i < in.env.n; i++) {
        RankCell *env = in.env.at[i], value = ranks_eval(m, env, s->a[0]), at = {0, 0};
        if (s->n > 1)
            at = ranks_eval(m, env, s->a[1]);
        at.lo = at.lo < 0 ? 0 : at.lo;
        at.hi = at.hi >= (int64_t)field->n ? (int64_t)field->n - 1 : at.hi;
        for (int64_t k = at.lo; k <= at.hi; k++)
            write(m, &out, env, field, slot + (size_t)k, value);
    }
    return out;
}

/* ---- control -------------------------------------------------------------------------- */

static RankSet run_if(Ranks *m, const Ir *s, RankSet in, RankSet *returned)
{
    RankSet yes = {0}, no = {0};
    for (size_t i = 0; i < in.env.n; i++) {
        int which = ranks_truth(ranks_eval(m, in.env.at[i], s->a[0]));
        if (which != 0)
            add(m, &yes, in.env.at[i]);
        if (which != 1)
            add(m, &no, which < 0 ? copy(m, in.env.at[i]) : in.env.at[i]);
    }
    yes = ranks_run(m, s->a[1], yes, returned);
    no = s->n > 2 ? ranks_run(m, s->a[2], no, returned) : no;
    append(m, &yes, &no);
    ranks_unite(m, &yes, ranks_width(m));
    return yes;
}

/* The body any number of times, with anything in the local (or < 0: there is none). */
static RankSet run_often(Ranks *m, const Ir *body, int64_t local, RankSet in, RankSet *returned)
{
    RankSet all = {0};
    size_t width = ranks_width(m), known = 0;
    append(m, &all, &in);
    do {
        RankSet step = {0};
        for (size_t i = known; i < all.env.n; i++) {
            RankCell *env = copy(m, all.env.at[i]);
            if (local >= 0)
                env[m->nslot + (size_t)local] = ranks_of_type(m, m->fn->local.at[local].type);
            add(m, &step, env);
        }
        known = all.env.n;
        step = ranks_run(m, body, step, returned);
        append(m, &all, &step);
        ranks_unite(m, &all, width);
    } while (all.env.n > known && !m->failed);
    return all;
}

/* The body for each value of the local: a set, or (to) the numbers from `from` to before it. */
static RankSet run_each(Ranks *m, const Ir *body, int64_t local, RankCell *env, uint64_t set, int64_t from, int64_t to,
                        RankSet *returned)
{
    RankSet now = {0};
    add(m, &now, env);
    for (int64_t v = from; v < to && !m->failed; v++) {
        if (!(set >> (v - from) & 1))
            continue;
        for (size_t i = 0; i < now.env.n; i++)
            now.env.at[i][m->nslot + (size_t)local] = (RankCell){v, v};
        now = ranks_run(m, body, now, returned);
    }
    return now;
}

static RankSet run_for(Ranks *m, const Ir *s, RankSet in, RankSet *returned)
{
    RankSet out = {0};
    const Ir *body = s->a[s->n - 1];
    for (size_t i = 0; i < in.env.n && !m->failed; i++) {
        RankCell *env = in.env.at[i];
        RankSet now = {0};
        RankCell a = {0, 1}, b = {0, 0};
        if (s->op == IR_OP_RANGE) {
            a = ranks_eval(m, env, s->a[0]);
            b = ranks_eval(m, env, s->a[1]);
        } else if (s->a[0]->type.kind == IR_MASK) {
            a = ranks_eval(m, env, s->a[0]);
        }
        if (s->op == IR_OP_RANGE && a.lo == a.hi && b.lo == b.hi && b.lo - a.lo < 64) {
            now = run_each(m, body, s->k, env, ~UINT64_C(0), a.lo, b.lo, returned);
        } else if (s->op == IR_OP_FOR && !a.hi) {
            now = run_each(m, body, s->k, env, (uint64_t)a.lo, 0, 64, returned);
        } else {
            add(m, &now, env);
            now = run_often(m, body, s->k, now, returned);
        }
        append(m, &out, &now);
    }
    ranks_unite(m, &out, ranks_width(m));
    return out;
}

static RankSet run_while(Ranks *m, const Ir *s, RankSet in, RankSet *returned)
{
    RankSet out = {0};
    for (int step = 0; in.env.n && !m->failed; step++) {
        RankSet on = {0};
        for (size_t i = 0; i < in.env.n; i++) {
            int which = ranks_truth(ranks_eval(m, in.env.at[i], s->a[0]));
            if (which != 1)
                add(m, &out, copy(m, in.env.at[i]));
            if (which != 0)
                add(m, &on, in.env.at[i]);
        }
        if (step > MOST_STEPS) { /* whatever they become: conditions are not asked any more */
            RankSet rest = run_often(m, s->a[1], -1, on, returned);
            append(m, &out, &rest);
            break;
        }
        in = ranks_run(m, s->a[1], on, returned);
        ranks_unite(m, &in, ranks_width(m));
    }
    ranks_unite(m, &out, ranks_width(m));
    return out;
}

/* ---- calls -------------------------------------------------------------------------------- */

/* States of the procedure's own for each value of arguments that are a few numbers. */
static void enter(Ranks *m, RankSet *out, RankCell *env, const IrFn *fn, int param)
{
    if (param == fn->nparam) {
        add(m, out, env);
        return;
    }
    RankCell *arg = &env[m->nslot + (size_t)param];
    if (!fit(fn->local.at[param].type, arg))
        return;
    if (fn->local.at[param].type.kind != IR_INT || arg->hi - arg->lo >= MOST_VALUES) {
        enter(m, out, env, fn, param + 1);
        return;
    }
    for (int64_t v = arg->lo, last = arg->hi; v <= last; v++) {
        RankCell *own = copy(m, env);
        own[m->nslot + (size_t)param] = (RankCell){v, v};
        enter(m, out, own, fn, param + 1);
    }
}

static RankSet call(Ranks *m, const Ir *s, RankSet in)
{
    RankSet out = {0};
    const IrFn *caller = m->fn, *fn = m->game->fn.at[s->k];
    size_t width = ranks_width(m);
    for (size_t i = 0; i < in.env.n && !m->failed; i++) {
        RankCell *env = in.env.at[i], *arg = ARENA_ARRAY(m->arena, RankCell, s->n + 1);
        RankSet inner = {0}, returned = {0};
        for (int k = 0; k < s->n; k++)
            arg[k] = s->a[k]->type.kind == IR_VEC ? (RankCell){0, 1} : ranks_eval(m, env, s->a[k]);
        m->fn = fn;
        RankCell *own = ranks_env(m, env);
        memcpy(own + m->nslot, arg, (size_t)s->n * sizeof *arg);
        enter(m, &inner, own, fn, 0);
        inner = ranks_run(m, fn->body, inner, &returned);
        append(m, &inner, &returned);
        ranks_unite(m, &inner, m->nslot);
        m->fn = caller;
        for (size_t k = 0; k < inner.env.n; k++) {
            RankCell *after = arena_copy(m->arena, env, width * sizeof *env);
            memcpy(after, inner.env.at[k], m->nslot * sizeof *after);
            add(m, &out, after);
        }
    }
    ranks_unite(m, &out, width);
    return out;
}

static void leave(Ranks *m, const Ir *s, RankSet in, RankSet *returned)
{
    size_t at = ranks_width(m) - 1;
    for (size_t i = 0; i < in.env.n; i++)
        if (s->n)
            in.env.at[i][at] = ranks_eval(m, in.env.at[i], s->a[0]);
    append(m, returned, &in);
}

RankSet ranks_run(Ranks *m, const Ir *s, RankSet in, RankSet *returned)
{
    enum { MOST_WORK = 40000000 };
    m->work += in.env.n;
    m->failed = m->failed || m->work > MOST_WORK;
    if (!in.env.n || m->failed)
        return (RankSet){0};
    if (s->op != IR_OP_LET && s->op != IR_OP_VAR && s->op != IR_OP_SET && !matters(m, s)) {
        forget(m, s, &in);
        return in;
    }
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            in = ranks_run(m, s->a[i], in, returned);
        return in;
    case IR_OP_LET: case IR_OP_VAR: case IR_OP_SET: return name(m, s, in);
    case IR_OP_PUT: return put(m, s, in);
    case IR_OP_IF: return run_if(m, s, in, returned);
    case IR_OP_FOR: case IR_OP_RANGE: return run_for(m, s, in, returned);
    case IR_OP_WHILE: return run_while(m, s, in, returned);
    case IR_OP_DO: return call(m, s, in);
    case IR_OP_RET: leave(m, s, in, returned); return (RankSet){0};
    default: m->failed = true; return (RankSet){0};
    }
}
