/* ranks_eval.c - expressions of which only some fields are known. */
#include "ir/offer/ranks.h"

enum { WIDEST = 64 }; /* sets of more members are unknown */
static const int64_t far = (int64_t)1 << 40;

static RankCell range(int64_t lo, int64_t hi)
{
    return (RankCell){lo < -far ? -far : lo, hi > far ? far : hi};
}

static RankCell one(int64_t v) { return (RankCell){v, v}; }
static RankCell unknown_set(void) { return (RankCell){0, 1}; }
static RankCell set_of(uint64_t word) { return (RankCell){(int64_t)word, 0}; }

static RankCell join(IrType type, RankCell a, RankCell b)
{
    if (type.kind == IR_MASK)
        return a.hi || b.hi || a.lo != b.lo ? unknown_set() : a;
    return (RankCell){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

RankCell ranks_of_type(const Ranks *m, IrType type)
{
    (void)m;
    return type.kind == IR_MASK ? unknown_set() : range(type.lo, type.hi);
}

int ranks_truth(RankCell bit)
{
    return bit.lo > 0 || bit.hi < 0 ? 1 : bit.lo == 0 && bit.hi == 0 ? 0 : -1;
}

static RankCell truth(int value) { return value < 0 ? range(0, 1) : one(value); }

static uint64_t all_of(const Ranks *m, int64_t space)
{
    int size = m->game->space.at[space].size;
    return size >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << size) - 1;
}

static bool is_narrow(const Ranks *m, int64_t space) { return m->game->space.at[space].size <= WIDEST; }

/* ---- fields and tables -------------------------------------------------------- */

static RankCell get(Ranks *m, RankCell *env, const Ir *e)
{
    const IrField *field = &m->game->field.at[e->k];
    int slot = m->slot[e->k];
    if (slot < 0)
        return ranks_of_type(m, field->elem);
    if (!e->n)
        return field->array ? unknown_set() : env[slot];
    RankCell at = ranks_eval(m, env, e->a[0]);
    int64_t lo = at.lo < 0 ? 0 : at.lo, hi = at.hi >= (int64_t)field->n ? (int64_t)field->n - 1 : at.hi;
    if (lo > hi)
        return ranks_of_type(m, field->elem);
    RankCell found = env[slot + lo];
    for (int64_t i = lo + 1; i <= hi; i++)
        found = join(field->elem, found, env[slot + i]);
    return found;
}

static RankCell tab(Ranks *m, RankCell *env, const Ir *e)
{
    const IrTable *t = &m->game->table.at[e->k];
    size_t at = 0;
    if (t->rows || e->n != t->ndim)
        return ranks_of_type(m, e->type);
    for (int d = 0; d < e->n; d++) {
        RankCell index = ranks_eval(m, env, e->a[d]);
        if (index.lo != index.hi || index.lo < 0 || index.lo >= t->dim[d].size)
            return ranks_of_type(m, e->type);
        at = at * (size_t)t->dim[d].size + (size_t)index.lo;
    }
    if (t->elem.kind == IR_MASK)
        return is_narrow(m, t->elem.space) ? set_of(t->word[at]) : unknown_set();
    return one(t->value[at]);
}

/* ---- numbers ---------------------------------------------------------------------- */

static RankCell product(RankCell a, RankCell b)
{
    if (a.lo <= -far || a.hi >= far || b.lo <= -far || b.hi >= far)
        return range(-far, far);
    int64_t p[4] = {0};
    const int64_t most = (int64_t)1 << 20;
    if (a.lo < -most || a.hi > most || b.lo < -most || b.hi > most)
        return range(-far, far);
    p[0] = a.lo * b.lo, p[1] = a.lo * b.hi, p[2] = a.hi * b.lo, p[3] = a.hi * b.hi;
    RankCell out = one(p[0]);
    for (int i = 1; i < 4; i++)
        out = range(p[i] < out.lo ? p[i] : out.lo, p[i] > out.hi ? p[i] : out.hi);
    return out;
}

static int compare(IrOp op, RankCell a, RankCell b)
{
    switch (op) {
    case IR_OP_LT: return a.hi < b.lo ? 1 : a.lo >= b.hi ? 0 : -1;
    case IR_OP_LE: return a.hi <= b.lo ? 1 : a.lo > b.hi ? 0 : -1;
    case IR_OP_GT: return compare(IR_OP_LT, b, a);
    case IR_OP_GE: return compare(IR_OP_LE, b, a);
    case IR_OP_EQ: return a.lo == a.hi && b.lo == b.hi && a.lo == b.lo ? 1 : a.hi < b.lo || b.hi < a.lo ? 0 : -1;
    default: return -1;
    }
}

static RankCell comparison(Ranks *m, RankCell *env, const Ir *e)
{
    if (e->a[0]->type.kind == IR_VEC || e->a[1]->type.kind == IR_VEC)
        return range(0, 1);
    RankCell a = ranks_eval(m, env, e->a[0]), b = ranks_eval(m, env, e->a[1]);
    int found = -1;
    bool negated = e->op == IR_OP_NE;
    if (e->a[0]->type.kind == IR_MASK)
        found = a.hi || b.hi ? -1 : a.lo == b.lo;
    else
        found = compare(negated ? IR_OP_EQ : e->op, a, b);
    return truth(negated && found >= 0 ? !found : found);
}

static RankCell arithmetic(Ranks *m, RankCell *env, const Ir *e)
{
    RankCell a = ranks_eval(m, env, e->a[0]), b = e->n > 1 ? ranks_eval(m, env, e->a[1]) : one(0);
    switch (e->op) {
    case IR_OP_ADD: return range(a.lo + b.lo, a.hi + b.hi);
    case IR_OP_SUB: return range(a.lo - b.hi, a.hi - b.lo);
    case IR_OP_MUL: return product(a, b);
    case IR_OP_NEG: return range(-a.hi, -a.lo);
    case IR_OP_MIN: return range(a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi);
    case IR_OP_MAX: return range(a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi);
    default: break;
    }
    if (a.lo != a.hi || b.lo != b.hi || (b.lo == 0 && e->op != IR_OP_ABS))
        return ranks_of_type(m, e->type);
    return one(e->op == IR_OP_DIV ? a.lo / b.lo : e->op == IR_OP_MOD ? a.lo % b.lo : a.lo < 0 ? -a.lo : a.lo);
}

static RankCell connective(Ranks *m, RankCell *env, const Ir *e)
{
    int a = ranks_truth(ranks_eval(m, env, e->a[0]));
    if (e->op == IR_OP_NOT)
        return truth(a < 0 ? -1 : !a);
    int decides = e->op == IR_OP_OR; /* the value of one that settles both */
    if (a == decides)
        return one(decides);
    int b = ranks_truth(ranks_eval(m, env, e->a[1]));
    return truth(b == decides ? decides : a < 0 || b < 0 ? -1 : !decides);
}

/* ---- sets ------------------------------------------------------------------------------ */

static RankCell set_operation(Ranks *m, RankCell *env, const Ir *e)
{
    RankCell a = ranks_eval(m, env, e->a[0]), b = e->n > 1 ? ranks_eval(m, env, e->a[1]) : set_of(0);
    uint64_t x = (uint64_t)a.lo, y = (uint64_t)b.lo;
    if (e->op == IR_OP_MAND && ((!a.hi && !x) || (!b.hi && !y)))
        return set_of(0);
    if (a.hi || b.hi)
        return unknown_set();
    switch (e->op) {
    case IR_OP_MAND: return set_of(x & y);
    case IR_OP_MOR: return set_of(x | y);
    case IR_OP_MXOR: return set_of(x ^ y);
    case IR_OP_MDIFF: return set_of(x & ~y);
    default: return set_of(~x & all_of(m, e->type.space));
    }
}

static RankCell has(Ranks *m, RankCell *env, const Ir *e)
{
    RankCell a = ranks_eval(m, env, e->a[0]), b = ranks_eval(m, env, e->a[1]);
    if (a.hi < 0)
        return one(0);
    if (b.hi || a.hi >= 64)
        return range(0, 1);
    bool some = false, every = a.lo >= 0;
    for (int64_t i = a.lo < 0 ? 0 : a.lo; i <= a.hi; i++) {
        bool in = (uint64_t)b.lo >> i & 1;
        some = some || in;
        every = every && in;
    }
    return truth(every ? 1 : some ? -1 : 0);
}

/* The members of a that certainly fit, and those that may; false: a is not known. */
static bool filter(Ranks *m, RankCell *env, const Ir *e, uint64_t *sure, uint64_t *maybe)
{
    RankCell a = ranks_eval(m, env, e->a[0]);
    *sure = *maybe = 0;
    if (a.hi)
        return false;
    RankCell *local = &env[m->nslot + (size_t)e->k], before = *local;
    for (int i = 0; i < 64; i++) {
        if (!((uint64_t)a.lo >> i & 1))
            continue;
        *local = one(i);
        int fits = ranks_truth(ranks_eval(m, env, e->a[1]));
        *sure |= (uint64_t)(fits == 1) << i;
        *maybe |= (uint64_t)(fits != 0) << i;
    }
    *local = before;
    return true;
}

static RankCell of_set(Ranks *m, RankCell *env, const Ir *e)
{
    uint64_t sure = 0, maybe = 0;
    bool known;
    if (e->a[0]->op == IR_OP_FILTER) {
        known = filter(m, env, e->a[0], &sure, &maybe);
    } else {
        RankCell a = ranks_eval(m, env, e->a[0]);
        known = !a.hi;
        sure = maybe = (uint64_t)a.lo;
    }
    if (!known)
        return ranks_of_type(m, e->type);
    if (e->op == IR_OP_COUNT)
        return range(__builtin_popcountll(sure), __builtin_popcountll(maybe));
    if (e->op == IR_OP_ANY)
        return truth(sure ? 1 : maybe ? -1 : 0);
    if (sure != maybe)
        return ranks_of_type(m, e->type);
    return one(sure ? __builtin_ctzll(sure) : -1);
}

static RankCell bit_of(Ranks *m, RankCell *env, const Ir *e)
{
    RankCell a = ranks_eval(m, env, e->a[0]);
    if (a.lo != a.hi || a.lo >= 64)
        return unknown_set();
    return set_of(a.lo < 0 ? 0 : UINT64_C(1) << a.lo);
}

static RankCell where(Ranks *m, RankCell *env, const Ir *e)
{
    const IrField *field = &m->game->field.at[e->k];
    RankCell a = ranks_eval(m, env, e->a[0]);
    uint64_t word = 0;
    if (m->slot[e->k] < 0 || field->n > 64 || field->elem.kind != IR_INT)
        return unknown_set();
    for (size_t i = 0; i < field->n; i++) {
        int same = compare(IR_OP_EQ, env[m->slot[e->k] + (int)i], a);
        if (same < 0)
            return unknown_set();
        word |= (uint64_t)same << i;
    }
    return set_of(word);
}

/* ---- calls, names ---------------------------------------------------------------------- */

static RankCell call(Ranks *m, const RankCell *env, RankCell *arg, const Ir *e)
{
    const IrFn *caller = m->fn;
    IrFn *fn = m->game->fn.at[e->k];
    m->fn = fn;
    RankCell *inner = ranks_env(m, env);
    for (int i = 0; i < e->n; i++)
        inner[m->nslot + (size_t)i] = arg[i];
    RankSet in = {0}, returned = {0};
    vec_push(m->arena, &in.env, inner);
    ranks_run(m, fn->body, in, &returned);
    size_t at = ranks_width(m) - 1;
    RankCell found = returned.env.n ? returned.env.at[0][at] : ranks_of_type(m, e->type);
    for (size_t i = 1; i < returned.env.n; i++)
        found = join(e->type, found, returned.env.at[i][at]);
    m->fn = caller;
    return found;
}

static RankCell called(Ranks *m, RankCell *env, const Ir *e)
{
    if (!m->closed[e->k] || m->game->fn.at[e->k]->kind != IR_FN)
        return ranks_of_type(m, e->type);
    RankCell *arg = ARENA_ARRAY(m->arena, RankCell, e->n + 1);
    for (int i = 0; i < e->n; i++)
        arg[i] = ranks_eval(m, env, e->a[i]);
    return call(m, env, arg, e);
}

static RankCell letx(Ranks *m, RankCell *env, const Ir *e)
{
    RankCell *local = &env[m->nslot + (size_t)e->k], before = *local;
    if (e->a[0]->type.kind != IR_VEC)
        *local = ranks_eval(m, env, e->a[0]);
    RankCell value = ranks_eval(m, env, e->a[1]);
    *local = before;
    return value;
}

static RankCell select(Ranks *m, RankCell *env, const Ir *e)
{
    int which = ranks_truth(ranks_eval(m, env, e->a[0]));
    if (which >= 0)
        return ranks_eval(m, env, e->a[which ? 1 : 2]);
    return join(e->type, ranks_eval(m, env, e->a[1]), ranks_eval(m, env, e->a[2]));
}

RankCell ranks_eval(Ranks *m, RankCell *env, const Ir *e)
{
    m->work++;
    if (e->type.kind == IR_MASK && !is_narrow(m, e->type.space))
        return unknown_set();
    switch (e->op) {
    case IR_OP_INT: return one(e->k);
    case IR_OP_LOCAL: return env[m->nslot + (size_t)e->k];
    case IR_OP_GET: return get(m, env, e);
    case IR_OP_TAB: return tab(m, env, e);
    case IR_OP_ADD: case IR_OP_SUB: case IR_OP_MUL: case IR_OP_NEG: case IR_OP_MIN: case IR_OP_MAX:
    case IR_OP_DIV: case IR_OP_MOD: case IR_OP_ABS: return arithmetic(m, env, e);
    case IR_OP_EQ: case IR_OP_NE: case IR_OP_LT: case IR_OP_LE: case IR_OP_GT: case IR_OP_GE:
        return comparison(m, env, e);
    case IR_OP_AND: case IR_OP_OR: case IR_OP_NOT: return connective(m, env, e);
    case IR_OP_SELECT: return select(m, env, e);
    case IR_OP_LETX: return letx(m, env, e);
    case IR_OP_CALL: return called(m, env, e);
    case IR_OP_NONE: return set_of(0);
    case IR_OP_ALL: return set_of(all_of(m, e->k));
    case IR_OP_BITOF: return bit_of(m, env, e);
    case IR_OP_MAND: case IR_OP_MOR: case IR_OP_MXOR: case IR_OP_MDIFF: case IR_OP_MNOT:
        return set_operation(m, env, e);
    case IR_OP_HAS: return has(m, env, e);
    case IR_OP_COUNT: case IR_OP_ANY: case IR_OP_FIRST: return of_set(m, env, e);
    case IR_OP_WHERE: return where(m, env, e);
    case IR_OP_FILTER: {
        uint64_t sure, maybe;
        return filter(m, env, e, &sure, &maybe) && sure == maybe ? set_of(sure) : unknown_set();
    }
    default: return ranks_of_type(m, e->type);
    }
}
