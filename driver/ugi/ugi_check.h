/* ugi_check.h - ludc ugi --check: somebody else's engine, rule by rule of the Universal Game Interface. */
#ifndef LUDC_DRIVER_UGI_CHECK_H
#define LUDC_DRIVER_UGI_CHECK_H

#include "base/out.h"
#include "runtime/include/ludc.h"

/* Starts the program (as `cmd:` does), tries every rule and writes a line each: whether it is kept, its name, what was
 * sent, what was expected, what came.  `r`: the game that the engine plays, of two roles in turn; NULL: rules that need
 * to know it are left out.  `patience`: seconds that an answer may take.  EXIT_DONE; EXIT_WRONG: a rule is broken;
 * EXIT_UNSUPPORTED: the game has not two roles in turn; EXIT_IO: there is no such program. */
int ugi_check(const char *program, const ludc_reasoner *r, double patience, Out *out);

#endif
