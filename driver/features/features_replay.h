/* features_replay.h - what features see of recorded games, for ludc replay. */
#ifndef LUDC_DRIVER_FEATURES_REPLAY_H
#define LUDC_DRIVER_FEATURES_REPLAY_H

#include "driver/command.h"
#include "driver/record/trace.h"

typedef struct ReplayFeatures ReplayFeatures;

/* --features; *out is NULL where it was not given.  0 or the exit code; replay_features_free is due in any case.  The
 * functions below do nothing for NULL. */
int replay_features_new(Job *job, ReplayFeatures **out);
void replay_features_free(ReplayFeatures *f);
/* A game begins; a move was played; the moves of a state that belongs to that line of the record. */
void replay_features_start(ReplayFeatures *f);
void replay_features_played(ReplayFeatures *f, const void *before, ludc_move move);
void replay_features_print(ReplayFeatures *f, const TraceForm *form, const void *state, size_t line);

#endif
