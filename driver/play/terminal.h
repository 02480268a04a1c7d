/* terminal.h - the console of a person: a terminal, with libedit where that is built in, or a pipe.
 *
 * From a pipe, prompts and lines are written as a terminal would show them, so that a transcript reads the same. */
#ifndef LUDC_DRIVER_TERMINAL_H
#define LUDC_DRIVER_TERMINAL_H

#include <stdio.h>

#include "runtime/agent/human.h"

typedef struct Terminal Terminal;

/* Lines come from standard input, text goes to `out`; ^C is caught from now on (interrupts.h).  Exits where memory is out. */
Terminal *terminal_open(FILE *out);
void terminal_close(Terminal *terminal); /* NULL is allowed */
/* The two functions of a HumanConsole, whose `data` is the terminal. */
const char *terminal_ask(void *terminal, const HumanLine *line);
void terminal_write(void *terminal, const char *text);
/* Is colour welcome there?  On terminals, where NO_COLOR is not set (no-color.org). */
bool terminal_colour(FILE *out);

#endif
