/* vector.h - words of all lanes in LLVM's terms: loads, stores, logic, small loops. */
#ifndef LUDC_LANES_VECTOR_H
#define LUDC_LANES_VECTOR_H

#include "backends/lanes/code.h"
#include "backends/machine/machine.h"

typedef struct {
    LLVMContextRef cx;
    LLVMModuleRef module;
    LLVMBuilderRef b;
    unsigned lanes, bytes; /* of a word */
    bool ternary;          /* any function of three words is one instruction */
    Type none, i1, i32, i64, ptr, word;
    Value zero, ones;
} Vector;

/* A loop from 0 to n, less one, that hands words on from one time to the next. */
typedef struct {
    Value i;        /* within: which time */
    Value value[4]; /* within: what was handed on; behind the end: the last */
    unsigned nvalue;
    Block head, body, after;
} VectorLoop;

void vector_begin(Vector *v, LLVMContextRef cx, LLVMModuleRef module, const Target *target, const LaneTarget *lanes);
void vector_end(Vector *v);

Value vector_at(Vector *v, Value base, uint32_t word); /* pointers to a word of an array */
Value vector_at_index(Vector *v, Value base, Value i);
Value vector_load(Vector *v, Value base, uint32_t word);
Value vector_load_at(Vector *v, Value base, Value i);
void vector_store(Vector *v, Value value, Value base, uint32_t word);
void vector_store_at(Vector *v, Value value, Value base, Value i);
/* An array on the stack of the present function, with room for n words. */
Value vector_space(Vector *v, uint32_t n);

Value vector_splat(Vector *v, uint64_t n);
Value vector_not(Vector *v, Value a);
Value vector_rotate(Vector *v, Value a, unsigned by);
Value vector_ones(Vector *v, Value a); /* how many ones, for each 64 lanes */
Value vector_any(Vector *v, Value a);

/* Bit 2a + b of the table is the value; out of a LaneCell's table, whose third input is any. */
Value vector_of_two(Vector *v, unsigned table, Value a, Value b);
unsigned vector_table_of_two(uint8_t table);
/* Bit 4a + 2b + c. */
Value vector_of_three(Vector *v, uint8_t table, const Value *in);

VectorLoop vector_loop(Vector *v, uint32_t n, const Value *first, unsigned nvalue);
/* Ends, too, when the word is zero in all lanes. */
VectorLoop vector_loop_while(Vector *v, uint32_t n, Value first);
void vector_loop_end(Vector *v, VectorLoop *loop, const Value *next, unsigned nvalue);

#endif
