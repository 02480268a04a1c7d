/* makers.c - the table of makers; libtcc is only ever linked into the program. */
#include "driver/makers.h"

#include <string.h>

#include "driver/make_tcc.h"

/* `auto` takes the first. */
static const Maker *const makers[] = {
#ifdef HAVE_LIBTCC
    &maker_tcc,
#endif
    &maker_eval,
    &maker_c,
    &maker_llvm,
};

const Maker *maker_find(const char *name)
{
    if (!name || !strcmp(name, "auto"))
        return makers[0];
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
        if (!strcmp(makers[i]->name, name))
            return makers[i];
    return NULL;
}

void maker_names(Out *out)
{
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
        out_printf(out, "%s, ", makers[i]->name);
    out_puts(out, "auto");
}
