/* interrupts.c - see interrupts.h. */
#include "driver/interrupts.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t came;

static void note(int signal)
{
    if (came)
        _exit(interrupts_code(signal));
    came = signal;
}

void interrupts_catch(void)
{
    struct sigaction action = {.sa_handler = note};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int interrupts_came(void) { return came; }

void interrupts_forget(void) { came = 0; }
