/* llvm.c - opens ludc-llvm.so. */
#include "driver/llvm.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MODULE "ludc-llvm.so"

enum { MAX_PATH = 4096 };

static bool join(char *out, const char *dir, size_t length, const char *rest)
{
    int n = snprintf(out, MAX_PATH, "%.*s%s" MODULE, (int)length, dir, rest);
    return n > 0 && n < MAX_PATH && access(out, R_OK) == 0;
}

/* In the folder of the program: .libs, where libtool builds. */
static bool beside_program(char *out)
{
    char self[MAX_PATH];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) {
        return false;
    }
    self[n] = '\0';
    char *slash = strrchr(self, '/');
    size_t dir = slash ? (size_t)(slash - self) : 0;
    return join(out, self, dir, "/.libs/") || join(out, self, dir, "/../.libs/");
}

static bool find(char *out)
{
    const char *dir = getenv("LUDC_LIBDIR");
    if (dir && *dir) {
        return join(out, dir, strlen(dir), "/");
    }
    return beside_program(out) || join(out, LUDC_LIBDIR, sizeof LUDC_LIBDIR - 1, "/");
}

bool llvm_present(void)
{
    char path[MAX_PATH];
    return find(path);
}

const LlvmModule *llvm_open(Session *session)
{
    char path[MAX_PATH];
    if (!find(path)) {
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
