/* make_llvm.c - the LLVM back end as something that plays: machine code in memory. */
#include <stdlib.h>

#include "driver/compile.h"
#include "driver/llvm.h"

typedef struct {
    const LlvmModule *module;
    LlvmProgram *program;
} Made;

static void release(void *owned)
{
    Made *made = owned;
    made->module->release(made->program);
    free(made);
}

static bool llvm_make(Session *session, IrGame *game, Player *player)
{
    const LlvmModule *module = llvm_open(session);
    if (!module)
        return false;
    LlvmOptions options = {.text.describe = true};
    LlvmTimes times = {0};
    Out errors = {0};
    LlvmProgram *program = module->compile(game, &options, &times, &errors);
    if (program) {
        Made *made = malloc(sizeof *made);
        if (!made)
            abort();
        *made = (Made){module, program};
        *player = (Player){module->reasoner(program), "llvm", release, made, NULL};
    } else if (errors.n) {
        session_error(session, (Span){0, 0}, "internal: LLVM refused the game: %s", errors.text);
    }
    out_free(&errors);
    return program != NULL;
}

const Maker maker_llvm = {"llvm", true, llvm_make};
