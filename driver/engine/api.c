/* api.c - the compiling half of ludc.h: the pipeline behind the interface for
 * programs that embed it. */
#include "driver/engine/api.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "driver/engine/api_engines.h"
#include "ir/offer/offer.h"
#include "ir/plan/plan.h"
#include "runtime/game.h"

_Static_assert((int)LUDC_OFFER_PLANES == (int)IR_OFFER_PLANES && (int)LUDC_OFFER_NODES == (int)IR_OFFER_NODES &&
                   (int)LUDC_OFFER_KEY == (int)IR_OFFER_KEY && (int)LUDC_OFFER_ACTIONS == (int)IR_OFFER_ACTIONS &&
                   (int)LUDC_OFFER_GEOMETRY == (int)IR_OFFER_GEOMETRY &&
                   (int)LUDC_OFFER_PAYOFFS == (int)IR_OFFER_PAYOFFS,
               "offers have the same bits");

/* ---- games ----------------------------------------------------------------------------- */

/* What a compiled game needs to live. */
typedef struct {
    Session *session;
    Player player;
    const IrGame *game;
    Out why; /* the engine is no faster one */
} Compiled;

static void release(void *owned)
{
    Compiled *c = owned;
    player_release(&c->player);
    session_free(c->session);
    out_free(&c->why);
    free(c);
}

const IrGame *ludc_compiled_ir(const ludc_game *game)
{
    const Compiled *c = game->release == release ? game->owned : NULL;
    return c && strcmp(c->player.backend, "eval") != 0 ? c->game : NULL;
}

static const char *engine_now(void *owned, const char **why)
{
    const Compiled *c = owned;
    const Player *p = &c->player;
    *why = c->why.n ? c->why.text : "";
    if (!p->swapped)
        return p->backend;
    bool settled = p->settled(p->owned, false); /* asked first: what is settled stays */
    if (p->swapped(p->owned)) {
        *why = "";
        return "llvm";
    }
    *why = settled ? "LLVM could not compile the game" : "LLVM's code is on its way";
    return p->backend;
}

static void engine_wait(void *owned)
{
    const Compiled *c = owned;
    if (c->player.settled)
        c->player.settled(c->player.owned, true);
}

static ludc_status fault_since(void *owned, ludc_error *error)
{
    const Compiled *c = owned;
    Fault fault;
    if (!c->player.fault || !c->player.fault(c->player.owned, &fault))
        return LUDC_OK;
    Place at = source_resolve(c->session->sources, fault.at);
    ludc_error_set(error, LUDC_WRONG, at.source ? at.source->name : "", fault.text);
    if (error && at.source) {
        error->line = at.line;
        error->column = at.column;
    }
    return LUDC_WRONG;
}

/* ---- options ---------------------------------------------------------------------------- */

ludc_options ludc_options_of(const ludc_options *given)
{
    ludc_options all = {0};
    const size_t first = offsetof(ludc_options, diagnostics) + sizeof all.diagnostics; /* of the first version */
    if (given)
        memcpy(&all, given, !given->size ? first : given->size < sizeof all ? given->size : sizeof all);
    return all;
}

LudOptions ludc_lud_options(const ludc_options *o)
{
    return (LudOptions){o->option, o->noption, o->ruleset, o->def_path, o->ndef_path};
}

static unsigned offers_of(const ludc_options *o)
{
    if (o->offers)
        return o->offers & IR_OFFER_ALL;
    return o->purpose == LUDC_FOR_ALL ? IR_OFFER_ALL : 0;
}

/* false: they make no sense, and `message` says why. */
static bool read_options(const ludc_options *o, CompileOptions *options, const Maker **maker, char *message,
                         size_t size)
{
    unsigned plan = IR_PLAN_ALL;
    *maker = engine_find(o->backend);
    if (!*maker) {
        Out names = {0};
        engine_names(&names);
        snprintf(message, size, "there is no such engine in the library: %s", names.text);
        out_free(&names);
    } else if (o->plan && !ir_plan_read(o->plan, &plan))
        snprintf(message, size, "there is no plan `%s`; there are " IR_PLAN_NAMES, o->plan);
    else if ((unsigned)o->purpose > LUDC_FOR_PLAY || o->offers & ~(IR_OFFER_ALL | (unsigned)LUDC_OFFER_NOTHING))
        snprintf(message, size, "there is no such purpose or offer");
    else if ((o->noption && !o->option) || (o->ndef_path && !o->def_path))
        snprintf(message, size, "a list of the options is NULL");
    else {
        *options = (CompileOptions){.lud = ludc_lud_options(o),
                                    .passes = {.keep_all = o->purpose == LUDC_FOR_ALL,
                                               .describe = o->purpose != LUDC_FOR_PLAY},
                                    .offers = offers_of(o), .checked = o->checked != 0, .plan = plan};
        /* the reference plays the game as lowered; boards are filled on what the passes made */
        options->no_passes = !(*maker)->wants_passes && !(plan & IR_PLAN_FILL);
        return true;
    }
    return false;
}

/* ---- compiling --------------------------------------------------------------------------- */

/* Was a plan asked for that does not hold? */
static bool lacks_plan(const ludc_options *o, const IrGame *game, unsigned plan)
{
    return o->plan && strcmp(o->plan, "auto") != 0 && game->plan != plan;
}

static void set_limits(Session *session, const ludc_options *o)
{
    const uint64_t most = UINT64_MAX / 1000000;
    limit_set(session->limit, o->memory_limit ? o->memory_limit : compile_bytes(),
              o->work_limit ? (o->work_limit < most ? o->work_limit : most) * 1000000 : COMPILE_STEPS);
}

/* The player is made by one of several engines. */
typedef struct {
    const Maker *maker;
    Compiled *c;
    IrGame *game;
    const MakeOptions *how;
    bool made;
} Engine;

static void make_engine(void *data)
{
    Engine *e = data;
    e->made = engine_make_player(e->maker, e->c->session, e->game, e->how, &e->c->player, &e->c->why);
}

static bool make(Compiled *c, const Source *source, const ludc_options *o, ludc_error *error)
{
    CompileOptions options;
    const Maker *maker;
    Language language;
    char message[256];
    if (o->language && !language_named(o->language, &language)) {
        ludc_refuse(LUDC_USAGE, "", "there is no such language; there are " LANGUAGE_NAMES, error, o->diagnostics);
        return false;
    }
    source_say_language(c->session->sources, source, o->language);
    if (!read_options(o, &options, &maker, message, sizeof message)) {
        ludc_refuse(LUDC_USAGE, "", message, error, o->diagnostics);
        return false;
    }
    StageTimes times = {0};
    set_limits(c->session, o);
    IrGame *game = compile_game(c->session, source, &options, &times);
    if (game && lacks_plan(o, game, options.plan)) {
        ludc_refuse(LUDC_USAGE, source->name, "the plan that was asked for does not hold in this game", error,
                    o->diagnostics);
        return false;
    }
    c->game = game;
    unsigned bits = options.offers & (IR_OFFER_PLANES | IR_OFFER_KEY) ? FN_OBSERVE : 0;
    const MakeOptions how = {.cache = !o->no_cache, .functions = FN_STEPS | FN_PLAYOUT | bits};
    Engine engine = {maker, c, game, &how, false};
    bool made = game && within_limits(c->session, source, "making code for this", make_engine, &engine) && engine.made;
    if (made)
        ludc_report(c->session, source->name, NULL, o->diagnostics);
    else
        ludc_report(c->session, source->name, error, o->diagnostics);
    return made;
}

/* Takes the session over. */
static ludc_game *compile(Session *session, const Source *source, const ludc_options *o, ludc_error *error)
{
    Compiled *c = calloc(1, sizeof *c);
    if (!c) {
        ludc_refuse(LUDC_IO, source->name, "memory is out", error, o->diagnostics);
        session_free(session);
        return NULL;
    }
    c->session = session;
    const GameEngine engine = {.now = engine_now, .wait = engine_wait, .fault = fault_since};
    ludc_game *result = make(c, source, o, error) ? ludc_game_new(c->player.reasoner, release, c, engine) : NULL;
    if (!result)
        release(c);
    return result;
}

static ludc_game *compile_file(const char *path, const ludc_options *options, ludc_error *error)
{
    Session *session = path ? session_new() : NULL;
    const Source *source = path ? source_read(session->sources, path) : NULL;
    if (source)
        return compile(session, source, options, error);
    ludc_refuse(path ? LUDC_IO : LUDC_USAGE, path ? path : "", path ? "cannot be read" : "there is no path", error,
                options->diagnostics);
    session_free(session);
    return NULL;
}

static ludc_game *compile_text(const char *name, const char *text, size_t length, const ludc_options *options,
                               ludc_error *error)
{
    if (!name || !text) {
        ludc_refuse(LUDC_USAGE, name ? name : "", "there is no text, or no name for it", error, options->diagnostics);
        return NULL;
    }
    Session *session = session_new();
    const Source *source = source_add(session->sources, name, text, length);
    if (source)
        return compile(session, source, options, error);
    ludc_refuse(LUDC_WRONG, name, "the text is too long", error, options->diagnostics);
    session_free(session);
    return NULL;
}

/* A call of the interface: memory that ends outside of the session's limits ends the call. */
typedef struct {
    const char *name, *text; /* the text NULL, and `file`: name is a path */
    size_t length;
    bool file;
    const ludc_options *options;
    ludc_error *error;
    ludc_game *game;
} Call;

static void run_call(void *data)
{
    Call *c = data;
    c->game = c->file ? compile_file(c->name, c->options, c->error)
                      : compile_text(c->name, c->text, c->length, c->options, c->error);
}

static ludc_game *guarded(Call call)
{
    if (memory_run(run_call, &call))
        return call.game;
    ludc_error_set(call.error, LUDC_IO, call.name ? call.name : "", MEMORY_GONE);
    return NULL;
}

ludc_game *ludc_compile_file(const char *path, const ludc_options *given, ludc_error *error)
{
    const ludc_options options = ludc_options_of(given);
    return guarded((Call){.name = path, .file = true, .options = &options, .error = error});
}

ludc_game *ludc_compile_text(const char *name, const char *text, size_t length, const ludc_options *given,
                             ludc_error *error)
{
    const ludc_options options = ludc_options_of(given);
    return guarded((Call){.name = name, .text = text, .length = length, .options = &options, .error = error});
}
