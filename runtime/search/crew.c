/* crew.c - threads that start, rest and end together. */
#include "runtime/search/crew.h"

#include <stdlib.h>
#include <string.h>

Crew *crew_new(ludc_search *boss, ludc_search **helper, uint32_t helpers)
{
    Crew *c = aligned_alloc(64, (sizeof(Crew) + 63) / 64 * 64);
    if (!c)
        return NULL;
    memset(c, 0, sizeof *c);
    c->boss = boss;
    c->helper = helper;
    c->helpers = helpers;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->changed, NULL);
    boss->crew = c;
    for (uint32_t i = 0; i < helpers; i++)
        helper[i]->crew = c;
    return c;
}

void crew_free(Crew *c)
{
    if (!c)
        return;
    pthread_cond_destroy(&c->changed);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

/* ---- resting --------------------------------------------------------------------- */

void crew_rest(Crew *c)
{
    if (!atomic_load_explicit(&c->halt, memory_order_relaxed))
        return;
    pthread_mutex_lock(&c->lock);
    c->busy--;
    pthread_cond_broadcast(&c->changed);
    while (atomic_load_explicit(&c->halt, memory_order_relaxed))
        pthread_cond_wait(&c->changed, &c->lock);
    c->busy++;
    pthread_mutex_unlock(&c->lock);
}

void crew_halt(Crew *c)
{
    if (c->halted)
        return;
    c->halted = true;
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->halt, true);
    while (c->busy)
        pthread_cond_wait(&c->changed, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

void crew_go(Crew *c)
{
    if (!c->halted)
        return;
    c->halted = false;
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->halt, false);
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

/* ---- running ------------------------------------------------------------------------ */

typedef struct {
    Crew *crew;
    WorkFn *work;
    Job *job;
    pthread_t thread;
    bool started;
} Hand;

static void *begin(void *data)
{
    Hand *h = data;
    h->work(h->job);
    pthread_mutex_lock(&h->crew->lock);
    h->crew->busy--;
    pthread_cond_broadcast(&h->crew->changed);
    pthread_mutex_unlock(&h->crew->lock);
    return NULL;
}

/* Counted before it starts, so that nobody who halts the others overlooks it. */
static void start(Hand *h)
{
    pthread_mutex_lock(&h->crew->lock);
    h->crew->busy++;
    pthread_mutex_unlock(&h->crew->lock);
    h->started = !pthread_create(&h->thread, NULL, begin, h);
    pthread_mutex_lock(&h->crew->lock);
    h->crew->busy -= !h->started;
    pthread_mutex_unlock(&h->crew->lock);
}

void crew_run(Crew *c, WorkFn *work, Job *job)
{
    Hand hand[256];
    for (uint32_t i = 1; i <= c->helpers; i++) {
        hand[i] = (Hand){.crew = c, .work = work, .job = &job[i]};
        start(&hand[i]);
    }
    work(&job[0]);
    for (uint32_t i = 1; i <= c->helpers; i++)
        if (hand[i].started)
            pthread_join(hand[i].thread, NULL);
        else
            work(&job[i]);
}
