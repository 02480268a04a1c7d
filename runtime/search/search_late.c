/* search_late.c - when a run ends: by the clock, by who watches it, by who stops it.  Games need not end in random play, so that long
 * playouts ask, too. */
#include <math.h>
#include <time.h>

#include "runtime/search/crew.h"

static double clock_of(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double search_clock(void) { return clock_of(CLOCK_MONOTONIC); }
double search_used(void) { return clock_of(CLOCK_THREAD_CPUTIME_ID); }

/* From the thread of s: helpers end soon. */
static void stop_helpers(ludc_search *s)
{
    for (uint32_t i = 0; s->helper && i + 1 < s->o.threads; i++)
        atomic_store(&s->helper[i]->stop, true);
    if (s->twin)
        atomic_store(&s->crew->end, true);
}

/* Of those that share a tree: has the run ended for all? */
static bool ended_for_all(const ludc_search *s) { return atomic_load_explicit(&s->crew->end, memory_order_relaxed); }

bool search_stopped(ludc_search *s)
{
    Crew *c = s->crew;
    bool boss = !c || c->boss == s;
    if (!boss)
        crew_rest(c);
    if (boss && c)
        c->asked = true;
    if (s->watcher && s->watcher(s->watched, s)) {
        atomic_store(&s->stop, true);
        stop_helpers(s);
    }
    if (boss && c) {
        c->asked = false;
        crew_go(c);
    }
    return atomic_load_explicit(&s->stop, memory_order_relaxed);
}

bool search_late(ludc_search *s)
{
    if (s->shared)
        s->late = ended_for_all(s);
    if (!s->late && s->watched_run)
        s->late = search_stopped(s);
    if (!s->late && !isinf(s->end))
        s->late = search_clock() >= s->end;
    return s->late;
}
