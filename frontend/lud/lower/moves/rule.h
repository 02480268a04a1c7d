/* rule.h - making one move rule: what all generators have in common.
 *
 * A rule's leading parameters are the iterators of the loops around it that it
 * reads, bound by the `try` that generates it. */
#ifndef LUDC_LOWER_RULE_H
#define LUDC_LOWER_RULE_H

#include "frontend/lud/lower/core/ask.h"
#include "frontend/lud/lower/core/subfn.h"
#include "frontend/lud/lower/core/lower.h"

enum { MOST_PRIORS = 4 };

typedef struct {
    const Lower *around; /* the scope in the gen that tries it .. */
    Lower in, *l;        /* .. and in the rule; l is where that is */
    const Term *term;
    IrFn *rule;
    Iterators bound_it; /* of the rule before its own sites */
    Iterators prior_it[MOST_PRIORS]; /* what each (do .. next:) around it reads, as it stood there */
    Ir *plane;
    Ir *arg[16];    /* what the gen binds the leading parameters to */
    int narg;
    bool own;       /* moves the piece that l->piece says, from its site */
    Ir *from, *to;  /* for the record of the move; NULL: -1 */
    SiteType type_from, type_to; /* what these are sites of */
    Ir *passed;     /* sites that lie between, for (last Between); NULL: none */
    bool stack;     /* all that is on the site moves */
    bool moves;     /* what stands on the destination is replaced */
    Ir *target;     /* the site asked for by a probe, or NULL */
    int kind;       /* ordinal of the move's decision, as records have it */
    Ir *what;       /* for the record; NULL: 0 */
    Ir *count;      /* for the record; NULL: 1 */
    Ir *level_from, *level_to; /* for the record; NULL: 0 */
    Ir *chosen;     /* the value given to a variable of a puzzle; NULL: none */
    Ir *trait[TRAITS]; /* that the decision names; NULL: none */
} Rule;

/* Ordinals of decisions in records of games; KIND_NONE: nothing is decided. */
enum { KIND_NONE = -1, KIND_ADD = 0, KIND_PASS = 1, KIND_PROPOSE = 6, KIND_VOTE = 7, KIND_REMOVE = 18,
       KIND_SELECT = 19, KIND_PROMOTE = 21, KIND_MOVE = 27, KIND_MOVE_SEVERAL = 28, KIND_STACK = 29,
       KIND_COPY = 30, KIND_SET_NEXT = 39, KIND_SWAP = 41, KIND_SET_VALUE = 43, KIND_TOGGLE = 44,
       KIND_SET_ROTATION = 47 };

/* `plane` of `planes`: which of several like rules tries this one is (its steps
 * in one direction); becomes the parameter read by r->plane.  Gives the scope in the rule, which stands in *r. */
Lower *rule_begin(Rule *r, const Lower *around, const Term *term, const char *name, int planes, int plane);
/* A parameter that is a site; read of it.  All parameters come before any other
 * local, hence before the domain is lowered, which rule_domain then gives. */
Ir *rule_param(Rule *r, const char *name);
/* A parameter from least to most; and in two steps, where guards stand before its values. */
Ir *rule_param_number(Rule *r, const char *name, int64_t least, int64_t most);
void rule_range(Rule *r, const Ir *param);
Ir *rule_param_range(Rule *r, const char *name, int64_t least, int64_t most);
void rule_domain(Rule *r, const Ir *param, Ir *domain);
/* A bound parameter (first in the rule), given by the gen as `value`. */
Ir *rule_bound(Rule *r, const char *name, IrType type, Ir *value);
void rule_when(Rule *r, Ir *condition);
Ir *rule_let(Rule *r, const char *name, Ir *value);
void rule_do(Rule *r, Ir *statement);
void rule_prepend(Rule *r, Ir *writes); /* before what the rule does so far */
/* Values of effects; unsupported (filed) if they are put by in fields. */
void rule_values(Rule *r, const Ir *lets);
/* Where the move starts: the site of the (from ..) clause, or the iterator's;
 * sets r->from and (from), and tests the clause's condition. */
Ir *rule_from(Rule *r, const Term *from);
/* Makes `to` the move's destination and (to). */
void rule_to(Rule *r, Ir *to);
/* `when` it is a site at all. */
void rule_on_board(Rule *r, const Ir *site);
/* Effects of (apply ..), before the main action, from values of the old state. */
void rule_apply(Rule *r, const Term *apply);
/* The same for the effect alone, whatever the clause's condition. */
void rule_apply_effect(Rule *r, const Term *effect);
/* (.. stack:) of a move; false (filed) when it changes. */
bool rule_stack(Rule *r, const Term *t);
/* The piece goes from r->from to r->to. */
void rule_move(Rule *r);
/* Bookkeeping, consequences and record; then `try` it in *block. */
void rule_end(Rule *r, const Term *then, Ir **block);
/* The same for a move that does not count as one: without bookkeeping. */
void rule_end_bare(Rule *r, Ir **block);

/* The bounds of a range known at compile time; false (filed) otherwise. */
bool lower_const_range(Lower *l, const Term *range, int64_t *least, int64_t *most);

/* Atomic actions, appended to *block (semantics 03, section 13). */
void lw_put_piece(Lower *l, Ir **block, Ir *site, Ir *piece, Ir *count, bool known_empty);
/* With the traits given; NULL among them, or negative: as the site has them. */
void lw_put_piece_as(Lower *l, Ir **block, Ir *site, Ir *piece, Ir *count, Ir *const *trait, bool known_empty);
void lw_remove_piece(Lower *l, Ir **block, Ir *site);
/* The piece, or the one on top, becomes another. */
void lw_replace_piece(Lower *l, Ir **block, Ir *site, Ir *piece);
/* With stacks: what is on that level goes, those above sink; or it goes onto the stack `to`
 * (below zero: the one on top, without its traits).  `as_top`: it is the top piece. */
void lw_remove_level(Lower *l, Ir **block, Ir *site, Ir *level, Ir *as_top);
void lw_take_level(Lower *l, Ir **block, Ir *from, Ir *level, Ir *to);
/* So many from the top of the stack; none if there are fewer. */
void lw_take_some(Lower *l, Ir **block, Ir *from, Ir *to, Ir *number);
void lw_insert_piece(Lower *l, Ir **block, Ir *site, Ir *level, Ir *piece, Ir *state_or_null);
/* So many of the piece that is there; none takes it off. */
void lw_set_count(Lower *l, Ir **block, Ir *site, Ir *count);
void lw_set_trait(Lower *l, Ir **block, Trait trait, Ir *site, Ir *level_or_null, Ir *value);
/* The same, but not as an action that a later question may be about. */
void lw_clear_site(Lower *l, Ir **block, Ir *site);
/* An action ended at the site: what (last To afterConsequence:True) asks about. */
void lw_acted(Lower *l, Ir **block, const Ir *site);
void lw_move_piece(Lower *l, Ir **block, Ir *from, Ir *to, Ir *piece_or_null);
/* The same between sites of different types. */
void lw_move_across(Lower *l, Ir **block, SiteType from_type, Ir *from, SiteType to_type, Ir *to);
/* `count` pieces at once; onto others of the same kind or an empty site only. */
void lw_move_pieces(Lower *l, Ir **block, Ir *from, Ir *to, Ir *count);
/* One of the pieces at `from` into the hole `to`, which gets the traits given; NULL: keeps its own. */
void lw_sow_piece(Lower *l, Ir **block, Ir *from, Ir *to, Ir *const *traits_or_null);
void lw_copy_piece(Lower *l, Ir **block, Ir *from, Ir *to);
void lw_swap_pieces(Lower *l, Ir **block, Ir *a, Ir *b, Ir *what_b);

/* Does every member of the mask hold no piece, by the form of the expression? */
bool lw_known_empty(Lower *l, const Ir *mask);

/* Does `reader` read a field that `writer` writes? */
bool lower_clash(Lower *l, const Ir *writer, const Ir *reader);

/* Values of an effect that are needed under a condition only, before all writes. */
void lower_hoist(Lower *l, Ir *cond, const Ir *values, Ir **lets);
/* That player is next: an action that names him. */
void effect_name_next(Lower *l, Ir **writes, Ir *player);

#endif
