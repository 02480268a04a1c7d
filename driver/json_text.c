/* json_text.c - see json_text.h. */
#include "driver/json_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "driver/command.h"

json_t *json_text(const char *text)
{
    if (!text)
        return json_null();
    size_t length = strlen(text);
    if (text_is_clean(text, length))
        return json_stringn(text, length);
    Out out = {0};
    out_clean(&out, text, length);
    json_t *string = json_stringn(out.text, out.n);
    out_free(&out);
    return string;
}

void json_line(json_t *value, size_t flags, Out *out)
{
    char *text = value ? json_dumps(value, flags) : NULL;
    if (!text) {
        fputs("ludc: internal error: a result is no JSON\n", stderr);
        exit(EXIT_BUG);
    }
    out_printf(out, "%s\n", text);
    free(text);
    json_decref(value);
}

void json_print(json_t *value, size_t flags)
{
    Out out = {0};
    json_line(value, flags, &out);
    fwrite(out.text, 1, out.n, stdout);
    out_free(&out);
}
