/* engines.h - the ways to get a reasoner that this program was built with. */
#ifndef LUDC_DRIVER_MAKERS_H
#define LUDC_DRIVER_MAKERS_H

#include "driver/engine/compile.h"

/* NULL: the best for playing at once.  NULL: there is none of that
 * name. */
const Maker *maker_find(const char *name);
const Maker *maker_at(size_t i); /* NULL after the last */
/* Their names, separated by ", ". */
void maker_names(Out *out);

#endif
