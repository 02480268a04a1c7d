/* text.h - text that grows; where memory is out it stays as it is, and says so. */
#ifndef LUDC_BOARD_TEXT_H
#define LUDC_BOARD_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *at; /* ends with 0 once there is any */
    size_t n, room;
    bool failed; /* memory was out */
} Text;

static inline void text_add_n(Text *t, const char *from, size_t n)
{
    if (t->n + n + 1 > t->room) {
        size_t room = 2 * (t->n + n) + 64;
        char *at = realloc(t->at, room);
        if (!at) {
            t->failed = true;
            return;
        }
        t->at = at;
        t->room = room;
    }
    memcpy(t->at + t->n, from, n);
    t->n += n;
    t->at[t->n] = '\0';
}

static inline void text_add(Text *t, const char *from) { text_add_n(t, from, strlen(from)); }

/* As much as fits into 255 characters of a format and its arguments. */
__attribute__((format(printf, 2, 3))) static inline void text_form(Text *t, const char *format, ...)
{
    char small[256];
    va_list args;
    va_start(args, format);
    vsnprintf(small, sizeof small, format, args);
    va_end(args);
    text_add(t, small);
}

static inline void text_free(Text *t)
{
    free(t->at);
    *t = (Text){0};
}

/* Gives the text to a caller's room, as snprintf does, and frees it; the characters there are, 0 if memory was out. */
static inline size_t text_give(Text *t, char *out, size_t size)
{
    const size_t n = t->failed ? 0 : t->n;
    if (n && size)
        snprintf(out, size, "%s", t->at);
    text_free(t);
    return n;
}

#endif
