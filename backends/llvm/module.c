/* module.c - the one symbol that ludc-llvm.so exports. */
#include <string.h>

#include <llvm-c/Core.h>
#include <llvm-c/Support.h>

#include "backends/llvm/gen.h"
#include "backends/llvm/stamp.h"

/* Two passes of LLVM's are left out.  One asks of every number whether it had better be a mask
 * of vectors, in time that grows with the square of a function, and finds nothing in what is
 * written here.  The other makes vectors of straight-line code, and in LLVM 19 wrong code of
 * some nets (dots and boxes with 25 boxes); what gains by vectors is written as vectors. */
__attribute__((constructor)) static void leave_out_passes(void)
{
    static const char *const word[] = {"ludc", "-disable-x86-domain-reassignment", "-vectorize-slp=false"};
    LLVMParseCommandLineOptions(3, word, NULL);
}

static bool emit(IrGame *game, const LlvmOptions *options, LlvmKind kind, LlvmTimes *times, Out *bytes,
                 Out *errors)
{
    Target target;
    if (!ll_target(options, &target, errors)) {
        return false;
    }
    LLVMContextRef cx = LLVMContextCreate();
    LLVMModuleRef module = ll_module(game, options, &target, cx, times, errors);
    bool ok = module != NULL;
    if (ok && kind == LLVM_TEXT) {
        char *text = LLVMPrintModuleToString(module);
        out_puts(bytes, text);
        LLVMDisposeMessage(text);
    } else if (ok) {
        LLVMMemoryBufferRef code = ll_code(module, &target, kind == LLVM_ASSEMBLY, times, errors);
        ok = code != NULL;
        if (ok) {
            out_write(bytes, LLVMGetBufferStart(code), LLVMGetBufferSize(code));
            LLVMDisposeMemoryBuffer(code);
        }
    }
    if (module) {
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(cx);
    ll_target_free(&target);
    return ok;
}

__attribute__((visibility("default"))) const LlvmModule ludc_llvm_module = {
    .stamp = LUDC_LLVM_STAMP,
    .load = ll_load_program,
    .exported = ll_program_exported,
    .release = ll_program_free,
    .emit = emit,
    .lanes = ll_lanes,
};
