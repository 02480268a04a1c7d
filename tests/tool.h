/* tool.h - what the test tools that read a .gir file share. */
#ifndef LUDC_TESTS_TOOL_H
#define LUDC_TESTS_TOOL_H

#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "ir/core/ir.h"

static inline void tool_print_diags(Session *session)
{
    Out out = {0};
    diags_print(session->diags, session->sources, 0xff, 0, &out);
    fputs(out.text ? out.text : "", stderr);
    out_free(&out);
}

/* The game of a file; if there is none, what is wrong is said and the tool ends: 3 cannot
 * read, 1 not a game. */
static inline IrGame *tool_read_game(Session *session, const char *path)
{
    const Source *source = source_read(session->sources, path);
    if (!source) {
        perror(path);
        exit(3);
    }
    IrGame *game = ir_read(session, source);
    if (!game) {
        tool_print_diags(session);
        exit(1);
    }
    return game;
}

#endif
