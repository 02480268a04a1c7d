/* module.c - the one symbol that ludc-llvm.so exports. */
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Support.h>

#include "backends/machine/machine.h"
#include "backends/machine/stamp.h"

/* Two passes of LLVM's are left out.  One asks of every number whether it had better be a mask
 * of vectors, in time that grows with the square of a function, and finds nothing in what is
 * written here.  The other makes vectors of straight-line code, and in LLVM 19 wrong code of
 * some nets (dots and boxes with 25 boxes); what gains by vectors is written as vectors. */
__attribute__((constructor)) static void leave_out_passes(void)
{
    static const char *const word[] = {"ludc", "-disable-x86-domain-reassignment", "-vectorize-slp=false"};
    LLVMParseCommandLineOptions(3, word, NULL);
}

typedef struct {
    IrGame *game;
    const LlvmOptions *options;
    LlvmKind kind;
    LlvmTimes *times;
    Out *bytes, *errors;
} Emission;

static bool put_code(const Emission *e, LLVMModuleRef module, Target *target)
{
    LLVMMemoryBufferRef code = ll_code(module, target, e->kind == LLVM_ASSEMBLY, e->times, e->errors);
    if (!code)
        return false;
    out_write(e->bytes, LLVMGetBufferStart(code), LLVMGetBufferSize(code));
    LLVMDisposeMemoryBuffer(code);
    return true;
}

static bool emit_within(void *data)
{
    const Emission *e = data;
    Target target;
    if (!ll_target(e->options, &target, e->errors))
        return false;
    LLVMContextRef cx = LLVMContextCreate();
    ll_listen(cx, e->errors);
    LLVMModuleRef module = ll_module(e->game, e->options, &target, cx, e->times, e->errors);
    bool ok = module != NULL;
    if (ok && e->kind == LLVM_TEXT) {
        char *text = LLVMPrintModuleToString(module);
        out_puts(e->bytes, text);
        LLVMDisposeMessage(text);
    } else if (ok) {
        ok = put_code(e, module, &target);
    }
    if (module)
        LLVMDisposeModule(module);
    LLVMContextDispose(cx);
    ll_target_free(&target);
    return ok && !e->errors->n;
}

static bool emit(IrGame *game, const LlvmOptions *options, LlvmKind kind, LlvmTimes *times, Out *bytes,
                 Out *errors)
{
    Emission e = {game, options, kind, times, bytes, errors};
    return ll_guarded(emit_within, &e, errors);
}

typedef struct {
    const Out *object;
    const char *symbol;
    LlvmTimes *times;
    Out *errors;
    LlvmProgram *program;
} Loading;

static bool load_within(void *data)
{
    Loading *l = data;
    l->program = ll_load_program(l->object, l->symbol, l->times, l->errors);
    return l->program != NULL;
}

static LlvmProgram *load(const Out *object, const char *symbol, LlvmTimes *times, Out *errors)
{
    Loading l = {object, symbol, times, errors, NULL};
    return ll_guarded(load_within, &l, errors) ? l.program : NULL;
}

__attribute__((visibility("default"))) const LlvmModule ludc_llvm_module = {
    .stamp = LUDC_LLVM_STAMP,
    .load = load,
    .exported = ll_program_exported,
    .release = ll_program_free,
    .emit = emit,
    .knows = ll_knows,
    .lanes = ll_lanes,
};
