/* eval_num.c - the evaluator: expressions that are numbers. */
#include "ir/eval/eval_impl.h"

#include <inttypes.h>

#include "base/rng.h"

/* ---- indices ----------------------------------------------------------- */

bool eval_index(IrEval *e, EvalFrame *f, const Ir *node, const Ir *index_or_null, int field,
                size_t *index)
{
    int64_t i = index_or_null ? eval_num(e, f, index_or_null) : 0;
    const IrField *of = &e->game->field.at[field];
    if (!e->error && (i < 0 || (uint64_t)i >= of->n))
        eval_fail(e, node, "index %" PRId64 " of @%s is outside 0..%zu", i, of->name, of->n - 1);
    *index = (size_t)i;
    return !e->error;
}

bool eval_slice(IrEval *e, EvalFrame *f, const Ir *node, EvalSlice *slice)
{
    const IrTable *table = &e->game->table.at[node->k];
    size_t at = 0, n = 1;
    for (int d = 0; d < table->ndim; d++) {
        int size = table->dim[d].size;
        at *= (size_t)size;
        if (d >= node->n) {
            n *= (size_t)size;
            continue;
        }
        int64_t i = eval_num(e, f, node->a[d]);
        if (!e->error && (i < 0 || i >= size))
            eval_fail(e, node, "index %d of $%s is %" PRId64 ", outside 0..%d", d + 1,
                      table->name, i, size - 1);
        if (e->error)
            return false;
        at += (size_t)i;
    }
    *slice = (EvalSlice){.table = table, .start = at, .n = n};
    return true;
}

const int32_t *eval_row(EvalSlice slice, size_t *n)
{
    const IrTable *table = slice.table;
    if (!table->rows) {
        *n = slice.n;
        return table->value + slice.start;
    }
    *n = table->off[slice.start + 1] - table->off[slice.start];
    return table->value ? table->value + table->off[slice.start] : NULL;
}

size_t eval_run(const int32_t *row, size_t n, const uint64_t *set, int size)
{
    size_t i = 0;
    while (i < n && row[i] >= 0 && row[i] < size && ir_mask_has(set, row[i]))
        i++;
    return i;
}

/* ---- arithmetic -------------------------------------------------------- */

static int64_t divided(IrEval *e, const Ir *node, int64_t a, int64_t b)
{
    if (b == 0) {
        eval_fail(e, node, "division by zero");
        return 0;
    }
    if (b == -1) /* the one quotient that can overflow is of no type's range */
        return node->op == IR_OP_DIV ? (a == INT64_MIN ? INT64_MAX : -a) : 0;
    return node->op == IR_OP_DIV ? a / b : a % b;
}

static int64_t power(IrEval *e, const Ir *node, int64_t a, int64_t b)
{
    uint64_t r = 1;
    if (b < 0)
        eval_fail(e, node, "a power with exponent %" PRId64, b);
    for (int64_t i = 0; i < b && i < 64; i++)
        r *= (uint64_t)a;
    return (int64_t)r;
}

static int64_t arithmetic(IrEval *e, EvalFrame *f, const Ir *node)
{
    int64_t a = eval_num(e, f, node->a[0]), b = node->n > 1 ? eval_num(e, f, node->a[1]) : 0;
    int64_t r = 0;
    bool over = false;
    if (e->error)
        return 0;
    switch (node->op) {
    case IR_OP_ADD:
        over = __builtin_add_overflow(a, b, &r);
        break;
    case IR_OP_SUB:
        over = __builtin_sub_overflow(a, b, &r);
        break;
    case IR_OP_MUL:
        over = __builtin_mul_overflow(a, b, &r);
        break;
    case IR_OP_NEG:
        over = __builtin_sub_overflow((int64_t)0, a, &r);
        break;
    case IR_OP_ABS:
        if (a < 0)
            over = __builtin_sub_overflow((int64_t)0, a, &r);
        else
            r = a;
        break;
    case IR_OP_MIN:
        return a < b ? a : b;
    case IR_OP_MAX:
        return a > b ? a : b;
    case IR_OP_POW:
        return power(e, node, a, b);
    default:
        return divided(e, node, a, b);
    }
    if (over)
        eval_fail(e, node, "a result of `%s` does not fit 64 bits", ir_op_info(node->op)->text);
    return r;
}

/* ---- comparison, control ------------------------------------------------ */

static bool same_sets(IrEval *e, EvalFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    uint64_t *a = eval_set_new(e, f, node->a[0]), *b = eval_set_new(e, f, node->a[1]);
    bool same = true;
    for (int i = 0, n = eval_words(e, node->a[0]); i < n; i++)
        same = same && a[i] == b[i];
    scratch_release(&e->scratch, mark);
    return same;
}

static int64_t compare(IrEval *e, EvalFrame *f, const Ir *node)
{
    if (node->a[0]->type.kind == IR_MASK)
        return same_sets(e, f, node) == (node->op == IR_OP_EQ);
    int64_t a = eval_num(e, f, node->a[0]), b = eval_num(e, f, node->a[1]);
    switch (node->op) {
    case IR_OP_EQ:
        return a == b;
    case IR_OP_NE:
        return a != b;
    case IR_OP_LT:
        return a < b;
    case IR_OP_LE:
        return a <= b;
    case IR_OP_GT:
        return a > b;
    default:
        return a >= b;
    }
}

static int64_t said(IrEvalScript *script, uint32_t n)
{
    uint32_t k = script->draws++;
    if (k < script->room)
        script->bound[k] = n;
    return k < script->n && script->given[k] < n ? script->given[k] : 0;
}

static int64_t draw(IrEval *e, EvalFrame *f, const Ir *node)
{
    int64_t n = eval_num(e, f, node->a[0]);
    if (!e->error && (n <= 0 || n > UINT32_MAX))
        eval_fail(e, node, "draw(%" PRId64 ")", n);
    if (e->script && !e->error)
        return said(e->script, (uint32_t)n);
    return e->rng && !e->error ? rng_below(e->rng, (uint32_t)n) : 0;
}

static int64_t number(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalSlice slice;
    size_t index;
    switch (node->op) {
    case IR_OP_LOCAL:
        return f->slot[node->k].number;
    case IR_OP_GET:
        return eval_index(e, f, node, node->n ? node->a[0] : NULL, (int)node->k, &index)
                   ? eval_read(e, (int)node->k, index) : 0;
    default: /* TAB */
        return eval_slice(e, f, node, &slice) ? slice.table->value[slice.start] : 0;
    }
}

/* ---- of sets ----------------------------------------------------------- */

int eval_next_member(const uint64_t *set, int words, int after)
{
    int from = after + 1;
    for (int w = from / 64; w < words; w++) {
        uint64_t rest = set[w];
        if (w == from / 64)
            rest &= ~UINT64_C(0) << (from % 64);
        for (int i = 0; rest; i++, rest >>= 1)
            if (rest & 1)
                return w * 64 + i;
    }
    return -1;
}

int eval_words(const IrEval *e, const Ir *set)
{
    return ir_words(e->game, set->type.space);
}

static int64_t member_count(const uint64_t *set, int words)
{
    int64_t n = 0;
    for (int s = -1; (s = eval_next_member(set, words, s)) >= 0;)
        n++;
    return n;
}

static int64_t nth(const uint64_t *set, int words, int64_t n)
{
    int s = -1;
    if (n < 0)
        return -1;
    for (int64_t i = 0; i <= n; i++)
        if ((s = eval_next_member(set, words, s)) < 0)
            return -1;
    return s;
}

static bool has(IrEval *e, EvalFrame *f, const Ir *node)
{
    int64_t s = eval_num(e, f, node->a[0]);
    uint64_t *set = eval_set_new(e, f, node->a[1]);
    int size = e->game->space.at[node->a[1]->type.space].size;
    if (e->error || s < 0)
        return false;
    if (s >= size) {
        eval_fail(e, node, "%" PRId64 " is no member of a space of %d", s, size);
        return false;
    }
    return ir_mask_has(set, (int)s);
}

/* sum, least and most of an expression over a set */
static int64_t over_members(IrEval *e, EvalFrame *f, const Ir *node)
{
    uint64_t *set = eval_set_new(e, f, node->a[0]);
    int words = eval_words(e, node->a[0]);
    int64_t r = node->op == IR_OP_LEAST ? 1000000000 : node->op == IR_OP_MOST ? -1000000000 : 0;
    bool none = true;
    for (int s = -1; !e->error && (s = eval_next_member(set, words, s)) >= 0; none = false) {
        eval_store(e, f, node, node->k, s);
        int64_t v = eval_num(e, f, node->a[1]);
        if (node->op == IR_OP_SUM) {
            if (__builtin_add_overflow(r, v, &r))
                eval_fail(e, node, "a sum does not fit 64 bits");
        } else if (none || (node->op == IR_OP_LEAST ? v < r : v > r)) {
            r = v;
        }
    }
    return r;
}

static int64_t touches(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalSlice slice;
    uint64_t *set = eval_set_new(e, f, node->a[0]);
    if (!eval_slice(e, f, node->a[1], &slice))
        return 0;
    int words = eval_words(e, node->a[0]);
    int64_t n = 0;
    for (size_t i = slice.start; i < slice.start + slice.n; i++) {
        const uint64_t *other = slice.table->word + i * (size_t)words;
        bool meets = false;
        for (int w = 0; w < words; w++)
            meets = meets || (set[w] & other[w]);
        n += meets;
    }
    return n;
}

static int64_t run(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalSlice slice;
    size_t n;
    if (!eval_slice(e, f, node->a[0], &slice))
        return 0;
    uint64_t *set = eval_set_new(e, f, node->a[1]);
    const int32_t *row = eval_row(slice, &n);
    return (int64_t)eval_run(row, n, set, e->game->space.at[node->a[1]->type.space].size);
}

/* Rows come in pairs of opposite rays; a last one without partner is alone. */
static bool line(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalSlice slice;
    if (!eval_slice(e, f, node->a[0], &slice))
        return false;
    uint64_t *set = eval_set_new(e, f, node->a[1]);
    int size = e->game->space.at[node->a[1]->type.space].size;
    int64_t least = eval_num(e, f, node->a[2]), most = eval_num(e, f, node->a[3]);
    int64_t length = 1;
    for (size_t i = 0; i < slice.n && !e->error; i++) {
        size_t n;
        const int32_t *row = eval_row((EvalSlice){slice.table, slice.start + i, 1}, &n);
        length += (int64_t)eval_run(row, n, set, size);
        if (i % 2 == 0 && i + 1 < slice.n)
            continue;
        if (least <= length && length <= most)
            return true;
        length = 1;
    }
    return false;
}

static bool covers(IrEval *e, EvalFrame *f, const Ir *node)
{
    const uint64_t *set = eval_set_new(e, f, node->a[0]);
    EvalSlice slice;
    if (!eval_slice(e, f, node->a[1], &slice))
        return false;
    for (size_t i = 0; i < slice.n; i++)
        if (!(slice.table->word[slice.start + i] & ~*set))
            return true;
    return false;
}

/* The n-th member, which there is. */
static int64_t pick(IrEval *e, const Ir *node, const uint64_t *set, int words, int64_t n)
{
    const int64_t s = nth(set, words, n);
    if (s < 0)
        eval_fail(e, node, "there is no member number %" PRId64, n);
    return s < 0 ? 0 : s;
}

static int64_t of_set(IrEval *e, EvalFrame *f, const Ir *node)
{
    uint64_t *set = eval_set_new(e, f, node->a[0]);
    int words = eval_words(e, node->a[0]);
    switch (node->op) {
    case IR_OP_COUNT: case IR_OP_KEPT_COUNT:
        return member_count(set, words);
    case IR_OP_ANY:
        return eval_next_member(set, words, -1) >= 0;
    case IR_OP_FIRST:
        return eval_next_member(set, words, -1);
    case IR_OP_UMOD:
        return (int64_t)(set[0] % (uint64_t)node->a[1]->k);
    case IR_OP_PICK: case IR_OP_KEPT_PICK:
        return pick(e, node, set, words, eval_num(e, f, node->a[1]));
    default: /* NTH */
        return nth(set, words, eval_num(e, f, node->a[1]));
    }
}

/* ---- all --------------------------------------------------------------- */

static int64_t expression(IrEval *e, EvalFrame *f, const Ir *node)
{
    switch (node->op) {
    case IR_OP_INT:
        return node->k;
    case IR_OP_LOCAL: case IR_OP_GET: case IR_OP_TAB:
        return number(e, f, node);
    case IR_OP_ADD: case IR_OP_SUB: case IR_OP_MUL: case IR_OP_DIV: case IR_OP_MOD:
    case IR_OP_NEG: case IR_OP_ABS: case IR_OP_MIN: case IR_OP_MAX: case IR_OP_POW:
        return arithmetic(e, f, node);
    case IR_OP_EQ: case IR_OP_NE: case IR_OP_LT: case IR_OP_LE: case IR_OP_GT: case IR_OP_GE:
        return compare(e, f, node);
    case IR_OP_AND:
        return eval_num(e, f, node->a[0]) && eval_num(e, f, node->a[1]);
    case IR_OP_OR:
        return eval_num(e, f, node->a[0]) || eval_num(e, f, node->a[1]);
    case IR_OP_NOT:
        return !eval_num(e, f, node->a[0]);
    case IR_OP_SELECT:
        return eval_num(e, f, node->a[eval_num(e, f, node->a[0]) ? 1 : 2]);
    case IR_OP_LETX:
        eval_assign(e, f, node->k, f, node->a[0]);
        return eval_num(e, f, node->a[1]);
    case IR_OP_CALL:
        return eval_call(e, f, node, NULL);
    case IR_OP_EXISTS:
        return eval_exists(e, f, node);
    case IR_OP_LONGEST:
        return eval_reach(e, f, node);
    case IR_OP_WITH:
        return eval_with(e, f, node, NULL);
    case IR_OP_DRAW:
        return draw(e, f, node);
    case IR_OP_HAS:
        return has(e, f, node);
    case IR_OP_SUM: case IR_OP_LEAST: case IR_OP_MOST:
        return over_members(e, f, node);
    case IR_OP_COUNT_MEETS:
        return touches(e, f, node);
    case IR_OP_RUN_LENGTH:
        return run(e, f, node);
    case IR_OP_LINE:
        return line(e, f, node);
    case IR_OP_COVERS:
        return covers(e, f, node);
    case IR_OP_GATHERS:
        return 1;
    case IR_OP_LISTED:
        return e->sink ? e->sink->count : 0;
    case IR_OP_GROUPS:
        return eval_components(e, f, node);
    case IR_OP_COUNT: case IR_OP_ANY: case IR_OP_FIRST: case IR_OP_NTH: case IR_OP_UMOD:
    case IR_OP_PICK: case IR_OP_KEPT_COUNT: case IR_OP_KEPT_PICK:
        return of_set(e, f, node);
#define CASES_SETS
#define CASES_STATEMENTS
#include "ir/core/cases.def"
    case IR_OPS:
        break;
    }
    eval_fail(e, node, "`%s` is not a number", ir_op_info(node->op)->text);
    return 0;
}

int64_t eval_num(IrEval *e, EvalFrame *f, const Ir *node)
{
    if (e->error)
        return 0;
    eval_count(e, node, 1);
    ScratchMark mark = scratch_mark(&e->scratch);
    int64_t value = expression(e, f, node);
    scratch_release(&e->scratch, mark);
    return e->error ? 0 : value;
}
