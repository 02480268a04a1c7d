/* installed.c - see installed.h. */
#define _GNU_SOURCE /* dladdr: which file is this code in? */
#include "driver/engine/installed.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PATH = 4096 };

static bool join(char *out, size_t size, const char *dir, const char *between, const char *name)
{
    int n = snprintf(out, size, "%s%s%s", dir, between, name);
    return n > 0 && (size_t)n < size && access(out, R_OK) == 0;
}

/* In the folder of `file`, or a folder beside or above it: .libs, where libtool builds; ludc, where
 * a library is installed.  Cuts `file`. */
static bool beside(char *out, size_t size, char *file, const char *name)
{
    char *slash = strrchr(file, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return join(out, size, file, "/.libs/", name) || join(out, size, file, "/", name) ||
           join(out, size, file, "/../.libs/", name) || join(out, size, file, "/../", name) ||
           join(out, size, file, "/" PACKAGE "/", name);
}

static bool beside_library(char *out, size_t size, const char *name)
{
    char file[MAX_PATH];
    Dl_info info;
    if (!dladdr((const void *)(uintptr_t)installed_find, &info) || !info.dli_fname)
        return false;
    int n = snprintf(file, sizeof file, "%s", info.dli_fname);
    return n > 0 && (size_t)n < sizeof file && beside(out, size, file, name);
}

static bool beside_program(char *out, size_t size, const char *name)
{
    char file[MAX_PATH];
    ssize_t n = readlink("/proc/self/exe", file, sizeof file - 1);
    if (n <= 0)
        return false;
    file[n] = '\0';
    return beside(out, size, file, name);
}

bool installed_find(const char *name, bool anyhow, char *path, size_t size)
{
    const char *dir = getenv("LUDC_LIBDIR");
    bool given = dir && *dir;
    if (given && (join(path, size, dir, "/", name) || join(path, size, dir, "/../", name)))
        return true;
    return (!given || anyhow) && (beside_library(path, size, name) || beside_program(path, size, name) ||
                                  join(path, size, LUDC_LIBDIR, "/", name));
}
