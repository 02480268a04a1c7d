/* printed.h - traces as `playout --trace` prints them: a line `playout N`, a line a step, a line `result ..`, game by game. */
#ifndef LUDC_DRIVER_PRINTED_H
#define LUDC_DRIVER_PRINTED_H

#include <stdbool.h>
#include <stdio.h>

typedef enum {
    PRINTED_GAME,  /* a game begins */
    PRINTED_STEP,  /* `text` is a step as --moves takes it; of a game of turns by player `mover` */
    PRINTED_RESULT /* `text` is the payoffs */
} PrintedKind;

typedef struct {
    PrintedKind kind;
    char *text; /* within the line */
    unsigned mover; /* 0: it is not said */
} Printed;

/* Does the file begin as such a trace does?  It is read from its beginning afterwards. */
bool printed_begins(FILE *file);
/* What a line means, which is changed; false: it is empty.  `joint`: steps are moves of all players. */
bool printed_line(char *line, bool joint, Printed *out);

/* Takes away the throw that stands beside a move, "  [3 5]": it is no part of the step. */
void printed_cut_throw(char *step);

#endif
