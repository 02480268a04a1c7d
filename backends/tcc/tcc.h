/* tcc.h - generated C compiled into memory by libtcc, within milliseconds.
 *
 * libtcc compiles one program at a time in a process: the library takes a lock of
 * its own, so these functions may be called from any thread and wait for each
 * other. */
#ifndef LUDC_TCC_H
#define LUDC_TCC_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "backends/images.h"
#include "base/out.h"

typedef struct TccProgram TccProgram;

/* How often loops may go round.  After that the code jumps to `out`, which is to be set whenever the code may be called; no call that
 * it left has given anything, and the program is good for other calls. */
typedef struct TccRounds {
    uint64_t left;
    jmp_buf out;
} TccRounds;

/* c_text: what the back end `c` wrote with the option `shared`, and with `images` where they are not
 * NULL: their arena becomes the program's, even if it comes to nothing.  NULL when libtcc refuses it;
 * its messages are in `errors`. */
TccProgram *tcc_compile(const char *c_text, Images *images, Out *errors);
/* The same; its loops count their rounds, which makes them slower. */
TccProgram *tcc_compile_counted(const char *c_text, Images *images, TccRounds *rounds, Out *errors);
/* The same for any text: `symbol` is the address wanted of it. */
TccProgram *tcc_compile_symbol(const char *c_text, const char *symbol, Out *errors);
const void *tcc_symbol(const TccProgram *program);
/* Valid until the program is freed. */
const struct ludc_reasoner *tcc_reasoner(const TccProgram *program);
void tcc_program_free(TccProgram *program); /* NULL is allowed */

/* The same text without images as a shared object that exports `ludc_reasoner`, whole or not at all.
 * Needs no file of a tcc installation either. */
bool tcc_shared(const char *c_text, const char *path, Out *errors);

#endif
