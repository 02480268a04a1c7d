/* explain.h - what `ludc explain GAME` can list instead of what was done with the game. */
#ifndef LUDC_DRIVER_EXPLAIN_H
#define LUDC_DRIVER_EXPLAIN_H

#include "driver/command.h"

/* All planes: set, name, owner, space, size, first word, and which come in a ring.  A table with
 * tabs, or JSON; the result is the exit code. */
int explain_planes(Job *job);
/* The board: a site a line, or JSON with all that ludc.h tells of sites, containers, pieces, regions. */
int explain_geometry(Job *job);

/* The moves that can be legal, by number of action: move, rule, who makes it, from, to, kind,
 * piece; or how many there are.  As above. */
int explain_actions(Job *job);
/* Plays --seen plies at random: how many actions came up; EXIT_BUG if a legal move has none of its own. */
int explain_seen(Job *job);

/* --list, --search WORD: ludemes and constants, a line each. */
int explain_list(const Options *options);
/* All that is known of a ludeme, a type or a constant of that name. */
int explain_ludeme(const Options *options, const char *word);

#endif
