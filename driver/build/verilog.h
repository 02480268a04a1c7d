/* verilog.h - games as circuits in Verilog: `build --emit=verilog -o DIR`. */
#ifndef LUDC_DRIVER_BUILD_VERILOG_H
#define LUDC_DRIVER_BUILD_VERILOG_H

#include "backends/verilog/verilog.h"
#include "driver/command.h"

/* Compiles the game and writes the folder; the exit code, after saying why not. */
int verilog_stage(Job *job);

/* The options of engines: 0, or the exit code after saying what is wrong. */
int verilog_options(const Options *options, EngineOptions *engine);
/* What a folder is made of, of a game that bits_compile compiled; the exit code, after saying why not.  `rules` is what
 * in->rules has, of the caller. */
int verilog_input(Job *job, VerilogInput *in, Out *rules);

#endif
