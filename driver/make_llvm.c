/* make_llvm.c - the LLVM back end as something that plays: machine code in memory, or
 * found in the cache, which needs no LLVM at all. */
#include "driver/make_llvm.h"
#include "ir/plan.h"

#include <dlfcn.h>
#include <stdlib.h>

void llvm_code_release(LlvmCode *code)
{
    if (code->object.n)
        cache_store(&code->entry, &code->object); /* only now: playing comes first */
    out_free(&code->object);
    if (code->program)
        code->module->release(code->program);
    if (code->handle)
        dlclose(code->handle);
    *code = (LlvmCode){0};
}

bool llvm_code_cached(LlvmCode *code, Arena *arena, const IrGame *game)
{
    code->entry = cache_entry(arena, game, "in memory");
    code->handle = code->entry.path ? cache_open(&code->entry) : NULL;
    code->reasoner = code->handle ? dlsym(code->handle, "ludc_reasoner") : NULL;
    if (code->handle && !code->reasoner) {
        dlclose(code->handle);
        code->handle = NULL;
    }
    return code->reasoner != NULL;
}

bool llvm_code_make(LlvmCode *code, Session *session, IrGame *game)
{
    LlvmOptions options = {.text = {.ident = "game", .shared = true, .describe = true}};
    LlvmTimes times = {0};
    Out errors = {0};
    code->module = llvm_open(session);
    if (code->module && code->module->emit(game, &options, LLVM_OBJECT, &times, &code->object, &errors))
        code->program = code->module->load(&code->object, &times, &errors);
    if (errors.n)
        session_error(session, (Span){0, 0}, "internal: LLVM refused the game: %s", errors.text);
    out_free(&errors);
    code->reasoner = code->program ? code->module->reasoner(code->program) : NULL;
    if (!code->entry.path || !code->reasoner)
        out_free(&code->object);
    return code->reasoner != NULL;
}

static void release(void *owned)
{
    llvm_code_release(owned);
    free(owned);
}

static bool llvm_make(Session *session, IrGame *game, const MakeOptions *options, Player *player)
{
    LlvmCode *code = calloc(1, sizeof *code);
    if (!code)
        abort();
    bool made = (options->cache && llvm_code_cached(code, session->arena, game)) ||
                llvm_code_make(code, session, game);
    if (made)
        *player = (Player){.reasoner = code->reasoner, .backend = "llvm", .release = release, .owned = code};
    else
        release(code);
    return made;
}

const Maker maker_llvm = {"llvm", true, IR_PLAN_ALL | IR_PLAN_FILL, llvm_make};
