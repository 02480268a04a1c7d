/* limit_place.h - where in its text a compilation is, for what is said when it goes beyond a limit. */
#ifndef LUDC_LIMIT_PLACE_H
#define LUDC_LIMIT_PLACE_H

#include "base/limit.h"
#include "base/source.h"

/* What is begun now; {0, 0}: nothing that has a place.  NULL is allowed. */
void limit_place(Limit *limit, Span at);
/* What was begun last. */
Span limit_where(const Limit *limit);

#endif
