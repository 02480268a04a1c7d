/* features.h - what the parts of `ludc features` share. */
#ifndef LUDC_DRIVER_FEATURES_H
#define LUDC_DRIVER_FEATURES_H

#include "driver/command.h"
#include "runtime/include/ludc_features.h"

/* Reads a set of features, and says with its place what is wrong with it; 0 or the exit code. */
int features_load(Job *job, const char *path, ludc_features **set);
/* The evaluator compiled gets code for the set while the job lasts. */
void features_compile(Job *job, ludc_features *set);
/* For sets that others read, with the same life. */
const struct SweepMaker *features_maker(Job *job);
/* --evaluator and --ties; 0 or EXIT_USAGE. */
int features_options(const Options *options, ludc_feature_options *out);
/* The start, then the moves of --moves; *last: what features see of the last one.  0, or EXIT_WRONG after saying which is wrong. */
int features_play_moves(Job *job, void *state, ludc_feature_move *last);
/* What the library says on standard error, at its place in the set that was read last where it has one; its status as an exit code. */
int features_refused(Job *job, const ludc_error *error);

/* The IR that the evaluator compiled is made of, for the player to move behind --moves (features_ir.h). */
int features_emit(Job *job, ludc_features *set, const ludc_feature_options *options);
/* Random games by every evaluator: one hash of all vectors; EXIT_WRONG and the first difference where two disagree. */
int features_check(Job *job, const ludc_features *set, const ludc_feature_options *options);

#endif
