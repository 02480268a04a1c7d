/* search_late.c - inside long playouts: has the run to end?  Games need not end in random play. */
#include <math.h>
#include <time.h>

#include "runtime/search/threads.h"

bool search_late(ludc_search *s)
{
    if (s->shared)
        s->late = threads_ended(s);
    if (!s->late && s->watched_run)
        s->late = search_stopped(s);
    if (!s->late && !isinf(s->end)) {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        s->late = (double)t.tv_sec + (double)t.tv_nsec * 1e-9 >= s->end;
    }
    return s->late;
}
