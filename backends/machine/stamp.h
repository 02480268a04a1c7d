/* stamp.h - of which sources the program and ludc-llvm.so were built: both must be of the same,
 * and what is in the cache too.  Apart from module.h, as it changes with every source. */
#ifndef LUDC_MACHINE_STAMP_H
#define LUDC_MACHINE_STAMP_H

#include "backends/machine/digest.inc" /* made by make: LUDC_LLVM_DIGEST */

#define LUDC_LLVM_STAMP "ludc-llvm " PACKAGE_VERSION " " LUDC_LLVM_DIGEST

#endif
