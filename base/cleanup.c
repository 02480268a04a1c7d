/* cleanup.c - see cleanup.h. */
#define _GNU_SOURCE /* SYS_getdents64: reading a folder in a handler, without malloc */
#include "base/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NOTES = 320, LONGEST = 1024, DEEPEST = 8 };

typedef enum { FREE, BEING_WRITTEN, PATH, CHILD, GROUP } Kind;

typedef struct {
    atomic_int kind;
    pid_t owner, child;
    char path[LONGEST];
} Note;

static Note notes[NOTES];

static int take_note(void)
{
    for (int i = 0; i < NOTES; i++) {
        int expected = FREE;
        if (atomic_compare_exchange_strong(&notes[i].kind, &expected, BEING_WRITTEN)) {
            notes[i].owner = getpid();
            return i;
        }
    }
    return -1;
}

int cleanup_note_path(const char *path)
{
    size_t length = strlen(path);
    int i = length < LONGEST ? take_note() : -1;
    if (i >= 0) {
        memcpy(notes[i].path, path, length + 1);
        atomic_store(&notes[i].kind, PATH);
    }
    return i;
}

int cleanup_note_child(pid_t child, int group)
{
    int i = take_note();
    if (i >= 0) {
        notes[i].child = child;
        atomic_store(&notes[i].kind, group ? GROUP : CHILD);
    }
    return i;
}

void cleanup_forget(int note)
{
    if (note >= 0)
        atomic_store(&notes[note].kind, FREE);
}

/* ---- removing --------------------------------------------------------------------------------- */

#ifdef SYS_getdents64
struct entry { /* linux_dirent64 */
    uint64_t inode;
    int64_t next;
    unsigned short length;
    unsigned char type;
    char name[];
};

static void remove_below(int folder, int depth);

static void remove_entry(int folder, const char *name, int depth)
{
    if (!strcmp(name, ".") || !strcmp(name, "..") || unlinkat(folder, name, 0) == 0)
        return;
    int below = depth < DEEPEST ? openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (below >= 0) {
        remove_below(below, depth + 1);
        close(below);
    }
    unlinkat(folder, name, AT_REMOVEDIR);
}

static void remove_below(int folder, int depth)
{
    union {
        char bytes[2048];
        uint64_t aligned;
    } block;
    long n;
    while ((n = syscall(SYS_getdents64, folder, block.bytes, sizeof block.bytes)) > 0)
        for (long at = 0; at < n;) {
            const struct entry *e = (const struct entry *)(const void *)(block.bytes + at);
            remove_entry(folder, e->name, depth);
            at += e->length;
        }
}
#else
static void remove_entry(int folder, const char *name, int depth)
{
    (void)depth;
    if (unlinkat(folder, name, 0) != 0)
        unlinkat(folder, name, AT_REMOVEDIR);
}
#endif

void remove_tree(int at, const char *path) { remove_entry(at, path, 0); }

/* ---- at the end --------------------------------------------------------------------------------- */

static bool is_child(int i, pid_t self)
{
    int kind = atomic_load(&notes[i].kind);
    return notes[i].owner == self && (kind == CHILD || kind == GROUP);
}

static void tell(int i, int signal)
{
    kill(atomic_load(&notes[i].kind) == GROUP ? -notes[i].child : notes[i].child, signal);
}

/* Waits for a child, for so long altogether. */
static void await(int i, int *slices)
{
    const struct timespec slice = {0, 2000000};
    while (waitpid(notes[i].child, NULL, WNOHANG) == 0) {
        if (*slices > 0)
            --*slices;
        else
            tell(i, SIGKILL);
        nanosleep(&slice, NULL);
    }
    if (atomic_load(&notes[i].kind) != GROUP)
        return;
    for (; *slices > 0 && kill(-notes[i].child, 0) == 0; --*slices) /* those that it had started */
        nanosleep(&slice, NULL);
    tell(i, SIGKILL);
}

void cleanup_now(void)
{
    enum { PATIENCE = 1000 }; /* slices */
    int saved = errno, slices = PATIENCE;
    pid_t self = getpid();
    for (int i = 0; i < NOTES; i++)
        if (is_child(i, self))
            tell(i, SIGTERM);
    for (int i = 0; i < NOTES; i++)
        if (is_child(i, self))
            await(i, &slices);
    for (int i = 0; i < NOTES; i++)
        if (notes[i].owner == self && atomic_load(&notes[i].kind) == PATH)
            remove_tree(AT_FDCWD, notes[i].path);
    errno = saved;
}

void cleanup_hold(sigset_t *before)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        sigaddset(&set, ends[i]);
    pthread_sigmask(SIG_BLOCK, &set, before);
}

void cleanup_release(const sigset_t *before) { pthread_sigmask(SIG_SETMASK, before, NULL); }
