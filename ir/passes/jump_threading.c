/* jump_threading.c - where what follows would do nothing, it is gone past.
 *
 *     if p { A }               if p { A }
 *     B                  ->    else { B }
 *
 * where B does nothing once A was done: A ends the game, say, and B asks whether the game goes on, or writes what is there
 * already.  So A leads to the end at once, and on the other way nobody has to ask whether A was done.
 * What A leaves in fields, as far as these are constants, is all that is known of it. */
#include "ir/analysis/facts.h"
#include "ir/core/tree.h"
#include "ir/passes/pass.h"

enum { MOST_FACTS = 32, MOST_MEMBERS = 16 };

/* What an element of a field holds: a constant. */
typedef struct {
    int field;
    int64_t index; /* -1: the field is a scalar */
    const Ir *value;
} Fact;

typedef struct {
    IrGame *game;
    IrFn *fn;
    Fact at[MOST_FACTS];
    int n;
} Facts;

/* ---- what is known behind A ------------------------------------------------------------ */

static const Ir *known(const Facts *f, int field, int64_t index)
{
    for (int i = 0; i < f->n; i++)
        if (f->at[i].field == field && f->at[i].index == index)
            return f->at[i].value;
    return NULL;
}

/* index -1: of all elements. */
static void forget(Facts *f, int field, int64_t index)
{
    int kept = 0;
    for (int i = 0; i < f->n; i++)
        if (f->at[i].field != field || (index >= 0 && f->at[i].index != index))
            f->at[kept++] = f->at[i];
    f->n = kept;
}

static bool value_of(const Facts *f, const Ir *e, int64_t *value);

/* The element of a field that is read or written, -1 of a scalar. */
static bool element_of(const Facts *f, const Ir *index, int64_t *element)
{
    *element = -1;
    return !index || (value_of(f, index, element) && *element >= 0);
}

static bool either(const Facts *f, const Ir *e, bool decides, int64_t *value)
{
    int64_t part[2];
    const bool has[2] = {value_of(f, e->a[0], &part[0]), value_of(f, e->a[1], &part[1])};
    const bool decided = (has[0] && !part[0] == !decides) || (has[1] && !part[1] == !decides);
    *value = decided ? decides : !decides;
    return decided || (has[0] && has[1]);
}

/* false: it is not known. */
static bool value_of(const Facts *f, const Ir *e, int64_t *value)
{
    int64_t a, b;
    const Ir *held;
    switch (e->op) {
    case IR_OP_GET:
        held = e->n <= 1 && element_of(f, e->n ? e->a[0] : NULL, &a) ? known(f, (int)e->k, a) : NULL;
        *value = held ? held->k : 0;
        return held && held->op == IR_OP_INT;
    case IR_OP_AND: return either(f, e, false, value);
    case IR_OP_OR: return either(f, e, true, value);
    case IR_OP_NOT:
        if (!value_of(f, e->a[0], &a))
            return false;
        *value = !a;
        return true;
    case IR_OP_EQ: case IR_OP_NE: case IR_OP_LT: case IR_OP_LE: case IR_OP_GT: case IR_OP_GE:
        return value_of(f, e->a[0], &a) && value_of(f, e->a[1], &b) && tree_arith(e->op, a, b, value);
    default: return e->type.kind == IR_INT && tree_int_value(f->game, e, -1, 0, value);
    }
}

static bool is_constant(const Ir *e) { return e->op == IR_OP_INT || e->op == IR_OP_NONE || e->op == IR_OP_ALL; }

static void learn_put(Facts *f, const Ir *s)
{
    int64_t element;
    if (!element_of(f, s->n > 1 ? s->a[1] : NULL, &element)) {
        forget(f, (int)s->k, -1);
        return;
    }
    forget(f, (int)s->k, element);
    if (is_constant(s->a[0]) && f->n < MOST_FACTS)
        f->at[f->n++] = (Fact){(int)s->k, element, s->a[0]};
}

static void learn(Facts *f, const Ir *s)
{
    if (s->op == IR_OP_BLOCK || s->op == IR_OP_PUT) {
        for (int i = 0; s->op == IR_OP_BLOCK && i < s->n; i++)
            learn(f, s->a[i]);
        if (s->op == IR_OP_PUT)
            learn_put(f, s);
        return;
    }
    bool *written = ARENA_ARRAY(f->game->arena, bool, f->game->field.n + 1);
    ir_note_writes(f->game->arena, f->game, s, written);
    for (size_t i = 0; i < f->game->field.n; i++)
        if (written[i])
            forget(f, (int)i, -1);
}

/* ---- does B nothing? --------------------------------------------------------------------- */

static bool does_nothing(const Facts *f, const Ir *s);

static bool loop_does_nothing(const Facts *f, const Ir *s)
{
    const int words = s->a[0]->type.kind == IR_MASK ? ir_words(f->game, s->a[0]->type.space) : 0;
    uint64_t set[1];
    if (words != 1 || !tree_mask_value(f->game, s->a[0], -1, 0, set) || __builtin_popcountll(set[0]) > MOST_MEMBERS)
        return false;
    for (uint64_t rest = set[0]; rest; rest &= rest - 1)
        if (!does_nothing(f, tree_subst(f->game, f->fn, s->a[1], (int)s->k, ir_const(f->game, __builtin_ctzll(rest)))))
            return false;
    return true;
}

static bool put_does_nothing(const Facts *f, const Ir *s)
{
    int64_t element, value;
    const Ir *held = element_of(f, s->n > 1 ? s->a[1] : NULL, &element) ? known(f, (int)s->k, element) : NULL;
    return held && (held->op == IR_OP_INT ? value_of(f, s->a[0], &value) && value == held->k : ir_equal(held, s->a[0]));
}

static bool if_does_nothing(const Facts *f, const Ir *s)
{
    int64_t holds;
    const bool is_known = value_of(f, s->a[0], &holds);
    return !tree_does(s->a[0], IR_DRAWS) && ((is_known && !holds) || does_nothing(f, s->a[1])) &&
           (s->n < 3 || (is_known && holds) || does_nothing(f, s->a[2]));
}

static bool does_nothing(const Facts *f, const Ir *s)
{
    switch (s->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < s->n; i++)
            if (!does_nothing(f, s->a[i]))
                return false;
        return true;
    case IR_OP_IF: return if_does_nothing(f, s);
    case IR_OP_FOR: return loop_does_nothing(f, s);
    case IR_OP_PUT: return put_does_nothing(f, s);
    case IR_OP_LET: return !tree_does(s, IR_DRAWS);
    default: return false;
    }
}

/* ---- the pass -------------------------------------------------------------------------------- */

typedef struct {
    IrPass *pass;
    bool changed;
} Threading;

/* Of the block, do the statements behind number i nothing once its branch was taken? */
static bool goes_past(IrGame *game, IrFn *fn, const Ir *block, int i)
{
    const Ir *s = block->a[i];
    Facts facts = {.game = game, .fn = fn};
    if (s->op != IR_OP_IF || s->n != 2 || tree_has_op(s, IR_OP_RET))
        return false;
    learn(&facts, s->a[1]);
    for (int j = i + 1; j < block->n && facts.n; j++)
        if (!does_nothing(&facts, block->a[j]))
            return false;
    return facts.n;
}

static Ir *thread(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    Threading *t = data;
    int i = 0;
    while (node->op == IR_OP_BLOCK && i + 1 < node->n && !goes_past(game, fn, node, i))
        i++;
    if (node->op != IR_OP_BLOCK || i + 1 >= node->n)
        return node;
    ir_pass_remark(t->pass, node->a[i]->at, "goes past what follows, which would do nothing");
    t->changed = true;
    Ir *rest = thread(game, fn, tree_block(game, node->a + i + 1, (size_t)(node->n - i - 1)), data), *block = ir_block(game);
    Ir *both = ir_if(game, node->a[i]->a[0], node->a[i]->a[1], rest);
    both->at = node->a[i]->at;
    for (int j = 0; j < i; j++)
        ir_append(game, &block, node->a[j]);
    ir_append(game, &block, both);
    return block;
}

bool ir_pass_jump_threading(IrPass *pass)
{
    Threading t = {.pass = pass};
    ir_rewrite_game(pass->game, thread, &t);
    return t.changed;
}
