/* limit.h - how much a compilation may take: bytes of memory, and steps of work.
 *
 * Time is no limit: what one machine can do another can.  All stages draw from one limit: whatever takes memory of an arena,
 * given back or not, takes a step for each LIMIT_BYTES_A_STEP; what works long without it says so by limit_work.  Arenas of one limit count together.  What goes beyond it leaves
 * the function that limit_run called, by longjmp, and arenas that were made in it are freed; so what runs in it keeps
 * nothing but arenas, and locks nothing.  Memory that the system does not have is beyond it, too. */
#ifndef LUDC_LIMIT_H
#define LUDC_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* LIMIT_MEMORY: the system has no more. */
typedef enum { LIMIT_NOTHING, LIMIT_BYTES, LIMIT_STEPS, LIMIT_MEMORY } LimitKind;

typedef struct Limit Limit;
enum { LIMIT_BYTES_A_STEP = 64 };

/* 0: no limit.  Freed with limit_drop, once the arenas are gone, too. */
Limit *limit_new(size_t bytes, uint64_t steps);
void limit_drop(Limit *limit);
void limit_set(Limit *limit, size_t bytes, uint64_t steps);
size_t limit_most_bytes(const Limit *limit);
uint64_t limit_most_steps(const Limit *limit);

/* Calls fn(data).  What it went beyond; LIMIT_NOTHING: it returned. */
LimitKind limit_run(Limit *limit, void (*fn)(void *data), void *data);
/* So many steps more; does not return where they are too many and limit_run is under way.  NULL is allowed. */
void limit_work(Limit *limit, uint64_t steps);

#endif
