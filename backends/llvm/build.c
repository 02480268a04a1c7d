/* build.c - a module of LLVM IR from a game. */
#include <string.h>

#include "backends/llvm/gen.h"
#include "ir/plan/plan.h"

static void types(Gen *g)
{
    g->i1 = LLVMInt1TypeInContext(g->cx);
    g->i8 = LLVMInt8TypeInContext(g->cx);
    g->i16 = LLVMInt16TypeInContext(g->cx);
    g->i32 = LLVMInt32TypeInContext(g->cx);
    g->i64 = LLVMInt64TypeInContext(g->cx);
    g->ptr = LLVMPointerTypeInContext(g->cx, 0);
    g->none = LLVMVoidTypeInContext(g->cx);
}

static void set_target(Gen *g, const Target *target)
{
    char *triple = LLVMGetTargetMachineTriple(target->machine);
    g->layout = LLVMCreateTargetDataLayout(target->machine);
    LLVMSetTarget(g->module, triple);
    g->wasm = !strncmp(triple, "wasm", 4);
    LLVMSetModuleDataLayout(g->module, g->layout);
    LLVMDisposeMessage(triple);
    g->bmi2 = target->bmi2;
    g->count_vectors = target->count_vectors;
    g->blend_words = target->blend_words;
}

static bool write_game(Gen *g)
{
    bool counted;
    size_t n = g->game->table.n;
    g->table = ARENA_ARRAY(g->arena, Value, n + 1);
    g->table_at = ARENA_ARRAY(g->arena, Value, n + 1);
    g->table_range = ARENA_ARRAY(g->arena, IrType, n + 1);
    if (!ir_codes(g->game, &g->code, &g->ncode, &g->total) || ir_fn_find(g->game, "moves") < 0)
        return false;
    g->apart = ir_fact_turn_only_fields(g->game)->field;
    const bool listed = ir_plan_kept(g->game, &counted) >= 0 && !counted;
    g->by_member = shape_member_fields(g->arena, g->game, g->bmi2, listed);
    g->chance = !g->game->joint && ir_draws(g->game);
    g->offered = ir_offered(g->arena, g->game, g->options->text.describe);
    ll_state(g);
    ll_debug_begin(g);
    ll_reasoner(g);
    ll_debug_end(g);
    return !g->failed;
}

LLVMModuleRef ll_build(IrGame *game, const LlvmOptions *options, const Target *target, LLVMContextRef cx, bool *net)
{
    Gen g = {.game = game, .arena = arena_beside(game->arena), .options = options, .cx = cx};
    g.ident = options->text.ident ? options->text.ident : "game";
    g.module = LLVMModuleCreateWithNameInContext(game->name, cx);
    g.b = LLVMCreateBuilderInContext(cx);
    types(&g);
    set_target(&g, target);
    bool ok = write_game(&g);
    *net = g.net;
    LLVMDisposeBuilder(g.b);
    LLVMDisposeTargetData(g.layout);
    arena_free(g.arena);
    if (ok)
        return g.module;
    LLVMDisposeModule(g.module);
    return NULL;
}
