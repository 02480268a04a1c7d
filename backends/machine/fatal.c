/* fatal.c - what LLVM says goes to whoever asked, and what it cannot do ends there.
 *
 * LLVM prints what it has to say and ends the process where nobody listens.  Its errors of a module are handed to a
 * listener here; what it gives up for (report_fatal_error), memory among it, leaves by memory_out, which LLVM allows its
 * handlers: what LLVM holds of that module is lost then.  The handlers are the process's, as the targets are; where the fault
 * is not of a call from here they let LLVM, and operator new, go on. */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Core.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Target.h>

#include "backends/machine/machine.h"
#include "base/memory.h"

/* LLVM and the C++ library have these for C++ alone. */
typedef void NewHandler(void);
extern NewHandler *set_new_handler(NewHandler *handler) __asm__("_ZSt15set_new_handlerPFvvE");
extern _Noreturn void throw_bad_alloc(void) __asm__("_ZSt17__throw_bad_allocv");
extern void on_bad_alloc(void (*handler)(void *data, const char *reason, bool report), void *data) __asm__(
    "_ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_");

static _Thread_local Out *told; /* the errors of the call that is under way in this thread */
static NewHandler *other_handler; /* the process's, of calls that are not from here */
static atomic_bool targets_known;

static void give_up(const char *reason)
{
    if (!told)
        return;
    out_puts(told, reason);
    memory_out();
}

static void no_room(void *data, const char *reason, bool report)
{
    (void)data, (void)report;
    give_up(reason);
    abort(); /* as LLVM does of itself; it must not return */
}

static void no_memory(void)
{
    give_up(MEMORY_GONE);
    if (!other_handler)
        throw_bad_alloc();
    other_handler();
}

typedef struct {
    bool (*fn)(void *data);
    void *data;
    bool good;
} Call;

static void run_call(void *data)
{
    Call *call = data;
    call->good = call->fn(call->data);
}

bool ll_guarded(bool (*fn)(void *data), void *data, Out *errors)
{
    Call call = {fn, data, false};
    Out *const outer = told;
    out_puts(errors, ""); /* room for the reason, while there is memory */
    told = errors;
    if (!memory_run(run_call, &call) && !errors->n)
        out_puts(errors, MEMORY_GONE);
    told = outer;
    return call.good;
}

static void set_up_targets(void *nothing)
{
    (void)nothing;
    LLVMInitializeAllTargetInfos();
    LLVMInitializeAllTargets();
    LLVMInitializeAllTargetMCs();
    LLVMInitializeAllAsmPrinters();
    atomic_store(&targets_known, true);
}

bool ll_targets_known(Out *errors)
{
    const bool known = atomic_load(&targets_known);
    if (!known)
        out_puts(errors, MEMORY_GONE);
    return known;
}

/* When this module is opened, which one thread does: LLVM's lists of targets are the process's, without a lock.  A fault must not
 * leave from here to the call that opens it, which holds the loader's lock. */
__attribute__((constructor)) static void set_up_process(void)
{
    Out errors = {0};
    LLVMInstallFatalErrorHandler(give_up);
    on_bad_alloc(no_room, NULL);
    other_handler = set_new_handler(no_memory);
    told = &errors;
    memory_run(set_up_targets, NULL);
    told = NULL;
    out_free(&errors);
}

static void hear(LLVMDiagnosticInfoRef said, void *errors)
{
    if (LLVMGetDiagInfoSeverity(said) != LLVMDSError)
        return;
    Out *out = errors;
    if (!out->n) { /* one will do */
        char *text = LLVMGetDiagInfoDescription(said);
        out_printf(out, "%s", text);
        LLVMDisposeMessage(text);
    }
}

void ll_listen(LLVMContextRef cx, Out *errors)
{
    LLVMContextSetDiagnosticHandler(cx, hear, errors);
}

enum { ALARM = 10 /* seconds */ };

/* LLVM says on standard error alone that it does not know a processor, so it is asked in a process of its own. */
bool ll_knows_processor(LLVMTargetRef target, const char *triple, const char *cpu)
{
    int end[2];
    char some[64];
    if (pipe(end) != 0)
        return true;
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGALRM, SIG_DFL);
        alarm(ALARM); /* another thread may have held a lock of LLVM's */
        dup2(end[1], STDERR_FILENO);
        LLVMDisposeTargetMachine(LLVMCreateTargetMachine(target, triple, cpu, "", LLVMCodeGenLevelDefault, LLVMRelocPIC,
                                                         LLVMCodeModelDefault));
        _exit(0);
    }
    close(end[1]);
    const ssize_t n = child > 0 ? read(end[0], some, sizeof some) : 0;
    close(end[0]);
    if (child > 0) {
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    return n <= 0;
}
