/* features_draw.h - ludc draw --feature, --set. */
#ifndef LUDC_DRIVER_FEATURES_DRAW_H
#define LUDC_DRIVER_FEATURES_DRAW_H

#include "driver/command.h"
#include "runtime/include/ludc_draw.h"

/* One feature as an SVG, or the heaviest of a set as a page, in the game of the job; 0 or an exit code after saying why not. */
int features_draw(Job *job, const ludc_draw_options *options, Out *out);

#endif
