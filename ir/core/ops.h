/* ops.h - the operations of the IR and what their rows in ops.def say of them. */
#ifndef LUDC_IR_OPS_H
#define LUDC_IR_OPS_H

#include <stdbool.h>

typedef enum {
#define OP(name, form, text, operands, more, names, does, result, level, meaning) IR_OP_##name,
#include "ir/core/ops.def"
#undef OP
    IR_OPS
} IrOp;

/* What the number k of a node is. */
typedef enum {
    IR_NAMES_NOTHING,
    IR_NAMES_NUMBER, /* a constant */
    IR_NAMES_LOCAL,  /* the others: an index */
    IR_NAMES_FIELD,
    IR_NAMES_TABLE,
    IR_NAMES_FN,
    IR_NAMES_SPACE
} IrNames;

/* What an operation does; ops.def says what each means. */
enum {
    IR_READS = 1 << 0,
    IR_WRITES = 1 << 1,
    IR_BINDS = 1 << 2,
    IR_ASSUMES = 1 << 3,
    IR_CALLS = 1 << 4,
    IR_EMITS = 1 << 5,
    IR_AHEAD = 1 << 6,
    IR_TURNS = 1 << 7,
    IR_DRAWS = 1 << 8,
    IR_LOOPS = 1 << 9,
    IR_LAZY = 1 << 10,
    IR_RIGID = 1 << 11,
    IR_PARTIAL = 1 << 12,
    IR_PLAYS = 1 << 13
};

typedef struct {
    const char *text;
    const char *form;     /* "INFIX", ... */
    const char *operands; /* a letter for each that is always there, */
    const char *more;     /* and what may follow: "", "i?", "i*" */
    int arity;            /* number of operands; -1: it varies */
    IrNames names;
    unsigned does;
    bool high;
    bool statement;
    const char *name; /* "MAND" */
    const char *meaning;
} IrOpInfo;

extern const IrOpInfo ir_ops[IR_OPS];

static inline const IrOpInfo *ir_op_info(IrOp op) { return &ir_ops[op]; }

/* Does it one of these? */
static inline bool ir_does(IrOp op, unsigned any) { return (ir_ops[op].does & any) != 0; }

/* Does it evaluate an operand for each value of a local that it brings: filter, sum, let(..)? */
static inline bool ir_binds_within(IrOp op) { return !ir_ops[op].statement && ir_does(op, IR_BINDS); }

/* A value that depends on the state: on its own field, or on more than its operands tell. */
static inline bool ir_reads_state(IrOp op)
{
    return (ir_ops[op].names == IR_NAMES_FIELD && ir_does(op, IR_READS)) || ir_does(op, IR_CALLS | IR_ASSUMES | IR_DRAWS);
}

static inline bool ir_is_comparison(IrOp op)
{
    return op == IR_OP_EQ || op == IR_OP_NE || op == IR_OP_LT || op == IR_OP_LE || op == IR_OP_GT || op == IR_OP_GE;
}

#endif
