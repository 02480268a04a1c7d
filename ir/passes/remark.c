/* remark.c - what passes ask of those who run them: remarks, views that are kept. */
#include "ir/passes/pass.h"

#include <string.h>

void ir_pass_remark(const IrPass *pass, Span at, const char *format, ...)
{
    if (!pass->options->remarks)
        return;
    va_list args;
    va_start(args, format);
    diag_v(pass->game->session->diags, DIAG_REMARK, at, format, args);
    va_end(args);
}

bool ir_pass_keeps_view(const IrPass *pass, const char *name)
{
    static const char *const always[] = {"over", "mover", "rank"};
    const IrPassOptions *o = pass->options;
    bool kept = o->keep_all;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        kept = kept || !strcmp(always[i], name);
    for (size_t i = 0; i < o->nkeep; i++)
        kept = kept || !strcmp(o->keep[i], name);
    return kept;
}
