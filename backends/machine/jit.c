/* jit.c - machine code in memory, through ORC. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>

#include "backends/machine/machine.h"

struct LlvmProgram {
    LLVMOrcLLJITRef jit; /* owns the code */
    const void *exported;
};

/* Consumes the error; true when there was none. */
static bool fine(LLVMErrorRef error, Out *errors)
{
    if (!error)
        return true;
    char *said = LLVMGetErrorMessage(error);
    out_printf(errors, "%s", said);
    LLVMDisposeErrorMessage(said);
    return false;
}

/* What the code may call: nothing of the process but these. */
static bool add_functions(LLVMOrcLLJITRef jit, Out *errors)
{
    LLVMJITSymbolFlags flags = {LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable, 0};
    LLVMOrcCSymbolMapPair pair[] = {
        {LLVMOrcLLJITMangleAndIntern(jit, "memcpy"), {(LLVMOrcExecutorAddress)(uintptr_t)memcpy, flags}},
        {LLVMOrcLLJITMangleAndIntern(jit, "memmove"), {(LLVMOrcExecutorAddress)(uintptr_t)memmove, flags}},
        {LLVMOrcLLJITMangleAndIntern(jit, "memset"), {(LLVMOrcExecutorAddress)(uintptr_t)memset, flags}},
        {LLVMOrcLLJITMangleAndIntern(jit, "memcmp"), {(LLVMOrcExecutorAddress)(uintptr_t)memcmp, flags}},
        {LLVMOrcLLJITMangleAndIntern(jit, "bcmp"), {(LLVMOrcExecutorAddress)(uintptr_t)memcmp, flags}},
    };
    LLVMOrcMaterializationUnitRef unit = LLVMOrcAbsoluteSymbols(pair, sizeof pair / sizeof *pair);
    return fine(LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(jit), unit), errors);
}

static bool load(LlvmProgram *program, LLVMMemoryBufferRef code, const char *symbol, Out *errors)
{
    if (!fine(LLVMOrcCreateLLJIT(&program->jit, NULL), errors)) {
        LLVMDisposeMemoryBuffer(code);
        program->jit = NULL;
        return false;
    }
    LLVMOrcExecutorAddress address = 0;
    LLVMOrcJITDylibRef lib = LLVMOrcLLJITGetMainJITDylib(program->jit);
    if (!fine(LLVMOrcLLJITAddObjectFile(program->jit, lib, code), errors) || !add_functions(program->jit, errors) ||
        !fine(LLVMOrcLLJITLookup(program->jit, &address, symbol), errors))
        return false;
    program->exported = (const void *)(uintptr_t)address;
    return true;
}

LlvmProgram *ll_load_program(const Out *object, const char *symbol, LlvmTimes *times, Out *errors)
{
    if (!ll_targets_known(errors))
        return NULL;
    LLVMMemoryBufferRef code = LLVMCreateMemoryBufferWithMemoryRangeCopy(object->text, object->n, "game.o");
    LlvmProgram *program = calloc(1, sizeof *program);
    struct timespec from, to;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    if (!program || !load(program, code, symbol, errors)) {
        ll_program_free(program);
        return NULL;
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    times->link = (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6;
    return program;
}

const void *ll_program_exported(const LlvmProgram *program)
{
    return program->exported;
}

void ll_program_free(LlvmProgram *program)
{
    Out ignored = {0};
    if (program && program->jit)
        fine(LLVMOrcDisposeLLJIT(program->jit), &ignored);
    out_free(&ignored);
    free(program);
}
