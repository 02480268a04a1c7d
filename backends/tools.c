/* tools.c - see tools.h. */
#include "backends/tools.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool tools_begin(Tools *t, Arena *arena, Out *messages)
{
    const char *base = getenv("TMPDIR");
    *t = (Tools){.arena = arena, .messages = messages};
    char *dir = arena_printf(arena, "%s/ludc-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(dir)) {
        out_printf(messages, "%s: %s\n", dir, strerror(errno));
        return false;
    }
    t->dir = dir;
    return true;
}

void tools_end(Tools *t, const char *const *name, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unlink(tools_file(t, name[i]));
    }
    rmdir(t->dir);
}

void tools_word(Tools *t, const char *text)
{
    if (text && t->narg + 1 < MAX_ARGUMENTS) {
        t->arg[t->narg++] = text;
        t->arg[t->narg] = NULL;
    }
}

const char *tools_file(Tools *t, const char *name)
{
    return arena_printf(t->arena, "%s/%s", t->dir, name);
}

bool tools_read(const char *path, Out *out)
{
    FILE *f = fopen(path, "rb");
    char block[65536];
    size_t n;
    if (!f) {
        return false;
    }
    while ((n = fread(block, 1, sizeof block, f)) > 0) {
        out_write(out, block, n);
    }
    bool ok = !ferror(f);
    fclose(f);
    return ok;
}

/* Standard input is empty, output and error go to the log. */
static bool start(const Tools *t, const char *log, pid_t *child)
{
    posix_spawn_file_actions_t files;
    if (posix_spawn_file_actions_init(&files) != 0) {
        return false;
    }
    bool ok = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0) == 0 &&
              posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600) == 0 &&
              posix_spawn_file_actions_adddup2(&files, 1, 2) == 0 &&
              posix_spawnp(child, t->arg[0], &files, NULL, (char *const *)(uintptr_t)t->arg, environ) == 0;
    posix_spawn_file_actions_destroy(&files);
    return ok;
}

bool tools_run(Tools *t)
{
    const char *log = tools_file(t, "log");
    pid_t child = -1;
    int status = 0;
    bool started = start(t, log, &child);
    pid_t done = -1;
    while (started && (done = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
    }
    /* where the process that we are in ignores its children nobody knows how it ended: the result tells */
    bool unknown = started && done < 0 && errno == ECHILD;
    bool ok = unknown || (started && done == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    if (!ok) {
        tools_read(log, t->messages);
        t->missing = done < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127);
        if (t->missing) {
            out_printf(t->messages, "%s cannot be run\n", t->arg[0]);
        }
    }
    unlink(log);
    t->narg = 0;
    return ok;
}
