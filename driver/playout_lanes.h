/* playout_lanes.h - the subcommand playout by the back end lanes. */
#ifndef LUDC_DRIVER_PLAYOUT_LANES_H
#define LUDC_DRIVER_PLAYOUT_LANES_H

#include "driver/options.h"

/* The exit code. */
int playout_lanes(const Options *options);

#endif
