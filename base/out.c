/* out.c - text output into memory, and saving it without half-written files. */
#include "base/out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Room for `more` characters and the NUL. */
static void reserve(Out *out, size_t more)
{
    if (more > SIZE_MAX / 4 - out->n)
        abort();
    size_t need = out->n + more + 1;
    if (need <= out->cap)
        return;
    size_t cap = out->cap ? out->cap : 256;
    while (cap < need)
        cap *= 2;
    char *text = realloc(out->text, cap);
    if (!text)
        abort();
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
        abort();
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

/* Creates a new file beside `path`; its name is left in `name`. */
static int create_beside(const char *path, char *name, size_t size,
                         unsigned mode)
{
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(name, size, "%s.%ld-%u.tmp", path, (long)getpid(), i);
        int file = open(name, O_WRONLY | O_CREAT | O_EXCL, (mode_t)mode);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    errno = EEXIST;
    return -1;
}

static bool replace_file(const Out *out, const char *path, unsigned mode)
{
    size_t size = strlen(path) + 48;
    char *name = malloc(size);
    if (!name)
        abort();
    bool good = false;
    int file = create_beside(path, name, size, mode);
    if (file >= 0) {
        good = write_and_close(file, out) && rename(name, path) == 0;
        if (!good) {
            int error = errno;
            unlink(name);
            errno = error;
        }
    }
    int error = errno;
    free(name);
    errno = error;
    return good;
}

bool out_save(const Out *out, const char *path, unsigned mode)
{
    if (strcmp(path, "-") == 0) {
        fflush(stdout);
        return write_all(STDOUT_FILENO, out->text, out->n);
    }
    struct stat info;
    if (stat(path, &info) != 0 || S_ISREG(info.st_mode))
        return replace_file(out, path, mode);
    int file = open(path, O_WRONLY); /* a device or a pipe is written to */
    return file >= 0 && write_and_close(file, out);
}
