/* sees.c - what is seen along rays that are the same step again and again, for unions over directions
 * (ways.c): as ir/lower/rays.c makes it for one direction, all directions as lanes of a vector. */
#include "backends/llvm/gen.h"

/* --- sets of one word --- */

static Value and(Gen *g, Value x, Value y) { return LLVMBuildAnd(g->b, x, y, ""); }
static Value or(Gen *g, Value x, Value y) { return LLVMBuildOr(g->b, x, y, ""); }

static Value same(Gen *g, uint64_t k, unsigned lanes)
{
    Value *lane = ARENA_ARRAY(g->arena, Value, lanes);
    for (unsigned i = 0; i < lanes; i++)
        lane[i] = ll_word(g, k);
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
        const char *name = arena_printf(g->arena, "steps.%d.%s", table, part[k]);
        Value all = LLVMGetNamedGlobal(g->module, name);
        if (!all) {
            int64_t *word = ARENA_ARRAY(g->arena, int64_t, s->dirs);
            for (int i = 0; i < s->dirs; i++)
                word[i] = k == 0 ? s->delta[i] & 63 : k == 1 ? -s->delta[i] & 63
                          : (int64_t)(k == 2 ? s->from : s->to)[i];
            all = ll_bytes(g, 64, word, (size_t)s->dirs, name);
        }
        *into[k] = ll_load(g, type, ll_gep(g, g->i64, all, first), 8);
    }
    return t;
}

Value ll_all_lanes(Gen *g, Value word, unsigned lanes)
{
    if (lanes == 1)
        return word;
    Type one = LLVMTypeOf(word);
    Value v = LLVMBuildInsertElement(g->b, LLVMGetPoison(LLVMVectorType(one, lanes)), word, ll_int(g, 0), "");
    return LLVMBuildShuffleVector(g->b, v, LLVMGetPoison(LLVMTypeOf(v)),
                                  LLVMConstNull(LLVMVectorType(g->i32, lanes)), "");
}

Value ll_join_lanes(Gen *g, Value x, unsigned lanes)
{
    return lanes == 1 ? x : ll_intrinsic(g, "llvm.vector.reduce.or", LLVMTypeOf(x), &x, 1);
}
