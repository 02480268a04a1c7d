/* actions_loop.c - loops.
 *
 * In generators, where parameters are gone through, a loop runs for each value; else once for
 * all values together.  Elsewhere short loops are followed turn by turn; of longer ones the
 * state at the head is joined with what comes back to it until it stays. */
#include "ir/offer/actions.h"

#include <string.h>

enum { FEW = 32, MANY_ROUNDS = 16, TOO_MANY_ROUNDS = 64 };

/* ---- domains ------------------------------------------------------------- */

static Nums of_rows(Act *e, ActFrame *f, const Ir *vec)
{
    Slices s = actions_slices(e, f, vec);
    int64_t lo = INT64_MAX, hi = INT64_MIN;
    if (s.any)
        return nums_range(s.table->elem.lo, s.table->elem.hi);
    for (int pass = 0; pass < 2; pass++) {
        NumsBuild b = {0};
        if (pass)
            b = nums_build(e, lo, hi);
        for (size_t i = 0; i < s.n; i++) {
            size_t n = s.len;
            const int32_t *row = s.table->rows ? actions_row(s.table, s.start[i], &n) : s.table->value + s.start[i];
            for (size_t j = 0; j < n; j++) {
                if (pass)
                    nums_add(&b, row[j]);
                lo = row[j] < lo ? row[j] : lo;
                hi = row[j] > hi ? row[j] : hi;
            }
        }
        if (pass)
            return nums_built(&b);
    }
    return nums_none();
}

static Nums of_set(Act *e, const Ir *set, const uint64_t *may)
{
    int words = actions_words(e, set->type.space);
    NumsBuild b = nums_build(e, 0, e->game->space.at[set->type.space].size - 1);
    for (int s = -1; (s = actions_sets_next(may, words, s)) >= 0;)
        nums_add(&b, s);
    return nums_built(&b);
}

Nums actions_domain(Act *e, ActFrame *f, int n, Ir *const *operand)
{
    if (n == 2) {
        Nums from = actions_num(e, f, operand[0]), to = actions_num(e, f, operand[1]);
        return nums_empty(from) || nums_empty(to) ? nums_none() : nums_range(from.lo, to.hi - 1);
    }
    if (operand[0]->type.kind == IR_VEC)
        return of_rows(e, f, operand[0]);
    return of_set(e, operand[0], actions_set(e, f, operand[0]).may);
}

static const Ir *find_where(const Ir *set)
{
    switch (set->op) {
    case IR_OP_WHERE: case IR_OP_WHEREIN:
        return set;
    case IR_OP_MDIFF: case IR_OP_FILTER:
        return find_where(set->a[0]);
    case IR_OP_MAND:
        return find_where(set->a[0]) ? find_where(set->a[0]) : find_where(set->a[1]);
    default:
        return NULL;
    }
}

void actions_note(Act *e, ActFrame *f, int64_t local, const Ir *domain)
{
    const Ir *where = domain->type.kind == IR_MASK ? find_where(domain) : NULL;
    if (!where)
        return;
    ActSlot *s = &f->slot[local];
    s->fact = where->op == IR_OP_WHERE ? actions_num(e, f, where->a[0])
                                       : of_set(e, where->a[0], actions_set(e, f, where->a[0]).may);
    s->fact_field = (int)where->k;
    s->fact_stamp = e->stamp;
}

/* ---- until nothing new comes --------------------------------------------- */

typedef struct {
    uint64_t *single;
    ActSlot *vars;
} Head;

static Head head_of(Act *e, ActFrame *f)
{
    return (Head){f->writes ? actions_save(e) : NULL, actions_vars(e, f)};
}

static void go_to(Act *e, ActFrame *f, Head head)
{
    if (head.single)
        memcpy(e->single, head.single, e->nsingle * sizeof *e->single);
    actions_set_vars(e, f, head.vars);
}

static bool join_head(Act *e, ActFrame *f, Head *head)
{
    bool vars = actions_join_vars(e, f, head->vars);
    return (head->single && actions_join(e, head->single, e->single)) || vars;
}

/* Any number of turns, each with the condition if there is one.  `slot` of the loop's local
 * stays as it is. */
static void many_turns(Act *e, ActFrame *f, const Ir *node, const Ir *condition)
{
    Head head = head_of(e, f);
    const Ir *body = node->a[node->n - 1];
    int widen = e->widen;
    ActSlot loop = {0};
    if (!condition)
        loop = f->slot[node->k];
    for (int i = 0;; i++) {
        uint64_t grown = e->grown;
        go_to(e, f, head);
        if (!condition)
            f->slot[node->k] = loop;
        ActUndo *undo = NULL;
        bool runs = (!condition || actions_assume(e, f, condition, true, f->writes, &undo)) && actions_exec(e, f, body);
        actions_undo(f, undo);
        bool more = runs && join_head(e, f, &head);
        if ((!more && e->grown == grown) || e->tired)
            break;
        if (i >= MANY_ROUNDS && e->widen < 1)
            e->widen = 1;
        if (i >= TOO_MANY_ROUNDS)
            e->widen = 2;
    }
    e->widen = widen;
    go_to(e, f, head);
}

/* One turn that may be left out. */
static bool perhaps(Act *e, ActFrame *f, const Ir *body)
{
    Head head = head_of(e, f);
    if (actions_exec(e, f, body))
        join_head(e, f, &head);
    go_to(e, f, head);
    return true;
}

static bool while_loop(Act *e, ActFrame *f, const Ir *node)
{
    for (int i = 0; i < FEW && !e->tired; i++) {
        Nums c = actions_num(e, f, node->a[0]);
        if (!nums_true(c))
            return nums_false(c);
        if (nums_false(c))
            break;
        if (!actions_exec(e, f, node->a[1]))
            return false;
    }
    many_turns(e, f, node, node->a[0]);
    ActUndo *undo = NULL;
    return actions_assume(e, f, node->a[0], false, false, &undo);
}

/* ---- turn by turn -------------------------------------------------------- */

static bool over_set(Act *e, ActFrame *f, const Ir *node)
{
    Sets set = actions_set(e, f, node->a[0]);
    int words = actions_words(e, node->a[0]->type.space);
    for (int s = -1; (s = actions_sets_next(set.may, words, s)) >= 0;) {
        actions_bind(f, node->k, nums_one(s));
        actions_note(e, f, node->k, node->a[0]);
        if (ir_mask_has(set.must, s) ? !actions_exec(e, f, node->a[1]) : !perhaps(e, f, node->a[1]))
            return false;
    }
    return true;
}

static bool over_row(Act *e, ActFrame *f, const Ir *node, const Slices *s)
{
    size_t n = s->len;
    const int32_t *row = s->table->rows ? actions_row(s->table, s->start[0], &n) : s->table->value + s->start[0];
    for (size_t i = 0; i < n; i++) {
        actions_bind(f, node->k, nums_one(row[i]));
        if (!actions_exec(e, f, node->a[1]))
            return false;
    }
    return true;
}

static bool over_range(Act *e, ActFrame *f, const Ir *node)
{
    Nums from = actions_num(e, f, node->a[0]), to = actions_num(e, f, node->a[1]);
    if (nums_empty(from) || nums_empty(to))
        return false;
    for (int64_t i = from.lo; i < to.hi; i++) {
        bool sure = i >= from.hi && i < to.lo;
        actions_bind(f, node->k, nums_one(i));
        if (sure ? !actions_exec(e, f, node->a[2]) : !perhaps(e, f, node->a[2]))
            return false;
    }
    return true;
}

static bool any_loop(Act *e, ActFrame *f, const Ir *node)
{
    bool range = node->op == IR_OP_RANGE, rows = !range && node->a[0]->type.kind == IR_VEC;
    Slices s = {0};
    if (rows)
        s = actions_slices(e, f, node->a[0]);
    Nums domain = actions_domain(e, f, range ? 2 : 1, node->a);
    if (nums_empty(domain))
        return true;
    bool followed = nums_count(domain) <= FEW && !e->tired;
    if (followed && rows && !s.any && s.n == 1)
        return over_row(e, f, node, &s);
    if (followed && !rows)
        return range ? over_range(e, f, node) : over_set(e, f, node);
    actions_bind(f, node->k, domain);
    if (!range)
        actions_note(e, f, node->k, node->a[0]);
    many_turns(e, f, node, NULL);
    return true;
}

/* ---- in generators ------------------------------------------------------- */

static bool generated(Act *e, ActFrame *f, const Ir *node)
{
    bool range = node->op == IR_OP_RANGE;
    Nums domain = actions_domain(e, f, range ? 2 : 1, node->a);
    if (nums_empty(domain))
        return true;
    actions_bind(f, node->k, domain);
    if (!range)
        actions_note(e, f, node->k, node->a[0]);
    ActSlot slot = f->slot[node->k];
    if (!e->split) {
        actions_exec(e, f, node->a[node->n - 1]);
        return true;
    }
    NUMS_EACH(v, slot.num) {
        ScratchMark mark = scratch_mark(&e->scratch);
        f->slot[node->k] = slot;
        f->slot[node->k].num = nums_one(v);
        actions_exec(e, f, node->a[node->n - 1]);
        scratch_release(&e->scratch, mark);
    }
    return true;
}

bool actions_loop(Act *e, ActFrame *f, const Ir *node)
{
    if (node->op == IR_OP_WHILE)
        return while_loop(e, f, node);
    return f->fn->kind == IR_GEN && !e->nvar[f->index] ? generated(e, f, node) : any_loop(e, f, node);
}
