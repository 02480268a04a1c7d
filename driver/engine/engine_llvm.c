/* engine_llvm.c - the LLVM back end as something that plays: machine code in memory, or
 * found in the cache, which needs no LLVM at all.  Of a reasoner only the functions that are
 * asked for are compiled; the others together when one of them is called.  Who wants to play
 * soon begins with code that was made in a hurry (tier_up.h). */
#include "driver/engine/engine_llvm.h"
#include "driver/engine/mute.h"
#include "driver/engine/tier_up.h"
#include "ir/plan/plan.h"

#include <stdlib.h>

/* ---- pieces ------------------------------------------------------------------------ */

static void piece_release(LlvmPiece *piece)
{
    if (piece->object.n && !(piece->better.name && cache_has(&piece->better)))
        cache_store(&piece->entry, &piece->object); /* only now: playing comes first */
    out_free(&piece->object);
    if (piece->program)
        piece->module->release(piece->program);
    cache_close(&piece->code);
    *piece = (LlvmPiece){0};
}

/* Where the code of these functions is kept. */
static void find_places(LlvmPiece *piece, Arena *arena, const IrGame *game, unsigned functions, bool quick)
{
    CacheEntry entry = cache_entry(arena, game, arena_printf(arena, "in memory %x%s", functions, game->checked ? " checked" : ""));
    piece->entry = quick ? cache_variant(arena, &entry, "quick") : entry;
    piece->better = quick ? entry : (CacheEntry){0};
}

static bool piece_cached(LlvmPiece *piece, Arena *arena, const IrGame *game, unsigned functions, bool quick)
{
    find_places(piece, arena, game, functions, quick);
    piece->reasoner = cache_reasoner(&piece->entry, &piece->code, game->session->diags);
    piece->times.quick = quick;
    return piece->reasoner != NULL;
}

static bool piece_make(LlvmPiece *piece, Session *session, IrGame *game, const MakeOptions *make,
                       const atomic_bool *stop)
{
    LlvmOptions options = {.text = {.ident = "game", .shared = true, .describe = true},
                           .functions = make->functions, .quick = make->soon, .stop = stop};
    Out errors = {0};
    piece->module = llvm_open(session);
    if (piece->module && llvm_emit(piece->module, game, &options, LLVM_OBJECT, &piece->times, &piece->object, &errors))
        piece->program = piece->module->load(&piece->object, "ludc_reasoner", &piece->times, &errors);
    if (errors.n)
        session_error(session, (Span){0, 0}, "internal: LLVM refused the game: %s", errors.text);
    out_free(&errors);
    piece->reasoner = piece->program ? piece->module->exported(piece->program) : NULL;
    /* a game may have been too small to hurry: then there is nothing better */
    if (piece->better.name && !piece->times.quick) {
        piece->entry = piece->better;
        piece->better = (CacheEntry){0};
    }
    if (!piece->entry.name || !piece->reasoner)
        out_free(&piece->object);
    return piece->reasoner != NULL;
}

/* ---- the whole ---------------------------------------------------------------------- */

static Arena *arena_of(LlvmCode *code)
{
    if (!code->arena)
        code->arena = arena_new();
    return code->arena;
}

typedef struct {
    LlvmCode *code;
    const MakeOptions *options;
    bool made;
} Making;

static void make_within(void *data)
{
    Making *m = data;
    LlvmCode *code = m->code;
    m->made = (m->options->cache &&
               piece_cached(&code->others, code->arena, code->game, m->options->functions, m->options->soon)) ||
              piece_make(&code->others, code->session, code->game, m->options, NULL);
}

static const ludc_reasoner *make_others(void *data)
{
    LlvmCode *code = data;
    MakeOptions options = code->options;
    options.functions = FN_ALL & ~options.functions;
    pthread_mutex_lock(&code->lock);
    const ludc_reasoner *made = atomic_load(&code->passing.current);
    if (!made) {
        Making m = {code, &options, false};
        limit_run(code->session->limit, make_within, &m);
        if (!m.made) { /* the game as a whole was accepted: what fails now is memory */
            code->mute = mute_reasoner(code->first.reasoner);
            atomic_store(&code->faulty, true);
        }
        made = m.made ? code->others.reasoner : &code->mute;
        atomic_store_explicit(&code->passing.current, made, memory_order_release);
    }
    pthread_mutex_unlock(&code->lock);
    return made;
}

/* `first` is there. */
static void promise_others(LlvmCode *code, const IrGame *game)
{
    unsigned functions = code->options.functions;
    code->reasoner = code->first.reasoner;
    if (!functions)
        return;
    code->session = session_new();
    code->game = ir_game_copy(game, arena_of(code));
    code->game->session = code->session;
    pthread_mutex_init(&code->lock, NULL);
    code->passing.make = make_others;
    code->passing.data = code;
    passing_begin(&code->passing, code->first.reasoner, FN_ALL & ~functions);
    code->reasoner = &code->passing.reasoner;
}

/* What is asked for, and what every game that is played asks for at its end. */
static MakeOptions with_goals(const MakeOptions *options, const IrGame *game)
{
    MakeOptions all = *options;
    if (all.functions && game->joint)
        all.functions |= FN_GOAL;
    return all;
}

bool llvm_code_cached(LlvmCode *code, const IrGame *game, const MakeOptions *options)
{
    code->options = with_goals(options, game);
    options = &code->options;
    if (!options->cache || !piece_cached(&code->first, arena_of(code), game, options->functions, options->soon))
        return false;
    promise_others(code, game);
    return true;
}

bool llvm_code_make(LlvmCode *code, Session *session, IrGame *game, const MakeOptions *options,
                    const atomic_bool *stop)
{
    code->options = with_goals(options, game);
    options = &code->options;
    if (options->cache && !code->first.entry.name)
        find_places(&code->first, arena_of(code), game, options->functions, options->soon);
    if (!piece_make(&code->first, session, game, options, stop))
        return false;
    promise_others(code, game);
    return true;
}

void llvm_code_release(LlvmCode *code)
{
    piece_release(&code->first);
    piece_release(&code->others);
    if (code->session) {
        session_free(code->session);
        pthread_mutex_destroy(&code->lock);
    }
    if (code->arena)
        arena_free(code->arena);
    *code = (LlvmCode){0};
}

/* ---- players -------------------------------------------------------------------------- */

enum { LATER_MS = 50 }; /* until better code is begun */

static void release(void *owned)
{
    if (owned)
        llvm_code_release(owned);
    free(owned);
}

static bool fault_of(void *owned, Fault *fault)
{
    LlvmCode *code = owned;
    if (!atomic_exchange(&code->faulty, false))
        return false;
    *fault = (Fault){.text = "the code of functions that were called late could not be made: memory is out"};
    return true;
}

static Player player_of(LlvmCode *code)
{
    return (Player){.reasoner = code->reasoner, .backend = "llvm", .release = release, .owned = code, .fault = fault_of,
                    .llvm = code->first.program ? &code->first.times : NULL};
}

bool llvm_cached(const IrGame *game, const MakeOptions *options, Player *player)
{
    MakeOptions best = *options;
    best.soon = false;
    LlvmCode *code = calloc(1, sizeof *code);
    bool found = code && llvm_code_cached(code, game, &best);
    if (found)
        *player = player_of(code);
    else
        release(code);
    return found;
}

static bool llvm_make(Session *session, IrGame *game, const MakeOptions *options, Player *player)
{
    if (options->cache && llvm_cached(game, options, player))
        return true;
    LlvmCode *code = calloc(1, sizeof *code);
    if (!code)
        return session_unsupported(session, (Span){0, 0}, "the game takes more memory than there is");
    bool made = (options->soon && llvm_code_cached(code, game, options)) ||
                llvm_code_make(code, session, game, options, NULL);
    if (!made) {
        release(code);
        return false;
    }
    *player = player_of(code);
    if (code->first.times.quick)
        tiers_begin(player, game, options, LATER_MS);
    return true;
}

const Maker maker_llvm = {"llvm", "LLVM, in memory", true, IR_PLAN_ALL | IR_PLAN_FILL, llvm_make};
