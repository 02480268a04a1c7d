/* gdl.h - what build and check do with rule sheets in GDL. */
#ifndef LUDC_DRIVER_GDL_H
#define LUDC_DRIVER_GDL_H

#include "driver/command.h"

/* The sheet is read and checked; grounded only where its negations need it.
 * Like gdl_stage an exit code, after reporting. */
int gdl_check(Job *job);
/* --emit=STAGE: ast, datalog, dot, blif. */
int gdl_stage(Job *job, const char *stage, Out *out);

#endif
