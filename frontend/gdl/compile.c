/* compile.c - the stages of a rule sheet, one after the other. */
#include "frontend/gdl/gdl.h"

#include <string.h>

#include "frontend/gdl/ground.h"
#include "frontend/gdl/net.h"
#include "frontend/gdl/program.h"
#include "ir/ir.h"

static const GdlLimits limits = {.seconds = 60, .bytes = (size_t)4 << 30};

static void remark(Session *session, const struct GdlGround *ground, const GdlNet *net)
{
    GdlCount count = gdl_net_count(net);
    diag(session->diags, DIAG_REMARK, (Span){0, 0}, "grounded: %zu atoms, %u clauses", ground->atom.n,
         ground->nclause);
    diag(session->diags, DIAG_REMARK, (Span){0, 0},
         "net: %u facts, %u moves, %u gates (%u and, %u or, %u not), as gates of two inputs %u", net->nbase, net->ninput,
         count.ands + count.ors + count.nots, count.ands, count.ors, count.nots, count.two_input);
}

GdlNet *gdl_make_net(Session *session, const GdlProgram *program)
{
    struct GdlGround *ground = gdl_ground(session, program, &limits);
    GdlNet *net = ground ? gdl_net(session, ground) : NULL;
    if (net)
        remark(session, ground, net);
    gdl_ground_free(ground);
    return net;
}

/* The name of the file without its folder and suffix. */
static const char *stem(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = arena_strdup(arena, slash ? slash + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot && dot > name)
        *dot = '\0';
    return name;
}

IrGame *gdl_compile(Session *session, const Source *source)
{
    const Ast *sheet = gdl_parse(session, source);
    const GdlProgram *program = sheet ? gdl_program(session, sheet) : NULL;
    GdlNet *net = program ? gdl_make_net(session, program) : NULL;
    IrGame *game = net ? gdl_lower(session, net, stem(session->arena, source->name)) : NULL;
    gdl_net_free(net);
    return game;
}
