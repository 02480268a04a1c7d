/* fatal.c - what LLVM says goes to whoever asked, and what it cannot do ends there.
 *
 * LLVM prints what it has to say and ends the process where nobody listens.  Its errors of a module are handed to a
 * listener here; what it gives up for (report_fatal_error) leaves by longjmp, which LLVM allows its handler: what LLVM holds of
 * that module is lost then.  The handler is the process's; where the fault is not of a call from here it lets LLVM go on. */
#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <llvm-c/Core.h>
#include <llvm-c/ErrorHandling.h>

#include "backends/llvm/gen.h"

typedef struct Escape {
    jmp_buf back;
    Out *errors;
    struct Escape *outer;
} Escape;

static _Thread_local Escape *escape; /* of the call that is under way in this thread */

static void give_up(const char *reason)
{
    if (escape) {
        out_puts(escape->errors, reason);
        longjmp(escape->back, 1);
    }
}

__attribute__((constructor)) static void listen_to_faults(void)
{
    LLVMInstallFatalErrorHandler(give_up);
}

bool ll_guarded(bool (*fn)(void *data), void *data, Out *errors)
{
    Escape here = {.errors = errors, .outer = escape};
    volatile bool good = false;
    escape = &here;
    if (setjmp(here.back) == 0) {
        good = fn(data);
    }
    escape = here.outer;
    return good;
}

static void hear(LLVMDiagnosticInfoRef said, void *errors)
{
    if (LLVMGetDiagInfoSeverity(said) != LLVMDSError) {
        return;
    }
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

/* LLVM says on standard error alone that it does not know a processor, so it is asked in a process of its own. */
bool ll_knows_processor(LLVMTargetRef target, const char *triple, const char *cpu)
{
    int end[2];
    char some[64];
    if (pipe(end) != 0) {
        return true;
    }
    const pid_t child = fork();
    if (child == 0) {
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
