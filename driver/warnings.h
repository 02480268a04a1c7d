/* warnings.h - -W: which warnings are given, and which of them count as errors. */
#ifndef LUDC_DRIVER_WARNINGS_H
#define LUDC_DRIVER_WARNINGS_H

#include "base/diag.h"
#include "driver/options.h"

/* -W alone, or -W help: the table of warnings is asked for. */
bool warnings_asked(const Options *options);
/* That table, for people. */
void warnings_help(Out *out);
/* Applies -WNAME, -Wno-NAME, -Wall, -Werror, -Werror=NAME, -Wno-error=NAME in their order; 0, or EXIT_USAGE after saying
 * which name there is not. */
int warnings_choose(const Options *options, Diags *diags);

#endif
