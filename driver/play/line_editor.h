/* line_editor.h - lines typed at a terminal, with editing, history and completion: libedit, where configure found it. */
#ifndef LUDC_DRIVER_LINE_EDITOR_H
#define LUDC_DRIVER_LINE_EDITOR_H

#include <stdio.h>

#include "runtime/agent/human.h"

typedef struct LineEditor LineEditor;

/* NULL: it is not built in, or the terminal cannot do it. */
LineEditor *line_editor_open(FILE *out);
void line_editor_close(LineEditor *editor); /* NULL is allowed */
/* A line without its end; NULL: the end of the input, or ^C where nothing was typed.  ^C takes back what was typed. */
const char *line_editor_ask(LineEditor *editor, const HumanLine *asked);

#endif
