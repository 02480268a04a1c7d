/* features_code.h - code for the evaluator `compiled`, by whatever back end plays games. */
#ifndef LUDC_DRIVER_FEATURES_CODE_H
#define LUDC_DRIVER_FEATURES_CODE_H

#include "driver/command.h"
#include "runtime/features/sweep.h"

/* Makes code of nets, and keeps it: equal nets get the same code.  Threads may share one. */
typedef struct FeatureCoder FeatureCoder;

/* By --backend; where none is named, or `auto`, by LLVM where it is there, and tables serve where they are faster.  --remarks:
 * says on standard error what was chosen. */
FeatureCoder *coder_new(const Options *options);
void coder_free(FeatureCoder *coder); /* NULL is allowed; after all that runs its code */
/* For the set, which must not outlive it. */
const SweepMaker *coder_maker(const FeatureCoder *coder);

#endif
