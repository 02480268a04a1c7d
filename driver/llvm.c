/* llvm.c - opens ludc-llvm.so. */
#include "driver/llvm.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/llvm/stamp.h"

#define MODULE "ludc-llvm.so"

enum { MAX_PATH = 4096 };

static bool join(char *out, size_t size, const char *dir, const char *between, const char *name)
{
    int n = snprintf(out, size, "%s%s%s", dir, between, name);
    return n > 0 && (size_t)n < size && access(out, R_OK) == 0;
}

/* In the folder of the program: .libs, where libtool builds. */
static bool beside_program(char *out, size_t size, const char *name)
{
    char self[MAX_PATH];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return false;
    self[n] = '\0';
    char *slash = strrchr(self, '/');
    if (slash)
        *slash = '\0';
    return join(out, size, self, "/.libs/", name) || join(out, size, self, "/", name) ||
           join(out, size, self, "/../.libs/", name) || join(out, size, self, "/../", name);
}

bool llvm_find(const char *name, char *path, size_t size)
{
    const char *dir = getenv("LUDC_LIBDIR");
    if (dir && *dir)
        return join(path, size, dir, "/", name) || join(path, size, dir, "/../", name);
    return beside_program(path, size, name) || join(path, size, LUDC_LIBDIR, "/", name);
}

bool llvm_present(void)
{
    char path[MAX_PATH];
    return llvm_find(MODULE, path, sizeof path);
}

const LlvmModule *llvm_open(Session *session)
{
    char path[MAX_PATH];
    if (!llvm_find(MODULE, path, sizeof path)) {
        session_error(session, (Span){0, 0}, "the back end `llvm` is not built in: there is no " MODULE
                                             " (LUDC_LIBDIR, " LUDC_LIBDIR ")");
        return NULL;
    }
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const LlvmModule *module = handle ? dlsym(handle, "ludc_llvm_module") : NULL;
    if (!module) {
        session_error(session, (Span){0, 0}, "%s cannot be opened: %s", path, dlerror());
        return NULL;
    }
    if (strcmp(module->stamp, LUDC_LLVM_STAMP) != 0) {
        session_error(session, (Span){0, 0}, "%s is of another version: %s", path, module->stamp);
        return NULL;
    }
    return module;
}
