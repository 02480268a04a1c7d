/* write.h - what the writers of the back end `verilog` share: a file of the folder each. */
#ifndef LUDC_VERILOG_WRITE_H
#define LUDC_VERILOG_WRITE_H

#include "backends/verilog/verilog.h"

/* A new file; its text is written through what is returned, until the next one is begun.  The arguments are those
 * of printf, for the path. */
Out *verilog_file(VerilogTree *tree, const char *path, ...) __attribute__((format(printf, 2, 3)));

/* The head of a module's file: what it is, in one line, and of which game. */
void verilog_head(const VerilogInput *in, const char *module, const char *what, Out *out);
/* A comment line about state bit, slot or goal number i: whatever names hold, it stays one comment, which
 * ends with a character of ours (a `\\` at a line's end would join lines). */
void verilog_say_state(const VerilogInput *in, uint32_t i, Out *out);
void verilog_say_slot(const VerilogInput *in, uint32_t i, Out *out);
void verilog_say_goal(const VerilogInput *in, uint32_t i, Out *out);

void verilog_core(const VerilogInput *in, VerilogTree *tree);    /* rtl/IDENT_core.v */
void verilog_step(const VerilogInput *in, VerilogTree *tree);    /* rtl/IDENT_step.v */
void verilog_rtl(const VerilogInput *in, VerilogTree *tree);     /* rtl/, sim/: what is the same for all games */
void verilog_circuit(const VerilogInput *in, VerilogTree *tree); /* circuit.json */
void verilog_host(const VerilogInput *in, VerilogTree *tree);    /* host.txt */
void verilog_board(const VerilogInput *in, VerilogTree *tree);   /* board/, but for the tops; IDENT.core */
void verilog_registers(const VerilogInput *in, VerilogTree *tree); /* registers/ */
void verilog_register_rows(Out *out);                           /* the same as a table of Markdown */
void verilog_formal(const VerilogInput *in, VerilogTree *tree);  /* formal/ */
void verilog_invariants(const VerilogInput *in, VerilogTree *tree); /* formal/: what holds in all positions */
void verilog_texts(const VerilogInput *in, VerilogTree *tree);   /* README.md, Makefile */

#endif
