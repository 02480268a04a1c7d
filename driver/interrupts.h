/* interrupts.h - ^C and the wish that the program should end: SIGINT and SIGTERM. */
#ifndef LUDC_DRIVER_INTERRUPTS_H
#define LUDC_DRIVER_INTERRUPTS_H

#include <stdbool.h>

/* From now on the first of these signals is noted and ends system calls that the calling thread waits in; the second one,
 * while the first is noted, ends the program at once. */
void interrupts_catch(void);
/* For handlers of other signals: has it come to another thread (as to one that compiles), and was it sent on to that one? */
bool interrupts_pass_on(int signal);
/* The signal that came; 0: none. */
int interrupts_came(void);
/* It was something else that was meant: forgets it. */
void interrupts_forget(void);
/* What the program exits with then: 128 and the number of the signal, as shells have it. */
static inline int interrupts_code(int signal) { return 128 + signal; }

#endif
