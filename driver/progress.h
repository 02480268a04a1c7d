/* progress.h - a line on the terminal that says that work goes on. */
#ifndef LUDC_DRIVER_PROGRESS_H
#define LUDC_DRIVER_PROGRESS_H

#include <pthread.h>

#include "driver/options.h"

typedef struct {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t over_now;
    const char *command;
    bool runs, over;
} Progress;

/* From the second second on standard error says, where it is a terminal, how long the subcommand has been at work.  Not where
 * it talks, prints as it goes or has a line of its own.  The line is short and ends at its beginning, so that what is printed next
 * stands over it. */
void progress_begin(Progress *progress, const Options *options);
void progress_end(Progress *progress); /* the line is gone */

#endif
