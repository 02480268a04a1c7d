/* llvm.h - the module with the LLVM back end: found and opened on first use. */
#ifndef LUDC_DRIVER_LLVM_H
#define LUDC_DRIVER_LLVM_H

#include "backends/llvm/module.h"
#include "base/session.h"

/* Looked for in LUDC_LIBDIR (environment), beside the program where it was built, and
 * where it was installed.  NULL, with an error filed, when it cannot be opened.  It
 * stays open, as libLLVM cannot be loaded twice. */
const LlvmModule *llvm_open(Session *session);
/* A file that lies where the module lies, or beside the program; false: there is none. */
bool llvm_find(const char *name, char *path, size_t size);
/* Is there a module to open? */
bool llvm_present(void);

#endif
