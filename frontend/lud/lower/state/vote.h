/* vote.h - proposals and votes. */
#ifndef LUDC_LOWER_VOTE_H
#define LUDC_LOWER_VOTE_H

#include "frontend/lud/lower/moves/rule.h"

/* The fields, where the description proposes or votes. */
void lower_vote_state(Lower *l);
/* Is it one proposal, or one vote? */
bool lower_votes_once(const Term *t);
/* The text, or the list of texts, that a ludeme proposes or votes for. */
const Term *lower_vote_texts(const Term *t);
/* What the ludeme does with one of them. */
void lower_speak(Lower *l, const Term *t, const Term *text, Ir **block);
/* Before all effects of a move: nothing has been decided. */
void lower_vote_opens(Lower *l, Ir **block);

#endif
