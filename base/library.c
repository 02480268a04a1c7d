/* base/library.c - see library.h. */
#include "base/library.h"

#include <dlfcn.h>
#include <string.h>

bool library_load(const char *library, const LibraryFunction *function, size_t n)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; i < n; i++) {
        void *found = handle ? dlsym(handle, function[i].name) : NULL;
        if (!found)
            return false;
        memcpy(function[i].to, &found, sizeof found);
    }
    return true;
}
