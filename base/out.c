/* out.c - text output into memory, and saving it without half-written files. */
#define _DEFAULT_SOURCE /* flock */
#include "base/out.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/memory.h"

/* Room for `more` characters and the NUL. */
static void reserve(Out *out, size_t more)
{
    if (more > SIZE_MAX / 4 - out->n)
        memory_out();
    size_t need = out->n + more + 1;
    if (need <= out->cap)
        return;
    size_t cap = out->cap ? out->cap : 256;
    while (cap < need)
        cap *= 2;
    char *text = realloc(out->text, cap);
    if (!text)
        memory_out();
    out->text = text;
    out->cap = cap;
}

void out_write(Out *out, const char *text, size_t length)
{
    reserve(out, length);
    if (length)
        memcpy(out->text + out->n, text, length);
    out->n += length;
    out->text[out->n] = '\0';
}

void out_puts(Out *out, const char *text)
{
    out_write(out, text, strlen(text));
}

void out_char(Out *out, char c)
{
    out_write(out, &c, 1);
}

void out_indent(Out *out, int depth)
{
    for (int i = 0; i < depth; i++)
        out_write(out, "  ", 2);
}

void out_vprintf(Out *out, const char *format, va_list args)
{
    enum { USUAL = 64 }; /* most calls write less, and format once */
    va_list again;
    va_copy(again, args);
    reserve(out, USUAL);
    size_t room = out->cap - out->n;
    int length = vsnprintf(out->text + out->n, room, format, args);
    if (length < 0)
        memory_out();
    if ((size_t)length >= room) {
        reserve(out, (size_t)length);
        vsnprintf(out->text + out->n, (size_t)length + 1, format, again);
    }
    out->n += (size_t)length;
    va_end(again);
}

void out_int(Out *out, int64_t number)
{
    char digit[24], *at = digit + sizeof digit;
    uint64_t n = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + n % 10);
    while (n /= 10);
    if (number < 0)
        *--at = '-';
    out_write(out, at, (size_t)(digit + sizeof digit - at));
}

void out_printf(Out *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    out_vprintf(out, format, args);
    va_end(args);
}

void out_free(Out *out)
{
    free(out->text);
    *out = (Out){0};
}

static bool write_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t wrote = write(file, text, length);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return false;
        text += wrote;
        length -= (size_t)wrote;
    }
    return true;
}

/* Writes and closes; errno is that of the first failure. */
static bool write_and_close(int file, const Out *out)
{
    bool good = write_all(file, out->text, out->n);
    int error = errno;
    if (close(file) != 0 && good) {
        good = false;
        error = errno;
    }
    errno = error;
    return good;
}

/* ---- beside, and renamed -------------------------------------------------------------------------- */

/* The folder that a path lies in, and its name there. */
static int folder_of(const char *path, const char **name)
{
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    size_t length = slash ? (size_t)(slash - path) + (slash == path) : 1;
    char *folder = malloc(length + 1);
    if (!folder)
        memory_out();
    memcpy(folder, slash ? path : ".", length);
    folder[length] = '\0';
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int error = errno;
    free(folder);
    errno = error;
    return file;
}

/* NAME.DIGITS-DIGITS.tmp: what create_beside makes. */
static bool is_beside(const char *name, size_t length, const char *found)
{
    static const char digits[] = "0123456789";
    if (strncmp(found, name, length) != 0 || found[length] != '.')
        return false;
    const char *at = found + length + 1;
    size_t pid = strspn(at, digits), count = at[pid] == '-' ? strspn(at + pid + 1, digits) : 0;
    return pid && count && !strcmp(at + pid + 1 + count, ".tmp");
}

/* Removes a file or a folder (tree.h) that nobody writes any more: who writes it, holds its lock. */
static void remove_left(int folder, const char *name)
{
    struct stat info;
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return;
    bool ours = fstat(file, &info) == 0 && info.st_uid == geteuid() && flock(file, LOCK_EX | LOCK_NB) == 0;
    if (ours && S_ISREG(info.st_mode))
        unlinkat(folder, name, 0);
    else if (ours && S_ISDIR(info.st_mode))
        remove_tree(folder, name);
    close(file);
}

void out_sweep(int folder, const char *name)
{
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = again >= 0 ? fdopendir(again) : NULL;
    size_t length = strlen(name);
    for (struct dirent *item; dir && (item = readdir(dir));)
        if (is_beside(name, length, item->d_name))
            remove_left(folder, item->d_name);
    if (dir)
        closedir(dir);
    else if (again >= 0)
        close(again);
}

/* Creates a new file beside `name`, locked; its own name is left in `beside`. */
static int create_beside(int folder, const char *name, char *beside, size_t size, unsigned mode)
{
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(beside, size, "%s.%ld-%u.tmp", name, (long)getpid(), i);
        int file = openat(folder, beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, (mode_t)mode);
        if (file >= 0)
            flock(file, LOCK_EX | LOCK_NB);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    errno = EEXIST;
    return -1;
}

bool out_save_at(const Out *out, int folder, const char *name, unsigned mode)
{
    size_t size = strlen(name) + 48;
    char *beside = malloc(size);
    if (!beside)
        memory_out();
    out_sweep(folder, name);
    sigset_t before;
    cleanup_hold(&before); /* what is short is not noted */
    int file = create_beside(folder, name, beside, size, mode);
    bool good = file >= 0 && write_all(file, out->text, out->n) && renameat(folder, beside, folder, name) == 0;
    int error = errno;
    if (file >= 0 && !good)
        unlinkat(folder, beside, 0);
    cleanup_release(&before);
    if (file >= 0 && close(file) != 0 && good) { /* a network tells only now that it has no room */
        error = errno;
        good = false;
    }
    free(beside);
    errno = error;
    return good;
}

static bool replace_file(const Out *out, const char *path, unsigned mode)
{
    const char *name;
    int folder = folder_of(path, &name);
    if (folder < 0)
        return false;
    bool good = out_save_at(out, folder, name, mode);
    int error = errno;
    close(folder);
    errno = error;
    return good;
}

bool out_save(const Out *out, const char *path, unsigned mode)
{
    if (strcmp(path, "-") == 0)
        return fflush(stdout) == 0 && write_all(STDOUT_FILENO, out->text, out->n);
    struct stat info;
    if (stat(path, &info) != 0 || S_ISREG(info.st_mode))
        return replace_file(out, path, mode);
    int file = open(path, O_WRONLY | O_CLOEXEC); /* a device or a pipe is written to */
    return file >= 0 && write_and_close(file, out);
}
