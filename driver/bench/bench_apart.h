/* bench_apart.h - a measurement in a process of its own, so that what crashes or hangs there is no more than a row. */
#ifndef LUDC_DRIVER_BENCH_APART_H
#define LUDC_DRIVER_BENCH_APART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Runs fn, whose result is the exit code of the process, and ends it after so many seconds (0: never).  *wrote is what it wrote, from the beginning;
 * the caller closes it.  *status as waitpid has it.  false after saying why: there was no process, and nothing to close. */
bool bench_apart(int (*fn)(void *data, FILE *to), void *data, unsigned seconds, FILE **wrote, int *status);
/* "crashed by signal 11", "gave up after 300 s", "exit code 4"; "" where it ended well. */
void bench_apart_reason(int status, unsigned seconds, char *out, size_t size);

#endif
