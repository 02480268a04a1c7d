/* implied_tests.c - a test that implies the next one is asked inside it.
 *
 *     if p && line(r, m, 4, n) { A }           if p && line(r, m, 3, n) {
 *     if p && line(r, m, 3, n) { B }     ->      if line(r, m, 4, n) { A }
 *                                                B
 *                                              }
 *
 * where A writes nothing that the second test reads.  The weaker test is then asked alone at most plies, and both
 * where it holds.  A line of at least 4 is one of at least 3; other conditions imply only themselves. */
#include "ir/analysis/facts.h"
#include "ir/core/tree.h"
#include "ir/passes/pass.h"

enum { MOST = 8 }; /* conditions joined by && that are looked at */

typedef struct {
    const Ir *at[MOST];
    int n;
} Conjunction;

/* false: there are too many. */
static bool split(const Ir *e, Conjunction *c)
{
    if (e->op == IR_OP_AND)
        return split(e->a[0], c) && split(e->a[1], c);
    if (c->n == MOST)
        return false;
    c->at[c->n++] = e;
    return true;
}

/* Does a longer line imply a shorter one of the same rows and set? */
static bool longer(const Ir *e, const Ir *f)
{
    if (e->op != IR_OP_LINE || f->op != IR_OP_LINE || e->a[2]->op != IR_OP_INT || f->a[2]->op != IR_OP_INT)
        return false;
    return e->a[2]->k > f->a[2]->k && ir_equal(e->a[0], f->a[0]) && ir_equal(e->a[1], f->a[1]) && ir_equal(e->a[3], f->a[3]);
}

/* Does the first conjunction imply each part of the second?  `rest` gets the parts of the first that the second does
 * not have. */
static bool implies(const Conjunction *first, const Conjunction *second, Conjunction *rest)
{
    bool stronger = false;
    for (int j = 0; j < second->n; j++) {
        bool found = false;
        for (int i = 0; i < first->n && !found; i++) {
            bool line = longer(first->at[i], second->at[j]);
            found = line || ir_equal(first->at[i], second->at[j]);
            stronger |= line;
        }
        if (!found)
            return false;
    }
    rest->n = 0;
    for (int i = 0; i < first->n; i++) {
        bool common = false;
        for (int j = 0; j < second->n; j++)
            common |= ir_equal(first->at[i], second->at[j]);
        if (!common)
            rest->at[rest->n++] = first->at[i];
    }
    return stronger;
}

/* Does the statement write a field that the tree reads? */
static bool disturbs(const IrGame *game, const Ir *statement, const Ir *tree)
{
    Arena *arena = game->arena;
    bool *written = ARENA_ARRAY(arena, bool, game->field.n + 1), *read = ARENA_ARRAY(arena, bool, game->field.n + 1);
    ir_note_writes(arena, game, statement, written);
    ir_note_reads(game, tree, read);
    for (size_t i = 0; i < game->field.n; i++)
        if (written[i] && read[i])
            return true;
    return false;
}

static bool is_plain(const Ir *s) { return s->op == IR_OP_IF && s->n == 2 && !tree_has_op(s, IR_OP_RET); }

/* Both statements as one; NULL: the first does not imply the second. */
static Ir *nested(IrGame *game, const Ir *s, const Ir *t)
{
    Conjunction first = {.n = 0}, second = {.n = 0}, rest;
    if (!is_plain(s) || !is_plain(t) || !split(s->a[0], &first) || !split(t->a[0], &second) ||
        !implies(&first, &second, &rest) || disturbs(game, s->a[1], t->a[0]))
        return NULL;
    Ir *test = ir_copy(game, rest.at[0]);
    for (int i = 1; i < rest.n; i++)
        test = ir_op2(game, IR_OP_AND, test, ir_copy(game, rest.at[i]));
    Ir *part[] = {ir_if(game, test, s->a[1], NULL), t->a[1]};
    return ir_if(game, t->a[0], tree_block(game, part, 2), NULL);
}

typedef struct {
    IrPass *pass;
    bool changed;
} Nesting;

static Ir *nest(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    Nesting *n = data;
    (void)fn;
    for (int i = 0; node->op == IR_OP_BLOCK && i + 1 < node->n; i++) {
        Ir *both = nested(game, node->a[i], node->a[i + 1]);
        if (!both)
            continue;
        ir_pass_remark(n->pass, node->a[i]->at, "asked only where the next test holds, which it implies");
        both->at = node->a[i + 1]->at;
        Ir *block = ir_block(game);
        for (int j = 0; j < node->n; j++)
            if (j != i)
                ir_append(game, &block, j == i + 1 ? both : node->a[j]);
        n->changed = true;
        return nest(game, fn, block, data);
    }
    return node;
}

bool ir_pass_implied_tests(IrPass *pass)
{
    Nesting n = {.pass = pass};
    ir_rewrite_game(pass->game, nest, &n);
    return n.changed;
}
