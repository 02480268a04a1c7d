/* version.c - which version of ludc this is. */
#include "runtime/abi.h"
#include "runtime/include/ludc.h"

const char *ludc_version(void) { return PACKAGE_VERSION; }
unsigned ludc_version_number(void) { return LUDC_VERSION_NUMBER; }
unsigned ludc_abi_version(void) { return LUDC_ABI_VERSION; }
