/* fpga.h - ludc fpga: a game's circuit through the tools for programmable logic, and what comes of it.
 *
 * What is found is an object of JSON from the beginning, so that it can be kept and printed again; doc/fpga.md says what
 * its members mean. */
#ifndef LUDC_DRIVER_FPGA_FPGA_H
#define LUDC_DRIVER_FPGA_FPGA_H

#include <jansson.h>

#include "backends/build/tools.h"
#include "driver/build/bits.h"
#include "driver/build/verilog.h"

/* Programs that are needed, or used where they are. */
typedef enum { FPGA_YOSYS, FPGA_NEXTPNR, FPGA_ICETIME, FPGA_ICEPACK, FPGA_ABC, FPGA_NTOOL } FpgaTool;

typedef struct {
    Job *job;
    const char *family;
    bool place, prove;
    bool fill;                    /* as many engines as the device holds */
    const char *path[FPGA_NTOOL]; /* the command's name, NULL: it is not there */
    VerilogInput in;
    Tools tools;
    Out messages;
    json_t *result;
    Out rules;
    Out netlist, bitstream; /* empty: there is none */
    const char *version;    /* of Yosys, as its netlist says, or NULL */
} Fpga;

/* Looks for the programs; 0, or EXIT_IO after naming one that is needed and not there. */
int fpga_find(Fpga *f);
/* What all programs are, by what changes when others take their place. */
void fpga_identity(const Fpga *f, Out *out);

/* Runs a command of tool words in the folder with the circuit; false: it failed. */
bool fpga_run(Fpga *f, FpgaTool tool, const char *const *word);
/* The exit code after a run that failed, and was said. */
int fpga_failed(Fpga *f, FpgaTool tool);
/* A file of the folder. */
const char *fpga_file(Fpga *f, const char *name);
/* Milliseconds of a stage. */
void fpga_took(Fpga *f, const char *stage, double since);

/* The circuit of f->in into the folder, and what it is; the exit code. */
int fpga_circuit(Fpga *f);
/* Netlist, and with f->place placed and routed; the exit code. */
int fpga_synthesise(Fpga *f);
enum { FPGA_FEWER = -1 };
/* FPGA_FEWER: where engines are to fill the device there are too many; the circuit in the folder has one less now. */
int fpga_place(Fpga *f);
/* The proofs of formal/, each with its answer; EXIT_WRONG: one is refuted. */
int fpga_prove(Fpga *f);

/* What was found, for people; speeds: states/s of the same game, 0 where there are none. */
typedef struct {
    double scalar, lanes;
    const char *backend;
    uint32_t nlane;
} FpgaSpeeds;
FpgaSpeeds fpga_speeds(Job *job);
void fpga_print(const Fpga *f, const FpgaSpeeds *speeds, Out *out);

#endif
