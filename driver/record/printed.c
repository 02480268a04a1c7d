/* printed.c - see printed.h. */
#include "driver/record/printed.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char game[] = "playout ", result[] = "result";

bool printed_begins(FILE *file)
{
    char first[sizeof game] = "";
    size_t n = fread(first, 1, sizeof game - 1, file);
    int next = n == sizeof game - 1 ? getc(file) : EOF;
    rewind(file);
    return next != EOF && isdigit(next) && !strcmp(first, game);
}

void printed_cut_throw(char *line)
{
    char *at = strstr(line, "  [");
    if (at && at[strcspn(at, "]")] && !at[strcspn(at, "]") + 1])
        *at = '\0';
}

bool printed_line(char *line, bool joint, Printed *out)
{
    size_t n = strlen(line);
    while (n && isspace((unsigned char)line[n - 1]))
        line[--n] = '\0';
    *out = (Printed){PRINTED_STEP, line, 0};
    if (!n)
        return false;
    if (!strncmp(line, game, sizeof game - 1) && line[strspn(line + sizeof game - 1, "0123456789") + sizeof game - 1] == '\0') {
        out->kind = PRINTED_GAME;
    } else if (!strncmp(line, result, sizeof result - 1) && (!line[sizeof result - 1] || line[sizeof result - 1] == ' ')) {
        out->kind = PRINTED_RESULT;
        out->text = line + sizeof result - 1;
    } else if (!joint) {
        char *end;
        unsigned long mover = strtoul(line, &end, 10);
        if (end > line && *end == ' ') {
            out->mover = (unsigned)mover;
            out->text = end + 1;
        }
        printed_cut_throw(out->text);
    }
    return true;
}
