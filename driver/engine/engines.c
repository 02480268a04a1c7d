/* engines.c - the table of makers; libtcc is only ever linked into the program. */
#include "driver/engine/engines.h"

#include <string.h>

#include "driver/engine/engine_auto.h"
#include "driver/engine/engine_tcc.h"

/* Where nothing else is asked for the first is taken. */
static const Maker *const makers[] = {
#ifdef HAVE_LIBTCC
    &maker_tcc,
#endif
    &maker_eval,
    &maker_c,
    &maker_llvm,
    &maker_auto,
};

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
