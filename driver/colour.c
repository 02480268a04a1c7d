/* colour.c - colours of diagnostics, put around what diags_print wrote: errors red, warnings magenta, places bold, carets green. */
#include "driver/colour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/command.h"

bool colour_wanted(const Options *options)
{
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (options->color && strcmp(options->color, "auto") != 0)
        return !strcmp(options->color, "always");
    return isatty(2) && !(no && *no) && terminal && strcmp(terminal, "dumb") != 0;
}

int colour_check(const Options *options)
{
    const char *when = options->color;
    if (!when || !strcmp(when, "auto") || !strcmp(when, "always") || !strcmp(when, "never"))
        return EXIT_DONE;
    return usage_error(options, "--color takes auto, always or never, not `%s`", when);
}

#define BOLD "\033[1m"
#define RED "\033[1;31m"
#define MAGENTA "\033[1;35m"
#define CYAN "\033[1;36m"
#define GREEN "\033[1;32m"
#define PLAIN "\033[0m"

static const struct {
    const char *word, *colour;
} kinds[] = {{"error: ", RED}, {"unsupported: ", RED}, {"warning: ", MAGENTA}, {"remark: ", CYAN}};

/* Where the kind of a diagnostic stands in its first line; NULL: it is another line. */
static const char *kind_in(const char *line, size_t n, size_t *kind)
{
    for (size_t k = 0; *line != ' ' && k < sizeof kinds / sizeof *kinds; k++) {
        const size_t length = strlen(kinds[k].word);
        for (size_t i = 0; i + length <= n; i++)
            if ((i == 0 || (i > 1 && !strncmp(line + i - 2, ": ", 2))) && !strncmp(line + i, kinds[k].word, length)) {
                *kind = k;
                return line + i;
            }
    }
    return NULL;
}

static bool is_carets(const char *line, size_t n)
{
    const size_t blanks = strspn(line, " ");
    return n > blanks && line[blanks] == '^' && blanks + 1 + strspn(line + blanks + 1, "~") == n;
}

static void put_line(const char *line, size_t n, Out *out)
{
    size_t k;
    const char *kind = kind_in(line, n, &k);
    if (kind) {
        const size_t length = strlen(kinds[k].word), before = (size_t)(kind - line);
        out_printf(out, BOLD "%.*s%s%s" PLAIN BOLD "%.*s" PLAIN, (int)before, line, kinds[k].colour, kinds[k].word,
                   (int)(n - before - length), kind + length);
    } else if (is_carets(line, n)) {
        out_printf(out, GREEN "%.*s" PLAIN, (int)n, line);
    } else {
        out_write(out, line, n);
    }
}

void colour_print(const Options *options, const Out *text)
{
    if (!text->n)
        return;
    if (!colour_wanted(options)) {
        fwrite(text->text, 1, text->n, stderr);
        return;
    }
    Out out = {0};
    for (const char *s = text->text; *s;) {
        const size_t n = strcspn(s, "\n");
        put_line(s, n, &out);
        s += n;
        if (*s)
            out_char(&out, *s++);
    }
    fwrite(out.text, 1, out.n, stderr);
    out_free(&out);
}
