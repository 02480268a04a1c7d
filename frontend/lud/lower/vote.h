/* vote.h - proposals and votes. */
#ifndef LUDC_LOWER_VOTE_H
#define LUDC_LOWER_VOTE_H

#include "frontend/lud/lower/rule.h"

/* The fields, where the description proposes or votes. */
void lower_vote_state(Lower *l);
/* (is Proposed ..), (is Decided ..); NULL: neither. */
Ir *lower_vote_bool(Lower *l, const Term *t);
/* (propose ..), (vote ..); false: neither. */
bool lower_vote_effect(Lower *l, const Term *t, Ir **writes);
/* Is it one proposal, or one vote? */
bool lower_votes_once(const Term *t);
/* Before all effects of a move: nothing has been decided. */
void lower_vote_opens(Lower *l, Ir **block);
void gen_vote(Lower *l, const Term *t, Ir **block);

#endif
