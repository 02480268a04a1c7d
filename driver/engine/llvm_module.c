/* llvm_module.c - opens ludc-llvm.so. */
#include "driver/engine/llvm_module.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "backends/machine/stamp.h"
#include "base/memory.h"
#include "driver/engine/installed.h"
#include "ir/analysis/analyses.h"
#include "ir/passes/lowering.h"

#define MODULE "ludc-llvm.so"

/* LLVM takes memory while it is loaded, before anybody can listen to it, and ends the process where there is none: there must be as much. */
enum { MAX_PATH = 4096, ROOM_TO_LOAD = 16 << 20 };

bool llvm_present(void)
{
    char path[MAX_PATH];
    return installed_find(MODULE, false, path, sizeof path);
}

const LlvmModule *llvm_open(Session *session)
{
    char path[MAX_PATH];
    if (!installed_find(MODULE, false, path, sizeof path)) {
        session_error(session, (Span){0, 0}, "the back end `llvm` is not built in: there is no " MODULE
                                             " (LUDC_LIBDIR, " LUDC_LIBDIR ")");
        return NULL;
    }
    void *room = malloc(ROOM_TO_LOAD);
    if (!room) {
        session_error(session, (Span){0, 0}, "%s cannot be opened: %s", path, MEMORY_GONE);
        return NULL;
    }
    free(room);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const LlvmModule *module = handle ? dlsym(handle, "ludc_llvm_module") : NULL;
    if (!module) {
        session_error(session, (Span){0, 0}, "%s cannot be opened: %s", path, dlerror());
        return NULL;
    }
    if (strcmp(module->stamp, LUDC_LLVM_STAMP) != 0) {
        session_error(session, (Span){0, 0}, "%s is of another version: %s", path, module->stamp);
        return NULL;
    }
    return module;
}

bool llvm_emit(const LlvmModule *module, IrGame *game, const LlvmOptions *options, LlvmKind kind, LlvmTimes *times,
               Out *bytes, Out *errors)
{
    Arena *arena = arena_beside(game->arena);
    IrGame *low = ir_lower(game, arena, NULL);
    LlvmOptions mine = *options;
    mine.text.hash = options->text.hash ? options->text.hash : ir_hash(game);
    bool made = low && module->emit(low, &mine, kind, times, bytes, errors);
    arena_free(arena);
    return made;
}
