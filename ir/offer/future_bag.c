/* future_bag.c - positions that are remembered, where their order does not matter.
 *
 *     @history[@recorded] := position()            the only way in
 *     @recorded := @recorded + 1
 *
 *     for %i in 0 .. @recorded {                   the only question: is it among them?
 *       if @history[%i] == %hash { ret 1 }
 *     }
 *
 *     for %i in 0 .. @recorded { @history[%i] := none[hash] }      all go
 *     @recorded := 0 */
#include "ir/offer/future_impl.h"

typedef struct {
    const IrGame *game;
    int64_t field, number;
    bool sound;
    bool asked; /* the number, by something else, too */
} Bag;

static bool is_number(const Bag *b, const Ir *e) { return e->op == IR_OP_GET && e->n == 0 && e->k == b->number; }

static bool is_int(const Ir *e, int64_t k) { return e->op == IR_OP_INT && e->k == k; }

/* for %i in 0 .. @number */
static bool is_round(const Bag *b, const Ir *s)
{
    return s->op == IR_OP_RANGE && is_int(s->a[0], 0) && is_number(b, s->a[1]);
}

static bool is_item(const Bag *b, const Ir *e, int64_t local)
{
    return e->op == IR_OP_GET && e->n == 1 && e->k == b->field && e->a[0]->op == IR_OP_LOCAL && e->a[0]->k == local;
}

static const Ir *single(const Ir *block)
{
    return block->op == IR_OP_BLOCK && block->n == 1 ? block->a[0] : NULL;
}

static void check(Bag *b, const Ir *e);

/* if @field[%i] == e { ret constant } */
static bool is_question(Bag *b, const Ir *s, int64_t local)
{
    if (!s || s->op != IR_OP_IF || s->n != 2 || s->a[0]->op != IR_OP_EQ)
        return false;
    const Ir *then = single(s->a[1]), *c = s->a[0];
    int item = is_item(b, c->a[0], local) ? 0 : 1;
    if (!is_item(b, c->a[item], local) || ir_uses_local(c->a[1 - item], (int)local))
        return false;
    check(b, c->a[1 - item]);
    return then && then->op == IR_OP_RET && then->n == 1 && then->a[0]->op == IR_OP_INT;
}

/* @field[%i] := none */
static bool is_removal(const Bag *b, const Ir *s, int64_t local)
{
    return s && s->op == IR_OP_PUT && s->k == b->field && s->n == 2 && s->a[0]->op == IR_OP_NONE &&
           s->a[1]->op == IR_OP_LOCAL && s->a[1]->k == local;
}

/* @field[@number] := e, and then @number := @number + 1 */
static bool is_entry(const Bag *b, const Ir *s, const Ir *next)
{
    if (s->op != IR_OP_PUT || s->k != b->field || s->n != 2 || !is_number(b, s->a[1]))
        return false;
    if (!next || next->op != IR_OP_PUT || next->k != b->number || next->n != 1)
        return false;
    const Ir *sum = next->a[0];
    return sum->op == IR_OP_ADD && is_number(b, sum->a[0]) && is_int(sum->a[1], 1);
}

static void check_block(Bag *b, const Ir *s)
{
    for (int i = 0; i < s->n; i++) {
        const Ir *next = i + 1 < s->n ? s->a[i + 1] : NULL;
        if (is_entry(b, s->a[i], next)) {
            check(b, s->a[i]->a[0]);
            i++;
        } else if (is_round(b, s->a[i]) && is_removal(b, single(s->a[i]->a[2]), s->a[i]->k)) {
            b->sound = b->sound && next && next->op == IR_OP_PUT && next->k == b->number && is_int(next->a[0], 0);
            i++;
        } else {
            check(b, s->a[i]);
        }
    }
}

/* Everything else may not touch the field, and only read the number. */
static void check(Bag *b, const Ir *e)
{
    if (!b->sound || !e)
        return;
    if (e->op == IR_OP_BLOCK) {
        check_block(b, e);
        return;
    }
    if (is_round(b, e) && is_question(b, single(e->a[2]), e->k))
        return;
    bool touches = ir_op_info(e->op)->names == IR_NAMES_FIELD;
    if (touches && (e->k == b->field || (e->k == b->number && !is_number(b, e))))
        b->sound = false;
    b->asked = b->asked || is_number(b, e);
    for (int i = 0; i < e->n; i++)
        check(b, e->a[i]);
}

/* The index at which the field is written first; -1: no field's. */
static int64_t find_number(const Future *f, const Ir *s, int64_t field)
{
    int64_t found = -1;
    if (!s)
        return -1;
    if (s->op == IR_OP_PUT && s->k == field && s->n == 2 && s->a[1]->op == IR_OP_GET && s->a[1]->n == 0)
        return s->a[1]->k;
    for (int i = 0; i < s->n && found < 0; i++)
        found = find_number(f, s->a[i], field);
    return found;
}

typedef struct {
    const Ir *at[5];
} Parts;

static Parts parts(const IrFn *fn) { return (Parts){{fn->body, fn->header, fn->effect, fn->then, fn->post}}; }

static int bag_number(const Future *f, int64_t field, bool *asked)
{
    const IrField *g = &f->game->field.at[field];
    Bag bag = {.game = f->game, .field = field, .number = -1, .sound = true};
    if (!g->array || g->elem.kind != IR_MASK || ir_words(f->game, g->elem.space) != 1)
        return -1;
    for (size_t i = 0; i < f->game->fn.n && bag.number < 0; i++)
        for (int j = 0; f->fn[i].used && j < 5 && bag.number < 0; j++)
            bag.number = find_number(f, parts(f->game->fn.at[i]).at[j], field);
    for (size_t i = 0; i < f->game->fn.n && bag.number >= 0; i++)
        for (int j = 0; f->fn[i].used && j < 5; j++)
            check(&bag, parts(f->game->fn.at[i]).at[j]);
    *asked = bag.asked;
    return bag.sound ? (int)bag.number : -1;
}

/* ---- what is made of hashes ---------------------------------------------------- */

enum { UNKNOWN, NO, YES };

/* Is there a `hashmix` in the expression, or in what it calls?  `known`: by function. */
static bool mixes(const Future *f, const Ir *e, char *known)
{
    if (!e)
        return false;
    bool found = e->op == IR_OP_HASHMIX;
    if (e->op == IR_OP_CALL) {
        if (known[e->k] == UNKNOWN)
            known[e->k] = mixes(f, f->game->fn.at[e->k]->body, known) ? YES : NO;
        found = known[e->k] == YES;
    }
    for (int i = 0; i < e->n && !found; i++)
        found = mixes(f, e->a[i], known);
    return found;
}

/* A `put` in the tree puts something mixed into a field, or what another one of hashes holds. */
static bool mark_hashes(const Future *f, const Ir *s, IrFuture *future, char *known)
{
    bool more = false;
    if (!s)
        return false;
    if (s->op == IR_OP_PUT && f->game->field.at[s->k].elem.kind == IR_MASK && !future[s->k].hashes) {
        const Ir *value = s->a[0];
        bool is = mixes(f, value, known) || (value->op == IR_OP_GET && future[value->k].hashes);
        future[s->k].hashes = is;
        more = is;
    }
    for (int i = 0; i < s->n; i++)
        more = mark_hashes(f, s->a[i], future, known) || more;
    return more;
}

void future_bags(Future *f, IrFuture *future)
{
    char *known = ARENA_ARRAY(f->arena, char, f->game->fn.n + 1);
    bool more;
    do {
        more = false;
        for (size_t i = 0; i < f->game->fn.n; i++)
            for (int j = 0; f->fn[i].used && j < 5; j++)
                more = mark_hashes(f, parts(f->game->fn.at[i]).at[j], future, known) || more;
    } while (more);
    for (size_t i = 0; i < f->game->field.n; i++) {
        if (!future[i].matters || !future[i].hashes)
            continue;
        bool asked = false;
        future[i].number = bag_number(f, (int64_t)i, &asked);
        if (future[i].number >= 0)
            future[future[i].number].implied = !asked;
    }
}
