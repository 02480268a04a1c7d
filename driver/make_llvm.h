/* make_llvm.h - machine code by LLVM, for those who make reasoners of it. */
#ifndef LUDC_DRIVER_MAKE_LLVM_H
#define LUDC_DRIVER_MAKE_LLVM_H

#include <pthread.h>

#include "driver/cache.h"
#include "driver/compile.h"
#include "driver/llvm.h"
#include "driver/passing.h"

/* The code of some functions. */
typedef struct {
    const struct ludc_reasoner *reasoner;
    const LlvmModule *module;
    LlvmProgram *program; /* compiled now, */
    void *handle;         /* or found */
    CacheEntry entry;     /* its folder is NULL: not to be kept */
    Out object;           /* to be kept */
    LlvmTimes times;
} LlvmPiece;

/* Starts as zero; stays where it is. */
typedef struct {
    const struct ludc_reasoner *reasoner;
    LlvmPiece first, others; /* the functions asked for; those that are made when one is called */
    unsigned functions;      /* of `first`; 0: all */
    Passing passing;         /* to `others` */
    bool cached;             /* the cache is used */
    Arena *arena;            /* of what follows */
    Session *session;
    IrGame *game;         /* for `others` */
    pthread_mutex_t lock; /* whoever makes `others` */
} LlvmCode;

/* Looks in the cache, and remembers the place there.  functions: as in MakeOptions. */
bool llvm_code_cached(LlvmCode *code, const IrGame *game, unsigned functions);
/* Compiles; errors are filed. */
bool llvm_code_make(LlvmCode *code, Session *session, IrGame *game, unsigned functions);
/* Keeps what was compiled in the cache, and frees. */
void llvm_code_release(LlvmCode *code);

#endif
