/* build.h - the system's compiler makes a shared object of emitted C. */
#ifndef LUDC_LANES_BUILD_H
#define LUDC_LANES_BUILD_H

#include "backends/lanes/lanes.h"

/* The widest that this processor has: 512 lanes with AVX-512, 256 with AVX2, else 64. */
LaneTarget lane_target_here(void);
/* A target of so many lanes for this processor; false when it has no such words. */
bool lane_target_of(uint32_t lanes, LaneTarget *target);

/* compiler: NULL is "cc".  false with messages: it could not be run, or refused. */
bool lane_build(const Out *text, const char *compiler, const char *path, Out *messages);

#endif
