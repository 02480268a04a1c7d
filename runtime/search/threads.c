/* threads.c - several threads: a tree for each, or one for all. */
#include "runtime/search/threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/search/crew.h"
#include "runtime/search/shared.h"

/* ---- made ------------------------------------------------------------------------ */

/* The seed of the next thread; `other` begins as the search's own. */
static uint64_t next_seed(const ludc_search *s, uint64_t *other) { return s->seed ^ ludc_next_word(other); }

/* Those that search trees of their own. */
static bool new_helpers(ludc_search *s, uint32_t n)
{
    s->helper = calloc(n, sizeof(ludc_search *));
    ludc_search_options o = s->o;
    o.memory /= s->o.threads;
    o.threads = 1;
    uint64_t other = s->seed;
    for (uint32_t i = 0; s->helper && i < n; i++) {
        s->helper[i] = ludc_search_new(s->r, &o, next_seed(s, &other), NULL);
        if (!s->helper[i])
            return false;
    }
    return s->helper && crew_new(s, s->helper, n);
}

/* Searches the tree of s. */
static ludc_search *twin_of(const ludc_search *s, uint64_t seed)
{
    ludc_search *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->r = s->r;
    w->o = s->o;
    w->select = s->select;
    w->kernel = s->kernel;
    w->way = s->way;
    w->players = s->players;
    w->unit = s->unit;
    w->slice = s->slice;
    w->seed = seed;
    memcpy(w->log, s->log, sizeof w->log);
    if (search_take_lists(w))
        return w;
    search_free_lists(w);
    free(w);
    return NULL;
}

static bool new_twins(ludc_search *s, uint32_t n)
{
    uint64_t other = s->seed;
    s->twin = calloc(n, sizeof(ludc_search *));
    for (uint32_t i = 0; s->twin && i < n; i++)
        if (!(s->twin[i] = twin_of(s, next_seed(s, &other))))
            return false;
    if (!s->twin || !crew_new(s, s->twin, n) || !(s->shared = shared_new(s, s->crew)))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!(s->twin[i]->shared = shared_new(s, s->crew)))
            return false;
    return true;
}

bool threads_new(ludc_search *s)
{
    uint32_t n = s->o.threads - 1;
    if (!n || !s->select)
        return true;
    return shared_wanted(&s->o) ? new_twins(s, n) : new_helpers(s, n);
}

void threads_free(ludc_search *s)
{
    for (uint32_t i = 0; s->helper && i + 1 < s->o.threads; i++)
        ludc_search_free(s->helper[i]);
    for (uint32_t i = 0; s->twin && i + 1 < s->o.threads; i++) {
        if (!s->twin[i])
            continue;
        shared_free(s->twin[i]->shared);
        search_free_lists(s->twin[i]);
        free(s->twin[i]);
    }
    shared_free(s->shared);
    free(s->helper);
    free(s->twin);
    if (s->helper || s->twin) /* a helper's crew is that of its boss */
        crew_free(s->crew);
    s->helper = s->twin = NULL;
    s->crew = NULL;
    s->shared = NULL;
}

uint64_t threads_bytes(const ludc_search *s)
{
    if (!s->select || !shared_wanted(&s->o))
        return 0;
    uint64_t lists = 4 * (uint64_t)s->room + s->r->codes / 8 + 2 * (uint64_t)s->r->state_size;
    if (s->r->joint)
        lists += (uint64_t)MAX_DEPTH * s->players * 8 + 8 * (uint64_t)s->room;
    return (s->o.threads - 1) * (sizeof *s + lists) + s->o.threads * shared_bytes(s);
}

ludc_status threads_reseed(ludc_search *s)
{
    uint64_t other = s->seed;
    ludc_status status = LUDC_OK;
    for (uint32_t i = 0; s->helper && i + 1 < s->o.threads && !status; i++)
        status = ludc_search_reseed(s->helper[i], next_seed(s, &other));
    for (uint32_t i = 0; s->twin && i + 1 < s->o.threads; i++) {
        s->twin[i]->seed = next_seed(s, &other);
        s->twin[i]->slice = s->slice;
    }
    return status;
}

ludc_status threads_begin(ludc_search *s, const void *state)
{
    ludc_status status = LUDC_OK;
    for (uint32_t i = 0; s->helper && i + 1 < s->o.threads && !status; i++)
        status = ludc_search_begin(s->helper[i], state);
    for (uint32_t i = 0; s->twin && i + 1 < s->o.threads; i++)
        s->twin[i]->rng = s->twin[i]->seed;
    return status;
}

/* ---- halted ------------------------------------------------------------------------- */

/* What twins counted becomes the first one's; they rest or have ended. */
static void take_in(ludc_search *s)
{
    for (uint32_t i = 0; i + 1 < s->o.threads; i++) {
        ludc_search *w = s->twin[i];
        s->tree.nodes += w->tree.nodes;
        s->iterations += w->iterations;
        s->playouts += w->playouts;
        s->depth_sum += w->depth_sum;
        s->depth_max = w->depth_max > s->depth_max ? w->depth_max : s->depth_max;
        s->seconds += w->seconds;
        s->broken |= w->broken;
        w->tree.nodes = w->iterations = w->playouts = w->depth_sum = 0;
        w->seconds = 0;
    }
    s->tree.used = s->crew->used;
}

/* All others rest, and the tree is the first one's alone. */
static void halt(ludc_search *s)
{
    crew_halt(s->crew);
    if (s->twin)
        take_in(s);
}

void search_quiet(const ludc_search *s)
{
    if (s->crew && s->crew->boss == s && s->crew->asked && !s->crew->halted)
        halt(s->crew->boss);
}

/* ---- a tree for each ------------------------------------------------------------------- */

static void run_own(Job *job) { job->status = search_run_one(job->search, job->iterations, job->end); }

static ludc_status run_trees(ludc_search *s, uint64_t iterations, double end)
{
    uint32_t n = s->o.threads;
    uint64_t each = iterations / n, rest = iterations % n;
    Job job[256];
    for (uint32_t i = 0; i < n; i++) {
        ludc_search *one = i ? s->helper[i - 1] : s;
        job[i] = (Job){.search = one, .iterations = each + (i < rest), .end = end};
        one->watched_run = s->watched_run;
        atomic_store(&one->stop, false);
    }
    crew_run(s->crew, run_own, job);
    ludc_status status = LUDC_OK;
    for (uint32_t i = 0; i < n; i++)
        status = status ? status : job[i].status;
    return status;
}

/* ---- one tree for all -------------------------------------------------------------------- */

/* Takes iterations from those that are left; how many. */
static uint64_t draw(Crew *c, uint64_t want)
{
    uint64_t left = atomic_load(&c->left), some;
    do {
        uint64_t fair = left / (2 * (c->helpers + 1)) + 1; /* that all end at one time */
        some = want < fair ? want : fair;
        some = some < left ? some : left;
    } while (!atomic_compare_exchange_weak(&c->left, &left, left - some));
    return some;
}

/* Between two iterations: false, if the run has ended. */
static bool go_on(ludc_search *s)
{
    Crew *c = s->crew;
    bool boss = c->boss == s;
    if (!boss)
        crew_rest(c);
    else if (atomic_load_explicit(&c->full, memory_order_relaxed) && !s->sated) {
        halt(s);
        search_make_room(s);
        c->used = s->tree.used;
        atomic_store(&c->full, false);
        crew_go(c);
    }
    if (s->broken || (s->o.solver && search_bounds_closed(s, (Place){0, 0})))
        atomic_store(&c->end, true);
    return !atomic_load_explicit(&c->end, memory_order_relaxed);
}

static void run_shared(Job *job)
{
    ludc_search *s = job->search;
    Crew *c = s->crew;
    double began = search_used(), now = search_clock();
    uint64_t part = 1, some;
    s->end = job->end;
    s->late = s->sated = false;
    while (now < job->end && !search_stopped(s) && go_on(s) && !s->late && (some = draw(c, part)) > 0) {
        uint64_t drawn = some;
        for (; some && !s->late && go_on(s); some--)
            shared_iterate(s);
        double then = now;
        now = search_clock();
        part = search_part(s, drawn, now - then, job->end - now);
    }
    s->seconds += search_used() - began;
}

/* Once, until all iterations are done, or something ends it. */
static void run_together(ludc_search *s, uint64_t iterations, double end)
{
    Crew *c = s->crew;
    uint32_t n = s->o.threads;
    Job job[256];
    c->used = s->tree.used;
    c->left = iterations;
    atomic_store(&c->end, false);
    atomic_store(&c->full, false);
    for (uint32_t i = 0; i < n; i++) {
        ludc_search *one = i ? s->twin[i - 1] : s;
        job[i] = (Job){.search = one, .end = end};
        if (i) {
            memcpy(one->root, s->root, s->r->state_size);
            one->tree = s->tree;
            one->tree.nodes = 0;
            one->others = s->others;
            one->constant = s->constant;
            one->broken = false;
            one->depth_max = 0;
            atomic_store(&one->stop, false);
        }
        one->shared->running = true;
    }
    crew_run(c, run_shared, job);
    for (uint32_t i = 0; i < n; i++)
        (i ? s->twin[i - 1] : s)->shared->running = false;
    take_in(s);
    s->tree.full = false;
    s->proved = s->o.solver && search_bounds_closed(s, (Place){0, 0});
}

ludc_status threads_run(ludc_search *s, uint64_t iterations, double end)
{
    if (s->helper)
        return run_trees(s, iterations, end);
    if (!s->twin)
        return search_run_one(s, iterations, end);
    run_together(s, iterations, end);
    while (s->broken && s->constant) {
        if (search_keep_all(s))
            return LUDC_IO;
        run_together(s, iterations, end);
    }
    return LUDC_OK;
}
