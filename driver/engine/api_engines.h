/* api_engines.h - the ways to play that the library has, as engines.h is for the command. */
#ifndef LUDC_DRIVER_ENGINE_H
#define LUDC_DRIVER_ENGINE_H

#include "driver/engine/compile.h"

/* NULL or "auto": the best that is ready at once; a better one may take over later.  NULL: there is
 * none of that name. */
const Maker *engine_find(const char *name);
/* Their names, written to `out`, separated by ", ". */
void engine_names(Out *out);
/* Makes a player; `why` says what stands against a faster one, if anything does. */
bool engine_make_player(const Maker *maker, Session *session, IrGame *game, const MakeOptions *options, Player *player,
                 Out *why);

#endif
