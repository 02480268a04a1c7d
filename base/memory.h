/* memory.h - what is done when the system has no more memory.
 *
 * Arenas and limits (limit.h) cover a compilation.  Whoever takes memory besides calls memory_out when there is none: it leaves
 * the innermost memory_run or limit_run of this thread.  Where none is under way it ends the program with exit code 3,
 * a line on standard error, temporary files and children gone; so what a library offers runs in one of the two.
 * Memory that the function held is lost; it holds no lock. */
#ifndef LUDC_MEMORY_H
#define LUDC_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#define MEMORY_GONE "the system has no more memory"

_Noreturn void memory_out(void);
/* Is memory_run or limit_run under way in this thread? */
bool memory_guarded(void);
/* Calls fn(data).  false: memory was out. */
bool memory_run(void (*fn)(void *data), void *data);

#endif
