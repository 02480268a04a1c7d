/* terminal.h - the console of a person: a terminal, with libedit where that is built in, or a pipe.
 *
 * From a pipe, prompts and lines are written as a terminal would show them, so that a transcript reads the same. */
#ifndef LUDC_DRIVER_TERMINAL_H
#define LUDC_DRIVER_TERMINAL_H

#include <stdio.h>

#include "runtime/agent/human.h"

typedef struct Terminal Terminal;

/* Lines come from standard input, text goes to `out`; ^C is caught from now on.  Exits where memory is out. */
Terminal *terminal_open(FILE *out);
void terminal_close(Terminal *terminal); /* NULL is allowed */
/* The two functions of a HumanConsole, whose `data` is the terminal. */
const char *terminal_ask(void *terminal, const HumanLine *line);
void terminal_write(void *terminal, const char *text);
/* Was ^C pressed, or is the program to end? */
bool terminal_interrupted(void);
/* What a program exits with whose user pressed ^C: 128 and the number of the signal. */
enum { EXIT_INTERRUPTED = 130 };

/* Is colour welcome there?  On terminals, where NO_COLOR is not set (no-color.org). */
bool terminal_colour(FILE *out);

#endif
