/* process.h - a program that answers in lines: started without a shell, spoken to with time limits, ended for sure. */
#ifndef LUDC_DRIVER_PROCESS_H
#define LUDC_DRIVER_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct {
    pid_t pid;   /* 0: there is none; it leads a group of processes of its own */
    int in, out; /* its standard input and output, our ends */
    char *text;  /* what it wrote and nobody read yet */
    size_t begin, end;
    int note; /* for a signal (cleanup.h) */
} Process;

typedef enum {
    PROCESS_OK,
    PROCESS_LATE,    /* nothing came until the deadline */
    PROCESS_STOPPED, /* somebody asked to stop waiting */
    PROCESS_CLOSED,  /* the program is gone, or closed its pipe */
    PROCESS_LONG     /* a line has no end */
} ProcessResult;

enum { PROCESS_LINE = 1 << 16 }; /* the longest line, in bytes */

/* Seconds of the clock since some moment. */
double process_clock(void);
/* PROGRAM ARGS, words as a shell has them, with '..' and ".."; what only a shell understands is given to one.
 * false: it cannot be started, `why` says why. */
bool process_start(Process *process, const char *command, char *why, size_t size);
/* Writes all, or what fits until the deadline (process_clock). */
ProcessResult process_write(Process *process, const char *text, size_t n, double deadline);
/* One line, without its end; it lives until the next call.  `stopped`, if not NULL, is asked every few milliseconds. */
ProcessResult process_line(Process *process, double deadline, int (*stopped)(void *), void *data, char **line);
/* No more than so many bytes of address space beyond what this process takes now, and never more than it may already. */
bool process_limit_memory(uint64_t more);
/* Closes the pipes and waits so many seconds; then whatever is left of its group is killed.  Does nothing twice. */
void process_end(Process *process, double seconds);

#endif
