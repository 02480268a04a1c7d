/* make_llvm.c - the LLVM back end as something that plays: machine code in memory, or
 * found in the cache, which needs no LLVM at all.  Of a reasoner only the functions that are
 * asked for are compiled; the others together when one of them is called. */
#include "driver/make_llvm.h"
#include "ir/plan.h"

#include <dlfcn.h>
#include <stdlib.h>

/* ---- pieces ------------------------------------------------------------------------ */

static void piece_release(LlvmPiece *piece)
{
    if (piece->object.n)
        cache_store(&piece->entry, &piece->object); /* only now: playing comes first */
    out_free(&piece->object);
    if (piece->program)
        piece->module->release(piece->program);
    if (piece->handle)
        dlclose(piece->handle);
    *piece = (LlvmPiece){0};
}

static bool piece_cached(LlvmPiece *piece, Arena *arena, const IrGame *game, unsigned functions)
{
    piece->entry = cache_entry(arena, game, arena_printf(arena, "in memory %x", functions));
    piece->handle = piece->entry.path ? cache_open(&piece->entry) : NULL;
    piece->reasoner = piece->handle ? dlsym(piece->handle, "ludc_reasoner") : NULL;
    if (piece->handle && !piece->reasoner) {
        dlclose(piece->handle);
        piece->handle = NULL;
    }
    return piece->reasoner != NULL;
}

static bool piece_make(LlvmPiece *piece, Session *session, IrGame *game, unsigned functions)
{
    LlvmOptions options = {.text = {.ident = "game", .shared = true, .describe = true}, .functions = functions};
    Out errors = {0};
    piece->module = llvm_open(session);
    if (piece->module && piece->module->emit(game, &options, LLVM_OBJECT, &piece->times, &piece->object, &errors))
        piece->program = piece->module->load(&piece->object, "ludc_reasoner", &piece->times, &errors);
    if (errors.n)
        session_error(session, (Span){0, 0}, "internal: LLVM refused the game: %s", errors.text);
    out_free(&errors);
    piece->reasoner = piece->program ? piece->module->exported(piece->program) : NULL;
    if (!piece->entry.path || !piece->reasoner)
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

static const ludc_reasoner *make_others(void *data)
{
    LlvmCode *code = data;
    unsigned functions = FN_ALL & ~code->functions;
    pthread_mutex_lock(&code->lock);
    const ludc_reasoner *made = atomic_load(&code->passing.current);
    if (!made) {
        /* the game as a whole was accepted: what fails now is memory */
        if (!(code->cached && piece_cached(&code->others, code->arena, code->game, functions)) &&
            !piece_make(&code->others, code->session, code->game, functions))
            abort();
        made = code->others.reasoner;
        atomic_store_explicit(&code->passing.current, made, memory_order_release);
    }
    pthread_mutex_unlock(&code->lock);
    return made;
}

/* `first` is there. */
static void promise_others(LlvmCode *code, const IrGame *game)
{
    code->reasoner = code->first.reasoner;
    if (!code->functions)
        return;
    code->session = session_new();
    code->game = ir_game_copy(game, arena_of(code));
    code->game->session = code->session;
    pthread_mutex_init(&code->lock, NULL);
    code->passing.make = make_others;
    code->passing.data = code;
    passing_begin(&code->passing, code->first.reasoner, FN_ALL & ~code->functions);
    code->reasoner = &code->passing.reasoner;
}

bool llvm_code_cached(LlvmCode *code, const IrGame *game, unsigned functions)
{
    code->cached = true;
    code->functions = functions;
    if (!piece_cached(&code->first, arena_of(code), game, functions))
        return false;
    promise_others(code, game);
    return true;
}

bool llvm_code_make(LlvmCode *code, Session *session, IrGame *game, unsigned functions)
{
    code->functions = functions;
    if (!piece_make(&code->first, session, game, functions))
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

static void release(void *owned)
{
    llvm_code_release(owned);
    free(owned);
}

static bool llvm_make(Session *session, IrGame *game, const MakeOptions *options, Player *player)
{
    LlvmCode *code = calloc(1, sizeof *code);
    if (!code)
        abort();
    bool made = (options->cache && llvm_code_cached(code, game, options->functions)) ||
                llvm_code_make(code, session, game, options->functions);
    if (made)
        *player = (Player){.reasoner = code->reasoner, .backend = "llvm", .release = release, .owned = code,
                           .llvm = code->first.program ? &code->first.times : NULL};
    else
        release(code);
    return made;
}

const Maker maker_llvm = {"llvm", true, IR_PLAN_ALL | IR_PLAN_FILL, llvm_make};
