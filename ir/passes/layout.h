/* layout.h - the parts of pass layout: deciding and replacing (layout.c), what
 * is known of a site's value (layout_facts.c), effects (layout_put.c). */
#ifndef LUDC_IR_LAYOUT_H
#define LUDC_IR_LAYOUT_H

#include "ir/passes/pass.h"

/* A set of values of the field: bit v - lo.  Of a field with more values than
 * LAYOUT_MAX_PLANES a set is any value (1) or none (0): then nothing is known of a site but
 * what stands there. */
typedef uint64_t ValueSet;

enum { LAYOUT_MAX_PLANES = 63, LAYOUT_MAX_MOVERS = 8 };

/* Where the site in a scalar field came from, in one rule. */
enum { HOLDER_OLD = -1, HOLDER_OFF = -2, HOLDER_UNKNOWN = -3, HOLDER_EITHER = -4 };

typedef struct {
    IrPass *pass;
    IrGame *game;
    int field;     /* the per-site field being laid out */
    int planes;    /* new field: one mask for each value kept */
    int space;     /* of its sites */
    int64_t lo;    /* smallest value */
    int nvalue;    /* number of values */
    bool derived;  /* the plane of `lo` is not kept: what no other plane has */
    bool keep;     /* the field itself stays beside the planes */
    bool coarse;   /* too many values for a set of them; then keep */
    ValueSet any;  /* all values */

    /* By rule and parameter: what its site can hold, and what it can be itself,
     * over all places that emit the rule. */
    ValueSet **entry_at, **entry_value;
    bool *emitted;
    int mover; /* field of the mover, or -1 */
    int64_t first_mover;
    int nmover;
    /* At the beginning of the turn, by mover and scalar field: what the site that
     * the field names can hold. */
    ValueSet *turn_at[LAYOUT_MAX_MOVERS];

    /* while a function is rewritten */
    int given;       /* the mover's index, if known; or -1 */
    unsigned others; /* movers that tests above have excluded: bit index */
    bool in_turn;    /* turn_at is about the state at hand */
    int64_t *holder; /* by field, in rules: a local, or one of HOLDER_.. */
    ValueSet *either; /* by field, if its holder is HOLDER_EITHER: what the site can hold */
    IrFn *fn;
    const Ir *header; /* of the rule, before rewriting; NULL after a write */
    size_t nlocal;   /* locals that facts are kept of */
    ValueSet *at;    /* by local: values that its site can have now */
    ValueSet *value; /* by local: values that the local itself can have */
} Layout;

/* The sites whose value is in the set; not coarse. */
Ir *layout_where(Layout *l, ValueSet values);
/* The sites that have value v, any expression. */
Ir *layout_plane(Layout *l, Ir *v);
/* The expression without reads of the field. */
Ir *layout_expr(Layout *l, const Ir *node);

/* ---- facts ------------------------------------------------------------- */

/* The set of one value, given as v - lo. */
ValueSet layout_one(const Layout *l, int64_t index);
/* Is the set one value?  Into *index: v - lo. */
bool layout_single(const Layout *l, ValueSet values, int *index);
/* The values that the expression can have. */
ValueSet layout_values(const Layout *l, const Ir *expr);
/* The values that the site can hold now. */
ValueSet layout_held(const Layout *l, const Ir *site);
/* The values that members of the set can hold; *exact if the set is all sites
 * with those values. */
ValueSet layout_members(const Layout *l, const Ir *set, bool *exact);
/* If the condition depends on the value of one site and nothing else: the site
 * and the values for which it has the given truth. */
bool layout_condition(const Layout *l, const Ir *c, bool truth, const Ir **site,
                      ValueSet *set);
void layout_learn(Layout *l, const Ir *condition, bool truth);
void layout_begin(Layout *l, IrFn *fn);
ValueSet *layout_saved(const Layout *l, Arena *arena);
void layout_restore(Layout *l, const ValueSet *saved);
void layout_meet(Layout *l, const ValueSet *other);
void layout_forget(Layout *l);
/* What the site can hold that the rule has put into the scalar field. */
ValueSet layout_holds(const Layout *l, size_t field);
/* Behind a condition: what the two ways put into each scalar field. */
void layout_meet_holders(Layout *l, const int64_t *holder, const ValueSet *either,
                         const ValueSet *at);

/* ---- statements -------------------------------------------------------- */

/* A body in the order of execution, with facts. */
Ir *layout_statement(Layout *l, const Ir *node);
/* A loop that writes the field at its own members, as writes of sets; NULL: it is none
 * (layout_loop.c). */
Ir *layout_loop(Layout *l, const Ir *loop);
/* What the header of a rule says, if scalar field `given` has `value` (-1: no
 * such assumption). */
void layout_learn_header(Layout *l, const Ir *header, int given, int64_t value);

/* ---- across functions (layout_entry.c) --------------------------------- */

void layout_entries_new(Layout *l);
void layout_note_emission(Layout *l, const Ir *node);
void layout_note_test(Layout *l, const Ir *exists);
/* What is known when a rule's effect begins; then what its end means for the
 * turn. */
void layout_enter_rule(Layout *l);
void layout_note_turn(Layout *l, IrFn *rule);
/* The site field was written: what was known of other moments is void. */
void layout_wrote(Layout *l);

#endif
