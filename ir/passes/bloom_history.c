/* bloom_history.c - lists of words that only grow are asked whether they hold a word: of each word
 * in the list a bit is set in a table, and without that bit nothing need be looked for
 * (Bloom, Communications of the ACM 13, 1970, with one function).
 *
 *     @list[@n] := W     ->   let %w = W   @list[@n] := %w   bit of %w in @sieve
 *     ..
 *     @n := @n + 1
 *     for %i in A .. @n { if @list[%i] == W {..} }   ->   if bit of W in @sieve { for .. }
 *
 * The bit of a word is its remainder by 64, in the set that its remainder by the number of
 * sets, which is odd, names. */
#include "ir/passes/pass.h"
#include "ir/analysis/facts.h"
#include "ir/core/tree.h"

enum { LEAST_LIST = 64, MOST_SETS = 1023, BITS_PER_WORD = 8 };

typedef struct {
    const IrPass *pass;
    IrGame *game;
    int list, n;      /* fields */
    int sieve, nset;
    size_t appends;   /* writes of the list with that of its length behind, in the same block */
    size_t writes;    /* of either as they stand in these */
    size_t other;     /* and others */
    size_t loop;
} Sieve;

/* ---- what there is ------------------------------------------------------------------ */

static bool is_field(const Ir *e, int field)
{
    return e->op == IR_OP_GET && e->k == field && e->n == 0;
}

static bool is_put(const Sieve *s, const Ir *e)
{
    return e->op == IR_OP_PUT && e->k == s->list && e->n == 2 && is_field(e->a[1], s->n);
}

static bool is_grow(const Sieve *s, const Ir *e)
{
    return e->op == IR_OP_PUT && e->k == s->n && e->n == 1 && e->a[0]->op == IR_OP_ADD && is_field(e->a[0]->a[0], s->n) &&
           tree_is_int(e->a[0]->a[1], 1);
}

/* The word that the loop looks for, or NULL. */
static Ir *sought(const Sieve *s, const Ir *loop)
{
    if (loop->op != IR_OP_RANGE || loop->a[0]->op != IR_OP_INT || !is_field(loop->a[1], s->n) || loop->a[2]->n != 1)
        return NULL;
    const Ir *test = loop->a[2]->a[0];
    if (test->op != IR_OP_IF || test->n != 2 || test->a[0]->op != IR_OP_EQ)
        return NULL;
    for (int side = 0; side < 2; side++) {
        const Ir *one = test->a[0]->a[side];
        Ir *other = test->a[0]->a[1 - side];
        if (one->op == IR_OP_GET && one->k == s->list && one->n == 1 && one->a[0]->op == IR_OP_LOCAL &&
            one->a[0]->k == loop->k && other->op == IR_OP_LOCAL)
            return other;
    }
    return NULL;
}

static bool writes(const Sieve *s, const Ir *e)
{
    return (e->op == IR_OP_PUT || e->op == IR_OP_WITH) && (e->k == s->list || e->k == s->n);
}

/* May the statement write the list or its length? */
static bool may_write(const Sieve *s, const Ir *e)
{
    bool *field = ARENA_ARRAY(s->game->arena, bool, s->game->field.n + 1);
    ir_note_writes(s->game->arena, s->game, e, field);
    return field[s->list] || field[s->n];
}

/* Statement i of the block writes the list; the next one that may write either makes it longer. */
static bool is_append(const Sieve *s, const Ir *block, int i)
{
    if (!is_put(s, block->a[i]))
        return false;
    do {
        i++;
    } while (i < block->n && !may_write(s, block->a[i]));
    return i < block->n && is_grow(s, block->a[i]);
}

static Ir *note(IrGame *game, IrFn *fn, Ir *e, void *data)
{
    Sieve *s = data;
    (void)game, (void)fn;
    s->other += writes(s, e) && !is_put(s, e) && !is_grow(s, e);
    s->loop += sought(s, e) != NULL;
    for (int i = 0; e->op == IR_OP_BLOCK && i < e->n; i++)
        s->appends += is_append(s, e, i);
    s->writes += is_put(s, e) + is_grow(s, e);
    return e;
}

/* The scalar that the list's writes go by, or -1. */
static Ir *find_length(IrGame *game, IrFn *fn, Ir *e, void *data)
{
    Sieve *s = data;
    (void)game, (void)fn;
    if (e->op == IR_OP_PUT && e->k == s->list && e->n == 2 && e->a[1]->op == IR_OP_GET && e->a[1]->n == 0)
        s->n = (int)e->a[1]->k;
    return e;
}

static bool fits(Sieve *s, const IrField *f)
{
    if (!f->array || f->elem.kind != IR_MASK || s->game->space.at[f->elem.space].size != 64 || f->dim.size < LEAST_LIST)
        return false;
    s->n = -1;
    ir_rewrite_game(s->game, find_length, s);
    if (s->n < 0 || s->game->field.at[s->n].array)
        return false;
    s->appends = s->writes = s->other = s->loop = 0;
    ir_rewrite_game(s->game, note, s);
    return s->loop && s->appends && s->writes == 2 * s->appends && !s->other;
}

/* ---- rewriting ---------------------------------------------------------------------- */

static Ir *set_of(const Sieve *s, const Ir *word)
{
    return ir_op2(s->game, IR_OP_UMOD, ir_copy(s->game, word), ir_const(s->game, s->nset));
}

static Ir *bit_of(const Sieve *s, const Ir *word)
{
    return ir_op2(s->game, IR_OP_UMOD, ir_copy(s->game, word), ir_const(s->game, 64));
}

static Ir *append(Sieve *s, IrFn *fn, Ir *put)
{
    IrGame *game = s->game;
    int space = game->field.at[s->list].elem.space;
    int local = ir_local_add(game, fn, "word", ir_mask(space));
    Ir *word = ir_local(game, fn, local), *block = ir_block(game);
    ir_append(game, &block, ir_k1(game, IR_OP_LET, local, put->a[0]));
    ir_append(game, &block, ir_put(game, s->list, put->a[1], word));
    Ir *with = ir_op2(game, IR_OP_MOR, ir_get(game, s->sieve, set_of(s, word)), ir_k1(game, IR_OP_BITOF, space, bit_of(s, word)));
    ir_append(game, &block, ir_put(game, s->sieve, set_of(s, word), with));
    return block;
}

static Ir *change(IrGame *game, IrFn *fn, Ir *e, void *data)
{
    Sieve *s = data;
    if (is_put(s, e))
        return append(s, fn, e);
    const Ir *word = sought(s, e);
    if (!word)
        return e;
    ir_pass_remark(s->pass, e->at, "@%s is looked through where a bit of @%s says that it may have the word",
                   game->field.at[s->list].name, game->field.at[s->sieve].name);
    Ir *may = ir_op2(game, IR_OP_HAS, bit_of(s, word), ir_get(game, s->sieve, set_of(s, word)));
    Ir *block = ir_block(game);
    ir_append(game, &block, e);
    return ir_if(game, may, block, NULL);
}

/* The words that the list has at the start. */
static void begin(const Sieve *s)
{
    const IrField *list = &s->game->field.at[s->list];
    uint64_t *word = s->game->field.at[s->sieve].word;
    for (int64_t i = 0; i < s->game->field.at[s->n].init[0]; i++)
        word[list->word[i] % (uint64_t)s->nset] |= UINT64_C(1) << list->word[i] % 64;
}

bool ir_pass_bloom_history(IrPass *pass)
{
    IrGame *game = pass->game;
    bool changed = false;
    for (size_t i = 0, n = game->field.n; i < n && !game->joint; i++) {
        Sieve s = {.pass = pass, .game = game, .list = (int)i};
        if (!fits(&s, &game->field.at[i]))
            continue;
        s.nset = game->field.at[i].dim.size * BITS_PER_WORD / 64 | 1;
        s.nset = s.nset < MOST_SETS ? s.nset : MOST_SETS;
        const IrDim dim = {.space = IR_NOSPACE, .size = s.nset};
        s.sieve = ir_field_add(game, "sieve", game->field.at[i].elem, &dim);
        begin(&s);
        ir_rewrite_game(game, change, &s);
        changed = true;
    }
    return changed;
}
