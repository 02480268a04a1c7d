/* wasm.c - what a .wasm exports: the functions of the reasoner with numbers and
 * addresses of 32 bits only, so that a host needs neither tables nor 64-bit integers.
 * A state and a random number are memory of the module, from __heap_base on. */
#include <string.h>

#include "backends/llvm/gen.h"

static void export_as(Gen *g, Value fn, const char *name)
{
    static const char key[] = "wasm-export-name";
    LLVMSetLinkage(fn, LLVMExternalLinkage);
    LLVMAddAttributeAtIndex(fn, (unsigned)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(g->cx, key, sizeof key - 1, name, (unsigned)strlen(name)));
}

static void constant(Gen *g, const char *name, uint64_t value)
{
    Fun f = ll_begin(g, arena_printf(g->arena, "ludc_%s", name), LLVMFunctionType(g->i32, NULL, 0, false), NULL);
    LLVMBuildRet(g->b, ll_int(g, (int64_t)value));
    ll_end(&f);
    export_as(g, f.function, name);
}

/* The function without its first parameter, the reasoner, which no code reads. */
static void wrapper(Gen *g, Value fn, const char *name)
{
    Type type = LLVMGlobalGetValueType(fn), param[8];
    unsigned n = LLVMCountParamTypes(type);
    LLVMGetParamTypes(type, param);
    Type ret = LLVMGetReturnType(type);
    Fun f = ll_begin(g, arena_printf(g->arena, "ludc_%s", name), LLVMFunctionType(ret, param + 1, n - 1, false), NULL);
    Value arg[8] = {LLVMConstNull(g->ptr)};
    LLVMGetParams(f.function, arg + 1);
    Value v = ll_call(&f, fn, arg, n);
    if (ret == g->none)
        LLVMBuildRetVoid(g->b);
    else
        LLVMBuildRet(g->b, v);
    ll_end(&f);
    export_as(g, f.function, name);
}

void ll_wasm(Gen *g, Value *fn)
{
    static const char *const name[] = {"init", "moves", "apply", "moves_of", "apply_joint", "over", "mover", "rank2", "describe", "view",
                                       "playout", "apply_random"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (fn[i])
            wrapper(g, fn[i], name[i]);
    constant(g, "players", (uint64_t)g->game->players);
    constant(g, "state_size", ll_state_size(g));
    constant(g, "max_moves", ir_max_moves(g->game));
    constant(g, "codes", g->total);
    constant(g, "columns", g->offered.ncolumn);
}
