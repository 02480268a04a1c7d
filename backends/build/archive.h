/* archive.h - a static library with one member, as linkers read it. */
#ifndef LUDC_ARCHIVE_H
#define LUDC_ARCHIVE_H

#include "base/out.h"

/* member: its name, at most 15 characters; symbol: the one name it defines. */
void archive_of(const char *member, const Out *object, const char *symbol, Out *out);

#endif
