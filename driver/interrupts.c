/* interrupts.c - see interrupts.h. */
#include "driver/interrupts.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t came;
static pthread_t waiting; /* the thread whose system calls are to end */

bool interrupts_pass_on(int signal)
{
    return !pthread_equal(pthread_self(), waiting) && !pthread_kill(waiting, signal);
}

static void note(int signal)
{
    if (interrupts_pass_on(signal))
        return;
    if (came)
        _exit(interrupts_code(signal));
    came = signal;
}

void interrupts_catch(void)
{
    struct sigaction action = {.sa_handler = note};
    waiting = pthread_self();
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int interrupts_came(void) { return came; }

void interrupts_forget(void) { came = 0; }
