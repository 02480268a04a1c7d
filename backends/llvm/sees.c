/* sees.c - which sites see a member of a set along rays: all of them at once, as in the C
 * back end (backends/c/sees.c).  Here the rotations of all directions that are asked
 * together are lanes of a vector. */
#include "backends/llvm/gen.h"

/* --- sets of one word --- */

static Value and(Gen *g, Value x, Value y) { return LLVMBuildAnd(g->b, x, y, ""); }
static Value or(Gen *g, Value x, Value y) { return LLVMBuildOr(g->b, x, y, ""); }

static Value same(Gen *g, uint64_t k, unsigned lanes)
{
    Value *lane = ARENA_ARRAY(g->arena, Value, lanes);
    for (unsigned i = 0; i < lanes; i++) {
        lane[i] = ll_word(g, k);
    }
    return lanes == 1 ? lane[0] : LLVMConstVector(lane, lanes);
}

static Value turned(Gen *g, Value x, Value turn)
{
    Value arg[] = {x, x, turn};
    return ll_intrinsic(g, "llvm.fshl", LLVMTypeOf(x), arg, 3);
}

static Value filled(const Turns *t, Value x, Value pass, Value turn)
{
    Gen *g = t->g;
    for (int reached = 1; reached < t->longest; reached *= 2) {
        if (reached > 1) {
            pass = and(g, pass, turned(g, pass, turn));
            turn = LLVMBuildShl(g->b, turn, same(g, 1, t->lanes), "");
        }
        x = or(g, x, and(g, pass, turned(g, x, turn)));
    }
    return x;
}

static Value without(Gen *g, Value x, Value y)
{
    return and(g, x, LLVMBuildNot(g->b, y, ""));
}

Value ll_turns_see(const Turns *t, Value stop, Value goal)
{
    Gen *g = t->g;
    return and(g, t->from, turned(g, filled(t, goal, without(g, t->from, stop), t->back), t->back));
}

Value ll_turns_go(const Turns *t, Value start, Value stop)
{
    Gen *g = t->g;
    Value next = and(g, t->to, turned(g, start, t->turn));
    Value further = filled(t, without(g, next, stop), without(g, t->to, stop), t->turn);
    return or(g, next, and(g, t->to, turned(g, further, t->turn)));
}

Turns ll_turns(Fun *f, int table, const IrSteps *s, Value first, unsigned lanes)
{
    static const char *const part[4] = {"turn", "back", "from", "to"};
    Gen *g = f->g;
    Type type = lanes == 1 ? g->i64 : LLVMVectorType(g->i64, lanes);
    Turns t = {.g = g, .lanes = lanes, .longest = s->longest};
    Value *const into[4] = {&t.turn, &t.back, &t.from, &t.to};
    for (int k = 0; k < 4; k++) {
        const char *name = ll_format(g, "steps.%d.%s", table, part[k]);
        Value all = LLVMGetNamedGlobal(g->module, name);
        if (!all) {
            int64_t *word = ARENA_ARRAY(g->arena, int64_t, s->dirs);
            for (int i = 0; i < s->dirs; i++) {
                word[i] = k == 0 ? s->delta[i] & 63 : k == 1 ? -s->delta[i] & 63
                          : (int64_t)(k == 2 ? s->from : s->to)[i];
            }
            all = ll_bytes(g, 64, word, (size_t)s->dirs, name);
        }
        *into[k] = ll_load(g, type, ll_gep(g, g->i64, all, first), 8);
    }
    return t;
}

Value ll_all_lanes(Gen *g, Value word, unsigned lanes)
{
    if (lanes == 1) {
        return word;
    }
    Type one = LLVMTypeOf(word);
    Value v = LLVMBuildInsertElement(g->b, LLVMGetPoison(LLVMVectorType(one, lanes)), word, ll_int(g, 0), "");
    return LLVMBuildShuffleVector(g->b, v, LLVMGetPoison(LLVMTypeOf(v)),
                                  LLVMConstNull(LLVMVectorType(g->i32, lanes)), "");
}

Value ll_join_lanes(Gen *g, Value x, unsigned lanes)
{
    return lanes == 1 ? x : ll_intrinsic(g, "llvm.vector.reduce.or", LLVMTypeOf(x), &x, 1);
}

/* --- sets of several words --- */

/* sees.TABLE.DIRECTION(stop, goal): step by step as long as there is something new. */
static Value need_walk(Gen *g, int table, const IrSteps *s, int dir)
{
    const char *name = ll_format(g, "sees.%d.%d", table, dir);
    Value fn = LLVMGetNamedFunction(g->module, name);
    if (fn) {
        return fn;
    }
    Type set = ll_set(g, s->words), param[] = {set, set};
    unsigned align = LLVMABIAlignmentOfType(g->layout, set);
    Block here = LLVMGetInsertBlock(g->b);
    Fun h = ll_begin(g, name, LLVMFunctionType(set, param, 2, false), NULL);
    Value stop = LLVMGetParam(h.function, 0), goal = LLVMGetParam(h.function, 1);
    Value front = ll_alloca(&h, set, "front"), all = ll_alloca(&h, set, "all"), seen = ll_alloca(&h, set, "seen");
    ll_store(g, goal, front, align);
    ll_store(g, goal, all, align);
    ll_store(g, ll_empty(g, s->words), seen, align);
    Block next = ll_block(&h, "next"), step = ll_block(&h, "step"), end = ll_block(&h, "end");
    ll_go(&h, next);
    Value now = ll_load(g, set, front, align);
    ll_branch(&h, ll_any(g, now, s->words), step, end);
    ll_at(&h, step);
    Value from = ll_set_const(g, s->from + dir * s->words, s->words);
    Value before = and(g, ll_shift(g, now, s->words, -s->delta[dir]), from);
    ll_store(g, or(g, ll_load(g, set, seen, align), before), seen, align);
    Value known = ll_load(g, set, all, align), fresh = without(g, without(g, before, stop), known);
    ll_store(g, fresh, front, align);
    ll_store(g, or(g, known, fresh), all, align);
    LLVMBuildBr(g->b, next);
    ll_at(&h, end);
    LLVMBuildRet(g->b, ll_load(g, set, seen, align));
    ll_end(&h, here);
    return h.function;
}

/* Directions first .. first + forks - 1, of which `first` need not be constant. */
static Value walked(Fun *f, int table, const IrSteps *s, Value first, Value stop, Value goal)
{
    Gen *g = f->g;
    Type set = ll_set(g, s->words);
    unsigned align = LLVMABIAlignmentOfType(g->layout, set);
    Value seen = ll_alloca(f, set, "seen");
    ll_store(g, ll_empty(g, s->words), seen, align);
    Block end = ll_block(f, "seen");
    Value choice = LLVMBuildSwitch(g->b, first, end, (unsigned)(s->dirs / s->forks));
    for (int d = 0; d < s->dirs; d += s->forks) {
        Block here = ll_block(f, "direction");
        LLVMAddCase(choice, ll_word(g, (uint64_t)d), here);
        ll_at(f, here);
        Value sum = ll_empty(g, s->words);
        for (int i = d; i < d + s->forks; i++) {
            Value arg[] = {stop, goal};
            sum = or(g, sum, ll_call(f, need_walk(g, table, s, i), arg, 2));
        }
        ll_store(g, sum, seen, align);
        LLVMBuildBr(g->b, end);
    }
    ll_at(f, end);
    return ll_load(g, set, seen, align);
}

/* Rays of any form. */
static Value looked(Fun *f, const Ir *e, Value stop, Value goal)
{
    Gen *g = f->g;
    int table = (int)e->a[0]->k, words = ll_words(g, e->a[1]->type.space), seen = ll_words(g, e->type.space);
    const IrTable *t = &g->game->table.at[table];
    int forks = t->dim[t->ndim - 1].size;
    Type set = ll_set(g, seen);
    unsigned align = LLVMABIAlignmentOfType(g->layout, set);
    Value slot = ll_alloca(f, set, "seen");
    ll_store(g, ll_empty(g, seen), slot, align);
    Value first = LLVMBuildTrunc(g->b, ll_index_of(f, e->a[0]), g->i32, "");
    Loop rows = ll_range(f, ll_int(g, 0), ll_int(g, ll_slice_size(g, e->a[0])));
    Value row = LLVMBuildZExt(g->b, LLVMBuildAdd(g->b, first, rows.member, ""), g->i64, "");
    Value from, to;
    ll_row_ends(g, table, row, &from, &to);
    Loop sites = ll_range(f, from, to);
    Value at = ll_row_site(g, table, sites.member);
    Block found = ll_block(f, "found"), on = ll_block(f, "on"), next = ll_block(f, "further");
    ll_branch(f, ll_has(g, goal, at, true, words), found, on);
    ll_at(f, found);
    Value x = LLVMBuildUDiv(g->b, rows.member, ll_int(g, forks), "");
    ll_store(g, or(g, ll_load(g, set, slot, align), ll_bit(f, x, true, seen)), slot, align);
    LLVMBuildBr(g->b, sites.end);
    ll_at(f, on);
    ll_branch(f, ll_has(g, stop, at, true, words), sites.end, next);
    ll_at(f, next);
    ll_end_range(f, &sites);
    ll_end_range(f, &rows);
    return ll_load(g, set, slot, align);
}

/* --- all --- */

Value ll_sees(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    IrSteps s;
    const Ir *slice = e->a[0];
    Value stop = ll_expr(f, e->a[1]), goal = ll_expr(f, e->a[2]);
    if (!ir_steps(g->arena, g->game, (int)slice->k, &s)) {
        return looked(f, e, stop, goal);
    }
    Value first = ll_word(g, 0);
    for (int i = 0; i < slice->n; i++) {
        Value at = ll_index(g, ll_expr(f, slice->a[i]), slice->a[i]->type);
        Value size = ll_word(g, (uint64_t)g->game->table.at[slice->k].dim[i].size);
        first = LLVMBuildAdd(g->b, LLVMBuildMul(g->b, first, size, ""), at, "");
    }
    first = LLVMBuildMul(g->b, first, ll_word(g, (uint64_t)s.forks), "");
    if (s.words > 1) {
        return walked(f, (int)slice->k, &s, first, stop, goal);
    }
    unsigned lanes = (unsigned)s.forks;
    Turns t = ll_turns(f, (int)slice->k, &s, first, lanes);
    Value seen = ll_turns_see(&t, ll_all_lanes(g, stop, lanes), ll_all_lanes(g, goal, lanes));
    return ll_join_lanes(g, seen, lanes);
}
