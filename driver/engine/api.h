/* api.h - what the parts of libludc's compiling half share. */
#ifndef LUDC_DRIVER_API_H
#define LUDC_DRIVER_API_H

#include "driver/engine/compile.h"
#include "runtime/include/ludc.h"

/* The caller's options with those that the caller's struct does not have as zero; NULL: all zero. */
ludc_options ludc_options_of(const ludc_options *given);
LudOptions ludc_lud_options(const ludc_options *options);

/* What the session has to say: the first as an error, where there is one, and all in the list.  Either may be
 * NULL.  `name` is the source's. */
void ludc_report(Session *session, const char *name, ludc_error *error, ludc_diagnostics *list);
/* The list with nothing, or with an error that came before there was a session. */
void ludc_diagnostics_clear(ludc_diagnostics *list);
void ludc_refuse(ludc_status status, const char *file, const char *message, ludc_error *error,
                 ludc_diagnostics *list);

/* The game that a reasoner's generated code was made of; NULL: it was loaded, or is evaluated. */
const IrGame *ludc_compiled_ir(const ludc_game *game);

#endif
