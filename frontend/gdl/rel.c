/* rel.c - the second way, one stage after the other. */
#include "frontend/gdl/rel.h"

struct IrGame *gdl_relations(Session *session, const GdlProgram *program, const char *name)
{
    Arena *ground = arena_new();
    program = gdl_freeze(program);
    Rel rel = {.session = session, .program = program, .arena = arena_new()};
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
        game = rel_lower(&rel, name);
    arena_free(rel.arena);
    arena_free(ground);
    return game;
}
