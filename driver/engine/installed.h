/* installed.h - files that belong to ludc and lie beside it: modules, helper programs. */
#ifndef LUDC_DRIVER_INSTALLED_H
#define LUDC_DRIVER_INSTALLED_H

#include <stdbool.h>
#include <stddef.h>

/* The file of that name: in LUDC_LIBDIR (environment); where that is not set, or `anyhow`, beside
 * the library or program that this code is in, where it was built or installed; beside the
 * program that runs; where it was to be installed.  false: there is none. */
bool installed_find(const char *name, bool anyhow, char *path, size_t size);

#endif
