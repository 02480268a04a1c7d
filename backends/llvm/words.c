/* words.c - operations on sets as words: moved, cut where another set begins, compared with many,
 * gathered. */
#include "backends/llvm/gen.h"

static Value shl(Gen *g, Value x, Value by) { return LLVMBuildShl(g->b, x, by, ""); }
static Value shr(Gen *g, Value x, Value by) { return LLVMBuildLShr(g->b, x, by, ""); }
static Value or(Gen *g, Value x, Value y) { return LLVMBuildOr(g->b, x, y, ""); }

static Value splat_of(Gen *g, Value word, unsigned n)
{
    Type vector = LLVMVectorType(g->i64, n);
    Value one = LLVMBuildInsertElement(g->b, LLVMGetPoison(vector), word, ll_int(g, 0), "");
    return LLVMBuildShuffleVector(g->b, one, LLVMGetPoison(vector), LLVMConstNull(LLVMVectorType(g->i32, n)), "");
}

/* --- moved --- */

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
    for (int i = 0; i < words; i++)
        word[i] = k;
    return ll_set_const(g, word, words);
}

/* Zeros come in. */
static Value shift(Gen *g, Value set, int words, int delta)
{
    bool up = delta > 0;
    int amount = up ? delta : -delta, q = amount / 64, r = amount % 64;
    if (words == 1) {
        Value k = ll_word(g, (uint64_t)amount);
        return delta == 0 ? set : amount > 63 ? ll_word(g, 0) : up ? shl(g, set, k) : shr(g, set, k);
    }
    Value near = q ? lanes_up(g, set, words, up ? q : -q) : set;
    if (r == 0)
        return near;
    Value far = lanes_up(g, set, words, up ? q + 1 : -q - 1);
    Value by = same_in_all(g, (uint64_t)r, words), rest = same_in_all(g, (uint64_t)(64 - r), words);
    return up ? or(g, shl(g, near, by), shr(g, far, rest)) : or(g, shr(g, near, by), shl(g, far, rest));
}

static Value moved(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    int words = ll_words(g, e->type.space), size = g->game->space.at[e->type.space].size;
    Value x = ll_expr(f, e->a[0]);
    if (e->op == IR_OP_SHIFT) {
        x = shift(g, x, words, (int)e->a[1]->k);
    } else {
        Value arg[] = {x, x, ll_fit(g, ll_expr(f, e->a[1]), g->i64)};
        x = ll_intrinsic(g, "llvm.fshl", g->i64, arg, 3);
    }
    if (size % 64 == 0 || (e->op == IR_OP_SHIFT && e->a[1]->k <= 0))
        return x;
    uint64_t *all = ARENA_ARRAY(g->arena, uint64_t, words);
    for (int i = 0; i < size; i++)
        ir_mask_set(all, i);
    return LLVMBuildAnd(g->b, x, ll_set_const(g, all, words), "");
}

/* --- up to the first, down to the last --- */

Value ll_up_to_first(Gen *g, Value b, bool up)
{
    if (up)
        return LLVMBuildXor(g->b, b, LLVMBuildSub(g->b, b, ll_word(g, 1), ""), "");
    Value arg[] = {or(g, b, ll_word(g, 1)), LLVMConstInt(g->i1, 1, false)};
    Value zeros = ll_intrinsic(g, "llvm.ctlz", g->i64, arg, 2);
    return shl(g, ll_word(g, UINT64_MAX), LLVMBuildSub(g->b, ll_word(g, 63), zeros, ""));
}

void ll_up_to(Gen *g, Value *a, const Value *b, int words, bool up)
{
    Value open = ll_word(g, UINT64_MAX);
    for (int i = 0; i < words; i++) {
        int w = up ? i : words - 1 - i;
        Value met = LLVMBuildAnd(g->b, a[w], b[w], "");
        a[w] = LLVMBuildAnd(g->b, a[w], LLVMBuildAnd(g->b, open, ll_up_to_first(g, met, up), ""), "");
        Value blocked = LLVMBuildICmp(g->b, LLVMIntNE, met, ll_word(g, 0), "");
        open = LLVMBuildSelect(g->b, blocked, ll_word(g, 0), open, "");
    }
}

static Value up_to(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    int words = ll_words(g, e->type.space);
    Value a = ll_expr(f, e->a[0]), b = ll_expr(f, e->a[1]);
    Value *x = ARENA_ARRAY(g->arena, Value, words), *y = ARENA_ARRAY(g->arena, Value, words);
    for (int w = 0; w < words; w++) {
        x[w] = ll_element(g, a, w);
        y[w] = ll_element(g, b, w);
    }
    ll_up_to(g, x, y, words, e->op == IR_OP_UP_TO);
    Value set = words == 1 ? x[0] : ll_empty(g, words);
    for (int w = 0; words > 1 && w < words; w++)
        set = LLVMBuildInsertElement(g->b, set, x[w], ll_int(g, w), "");
    return set;
}

/* --- compared: many sets at once, a vector of them at a time --- */

Value ll_covers(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    const CoverSets s = shape_cover_sets(&g->game->table.at[e->a[1]->k], (size_t)ll_slice_size(g, e->a[1]));
    const unsigned n = (unsigned)(s.vectors ? s.distinct : s.size), lanes = s.vectors ? COVER_WORDS / 2 : n;
    Value m = ll_expr(f, e->a[0]), row = n ? ll_slice(f, e->a[1]) : NULL, found = NULL;
    for (unsigned i = 0; i < n; i += lanes) {
        Value sets = ll_load(g, LLVMVectorType(g->i64, lanes), ll_gep(g, g->i64, row, ll_word(g, i)), 8);
        Value in = LLVMBuildICmp(g->b, LLVMIntEQ, LLVMBuildAnd(g->b, splat_of(g, m, lanes), sets, ""), sets, "");
        found = found ? LLVMBuildOr(g->b, found, in, "") : in;
    }
    return found ? LLVMBuildIsNotNull(g->b, LLVMBuildBitCast(g->b, found, LLVMIntTypeInContext(g->cx, lanes), ""), "") : LLVMConstInt(g->i1, 0, false);
}

/* --- windows --- */

/* Word number `word` + more of a set; without `inside` none where there is no such word, with it any. */
static Value word_at(Gen *g, Value set, Value place, int words, Value word, int more, bool inside)
{
    Value at = LLVMBuildAdd(g->b, word, ll_word(g, (uint64_t)(int64_t)more), "");
    Value in = LLVMBuildICmp(g->b, LLVMIntULT, at, ll_word(g, (uint64_t)words), "");
    at = inside && more == 0 ? word : LLVMBuildSelect(g->b, in, at, inside ? word : ll_word(g, 0), "");
    Value found = place ? ll_load(g, g->i64, ll_gep(g, g->i64, place, at), 8) : words == 1 ? set : LLVMBuildExtractElement(g->b, set, at, "");
    return inside && words > 1 ? found : LLVMBuildSelect(g->b, in, found, ll_word(g, 0), "");
}

/* From x + 64 q, or the one behind it, on. */
static Value window(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    int words = ll_words(g, e->a[0]->type.space), q, behind;
    const Ir *x = shape_window(e, &q, &behind);
    const bool inside = shape_window_inside(g->game, e);
    Value place = ll_set_in_memory(f, e->a[0]), set = place ? NULL : ll_expr(f, e->a[0]);
    Value from = ll_index(g, ll_expr(f, x), x->type), within = ll_expr(f, e->a[2]);
    Value word = LLVMBuildAShr(g->b, from, ll_word(g, 6), ""), r = LLVMBuildAnd(g->b, from, ll_word(g, 63), "");
    Value back = LLVMBuildSub(g->b, ll_word(g, 63), r, ""), one = ll_word(g, 1);
    Value low = shr(g, word_at(g, set, place, words, word, q, inside), r), high = word_at(g, set, place, words, word, q + 1, inside);
    low = behind ? shr(g, low, one) : low;
    high = shl(g, behind ? high : shl(g, high, one), back);
    return LLVMBuildAnd(g->b, or(g, low, high), within, "");
}

/* --- moved in bulk --- */

/* The image under a map that keeps the order of sites (ir/analysis/word_map.c).  It is asked for only where the
 * target has the instructions. */
static Value image(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    WordMap map;
    Value set = ll_expr(f, e->a[0]), all = ll_empty(g, ll_words(g, e->type.space));
    if (!word_map_of(g->arena, g->game, e, &map)) {
        ll_unsupported(f, e, "this map of sites");
        return all;
    }
    for (int pair = 0; g->bmi2 && pair < map.sources * map.targets; pair++) {
        const int target = pair % map.targets;
        if (!map.from[pair])
            continue;
        Value take[] = {ll_element(g, set, pair / map.targets), ll_word(g, map.from[pair])};
        Value put[] = {ll_intrinsic(g, "llvm.x86.bmi.pext.64", NULL, take, 2), ll_word(g, map.to[pair])};
        Value word = or(g, ll_element(g, all, target), ll_intrinsic(g, "llvm.x86.bmi.pdep.64", NULL, put, 2));
        all = map.targets == 1 ? word : LLVMBuildInsertElement(g->b, all, word, ll_int(g, target), "");
    }
    return all;
}

/* --- gathered --- */

/* gather(m, mask), bit by bit. */
static Value need_gather(Gen *g)
{
    Value fn = LLVMGetNamedFunction(g->module, "gather");
    if (fn)
        return fn;
    Type param[] = {g->i64, g->i64};
    Fun h = ll_begin(g, "gather", LLVMFunctionType(g->i64, param, 2, false), NULL);
    Value all = ll_alloca(&h, g->i64, "all"), to = ll_alloca(&h, g->i64, "to");
    ll_store(g, ll_word(g, 0), all, 8);
    ll_store(g, ll_word(g, 1), to, 8);
    Loop loop = ll_each(&h, LLVMGetParam(h.function, 1), 1);
    Value now = ll_load(g, g->i64, to, 8), in = ll_has(g, LLVMGetParam(h.function, 0), loop.member, true, 1);
    Value more = LLVMBuildSelect(g->b, in, now, ll_word(g, 0), "");
    ll_store(g, or(g, ll_load(g, g->i64, all, 8), more), all, 8);
    ll_store(g, shl(g, now, ll_word(g, 1)), to, 8);
    ll_end_each(&h, &loop);
    LLVMBuildRet(g->b, ll_load(g, g->i64, all, 8));
    ll_end(&h);
    return h.function;
}

static Value gather(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    Value arg[] = {ll_expr(f, e->a[0]), ll_expr(f, e->a[1])};
    return g->bmi2 ? ll_intrinsic(g, "llvm.x86.bmi.pext.64", NULL, arg, 2) : ll_call(f, need_gather(g), arg, 2);
}

Value ll_words_expr(Fun *f, const Ir *e)
{
    switch (e->op) {
    case IR_OP_SHIFT:
    case IR_OP_ROTATE: return moved(f, e);
    case IR_OP_UP_TO:
    case IR_OP_DOWN_TO: return up_to(f, e);
    case IR_OP_WINDOW: return window(f, e);
    case IR_OP_GATHER: return gather(f, e);
    case IR_OP_IMAGE: return image(f, e);
    default: return NULL;
    }
}
