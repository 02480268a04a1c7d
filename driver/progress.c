/* progress.c - see progress.h. */
#include "driver/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { QUIET_SECONDS = 2 };

/* Does the subcommand take part in a conversation, print as it goes or say itself how far it is? */
static bool says_itself(const Options *o)
{
    const Command c = o->command;
    return c == CMD_play || c == CMD_ugi || c == CMD_serve || c == CMD_match || c == CMD_train || o->trace || o->has_record ||
           o->sandbox || (c == CMD_perft && isatty(1)) || (c == CMD_bench && isatty(1));
}

static void *show(void *data)
{
    Progress *p = data;
    struct timespec next;
    clock_gettime(CLOCK_REALTIME, &next);
    pthread_mutex_lock(&p->lock);
    for (unsigned seconds = 1; !p->over; seconds++) {
        next.tv_sec++;
        while (!p->over && pthread_cond_timedwait(&p->over_now, &p->lock, &next) != ETIMEDOUT)
            ;
        if (!p->over && seconds >= QUIET_SECONDS)
            fprintf(stderr, "%s: %u s\033[K\r", p->command, seconds);
        else if (p->over && seconds > QUIET_SECONDS)
            fprintf(stderr, "\033[K");
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

void progress_begin(Progress *progress, const Options *options)
{
    *progress = (Progress){.command = options_command(options)};
    if (!isatty(2) || says_itself(options))
        return;
    sigset_t all, before; /* signals are the main thread's */
    pthread_mutex_init(&progress->lock, NULL);
    pthread_cond_init(&progress->over_now, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    progress->runs = pthread_create(&progress->thread, NULL, show, progress) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void progress_end(Progress *progress)
{
    if (!progress->runs)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->over = true;
    pthread_cond_signal(&progress->over_now);
    pthread_mutex_unlock(&progress->lock);
    pthread_join(progress->thread, NULL);
}
