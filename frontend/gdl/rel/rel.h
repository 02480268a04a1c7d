/* rel.h - the second way from rules to a game: relations instead of a net; shared
 * by the rel_*.c files.
 *
 * Terms are taken apart until a rule knows nothing but plain words.  What a
 * relation says of terms of one build, like (true (cell ? ? ?)), is a *form*: a
 * relation between members of *classes*, small finite sets of words.  Positions
 * of forms that share a variable somewhere share a class. */
#ifndef LUDC_GDL_REL_H
#define LUDC_GDL_REL_H

#include "frontend/gdl/ground/join.h"

#define REL_NONE UINT32_MAX
enum { REL_MOST_VARS = 200, REL_MOST_ARGS = 40 };

/* ---- what a place may hold (rel/domain.c) ------------------------------------- */

struct RelNode;

typedef struct {
    const char *name;
    uint32_t n;
    struct RelNode **arg;
} RelShape;

/* Words (bits by number of the word) and functions of what their places hold. */
typedef struct RelNode {
    uint64_t *set;
    VEC(RelShape) shape;
} RelNode;

/* ---- the flat program ----------------------------------------------------------- */

/* A set of words; `word` in order, index[w] is a word's place or REL_NONE. */
typedef struct {
    uint32_t n;
    uint32_t *word, *index;
    uint64_t *set;
    int space; /* of the IR, -1: none yet */
} RelClass;

/* How a form's tuples are had. */
typedef enum {
    REL_STATE,  /* facts */
    REL_CHOICE, /* the moves chosen */
    REL_WHOLE,  /* computed whole, once a state */
    REL_KEYED,  /* computed for the values of some arguments, once a state each */
    REL_PURE,   /* a function of all arguments */
    REL_ASKED   /* a procedure with all arguments given, which leaves its answer in a field */
} RelMode;

/* A field that tells, for given arguments `known`, which values argument `target`
 * can have: an array of sets. */
typedef struct {
    uint64_t known;
    uint32_t target;
    int field;
    uint32_t norder;
    uint32_t order[REL_MOST_ARGS]; /* the known arguments, slowest first */
    size_t rows;
} RelLevel;

/* A set of tuples, in the order in which they were found. */
typedef struct {
    VEC(uint32_t) member;
    uint32_t count;
    uint32_t *slot; /* by hash: number + 1 */
    size_t cap;
} RelTuples;

/* The numbers of moves or goals by their arguments: $table[0] by the first ones,
 * each further table by what came out and one more. */
typedef struct {
    uint32_t ntable, first; /* `first` arguments go to the first table */
    int table[REL_MOST_ARGS];
} RelNumber;

typedef struct {
    const char *text; /* its build: `legal _ (move _ _)` */
    uint32_t relation;
    uint32_t n;
    GdlExpr **build;  /* the relation's arguments; a variable's number is an argument's */
    uint32_t *place;  /* elements of the union-find, then: */
    uint32_t *class;  /* the class of each argument */
    const uint64_t **domain; /* the words that each argument may be */
    VEC(uint32_t) rule;
    bool asked;       /* by a rule that matters */
    uint32_t component; /* forms that ask each other; after those it asks */
    bool planned;
    bool recursive, alone; /* asks its component; is all of it */
    RelMode mode;
    uint64_t key;  /* KEYED: arguments */
    bool single;   /* KEYED: kept for the last key only, */
    bool anew;     /* and made anew each time: keys have no numbers */
    uint64_t uses; /* arguments known wherever it is asked */
    VEC(RelLevel) level;
    uint32_t leader; /* WHOLE: the form of its component that names the procedure */
    RelNumber *number; /* LEGAL: by role; GOAL: one; ntable 0: none */
    uint64_t *possible;   /* bits by tuple, last argument fastest; NULL: all */
    RelTuples tuples;     /* LEGAL: those that are possible */
    VEC(uint32_t) needs; /* PURE: WHOLE forms that must be computed before */
    VEC(uint32_t) init;  /* facts at the start: tuples of members */
    uint32_t ninit;
} RelForm;

/* Are the form's tuples kept in levels?  Legal moves are a list, goals a set. */
static inline bool rel_kept(const RelForm *form)
{
    return form->relation != GDL_LEGAL && (form->asked || form->relation != GDL_GOAL);
}

/* An argument: a variable or (var < 0) a member of the place's class. */
typedef struct {
    int var;
    uint32_t member;
} RelArg;

typedef enum { REL_TABLE, REL_FORM, REL_DIFFER } RelKind;

typedef struct {
    RelKind kind;
    bool negated;
    uint32_t of; /* table or form */
    uint32_t n;
    RelArg *arg; /* DIFFER: pairs, some pair of which differs (negated: none does) */
} RelLiteral;

/* What is the same in every state: rows of members, for distinct variables. */
typedef struct {
    const char *key;
    uint32_t n;
    uint32_t class[REL_MOST_ARGS];
    bool any;
    VEC(uint32_t) row;
    VEC(RelLevel) level; /* `field` is a table */
} RelTable;

typedef enum { REL_BIND, REL_TEST, REL_TAKE, REL_LIST } RelStepKind;

/* BIND gives a variable every value that all the literals allow, TEST asks one
 * literal, TAKE reads the move that a role has chosen, LIST those that are legal. */
typedef struct {
    RelStepKind kind;
    uint32_t literal, var;
    uint32_t n;
    uint32_t use[16]; /* BIND: literals; the first one generates */
} RelStep;

typedef struct {
    Span at;
    uint32_t head;
    RelArg *arg;
    uint32_t n;
    RelLiteral *body;
    uint32_t nvar;
    uint32_t class[REL_MOST_VARS];
    VEC(RelStep) step;
    bool recursive; /* asks a form of its own component */
} RelRule;

/* How many values of `target` there are for one of `known`, on average. */
typedef struct {
    const uint32_t *row;
    uint64_t known;
    uint32_t target;
    double value;
} RelFanout;

typedef struct Rel {
    Session *session;
    const GdlProgram *program;
    Arena *arena; /* scratch */
    GdlJoin join; /* its ground holds the terms, and what is static */
    bool *large;  /* by relation: not static after all, being too large */
    bool failed, endless; /* terms within terms without end */

    uint32_t nword, words; /* plain words of the sheet; machine words of their sets */
    VEC(const char *) word;
    VEC(uint32_t) word_of; /* by term */
    RelNode ***node;       /* by relation and argument */
    RelNode ***ask;        /* the same: what it is asked with, */
    bool **free, *asked;   /* unless that is free; and whether it is asked at all */
    RelNode ****cache;     /* by rule and literal */

    VEC(uint32_t) link; /* union-find of places and variables */
    VEC(uint64_t *) link_set;
    uint32_t *link_class;
    VEC(RelClass) class;
    VEC(RelForm) form;
    VEC(RelRule) rule;
    VEC(RelTable) table;
    VEC(RelFanout) fanout;
    uint32_t ncomponent;
} Rel;

/* rel/static.c: what is static, as far as that is not too much. */
void rel_static(Rel *rel);
/* Binds the variables of the pattern; bind[] is 0 where nothing is bound yet. */
bool rel_match(const Rel *rel, const GdlExpr *pattern, uint32_t term, uint32_t *bind);
static inline bool rel_is_static(const Rel *rel, uint32_t relation)
{
    return rel->program->relation.at[relation].dependence == GDL_STATIC && !rel->large[relation] &&
           relation != GDL_LEGAL && relation != GDL_NEXT && relation != GDL_GOAL && relation != GDL_TERMINAL;
}

/* rel/domain.c */
void rel_domains(Rel *rel);
uint32_t rel_word(Rel *rel, const char *name);
uint32_t rel_word_of(Rel *rel, uint32_t term); /* of a term without arguments */
/* What the variables of a rule may be; false if it can never fire. */
bool rel_values(Rel *rel, const GdlRule *rule, RelNode ***cache, RelNode **value);
const RelNode *rel_node(const Rel *rel, uint32_t relation, uint32_t arg);
const RelShape *rel_shape(const RelNode *node, const char *name, uint32_t n);
bool rel_node_empty(const Rel *rel, const RelNode *node);

/* rel/flat.c, rel/class.c: forms, classes and rules. */
void rel_flatten(Rel *rel);
/* A rule whose variables stand for plain words, and the forms of its literals. */
typedef struct {
    const GdlRule *rule;
    uint32_t link;  /* of its first variable */
    uint32_t *form; /* of the literals, the head last; REL_NONE: static, distinct */
    RelNode **value;
} RelDraft;
uint32_t rel_link(Rel *rel, const uint64_t *set);
void rel_unite(Rel *rel, uint32_t a, uint32_t b);
void rel_classes(Rel *rel);
void rel_finish_rule(Rel *rel, const RelDraft *draft);
void rel_leaves(GdlExpr *const *arg, uint32_t n, const GdlExpr **leaf, uint32_t *count);
static inline bool rel_has(const uint64_t *set, uint32_t i) { return set[i / 64] >> (i % 64) & 1; }
static inline void rel_set(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << (i % 64); }
static inline uint32_t rel_size(const Rel *rel, uint32_t class) { return rel->class.at[class].n; }

/* rel/unfold.c */
void rel_unfold(Rel *rel);

/* rel/mode.c: how forms are had; plans all rules. */
void rel_modes(Rel *rel);
uint64_t rel_all(uint32_t n);

/* rel/slot.c: what is kept for one key only, so that the state fits. */
void rel_slots(Rel *rel);
/* From now on for one key: rows are told apart by what is no key. */
void rel_keep_one(const Rel *rel, RelForm *form);

/* rel/plan.c: in which order bodies are matched. */
void rel_plan_rule(Rel *rel, RelRule *rule, uint64_t given);
/* The level that tells `target` for the arguments `known`; made when it is new. */
RelLevel *rel_form_level(Rel *rel, RelForm *form, uint64_t known, uint32_t target);
RelLevel *rel_table_level(Rel *rel, RelTable *table, uint64_t known, uint32_t target);
/* Arguments of the literal that are constants or bound variables. */
uint64_t rel_known(const RelLiteral *literal, const bool *bound);

/* rel/possible.c: which tuples of legal moves can come at all. */
void rel_possible(Rel *rel);

/* rel/lower.c, rel/code.c */
struct IrGame;
struct IrGame *rel_lower(Rel *rel, const char *name, unsigned offers);

/* Something with a name: a fact, a move, a goal. */
typedef struct {
    const char *name;
    uint32_t form;
    uint32_t at; /* of its members in `tuple` */
} RelNamed;

typedef struct {
    RelNamed *at;
    uint32_t n;
} RelNames;

typedef struct {
    Rel *rel;
    struct IrGame *game;
    Out text;       /* functions, as the text of the IR */
    uint32_t nrole; /* roles that play */
    uint32_t most_args; /* of moves, without the role */
    int space_fact, space_goal;
    int *space_move; /* by role */
    RelNames fact, goal, *move;
    VEC(uint32_t) tuple;
    uint32_t label; /* names of locals */
} RelLower;

/* rel/code.c, rel/rule.c: the functions of all forms. */
void rel_code(RelLower *l);
void rel_rule(RelLower *l, RelRule *rule);
/* rel/plane.c: the plane of facts. */
void rel_plane(RelLower *l);
/* rel/name.c: the text of fields, classes and indices. */
const char *rel_class_name(RelLower *l, uint32_t class);
/* The index of a level's row for these arguments (texts). */
const char *rel_index(RelLower *l, const uint32_t *class, const RelLevel *level, const char *const *arg);
/* The level as a set, read: `@f[..]` or `$t[..]`. */
const char *rel_row(RelLower *l, bool table, uint32_t of, const RelLevel *level, const char *const *arg);
const RelLevel *rel_full_level(const RelForm *form);
/* The number of the move or goal with these arguments, those before `from` left out. */
const char *rel_number(RelLower *l, const RelForm *form, const RelNumber *number, uint32_t from, const char *const *arg);
/* The member of a class that names a role; REL_NONE: none does. */
uint32_t rel_player(const RelLower *l, uint32_t class, uint32_t role);
/* The number of a role, from 0, that the member of a class names; REL_NONE: none. */
uint32_t rel_role(const RelLower *l, uint32_t class, uint32_t member);

#endif
