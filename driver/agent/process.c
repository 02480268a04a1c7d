/* process.c - a program that answers in lines. */
#define _GNU_SOURCE /* pipe2 */
#include "driver/agent/process.h"

#include "base/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { WORDS = 256, SLICE = 5 /* milliseconds between questions whether to stop */ };

double process_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Bytes of address space that the process itself takes. */
static rlim_t own_size(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%lu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

bool process_limit_memory(uint64_t more)
{
    struct rlimit now;
    rlim_t most = own_size() + (rlim_t)more;
    if (getrlimit(RLIMIT_AS, &now))
        return false;
    most = now.rlim_max < most ? now.rlim_max : most;
    now.rlim_cur = now.rlim_max = most;
    return setrlimit(RLIMIT_AS, &now) == 0;
}

static void pause_for(long milliseconds)
{
    struct timespec t = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&t, NULL);
}

/* ---- starting ------------------------------------------------------------------------------- */

/* Takes a command apart in place; false: only a shell understands it. */
static bool split(char *text, char **word, size_t room)
{
    size_t n = 0;
    for (char *to = text, *at = text; *at;) {
        at += strspn(at, " \t\n");
        if (!*at)
            break;
        if (n + 1 == room)
            return false;
        word[n++] = to;
        for (char quote = 0; *at && (quote || !strchr(" \t\n", *at)); at++)
            if (quote ? *at == quote : *at == '\'' || *at == '"')
                quote = quote ? 0 : *at;
            else if (!quote && strchr("|&;<>()$`\\*?[~#", *at))
                return false;
            else if (quote == '"' && strchr("$`\\", *at))
                return false;
            else
                *to++ = *at;
        at += *at != '\0';
        *to++ = '\0';
    }
    word[n] = NULL;
    return n > 0;
}

static int spawn(Process *p, char **word, int in, int out)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    int error = posix_spawnp(&p->pid, word[0], &actions, &attributes, word, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static bool fail(char *why, size_t size, const char *command, int error)
{
    snprintf(why, size, "%.100s cannot be started: %s", command, strerror(error));
    return false;
}

/* Both pipes and the program; 0, or what errno says. */
static int connect_pipes(Process *p, char **word)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC))
        return errno;
    if (pipe2(out, O_CLOEXEC)) {
        int error = errno;
        close(in[0]);
        close(in[1]);
        return error;
    }
    sigset_t before;
    cleanup_hold(&before);
    int error = spawn(p, word, in[0], out[1]);
    p->note = error ? -1 : cleanup_note_child(p->pid, 1);
    cleanup_release(&before);
    close(in[0]);
    close(out[1]);
    p->in = in[1];
    p->out = out[0];
    if (error) {
        close(p->in);
        close(p->out);
        p->pid = 0;
        return error;
    }
    fcntl(p->in, F_SETFL, O_NONBLOCK);
    fcntl(p->out, F_SETFL, O_NONBLOCK);
    return 0;
}

bool process_start(Process *p, const char *command, char *why, size_t size)
{
    char *word[WORDS], *text = strdup(command);
    *p = (Process){.text = malloc(PROCESS_LINE + 1)};
    int error = ENOMEM;
    if (text && p->text) {
        if (!split(text, word, WORDS)) {
            snprintf(text, strlen(command) + 1, "%s", command);
            word[0] = (char *)"/bin/sh";
            word[1] = (char *)"-c";
            word[2] = text;
            word[3] = NULL;
        }
        error = connect_pipes(p, word);
    }
    free(text);
    if (!error)
        return true;
    free(p->text);
    *p = (Process){0};
    return fail(why, size, command, error);
}

/* ---- talking ----------------------------------------------------------------------------------- */

/* Waits for a pipe, at most until the deadline and at most `most` milliseconds; < 0: `most` does not matter. */
static bool wait_for(int fd, short events, double deadline, int most)
{
    struct pollfd f = {.fd = fd, .events = events};
    double left = (deadline - process_clock()) * 1000;
    int ms = left < 0 ? 0 : left > 1e6 ? 1000000 : (int)ceil(left);
    return poll(&f, 1, most >= 0 && most < ms ? most : ms) > 0;
}

ProcessResult process_write(Process *p, const char *text, size_t n, double deadline)
{
    while (n && p->pid) {
        ssize_t some = write(p->in, text, n);
        if (some > 0) {
            text += some;
            n -= (size_t)some;
        } else if (some < 0 && errno == EAGAIN) {
            if (process_clock() > deadline)
                return PROCESS_LATE;
            wait_for(p->in, POLLOUT, deadline, -1);
        } else if (errno != EINTR)
            return PROCESS_CLOSED;
    }
    return p->pid ? PROCESS_OK : PROCESS_CLOSED;
}

/* Cuts a line out of what came; NULL: there is none. */
static char *take_line(Process *p)
{
    char *begin = p->text + p->begin, *end = memchr(begin, '\n', p->end - p->begin);
    if (!end)
        return NULL;
    p->begin = (size_t)(end + 1 - p->text);
    *end = '\0';
    if (end > begin && end[-1] == '\r')
        end[-1] = '\0';
    return begin;
}

ProcessResult process_line(Process *p, double deadline, int (*stopped)(void *), void *data, char **line)
{
    if (!p->pid)
        return PROCESS_CLOSED;
    while (!(*line = take_line(p))) {
        memmove(p->text, p->text + p->begin, p->end - p->begin);
        p->end -= p->begin;
        p->begin = 0;
        if (p->end == PROCESS_LINE)
            return PROCESS_LONG;
        ssize_t some = read(p->out, p->text + p->end, PROCESS_LINE - p->end);
        if (some > 0)
            p->end += (size_t)some;
        else if (some == 0 || (errno != EAGAIN && errno != EINTR))
            return PROCESS_CLOSED;
        else if (process_clock() >= deadline)
            return PROCESS_LATE;
        else if (!wait_for(p->out, POLLIN, deadline, stopped ? SLICE : -1) && stopped && stopped(data))
            return PROCESS_STOPPED;
    }
    return PROCESS_OK;
}

/* ---- ending --------------------------------------------------------------------------------------- */

void process_end(Process *p, double seconds)
{
    if (!p->pid)
        return;
    close(p->in);
    double deadline = process_clock() + seconds;
    /* what it still writes is read, so that it does not wait for us */
    while (process_clock() < deadline && waitpid(p->pid, NULL, WNOHANG) == 0)
        if (read(p->out, p->text, PROCESS_LINE) <= 0)
            pause_for(2);
    close(p->out);
    kill(-p->pid, SIGKILL); /* the rest of its group, or it, too */
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    cleanup_forget(p->note);
    free(p->text);
    *p = (Process){0};
}
