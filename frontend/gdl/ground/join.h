/* join.h - finding the instances of rules; private to grounding.
 *
 * A rule is matched literal by literal in an order chosen by how many tuples each
 * step is likely to yield; what is bound already is looked up in hash indexes. */
#ifndef LUDC_GDL_JOIN_H
#define LUDC_GDL_JOIN_H

#include "frontend/gdl/ground/ground.h"

/* A term of a rule, its ground parts entered in the table. */
typedef struct GdlPattern {
    int var;       /* or -1 */
    uint32_t term; /* of a term without variables, else 0 */
    const char *name;
    uint32_t n;
    struct GdlPattern *arg;
} GdlPattern;

/* One column of an index: argument `arg` (sub == WHOLE), the function it must
 * be (FUNCTION), or that function's argument `sub`. */
enum { GDL_WHOLE = -1, GDL_FUNCTION = -2 };
typedef struct {
    uint32_t arg;
    int sub;
    const char *name;
    uint32_t n;
} GdlKey;

typedef struct {
    uint32_t nkey;
    GdlKey *key;
    uint32_t *slot; /* head of the chain plus one, by hash */
    size_t cap, distinct;
    VEC(uint32_t) atom, next, hash;
} GdlIndex;

typedef struct {
    VEC(uint32_t) member; /* atoms met */
    VEC(GdlIndex *) index;
} GdlStore;

typedef enum { GDL_STEP_SCAN, GDL_STEP_HOLDS, GDL_STEP_ABSENT, GDL_STEP_COMPARE } GdlStepKind;

typedef struct {
    GdlStepKind kind;
    uint32_t literal;
    GdlIndex *index; /* SCAN: NULL for all members */
} GdlStep;

typedef struct {
    bool made;
    uint64_t stamp; /* atoms met when it was made */
    GdlStep *step;
    uint32_t nstep;
} GdlPlan;

typedef struct {
    const GdlRule *rule;
    GdlPattern *head;
    GdlPattern **body;
    bool *live; /* by literal: positive, and of a relation still growing */
    GdlPlan *plan; /* by literal that is matched first; the last: none */
} GdlJoinRule;

struct GdlJoin;
typedef void GdlFound(struct GdlJoin *join, const GdlJoinRule *rule);

typedef struct GdlJoin {
    GdlGround *ground;
    GdlStore *store; /* by relation */
    bool *live;      /* by relation */
    uint64_t met;    /* atoms met so far */
    uint32_t bind[256]; /* terms by variable, 0: none */
    uint32_t trail[1024];
    uint32_t ntrail;
    uint32_t used[256]; /* atom by body literal of the instance found */
    uint32_t current;  /* atom matched first, UINT32_MAX: none */
    uint32_t first;    /* and its literal */
    GdlFound *found;
    bool stopped;      /* over a limit */
    uint64_t steps;    /* so far: atoms tried for a literal, tests, instances found */
    GdlLimits limits;
    size_t most_atoms, most_clauses; /* 0: no limit but those */
} GdlJoin;

GdlPattern *gdl_pattern(GdlGround *ground, GdlExpr *const *expr, uint32_t n);
/* The term that the pattern means now; 0: something is not bound, or there is no
 * such term and it is not to be entered. */
uint32_t gdl_instance(GdlJoin *join, const GdlPattern *pattern, bool enter);
/* The same for an atom, plus one. */
uint32_t gdl_instance_atom(GdlJoin *join, uint32_t relation, const GdlPattern *arg, bool enter);

/* Adds a new atom to its relation's members and indexes (index.c). */
void gdl_store_add(GdlJoin *join, uint32_t atom);
GdlIndex *gdl_index(GdlJoin *join, uint32_t relation, const GdlKey *key, uint32_t nkey);
uint32_t gdl_index_first(const GdlJoin *join, const GdlIndex *index, const GdlPattern *arg);

/* Makes or renews the plan for matching literal `first` first (nbody: none). */
const GdlPlan *gdl_plan(GdlJoin *join, GdlJoinRule *rule, uint32_t first);
/* All instances of the rule; with `first` < nbody those where that literal is
 * `atom` and other live literals were met before. */
void gdl_join(GdlJoin *join, GdlJoinRule *rule, uint32_t first, uint32_t atom);

#endif
