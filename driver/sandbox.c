/* sandbox.c - see sandbox.h. */
#define _GNU_SOURCE /* CLONE_THREAD, AT_EMPTY_PATH */
#include "driver/sandbox.h"

#ifdef HAVE_SECCOMP
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "driver/agent/process.h"

bool sandbox_present(void) { return true; }

/* Whatever their arguments are: memory, time, threads, what is open. */
static const int always[] = {
    SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(readv), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(close), SCMP_SYS(lseek),
    SCMP_SYS(fstat), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(brk), SCMP_SYS(futex),
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_nanosleep), SCMP_SYS(clock_getres), SCMP_SYS(nanosleep), SCMP_SYS(gettimeofday),
    SCMP_SYS(times), SCMP_SYS(getrusage), SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getuid), SCMP_SYS(geteuid),
    SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(getrandom),
    SCMP_SYS(set_robust_list), SCMP_SYS(set_tid_address), SCMP_SYS(rseq), SCMP_SYS(membarrier), SCMP_SYS(poll),
    SCMP_SYS(ppoll), SCMP_SYS(restart_syscall), SCMP_SYS(uname), SCMP_SYS(sysinfo),
};

/* Those that do other things, too. */
static int add_some(scmp_filter_ctx filter, bool code)
{
    const uint32_t yes = SCMP_ACT_ALLOW;
    const scmp_datum_t run = code ? 0 : PROT_EXEC; /* this bit of a protection must be clear */
    /* glibc looks at an open file so; with a path it would be any file */
    int error = seccomp_rule_add(filter, yes, SCMP_SYS(newfstatat), 1, SCMP_A3(SCMP_CMP_EQ, AT_EMPTY_PATH));
    error |= seccomp_rule_add(filter, yes, SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, run, 0));
    error |= seccomp_rule_add(filter, yes, SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, run, 0));
    /* threads, no processes; clone3 hides its flags, so libraries are told that there is none */
    error |= seccomp_rule_add(filter, yes, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    error |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    /* is this a terminal?  Are there limits?  And abort() */
    error |= seccomp_rule_add(filter, yes, SCMP_SYS(ioctl), 1, SCMP_A1(SCMP_CMP_EQ, TCGETS));
    error |= seccomp_rule_add(filter, yes, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_GETFL));
    error |= seccomp_rule_add(filter, yes, SCMP_SYS(prlimit64), 2, SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0));
    error |= seccomp_rule_add(filter, yes, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    return error;
}

static int filter_calls(bool code)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    int error = filter ? 0 : -ENOMEM;
    for (size_t i = 0; !error && i < sizeof always / sizeof *always; i++)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, always[i], 0);
    if (!error)
        error = add_some(filter, code);
    if (!error)
        error = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1); /* all threads, or none */
    if (!error)
        error = seccomp_load(filter); /* sets no_new_privs, too */
    seccomp_release(filter);
    return error;
}

bool sandbox_enter(const SandboxLimits *limits, Out *why)
{
    const struct rlimit none = {0, 0};
    bool good = setrlimit(RLIMIT_CORE, &none) == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
    if (good && limits->memory)
        good = process_limit_memory(limits->memory);
    int error = good ? filter_calls(limits->code) : -errno;
    if (error)
        out_printf(why, "there is no sandbox: %s", strerror(error < 0 ? -error : EINVAL));
    return !error;
}
#else
bool sandbox_present(void) { return false; }

bool sandbox_enter(const SandboxLimits *limits, Out *why)
{
    (void)limits;
    out_puts(why, "there is no sandbox: built without libseccomp");
    return false;
}
#endif
