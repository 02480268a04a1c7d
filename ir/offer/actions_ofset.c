/* actions_ofset.c - what numbers made of sets can be. */
#include "ir/offer/actions.h"

static int words_of(const Act *e, const Ir *set) { return actions_words(e, set->type.space); }

static bool in(const uint64_t *set, int size, int64_t v) { return v >= 0 && v < size && ir_mask_has(set, (int)v); }

static Nums same(Act *e, ActFrame *f, const Ir *node)
{
    Sets a = actions_set(e, f, node->a[0]), b = actions_set(e, f, node->a[1]);
    bool can = true, sure = true;
    for (int i = 0, n = words_of(e, node->a[0]); i < n; i++) {
        can = can && !(a.must[i] & ~b.may[i]) && !(b.must[i] & ~a.may[i]);
        sure = sure && a.may[i] == a.must[i] && b.may[i] == b.must[i] && a.may[i] == b.may[i];
    }
    return node->op == IR_OP_EQ ? nums_bit(can, !sure) : nums_bit(!sure, can);
}

static Nums has(Act *e, ActFrame *f, const Ir *node)
{
    Nums a = actions_num(e, f, node->a[0]);
    Sets set = actions_set(e, f, node->a[1]);
    int size = e->game->space.at[node->a[1]->type.space].size;
    bool yes = false, no = false;
    a = nums_clip(a, INT64_MIN, size - 1);
    if (!nums_empty(a) && a.lo < 0)
        no = true;
    Nums members = nums_clip(a, 0, size - 1);
    NUMS_EACH(v, members) {
        yes = yes || in(set.may, size, v);
        no = no || !in(set.must, size, v);
    }
    return nums_bit(yes, no);
}

static Nums count(Act *e, ActFrame *f, const Ir *node)
{
    Sets a = actions_set(e, f, node->a[0]);
    int words = words_of(e, node->a[0]);
    return nums_range(actions_sets_count(a.must, words), actions_sets_count(a.may, words));
}

static Nums any(Act *e, ActFrame *f, const Ir *node)
{
    Sets a = actions_set(e, f, node->a[0]);
    int words = words_of(e, node->a[0]);
    return nums_bit(actions_sets_next(a.may, words, -1) >= 0, actions_sets_next(a.must, words, -1) < 0);
}

/* FIRST: those up to the first that must be in it.  NTH: any. */
static Nums member(Act *e, ActFrame *f, const Ir *node)
{
    Sets a = actions_set(e, f, node->a[0]);
    int words = words_of(e, node->a[0]), sure = node->op == IR_OP_FIRST ? actions_sets_next(a.must, words, -1) : -1;
    NumsBuild b = nums_build(e, -1, e->game->space.at[node->a[0]->type.space].size - 1);
    for (int s = -1; (s = actions_sets_next(a.may, words, s)) >= 0 && (sure < 0 || s <= sure);)
        nums_add(&b, s);
    if (sure < 0)
        nums_add(&b, -1);
    return nums_built(&b);
}

static int64_t plus(int64_t a, int64_t b)
{
    int64_t r;
    return !__builtin_add_overflow(a, b, &r) ? r : b < 0 ? INT64_MIN : INT64_MAX;
}

static Nums sum(Act *e, ActFrame *f, const Ir *node)
{
    Sets a = actions_set(e, f, node->a[0]);
    int words = words_of(e, node->a[0]);
    int64_t lo = 0, hi = 0;
    for (int s = -1; (s = actions_sets_next(a.may, words, s)) >= 0;) {
        ScratchMark mark = scratch_mark(&e->scratch);
        actions_bind(f, node->k, nums_one(s));
        Nums b = actions_num(e, f, node->a[1]);
        bool sure = ir_mask_has(a.must, s);
        scratch_release(&e->scratch, mark);
        if (nums_empty(b)) {
            if (sure)
                return nums_type(node->type);
            continue;
        }
        lo = plus(lo, sure || b.lo < 0 ? b.lo : 0);
        hi = plus(hi, sure || b.hi > 0 ? b.hi : 0);
    }
    return nums_clip(nums_range(lo, hi), node->type.lo, node->type.hi);
}

/* LEAST, MOST: between the best that there can be and the best that there must be. */
static Nums extreme(Act *e, ActFrame *f, const Ir *node)
{
    bool least = node->op == IR_OP_LEAST;
    int64_t none = least ? 1000000000 : -1000000000, lo = INT64_MAX, hi = INT64_MIN;
    Sets a = actions_set(e, f, node->a[0]);
    int words = words_of(e, node->a[0]);
    bool sure = actions_sets_next(a.must, words, -1) >= 0;
    for (int s = -1; (s = actions_sets_next(a.may, words, s)) >= 0;) {
        ScratchMark mark = scratch_mark(&e->scratch);
        actions_bind(f, node->k, nums_one(s));
        Nums b = actions_num(e, f, node->a[1]);
        scratch_release(&e->scratch, mark);
        if (nums_empty(b))
            return nums_type(node->type);
        lo = b.lo < lo ? b.lo : lo;
        hi = b.hi > hi ? b.hi : hi;
    }
    if (!sure) {
        lo = none < lo ? none : lo;
        hi = none > hi ? none : hi;
    }
    return nums_range(lo, hi);
}

static int64_t run_in(const int32_t *row, size_t n, const uint64_t *set, int size)
{
    size_t i = 0;
    while (i < n && in(set, size, row[i]))
        i++;
    return (int64_t)i;
}

static Nums run(Act *e, ActFrame *f, const Ir *node)
{
    Slices s = actions_slices(e, f, node->a[0]);
    Sets set = actions_set(e, f, node->a[1]);
    int size = e->game->space.at[node->a[1]->type.space].size;
    int64_t lo = INT64_MAX, hi = INT64_MIN;
    if (s.any)
        return nums_type(node->type);
    for (size_t i = 0; i < s.n; i++) {
        size_t n = s.len;
        const int32_t *row = s.table->rows ? actions_row(s.table, s.start[i], &n) : s.table->value + s.start[i];
        int64_t less = run_in(row, n, set.must, size), more = run_in(row, n, set.may, size);
        lo = less < lo ? less : lo;
        hi = more > hi ? more : hi;
    }
    return nums_range(lo, hi);
}

Nums actions_set_number(Act *e, ActFrame *f, const Ir *node)
{
    switch (node->op) {
    case IR_OP_EQ: case IR_OP_NE:
        return same(e, f, node);
    case IR_OP_HAS:
        return has(e, f, node);
    case IR_OP_COUNT:
        return count(e, f, node);
    case IR_OP_ANY:
        return any(e, f, node);
    case IR_OP_FIRST: case IR_OP_NTH:
        return member(e, f, node);
    case IR_OP_SUM:
        return sum(e, f, node);
    case IR_OP_LEAST: case IR_OP_MOST:
        return extreme(e, f, node);
    case IR_OP_RUN_LENGTH:
        return run(e, f, node);
    default: /* GROUPS, TOUCHES, LINE, NUMBER: anything of the type */
        return nums_type(node->type);
    }
}
