/* engines.c - the table of makers; libtcc is only ever linked into the program. */
#include "driver/engine/engines.h"

#include <string.h>

#define ENGINE(maker) extern const Maker maker;
#include "driver/engine/engines.def"
#undef ENGINE

/* Where nothing else is asked for the first is taken. */
static const Maker *const makers[] = {
#define ENGINE(maker) &maker,
#include "driver/engine/engines.def"
#undef ENGINE
};

const Maker *maker_at(size_t i) { return i < sizeof makers / sizeof makers[0] ? makers[i] : NULL; }

const Maker *maker_find(const char *name)
{
    if (!name)
        return makers[0];
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
        if (!strcmp(makers[i]->name, name))
            return makers[i];
    return NULL;
}

void maker_names(Out *out)
{
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
        out_printf(out, "%s%s", i ? ", " : "", makers[i]->name);
}
