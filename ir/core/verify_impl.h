/* verify_impl.h - what the files of the verifier share. */
#ifndef LUDC_IR_VERIFY_IMPL_H
#define LUDC_IR_VERIFY_IMPL_H

#include "ir/core/ir.h"

/* What a body may do. */
typedef enum {
    MAY_READ = 0,
    MAY_WRITE = 1, /* := and procedures */
    MAY_DRAW = 2,
    MAY_EMIT = 4,
    MAY_GUARD = 8, /* param, when: a header */
    MAY_RETURN = 16,
    MAY_TRY = 32,       /* on a copy of the state: play, and procedures that play */
    MAY_EMIT_RAW = 64,  /* emissions, untested */
    MAY_DISCARD = 128
} VerifyRights;

typedef enum { LOCAL_UNKNOWN, LOCAL_FIXED, LOCAL_VARIABLE } VerifyLocal;

typedef struct {
    IrGame *game;
    const IrFn *fn;
    Span at; /* of the declaration that is looked at */
    unsigned rights;
    unsigned char *local; /* VerifyLocal: what is defined here */
    int params;           /* parameters that the header has seen */
    bool failed;
} Verify;

/* Files an error at the node, or at the function; false. */
bool verify_fail(Verify *v, const Ir *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* verify_node.c */
bool verify_value(Verify *v, const Ir *node); /* an expression and all below it */
bool verify_count(Verify *v, const Ir *node); /* has it as many operands as its row says? */
bool verify_names(Verify *v, const Ir *node); /* does what its k names exist? */
/* Are the node's operands of the kinds that its row names?  The operands are sound. */
bool verify_operands(Verify *v, const Ir *node);
/* A set, or a row of numbers: what `for` and `param` run over. */
bool verify_domain(Verify *v, const Ir *node);
/* May a value of this expression go into something of type `into`, named by its
 * sigil and name? */
bool verify_fits(Verify *v, const Ir *value, IrType into, const char *sigil, const char *name);
bool verify_arguments(Verify *v, const Ir *node, const IrFn *fn, int n);
bool verify_index(Verify *v, const Ir *node, int field, const Ir *index_or_null);
bool verify_bind(Verify *v, const Ir *node, VerifyLocal kind);

/* verify_stmt.c */
bool verify_plays(Verify *v, const Ir *node); /* is it where moves are played? */
void verify_statement(Verify *v, const Ir *node);
void verify_block(Verify *v, const Ir *node); /* what it defines ends with it */
bool verify_returns(const Ir *node);          /* on every path */

/* verify_calls.c: nothing may call itself. */
bool verify_calls(Verify *v);

#endif
