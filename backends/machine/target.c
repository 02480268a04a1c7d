/* target.c - for which machine, with which passes: a module from a game, and machine
 * code from a module. */
#include <string.h>
#include <time.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "backends/llvm/gen.h"

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* --- the machine --- */

static bool starts(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Processors named on the command line that have pdep and pext. */
static bool knows_bmi2(const char *cpu)
{
    static const char *const name[] = {"haswell", "broadwell", "skylake", "cascadelake", "icelake",
                                       "alderlake", "raptorlake", "sapphirerapids", "znver",
                                       "x86-64-v3", "x86-64-v4", "graniterapids"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (starts(cpu, name[i]))
            return true;
    return false;
}

typedef struct {
    char *triple, *cpu, *features; /* as LLVM hands them out */
} Names;

static Names names_of(const LlvmOptions *o)
{
    bool host = !o->target && (!o->cpu || !strcmp(o->cpu, "native"));
    Names n = {0};
    n.triple = o->target ? LLVMNormalizeTargetTriple(o->target) : LLVMGetDefaultTargetTriple();
    n.cpu = host ? LLVMGetHostCPUName() : LLVMCreateMessage(o->cpu && strcmp(o->cpu, "native") ? o->cpu : "");
    bool wasm = starts(n.triple, "wasm");
    n.features = host ? LLVMGetHostCPUFeatures() : LLVMCreateMessage(wasm ? "+bulk-memory,+simd128" : "");
    return n;
}

bool ll_target(const LlvmOptions *options, Target *target, Out *errors)
{
    *target = (Target){0};
    if (!ll_targets_known(errors))
        return false;
    Names n = names_of(options);
    LLVMTargetRef found;
    char *said = NULL;
    if (LLVMGetTargetFromTriple(n.triple, &found, &said)) {
        out_printf(errors, "%s", said ? said : "unknown target");
    } else {
        bool generic = !strcmp(n.cpu, "generic") && starts(n.triple, "x86_64");
        target->machine = LLVMCreateTargetMachine(found, n.triple, generic ? "x86-64" : n.cpu, n.features,
                                                  LLVMCodeGenLevelDefault, LLVMRelocPIC, LLVMCodeModelDefault);
        bool x86 = starts(n.triple, "x86_64");
        target->bmi2 = x86 && (strstr(n.features, "+bmi2") || knows_bmi2(n.cpu));
        target->count_vectors = x86 && strstr(n.features, "+avx512vpopcntdq");
        target->blend_words = x86 && strstr(n.features, "+avx512f");
    }
    LLVMDisposeMessage(said);
    LLVMDisposeMessage(n.triple);
    LLVMDisposeMessage(n.cpu);
    LLVMDisposeMessage(n.features);
    return target->machine != NULL;
}

bool ll_knows(const LlvmOptions *options, Out *errors)
{
    if (!ll_targets_known(errors))
        return false;
    Names n = names_of(options);
    LLVMTargetRef found;
    char *said = NULL;
    const bool named = options->cpu && strcmp(options->cpu, "native") != 0 && strcmp(options->cpu, "generic") != 0;
    bool known = !LLVMGetTargetFromTriple(n.triple, &found, &said);
    if (!known)
        out_printf(errors, "LLVM knows no target `%s`", options->target ? options->target : n.triple);
    else if (named && !(known = *n.cpu && ll_knows_processor(found, n.triple, n.cpu)))
        out_printf(errors, "LLVM knows no processor `%s` of %s", options->cpu, n.triple);
    LLVMDisposeMessage(said);
    LLVMDisposeMessage(n.triple);
    LLVMDisposeMessage(n.cpu);
    LLVMDisposeMessage(n.features);
    return known;
}

void ll_target_free(Target *target)
{
    if (target->machine)
        LLVMDisposeTargetMachine(target->machine);
    target->machine = NULL;
}

/* --- the module --- */

bool ll_sound(LLVMModuleRef module, Out *errors)
{
    char *said = NULL;
    bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &said);
    if (broken)
        out_printf(errors, "%s", said ? said : "not sound");
    LLVMDisposeMessage(said);
    return !broken;
}

static size_t size_of(Value fn)
{
    size_t n = 0;
    for (Block b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (Value i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            n++;
    return n;
}

static size_t count_instructions(LLVMModuleRef module, size_t *functions)
{
    size_t n = 0;
    *functions = 0;
    for (Value fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        *functions += LLVMCountBasicBlocks(fn) > 0;
        n += size_of(fn);
    }
    return n;
}

/* The parts of a large net stay apart: together, as each is called from one place, they would be
 * a function that takes longer to compile than all of them. */
static void keep_parts(LLVMModuleRef module)
{
    static const char name[] = "noinline";
    enum { PART = 300 };
    LLVMAttributeRef apart = LLVMCreateEnumAttribute(LLVMGetModuleContext(module),
                                                     LLVMGetEnumAttributeKindForName(name, sizeof name - 1), 0);
    for (Value fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (size_of(fn) > PART)
            LLVMAddAttributeAtIndex(fn, (unsigned)LLVMAttributeFunctionIndex, apart);
}

enum { LEVEL_NET, LEVEL_FEW = 4, LEVEL_QUICK }; /* 1 to 3 are LLVM's own */

/* Larger games get fewer passes, and so do larger nets, which are written as they shall be. The
 * smallest get each pass that pays once: the same speed after a third of the time. */
static int level_of(const LlvmOptions *options, size_t instructions, bool net)
{
    enum { NET = 10000, TINY = 6000, SMALL = 8000, MIDDLE = 60000 };
    if (options->level)
        return options->level;
    if (options->quick)
        return LEVEL_QUICK;
    if (net)
        return instructions > NET ? LEVEL_NET : instructions < SMALL ? 3 : 2;
    return instructions < TINY ? LEVEL_FEW : instructions < SMALL ? 3 : instructions < MIDDLE ? 2 : 1;
}

/* The machine with another way of making code for it. */
static void tune(Target *target, LLVMCodeGenOptLevel level)
{
    LLVMTargetMachineRef before = target->machine;
    char *triple = LLVMGetTargetMachineTriple(before), *cpu = LLVMGetTargetMachineCPU(before);
    char *features = LLVMGetTargetMachineFeatureString(before);
    target->machine = LLVMCreateTargetMachine(LLVMGetTargetMachineTarget(before), triple, cpu, features, level,
                                              LLVMRelocPIC, LLVMCodeModelDefault);
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    LLVMDisposeTargetMachine(before);
}

void ll_relax(Target *target)
{
    tune(target, LLVMCodeGenLevelLess);
}

/* Code that is long is not worth its scheduling. */
static void relax(Target *target, int level, size_t instructions)
{
    enum { LONG = 8000 };
    if (level == LEVEL_QUICK)
        tune(target, LLVMCodeGenLevelNone);
    else if (level <= 1 && instructions >= LONG)
        ll_relax(target);
}

static bool run_passes(LLVMModuleRef module, const char *passes, const Target *target, Out *errors)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, target->machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error)
        return true;
    char *said = LLVMGetErrorMessage(error);
    out_printf(errors, "%s", said);
    LLVMDisposeErrorMessage(said);
    return false;
}

static bool optimise(LLVMModuleRef module, const Target *target, int level, Out *errors)
{
    static const char net[] = "function(sroa,early-cse,simplifycfg),cgscc(inline),"
                              "function(sroa,early-cse<memssa>,simplifycfg,adce),globaldce";
    static const char few[] = "function(sroa,early-cse<memssa>,simplifycfg),cgscc(inline),globaldce,"
                              "function(sroa,early-cse<memssa>,jump-threading,simplifycfg,instcombine<no-verify-fixpoint>,"
                              "loop-simplify,lcssa,loop-mssa(loop-rotate,licm,simple-loop-unswitch),gvn,memcpyopt,bdce,"
                              "instcombine<no-verify-fixpoint>,jump-threading,dse,adce,simplifycfg)";
    static const char quick[] = "function(sroa,early-cse,simplifycfg)";
    static const char *const pipeline[] = {net, "default<O1>", "default<O2>", "default<O3>", few, quick};
    return run_passes(module, pipeline[level], target, errors);
}

static bool stopped(const LlvmOptions *options)
{
    return options->stop && atomic_load(options->stop);
}

/* A module with what is reached and no more, and its size. */
static LLVMModuleRef write_module(IrGame *game, const LlvmOptions *options, const Target *target, LLVMContextRef cx,
                                  LlvmTimes *times, bool *net, Out *errors)
{
    double start = now_ms();
    LLVMModuleRef module = ll_build(game, options, target, cx, net);
    double built = now_ms();
    times->build += built - start;
    if (!module)
        return NULL;
    bool ok = !stopped(options) && ll_sound(module, errors) &&
              (!options->functions || run_passes(module, "globaldce", target, errors));
    times->instructions = count_instructions(module, &times->functions);
    times->passes += now_ms() - built;
    if (ok)
        return module;
    LLVMDisposeModule(module);
    return NULL;
}

LLVMModuleRef ll_module(IrGame *game, const LlvmOptions *options, Target *target, LLVMContextRef cx,
                        LlvmTimes *times, Out *errors)
{
    enum { INSTANT = 400 };
    LlvmOptions how = *options;
    bool net = false;
    *times = (LlvmTimes){0};
    LLVMModuleRef module = write_module(game, &how, target, cx, times, &net, errors);
    if (module && how.quick && times->instructions < INSTANT) { /* no need to hurry */
        LLVMDisposeModule(module);
        how.quick = false;
        module = write_module(game, &how, target, cx, times, &net, errors);
    }
    if (!module)
        return NULL;
    double start = now_ms();
    times->quick = how.quick;
    times->level = level_of(&how, times->instructions, net);
    relax(target, times->level, times->instructions);
    if (times->level == LEVEL_NET)
        keep_parts(module);
    bool ok = !stopped(options) && optimise(module, target, times->level, errors);
    times->passes += now_ms() - start;
    if (ok && !stopped(options))
        return module;
    LLVMDisposeModule(module);
    return NULL;
}

LLVMMemoryBufferRef ll_code(LLVMModuleRef module, const Target *target, bool assembly, LlvmTimes *times,
                            Out *errors)
{
    double start = now_ms();
    LLVMMemoryBufferRef code = NULL;
    char *said = NULL;
    if (LLVMTargetMachineEmitToMemoryBuffer(target->machine, module, assembly ? LLVMAssemblyFile : LLVMObjectFile,
                                            &said, &code)) {
        out_printf(errors, "%s", said ? said : "no machine code");
        LLVMDisposeMessage(said);
        code = NULL;
    }
    times->code = now_ms() - start;
    return code;
}
