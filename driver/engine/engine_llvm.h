/* engine_llvm.h - machine code by LLVM, for those who make reasoners of it. */
#ifndef LUDC_DRIVER_MAKE_LLVM_H
#define LUDC_DRIVER_MAKE_LLVM_H

#include <pthread.h>
#include <stdatomic.h>

#include "driver/engine/cache.h"
#include "driver/engine/compile.h"
#include "driver/engine/llvm_module.h"
#include "driver/engine/trampoline.h"

/* The code of some functions. */
typedef struct {
    const struct ludc_reasoner *reasoner;
    const LlvmModule *module;
    LlvmProgram *program; /* compiled now, */
    CacheCode code; /* from the cache, not NULL: that is what plays */
    CacheEntry entry;     /* its folder is NULL: not to be kept */
    CacheEntry better;    /* if there, this is not kept; its path may be NULL */
    Out object;           /* to be kept */
    LlvmTimes times;
} LlvmPiece;

/* Starts as zero; stays where it is. */
typedef struct {
    const struct ludc_reasoner *reasoner;
    LlvmPiece first, others; /* the functions asked for; those that are made when one is called */
    Passing passing;         /* to `others` */
    MakeOptions options;     /* with those functions */
    Arena *arena;            /* of what follows */
    Session *session;
    IrGame *game;         /* for `others` */
    pthread_mutex_t lock; /* whoever makes `others` */
    ludc_reasoner mute;   /* where they could not be made */
    atomic_bool faulty;   /* that has not been told yet */
} LlvmCode;

/* Looks in the cache, and remembers the place there.  With options->soon: for code that was made
 * in a hurry. */
bool llvm_code_cached(LlvmCode *code, const IrGame *game, const MakeOptions *options);
/* Compiles; errors are filed.  Gives up soon after *stop; NULL: never. */
bool llvm_code_make(LlvmCode *code, Session *session, IrGame *game, const MakeOptions *options,
                    const atomic_bool *stop);
/* Keeps what was compiled in the cache, and frees. */
void llvm_code_release(LlvmCode *code);

/* A player whose code was found in the cache, made with all that pays. */
bool llvm_cached(const IrGame *game, const MakeOptions *options, Player *player);

#endif
