/* llvm_module.h - the module with the LLVM back end: found and opened on first use. */
#ifndef LUDC_DRIVER_LLVM_H
#define LUDC_DRIVER_LLVM_H

#include "backends/machine/module.h"
#include "base/session.h"

/* Looked for as installed.h says.  NULL, with an error filed, when it cannot be opened.
 * It stays open, as libLLVM cannot be loaded twice. */
const LlvmModule *llvm_open(Session *session);
/* Its `emit` of the game in the low form. */
bool llvm_emit(const LlvmModule *module, IrGame *game, const LlvmOptions *options, LlvmKind kind, LlvmTimes *times,
               Out *bytes, Out *errors);
/* Is there a module to open? */
bool llvm_present(void);

#endif
