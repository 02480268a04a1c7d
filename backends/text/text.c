/* text.c - the back end `text`: the IR in its text form. */
#include "backends/backend.h"

bool text_emit(IrGame *game, const BackendOptions *options, Out *out);

bool text_emit(IrGame *game, const BackendOptions *options, Out *out)
{
    (void)options;
    ir_print(game, out);
    return true;
}
