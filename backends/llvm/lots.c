/* lots.c - draws of the rules: from a source of random words, or as a script says.
 *
 * In games of chance what writes the state takes two more parameters, a pointer to the source and one
 * to the script, each of which may be NULL.  Playouts pass no script, which is known where their
 * moves are expanded in place. */
#include "backends/llvm/gen.h"

/* --- random numbers: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) --- */

Value ll_random(Fun *f, Value rng)
{
    Gen *g = f->g;
    Value z = LLVMBuildAdd(g->b, ll_load(g, g->i64, rng, 8), ll_word(g, UINT64_C(0x9e3779b97f4a7c15)), "");
    ll_store(g, z, rng, 8);
    z = LLVMBuildXor(g->b, z, LLVMBuildLShr(g->b, z, ll_word(g, 30), ""), "");
    z = LLVMBuildMul(g->b, z, ll_word(g, UINT64_C(0xbf58476d1ce4e5b9)), "");
    z = LLVMBuildXor(g->b, z, LLVMBuildLShr(g->b, z, ll_word(g, 27), ""), "");
    z = LLVMBuildMul(g->b, z, ll_word(g, UINT64_C(0x94d049bb133111eb)), "");
    return LLVMBuildXor(g->b, z, LLVMBuildLShr(g->b, z, ll_word(g, 31), ""), "");
}

/* Uniform in 0..n-1; always one word. */
Value ll_below(Fun *f, Value rng, Value n)
{
    Gen *g = f->g;
    Value high = LLVMBuildLShr(g->b, ll_random(f, rng), ll_word(g, 32), "");
    Value scaled = LLVMBuildMul(g->b, high, LLVMBuildZExt(g->b, n, g->i64, ""), "");
    return LLVMBuildTrunc(g->b, LLVMBuildLShr(g->b, scaled, ll_word(g, 32), ""), g->i32, "");
}

/* --- scripts --- */

/* ludc_script of runtime/support.h */
enum { GIVEN, BOUND, GIVEN_N, ROOM, DRAWS, MEMBERS };

static Type script_type(const Gen *g)
{
    Type part[MEMBERS] = {g->ptr, g->ptr, g->i32, g->i32, g->i32};
    return LLVMStructTypeInContext(g->cx, part, MEMBERS, false);
}

static Value member(Gen *g, Value script, unsigned which)
{
    return LLVMBuildStructGEP2(g->b, script_type(g), script, which, "");
}

static Value number(Gen *g, Value script, unsigned which) { return ll_load(g, g->i32, member(g, script, which), 4); }

static Value pointer(Gen *g, Value script, unsigned which)
{
    return ll_load(g, g->ptr, member(g, script, which), LLVMABIAlignmentOfType(g->layout, g->ptr));
}

void ll_lots_types(const Gen *g, Type *param)
{
    for (int i = 0; i < LL_LOTS; i++)
        param[i] = g->ptr;
}

void ll_lots_params(Fun *f, unsigned first)
{
    f->rng = LLVMGetParam(f->function, first);
    f->script = LLVMGetParam(f->function, first + 1);
}

void ll_lots_args(const Fun *f, Value *arg)
{
    Value none = LLVMConstNull(f->g->ptr);
    arg[0] = f->rng ? f->rng : none;
    arg[1] = f->rng && f->script ? f->script : none;
}

/* said(script, n): the next value of the script, and its bound noted.  Apart: no playout comes there. */
static Value need_said(Gen *g)
{
    Value made = LLVMGetNamedFunction(g->module, "said");
    if (made)
        return made;
    Type param[] = {g->ptr, g->i32};
    Fun f = ll_begin(g, "said", LLVMFunctionType(g->i32, param, 2, false), NULL);
    ll_mark(g, f.function, "noinline");
    Value script = LLVMGetParam(f.function, 0), n = LLVMGetParam(f.function, 1), k = number(g, script, DRAWS);
    Block note = ll_block(&f, "note"), ask = ll_block(&f, "ask"), given = ll_block(&f, "given"), none = ll_block(&f, "none");
    Value at = LLVMBuildZExt(g->b, k, g->i64, "");
    ll_store(g, LLVMBuildAdd(g->b, k, ll_int(g, 1), ""), member(g, script, DRAWS), 4);
    ll_branch(&f, LLVMBuildICmp(g->b, LLVMIntULT, k, number(g, script, ROOM), ""), note, ask);
    ll_at(&f, note);
    ll_store(g, n, ll_gep(g, g->i32, pointer(g, script, BOUND), at), 4);
    ll_go(&f, ask);
    ll_branch(&f, LLVMBuildICmp(g->b, LLVMIntULT, k, number(g, script, GIVEN_N), ""), given, none);
    ll_at(&f, given);
    Value value = ll_load(g, g->i32, ll_gep(g, g->i32, pointer(g, script, GIVEN), at), 4);
    Value good = LLVMBuildICmp(g->b, LLVMIntULT, value, n, "");
    LLVMBuildRet(g->b, LLVMBuildSelect(g->b, good, value, ll_int(g, 0), ""));
    ll_at(&f, none);
    LLVMBuildRet(g->b, ll_int(g, 0));
    ll_end(&f);
    return f.function;
}

Value ll_draw(Fun *f, Value n)
{
    Gen *g = f->g;
    if (!f->rng)
        return ll_int(g, 0);
    if (!f->script && LLVMIsAAllocaInst(f->rng)) /* of a playout */
        return ll_below(f, f->rng, n);
    Value slot = ll_alloca(f, g->i32, "drawn");
    Block end = ll_block(f, "drawn");
    if (f->script) {
        Block say = ll_block(f, "said"), chance = ll_block(f, "chance");
        ll_branch(f, LLVMBuildIsNull(g->b, f->script, ""), chance, say);
        ll_at(f, say);
        Value arg[] = {f->script, n};
        Value said = need_said(g);
        ll_store(g, ll_call_apart(g, said, arg, 2), slot, 4);
        LLVMBuildBr(g->b, end);
        ll_at(f, chance);
    }
    ll_store(g, ll_int(g, 0), slot, 4);
    Block draw = ll_block(f, "draw");
    ll_branch(f, LLVMBuildIsNull(g->b, f->rng, ""), end, draw);
    ll_at(f, draw);
    ll_store(g, ll_below(f, f->rng, n), slot, 4);
    ll_go(f, end);
    return ll_load(g, g->i32, slot, 4);
}

void ll_script_begin(Fun *f, Value given, Value ngiven, Value bound, Value room)
{
    Gen *g = f->g;
    const unsigned align = LLVMABIAlignmentOfType(g->layout, g->ptr);
    f->script = ll_alloca(f, script_type(g), "script");
    ll_store(g, given, member(g, f->script, GIVEN), align);
    ll_store(g, bound, member(g, f->script, BOUND), align);
    ll_store(g, ngiven, member(g, f->script, GIVEN_N), 4);
    ll_store(g, room, member(g, f->script, ROOM), 4);
    ll_store(g, ll_int(g, 0), member(g, f->script, DRAWS), 4);
}

Value ll_script_draws(Fun *f)
{
    return number(f->g, f->script, DRAWS);
}
