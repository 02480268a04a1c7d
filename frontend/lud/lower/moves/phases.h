/* phases.h - parts of the game with rules of their own (lower/moves/phases.c). */
#ifndef LUDC_LOWER_PHASES_H
#define LUDC_LOWER_PHASES_H

#include "frontend/lud/lower/core/lower.h"

/* Files modes that are not supported. */
void lower_check_mode(Lower *l, const Term *mode);
/* Fills `phase`; false: filed. */
bool lower_list_phases(Lower *l, const Term *rules);
/* The phase that each player begins in. */
void lower_first_phases(Lower *l);
/* The statement, where the player is in the phase. */
void lower_in_phase(Lower *l, Ir **block, Ir *player, size_t phase, Ir *statement);
/* The procedure of the turn engine that changes phases. */
void lower_phase_changes(const Lower *outer);

#endif
