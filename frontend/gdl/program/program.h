/* program.h - a rule sheet as a Datalog program: relations, rules, literals.
 *
 * Disjunctions are gone: a rule with `or` has become several.  A fact is a rule
 * without a body.  Names are interned; a relation is a name and a number of
 * arguments. */
#ifndef LUDC_GDL_PROGRAM_H
#define LUDC_GDL_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/session.h"
#include "base/vec.h"
#include "frontend/gdl/gdl.h"

/* A term of a rule: a variable, a constant (n == 0) or a function of terms. */
typedef struct GdlExpr {
    Span at;
    const char *name; /* of the variable (with ?), the constant, the function */
    int var;          /* number within the rule, or -1 */
    uint32_t n;
    struct GdlExpr **arg;
} GdlExpr;

/* The relations that the language itself knows, in this order in every program. */
typedef enum {
    GDL_ROLE, GDL_INIT, GDL_TRUE, GDL_NEXT, GDL_DOES, GDL_LEGAL, GDL_GOAL, GDL_TERMINAL,
    GDL_BASE, GDL_INPUT, GDL_DISTINCT, GDL_KEYWORDS
} GdlKeyword;

/* What a relation's truth depends on.  Each kind may depend on those before it. */
typedef enum {
    GDL_STATIC, /* nothing: the same in every state */
    GDL_STATE,  /* `true` */
    GDL_ACTION  /* `true` and `does` */
} GdlDependence;

typedef struct {
    const char *name;
    uint32_t arity;
    Span at;         /* where it is first met, {0,0} for a keyword never used */
    uint32_t nrule;  /* rules with this head */
    bool used;       /* stands in some body */
    bool needed;     /* the course of the game may depend on it */
    bool domain;     /* made by splitting: holds for all that could ever fit */
    bool fragile;    /* on a cycle of relations that has a negation in it */
    GdlDependence dependence;
    uint32_t stratum; /* number of its strongly connected component; a relation's
                         component comes after those it depends on */
} GdlRelation;

/* relation GDL_DISTINCT: the two arguments differ (negated: are equal). */
typedef struct {
    Span at;
    bool negated;
    uint32_t relation;
    GdlExpr **arg; /* as many as the relation's arity */
} GdlLiteral;

typedef struct {
    Span at;
    GdlLiteral head; /* never negated */
    uint32_t nbody;
    GdlLiteral *body;
    uint32_t nvar;
    const char **var; /* names */
} GdlRule;

typedef struct GdlProgram {
    Session *session;
    VEC(GdlRelation) relation;
    VEC(GdlRule) rule;
    VEC(const char *) role; /* in the order of the sheet, where given as facts */
    VEC(Span) role_at;      /* of each, where it is first given */
    uint32_t nstratum;
    const Ast *sheet;
} GdlProgram;

/* Program text, one rule a line (print.c). */
void gdl_print_expr(const GdlExpr *expr, Out *out);
void gdl_print_literal(const GdlProgram *program, const GdlLiteral *literal, Out *out);
void gdl_print_rule(const GdlProgram *program, const GdlRule *rule, Out *out);

/* The number of the relation of that name and arity, entered when it is new. */
uint32_t gdl_relation(GdlProgram *program, const char *name, uint32_t arity, Span at);

/* Steps of gdl_program; false with diagnostics. */
bool gdl_read_rules(GdlProgram *program, const Ast *sheet);      /* rules.c */
bool gdl_check_arities(GdlProgram *program);   /* arity.c */
bool gdl_check_safety(const GdlProgram *program);                /* safety.c */
bool gdl_find_strata(GdlProgram *program);                       /* strata.c */
bool gdl_check_keywords(const GdlProgram *program);              /* keywords.c */
void gdl_check_recursion(const GdlProgram *program);             /* recursion.c */
void gdl_check_names(const GdlProgram *program);                 /* names.c */
void gdl_check_roles(const GdlProgram *program);                 /* names.c, the part about roles: where rules are wrong otherwise */

/* What depends on a relation that is not static is not static either. */
void gdl_wake(GdlProgram *program); /* strata.c */

/* The same game, where facts that no rule changes are asked of the start; its terms
 * and names are those of the program (freeze.c). */
const GdlProgram *gdl_freeze(const GdlProgram *program);

/* The name that is most like the word without being it, or NULL. */
const char *gdl_nearest(const char *word, const char *const *name, size_t n);

/* What would make a sheet right (mend.c).  Other languages' word for one of this one, or NULL. */
const char *gdl_other_word(const char *word);
/* Edits of the newest diagnostic: another word at the head of what stands there; the arguments of a keyword; a goal's value; a
 * variable that nothing binds, where another is meant. */
void gdl_mend_head(const GdlProgram *program, Span at, const char *name, const char *best);
void gdl_mend_arity(const GdlProgram *program, GdlKeyword keyword, Span at);
void gdl_mend_value(const GdlProgram *program, const GdlExpr *value);
void gdl_mend_variable(const GdlProgram *program, const GdlRule *rule, const bool *bound, const GdlExpr *loose);
/* Does b begin on the line on which a ends, behind it? */
bool gdl_same_line(const GdlProgram *program, const Ast *a, const Ast *b);
/* The list of the sheet that stands there; NULL: none does. */
const Ast *gdl_list_at(const Ast *ast, Span at);
/* Edits of the newest diagnostic (mend_rules.c).  (distinct A B C): in pairs.  A fact with variables: a rule that says where they
 * come from.  A relation with one argument more than elsewhere: the one that can go. */
void gdl_mend_distinct(const GdlProgram *program, const Ast *list);
void gdl_mend_open_fact(const GdlProgram *program, const GdlRule *rule);
void gdl_mend_surplus(const GdlProgram *program, uint32_t arity, Span at);
/* One argument less than elsewhere: the one that others have there. */
void gdl_mend_missing(const GdlProgram *program, uint32_t arity, Span at);
/* Warns of somebody for whom a rule has legal moves and who is no role, beside those who are. */
void gdl_mend_unnamed_role(const GdlProgram *program);
/* Edits of the newest diagnostic, that somebody is no role: he is to be one, having a fact at the start as each role has.  false: he has
 * not. */
bool gdl_mend_no_role(const GdlProgram *program, const char *who);
/* The only one of the bound variables that stands once in the rule; NULL: none or several do. */
const char *gdl_lone_variable(const GdlProgram *program, const GdlRule *rule, const bool *bound);
/* A relation that nothing is about holds of moves or of facts: `does` or `true` is meant.  false: it does not. */
bool gdl_mend_asked(const GdlProgram *program, uint32_t relation);
/* Warns of a role that nothing else is about, where rules speak of another one that is spelt like it: that one; NULL: there is none. */
const char *gdl_mend_lone_role(const GdlProgram *program);
/* A relation that nothing is about, but `init` or `next`: it is asked without `true`.  false: it is not that. */
bool gdl_mend_fact(const GdlProgram *program, uint32_t relation);
/* Warns of rules and facts about a relation that is named like facts that `init` and `next` make.  false: none are. */
bool gdl_mend_made(const GdlProgram *program, uint32_t relation);
/* Warns of words that are variables without their mark: `n` or `_n` beside ?n (marks.c). */
void gdl_check_marks(const GdlProgram *program);
/* Is there such a word among the rule's conditions, for a variable of these letters? */
bool gdl_is_unmarked(const GdlProgram *program, const GdlRule *rule, const char *letters);
/* Says of `(+ ?x 1)` and the like what asks for it (mend_sums.c); false: `(?x + 1)`, which is no term. */
bool gdl_mend_sums(const GdlProgram *program, const Ast *sheet);
/* Forms of other languages; false: what is read would be something else. */
/* The same of their brackets: what stands in them and should not, or should. */
bool gdl_check_shapes(const GdlProgram *program, const Ast *sheet);
/* Says of `(roles a b)` and the like, in a sheet without a role, that it should name one each; false: there is none. */
bool gdl_mend_roles(const GdlProgram *program, const Ast *sheet);
/* Says that a role stands without brackets: `(role (robot))`.  false. */
bool gdl_mend_role(const GdlProgram *program, const GdlExpr *name);
/* A relation that nothing is about is called `=`: what asks for that.  false: it is not. */
bool gdl_mend_equal(const GdlProgram *program, const char *name);
/* A relation that nothing is about, or nothing asks for, is written `(word)`: it goes without brackets.  false: it is not. */
bool gdl_mend_round(const GdlProgram *program, const char *name);
/* What somebody calls a keyword by another word: `initial`; NULL: nobody does. */
const char *gdl_other_keyword(const char *word);
bool gdl_check_forms(GdlProgram *program, const Ast *sheet);

/* Sets bit v of `set` (nvar booleans) for each variable v in the term. */
void gdl_mark_vars(const GdlExpr *expr, bool *set);
bool gdl_is_ground(const GdlExpr *expr);
bool gdl_same_expr(const GdlExpr *a, const GdlExpr *b);
/* How often the variable stands in the term (freeze.c). */
uint32_t gdl_occurrences(const GdlExpr *expr, int var);
/* false: no values of their variables make both the same (freeze.c). */
bool gdl_can_unify(const GdlExpr *a, const GdlExpr *b);

#endif
