/* board_text.c - see board_text.h. */
#include "driver/board_text.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

bool board_text(const ludc_reasoner *r, const void *state, const ludc_draw_options *options, const char *indent, Out *out)
{
    size_t n = ludc_draw_text(r, state, options, NULL, 0);
    char *text = n ? malloc(n + 1) : NULL;
    if (n && !text)
        memory_out();
    if (n)
        ludc_draw_text(r, state, options, text, n + 1);
    for (char *line = text; line && *line;) {
        size_t length = strcspn(line, "\n");
        out_printf(out, "%s%.*s\n", length ? indent : "", (int)length, line);
        line += length + (line[length] != '\0');
    }
    free(text);
    return n != 0;
}
