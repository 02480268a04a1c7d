/* engine_auto.h - playing at once, and faster later. */
#ifndef LUDC_DRIVER_MAKE_AUTO_H
#define LUDC_DRIVER_MAKE_AUTO_H

#include "driver/engine/compile.h"

extern const Maker maker_auto;

#endif
