/* human.h - the agent `human`: a person who types lines, and the console between.
 *
 * The console is the caller's: it gets text and gives lines, from a terminal, a pipe or a test.  Nobody else is asked what the
 * person wants; a command that concerns more than the question goes to `command`. */
#ifndef LUDC_RUNTIME_AGENT_HUMAN_H
#define LUDC_RUNTIME_AGENT_HUMAN_H

#include <stdbool.h>

#include "runtime/agent/typed.h"
#include "runtime/include/ludc_agent.h"
#include "runtime/include/ludc_draw.h"
#include "runtime/include/ludc_search.h"

/* What a line is asked for with. */
typedef struct {
    const char *prompt;      /* "player 1> " */
    bool covered;            /* what is typed is not to be seen by others after */
    const TypedMoves *moves; /* what can be completed, or NULL */
} HumanLine;

typedef enum {
    HUMAN_UNKNOWN, /* there is no such command */
    HUMAN_STAYS,   /* it is done, and the question stays */
    HUMAN_LEAVES   /* the question is over: the agent answers LUDC_AGENT_LEFT */
} HumanCommand;

/* Lives as long as the agents that use it. */
typedef struct {
    /* A line without its end; holds until the next call.  NULL: there are no more, or somebody interrupted. */
    const char *(*ask)(void *data, const HumanLine *line);
    void (*write)(void *data, const char *text);
    void *data;
    bool colour;
    const ludc_search_options *adviser; /* who gives hints; NULL: nobody */
    uint64_t seed;                      /* of the adviser */

    /* Set by whoever leads the game; may be 0. */
    HumanCommand (*command)(void *leader, const char *word, const char *rest);
    void *leader;
    unsigned persons; /* bits 1 << (role - 1): who sits at this console */
} HumanConsole;

/* NULL: memory is out.  Without a console the person has left when asked. */
ludc_agent *human_new(const HumanConsole *console, const char *name);

/* Writes the position; `drawing` says for whose eyes and what is marked, the console whether in colour. */
void human_draw(const HumanConsole *console, const ludc_reasoner *r, const void *state, const ludc_draw_options *drawing);
/* "player 1", of a rule sheet "xplayer". */
void human_role(const ludc_reasoner *r, unsigned role, char *out, size_t size);
/* A line when the game is over: commands that need no position. */
HumanCommand human_after(const HumanConsole *console, const char *line);
/* The commands, a line each. */
void human_help(const HumanConsole *console);
/* As much as fits into a kilobyte; control characters but the line's end are not written as they are. */
void human_write(const HumanConsole *console, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
