/* make_llvm.h - machine code by LLVM, for those who make reasoners of it. */
#ifndef LUDC_DRIVER_MAKE_LLVM_H
#define LUDC_DRIVER_MAKE_LLVM_H

#include "driver/cache.h"
#include "driver/compile.h"
#include "driver/llvm.h"

/* Starts as zero. */
typedef struct {
    const struct ludc_reasoner *reasoner;
    const LlvmModule *module;
    LlvmProgram *program; /* compiled now, */
    void *handle;         /* or found */
    CacheEntry entry;     /* its folder is NULL: not to be kept */
    Out object;           /* to be kept */
} LlvmCode;

/* Looks in the cache, and remembers the place there. */
bool llvm_code_cached(LlvmCode *code, Arena *arena, const IrGame *game);
/* Compiles; errors are filed. */
bool llvm_code_make(LlvmCode *code, Session *session, IrGame *game);
/* Keeps what was compiled in the cache, and frees. */
void llvm_code_release(LlvmCode *code);

#endif
