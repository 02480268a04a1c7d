/* tcc_process.h - generated C through libtcc in a process of its own: for what libtcc.a cannot be
 * linked into, as it is not position independent. */
#ifndef LUDC_DRIVER_MAKE_APART_H
#define LUDC_DRIVER_MAKE_APART_H

#include "driver/engine/compile.h"

/* `tcc` too: the program ludc-tcc, which LUDC_TCC names or which is installed with ludc, writes a shared
 * object that is opened. */
extern const Maker maker_apart;

/* A shared object with a reasoner as a player; false with an error.  `backend` is what made it. */
bool object_open(Session *session, const char *path, const char *backend, Player *player);

#endif
