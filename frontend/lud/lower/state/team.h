/* team.h - teams of players (lower/state/team.c). */
#ifndef LUDC_LOWER_TEAM_H
#define LUDC_LOWER_TEAM_H

#include "frontend/lud/lower/core/lower.h"

/* The teams as the start rules make them: everybody is his own, else. */
void lower_team_facts(Lower *l);
/* A field, where moves change them. */
/* The team that a slot names, if it is one of those there can be; else filed. */
bool lower_team_given(Lower *l, const Term *t, SlotName slot, int64_t *team);
void lower_team_fields(Lower *l);
static inline bool lower_has_teams(const Lower *l)
{
    return l->facts->team != NULL;
}
/* The number of the player's team. */
Ir *lower_team_of(Lower *l, Ir *player);
/* The players of team `number`; without teams the one of that number. */
Ir *lower_team(Lower *l, Ir *number);
/* Does the role stand for a team?  Then its number, as results name it. */
bool role_is_team(const Term *role);
Ir *lower_team_number(Lower *l, const Term *role);
/* The players that the role stands for, where that is about teams; else NULL. */
Ir *lower_team_role(Lower *l, const Term *role);
/* The players that the mover has against him. */
Ir *lower_enemies(Lower *l);
/* Players 1..N. */
Ir *lower_real_players(Lower *l);
/* The players of a (players ..); NULL: the list is none. */
Ir *lower_players_list(Lower *l, const Term *t);
/* The function `mates`, for the turn engine. */
void lower_team_mates(Lower *l);
/* (set Team ..): before the game, and as an effect. */
void lower_start_team(Lower *l, const Term *t);

#endif
