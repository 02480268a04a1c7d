/* machine.h - the inside of ludc-llvm.so beside what is written: the machine that code is for, the passes of LLVM, machine code and
 * its loading, and what LLVM says.  The modules are written by backends/llvm, those of lanes by backends/lanes/emit_llvm.c. */
#ifndef LUDC_MACHINE_H
#define LUDC_MACHINE_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include "backends/machine/module.h"

typedef LLVMValueRef Value;
typedef LLVMTypeRef Type;
typedef LLVMBasicBlockRef Block;

/* --- target.c --- */
typedef struct {
    LLVMTargetMachineRef machine;
    bool bmi2, count_vectors, blend_words; /* as in Gen (backends/llvm/gen.h) */
} Target;
bool ll_sound(LLVMModuleRef module, Out *errors);
bool ll_target(const LlvmOptions *options, Target *target, Out *errors);
/* Is there such a target and, where one is named, such a processor?  Else `errors` says which is not. */
bool ll_knows(const LlvmOptions *options, Out *errors);
/* Its code generator does less: it leaves instructions in their order. */
void ll_relax(Target *target);
void ll_target_free(Target *target);
/* The module, built, verified and optimised; NULL: diagnostics filed or errors said. */
LLVMModuleRef ll_module(IrGame *game, const LlvmOptions *options, Target *target,
                        LLVMContextRef cx, LlvmTimes *times, Out *errors);
/* Machine code of it; NULL: see errors. */
LLVMMemoryBufferRef ll_code(LLVMModuleRef module, const Target *target, bool assembly,
                            LlvmTimes *times, Out *errors);

/* --- fatal.c --- */
bool ll_targets_known(Out *errors); /* else what is missing is memory */
/* fn(data), from which LLVM may give up: then false, and `errors` says why. */
bool ll_guarded(bool (*fn)(void *data), void *data, Out *errors);
/* LLVM's errors of this context go to `errors`; its warnings go nowhere. */
void ll_listen(LLVMContextRef cx, Out *errors);
bool ll_knows_processor(LLVMTargetRef target, const char *triple, const char *cpu);

/* --- jit.c --- */
LlvmProgram *ll_load_program(const Out *object, const char *symbol, LlvmTimes *times, Out *errors);
const void *ll_program_exported(const LlvmProgram *program);
void ll_program_free(LlvmProgram *program);

/* --- backends/lanes/emit_llvm.c --- */
bool ll_lanes(const struct LaneProgram *program, LlvmKind kind, LlvmTimes *times, Out *bytes, Out *errors);

#endif
