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
#include "ir/plan.h"

enum { LATER_MS = 150 }; /* shorter runs do not pay */

typedef struct {
    ludc_reasoner reasoner;                 /* passes calls on to .. */
    _Atomic(const ludc_reasoner *) current; /* .. this one */
    Player first;
    LlvmCode code;
    _Atomic double swapped_at;
    Arena *arena; /* of what follows */
    Session *session;
    IrGame *game; /* the thread's own */
    pthread_t thread;
    bool started, stop;
    pthread_mutex_t lock;
    pthread_cond_t wake;
} Tiers;

/* ---- passing calls on ------------------------------------------------------------ */

static const ludc_reasoner *now(const ludc_reasoner *r)
{
    Tiers *t = r->self;
    return atomic_load_explicit(&t->current, memory_order_acquire);
}

static void pass_init(const ludc_reasoner *r, void *state)
{
    r = now(r);
    r->init(r, state);
}

static uint32_t pass_moves(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    r = now(r);
    return r->moves(r, state, out);
}

static void pass_apply(const ludc_reasoner *r, void *state, uint32_t move)
{
    r = now(r);
    r->apply(r, state, move);
}

static void pass_apply_random(const ludc_reasoner *r, void *state, uint32_t move, uint64_t *rng)
{
    r = now(r);
    r->apply_random(r, state, move, rng);
}

static uint32_t pass_moves_of(const ludc_reasoner *r, const void *state, uint32_t player, uint32_t *out)
{
    r = now(r);
    return r->moves_of(r, state, player, out);
}

static void pass_apply_joint(const ludc_reasoner *r, void *state, const uint32_t *move)
{
    r = now(r);
    r->apply_joint(r, state, move);
}

static uint32_t pass_over(const ludc_reasoner *r, const void *state)
{
    r = now(r);
    return r->over(r, state);
}

static uint32_t pass_mover(const ludc_reasoner *r, const void *state)
{
    r = now(r);
    return r->mover(r, state);
}

static uint32_t pass_rank2(const ludc_reasoner *r, const void *state, uint32_t player)
{
    r = now(r);
    return r->rank2(r, state, player);
}

static void pass_describe(const ludc_reasoner *r, const void *state, uint32_t move, int32_t *out)
{
    r = now(r);
    r->describe(r, state, move, out);
}

static int32_t pass_view(const ludc_reasoner *r, const void *state, uint32_t item, uint32_t index)
{
    r = now(r);
    return r->view(r, state, item, index);
}

static uint32_t pass_playout(const ludc_reasoner *r, void *state, uint64_t *rng, uint32_t limit)
{
    r = now(r);
    return r->playout(r, state, rng, limit);
}

static uint32_t pass_candidates(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    r = now(r);
    return r->candidates(r, state, out);
}

static uint32_t pass_allowed(const ludc_reasoner *r, const void *state, uint32_t move)
{
    r = now(r);
    return r->allowed(r, state, move);
}

static void make_passing(Tiers *t)
{
    ludc_reasoner *r = &t->reasoner;
    *r = *t->first.reasoner;
    r->self = t;
    r->init = pass_init;
    r->moves = pass_moves;
    r->apply = r->apply ? pass_apply : NULL;
    r->moves_of = r->moves_of ? pass_moves_of : NULL;
    r->apply_joint = r->apply_joint ? pass_apply_joint : NULL;
    r->apply_random = r->apply_random ? pass_apply_random : NULL;
    r->over = pass_over;
    r->mover = pass_mover;
    r->rank2 = pass_rank2;
    r->describe = pass_describe;
    r->view = pass_view;
    r->playout = pass_playout;
    r->candidates = r->candidates ? pass_candidates : NULL;
    r->allowed = r->allowed ? pass_allowed : NULL;
}

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
    if (wait_a_while(t) && llvm_code_make(&t->code, t->session, t->game) &&
        alike(t->first.reasoner, t->code.reasoner)) {
        atomic_store_explicit(&t->current, t->code.reasoner, memory_order_release);
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
    if (options->cache && llvm_code_cached(&t->code, t->arena, game)) {
        *player = (Player){.reasoner = t->code.reasoner, .backend = "llvm", .release = release, .owned = t};
        return true;
    }
    if (!quick->make(session, game, options, &t->first)) {
        release(t);
        return false;
    }
    make_passing(t);
    atomic_store(&t->current, t->first.reasoner);
    start(t, game);
    *player = (Player){.reasoner = &t->reasoner, .backend = "auto", .release = release, .owned = t,
                       .swapped = swapped};
    return true;
}

const Maker maker_auto = {"auto", true, IR_PLAN_ALL | IR_PLAN_FILL, auto_make};
