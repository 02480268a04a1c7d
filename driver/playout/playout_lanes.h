/* playout_lanes.h - the subcommand playout by the back end lanes. */
#ifndef LUDC_DRIVER_PLAYOUT_LANES_H
#define LUDC_DRIVER_PLAYOUT_LANES_H

#include "driver/command.h"
#include "driver/engine/engine_lanes.h"

/* --backend lanes; the exit code. */
int playout_lanes(const Options *options);
/* --lanes auto: in lanes or one game at a time, what is measured to be faster. */
int playout_choice(const Options *options);

/* Plays in the lanes of `player`; if they must count longer games they are made again,
 * with the options.  The player is released. */
int play_in_lanes(Job *job, LaneMakeOptions *make, LanePlayer *player);
/* How lanes are to be made by the options: a width, and the other form of the game. */
LaneMakeOptions lanes_options(Job *job);
/* Moves a second of processor time in lanes, played for so long; 0: not for lanes.  *nlane: how many. */
double lanes_speed(Job *job, double seconds, uint32_t *nlane);
/* Compiles the game and plays one game at a time (playout.c): in two steps, and the job
 * must be ended. */
int playout_begin(Job *job, const Options *options);
int playout_play(Job *job);

#endif
