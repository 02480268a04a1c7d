/* pool.c - threads that share out the states of a batch: see pool.h.
 *
 * Each thread has a range of states of its own, the same in every call of the same size, so
 * that states stay in the caches of one processor; who is done with its range helps with the
 * others'.  A thread that waits for work looks out for it a moment before it sleeps, as calls
 * often follow one another within microseconds. */
#include "runtime/pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    MAX_THREADS = 1024,
    MOST = 64,    /* states that are taken at a time */
    PIECES = 16,  /* of a range, at least, where there are so many states */
    LOOKS = 4000, /* before a thread sleeps: some tens of microseconds */
    CACHE_LINE = 64
};

/* What is left of a thread's range. */
typedef struct {
    _Alignas(CACHE_LINE) atomic_size_t next;
    size_t to;
} Share;

typedef struct {
    struct ludc_pool *pool;
    unsigned index; /* of its share; 0 is the caller's */
    pthread_t id;
} Worker;

/* The gate of a job: its number, whether threads may still join, how many others did. */
#define GATE_JOB UINT64_C(0x100000000)
#define GATE_OPEN UINT64_C(0x80000000)
#define GATE_COUNT UINT64_C(0x7fffffff)

struct ludc_pool {
    _Alignas(CACHE_LINE) _Atomic uint64_t gate;
    atomic_bool stop;
    atomic_uint asleep;      /* threads that wait for `wake` */
    atomic_bool caller_waits; /* for `done` */
    atomic_flag busy;        /* it serves a call */
    /* the job; written while the gate is shut and nobody is in it */
    PoolWork *work;
    void *data;
    size_t piece;
    Share *share;   /* [threads] */
    Worker *worker; /* [threads]; the first is the caller */
    unsigned threads;
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
};

static void pause_a_moment(void)
{
#if defined __GNUC__ && (defined __x86_64__ || defined __i386__)
    __builtin_ia32_pause();
#endif
}

/* ---- the work ------------------------------------------------------------------------- */

static void take_from(const ludc_pool *p, Share *share)
{
    for (;;) {
        size_t from = atomic_fetch_add_explicit(&share->next, p->piece, memory_order_relaxed);
        if (from >= share->to)
            return;
        p->work(p->data, from, share->to - from < p->piece ? share->to : from + p->piece);
    }
}

static void take_all(const ludc_pool *p, unsigned first)
{
    for (unsigned i = 0; i < p->threads; i++)
        take_from(p, &p->share[(first + i) % p->threads]);
}

/* ---- threads --------------------------------------------------------------------------- */

/* Until the gate has another job than `seen`, or the pool ends. */
static uint64_t wait_for_job(ludc_pool *p, uint64_t seen)
{
    uint64_t gate = atomic_load(&p->gate);
    for (int i = 0; i < LOOKS && gate / GATE_JOB == seen && !atomic_load_explicit(&p->stop, memory_order_relaxed); i++) {
        pause_a_moment();
        gate = atomic_load(&p->gate);
    }
    if (gate / GATE_JOB != seen)
        return gate;
    pthread_mutex_lock(&p->lock);
    atomic_fetch_add(&p->asleep, 1); /* before the gate is looked at: whoever opens it then sees us */
    while ((gate = atomic_load(&p->gate)) / GATE_JOB == seen && !atomic_load(&p->stop))
        pthread_cond_wait(&p->wake, &p->lock);
    atomic_fetch_sub(&p->asleep, 1);
    pthread_mutex_unlock(&p->lock);
    return gate;
}

static bool join_job(ludc_pool *p, uint64_t gate)
{
    uint64_t job = gate / GATE_JOB;
    while (gate / GATE_JOB == job && gate & GATE_OPEN)
        if (atomic_compare_exchange_weak(&p->gate, &gate, gate + 1))
            return true;
    return false;
}

static void leave_job(ludc_pool *p)
{
    uint64_t before = atomic_fetch_sub(&p->gate, 1);
    if ((before & GATE_COUNT) == 1 && !(before & GATE_OPEN) && atomic_load(&p->caller_waits)) {
        pthread_mutex_lock(&p->lock);
        pthread_cond_signal(&p->done);
        pthread_mutex_unlock(&p->lock);
    }
}

static void *serve(void *data)
{
    const Worker *w = data;
    ludc_pool *p = w->pool;
    uint64_t seen = 0;
    for (;;) {
        uint64_t gate = wait_for_job(p, seen);
        if (atomic_load(&p->stop))
            return NULL;
        seen = gate / GATE_JOB;
        if (join_job(p, gate)) {
            take_all(p, w->index);
            leave_job(p);
        }
    }
}

/* ---- calls ------------------------------------------------------------------------------ */

static void open_gate(ludc_pool *p)
{
    uint64_t job = atomic_load(&p->gate) / GATE_JOB + 1;
    atomic_store(&p->gate, (job & UINT32_MAX) * GATE_JOB | GATE_OPEN);
    if (atomic_load(&p->asleep)) {
        pthread_mutex_lock(&p->lock);
        pthread_cond_broadcast(&p->wake);
        pthread_mutex_unlock(&p->lock);
    }
}

/* Nobody may join any more; waits for those who did. */
static void close_gate(ludc_pool *p)
{
    uint64_t gate = atomic_fetch_and(&p->gate, ~GATE_OPEN);
    for (int i = 0; i < LOOKS && gate & GATE_COUNT; i++) {
        pause_a_moment();
        gate = atomic_load(&p->gate);
    }
    if (!(gate & GATE_COUNT))
        return;
    pthread_mutex_lock(&p->lock);
    atomic_store(&p->caller_waits, true);
    while (atomic_load(&p->gate) & GATE_COUNT)
        pthread_cond_wait(&p->done, &p->lock);
    atomic_store(&p->caller_waits, false);
    pthread_mutex_unlock(&p->lock);
}

void ludc_pool_run(ludc_pool *p, size_t n, PoolWork *work, void *data)
{
    if (!p || p->threads < 2 || n < 2 || atomic_flag_test_and_set_explicit(&p->busy, memory_order_acquire)) {
        if (n)
            work(data, 0, n);
        return;
    }
    size_t each = n / p->threads, rest = n % p->threads, from = 0;
    for (unsigned i = 0; i < p->threads; i++) {
        atomic_store_explicit(&p->share[i].next, from, memory_order_relaxed);
        p->share[i].to = from += each + (i < rest);
    }
    p->work = work;
    p->data = data;
    p->piece = each / PIECES < 1 ? 1 : each / PIECES < MOST ? each / PIECES : MOST;
    open_gate(p);
    take_all(p, 0);
    close_gate(p);
    atomic_flag_clear_explicit(&p->busy, memory_order_release);
}

/* ---- pools ------------------------------------------------------------------------------- */

static unsigned processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : (unsigned)n;
}

static void *lines(size_t bytes) /* whole cache lines */
{
    return aligned_alloc(CACHE_LINE, (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
}

ludc_pool *ludc_pool_new(unsigned threads)
{
    unsigned wanted = threads ? threads : processors();
    if (wanted > MAX_THREADS)
        wanted = MAX_THREADS;
    ludc_pool *p = lines(sizeof *p);
    Share *share = lines(wanted * sizeof *share);
    Worker *worker = calloc(wanted, sizeof *worker);
    if (!p || !share || !worker) {
        free(p);
        free(share);
        free(worker);
        return NULL;
    }
    *p = (ludc_pool){.share = share, .worker = worker, .threads = 1, .busy = ATOMIC_FLAG_INIT};
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    pthread_cond_init(&p->done, NULL);
    unsigned made = 1;
    for (; made < wanted; made++) {
        worker[made] = (Worker){.pool = p, .index = made};
        if (pthread_create(&worker[made].id, NULL, serve, &worker[made]) != 0)
            break;
    }
    p->threads = made; /* published by the first gate */
    return p;
}

void ludc_pool_free(ludc_pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    atomic_store(&p->stop, true);
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 1; i < p->threads; i++)
        pthread_join(p->worker[i].id, NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->wake);
    pthread_cond_destroy(&p->done);
    free(p->worker);
    free(p->share);
    free(p);
}

unsigned ludc_pool_threads(const ludc_pool *p) { return p ? p->threads : 1; }
