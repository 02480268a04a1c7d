/* verilog.h - games as circuits in Verilog: `build --emit=verilog -o DIR`. */
#ifndef LUDC_DRIVER_BUILD_VERILOG_H
#define LUDC_DRIVER_BUILD_VERILOG_H

#include "driver/command.h"

/* Compiles the game and writes the folder; the exit code, after saying why not. */
int verilog_stage(Job *job);

#endif
