/* key.c - planes of set `key`.
 *
 * Sets are planes as they are.  Numbers are written side by side into words of 60 bits, each
 * stirred by `hashmix`, which is one to one; an array that rules ask `where` is a plane for each
 * value but the first, as its layout has them.  An array of more than MOST_WORDS words is
 * stirred into two of them, from its beginning and from its end, and so is what would make the
 * key longer than a reasoner's can be. */
#include "ir/offer/key.h"

#include "ir/offer/future.h"

enum { WORD_BITS = 60, MOST_WORDS = 64, MOST_WHERE = 33, MOST_OF_ALL = 900 /* below LUDC_KEY_WORDS */ };

/* What data `key NAME` says of a field: as IR_KEY_* in doc/abi.md. */
typedef enum { HELD_NOT, HELD_SET, HELD_NUMBER, HELD_WHERE, HELD_STIRRED, HELD_SUMS, HELD_IMPLIED } Held;

typedef struct {
    IrGame *game;
    int space;   /* of 64 members */
    int words;   /* of all planes so far */
    int nplane;
    bool *where; /* by field: rules ask for it */
    const IrFuture *future;
    /* the word of small numbers that is being filled, by part */
    struct {
        Ir *value;
        int bits, word, count;
    } open[3];
} Key;

static IrKeyPart part_of(const IrFuture *f)
{
    return f->hashes ? IR_KEY_HISTORY : f->counts && f->most >= IR_KEY_FAR ? IR_KEY_COUNTERS : IR_KEY_BOARD;
}

static bool has_room(const Key *k, int64_t words) { return k->words + words <= MOST_OF_ALL; }

/* ---- planes ---------------------------------------------------------------- */

static IrFn *new_plane(Key *k, const char *name, IrKeyPart part, int space)
{
    k->words += ir_words(k->game, space);
    k->nplane++;
    return ir_plane_add(k->game, IR_PLANES_KEY, name, (int)part, space);
}

static void put_plane(Key *k, const char *name, IrKeyPart part, int space, Ir *value)
{
    IrFn *fn = new_plane(k, name, part, space);
    ir_append(k->game, &fn->body, ir_op1(k->game, IR_OP_RET, value));
}

static Ir *stirred(Key *k, Ir *into, Ir *what)
{
    return ir_op2(k->game, IR_OP_HASHMIX, into ? into : ir_k0(k->game, IR_OP_NONE, k->space), what);
}

static int bits_of(int64_t values)
{
    int bits = 0;
    while (bits < 63 && values > (int64_t)1 << bits)
        bits++;
    return bits;
}

/* value + (e - lo) * 2^bits */
static Ir *beside(Key *k, Ir *value, Ir *e, int64_t lo, int bits)
{
    IrGame *g = k->game;
    if (lo)
        e = ir_op2(g, IR_OP_SUB, e, ir_const(g, lo));
    if (bits)
        e = ir_op2(g, IR_OP_MUL, e, ir_const(g, (int64_t)1 << bits));
    return value ? ir_op2(g, IR_OP_ADD, value, e) : e;
}

static void say(Key *k, int field, Held held, IrKeyPart part, int word, int shift, int bits)
{
    const IrField *f = &k->game->field.at[field];
    int64_t alike = part == IR_KEY_COUNTERS ? k->future[field].alike - f->elem.lo : -1;
    alike = alike < 0 ? -1 : alike > INT32_MAX ? INT32_MAX : alike;
    int32_t row[] = {(int32_t)held, (int32_t)part, word, shift, bits, (int32_t)f->n, (int32_t)alike};
    ir_data_add(k->game, arena_printf(k->game->arena, "key %s", f->name), sizeof row / sizeof *row, row);
}

/* ---- numbers ---------------------------------------------------------------- */

static void close_word(Key *k, IrKeyPart part)
{
    static const char *const name[] = {"numbers", "counters", "history numbers"};
    if (k->open[part].value) {
        const char *numbered = arena_printf(k->game->arena, "%s %d", name[part], ++k->open[part].count);
        put_plane(k, numbered, part, k->space, stirred(k, NULL, k->open[part].value));
    }
    k->open[part].value = NULL;
    k->open[part].bits = 0;
}

/* Where rules do not tell values from `most` on apart, neither does the key. */
static int64_t highest(const IrField *f, const IrFuture *future)
{
    return future->levels && future->most < f->elem.hi ? future->most : f->elem.hi;
}

/* The value that stands for all where the field does not matter. */
static Ir *where_it_matters(Key *k, const IrFuture *future, Ir *e, Ir *otherwise)
{
    return future->unless ? ir_op3(k->game, IR_OP_SELECT, ir_copy(k->game, future->unless), otherwise, e) : e;
}

static Ir *number_at(Key *k, int field, int index, int64_t hi)
{
    const IrField *f = &k->game->field.at[field];
    Ir *e = ir_get(k->game, field, f->array ? ir_const(k->game, index) : NULL);
    return hi < f->elem.hi ? ir_op2(k->game, IR_OP_MIN, e, ir_const(k->game, hi)) : e;
}

/* Which of the small numbers share a word is decided before their planes are made, so that
 * each knows its place: the words of small numbers of a part follow each other. */
typedef struct {
    int field, bits;
} Small;

static void put_small(Key *k, Small s, const IrFuture *future, IrKeyPart part)
{
    const IrField *f = &k->game->field.at[s.field];
    if (k->open[part].bits + s.bits * (int)f->n > WORD_BITS)
        close_word(k, part);
    say(k, s.field, HELD_NUMBER, part, k->words, k->open[part].bits, s.bits);
    for (int i = 0; i < (int)f->n; i++) {
        Ir *e = number_at(k, s.field, i, highest(f, future));
        e = where_it_matters(k, future, e, ir_const(k->game, f->elem.lo));
        k->open[part].value = beside(k, k->open[part].value, e, f->elem.lo, k->open[part].bits);
        k->open[part].bits += s.bits;
    }
}

/* A number of more than 60 bits, or an array, in words of its own. */
static void put_words(Key *k, int field, IrKeyPart part, int bits)
{
    const IrField *f = &k->game->field.at[field];
    int n = (int)f->n, a_word = bits > WORD_BITS ? 1 : WORD_BITS / bits;
    say(k, field, HELD_NUMBER, part, k->words, 0, bits);
    for (int at = 0; at < n; at += a_word) {
        Ir *value = NULL;
        for (int j = 0; j < a_word && at + j < n; j++)
            value = beside(k, value, number_at(k, field, at + j, f->elem.hi), bits > WORD_BITS ? 0 : f->elem.lo,
                           bits * j);
        const char *name = arena_printf(k->game->arena, "%s %d", k->game->field.at[field].name, at / a_word + 1);
        put_plane(k, name, part, k->space, stirred(k, NULL, value));
    }
}

static void put_where(Key *k, int field, IrKeyPart part)
{
    const IrField f = k->game->field.at[field];
    say(k, field, HELD_WHERE, part, k->words, 0, 0);
    for (int64_t v = f.elem.lo + 1; v <= f.elem.hi; v++) {
        Ir *where = ir_k1(k->game, IR_OP_WHERE, field, ir_const(k->game, v));
        put_plane(k, arena_printf(k->game->arena, "%s %lld", f.name, (long long)v), part, f.dim.space, where);
    }
}

/* ---- large arrays -------------------------------------------------------------- */

/* set %h = mix(%h, @field[i]), for all i upwards or downwards */
static void stir_all(Key *k, IrFn *fn, int field, bool down)
{
    IrGame *g = k->game;
    const IrField f = g->field.at[field];
    int h = ir_local_add(g, fn, "h", ir_mask(k->space)), i = ir_local_add(g, fn, "i", ir_int(0, (int)f.n - 1));
    ir_append(g, &fn->body, ir_k1(g, IR_OP_VAR, h, ir_k0(g, IR_OP_NONE, k->space)));
    Ir *at = ir_local(g, fn, i), *body = ir_block(g);
    if (down)
        at = ir_op2(g, IR_OP_SUB, ir_const(g, (int64_t)f.n - 1), at);
    Ir *mixed = stirred(k, ir_local(g, fn, h), ir_get(g, field, f.array ? at : NULL));
    ir_append(g, &body, ir_k1(g, IR_OP_SET, h, mixed));
    Ir *loop[3] = {ir_const(g, 0), ir_const(g, (int64_t)f.n), body};
    ir_append(g, &fn->body, ir_node(g, fn, IR_OP_RANGE, i, 3, loop));
    ir_append(g, &fn->body, ir_op1(g, IR_OP_RET, ir_local(g, fn, h)));
}

static void put_stirred(Key *k, int field, IrKeyPart part)
{
    const char *const name = k->game->field.at[field].name;
    say(k, field, HELD_STIRRED, part, k->words, 0, 0);
    stir_all(k, new_plane(k, arena_printf(k->game->arena, "%s up", name), part, k->space), field, false);
    stir_all(k, new_plane(k, arena_printf(k->game->arena, "%s down", name), part, k->space), field, true);
}

/* ---- fields ---------------------------------------------------------------------- */

static void put_sets(Key *k, int field, const IrFuture *future)
{
    const IrField f = k->game->field.at[field];
    const IrKeyPart part = part_of(future);
    say(k, field, HELD_SET, part, k->words, 0, 0);
    for (int i = 0; i < (int)f.n; i++) {
        const char *name = f.array ? arena_printf(k->game->arena, "%s %d", f.name, i) : f.name;
        Ir *set = ir_get(k->game, field, f.array ? ir_const(k->game, i) : NULL);
        set = where_it_matters(k, future, set, ir_k0(k->game, IR_OP_NONE, f.elem.space));
        put_plane(k, name, part, f.elem.space, set);
    }
}

static void put_bag(Key *k, int field, int number)
{
    int sum[IR_BAG_SUMS];
    ir_bag_sums(k->game, field, number, sum);
    say(k, field, HELD_SUMS, IR_KEY_HISTORY, k->words, 0, 0);
    for (int j = 0; j < IR_BAG_SUMS; j++)
        put_plane(k, k->game->field.at[sum[j]].name, IR_KEY_HISTORY, k->space,
                  stirred(k, NULL, ir_get(k->game, sum[j], NULL)));
}

static void put_array(Key *k, int field, IrKeyPart part, int bits)
{
    const IrField *f = &k->game->field.at[field];
    int64_t a_word = bits > WORD_BITS ? 1 : WORD_BITS / bits, words = ((int64_t)f->n + a_word - 1) / a_word;
    int64_t values = f->elem.hi - f->elem.lo + 1;
    bool where = k->where[field] && f->dim.space >= 0 && values <= MOST_WHERE;
    if (where && has_room(k, (values - 1) * ir_words(k->game, f->dim.space)))
        put_where(k, field, part);
    else if (words > MOST_WORDS || !has_room(k, words))
        put_stirred(k, field, part);
    else
        put_words(k, field, part, bits);
}

/* Everything but small numbers, which wait. */
static void put_field(Key *k, int field, const IrFuture *future, Small *small, size_t *nsmall)
{
    const IrField *f = &k->game->field.at[field];
    IrKeyPart part = part_of(future);
    if (!future->matters || future->implied) {
        say(k, field, future->matters ? HELD_IMPLIED : HELD_NOT, part, 0, 0, 0);
        return;
    }
    if (f->elem.kind == IR_MASK) {
        size_t words = f->n * (size_t)ir_words(k->game, f->elem.space);
        if (future->number >= 0)
            put_bag(k, field, future->number);
        else if ((f->array && words > MOST_WORDS) || !has_room(k, (int64_t)words))
            put_stirred(k, field, part);
        else
            put_sets(k, field, future);
        return;
    }
    int64_t lo = f->elem.lo, hi = highest(f, future);
    bool wide = lo < -((int64_t)1 << (WORD_BITS - 1)) || hi > (int64_t)1 << (WORD_BITS - 1);
    int bits = wide ? 64 : bits_of(hi - lo + 1);
    if (bits == 0)
        say(k, field, HELD_NUMBER, part, 0, 0, 0); /* one value */
    else if (f->n * (size_t)bits <= WORD_BITS)
        small[(*nsmall)++] = (Small){field, bits};
    else
        put_array(k, field, part, bits);
}

/* ---- the game's own word ------------------------------------------------------------ */

/* A constant, so that keys of different games differ. */
static void put_identity(Key *k, uint64_t hash)
{
    int table = ir_table_add(k->game, "key of the game", ir_mask(k->space), false, 0, NULL);
    k->game->table.at[table].word[0] = hash;
    put_plane(k, "game", IR_KEY_BOARD, k->space, ir_tab(k->game, table, 0, NULL));
}

static void note_where(const Ir *e, bool *where)
{
    if (!e)
        return;
    if (e->op == IR_OP_WHERE || e->op == IR_OP_WHEREIN)
        where[e->k] = true;
    for (int i = 0; i < e->n; i++)
        note_where(e->a[i], where);
}

static bool *asked_where(const IrGame *game, Arena *arena)
{
    bool *where = ARENA_ARRAY(arena, bool, game->field.n + 1);
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        const Ir *const part[] = {fn->body, fn->header, fn->effect, fn->then, fn->post};
        for (size_t j = 0; j < sizeof part / sizeof *part && fn->kind != IR_PLANE && fn->kind != IR_VIEW; j++)
            note_where(part[j], where);
    }
    return where;
}

static bool is_there(const IrGame *game)
{
    bool found = false;
    for (size_t i = 0; i < game->fn.n && !found; i++)
        found = game->fn.at[i]->kind == IR_PLANE && game->fn.at[i]->plane.set == IR_PLANES_KEY;
    return found;
}

static int space_of_words(IrGame *game)
{
    int space = ir_space_find(game, "hash");
    if (space >= 0 && game->space.at[space].size == 64)
        return space;
    return ir_space_add(game, space < 0 ? "hash" : "word", 64);
}

void ir_key(IrGame *game)
{
    if (is_there(game))
        return;
    Arena *scratch = arena_beside(game->arena);
    size_t n = game->field.n, nsmall = 0;
    uint64_t hash = ir_hash(game);
    Key k = {.game = game, .space = space_of_words(game), .where = asked_where(game, scratch)};
    const IrFuture *future = ir_future(game, scratch);
    Small *small = ARENA_ARRAY(scratch, Small, n + 1);
    k.future = future;
    put_identity(&k, hash);
    for (size_t i = 0; i < n; i++)
        put_field(&k, (int)i, &future[i], small, &nsmall);
    for (unsigned part = IR_KEY_BOARD; part <= IR_KEY_HISTORY; part++) {
        for (size_t i = 0; i < nsmall; i++)
            if (part_of(&future[small[i].field]) == part)
                put_small(&k, small[i], &future[small[i].field], (IrKeyPart)part);
        close_word(&k, (IrKeyPart)part);
    }
    arena_free(scratch);
}
