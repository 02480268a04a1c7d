/* defines.h - sets of defines, and their expansion in a text. */
#ifndef LUDC_LUD_DEFINES_H
#define LUDC_LUD_DEFINES_H

#include "frontend/lud/lud.h"
#include "frontend/lud/text/text.h"

typedef struct {
    const char *name; /* without the quotes */
    Text body;
    Span at;   /* of the name where it is defined */
    bool seen; /* may occur in the text */
} Define;

typedef struct {
    VEC(Define) define; /* in the order of expansion */
    uint32_t *slot;     /* hash table of index + 1; size is a power of two */
    size_t nslot;
} DefineSet;

Define *lud_define_find(const DefineSet *set, const char *name, size_t n);
/* An older define of the same name stays; false is returned then. */
bool lud_define_add(Reader *reader, DefineSet *set, Define define);

/* Cuts every `(define "Name" body)` out of the text and adds it to the set. */
bool lud_defines_extract(Reader *reader, Text *text, DefineSet *set);

/* The library: directories of .def files, then the shipped prelude; ordered as
 * Ludii's table of known defines is, since the order can matter. */
bool lud_defines_library(Reader *reader, const LudOptions *options, DefineSet *set);

/* Expands all defines of the text and of the library, to the end.  Every define
 * of the file is left in `own`, for suggestions. */
bool lud_defines_expand(Reader *reader, Text *text, DefineSet *library, DefineSet *own);

/* The prelude as compiled in (made from prelude/NAME.def by the build). */
typedef struct {
    const char *name, *text;
} LudPrelude;

extern const LudPrelude lud_prelude[];
extern const size_t lud_nprelude;

#endif
