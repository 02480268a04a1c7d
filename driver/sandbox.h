/* sandbox.h - rules of strangers are read, compiled and played without a network, processes or files.
 *
 * What is named on the command line is opened before; then the process gives up, for good and for all its threads, every
 * call of the system but those for memory, time, its own threads and what is open already (seccomp, by libseccomp), and
 * limits its memory.  A call that is given up fails with EPERM, so that libraries go their usual way round it.
 * Machine code that libtcc made in memory runs in here too; a fault in it reaches nothing outside of the process but
 * what it writes to its open descriptors.  doc/security.md says what this is good for. */
#ifndef LUDC_DRIVER_SANDBOX_H
#define LUDC_DRIVER_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/out.h"

typedef struct {
    uint64_t memory; /* bytes of address space beyond what the process has; 0: no limit of ours */
    bool code;       /* memory may become machine code: libtcc; without it only the evaluator plays */
} SandboxLimits;

bool sandbox_present(void); /* is it built in? */
/* false: nothing was given up that matters, `why` says why not: go no further. */
bool sandbox_enter(const SandboxLimits *limits, Out *why);

#endif
