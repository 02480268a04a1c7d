/* hidden.h - what players are not shown. */
#ifndef LUDC_LOWER_HIDDEN_H
#define LUDC_LOWER_HIDDEN_H

#include "frontend/lud/lower/moves/rule.h"

/* Everything (0), or one property: What, Who, State, Value, Rotation, Count. */
enum { HIDDEN_DATA = 7 };
/* The set of sites where that is hidden from a player, or -1; l->sym->hidden is there.  NULL: all. */
int lower_hidden_field(const Lower *l, int data, int player);
const char *lower_hidden_name(int data);

/* The fields, where the description hides something. */
void lower_hidden_state(Lower *l);
void lower_hidden_views(Lower *l);
void lower_start_hidden(Lower *l, const Term *t);
/* What is hidden of a piece goes with it: after it has moved. */
void lower_hidden_goes(Lower *l, Ir **block, const Ir *from, const Ir *to);

#endif
