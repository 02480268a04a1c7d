/* window.c - lines and slides without walking: by the sets that make a line with a
 * site, by gathering what lies on the rays near it, by the first blocker of a ray. */
#include "backends/llvm/gen.h"
#include "ir/analysis/shape.h"

/* The number of the group of rows that the slice is, i64. */
static Value group_of(Fun *f, const Ir *slice)
{
    Gen *g = f->g;
    const IrTable *t = &g->game->table.at[slice->k];
    Value group = ll_word(g, 0);
    for (int i = 0; i < slice->n; i++) {
        Value at = ll_index(g, ll_expr(f, slice->a[i]), slice->a[i]->type);
        group = LLVMBuildMul(g->b, group, ll_word(g, (uint64_t)t->dim[i].size), "");
        group = LLVMBuildAdd(g->b, group, at, "");
    }
    return group;
}

static Value splat_of(Gen *g, Value word, unsigned n)
{
    Type vector = LLVMVectorType(g->i64, n);
    Value one = LLVMBuildInsertElement(g->b, LLVMGetPoison(vector), word, ll_int(g, 0), "");
    return LLVMBuildShuffleVector(g->b, one, LLVMGetPoison(vector), LLVMConstNull(LLVMVectorType(g->i32, n)), "");
}

/* --- windows: boards of one word --- */

/* The sets of all groups, each filled up with its last. */
static Value fixed_sets(Gen *g, const Windows *w, size_t size, const char *name)
{
    size_t groups = w->first.n - 1;
    int64_t *word = ARENA_ARRAY(g->arena, int64_t, groups * size + 1);
    for (size_t group = 0; group < groups; group++) {
        size_t first = w->first.at[group], last = w->first.at[group + 1] - 1;
        for (size_t i = 0; i < size; i++) {
            word[group * size + i] = (int64_t)w->set.at[first + i < last ? first + i : last];
        }
    }
    return ll_bytes(g, 64, word, groups * size, name);
}

static Value fixed_windows(Fun *f, const Windows *w, size_t size, const char *name, Value group, Value m)
{
    Gen *g = f->g;
    Value sets = LLVMGetNamedGlobal(g->module, name);
    sets = sets ? sets : fixed_sets(g, w, size, name);
    Type vector = LLVMVectorType(g->i64, (unsigned)size);
    Value at = LLVMBuildMul(g->b, group, ll_word(g, size), "");
    Value windows = ll_load(g, vector, ll_gep(g, g->i64, sets, at), 8);
    Value in = LLVMBuildAnd(g->b, splat_of(g, m, (unsigned)size), windows, "");
    Value full = LLVMBuildICmp(g->b, LLVMIntEQ, in, windows, "");
    Type bits = LLVMIntTypeInContext(g->cx, (unsigned)size);
    Value found = LLVMBuildBitCast(g->b, full, bits, "");
    return LLVMBuildICmp(g->b, LLVMIntNE, found, ll_zero(bits), "");
}

static Value ragged_windows(Fun *f, const Windows *w, const char *name, Value group, Value m)
{
    Gen *g = f->g;
    const char *name_at = ll_format(g, "%s.at", name);
    Value sets = LLVMGetNamedGlobal(g->module, name);
    if (!sets) {
        int64_t *at = ARENA_ARRAY(g->arena, int64_t, w->first.n);
        for (size_t i = 0; i < w->first.n; i++) {
            at[i] = (int64_t)w->first.at[i];
        }
        sets = ll_bytes(g, 64, (const int64_t *)w->set.at, w->set.n, name);
        ll_bytes(g, 32, at, w->first.n, name_at);
    }
    Value place = ll_gep(g, g->i32, LLVMGetNamedGlobal(g->module, name_at), group);
    Value from = ll_load(g, g->i32, place, 4), to = ll_load(g, g->i32, ll_gep(g, g->i32, place, ll_word(g, 1)), 4);
    Value slot = ll_alloca(f, g->i1, "found");
    ll_store(g, LLVMConstInt(g->i1, 0, false), slot, 1);
    Loop loop = ll_range(f, from, to);
    Value set = ll_load(g, g->i64, ll_gep(g, g->i64, sets, LLVMBuildZExt(g->b, loop.member, g->i64, "")), 8);
    Value full = LLVMBuildICmp(g->b, LLVMIntEQ, LLVMBuildAnd(g->b, m, set, ""), set, "");
    ll_store(g, LLVMBuildOr(g->b, ll_load(g, g->i1, slot, 1), full, ""), slot, 1);
    ll_end_range(f, &loop);
    return ll_load(g, g->i1, slot, 1);
}

Value ll_windows(Fun *f, const Ir *e, int64_t longest)
{
    Gen *g = f->g;
    int rows = windows_rows(g->game, e, longest), length = (int)e->a[2]->k;
    if (rows == 0) {
        return NULL;
    }
    Windows w = windows_of(g->arena, &g->game->table.at[e->a[0]->k], length, rows);
    const char *name = ll_format(g, "windows.%d.%d.%d", (int)e->a[0]->k, length, rows);
    size_t size = windows_fixed(&w);
    Value group = group_of(f, e->a[0]), m = ll_expr(f, e->a[1]);
    return size ? fixed_windows(f, &w, size, name, group, m) : ragged_windows(f, &w, name, group, m);
}

/* --- near: regular boards, by pext --- */

static Value gather(Gen *g, Value word, uint64_t mask)
{
    Value arg[] = {word, ll_word(g, mask)};
    return ll_intrinsic(g, "llvm.x86.bmi.pext.64", NULL, arg, 2);
}

static Value shl(Gen *g, Value x, Value by) { return LLVMBuildShl(g->b, x, by, ""); }
static Value shr(Gen *g, Value x, Value by) { return LLVMBuildLShr(g->b, x, by, ""); }
static Value or(Gen *g, Value x, Value y) { return LLVMBuildOr(g->b, x, y, ""); }

/* The 64 members of m below `at` and the 64 above it. */
static void sides(Gen *g, Value m, int words, Value at, Value side[2])
{
    Value one = ll_word(g, 1), r = LLVMBuildAnd(g->b, at, ll_word(g, 63), "");
    Value back = LLVMBuildSub(g->b, ll_word(g, 63), r, "");
    if (words == 1) {
        side[0] = shl(g, shl(g, m, back), one);
        side[1] = shr(g, shr(g, m, r), one);
        return;
    }
    /* A neighbouring word that is not there may be any other: no valid bit is in it. */
    Value w = LLVMBuildLShr(g->b, at, ll_word(g, 6), "");
    Value first = LLVMBuildICmp(g->b, LLVMIntEQ, w, ll_word(g, 0), "");
    Value last = LLVMBuildICmp(g->b, LLVMIntEQ, w, ll_word(g, (uint64_t)words - 1), "");
    Value before = LLVMBuildSelect(g->b, first, w, LLVMBuildSub(g->b, w, one, ""), "");
    Value after = LLVMBuildSelect(g->b, last, w, LLVMBuildAdd(g->b, w, one, ""), "");
    Value here = LLVMBuildExtractElement(g->b, m, w, "");
    Value low = LLVMBuildExtractElement(g->b, m, before, ""), high = LLVMBuildExtractElement(g->b, m, after, "");
    side[0] = or(g, shl(g, shl(g, here, back), one), shr(g, low, r));
    side[1] = or(g, shr(g, shr(g, here, r), one), shl(g, high, back));
}

static Value valid_sides(Gen *g, const Near *n, const char *name)
{
    Value valid = LLVMGetNamedGlobal(g->module, name);
    if (valid) {
        return valid;
    }
    size_t sites = n->t->n / (size_t)n->rays;
    uint64_t *word = ARENA_ARRAY(g->arena, uint64_t, 2 * sites + 1);
    for (size_t site = 0; site < sites; site++) {
        near_valid(n, site, word + 2 * site);
    }
    return ll_bytes(g, 64, (const int64_t *)word, 2 * sites, name);
}

/* Each axis a lane: the far end of one ray .. the site .. the far end of the other. */
static Value lanes(Gen *g, const Near *n, Value side[2])
{
    Value line = ll_word(g, 0);
    for (int axis = 0; axis < n->naxis; axis++) {
        int lane = axis * LANE;
        line = or(g, line, ll_word(g, UINT64_C(1) << (lane + n->reach)));
        line = or(g, line, shl(g, gather(g, side[0], n->below[axis]), ll_word(g, (uint64_t)lane)));
        line = or(g, line, shl(g, gather(g, side[1], n->above[axis]), ll_word(g, (uint64_t)(lane + n->reach + 1))));
    }
    /* Bit i survives if it starts a run of `have` ones. */
    for (int have = 1, want = n->reach + 1; have < want;) {
        int step = have < want - have ? have : want - have;
        line = LLVMBuildAnd(g->b, line, shr(g, line, ll_word(g, (uint64_t)step)), "");
        have += step;
    }
    return LLVMBuildICmp(g->b, LLVMIntNE, line, ll_word(g, 0), "");
}

Value ll_near(Fun *f, const Ir *e, int64_t longest)
{
    Gen *g = f->g;
    Near n;
    const Ir *hi = e->a[3];
    bool open = hi->op == IR_OP_INT && hi->k >= longest;
    if (!g->bmi2 || !open || !near_of(&g->game->table.at[e->a[0]->k], e, &n)) {
        return NULL;
    }
    int words = ll_words(g, e->a[1]->type.space);
    const char *name = ll_format(g, "near.%d.%d", (int)e->a[0]->k, n.reach);
    Value at = group_of(f, e->a[0]), m = ll_expr(f, e->a[1]), side[2];
    sides(g, m, words, at, side);
    Value valid = ll_gep(g, g->i64, valid_sides(g, &n, name), LLVMBuildMul(g->b, at, ll_word(g, 2), ""));
    side[0] = LLVMBuildAnd(g->b, side[0], ll_load(g, g->i64, valid, 8), "");
    side[1] = LLVMBuildAnd(g->b, side[1], ll_load(g, g->i64, ll_gep(g, g->i64, valid, ll_word(g, 1)), 8), "");
    return lanes(g, &n, side);
}

/* --- slides: the first blocker of each ray --- */

enum { MAX_SET = 4 };

/* The rows of one order as sets, each group filled up with empty ones. */
static Value ray_sets(Gen *g, const Rays *r, int words, int order, int most, const char *name)
{
    Value sets = LLVMGetNamedGlobal(g->module, name);
    if (sets) {
        return sets;
    }
    size_t groups = r->t->n / (size_t)r->size, each = (size_t)(most * words);
    uint64_t *word = ARENA_ARRAY(g->arena, uint64_t, groups * each + 1);
    for (size_t group = 0; group < groups; group++) {
        size_t n = 0;
        for (int i = 0; i < r->size; i++) {
            size_t row = group * (size_t)r->size + (size_t)i;
            if (rays_order(r->t, row) != order) {
                continue;
            }
            uint64_t *set = word + group * each + n++ * (size_t)words;
            for (uint32_t j = r->t->off[row]; j < r->t->off[row + 1]; j++) {
                ir_mask_set(set, r->t->value[j]);
            }
        }
    }
    return ll_bytes(g, 64, (const int64_t *)word, groups * each, name);
}

/* All up to and with the lowest one of b, all if there is none; or from the highest. */
static Value up_to_first(Gen *g, Value b, bool up)
{
    if (up) {
        return LLVMBuildXor(g->b, b, LLVMBuildSub(g->b, b, ll_word(g, 1), ""), "");
    }
    Value arg[] = {or(g, b, ll_word(g, 1)), LLVMConstInt(g->i1, 1, false)};
    Value zeros = ll_intrinsic(g, "llvm.ctlz", g->i64, arg, 2);
    return shl(g, ll_word(g, UINT64_MAX), LLVMBuildSub(g->b, ll_word(g, 63), zeros, ""));
}

/* Adds to `reached` what ray number `at` of `sets` reaches. */
static void one_ray(Gen *g, Value sets, Value at, Value stop, int words, bool up, Value *reached)
{
    Value open = ll_word(g, UINT64_MAX);
    Value first = LLVMBuildMul(g->b, at, ll_word(g, (uint64_t)words), "");
    for (int i = 0; i < words; i++) {
        int w = up ? i : words - 1 - i;
        Value place = ll_gep(g, g->i64, sets, LLVMBuildAdd(g->b, first, ll_word(g, (uint64_t)w), ""));
        Value ray = ll_load(g, g->i64, place, 8), b = LLVMBuildAnd(g->b, ray, ll_element(g, stop, w), "");
        Value part = LLVMBuildAnd(g->b, ray, LLVMBuildAnd(g->b, open, up_to_first(g, b, up), ""), "");
        reached[w] = or(g, reached[w], part);
        Value blocked = LLVMBuildICmp(g->b, LLVMIntNE, b, ll_word(g, 0), "");
        open = LLVMBuildSelect(g->b, blocked, ll_word(g, 0), open, "");
    }
}

Value ll_rays(Fun *f, const Ir *e, int size)
{
    Gen *g = f->g;
    int words = ll_words(g, e->type.space), table = (int)e->a[0]->k;
    Rays r = {.t = &g->game->table.at[table], .size = size};
    if (words > MAX_SET || size == 0 || !rays_measure(&r)) {
        return NULL;
    }
    Value group = group_of(f, e->a[0]), stop = ll_expr(f, e->a[1]);
    Value reached[MAX_SET];
    for (int w = 0; w < words; w++) {
        reached[w] = ll_word(g, 0);
    }
    for (int side = 0; side < 2; side++) {
        int most = side ? r.down : r.up;
        const char *name = ll_format(g, "rays.%d.%d.%d.%d", table, size, words, side);
        Value sets = most ? ray_sets(g, &r, words, side ? -1 : 1, most, name) : NULL;
        Value first = LLVMBuildMul(g->b, group, ll_word(g, (uint64_t)most), "");
        for (int i = 0; i < most; i++) {
            Value at = LLVMBuildAdd(g->b, first, ll_word(g, (uint64_t)i), "");
            one_ray(g, sets, at, stop, words, side == 0, reached);
        }
    }
    Value set = words == 1 ? reached[0] : ll_empty(g, words);
    for (int w = 0; words > 1 && w < words; w++) {
        set = LLVMBuildInsertElement(g->b, set, reached[w], ll_int(g, w), "");
    }
    return set;
}
