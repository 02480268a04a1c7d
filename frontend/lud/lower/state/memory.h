/* memory.h - what a game remembers: variables, the counter, pending and
 * visited sites, lists of numbers; maps; and what it computes with lists. */
#ifndef LUDC_LOWER_MEMORY_H
#define LUDC_LOWER_MEMORY_H

#include "frontend/lud/lower/moves/rule.h"

/* A number is remembered at most so often. */
enum { MOST_TIMES = 1000 };

/* The fields, as far as the description mentions them. */
void lower_memory_state(Lower *l);
void lower_memory_views(Lower *l);
/* The field of a variable; -1: there is none of that name. */
int lower_variable(Lower *l, const Term *name);
/* The sites that are pending, as a set. */
Ir *lower_pending(Lower *l);
/* (is In ..) of numbers that need not be sites; NULL: of sites. */
Ir *lower_among_numbers(Lower *l, const Term *t);
/* Is what (remember Value .. unique:) names new?  NULL: not known. */
Ir *lower_remembers(Lower *l, const Term *t);
/* Is there anything that (forget Value All) forgets? */
Ir *lower_forgets(Lower *l, const Term *t);
/* Does the effect happen exactly once? */
bool lower_memory_once(const Term *t);
/* Does the effect nothing but forget everything, perhaps on conditions? */
bool lower_memory_forgets(const Term *t);
/* (set RememberValue ..) before the game. */
void lower_start_remember(Lower *l, const Term *t);

/* What a number can be, by the form of the term. */
IrType lower_span(Lower *l, const Term *t);
/* What the ludemes `by` of the whole description write under a name; 1..0: nothing. */
IrType lower_written(Lower *l, LudId by, const Term *name_or_null);

/* ---- lists of numbers (lower/values/array.c) --------------------------------------- */

/* All f(x) for the x of a list put together: op is SUM, MOST, LEAST or UNION. */
typedef Ir *ListValue(Lower *l, Ir *x, void *data);
Ir *lower_over_list(Lower *l, const Term *list, IrOp op, ListValue *f, void *data);
/* Is the number in the list? */
/* How often is the number, a local, in the list? */
Ir *lower_times_in(Lower *l, const Term *list, Ir *x);
/* What its members can be. */
IrType lower_member_span(Lower *l, const Term *list);
Ir *lower_in_list(Lower *l, const Term *list, Ir *x);
Ir *lower_sum_list(Lower *l, const Term *list, IrOp op);
/* The numbers of the list that are sites. */
Ir *lower_sites_of_list(Lower *l, const Term *list);
/* The numbers that (values Remembered ..) has, as a set; *times is the field that says
 * how often each is there, -1 when once. */
Ir *lower_remembered(Lower *l, const Term *t, int *times);

/* ---- maps (lower/values/map.c) ------------------------------------------------------- */

/* Of a key of that span. */
IrType lower_map_span(Lower *l, const Term *t, IrType key);

#endif
