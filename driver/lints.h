/* lints.h - warnings that come from random games (doc/warnings.md). */
#ifndef LUDC_DRIVER_LINTS_H
#define LUDC_DRIVER_LINTS_H

#include "driver/survey/survey.h"

/* Of texts with more bytes than LINT_TEXT no games are played: no author reads what they would show. */
enum { LINT_GAMES = 200, LINT_CPU_MS = 3000, LINT_TEXT = 200000, LINT_ROUNDS = 1 << 29 };

/* Is a warning on for which games must be played? */
bool lints_wanted(const Diags *diags);
/* Plays `games` games of what the job compiled, for at most LINT_CPU_MS of processor time and LINT_ROUNDS of loops, and files what they show; 0,
 * or an exit code after saying why not.  What never came up is said only of as many games as were asked for. */
int lints_play(Job *job, uint64_t games);
/* Files the warnings that a survey shows. */
void lints_file(Job *job, const Survey *survey);

#endif
