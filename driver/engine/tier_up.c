/* tier_up.c - see tier_up.h. */
#include "driver/engine/tier_up.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "driver/engine/trampoline.h"

typedef struct {
    Passing passing;
    Player first;
    LlvmCode code; /* the second; the thread's, until it has taken over */
    MakeOptions options;
    unsigned later_ms;
    Swap swap;
    _Atomic(const Swap *) swapped; /* NULL until then */
    Arena *arena; /* of what follows */
    Session *session;
    IrGame *game; /* the thread's own */
    pthread_t thread;
    bool started;
    bool made; /* the thread's */
    atomic_bool stop; /* nobody plays any more */
    pthread_mutex_t lock;
    bool hurry, ended;   /* under the lock: somebody waits for the thread; it has nothing more to do */
    pthread_cond_t wake; /* stop, hurry or ended have changed */
} Tiers;

/* Do states, moves and columns mean the same? */
static bool alike(const ludc_reasoner *a, const ludc_reasoner *b)
{
    bool same = a->hash == b->hash && a->state_size == b->state_size && a->codes == b->codes &&
                a->ncolumn == b->ncolumn && a->nview == b->nview && !a->candidates == !b->candidates;
    for (uint32_t i = 0; same && i < a->ncolumn; i++)
        same = !strcmp(a->column[i], b->column[i]);
    return same;
}

static void wait_a_while(Tiers *t)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += t->later_ms * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&t->lock);
    while (!atomic_load(&t->stop) && !t->hurry && pthread_cond_timedwait(&t->wake, &t->lock, &until) == 0) {
    }
    pthread_mutex_unlock(&t->lock);
}

static void make_better(void *data)
{
    Tiers *t = data;
    t->made = llvm_code_make(&t->code, t->session, t->game, &t->options, &t->stop);
}

/* Where memory ends, the code that is there plays on. */
static void *compile(void *data)
{
    Tiers *t = data;
    wait_a_while(t);
    if (!atomic_load(&t->stop))
        limit_run(t->session->limit, make_better, t);
    if (t->made && alike(t->first.reasoner, t->code.reasoner)) {
        atomic_store_explicit(&t->passing.current, t->code.reasoner, memory_order_release);
        t->swap = (Swap){.at = clock_ms(), .reasoner = t->code.reasoner, .llvm = &t->code.first.times};
        atomic_store_explicit(&t->swapped, &t->swap, memory_order_release);
    }
    pthread_mutex_lock(&t->lock);
    t->ended = true;
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static void release(void *owned)
{
    Tiers *t = owned;
    pthread_mutex_lock(&t->lock);
    atomic_store(&t->stop, true);
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->lock);
    if (t->started)
        pthread_join(t->thread, NULL);
    llvm_code_release(&t->code); /* first: what is kept of the better code is not kept of the other */
    player_release(&t->first);
    arena_free(t->arena);
    session_free(t->session);
    pthread_cond_destroy(&t->wake);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

static const Swap *swapped(void *owned)
{
    Tiers *t = owned;
    return atomic_load_explicit(&t->swapped, memory_order_acquire);
}

static bool settled(void *owned, bool wait)
{
    Tiers *t = owned;
    pthread_mutex_lock(&t->lock);
    if (wait && t->started) {
        t->hurry = true;
        pthread_cond_broadcast(&t->wake);
        while (!t->ended)
            pthread_cond_wait(&t->wake, &t->lock);
    }
    bool ended = t->ended || !t->started;
    pthread_mutex_unlock(&t->lock);
    return ended;
}

void tiers_begin(Player *player, const IrGame *game, const MakeOptions *options, unsigned later_ms)
{
    Tiers *t = calloc(1, sizeof *t);
    if (!t)
        return; /* the code that is there plays on */
    t->first = *player;
    t->options = *options;
    t->options.soon = false;
    t->later_ms = later_ms;
    t->session = session_new(); /* what goes wrong there is nobody's business */
    limit_set(t->session->limit, limit_most_bytes(game->session->limit), 0);
    t->arena = arena_beside(t->session->arena);
    t->game = ir_game_copy(game, t->arena);
    t->game->session = t->session;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->wake, NULL);
    passing_begin(&t->passing, t->first.reasoner, FN_ALL);
    atomic_store(&t->passing.current, t->first.reasoner);
    t->started = pthread_create(&t->thread, NULL, compile, t) == 0;
    *player = (Player){.reasoner = &t->passing.reasoner, .backend = t->first.backend, .release = release, .owned = t,
                       .swapped = swapped, .settled = settled, .llvm = t->first.llvm};
}
