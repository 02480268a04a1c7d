/* sym.h - symbolic execution of IR: what the files of ir/logic that do it share.
 *
 * A value is a number, known as cases or in binary, or a set, an edge for each
 * member.  In any execution that makes sense exactly one case holds; what comes of
 * executions that make none (an index out of range behind a false condition) is
 * masked by that condition sooner or later, so it may be anything.
 *
 * Fields and locals are cells.  Both sides of a condition that is not constant are
 * executed, each from the same cells; then what they wrote is joined. */
#ifndef LUDC_BITS_SYM_H
#define LUDC_BITS_SYM_H

#include "ir/logic/net.h"

typedef enum {
    SYM_NOTHING, /* never given a value: whatever suits */
    SYM_CONST,   /* lo */
    SYM_CASES,   /* n values, ascending, and when */
    SYM_BINARY,  /* lo + the number of the n bits, lowest first */
    SYM_SLOTS,   /* a number for each slot of the rule being executed */
    SYM_SET      /* n edges */
} SymKind;

typedef struct {
    int64_t value;
    BitsEdge when;
} SymCase;

typedef struct {
    SymKind kind;
    uint32_t n;
    int64_t lo;
    const SymCase *cases;
    const BitsEdge *bit;   /* BINARY, SET */
    const int64_t *slot;
} Sym;

typedef struct {
    Sym value;
    uint32_t level; /* where its value was last saved */
    uint32_t mark;  /* join: number in the first list, from 1 */
} SymCell;

typedef struct {
    SymCell *cell;
    Sym value;
    uint32_t level;
} SymSaved;

/* What a level wrote. */
typedef struct {
    SymCell *cell;
    Sym value;
} SymWrite;

typedef struct {
    SymWrite *at;
    size_t n;
} SymWrites;

typedef struct SymFrame {
    const IrFn *fn;
    SymCell *local;
    SymCell done; /* has it returned? a bit */
    SymCell result;
} SymFrame;

/* A move that may be emitted: its rule, parameters, and when. */
typedef struct {
    int fn;
    uint32_t code;
    const int64_t *param;
    BitsEdge when;
} SymMove;

typedef struct {
    VEC(SymMove) list;
} SymMoves;

typedef struct SymSink {
    struct SymSink *outer;
    const Ir *keep; /* a condition on the successor, or NULL, with its frame */
    SymFrame *frame;
    VEC(BitsEdge) when; /* of all that came here */
    SymMoves *moves;    /* the outermost of a generator: a list; NULL elsewhere */
} SymSink;

typedef struct {
    const IrGame *game;
    Arena *arena;
    BitsNet *net;
    SymCell **field;
    const int64_t *cap; /* by field: it stays there when it gets so far, or INT64_MAX */
    uint32_t level, nlevel;
    VEC(SymSaved) saved;
    BitsEdge path; /* when this is executed */
    SymSink *sink;
    uint32_t nslot; /* the slots that SYM_SLOTS are about, and when each is chosen */
    const BitsEdge *slot;
    IrCode *code; /* by function */
    BitsEdge *temp; /* sym_temp */
    size_t ntemp;
    uint64_t most_steps;
    uint64_t steps;            /* statements and members, bounded */
    int depth;
    bool unroll;      /* loops too */
    const char *fail; /* why it does not fit */
} SymExec;

enum { SYM_MOST_CASES = 1024 };

void sym_fail(SymExec *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- values (sym_value.c) ------------------------------------------------------- */

Sym sym_const(int64_t value);
Sym sym_bit(SymExec *x, BitsEdge edge);
Sym sym_binary(SymExec *x, int64_t lo, const BitsEdge *bit, uint32_t n);
Sym sym_cases(SymExec *x, SymCase *cases, size_t n); /* any order; equal values are joined */
Sym sym_set(SymExec *x, const BitsEdge *bit, uint32_t n);
BitsEdge *sym_edges(SymExec *x, size_t n); /* n times false */
BitsEdge *sym_edges_of(SymExec *x, const BitsEdge *edge, size_t n); /* a copy */
BitsEdge *sym_temp(SymExec *x, size_t n);  /* until the next call; of any content */

/* As cases; at most SYM_MOST_CASES, else a failure and none. */
const SymCase *sym_as_cases(SymExec *x, Sym value, size_t *n);
bool sym_has_cases(Sym value); /* without much ado */
/* value - lo in n bits, for a lo that no case is below. */
void sym_as_bits(SymExec *x, Sym value, int64_t lo, BitsEdge *bit, uint32_t n);
/* Not of slots. */
void sym_range(const Sym *value, int64_t *lo, int64_t *hi);
BitsEdge sym_truth(SymExec *x, Sym value);
BitsEdge sym_is(SymExec *x, Sym value, int64_t number);
Sym sym_mux(SymExec *x, BitsEdge c, Sym a, Sym b);
/* One of several values, exactly one of which counts: this one where c holds, else what `others` is,
 * SYM_NOTHING for the first. */
Sym sym_one_of(SymExec *x, BitsEdge c, Sym value, Sym others);
Sym sym_plain(SymExec *x, Sym value); /* no slots */
/* A number that is known to be of a type: without bits that would be beyond. */
Sym sym_within(SymExec *x, Sym value, IrType type);
/* The when of the cases that `in` names; few ors. */
BitsEdge sym_when(SymExec *x, const SymCase *cases, size_t n, bool (*in)(int64_t value, const void *data),
                  const void *data);

/* ---- arithmetic (sym_arith.c) --------------------------------------------------- */

Sym sym_arith(SymExec *x, IrOp op, Sym a, Sym b);
BitsEdge sym_compare(SymExec *x, IrOp op, Sym a, Sym b);

/* ---- expressions (sym_num.c, sym_set.c, sym_rows.c) ------------------------------ */

Sym sym_eval(SymExec *x, SymFrame *f, const Ir *node);
BitsEdge sym_holds(SymExec *x, SymFrame *f, const Ir *node);
const BitsEdge *sym_members(SymExec *x, SymFrame *f, const Ir *node);
uint32_t sym_space(const SymExec *x, const Ir *set);
Sym sym_of_set(SymExec *x, SymFrame *f, const Ir *node); /* expressions whose value is a set */
Sym sym_count(SymExec *x, const BitsEdge *set, uint32_t n);

/* The slices of a table that a node may mean. */
typedef struct {
    const IrTable *table;
    size_t start, n; /* elements */
    BitsEdge when;
} SymSlice;
const SymSlice *sym_slices(SymExec *x, SymFrame *f, const Ir *node, size_t *n);
const int32_t *sym_row(const SymSlice *slice, size_t at, size_t *n);
Sym sym_table(SymExec *x, SymFrame *f, const Ir *node); /* a single element */
/* sym_line.c: LINE where it is one of several sites; false: it is asked for each of them. */
typedef struct {
    const SymSlice *slice; /* the rays of each site, by its number */
    size_t n;
    const BitsEdge *set;
    uint32_t size;
    int64_t least, most;
} SymLines;
bool sym_lines(SymExec *x, const SymLines *of, BitsEdge *found);
/* Is a number in the set that an element of a table is? */
BitsEdge sym_in_table(SymExec *x, SymFrame *f, const Ir *node, Sym member);
Sym sym_rows(SymExec *x, SymFrame *f, const Ir *node);  /* RUN LINE SLIDE TOUCHES GROW .. */
bool sym_is_rows(IrOp op);

/* ---- statements (sym_exec.c) ---------------------------------------------------- */

SymFrame sym_frame(SymExec *x, int fn);
void sym_write(SymExec *x, SymCell *cell, Sym value);
uint32_t sym_begin(SymExec *x); /* a level; returns what sym_end needs */
SymWrites sym_end(SymExec *x, uint32_t outer); /* cells are as they were */
void sym_join(SymExec *x, BitsEdge c, SymWrites yes, SymWrites no);
void sym_run(SymExec *x, SymFrame *f, const Ir *node);
/* The same if a condition holds. */
void sym_run_if(SymExec *x, SymFrame *f, BitsEdge c, const Ir *yes, const Ir *no);
Sym sym_call(SymExec *x, SymFrame *f, const Ir *node);
Sym sym_read(SymExec *x, SymFrame *f, int field, const Ir *index);

/* ---- generators (sym_gen.c) ----------------------------------------------------- */

void sym_generate(SymExec *x, SymFrame *f, const Ir *node);
BitsEdge sym_exists(SymExec *x, SymFrame *f, const Ir *node);
void sym_lets(SymExec *x, SymFrame *f);

#endif
