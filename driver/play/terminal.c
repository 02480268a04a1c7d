/* terminal.c - see terminal.h. */
#include "driver/play/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "driver/interrupts.h"
#include "driver/play/line_editor.h"

struct Terminal {
    FILE *out;
    bool shown; /* there is somebody who sees what is typed */
    LineEditor *editor; /* NULL: lines are read as they are */
    char *line;
    size_t room;
};

/* ---- lines --------------------------------------------------------------------------------------- */

Terminal *terminal_open(FILE *out)
{
    Terminal *t = calloc(1, sizeof *t);
    if (!t)
        memory_out();
    t->out = out;
    t->shown = isatty(STDIN_FILENO) && isatty(fileno(out));
    t->editor = t->shown ? line_editor_open(out) : NULL;
    interrupts_catch();
    return t;
}

void terminal_close(Terminal *t)
{
    if (!t)
        return;
    line_editor_close(t->editor);
    free(t->line);
    free(t);
}

void terminal_write(void *terminal, const char *text)
{
    Terminal *t = terminal;
    fputs(text, t->out);
    fflush(t->out);
}

/* What was typed goes from the screen, or is not written. */
static void cover(Terminal *t, const HumanLine *asked)
{
    if (t->shown)
        fprintf(t->out, "\033[A\r\033[K");
    fprintf(t->out, "%s..\n", t->shown ? asked->prompt : "");
}

static const char *read_line(Terminal *t)
{
    errno = 0;
    ssize_t n = getline(&t->line, &t->room, stdin);
    if (n < 0 || interrupts_came())
        return NULL;
    t->line[strcspn(t->line, "\r\n")] = '\0';
    return t->line;
}

const char *terminal_ask(void *terminal, const HumanLine *asked)
{
    Terminal *t = terminal;
    const char *line;
    if (interrupts_came() || ferror(t->out))
        return NULL;
    if (t->editor) {
        line = line_editor_ask(t->editor, asked);
    } else {
        terminal_write(t, asked->prompt);
        line = read_line(t);
    }
    if (!line)
        terminal_write(t, "\n");
    else if (asked->covered)
        cover(t, asked);
    else if (!t->shown)
        fprintf(t->out, "%s\n", line);
    fflush(t->out);
    return line;
}

bool terminal_colour(FILE *out)
{
    const char *never = getenv("NO_COLOR"), *kind = getenv("TERM");
    return isatty(fileno(out)) && !(never && *never) && kind && strcmp(kind, "dumb") != 0;
}
