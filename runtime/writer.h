/* writer.h - text into a caller's buffer of a fixed size, as snprintf does: what does not fit is counted. */
#ifndef LUDC_RUNTIME_WRITER_H
#define LUDC_RUNTIME_WRITER_H

#include <stdio.h>

#include "runtime/abi.h"

typedef struct {
    char *out;
    size_t size; /* of `out`, 0: nothing is written */
    size_t n;    /* characters so far */
} Writer;

static inline void put(Writer *w, const char *text)
{
    for (; *text; text++, w->n++)
        if (w->n + 1 < w->size)
            w->out[w->n] = *text;
}

static inline void put_number(Writer *w, const char *before, long value)
{
    char number[24];
    snprintf(number, sizeof number, "%ld", value);
    put(w, before);
    put(w, number);
}

/* The label of a space's member, or its number. */
static inline void put_member(Writer *w, const ludc_space *space, int32_t member)
{
    const char *label = NULL;
    if (space && space->label && member >= 0 && (uint32_t)member < space->size)
        label = space->label[member];
    if (label && *label)
        put(w, label);
    else
        put_number(w, "", member);
}

/* Ends the text; its length. */
static inline size_t put_end(Writer *w)
{
    if (w->size)
        w->out[w->n < w->size ? w->n : w->size - 1] = '\0';
    return w->n;
}

#endif
