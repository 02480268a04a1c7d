/* sat.h - is there an assignment in which all clauses hold?  A small solver for what is
 * asked about networks of gates: few thousand variables, many easy questions.  Made for
 * ir/logic. */
#ifndef LUDC_BITS_SAT_H
#define LUDC_BITS_SAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* A variable's number times two, plus one when it is negated. */
typedef uint32_t SatLit;

typedef enum { SAT_NEVER, SAT_FOUND, SAT_GIVEN_UP } SatAnswer;

typedef struct Sat Sat;

Sat *sat_new(Arena *arena);
uint32_t sat_variable(Sat *sat);
void sat_clause(Sat *sat, const SatLit *lit, uint32_t n);
/* With these literals true as well; gives up after so many assignments. */
SatAnswer sat_ask(Sat *sat, const SatLit *given, uint32_t n, uint64_t most_work);
/* After SAT_FOUND: the value, of every variable there was. */
bool sat_holds(const Sat *sat, SatLit lit);
/* Assignments made so far, the measure of effort. */
uint64_t sat_work(const Sat *sat);

#endif
