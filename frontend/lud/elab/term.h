/* term.h - a game description in which every ludeme is resolved: which row of
 * ludemes.def, and which argument fills which slot of it.
 *
 * A row of ludemes.def:
 *
 *   LUDEME(move_add, moves, "(move Add [<piece>] <to> [count:<int>] [stack:<boolean>] [<then>])",
 *          "one move per piece and site")
 *
 * identifier, result type, signature, meaning.  LUDEME_TODO has the same form
 * and means: matched and typed, but lowering is not supported yet (exit 4);
 * its signature may end in `...`, which takes any arguments at all.
 *
 * Signature notation (the head and a leading keyword are literal words):
 *   <type>          a mandatory argument, slot named after its type
 *   <name/type>     the same, slot named `name`
 *   label:<type>    must carry that label; the slot is named `label`
 *   label:<name/type>  as above with another slot name
 *   {<type>}        an array of that type (a single element is accepted only if
 *                   another row or type says so)
 *   {{<type>}}      array of arrays
 *   [...]           optional
 *   (a | b)         at most one of the alternatives (exactly one outside [])
 *   Word            a literal keyword (enum constant) that must stand there
 *   ...             any further arguments
 * Arguments keep their order: slots may be skipped, never permuted
 * (doc/ludemes.md); rows of one head are tried in file order, first match wins.
 *
 * types.def lists the types: TYPE(int, "a number or int ludeme", "...").  Enum
 * types list their constants: ENUM(role, "P1 P2 .. Mover Next ...").  A type may
 * include others (INCLUDES(int, number)): an int literal is an `int`, a `dim`,
 * a `float`. */
#ifndef LUDC_TERM_H
#define LUDC_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/session.h"
#include "frontend/sexp/ast.h"

typedef enum {
#define LUDEME(id, type, signature, doc) LUD_##id,
#define LUDEME_TODO(id, type, signature, doc) LUD_##id,
#include "frontend/lud/elab/ludemes.def"
#undef LUDEME
#undef LUDEME_TODO
    LUD_COUNT
} LudId;

/* What slots are called, whatever the row. */
typedef enum {
    SLOT_none,
#define SLOT(name) SLOT_##name,
#include "frontend/lud/elab/slots.def"
#undef SLOT
    SLOT_COUNT
} SlotName;

typedef enum {
    TERM_LUDEME, /* id and slots */
    TERM_INT,    /* number (Off, End, Infinity are resolved to their values) */
    TERM_FLOAT,
    TERM_BOOL, /* number 0 or 1 */
    TERM_ENUM, /* text: the constant as spelled in types.def, e.g. "Mover" */
    TERM_STRING,
    TERM_ARRAY /* slots are the elements */
} TermKind;

typedef struct Term {
    TermKind kind;
    LudId id;        /* TERM_LUDEME */
    const struct Sig *sig; /* TERM_LUDEME: the row's slots (sig.h) */
    const char *type; /* what it is, most precisely: the row's type; "integer",
                         "real", "flag", "string"; an enum's name; an array's
                         element type as wanted there */
    const Ast *ast;  /* with ast->at for diagnostics */
    int64_t number;
    double real;
    const char *text; /* TERM_ENUM, TERM_STRING; interned */
    uint32_t n;       /* slots or elements */
    struct Term **slot; /* by parameter number; NULL where absent */
    uint32_t same;  /* a number that terms written alike share; 0: not numbered */
    uint32_t size;  /* terms in it */
    uint64_t heads; /* bit id % 64 of every ludeme in it; 0: not known */
} Term;

typedef struct {
    const char *id, *type, *signature, *doc;
    bool supported;
} LudRow;

const LudRow *lud_row(LudId id);

/* Numbers the terms of a game (term_same.c). */
void term_number_all(Term *root);
/* Are they written alike? */
static inline bool term_same(const Term *a, const Term *b)
{
    return a == b || (a && b && a->same && a->same == b->same);
}

/* The argument in the slot of that name; NULL when absent.  The row has such a slot (table.tap looks at the calls);
 * another one is our bug and aborts. */
Term *term_arg(const Term *term, SlotName slot);
/* Does its row have such a slot, and the term something there? */
bool term_has(const Term *term, SlotName slot);
const char *slot_name(SlotName slot);
/* SLOT_none: no row has one of that name. */
SlotName slot_named(const char *name);
/* Is `term` a ludeme of row `id`?  NULL is not. */
bool term_is(const Term *term, LudId id);
/* false: there is surely no ludeme of row `id` in it, itself included. */
bool term_may_hold(const Term *term, LudId id);
/* Is `term` the enum constant `text`? */
bool term_is_enum(const Term *term, const char *text);
static inline Span term_at(const Term *term)
{
    return term->ast->at;
}
void term_print(const Term *term, Out *out); /* --emit=elab */

/* All rows of the ludeme `name` with what they mean; false when there is none,
 * with the nearest names written instead. */
bool lud_explain(const char *name, Out *out);
/* Ludemes and constants, a line each: what it is called, its type, its meaning; with a word only those whose texts have it, in
 * whatever case.  How many there are. */
size_t lud_list(const char *word, Out *out);
/* All of ludemes.def and types.def as doc/ludemes.md. */
void lud_table_markdown(Out *out);

#endif
