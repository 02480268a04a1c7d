/* features_build.h - a set of features as part of a program or shared object. */
#ifndef LUDC_DRIVER_FEATURES_BUILD_H
#define LUDC_DRIVER_FEATURES_BUILD_H

#include "backends/build/program.h"
#include "driver/command.h"

/* Files of C for a game that was compiled with its geometry: the set's text, the code of its nets and `ludc_game_features`, which puts them together.
 * *extra gets them, ended by a name NULL; they live with the job's session.  0, or an exit code after saying what is wrong. */
int features_build(Job *job, const char *file, const ProgramExtra **extra);

#endif
