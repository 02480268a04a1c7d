/* kind.h - words for kinds of moves, as records number them. */
#ifndef LUDC_RUNTIME_KIND_H
#define LUDC_RUNTIME_KIND_H

#include <stddef.h>
#include <stdint.h>

/* NULL: there is none. */
static inline const char *ludc_kind_word(int32_t kind)
{
    static const struct {
        int32_t kind;
        const char *word;
    } row[] = {
        {1, "pass"}, {4, "forfeit"}, {6, "propose"}, {7, "vote"}, {18, "remove"}, {19, "select"}, {21, "promote"},
        {39, "next"}, {41, "swap"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        if (row[i].kind == kind)
            return row[i].word;
    return NULL;
}

#endif
