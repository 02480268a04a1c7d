/* nospace.c - a full disk, for LD_PRELOAD: the write number NOSPACE_AT (from 1) into a regular file, and every one after
 * it, fails with ENOSPC; what NOSPACE_COUNT names gets the number of writes that were tried. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static long done;

static int fails(int file)
{
    struct stat info;
    const char *at = getenv("NOSPACE_AT"), *count = getenv("NOSPACE_COUNT");
    char path[64], target[256] = "";
    if (!at || fstat(file, &info) || !S_ISREG(info.st_mode))
        return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (readlink(path, target, sizeof target - 1) > 0 && !strncmp(target, "/memfd:", 7))
        return 0; /* memory is no disk */
    done++;
    if (count) {
        int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
        ssize_t (*put)(int, const void *, size_t) = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
        int out = real(count, O_WRONLY | O_CREAT | O_APPEND, 0600);
        if (out >= 0) {
            if (put(out, "w", 1) < 0)
                abort();
            close(out);
        }
    }
    return done >= atol(at);
}

ssize_t write(int file, const void *bytes, size_t n)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        real = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    if (fails(file)) {
        if (n > 1 && real(file, bytes, n / 2) < 0) /* a part of it had room */
            abort();
        errno = ENOSPC;
        return -1;
    }
    return real(file, bytes, n);
}

size_t fwrite(const void *bytes, size_t size, size_t n, FILE *file)
{
    static size_t (*real)(const void *, size_t, size_t, FILE *);
    if (!real)
        real = (size_t (*)(const void *, size_t, size_t, FILE *))dlsym(RTLD_NEXT, "fwrite");
    if (fails(fileno(file))) {
        errno = ENOSPC;
        return 0;
    }
    return real(bytes, size, n, file);
}
