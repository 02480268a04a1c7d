/* vote.h - proposals and votes. */
#ifndef LUDC_LOWER_VOTE_H
#define LUDC_LOWER_VOTE_H

#include "frontend/lud/lower/rule.h"

/* The fields, where the description proposes or votes. */
void lower_vote_state(Lower *l);
/* Is it one proposal, or one vote? */
bool lower_votes_once(const Term *t);
/* Before all effects of a move: nothing has been decided. */
void lower_vote_opens(Lower *l, Ir **block);

#endif
