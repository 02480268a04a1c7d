/* backend.c - the table of back ends. */
#include "backends/backend.h"

#include <string.h>

#define BACKEND(name, suffix, emit, help) \
    bool emit(IrGame *game, const BackendOptions *options, Out *out);
#include "backends/backends.def"
#undef BACKEND

static const Backend rows[] = {
#define BACKEND(name, suffix, emit, help) {#name, suffix, help, emit},
#include "backends/backends.def"
#undef BACKEND
};

size_t backend_count(void)
{
    return sizeof rows / sizeof *rows;
}

const Backend *backend_at(size_t i)
{
    return &rows[i];
}

const Backend *backend_find(const char *name)
{
    for (size_t i = 0; i < backend_count(); i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}
