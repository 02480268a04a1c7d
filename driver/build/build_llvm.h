/* build_llvm.h - `ludc build` through LLVM. */
#ifndef LUDC_DRIVER_BUILD_LLVM_H
#define LUDC_DRIVER_BUILD_LLVM_H

#include <jansson.h>

#include "backends/machine/module.h"
#include "driver/command.h"

/* Do the options, or the suffix of the path, ask for it? */
bool wants_llvm(const Options *options, const char *path);
int build_llvm(Job *job, const char *path); /* an exit code */

json_t *llvm_times(const LlvmTimes *times);

/* In build.c: files, sizes and times, as JSON. */
void build_report(const Job *job, const char *const *file, size_t nfile, const LlvmTimes *llvm);

#endif
