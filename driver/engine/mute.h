/* mute.h - in the place of functions that could not be made. */
#ifndef LUDC_DRIVER_ENGINE_MUTE_H
#define LUDC_DRIVER_ENGINE_MUTE_H

#include "runtime/abi.h"

/* As `like`, but each function gives 0 and leaves the state as it is. */
ludc_reasoner mute_reasoner(const ludc_reasoner *like);

#endif
