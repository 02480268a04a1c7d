/* tools.c - see tools.h. */
#define _GNU_SOURCE /* flock, prlimit */
#include "backends/build/tools.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"

extern char **environ;

/* ---- the folder --------------------------------------------------------------------------------- */

/* A folder is locked by who made it for as long as he lives.  It is made under another name, so that whoever sees
 * one of the name below sees it locked. */
#define FOLDER "ludc-run-XXXXXX"
#define YOUNG "ludc-new-XXXXXX"
enum { OLD_S = 60 };

/* Removes a folder that nobody holds the lock of. */
static void remove_left(int base, const char *name, bool young)
{
    struct stat info;
    int folder = openat(base, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0)
        return;
    if (fstat(folder, &info) == 0 && info.st_uid == geteuid() && (!young || info.st_mtime + OLD_S < time(NULL)) &&
        flock(folder, LOCK_EX | LOCK_NB) == 0)
        remove_tree(base, name);
    close(folder);
}

static void sweep(const char *path)
{
    DIR *dir = opendir(path);
    for (struct dirent *item; dir && (item = readdir(dir));) {
        const char *name = item->d_name;
        if (strlen(name) == strlen(FOLDER) && (!strncmp(name, FOLDER, 9) || !strncmp(name, YOUNG, 9)))
            remove_left(dirfd(dir), name, !strncmp(name, YOUNG, 9));
    }
    if (dir)
        closedir(dir);
}

bool tools_begin(Tools *t, Arena *arena, Out *messages)
{
    const char *tmp = getenv("TMPDIR");
    *t = (Tools){.arena = arena, .messages = messages, .lock = -1};
    const char *base = tmp && *tmp ? tmp : "/tmp";
    sweep(base);
    char *dir = arena_printf(arena, "%s/" YOUNG, base);
    sigset_t before;
    cleanup_hold(&before);
    bool made = mkdtemp(dir) != NULL;
    t->note = made ? cleanup_note_path(dir) : -1;
    cleanup_release(&before);
    if (made) {
        t->lock = open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        char *name = arena_printf(arena, "%.*s%s", (int)(strlen(dir) - strlen(YOUNG)), dir, FOLDER);
        memcpy(name + strlen(name) - 6, dir + strlen(dir) - 6, 6);
        flock(t->lock, LOCK_EX | LOCK_NB);
        int note = cleanup_note_path(name);
        if (t->lock >= 0 && rename(dir, name) == 0) {
            cleanup_forget(t->note);
            t->note = note;
            t->dir = name;
            return true;
        }
        cleanup_forget(note);
        t->dir = dir;
        int error = errno;
        tools_end(t);
        errno = error;
    }
    out_printf(messages, "%s: %s\n", dir, strerror(errno));
    return false;
}

void tools_end(Tools *t)
{
    remove_tree(AT_FDCWD, t->dir);
    cleanup_forget(t->note);
    if (t->lock >= 0)
        close(t->lock);
}

const char *tools_compiler(void)
{
    const char *mine = getenv("LUDC_CC");
    return mine && *mine ? mine : NULL;
}

void tools_words(Tools *t, const char *command)
{
    while (*(command += strspn(command, " \t"))) {
        const size_t n = strcspn(command, " \t");
        tools_word(t, arena_printf(t->arena, "%.*s", (int)n, command));
        command += n;
    }
}

void tools_word(Tools *t, const char *text)
{
    if (text && t->narg + 1 >= MAX_ARGUMENTS) {
        t->too_long = true;
    } else if (text) {
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
    if (!f)
        return false;
    while ((n = fread(block, 1, sizeof block, f)) > 0)
        out_write(out, block, n);
    bool ok = !ferror(f);
    fclose(f);
    return ok;
}

static bool identity_of(const char *path, Out *out)
{
    struct stat info;
    char *real = realpath(path, NULL);
    bool found = real && stat(real, &info) == 0 && S_ISREG(info.st_mode) && access(real, X_OK) == 0;
    if (found)
        out_printf(out, "%s %jd %jd.%09ld\n", real, (intmax_t)info.st_size, (intmax_t)info.st_mtim.tv_sec,
                   info.st_mtim.tv_nsec);
    free(real);
    return found;
}

bool tools_identity(const char *command, Out *out)
{
    const char *path = getenv("PATH");
    if (strchr(command, '/') || !path)
        return identity_of(command, out);
    bool found = false;
    for (const char *p = path; !found && *p; p += *p == ':') {
        size_t n = strcspn(p, ":");
        Out file = {0};
        out_printf(&file, "%.*s%s%s", (int)n, p, n ? "/" : "./", command);
        found = identity_of(file.text, out);
        out_free(&file);
        p += n;
    }
    return found;
}

/* The environment, with the folder for what compilers write between their stages: it goes with it. */
static char **with_folder(const Tools *t)
{
    size_t n = 0, kept = 0;
    while (environ[n])
        n++;
    char **all = ARENA_ARRAY(t->arena, char *, n + 2);
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "TMPDIR=", 7) != 0)
            all[kept++] = environ[i];
    all[kept] = arena_printf(t->arena, "TMPDIR=%s", t->dir);
    return all;
}

/* Standard input is empty, output and error go to the log. */
static bool start(const Tools *t, const char *log, const sigset_t *mask, pid_t *child)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&files) != 0)
        return false;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&files);
        return false;
    }
    char **variables = with_folder(t);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK); /* so that all of it can be ended */
    posix_spawnattr_setsigmask(&attributes, mask);
    posix_spawnattr_setpgroup(&attributes, 0);
    bool ok = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0) == 0 &&
              posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600) == 0 &&
              posix_spawn_file_actions_adddup2(&files, 1, 2) == 0 &&
              posix_spawnp(child, t->arg[0], &files, &attributes, (char *const *)(uintptr_t)t->arg, variables) == 0;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return ok;
}

/* Waits for a child; after t->seconds it is ended with all of its group. */
static pid_t await_child(Tools *t, pid_t child, int *status)
{
    enum { PAUSE_MS = 10 };
    const struct timespec pause = {0, PAUSE_MS * 1000000L};
    pid_t done;
    for (uint64_t waited = 0; t->seconds && waited < (uint64_t)t->seconds * 1000; waited += PAUSE_MS) {
        done = waitpid(child, status, WNOHANG);
        if (done != 0 && !(done < 0 && errno == EINTR))
            return done;
        nanosleep(&pause, NULL);
    }
    if (t->seconds) {
        kill(-child, SIGKILL);
        t->late = true;
    }
    while ((done = waitpid(child, status, 0)) < 0 && errno == EINTR) {
    }
    return done;
}

static void limit_memory(const Tools *t, pid_t child)
{
#ifdef __linux__
    const struct rlimit most = {t->memory, t->memory};
    if (t->memory)
        prlimit(child, RLIMIT_AS, &most, NULL);
#else
    (void)t;
    (void)child;
#endif
}

/* What a command said, or the end of it, from the beginning of a line on. */
static void read_log(const Tools *t, const char *log)
{
    Out all = {0};
    tools_read(log, &all);
    size_t from = t->tail && all.n > t->tail ? all.n - t->tail : 0;
    if (from)
        from += strcspn(all.text + from, "\n") + 1;
    if (from < all.n)
        out_write(t->messages, all.text + from, all.n - from);
    out_free(&all);
}

bool tools_run(Tools *t)
{
    if (t->too_long) {
        out_printf(t->messages, "a command of more than %d words", MAX_ARGUMENTS - 1);
        return false;
    }
    const char *log = tools_file(t, "log");
    pid_t child = -1;
    int status = 0;
    sigset_t before;
    cleanup_hold(&before);
    bool started = start(t, log, &before, &child);
    int note = started ? cleanup_note_child(child, 1) : -1;
    cleanup_release(&before);
    t->late = false;
    if (started)
        limit_memory(t, child);
    pid_t done = started ? await_child(t, child, &status) : -1;
    cleanup_forget(note);
    /* where the process that we are in ignores its children nobody knows how it ended: the result tells */
    bool unknown = started && done < 0 && errno == ECHILD;
    bool ok = unknown || (started && done == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    if (!ok || t->heard)
        read_log(t, log);
    if (!ok) {
        t->missing = done < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127);
        if (t->missing)
            out_printf(t->messages, "%s cannot be run\n", t->arg[0]);
    }
    unlink(log);
    t->narg = 0;
    return ok;
}
