/* explain.h - what `ludc explain GAME` can list instead of what was done with the game. */
#ifndef LUDC_DRIVER_EXPLAIN_H
#define LUDC_DRIVER_EXPLAIN_H

#include "driver/command.h"

/* All planes: set, name, owner, space, size, first word, and which come in a ring.  A table with
 * tabs, or JSON; the result is the exit code. */
int explain_planes(Job *job);
/* The board: a site a line, or JSON with all that ludc.h tells of sites, containers, pieces, regions. */
int explain_geometry(Job *job);

#endif
