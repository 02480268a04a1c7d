/* random.h - the random numbers of engines: what rtl/IDENT_random.v does, in C. */
#ifndef LUDC_VERILOG_RANDOM_H
#define LUDC_VERILOG_RANDOM_H

#include <stdint.h>

enum { RANDOM_BITS = 64 };

/* The numbers of an engine and of a generator in it, of 63 bits, 0 for the first ones: an engine's generator has the sum
 * modulo 2 of both. */
uint64_t engine_random_base(uint32_t engine);
uint64_t engine_random_number(uint32_t k);
/* The bits that a seed begins with, and those of the clock after. */
uint64_t engine_random_seeded(uint64_t seed, uint64_t number);
uint64_t engine_random_next(uint64_t bits);

#endif
