/* keywords.c - what the words of the language may stand in and depend on. */
#include "frontend/gdl/program/program.h"

typedef struct {
    const GdlProgram *program;
    uint32_t goal;
    bool *seen;          /* by relation */
    const GdlLiteral **by; /* the condition through which it was reached */
    uint32_t *from;      /* and the relation whose rule has it */
} Search;

/* Depth first through the rules of `relation`; true when the goal is met. */
static bool reaches(Search *search, uint32_t relation)
{
    const GdlProgram *program = search->program;
    search->seen[relation] = true;
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        if (rule->head.relation != relation)
            continue;
        for (uint32_t k = 0; k < rule->nbody; k++) {
            uint32_t to = rule->body[k].relation;
            if (search->seen[to])
                continue;
            search->by[to] = &rule->body[k];
            search->from[to] = relation;
            if (to == search->goal || reaches(search, to))
                return true;
        }
    }
    return false;
}

/* Says so, with the way, when `relation` depends on `goal`. */
static bool hangs_on(const GdlProgram *program, uint32_t relation, uint32_t goal, DiagKind kind)
{
    Arena *arena = program->session->arena;
    size_t n = program->relation.n;
    Search search = {.program = program,
                     .goal = goal,
                     .seen = ARENA_ARRAY(arena, bool, n),
                     .by = ARENA_ARRAY(arena, const GdlLiteral *, n),
                     .from = ARENA_ARRAY(arena, uint32_t, n)};
    if (!reaches(&search, relation))
        return false;
    uint32_t first = goal;
    while (search.from[first] != relation)
        first = search.from[first];
    Diags *diags = program->session->diags;
    const char *name = program->relation.at[relation].name, *on = program->relation.at[goal].name;
    if (kind == DIAG_WARNING)
        diag_warning(diags, WARN_dependence, search.by[first]->at, "`%s` must not depend on `%s`", name, on);
    else
        diag(diags, kind, search.by[first]->at, "`%s` must not depend on `%s`", name, on);
    for (uint32_t r = goal; r != first; r = search.from[r])
        diag_note(diags, search.by[r]->at, "`%s` asks `%s`", program->relation.at[search.from[r]].name,
                  program->relation.at[r].name);
    return true;
}

static bool check_places(const GdlProgram *program)
{
    bool good = true;
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        uint32_t head = rule->head.relation;
        if (head == GDL_TRUE || head == GDL_DOES || head == GDL_DISTINCT) {
            good = session_error(program->session, rule->head.at, "`%s` cannot be the head of a rule",
                                 program->relation.at[head].name);
            if (head == GDL_TRUE) {
                diag_note(program->session->diags, (Span){0, 0}, "what holds at the start is an `init`, what holds after a step a `next`");
                gdl_mend_head(program, rule->head.at, "true", rule->nbody ? "next" : "init");
            } else if (head == GDL_DOES)
                diag_note(program->session->diags, (Span){0, 0}, "what a role may do is a `legal`");
        }
        for (uint32_t k = 0; k < rule->nbody; k++)
            if (rule->body[k].relation == GDL_NEXT || rule->body[k].relation == GDL_INIT) {
                const char *name = program->relation.at[rule->body[k].relation].name;
                good = session_error(program->session, rule->body[k].at, "`%s` cannot be a condition", name);
                diag_note(program->session->diags, (Span){0, 0}, "what holds now is asked by `true`");
                gdl_mend_head(program, rule->body[k].at, name, "true");
            }
    }
    return good;
}

/* What every game needs; said only where nothing worse is. */
static void warn_missing(const GdlProgram *program)
{
    static const struct {
        GdlKeyword relation;
        const char *so;
    } wanted[] = {{GDL_LEGAL, "nobody can ever move"}, {GDL_GOAL, "nobody ever wins"}, {GDL_TERMINAL, "the game never ends"}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (!program->relation.at[wanted[i].relation].nrule && !program->relation.at[wanted[i].relation].used)
            diag_warning(program->session->diags, WARN_missing_rule, (Span){0, 0}, "the sheet has no rule for `%s`: %s",
                 program->relation.at[wanted[i].relation].name, wanted[i].so);
}

bool gdl_check_keywords(const GdlProgram *program)
{
    static const struct {
        GdlKeyword relation, on;
        DiagKind kind;
    } banned[] = {
        {GDL_INIT, GDL_TRUE, DIAG_ERROR},      {GDL_INIT, GDL_DOES, DIAG_ERROR},   {GDL_LEGAL, GDL_DOES, DIAG_ERROR},
        {GDL_GOAL, GDL_DOES, DIAG_ERROR},      {GDL_TERMINAL, GDL_DOES, DIAG_ERROR},
        {GDL_BASE, GDL_TRUE, DIAG_WARNING},    {GDL_BASE, GDL_DOES, DIAG_WARNING},
        {GDL_INPUT, GDL_TRUE, DIAG_WARNING},   {GDL_INPUT, GDL_DOES, DIAG_WARNING},
    };
    bool good = check_places(program);
    for (size_t i = 0; good && i < sizeof banned / sizeof banned[0]; i++) /* what depends on a misplaced one would be told, too */
        if (hangs_on(program, banned[i].relation, banned[i].on, banned[i].kind) && banned[i].kind == DIAG_ERROR)
            good = false;
    if (good)
        warn_missing(program);
    return good;
}
