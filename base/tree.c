/* tree.c - see tree.h. */
#define _GNU_SOURCE /* flock; SYS_renameat2 */
#include "base/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"

enum { MOST_MARK = 64, SWAP = 2 /* RENAME_EXCHANGE */ };

static char *text_of(const char *format, const char *a, const char *b)
{
    Out out = {0};
    out_printf(&out, format, a, b);
    return out.text;
}

/* ---- what is there ---------------------------------------------------------------------------------- */

static bool is_empty(int folder)
{
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = again >= 0 ? fdopendir(again) : NULL;
    bool empty = dir != NULL;
    for (struct dirent *item; empty && (item = readdir(dir));)
        empty = !strcmp(item->d_name, ".") || !strcmp(item->d_name, "..");
    if (dir)
        closedir(dir);
    else if (again >= 0)
        close(again);
    return empty;
}

static bool has_mark(int folder, const char *mark, const char *begins)
{
    char text[MOST_MARK];
    size_t length = strlen(begins);
    int file = openat(folder, mark, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    bool same = file >= 0 && length <= MOST_MARK && read(file, text, length) == (ssize_t)length && !memcmp(text, begins, length);
    if (file >= 0)
        close(file);
    return same;
}

typedef enum { NOTHING, OURS, FOREIGN } There;

static There look(const char *path, const char *mark, const char *begins)
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return errno == ENOENT ? NOTHING : FOREIGN;
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    There there = folder >= 0 && (is_empty(folder) || has_mark(folder, mark, begins)) ? OURS : FOREIGN;
    if (folder >= 0)
        close(folder);
    return there;
}

/* ---- beside it --------------------------------------------------------------------------------------- */

/* What killed processes left of folders beside this one. */
static void sweep(const char *path)
{
    const char *slash = strrchr(path, '/');
    Out folder = {0};
    out_write(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + (slash == path) : 1);
    int at = open(folder.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    out_free(&folder);
    if (at < 0)
        return;
    out_sweep(at, slash ? slash + 1 : path);
    close(at);
}

typedef struct {
    char *path;
    int folder, note;
} Beside;

/* A new folder beside `path`, locked as long as we write. */
static bool make_beside(const char *path, Beside *b)
{
    sigset_t before;
    cleanup_hold(&before);
    bool made = false;
    for (unsigned i = 0; !made && i < 1000; i++) {
        Out name = {0};
        out_printf(&name, "%s.%ld-%u.tmp", path, (long)getpid(), i);
        made = mkdir(name.text, 0777) == 0;
        if (made)
            b->path = name.text;
        else
            out_free(&name);
        if (!made && errno != EEXIST)
            break;
    }
    b->note = made ? cleanup_note_path(b->path) : -1;
    cleanup_release(&before);
    b->folder = made ? open(b->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (b->folder >= 0)
        flock(b->folder, LOCK_EX | LOCK_NB);
    return b->folder >= 0;
}

/* The folder that a file lies in, made where it is not there. */
static bool make_folders(int root, const char *path)
{
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        Out name = {0};
        out_write(&name, path, (size_t)(slash - path));
        bool made = mkdirat(root, name.text, 0777) == 0 || errno == EEXIST;
        int error = errno;
        out_free(&name);
        errno = error;
        if (!made)
            return false;
    }
    return true;
}

static bool write_files(int root, const TreeFile *file, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *slash = strrchr(file[i].path, '/');
        Out folder = {0};
        out_write(&folder, slash ? file[i].path : ".", slash ? (size_t)(slash - file[i].path) : 1);
        bool made = make_folders(root, file[i].path);
        int at = made ? openat(root, folder.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
        bool good = at >= 0 && out_save_at(&file[i].text, at, slash ? slash + 1 : file[i].path, 0666);
        int error = errno;
        if (at >= 0)
            close(at);
        out_free(&folder);
        errno = error;
        if (!good)
            return false;
    }
    return true;
}

/* ---- in its place ------------------------------------------------------------------------------------- */

/* The new folder under the name; what was there stands beside it then, under the new one's old name. */
static bool put_in_place(const char *beside, const char *path, There there)
{
    if (there == NOTHING)
        return rename(beside, path) == 0;
#ifdef SYS_renameat2
    if (syscall(SYS_renameat2, AT_FDCWD, beside, AT_FDCWD, path, SWAP) == 0)
        return true;
    if (errno != ENOSYS && errno != EINVAL)
        return false;
#endif
    char *old = text_of("%s%s", beside, ".old");
    bool good = rename(path, old) == 0;
    if (good && rename(beside, path) != 0) {
        int error = errno;
        rename(old, path);
        errno = error;
        good = false;
    } else if (good) {
        rename(old, beside);
    }
    free(old);
    return good;
}

TreeResult tree_save(const TreeFile *file, size_t n, const char *path, const char *mark, const char *begins)
{
    char *name = text_of("%s%s", path, "");
    for (size_t length = strlen(name); length > 1 && name[length - 1] == '/'; length--)
        name[length - 1] = '\0';
    There there = look(name, mark, begins);
    Beside b = {NULL, -1, -1};
    sweep(name);
    bool good = there != FOREIGN && make_beside(name, &b) && write_files(b.folder, file, n) && put_in_place(b.path, name, there);
    int error = errno;
    if (b.path && (!good || there != NOTHING))
        remove_tree(AT_FDCWD, b.path);
    cleanup_forget(b.note);
    if (b.folder >= 0)
        close(b.folder);
    free(b.path);
    free(name);
    errno = error;
    return good ? TREE_SAVED : there == FOREIGN ? TREE_FOREIGN : TREE_FAILED;
}
