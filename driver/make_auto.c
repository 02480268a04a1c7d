/* make_auto.c - `auto`: what is quickest to make plays at once; when that has gone on for a
 * while a thread compiles the game through LLVM, and that code takes over between two
 * calls.  States mean the same to both, so a game can begin in one and end in the other.
 * A game that was compiled before is found in the cache and played from the start. */
#include "driver/make_auto.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "driver/make_llvm.h"
#include "driver/makers.h"
#include "driver/passing.h"
#include "ir/plan.h"

enum { LATER_MS = 150 }; /* shorter runs do not pay */

typedef struct {
    Passing passing;
    Player first;
    LlvmCode code;
    unsigned functions; /* that are asked for first */
    _Atomic double swapped_at;
    Arena *arena; /* of what follows */
    Session *session;
    IrGame *game; /* the thread's own */
    pthread_t thread;
    bool started, stop;
    pthread_mutex_t lock;
    pthread_cond_t wake;
} Tiers;

/* ---- the second tier --------------------------------------------------------------- */

/* Do states, moves and columns mean the same? */
static bool alike(const ludc_reasoner *a, const ludc_reasoner *b)
{
    bool same = a->hash == b->hash && a->state_size == b->state_size && a->codes == b->codes &&
                a->ncolumn == b->ncolumn && a->nview == b->nview && !a->candidates == !b->candidates;
    for (uint32_t i = 0; same && i < a->ncolumn; i++)
        same = !strcmp(a->column[i], b->column[i]);
    return same;
}

/* false: nobody plays any more. */
static bool wait_a_while(Tiers *t)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LATER_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&t->lock);
    while (!t->stop && pthread_cond_timedwait(&t->wake, &t->lock, &until) == 0) {
    }
    bool go = !t->stop;
    pthread_mutex_unlock(&t->lock);
    return go;
}

static void *compile(void *data)
{
    Tiers *t = data;
    if (wait_a_while(t) && llvm_code_make(&t->code, t->session, t->game, t->functions) &&
        alike(t->first.reasoner, t->code.reasoner)) {
        atomic_store_explicit(&t->passing.current, t->code.reasoner, memory_order_release);
        atomic_store(&t->swapped_at, clock_ms());
    }
    return NULL;
}

static void start(Tiers *t, const IrGame *game)
{
    t->session = session_new(); /* what goes wrong there is nobody's business */
    t->game = ir_game_copy(game, t->arena);
    t->game->session = t->session;
    t->started = pthread_create(&t->thread, NULL, compile, t) == 0;
}

static void release(void *owned)
{
    Tiers *t = owned;
    pthread_mutex_lock(&t->lock);
    t->stop = true;
    pthread_cond_signal(&t->wake);
    pthread_mutex_unlock(&t->lock);
    if (t->started)
        pthread_join(t->thread, NULL);
    llvm_code_release(&t->code);
    player_release(&t->first);
    if (t->session)
        session_free(t->session);
    arena_free(t->arena);
    pthread_cond_destroy(&t->wake);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

static double swapped(void *owned)
{
    Tiers *t = owned;
    return atomic_load(&t->swapped_at);
}

static bool auto_make(Session *session, IrGame *game, const MakeOptions *options, Player *player)
{
    const Maker *quick = maker_find(NULL);
    if (!llvm_present() || !quick->wants_passes || (game->plan & ~maker_llvm.plans))
        return quick->make(session, game, options, player);
    Tiers *t = calloc(1, sizeof *t);
    if (!t)
        abort();
    t->arena = arena_new();
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->wake, NULL);
    if (options->cache && llvm_code_cached(&t->code, game, options->functions)) {
        *player = (Player){.reasoner = t->code.reasoner, .backend = "llvm", .release = release, .owned = t};
        return true;
    }
    if (!quick->make(session, game, options, &t->first)) {
        release(t);
        return false;
    }
    passing_begin(&t->passing, t->first.reasoner, FN_ALL);
    atomic_store(&t->passing.current, t->first.reasoner);
    t->functions = options->functions;
    start(t, game);
    *player = (Player){.reasoner = &t->passing.reasoner, .backend = "auto", .release = release, .owned = t,
                       .swapped = swapped};
    return true;
}

const Maker maker_auto = {"auto", true, IR_PLAN_ALL | IR_PLAN_FILL, auto_make};
