/* module.h - what the LLVM back end offers.
 *
 * libLLVM takes long to load, so the back end is a shared object of its own,
 * ludc-llvm.so, which is opened on first use.  It exports one symbol, a constant
 * LlvmModule.  It reads the game through its own copy of base/ and ir/, which have no
 * globals; `stamp` says that both were built from the same sources. */
#ifndef LUDC_MACHINE_MODULE_H
#define LUDC_MACHINE_MODULE_H

#include <stdatomic.h>

#include "backends/backend.h"

struct LaneProgram;

typedef struct {
    BackendOptions text; /* ident, describe, shared: also the alias `ludc_reasoner` */
    const char *target;  /* a triple; NULL: this machine */
    const char *cpu;     /* NULL: this machine's, or the target's plainest; "generic" */
    int level;           /* of optimisation, 1 to 3; 0: chosen by the game's size */
    bool debug;          /* lines of the rules */
    unsigned functions;  /* of ReasonerFunctions; 0: all.  Others are not NULL, but not to be called */
    bool quick;          /* with few passes and plain code, if more would take long */
    const atomic_bool *stop; /* set by another thread: nobody wants the code any more; or NULL */
} LlvmOptions;

typedef struct {
    double build, passes, code, link; /* milliseconds of processor time */
    int level;
    bool quick; /* what was done is not what would have been done without `quick` */
    size_t functions, instructions; /* before the passes */
} LlvmTimes;

typedef enum { LLVM_OBJECT, LLVM_ASSEMBLY, LLVM_TEXT } LlvmKind;

typedef struct LlvmProgram LlvmProgram;

typedef struct {
    const char *stamp;
    /* An object that `emit` made with text.shared (its symbol is `ludc_reasoner`), or `lanes`, in
     * memory, ready to run.  NULL: `errors` says why not. */
    LlvmProgram *(*load)(const Out *object, const char *symbol, LlvmTimes *times, Out *errors);
    const void *(*exported)(const LlvmProgram *program); /* what the symbol stands for */
    void (*release)(LlvmProgram *program);
    /* An object file, assembly, or LLVM's text form.  false: see errors; none: it was stopped. */
    bool (*emit)(IrGame *game, const LlvmOptions *options, LlvmKind kind, LlvmTimes *times,
                 Out *bytes, Out *errors);
    /* Is there such a target and, where one is named, such a processor?  Else `errors` says which is not. */
    bool (*knows)(const LlvmOptions *options, Out *errors);
    /* What the back end lanes compiles: `ludc_lanes_exported`, or, of a program for tests,
     * `ludc_lanes_forced`.  No text form. */
    bool (*lanes)(const struct LaneProgram *program, LlvmKind kind, LlvmTimes *times, Out *bytes, Out *errors);
} LlvmModule;

#endif
