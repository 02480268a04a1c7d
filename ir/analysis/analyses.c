/* analyses.c - the table of analyses, and the facts that a game keeps. */
#include "ir/analysis/analyses.h"

enum { GAME, RULE };

static const IrAnalysisInfo table[] = {
#define ANALYSIS(name, scope, type, doc) {#name, doc, scope == RULE, ir_find_##name},
#include "ir/analysis/analyses.def"
#undef ANALYSIS
};

/* Of one analysis: by function, or one for the game. */
typedef struct {
    bool *known;
    const void **fact;
} Kept;

struct IrFacts {
    Kept of[IR_ANALYSES];
};

const IrAnalysisInfo *ir_analysis_info(size_t i) { return i < IR_ANALYSES ? &table[i] : NULL; }

static Kept *kept_of(IrGame *game, IrAnalysis which)
{
    if (!game->facts)
        game->facts = ARENA_NEW(game->arena, struct IrFacts);
    Kept *k = &game->facts->of[which];
    if (!k->known) {
        const size_t n = table[which].of_rule ? game->fn.n : 1;
        k->known = ARENA_ARRAY(game->arena, bool, n);
        k->fact = ARENA_ARRAY(game->arena, const void *, n);
    }
    return k;
}

const void *ir_fact(IrGame *game, IrAnalysis which, int fn)
{
    Kept *k = kept_of(game, which);
    if (k->known[fn])
        return k->fact[fn];
    const void *fact = table[which].find(game->arena, game, fn);
    k = kept_of(game, which); /* what was found may have dropped the others */
    k->known[fn] = true;
    return k->fact[fn] = fact;
}

IrGame *ir_facts_own(const IrGame *game, Arena *arena)
{
    IrGame *own = ARENA_NEW(arena, IrGame);
    *own = *game;
    own->arena = arena;
    own->facts = NULL;
    return own;
}

void ir_facts_drop(IrGame *game, unsigned keeps)
{
    for (int i = 0; game->facts && i < IR_ANALYSES; i++)
        if (!(keeps & 1U << i))
            game->facts->of[i] = (Kept){0};
}
