/* api.h - what the parts of libludc's compiling half share. */
#ifndef LUDC_DRIVER_API_H
#define LUDC_DRIVER_API_H

#include "driver/compile.h"
#include "runtime/include/ludc.h"

/* The first line that the command would print, split into its parts. */
void ludc_report(Session *session, const char *name, ludc_error *error);

#endif
