/* threads.c - trees in threads of their own. */
#include "runtime/search/threads.h"

#include <pthread.h>
#include <stdlib.h>

bool threads_new(ludc_search *s)
{
    uint32_t n = s->o.threads - 1;
    if (!n || !s->select)
        return true;
    s->helper = calloc(n, sizeof(ludc_search *));
    ludc_search_options o = s->o;
    o.memory /= s->o.threads;
    o.threads = 1;
    uint64_t other = s->seed;
    for (uint32_t i = 0; s->helper && i < n; i++) {
        s->helper[i] = ludc_search_new(s->r, &o, s->seed ^ ludc_next_word(&other), NULL);
        if (!s->helper[i])
            return false;
    }
    return s->helper != NULL;
}

void threads_free(ludc_search *s)
{
    for (uint32_t i = 0; s->helper && i + 1 < s->o.threads; i++)
        ludc_search_free(s->helper[i]);
    free(s->helper);
    s->helper = NULL;
}

ludc_status threads_begin(ludc_search *s, const void *state)
{
    ludc_status status = LUDC_OK;
    for (uint32_t i = 0; s->helper && i + 1 < s->o.threads && !status; i++)
        status = ludc_search_begin(s->helper[i], state);
    return status;
}

void threads_stop(ludc_search *s)
{
    for (uint32_t i = 0; s->helper && i + 1 < s->o.threads; i++)
        atomic_store(&s->helper[i]->stop, true);
}

typedef struct {
    ludc_search *search;
    uint64_t iterations;
    double end;
    ludc_status status;
    pthread_t thread;
    bool started;
} Job;

static void *run_job(void *data)
{
    Job *job = data;
    job->status = search_run_one(job->search, job->iterations, job->end);
    return NULL;
}

ludc_status threads_run(ludc_search *s, uint64_t iterations, double end)
{
    uint32_t n = s->helper ? s->o.threads : 1;
    uint64_t each = iterations / n, rest = iterations % n;
    Job job[256];
    for (uint32_t i = 1; i < n; i++) {
        job[i] = (Job){.search = s->helper[i - 1], .iterations = each + (i < rest), .end = end};
        s->helper[i - 1]->watched_run = s->watched_run;
        atomic_store(&s->helper[i - 1]->stop, false);
        job[i].started = !pthread_create(&job[i].thread, NULL, run_job, &job[i]);
    }
    ludc_status status = search_run_one(s, each + (0 < rest), end);
    for (uint32_t i = 1; i < n; i++) {
        if (job[i].started)
            pthread_join(job[i].thread, NULL);
        else
            run_job(&job[i]); /* no thread was to be had */
        status = status ? status : job[i].status;
    }
    return status;
}
