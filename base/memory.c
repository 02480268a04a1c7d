/* memory.c - see memory.h.  The thread's way out is thread-local: threads do not see each other's. */
#define _GNU_SOURCE /* SIGKILL and its like, for cleanup.h */
#include "base/memory.h"

#include <unistd.h>

#include "base/cleanup.h"
#include "base/memory_impl.h"

enum { NO_MEMORY = 3 }; /* the exit code of what the system does not give */

static _Thread_local Exit *innermost;

void memory_enter(Exit *way)
{
    way->outer = innermost;
    innermost = way;
}

void memory_leave(const Exit *way) { innermost = way->outer; }

bool memory_guarded(void) { return innermost != NULL; }

_Noreturn static void end_program(void)
{
    static const char said[] = "ludc: " MEMORY_GONE "\n";
    cleanup_now();
    if (write(STDERR_FILENO, said, sizeof said - 1) < 0)
        _exit(NO_MEMORY);
    _exit(NO_MEMORY);
}

void memory_out(void)
{
    if (!innermost)
        end_program();
    longjmp(innermost->back, MEMORY_OUT);
}

bool memory_run(void (*fn)(void *data), void *data)
{
    Exit way;
    volatile bool good = false;
    memory_enter(&way);
    if (setjmp(way.back) == 0) {
        fn(data);
        good = true;
    }
    memory_leave(&way);
    return good;
}
