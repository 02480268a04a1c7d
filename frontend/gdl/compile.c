/* compile.c - the stages of a rule sheet, one after the other. */
#include "frontend/gdl/gdl.h"

#include <string.h>

#include "frontend/gdl/ground/ground.h"
#include "frontend/gdl/net/net.h"
#include "frontend/gdl/program/program.h"
#include "frontend/gdl/rewrite/columns.h"
#include "ir/core/ir.h"
#include "ir/offer/offer.h"

/* A net of more clauses than this is better played as relations; to find that out
 * takes no more than this memory. */
enum { MOST_CLAUSES = 60000 };
static const GdlLimits probe = {.steps = 50000000, .bytes = (size_t)48 << 20};
static const GdlLimits limits = {.steps = 400000000, .bytes = (size_t)4 << 30};

static void remark(Session *session, const struct GdlGround *ground, const GdlNet *net)
{
    GdlCount count = gdl_net_count(net);
    diag(session->diags, DIAG_REMARK, (Span){0, 0}, "grounded: %zu atoms, %u clauses", ground->atom.n,
         ground->nclause);
    diag(session->diags, DIAG_REMARK, (Span){0, 0},
         "net: %u facts, %u moves, %u gates (%u and, %u or, %u not), as gates of two inputs %u", net->nbase, net->ninput,
         count.ands + count.ors + count.nots, count.ands, count.ors, count.nots, count.two_input);
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

static IrGame *lower_net(Session *session, GdlNet *net, const char *name, unsigned offers)
{
    if (net)
        gdl_net_narrow(net);
    IrGame *game = net ? gdl_lower(session, net, name, offers) : NULL;
    gdl_net_free(net);
    return game;
}

/* The net, where it is not large: it is the better of both ways then.  Where it is, `large` is the ground program, if any. */
static GdlNet *small_net(Session *session, const GdlProgram *program, struct GdlGround **large)
{
    Session quiet = *session;
    quiet.diags = diags_new(session->arena);
    struct GdlGround *ground = gdl_ground(&quiet, program, &probe);
    GdlNet *net = NULL;
    if (ground && ground->nclause <= MOST_CLAUSES && (net = gdl_net(session, ground)))
        remark(session, ground, net);
    else if (ground)
        diag(session->diags, DIAG_REMARK, (Span){0, 0}, "grounded: %u clauses: too many for a net", ground->nclause);
    else
        diag(session->diags, DIAG_REMARK, (Span){0, 0}, "too large to ground within %zu MB", probe.bytes >> 20);
    if (net)
        gdl_ground_free(ground);
    else
        *large = ground;
    return net;
}

/* The net of the same game whose facts are kept by columns. */
static GdlNet *net_by_columns(Session *session, const GdlProgram *program, const struct GdlGround *ground)
{
    GdlColumnsList list = {0};
    const GdlProgram *columns = gdl_columns(program, ground, &list);
    struct GdlGround *large = NULL;
    GdlNet *net = columns ? small_net(session, columns, &large) : NULL;
    gdl_ground_free(large);
    if (!net)
        return NULL;
    gdl_show_columns(net, ground, &list);
    for (size_t i = 0; i < list.n; i++)
        diag(session->diags, DIAG_REMARK, (Span){0, 0}, "at most one fact (%s ..) holds: its %u arguments are facts of their own",
             list.at[i].name, list.at[i].n);
    return net;
}

/* The net however large, by columns where it has them and `columns` says so. */
static GdlNet *whole_net(Session *session, const GdlProgram *program, bool columns)
{
    struct GdlGround *ground = gdl_ground(session, program, &limits);
    GdlNet *net = columns && ground && ground->nclause > MOST_CLAUSES ? net_by_columns(session, program, ground) : NULL;
    if (!net && ground && !diags_failed(session->diags) && (net = gdl_net(session, ground)))
        remark(session, ground, net);
    gdl_ground_free(ground);
    return net;
}

GdlNet *gdl_make_net(Session *session, const GdlProgram *program) { return whole_net(session, program, true); }

/* The game by relations; NULL without diagnostics where that is not possible. */
static IrGame *by_relations(Session *session, const GdlProgram *program, const char *name, unsigned offers)
{
    Session quiet = *session;
    quiet.diags = diags_new(session->arena);
    IrGame *game = gdl_relations(&quiet, program, name, offers);
    if (game) {
        game->session = session;
        diag(session->diags, DIAG_REMARK, (Span){0, 0}, "played as loops over relations, without a net");
        return game;
    }
    Out why = {0};
    diags_print(quiet.diags, session->sources, 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED, 1, &why);
    diag(session->diags, DIAG_REMARK, (Span){0, 0}, "not played as relations: %s", why.n ? why.text : "");
    out_free(&why);
    return NULL;
}

IrGame *gdl_compile(Session *session, const Source *source, unsigned offers)
{
    const Ast *sheet = gdl_parse(session, source);
    const GdlProgram *program = sheet ? gdl_program(session, sheet) : NULL;
    if (!program)
        return NULL;
    const char *name = stem(session->arena, source->name);
    struct GdlGround *large = NULL;
    GdlNet *net = small_net(session, program, &large);
    if (!net && large && !diags_failed(session->diags))
        net = net_by_columns(session, program, large);
    const bool looked = large != NULL; /* for columns */
    gdl_ground_free(large);
    bool whole = net || diags_failed(session->diags);
    IrGame *game = whole ? lower_net(session, net, name, offers) : by_relations(session, program, name, offers);
    if (!game && !whole)
        game = lower_net(session, whole_net(session, program, !looked), name, offers);
    if (game && offers & IR_OFFER_GEOMETRY)
        gdl_successions(game, program);
    return game;
}
