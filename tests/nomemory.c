/* nomemory.c - a system without memory, for LD_PRELOAD: the request number NOMEMORY_AT (from 1) fails with ENOMEM, and
 * NOMEMORY_FOR - 1 more behind it; what NOMEMORY_COUNT names gets, at the end, how many there were.  Requests of less than
 * NOMEMORY_FROM bytes are not counted. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static atomic_long asked;
static long first, most, from;

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("NOMEMORY_AT"), *number = getenv("NOMEMORY_FOR"), *size = getenv("NOMEMORY_FROM");
    first = at ? atol(at) : 0;
    most = number ? atol(number) : 1;
    from = size ? atol(size) : 0;
    asked = 0;
}

__attribute__((destructor)) static void end(void)
{
    const char *count = getenv("NOMEMORY_COUNT");
    char text[32];
    int out = count ? open(count, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    if (out < 0)
        return;
    int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&asked));
    if (write(out, text, (size_t)length) != length)
        abort();
    close(out);
}

static int fails(size_t size)
{
    if (size < (size_t)from)
        return 0;
    long number = atomic_fetch_add(&asked, 1) + 1;
    if (!first || number < first || number >= first + most)
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return fails(size) ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return fails(n * size) ? NULL : __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { return fails(size) ? NULL : __libc_realloc(old, size); }
