/* lines.c - lines out of pieces of text as they come. */
#include "driver/agent/lines.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void add(Lines *l, const char *bytes, size_t n)
{
    if (n > l->limit - l->n) {
        n = l->limit - l->n;
        l->cut = true;
    }
    if (l->n + n + 1 > l->room) {
        l->room = 2 * (l->n + n + 1);
        l->text = realloc(l->text, l->room);
        if (!l->text)
            memory_out();
    }
    if (n)
        memcpy(l->text + l->n, bytes, n);
    l->n += n;
    l->text[l->n] = '\0';
}

static bool give(Lines *l, LineFn *each, void *data)
{
    size_t n = l->n;
    bool cut = l->cut;
    if (n && l->text[n - 1] == '\r')
        l->text[--n] = '\0';
    l->n = 0;
    l->cut = false;
    return each(data, l->text, n, cut);
}

bool lines_feed(Lines *l, const char *bytes, size_t n, LineFn *each, void *data)
{
    while (n) {
        const char *end = memchr(bytes, '\n', n);
        size_t part = end ? (size_t)(end - bytes) : n;
        add(l, bytes, part);
        if (end && !give(l, each, data))
            return false;
        part += end != NULL;
        bytes += part;
        n -= part;
    }
    return true;
}

void lines_end(Lines *l, LineFn *each, void *data)
{
    if (l->n)
        give(l, each, data);
    lines_free(l);
}

void lines_free(Lines *l)
{
    free(l->text);
    *l = (Lines){.limit = l->limit};
}
