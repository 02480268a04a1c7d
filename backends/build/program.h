/* program.h - programs and shared objects in which a game and its search are one: the search's loop is
 * compiled in one unit with the game, so that the game's functions are called directly and become part of it. */
#ifndef LUDC_BUILD_PROGRAM_H
#define LUDC_BUILD_PROGRAM_H

#include "backends/build/build.h"
#include "runtime/include/ludc_search.h"

/* A source of the runtime, carried as text; what is known to one file alone has a name that no other has. */
typedef struct {
    const char *path;
    const char *const *line; /* with their ends; NULL behind the last */
    int loop;                /* goes into one unit with the game */
} ProgramText;

/* More sources: files of C in the folder in which all are compiled. */
typedef struct {
    const char *name, *text;
} ProgramExtra;

/* kind: C_PROGRAM or C_SHARED.  Of a program there are `NAME search` and `NAME play`; a shared object
 * exports `ludc_reasoner`, `ludc_agent_options` and the functions of ludc_search.h.  `extra` defines `ludc_game_features`, which gives a set of
 * features that the program plays with; it ends with a name NULL, and may be NULL. */
CBuildResult c_build_agent(IrGame *game, const CBuildOptions *options, const ludc_search_options *agent, const ProgramExtra *extra,
                           CArtefact kind, const char *path, Out *messages);

#endif
