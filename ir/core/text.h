/* text.h - what the printer and the reader of the text form share. */
#ifndef LUDC_IR_TEXT_H
#define LUDC_IR_TEXT_H

#include "ir/core/ir.h"

/* How tightly an operation binds; larger is tighter.  The %left lines of read.y
 * are in the same order. */
enum {
    PREC_LOWEST,
    PREC_OR,      /* || */
    PREC_AND,     /* && */
    PREC_COMPARE, /* == != < <= > >= in; does not associate */
    PREC_UNION,   /* | */
    PREC_XOR,     /* ^ */
    PREC_MEET,    /* & and set difference */
    PREC_SUM,     /* + - */
    PREC_PRODUCT, /* * / */
    PREC_PREFIX,  /* ! ~ - */
    PREC_ATOM
};
int ir_precedence(IrOp op);

/* Words with a meaning of their own; a function named like one is called with its
 * name in quotes. */
bool ir_word_reserved(const char *word);
/* Writes a name, quoted unless it is one word. */
void ir_print_name(const char *name, Out *out);

void ir_print_type(const IrGame *game, IrType type, Out *out);
void ir_print_local(const IrFn *fn, int64_t local, Out *out);
void ir_print_field(const IrGame *game, int64_t field, Out *out);
void ir_print_table(const IrGame *game, int64_t table, Out *out);
/* A `{ .. }` after its head, on lines of their own, closed at `depth`. */
typedef struct {
    const IrGame *game;
    const IrFn *fn;
    Out *out;
    bool places; /* a comment before each statement says where the rules say it */
} IrPrinter;
/* A line `; hex.lud:14:9`; nothing if the span is no place. */
void ir_print_place(IrPrinter p, Span span, int depth);
void ir_print_block(IrPrinter p, const Ir *block, int depth);
void ir_print_statement(IrPrinter p, const Ir *node, int depth);

/* The type that an operation which binds a local gives it (a, b: what it runs
 * over): written out only where the local has another one. */
IrType ir_bound_type(const IrGame *game, IrOp op, const Ir *a, const Ir *b);

#endif
