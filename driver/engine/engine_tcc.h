/* engine_tcc.h - generated C through libtcc, in memory. */
#ifndef LUDC_DRIVER_MAKE_TCC_H
#define LUDC_DRIVER_MAKE_TCC_H

#include "driver/engine/compile.h"

#ifdef HAVE_LIBTCC
extern const Maker maker_tcc;
#endif

#endif
