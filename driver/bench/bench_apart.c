/* bench_apart.c - see bench_apart.h. */
#include "driver/bench/bench_apart.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "driver/command.h"

static void run(int (*fn)(void *data, FILE *to), void *data, unsigned seconds, FILE *to)
{
    alarm(seconds);
    const int code = fn(data, to);
    fflush(stderr);
    _exit(fflush(to) ? EXIT_IO : code);
}

bool bench_apart(int (*fn)(void *data, FILE *to), void *data, unsigned seconds, FILE **wrote, int *status)
{
    sigset_t before;
    *wrote = tmpfile();
    fflush(stdout);
    cleanup_hold(&before);
    const pid_t pid = *wrote ? fork() : -1;
    if (!pid) {
        cleanup_release(&before);
        run(fn, data, seconds, *wrote);
    }
    const int note = pid > 0 ? cleanup_note_child(pid, 0) : -1;
    cleanup_release(&before);
    if (pid < 0) {
        say("ludc: cannot start a process: %s", strerror(errno));
        if (*wrote)
            fclose(*wrote);
        return false;
    }
    while (waitpid(pid, status, 0) < 0 && errno == EINTR)
        ;
    cleanup_forget(note);
    rewind(*wrote);
    return true;
}

void bench_apart_reason(int status, unsigned seconds, char *out, size_t size)
{
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0, code = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_BUG;
    out[0] = '\0';
    if (number == SIGALRM)
        snprintf(out, size, "gave up after %u s", seconds);
    else if (number)
        snprintf(out, size, "crashed by signal %d", number);
    else if (code)
        snprintf(out, size, "exit code %d", code);
}
