/* api.c - the compiling half of ludc.h: the pipeline behind the interface for
 * programs that embed it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/api.h"
#include "ir/offer/offer.h"
#include "runtime/game.h"

/* What a compiled game needs to live. */
typedef struct {
    Session *session;
    Player player;
} Compiled;

static void release(void *owned)
{
    Compiled *c = owned;
    player_release(&c->player);
    session_free(c->session);
    free(c);
}

void ludc_report(Session *session, const char *name, ludc_error *error)
{
    Out out = {0};
    diags_print(session->diags, session->sources, 1u << DIAG_ERROR | 1u << DIAG_UNSUPPORTED, 1, &out);
    char *text = out.n ? out.text : (char[]){""};
    text[strcspn(text, "\n")] = '\0';
    int code = diags_exit_code(session->diags), used = 0;
    ludc_error_set(error, code ? (ludc_status)code : LUDC_WRONG, name, text);
    size_t length = strlen(name);
    unsigned line, column;
    if (error && !strncmp(text, name, length) &&
        sscanf(text + length, ":%u:%u: %n", &line, &column, &used) == 2) {
        error->line = line;
        error->column = column;
        snprintf(error->message, sizeof error->message, "%s", text + length + used);
    }
    out_free(&out);
}

static const Maker *choose(const char *name, ludc_error *error)
{
    if (!name || !strcmp(name, "eval") || !strcmp(name, "auto"))
        return &maker_eval;
    if (!strcmp(name, "c"))
        return &maker_c;
    if (!strcmp(name, "llvm"))
        return &maker_llvm;
    ludc_error_set(error, LUDC_USAGE, "", "there is no such back end in the library: eval, c, llvm");
    return NULL;
}

static CompileOptions compile_options(const ludc_options *o)
{
    CompileOptions options = {.passes = {.keep_all = true, .describe = true}, .offers = IR_OFFER_ALL};
    if (o)
        options.lud = (LudOptions){o->option, o->noption, o->ruleset, o->def_path, o->ndef_path};
    return options;
}

/* Takes the session over. */
static ludc_game *compile(Session *session, const Source *source, const ludc_options *o, ludc_error *error)
{
    const Maker *maker = choose(o ? o->backend : NULL, error);
    Compiled *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    c->session = session;
    ludc_game *result = NULL;
    if (maker) {
        CompileOptions options = compile_options(o);
        options.no_passes = !maker->wants_passes;
        StageTimes times = {0};
        IrGame *game = compile_game(session, source, &options, &times);
        const MakeOptions make = {.cache = false, .functions = FN_STEPS | FN_PLAYOUT};
        if (game && maker->make(session, game, &make, &c->player))
            result = ludc_game_new(c->player.reasoner, release, c);
        else
            ludc_report(session, source->name, error);
    }
    if (!result)
        release(c);
    return result;
}

ludc_game *ludc_compile_file(const char *path, const ludc_options *options, ludc_error *error)
{
    Session *session = session_new();
    const Source *source = source_read(session->sources, path);
    if (!source) {
        ludc_error_set(error, LUDC_IO, path, "cannot be read");
        session_free(session);
        return NULL;
    }
    return compile(session, source, options, error);
}

ludc_game *ludc_compile_text(const char *name, const char *text, size_t length, const ludc_options *options,
                             ludc_error *error)
{
    Session *session = session_new();
    const Source *source = source_add(session->sources, name, text, length);
    if (!source) {
        ludc_error_set(error, LUDC_WRONG, name, "the text is too long");
        session_free(session);
        return NULL;
    }
    return compile(session, source, options, error);
}
