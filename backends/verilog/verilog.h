/* verilog.h - the back end `verilog`: a game in the form *bits* as a circuit in Verilog-2005.
 *
 * What it makes is a folder of files; doc/fpga.md says what is in it. */
#ifndef LUDC_VERILOG_VERILOG_H
#define LUDC_VERILOG_VERILOG_H

#include "backends/verilog/engine.h"
#include "base/tree.h"
#include "ir/logic/bits.h"

/* The first file of a folder, and how it begins: by these a folder of ours is known. */
#define VERILOG_MARK "circuit.json"
#define VERILOG_BEGINS "{\n  \"format\": \"ludc circuit "

/* Bits of a word of the queue, of a register, of what a message is made of. */
enum { VERILOG_WORD = 32 };

typedef struct {
    const BitsGame *game;     /* without loops */
    const Engine *engine;     /* of that game */
    const char *ident;        /* of the modules: an identifier of Verilog */
    uint32_t word;            /* bits of a beat of the stream: VERILOG_WORD, or 2 or 4 times as many */
    const char *const *role;  /* [nrole]: names, or NULL */
    const char *const *move;  /* [nslot]: texts, or NULL */
    const double *payoff;     /* [ngoal]: what a goal is worth to its role; below 0: it counts as no value */
    const Out *rules;         /* a machine in BLIF that compares the network with what it was made from, or NULL */
    uint64_t hash;            /* of the game */
    const char *producer;     /* "ludc 0.1.0" */
} VerilogInput;

typedef struct {
    Arena *arena;
    VEC(TreeFile) file;
} VerilogTree;

/* The modules of rtl/, but for the core: rtl/IDENT_NAME.v. */
typedef struct {
    const char *name;
    bool bytes; /* it stands before the reasoner, and speaks bytes */
} VerilogModule;
enum { VERILOG_MODULES = 14 };
extern const VerilogModule verilog_module[VERILOG_MODULES];

/* An identifier for modules, made from any name: letters, digits and single `_`, a letter first, 60 characters at
 * most. */
const char *verilog_ident(Arena *arena, const char *name);

/* All files.  The texts are malloc'ed: verilog_tree_free. */
void verilog_tree(const VerilogInput *input, VerilogTree *tree);
void verilog_tree_free(VerilogTree *tree);

#endif
