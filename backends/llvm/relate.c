/* relate.c - sets and relations between sites: images, neighbours. */
#include "backends/llvm/gen.h"
#include "ir/analysis/shape.h"

/* The elements that a slice with constant indices stands for: first and number;
 * false when an index is not constant. */
static bool constant_slice(const Gen *g, const Ir *vec, size_t *first, size_t *n)
{
    if (vec->op != IR_OP_TAB) {
        return false;
    }
    const IrTable *t = &g->game->table.at[vec->k];
    *first = 0;
    *n = t->n;
    for (int i = 0; i < vec->n; i++) {
        if (vec->a[i]->op != IR_OP_INT || vec->a[i]->k < 0 || vec->a[i]->k >= t->dim[i].size) {
            return false;
        }
        *n /= (size_t)t->dim[i].size;
        *first += (size_t)vec->a[i]->k * *n;
    }
    return true;
}

/* --- shifts of whole sets --- */

/* The words of `set` as lanes moved up by q, zeros coming in. */
static Value lanes_up(Gen *g, Value set, int words, int q)
{
    Value *lane = ARENA_ARRAY(g->arena, Value, words);
    for (int i = 0; i < words; i++) {
        int from = i - q;
        lane[i] = ll_int(g, from >= 0 && from < words ? from : words);
    }
    return LLVMBuildShuffleVector(g->b, set, ll_empty(g, words), LLVMConstVector(lane, (unsigned)words), "");
}

static Value same_in_all(Gen *g, uint64_t k, int words)
{
    uint64_t *word = ARENA_ARRAY(g->arena, uint64_t, words);
    for (int i = 0; i < words; i++) {
        word[i] = k;
    }
    return ll_set_const(g, word, words);
}

Value ll_shift(Gen *g, Value set, int words, int delta)
{
    if (delta == 0) {
        return set;
    }
    bool up = delta > 0;
    int amount = up ? delta : -delta, q = amount / 64, r = amount % 64;
    if (words == 1) {
        Value k = ll_word(g, (uint64_t)amount);
        return amount > 63 ? ll_word(g, 0) : up ? LLVMBuildShl(g->b, set, k, "") : LLVMBuildLShr(g->b, set, k, "");
    }
    Value near = q ? lanes_up(g, set, words, up ? q : -q) : set;
    if (r == 0) {
        return near;
    }
    Value far = lanes_up(g, set, words, up ? q + 1 : -q - 1);
    Value by = same_in_all(g, (uint64_t)r, words), rest = same_in_all(g, (uint64_t)(64 - r), words);
    near = up ? LLVMBuildShl(g->b, near, by, "") : LLVMBuildLShr(g->b, near, by, "");
    far = up ? LLVMBuildLShr(g->b, far, rest, "") : LLVMBuildShl(g->b, far, rest, "");
    return LLVMBuildOr(g->b, near, far, "");
}

static Value shifts_image(Gen *g, const Shifts *s, Value set, bool inverse)
{
    Value all = ll_empty(g, s->words);
    for (int i = 0; i < s->n; i++) {
        int delta = inverse ? -s->delta[i] : s->delta[i];
        const uint64_t *to = inverse ? s->from[i] : s->to[i];
        Value moved = ll_shift(g, set, s->words, delta);
        if (!shifts_all(s, delta, to)) {
            moved = LLVMBuildAnd(g->b, moved, ll_set_const(g, to, s->words), "");
        }
        all = i ? LLVMBuildOr(g->b, all, moved, "") : moved;
    }
    return all;
}

/* --- a site for a site --- */

static bool site_shifts(Gen *g, const Ir *vec, Shifts *s)
{
    const IrTable *t = &g->game->table.at[vec->k];
    size_t first, n;
    if (!constant_slice(g, vec, &first, &n)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        int y = t->value[first + i];
        if (y >= 0 && !shifts_add(g->arena, s, (int)i, y)) {
            return false;
        }
    }
    return true;
}

static void insert(Fun *f, Value slot, int words, Value test, Value at)
{
    Gen *g = f->g;
    Type type = ll_set(g, words);
    unsigned align = LLVMABIAlignmentOfType(g->layout, type);
    Value bit = LLVMBuildSelect(g->b, test, ll_bit(f, at, true, words), ll_empty(g, words), "");
    ll_store(g, LLVMBuildOr(g->b, ll_load(g, type, slot, align), bit, ""), slot, align);
}

static Value image(Fun *f, const Ir *e, bool inverse)
{
    Gen *g = f->g;
    const Ir *vec = e->a[1];
    int words = ll_words(g, e->type.space), in = ll_words(g, e->a[0]->type.space);
    Value set = ll_expr(f, e->a[0]);
    Shifts s = {.words = words, .size = g->game->space.at[e->a[0]->type.space].size};
    if (words == in && site_shifts(g, vec, &s)) {
        return shifts_image(g, &s, set, inverse);
    }
    Value table = ll_slice(f, vec);
    Type memory = ll_table_elem(g, (int)vec->k), type = ll_set(g, words);
    unsigned align = LLVMABIAlignmentOfType(g->layout, type);
    Value slot = ll_alloca(f, type, "image");
    ll_store(g, ll_empty(g, words), slot, align);
    Loop loop = ll_range(f, ll_int(g, 0), ll_int(g, ll_slice_size(g, vec)));
    Value x = loop.member, place = ll_gep(g, memory, table, LLVMBuildZExt(g->b, x, g->i64, ""));
    Value y = ll_table_int(g, (int)vec->k, place);
    Value test = LLVMBuildAnd(g->b, LLVMBuildICmp(g->b, LLVMIntSGE, y, ll_int(g, 0), ""),
                              ll_has(g, set, inverse ? y : x, !inverse, in), "");
    insert(f, slot, words, test, inverse ? x : y);
    ll_end_range(f, &loop);
    return ll_load(g, type, slot, align);
}

/* --- a set for a site --- */

static bool set_shifts(Gen *g, const Ir *vec, Shifts *s)
{
    const IrTable *t = &g->game->table.at[vec->k];
    size_t first, n;
    if (!constant_slice(g, vec, &first, &n)) {
        return false;
    }
    for (size_t x = 0; x < n; x++) {
        const uint64_t *word = &t->word[(first + x) * (size_t)s->words];
        for (int y = 0; y < s->size; y++) {
            if (ir_mask_has(word, y) && !shifts_add(g->arena, s, (int)x, y)) {
                return false;
            }
        }
    }
    return true;
}

/* Set number `at` of an array of sets. */
Value ll_set_of(Gen *g, Value array, Value at, int words)
{
    Value index = LLVMBuildMul(g->b, LLVMBuildZExt(g->b, at, g->i64, ""), ll_word(g, (uint64_t)words), "");
    return ll_load(g, ll_set(g, words), ll_gep(g, g->i64, array, index), 8);
}

static Value grow(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    const Ir *vec = e->a[1];
    int words = ll_words(g, e->type.space), in = ll_words(g, e->a[0]->type.space);
    Shifts s = {.words = words, .size = g->game->space.at[e->a[0]->type.space].size};
    Value set = ll_expr(f, e->a[0]);
    if (words == in && set_shifts(g, vec, &s)) {
        return shifts_image(g, &s, set, false);
    }
    Value table = ll_slice(f, vec);
    Type type = ll_set(g, words);
    unsigned align = LLVMABIAlignmentOfType(g->layout, type);
    Value slot = ll_alloca(f, type, "grown");
    ll_store(g, ll_empty(g, words), slot, align);
    Loop loop = ll_each(f, set, in);
    Value more = ll_set_of(g, table, loop.member, words);
    ll_store(g, LLVMBuildOr(g->b, ll_load(g, type, slot, align), more, ""), slot, align);
    ll_end_each(f, &loop);
    return ll_load(g, type, slot, align);
}

Value ll_relation(Fun *f, const Ir *e)
{
    switch (e->op) {
    case IR_OP_IMAGE: return image(f, e, false);
    case IR_OP_PREIMAGE: return image(f, e, true);
    case IR_OP_GROW: return grow(f, e);
    default: return NULL;
    }
}
