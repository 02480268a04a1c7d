/* rel.c - the second way, one stage after the other. */
#include "frontend/gdl/rewrite/builds.h"
#include "frontend/gdl/rel/rel.h"
#include "ir/core/ir.h"

/* `endless`: set where terms grew without end. */
static struct IrGame *attempt(Session *session, const GdlProgram *program, const char *name, unsigned offers,
                              bool *endless)
{
    Arena *ground = arena_beside(session->arena);
    Rel rel = {.session = session, .program = program, .arena = arena_beside(session->arena)};
    rel.join.ground = ARENA_NEW(ground, GdlGround);
    *rel.join.ground = (GdlGround){.arena = ground, .session = session, .program = program};
    rel.large = ARENA_ARRAY(rel.arena, bool, program->relation.n);
    struct IrGame *game = NULL;
    rel_static(&rel);
    if (!rel.failed)
        rel_domains(&rel);
    if (!rel.failed)
        rel_flatten(&rel);
    if (!rel.failed)
        rel_unfold(&rel);
    if (!rel.failed)
        rel_modes(&rel);
    if (!rel.failed)
        rel_slots(&rel);
    if (!rel.failed)
        rel_possible(&rel);
    if (!rel.failed)
        game = rel_lower(&rel, name, offers);
    *endless = rel.endless;
    arena_free(rel.arena);
    arena_free(ground);
    return game;
}

struct IrGame *gdl_relations(Session *session, const GdlProgram *program, const char *name, unsigned offers)
{
    Session quiet = *session;
    quiet.diags = diags_new(session->arena);
    bool endless = false;
    program = gdl_freeze(program);
    struct IrGame *game = attempt(&quiet, program, name, offers, &endless);
    const GdlProgram *flat = endless ? gdl_by_builds(program) : NULL;
    if (game)
        game->session = session;
    else
        game = attempt(session, flat ? flat : program, name, offers, &endless);
    return game;
}
